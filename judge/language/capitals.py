"""Capitals by which people call the country that is a space: "Oslo" for Norway.

They are written in folded words. Not here are what is a word as well (Riga is Italian for a line)
and what people are called (Sofia).
"""

from collections.abc import Iterator, Mapping

_CAPITALS = {
    "albania": "tirana",
    "austria": "vienna, wien, vienne, viena, wenen",
    "belgium": "brussels, bruxelles, brussel, bruselas, bruessel",
    "czechia": "prague, prag, praga, praag",
    "denmark": "copenhagen, kopenhagen, copenhague, copenaghen, kobenhavn",
    "egypt": "cairo, kairo, le caire, il cairo, el cairo",
    "estonia": "tallinn, reval",
    "finland": "helsinki, helsingfors",
    "greece": "athens, athen, athenes, atene, atenas, athene",
    "holland": "amsterdam, the hague, den haag, la haye, la haya, laia",
    "hungary": "budapest",
    "iceland": "reykjavik",
    "iraq": "baghdad, bagdad",
    "ireland": "dublin, dublino",
    "lithuania": "kaunas, kowno, vilnius",
    "morocco": "rabat",
    "norway": "oslo, christiania, kristiania",
    "persia": "teheran, tehran",
    "portugal": "lisbon, lissabon, lisbonne, lisbona, lisboa",
    "rumania": "bucharest, bukarest, bucarest, boekarest",
    "serbia": "belgrade, belgrad, belgrado, beograd",
    "spain": "madrid, madrit",
    "sweden": "stockholm, stoccolma, estocolmo",
    "switzerland": "bern, berne, berna",
    "syria": "damascus, damaskus, damasco",
    "thailand": "bangkok",
}
_SAME = {
    "czechoslovakia": "czechia",
    "iran": "persia",
    "netherlands": "holland",
    "romania": "rumania",
    "roumania": "rumania",
    "yugoslavia": "serbia",
}
"""A country -> the one above whose capital is its own."""


def find_capitals(spaces: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each capital that is no name on a map, with the spaces of its country.

    ``spaces``: the folded names of the map's spaces, each with those that bear it.
    """
    for country in (*_CAPITALS, *_SAME):
        cities = _CAPITALS[_SAME.get(country, country)].split(", ")
        if country in spaces and spaces.keys().isdisjoint(cities):
            yield from ((city, spaces[country]) for city in cities)
