"""What a careful secretary makes of a line that is not plainly an order.

What is clear is taken, what is taken back, conditional, unsure or half said is asked back, and
only talk is passed over. A line is cut into sentences and these into parts: orders, and words.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from judge.kernel.text import Ignored, Piece, Place, Problem, Sentence
from judge.language import cues, prose, rewording
from judge.language.fold import level, listed
from judge.language.headers import Heading
from judge.language.lexicon import Lexicon
from judge.language.loose_ends import combine
from judge.language.narrow import Narrow
from judge.language.orders import Item, OrderReader
from judge.language.scan import ARROW, WORD, Lexeme, scan
from judge.language.slots import Slots, sentence
from judge.language.spellings import MEANT
from judge.language.typed_line import ALL, LAST, TALK, Read, TakenBack, TypedLine, ignored, span_of
from judge.language.words import FILLERS

_SENTENCE_END = re.compile(
    r"(?:(?<=[^\W\d_]{3}[.!])|(?<=\b(?:up|it|so|me|us|do|go|no|by|be|on|in|to|is|ok|at)[.!])"
    r"|(?<=[?;])|(?<=[)!]\.)|(?<=\.\.\.))\s+"
)
_PART_END = re.compile(
    r"\s*[,;:]\s*|\s+-{2,}\s+|\s*[()\[\]]\s*"
    r"|\s+(?:and|but|while|whereas|und|aber|wahrend|et|mais|e|ed|ma|mentre|y|pero|mientras que|en"
    r"|maar|terwijl|then|(?:except|apart from|aside from|other than|save|bis auf|ausser|sauf"
    r"|a part|tranne|eccetto|salvo"
    r"|excepto|menos|behalve)(?! if| wenn| si| se)(?: (?:for|that|the|my))*)\s+"
    r"|\s+(?=(?:because|since|so that|(?<!long )(?<!soon )(?<!far )as (?!long|soon|far)"
    r"|(?<!only )with (?!support|a convoy|convoy)|if|unless"
    r"|in case|only if|provided|when|until|falls|wenn|weil|sofern|damit|wie|comme|parce|puisque"
    r"|car|sauf|come|perche|purche|porque|como|tenzij|zoals|omdat|mits|or rather|rather|not|instead"
    rf"|maybe|perhaps|to (?:{cues.ENDS})"
    r"|just|i (?:think|guess|hope|suppose)|like|per|despite|even|for (?:now|the|peace|fun|old|my)"
    r"|doch|lieber|vielleicht|peut-etre|forse|quiza|misschien|nicht|pas|non|niet)\b)"
)
_COUNTED = re.compile(r"\d")
"""A number: what stands before a colon may be points for what stands behind it."""
ENDLESS = 400
"""Characters of a sentence beyond which its words are not weighed."""
MUCH = 2000
"""Characters of a line whose sentences are weighed."""
_LONG = "too many words to read on one line. Write each order on a line of its own."
_MOST_PARTS = 16
_UNSAID = ("unit", "blank", "none", "clash", "unordered")
"""What words come to that order nothing by themselves."""
LEAVING = ("disband", "remove")
"""Verbs of units that leave the board, which people use for orders too."""
_BRACKETS = re.compile(r"[(\[{]([^)\]}]*)[)\]}]?")
_PRONOUN = re.compile(
    r"\b(?P<verb>s|supports?|supporting|support|assists?|protects?|covers?|escorts?|defends?"
    r"|convoys?|convoying|carry|carries|transports?|unterstutzt|unterstutzen|soutient|soutienne"
    r"|appuie|apoya|apoye|appoggia|appoggi|steunt|deckt|konvoit|konvoyiert)\s+"
    r"(?P<it>(?:it|him|her|this|that|the)(?: (?:move|attack|order|advance|one there|army|unit))?"
    r"|das(?: dabei)?|dies(?:en)?|ihn|sie|es|diesen zug|(?:that|this|it) up|th(?:at|is) one"
    r"|le mouvement"
    r"|ce mouvement|cela|ca|lo|la"
    r"|questo|quello|questa mossa|quella mossa|la mossa|eso|esto|ello|ese movimiento"
    r"|este movimiento|het|dat|dit|hem|haar|die zet|deze zet|the same(?: move)?)"
    r"(?P<at> (?:in|into|to) (?:there|it|this|that))?(?=[\s.,;!?)]*(?:$|[,;.)]|and\b|und\b|with\b))"
)
_DISLOCATED = re.compile(
    r"\b(?:l'appoggia|lo appoggia|la appoggia|lo sostiene|le soutient"
    r"|l'appuie|la soutient|lo apoya|la apoya|le apoya|lo supporta|la supporta)\b"
)
_IT_GOES = re.compile(
    r"\s*(?:(?:and|then|so|und|et|e|y|en)\s+)?(?P<it>it|he|she|er|sie|es|il|elle|hij|zij|ze"
    r"|that one)"
    r"\s+(?=\w)"
)
_VAGUE = re.compile(r"\b(?:that one|those|these|them|one of them|the former|the latter|either)\b")
_EVERYTHING = re.compile(
    r"\b(?:all|everything|whole|both|these|those|them|alles|tout|tutto|todo|orders|befehle|ordres"
    r"|ordini|ordenes)\b"
)
_THAT = re.compile(
    r"\b(?:that|it|this|last|above|das|es|letzte\w*|ca|cela|dernier\w*|lo|quello|questo|ultim\w+"
    r"|eso|esto|dat|dit|laatste)\b|^\W*(?:\w+\W+){0,4}$"
)
_NEVER = re.compile(
    r"\s*(?:(?:and|but|so|please)\s+)?(?:instead of|rather than|not|never|don't|dont|do not|statt"
    r"|anstatt|anstelle|au lieu d|plutot que|invece d|piuttosto|en vez d|en lugar d|in plaats van"
    r"|nicht|kein\w*|ne|pas|non|no|niet|geen)\b"
)
"""How words begin that name an order which is not wanted."""
_GLUED = "a blank or an arrow seems to be missing here."
_GROWN = re.compile(r"\W*(?P<arm>[AFPLN]\d?)\s*(?P<word>[A-Za-z]{4,})\W*$")
_STAKES = re.compile(
    r"\b(?:points?|dps?|ips?|bids?|influence)\b.*\b(?:go|goes|to|for|on|gets?|give)\b"
)
_OR_ELSE = re.compile(
    r"\W*(?:or|oder|ou|of|oppure|maybe|perhaps|vielleicht|peut-etre|forse|quizas?|misschien)\b"
)
"""How a sentence begins that makes the order before it one of several."""
_ONE_MORE = re.compile(r"\b(?:an|one|another|new|a (?:new |second )?(?:army|fleet|plane|unit))\b")
_WHO = re.compile(
    r"\W*(?:(?:and|then|but|so)\W+)?(?:he|she|it|they|this one|that one|er|il|elle|lui|lei|hij"
    r"|zij|both)"
    r" (?:also |too |then |will |should |must |shall |both |all )*(?:supports?|moves?|goes|go"
    r"|holds?|stays?|attacks?"
    r"|convoys?|follows?|retreats?|helps?|covers?|sails?|unterstutzt|zieht|soutient|appuie|appoggia"
    r"|steunt)\b.{0,40}$"
)
_FORCE = re.compile(
    r"\b(?:the|my|my own|our|that|this|other|both|all|die|meine?|la|l'|ma|mon|il mio|la mia|mi|el"
    r"|de"
    r"|mijn)\s*(?:other |last |second |remaining |southern |northern |eastern |western |nearest )*"
    r"(?:army|armies|fleets?|units?|planes?|navy|armee|flotte|armata|flotta|ejercito|flota|vloot"
    r"|leger)\b"
    r"(?: (?:there|in the \w+))?.{0,24}?\b(?:should|shall|must|will|to|moves?|goes|go|holds?"
    r"|stays?|retreats?|disbands?"
    r"|attacks?|supports?|convoys?|follows?|sails?|returns?|geht|zieht|halt|soll|va|tient|va|resta"
    r"|va|mantiene|gaat|blijft)\b"
)
_ARM_ALONE = re.compile(
    r"\s*(?:hold\s+)?(?P<unit>(?:(?:all|both|every|each)\s+)?(?:(?:of|the|my|our|this|that|die"
    r"|der|meine?|la|l'|le|les|mes"
    r"|ma|mon|il|lo|le mie|i miei|el|los|las|mis?|de|het|mijn)\s*)*"
    r"(?:(?:two|three|four|other|others|remaining|second|last|own|andere[nr]?|ubrige[nr]?"
    r"|autres?|altr[oaei]|otr[ao]s?"
    r"|rest of the|rest of my)\s+)*"
    r"(?P<arm>army|fleet|unit|navy|armee|flotte|einheit|armata|flotta|unita|ejercito|flota"
    r"|unidad|leger|vloot|eenheid"
    r"|(?P<many>armies|fleets|units|navies|armeen|flotten|einheiten|armees|flottes|unites"
    r"|armate|flotte|ejercitos"
    r"|flotas|unidades|legers|vloten)))\b(?! (?:in|at|of|from|on|near|there|here|aus|von|en|di"
    r"|de|van|uit)\b)"
)
"""A unit named by its arm alone: "my other army", "both fleets"."""
_CALLED = re.compile(
    r"\W*(?:[a-z.]{3,}(?: [a-z.]{3,})?)(?P<you>,\s*(?:would|could|will|can) you(?: (?:please"
    r"|kindly))*)\s"
)
"""A unit spoken to: "Paris, would you please attack Burgundy?"."""
_NOT_BUT = re.compile(
    r"(?P<all>\b(?:(?:does |do |shall |should |will )?not|nicht|non|no|pas|niet)\s+(?:(?:go"
    r"|move|to|into|nach|in|a|vers|au|en"
    r"|naar)\s+)*(?P<not>[^,;:()]{3,24}?)\s*,?\s+(?:but(?: rather| instead)?|sondern"
    r"|mais(?: plutot)?|ma|bensi|sino"
    r"|maar)\s+(?:to|into|nach|a|en|in|vers|naar)\b)"
)
"""As in "not to Burgundy but to Tyrolia"."""
_SUBJECT = re.compile(
    r"\W*(?:(?:it's time for|it is time for|time for|let|have|as for|regarding|and|but|then|so"
    r"|now|also|nothing for|no orders? for|the|my|our|army|fleet|in|from|at|a|f|und|die|der"
    r"|das|et|la|le|l'|el|il|e|y|de|het)\W+)*"
    r"(?P<who>[a-z]{3,}(?: [a-z]{3,})?)(?: (?:army|fleet|unit|armee|flotte))?"
    r" (?:should|shall|will|must|had|ought|may|needs?|to|has to|too|likewise|also|bleibt|soll"
    r"|geht|doit|va|deve|debe"
    r"|moet|(?!(?:is|was|has|does|this|as|looks|seems|feels|falls|sends|says|its|his|us|yes"
    r"|plus|always)\b)"
    r"[a-z]{2,}s|(?:this|for now|instead|time|next)\b.*)\b"
)
"""How words begin that tell what a unit does or shall do."""
_OPENS_BELOW = re.compile(r"(?:[:,]|\b(?:then|dann|alors|allora|entonces|dan))\s*$")
_ASKS = "this is not understood as an order. Write one order a line, as in '{0}'."
_TAKEN_BACK = "this is taken back or left in doubt here: write the order that you want, alone."
CONDITION = (
    "this depends on something that the judge can't weigh. Write what you want in any case, or a "
    "condition on who stands where: 'IF NOT French A BUR THEN'."
)
_UNSURE = "this is not decided. Write the order alone if you mean it."
_QUESTION = "this reads as a question; leave the question mark out if it is an order."
_REST = "not understood beside the order on its line. If it is an order, write it on its own line."
_NOT_SO = "this says what not to do. Write what the unit shall do, as in '{0}'."
_TOLD = "this tells what somebody said or would do. Write the order alone if you want it."
_WHICH = "which? Write the order with its unit, as in '{0}'."
_WHICH_BACK = (
    "which order is taken back? CLEAR and its unit forgets one, CLEAR alone all of them; or write "
    "the order that you want instead, as in '{0}'."
)
_REQUEST = (
    "the judge can't do this by itself. HELP COMMANDS lists what it can; orders go one a line."
)
_EARLIER = "tells of an earlier turn"
_COMMON = listed("war both")
"""Ids that are words as well: unless in capitals they name nothing."""
_JOINTS = listed("with and by via to from at near mit und bei avec et con e y met a army fleet f")
_WEAK = frozenset(
    ("_FOR", "_BY", "_FROM", "_OR", "_ALL", "_SELF", "_THEN", "_AND", "_VIA", "_POINTS")
)
"""Words of orders that are no deeds."""
_WORDS_TOO = listed(
    "to into off new place add pass rest give put in m r s d b c h t v w u va all neu"
)
"""Deeds that are everyday words as well."""
_DEED = re.compile(
    r"\b(?:orders?|moves?|attacks?|retreats?|supports?|convoys?|holds?|army|armies|fleets?|units?"
    r"|same|likewise|ditto|befehle?|armee|flotte|ordre|armata|flotta|ejercito|flota|leger|vloot"
    r"|ordine|orden)\b"
)


class Part(NamedTuple):
    """A part of a sentence: its columns, and the orders that it holds (none: it is only words)."""

    start: int
    end: int
    items: tuple[Item, ...] = ()
    lexemes: Sequence[Lexeme] = ()
    text: str = ""


class Secretary:
    """Reads the lines of one letter that are no plain orders."""

    def __init__(self, orders: OrderReader) -> None:
        self.orders = orders
        self.lexicon = orders.lexicon
        self.last: Slots | None = None
        self.mentioned: tuple[str, ...] = ()
        self.opened = False
        letter, place, neighbour = orders.vocabulary.samples
        self.example = f"{letter} {place} - {neighbour}"

    def noted(self, items: Sequence[Item]) -> None:
        """Remember the orders of a plain line: the next one may say "supports it"."""
        slots = items[-1].slots if items else None
        if slots and "piece" in slots:
            self.last, self.mentioned = slots, ()

    def read(self, number: int, text: str, heading: Heading) -> list[Read | TakenBack]:
        """What a line comes to, sentence by sentence."""
        found: list[Read | TakenBack] = []
        for start, end in _stretches(text, _SENTENCE_END):
            one = Narrow(text[start:end], range(start, end), text)
            if end - start > ENDLESS or start > MUCH:
                found.append(one.told(self._unweighed(number, one.text)))
                continue
            read = self._sentence(number, one.text, heading)
            if cues.corrects(level(one.text)):
                read = self._corrected(number, one.text, read)
            found += map(one.told, read)
        if any(not isinstance(one, Ignored) for one in found):
            return [one for one in found if not isinstance(one, Ignored) or one.spaces]
        return found[:1] if len(found) < 2 else [_longest(number, text, found)]

    def _unweighed(self, number: int, text: str) -> Ignored:
        """A sentence that is too long to weigh, or far behind the others: a question at most."""
        named = tuple(sorted(self.names(text)))
        return Ignored(span_of(number, text), text.strip(), "no order", named, _LONG)

    def _corrected(
        self, number: int, text: str, read: Sequence[Read | TakenBack]
    ) -> Sequence[Read | TakenBack]:
        """A sentence that puts something right; where it is asked, so is what it may change."""
        asked = next((one for one in read if isinstance(one, Problem)), None)
        if any(isinstance(one, TakenBack | Sentence) for one in read):
            return read
        if asked is None:
            spaces = self.names(text)
            said = Problem(span_of(number, text), text.strip(), _WHICH.format(self.example))
            talk = spaces and all(isinstance(one, Ignored) for one in read)
            acts = any(isinstance(one, Ignored) and one.spaces for one in read)
            said = replace(said, ordered=acts)
            back = TakenBack(said, tuple(sorted(spaces)), TALK, said.span, corrected=True)
            return [back] if talk else read
        spaces = {space for one in asked.repairs for space in _spaces_of(one.piece)}
        spaces |= self.names(text)
        which = "" if spaces else LAST
        back = TakenBack(asked, tuple(sorted(spaces)), which, span_of(number, text), corrected=True)
        return [back if one is asked else one for one in read]

    def remarked(self, text: str, remark: str) -> str:
        """Why a remark beside a good order makes it doubtful, "" if it doesn't.

        ``remark`` is what stands behind a comment's sign.
        """
        low = level(text)
        inside = [level(remark), *(found[1] for found in _BRACKETS.finditer(low))]
        for one in inside:
            if one.strip() and cues.doubts(one):
                return CONDITION if cues.conditional(one) else _TAKEN_BACK
        outside = _BRACKETS.sub(" ", low)
        outside = outside[cues.expletive(outside) :]
        if cues.takes_back(outside):
            return _TAKEN_BACK
        return CONDITION if cues.conditional(outside) else ""

    # --- a sentence

    def _sentence(  # noqa: C901 - one guard clause for each thing that a sentence can say
        self, number: int, text: str, heading: Heading
    ) -> Sequence[Read | TakenBack]:
        low = level(text)
        told = cues.recounts(low) and not (low.rstrip().endswith("?") and cues.requests(low))
        if told and not cues.takes_back(low.replace("never mind", " ")):
            return [ignored(number, text, _EARLIER)]
        behind = cues.should_read(low)
        if behind and behind < len(low):
            back = TakenBack(None, (), cues.line_named(low[:behind]) or LAST, span_of(number, text))
            rest = self._sentence(number, " " * behind + text[behind:], heading)
            return [back, *rest] if any(isinstance(one, Sentence) for one in rest) else rest
        meant = cues.unconditioned(low)
        if meant != low:
            text = "".join(
                was if is_ == now else " " for was, is_, now in zip(text, low, meant, strict=True)
            )
            low = meant
        dropped = self._dropped(number, text, low)
        if dropped:
            return dropped
        rather = self._rather(text)
        if rather != text:
            text, low = rather, level(rather)
        if called := _CALLED.match(low):
            start, end = called.span("you")
            text = text[:start] + " " * (end - start) + text[end:].replace("?", " ")
            low = level(text)
        polite = rewording.asked_politely(low)
        if polite:
            text, low = text.replace("?", " "), low.replace("?", " ")
        parts = self._parts(text, low)
        orders = [part for part in parts if part.items]
        if not orders:
            return self._words(number, text, low)
        doubt = self._doubt(text, parts, polite=polite)
        if cues.another_choice(low) and not doubt:
            asked = self._asked(number, text, _UNSURE, parts, heading)
            return [TakenBack(asked, (), LAST, asked.span)]
        if doubt:
            self.last = None
            asked = self._asked(number, text, doubt, parts, heading)
            if doubt != _TAKEN_BACK or not cues.takes_back(low[: orders[0].start]):
                return [asked]
            own = {one for part in orders for item in part.items for one in _standing(item.slots)}
            return [TakenBack(asked, tuple(sorted(own)), "", asked.span)]
        return self._taken(number, text, parts, heading)

    def _dropped(self, number: int, text: str, low: str) -> list[TakenBack]:
        """The order that "Drop A Ukr - Sev" or "skip Rumania" takes back; [] of other words.

        A unit alone is dropped in retreats and builds: the board decides that.
        """
        behind = cues.drops(low)
        spaces = self.names(text[behind:]) if behind else set()
        rest = " " * behind + text[behind:]
        part = self._order(rest, behind, len(rest)) if spaces else None
        if part is None or part.items[0].verb == "unit":
            return []
        own = {one for item in part.items for one in _standing(item.slots)}
        span = span_of(number, text)
        asked = Problem(span, text.strip(), _TAKEN_BACK)
        return [TakenBack(asked, tuple(sorted(own)), "", span)]

    def _taken(
        self, number: int, text: str, parts: Sequence[Part], heading: Heading
    ) -> list[Read | TakenBack]:
        """The orders of a sentence, less those that its next words take back; what is left open."""
        found: list[Read | TakenBack] = []
        ordered = {space for part in parts for item in part.items for space in _spaces(item.slots)}
        for at, part in enumerate(parts):
            if part.items:
                self.noted(part.items)
                found += self._sentences(number, text, part, heading)
                continue
            words = level(text[part.start : part.end])
            if cues.takes_back(words) or (
                at and cues.expletive(words + " ") and at + 1 < len(parts)
            ):
                if found and isinstance(found[-1], Sentence):
                    found.pop()
                elif cues.takes_back(words):
                    found.append(TakenBack(None, (), LAST, span_of(number, text)))
                continue
            rest = " " * part.start + text[part.start : part.end]
            if self._serious(rest, words):
                found.append(Problem(span_of(number, rest), rest.strip(), _REST))
            elif not cues.explains(words) and not prose.greets(words):
                named = self.names(rest) - ordered
                if not named:
                    continue
                found.append(
                    Ignored(
                        span_of(number, rest), rest.strip(), "no order", tuple(sorted(named)), _REST
                    )
                )
        return found

    def _asked(
        self, number: int, text: str, why: str, parts: Sequence[Part], heading: Heading
    ) -> Problem:
        repairs = tuple(
            one for part in parts if part.items
            for one in self._sentences(number, text, part, heading)
        )  # fmt: skip
        return Problem(span_of(number, text), text.strip(), why, (), repairs)

    def _sentences(
        self, number: int, text: str, part: Part, heading: Heading
    ) -> Iterable[Sentence]:
        line = TypedLine(number, text, list(part.lexemes), heading)
        for item in part.items:
            slots = item.slots or {}
            span = line.span(item)
            typed = text[span.column - 1 : span.end - 1]
            for one in (slots, *slots.get("more", ())):
                yield sentence(one, span, typed, heading.power)

    def _doubt(self, text: str, parts: Sequence[Part], *, polite: bool) -> str:
        """Why none of a sentence's orders is taken, "" if they are."""
        low = level(text)
        first = next(at for at, part in enumerate(parts) if part.items)
        ordered = {space for part in parts for item in part.items for space in _spaces(item.slots)}
        for at, part in enumerate(parts):
            words = low[part.start : part.end].strip()
            if part.items:
                if "?" in words and not polite:
                    return _QUESTION
                continue
            if prose.greets(words) and not cues.takes_back(words):
                continue
            typed = text[part.start : part.end].strip()
            why = self._doubtful(typed, ordered, before=at < first, last=at > first)
            if why:
                later = any(one.items for one in parts[at + 1 :])
                if why == _TAKEN_BACK and later and not cues.denies(words.split(" ")[0]):
                    continue
                return why
        if any(cues.explains(low[part.start : part.end]) for part in parts if not part.items):
            return ""
        if cues.quotes(level(rewording.reworded(text, low[cues.expletive(low) :].rjust(len(low))))):
            return _TOLD
        return _QUESTION if low.rstrip().endswith("?") and not polite else ""

    def _doubtful(self, typed: str, ordered: set[str], *, before: bool, last: bool) -> str:
        """Why some words between the orders make them doubtful, or ""."""
        words = level(typed)
        if before and cues.expletive(words + " ") >= len(words):
            return ""
        if cues.explains(words):
            return ""
        if self._names_another(typed, ordered):
            return ""
        if self._half_said(typed):
            return _REST
        if cues.conditional(words):
            return CONDITION
        if cues.unsure(words):
            return _UNSURE
        if cues.takes_back(words) or (last and (cues.a_denial(words) or cues.doubts(words))):
            return _TAKEN_BACK
        if before and cues.denies(words):
            return _TAKEN_BACK
        return ""

    def _half_said(self, typed: str) -> bool:
        """Whether words are only a place or unit, whose part nobody knows: "with Ser"."""
        words = [key for kind, key, _, _ in scan(typed) if kind == WORD]
        rest = [word for word in words if word not in FILLERS and word not in _JOINTS]
        if not 0 < len(rest) <= 2 or cues.denies(level(typed)):
            return False
        return bool(self.names(typed)) and not any(map(self._is_deed, scan(typed)))

    def _names_another(self, typed: str, ordered: set[str]) -> bool:
        """Whether words only deny another place: "not Spa!", "certainly not Tyrolia"."""
        words = level(typed)
        denied = re.fullmatch(
            r"(?:\W*(?:and|but|certainly|definitely|surely|absolutely|und|et|e|y|en|ma|pero|mais"
            r"|aber"
            r"|maar|sicher))*\W*(?:(?:no|kein\w*|pas d'|nessun|ningun|geen) ?(?:attack|move"
            r"|angriff|zug|attaque|attacco|ataque"
            r"|aanval)|not|never|nicht|pas|non|no|niet)(?: (?:on|auf|sur|su|sobre|op|to|into"
            r"|nach|a|vers|in"
            r"|the"
            r"|naar))*\s+(.{2,24}?)[\s!.]*",
            words,
        )
        if denied is None:
            return False
        spaces = self.names(typed[denied.start(1) : denied.end(1)])
        known = bool(spaces) or denied[1].strip() in _powerful(self.lexicon)
        return known and not spaces & ordered

    # --- a sentence without orders

    def _words(self, number: int, text: str, low: str) -> list[Read | TakenBack]:
        """Words alone: an order taken back, a request, something about one's units, or talk."""
        span = span_of(number, text)
        typed = text.strip()
        spaces = self.names(text)
        if len(spaces) == 1 and _IT_GOES.match(low) is None:
            self.mentioned = tuple(spaces)
        if cues.takes_back(low):
            return [self._taking_back(number, text, low, spaces)]
        if spaces and _OR_ELSE.match(low):
            return [TakenBack(Problem(span, typed, _UNSURE), (), LAST, span)]
        glued = self._glued(text)
        why = _GLUED if glued else self._request(low, spaces)
        if why:
            return [Problem(span, typed, why, (), glued)]
        if _OPENS_BELOW.search(low) and cues.conditional(low):
            self.opened = True
            return [Problem(span, typed, CONDITION)]
        return [self._talk(number, text, low, spaces)]

    def _talk(self, number: int, text: str, low: str, spaces: set[str]) -> Ignored:
        """Talk; it becomes a question if it tells what a unit of the writer's does or shall do."""
        span, typed = span_of(number, text), text.strip()
        if spaces and (self._acts(text) or self._subject(text, low) or len(spaces) > 1):
            return Ignored(span, typed, "no order", tuple(sorted(spaces)), self._question(low))
        return ignored(number, text, "no order")

    def _subject(self, text: str, low: str) -> bool:
        """Whether words begin with a place that does something: "Brest follows it"."""
        found = _SUBJECT.match(low)
        if found is None:
            return False
        whole, last = text[found.start("who") : found.end("who")], found["who"].split()[-1]
        return bool(self.names(whole) or self.names(whole[-len(last) :]))

    def _question(self, low: str) -> str:
        """What to ask about words on a unit and a deed that make no order."""
        if cues.conditional(low):
            return CONDITION
        if cues.unsure(low):
            return _UNSURE
        return (_NOT_SO if cues.denies(low) else _ASKS).format(self.example)

    def _request(self, low: str, spaces: set[str]) -> str:
        """What to answer to words that ask for something or half say an order, "" to talk."""
        minor = self.orders.vocabulary.minor
        if cues.requests(low):
            return _REQUEST
        if spaces and cues.asks_for(low):
            return _ASKS.format(self.example)
        if minor and (_STAKES.search(low) or _COUNTED.search(low)) and self._foreign(low):
            return _ASKS.format(f"BID 5 {minor}")
        if _WHO.match(low) or (_FORCE.search(low) and not self._foreign(low)):
            return _WHICH.format(self.example)
        return ""

    def _taking_back(self, number: int, text: str, low: str, spaces: set[str]) -> Read | TakenBack:
        span, typed = span_of(number, text), text.strip()
        named = cues.line_named(low)
        which = named or (ALL if _EVERYTHING.search(low) else LAST if _THAT.search(low) else "")
        asked = Problem(span, typed, _WHICH_BACK.format(self.example), ("CLEAR",))
        return TakenBack(asked, tuple(sorted(spaces)), "" if spaces else which, span)

    def _glued(self, text: str) -> tuple[Sentence, ...]:
        """What a unit with two names, or a name and a letter, grown together may mean."""
        found = _GROWN.match(text)
        if found is None:
            return ()
        exact, meant = self.orders.vocabulary.exact, []
        word = level(found["word"])
        for at in range(3, len(word)):
            left, right = word[:at], word[at:]
            if left in exact and (right in exact or right == "h"):
                deed = "H" if right == "h" else f"- {right}"
                meant.append(f"{found['arm']} {left} {deed}")
        items = [item for one in meant for item in self.orders.read(one, scan(one))]
        span = span_of(0, text)
        return tuple(sentence(item.slots, span, text.strip(), "") for item in items if item.slots)

    def _foreign(self, low: str) -> bool:
        """Whether a sentence names a power."""
        powers = _powerful(self.lexicon)
        return any(word in powers for word in re.findall(r"[a-z]+", low))

    # --- parts

    def _parts(self, text: str, low: str) -> list[Part]:
        """A sentence cut into the longest parts that are orders, and what stands between."""
        colons = low.replace(":", " ") if _COUNTED.search(low) else low
        ends = list(_stretches_low(colons, _PART_END))
        if len(ends) > _MOST_PARTS:
            ends = [(ends[0][0], ends[-1][1])]
        parts: list[Part] = []
        at = 0
        while at < len(ends):
            for behind in range(len(ends), at, -1):
                start, end = ends[at][0], ends[behind - 1][1]
                part = self._order(text, start, end)
                if part:
                    parts.append(part)
                    if part.items[-1].slots and "piece" in part.items[-1].slots:
                        self.last = part.items[-1].slots
                    at = behind
                    break
            else:
                parts.append(Part(*ends[at]))
                one = self.names(text[ends[at][0] : ends[at][1]])
                if len(one) == 1:
                    self.mentioned = tuple(one)
                at += 1
        return parts

    def _order(self, text: str, start: int, end: int) -> Part | None:
        """A stretch of a line as orders, its words made plainer and plainer; None if it is none."""
        bare = " " * start + text[start:end]
        if _NEVER.match(level(bare)) or cues.takes_back(level(bare)):
            return None
        skip = cues.expletive(level(bare[start:]))
        tries = [bare]
        if skip and start + skip < len(bare):
            bare = " " * (start + skip) + bare[start + skip :]
            tries.append(bare)
        polite = rewording.reworded(bare, level(bare))
        tries.append(polite)
        tries.append(rewording.directed(polite, level(polite), self.lexicon))
        plain = rewording.plainer(polite, level(polite), self.lexicon)
        tries += [plain, rewording.directed(plain, level(plain), self.lexicon)]
        for one in dict.fromkeys(tries):
            lexemes = self._resolved(one)
            if lexemes is None:
                return None
            items = self._read(one, lexemes)
            if not items and _ONE_MORE.search(level(bare[start:])):
                items = self._built(one, lexemes)
            if items and not (items[0].verb in LEAVING and cues.speaks_of_orders(bare)):
                return Part(start, end, items, lexemes, one)
        return self._by_arm(polite, plain, start, end)

    def _by_arm(self, polite: str, plain: str, start: int, end: int) -> Part | None:
        """An order whose unit is named by its arm alone: "the other fleet holds"."""
        for text in (polite, plain):
            found = _ARM_ALONE.match(level(text))
            sample = self.orders.vocabulary.samples
            if found is None or sample[0] == "L":
                continue
            arm = "" if found["arm"][0] in "uei" else "F" if found["arm"][0] == "f" else "A"
            if found["arm"] in ("vloot", "navy", "navies"):
                arm = "F"
            at, behind = found.start("unit"), found.end("unit")
            unit = [(WORD, "a", at, behind), (WORD, sample[1].lower(), at, behind)]
            lexemes = _instead(scan(text), at, behind, unit)
            items = self._read(text, lexemes)
            if len(items) != 1 or not items[0].slots or "piece" not in items[0].slots:
                continue
            verb = items[0].verb
            if found["many"]:
                if verb != "hold":
                    continue
                verb = "hold-all"
            place = Place(text[at:behind].strip(), at + 1, ())
            slots = {**items[0].slots, "verb": verb, "piece": Piece(place, arm)}
            return Part(start, end, (items[0]._replace(slots=slots),), lexemes, text)
        return None

    def _read(self, text: str, lexemes: list[Lexeme]) -> tuple[Item, ...]:
        """The orders of lexemes that are nothing but orders; () of others."""
        items = self.orders.read(text, lexemes)
        if not items or any(item.error or item.reported for item in items):
            return ()
        if len(items) > 1:
            items = tuple(combine(items))
        if any(item.verb in _UNSAID or _bare(item) for item in items):
            return ()
        return items

    def _built(self, text: str, lexemes: list[Lexeme]) -> tuple[Item, ...]:
        """A unit alone, as in "One fleet in Naples": the winter builds it."""
        items = self.orders.read(text, lexemes)
        slots = items[0].slots if len(items) == 1 else None
        whole = slots is not None and slots["verb"] == "unit" and slots["piece"].arm
        return (items[0]._replace(slots={**slots, "verb": "build"}),) if slots and whole else ()

    def _rather(self, text: str) -> str:
        """A line without the place that it denies: "A Mun nicht nach Bur, sondern nach Tirol"."""
        found = _NOT_BUT.search(level(text))
        if found is None or not self.names(text[found.start("not") : found.end("not")]):
            return text
        start, end = found.span("all")
        return text[:start] + "-".ljust(end - start) + text[end:]

    def _resolved(self, text: str) -> list[Lexeme] | None:
        """The lexemes of a text, "it" put in words; None where nobody knows what "it" is."""
        lexemes = scan(text)
        low = level(text)
        found = _PRONOUN.search(low)
        if found:
            meant = self._meant(found["verb"])
            if not meant:
                return None
            return _instead(
                lexemes,
                found.start("it"),
                found.end("at") if found["at"] else found.end("it"),
                meant,
            )
        found = _DISLOCATED.search(low)
        if found:
            meant = self._meant("support")
            verb: Lexeme = (WORD, "support", found.start(), found.end())
            return _instead(lexemes, found.start(), found.end(), [verb, *meant]) if meant else None
        goes = _IT_GOES.match(low)
        if goes and self.mentioned:
            return _instead(
                lexemes,
                goes.start("it"),
                goes.end("it"),
                [(WORD, self.mentioned[0].lower(), goes.start("it"), goes.end("it"))],
            )
        return lexemes

    def _meant(self, verb: str) -> list[Lexeme]:
        """The last order's words, as the object of "supports it"; [] without one to speak of."""
        last = self.last
        if last is None or last.get("verb") not in ("move", "hold", "support", "convoy"):
            return []
        piece = last["piece"]
        goal = last["path"][-1:] if last["verb"] == "move" else ()
        if len(piece.place.spaces) != 1 or any(len(place.spaces) != 1 for place in goal):
            return []
        words = [(piece.arm.lower(), WORD)] if piece.arm and piece.arm in "AFPLN" else []
        if piece.arm and piece.strength:
            words.append((str(piece.strength), 2))
        words.append((piece.place.spaces[0].lower(), WORD))
        for place in goal:
            words += [("-", ARROW), (place.spaces[0].lower(), WORD)]
        return [(kind, key, 0, 0) for key, kind in words]

    # --- what words name

    def names(self, text: str) -> set[str]:
        """The spaces that words of a text name, written as names are."""
        found: set[str] = set()
        lexemes = [one for one in scan(text) if one[0] == WORD]
        at = 0
        while at < len(lexemes):
            for size in (4, 3, 2, 1):
                words = tuple(key for _, key, _, _ in lexemes[at : at + size])
                if len(words) < size:
                    continue
                name = self._name(words, text[lexemes[at][2] : lexemes[at + size - 1][3]])
                if name:
                    found |= set(name)
                    at += size - 1
                    break
            at += 1
        return found

    def _name(self, words: tuple[str, ...], typed: str) -> tuple[str, ...]:
        vocabulary = self.orders.vocabulary
        if len(words) > 1:
            return vocabulary.phrases.get(words, ())
        word = words[0]
        if len(word) < 3 or (len(word) == 3 and not typed.isupper() and not typed.istitle()):
            return ()
        if (word in _COMMON and not typed.isupper()) or word in FILLERS:
            return ()
        known = word in vocabulary.exact or word in MEANT
        name = vocabulary.word(word) if known or not typed.islower() else None
        return name.spaces if name and len(name.spaces) == 1 else ()

    def _acts(self, text: str) -> bool:
        """Whether a word of orders stands in a text."""
        return _DEED.search(level(text)) is not None or any(map(self._is_deed, scan(text)))

    def _is_deed(self, lexeme: Lexeme) -> bool:
        kind, key, _, _ = lexeme
        if kind != WORD or key in _WORDS_TOO:
            return kind == ARROW
        terminals = {terminal for terminal, _ in self.lexicon[key].readings}
        return any(one.startswith("_") for one in terminals - _WEAK)

    def _serious(self, text: str, low: str) -> bool:
        """Whether words beside an order may be one more order, or a wish."""
        if prose.greets(low) or cues.explains(low):
            return False
        lexemes = scan(text)
        return prose.like_order(lexemes, self.lexicon) or bool(
            self.names(text) and self._acts(text)
        )


