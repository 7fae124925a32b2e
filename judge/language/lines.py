"""A line that is no command: its orders, what it seems to order, or why it is neither.

docs/reading.md tells the law that this module keeps, with ``cues`` and ``frame``.
"""

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from judge.kernel import limits
from judge.kernel.text import Command, Ignored, Offer, Problem, Sentence, Span
from judge.language import advice, blocks, commands, cues
from judge.language.builder import any_piece, sentence
from judge.language.cues import ALL, Withdrawal, find_withdrawal, list_spaces
from judge.language.fold import SIGN, Lexeme, list_words, scan
from judge.language.frame import DISBAND_ONLY, Frame, Wishes, lists_minors
from judge.language.headers import Heading, Headings, cast
from judge.language.lexer import MisreadError
from judge.language.named_phases import Date, find_dates
from judge.language.order_lines import Item, OrderReader
from judge.language.phases import PAST
from judge.language.statement import (
    ARROWS,
    NO_ORDER,
    TITLES,
    FoundOrder,
    LineReading,
    Statement,
    TypedLine,
    find_parts,
    find_span,
    ignore_line,
    is_notation,
    list_beside,
    list_sentences,
    part_at_joints,
    says,
    words_of,
)
from judge.language.tokens import Token, Tokens, classes_of
from judge.language.words import CLOSING, all_languages

Readings = list[LineReading | Withdrawal]
_NOTHING = {"blank": "left blank", "none": "says that there is no order"}
"""Verbs of lines that order nothing, with the reason for ignoring them."""
_ASKED = {
    "clash": "this can mean several things: write one order a line, with its unit.",
    "unordered": "this says that the unit has no order; write H if it shall hold.",
}
"""Verbs of lines that are asked back, with the question."""
_SUM = "how many are that in all? Write the whole number of points."
"""What is asked about points that come to others."""
_TELLS = "tells of a unit and orders nothing"
_EMPTY, _HEADING = "nothing to read", "a heading"
_CLAUSES = frozenset((",", ";", ":"))
"""Signs between clauses."""
_AROUND = frozenset((",", ".", "(", ")", "[", "]", "!"))
"""Signs that may stand between an order and its phase."""
_BRACKETED = "it stands in brackets"
_RUNS_ON = "other words follow it"
_TIME = "it may be for another time"
_BULLET = re.compile(
    r"\s*(?:[*>~]+|-(?![->=])(?=\s*[^\W\d])|\(?\d{1,3}[.)](?!\d)|[a-z]\)|\[[ xX]?\])\s*"
)
_LISTED = re.compile(r"[,;\s]\s*\(?(\d{1,2})[.)](?=\s*[A-Za-z])")
"""The number of an item of a list within a line."""
_FENCE = re.compile(r"\s*[-=~*_`#+]{3,}\s*")
"""A line of signs around what is quoted."""
_ODD = re.compile(r"[(\[?:{!]")
"""Signs of a heading, a remark or a question."""
_YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
_DIGIT = re.compile(r"\d")
_BRACKET = re.compile(r"[(\[{]")
_TITLE = 24
"""Lexemes of the longest heading."""
_MEANT = list_words(
    "hold move leave support help convoy retreat disband build bid swap waive also undo wait"
    " can-do repeat draw time resign map tell"
)
"""Classes of words one of which stands in whatever is more than talk, where nothing is named."""
_MUCH = 400
"""Lexemes of a line beyond which nobody wrote orders in sentences."""
_LONGEST = 60
"""Lexemes of a wrong order beyond which nobody can say what was meant."""
_TALE = 14
"""Tokens of a sentence beyond which it puts nothing right."""
_PUTS_RIGHT = {"no", "again"}
"""Classes of a word that denies what stood before it, for what follows."""
_OPENING = 3
"""Words of a sentence among which an IF stands that is about the order before it."""


