"""Spellings that people believe in: historic, foreign and wrong names of places and nations.

These are read without a question, since everybody knows what is meant. A slip of the finger is
not here: it gets a suggestion instead.
"""

from collections.abc import Mapping

_PLACES = {
    "adriatic": "adreatic adriactic adriadic adriatique adria adriatico adriatisches",
    "aegean": "agean aegian egean aegaean aegan egian aegeon aegen aegaen agais agaisches egee"
    " egeo",
    "africa": "afrika afica affrica afrique",
    "albania": "albenia albainia albanien albanie",
    "alexandretta": "alexandrette iskenderun",
    "algiers": "algier alger algeri argel",
    "ankara": "ankora ancara angora",
    "apulia": "appulia apullia puglia apulea apuglia apulien pouilles",
    "arkhangelsk": "archangelsk arkangel arkhangel",
    "armenia": "armenie armania armenea armina armeinia armenien armenie",
    "atlantic": "altantic atlantik atlanic atantic atlatic atlantique atlantico",
    "azerbaijan": "azerbaidjan aserbaijan aserbaidschan azerbaigian azerbaiyan",
    "baltic": "baltick balitc baltique baltico",
    "balticsea": "ostsee",
    "barents": "barrents barent barants barentz barrent berents bearents barentssee",
    "belgium": "belguim belgum belgien belgiun belguium belgique belgica belgio belgie",
    "berlin": "berlyn berlino berlijn",
    "bight": "bite bay bucht",
    "black": "schwarzes",
    "blacksea": "schwarzmeer",
    "bohemia": "bohemea bohmia boehmia bohimia bohema boheima bohmen boheme boemia bohemen",
    "bothnia": "bothina botnia bothnea bohnia bothania bothinia bottnischer",
    "brest": "bresta breast",
    "budapest": "budepest budapast buda",
    "bulgaria": "bulgarije bulgeria bulgara bularia bulgarien bulgarie",
    "burgundy": "bourgondie burgund burgandy burgendy burgondy burgundi burgindy bergundy"
    " bourgogne borgogna borgona",
    "byelorussia": "belarus bielorussia bielorrusia bielorussie weissrussland",
    "catalonia": "cataluna catalunya katalonien catalogne catalogna catalonie",
    "channel": "chanel channell chan ch armelkanal kanal canal manche mancha manica",
    "clyde": "clide",
    "constantinople": "constaninople constantinopol constantinopole constantinopel constantiople"
    " constantanople constintinople istanbul constant const stamboul konstantinopel costantinopoli"
    " constantinopla",
    "cracow": "krakov krakau cracovie cracovia",
    "denmark": "denemarken danmark denemark danemark dinamarca danimarca daenemark",
    "eastern": "ostliches",
    "edinburgh": "edinborough edinburg edinburough edimburgh edinborg edinburogh edinbourgh"
    " edimbourg edimburgo",
    "english": "englsh engish",
    "finland": "finnland findland finlande finlandia",
    "galicia": "galacia gallicia galecia galitia galcia galizia galizien galicie galitzia"
    " galitza galicja",
    "gascony": "gasgony gascogny gascogne gasconny gascone gascuna guascogna",
    "gdynia": "gdansk",
    "greece": "griekenland greese grece griechenland grecia",
    "gulf": "golf gulph",
    "helgoland": "heligoland helogoland heligland helgland helgolander hegoland heligolands"
    " helicoland heliogoland",
    "holland": "hollond netherlands niederlande nederland hollande holanda olanda",
    "ionian": "ionien ionion ionan iononian iconian ionisches ionio jonisches jonio ionienne"
    " ionische ionico jonico",
    "istanbul": "stamboul byzantium estambul",
    "izmir": "smirna smirne esmirna",
    "kiel": "keil",
    "leningrad": "petersburg leningrado pietroburgo petersburgo petersbourg",
    "liverpool": "liverpol liverpoole",
    "livonia": "livoina lavonia livland livonie lijfland",
    "london": "londen londres londra",
    "lyon": "lions lion lyons leon lyonne",
    "marseille": "marsailles marseiles marsielle",
    "marseilles": "marseille marsailles marseille marsielles marseillies marseiles marsellies"
    " marselles"
    " marseillles marsaille marsellais marsailes marsillies marseillaise marsilles marselle"
    " marsella marsiglia",
    "mediterranean": "mediteranean mediterranian meditteranean mediterrean mediterrenean med"
    " mediterannean mediterraneum meditterranean mediteranian medditeranean medit mediterran"
    " mittelmeer mediterraneo mediterranee",
    "midatlantic": "mittelatlantik",
    "moscow": "moskou moskow moskva moscou moskau mosca moscu",
    "munich": "munchen munchen muenchen munick munchin monaco munchner munchener muenchner",
    "naples": "napels napels napoli neapel napoles",
    "northafrica": "nordafrika",
    "northsea": "nordsee",
    "norway": "noorwegen norwey norweg norvege noruega norvegia norwegen",
    "norwegian": "norweigan norweigian norwegan norwiegian norwigian norwgian norwegische"
    " norwegisches",
    "paris": "parijs parigi",
    "petersburg": "leningrad petersberg petersburgh petersborg peterburg petersbourg pete peter"
    " petes peters petersburgs pietroburgo petersburgo",
    "picardy": "picardie picardie piccardy picady pickardy piccardie picardia piccardia",
    "piedmont": "piemonte piedmonte piedmond peidmont piemont piedemont piamonte",
    "portugal": "portugual portagal portugul portogallo",
    "prussia": "prusia prussa purssia prussi preussen prusse pruisen",
    "rome": "roma rom",
    "ruhr": "rhur rurh rhuhr ruhrgebiet ruhrgebied",
    "rumania": "roemenie romania roumania rumenia rumainia romainia rumanien roumanie rumaenien",
    "serbia": "servie servia serbie serbien",
    "sevastopol": "sevastapol sebastopol sevastepol sevastopal sebastapol sevestapol sevestopol"
    " sebastabol sevastipol savastapol savastopol sewastopol sebastopoli",
    "silesia": "silisia selesia silesa sileisa silecia salesia silasia silezia silesisa schlesien"
    " silesie slesia",
    "skagerrak": "skaggerak skagerak skaggerrak skaggarak skagerack skagarak skagarrak scagerrak"
    " skagerrack skagarack skaggerack skaggarrak skagerag skagarrack scagerak skaggarack skagerrat",
    "skaggerak": "skagerrak skagerak skaggerrak skaggarak skagerack skagarak skagarrak",
    "smyrna": "smirna smirne symrna smryna izmir smyra smyrne esmirna",
    "spain": "spanje spane espana spanien espagne spagna",
    "st": "saint sankt san",
    "sweden": "zweden swedan schweden sveden suede suecia svezia",
    "syria": "siria syra syrien syrie",
    "trieste": "triest trist treiste triesta treste",
    "tripoli": "tripolis",
    "tunis": "tunisia tunesia tunisa tunesien tunisie tunez tunisi tunesie",
    "stalingrad": "stalingrado",
    "tuscany": "toscane tuscony toscany tuscanny toscana tuscanay tuskany toskana toscane",
    "tyrolia": "tirool tyrol tirol tirolia tyrola tyroll tyrolea tyrollia tyroly tryolia tyriola"
    " tirola"
    " tirolo",
    "tyrrhenian": "tyrhennian tyrrenian tyrrhennian tyrhenian tyrhenean tyrrhanian thyrrhenian tyrr"
    " tyrrehnian tyrennian tyrenian tyrrhenean tyhrrenian tyrhhenian tyrranean tyrranian"
    " tyhrennian tyranian tyrhanian tyrranhian tyrhenina tyrheanian tyrrehenian tyhr tyrrhenisches"
    " tirreno",
    "ukraine": "oekraine ukrain ukriane ukrane ukraina ukrania ucraina ucrania",
    "venice": "venetie venezia venise venedig vencie venecia",
    "vienna": "wenen viena wien vienne",
    "wales": "whales galles gales",
    "warsaw": "warschau warshaw warsawa warschau varsovie warszawa varsavia varsovia",
    "western": "westren westliches",
    "germany": "deutschland allemagne alemania germania duitsland",
    "russia": "russland russie rusia rusland",
    "france": "frankreich francia frankrijk",
    "england": "grossbritannien angleterre inghilterra inglaterra engeland",
    "italy": "italien italie italia",
    "austria": "osterreich oesterreich autriche oostenrijk",
    "hungary": "ungarn hongrie ungheria hungria hongarije",
    "poland": "polen pologne polonia",
    "switzerland": "swiss schweiz suisse svizzera suiza zwitserland",
    "yugoslavia": "jugoslawien yougoslavie iugoslavia jugoslavia joegoslavie",
    "czechoslovakia": "tschechoslowakei tchecoslovaquie cecoslovacchia checoslovaquia"
    " tsjechoslowakije",
    "egypt": "agypten aegypten egypte egitto egipto",
    "turkey": "turkei tuerkei turquie turchia turquia turkije",
    "morocco": "marokko maroc marocco marruecos",
    "lithuania": "litauen lituanie lituania litouwen",
    "latvia": "lettland lettonie lettonia letonia letland",
    "estonia": "estland estonie",
    "ireland": "irland irlande irlanda ierland",
    "scotland": "schottland ecosse scozia escocia schotland",
    "styria": "steiermark stiria styrie estiria",
    "slovakia": "slowakei slovaquie slovacchia eslovaquia",
    "croatia": "kroatien croatie croazia croacia kroatie",
    "saxony": "sachsen saxe sassonia sajonia saksen",
    "lorraine": "lothringen lorena lotharingen",
    "rhineland": "rheinland rhenanie renania rijnland",
    "pomerania": "pommern pomeranie pommeren",
    "normandy": "normandie normandia",
    "brittany": "bretagne bretagna bretana",
    "alsace": "elsass elsas alsazia alsacia elzas",
    "cologne": "koln koeln colonia keulen",
    "hamburg": "hambourg amburgo hamburgo",
    "sicily": "sizilien sicile sicilia",
    "lombardy": "lombardei lombardie lombardia lombardije",
    "milan": "mailand milano milaan",
    "genoa": "genua genes genova",
    "brussels": "brussel bruxelles bruselas bruessel",
    "prague": "prag praga praag",
    "bucharest": "bukarest bucarest boekarest",
    "athens": "athen athenes atene atenas athene",
    "lisbon": "lissabon lisbonne lisbona lisboa",
    "copenhagen": "kopenhagen copenhague",
    "manchuria": "mandschurei mandchourie manciuria mantsjoerije",
    "netherlands": "niederlande niederlanden nederland holland hollande holanda olanda",
    "luxembourg": "luxemburg lussemburgo luxemburgo",
    "lebanon": "libanon liban libano",
    "palestine": "palastina palestina",
    "persia": "persien perse perzie",
    "iceland": "islande islanda islandia ijsland island",
    "mexico": "mexiko mexique messico mejico",
    "brazil": "brasilien bresil brasile brasil brazilie",
    "argentina": "argentinien argentine argentinie",
    "chile": "chili cile",
    "peru": "perou",
    "canada": "kanada",
    "cuba": "kuba",
    "japan": "giappone japon",
    "china": "chine cina",
    "korea": "coree corea",
    "india": "indien inde",
    "mongolia": "mongolei mongolie",
    "australia": "australien australie",
    "libya": "libyen libye libia",
    "algeria": "algerien algerie argelia algerije",
    "iraq": "irak",
    "siam": "thailand",
    "abyssinia": "abessinien abyssinie abissinia abisinia",
    "ethiopia": "athiopien ethiopie etiopia",
    "belgrade": "belgrad belgrado",
    "cairo": "kairo",
    "peking": "pekin pechino beijing",
    "tokyo": "tokio",
    "madrid": "madrit",
    "roumania": "rumanien rumaenien roumanie rumania romania",
    "tunisia": "tunesien tunesie tunisie tunez",
    "iran": "persien perse persia perzie",
    "arabia": "arabien arabie",
    "bosnia": "bosnien bosnie",
    "macedonia": "mazedonien makedonien macedoine",
    "siberia": "sibirien siberie",
    "tripolitania": "tripolitanien tripolitaine",
    "damascus": "damaskus damas damasco",
    "belorussia": "belarus bielorussia bielorrusia bielorussie weissrussland",
    "czechia": "tschechien tchequie cechia chequia",
    "georgia": "georgien georgie",
    "kazakhstan": "kasachstan kazakistan kazajistan",
    "slovenia": "slowenien slovenie eslovenia",
    "krakow": "krakau cracovie cracovia",
    "burma": "birma birmanie birmania",
    "cambodia": "kambodscha cambodge cambogia camboya",
    "indonesia": "indonesien indonesie",
    "singapore": "singapur singapour",
    "thailand": "thailande thailandia tailandia",
    "nanking": "nankin nanchino",
    "seoul": "seul",
    "beirut": "beyrouth",
    "kuweit": "kuwait koweit",
    "dublin": "dublino",
    "kiev": "kiew",
    "stockholm": "stoccolma estocolmo",
    "america": "amerika amerique",
    "yorkshire": "yorkshir yorks yorkshires yonkers",
}

