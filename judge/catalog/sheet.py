"""A letter's lines understood: the language's reader, then the variant's engine."""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import chain, islice
from typing import Any, TypeVar

from msgspec.structs import replace

from judge.catalog import atlas, samples
from judge.catalog.variant import Variant
from judge.kernel import errors, unnamed
from judge.kernel.engine import Order, Reading
from judge.kernel.same import Same
from judge.kernel.text import Command, Ignored, Line, Offer, Problem, Sentence, Span, list_names
from judge.language import commands, phases, reader
from judge.language.advice import EXAMPLE
from judge.language.branches import Branch, decide_branches
from judge.language.cues import TOLD
from judge.language.statement import NO_ORDER, LineReading
from judge.mail import consent

T = TypeVar("T")
_MOST = 4
"""Examples that are given at most."""
_EXAMPLES = re.compile(r"(?:\.? Write for example|, as in|; write for example) '[^']*'.*")
"""The examples that a message ends with."""
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_UNENDED = re.compile(r"(?<![.?])$")
"""The end of what ends with no mark."""
_POINTS = re.compile(r"(?:DP )?\b\d+:? ")
"""The points that an order spends: "DP 2: ", or those of a bid."""
_FORMS = (" S ", " C ", " R ", "DP ", "BID ", " B ", " D ", " - ", " H ")
"""What orders of one kind have in common, the most telling first."""


def in_legal_orders(
    answers: Sequence[T], variant: Variant, state: Any, power: str
) -> tuple[T | Problem, ...]:
    """What lines came to, where examples are orders that ``power`` may give at ``state``.

    Of a unit of its own that the line names, its own; where there is nothing to order, none.
    """

    @cache
    def list_legal(unit: str) -> tuple[str, ...]:
        choices = variant.engine.legal_orders(state, power, unit)
        return tuple(dict.fromkeys(one.order for one in choices))

    def exchange(problem: Problem) -> Problem:
        match = _EXAMPLES.search(problem.message)
        if match is None:
            return problem
        own = variant.engine.units(state).get(power, ())
        spaces = atlas.find_named(variant, problem.text)
        named = [unit for space in spaces for unit in own if unit.split()[1][:3] == space]
        unit = named[0].removesuffix(" dislodged") if named else ""
        form = _find_form(problem.text) or _find_form(match[0].split("'")[1])
        orders = list_legal(unit) or list_legal("")
        if unit:
            examples = sorted(orders, key=lambda one: _find_form(one) != form)
        else:  # orders of the first unit, one of each form
            first = [one for one in orders if one.split()[:2] == orders[0].split()[:2]]
            examples = list({_find_form(one): one for one in reversed(first)}.values())[::-1]
        before = _UNENDED.sub(".", problem.message[: match.start()])
        quoted = (f"'{one}'" for one in examples[:_MOST])
        told = f" Write for example {list_names(quoted, 'or')}." if examples else ""
        return replace(problem, message=f"{before}{told}")

    return tuple(
        exchange(one) if isinstance(one, Problem) and one.ordered else one for one in answers
    )


def _find_form(text: str) -> str:
    """What kind of order a text is, or seems to be."""
    return next((form for form in _FORMS if form in f"{text.upper()} "), "")


Answerable = Order | Offer | Problem | Ignored | Command | Branch
"""What a line comes to: each gets its answer in the transcript."""
Works = Callable[[str], bool]
"""Whether a line that is to be offered would be taken, and can come about."""
Reads = Callable[[Sequence[Sentence], bool], Reading]
"""Sentences held against a board; the flag says whether they are for the present phase."""

_BOARDLESS = ("hold-all", "unit")
"""Verbs that mean nothing without a board; lines for a later phase keep them as they are."""
_ARMS = ("A", "F")
"""The arms that a unit named by its place alone may have."""
_TERSE = 8
"""Words of a sentence about a unit of no place beyond which it is rather talk than an order."""
_OFFERS = 4
"""Suggestions that are offered at most."""
_ANEW = "line {} seems to order this unit anew. Say YES to that, or write this again."
"""What is asked about an order that an offer below it would replace."""
_TAKEN_BACK = "line {} seems to take this back. Write it again if you want it."
"""What is asked about an order for a unit that a line below it removes, where nothing leaves."""
_REPLACED = "another line orders this unit"
"""Why an offer is none."""
_AHEAD = "this seems to order something for a later phase: write it as an order."
"""What is asked about a sentence for a phase that can't be offered yet."""
_LEFT = (
    "which units are left over is open as long as line {} is. Send both anew, or an order for each."
)
"""What is asked about "all others hold" beside an order that may be for any of them."""