class Lines:
    """The lines of one letter, each below the headings above it."""

    def __init__(self, orders: OrderReader) -> None:
        self.orders = orders
        self._minors = orders.vocabulary.minors
        self.headings = Headings(orders.lexicon)
        self.frame = Frame()
        self.phase: tuple[str, ...] = ()
        self.below = ""
        """Why what stands below a heading is no order of now."""
        self._fenced = False
        self._headed = False
        """Whether nothing but blank lines stood below a heading so far."""
        self._quotation = ""
        """How the quotation below a heading of another's words is, if any: "open" or "closed"."""
        self._anew = False
        """Whether a word of the line says that it puts something right."""
        self._named: list[Date] = []
        """The phase that the line named last, before an order."""
        self._patience = limits.ADVISED_LINES

    @cached_property
    def _tokens(self) -> Tokens:
        """What makes tokens of a line that needs them."""
        return Tokens(self.orders.lexicon, all_languages())

    def end_paragraph(self) -> None:
        """A blank line: what a heading said ends there, but for a fence's, and right below it."""
        if not (self._fenced or self._headed):
            self.below = ""

    def read(self, number: int, text: str, remark: str = "") -> Readings:
        """What a line comes to; ``remark`` is what stands behind it as a comment."""
        self._headed = False
        if self.below == cues.HEARSAY and not self._fenced:
            self._follow_quotation(text)
        if _FENCE.fullmatch(text):
            if self._fenced:
                self.below = ""
            self._fenced = bool(self.below)
            return [ignore_line(number, text, _EMPTY)]
        bullet = _BULLET.match(text)
        if bullet and not self.headings.begins_with_letter(text):
            rest = text[bullet.end() :]
            text = " " * bullet.end() + (_part_list(rest) if "1" in bullet[0] else rest)
        lexemes, items = self.orders.line(text)
        marked = _ODD.search(text) or (_DIGIT.search(text) and _YEAR.search(text))
        odd = marked or _are_odd(items, self._minors)
        if len(lexemes) > _MUCH or not (remark or self.below or odd):
            return self._take_plain(number, text, lexemes, items)
        line = TypedLine(number, text, lexemes, Heading())
        whole = Statement(line, self._tokens.read(text, lexemes), items)
        return self._read_title(whole) or self._read_sentences(whole, remark)

    def _follow_quotation(self, text: str) -> None:
        """Let another's words end where the quotation that began right below their heading does."""
        begins = text.lstrip(" -*").startswith('"')
        if self._quotation == "closed" and not begins:
            self.below = self._quotation = ""
        elif begins or self._quotation == "open":
            goes_on = (self._quotation == "open") != (text.count('"') % 2 == 1)
            self._quotation = "open" if goes_on else "closed"

    def _read_sentences(self, whole: Statement, remark: str) -> Readings:
        """What the sentences of a line come to: talk once, where there is nothing else."""
        line = whole.line
        self._anew, self._named = says(whole.tokens, "again"), []
        readings: Readings = []
        for first, behind in list_sentences(line.lexemes, whole.tokens):
            part = whole
            if behind - first < len(line.lexemes):
                part = self._part(whole, first, behind, line.heading)
            new = self._read_sentence(part, remark)
            if part is not whole:  # what is not read is told in its own words
                span, said = part.line.span_of_all(), part.line.lexemes
                is_remark = said[0][1] in ("(", "[", "{")  # "(bounce)"
                tells = not is_remark and sum(kind != SIGN for kind, *_ in said) > 1  # "failed"
                text = line.text[span.column - 1 : span.end - 1]
                own = {"span": span, "text": text, "beside": tells}
                new = [replace(one, **own) if isinstance(one, Ignored) else one for one in new]
            readings = [*_doubt(readings, new, part.tokens), *new, *_list_unread(part, new)]
        if _BRACKET.search(line.text):
            readings += self._read_brackets(whole, readings)
        if all(isinstance(one, Ignored) for one in readings):
            reason = next((one.reason for one in readings if isinstance(one, Ignored)), _EMPTY)
            return [line.ignore(reason)]
        return [one for one in readings if not isinstance(one, Ignored) or one.beside]

    def _part(self, whole: Statement, first: int, behind: int, heading: Heading) -> Statement:
        """A part of a line's lexemes, its tokens counted from its first one."""
        number, text, lexemes, _ = whole.line
        tokens = [
            replace(one, first=one.first - first, behind=one.behind - first)
            for one in whole.tokens
            if first <= one.first < behind
        ]
        line = TypedLine(number, text, lexemes[first:behind], heading)
        return Statement(line, tokens, self.orders.read(text, line.lexemes), whole.dates)

    def _read_brackets(self, whole: Statement, outside: Readings) -> Readings:
        """The orders that stand in brackets of a line and nowhere else: they are offered."""
        readings: Readings = []
        opened = 0
        for token in whole.tokens:
            if token.sign in ("(", "[", "{"):
                opened = token.behind
            elif token.sign in (")", "]", "}") and opened:
                part = self._part(whole, opened, token.first, whole.line.heading)
                opened = 0
                names = any(one.place for one in part.tokens)
                for order in find_parts(part, self.orders) if names else ():
                    if isinstance(order, FoundOrder) and order.item.verb != "unit":
                        readings += self._take(part.line, order.item, _BRACKETED)
        return [one for one in readings if isinstance(one, Offer) and not _is_said(one, outside)]

    def holds_order(self, text: str) -> bool:
        """Whether a line holds an order, good or bad."""
        lexemes, items = self.orders.line(text)
        return any(
            item.slots or advice.is_attempt_in_notation(lexemes, self.orders) for item in items
        )

    # --- headings

    def _read_title(self, whole: Statement) -> Readings:
        """A line that is a heading for what stands below it; [] of any other line."""
        line, tokens, items, _ = whole
        text = line.text
        if len(line.lexemes) > _TITLE or any(one.verb not in ("", "unit") for one in items):
            return []
        dates = find_dates(text, line.lexemes, tokens, self.orders.vocabulary.seasons)
        whole = whole._replace(dates=dates)
        heads = text.rstrip(" *_]").endswith(":") or cues.opens_condition(tokens)
        if not (heads or whole.is_title):
            return []
        if heads:
            self._quotation = ""
            self.below = cues.why_headed(tokens)
            self._headed = self.below == cues.HEARSAY
            if self.below and (self._headed or not dates):
                return [line.ignore(_HEADING)]
        ends = self.phase and heads and not any(token.power for token in tokens)
        if not dates and not ends:
            return []
        past = says(tokens, "last-turn")
        self.phase = tuple(PAST if past else one.phase for one in dates[-1:])
        self.headings.take(text, line.lexemes, items)
        return [Command("phase", find_span(line.number, text), text.strip(), self.phase)]

    # --- plain lines

    def _take_plain(
        self, number: int, text: str, lexemes: list[Lexeme], items: tuple[Item, ...]
    ) -> Readings:
        """A line that is orders from end to end, below its heading or with one before them."""
        heading = self.headings.take(text, lexemes, items)
        if heading.alone:
            return [ignore_line(number, text, _HEADING)]
        if heading.behind:
            lexemes = lexemes[heading.behind :]
            items = self.orders.read(text, lexemes)
        if not items:
            return [ignore_line(number, text, _EMPTY)]
        line = TypedLine(number, text, lexemes, heading)
        if heading.section:
            items = tuple(_cast(item, heading.section) for item in items)
        return [reading for item in items for reading in self._read_item(line, item)]

    def _read_item(self, line: TypedLine, item: Item) -> Iterable[LineReading]:
        """One order of a line, good or bad."""
        if item.error:
            return [self._advise(line, item, item.error)]
        verb, slots = item.verb, item.slots
        if verb in _NOTHING:
            return [line.ignore(_NOTHING[verb])]
        if verb in _ASKED:
            return [_ask_back(line, item)]
        unarmed = verb == "unit" and not slots["piece"].arm
        signs = unarmed and line.lexemes[item.first][1] in CLOSING  # "Thanks, Nora"
        if signs or (verb == "unit" and item.reported):
            return [line.ignore(_TELLS)]
        if unarmed and not line.heading.section:
            # "Bul or Sev": where the one unit goes that has to retreat
            goal = {"verb": "retreat", "path": (slots["piece"].place,), "piece": any_piece("", 1)}
            every = [{**slots, **goal}, slots] if "choices" in slots else [slots]
            span, text = line.span(item), line.quote(item)
            ways = tuple(sentence(one, span, text, line.heading.power) for one in every)
            return [Offer(span, text, (ways,))]
        if verb == "disband" and "piece" not in slots:
            span, text = line.span(item), line.quote(item)
            if len(text) == 1:  # an initial in a name
                return [line.ignore(NO_ORDER)]
            message = f"whom? Write for example 'A {self.orders.vocabulary.samples[1]} D'."
            asked = Problem(span, text, message, ordered=True)
            if item.behind - item.first < len(line.lexemes):
                return [asked]
            only = sentence(DISBAND_ONLY, span, text, line.heading.power)
            return [Offer(span, text, ((only,),), otherwise=(asked,))]
        self.frame.keep(slots)
        return line.sentences(item)

    def _advise(self, line: TypedLine, item: Item, error: MisreadError) -> Problem:
        """A wrong order with what is wrong about it and readings that would make sense."""
        span, text = line.span(item), line.quote(item)
        where = Span(line.number, line.column(error.at), max(span.end, line.column(error.at)))
        reason = advice.message(error, line.lexemes, line.text, self.orders)
        if self._patience <= 0 or item.behind - item.first > _LONGEST:
            return Problem(where, text, reason, ordered=True)
        self._patience -= 1
        mine = line.lexemes[item.first : item.behind]
        error_of_item = MisreadError(error.at - item.first, error.why, error.accepted)
        likely_orders = advice.repairs(error_of_item, line.text, mine, self.orders)
        repairs = tuple(sentence(slots, span, text, line.heading.power) for slots in likely_orders)
        return Problem(where, text, reason, (), repairs, ordered=True)

    # --- sentences

    def _read_sentence(self, statement: Statement, remark: str) -> Readings:
        """What one sentence comes to."""
        line, tokens, items, _ = statement
        heading = self.headings.take(line.text, line.lexemes, items)
        if heading.alone:
            self.below = ""
            return [line.ignore(_HEADING)]
        says_no = cues.denies_last(tokens)
        if items and not (heading.behind or says_no) and self._is_talk(statement):
            return self._pass_over(statement)
        dates = find_dates(line.text, line.lexemes, tokens, self.orders.vocabulary.seasons)
        statement = Statement(line._replace(heading=heading), tokens, items, dates)
        if heading.behind:
            statement = self._part(statement, heading.behind, len(line.lexemes), heading)
        if not statement.items:
            return [line.ignore(_EMPTY)]
        parted = part_at_joints(statement, self.orders)
        parts = find_parts(parted, self.orders)
        orders = [one for one in parts if isinstance(one, FoundOrder)]
        if self._minors and lists_minors(parted.tokens, self._minors):
            orders = []  # how many points each gets is for their writer to say
        if len(orders) > 1 and all(one.item.verb == "unit" for one in orders):
            readings = self._see_units(parted, orders)
        elif orders:
            readings = self._weigh(parted, orders, parts, remark)
        else:
            readings = self._read_words(parted)
        return self._date(statement, readings) if dates or self._named else readings

    def _is_talk(self, statement: Statement) -> bool:
        """Whether nothing stands in a sentence that could order, take back or ask for something.

        Most of what people write is such, and costs no more than this look.
        """
        line, tokens, items, _ = statement
        if any(not item.error for item in items):
            return False
        if any(one.place or one.arm or one.sign in ARROWS for one in tokens):
            return False
        spends = any(one.number or "all" in one.classes for one in tokens) and (
            self.orders.vocabulary.pays or any(one.power for one in tokens)
        )
        if spends or not classes_of(tokens).isdisjoint(_MEANT):
            return False
        lexemes = line.lexemes
        return not (is_notation(lexemes, self.orders) or self.orders.lexicon.may_act(lexemes))

    def _pass_over(self, statement: Statement) -> Readings:
        """What a sentence comes to that orders nothing: nearly a command, or talk."""
        line = statement.line
        span, text = find_span(line.number, line.text), line.text.strip()
        theirs = self.below == cues.HEARSAY
        if not theirs and (opener := blocks.find_missing_opener(line.text)):
            message = (
                f"no {opener} above it opens a block, so nothing was sent or tried, and what "
                f"stands above it was read as orders."
            )
            return [Problem(span, text, message)]
        if not theirs and (near := commands.list_nearest(line.text, self.orders)):
            message = f"no such command; did you mean {' or '.join(near)}?"
            return [Problem(span, text, message, tuple(near.values()), meant=True)]
        return [line.ignore(cues.HEARSAY if cues.reports(statement.tokens) else NO_ORDER)]

    def _date(self, statement: Statement, readings: Readings) -> Readings:
        """What a sentence orders, each order for the phase that is named with it.

        One that is named before orders holds to the end of the line, or to the next one.
        """
        dated: Readings = []
        left, told = [*statement.dates], list[Date]()
        for index, reading in enumerate(readings):
            later = (one.span.column for one in readings[index + 1 :])
            behind = next(later, len(statement.line.text) + 1)
            since = readings[index - 1].span.end if index else 1
            before = [one for one in left if one.start < reading.span.column]
            self._named = (before or self._named)[-1:]
            if before and (before[-1] in told or _is_told(statement, reading.span, since)):
                told.append(before[-1])
                dated.append(
                    Offer(reading.span, reading.text, ((reading,),), _TIME)
                    if isinstance(reading, Sentence)
                    else reading
                )
                continue
            own = _list_dates_of(statement, reading.span, behind)
            first, _ = _find_places(statement, reading.span)
            left = [one for one in left if one not in own or one.start < first]
            dated += self._put_off(statement, reading, self._named or own)
        return dated

    def _put_off(
        self, statement: Statement, reading: LineReading | Withdrawal, dates: list[Date]
    ) -> Readings:
        """What is ordered for the first of some phases, without the word that leads to its name."""
        if not dates or not isinstance(reading, Sentence | Offer):
            return [reading]
        line, start, end = reading.span.line, reading.span.column, reading.span.end
        phase = Command("phase", Span(line, start, start), "", (dates[0].phase,))
        above = Command("phase", Span(line, end, end), "", self.phase)
        for token in reversed(statement.tokens):
            first = statement.line.lexemes[token.first][2] + 1
            if start < first < end:
                if not token.classes & TITLES or token.place:
                    break
                text = statement.line.text[start - 1 : first - 1].rstrip()
                reading = replace(reading, span=Span(line, start, start + len(text)), text=text)
        return [phase, reading, above]

    def _see_units(self, statement: Statement, orders: Sequence[FoundOrder]) -> Readings:
        """Units side by side: a move from one to the other, or a list."""
        line = statement.line
        armed = any(one.item.slots["piece"].arm for one in orders)
        if line.heading.power and not line.heading.section and not armed:
            return [line.ignore("a list of places")]
        listed = all(one.item.separator.strip() for one in orders[:-1])
        wishes = [] if listed else self._see(statement)
        if armed or line.heading.section:
            plain = [one for order in orders for one in line.sentences(order.item)]
            return [self._offer(statement, wishes, plain)] if wishes else [*plain]
        if wishes:
            return [self._offer(statement, wishes, ())]
        # "Par, Gas": where a unit has to retreat they are offered, else what each is by itself.
        read = [one for order in orders for one in self._read_item(line, order.item)]
        return [
            replace(one, otherwise=one.wishes[0][-1:]) if isinstance(one, Offer) else one
            for one in read
        ]

    def _weigh(
        self,
        statement: Statement,
        orders: Sequence[FoundOrder],
        parts: Sequence[FoundOrder | Item],
        remark: str,
    ) -> Readings:
        """The orders of a sentence, each as the words about it leave it, and its other parts."""
        line, first = statement.line, orders[0].item.first
        end = len(line.lexemes)  # the words of a comment stand behind those of its line
        comment = (
            replace(one, first=one.first + end, behind=one.behind + end)
            for one in self._tokens.read(remark, scan(remark))
        )
        beside = [*list_beside(statement, orders, self.orders), *comment]
        before = [token for token in beside if token.first < first]
        theirs = cues.why_theirs(before)
        if undone := self._undo_all(line, orders, before, theirs):
            return undone
        asked = self._find_asked(statement, orders)
        why = cues.why_open([one for one in beside if one.first not in asked])
        if theirs == cues.TOLD:  # it takes nothing back; a wrong order is told
            weighed = self._weigh_parts(statement, parts, _list_about(beside, orders), {}, theirs)
            kept = [
                one for one in weighed if isinstance(one, Offer) or getattr(one, "ordered", False)
            ]
            return kept or [line.ignore(theirs)]
        back = find_withdrawal(statement._replace(tokens=before), self._minors)
        readings: Readings = [one for one in (back, advice.find_repeat(line, before)) if one]
        if says(beside, "or") and (question := _ask_which(line, orders)):
            return [*readings, question]
        about, why = _list_about(beside, orders), why or self.below or theirs
        readings += self._weigh_parts(statement, parts, about, asked, why)
        return sorted(readings, key=lambda one: one.span.column)

    def _weigh_parts(
        self,
        statement: Statement,
        parts: Sequence[FoundOrder | Item],
        about: Mapping[int, Sequence[Token]],
        asked: Mapping[int, str],
        why: str,
    ) -> Readings:
        """The orders of a sentence and its other parts, each as the words about it leave it.

        ``about`` are those words of each order, by its first lexeme; ``asked`` is why one is open,
        by the lexeme behind it, ``why`` why all are.
        """
        readings: Readings = []
        for part in parts:
            if isinstance(part, FoundOrder):
                doubt = why or asked.get(part.item.behind, "")
                readings += self._weigh_order(statement.line, part, about[part.first], doubt)
            else:  # one more that is not plain, an attempt, or talk
                rest = statement._replace(tokens=statement.list_tokens(part), items=[part])
                failed = self._advise_attempts(rest)
                wishes = self._see(rest, statement.tokens)
                seen = wishes and not _are_vague(wishes, failed, rest.tokens)
                readings += [self._offer(rest, wishes, failed, part)] if seen else failed
        return readings

    def _undo_all(
        self, line: TypedLine, orders: Sequence[FoundOrder], before: Sequence[Token], theirs: str
    ) -> Readings:
        """What orders come to that are another's, or taken back by words before them; [] if not."""
        if cues.HEARSAY in (theirs, self.below):
            return [line.ignore(cues.HEARSAY)]
        if says(before, "undo") and not cues.is_parted(before):
            withdrawn = [_withdraw(line, one, undone=True) for one in orders]
            return [line.ignore(theirs)] if theirs == cues.TOLD else [*withdrawn]
        return []

    def _find_asked(self, statement: Statement, orders: Sequence[FoundOrder]) -> dict[int, str]:
        """The question marks in a list of orders, each of which asks about the one before it.

        As in "A Chu - Tib?, F Can H": a list has arrows or units' letters, an order for each unit.
        """
        units = {
            one.item.slots["piece"].place.spaces for one in orders if "piece" in one.item.slots
        }
        parts = [statement.line.lexemes[one.item.first : one.item.behind] for one in orders]
        opens = bool(statement.tokens[0].arm or statement.tokens[0].place)
        listed = opens and all(
            is_notation(part, self.orders) or any(key in ARROWS for _, key, *_ in part)
            for part in parts
        )
        if not listed or not 1 < len(units) == len(orders):
            return {}
        return {one.first: cues.QUESTION for one in statement.tokens if one.sign == "?"}

    def _weigh_order(
        self, line: TypedLine, order: FoundOrder, beside: Sequence[Token], why: str
    ) -> Readings:
        """One order of a sentence as the words of its clause leave it, and those behind all."""
        own = [token for token in beside if order.has_beside(token)]
        before = [token for token in own if token.first < order.item.first]
        denial = cues.cut_off(before)
        if cues.denies(denial):
            return [_withdraw(line, order, undone=says(denial, "undo"))]
        behind = [token for token in beside if token.first >= order.item.first]
        nearest = next((one.first for one in behind), 0)
        around = line.lexemes[max(nearest - 1, 0) : nearest + 1]
        # A sign stands between the order and those words, or they are a comment.
        parted = nearest >= len(line.lexemes) or any(kind == SIGN for kind, *_ in around)
        reason = cues.why_undone(behind, own[len(before) :], parted=parted)
        if reason or (order.item.verb == "bid" and cues.adds(behind)):
            told = f"not taken: {reason}." if reason else _SUM
            return [
                Problem(line.span(order.item), line.quote(order.item), told, ordered=not reason)
            ]
        runs_on = _RUNS_ON if order.runs_on else ""
        return [
            *self._take(line, order.item, why or cues.why_changed(behind, parted=parted) or runs_on)
        ]

    def _take(self, line: TypedLine, item: Item, doubt: str) -> Iterable[LineReading]:
        """An order as it is, or offered where something leaves it open."""
        if line.heading.section:
            item = _cast(item, line.heading.section)
        read = list(self._read_item(line, item))
        ways = tuple((one,) for one in read if isinstance(one, Sentence))
        if not doubt or len(ways) < len(read):
            return read
        anew = (self._anew and doubt != cues.TOLD) or doubt == cues.CHOICE
        otherwise = tuple(one for way in ways for one in way) if doubt == _RUNS_ON else ()
        return [Offer(line.span(item), line.quote(item), ways, doubt, otherwise, anew)]

    # --- words

    def _read_words(self, statement: Statement) -> Readings:
        """A sentence that holds no order: it takes back, seems to order, fails to, or is talk."""
        tokens = statement.tokens
        if self.below == cues.HEARSAY:
            return self._pass_over(statement)
        back = cues.find_denial(statement) or find_withdrawal(statement, self._minors)
        readings: Readings = [back] if back else []
        if back:  # what stands behind its clause: "Scratch that, fleet Naples"
            undo = next(iter(cues.find(tokens, "undo")), len(tokens))
            signs = (at for at, one in enumerate(tokens) if one.sign in (",", ";", ":", "."))
            tokens = tokens[next((at for at in signs if at > undo), len(tokens)) :]
        wishes = self._see(statement._replace(tokens=tokens))
        failed = [] if cues.tells(statement.tokens) else self._advise_attempts(statement)
        if wishes and not _are_vague(wishes, failed, tokens):
            return [*readings, self._offer(statement, wishes, failed)]
        request = None if readings or failed else advice.find_request(statement)
        return readings or [*failed] or ([request] if request else self._pass_over(statement))

    def _advise_attempts(self, statement: Statement) -> list[Problem]:
        """The items that were meant as orders, each with what is wrong about it.

        What is denied gets no repair: "A Mun does not go to Burgundy".
        """
        failed: list[Problem] = []
        for item in statement.items:
            if item.verb == "clash":
                failed.append(_ask_back(statement.line, item))
            wrong = advice.find_attempt(statement, item, self.orders) if item.error else None
            if wrong and wrong.error:
                problem = self._advise(statement.line, wrong, wrong.error)
                tokens = statement.list_tokens(wrong)
                reason = cues.why_denied(tokens)
                adds = says(tokens, "more") and any(one.power in self._minors for one in tokens)
                told = f"not taken: {reason}." if reason else _SUM if adds else ""
                failed.append(replace(problem, message=told, repairs=()) if told else problem)
        return failed

    def _see(self, statement: Statement, whole: Sequence[Token] = ()) -> list[Wishes]:
        """What a sentence seems to order, or a part of a ``whole`` one.

        Nothing if it asks, and does not ask the judge to do it, or tells what others do.
        """
        tokens = statement.tokens
        wishes = self.frame.read(tokens, anew=self._anew and len(tokens) <= _TALE)
        asks = statement.asks and not cues.asks_politely(whole or tokens)
        if cues.tells(tokens) or asks:
            return []
        if advice.spends_points(tokens, self.orders):  # the unit that acts is the first named
            return [
                tuple(ways[: 1 + (ways[0]["verb"] == "points")] for ways in one) for one in wishes
            ]
        return wishes

    def _offer(
        self,
        statement: Statement,
        wishes: Iterable[Wishes],
        otherwise: Sequence[Problem | Sentence],
        item: Item | None = None,
    ) -> Offer:
        """What a sentence, or an item of it, seems to order."""
        line, tokens = statement.line, statement.tokens
        span = line.span(item) if item else line.span_of_all()
        text, power = line.text[span.column - 1 : span.end - 1], line.heading.power
        ways = tuple(
            tuple(sentence(slots, span, text, power) for slots in readings)
            for one in wishes
            for readings in one
        )
        builds = any(one.verb == "unit" for each in ways for one in each)  # if it is winter
        if len(otherwise) == len(ways) == 1 and isinstance(otherwise[0], Problem) and not builds:
            own, repairs = ways[0], otherwise[0].repairs
            likelier = _beats_repairs(own[0], repairs, tokens)
            ways = ((*own, *repairs) if likelier else (*repairs, *own),)
        anew = self._anew and not says(tokens, "you") and len(tokens) <= _TALE
        named = tuple(
            one.place.spaces[0] for one in tokens if one.place and not one.place.spaces[1:]
        )
        return Offer(
            span, text, ways, cues.why_open(tokens), tuple(otherwise), anew=anew, named=named
        )


