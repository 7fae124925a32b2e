"""What a careful secretary makes of a line that is not plainly an order.

What is clear is taken, what is taken back, conditional, unsure or half said is asked back, and
only talk is passed over. A line is cut into sentences and these into parts: orders, and words.
"""

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from msgspec.structs import replace

from judge.kernel.text import Command, Ignored, Problem, Sentence, Span
from judge.language import (
    above,
    answers,
    asides,
    conditions,
    denials,
    hearsay,
    parts,
    pronouns,
    prose,
    requests,
    rewording,
    taken_back,
)
from judge.language.fold import level
from judge.language.headers import Heading
from judge.language.names import Names
from judge.language.narrow import Narrow
from judge.language.orders import OrderReader
from judge.language.pronouns import Pronouns
from judge.language.remarks import LONGEST, Remarks
from judge.language.scan import scan
from judge.language.sentences import SentenceParts, Sentences, list_unit_spaces
from judge.language.slots import sentence
from judge.language.stretches import Part
from judge.language.typed_line import (
    ALL,
    BEHIND,
    LAST,
    NO_ORDER,
    ONLY,
    LineReading,
    Withdrawal,
    find_span,
    ignore_line,
)

ENDLESS = 400
"""Characters of a sentence beyond which its words are not weighed."""
MUCH = 2000
"""Characters of a line whose sentences are weighed."""
ENOUGH = 40_000
"""Characters of stretches tried as orders, in all sentences, beyond which no more are weighed.

A line of talk that names places takes some 600.
"""
_SIGNS = tuple(",;:-(")
"""What stands between an order and what is told beside it."""
_FIRST_CLAUSE = re.compile(r"([^,:;]+)[,:;]\s*")
_TALKED = (answers.TOLD, answers.UNSURE)
"""Doubts that somebody else's words raise: "Tom says he may go A Mun - Bur"."""


