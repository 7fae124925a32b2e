"""Wishes reworded as orders: "I would like Brest to sail to the Channel, please".

Words that only carry the tone are blanked and phrases for a deed put in the judge's own words, so
that every other character stays in its column. Patterns are matched against ``fold.level`` text.
"""

import re

from judge.language.fold import level
from judge.language.lexicon import Lexicon

_AND = (
    r"(?:and|then|so|also|but|now|next|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|last(?:ly)?"
    r"|ok(?:ay)?|well|yes|further(?:more)?|moreover|in addition|additionally|meanwhile|too"
    r"|please|pls|plz|kindly|bitte|und|dann|auch|et|puis|aussi|ensuite|e|ed|poi|anche|inoltre|y"
    r"|luego|tambien|ook|dan|en|per favore|per piacere|por favor|s'il (?:te|vous) plait|svp"
    r"|graag|alsjeblieft|alstublieft|aub|dear (?:judge|gm|master)|judge|gm|hi|hello|hey)"
)
_I = (
    r"(?:i|we)(?:'m|'d|'ll|'ve)?(?: (?:would|will|shall|should|am|are|also|really|just|now|do|have"
    r"|therefore|kindly|formally|respectfully|humbly|hereby|still|only|definitely|certainly"
    r"|much|rather|then))*"
    r"(?: (?:like|love|want|wish|prefer|intend|plan|need|order|ask|expect|going|decided|request"
    r"|direct|command|instruct|play|choose|pick|go with|go for|stick with|stick to|settle for"
    r"|propose|hope|sending|ordering|telling|having|asking|wanting"
    r"|planning|will))?"
    r"(?: (?:you|the judge))?(?: please)?"
    r"(?: (?:to have|to see|to order|to let|to ask|to get|to tell|to make|to|that|for|it that))?"
)
_FOREIGN_I = (
    r"(?:ich (?:mochte|will|wunsche|hatte gern|wurde gern(?:e)?)(?: gern(?:e)?)?(?:,? dass)?"
    r"|mein (?:zug|befehl)(?: ist|:)?|lass(?:t|en sie)?"
    r"|je (?:veux|voudrais|souhaite|desire|demande|prefere)(?: bien)?(?: qu(?:e |'))?"
    r"|(?:merci de|veuillez|faites|fais|laisse[rz]?)"
    r"|(?:vorrei|voglio|desidero|preferisco|chiedo)(?: che)?|(?:fai|fate|lascia)"
    r"|(?:quiero|quisiera|deseo|prefiero|me gustaria|pido|querria)(?: que)?|(?:haz|deja)"
    r"|ik (?:wil|zou|wens)(?: graag)?(?: dat)?|laat)"
)
_SIE = (
    r"(?:(?:konnten|konntest|wurden|wurdest|kannst|konnen) (?:sie|du)(?: (?:bitte|vielleicht"
    r"|so nett sein und))*"
    r"|pourriez-vous|pouvez-vous|pourrais-tu|peux-tu|potrebbe|potresti|puoi|podrias?|puedes?"
    r"|kunt u|kun je|kan je"
    r"|zou je|zou u)"
)
_YOU = (
    r"(?:(?:could|would|can|will|may|might) (?:you|i|we)(?: (?:please|kindly"
    r"|perhaps))*(?: (?:ask|have|get|let))?"
    r"|(?:would|will) it be (?:ok|okay|fine|possible|alright|all right"
    r"|acceptable)(?: (?:for you|with you))? to"
    r"|is it (?:ok|okay|fine|possible|alright)(?: for me)? to)"
)
_UNIT_ASKED = r"(?:could|would|can|will|may|might|may i ask)(?= .{2,40}? (?:please|kindly|to)\b)"
"""How a polite question to a unit begins: "Could Paris please head for Burgundy?"."""
_ASKED = re.compile(
    rf"\s*(?:{_AND}\b[\s,]*)*(?:{_YOU}|{_UNIT_ASKED}|(?:konnten|konntest|wurden"
    rf"|wurdest) (?:sie|du)|pourriez-vous"
    r"|pouvez-vous|pourrais-tu|peux-tu|potrebbe|potresti|puoi|podria|podrias|puede|puedes|kunt u"
    r"|may i ask(?: you)? to|would you mind)\b"
)
_KINDLY = (
    r"(?:be so (?:kind|good|nice)(?: as)?(?: to)?|(?:i|we)(?:'d| would)(?: be| really| very much)*"
    r" (?:grateful|appreciate it|obliged|glad|happy|pleased|thankful|delighted)"
    r" if (?:you|the judge)(?: could| would)?|i(?:'d| would) (?:love|like|want|prefer) to see"
    r"|it would be (?:nice|great|good|lovely|kind) if(?: you(?: could| would)?)?"
    r"|seien sie so (?:gut|nett)(?: und)?|sei so (?:gut|nett)(?: und)?)"
)
_MY_ORDER = (
    r"(?:(?:my|the) )?(?:(?:first|second|third|next|last|other|only|final|new) )?(?:orders?|moves?)"
    r"(?: (?:is|are|for|of|to))+"
)
_CAUSE = (
    r"(?:let|have|make|get|tell|ask|instruct|command|order|allow)"
    r"(?= (?!france|england|germany|italy|russia|turkey|austria)\w+)"
)
_PLEASE = re.compile(r"^\s*please\b,?|,?\s*\bplease\b\s*[.!]*\s*$", re.IGNORECASE)
_WISH = (
    r"(?:my|our) (?:\w+ )?(?:hope|wish|plan|intention|aim|goal|idea|desire|choice) (?:is"
    r"|would be|remains)"
    r"(?: (?:to (?:get|have|see|let|make|send|bring)|that|for))?"
)
_OPENING = re.compile(
    rf"\s*(?:(?:{_AND}|{_KINDLY}|{_YOU}|{_UNIT_ASKED}|{_SIE}|{_FOREIGN_I}|{_MY_ORDER}|{_WISH}"
    rf"|{_I})\b[\s,:]*)*(?:{_CAUSE}\b\s*)?"
    r"(?:(?:to|that|dass|che|que|dat)\b\s+(?=(?:my|the|a|f|army|fleet|send|move|have|let)\b))?"
    rf"(?:{_CAUSE}\b\s*)?"
)
_TAIL = re.compile(
    r"(?:[\s,]*(?:\b(?:please|pls|plz|kindly|thanks?(?: (?:you|a lot|very much|so much|in advance"
    r"|again))*|thx|ty|cheers|many thanks|much obliged|if possible|if you please|if i may|of course"
    r"|now|today|at once|immediately|right away|straight away|this (?:turn|time|season|phase|round"
    r"|month|move)|for now|for once|as well|too|again|then|instead|after all|as (?:usual|agreed"
    r"|always|ever|before|planned|promised|discussed|every year)|for me|obviously|certainly"
    r"|ok(?:ay)?|bitte(?: schon)?|danke(?: schon)?|vielen dank|jetzt|diesmal|wenn moglich"
    r"|s'il (?:te|vous) plait|svp|stp|merci(?: beaucoup| bien)?|si possible|maintenant"
    r"|cette fois(?:-ci)?|per favore|per piacere|grazie(?: mille)?|adesso|ora|se possibile"
    r"|questa volta|por favor|(?:muchas )?gracias|ahora|si es posible|esta vez|alsjeblieft"
    r"|alstublieft|aub|graag|bedankt|dank u|dank je|nu|deze keer|indien mogelijk|als het kan)\b"
    r"|[:;]-?\)))+[\s.!?]*$"
)
_STAYS = (
    r"(?:where|wherever) (?:it|he|she|they|he's|it's) ?(?:is|are|stands?|stand|sits?)?(?: now"
    r"| right"
    r" now| at the moment)?|as (?:it|they) (?:is|are)|just where .{1,8}(?:is|are)"
)
_PLACES = (
    (
        (
            rf"\b(?:stays?|remains?|keeps?|holds?|sits?|stands?|waits?)(?: put| right| exactly"
            rf"| just)* (?:{_STAYS}|there|here|put|"
            r"in position|at home)\b"
        ),
        "hold",
    ),
    (
        (
            r"\b(?:does|do|is|are|will|shall|should|must) ?(?:not|n't) (?:move|moving|budge"
            r"|go anywhere)\b"
            r"|\b(?:won't|doesn't|don't|isn't) (?:move|moving|budge|go anywhere)\b"
            r"|\bgoes nowhere\b|\bstays? still\b|\b(?:bleibt|bleiben)(?: (?:stehen|wo \w+ (?:ist"
            r"|sind)"
            r"|dort|da|liegen))?\b|\bruhrt sich nicht\b|\bbewegt sich nicht\b"
            r"|\bne bouge(?:nt)? pas\b"
            r"|\breste(?:nt)?(?: (?:sur place|en place|ou \w+ est|la))?\b|\bnon si muov\w+\b"
            r"|\b(?:resta|restano|rimane|stia|sta)(?: (?:ferm[ao]|dov'e|dove si trova|li"
            r"|in posizione"
            r"|dov e))?\b|\bno se muev\w+\b|\b(?:se queda|permanece|quede)(?: (?:quiet[ao]"
            r"|donde esta"
            r"|ahi|alli))?\b|\b(?:blijft|blijven)(?: (?:staan|waar \w+ is|liggen))?\b"
            r"|\bbeweegt niet\b|\btient(?: bon)?\b|\bmaintient sa position\b"
        ),
        "hold",
    ),
)
_LEFT = re.compile(
    rf"\b(?:leaves?|keeps?|lasst?|laisse[rz]?|lascia(?:te)?|deja|laat)\b(?=(?P<who>.{{2,40}}?)"
    rf"\s(?P<still>{_STAYS}|alone|in place|in position|put|standing|there|at home|on hold|unmoved"
    rf"|stehen|en place"
    r"|sur place|ou \w+ est|dov'e|ferm[ao]|donde esta|staan|waar \w+ is)[\s.!]*$)"
)
_KEPT = re.compile(r"\bkeep(?= .{3,30}$)(?!.*\b(?:to|on|from|off|out|for|eye|supporting|moving)\b)")
_DEEDS = (
    ((r"\b(?:helps? out|backs? (?:it |them |him )?up|helps?|assists?|backs|aids?"
      r"|gives? (?:a )?(?:support|help)(?: to| for)?|provides? support (?:to"
     r"|for)|lends? (?:its )?(?:support|help) to|apoye|appoggi|appuye|steunt|steun|ondersteunt"
     r"|ondersteunen|unterstutze|unterstutzen|soutienne|soutenir|appoggiare|apoyar|da supporto a"
     r"|da apoyo a|support to)\b"), "support"),
    (r"\b(?:all|the whole)(?: my| the)?(?= \d)", ""),
    (r"\b(?:both|all three|respectively)(?= \w+)", ""),
    (r"\b(?:all(?= (?:holds?|stays?|stand|remain|bleiben|halten)))(?= \w+)", ""),
    (r",\s*(?:please|pls|bitte|kindly)\b(?=,?)", ""),
    (r"\b(?:an?|one|another)(?= (?:new |second |further |more )?(?:army|fleet|plane|unit)\b)", ""),
    (r"\bfollows?(?= (?:it |him |her )?(?:to|into|in)\b)", "move"),
    (r"\b(?:gets|receives|get)(?= \d)|(?<=\d) from me\b|(?<=points) from me\b", ""),
    (r"\bcanal de la mancha\b|\bcanale della manica\b|\bla mancha\b", "channel"),
    (r"\b(?:mer du nord|mare del nord|mar del norte|noordzee)\b", "nth"),
    (r"\b(?:mer noire|mar nero|mar negro|zwarte zee|schwarze meer|schwarzes meer)\b", "black"),
    (r"\b(?:golfe du lion|golfo del leone|golfo de leon)\b", "lyon"),
    (r"\b(?:heads?|makes?|aims?|sets? sail|sails?|goes|leaves) (?:out |off )?for\b", "move"),
    ((r"\b(?:had better|ought to|needs? to|wants? to|(?:would |will )?(?:kindly |really |much "
     r"|very much )*(?:like|love|prefer|wish) to|wishes to|has to|have to|is (?:going|supposed"
     r"|ordered|told|asked)"
     r" to|are (?:going|supposed|ordered|told) to|is to|are to|gets? to|may|please)\b"), ""),
    (r"\bis to be (?:scrapped|disbanded|removed|dissolved|taken off)\b", "disband"),
    (r"\b(?:visits?|tries|invades?|strikes?(?= \w+ ?$)|assaults?|try)\b(?! to\b)(?= \w)", "move"),
    (r"\b(?:go|goes|sail|sails) out (?=to\b)", "move"),
    (r"\b(?:with nobody's help|without (?:any )?(?:help|support)|alone|by itself)\b", ""),
    (r"\b(?:on its own|once more|yet again)\b", ""),
    (r"\b(?:goes|go|sails?|heads?) (?:out )?to sea\b,?", "move"),
    ((r"\b(?:makes? (?:its|his) way|goes over|is to go|slips?|steps?|shifts?|swings?|transfers?"
     r"|relocates?|crosses|cross|sneaks?|strolls?|retires?|rolls?|drives?|rushes|storms?"
     r"|turns?|runs?|flees?|escapes?|withdraws?|falls? back|pulls? back|goes back|go back"
     r"|comes? back"
     r"|backs off|moves? out|gets?|walks?|flies|travels?|jumps?|hops?|wanders?|pushes)(?= "
     r"(?:in|on|over|across|back|down|up)?(?:to|into|onto)\b)"), "move"),
    ((r"\b(?:sends?|sending|brings?|redirects?|ships?"
     r"|(?:take|get|shift|put)(?= .{3,30} (?:to|into)\b)|put(?= .{3,30} in\b))\b"
     r"(?!(?: a)? (?:message|mail|press))"), "move"),
    ((r"\b(?:andasse|vada|vadano|andare|andra|andranno|vaya|vayan|ir|ira|iran|aille|aillent|aller"
     r"|ira|iront|gehe|gehen sollen|ziehe|geht|zieht|fahrt|segelt|marschiert|lauft|ruckt|gaat"
     r"|gaan|trekt|vaart|marcheert|(?:se|si) (?:dirige|mueve|muove|sposta|rend|deplace)|bouge"
     r"|avance|avanza|entre|entra|entri|marche|marcia|marcha|navega|naviga|navigue|sposti|sposta"
     r"|spostare|mand[aio]|mandare|invia|inviare|envia|enviar|envoyer|envoie|envoyez|schicke?"
     r"|schicken sie|schickt|stuur|verplaats|deplace[rz]?|mueva|mueve|mover|muovi|muovere|bewege"
     r"|verlege|passe|passa|pasa|attaque|attacca|ataca|greift)\b(?: (?:an|ein|vor"
     r"|hinuber))?"), "move"),
)  # fmt: skip
_PLAIN = re.compile(
    r"\b(?:soll(?:en|te)?|moge|wird|werden|muss|darf|doit|doivent|devrait|va|deve|devono|dovrebbe"
    r"|debe|deben|deberia|moet|moeten|zal|mag|my own|own|little|good|brave|beautiful|lovely|old"
    r"|poor|dear|trusty|gallant|glorious|mighty|quickly|quietly|bravely|straight|directly|simply"
    r"|just|happily|slowly|secretly|immediately|duly|be ordered|to be|unit in|forces? in|boys in"
    r"|men in|troops in|ships in|division in|would|should|shall|will|must|needs?|has|have|ought"
    r"|ist|meine?[nrs]?|unsere?[nrs]?|mi|mis|mon|ma|mes|notre|il mio|la mia|le mie|mia|mio|mijn"
    r"|onze"
    r"|that it|pour que|che|che la|que|que la|que el|que le|dass|dat"
    r"|das|den|dem|die|der|des|ein|eine|einen|het|een|il|lo|gli|los|las|un|une|la|le|les|el|d'|l'"
    r"|du|de la|de l'|de|del|della|dello|dell'|dei|delle|dall[aeo]|nell[aeo]|nel|sull[aeo]|di|da|in"
    r" the|on|of)(?=[\s'])\s?|(?<=\s)[dl]'(?=\w)|^\s*[dl]'(?=\w)"
)
_LAST_VERB = re.compile(
    r"\s+(?:ziehen|gehen|fahren|segeln|marschieren|laufen|rucken|vorrucken|halten|bleiben"
    r"|gaan|trekken|varen|move|go|gegangen|blijven|einmarschieren|schicken|verlegen|bewegen|sturen"
    r"|verplaatsen)[\s.!]*$"
)
_STANDING = ("halten", "bleiben", "blijven")
_WORDS = re.compile(r"[^\W_]+|[->]")
_DEED = ("_ARROW", "_HOLD", "_SUPPORT", "_CONVOY")
_TOWARDS = re.compile(
    r"(?:in die|in den|in das|in der|ins|in|en la|en el|en|al|alla|allo|all'|a la|au|aux"
    r"|a|auf|nach|naar|hacia|vers|verso|dans|sur|dentro|hasta|over to|up to|down to|across to|zum"
    r"|zur|sul|sulla|nel|nella|nello|nell')(?=\s|(?<='))"
)