def _beats_repairs(own: Sentence, repairs: Iterable[Sentence], tokens: Sequence[Token]) -> bool:
    """Whether what words seem to order is likelier than repairs of them as a wrong order.

    These leave powers and points out, and know no denial ("not to Bur, to Tyr"), nor that "goes
    nowhere" holds.
    """
    stays = own.verb == "hold" and any(one.verb == "move" for one in repairs)
    return stays or len(own.powers) > 1 or own.verb == "points" or says(tokens, "no")


def _part_list(text: str) -> str:
    """The rest of a list behind its "1." with signs for the numbers that go on in its line.

    As in "1. F Bre - Mao 2. A Par - Pic".
    """
    items = list(_LISTED.finditer(text))
    if [item[1] for item in items] != [str(2 + index) for index in range(len(items))]:
        return text
    for item in items:
        text = f"{text[: item.start()]};{text[item.end() :].rjust(len(text) - item.start() - 1)}"
    return text


def _is_said(offer: Offer, readings: Readings) -> bool:
    """Whether the one order of an offer stands among readings already."""
    told = [one for one in readings if isinstance(one, Sentence)]
    told += [ways[0] for one in readings if isinstance(one, Offer) for ways in one.wishes]
    said = [(one.verb, one.piece, one.path) for one in (*told, *(one.about for one in told)) if one]
    wish = offer.wishes[0][0]
    return (wish.verb, wish.piece, wish.path) in said


