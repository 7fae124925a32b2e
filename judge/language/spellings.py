"""Spellings that people believe in: historic, foreign and wrong names of places and nations.

These are read without a question, since everybody knows what is meant. A slip of the finger is
not here: it gets a suggestion instead.
"""

from collections.abc import Mapping

_PLACES = {
    "adriatic": "adreatic adriactic adriadic adriatique",
    "aegean": "agean aegian egean aegaean aegan egian aegeon aegen aegaen",
    "africa": "afrika afica affrica",
    "albania": "albenia albainia",
    "alexandretta": "alexandrette iskenderun",
    "algiers": "algier",
    "ankara": "ankora ancara angora",
    "apulia": "appulia apullia puglia apulea apuglia",
    "arkhangelsk": "archangelsk arkangel arkhangel",
    "armenia": "armania armenea armina armeinia",
    "atlantic": "altantic atlantik atlanic atantic atlatic",
    "azerbaijan": "azerbaidjan aserbaijan",
    "baltic": "baltick balitc",
    "barents": "barrents barent barants barentz barrent berents bearents",
    "belgium": "belguim belgum belgien belgiun belguium",
    "berlin": "berlyn",
    "bight": "bite bay",
    "bohemia": "bohemea bohmia boehmia bohimia bohema boheima",
    "bothnia": "bothina botnia bothnea bohnia bothania bothinia",
    "brest": "breast",
    "budapest": "budepest budapast buda",
    "bulgaria": "bulgeria bulgara bularia",
    "burgundy": "burgandy burgendy burgondy burgundi burgindy bergundy",
    "byelorussia": "belarus bielorussia",
    "catalonia": "cataluna catalunya",
    "channel": "chanel channell chan ch",
    "clyde": "clide",
    "constantinople": "constaninople constantinopol constantinopole constantinopel constantiople"
    " constantanople constintinople istanbul constant const stamboul",
    "cracow": "krakov krakau",
    "denmark": "danmark denemark",
    "edinburgh": "edinborough edinburg edinburough edimburgh edinborg edinburogh edinbourgh",
    "english": "englsh engish",
    "finland": "finnland findland",
    "galicia": "galacia gallicia galecia galitia galcia galizia",
    "gascony": "gasgony gascogny gascogne gasconny gascone",
    "gdynia": "gdansk",
    "greece": "greese grece",
    "gulf": "golf gulph",
    "helgoland": "heligoland helogoland heligland helgland helgolander hegoland heligolands"
    " helicoland heliogoland",
    "holland": "hollond netherlands nederland",
    "ionian": "ionien ionion ionan iononian iconian",
    "istanbul": "stamboul byzantium",
    "izmir": "smirna",
    "kiel": "keil",
    "leningrad": "petersburg",
    "livonia": "livoina lavonia",
    "liverpool": "liverpol liverpoole",
    "london": "londen londres",
    "lyon": "lions lion lyons leon lyonne",
    "marseille": "marsailles marseiles marsielle",
    "marseilles": "marsailles marseille marsielles marseillies marseiles marsellies marselles"
    " marseillles marsaille marsellais marsailes marsillies marseillaise marsilles marselle",
    "mediterranean": "mediteranean mediterranian meditteranean mediterrean mediterrenean med"
    " mediterannean mediterraneum meditterranean mediteranian medditeranean medit mediterran",
    "moscow": "moskow moskva moscou",
    "munich": "munchen muenchen munick munchin",
    "naples": "napels napoli neapel",
    "norway": "norwey norweg",
    "norwegian": "norweigan norweigian norwegan norwiegian norwegen norwigian norwgian",
    "petersburg": "petersberg petersburgh petersborg peterburg petersbourg pete peter petes peters"
    " petersburgs",
    "picardy": "picardie piccardy picady pickardy piccardie",
    "piedmont": "piemonte piedmonte piedmond peidmont piemont piedemont",
    "portugal": "portugual portagal portugul",
    "prussia": "prusia prussa purssia prussi preussen",
    "rome": "roma",
    "ruhr": "rhur rurh rhuhr ruhrgebiet",
    "rumania": "romania roumania rumenia rumainia romainia",
    "serbia": "servia serbie",
    "sevastopol": "sevastapol sebastopol sevastepol sevastopal sebastapol sevestapol sevestopol"
    " sebastabol sevastipol savastapol savastopol",
    "silesia": "silisia selesia silesa sileisa silecia salesia silasia silezia silesisa",
    "skagerrak": "skaggerak skagerak skaggerrak skaggarak skagerack skagarak skagarrak scagerrak"
    " skagerrack skagarack skaggerack skaggarrak skagerag skagarrack scagerak skaggarack skagerrat",
    "skaggerak": "skagerrak skagerak skaggerrak skaggarak skagerack skagarak skagarrak",
    "smyrna": "smirna symrna smryna izmir smyra",
    "spain": "spane espana",
    "st": "saint sankt",
    "sweden": "swedan schweden sveden",
    "syria": "siria syra",
    "trieste": "triest trist treiste triesta treste",
    "tripoli": "tripolis",
    "tunis": "tunisia tunesia tunisa tunesien",
    "tuscany": "tuscony toscany tuscanny toscana tuscanay tuskany",
    "tyrolia": "tyrol tirol tirolia tyrola tyroll tyrolea tyrollia tyroly tryolia tyriola tirola",
    "tyrrhenian": "tyrhennian tyrrenian tyrrhennian tyrhenian tyrhenean tyrrhanian thyrrhenian tyrr"
    " tyrrehnian tyrennian tyrenian tyrrhenean tyhrrenian tyrhhenian tyrranean"
    " tyrranian tyhrennian tyranian tyrhanian tyrranhian tyrhenina tyrheanian tyrrehenian tyhr",
    "ukraine": "ukrain ukriane ukrane ukraina ukrania",
    "venice": "venezia venise venedig vencie",
    "vienna": "viena wien vienne",
    "warsaw": "warshaw warsawa warschau varsovie warszawa",
    "wales": "whales",
    "western": "westren",
    "yorkshire": "yorkshir yorks yorkshires yonkers",
}

