"""The resolver against the rules as equations: small crowded positions, every guess tried."""

import random
from collections.abc import Mapping
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.catalog import variant
from judge.rules.dip.build import DipEngine
from tests.dip import reasons, reference
from tests.dip.reference import Deed, Guess, Rules

ENGINE = variant.load("standard").engine
assert isinstance(ENGINE, DipEngine)
BOARD = ENGINE.game.board
POWERS = ("England", "France", "Germany")
UNITS = 7
SEEDS = st.integers(min_value=0, max_value=2**32)


class Draft:
    """Random orders for units that stand close together: all legal, most of them matching."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.units = {text: self.dice.choice(POWERS) for text in self._crowd()}
        self.orders: dict[str, str] = {}
        self._sail()
        for unit in self._free():
            if self.dice.random() < 0.55:
                self._march(unit)
        for unit in self._free():
            self.orders[unit] = self._support(unit) or f"{unit} H"

    def _free(self) -> list[str]:
        return [unit for unit in self.units if unit not in self.orders]

    def _crowd(self) -> list[str]:
        """Units in spaces that hang together, around a sea."""
        spaces = [self.dice.choice([at for at in range(len(BOARD.spaces)) if _wet(at)])]
        while len(spaces) < UNITS:
            near = {n for at in spaces for n in _around(at)} - {*spaces}
            spaces.append(self.dice.choice(sorted(near)))
        return [self._unit(space) for space in spaces]

    def _unit(self, space: int) -> str:
        arm = "F" if _wet(space) else self.dice.choice("AF")
        places = BOARD.places(arm, space) or BOARD.places("A", space)
        arm = arm if BOARD.can_stand(arm, places[0]) else "A"
        return BOARD.unit_at(arm, self.dice.choice(places)).text

    def _sail(self) -> None:
        """An army or two take ship, with every fleet at sea that they need or more."""
        for army in [unit for unit in self.units if unit[0] == "A"][:2]:
            start = _space(army)
            fleets = [u for u in self._free() if u[0] == "F" and _wet(BOARD.loc_of[_space(u)])]
            rules = Rules(BOARD, {})
            names = {_space(fleet) for fleet in fleets}
            ports = [BOARD.spaces[port] for port in sorted(BOARD.ports)]
            ends = [end for end in ports if end != start and rules.linked(start, end, names)]
            near = [end for end in ends if any(_space(unit) == end for unit in self.units)]
            if not ends or _space(army) not in ports or self.dice.random() < 0.2:
                continue
            end = self.dice.choice(near or ends)
            self.orders[army] = f"{army} - {end} VIA"
            self._carry(army, end, fleets, rules)

    def _carry(self, army: str, end: str, fleets: list[str], rules: Rules) -> None:
        """Convoy orders for a chain of fleets; those that it doesn't need are left free."""
        needed = list(fleets)
        for fleet in self.dice.sample(fleets, len(fleets)):
            fewer = {_space(other) for other in needed if other != fleet}
            if rules.linked(_space(army), end, fewer):
                needed.remove(fleet)
        for fleet in needed:
            self.orders[fleet] = f"{fleet} C {army} - {end}"

    def _march(self, unit: str) -> None:
        """To a neighbour, rather one where somebody stands."""
        taken = {_space(other) for other in self.units}
        steps = [BOARD.locs[loc] for loc in _steps(unit)]
        full = [step for step in steps if _space(step) in taken]
        choice = full if full and self.dice.random() < 0.6 else steps
        if choice:
            self.orders[unit] = f"{unit} - {self.dice.choice(choice)}"

    def _support(self, unit: str) -> str:
        arm, place = unit.split()
        reach = {BOARD.spaces[space] for space in BOARD.reach[arm][BOARD.loc_of[place]]}
        found = []
        for other in self.units:
            words = self.orders.get(other, "").split()
            moves = len(words) > 3 and words[2] == "-"
            if other == unit or (_space(words[3]) if moves else _space(other)) not in reach:
                continue
            if not (moves and _space(words[3]) == _space(unit)):
                found.append(f"{unit} S {other}" + (f" - {words[3]}" if moves else ""))
        return self.dice.choice(found) if found and self.dice.random() < 0.9 else ""

    def deeds(self) -> dict[str, Deed]:
        """The orders as the reference reads them, by the unit's space."""
        read = [reference.deed(self.units[unit], text) for unit, text in self.orders.items()]
        return {deed.space: deed for deed in read}

    def rows(self) -> list[dict[str, Any]]:
        """The results that the engine gives."""
        table: dict[str, dict[str, list[str]]] = {"units": {}, "orders": {}}
        for unit, power in self.units.items():
            table["units"].setdefault(power, []).append(unit)
            table["orders"].setdefault(power, []).append(self.orders[unit])
        rows: list[dict[str, Any]] = ENGINE.adjudicate({"phase": "S1901M", **table})["results"]
        return rows


def _space(unit: str) -> str:
    return unit.rsplit(maxsplit=1)[-1].partition("/")[0]


def _wet(space: int) -> bool:
    return bool(BOARD.waters >> space & 1)


def _steps(unit: str) -> list[int]:
    arm, place = unit.split()
    return sorted(BOARD.steps[arm][BOARD.loc_of[place]])


def _around(space: int) -> set[int]:
    places = (space, *BOARD.coasts[space])
    return {BOARD.space_of[n] for at in places for arm in "AF" for n in BOARD.steps[arm][at]}


def _told(verdicts: Mapping[str, str], word: str) -> set[str]:
    return {space for space, verdict in verdicts.items() if word in verdict}


@example(9)  # a circle of moves: two solutions
@example(54)  # a convoy that two solutions see differently
@example(4581)  # a convoy that leaves no solution at all
@given(SEEDS)
@settings(max_examples=200, deadline=None)
def test_what_the_resolver_says_solves_the_rules_as_equations(seed: int) -> None:
    draft = Draft(seed)
    rows = draft.rows()
    verdicts = {_space(row["unit"]): row["verdict"] for row in rows}
    won: Guess = frozenset(_told(verdicts, "succeeds"))
    lost = _told(verdicts, "dislodged") | _told(verdicts, "destroyed")
    judged = Rules(BOARD, draft.deeds()).judged()
    assert won in [guess for _, guess in judged], (draft.orders, verdicts)
    rules = next(rules for rules, guess in judged if guess == won)
    assert lost == rules.dislodged(won)
    cut = rules.cut(won)
    for space, order in rules.deeds.items():
        if order.kind == "support" and order.to:
            assert verdicts[space].startswith("cut" if space in cut else "given")
    for row in rows:
        reasons.check_forces(rules, won, row)
