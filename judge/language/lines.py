"""A line that is no command: its orders, what it seems to order, or why it is neither.

docs/reading.md tells the law that this module and ``marks`` and ``frame`` keep.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.kernel.text import Command, Ignored, Offer, Problem, Sentence, Span
from judge.language import advice, blocks, commands, marks, prose
from judge.language.dates import Date, find_dates
from judge.language.frame import Frame, Wishes
from judge.language.headers import Headings, cast
from judge.language.languages import all_languages
from judge.language.loose_ends import combine
from judge.language.misread import MisreadError
from judge.language.orders import Item, OrderReader
from judge.language.phases import PAST
from judge.language.scan import ARROW, SIGN, WORD, Lexeme, scan
from judge.language.slots import sentence
from judge.language.take_back import ALL, LAST, Withdrawal
from judge.language.tokens import Token, Tokens
from judge.language.typed_line import NO_ORDER, LineReading, TypedLine, find_span, ignore_line

PATIENCE = 40
"""Wrong lines that get advice; further ones are only named (a mail of ten thousand lines)."""
_NOTHING = {"blank": "left blank", "none": "says that there is no order"}
"""Verbs of lines that order nothing, with the reason for ignoring them."""
_ASKED = {
    "clash": "this can mean several things: write one order a line, with its unit.",
    "unordered": "this says that the unit has no order; write H if it shall hold.",
}
"""Verbs of lines that are asked back, with the question."""
_TELLS = "tells of a unit and orders nothing"
_UNCLEAR = "I can't tell what this shall do. Write it as an order, for example '{}'."
_WAITS = (
    "you ask for time: the phase is kept open for you till its deadline, or till you write READY."
)
_REPEATS = "I can't look up what you mean. Write the orders that you want."
_ASKS = "if you ask the judge for something, write {} on a line of its own."
_REQUESTS = {
    "draw": "DRAW",
    "time": "EXTEND or ABSENCE",
    "resign": "RESIGN",
    "map": "MAP",
    "tell": "PRESS TO and the power",
}
"""Classes of words that ask for what a command gives."""
_NOT_PLAIN = "not plain enough to be taken as it stands"
_BULLET = re.compile(
    r"\s*(?:[*>~+]+|-(?![->=])(?=\s*[^\W\d])|\(?\d{1,3}[.)](?!\d)|[a-z]\)|\[[ xX]?\])\s*"
)
_ODD = re.compile(r"[(\[?:{!]|\b(?:1[89]|20)\d\d\b")
"""Signs of a heading, a remark or a question, and a year."""
_FENCE = re.compile(r"\s*[-=~*_`#+]{3,}\s*")
"""A line of signs around what is quoted."""
_TITLE = 24
"""Lexemes of the longest heading."""
_TITLES = frozenset(
    ("lead", "orders", "moves", "and", "from", "to", "coming", "doubt", "wait", "all", "above")
)
"""Classes of words that may stand beside the phase in a heading."""
_STOP = frozenset(".!?;")
_ABBREVIATED = 3
"""Letters of a word behind which a full stop may stand for the rest: "St. Petersburg"."""
_MUCH = 400
"""Lexemes of a line beyond which nobody wrote orders in sentences."""


class _Order(NamedTuple):
    """An order found in a sentence, with the lexemes around it that belong to it.

    ``runs_on``: words follow it that its grammar does not know, without any sign between.
    """

    item: Item
    first: int
    behind: int
    runs_on: bool = False


class Lines:
    """The lines of one letter, each below the headings above it."""

    def __init__(self, orders: OrderReader) -> None:
        self.orders = orders
        self.headings = Headings(orders.lexicon)
        self.frame = Frame()
        self.phase: tuple[str, ...] = ()
        self.below = ""
        """Why what stands below a heading is no order of now."""
        self.fenced = False
        self._anew = False
        """Whether a word of the line says that it puts something right."""
        self._tokens = Tokens(orders.lexicon, all_languages())
        self._patience = PATIENCE
        letter, place, neighbour = orders.vocabulary.samples
        self._example = f"{letter} {place} - {neighbour}"

    def end_paragraph(self) -> None:
        """A blank line: what a heading said of another's words ends there, unless a fence does."""
        if not self.fenced:
            self.below = ""

    def read(self, number: int, text: str, remark: str = "") -> list[LineReading | Withdrawal]:
        """What a line comes to; ``remark`` is what stands behind it as a comment."""
        if _FENCE.fullmatch(text):
            self._pass_fence()
            return [ignore_line(number, text, "nothing to read")]
        text = _strip_bullet(text, self.headings)
        lexemes, items = self.orders.line(text)
        if not (remark or self.below or _ODD.search(text) or _are_odd(items)):
            return self._take_plain(number, text, lexemes, items)
        if len(lexemes) > _MUCH:
            return self._take_plain(number, text, lexemes, items)
        readings: list[LineReading | Withdrawal] = self._read_title(number, text, lexemes, items)
        if readings:
            return readings
        self._anew = marks.has(self._tokens.read(text, lexemes), "again")
        for start, end in _sentences(lexemes, len(text)):
            readings += self._read_sentence(number, " " * start + text[start:end], remark)
        told = [one for one in readings if not isinstance(one, Ignored)]
        return told or readings[:1] or [ignore_line(number, text, "nothing to read")]

    # --- headings

    def _pass_fence(self) -> None:
        """A line of signs: what a heading above it said ends with the next one."""
        if self.fenced:
            self.below = ""
        self.fenced = bool(self.below)

    def _read_title(
        self, number: int, text: str, lexemes: list[Lexeme], items: Sequence[Item]
    ) -> list[LineReading | Withdrawal]:
        """A line that is a heading for what stands below it; [] of any other line."""
        if len(lexemes) > _TITLE or any(one.slots and one.verb != "unit" for one in items):
            return []
        tokens = self._tokens.read(text, lexemes)
        dates = find_dates(text, lexemes, tokens, self.orders.vocabulary.seasons)
        heads = text.rstrip(" *_]").endswith(":")
        only_date = bool(dates) and all(
            token.sign or token.power or token.classes & _TITLES or _in_date(token, lexemes, dates)
            for token in tokens
        )
        if not (heads or only_date):
            return []
        ignored = ignore_line(number, text, "a heading")
        if heads:
            theirs = marks.has(tokens, "report")
            self.below = marks.HEARSAY if theirs else marks.why_open(tokens)
            if theirs or (self.below and not dates):
                return [ignored]
        if dates or (self.phase and heads and not self._names_power(tokens)):
            past = marks.has(tokens, "last-turn")
            phase = PAST if past else dates[-1].phase if dates else ""
            self.phase = (phase,) if phase else ()
            self.headings.take(text, lexemes, items)
            return [Command("phase", find_span(number, text), text.strip(), self.phase)]
        return []

    def _names_power(self, tokens: Sequence[Token]) -> bool:
        return any(token.power for token in tokens)

    # --- plain lines

    def _take_plain(
        self, number: int, text: str, lexemes: list[Lexeme], items: tuple[Item, ...]
    ) -> list[LineReading | Withdrawal]:
        """A line that is orders from end to end, below its heading or with one before them."""
        heading = self.headings.take(text, lexemes, items)
        if heading.alone:
            return [ignore_line(number, text, "a heading")]
        if heading.behind:
            lexemes = lexemes[heading.behind :]
            items = self.orders.read(text, lexemes)
        if not items:
            return [ignore_line(number, text, "nothing to read")]
        line = TypedLine(number, text, lexemes, heading)
        if heading.section:
            items = tuple(_cast(item, heading.section) for item in items)
        if len(items) > 1:
            items = tuple(combine(items))
        return [reading for item in items for reading in self._read_item(line, item)]

    def _read_item(self, line: TypedLine, item: Item) -> Iterable[LineReading]:
        """One order of a line, good or bad."""
        if item.error:
            return [self._advise(line, item, item.error)]
        verb = item.verb
        if verb in _NOTHING:
            return [ignore_line(line.number, line.text, _NOTHING[verb])]
        if verb in _ASKED:
            return [Problem(line.span(item), line.quote(item), _ASKED[verb], ordered=True)]
        if verb == "unit" and (item.reported or prose.signs(line.text)):
            return [ignore_line(line.number, line.text, _TELLS)]
        if (
            verb == "unit"
            and not line.heading.section
            and item.slots
            and not item.slots["piece"].arm
        ):
            one = line.sentences(item)[0]
            return [Offer(one.span, one.text, ((one,),))]
        if verb == "disband" and item.slots and "piece" not in item.slots:
            message = f"whom? Write for example 'A {self.orders.vocabulary.samples[1]} D'."
            return [Problem(line.span(item), line.quote(item), message, ordered=True)]
        if item.slots and "piece" in item.slots:
            self.frame.last = item.slots
        return line.sentences(item)

    def _advise(self, line: TypedLine, item: Item, error: MisreadError) -> Problem:
        """A wrong order with what is wrong about it and readings that would make sense."""
        span, text = line.span(item), line.quote(item)
        where = Span(line.number, line.column(error.at), max(span.end, line.column(error.at)))
        reason = advice.message(error, line.lexemes, line.text, self.orders)
        if self._patience <= 0:
            return Problem(where, text, reason, ordered=True)
        self._patience -= 1
        mine = line.lexemes[item.first : item.behind]
        error_of_item = MisreadError(error.at - item.first, error.why, error.accepted)
        likely_orders = advice.repairs(error_of_item, line.text, mine, self.orders)
        repairs = tuple(sentence(slots, span, text, line.heading.power) for slots in likely_orders)
        return Problem(where, text, reason, (), repairs, ordered=True)

    # --- sentences

    def _read_sentence(self, number: int, text: str, remark: str) -> list[LineReading | Withdrawal]:
        """What one sentence comes to."""
        lexemes, items = self.orders.line(text)
        tokens = self._tokens.read(text, lexemes)
        dates = find_dates(text, lexemes, tokens, self.orders.vocabulary.seasons)
        heading = self.headings.take(text, lexemes, items)
        if heading.alone:
            self.below = ""
            return [ignore_line(number, text, "a heading")]
        if heading.behind:
            lexemes = lexemes[heading.behind :]
            items = self.orders.read(text, lexemes)
            tokens = self._tokens.read(text, lexemes)
        if not items:
            return [ignore_line(number, text, "nothing to read")]
        line = TypedLine(number, text, lexemes, heading)
        orders = self._find_orders(line, tokens, items, dates)
        if len(orders) > 1 and all(one.item.verb == "unit" for one in orders):
            wishes = self._see(tokens)
            if wishes:
                plain = [one for order in orders for one in line.sentences(order.item)]
                return [self._offer(line, None, wishes, tokens, plain)]
        readings = (
            self._weigh(line, tokens, items, orders, remark)
            if orders
            else self._read_words(line, tokens, items)
        )
        return self._date(number, text, readings, dates) if dates else readings

    def _date(
        self,
        number: int,
        text: str,
        readings: Sequence[LineReading | Withdrawal],
        dates: Sequence[Date],
    ) -> list[LineReading | Withdrawal]:
        """What a sentence orders, each order for the phase that is named before it, or behind."""
        dated: list[LineReading | Withdrawal] = []
        for index, reading in enumerate(readings):
            if not isinstance(reading, Sentence | Offer):
                dated.append(reading)
                continue
            column = reading.span.column - 1
            behind = next(
                (one.span.column - 1 for one in readings[index + 1 :] if isinstance(one, Sentence)),
                len(text),
            )
            before = [one for one in dates if one.start <= column]
            after = [one for one in dates if column < one.start < behind]
            phase = before[-1].phase if before else after[0].phase if after else ""
            start, end = find_span(number, text).column, len(text) + 1
            if phase:
                dated.append(Command("phase", Span(number, start, start), "", (phase,)))
                dated.append(reading)
                dated.append(Command("phase", Span(number, end, end), "", self.phase))
            else:
                dated.append(reading)
        return dated

    def _find_orders(
        self,
        line: TypedLine,
        tokens: Sequence[Token],
        items: Sequence[Item],
        dates: Sequence[Date],
    ) -> list[_Order]:
        """The items that are orders, those behind words that lead in and before talk too."""
        found: list[_Order] = []
        for item in combine(items) if len(items) > 1 else items:
            if item.slots is not None:
                if not (item.verb == "unit" and len(items) > 1 and not found):
                    found.append(_Order(item, item.first, item.behind))
                continue
            order = self._cut_out(line, tokens, item, dates)
            if order:
                found.append(order)
        return found

    def _cut_out(
        self, line: TypedLine, tokens: Sequence[Token], item: Item, dates: Sequence[Date]
    ) -> _Order | None:
        """An order in notation behind words that lead to one, or before words that are none."""
        mine = [token for token in tokens if item.first <= token.first < item.behind]
        start = item.first
        for token in mine:
            signs = token.sign in (":", "-", "--", "'", '"', "*", ".", "(", ")")
            if not (signs or token.classes & _LEADS or _in_date(token, line.lexemes, dates)):
                break
            start = token.behind
        if start >= item.behind:
            return None
        lexemes = line.lexemes[start : item.behind]
        read = self.orders.read(line.text, lexemes)
        if start > item.first and len(read) == 1 and read[0].slots and read[0].verb not in _NO_DEED:
            moved = read[0]._replace(first=start, behind=item.behind)
            return _Order(moved, item.first, item.behind)
        error = read[0].error if read else None
        if error is None or not self._is_notation(lexemes):
            return None
        end = min(error.at, len(lexemes))
        while end > 2:
            before = self.orders.read(line.text, lexemes[:end])
            if len(before) == 1 and before[0].slots and before[0].verb not in _NO_DEED:
                moved = before[0]._replace(first=start, behind=start + end)
                tail = [token for token in mine if token.first >= start + end]
                if any(token.place for token in tail) and not marks.has(tail, "no"):
                    return None
                said = [token for token in tail if not token.classes & {"again", "as"}]
                runs_on = bool(said) and lexemes[end][0] == lexemes[end - 1][0] == WORD
                return _Order(moved, item.first, item.behind, runs_on)
            end -= 1
        return None

    def _is_notation(self, lexemes: Sequence[Lexeme]) -> bool:
        """Whether words begin as an order in notation does: "A Par"."""
        first = next((one for one in lexemes if one[0] == WORD), None)
        return first is not None and len(first[1]) == 1 and first[1] in self.orders.lexicon.arms

    def _weigh(
        self,
        line: TypedLine,
        tokens: Sequence[Token],
        items: Sequence[Item],
        orders: Sequence[_Order],
        remark: str,
    ) -> list[LineReading | Withdrawal]:
        """The orders of a sentence, each as the words about it leave it."""
        beside = _list_beside(tokens, orders)
        beside += self._tokens.read(remark, scan(remark)) if remark else []
        first = orders[0].item.first
        before = [token for token in beside if token.first < first]
        behind = [token for token in beside if token.first >= first]
        if marks.reports(before) or self.below == marks.HEARSAY:
            return [ignore_line(line.number, line.text, marks.HEARSAY)]
        if marks.undoes(before) and not _parted(line, before):
            return [self._withdraw_order(line, one) for one in orders]
        readings: list[LineReading | Withdrawal] = []
        if marks.undoes(before):
            back = self._take_back(line, before)
            readings += [back] if back else []
        tail = [token for token in behind if not token.sign]
        denied = len(tail) <= _TERSE // 2 and marks.denies(tail) and not any(t.place for t in tail)
        undone = marks.undoes(behind) or _is_only_no(behind)
        open_reason = marks.why_open(beside) or self.below or (marks.DENIED if denied else "")
        for order in orders:
            if order.runs_on and not open_reason:
                open_reason = _NOT_PLAIN
            own = [token for token in beside if order.first <= token.first < order.behind]
            readings += self._weigh_one(line, order, own, undone=undone, open_reason=open_reason)
        for item in items:
            if item.error and not any(one.first == item.first for one in orders):
                mine = [token for token in tokens if item.first <= token.first < item.behind]
                readings += self._read_rest(line, item, mine)
        return readings

    def _withdraw_order(self, line: TypedLine, order: _Order) -> Withdrawal:
        """As in "Drop A Ukr - Sev"."""
        one = line.sentences(order.item)[0]
        spaces = one.piece.place.spaces if one.piece else ()
        return Withdrawal(line.span(order.item), line.quote(order.item), spaces, ALL)

    def _weigh_one(
        self,
        line: TypedLine,
        order: _Order,
        own: Sequence[Token],
        *,
        undone: bool,
        open_reason: str,
    ) -> Iterable[LineReading]:
        if undone or marks.denies(own):
            reason = marks.UNDONE if undone else marks.DENIED
            return [Problem(line.span(order.item), line.quote(order.item), f"not taken: {reason}.")]
        item = order.item
        if line.heading.section:
            item = _cast(item, line.heading.section)
        read = list(self._read_item(line, item))
        if not open_reason:
            return read
        sentences = [one for one in read if isinstance(one, Sentence)]
        if len(sentences) < len(read):
            return read
        return [
            Offer(
                line.span(item),
                line.quote(item),
                tuple((one,) for one in sentences),
                open_reason,
                anew=self._anew or open_reason == marks.CHOICE,
            )
        ]

    def _read_rest(
        self, line: TypedLine, item: Item, tokens: Sequence[Token]
    ) -> Iterable[LineReading]:
        """What stands beside orders: one more that is not plain, an attempt, or talk."""
        failed = self._advise_attempts(line, tokens, [item])
        wishes = self._see(tokens)
        if wishes:
            return [self._offer(line, item, wishes, tokens, failed)]
        return failed

    # --- words

    def _read_words(
        self, line: TypedLine, tokens: Sequence[Token], items: Sequence[Item]
    ) -> list[LineReading | Withdrawal]:
        """A sentence that holds no order: it takes back, seems to order, fails to, or is talk."""
        talk: list[LineReading | Withdrawal] = [ignore_line(line.number, line.text, NO_ORDER)]
        if self.below == marks.HEARSAY:
            return talk
        readings: list[LineReading | Withdrawal] = []
        back = self._take_back(line, tokens)
        if back:
            readings.append(back)
        elif marks.has(tokens, "last-turn"):
            return self._request(line, tokens) or talk
        elif marks.has(tokens, "wait"):
            return [Problem(find_span(line.number, line.text), line.text.strip(), _WAITS)]
        failed = [] if marks.reports(tokens) else self._advise_attempts(line, tokens, items)
        wishes = self._see(tokens)
        if wishes:
            return [*readings, self._offer(line, None, wishes, tokens, failed)]
        return readings or [*failed] or self._request(line, tokens) or self._suggest(line) or talk

    def _request(self, line: TypedLine, tokens: Sequence[Token]) -> list[LineReading | Withdrawal]:
        """What a sentence asks for that a command gives, with the command."""
        if marks.has(tokens, "report") and not marks.has(tokens, "tell"):
            return []
        span, text = find_span(line.number, line.text), line.text.strip()
        words = [token for token in tokens if not token.sign]
        if len(words) > _SHORT:
            return []
        named = any(token.place or token.classes & {"orders", "last-turn"} for token in tokens)
        if named and _begins_with(words, "repeat"):
            return [Problem(span, text, _REPEATS)]
        if not marks.has(tokens, "me"):
            return []
        for name, command in _REQUESTS.items():
            told = name != "tell" or _begins_with(words, "tell")
            agreed = name not in ("draw", "map") or marks.has(tokens, "agree")
            if marks.has(tokens, name) and told and agreed:
                return [Problem(span, text, _ASKS.format(command))]
        return []

    def _advise_attempts(
        self, line: TypedLine, tokens: Sequence[Token], items: Sequence[Item]
    ) -> list[Problem]:
        """The items that were meant as orders, each with what is wrong about it."""
        return [
            self._advise(line, item, item.error)
            for item in items
            if item.error and self._attempts(line, tokens, item)
        ]

    def _attempts(self, line: TypedLine, tokens: Sequence[Token], item: Item) -> bool:
        """Whether a wrong item has an order's form: a unit's letter, or a name and what it does."""
        mine = [token for token in tokens if item.first <= token.first < item.behind]
        lexemes = line.lexemes[item.first : item.behind]
        if self._is_attempt_in_notation(lexemes):
            return True
        if any(t.sign == "?" for t in mine):
            return False
        words = [token for token in mine if not token.sign or token.sign in _ARROWS]
        mine_alone = not marks.has(words[:2], "me") or marks.has(words[:1], "please")
        while words and words[0].classes & _OPENERS and not words[0].classes & _DEEDS:
            words = words[1:]
        if not 1 < len(words) <= _TERSE:
            return False
        first, second = words[0], words[1]
        if any(marks.has(mine, name) for name in _OF_OTHERS):
            return False
        if marks.has(mine, "it") and not first.place:
            return False
        acts = second.sign in _ARROWS or bool(second.classes & _DEEDS)
        if first.place or first.arm:
            return acts or bool(second.place) or (bool(first.arm) and second.number > 0)
        if mine_alone and (first.classes & _DEEDS or first.number):
            named = any(token.place or token.power or token.arm for token in words[1:4])
            if first.number:
                return named and (marks.has(words, "bid") or marks.has(words, "build"))
            return named or (marks.has(words, "points") and any(t.power for t in words))
        goal = any(token.place or self._nearly_names(line, token) for token in words[2:])
        holds = "hold" in second.classes and len(words) == _TWO
        return acts and (goal or holds) and self._nearly_names(line, first)

    def _is_attempt_in_notation(self, lexemes: Sequence[Lexeme]) -> bool:
        """Whether words begin as "A Par" does, or as "F Ankra - Blck Sea"."""
        if len(lexemes) < _FEW or not self._is_notation(lexemes):
            return False
        place = bool(self.orders.lexicon.vocabulary.word(lexemes[1][1]))
        arrow = any(kind == ARROW for kind, *_ in lexemes[2:5])
        upper = lexemes[0][1] != "a"
        return arrow or (place and (upper or len(lexemes) <= _TERSE))

    def _nearly_names(self, line: TypedLine, token: Token) -> bool:
        """Whether an unknown word is nearly a place's name."""
        _, word, start, _ = line.lexemes[token.first]
        if token.classes or len(word) < _SLIPPED or line.text[start].islower():
            return False
        return advice.is_nearly_name(word, self.orders)

    def _see(self, tokens: Sequence[Token]) -> list[Wishes]:
        """What a sentence seems to order, unless it tells what others do, or shall not be."""
        wishes = self.frame.read(tokens)
        about_others = any(marks.has(tokens, name) for name in ("report", "last-turn"))
        denied = marks.has(tokens, "no") and not marks.has(tokens, "again")
        asks = any(token.sign == "?" for token in tokens) and not _asks_politely(tokens)
        return [] if about_others or denied or asks else wishes

    def _offer(
        self,
        line: TypedLine,
        item: Item | None,
        wishes: Sequence[Wishes],
        tokens: Sequence[Token],
        failed: Sequence[Problem | Sentence] = (),
    ) -> Offer:
        span = line.span(item) if item else find_span(line.number, line.text)
        text = line.text[span.column - 1 : span.end - 1]
        power = line.heading.power
        ways = tuple(
            tuple(sentence(slots, span, text, power) for slots in readings)
            for one in wishes
            for readings in one
        )
        anew = self._anew and not marks.has(tokens, "you") and len(tokens) <= _SHORT
        return Offer(span, text, ways, marks.why_open(tokens), tuple(failed), anew)

    def _take_back(self, line: TypedLine, tokens: Sequence[Token]) -> Withdrawal | None:
        """A sentence that takes back and says what: a unit's order, a line, all that is above."""
        undo = marks.find(tokens, "undo")
        if not undo or marks.has(tokens, "you") or any(token.sign == "?" for token in tokens):
            return None
        if any(not (t.classes & _LEADS or t.sign) for t in tokens[: undo[0]]):
            return None
        behind = tokens[undo[0] + 1 :]
        spaces = {space for token in behind if token.place for space in token.place.spaces}
        span = find_span(line.number, line.text)

        def back(which: str, *, strict: bool) -> Withdrawal:
            return Withdrawal(span, line.text.strip(), tuple(sorted(spaces)), which, strict)

        orders = marks.has(behind, "orders")
        if spaces:
            return back(ALL, strict=not orders)
        for number, name in enumerate(("1st", "2nd", "3rd", "4th"), 1):
            if orders and marks.has(behind, name):
                return back(str(number), strict=False)
        number = next((token.number for token in behind if token.number), 0)
        if orders and number:
            return back(str(number), strict=False)
        if orders and marks.has(behind, "last"):
            return back(LAST, strict=False)
        words = [token for token in tokens if not token.sign]
        few = len(words) <= _TERSE // 2
        if marks.has(behind, "above") or ((orders or few) and marks.has(behind, "all")):
            return back(ALL, strict=False)
        said = [token for token in behind if not token.sign]
        if all(token.classes & {"it", "lead", "orders", "again"} for token in said):
            return back(LAST, strict=True)
        return None

    def _suggest(self, line: TypedLine) -> list[LineReading | Withdrawal]:
        """A line that is nearly a command, with what it may be meant for."""
        opener = blocks.find_missing_opener(line.text)
        span = find_span(line.number, line.text)
        if opener:
            message = (
                f"no {opener} above it opens a block, so nothing was sent or tried, and what "
                f"stands above it was read as orders."
            )
            return [Problem(span, line.text.strip(), message)]
        near = commands.list_nearest(line.text)
        if near:
            message = f"no such command; did you mean {' or '.join(near)}?"
            return [Problem(span, line.text.strip(), message, tuple(near))]
        return []

    def holds_order(self, text: str) -> bool:
        """Whether a line holds an order, good or bad."""
        lexemes, items = self.orders.line(text)
        return any(item.slots or self._is_attempt_in_notation(lexemes) for item in items)

    def is_only_orders(self, text: str) -> bool:
        """Whether a text is orders from end to end."""
        items = self.orders.line(text)[1]
        return bool(items) and not any(item.error or item.verb == "unit" for item in items)


