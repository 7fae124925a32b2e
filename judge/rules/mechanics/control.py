"""Controlled minors: their units follow the power that controls them, or their Coalition's vote.

Who controls whom stands in ``State.memory["control"]``, where the influence mechanic puts it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from judge.kernel.engine import Standing
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.ground import routes
from judge.rules.dip.ground.board import Board, Power, power_facts
from judge.rules.dip.ground.position import State, is_ordered, standing_units
from judge.rules.dip.orders.base import Order, Written
from judge.rules.dip.orders.convoy import Convoy
from judge.rules.dip.orders.instead import mask_fleets
from judge.rules.dip.orders.move import Move, Retreat
from judge.rules.dip.orders.support import Support
from judge.rules.dip.orders.winter import Build
from judge.rules.dip.play.movement import describe_line
from judge.rules.dip.seams.mechanic import Mechanic, Names, tell_each
from judge.rules.dip.seams.scene import Orders, Scene
from judge.rules.mechanics.air import sky
from judge.rules.mechanics.influence.terms import control, living_minors, minors

VOID = "minor-void"
"""Lines for a minor's units that were not carried out: told to their writer only."""
_TIES = {"M": "a unit holds", "R": "a unit disbands", "A": "nothing is built"}
"""What becomes of a minor's unit if as many members want one thing as another (W10, W42)."""


class Control(Mechanic):
    """Minors as powers without a seat; whoever controls one writes its orders among its own."""

    def powers(self, map_data: Mapping[str, Any]) -> Iterable[Power]:
        """The minors of the map."""
        for name, facts in map_data["minors"].items():
            yield power_facts(name, facts, played=False)

    def speaks_for(self, state: State, board: Board, seat: str, answer: Names) -> Names:
        """W41: a seat orders the minors that its power controls, alone or with others."""
        return (*answer, *(minor for minor in minors(board) if seat in control(state, minor)))

    def press_names(self, state: State, board: Board) -> Mapping[str, tuple[str, ...]]:
        """Press to a minor reaches whoever controls it."""
        return {minor: control(state, minor) for minor in living_minors(state, board)}

    def muster(self, scene: Scene, board: Board, answer: Orders) -> tuple[Scene, Orders]:
        """Minors get their controllers' lines; lines of anybody else for them are void."""
        state = scene.state
        if state.phase[-1] not in "MRA":
            return scene, answer
        orders_of: dict[str, tuple[Written, ...]] = {}
        all_void_rows: list[dict[str, Any]] = []
        for power in sorted(answer):
            if power in minors(board):
                orders_of[power], void_rows = _hear(state, board, power, answer[power])
                all_void_rows += void_rows
                continue
            orders_of[power] = ()
            for line in answer[power]:
                # A major's lines for units of minors: these it does not control (W41).
                if minor := _minor(state, board, line):
                    fault = f"{line.power} does not control {minor}"
                    all_void_rows.append(_row(line, "illegal", fault))
                else:
                    orders_of[power] += (line,)
        writers = [
            {"minor": power, "text": line.text, "power": line.writer}
            for power in sorted(set(answer) & set(minors(board)))
            for line in answer[power]
        ]
        news = tell_each(VOID, all_void_rows)
        return scene.with_(None, news, void=all_void_rows, writers=writers), orders_of

    def retreats(self, outcome: Outcome, unit: int, answer: tuple[int, ...]) -> tuple[int, ...]:
        """W43: without anybody in control a dislodged unit disbands at once."""
        return () if _nobodys(outcome, unit) else answer

    def fate(self, outcome: Outcome, unit: int, answer: str) -> str:
        """Such a unit was dislodged like any other, wherever it could have gone."""
        return " dislodged" if answer and _nobodys(outcome, unit) else answer

    def decides(self, state: State, board: Board, power: str, answer: bool) -> bool:
        """W43: nobody builds or removes for a minor that nobody controls."""
        if power in minors(board) and state.phase[-1] == "A":
            return answer and bool(control(state, power))
        return answer

    def standing(
        self, state: State, board: Board, power: str, orders: Sequence[str], answer: Standing
    ) -> Standing:
        """A member of a Coalition is told before how its votes are counted."""
        rulers = {minor: control(state, minor) for minor in minors(board)}
        shared_minors = [name for name in rulers if power in rulers[name] and rulers[name][1:]]
        if state.phase[-1] not in "MRA" or not shared_minors:
            return answer
        facts = tuple(
            f"{minor} is run by a Coalition: what most members order is done; in a tie {fate}."
            for minor in shared_minors
            for fate in [_TIES[state.phase[-1]]]
        )
        return replace(answer, facts=(*answer.facts, *facts))

    def answer(self, scene: Scene, board: Board, answer: Mapping[str, Any]) -> Mapping[str, Any]:
        """The results name who wrote a minor's order, and the lines that were void follow."""
        names: dict[tuple[str, str], dict[str, None]] = {}
        for entry in scene.facts.get("writers", ()):
            names.setdefault((entry["minor"], entry["text"]), {})[entry["power"]] = None
        rows = [
            {**row, "power": name}
            for row in answer["results"]
            for name in names.get((row["power"], row["text"]), (row["power"],))
        ]
        return {**answer, "results": [*rows, *scene.facts.get("void", ())]}