def _are_vague(
    wishes: Iterable[Wishes], failed: Sequence[Problem], tokens: Sequence[Token]
) -> bool:
    """Whether what fails to order is likelier than what it seems to order.

    As in "A Mar - Xyz", which is no army to build, and "1 DP Norway: F Den H", where it is open
    whose points they are.
    """
    verbs = {slots["verb"] for one in wishes for ways in one for slots in ways}
    goes = any(one.sign in ARROWS for one in tokens)
    clashes = any(one.message == _ASKED["clash"] for one in failed)
    return bool(failed) and ((goes and verbs == {"unit"}) or (clashes and "points" in verbs))


def _doubt(before: Readings, new: Readings, tokens: Sequence[Token]) -> Readings:
    """What a line came to, orders left open where a sentence behind them that orders nothing does.

    As in "F Kie - Den. Depends on Russia." and "A Par - Bur. Hmm, no."
    """
    open_to_doubt = any(isinstance(one, Sentence) for one in before)
    if not open_to_doubt or any(not isinstance(one, Ignored) for one in new):
        return before
    words = words_of(tokens)
    if words and "when" in words[0].classes and tokens[-1].sign == "?":
        return before  # "A Par - Bur. When is the deadline?"
    why = cues.DENIED if cues.is_short_no(words) else ""
    why = why or cues.why_open(words, opening=_OPENING)
    return [
        Offer(one.span, one.text, ((one,),), why) if why and isinstance(one, Sentence) else one
        for one in before
    ]


