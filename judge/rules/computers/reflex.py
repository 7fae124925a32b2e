"""Reflex: what a player of any board does at once, under two milliseconds a move, and its bids."""

from collections.abc import Iterator
from random import Random

from judge.rules.computers.moves import Plan
from judge.rules.computers.view import View, Worth
from judge.rules.dip.orders.base import Written
from judge.rules.dip.play import adjust
from judge.rules.dip.play.prepare import prepare
from judge.rules.mechanics.air import sky
from judge.rules.mechanics.influence import terms

GROUND = 2
"""Units on the ground to one plane, where planes are built."""


def choose_retreats(view: View, side: str) -> list[str]:
    """Each dislodged unit goes to the best place that no other one of the side goes to."""
    board, worth = view.board, view.worth(side)
    runs = view.seats[side]
    spaces_used: set[int] = set()
    orders = []
    for entry in view.state.dislodged:
        if entry.power not in runs:
            continue
        unit = board.unit(entry.unit)
        ways = [
            (_rate(view, unit.arm, board.loc_of[place], worth), place)
            for place in entry.retreats
            if board.space_of[board.loc_of[place]] not in spaces_used
        ]
        if ways:
            place = max(ways)[1]
            spaces_used.add(board.space_of[board.loc_of[place]])
            orders.append(f"{entry.unit} R {place}")
        else:
            orders.append(f"{entry.unit} D")
    return orders


def choose_adjustments(view: View, side: str) -> list[str]:
    """Builds and removals of each power that the side runs."""
    rules, board, worth = view.game.rules, view.board, view.worth(side)
    lines: list[str] = []
    for power in view.seats[side]:
        spare = adjust.balance(view.game, view.state, power)
        if spare > 0:
            lines += _build(view, side, power, spare)
            continue
        units = [board.unit(text) for text in view.state.units.get(power, ())]
        units.sort(key=lambda unit: (_rate(view, unit.arm, unit.loc, worth), unit.text))
        for unit in units:
            if spare >= 0:
                break
            spare += rules.cost(unit.arm)
            lines.append(f"{unit.text} D")
    return lines


def _rate(view: View, arm: str, loc: int, worth: Worth) -> float:
    """What a place is worth after the winter; planes are worth little anywhere."""
    if arm not in view.terrain.spring:
        return 0.0
    return view.value(arm, loc, worth, last=False)


def _build(view: View, side: str, power: str, spare: int) -> Iterator[str]:
    """The best units first, each place used once; a plane goes to two units on the ground.

    It may go into the only home that is free, and a half be over until the next winter. To build on
    the ground there was tried, four seats against four: 0.6 +- 0.6 less of the share after ten
    years (75 pairs of games with planes, the seats exchanged).
    """
    rules, board, worth = view.game.rules, view.board, view.worth(side)
    ideas = sorted(
        (
            (_rate(view, arm, loc, worth), board.unit_at(arm, loc).text, arm, space)
            for space in adjust.free_sites(view.game, view.state, power)
            for arm in board.arms
            for loc in board.places(arm, board.loc_of[space])
        ),
        reverse=True,
    )
    arms = [text[0] for text in view.state.units.get(power, ())]
    spaces_used: set[str] = set()
    while ideas:
        needs_plane = arms.count(sky.ARM) * GROUND < len(arms) - arms.count(sky.ARM)
        ideas_left = [
            idea for idea in ideas if idea[3] not in spaces_used and rules.cost(idea[2]) <= spare
        ]
        if not ideas_left:
            return
        plane_ideas = [idea for idea in ideas_left if idea[2] == sky.ARM]
        _, text, arm, space = plane_ideas[0] if plane_ideas and needs_plane else ideas_left[0]
        spaces_used.add(space)
        arms.append(arm)
        spare -= rules.cost(arm)
        yield f"{text} B"


def orders(view: View, side: str, dice: Random, noise: float = 0.0) -> list[str]:
    """The orders of a seat for the phase that waits, its minors and factions with it.

    ``noise`` spreads the values of places by so much of themselves: for trying variations.
    """
    letter = view.state.phase[-1]
    if letter == "M":
        return [*march(view, side, dice, noise), *hold_shared(view, side)]
    if letter == "R":
        return choose_retreats(view, side)
    if letter == "A":
        return choose_adjustments(view, side)
    if letter == "I":
        return bid_influence(view, side, dice)
    return []


