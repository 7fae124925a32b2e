"""Half strengths and sorties against the rules as equations: crowded positions, every guess tried.

The reference of standard Diplomacy (``tests.dip.reference``) answers a few questions anew, in the
words of the rulings; it shares nothing with the mechanics but the map.
"""

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.dip.ground.board import Board
from tests.dip import reasons, reference
from tests.dip.reference import Deed, Guess, Rules
from tests.mechanics.boards import engine, start

HALF = Fraction(1, 2)
CAPE = {("EGY", "MAO"), ("HEJ", "MAO"), ("MAO", "EGY"), ("MAO", "HEJ")}
GREAT = ("Britain", "France", "Germany")
PAYERS = ("Italy", "Poland", "Soviet Union", "Turkey")
UNITS = 7


class Cape(Rules):
    """1900: fleets that sail round Africa, and armies that land so, have half strength."""

    def passes(self, move: Deed) -> bool:
        """Whether a fleet sails round the Cape."""
        return not move.via and (move.space, move.to) in CAPE

    def lack(self, move: Deed, guess: Guess) -> Fraction:
        """What a move lacks of a whole unit's force (1900-R1, R14)."""
        weak = self.passes(move) or (move.via and not self.lands_whole(move, guess))
        return HALF if weak else Fraction(0)

    def lands_whole(self, move: Deed, guess: Guess) -> bool:
        """Whether some surviving route ends on an ordinary border."""
        carriers = {
            deed.space
            for deed in self.deeds.values()
            if (deed.kind, deed.aids, deed.to) == ("convoy", move.space, move.to)
        } - self.dislodged(guess)
        return any(
            self._touch(last, move.to)
            and (self._touch(last, move.space) or self.linked(move.space, last, carriers - {last}))
            for last in carriers
            if (last, move.to) not in CAPE
        )

    def _attack(self, move: Deed, guess: Guess) -> Any:
        whole = super()._attack(move, guess)
        return whole and whole - self.lack(move, guess)

    def _prevent(self, move: Deed, guess: Guess) -> Any:
        whole = super()._prevent(move, guess)
        return whole and whole - self.lack(move, guess)

    def _resistance(self, move: Deed, guess: Guess) -> Any:
        facing = self._meets(move)
        whole = super()._resistance(move, guess)
        return whole - self.lack(facing, guess) if facing is not None else whole

    def _cut(self, helper: Deed, guess: Guess) -> bool:
        """A fleet that passes cuts only by dislodging (1900-R11)."""
        ordinary = {space: deed for space, deed in self.deeds.items() if not self._pointless(deed)}
        lost = helper.space in self.dislodged(guess)
        return lost or Rules._cut(Cape(self.board, ordinary, self.broken), helper, guess)

    def _pointless(self, deed: Deed) -> bool:
        return deed.kind == "move" and self.passes(deed)


class Sorties(Rules):
    """1936: a minor's move that wins leaves its unit at home and dislodges nobody (S1, S4)."""

    def _left(self, guess: Guess) -> Guess:
        return frozenset(space for space in guess if self.deeds[space].power in GREAT)

    def _succeeds(self, move: Deed, guess: Guess) -> bool:
        return super()._succeeds(move, self._left(guess))

    def dislodged(self, guess: Guess) -> set[str]:
        """The units whose place a great power's unit took."""
        return super().dislodged(self._left(guess))

    def cut(self, guess: Guess) -> set[str]:
        """The supporters that are cut."""
        return super().cut(self._left(guess))