def understand(
    lines: Sequence[Line], variant: Variant, state: Any, power: str
) -> tuple[Answerable, ...]:
    """What ``lines`` order, command, get wrong or merely say, in their order.

    ``state`` is the engine's, None where there is no board; ``power`` is who writes, "" anybody.
    Orders below a PHASE command are for another position than ``state``: there names and arms
    alone decide, until a PHASE without a phase. Suggestions are lines that the engine would take.
    Lines below a condition that does not hold are ignored. A line over which something raises is a
    Problem, and the others count.
    """
    return _understand_lately(tuple(lines), Same(variant), Same(state), power)


@lru_cache(maxsize=16)
def _understand_lately(
    lines: tuple[Line, ...], variant: Same, state: Same, power: str
) -> tuple[Answerable, ...]:
    """The same, for what is asked again and again while a letter is dealt with."""
    read = partial(_understand, variant=variant.thing, state=state.thing, power=power)
    return guard(lines, read)


def guard(
    lines: Sequence[Line],
    read: Callable[[Sequence[Line]], tuple[Answerable, ...]],
    counts: Callable[[Exception], bool] = errors.is_fault,
) -> tuple[Answerable, ...]:
    """What ``read`` makes of lines; those over which it has a fault are Problems that say so."""
    items, traces = errors.sift_items(lines, read, counts)
    if not traces:
        return items
    unread = []
    for index, trace in traces.items():
        line = lines[index]
        span = Span(line.number, 1, len(line.text) + 1)
        unread.append(Problem(span, line.text.strip(), f"{errors.UNREAD_LINE}.", fault=trace))
    return tuple(sorted((*items, *unread), key=lambda item: item.span.line))


def _understand(
    lines: Sequence[Line], variant: Variant, state: Any, power: str
) -> tuple[Answerable, ...]:
    engine = variant.engine
    greeted: list[Line] = []
    for line in lines:  # commands without the greeting before them: "Dear judge, PLAY standard"
        behind = ""
        if not line.ignored and any(map(commands.may_speak, _WORD.findall(line.text)[1:])):
            behind = next(filter(commands.may_speak, consent.list_greeted(line.text)), "")
        greeted.append(replace(line, text=behind) if behind else line)
    writer = power if power in engine.powers else ""
    now = "" if state is None else engine.phase(state).id
    units = None if state is None else engine.units(state)

    def read(sentences: Sequence[Sentence], present: bool) -> Reading:
        return engine.read(sentences, state if present else None, writer)

    @cache  # asked again by each line that takes back
    def is_open(offer: Offer) -> bool:
        return any(read((way,), True).orders for ways in offer.wishes for way in ways)

    items = reader.read(greeted, variant.vocabulary, variant.engine_name, is_open)
    own_units = (units or {}).get(writer, ()) if writer else chain(*(units or {}).values())
    own_spaces = frozenset(unit.split()[1][:3] for unit in own_units)
    works = make_trier(variant, state, read)
    pace = pace_of(variant)
    dated_items = decide_branches(date_items(items, now, pace), units, now)
    answerables: list[Answerable] = []
    for item in settle(dated_items, read, now, own_spaces, works, pace):
        if not isinstance(item, Problem):
            answerables.append(item)
            continue
        # its examples of commands are made of the board's own names
        texts = (item.message, *item.suggestions)
        message, *offers = (samples.suit(variant, text) for text in texts)
        answerables.append(replace(item, message=message, suggestions=tuple(offers)))
    if not (writer and now):
        return tuple(answerables)
    return in_legal_orders(answerables, variant, state, writer)


def make_trier(variant: Variant, state: Any, read: Reads) -> Works:
    """What decides whether a line works for the writer at ``state``: it is read back and tried."""

    def works(text: str) -> bool:
        items = reader.read([Line(1, text)], variant.vocabulary, variant.engine_name)
        sentences = [item for item in items if isinstance(item, Sentence)]
        if not sentences or len(sentences) < len(items):
            return False
        reading = read(sentences, True)
        is_read_back = not reading.problems and [order.text for order in reading.orders] == [text]
        return is_read_back and (state is None or variant.engine.works(state, text))

    return works