def _list_about(beside: Sequence[Token], orders: Sequence[FoundOrder]) -> dict[int, list[Token]]:
    """The words beside the orders of a sentence that may speak of each, by its first lexeme.

    One that leads to an order speaks of that, one between two of the one before it, as in "F Bre -
    Mao, A Par - Pic, no wait, A Par - Bur"; what stands before or behind all speaks of all. A "no"
    between two for one unit puts the first right: "A Par - Pic, no A Par - Bur".
    """
    about: dict[int, list[Token]] = {order.first: [] for order in orders}
    for token in beside:
        begun = bisect_right(orders, token.first, key=lambda order: order.first)
        nearest = orders[max(begun - 1, 0)]
        leads = begun > 1 and token.first < nearest.item.first
        if leads and token.classes >= _PUTS_RIGHT:
            one, other = (order.item.slots.get("piece") for order in orders[begun - 2 : begun])
            if one and other and one.place.spaces == other.place.spaces:
                continue
        alone = leads or 0 < begun < len(orders)
        for order in (nearest,) if alone else orders:
            about[order.first].append(token)
    return about


def _ask_which(line: TypedLine, orders: Sequence[FoundOrder]) -> Problem | None:
    """The question which order a unit gets, where all are for one: "Either A Rom - Apu or Nap"."""
    pieces = [one.item.slots.get("piece") for one in orders]
    spaces = {piece.place.spaces if piece else () for piece in pieces}
    if len(orders) == 1 or len(spaces) > 1 or () in spaces:
        return None
    ways = tuple(one for order in orders for one in line.sentences(order.item))
    span = Span(line.number, line.span(orders[0].item).column, line.span(orders[-1].item).end)
    text = line.text[span.column - 1 : span.end - 1]
    return Problem(span, text, f"{cues.CHOICE}.", (), ways, ordered=True)


