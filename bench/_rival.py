"""PyPI's ``diplomacy`` on the same positions, and what explains where it decides otherwise."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import Any

from bench._positions import Sample
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.orders.convoy import Convoy
from judge.rules.dip.orders.move import Move
from judge.rules.dip.orders.support import Support
from judge.rules.dip.play import movement, turn
from judge.rules.dip.seams.rules import Game

Orders = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Result:
    """Where everybody stands after a phase, and who may retreat where."""

    after: frozenset[tuple[str, str]]
    retreats: Mapping[str, frozenset[str]]


def spell(power: str) -> str:
    """A power's name as the rival has it: "Near-East" is NEAREAST."""
    return "".join(filter(str.isalnum, power)).upper()


class Rival:
    """One game of the rival package, set up again for each position."""

    def __init__(self, board: str = "") -> None:
        """A game on the standard board, or on ``board``, whose convoys are charted as needed.

        All ways of all fleets there may be, which the package charts before its first game on a
        board, take it hours on a large one.
        """
        from diplomacy import Game as Theirs  # noqa: PLC0415 - an extra, and slow to import
        from diplomacy.engine import map as atlas  # noqa: PLC0415

        self._charts = bool(board)
        if board:
            atlas.CONVOYS_PATH_CACHE[board] = {}
        self._game: Any = Theirs(map_name=board or "standard")

    @property
    def centres(self) -> set[str]:
        """The board's centres."""
        return set(self._game.map.scs)

    @property
    def victory(self) -> int:
        """How many centres win."""
        return int(self._game.victory[0])

    def load(self, sample: Sample) -> None:
        """Set up a position; this is not timed."""
        state = sample.state
        board = {spell(name): list(units) for name, units in state.units.items()}
        owners = {spell(name): list(ids) for name, ids in state.centers.items()}
        empty: dict[str, list[str]] = {name: [] for name in self._game.powers}
        if self._charts:
            units = [unit for texts in board.values() for unit in texts]
            self._game.map.convoy_paths = _chart(self._game.map, units)
        self._game.error = []
        self._game.set_state(
            {"name": "S1905M", "units": {**empty, **board}, "centers": {**empty, **owners}}
        )

    def order(self, orders: Orders) -> None:
        """Hand in the orders; ``expand=False`` says that they are canonical, and is faster."""
        for power, texts in orders.items():
            self._game.set_orders(spell(power), list(texts), expand=False)

    def process(self) -> None:
        """Adjudicate and move on to the next phase: its own public way."""
        self._game.error = []
        self._game.process()

    def only_adjudicate(self) -> None:
        """Adjudicate without history and next phase, which has no public door."""
        game = self._game
        game._determine_orders()  # noqa: SLF001
        game._add_coasts()  # noqa: SLF001
        game._move_results()  # noqa: SLF001

    def result(self) -> Result:
        """What came of it."""
        powers = self._game.powers.items()
        return Result(
            frozenset((name, unit) for name, power in powers for unit in power.units),
            {unit: frozenset(to) for _, power in powers for unit, to in power.retreats.items()},
        )

    def play(self, sample: Sample, orders: Orders) -> Result:
        """Set up, order, adjudicate."""
        self.load(sample)
        self.order(orders)
        self.process()
        return self.result()


class _Afloat:
    """A map of theirs with the fleets of a position: other waters lead nowhere."""

    def __init__(self, theirs: Any, fleets: Collection[str]) -> None:
        self._map, self._fleets = theirs, fleets
        self.locs, self.abut_list = theirs.locs, theirs.abut_list

    def area_type(self, loc: str) -> str | None:
        """The kind of a place, if a unit can come there."""
        kind: str | None = self._map.area_type(loc)
        if kind == "WATER" and loc not in self._fleets:
            return None
        return "COAST" if kind == "PORT" and loc not in self._fleets else kind