def asked_politely(low: str) -> bool:
    """Whether a question is only a polite way to order: "Would you kindly move ...?"."""
    return _ASKED.match(low) is not None


def unmannered(text: str) -> str:
    """A line without "please" at its ends, every column kept; "" if none stands there."""
    if "lease" not in text:
        return ""
    bare = _PLEASE.sub(lambda found: " " * len(found[0]), text)
    return "" if bare == text else bare


def reworded(text: str, low: str) -> str:
    """``text`` without its tone, every column kept; ``low`` is its level form."""
    margin = len(low) - len(low.lstrip()) - 1
    if margin > 0:  # on a wide one patterns would take their time
        return text[:margin] + reworded(text[margin:], low[margin:])
    opening = _OPENING.match(low)
    start = opening.end() if opening else 0
    end = tail.start() if (tail := _TAIL.search(low)) else len(low)
    if start >= end:
        return text
    text = " " * start + text[start:end] + " " * (len(text) - end)
    low = " " * start + low[start:end] + " " * (len(low) - end)
    if left := _LEFT.search(low):
        text = _put(text, left.start("still"), left.end("still"), "hold")
        text = _put(text, left.start(), left.end(), "")
    elif kept := _KEPT.match(low.strip()):
        begin = len(low) - len(low.lstrip())
        text = _put(text, begin, begin + kept.end(), "hold")
    for pattern, word in _PLACES + _DEEDS:
        low = level(text)
        for found in reversed(list(re.finditer(pattern, low))):
            text = _put(text, found.start(), found.end(), word)
    if last := _LAST_VERB.search(level(text)):
        verb = "hold" if last[0].strip(" .!") in _STANDING else ""
        text = _put(text, last.start() + 1, last.end(), verb)
    return text


