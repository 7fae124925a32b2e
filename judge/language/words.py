"""The words that orders are made of: terminal by terminal, every spelling that players use.

A phrase of several words is one entry; hyphens and dots between its words do not matter. Names of
places and powers are no words of this table: they come from the map (``vocabulary``).
"""

from collections.abc import Mapping

from judge.language.fold import list_words

ORDER_WORDS: Mapping[str, tuple[str, ...]] = {
    "HOLD": (
        "h", "hold", "holds", "holding", "hld", "stand", "stands", "standing", "stay", "stays",
        "staying", "remain", "remains", "stand fast", "stands fast", "hold fast", "stand still",
        "sit", "sits", "hold position", "holds position", "stay put", "stays put", "in place",
        "stnd", "std", "stnds",
        "halt", "haelt", "halten", "steht", "bleibt", "tient", "reste", "mantiene", "aguanta",
        "resta", "waits", "waiting", "rests", "idle", "idles", "stand by", "stands by",
        "stand firm", "stands firm", "sit tight", "sits tight", "stay home", "stays home",
        "do nothing", "does nothing", "patrol", "patrols",
    ),
    "ARROW": (
        "to", "into", "onto", "toward", "towards", "against", "m", "mv", "mov", "move", "moves",
        "moving", "moved", "go", "goes", "going", "attack", "attacks", "attacking", "att", "atk",
        "advance", "advances", "advancing", "march", "marches", "marching", "sail", "sails",
        "sailing", "proceed", "proceeds", "head", "heads", "heading", "invade", "invades",
        "enter", "enters", "travel", "travels", "fly", "flies", "flying",
        "take", "takes", "taking", "capture", "captures", "occupy", "occupies", "walk", "walks",
        "return", "returns", "push", "pushes", "sortie", "sorties",
        "nach", "zieht", "zieht nach", "geht", "geht nach", "greift", "vers", "va", "va vers",
        "attaque", "hacia", "ataca", "mueve", "muove", "attacca",
    ),
    "SUPPORT": (
        "s", "su", "sup", "supp", "suppt", "support", "supports", "supporting", "supported", "spt",
        "spts", "sprt", "suport", "suports", "suporting", "supprt", "supprts", "assist", "assists",
        "in support of", "is supporting", "protect", "protects", "protecting", "defend", "defends",
        "defending",
        "sh", "sm", "give support to", "gives support to", "giving support to", "lend support to",
        "lends support to", "support for", "supports for", "flak", "flak for", "flaks",
        "cover", "covers", "covering", "escort", "escorts",
        "unterstutzt", "unterstuetzt", "soutient", "soutien", "appuie", "apoya", "apoyo",
        "appoggia", "supporta", "supporto",
    ),
    "CONVOY": (
        "c", "con", "conv", "cvy", "cnv", "convoy", "convoys", "convoying", "convoyed", "convey",
        "conveys", "t", "transport", "transports", "transporting", "ff", "ferry", "ferries",
        "ferrying", "fast ferry", "carry", "carries",
        "konvoi", "konvoiert", "konvoyiert", "transportiert", "convoie", "transporte",
        "transporta", "convoya", "trasporta", "convoglia",
    ),
    "RETREAT": (
        "r", "ret", "rtr", "retr", "retreat", "retreats", "retreating", "retreated", "withdraw",
        "withdraws", "fall back", "falls back",
        "ruckzug", "rueckzug", "retraite", "se replie", "se retira", "retirada", "si ritira",
    ),
    "DISBAND": (
        "d", "dis", "disb", "disband", "disbands", "disbanding", "disbanded", "otb", "off board",
        "off the board", "off", "rem", "remove", "removes", "removing", "removed", "destroy",
        "destroys", "destroyed", "dissolve", "dissolves", "scrap", "scraps", "eliminate",
        "annihilated", "rmv", "kill", "kills", "takes away", "take away",
        "r", "eliminated", "annihilate", "nrr", "no retreat",
        "auflosen", "aufloesen", "aufgelost", "dissout", "disuelve", "disolver", "entferne",
        "abbau", "abbauen", "sciolta", "sciolto", "dissoute", "disuelto", "disuelta", "aufgelost",
        "opgeheven",
    ),
    "BUILD": (
        "b", "bld", "build", "builds", "building", "built", "blds", "raise", "raises", "construct",
        "new", "place", "places", "create", "creates", "add", "adds",
        "baue", "baut", "bau", "aufbau", "neu", "construire", "construit", "construye",
        "construir", "costruisce",
    ),
    "WAIVE": (
        "w", "waive", "waives", "waived", "waiving", "waive build", "waives build", "waive builds",
        "waives builds", "build waived", "builds waived", "build waive", "build waives",
        "no build", "no builds", "pass",
        "plays short", "play short", "plays one short", "play one short",
        "builds none", "build none", "builds nothing", "build nothing", "waive a build",
        "waives a build", "waive one", "waives one", "waive one build", "waives one build",
        "waive my build", "waive the build", "waive my builds", "no more builds", "no more build",
        "no further builds",
    ),
    "VIA": (
        "via", "through", "thru", "over", "across", "by way of", "via convoy", "by convoy",
        "with convoy", "using convoy", "by sea", "by ship", "via fleet", "via fleets",
        "by fleet", "under convoy", "v", "convoyed by", "carried by", "transported by", "convoy by",
        "by convoy of", "via convoy of", "convoyed via", "convoyed through", "shipped by",
        "ferried by", "taken by", "uber", "ueber", "per konvoi", "mit konvoi", "par convoi",
        "attraverso", "tramite",
    ),
    "FROM": ("from",),
    "BY": ("by", "with", "using"),
    "OR": ("or", "else", "otherwise", "or else"),
    "ALL": (
        "all", "everything", "everyone", "everybody", "all units", "all others", "all other units",
        "all my units", "the rest", "everything else", "all armies and fleets", "all of them",
        "every unit", "rest", "others", "the others", "other units", "the other units",
        "my other units", "everyone else", "everybody else", "all the rest", "all the others",
        "all other", "all remaining", "all remaining units", "remaining units",
        "the remaining units", "my remaining units",
    ),
    "POINTS": (
        "dp", "dps", "diplomacy point", "diplomacy points", "diplomatic point", "diplomatic points",
        "point", "points", "punkt", "punkte", "punkten", "punto", "punti", "puntos", "punten",
        "pt", "pts", "ip", "ips", "influence", "influence point", "influence points", "pp", "pps",
        "political point", "political points",
    ),
    "BID": (
        "bid", "bids", "bidding", "offer", "offers", "invest", "spend", "put", "give", "commit",
        "allocate", "allot", "assign", "biete", "bieten", "gebote", "offro", "offre", "offrons",
        "ofrezco", "ofrecer", "bied", "stake", "wager",
    ),
    "NOBID": (
        "no bid", "no bid on", "withdraw bid", "withdraw my bid", "withdraw the bid",
        "cancel bid", "cancel my bid", "cancel the bid", "drop bid", "drop my bid",
        "retract bid", "retract my bid", "take back bid", "take back my bid",
    ),
    "SELF": ("me", "myself"),
    "FERRY": (
        "by ferry", "via ferry", "by the ferry", "via the ferry", "over the ferry",
        "on the ferry", "using the ferry", "with the ferry", "across the ferry",
    ),
    "CROSSING": ("ferry to", "ferries to", "cross to", "crosses to"),
    "SWITCH": (
        "switch", "switches", "shift", "shifts", "redirect", "redirects", "reaim", "re aim",
        "transfer", "transfers",
    ),
    "FOR": ("for", "on behalf of", "in support of", "in favour of", "in favor of", "supporting",
            "fur", "fuer", "pour", "per", "para", "voor", "auf", "sur", "sulla", "sull", "upon"),
    "ALLOW": (
        "allow", "allows", "permit", "permits", "let", "lets", "grant", "grants", "allow passage",
        "grant passage", "permit passage", "allow passage to", "grant passage to", "passage",
        "permit passage to", "give passage to", "gives passage to", "give passage",
        "passage for", "passage to", "may pass", "can pass", "may go through",
        "may enter", "may cross", "has passage", "have passage",
    ),
    "BOMB": (
        "bomb", "bombs", "bombing", "bombard", "bombards", "bombarding", "drop bombs",
        "drops bombs", "bombing run", "bombing raid", "raid", "raids", "air raid",
        "strike", "strikes",
    ),
    "PARATROOP": (
        "paratroop", "paratroops", "paratrooping", "parachute", "parachutes", "para", "drop",
        "drops", "airdrop", "airdrops", "jump", "jumps", "drop on", "dropped on", "paradrop",
        "paradrops", "paratrooper", "paratroopers", "para drop", "para drops", "air drop",
        "air drops", "airlift", "airlifts", "by paratroop", "by parachute", "as paratroop",
        "as paratroops", "by air", "by plane", "by airdrop",
    ),
    "NOORDER": (
        "nmr", "no order", "no orders", "no order given", "no order processed",
        "no order received", "no orders received", "no move", "no move received",
    ),
    "UNORDERED": ("u", "unordered"),
    "THEN": ("then", "and then", "next"),
    "AND": ("and", "plus"),
    "STACK": ("stack", "stacks", "whole stack", "the whole stack", "all of stack", "entire stack"),
    "SPLIT": ("split", "splits", "split stack", "split up", "unstack", "break up"),
    "ALLOCATE": (
        "allocate", "allocates", "allot", "assign", "give", "put", "allocation", "spend", "invest",
    ),
    "NOROLL": (
        "no roll", "noroll", "no roll for", "no roll on", "hold roll", "hold the roll",
        "hold roll for",
        "do not roll", "dont roll", "do not roll for", "dont roll for", "withhold roll",
        "hold the roll for", "hold the roll on", "skip roll",
    ),
    "SURRENDER": (
        "surrender", "surrenders", "surrendering", "no retreat", "do not retreat",
        "does not retreat",
    ),
    "DEPLOY": ("deploy", "deploys", "deploying", "place", "places", "set up", "station"),
    "BUY": ("buy", "buys", "buying", "purchase", "purchases", "recruit", "recruits"),
    "REMOVE": ("remove", "removes", "removing", "rem", "scrap", "disband", "disbands"),
    "REDUCE": ("reduce", "reduces", "reducing", "weaken", "cut"),
}  # fmt: skip
"""Terminal -> spellings. A grammar takes those that it declares."""