def settle(
    items: Iterable[LineReading | Branch],
    read: Reads,
    now: str = "",
    own_spaces: Container[str] = (),
    works: Works = bool,
    pace: phases.Pace = phases.YEARLY,
) -> tuple[Answerable, ...]:
    """Items with their sentences read as orders and their repairs as suggestions.

    ``now`` is the present phase: what stands below its PHASE is for the present; what stands below
    one that is over is refused. ``own_spaces``: where the writer's units stand, as far as that is
    known. ``works`` weighs what is offered instead of a wrong line; nothing is said to work that
    would not.
    """
    pile = _Pile(read, now, own_spaces, pace)
    for typed in items:
        pile.take(typed)
    pile.read_waiting()
    answerables: list[Answerable] = []
    for item in pile.certain():
        if isinstance(item, Problem) and item.suggestions and (item.ordered or item.repairs):
            offers = tuple(filter(works, item.suggestions))[:_OFFERS]
            message, is_meant = item.message, item.meant
            if item.repairs and offers:  # what was meant instead is asked in words
                complaint = message.partition(EXAMPLE)[0]
                message, is_meant = f"{complaint} Did you mean {' or '.join(offers)}?", True
            repaired = replace(
                item, message=message, suggestions=offers, repairs=(), meant=is_meant
            )
            answerables.append(repaired)
        else:
            answerables.append(item)
    return tuple(sorted(answerables, key=lambda item: (item.span.line, item.span.column)))