def plainer(text: str, low: str, lexicon: Lexicon) -> str:
    """``text`` without articles, modal verbs and pet names; "den" may be Denmark and stays."""
    for found in _PLAIN.finditer(low):
        if found[0].strip() not in lexicon.vocabulary.exact:
            text = _put(text, found.start(), found.end(), "")
    return text


def directed(text: str, low: str, lexicon: Lexicon) -> str:
    """``text`` with an arrow for "in" or "al" between two places: "Roma in Toscana".

    Behind an arrow of its own such a word is passed over: "Marsella - a Gascuña".
    """
    placed = acts = False
    for found in _WORDS.finditer(low):
        before, behind = low[: found.start()].split(), low[found.end() :].split()
        towards = _TOWARDS.match(low, found.start())
        if towards and behind and _places(low[towards.end() :].split()[:4], lexicon):
            follows = bool(before) and _places(before[-1:], lexicon)
            if not follows or not acts:
                text = _put(text, found.start(), towards.end(), "-" if follows else "")
                acts |= follows
        elif found[0] in "->":
            acts |= placed
        elif len(found[0]) > 1:
            kinds = {kind for kind, _ in lexicon[found[0]].readings}
            acts |= placed and not kinds.isdisjoint(_DEED)
            placed |= "PLACE" in kinds
    return text


def _places(typed: list[str], lexicon: Lexicon) -> bool:
    """Whether one of the words can name a place."""
    names = (word.strip(".,!?()") for word in typed)
    return any(
        kind == "PLACE" for name in names if len(name) > 1 for kind, _ in lexicon[name].readings
    )


def _put(text: str, start: int, end: int, word: str) -> str:
    """``text`` with ``word`` in a stretch of it, which keeps its length where it can."""
    room = end - start
    if len(word) > room:
        word = {"support": "s", "move": "-", "hold": "h"}.get(word, "")[:room]
    return text[:start] + word.ljust(room) + text[end:]