def march(view: View, side: str, dice: Random, noise: float) -> list[str]:
    """The orders of a side's units (``View.sides``), without the moves that the rules stop.

    A mechanic may rule some out as the units stand: a closed ferry, say.
    """
    rules, notation = view.game.rules, view.game.notation
    barred_moves: frozenset[tuple[int, int]] = frozenset()
    while True:
        plan = Plan(view, side, dice, noise, barred_moves)
        lines = plan.orders()
        if rules.ruling is None:
            return lines
        orders: dict[str, list[Written]] = {}
        for number, text in zip(plan.mine, lines, strict=True):
            power = view.powers[number]
            orders.setdefault(power, []).append(Written(power, text, notation.order(text)))
        verdicts = prepare(view.state, orders, notation, rules).verdicts
        stopped_moves = {
            (number, plan.goal[number])
            for number in plan.mine
            if verdicts[number] and plan.goal[number] != view.units[number].loc
        }
        if stopped_moves <= barred_moves:
            return lines
        barred_moves |= stopped_moves


def hold_shared(view: View, side: str) -> list[str]:
    """Orders to hold for the units that the side runs with others: what differs is tied anyway."""
    shared_powers = [power for power in view.seats[side] if view.side.get(power) != side]
    return [f"{text} H" for power in shared_powers for text in view.state.units.get(power, ())]


MINORS = 3
"""So many minors are bid for at most: points that win nothing are lost."""
PURSE_KEPT = 1.5
"""A minor that one controls is worth so much more: its units stand already where one likes."""


def bid_influence(view: View, side: str, dice: Random) -> list[str]:
    """Bids in 1930s World: the purse split over the minors nearest to one's own.

    They keep within a first year's cap and the bans. Others' bids are secret until they are opened;
    what is known are the stacks of earlier years.

    Often most of it goes to a minor that one controls: it counts for victory with a lead of ten. To
    bid no more there than that lead and a third of the purse need, and the rest on others, was
    tried, four seats against four: 0.16 +- 0.04 minors more a seat after ten years, but 0.8 +- 0.5
    less of the share (91 pairs of games with the seats exchanged); caps without the lead did 1 to 5
    worse.
    """
    purse = view.engine.purse(view.state, side)
    if purse is None:
        return []
    minors = [
        minor for minor in terms.living_minors(view.state, view.board) if minor not in purse.closed
    ]
    wishes = sorted(
        ((_weigh_wish(view, side, minor, dice), minor) for minor in minors), reverse=True
    )
    best_wishes = wishes[:MINORS]
    total = sum(wish for wish, _ in best_wishes)
    lines, points_left = [], purse.points
    for index, (wish, minor) in enumerate(best_wishes):
        share = points_left if index + 1 == len(best_wishes) else round(purse.points * wish / total)
        amount = min(share, points_left, purse.most or points_left)
        if amount > 0:
            points_left -= amount
            lines.append(f"BID {amount} {minor}")
    return lines


def _weigh_wish(view: View, side: str, minor: str, dice: Random) -> float:
    """How much a minor is wanted: near to what one has, and not too firmly another's."""
    board, state = view.board, view.state
    homes = [board.loc_of[space] for space in state.centers.get(minor, ())]
    nearness = sum(
        view.terrain.spring["A"][home][index] + view.terrain.spring["F"][home][index]
        for home in homes
        for index, center in enumerate(view.terrain.centers)
        if view.owner.get(center) == side
    )
    box = terms.boxes(state).get(minor, {})
    claims = {claimant: sum(stacks.values()) for claimant, stacks in box.items()}
    own_claim = claims.get(side, 0)
    best = max((points for one, points in claims.items() if one != side), default=0)
    units = len(state.units.get(minor, ()))
    factor = PURSE_KEPT if terms.control(state, minor) == (side,) else 1.0
    odds = (4 + own_claim) / (8 + own_claim + best)
    return (nearness + 1) * (1 + units) * factor * odds * (0.8 + 0.4 * dice.random())
