"""The adjustment phase: builds and removals, and what is removed where nobody says."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from judge.dip import centres
from judge.dip.board import Board
from judge.dip.movement import row
from judge.dip.orders.base import Written
from judge.dip.orders.build import Build
from judge.dip.orders.disband import Disband
from judge.dip.orders.waive import Waive
from judge.dip.position import State, tidy
from judge.dip.rules import Rules, Scene
from judge.kernel.engine import Event

Orders = Mapping[str, tuple[Written, ...]]


def play(scene: Scene, orders: Orders, board: Board, rules: Rules) -> Scene:
    """The scene after the winter."""
    state = scene.state
    units: dict[str, list[str]] = {}
    told: list[dict[str, Any]] = []
    gone: list[dict[str, Any]] = []
    for power in sorted({*state.units, *state.centers, *orders}):
        desk = _Desk(state, board, rules, power)
        told += [desk.take(line) for line in orders.get(power, ())]
        gone += desk.clear()
        units[power] = desk.units
    events = [Event("results", {"phase": state.phase, "rows": told})]
    if gone:
        events.append(Event("disbanded", {"rows": gone}))
    return scene.with_(replace(state, units=tidy(units)), events)


class _Desk:
    """One power's winter: lines are taken one by one, in the order written."""

    def __init__(self, state: State, board: Board, rules: Rules, power: str) -> None:
        self.state, self.board, self.rules, self.power = state, board, rules, power
        self.units = list(state.units.get(power, ()))
        self.sites = list(centres.sites(state, board, rules, power))
        self.spare = centres.balance(state, board, rules, power)
        self.raises = self.spare > 0

    def take(self, line: Written) -> dict[str, Any]:
        """Carry out a line if it is legal; its row."""
        order = line.order
        if isinstance(order, Build):
            fault = self._build(order)
            vague = order.vague and self.board.spaces[order.space] in self.sites
            return self._row(line, fault, "fails" if vague else "illegal")
        if isinstance(order, Disband):
            return self._row(line, self._remove(order))
        if isinstance(order, Waive):
            return self._row(line, self._waive())
        return self._row(line, line.fault or "only builds and removals are ordered in winter")

    def _row(self, line: Written, fault: str, bad: str = "illegal") -> dict[str, Any]:
        if fault:
            return row(line, bad, fault)
        return row(line, "succeeds", "as ordered")

    def _build(self, order: Build) -> str:
        """Raise a unit, or say why not."""
        space = self.board.spaces[order.space]
        if not self.raises:
            return f"{self.power} has nothing to build"
        if space not in self.sites:
            return self._no_site(space)
        if order.fault:
            return order.fault
        text = order.text.removesuffix(" B")
        price = centres.cost(self.rules, text)
        if price > self.spare:
            return f"{self.power} has no build left"
        self.spare -= price
        self.sites.remove(space)
        self.units.append(text)
        return ""

    def _no_site(self, space: str) -> str:
        board = self.board
        facts = board.powers.get(self.power)
        if facts is None or space not in facts.home:
            return f"{space} is no home centre of {self.power}"
        if space not in self.state.centers.get(self.power, ()):
            return f"{self.power} does not own {space}"
        taken = any(board.unit(text).space == board.loc_of[space] for text in self.units)
        return f"{space} is not empty" if taken else f"nothing can be built in {space}"

    def _remove(self, order: Disband) -> str:
        """Remove a unit, or say why not."""
        if self.spare >= 0:
            return f"{self.power} has nothing {'more ' if not self.raises else ''}to remove"
        found = [
            text
            for text in self.units
            if (unit := self.board.unit(text)).space == order.space and unit.arm == order.arm
        ]
        if not found:
            return f"{self.power} has no {order.text.removesuffix(' D')}"
        self.units.remove(found[0])
        self.spare += centres.cost(self.rules, found[0])
        return ""

    def _waive(self) -> str:
        if self.spare < centres.WHOLE or not self.raises:
            return f"{self.power} has no build to waive"
        self.spare -= centres.WHOLE
        return ""

    def clear(self) -> list[dict[str, Any]]:
        """Remove what can't be fed and was not removed by order; the rows."""
        rows: list[dict[str, Any]] = []
        if self.spare >= 0:
            return rows
        answer = order_of_removal(self.state, self.board, self.power)
        for text in self.rules.ask("removals", self.state, self.board, self.power, answer):
            if self.spare >= 0:
                break
            if text in self.units:
                self.units.remove(text)
                self.spare += centres.cost(self.rules, text)
                reason = "no removal was ordered; it was the farthest from home"
                rows.append({"power": self.power, "unit": text, "reason": reason})
        return rows


def order_of_removal(state: State, board: Board, power: str) -> tuple[str, ...]:
    """The units that civil disorder removes, first things first.

    Rules of 2023: the farthest from the power's own centres goes first, a sea space counting as
    one step for armies too; of equals fleets before armies, then by the space's name.
    """
    steps = distances(board, state.centers.get(power, ()))

    def rank(text: str) -> tuple[int, int, str]:
        unit = board.unit(text)
        return -steps.get(unit.space, len(board.spaces)), -ord(unit.arm), board.names[unit.space]

    return tuple(sorted(state.units.get(power, ()), key=rank))


def distances(board: Board, starts: tuple[str, ...]) -> dict[int, int]:
    """How many steps every space is from the nearest of ``starts``, over land and sea alike."""
    found = {board.loc_of[space]: 0 for space in starts}
    frontier = list(found)
    while frontier:
        fresh = []
        for space in frontier:
            for step in sorted(_around(board, space)):
                if step not in found:
                    found[step] = found[space] + 1
                    fresh.append(step)
        frontier = fresh
    return found


def _around(board: Board, space: int) -> set[int]:
    return {
        board.space_of[step]
        for arm in board.arms
        for loc in (space, *board.coasts[space])
        for step in board.steps[arm][loc]
    }
