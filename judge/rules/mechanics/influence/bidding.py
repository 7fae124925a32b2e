"""The bidding: each power's lines in the order written, against its purse and its old points."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from msgspec import Struct

from judge.kernel.choice import Choice
from judge.kernel.engine import Purse
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Written
from judge.rules.mechanics.influence import terms
from judge.rules.mechanics.influence.stakes import Bid, Switch
from judge.rules.mechanics.influence.terms import Boxes, Tariff


def list_choices(
    state: State, board: Board, tariff: Tariff, power: str, purse: Purse
) -> Iterator[Choice]:
    """For each open minor: bids in every amount for every claim, and what old points may do."""
    open_boxes = terms.open_boxes(state, board, tariff)
    majors = [name for name, facts in board.powers.items() if facts.played]
    for minor in terms.living_minors(state, board):
        if minor in purse.closed:
            continue
        banned_powers = terms.banned_powers(state, minor)
        claims = [power, *(name for name in majors if name != power and name not in banned_powers)]
        for claimant in claims:
            whose = "" if claimant == power else f" FOR {claimant}"
            for points in range(1, min(purse.points, purse.most or purse.points) + 1):
                yield Choice(f"BID {points} {minor}{whose}", f"bids on {minor}", price=points)
        for source, stacks in open_boxes.get(minor, {}).items():
            # Some or all of the points that lie open for one claim are put to another.
            uses, most = (f"points in {minor} for {source}",), stacks.get(power, 0)
            for target, part in product(claims, range(1, most + 1)):
                if target != source:
                    text = f"SWITCH {part} {minor} FROM {source} TO {target}"
                    yield Choice(text, f"bids on {minor}", uses)


class Entry(Struct, frozen=True):
    """What came of one line: the points that it moved and, in words, why not all of them."""

    line: Written
    verdict: str
    reason: str
    points: int = 0


class Desk:
    """One power's bidding; lines are taken one by one.

    ``purse`` is what is left to spend. ``old`` are the power's points of earlier years by
    (minor, claimant): only these can be switched (W37). ``fresh`` are this year's, the same way.
    """

    def __init__(
        self, state: State, board: Board, power: str, tariff: Tariff, open_boxes: Boxes
    ) -> None:
        self.state, self.power = state, power
        self.major = board.powers[power].played
        self.minors = frozenset(terms.living_minors(state, board))
        self.limit = tariff.limit(state)
        self.income = tariff.purse(state, board, power) if self.major and self.minors else 0
        self.purse = self.income
        self.bid: dict[str, int] = {}
        self.old = {
            (minor, claimant): stacks[power]
            for minor, box in open_boxes.items()
            for claimant, stacks in box.items()
            if power in stacks
        }
        self.fresh: dict[tuple[str, str], int] = {}

    def take(self, line: Written) -> Entry:
        """Carry out a line as far as it can be."""
        order = line.order
        if not isinstance(order, (Bid, Switch)):
            return Entry(line, "illegal", line.fault or "only bids and switches are made now")
        fault = order.fault or self._refusal(order)
        if fault:
            return Entry(line, "illegal", fault)
        if isinstance(order, Switch):
            # Old points change their claim; more than there are moves what there are (W37).
            source, target = (order.minor, order.source), (order.minor, order.target)
            points = min(order.points, self.old.get(source, 0))
            if not points:
                return Entry(line, "fails", f"{self.power} has no old points there")
            self.old[source] -= points
            self.old[target] = self.old.get(target, 0) + points
            if points == order.points:
                return Entry(line, "succeeds", "as ordered", points)
            return Entry(line, "succeeds", f"only {points} could be switched", points)
        # New points are cut to the cap first, then to what is in the purse (W34, W35).
        earlier_points = self.bid.get(order.minor, 0)
        points_below_cap = order.points
        if self.limit is not None:
            points_below_cap = min(points_below_cap, self.limit - earlier_points)
        points = min(points_below_cap, self.purse)
        cause = f"nobody may bid more than {self.limit} on one minor in the first year"
        if points < points_below_cap:
            cause = "the purse held no more"
        is_cut = points < order.points
        reason = f"only {points} of {order.points} counted: {cause}" if is_cut else ""
        if not points:
            return Entry(line, "fails", reason)
        self.purse -= points
        self.bid[order.minor] = earlier_points + points
        key = (order.minor, order.claimant or self.power)
        self.fresh[key] = self.fresh.get(key, 0) + points
        return Entry(line, "succeeds", reason or "as ordered", points)

    def _refusal(self, order: Bid | Switch) -> str:
        """Why this power or the claim that it names is shut out of the box (W36, W39)."""
        if not self.major:
            return f"{self.power} is not a major power"
        if order.minor not in self.minors:
            return f"{order.minor} has no centre left and is out of the game"
        target = order.target if isinstance(order, Switch) else order.claimant or self.power
        for power in (self.power, target):
            if power in terms.banned_powers(self.state, order.minor):
                return f"{power} betrayed {order.minor} and has no say there any more"
        return ""


def desks(
    state: State, board: Board, tariff: Tariff, orders: Mapping[str, Iterable[Written]]
) -> tuple[dict[str, Desk], list[Entry]]:
    """All powers' desks after their lines, and what came of each line."""
    open_boxes = terms.open_boxes(state, board, tariff)
    desk_of: dict[str, Desk] = {}
    entries: list[Entry] = []
    for power in sorted(board.powers):
        desk_of[power] = Desk(state, board, power, tariff, open_boxes)
        entries += [desk_of[power].take(line) for line in orders.get(power, ())]
    return desk_of, entries


def gather(desk_of: Mapping[str, Desk]) -> Boxes:
    """The boxes with everything that lies on the desks."""
    table: dict[str, dict[str, dict[str, int]]] = {}
    for power, desk in sorted(desk_of.items()):
        for stacks in (desk.old, desk.fresh):
            for (minor, claimant), points in stacks.items():
                table[minor] = terms.add_points(table.get(minor, {}), claimant, power, points)
    return terms.tidy(table)


def controllers(state: State, board: Board, table: Boxes) -> dict[str, list[str]]:
    """Who controls each living minor for the year (W9, W38).

    Rules, 2: the highest claim; in a tie last year's controller if it is part of it, else all in
    the tie form a Coalition.
    """
    rulers: dict[str, list[str]] = {}
    for minor in terms.living_minors(state, board):
        best = terms.highest(table.get(minor, {}), terms.banned_powers(state, minor))
        last_rulers = terms.control(state, minor)
        keeps = len(last_rulers) == 1 and last_rulers[0] in best
        rulers[minor] = list(last_rulers if keeps else best)
    return rulers
