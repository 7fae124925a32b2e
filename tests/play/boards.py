"""Random players of Diplomacy and its kin: orders of every kind, most legal, many that fit."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from judge.rules.dip.build import DipEngine
from judge.rules.dip.ground.board import Unit
from judge.rules.dip.ground.position import State
from judge.rules.mechanics.influence.terms import living_minors, minors

Orders = dict[str, list[str]]
NONSENSE = 0.02
"""The chance of an order drawn without a look at the board."""
ABSENT = 0.04
"""The chance that a player sends nothing at all."""


def orders(engine: DipEngine, state: State, dice: Random) -> Orders:
    """Canonical orders of all players for the phase that waits."""
    letter = state.phase[-1]
    if letter == "M":
        given = _Draft(engine, state, dice).orders()
    elif letter == "I":
        given = {power: list(_bids(engine, state, dice, power)) for power in engine.powers}
    else:
        given = {power: list(_tasks(engine, state, dice, power)) for power in engine.powers}
    return {power: lines for power, lines in given.items() if dice.random() > ABSENT}


def _tasks(engine: DipEngine, state: State, dice: Random, power: str) -> Iterator[str]:
    """An answer to most of what a retreat or a winter asks, now and then one too many."""
    used: set[str] = set()
    for task in engine.standing(state, power, ()).tasks:
        free = [option for option in task.options if _place(option) not in used]
        if free and dice.random() < 0.9:
            choice = dice.choice(free)
            if choice != "WAIVE":
                used.add(_place(choice))
            yield choice
            if dice.random() < NONSENSE:
                yield dice.choice(task.options)


def _place(option: str) -> str:
    """Where a unit stands or is built: "STP" of "F STP/NC B"."""
    return option.partition(" ")[2].partition(" ")[0].partition("/")[0]


def _bids(engine: DipEngine, state: State, dice: Random, power: str) -> Iterator[str]:
    """Bids for oneself and others, switches of what may be there; often more than the purse."""
    names = [*living_minors(state, engine.game.board)] or [*minors(engine.game.board)]
    for _ in range(dice.randint(0, 5)):
        minor, other = dice.choice(names), dice.choice(engine.powers)
        whose = f" FOR {other}" if other != power and dice.random() < 0.3 else ""
        yield f"BID {dice.choice((1, 2, 3, 5, 7, 10, 20))} {minor}{whose}"
    boxes = state.memory.get("influence", {})
    for minor, box in boxes.items():
        for claimant, stacks in box.items():
            target = dice.choice(engine.powers)
            if power in stacks and target != claimant and dice.random() < 0.3:
                yield f"SWITCH {dice.randint(1, 6)} {minor} FROM {claimant} TO {target}"


class _Draft:
    """The orders of all players for one movement phase, in the making."""

    def __init__(self, engine: DipEngine, state: State, dice: Random) -> None:
        self.engine, self.state, self.dice = engine, state, dice
        self.board = engine.game.board
        self.owner: dict[Unit, str] = {
            self.board.unit(text): power for power, texts in state.units.items() for text in texts
        }
        self.at = {unit.space: unit for unit in self.owner}
        self.said: dict[Unit, str] = {}
        self.goal: dict[Unit, int] = {}
        """Unit -> the space that it attacks, whichever way it goes there."""

    def orders(self) -> Orders:
        """Everybody's lines."""
        self._drops()
        self._voyages()
        self._marches()
        for unit in self._free():
            self.said[unit] = self._support(unit) or f"{unit.text} H"
        given = self._signed()
        for power, lines in given.items():
            lines.extend(self._extras(power))
            self.dice.shuffle(lines)
        return given

    def _free(self) -> list[Unit]:
        units = [unit for unit in self.owner if unit not in self.said]
        self.dice.shuffle(units)
        return units

    # --- one unit's order

    def _drops(self) -> None:
        """Planes bomb, or carry an army of the neighbourhood."""
        planes = [unit for unit in self._free() if unit.arm == "P"]
        for plane in planes:
            chance = self.dice.random()
            near = self._under(plane)
            if chance < 0.2 and near:
                self._say(plane, f"BOMB {self.board.spaces[self.dice.choice(near)]}")
            elif chance < 0.4 and near and self.state.options.get("paratroops"):
                self._drop(plane, near)

    def _under(self, plane: Unit) -> list[int]:
        """The ground within two flights of a plane."""
        flights = self.board.steps["P"]
        first = {self.board.space_of[loc] for loc in flights[plane.loc]} | {plane.space}
        second = {self.board.space_of[loc] for at in first for loc in flights[at]}
        names = (self.board.spaces[at].removesuffix("-A") for at in sorted(first | second))
        return [self.board.loc_of[name] for name in names if name in self.board.loc_of]

    def _drop(self, plane: Unit, near: Sequence[int]) -> None:
        armies = [self.at[at] for at in near if at in self.at and self.at[at].arm == "A"]
        goal = self.board.spaces[self.dice.choice(near)]
        if armies:
            army = self.dice.choice(armies)
            self._say(plane, f"C {army.text} - {goal}")
            if army not in self.said:
                self._say(army, f"PARATROOP {goal}", self.board.loc_of[goal])

    def _voyages(self) -> None:
        """Armies go to sea where fleets make a way; now and then a fleet of it forgets."""
        for army in self._free():
            if army.arm == "A" and army.space in self.board.ports and self.dice.random() < 0.5:
                fleets, goal = self._way(army)
                if goal >= 0:
                    via = " VIA" if self.dice.random() < 0.8 else ""
                    self._say(army, f"- {self.board.spaces[goal]}{via}", goal)
                for fleet in fleets if goal >= 0 else ():
                    if self.dice.random() < 0.95:
                        self._say(fleet, f"C {army.text} - {self.board.spaces[goal]}")

    def _way(self, army: Unit) -> tuple[list[Unit], int]:
        """Fleets one behind the other, and a coast where they land; -1 for none."""
        board, dice = self.board, self.dice
        way: list[Unit] = []
        here = army.space
        while True:
            near = [
                unit
                for unit in self._free()
                if unit.arm == "F" and board.seas[here] >> unit.space & 1 and unit not in way
            ]
            if not near:
                return way, -1
            way.append(dice.choice(near))
            here = way[-1].space
            shores = {board.space_of[loc] for loc in board.steps["F"][here]} & board.ports
            shores -= {army.space}
            if shores and dice.random() < 0.7:
                return way, dice.choice(sorted(shores))

    def _marches(self) -> None:
        """More than half of the others go somewhere, rather to centres and to where units are."""
        for unit in self._free():
            steps = sorted(self.board.steps[unit.arm][unit.loc])
            if steps and self.dice.random() < 0.6:
                goal = self.dice.choices(steps, [self._worth(unit, step) for step in steps])[0]
                how = " S" if unit.arm == "P" and self.dice.random() < 0.2 else ""
                with_ = f"{how} {self._anybody(unit)}" if how else ""
                self._say(unit, f"- {self.board.locs[goal]}{with_}", self.board.space_of[goal])

    def _worth(self, unit: Unit, step: int) -> int:
        space = self.board.space_of[step]
        owner = self.state.owner(self.board.spaces[space])
        wanted = space in self.board.centers and owner != self.owner[unit]
        return 1 + 4 * wanted + 2 * (space in self.at)

    def _anybody(self, unit: Unit) -> str:
        reach = self.board.reach[unit.arm][unit.loc]
        near = [self.at[space].text for space in sorted(reach) if space in self.at]
        return self.dice.choice(near) if near else unit.text

    def _support(self, unit: Unit) -> str:
        """The support of a move or of a unit that stays, its own power's rather than others'."""
        reach = self.board.reach[unit.arm][unit.loc]
        moves = [o for o, to in self.goal.items() if to in reach and to != unit.space]
        stays = [self.at[s] for s in sorted(reach) if s in self.at and self.at[s] not in self.goal]
        near = [other for other in (*moves, *stays) if other != unit]
        own = [other for other in near if self.owner[other] == self.owner[unit]]
        pick = own if own and self.dice.random() < 0.7 else near
        if not pick or self.dice.random() < 0.1:
            return ""
        other = self.dice.choice(pick)
        words = self.said.get(other, "").split(" ")
        if len(words) == 4 and words[2] == "BOMB":
            return self._read(f"{unit.text} S {other.text} BOMB {words[3]}")
        to = f" - {self.board.spaces[self.goal[other]]}" if other in self.goal else ""
        return self._read(f"{unit.text} S {other.text}{to}")

    def _say(self, unit: Unit, deed: str, goal: int = -1) -> None:
        text = self._read(f"{unit.text} {deed}")
        if text:
            self.said[unit] = text
            if goal >= 0:
                self.goal[unit] = goal

    def _read(self, line: str) -> str:
        """The line in canonical form, "" if the notation has no such order here."""
        try:
            return self.engine.game.notation.order(line).text
        except ValueError:
            return ""

    # --- who writes it

    def _signed(self) -> Orders:
        """Each unit's order by whoever runs its power, a Coalition's by all its members."""
        given: Orders = {power: [] for power in self.engine.powers}
        speakers = {power: self.engine.speaks_for(self.state, power) for power in given}
        for unit, text in self.said.items():
            for power, speaks_for in speakers.items():
                if self.owner[unit] in speaks_for and self.dice.random() > NONSENSE:
                    given[power].append(text)
        return given

    def _extras(self, power: str) -> Iterator[str]:
        """What is written beside orders for units: points, permissions, now and then nonsense."""
        verbs: dict[str, Callable[[str], Iterator[str]]] = {"DP": self._paid, "ALLOW": self._guests}
        known = {kind.VERB for kind in self.engine.game.notation.kinds}
        for verb, lines in verbs.items():
            if verb in known:
                yield from lines(power)
        if self.dice.random() < NONSENSE and self.owner:
            yield f"{self.dice.choice([*self.owner]).text} - {self.dice.choice(self.board.locs)}"

    def _paid(self, power: str) -> Iterator[str]:
        """Points for minors' units: a budget or so, split as it comes."""
        played: Any = {*self.engine.powers}
        pool = [u for u in self.said if self.owner[u] not in played]
        for _ in range(self.dice.randint(0, 3) if pool else 0):
            unit = self.dice.choice(pool)
            deed = self.said[unit] if self.dice.random() < 0.7 else self._support(unit)
            yield f"DP {self.dice.choice((1, 1, 1, 2, 2, 3))}: {deed or f'{unit.text} H'}"

    def _guests(self, power: str) -> Iterator[str]:
        """Permissions where own units stand, and sometimes elsewhere."""
        units = [unit for unit, owner in self.owner.items() if owner == power] or [*self.owner]
        for _ in range(self.dice.randint(0, 2) if units else 0):
            guest = self.dice.choice(("ALL", *self.engine.powers))
            yield f"ALLOW {guest} AT {self.board.spaces[self.dice.choice(units).space]}"