_LEADS = frozenset(
    (
        "again",
        "or",
        "repeat",
        "last-turn",
        "lead",
        "you",
        "and",
        "doubt",
        "if",
        "as",
        "no",
        "undo",
        "wait",
        "report",
    )
)
"""Classes of words that may stand before an order in its own clause; what they say of it counts."""


_DEEDS = frozenset(("hold", "move", "support", "convoy", "retreat", "disband", "build", "bid"))
_OPENERS = frozenset(("lead", "again", "and"))
_OF_OTHERS = ("you", "report", "no", "last-turn", "if", "doubt", "next")
"""Classes of words that make of a sentence no attempt at an order."""
_ARROWS = ("-", "->", "=>", "-->", ">", "--")
_TERSE = 8
"""Words of a line that is hardly talk."""
_SHORT = 14
"""Words of a sentence that asks the judge for something."""
_SLIPPED = 5
"""Letters of a word that may be a slip of a name."""
_TWO = 2
_FEW = 3
"""Words of a sentence that does nothing but take back."""


def _parted(line: TypedLine, before: Sequence[Token]) -> bool:
    """Whether a sign stands between words and the order behind them: "Scrap that, A Par H"."""
    return any(token.sign in (",", ":", "-", "--", ".") for token in before)


def _is_only_no(behind: Sequence[Token]) -> bool:
    """Whether nothing but a no stands behind an order: "A Par - Bur [no]"."""
    words = [token for token in behind if not token.sign]
    return (
        bool(words)
        and all(token.classes & {"no", "lead", "again"} for token in words)
        and (any("no" in token.classes for token in words))
    )