def _chart(theirs: Any, units: Sequence[str]) -> dict[int, list[Any]]:
    """The convoys that the fleets of a position make possible, by their length."""
    from diplomacy.utils.convoy_paths import _get_convoy_paths  # noqa: PLC0415

    fleets = {unit[2:] for unit in units if unit[0] == "F"}
    afloat = _Afloat(theirs, fleets)
    ways: dict[int, list[Any]] = {length: [] for length in range(1, len(theirs.locs) + 1)}
    for army in (unit[2:] for unit in units if unit[0] == "A"):
        for way in _get_convoy_paths(afloat, army, len(fleets), SimpleQueue()):
            ways[len(way[1])].append(way)
    return ways


def outcome(game: Game, sample: Sample, orders: Orders) -> Outcome:
    """Our own adjudication."""
    lines = turn.read_lines(game, orders)
    return movement.adjudicate(sample.state, lines, game.notation, game.rules)


def result(mine: Outcome) -> Result:
    """Our own outcome in the form that can be compared."""
    state = mine.state("S1905R")
    return Result(
        frozenset((spell(power), unit) for power, units in state.units.items() for unit in units),
        {entry.unit: frozenset(entry.retreats) for entry in state.dislodged},
    )


SAME = "the same"
FREE = "a unit dislodged by a convoyed army may retreat anywhere, to occupied spaces too"
WALKED = "an army ordered VIA walks where the convoy is missing (a choice of rules)"
CONVOY = "a power's support of an attack on its own convoying fleet breaks the convoy"
AFLOAT = "a power's support of a convoyed attack on its own unit dislodges it"
UNKNOWN = "unexplained"


def explain(rival: Rival, game: Game, sample: Sample) -> str:
    """Why the two differ: causes are taken away, then two at a time, until they agree."""
    orders = sample.orders
    theirs = rival.play(sample, orders)
    mine = outcome(game, sample, orders)
    if result(mine) == theirs:
        return SAME
    if _agree(mine, theirs):
        return FREE
    walked = _walked(mine, orders)
    at_sea, afloat = (_without_own(mine, orders, afloat=is_afloat) for is_afloat in (False, True))
    for cause, ours, given in (
        (WALKED, walked, orders),
        (CONVOY, orders, at_sea),
        (AFLOAT, orders, afloat),
        (f"{WALKED}; {CONVOY}", walked, at_sea),
        (f"{WALKED}; {AFLOAT}", walked, afloat),
    ):
        changed = (ours, given) != (orders, orders)
        if changed and _agree(outcome(game, sample, ours), rival.play(sample, given)):
            return cause
    return UNKNOWN


def _agree(mine: Outcome, theirs: Result) -> bool:
    """Whether the results are the same but for the retreats of units dislodged by convoy."""
    ours = result(mine)
    field = mine.field
    free = {
        mine.stands(unit) for unit, attacker in mine.dislodged.items() if field.by_convoy[attacker]
    }
    return replace(ours, retreats=_without(ours.retreats, free)) == replace(
        theirs, retreats=_without(theirs.retreats, free)
    )


def _without(retreats: Mapping[str, Any], units: set[str]) -> dict[str, Any]:
    return {unit: to for unit, to in retreats.items() if unit not in units}


def _walked(mine: Outcome, orders: Orders) -> Orders:
    """The orders, armies VIA walking where they can and no convoy took them."""
    field = mine.field
    left = {
        order.text: order.text.removesuffix(" VIA")
        for unit, order in enumerate(field.orders)
        if isinstance(order, Move) and order.walks and order.via and not field.by_convoy[unit]
    }
    return {power: tuple(left.get(text, text) for text in texts) for power, texts in orders.items()}


def _without_own(mine: Outcome, orders: Orders, *, afloat: bool) -> Orders:
    """The orders without supports of attacks on the supporter's own units.

    ``afloat``: of attacks by convoy; else of attacks on convoying fleets.
    """
    field = mine.field
    own = {
        order.text
        for unit, order in enumerate(field.orders)
        if isinstance(order, Support)
        and (victim := field.occupant[order.to]) >= 0
        and field.powers[victim] == field.powers[unit]
        and (
            field.by_convoy[field.occupant[order.aided.space]]
            if afloat
            else isinstance(field.orders[victim], Convoy)
        )
    }
    return {
        power: tuple(text for text in texts if text not in own) for power, texts in orders.items()
    }
