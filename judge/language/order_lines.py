"""The lines of a letter that are no commands: plain orders, or words that say more than these."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from judge.kernel.text import Command, Ignored, Problem, Sentence, Span
from judge.language import (
    above,
    answers,
    denials,
    hearsay,
    parts,
    prose,
    requests,
    seasons,
    taken_back,
)
from judge.language.fold import level, plain
from judge.language.moved_support import support_moves
from judge.language.narrow import narrow_endless_runs
from judge.language.orders import Item, OrderReader
from judge.language.plain_orders import LIST, NOTHING, TELLS, PlainOrders, is_odd, is_place
from judge.language.scan import Lexeme, scan
from judge.language.secretary import Secretary
from judge.language.stretches import LEAVING, PAYING
from judge.language.typed_line import NO_ORDER, LineReading, Withdrawal, find_span, ignore_line
from judge.language.wrapping import Wrapping

_ODD = re.compile(r"[(\[?:{]|\b(?:1[89]|20)\d\d\b")
"""Signs of a heading, a remark or a question, and a year."""
_UNDECIDED = "this stands below '{}', which is no order. Write it again above, if you mean it."
_SUPPOSING = ("should", "sollte", "sollten")
"""What a condition may begin with whose words are those of orders."""
_KEPT = (*NOTHING.values(), LIST)
"""Reasons for ignoring a line that settle it."""
_OBEYED = (Sentence, Command, Withdrawal)
"""What the secretary may make of a line that was a problem."""
_PRESENT = re.compile(
    r"\s*(?:(?:but|aber|mais|ma|pero|maar|so|und|and) )?(?:now|for now|this (?:turn|time)|today"
    r"|jetzt|nun|diesmal|heute|maintenant|cette fois|adesso|ora|questa volta|ahora|esta vez|nu)\b"
)
"""How a sentence begins that comes back to the present."""
_PRESENT_HEADING = re.compile(_PRESENT.pattern + r"(?: [^\W\d_]+){0,3}:")
"""A heading that does."""
_FEW = 12
"""Words of a heading, whatever else it says: "Hi judge, for fall 1902:"."""
_CLAUSE = re.compile(
    r"(?:[,;.!?-]|\b(?:so|and|hence|therefore|daher|deshalb|donc|alors|quindi|dunque|asi que|dus))"
    r"\s+(?=\S)|\b(?=(?:here|hier|voici|ecco|aqui)\b)"
)
"""Where the last clause of a longer heading may begin: "I'm off on Friday, so here's my fall:"."""
_NOW = re.compile(
    r"\b(?:now|this (?:turn|time|phase|season)|jetzt|diesmal|maintenant|cette fois|ora|adesso"
    r"|questa volta|ahora|esta vez|nu|deze keer)\W*$"
)
"""How a clause ends that is for the present."""


class OrderLines:
    """The order lines of one letter: the plain ones, and those that other words put in doubt."""

    def __init__(self, orders: OrderReader) -> None:
        self.orders = orders
        self.secretary = Secretary(orders)
        self._plain = PlainOrders(orders)
        self._wrapping = Wrapping(orders, self._plain.headings, self.secretary.names)
        self._seasons = orders.vocabulary.seasons
        self.phase: tuple[str, ...] = ()
        self.below = ""
        self.reported = False
        """Whether a verdict stands behind the last order, as in results: its reason follows."""

    def read(self, number: int, text: str, remark: str = "") -> Iterable[LineReading | Withdrawal]:
        """The orders of a plain line, problems with them, or why it is ignored.

        ``remark``: what stands behind it as a comment.
        """
        narrow = narrow_endless_runs(text)
        if narrow is None:
            return self._read(number, text, remark)
        return map(narrow.widen, self._read(number, narrow.text, remark))

    def _read(self, number: int, text: str, remark: str) -> Iterable[LineReading | Withdrawal]:
        text = self._wrapping.strip_signs(text)
        lexemes, items = self.orders.line(text)
        odd = is_odd(items)
        if odd and not remark and prose.is_mannerly(text):
            return self._plain.read(number, text, lexemes, items)
        if odd:
            text, lexemes, items = self._wrapping.strip_remark(text, lexemes, items)
            odd = is_odd(items)
        self.reported = odd and any(item.reported for item in items)
        odd = odd or self._is_doubtful(text, lexemes, items)
        if not odd and not remark and not self.below and not _ODD.search(text):
            self.secretary.remember_orders(items)
            readings = self._plain.read(number, text, lexemes, items)
            if len(items) == 1:
                return readings
            return self._mean_together(text, list(readings))
        return self._read_odd_line(number, text, lexemes, items, remark)

    def _mean_together(
        self, text: str, readings: Sequence[LineReading | Withdrawal]
    ) -> Sequence[LineReading | Withdrawal]:
        """What the orders of a line mean beside each other."""
        return support_moves(_drop_other_arm(text, readings), self.orders.lexicon)

    def _is_doubtful(self, text: str, lexemes: list[Lexeme], items: tuple[Item, ...]) -> bool:
        """Whether what reads as orders may be none: "Remove the order of the army in Smyrna"."""
        if len(items) == 1 and items[0].verb in LEAVING:
            return taken_back.speaks_of_orders(level(text))
        return _says_too_little(lexemes, items) or self._pays_nobody(one.verb for one in items)

    def _pays_nobody(self, verbs: Iterable[str]) -> bool:
        """Whether words read as points in a game without minor powers: "Ruhr is the one to go"."""
        return not self.orders.vocabulary.pays and any(verb in PAYING for verb in verbs)

    # --- lines that are not plainly orders

    def _read_odd_line(
        self, number: int, text: str, lexemes: list[Lexeme], items: tuple[Item, ...], remark: str
    ) -> Iterable[LineReading | Withdrawal]:
        """A line with a heading, brackets, a remark or words that are not understood."""
        low = level(text)
        bounds = _phase_bounds(low, self._seasons)
        if len(bounds) > 1:
            ends = [*bounds[1:], len(text)]
            stretches = zip(bounds, ends, strict=True)
            spread = (" " * start + text[start:end] for start, end in stretches)
            return [reading for one in spread for reading in self.read(number, one, remark)]
        usual = list(self._plain.read_polite(number, text, lexemes, items))
        title_readings = self._end_phase(number, text, low, remark) or self._read_title(
            number, text, low, usual
        )
        if title_readings:
            return title_readings
        phase = (
            seasons.find_leading(low, self._seasons)
            or seasons.find_trailing(low, self._seasons)
            or self._find_phase_before(text, low)
        )
        inside = self._read_dated_line(number, text, phase, remark) if phase else []
        if inside:
            return inside
        if self._plain.heading.alone:
            self.below = ""
            return usual
        readings = self._mean_together(text, self._weigh_line(number, text, usual, remark))
        if phase and phase.phase.startswith(seasons.NEXT):
            readings = [_limit_question(one) for one in readings]
        return self._doubt_readings(readings)

    def _read_title(
        self, number: int, text: str, low: str, usual: Iterable[LineReading]
    ) -> Sequence[LineReading]:
        """A line that is a heading by its words: of a phase, of a draft, or of one's own orders."""
        has_orders = any(isinstance(one, Sentence) for one in usual)
        alone = low.rstrip(" )]*").endswith(":") or self._plain.heading.alone
        heads = not has_orders and alone and hearsay.titles_no_order(low)
        theirs = heads and hearsay.quotes(low)
        phase = None if has_orders or theirs else self._find_heading_phase(low)
        if phase:
            return self._open_phase(number, text, phase.phase)
        if heads:
            self.below = _UNDECIDED.format(text.strip().rstrip(":"))
            return [ignore_line(number, text, "a heading")]
        if self.below and low.rstrip().endswith(":") and hearsay.titles_own_orders(low):
            self.below = ""
            return [ignore_line(number, text, "a heading")]
        return ()

    def _find_phase_before(self, text: str, low: str) -> seasons.NamedPhase | None:
        """The phase that a sentence speaks of before it comes to any unit."""
        phase = seasons.find_introduction(low, self._seasons)
        if phase is None or hearsay.recounts(low) or denials.explains(low):
            return None
        return None if self.secretary.names.spaces(text[: phase.end]) else phase

    def _find_heading_phase(self, low: str) -> seasons.NamedPhase | None:
        """The phase that a heading names, with or without a power beside it."""
        phase = seasons.find_title(low, self._seasons) or self._find_last_heading_phase(low)
        heads = low.rstrip().endswith(":") and len(low.split()) <= _FEW
        if phase is None and heads and not self.secretary.names.spaces(low):
            return seasons.find_anywhere(low, self._seasons)
        if phase is None and self._plain.heading.alone:
            phase = seasons.find_leading(f"{low}: .", self._seasons) or seasons.find_anywhere(
                low, self._seasons
            )
        return phase

    def _find_last_heading_phase(self, low: str) -> seasons.NamedPhase | None:
        """The phase that the last clause of a line is a heading for."""
        if not low.rstrip().endswith(":") or hearsay.titles_no_order(low):
            return None
        clauses = (low[match.end() :] for match in _CLAUSE.finditer(low))
        titles = (seasons.find_title(one, self._seasons) for one in clauses)
        return next(filter(None, titles), None)

    def _open_phase(self, number: int, text: str, phase: str) -> list[LineReading]:
        """A heading that names a phase: what follows is for it."""
        self.below = ""
        self.phase = (seasons.PAST if hearsay.recounts(level(text)) else phase,)
        return [Command("phase", find_span(number, text), text.strip(), self.phase)]

    def _end_phase(
        self, number: int, text: str, low: str, remark: str
    ) -> list[LineReading | Withdrawal]:
        """A heading that comes back to the present, and what stands behind it; [] of other lines.

        As in "For now:" and "Now: A War H" below "Next turn:".
        """
        present = _PRESENT_HEADING.match(low) if self.phase else None
        if present is None:
            return []
        self.below, self.phase = "", ()
        ended = Command("phase", find_span(number, text), text[: present.end()].strip())
        rest = " " * present.end() + text[present.end() :]
        return [ended, *(self._read(number, rest, remark) if rest.strip() else ())]

    def _read_dated_line(
        self, number: int, text: str, phase: seasons.NamedPhase, remark: str
    ) -> list[LineReading | Withdrawal]:
        """The orders of a line that names their phase, or a question; [] if it holds neither."""
        rest = text[: phase.start] + " " * (phase.end - phase.start) + text[phase.end :]
        if not rest.strip(" .:"):
            return []
        lexemes, items = self.orders.line(rest)
        usual = list(self._plain.read_polite(number, rest, lexemes, items))
        readings = list(self._doubt_readings(self._weigh_line(number, rest, usual, remark)))
        if not any(isinstance(one, Sentence) for one in readings):
            goes = requests.somebody_goes(level(rest)) and self.secretary.names.spaces(rest)
            return readings if goes else []
        first = find_span(number, text).column
        start, end = Span(number, first, first), Span(number, len(text) + 1, len(text) + 1)
        return [
            Command("phase", start, "", (phase.phase,)),
            *readings,
            Command("phase", end, "", self.phase),
        ]

    def _weigh_line(
        self, number: int, text: str, usual: list[LineReading], remark: str
    ) -> list[LineReading | Withdrawal]:
        """The usual reading, unless its words say more than an order; ``remark`` counts too."""
        sentences = [one for one in usual if isinstance(one, Sentence)]
        pays = self._pays_nobody(one.verb for one in sentences)
        tells = pays or (self.reported and hearsay.recounts(level(text)))
        whole = 0 < len(sentences) == len(usual)
        if whole and not tells and self._says_only_orders(text, sentences):
            return self._doubt_by_remark(number, text, sentences, remark)
        readings = self._ask_secretary(number, text, usual)
        return list(usual) if pays and not above.list_orders(readings) else readings

    def _ask_secretary(
        self, number: int, text: str, usual: list[LineReading]
    ) -> list[LineReading | Withdrawal]:
        """What the secretary makes of a line, unless the usual reading says as much of it."""
        is_settled = any(isinstance(one, Ignored) and one.reason in _KEPT for one in usual)
        if is_settled and not any(map(_is_open, usual)):
            return list(usual)
        head = " " * self._find_orders_start(text) + text[self._find_orders_start(text) :]
        readings = self.secretary.read(number, head, self._plain.heading)
        if taken_back.speaks_of_below(level(text)):
            self.below = _UNDECIDED.format(text.strip().rstrip(":"))
        if self.secretary.opened:
            self.secretary.opened, self.below = False, answers.CONDITION
        return _choose_reading(readings, usual)

    def _says_only_orders(self, text: str, sentences: list[Sentence]) -> bool:
        """Whether orders are all that a line is about, its remark left aside."""
        about = sentences[0].verb in LEAVING and taken_back.speaks_of_orders(level(text))
        units = all(one.verb == "unit" for one in sentences)
        places = units and any(map(_names_place, sentences[1:]))
        return not about and not places and not self._goes_on(text, sentences)

    def _doubt_by_remark(
        self, number: int, text: str, sentences: list[Sentence], remark: str
    ) -> list[LineReading | Withdrawal]:
        """The orders of a line, asked back if a remark on it or behind it puts them in doubt."""
        doubt = self.secretary.remarks.doubt(text, remark)
        if not doubt:
            return [*sentences, *self._question_bracketed_orders(number, text, sentences, remark)]
        if doubt == answers.TAKEN_BACK and sentences[0].verb == "hold-all":
            return self.secretary.read(number, text, self._plain.heading)
        instead = (
            self._read_replacement(number, text, sentences) if doubt == answers.TAKEN_BACK else []
        )
        if instead:
            return instead
        question = Problem(find_span(number, text), text.strip(), doubt, (), tuple(sentences))
        piece = sentences[0].piece
        if piece and taken_back.takes_back(level(text)[: piece.place.column - 1]):
            return [Withdrawal(question, piece.place.spaces, "", question.span, corrected=True)]
        return [question]

    def _question_bracketed_orders(
        self, number: int, text: str, sentences: list[Sentence], remark: str
    ) -> Iterator[Ignored]:
        """What remarks beside orders order of another unit: asked about if nothing else does."""
        helped_orders = (one.about for one in sentences if one.about)
        units = {
            space for one in (*sentences, *helped_orders) for space in above.list_spaces(one.piece)
        }
        spaces = tuple(sorted(self.secretary.list_units_ordered_beside(text, remark) - units))
        if spaces:
            span = find_span(number, text)
            yield Ignored(span, remark.strip() or text.strip(), NO_ORDER, spaces, answers.BRACKETS)

    def _read_replacement(
        self, number: int, text: str, sentences: list[Sentence]
    ) -> list[LineReading | Withdrawal]:
        """The order with which a remark puts the one before it right: "(no, sorry: A Mun H)"."""
        rests = [" " * start + text[start:end] for start, end in parts.brackets(text)]
        if len(rests) != 1:
            return []
        orders = above.list_orders(self.secretary.read(number, rests[0], self._plain.heading))
        units = [one.piece.place.spaces for one in (*sentences, *orders) if one.piece]
        return [*orders] if orders and len({*units}) == 1 else []

    def _goes_on(self, text: str, sentences: list[Sentence]) -> bool:
        """Whether more is named behind the reason for an order: "because ..., F Ank holds"."""
        rest = text[max(one.span.end for one in sentences) - 1 :]
        return denials.explains(level(rest)) and bool(self.secretary.names.spaces(rest))

    def _find_orders_start(self, text: str) -> int:
        """Where a line's orders begin, behind its heading."""
        behind = self._plain.heading.behind
        return scan(text)[behind - 1][3] if behind else 0

    def _doubt_readings(
        self, readings: Iterable[LineReading | Withdrawal]
    ) -> Iterable[LineReading | Withdrawal]:
        """The reading of a line that may stand below words that make it doubtful."""
        if not self.below:
            return readings
        return [
            Problem(one.span, one.text, self.below, (), (one,))
            if isinstance(one, Sentence)
            else one
            for one in readings
        ]

    def end_paragraph(self) -> None:
        """A blank line: a condition in words holds no further."""
        if self.below == answers.CONDITION:
            self.below = ""

    def end_quotation(self) -> None:
        """A line of a quoted mail: what announced it ("Turkey wrote:") holds no further."""
        self.below = ""

    def is_only_orders(self, text: str) -> bool:
        """Whether a line is nothing but orders, its phase maybe before them."""
        narrow = narrow_endless_runs(text)
        text = narrow.text if narrow else text
        phase = seasons.find_leading(level(text), self._seasons)
        _, items = self.orders.line(text[phase.end :] if phase else text)
        return bool(items) and all(not item.error and item.verb != "unit" for item in items)

    def holds_order(self, text: str) -> bool:
        """Whether a line holds an order, good or bad."""
        lexemes, items = self.orders.line(plain(text))
        return any(not item.error or self._plain.means_order(lexemes, item) for item in items)