_NO_DEED = ("unit", "blank", "none", "unordered", "clash")
"""Verbs of items that are no order behind other words."""
_ALWAYS = frozenset(("undo", "if", "doubt"))
"""Marks that count within an order too: its grammar has no use for them."""


def _list_beside(tokens: Sequence[Token], orders: Sequence[_Order]) -> list[Token]:
    """The tokens of a sentence that are no words of its orders, those in their brackets too."""
    beside: list[Token] = []
    bracketed = False
    for index, token in enumerate(tokens):
        inside = any(one.item.first <= token.first < one.item.behind for one in orders)
        bracketed = (bracketed or token.sign in ("(", "[", "{")) and token.sign not in (
            ")",
            "]",
            "}",
        )
        between = token.sign == "/" and 0 < index < len(tokens) - 1
        if between and tokens[index - 1].place and tokens[index + 1].place:
            beside.append(token._replace(classes=frozenset(("or",))))
        elif not inside or bracketed or token.classes & _ALWAYS or token.sign == "?":
            beside.append(token)
    return beside


def _in_date(token: Token, lexemes: Sequence[Lexeme], dates: Sequence[Date]) -> bool:
    """Whether a token belongs to the name of a phase."""
    column = lexemes[token.first][2]
    return any(date.start <= column < date.end for date in dates)


