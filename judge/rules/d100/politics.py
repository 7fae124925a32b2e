"""Political points: allocations, rolls for friendship and alliance (R53-R58)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from judge.kernel.engine import GM, PUBLIC, Event, tidy
from judge.rules.d100.field import Line
from judge.rules.d100.muster import ILLEGAL, INVALID
from judge.rules.d100.orders import Allocate, NoRoll
from judge.rules.d100.rules import POLITICS, Game, Rules
from judge.rules.d100.state import State, is_out, tidy_owners, tidy_table
from judge.rules.d100.throws import Throws

Points = dict[str, dict[str, int]]
"""Points by minor and major."""


class Court(Struct):
    """The diplomacy of one month: ``values`` are the majors' at its start."""

    game: Game
    values: Mapping[str, int]
    throws: Throws
    events: list[Event]


def settle(court: Court, state: State, lines: Sequence[Line]) -> State:
    """Allocate by ``lines`` and roll, minors in the alphabet; lines get their verdicts."""
    points: Points = {minor: dict(row) for minor, row in state.points.items()}
    allocate(court, state, lines, points)
    # R55: who holds back its roll in which minor.
    held_rolls = set()
    for line in lines:
        if isinstance(line.order, NoRoll) and not line.verdict:
            minor = line.order.minor
            held_rolls.add((line.power, minor))
            if points.get(minor, {}).get(line.power, 0) >= court.game.rules.roll:
                line.verdict = "succeeds"
            else:
                line.refuse(INVALID, f"There was no roll in {minor} to hold back.")
    after = replace(state, points=points)
    for minor in court.game.board.minors:
        if minor in state.allies:
            continue
        rolling = [
            major
            for major in sorted(points.get(minor, {}))
            if points[minor][major] >= court.game.rules.roll and (major, minor) not in held_rolls
        ]
        if rolling:
            after = _roll(court, after, minor, rolling)
    return replace(after, points=tidy_table(after.points))


def allowance(rules: Rules, value: int) -> int:
    """What a major may allocate in a month: half its value, rounded down to 25 (R53)."""
    return value // 2 // rules.allocation * rules.allocation


def refusal(order: Allocate, state: State, game: Game) -> str:
    """Why points cannot go to that minor in that number, in a sentence; "" if they can (R53)."""
    if order.minor not in game.board.minors:
        return f"{order.minor} is not a minor."
    if order.minor in state.allies:
        return f"{order.minor} is allied with {state.allies[order.minor]}."
    if is_out(state, game.board, order.minor):
        return f"{order.minor} has fallen."
    if order.points < 1 or order.points % game.rules.allocation:
        return f"Points go in multiples of {game.rules.allocation}."
    return ""


def allocate(court: Court, state: State, lines: Sequence[Line], points: Points) -> dict[str, int]:
    """R53: add the lines' points to ``points`` in the order written; lines get their verdicts.

    Says how many points each power has allocated.
    """
    points_spent: dict[str, int] = {}
    rows: list[dict[str, object]] = []
    for line in lines:
        order, power = line.order, line.power
        if not isinstance(order, Allocate) or line.verdict:
            continue
        most = allowance(court.game.rules, court.values.get(power, 0))
        reason = refusal(order, state, court.game)
        if not reason and points_spent.get(power, 0) + order.points > most:
            reason = f"That would be more than {most} this month."
        if reason:
            line.refuse(ILLEGAL, reason)
            continue
        line.verdict = "succeeds"
        points_spent[power] = points_spent.get(power, 0) + order.points
        row = points.setdefault(order.minor, {})
        row[power] = row.get(power, 0) + order.points
        rows.append({"power": power, "minor": order.minor, "points": order.points})
    if rows:
        court.events.append(Event("d100-allocations", {"rows": rows}, GM))
    return points_spent


def _roll(court: Court, state: State, minor: str, rolling: Sequence[str]) -> State:
    """R57, R58: one after the other; an alliance ends it.

    Most points first, then value, then a throw of all that are equal, then the name.
    """
    points = state.points[minor]
    ranks = {major: (-points[major], -court.values[major]) for major in rolling}
    tied_majors = [major for major in sorted(ranks) if list(ranks.values()).count(ranks[major]) > 1]
    lots: dict[str, int] = {}
    for major in tied_majors:
        roll = court.throws.draw(f"T|{minor}|{major}", power=major, minor=minor)
        lots[major] = roll["throw"]
        tie = {"minor": minor, "power": major, "roll": roll}
        court.events.append(Event("d100-tie", tie, PUBLIC))
    for major in sorted(ranks, key=lambda one: (*ranks[one], lots.get(one, 0), one)):
        row = min(points[major], court.game.rules.tables.most_points)
        penalty = court.game.rules.rival * len(rolling) if len(rolling) > 1 else 0
        need = court.game.rules.tables.friendship(row) - penalty
        aim = "alliance" if state.is_friend(major, minor) else "friendship"
        cell = (row, len(rolling), need)
        roll = court.throws.roll(POLITICS, cell, f"P|{minor}|{major}", power=major, minor=minor)
        data = {"minor": minor, "power": major, "aim": aim, "points": points[major], "roll": roll}
        court.events.append(Event("d100-political-roll", data, PUBLIC))
        points_left = {
            power: number for power, number in state.points[minor].items() if power != major
        }
        state = replace(state, points={**state.points, minor: points_left})
        if not roll["success"]:
            continue
        if aim == "alliance":
            # R52: pieces and spaces become the ally's; friends and points are gone.
            board, after = court.game.board, state.without({minor})
            spaces = [it for it in board.countries[minor].spaces if state.owner(board, it) == minor]
            pieces = (*state.units.get(major, ()), *state.units.get(minor, ()))
            return replace(
                after,
                units=tidy({**after.units, major: pieces}),
                owners=tidy_owners({**state.owners, **dict.fromkeys(spaces, major)}, board),
                allies={**state.allies, minor: major},
            )
        friends = (*state.friends.get(minor, ()), major)
        state = replace(state, friends=tidy({**state.friends, minor: friends}))
    return state