_LEAD = 48
"""Characters of a sentence in which it names its phase, if it begins with one."""


def _phase_bounds(low: str, own: seasons.Own) -> list[int]:
    """Where stretches of a line begin that are for another phase: "War h. In fall: Sev - Rum"."""
    clauses = _clauses_of_phases(low, own) if "," in low else []
    if clauses:
        return clauses
    bounds, away = [0], False
    sentences = list(parts.sentences(low))
    for start, end in sentences if len(sentences) > 1 else ():
        leads = seasons.find_leading(low[start : start + _LEAD], own) is not None
        if start and (leads or (away and _PRESENT.match(low[start:end]))):
            bounds.append(start)
        away = leads or (away and bounds[-1] != start)
    return bounds


def _clauses_of_phases(low: str, own: seasons.Own) -> list[int]:
    """Where the clauses begin of "A Con - Bul now, A Bul - Ser next turn", if each is dated."""
    starts = [0, *(index for index, sign in enumerate(low) if sign == ",")]
    clauses = [low[start:end] for start, end in pairwise((*starts, len(low)))]
    dates = (seasons.find_trailing(one, own) or _NOW.search(one) for one in clauses)
    return starts if all(dates) else []


def _is_open(one: LineReading) -> bool:
    """Whether something is wrong, or names a unit without a deed."""
    return isinstance(one, Problem) or (isinstance(one, Sentence) and one.verb == "unit")