def _asks_politely(tokens: Sequence[Token]) -> bool:
    """Whether a question asks the judge to do something: "Would you kindly ...?"."""
    words = [token for token in tokens if not token.sign]
    first = next((token for token in words if "and" not in token.classes), None)
    return (
        first is not None
        and bool(first.classes & {"doubt", "me"})
        and "if-first" not in first.classes
    )


def _begins_with(words: Sequence[Token], name: str) -> bool:
    """Whether words begin with one of a class, those that lead in left out."""
    first = next((one for one in words if name in one.classes or "lead" not in one.classes), None)
    return first is not None and name in first.classes


def _are_odd(items: Sequence[Item]) -> bool:
    """Whether items are more, or other, than plain orders."""
    if len(items) > 1 and all(item.verb == "unit" for item in items):
        return True
    return any(item.error is not None or item.reported for item in items)


def _cast(item: Item, section: str) -> Item:
    return item._replace(slots=cast(item.slots, section)) if item.slots else item


def _strip_bullet(text: str, headings: Headings) -> str:
    """A line without its bullet or number, every other letter left where it stands."""
    bullet = _BULLET.match(text)
    if bullet and not headings.begins_with_letter(text):
        return " " * bullet.end() + text[bullet.end() :]
    return text


def _sentences(lexemes: Sequence[Lexeme], length: int) -> Iterable[tuple[int, int]]:
    """Where the sentences of a line begin and end."""
    start = 0
    for index, (kind, key, _, end) in enumerate(lexemes[:-1]):
        if kind != SIGN or key not in _STOP or lexemes[index + 1][1] in _STOP:
            continue
        before = lexemes[index - 1] if index else None
        short = key == "." and before is not None and before[3] - before[2] <= _ABBREVIATED
        apart = lexemes[index + 1][2] > end
        if key == ";" or (
            apart and not (short and before and before[0] == WORD and _abbreviates(before[1]))
        ):
            yield start, end
            start = end
    yield start, length


def _abbreviates(word: str) -> bool:
    return word in ("st", "n", "s", "e", "w", "no", "nr", "f", "a", "vs", "etc")