class Secretary:
    """Reads the lines of one letter that are no plain orders."""

    def __init__(self, orders: OrderReader) -> None:
        self.names = Names(orders)
        self.opened = False
        self._lexicon = orders.lexicon
        self._minor = orders.vocabulary.minor
        self._speaks_of = Pronouns()
        self.names.list_ordered = lambda: self._speaks_of.ordered_spaces
        self.remember_orders = self._speaks_of.remember_orders
        """Remembers the orders of a plain line: the next one may say "supports it"."""
        self._sentences = Sentences(orders, self.names, self._speaks_of)
        self.remarks = Remarks(self.names, self._sentences)
        letter, place, neighbour = orders.vocabulary.samples
        self._example = f"{letter} {place} - {neighbour}"

    def read(self, number: int, text: str, heading: Heading) -> list[LineReading | Withdrawal]:
        """What a line comes to, sentence by sentence."""
        readings: list[LineReading | Withdrawal] = []
        before: Sequence[LineReading | Withdrawal] = ()
        ordered_spaces, newest = (
            self._speaks_of.ordered_spaces,
            list_unit_spaces(self._speaks_of.last),
        )
        for start, end in parts.sentences(level(text)):
            one = Narrow(text[start:end], range(start, end), text)
            endless = end - start > ENDLESS or start > MUCH
            if endless or self._sentences.tried > ENOUGH:
                readings.append(one.widen(self._pass_over_long_sentence(number, one.text)))
                continue
            self._sentences.follows = start > 0
            last = end == len(text)
            new_readings = self._read_correction(number, one.text, heading)
            if not _goes_on(new_readings, before):
                new_readings = self._weigh_remark(
                    one.text, new_readings, beside=start > 0, last=last
                )
            readings += map(one.widen, new_readings)
            before = new_readings
        if _is_cited(text, readings):
            readings = above.question_citation(readings, self.names.spaces)
        readings = list(above.drop_answered(above.drop_replaced(readings, ordered_spaces, newest)))
        readings = list(self._drop_denied(readings))
        if any(not isinstance(one, Ignored) for one in readings):
            return [one for one in readings if not isinstance(one, Ignored) or one.spaces]
        return readings[:1] if len(readings) < 2 else [_join_talk(number, text, readings)]

    def _read_correction(
        self, number: int, text: str, heading: Heading
    ) -> Sequence[LineReading | Withdrawal]:
        """What a sentence comes to, and what it puts right."""
        if not (taken_back.corrects(level(text)) or _count_denied_chars(text)):
            return self._read_sentence(number, text, heading)
        ordered_spaces = self._speaks_of.ordered_spaces
        readings = self._move_last_unit_elsewhere(number, text, heading) or self._read_sentence(
            number, text, heading
        )
        return self._apply_correction(number, text, readings, ordered_spaces)

    def _move_last_unit_elsewhere(
        self, number: int, text: str, heading: Heading
    ) -> Sequence[LineReading]:
        """The last move, to the place that is all that a sentence says: "No, Armenia"."""
        start, end = taken_back.find_wanted_place(level(text))
        start += _count_denied_chars(text[start:end])
        goal, _, reason = text[start:end].partition(",")
        instead = start or end < len(text.rstrip(" .!"))
        if not instead or not self.names.is_place(goal) or self.names.spaces(reason):
            return ()
        opening = level(text[:start]).rstrip()
        if taken_back.apologises(opening) and self.names.is_a_country(goal):
            return ()  # "Sorry, Denmark, nothing personal"; no more is "No Black Sea, please"
        denies = opening[-1:].isalpha() and denials.denies(opening.rsplit(" ", 1)[-1])
        if denies or denials.doubts_at_all(level(reason)):
            return ()
        end = start + len(goal)
        part = self._sentences.stretches.redirect_last_move(text, start, end)
        if part is None:
            return ()
        self._speaks_of.remember_orders(part.items)
        return SentenceParts(number, text, (part,), polite=False).orders(heading)

    def _weigh_remark(
        self, text: str, readings: Sequence[LineReading | Withdrawal], *, beside: bool, last: bool
    ) -> Sequence[LineReading | Withdrawal]:
        """What a sentence came to; talk may be against an order, unless it introduces the next."""
        talk = _find_talk(readings[0]) if len(readings) == 1 else None
        if talk is None or talk.reason != NO_ORDER:
            return readings
        if not last and taken_back.is_only_expletive(level(text)):
            return readings
        return [self.weigh_aside(text, talk, beside=beside)]

    def list_units_ordered_beside(self, text: str, remark: str) -> set[str]:
        """Where the units stand that remarks order: "A Mun - Bur (and A Ber H)", "... // A Ber H".

        ``remark`` is what stands behind a comment's sign.
        """
        remarks = (*parts.take_out_brackets(text)[0], remark if len(remark) <= LONGEST else "")
        mine = (one for one in remarks if not self.names.names_power(one))
        order_parts = (self._sentences.stretches.order(one, 0, len(one)) for one in mine)
        return {
            space
            for part in order_parts
            if part
            for item in part.items
            for space in list_unit_spaces(item.slots)
        }

    def weigh_aside(
        self, text: str, talk: Ignored, *, beside: bool = False
    ) -> Ignored | Withdrawal:
        """Talk, or a question about the order above that it speaks of and may be against.

        Phrases of taking back never end, so what is not known to be harmless is asked;
        ``beside``: something stands before it on its line.
        """
        low, spaces = level(text), self.names.spaces(text)
        limits = conditions.limits(low)
        if not limits and asides.is_harmless(text, low, beside=beside, names_place=bool(spaces)):
            return talk
        if talk.spaces and not (denials.doubts_at_all(low) or self._subjects(text)):
            return talk
        which = BEHIND if limits else _find_orders_spoken_of(low, spaces, terse=not talk.spaces)
        if not spaces and not which:
            return talk
        question = Problem(talk.span, talk.text, answers.CONDITION if limits else answers.ASIDE)
        unless = self._list_other_spaces(text, low)
        return Withdrawal(
            question, tuple(sorted(spaces)), which, talk.span, talk=talk, unless=unless
        )

    def _list_other_spaces(self, text: str, low: str) -> tuple[str, ...]:
        """The spaces that words name whose units they may be about, and not the order above.

        A condition is about that order, but for what it has its own deed for.
        """
        clauses = (text[start:end] for start, end in parts.parts(low))
        free = (one for one in clauses if not conditions.is_conditional(level(one)))
        return tuple(sorted({space for one in free for space in self.names.spaces(one)}))

    def _subjects(self, text: str) -> set[str]:
        """The spaces that words name otherwise than as what is helped: "both support Munich"."""
        return self.names.spaces(pronouns.drop_helped(text, level(text)))

    # --- a sentence

    def _read_sentence(
        self, number: int, whole: str, heading: Heading
    ) -> Sequence[LineReading | Withdrawal]:
        """What one sentence comes to: the first of these that it is."""
        text = whole
        if _only_tells(level(text)):
            text = self._leave_out_tale(text)
            if not text:
                return [ignore_line(number, whole, answers.EARLIER)]
        text = conditions.blank_polite_conditions(text, level(text))
        return (
            self._replace_line(number, text, heading)
            or self._find_dropped_order(number, text)
            or self._read_orders(number, text, heading)
            or self._read_words(number, text)
        )

    def _leave_out_tale(self, text: str) -> str:
        """What a sentence orders before or behind what it tells of an earlier turn; "" of nothing.

        As in "Par - Bur again, it failed last year" and "It failed last year, so Par - Pic".
        """
        low, order = level(text), self._sentences.stretches.order
        column = hearsay.find_conclusion(low)
        if column and order(text, column, len(text)):
            return " " * column + text[column:]
        start, end = parts.parts(low)[0]
        tale = low[end:]
        if tale.lstrip()[:1] not in _SIGNS or hearsay.recounts(low[start:end]):
            return ""
        beside = hearsay.recounts(tale) and not hearsay.recounts_that(tale)
        return text[:end] if beside and order(text, start, end) else ""

    def _replace_line(
        self, number: int, text: str, heading: Heading
    ) -> Sequence[LineReading | Withdrawal]:
        """What stands behind "the last line should read", which takes that line back."""
        low = level(text)
        behind = taken_back.find_should_read(low)
        if not behind or behind >= len(low):
            return ()
        which = taken_back.find_line_number(low[:behind]) or LAST
        rest = self._read_sentence(number, " " * behind + text[behind:], heading)
        question = None
        if not any(isinstance(one, Sentence) for one in rest):
            answer = answers.WHICH.format(self._example)
            question, rest = Problem(find_span(number, text), text.strip(), answer), ()
        return [above.make_withdrawal(number, text, question, (), which), *rest]

    def _find_dropped_order(self, number: int, text: str) -> list[Withdrawal]:
        """The order that "Drop A Ukr - Sev" or "not A Ukr - Sev" takes back; [] of other words.

        A unit alone is dropped in retreats and builds: the board decides that.
        """
        low = level(text)
        drops = taken_back.drops(low)
        behind = drops or denials.find_end_of_not(low)
        if not behind or not self.names.spaces(text[behind:]):
            return []
        rest = " " * behind + text[behind:]
        part = self._sentences.stretches.order(rest, behind, len(rest))
        if part is None or part.items[0].verb == "unit" or not (drops or len(part.items) == 1):
            return []
        spaces = {one for item in part.items for one in list_unit_spaces(item.slots)}
        span = find_span(number, text)
        question = Problem(span, text.strip(), answers.TAKEN_BACK)
        return [Withdrawal(question, tuple(sorted(spaces)), "", span)]

    def _read_orders(
        self, number: int, text: str, heading: Heading
    ) -> list[LineReading | Withdrawal]:
        """The orders of a sentence, or why they are asked back; [] if it holds none."""
        text = self._blank_denied_place(text)
        if not rewording.asks_politely(level(text)):
            text = pronouns.drop_address(text, level(text))
        one = self._sentences.weigh(number, text)
        first = next((part for part in one.parts if part.items), None)
        if first is None:
            return []
        doubt = self._sentences.doubt(one)
        if doubt in ("", answers.CONDITION) and conditions.names_another_choice(one.low):
            question = _question_sentence(one, answers.UNSURE, heading)
            return [Withdrawal(question, (), LAST, question.span)]
        return (
            self._ask_back_orders(one, first, doubt, heading)
            if doubt
            else self._take_orders(one, heading)
        )

    def _ask_back_orders(
        self, one: SentenceParts, first: Part, doubt: str, heading: Heading
    ) -> list[LineReading | Withdrawal]:
        """A sentence whose orders are not taken, asked back, unless it tells of others' orders."""
        if doubt in _TALKED and self._sentences.only_cites(one):
            theirs = self._read_hearsay(one.number, one.text, ())
            if theirs:
                return [theirs]
        self._speaks_of.last = None
        question = _question_sentence(one, doubt, heading)
        if doubt == answers.TAKEN_BACK and taken_back.takes_back(one.low[: first.start]):
            return [Withdrawal(question, one.unit_spaces, "", question.span)]
        return [question]

    def _take_orders(self, one: SentenceParts, heading: Heading) -> list[LineReading | Withdrawal]:
        """The orders of a sentence, less those that its next words take back; what is left open."""
        readings: list[LineReading | Withdrawal] = []
        if requests.wants_all_as_before(one.low):
            readings.append(
                Problem(find_span(one.number, one.text), one.text.strip(), answers.REQUEST)
            )
        later = [tuple(one.list_unit_spaces_behind(index)) for index in range(len(one.parts))]
        is_replaced = False
        for index, part in enumerate(one.parts):
            words, last = one.low[part.start : part.end], readings[-1] if readings else None
            takes_back = taken_back.takes_back(words)
            if part.items:
                readings += self._list_orders(one, part, heading)
                is_replaced = False
            elif self._is_settled(one.words(part), later[index]):
                continue
            elif takes_back and not isinstance(last, Sentence):
                if not is_replaced:  # "A Rom B - no, scratch that one, F Rom B" says it twice.
                    spaces = self.names.spaces(one.words(part))
                    which = above.find_order_meant(words) or LAST
                    readings.append(
                        above.make_withdrawal(one.number, one.text, None, spaces, which)
                    )
            elif index and (takes_back or self._rewrites(one, part, last, later[index])):
                readings[-1:] = _ask_back_replaced_order(last, later[index])
                is_replaced = True
            else:
                readings += self._ask_about_rest(one, one.words(part), words)
        return readings

    def _list_orders(
        self, one: SentenceParts, part: Part, heading: Heading
    ) -> Sequence[LineReading]:
        """The orders of a part, asked back if their words had to be put right."""
        orders = tuple(one.part(part, heading))
        if part.slipped:
            return [_ask_back_misspelt(orders)]
        self._speaks_of.remember_orders(part.items)
        return orders

    def _is_settled(self, words: str, later: Sequence[str]) -> bool:
        """Whether words ask for nothing more: they say that an order is a second thought.

        Or they deny something of a unit that is ordered behind: "F Ham shall not move, it holds".
        """
        low = level(words)
        return taken_back.thinks_again(low) or self._denies_of(words, later)

    def _denies_of(self, words: str, later: Container[str]) -> bool:
        """Whether words deny something of a unit in one of the spaces ``later``."""
        low = level(words)
        if not denials.denies(low) or pronouns.drop_helped(words, low) != words:
            return False
        return any(space in later for space in self.names.find_first(words))

    def _drop_denied(
        self, readings: Sequence[LineReading | Withdrawal]
    ) -> Iterator[LineReading | Withdrawal]:
        """Without what is denied of a unit that is ordered behind: "Sev does not go. It holds."."""
        for index, one in enumerate(readings):
            words = above.find_words_asked(one)
            denies = denials.denies(level(words))
            if not denies or not self._denies_of(
                words, above.list_ordered_units(readings[index + 1 :])
            ):
                yield one

    def _rewrites(
        self,
        one: SentenceParts,
        part: Part,
        last: LineReading | Withdrawal | None,
        later: Sequence[str],
    ) -> bool:
        """Whether words put the order before them right, or say something else of its unit.

        As in "I'd love to go A Par - Bur but I gave my word, so Picardy it is for Paris".
        ``later``: where the units stand that have orders behind them.
        """
        rest = one.words(part)
        low, spaces = level(rest), self.names.spaces(rest)
        if later and taken_back.corrects(low):
            return True
        if isinstance(last, Sentence) and self._says_instead(rest, low, spaces):
            return True
        if not isinstance(last, Sentence) or spaces.isdisjoint(above.list_spaces(last.piece)):
            return False
        if denials.explains(low) or self._sentences.denies_order(rest, one.ordered_spaces):
            return False
        return bool(spaces - one.ordered_spaces) or taken_back.puts_right(low)

    def _says_instead(self, rest: str, low: str, spaces: set[str]) -> bool:
        """Whether words beside an order are another deed or place for it: ", better hold"."""
        acts, explains = self.names.acts(rest), denials.explains(low) or denials.denies(low)
        if not spaces:
            return acts and (taken_back.corrects(low) or taken_back.finds_better(low))
        return not acts and not explains and self._says_only_where(rest)

    def _ask_about_rest(self, one: SentenceParts, rest: str, words: str) -> Iterable[LineReading]:
        """What is asked about words beside an order: one more order, or a place."""
        span, spaces = find_span(one.number, rest), self.names.spaces(rest)
        if requests.spends_nothing(words):
            return [Command("nopoints", span, rest.strip())]
        if self._stakes(rest, words) or self._pays(rest, spaces):
            return [Problem(span, rest.strip(), answers.REST)]
        if requests.requests(words):
            introduces = one.low[len(rest) :].lstrip().startswith(":")  # "The same again: ..."
            return [] if introduces else [Problem(span, rest.strip(), _answer_request(words))]
        if denials.explains(words):
            return self._question_reason(one, rest, spaces)
        if prose.greets(words):
            return []
        if self._sentences.denies_order(rest, one.ordered_spaces):
            return []
        ends = not one.low[len(rest) :].strip(" .!")
        if ends and self._sentences.denies_another(rest, one.ordered_spaces):
            return []
        if self._looks_like_order(rest, words, spaces) or (
            spaces and requests.somebody_goes(words)
        ):
            return [Problem(span, rest.strip(), answers.REST)]
        another = tuple(sorted(spaces - one.ordered_spaces))
        return [Ignored(span, rest.strip(), NO_ORDER, another, answers.REST)] if another else []

    def _looks_like_order(self, rest: str, words: str, spaces: set[str]) -> bool:
        """Whether words beside an order look like one: a unit's deed, or "Tyr", whichever it is."""
        if prose.looks_like_order(scan(rest), self._lexicon):
            return True
        if not spaces and self.names.is_place(rest):
            return True
        return bool(spaces or pronouns.names_an_arm(words)) and self.names.acts(rest)

    def _stakes(self, rest: str, words: str) -> bool:
        """Whether words beside an order put more points on something: "with three more"."""
        if self._minor and self.names.names_power(rest) and requests.stakes(words):
            return True
        signs = {"_POINTS", "NUMBER"} if self._minor else {"_POINTS"}
        return requests.adds(words) and prose.holds(scan(rest), self._lexicon, signs)

    def _question_reason(
        self, one: SentenceParts, rest: str, spaces: set[str]
    ) -> list[LineReading]:
        """A reason beside an order: none if it tells where another unit shall go, "to take ..."."""
        another = tuple(sorted(spaces - one.ordered_spaces))
        if len(another) < 2 or not self.names.acts(rest):
            return []
        return [Ignored(find_span(one.number, rest), rest.strip(), NO_ORDER, another, answers.REST)]

    def _blank_denied_place(self, text: str) -> str:
        """A line without the place that it denies: "A Mun nicht nach Bur, sondern nach Tirol"."""
        columns = denials.find_not_but(level(text))
        if columns is None or not self.names.spaces(text[columns[0] : columns[1]]):
            return text
        start, end = columns
        return text[:start] + "-".ljust(end - start) + text[end:]

    def _apply_correction(
        self,
        number: int,
        text: str,
        readings: Sequence[LineReading | Withdrawal],
        ordered_spaces: set[str],
    ) -> Sequence[LineReading | Withdrawal]:
        """A sentence that puts something right; where it is asked, so is what it may change.

        ``ordered_spaces``: where the units stand that had orders before it; it replaces theirs,
        else the last.
        """
        if any(isinstance(one, Withdrawal) for one in readings):
            return readings
        if any(isinstance(one, Sentence) for one in readings):
            return self._replace_orders(number, text, readings, ordered_spaces)
        spaces = self.names.spaces(text)
        question = next((one for one in readings if isinstance(one, Problem)), None)
        if question:
            return self._ask_with_orders(number, text, readings, question, ordered_spaces)
        if spaces:
            return [self._doubt_named_place(number, text, spaces, readings)]
        return self._read_no_more(number, text) or readings

    def _replace_orders(
        self,
        number: int,
        text: str,
        readings: Sequence[LineReading | Withdrawal],
        ordered_spaces: set[str],
    ) -> Sequence[LineReading | Withdrawal]:
        """Orders that stand for those above: for that of their unit, or for the last."""
        build_sites = above.list_build_sites(readings) & ordered_spaces
        if build_sites:
            return [above.make_withdrawal(number, text, None, build_sites, ""), *readings]
        another = (
            ordered_spaces
            and taken_back.replaces(level(text))
            and above.orders_another_unit(readings, ordered_spaces)
        )
        readings = [
            replace(one, corrects=True) if isinstance(one, Sentence) else one for one in readings
        ]
        return (
            [above.make_withdrawal(number, text, None, (), LAST), *readings]
            if another
            else readings
        )

    def _ask_with_orders(
        self,
        number: int,
        text: str,
        readings: Sequence[LineReading | Withdrawal],
        question: Problem,
        ordered_spaces: set[str],
    ) -> Sequence[LineReading | Withdrawal]:
        """What is asked back, and with it the orders that it may change."""
        repair_spaces = {
            space for one in question.repairs for space in above.list_spaces(one.piece)
        }
        spaces = self.names.spaces(text) | repair_spaces
        which = (
            ""
            if spaces & ordered_spaces or question.repairs
            else above.choose_all_or_last(level(text))
        )
        if which and self._minor and requests.stakes(level(text)):
            which = ALL  # "make mine 10 instead of 8": whose points, nobody knows
        back = Withdrawal(
            question, tuple(sorted(spaces)), which, find_span(number, text), corrected=True
        )
        return [back if one is question else one for one in readings]

    def _read_no_more(self, number: int, text: str) -> list[Withdrawal]:
        """A sentence such as "Hang on, not the fleet": what stands before it is in doubt."""
        low = level(text)
        rest = low[taken_back.find_expletive_end(low) :]
        if not taken_back.puts_right(low) or not (denials.denies(rest) or self.names.acts(rest)):
            return []
        answer = answers.WHICH.format(self._example)
        question = Problem(find_span(number, text), text.strip(), answer)
        return [above.make_withdrawal(number, text, question, set(), above.choose_all_or_last(low))]

    def _doubt_named_place(
        self,
        number: int,
        text: str,
        spaces_named: set[str],
        readings: Sequence[LineReading | Withdrawal],
    ) -> Withdrawal:
        """Talk that names a place and may put something right about it."""
        acts = any(isinstance(one, Ignored) and one.spaces for one in readings)
        span = find_span(number, text)
        question = Problem(span, text.strip(), answers.WHICH.format(self._example))
        if taken_back.replaces(level(text)) or self._says_only_where(text):
            return above.make_withdrawal(number, text, question, (), LAST)
        spaces = tuple(sorted(spaces_named))
        talk = Ignored(span, question.text, NO_ORDER, *((spaces, question.message) if acts else ()))
        return Withdrawal(question, spaces, "", span, corrected=True, talk=talk)

    def _says_only_where(self, text: str) -> bool:
        """Whether a place is all that stands behind words of putting right: "No, Armenia"."""
        behind = taken_back.find_expletive_end(level(text))
        return behind > 0 and self.names.is_place(text[behind:])

    # --- a sentence without orders

    def _read_words(self, number: int, text: str) -> list[LineReading | Withdrawal]:
        """Words alone: an order taken back, a request, something about one's units, or talk."""
        low, span, stripped = level(text), find_span(number, text), text.strip()
        spaces = self.names.spaces(text)
        theirs = self._read_hearsay(number, text, spaces)
        if theirs:
            return [theirs]
        if taken_back.clears_all(low) and not (spaces or "?" in low or denials.doubts_at_all(low)):
            return [Command("clear", span, stripped)]
        if requests.spends_nothing(low):
            return [Command("nopoints", span, stripped)]
        back = self._leave_only_one(text, low, span, spaces) or self._read_about_orders(
            number, text, low, spaces
        )
        if back:
            return [back]
        if requests.asks_what_units_do(low):
            return [Command("reach", span, stripped, tuple(spaces) if len(spaces) == 1 else ())]
        glued_repairs = self._split_glued(text)
        if glued_repairs:
            return [Problem(span, stripped, answers.GLUED, (), glued_repairs)]
        return [
            _doubt_orders_pointed_to(number, text, low)
            or self._ask_about_wish(number, text, low, spaces)
            or self._read_talk(number, text, low, spaces)
        ]

    def _read_hearsay(self, number: int, text: str, spaces: Iterable[str]) -> Ignored | None:
        """What somebody else said of himself, if words tell that and take no order back.

        Where no power is named it may be about a unit in one of ``spaces``.
        """
        low = level(text)
        if (
            not hearsay.tells_others_will(low)
            or taken_back.takes_back(low)
            or denials.is_denial(low)
        ):
            return None
        if self.names.names_power(text):
            return ignore_line(number, text, answers.THEIRS)
        sorted_spaces = tuple(sorted(spaces))
        whole = find_span(number, text), text.strip(), answers.THEIRS
        return Ignored(*whole, sorted_spaces, answers.TOLD) if sorted_spaces else None

    def _leave_only_one(
        self, text: str, low: str, span: Span, spaces: set[str]
    ) -> Withdrawal | None:
        """All orders above but one taken back, if words say that this one alone counts."""
        only = "" if spaces else taken_back.find_only_one(low)
        if not only:
            return None
        answer = answers.WHICH_BACK.format(self._example)
        return Withdrawal(
            Problem(span, text.strip(), answer, ("CLEAR",)), (), f"{ONLY}{only}", span
        )

    def _read_about_orders(
        self, number: int, text: str, low: str, spaces: set[str]
    ) -> Withdrawal | None:
        """What words say of orders above: the same for another unit, no, or one of several."""
        span, stripped = find_span(number, text), text.strip()
        likewise = requests.means_likewise(low) and not (
            requests.stakes_points(low) or conditions.is_conditional(low)
        )
        if spaces and likewise and not prose.greets(low):
            question = Problem(span, stripped, answers.WHICH.format(self._example))
            sorted_spaces = tuple(sorted(spaces))
            whole = self.names.holds_unit(text)
            talk = (
                None
                if whole
                else Ignored(span, stripped, NO_ORDER, sorted_spaces, question.message)
            )
            return Withdrawal(question, sorted_spaces, "", span, corrected=True, talk=talk)
        if not self._speaks_of.goes_on(low):
            self._speaks_of.remember_place(self.names.list_spoken_of(text))
        drops = bool(spaces) and taken_back.drops(low) > 0
        if drops or taken_back.takes_back(low) or taken_back.refuses(low):
            return self._take_back(number, text, low, spaces)
        if spaces and (conditions.is_one_of_several(low) or conditions.names_another_choice(low)):
            return Withdrawal(Problem(span, stripped, answers.UNSURE), (), LAST, span)
        return None

    def _ask_about_wish(
        self, number: int, text: str, low: str, spaces: set[str]
    ) -> Problem | Withdrawal | None:
        """What is asked about a wish that is no order; an order that it concerns is in doubt."""
        span, stripped = find_span(number, text), text.strip()
        conditional = conditions.is_conditional(low)
        why = self._answer_half_order(text, low, spaces)
        if why:
            question = Problem(span, stripped, answers.CONDITION if spaces and conditional else why)
            if requests.asks_the_rules(low):
                return question
            back = _add_orders_concerned(
                question, low, spaces, against=conditional or denials.denies(low)
            )
            about = self._list_other_spaces(text, low)
            return back._replace(unless=about) if isinstance(back, Withdrawal) else back
        if conditions.opens_below(low) and conditional:
            self.opened = True
            return Problem(span, stripped, answers.CONDITION)
        return None

    def _read_talk(self, number: int, text: str, low: str, spaces: set[str]) -> Ignored | Problem:
        """Talk; it becomes a question if it tells what a unit of the writer's does or shall do."""
        span, stripped = find_span(number, text), text.strip()
        if subject := not spaces and self.names.find_terse_subject(text):
            return Ignored(
                span, stripped, NO_ORDER, tuple(sorted(subject)), self._word_question(low)
            )
        names = self.names
        wants_something = (spaces and _wants_something(low)) or names.looks_like_order(text)
        listed = (
            names.holds_unit(text) or names.holds_only_units(text) or names.holds_many_ids(text)
        )
        if wants_something or listed or self._pays(text, spaces):
            return Problem(span, stripped, self._word_question(low))
        if spaces and self._tells(text, low, spaces):
            return Ignored(
                span, stripped, NO_ORDER, tuple(sorted(spaces)), self._word_question(low)
            )
        return ignore_line(number, text, NO_ORDER)

    def _tells(self, text: str, low: str, spaces: set[str]) -> bool:
        """Whether talk that names places tells what is done there, or wished for."""
        asks = "?" in low and self.names.is_place(text.replace("?", " "))
        tells = asks or len(spaces) > 1 or self.names.acts(text) or self.names.has_subject(text)
        return tells or requests.wishes(low) or self._sentences.stretches.begins(text)

    def _pays(self, text: str, spaces: Iterable[str]) -> bool:
        """Whether words spend points, which nobody takes for talk."""
        counts_left = hearsay.counts_left(level(text))
        return not counts_left and prose.pays(scan(text), self._lexicon, names_payee=bool(spaces))

    def _word_question(self, low: str) -> str:
        """What to ask about words on a unit and a deed that make no order."""
        if conditions.is_conditional(low):
            return answers.CONDITION
        if conditions.is_unsure(low):
            return answers.UNSURE
        return (answers.NOT_SO if denials.denies(low) else answers.ASKS).format(self._example)

    def _answer_half_order(self, text: str, low: str, spaces: set[str]) -> str:
        """What to answer to words that ask for something or half say an order, "" to talk."""
        if requests.asks_how(low):
            return answers.HOW
        if requests.requests(low):
            return answers.YES if requests.consents(low) else _answer_request(low)
        if spaces and requests.asks_for(low):
            return answers.ASKS.format(self._example)
        foreign = self.names.names_power(text)
        if (foreign or spaces) and self._bids(low, foreign=foreign):
            return answers.ASKS.format(f"BID 5 {self._minor}" if self._minor else self._example)
        if requests.somebody_goes(low) or (requests.a_unit_goes(low) and not foreign):
            return answers.WHICH.format(self._example)
        return ""

    def _bids(self, low: str, *, foreign: bool) -> bool:
        """Whether words put points on what they name, or on a minor power by what others bid."""
        if requests.stakes_points(low) and not hearsay.counts_left(low):
            return True
        bids = requests.stakes(low) or requests.bids_more(low)
        return bool(self._minor) and foreign and bids

    def _take_back(self, number: int, text: str, low: str, spaces: set[str]) -> Withdrawal:
        """Words that take back an order above: that of a unit, one by its number, the last, all."""
        answer = answers.WHICH_BACK.format(self._example)
        question = Problem(find_span(number, text), text.strip(), answer, ("CLEAR",))
        for start, end in parts.parts(low):
            words = low[start:end]
            spaces_denied = self.names.spaces(text[start:end])
            if (
                taken_back.takes_back(words)
                and not spaces_denied
                and above.find_order_pointed_to(words)
            ):
                back = above.make_withdrawal(
                    number, text, question, (), above.find_order_pointed_to(words)
                )
                return back._replace(spaces=tuple(sorted(spaces)))
        back = above.make_withdrawal(number, text, question, spaces, above.find_order_meant(low))
        # "On second thoughts I should prefer Denmark": of no order above, so it is about the last.
        return back._replace(which=LAST) if spaces and taken_back.prefers(low) else back

    def _split_glued(self, text: str) -> tuple[Sentence, ...]:
        """What a unit with two names, or a name and a letter, grown together may mean."""
        items, span = self._sentences.stretches.split_glued_names(text), find_span(0, text)
        return tuple(sentence(item.slots, span, text.strip(), "") for item in items if item.slots)

    def _pass_over_long_sentence(self, number: int, text: str) -> Ignored:
        """A sentence too long to weigh, or behind too many: a question at most."""
        spaces = tuple(sorted(self.names.spaces(text)))
        return Ignored(find_span(number, text), text.strip(), NO_ORDER, spaces, answers.LONG)