_DIRECTIONS = {
    "north": "northern nth no n nrth nord norte",
    "south": "southern sth so s sud sur",
    "east": "eastern e ost est",
    "west": "western w ouest oeste",
    "mid": "middle mittel",
    "sea": "seas meer mer mare see",
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
    ("egypt", "egyptian"),
    ("iraq", "iraqi"),
    ("iran", "iranian", "persia", "persian"),
    ("latvia", "latvian"),
    ("lithuania", "lithuanian"),
    ("morocco", "moroccan"),
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


_LOCAL = """
    albania albanian albanische albanese albanaise albanesa
    algeria algerian
    apulia apulian
    armenia armenian armenische armena armenienne
    bavaria bavarian bayerische bayrische
    belgium belgian belgische belge belga
    bohemia bohemian bohmische
    bulgaria bulgarian bulgarische bulgaarse bulgare bulgara
    burgundy burgundian burgundische bourguignonne
    clyde clydeside
    denmark danish danische deense danoise danese danesa
    egypt egyptian agyptische egyptische egyptienne egiziana egipcia
    estonia estonian
    finland finnish finnische finse finlandaise finlandese finlandesa
    galicia galician galizische
    gascony gascon
    greece greek griechische griekse grecque greca griega
    holland dutch hollandische hollandse hollandaise olandese holandesa
    iceland icelandic
    ireland irish
    korea korean
    libya libyan
    livonia livonian
    manchuria manchurian
    mongolia mongolian
    morocco moroccan
    naples neapolitan napoletana
    norway norwegian norwegische noorse norvegienne norvegese noruega
    paris parisian
    portugal portuguese portugiesische portugese portugaise portoghese portuguesa
    prussia prussian preussische
    rome roman romische romaine romana
    rumania rumanian romanian rumanische roemeense roumaine rumena rumana
    saxony saxon sachsische
    scotland scottish
    serbia serbian serbische servische serbe serba
    silesia silesian schlesische
    spain spanish spanische spaanse espagnole spagnola espanola
    sweden swedish schwedische zweedse suedoise svedese sueca
    syria syrian syrische
    tunis tunisian tunesische tunisienne tunisina tunecina
    tuscany tuscan toskanische
    tyrolia tyrolian tyrolean tiroler
    ukraine ukrainian ukrainische oekraiense ukrainienne ucraina
    venice venetian venezianische veneziana venitienne
    vienna viennese wiener
    wales welsh
"""
LOCAL: Mapping[str, tuple[str, ...]] = {
    name: tuple(adjectives)
    for name, *adjectives in (line.split() for line in _LOCAL.split("\n") if line.strip())
}
"""A place's name -> what one calls a unit that stands there: "the Danish fleet"."""

_FOREIGN_COUNTRIES = (
    "frankreich francia frankrijk deutschland allemagne alemania germania duitsland angleterre"
    " inghilterra inglaterra engeland grossbritannien italien italie italia oostenrijk osterreich"
    " oesterreich autriche russland russie rusia rusland turkei tuerkei turquie turchia turquia"
    " turkije spanien espagne espana spagna spanje polen pologne polonia ungarn hongrie ungheria"
    " hungria hongarije schweiz suisse svizzera suiza zwitserland jugoslawien yougoslavie"
    " iugoslavia"
    " yugoslavia finnland finlande finlandia norwegen norvege norvegia noruega noorwegen schweden"
    " suede svezia suecia zweden griechenland grece grecia griekenland portogallo belgien belgique"
    " belgio belgica schottland scotland ecosse scozia escocia schotland irland irlande irlanda"
    " ierland danemark danimarca dinamarca denemarken rumanien roumanie rumania romania bulgarien"
    " bulgarie bulgaria tschechoslowakei agypten egypte egitto egipto lettland litauen lituanie"
    " lithuania latvia estonia estland estonie"
)
"""Countries in the languages of Europe."""


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
    sounds = ""
    for letter in word.replace("ph", "f").translate(_SOUNDS):
        one = "a" if letter in _VOWELS else letter
        silent = one == "h" and sounds and sounds[-1] != "a"
        if not silent and one != sounds[-1:]:
            sounds += one
    return sounds


def slip(word: str, right: str) -> bool:
    """Whether ``word`` is ``right`` but for a letter: missing, too many, another, or swapped."""
    if abs(len(word) - len(right)) > 1 or word == right:
        return False
    short, long = sorted((word, right), key=len)
    index = 0
    while index < len(short) and short[index] == long[index]:
        index += 1
    if len(short) < len(long):
        return short[index:] == long[index + 1 :]
    swapped = (
        short[index : index + 2] == long[index : index + 2][::-1]
        and short[index + 2 :] == long[index + 2 :]
    )
    return swapped or short[index + 1 :] == long[index + 1 :]


COUNTRIES = frozenset(
    word for nation in NATIONS for word in nation[:1] if " " not in word
) | frozenset(_FOREIGN_COUNTRIES.split())
"""Countries by their names: as a target such a name is no space that only begins with it."""
MEANT: Mapping[str, tuple[str, ...]] = _index(_PLACES)
"""A wrong or foreign word of a place's name -> the words that it can stand for."""
DIRECTION: Mapping[str, str] = {
    word: right for right, words in _DIRECTIONS.items() for word in words.split()
}
"""Forms of one direction -> the form that names are compared in."""


def is_country(word: str) -> bool:
    """Whether a folded word is a country's name, here or abroad: "poland", "polen"."""
    return word in COUNTRIES or not COUNTRIES.isdisjoint(MEANT.get(word, ()))