def _limit_question(one: LineReading | Withdrawal) -> LineReading | Withdrawal:
    """Words on what a unit does in another turn: they leave the orders above alone."""
    question = one.problem or one.talk if isinstance(one, Withdrawal) and one.spaces else one
    return replace(question, ordered=True) if isinstance(question, Problem) else question or one


def _choose_reading(
    readings: list[LineReading | Withdrawal], usual: list[LineReading]
) -> list[LineReading | Withdrawal]:
    """What the secretary found in a line, unless the usual reading says as much of it."""
    if readings and all(map(_is_told, readings)):
        return readings
    wrong = any(isinstance(one, Problem) for one in usual)
    if wrong and _speaks_against(readings):
        return readings
    if wrong and not any(map(_says_more, readings)):
        return list(usual)
    return _say_once(readings, usual)


def _say_once(
    readings: list[LineReading | Withdrawal], usual: list[LineReading]
) -> list[LineReading | Withdrawal]:
    """What the secretary found; mere talk is told as the usual reading tells it."""
    if all(map(_is_talk, readings)) and not _is_aside(readings, usual):
        readings = [one.talk or one if isinstance(one, Withdrawal) else one for one in readings]
        if not any(one.spaces for one in readings if isinstance(one, Ignored)):
            return list(usual)
    if len(readings) == len(usual) == 1:
        return [_choose_better_told(readings[0], usual[0])]
    return readings