def _doubt_orders_pointed_to(number: int, text: str, low: str) -> Withdrawal | None:
    """A condition or a doubt about orders that a sentence points to: "Maybe that one"."""
    which = asides.find_order_pointed_to(low)
    if not which or not (conditions.is_conditional(low) or conditions.is_unsure(low)):
        return None
    question = Problem(find_span(number, text), text.strip(), answers.UNSURE)
    return Withdrawal(
        question, (), ALL if taken_back.means_everything(low) else which, question.span
    )


def _count_denied_chars(words: str) -> int:
    """How many characters deny a place before another: "not the Tyrrhenian, the Ionian"."""
    match = _FIRST_CLAUSE.match(words)
    return match.end() if match and denials.find_denied_place(level(match[1])) else 0


def _find_talk(one: LineReading | Withdrawal) -> Ignored | None:
    """The talk that a sentence is, or is where it puts nothing right by a name."""
    if isinstance(one, Withdrawal):
        return None if one.spaces else one.talk
    return one if isinstance(one, Ignored) else None


def _goes_on(
    readings: Sequence[LineReading | Withdrawal], before: Sequence[LineReading | Withdrawal]
) -> bool:
    """Whether a sentence is talk behind talk: "Does Kiel count as one coast? I never remember."."""
    remarks = [_find_talk(one) for one in (*readings, *before)]
    return len(remarks) > len(readings) and all(
        talk and not taken_back.corrects(level(talk.text)) for talk in remarks
    )