def _withdraw(line: TypedLine, order: FoundOrder, *, undone: bool) -> Withdrawal:
    """As in "Drop A Ukr - Sev"; where it is not undone but denied no other deed is meant."""
    one, span, text = line.sentences(order.item)[0], line.span(order.item), line.quote(order.item)
    return Withdrawal(span, text, list_spaces(one), ALL, denied=None if undone else one)


def _are_odd(items: Sequence[Item], minors: Container[str]) -> bool:
    """Whether items are more, or other, than plain orders."""
    for item in items:
        if item.error is not None or item.reported or item.verb == "clash":
            return True
        if item.verb == "bid" and any(one in minors for one in item.slots["powers"][1:]):
            return True  # "2 for Turkey and Poland"
    return len(items) > 1 and all(item.verb == "unit" for item in items)


def _ask_back(line: TypedLine, item: Item) -> Problem:
    """The question what an order means."""
    return Problem(line.span(item), line.quote(item), _ASKED[item.verb], ordered=True)


def _cast(item: Item, section: str) -> Item:
    return item._replace(slots=cast(item.slots, section)) if item.slots else item


def _list_dates_of(statement: Statement, span: Span, behind: int) -> list[Date]:
    """The dates within an order or right behind it: "A Par - Bur in fall", "A Par - Bur (fall)".

    None that is a heading itself: "A Mar - Gas (autumn: Gas - Par)". What a sign parts from the
    order leads to the one that begins ``behind``, if one does: "A Par - Bur now, in fall A Bur -
    Mun".
    """
    text, (first, last) = statement.line.text, _find_places(statement, span)
    end, goes_on = behind, behind <= len(text)
    for token in statement.tokens:
        column = statement.line.lexemes[token.first][2] + 1
        parts = goes_on and (token.sign == "," or "and" in token.classes)
        leads = token.sign in _AROUND or token.classes & TITLES or statement.is_dated(token)
        if column >= span.end and (parts or not leads):
            end = column
            break
    return [
        one
        for one in statement.dates
        if span.column <= one.start + 1 < (span.end if one.start < last else end)
        and not (one.start > first and text.startswith(":", one.end))
    ]