class Draft:
    """Random orders for units that stand close together."""

    def __init__(self, name: str, seed: int, about: tuple[str, ...]) -> None:
        self.name, self.dice = name, random.Random(seed)
        self.board: Board = engine(name).game.board
        self.homes = {
            text[2:5]: (power, text)
            for power, texts in start(name).units.items()
            if power not in engine(name).powers and "Spain" not in power
            for text in texts
        }
        self.owner: dict[str, str] = {}
        for space in self._crowd(self.dice.choice(about)):
            power, text = self.homes.get(space) or (self.dice.choice(GREAT), self._unit(space))
            self.owner[text] = power
        self.orders: dict[str, str] = {}
        self._sail()
        for unit in [unit for unit in self.owner if unit not in self.orders]:
            if self.dice.random() < 0.6:
                self._march(unit)
        for unit in [unit for unit in self.owner if unit not in self.orders]:
            self.orders[unit] = self._support(unit)

    def _crowd(self, first: str) -> list[str]:
        spaces = [first]
        while len(spaces) < UNITS:
            near = {step for at in spaces for step in self._around(at)} - {*spaces}
            spaces.append(self.dice.choice(sorted(near)))
        return spaces

    def _around(self, space: str) -> set[str]:
        board, at = self.board, self.board.loc_of[space]
        steps = (board.steps[arm][loc] for loc in (at, *board.coasts[at]) for arm in "AF")
        return {board.spaces[board.space_of[step]] for found in steps for step in found}

    def _wet(self, space: str) -> bool:
        return bool(self.board.waters >> self.board.loc_of[space] & 1)

    def _unit(self, space: str) -> str:
        arm = "F" if self._wet(space) else self.dice.choice("AF")
        at = self.board.loc_of[space]
        places = self.board.places(arm, at) or self.board.places("A", at)
        arm = arm if self.board.can_stand(arm, places[0]) else "A"
        return self.board.unit_at(arm, self.dice.choice(places)).text

    def _sail(self) -> None:
        ports = {self.board.spaces[port] for port in self.board.ports}
        armies = [u for u in self.owner if u[0] == "A" and u[2:5] in ports and self._great(u)]
        fleets = [u for u in self.owner if u[0] == "F" and self._wet(u[2:5]) and self._great(u)]
        rules = Rules(self.board, {})
        for army in armies[:1]:
            names = {fleet[2:5] for fleet in fleets}
            ends = [e for e in sorted(ports - {army[2:5]}) if rules.linked(army[2:5], e, names)]
            if ends and self.dice.random() < 0.7:
                end = self.dice.choice([e for e in ends if (("MAO", e) in CAPE)] or ends)
                self.orders[army] = f"{army} - {end} VIA"
                self.orders |= {fleet: f"{fleet} C {army} - {end}" for fleet in fleets}

    def _great(self, unit: str) -> bool:
        return self.owner[unit] in GREAT

    def _march(self, unit: str) -> None:
        at = self.board.loc_of[unit[2:]]
        steps = [self.board.locs[step] for step in sorted(self.board.steps[unit[0]][at])]
        full = [step for step in steps if any(step[:3] == other[2:5] for other in self.owner)]
        if steps:
            pick = full if full and self.dice.random() < 0.6 else steps
            self.orders[unit] = f"{unit} - {self.dice.choice(pick)}"

    def _support(self, unit: str) -> str:
        at = self.board.loc_of[unit[2:]]
        reach = {self.board.spaces[space] for space in self.board.reach[unit[0]][at]}
        found = []
        for other in self.owner:
            words = self.orders.get(other, "").split()
            to = words[3][:3] if len(words) > 3 and words[2] == "-" else ""
            if other != unit and (to or other[2:5]) in reach and to != unit[2:5]:
                found.append(f"{unit} S {other}" + (f" - {words[3]}" if to else ""))
        return self.dice.choice(found) if found else f"{unit} H"

    def told(self) -> dict[str, Any]:
        """The engine's answer; minors are paid for by powers without units."""
        units: dict[str, list[str]] = {}
        orders: dict[str, list[str]] = {}
        payers = [payer for payer in PAYERS for _ in range(3)]
        for unit, power in self.owner.items():
            units.setdefault(power, []).append(unit)
            paid = f"DP 1: {self.orders[unit]}"
            line, writer = (self.orders[unit], power) if power in GREAT else (paid, payers.pop())
            orders.setdefault(writer, []).append(line)
        return engine(self.name).adjudicate(
            {"phase": start(self.name).phase, "units": units, "orders": orders}
        )


def _solves(draft: Draft, kind: type[Rules]) -> None:
    """Assert that the engine's moves are a solution of the equations, with its losses and cuts."""
    told = draft.told()
    said = {row["unit"][2:5]: row["verdict"] for row in told["results"]}
    deeds = {}
    for unit, power in draft.owner.items():
        text = told.get("minors", {}).get(unit, draft.orders[unit])
        deeds[unit[2:5]] = reference.deed(power, text)
    won = frozenset(s for s, word in said.items() if word.startswith(("succeeds", "sorties")))
    judged = kind(draft.board, deeds).judged()
    assert won in [guess for _, guess in judged], (draft.orders, said)
    rules = next(rules for rules, guess in judged if guess == won)
    lost = {space for space, word in said.items() if word.endswith(("dislodged", "destroyed"))}
    assert lost == rules.dislodged(won)
    cut = rules.cut(won)
    for space, deed in deeds.items():
        if deed.kind == "support" and said[space].startswith(("cut", "given")):
            assert said[space].startswith("cut" if space in cut else "given"), draft.orders
    gone = rules._left(won) if isinstance(rules, Sorties) else won
    for row in told["results"]:
        reasons.check_forces(rules, gone, row)


@pytest.mark.parametrize(
    ("name", "kind", "about"),
    [
        ("1900", Cape, ("MAO", "EGY", "HEJ")),
        ("1936", Sorties, ("AUS", "DEN", "BUL", "BEL", "SWI", "HUN", "NWY")),
    ],
)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_half_strengths_and_sorties_solve_the_rules_as_equations(
    name: str, kind: type[Rules], about: tuple[str, ...], seed: int
) -> None:
    _solves(Draft(name, seed, about), kind)