def _is_cited(text: str, readings: Sequence[LineReading | Withdrawal]) -> bool:
    """Whether a line is talk with orders in it, or speaks to somebody, all in quotation marks."""
    words = level(text).strip()
    talk = any(isinstance(one, Ignored) for one in readings) or hearsay.speaks(words)
    return talk and words[:1] == words[-1:] == '"'


def _find_orders_spoken_of(low: str, spaces: set[str], *, terse: bool) -> str:
    """Which of the orders above a remark may be against; ``terse``: it is like no order itself."""
    doubtful = conditions.is_conditional(low) or conditions.is_unsure(low)
    doubtful = doubtful and (not spaces or denials.denies(low))
    short = terse and asides.is_short(low) and not (spaces and denials.leaves_out(low))
    which = BEHIND if short or doubtful else ""
    if terse:
        which = taken_back.find_line_number(low) or asides.find_order_pointed_to(low) or which
    return ALL if which == LAST and taken_back.means_everything(low) else which


def _wants_something(low: str) -> bool:
    """Whether words want something of a unit, or that it does nothing."""
    wants_arm = requests.wishes(low) and pronouns.names_an_arm(low)
    return denials.forbids_deed(low) or requests.intends(low) or wants_arm


def _only_tells(low: str) -> bool:
    """Whether a sentence tells of an earlier turn and takes nothing back, nor asks for anything."""
    if not hearsay.recounts(low) or requests.repeats(low):
        return False
    if taken_back.takes_back(low.replace("never mind", " ")):
        return False
    asks = low.rstrip().endswith("?") or requests.asks_for(low) or requests.asks_somebody(low)
    return not (asks and requests.requests(low))