class _Pile:
    """A letter's items, one by one: sentences wait until those that belong together are there."""

    def __init__(
        self,
        read: Reads,
        now: str,
        own_spaces: Container[str],
        pace: phases.Pace,
    ) -> None:
        self.read, self.now, self.own_spaces, self.pace = read, now, own_spaces, pace
        self.found: list[Answerable] = []
        self.offers: list[Offer] = []
        self.waiting: list[Sentence] = []
        self.present = True
        """Whether the lines are for the present phase."""
        self.over = ""
        """Why nothing is taken for the phase that they are for."""
        self.resting: set[Span] = set()
        """The sentences that let all others hold."""
        self.doubted: set[str] = set()
        """Where the units stand whose orders are asked back."""
        self.built_anew: dict[Span, Span] = {}
        """The builds that an offer below puts right."""
        self.unknown = 0
        """The line of an order that is asked back and may be for any unit; 0: there is none."""

    def certain(self) -> Iterable[Answerable]:
        """What was found; a unit whose own line is asked back is none of "all others"."""
        asked_spans: set[Span] = set()
        taken = self._find_taken()
        offers = list(self._list_open_offers(taken))
        yield from offers
        open_offers = [one for one in offers if isinstance(one, Offer)]
        units = {_unit(text): one.span for one in open_offers if one.anew for text in one.orders}
        texts = [text for one in open_offers if one.why != TOLD for text in one.orders]
        doubted = self.doubted.union(_unit(text).split()[-1] for text in texts)
        for item in self.found:
            if not isinstance(item, Order):
                yield _leave_settled_out(item, taken)
            elif item.span not in self.resting:
                anew = units.get(_unit(item.text)) or self.built_anew.get(item.span)
                asked = anew and _ANEW.format(anew.line)
                yield Problem(item.span, item.typed, asked, ordered=True) if asked else item
            elif self.unknown and item.span not in asked_spans:
                asked_spans.add(item.span)
                yield Problem(item.span, item.typed, _LEFT.format(self.unknown), ordered=True)
            elif not self.unknown and item.text.split(" ")[1][:3] not in doubted:
                yield item

    def _find_taken(self) -> Mapping[str, tuple[int, int]]:
        """Where the last order of each unit for this phase stands, but those of "all others"."""
        taken: dict[str, tuple[int, int]] = {}
        present = True
        for item in self.found:
            if isinstance(item, Command) and item.verb == "phase":
                present = item.words in ((), (self.now,))
            elif isinstance(item, Order) and present and item.span not in self.resting:
                place = item.span.line, item.span.column
                taken[_unit(item.text)] = max(place, taken.get(_unit(item.text), place))
        return taken

    def _list_open_offers(self, taken: Mapping[str, tuple[int, int]]) -> Iterator[Offer | Ignored]:
        """The offers, each with what is not read of its line, in words.

        One ends with an order that is ``taken`` on a line behind it for the same unit; of the
        writer's units that it names some may have no order anywhere.
        """
        orders = [item for item in self.found if isinstance(item, Order)]
        texts = [text for offer in self.offers for text in offer.orders]
        texts += [item.text for item in orders]
        said = {part[:3] for part in " ".join(texts).split()}
        resting = {item.text for item in orders if item.span in self.resting}
        for offer in self.offers:
            place = offer.span.line, offer.span.column
            last = () if offer.why == TOLD else place  # what was told puts no order right
            open_orders = tuple(
                text
                for text in offer.orders
                if text not in resting and taken.get(_unit(text), last) <= last
            )
            if not open_orders:
                yield Ignored(offer.span, offer.text, _REPLACED)
                continue
            left = [one for one in offer.named if one in self.own_spaces and one not in said]
            unread = [f"what it says of {list_names(left)} is not read"] if left else []
            why = "; ".join(filter(None, (offer.why, *unread)))
            yield replace(offer, orders=open_orders, why=why)

    def take(self, item: LineReading | Branch) -> None:
        """Put an item where it belongs; a problem with those repairs that the engine would take."""
        if isinstance(item, Sentence):
            self._take_sentence(item)
            return
        if isinstance(item, Offer):
            self._weigh_offer(item)
            return
        if isinstance(item, Problem):
            spaces = {*chain.from_iterable(map(_own_spaces, item.repairs))}
            self.doubted |= spaces
            if not spaces and item.ordered:
                self.unknown = item.span.line
            readings = [self.read((repair,), self.present) for repair in item.repairs]
            legal = dict.fromkeys(order.text for reading in readings for order in reading.orders)
            changes = {"suggestions": tuple(legal)} if legal else {"repairs": ()}
            item = replace(item, **changes) if item.repairs else item
        elif isinstance(item, Command) and item.verb == "phase":
            self.read_waiting()
            self.present = item.words in ((), (self.now,))
            self.over = ""
            if not self.present and item.words[0] == phases.PAST:
                self.over = "This tells of a phase that is over: not taken."
            elif not self.present and phases.is_over(item.words[0], self.now):
                over, now = (phases.spell(one, self.pace) for one in (item.words[0], self.now))
                self.over = f"{over} is over, so this was not taken; it is {now} now."
        self.found.append(item)

    def _weigh_offer(self, offer: Offer) -> None:
        """What a line seems to order, as far as it is legal; else what it is otherwise, or talk."""
        if not self.present:
            for item in self._ask_ahead(offer):
                self.take(item)
            return
        reading = self._read_wishes(offer)
        asks = any(one.suggestions for one in reading.problems)
        if asks and not reading.orders and len(offer.text.split()) <= _TERSE:
            self.found += (replace(one, ordered=True) for one in reading.problems)
            return
        texts = tuple(dict.fromkeys(order.text for order in reading.orders))
        removes = any(text.endswith(" D") for text in texts)
        if texts and not (removes and _only_names(offer)):  # "A Tyr survives" removes none
            self._offer(offer, texts)
        elif offer.otherwise:
            for item in offer.otherwise:
                self.take(item)
        else:
            self.found.append(Ignored(offer.span, offer.text, NO_ORDER))

    def _offer(self, offer: Offer, texts: tuple[str, ...]) -> None:
        """Keep what is legal of an offer, and which build it puts right."""
        wish = offer.wishes[0][0]
        if offer.anew and wish.verb == "build":  # "No, make that A Mar"
            builds = [one for one in self.waiting if one.verb == "build"]
            there = [one for one in builds if _own_spaces(one) == _own_spaces(wish)]
            same = any(
                one.piece and wish.piece and one.piece.arm == wish.piece.arm for one in there
            )
            changed = [] if same else (there or builds)[-1:]
            self.built_anew |= {one.span: offer.span for one in changed}
        self.offers.append(replace(offer, wishes=(), orders=texts))

    def _read_wishes(self, offer: Offer) -> Reading:
        """Of each thing that a line seems to order the first way to read it that is legal."""
        unsure = offer.wishes[0][0] if offer.wishes else None
        is_for_rest = unsure is not None and unsure.verb == "hold-all" and unsure.piece is None
        if unsure is not None and not is_for_rest and not unnamed.is_unnamed(unsure):
            unsure = None  # it is for a unit with a name
        legal: list[Sentence] = []
        for ways in offer.wishes:
            sure = (way for way in ways if way is not unsure)
            legal += islice((way for way in sure if self.read((way,), True).orders), 1)
        reading = self.read(legal, True)
        if unsure is None or (reading.orders and unsure.piece is not None):
            return replace(reading, problems=())
        # It means the units which those above it leave, and what was offered there.
        above, offers = ((), ()) if offer.anew else (self.waiting, self.offers)
        before, both = self.read(above, True), self.read((*above, *legal, unsure), True)
        offered = {_unit(text) for one in offers for text in one.orders}
        left = (one for one in both.orders[len(before.orders) :] if _unit(one.text) not in offered)
        return Reading(tuple(left), both.problems[len(before.problems) :])

    def _ask_ahead(self, offer: Offer) -> Iterable[LineReading]:
        """What to answer to what a line seems to order for a phase that has no board yet."""
        orders = [one for ways in offer.wishes for one in self.read(ways[:1], False).orders]
        if not offer.why and orders:
            likely = tuple(order.text for order in orders)
            return [Problem(offer.span, offer.text, _AHEAD, likely, ordered=True)]
        talk = Ignored(offer.span, offer.text, NO_ORDER)
        bare = offer.otherwise and unnamed.is_unnamed(offer.wishes[0][0])  # "Fall 1901: disband"
        return offer.otherwise if bare or _only_names(offer) else [talk]

    def _take_sentence(self, sentence: Sentence) -> None:
        """Let a sentence wait, if it is not refused and does not mean nothing without a board."""
        if self.over:
            problem = Problem(sentence.span, sentence.text, self.over, ordered=True)
            self.found.append(problem)
            return
        if not self.present and sentence.verb in _BOARDLESS:
            self.found.append(Branch(sentence.span, sentence.text))
            return
        is_movement = self.present and self.now.endswith("M")
        if is_movement and sentence.verb in ("disband", "remove"):
            # "Scrap Vienna" takes orders back or means something else: both are asked back.
            spaces, message = {*_own_spaces(sentence)}, _TAKEN_BACK.format(sentence.span.line)
            asked = [one for one in self.waiting if not spaces.isdisjoint(_own_spaces(one))]
            self.found += (Problem(one.span, one.text, message) for one in asked)
            self.waiting = [one for one in self.waiting if one not in asked]
        if sentence.verb == "hold-all" and not sentence.amount:
            self.resting.add(sentence.span)
        self.waiting.append(sentence)

    def read_waiting(self) -> None:
        """Read the sentences that wait, together."""
        self.waiting = self._drop_implied()
        reading = self.read(self.waiting, self.present) if self.waiting else Reading()
        helping = _help_moves(self.waiting, reading) if reading.problems else self.waiting
        if helping != self.waiting:
            better = self.read(helping, self.present)
            reading = better if len(better.problems) < len(reading.problems) else reading
        problems = (replace(one, ordered=True) for one in reading.problems)
        answerables: tuple[Answerable, ...] = (*reading.orders, *problems)
        wrong = {item.span for item in answerables if isinstance(item, Problem)}
        self.doubted.update(*(_own_spaces(one) for one in self.waiting if one.span in wrong))
        sentence_at = {one.span: one for one in self.waiting}
        for item in answerables:
            sentence = None if self.present else sentence_at.get(item.span)
            readings = (self.read((one,), False) for one in _with_arms(sentence))
            if isinstance(item, Problem) and any(reading.orders for reading in readings):
                # which unit a bare place means its board will tell
                self.found.append(Branch(item.span, item.text))
            else:
                self.found.append(item)
        self.waiting = []

    def _drop_implied(self) -> list[Sentence]:
        """What waits without the orders said with another unit's that count for nobody.

        They count for units of the writer's own that have no order in the letter.
        """
        if not any(one.implied for one in self.waiting):
            return self.waiting
        explicit = [one for one in self.waiting if not one.implied]
        ordered_spaces = {space for one in explicit for space in _own_spaces(one)}
        mine = self.own_spaces
        return [
            one
            for one in self.waiting
            if not one.implied
            or any(space in mine and space not in ordered_spaces for space in _own_spaces(one))
        ]