_DIRECTIONS = {
    "north": "northern nth no n nrth",
    "south": "southern sth so s",
    "east": "eastern e",
    "west": "western w",
    "mid": "middle",
    "sea": "seas",
}

NATIONS: tuple[tuple[str, ...], ...] = (
    (
        "england",
        "english",
        "britain",
        "british",
        "great britain",
        "brit",
        "brits",
        "uk",
        "united kingdom",
    ),
    ("france", "french"),
    ("germany", "german", "germans"),
    ("italy", "italian", "italians"),
    ("austria", "austrian", "austria hungary", "austro hungarian", "austro hungary", "austrians"),
    ("russia", "russian", "soviet union", "soviet", "ussr", "russians", "soviets"),
    ("turkey", "turkish", "turk", "turks", "ottoman", "ottoman empire", "ottomans"),
    ("poland", "polish"),
    ("china", "chinese"),
    ("japan", "japanese"),
    ("america", "american", "usa", "us", "united states", "united states of america"),
    ("spain", "spanish"),
    ("finland", "finnish"),
    ("hungary", "hungarian"),
    ("rumania", "rumanian", "romania", "romanian", "roumania", "roumanian"),
    ("sweden", "swedish"),
    ("norway", "norwegian"),
    ("denmark", "danish"),
    ("greece", "greek"),
    ("bulgaria", "bulgarian"),
    ("yugoslavia", "yugoslav", "yugoslavian", "jugoslavia"),
    ("switzerland", "swiss"),
    ("portugal", "portuguese"),
    ("belgium", "belgian"),
    ("holland", "dutch", "netherlands"),
    ("ireland", "irish", "eire"),
    ("iceland", "icelandic"),
    ("luxembourg", "luxemburg"),
    ("czechoslovakia", "czech", "czechoslovak", "czechoslovakian"),
    ("baltics", "baltic", "baltic states"),
    ("middle east", "mideast"),
    ("north africa", "north african"),
    ("thailand", "thai", "siam"),
    ("australia", "australian"),
    ("canada", "canadian"),
    ("mexico", "mexican"),
)
"""Words for one nation; whichever of them a map's power bears, the others mean it too."""


def _index(table: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Each wrong spelling with the right ones that it can stand for."""
    index: dict[str, tuple[str, ...]] = {}
    for right, wrong in table.items():
        for word in wrong.split():
            index[word] = (*index.get(word, ()), right)
    return index


_VOWELS = frozenset("aeiouy")
_SOUNDS = str.maketrans("ckqz", "kkks")


def sound(word: str) -> str:
    """How ``word`` sounds, roughly: vowels alike, letters not doubled, no h behind a consonant.

    "Gallicea" sounds as "Galicia". A slip of the finger ("Galciia") mostly does not.
    """
    heard = ""
    for letter in word.replace("ph", "f").translate(_SOUNDS):
        one = "a" if letter in _VOWELS else letter
        silent = one == "h" and heard and heard[-1] != "a"
        if not silent and one != heard[-1:]:
            heard += one
    return heard


MEANT: Mapping[str, tuple[str, ...]] = _index(_PLACES)
"""A wrong or foreign word of a place's name -> the words that it can stand for."""
DIRECTION: Mapping[str, str] = {
    word: right for right, words in _DIRECTIONS.items() for word in words.split()
}
"""Forms of one direction -> the form that names are compared in."""
