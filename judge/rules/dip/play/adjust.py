"""Supply centres and the winter: who owns them after a fall, what is built and what removed."""

from typing import Any

from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event, tidy
from judge.rules.dip.ground.position import State, standing_units
from judge.rules.dip.orders.base import Written
from judge.rules.dip.orders.winter import Build, Disband, Waive
from judge.rules.dip.play.movement import describe_line
from judge.rules.dip.seams.rules import Game
from judge.rules.dip.seams.scene import EVERYTHING, Orders, Scene
from judge.rules.dip.seams.standard import WHOLE


def balance(game: Game, state: State, power: str) -> int:
    """What a power may still raise (DATC 6.I.1) or, below 0, has to remove (6.J.1), in halves."""
    rules, units = game.rules, state.units.get(power, ())
    return rules.supply(state, game.board, power) - sum(rules.cost(unit[0]) for unit in units)


def free_sites(game: Game, state: State, power: str) -> tuple[str, ...]:
    """The spaces in which a power may build now: they are empty (DATC 6.I.3, 6.I.4)."""
    board = game.board
    occupied_spaces = {unit.space for unit in standing_units(state, board)}
    sites = game.rules.sites(state, board, power)
    return tuple(space for space in sites if board.loc_of[space] not in occupied_spaces)


def describe_centers(game: Game, state: State) -> Event:
    """Who owns what and may build or, below 0, has to remove (``spare`` in half units)."""
    powers = sorted({*state.centers, *state.units})
    rows = []
    for power in powers:
        spare = balance(game, state, power)
        builds = spare // WHOLE
        if builds > 0:
            builds = min(builds, len(free_sites(game, state, power)))
        owned, units = state.centers.get(power, ()), state.units.get(power, ())
        row = {"power": power, "centers": list(owned), "units": len(units)}
        rows.append({**row, "builds": builds, "spare": spare})
    owned_spaces = {space for ids in state.centers.values() for space in ids}
    unowned_spaces = sorted(game.board.center_ids - owned_spaces)
    return Event("centers", {"rows": rows, "unowned": unowned_spaces}, PUBLIC)


def end_fall(game: Game, scene: Scene) -> Scene:
    """The scene after a fall: centres change hands (choice 18 of RULES.md), somebody may win."""
    scene, centers_of = game.rules.owners(scene, game.board)
    state = replace(scene.state, centers=tidy(centers_of))
    scene = scene.with_(state, [describe_centers(game, state)] if scene.tells == EVERYTHING else ())
    winners = game.rules.winners(state, game.board, game.need)
    if not winners:
        return scene
    event = Event("victory", {"winners": list(winners)}, PUBLIC)
    return scene.with_(replace(state, winners=winners), [event])


def play_adjustments(game: Game, scene: Scene, orders: Orders) -> Scene:
    """The scene after the winter."""
    state = scene.state
    units: dict[str, list[str]] = {}
    results: list[dict[str, Any]] = []
    disband_rows: list[dict[str, Any]] = []
    for power in sorted({*state.units, *state.centers, *orders}):
        winter = _Winter(game, state, power)
        # A build that is ordered goes before a waive (choice 20 of RULES.md).
        lines = sorted(orders.get(power, ()), key=lambda line: isinstance(line.order, Waive))
        results += map(winter.carry_out, lines)
        # What can't be fed and was not removed by order (choice 14 of RULES.md).
        for text in game.rules.removals(state, game.board, power) if winter.spare < 0 else ():
            if winter.spare < 0 and text in winter.units:
                winter.units.remove(text)
                winter.spare += game.rules.cost(text[0])
                reason = "no removal was ordered; it was the farthest from home"
                disband_rows.append({"power": power, "unit": text, "reason": reason})
        units[power] = winter.units
    events = [Event("results", {"phase": state.phase, "rows": results}, PUBLIC)]
    if disband_rows:
        events.append(Event("disbanded", {"rows": disband_rows}, PUBLIC))
    return scene.with_(replace(state, units=tidy(units)), events)


class _Winter:
    """One power's winter: lines are taken one by one, in the order written."""

    def __init__(self, game: Game, state: State, power: str) -> None:
        self.state, self.board, self.rules, self.power = state, game.board, game.rules, power
        self.units = list(state.units.get(power, ()))
        self.sites = list(free_sites(game, state, power))
        self.spare = balance(game, state, power)
        self.raises = self.spare > 0

    def carry_out(self, line: Written) -> dict[str, Any]:
        """Carry out a line if it is legal; its row."""
        order = line.order
        if isinstance(order, Build):
            fault = self._build(order)
            # A build that only lacks its coast fails (DATC 6.B.14).
            vague = order.vague and self.board.spaces[order.space] in self.sites
            return _describe(line, fault, "fails" if vague else "illegal")
        if isinstance(order, Disband):
            # Of too many removals the first ones count (DATC 6.J.1).
            if self.spare >= 0:
                more = "" if self.raises else "more "
                return _describe(line, f"there is nothing {more}to remove")
            matching_units = [
                text
                for text in self.units
                if (unit := self.board.unit(text)).space == order.space and unit.arm == order.arm
            ]
            # A unit is removed once (DATC 6.J.2).
            if not matching_units:
                return _describe(line, f"there is no {order.text.removesuffix(' D')} to remove")
            self.units.remove(matching_units[0])
            self.spare += self.rules.cost(order.arm)
            return _describe(line, "")
        if isinstance(order, Waive):
            # Builds are waived one by one (choice 20 of RULES.md).
            if self.spare < WHOLE or not self.raises:
                return _describe(line, "there is no build to waive")
            self.spare -= WHOLE
            return _describe(line, "")
        return _describe(line, line.fault or "only builds and removals are ordered in winter")

    def _build(self, order: Build) -> str:
        """Raise a unit, or say why not."""
        board, power = self.board, self.power
        space = board.spaces[order.space]
        # Who has no more centres than units builds nothing (DATC 6.I.1).
        if not self.raises:
            return "there is nothing to build"
        # An own home centre, empty, and used once (DATC 6.I.3 to 7).
        if space not in self.sites:
            home = board.powers[power].home if power in board.powers else ()
            legal_sites = self.rules.sites(self.state, board, power)
            if space not in home and space not in legal_sites and set(legal_sites) <= set(home):
                return f"{space} is not one of its home centres"
            if space not in self.state.centers.get(power, ()):
                return f"it does not own {space}"
            is_occupied = any(board.unit(text).space == order.space for text in self.units)
            return f"{space} is not empty" if is_occupied else f"nothing can be built in {space}"
        # Fleets are built on a coast, and on one of two that is named (DATC 6.I.2, 6.B.14).
        if order.fault:
            return order.fault
        # Of too many builds the first ones count (DATC 6.I.1).
        text = order.text.removesuffix(" B")
        cost = self.rules.cost(order.arm)
        if cost > self.spare:
            return "no build is left"
        self.spare -= cost
        self.sites.remove(space)
        self.units.append(text)
        return ""


def _describe(line: Written, fault: str, verdict: str = "illegal") -> dict[str, Any]:
    """The row of a line that was carried out, or of one with a fault and its verdict."""
    return describe_line(line, verdict if fault else "succeeds", fault or "as ordered")