def _leave_settled_out(item: Answerable, taken: Mapping[str, tuple[int, int]]) -> Answerable:
    """An item, no question any more about a unit that an order behind it on its line is for.

    As in "Trieste to Venice? No, Trieste stays".
    """
    if not (isinstance(item, Problem) and item.ordered and item.suggestions):
        return item
    line, column = item.span.line, item.span.column
    ends = [taken.get(_unit(text), (0, 0)) for text in item.suggestions]
    is_settled = all(end[0] == line and end[1] > column for end in ends)
    return Ignored(item.span, item.text, _REPLACED) if is_settled else item


def _only_names(offer: Offer) -> bool:
    """Whether words that fail to order do no more than name a unit: "A Mar, or what"."""
    names = all(way.verb == "unit" for ways in offer.wishes for way in ways)
    return names and any(isinstance(one, Problem) for one in offer.otherwise)


def _own_spaces(sentence: Sentence) -> tuple[str, ...]:
    """Where the unit may stand that an order is for."""
    return sentence.piece.place.spaces if sentence.piece else ()


def _with_arms(sentence: Sentence | None) -> Iterator[Sentence]:
    """A sentence with an army or a fleet for each unit that is named by its place alone."""
    if sentence is None or sentence.piece is None or sentence.piece.arm:
        return
    helped = [about := sentence.about]
    if about is not None and about.piece is not None and not about.piece.arm:
        helped = [replace(about, piece=replace(about.piece, arm=arm)) for arm in _ARMS]
    for arm in _ARMS:
        piece = replace(sentence.piece, arm=arm)
        yield from (replace(sentence, piece=piece, about=one) for one in helped)