def _ask_back_replaced_order(
    order: LineReading | Withdrawal | None, later: Container[str]
) -> list[LineReading | Withdrawal]:
    """An order that the next words put right: asked back unless its unit has another there."""
    if not isinstance(order, Sentence):
        return [order] if order else []
    if any(space in later for space in above.list_spaces(order.piece)):
        return []
    return [Problem(order.span, order.text, answers.TAKEN_BACK, (), (order,))]


def _answer_request(low: str) -> str:
    """What to answer to a request: the command that it names, or where commands are listed."""
    command = requests.find_command(low)
    if not command:
        return answers.REQUEST
    line = f"for example '{command}'" if " " in command else command
    return answers.REQUEST_FOR.format(line)


def _question_sentence(one: SentenceParts, why: str, heading: Heading) -> Problem:
    """A sentence asked back, with its orders as repairs."""
    span = find_span(one.number, one.text)
    return Problem(span, one.text.strip(), why, (), one.orders(heading))


def _ask_back_misspelt(orders: tuple[Sentence, ...]) -> Problem:
    """Orders whose words had to be put right, asked back."""
    span = replace(orders[0].span, end=orders[-1].span.end)
    return Problem(span, orders[0].text, answers.SLIP, (), orders, ordered=True)


def _add_orders_concerned(
    question: Problem, low: str, spaces: set[str], *, against: bool
) -> Problem | Withdrawal:
    """A wish with the orders that it concerns, if it is about any; ``against``: not what it wants.

    It names their units, or says all, or that they were a joke.
    """
    which = asides.find_order_pointed_to(low) if asides.jests(low) and not spaces else ""
    which = (pronouns.find_named_arm(low) or ALL) if requests.all_go(low) else which
    if not spaces and not which:
        return question
    which = which or (BEHIND if against else above.find_corrected_arm(low))
    return Withdrawal(question, tuple(sorted(spaces)), which, question.span, corrected=not against)


def _join_talk(number: int, text: str, readings: Sequence[LineReading | Withdrawal]) -> Ignored:
    """One answer for a line of talk: the first reason, every space that it names."""
    remarks = [one for one in readings if isinstance(one, Ignored)]
    first = next((one for one in remarks if one.spaces), remarks[0])
    return replace(first, span=find_span(number, text), text=text.strip())