def _speaks_against(readings: Iterable[LineReading | Withdrawal]) -> bool:
    """Whether a line that nobody can put right denies something: "Halt, nicht Tirol!"."""
    denies = (one.problem for one in readings if isinstance(one, Withdrawal) and one.problem)
    return any(denials.denies(level(one.text)) for one in denies)


def _is_told(one: LineReading | Withdrawal) -> bool:
    """Whether words tell what somebody else said, or of an earlier turn."""
    return isinstance(one, Ignored) and one.reason in (answers.THEIRS, answers.EARLIER)


def _is_aside(readings: Iterable[LineReading | Withdrawal], usual: Iterable[LineReading]) -> bool:
    """Whether words of which nothing is known may be against an order above."""
    return any(isinstance(one, Withdrawal) for one in readings) and all(map(_is_unknown, usual))


def _says_more(one: LineReading | Withdrawal) -> bool:
    """Whether the secretary read an order, good or asked back with what would work."""
    if isinstance(one, Problem):
        return bool(one.repairs)
    return isinstance(one, _OBEYED) and not _is_talk(one)


def _names_place(sentence: Sentence) -> bool:
    """Whether a sentence is nothing but a place."""
    return sentence.verb == "unit" and sentence.piece is not None and not sentence.piece.arm


def _drop_other_arm(
    text: str, readings: Sequence[LineReading | Withdrawal]
) -> Sequence[LineReading | Withdrawal]:
    """The readings of a line, of a build put right only the last: "F Nap B, no, A Nap B"."""
    builds = [one for one in readings if isinstance(one, Sentence) and one.verb == "build"]
    sites = {space for one in builds for space in above.list_spaces(one.piece)}
    several = len(readings) == len(builds) > 1 == len(sites)
    if several and taken_back.puts_right(level(text.partition(",")[2])):
        return readings[-1:]
    return readings