def _standing(slots: Slots | None) -> Iterable[str]:
    """The spaces of the unit that an order is for."""
    piece = (slots or {}).get("piece")
    return piece.place.spaces if isinstance(piece, Piece) else ()


def _spaces_of(piece: Piece | None) -> tuple[str, ...]:
    """The spaces that a unit can stand in."""
    return piece.place.spaces if piece else ()


def _bare(item: Item) -> bool:
    """Whether an order names no unit though its deed needs one: "disband"."""
    slots = item.slots or {}
    return slots.get("verb") == "disband" and "piece" not in slots


def _spaces(slots: Slots | None) -> Iterable[str]:
    """Every space that an order names."""
    if not slots:
        return
    piece = slots.get("piece")
    if isinstance(piece, Piece):
        yield from piece.place.spaces
    for place in slots.get("path", ()):
        yield from place.spaces
    for key in ("about", "also"):
        yield from _spaces(slots.get(key))


def _instead(lexemes: list[Lexeme], start: int, end: int, meant: Sequence[Lexeme]) -> list[Lexeme]:
    """Lexemes with ``meant`` in the place of those between two columns."""
    before = [one for one in lexemes if one[3] <= start]
    behind = [one for one in lexemes if one[2] >= end]
    return [*before, *((kind, key, start, end) for kind, key, _, _ in meant), *behind]


def _stretches(text: str, ends: "re.Pattern[str]") -> Iterable[tuple[int, int]]:
    return _stretches_low(level(text), ends)


def _stretches_low(low: str, ends: "re.Pattern[str]") -> Iterable[tuple[int, int]]:
    """The columns between the matches of a pattern, empty ones left out.

    A sentence far to the right has a wide margin, on which patterns would take their time.
    """
    start = len(low) - len(low.lstrip())
    for found in ends.finditer(low, start):
        if low[start : found.start()].strip():
            yield start, found.start()
        start = found.end()
    if low[start:].strip():
        yield start, len(low)


def _longest(number: int, text: str, found: Sequence[Read | TakenBack]) -> Ignored:
    """One answer for a line of talk: the first reason, every space that it names."""
    told = [one for one in found if isinstance(one, Ignored)]
    named = next((one for one in told if one.spaces), told[0])
    return replace(named, span=span_of(number, text), text=text.strip())


def _powerful(lexicon: Lexicon) -> frozenset[str]:
    """The names of powers."""
    return frozenset(" ".join(key) for key in lexicon.vocabulary.powers)