ARMS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "dip": {
        "A": (
            "a",
            "army",
            "armies",
            "armee",
            "armees",
            "armeen",
            "heer",
            "armata",
            "esercito",
            "ejercito",
            "leger",
        ),
        "F": (
            "f",
            "fleet",
            "fleets",
            "fl",
            "flt",
            "navy",
            "flotte",
            "flotten",
            "flotta",
            "flota",
            "vloot",
            "ship",
            "ships",
            "schiff",
            "schiffe",
            "navire",
            "nave",
            "barco",
            "schip",
        ),
        "P": (
            "p",
            "plane",
            "planes",
            "aeroplane",
            "aeroplanes",
            "airplane",
            "airplanes",
            "aircraft",
            "air force",
            "airforce",
            "air unit",
            "air",
            "fighter",
            "bomber",
            "squadron",
        ),
    },
    "d100": {
        "L": (
            "l",
            "land",
            "army",
            "armies",
            "land unit",
            "land force",
            "land army",
            "troops",
            "infantry",
            "ground unit",
        ),
        "N": (
            "n",
            "f",
            "naval",
            "fleet",
            "fleets",
            "ship",
            "ships",
            "navy",
            "naval unit",
            "naval force",
        ),
        "A": (
            "a",
            "air",
            "plane",
            "planes",
            "airplane",
            "airplanes",
            "aeroplane",
            "aeroplanes",
            "aircraft",
            "air force",
            "air unit",
            "airforce",
            "air fleet",
            "squadron",
            "wing",
        ),
    },
}
"""Grammar -> letter of an arm -> its words."""