def _says_too_little(lexemes: list[Lexeme], items: tuple[Item, ...]) -> bool:
    """Whether orders may be none: they begin as a condition does, or lack their arrow."""
    if len(items) > 1 and (_is_run(items) or _leaves_open(items)):
        return True
    return bool(items) and lexemes[0][1] in _SUPPOSING


def _leaves_open(items: tuple[Item, ...]) -> bool:
    """Whether a unit alone stands right behind an arrow: the goal of "Roma va a Venezia"."""
    return any(
        one.verb == "blank" and not one.separator.strip() and behind.verb == "unit"
        for one, behind in pairwise(items)
    )


def _is_run(items: tuple[Item, ...]) -> bool:
    """Whether places follow each other with nothing between: "F Brest English Channel"."""
    if any(item.separator.strip() for item in items):
        return False
    alone = [item for item in items if item.verb == "unit"]
    return any(map(is_place, alone[1:])) if len(alone) == len(items) else items[-1] in alone


def _is_talk(one: LineReading | Withdrawal) -> bool:
    """Whether words are talk, be it talk about an order above."""
    return isinstance(one, Ignored) or (isinstance(one, Withdrawal) and one.talk is not None)


def _is_unknown(one: LineReading) -> bool:
    """Whether nothing is known of words but that they are no order."""
    return isinstance(one, Ignored) and one.reason in (NO_ORDER, TELLS)


def _choose_better_told(
    reading: LineReading | Withdrawal, usual: LineReading
) -> LineReading | Withdrawal:
    """A request that puts orders in doubt, asked as the order would be that it looks like.

    A question that is nothing else keeps the column of its sign.
    """
    if not isinstance(usual, Problem):
        return reading
    if isinstance(reading, Problem):
        if reading.message == answers.SLIP:
            return replace(usual, repairs=(*reading.repairs, *usual.repairs))
        asks = reading.message == answers.QUESTION and usual.repairs
        return usual if asks else reading
    if not isinstance(reading, Withdrawal):
        return reading
    return reading._replace(problem=usual) if reading.corrected and not reading.which else reading