def date_items(
    items: Iterable[LineReading], now: str, pace: phases.Pace = phases.YEARLY
) -> list[LineReading]:
    """Items with the phases that headings and orders name made ids, as seen from ``now``.

    A heading for the present phase, where no other was named before it, is only a heading.
    """
    dated_items: list[LineReading] = []
    elsewhere = False
    for item in items:
        if not isinstance(item, Command) or item.verb != "phase":
            dated_items.append(item)
            continue
        if not item.words:
            dated_items += [item] if item.text or elsewhere else []
            elsewhere = False
            continue
        phase = phases.resolve_phase(item.words[0], now, pace) or item.words[0]
        if phase == now and not elsewhere and item.words[0] != phase:
            dated_items += [Ignored(item.span, item.text, "a heading")] if item.text else []
            continue
        elsewhere = phase != now
        dated_items.append(
            replace(item, words=(phase,) if elsewhere or item.words[0] == phase else ())
        )
    return dated_items


def pace_of(variant: Variant) -> phases.Pace:
    """How a variant's time goes, by its calendar."""
    calendar = variant.rules.get("phases", {})
    move_seasons = "".join(one[0] for one in calendar.get("year", ()) if one[1] == "M")
    return phases.Pace(
        move_seasons or phases.YEARLY.seasons,
        calendar.get("step", 1),
        calendar.get("later", {}),
        calendar.get("names", {}),
    )


def _unit(order: str) -> str:
    """The unit of a canonical order, without its coast: "F STP"; of a bid its minor power."""
    return " ".join(_POINTS.sub("", order).split()[:2]).partition("/")[0]


def _help_moves(sentences: Sequence[Sentence], reading: Reading) -> list[Sentence]:
    """Sentences whose support was refused, meant for the move of the unit that they name.

    "Paris to Burgundy. Marseilles supports Paris": nobody can be helped where he leaves. Whoever
    names the unit's arm as well writes orders as the rules do, and means what he writes.
    """
    refused_spots = {(one.span.line, one.span.column) for one in reading.problems}
    path_of = {
        one.piece.place.spaces: one.path
        for one in sentences
        if one.verb == "move" and one.piece is not None
    }
    helping = list(sentences)
    for index, one in enumerate(sentences):
        about = one.about
        if (one.span.line, one.span.column) not in refused_spots or one.verb != "support":
            continue
        if about is None or about.path or about.piece is None or about.piece.arm:
            continue
        path = path_of.get(about.piece.place.spaces)
        if path is not None:
            helping[index] = replace(one, about=replace(about, verb="move", path=path[-1:]))
    return helping