def _nobodys(outcome: Outcome, unit: int) -> bool:
    power, state = outcome.field.powers[unit], outcome.field.state
    return power in minors(outcome.field.board) and not control(state, power)


def _minor(state: State, board: Board, line: Written) -> str:
    """The minor whose unit or home a line is about, "" if it is about none."""
    order = line.order
    if order is None or order.space < 0:
        return ""
    site = sky.below(board, order.space) if sky.is_air(board, order.space) else order.space
    for minor in minors(board):
        if is_ordered(state, board, minor, order.arm, order.space):
            return minor
        if isinstance(order, Build) and board.spaces[site] in board.powers[minor].home:
            return minor
    return ""


def _hear(
    state: State, board: Board, minor: str, lines: Iterable[Written]
) -> tuple[tuple[Written, ...], list[dict[str, Any]]]:
    """A minor's lines under its own name, and the rows of those that its Coalition outvoted."""
    rulers = control(state, minor)
    valid = [at_home(line, state, board, minor) for line in lines if line.writer in rulers]
    void = [
        _row(line, "illegal", "a minor's orders are written by whoever controls it")
        for line in lines
        if line.writer not in rulers
    ]
    if len(rulers) > 1:
        majority_lines = decide(state, board, minor, valid)
        done = [line.order for line in majority_lines if line.order is not None]
        texts = {order.text for order in done}
        decided = {(order.arm, order.space) for order in done}
        for line in valid:
            order = line.order
            if order is not None and order.text in texts:
                continue
            if order is None or not possible(order, state, board, minor):
                fault = order.fault if order is not None else ""
                reason = fault or "it can't be carried out, so it counts as no vote"
                void.append(_row(line, "illegal", reason))
            else:
                # Outvoted, or in a tie (W10).
                is_tie = (order.arm, order.space) not in decided and state.phase[-1] == "M"
                why = "was tied, so it holds" if is_tie else "voted otherwise"
                void.append(_row(line, "invalid", f"{minor}'s Coalition {why}"))
        valid = majority_lines
    return tuple(valid), void


def _row(line: Written, verdict: str, reason: str) -> dict[str, Any]:
    """The row of a line that nobody else gets to see, under its writer's name."""
    return describe_line(replace(line, power=line.writer or line.power), verdict, reason)


build = Control
"""The mechanic; the map names the minors."""


def decide(state: State, board: Board, minor: str, lines: Iterable[Written]) -> list[Written]:
    """The lines of ``minor`` that its Coalition carries out.

    Each unit is a decision of its own; in winter all builds or removals together are one. A member
    without a line that counts has no vote in it.
    """
    ballots: dict[tuple[str, int], dict[str, tuple[Written, ...]]] = {}
    winter = state.phase[-1] == "A"
    for line in lines:
        order = line.order
        if order is None or not possible(order, state, board, minor):
            continue
        ballot = ballots.setdefault(("", 0) if winter else (order.arm, order.space), {})
        ballot[line.writer] = (*ballot.get(line.writer, ()), line) if winter else (line,)
    decided: list[Written] = []
    for ballot in ballots.values():
        counts = Counter(_mark(lines) for lines in ballot.values()).most_common(2)
        # What most members sent is done; nothing in a tie.
        if len(counts) < 2 or counts[0][1] > counts[1][1]:
            members = (member for member in sorted(ballot) if _mark(ballot[member]) == counts[0][0])
            decided += ballot[next(members)]
    return decided


def _mark(lines: Sequence[Written]) -> tuple[str, ...]:
    """Lines compared in canonical form, in whatever sequence they were written."""
    return tuple(sorted(line.order.text for line in lines if line.order is not None))


def possible(order: Order, state: State, board: Board, minor: str) -> bool:
    """Whether an order could be carried out at all; an impossible one is no vote."""
    if order.fault or state.phase[-1] not in order.PHASES:
        return False
    if isinstance(order, Move):
        if order.walks or not order.sails:
            return order.walks
        fleets = mask_fleets(standing_units(state, board), board)
        return routes.exists(board, order.space, order.to, fleets)
    if isinstance(order, (Support, Convoy)):
        other = order.aided if isinstance(order, Support) else order.cargo
        units = standing_units(state, board)
        return any((unit.arm, unit.space) == (other.arm, other.space) for unit in units)
    if isinstance(order, Retreat):
        return any(
            entry.power == minor
            and board.unit(entry.unit).space == order.space
            and any(board.space_of[board.loc_of[place]] == order.to for place in entry.retreats)
            for entry in state.dislodged
        )
    return True


def at_home(line: Written, state: State, board: Board, minor: str) -> Written:
    """The line with the unit as it really stands: a wrong coast doesn't divide votes."""
    order = line.order
    if order is None:
        return line
    for text in state.units.get(minor, ()):
        unit = board.unit(text)
        if unit.space == order.space and unit.loc != order.loc:
            words = order.text.split(" ")[2:]
            return replace(line, order=type(order).read([*text.split(" "), *words], board))
    return line