def _find_places(statement: Statement, span: Span) -> tuple[int, int]:
    """Where the first and the last place of an order begin, 0 for none."""
    columns = [statement.line.lexemes[one.first][2] for one in statement.tokens if one.place]
    places = [column for column in columns if span.column <= column + 1 < span.end]
    return min(places, default=0), max(places, default=0)


def _list_unread(statement: Statement, readings: Readings) -> list[Ignored]:
    """The clauses that name a place, and more, and that no reading of their sentence is of.

    As "Brest bouge pas" is behind "Paris tient, ...": none is dropped without a word, but for
    conditions.
    """
    read = [one.span for one in readings if not isinstance(one, Ignored)]
    line, unread, clauses = statement.line, [], [list[Token]()]
    for token in statement.tokens if read else ():
        if token.sign in _CLAUSES:
            clauses.append([])
        elif not token.sign or clauses[-1]:
            clauses[-1].append(token)
    for clause in clauses:
        named = len(words_of(clause)) > 1 and any(one.place for one in clause)
        if not named or says(clause, "if"):
            continue
        start = line.lexemes[clause[0].first][2] + 1
        end = line.lexemes[clause[-1].behind - 1][3] + 1
        if not any(one.column < end and start < one.end for one in read):
            text = line.text[start - 1 : end - 1].rstrip(" .")
            span = Span(line.number, start, start + len(text))
            unread.append(Ignored(span, text, NO_ORDER, beside=True))
    return unread


def _is_told(statement: Statement, span: Span, since: int) -> bool:
    """Whether words before an order tell of a time, and do not only say for which it is.

    As in "Well, that didn't work in spring, so the same again: A Ven - Tri". Those up to a sign
    behind the order before it, which ends at ``since``, are about that one: "A Par - Bur now, then
    in fall A Bur - Mun".
    """
    columns = [(statement.line.lexemes[one.first][2] + 1, one) for one in statement.tokens]
    words = [one for column, one in columns if since <= column < span.column]
    return not all(
        one.sign or one.power or one.place or one.classes & TITLES or statement.is_dated(one)
        for one in (cues.cut_off(words) if since > 1 else words)
    )