FILLERS = list_words(
    "the an in at of on will would shall should must please kindly my our his her their its is are"
    " be being unit units order orders ordered now then also again still just other others for and"
    " la le les de du el il der von im dem back own only space island position strength cs piece"
    " pieces strong pass passage above thanks thx cheers change changed changes correction"
    " corrected correct either taken revised update updated amended"
    " pls plz mate mates guys folks buddy dude bro lads"
)
"""Words that carry no meaning where the grammar has no use for them."""

REPORT_WORDS = list_words(
    "holds bounce bounces bounced bouncing fails failed fail failing succeeds succeeded success"
    " successful cut void invalid illegal dislodged destroyed stands given available disrupted"
    " sorties lost ok okay imp impossible nso nsu nsc misordered annihilated because"
)
"""What a results line says behind an order; whatever follows is its reason."""

NARRATIVE_WORDS = list_words("can could may might was were has had have did does cannot")
"""Behind a unit these tell of it and order nothing ("The army in Trieste can retreat to ...")."""

COUNTS: Mapping[str, int] = {
    word: number
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
} | {
    word: number
    for words in (
        "zwei drei vier funf sechs sieben acht neun zehn",
        "deux trois quatre cinq six sept huit neuf dix",
        "due tre quattro cinque sei sette otto nove dieci",
        "dos tres cuatro cinco seis siete ocho nueve diez",
        "twee drie vier vijf zes zeven acht negen tien",
    )
    for number, word in enumerate(words.split(), 2)
}
"""Numbers in words."""
