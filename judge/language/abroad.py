"""Names of places and powers in other languages: German, French, Italian, Spanish and Dutch.

Here stand names of several words, and single ones that are no spelling of a word of the name.
All are written in folded words: small letters, no accents, no apostrophes.
"""

import re
from collections.abc import Mapping

_NAMES = {
    "adriatic sea": "adriatisches meer, mer adriatique, mare adriatico, mar adriatico, "
    "adriatischen meer, adriatische zee",
    "aegean sea": "agaisches meer, mer egee, mar egeo, mare egeo, agaischen meer, egeische zee",
    "alsace lorraine": "elsass lothringen, alsazia lorena, alsacia lorena",
    "andalucia": "andalusien, andalousie, andalusia",
    "arabian sea": "arabisches meer, mer darabie, mar arabico, mar arabigo, arabischen meer, "
    "arabische zee",
    "arctic ocean": "nordpolarmeer, arktischer ozean, ocean arctique, mar glaciale artico, "
    "oceano artico, arktischen ozean, noordelijke ijszee",
    "atlantic ocean": "atlantischer ozean, ocean atlantique, oceano atlantico, atlantischen "
    "ozean, atlantische oceaan",
    "austria hungary": "osterreich ungarn, oesterreich ungarn, autriche hongrie, austria "
    "ungheria, austria hungria, imperio austrohungaro",
    "azores": "azoren, acores, azzorre",
    "baltic sea": "mer baltique, mar baltico, mare baltico, baltisches meer, oostzee, baltischen "
    "meer",
    "baltics": "baltikum, pays baltes, paesi baltici, paises balticos",
    "barents sea": "barentssee, mer de barents, mare di barents, mar de barents, barentszzee, "
    "barentszee",
    "bay of bengal": "golf von bengalen, golfe du bengale, golfo del bengala, golfo de bengala, "
    "golf van bengalen",
    "bay of biscay": "golf von biskaya, biskaya, golfe de gascogne, golfo di biscaglia, golfo de "
    "vizcaya, golf van biskaje, golf van biscaje",
    "bayern": "bavaria, baviere, baviera",
    "bering sea": "beringmeer, mer de bering, mare di bering, mar de bering, beringzee",
    "bessarabia": "bessarabien, bessarabie, besarabia",
    "black sea": "mer noire, mar nero, mar negro, zwarte zee, schwarzes meer, schwarzen meer",
    "bremen": "breme",
    "calcutta": "kalkutta, calcuta",
    "caribbean islands": "karibische inseln, antilles, antille, antillas",
    "caribbean sea": "karibisches meer, karibik, mer des caraibes, mar dei caraibi, mar caribe, "
    "karibischen meer, caribische zee",
    "caspian sea": "kaspisches meer, mer caspienne, mar caspio, kaspischen meer, kaspische zee",
    "caucasus": "kaukasus, caucase, caucaso",
    "central america": "mittelamerika, zentralamerika, amerique centrale, america centrale, "
    "america central, centroamerica",
    "coral sea": "korallenmeer, mer de corail, mar dei coralli, mar del coral, koraalzee",
    "crete": "kreta, creta",
    "cyprus": "zypern, chypre, cipro, chipre",
    "danzig": "gdansk, dantzig, danzica",
    "dobruja": "dobrudscha, dobroudja, dobrugia",
    "dodecanese": "dodekanes, dodecaneso",
    "east china sea": "ostchinesisches meer, mer de chine orientale, mar cinese orientale, "
    "ostchinesischen meer, oost chinese zee, oostchinese zee",
    "east prussia": "ostpreussen, prusse orientale, prussia orientale, prusia oriental, oost "
    "pruisen",
    "eastern anatolia": "ostanatolien, anatolie orientale, anatolia orientale, anatolia oriental",
    "eastern mediterranean": "ostliches mittelmeer, mediterranee orientale, mediterraneo "
    "orientale, mediterraneo oriental, ostlichen mittelmeer, oostelijke middellandse zee",
    "eastern mediterranean sea": "ostliches mittelmeer, mediterranee orientale, mediterraneo "
    "orientale, mediterraneo oriental, ostlichen mittelmeer, oostelijke middellandse zee",
    "eastern ukraine": "ostukraine, ukraine orientale, ucraina orientale, ucrania oriental",
    "english channel": "armelkanal, manche, canale della manica, canal de la mancha, het kanaal",
    "franconia": "franken, franconie",
    "gdynia": "gdingen",
    "gibraltar": "gibilterra",
    "great britain": "grande bretagne, gran bretagna, gran bretana, groot brittannie",
    "greater poland": "grosspolen, grande pologne, grande polonia, gran polonia, groot polen",
    "gulf of bothnia": "golf von bothnien, golf von botnien, bottnischer meerbusen, bottnischen "
    "meerbusen, golfe de botnie, golfo di botnia, golfo de botnia, botnische golf",
    "gulf of lion": "golf von lyon, golfe du lion, golfo del leone, golfo di lione, golfo de "
    "leon, lowengolf, golf van lyon, leeuwengolf",
    "gulf of lyon": "golf von lyon, golfe du lion, golfo del leone, golfo di lione, golfo de "
    "leon, lowengolf, golf van lyon, leeuwengolf",
    "gulf of mexico": "golf von mexiko, golfe du mexique, golfo del messico, golfo de mexico, "
    "golf van mexico",
    "hanover": "hannover, hanovre",
    "helgoland bight": "helgolander bucht, deutsche bucht, baie dheligoland, baie de heligoland, "
    "golfo di helgoland, deutschen bucht, helgolander bocht, duitse bocht",
    "holland": "pays bas, paesi bassi, paises bajos",
    "indian ocean": "indischer ozean, ocean indien, oceano indiano, oceano indico, indischen "
    "ozean, indische oceaan",
    "ionian sea": "ionisches meer, mer ionienne, mar ionio, mare ionio, mar jonio, mar jonico, "
    "ionischen meer, ionische zee",
    "irish sea": "irische see, mer dirlande, mare dirlanda, mar de irlanda, ierse zee, irischen "
    "see",
    "java sea": "javasee, mer de java, mare di giava, mar de java, javazee",
    "jutland": "jutland, jylland",
    "kamchatka": "kamtschatka",
    "levantine sea": "levantinisches meer, mer du levant, mare di levante, mar de levante, "
    "levantinischen meer, levantijnse zee",
    "libyan sea": "libysches meer, mer de libye, mar libico, mar de libia, libyschen meer, "
    "libische zee, mare di libia",
    "ligurian sea": "ligurisches meer, mer ligure, mar ligure, mar de liguria, ligurische zee",
    "little poland": "kleinpolen, petite pologne, piccola polonia, pequena polonia, klein polen",
    "maltese sea": "maltesisches meer, mer de malte, mare di malta, mar de malta, maltesischen "
    "meer, maltese zee",
    "mediterranean": "middellandse zee",
    "mexico city": "mexiko stadt, citta del messico, ciudad de mexico",
    "mid atlantic ocean": "atlantique moyen, atlantico medio, medio atlantico, atlantique "
    "central, atlantico centrale, atlantico central, midden atlantische oceaan, "
    "middenatlantische oceaan",
    "middle east": "naher osten, nahost, moyen orient, medio oriente, oriente medio, oriente "
    "proximo, midden oosten",
    "munich": "monaco di baviera",
    "nationalist spain": "nationalspanien, espagne nationaliste, spagna nazionalista, espana "
    "nacionalista",
    "netherlands": "pays bas, paesi bassi, paises bajos",
    "new guinea": "neuguinea, nouvelle guinee, nuova guinea, nueva guinea",
    "new zealand": "neuseeland, nouvelle zelande, nuova zelanda, nueva zelanda",
    "niedersachsen": "lower saxony, basse saxe, bassa sassonia, baja sajonia",
    "north africa": "nordafrika, afrique du nord, nord africa, nordafrica, africa "
    "settentrionale, africa del norte, norte de africa, noord afrika",
    "north atlantic ocean": "nordatlantik, atlantique nord, atlantico norte, nord atlantico, "
    "atlantico del norte, atlantico settentrionale, noord atlantische oceaan, noordatlantische "
    "oceaan",
    "north pacific ocean": "nordpazifik, pacifique nord, pacifico settentrionale, pacifico norte",
    "north sea": "mer du nord, mare del nord, mar del norte, noordzee",
    "northern ireland": "nordirland, irlande du nord, irlanda del nord, irlanda del norte",
    "northern north sea": "nordliche nordsee, mer du nord septentrionale, nordlichen nordsee, "
    "noordelijke noordzee",
    "norwegian sea": "mer de norvege, mare di norvegia, mar de noruega, europaisches nordmeer, "
    "noorse zee",
    "padua": "padova, padoue",
    "persian gulf": "persischer golf, golfe persique, golfo persico, persischen golf, perzische "
    "golf",
    "philippine sea": "philippinensee, mer des philippines, mare delle filippine, mar de "
    "filipinas, filipijnse zee",
    "philippines": "philippinen, filippine, filipinas, filipijnen",
    "polish corridor": "polnischer korridor, corridor polonais, corridoio polacco, corredor "
    "polaco, polnischen korridor",
    "red sea": "rotes meer, mer rouge, mar rosso, mar rojo, roten meer, rode zee",
    "republican spain": "republikanisches spanien, espagne republicaine, spagna repubblicana, "
    "espana republicana",
    "rheinland": "rhineland, rhenanie, renania",
    "sardinia": "sardinien, sardaigne, sardegna, cerdena",
    "saudi arabia": "saudi arabien, arabie saoudite, arabia saudita, arabia saudi",
    "sea of japan": "japanisches meer, mer du japon, mar del giappone, mar del japon, "
    "japanischen meer, japanse zee",
    "seville": "sevilla, siviglia",
    "south china sea": "sudchinesisches meer, mer de chine meridionale, mar cinese meridionale, "
    "sudchinesischen meer, zuid chinese zee, zuidchinese zee",
    "south pacific ocean": "sudpazifik, pacifique sud, pacifico meridionale, pacifico sur",
    "south tyrol": "sudtirol, tyrol du sud, alto adige, sudtirolo, tirol del sur, zuid tirol, "
    "sud tirolo",
    "southern algeria": "sudalgerien, algerie du sud, algeria meridionale, sur de argelia, "
    "argelia del sur",
    "southern finland": "sudfinnland, finlande du sud, finlandia meridionale, finlandia del sur",
    "southern greece": "sudgriechenland, grece du sud, grecia meridionale, grecia del sur",
    "southern north sea": "sudliche nordsee, mer du nord meridionale, sudlichen nordsee, "
    "zuidelijke noordzee",
    "soviet union": "sowjetunion, udssr, union sovietique, union sovietica, unione sovietica, "
    "urss, sovjet unie, sovjetunie",
    "st petersburg": "sankt petersburg, saint petersbourg, st petersbourg, san pietroburgo, san "
    "petersburgo",
    "strait of gibraltar": "strasse von gibraltar, detroit de gibraltar, stretto di gibilterra, "
    "estrecho de gibraltar",
    "syrian sea": "syrisches meer, mer de syrie, mare di siria, mar de siria, syrische zee",
    "thrace": "thrakien, tracia",
    "transylvania": "siebenburgen, transsilvanien, transilvania",
    "trentino": "trient",
    "tyrrhenian sea": "tyrrhenisches meer, mer tyrrhenienne, mar tirreno, mare tirreno, "
    "tyrrhenischen meer, tyrreense zee, tyrrheense zee",
    "united states": "vereinigte staaten, etats unis, stati uniti, estados unidos",
    "venetia": "venetien, venetie, veneto",
    "vladivostok": "wladiwostok",
    "volhynia": "wolhynien, volhynie, volinia",
    "wales": "pays de galles",
    "western caucasia": "westkaukasus, caucase occidental, caucaso occidentale, caucaso occidental",
    "western mediterranean": "westliches mittelmeer, mediterranee occidentale, mediterraneo "
    "occidentale, mediterraneo occidental, westlichen mittelmeer, westelijke middellandse zee",
    "western mediterranean sea": "westliches mittelmeer, mediterranee occidentale, mediterraneo "
    "occidentale, mediterraneo occidental, westlichen mittelmeer, westelijke middellandse zee",
    "western ukraine": "westukraine, ukraine occidentale, ucraina occidentale, ucrania occidental",
    "yellow sea": "gelbes meer, mer jaune, mar giallo, mar amarillo, gelben meer, gele zee",
}


def _decline(name: str) -> str:
    """The form that a German name has behind "das" and "ins": "schwarze meer"; "" of others."""
    match = _BENT.match(name)
    return f"{match[1]} {match[2]}" if match else ""


_BENT = re.compile(r"(\w+e)n ((?:mittel)?meer)$")
"""A German sea behind "im"."""
ABROAD: Mapping[str, tuple[str, ...]] = {
    name: tuple(filter(None, (form for one in others.split(", ") for form in (one, _decline(one)))))
    for name, others in _NAMES.items()
}
"""A name in plain words -> what it is called in other languages, in folded words."""
FOREIGN: frozenset[tuple[str, ...]] = frozenset(
    tuple(name.split()) for names in ABROAD.values() for name in names
)
"""The words of each of these names."""
