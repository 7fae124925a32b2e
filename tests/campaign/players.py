"""How well computers play: one of a kind against others in all other seats, seats rotated.

The score of a game is the share of the squares of what all count for after ten years, 100 for a
victory; in 1930!, which is won by values, 100 for a victory in the first three years and else 0.
Games are spent where the standard error is not yet what it should be; seats are its layers.

"Reflex" is what Steady was before it looked ahead, and what rollouts go on with; "novices" are a
player who holds, a random one, and Steady in the other seats. Of those who search it is counted how
many movement phases leave every unit where it was, and the centres that are nobody's in the spring
after two years, among novices after three.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from time import process_time
from typing import Any

from judge.catalog import variant as catalog
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Engine
from judge.rules import computers
from judge.rules.computers import reflex
from judge.rules.computers.sharp import share_of_worth
from judge.rules.computers.view import View
from judge.rules.d100.build import D100
from judge.rules.dip.build import DipEngine
from tests import folders
from tests.campaign.figures import Figures
from tests.play import legal

YEARS = 10
RANDOM, HOLD, REFLEX, NOVICES = "random", "hold", "reflex", "novices"
SETTLED = {computers.STEADY: 2, NOVICES: 3}
"""After so many years all centres should be somebody's, by who the others are."""
DIP = sorted(folders.of_engine("dip"), key=lambda name: (name != "standard", name))
"""Standard first: others are compared with it."""


@dataclass(frozen=True, slots=True)
class Match:
    """One of a kind against others; ``error`` is what the standard error should come below."""

    variant: str
    one: str
    others: str
    error: float
    games: int = 20
    """So many are played before the standard error is believed."""

    def __str__(self) -> str:
        return f"{self.variant}: {self.one} against {self.others}"

    def is_sure(self, known: Figures) -> bool:
        """Whether so many games were played that the score is known well enough."""
        played = known.number(f"{self}, score")
        return played >= self.games and known.error(f"{self}, score") < self.error


MATCHES: tuple[Match, ...] = (
    *(Match(name, computers.STEADY, REFLEX, 4, 100) for name in DIP),
    *(Match(name, computers.STEADY, RANDOM, 2) for name in DIP),
    Match("1930", computers.STEADY, RANDOM, 5, 50),
    *(Match(name, computers.SHARP, REFLEX, 5) for name in (*DIP, "1930")),
    *(Match(name, computers.STEADY, HOLD, 5) for name in DIP),
    *(Match(name, computers.STEADY, computers.STEADY, 5) for name in DIP),
    Match("standard", computers.STEADY, NOVICES, 5),
)
"""The quick ones first: those of Steady against random players take seconds."""
ROUND = 6
"""Matches that take turns in a run."""


def run(seed: int, count: int, known: Figures | None = None) -> Figures:
    """Play ``count`` games, one of each of the first ROUND matches and again.

    Matches that are sure by what is ``known`` of earlier runs are left out while others are not;
    each plays its games in the same order, so that ``seed`` does not matter.
    """
    done = Figures()
    before = known or Figures()
    waiting = [match for match in MATCHES if not match.is_sure(before)] or [*MATCHES]
    for match in islice(cycle(waiting[:ROUND]), count):
        number = before.number(f"{match}, score") + done.number(f"{match}, score")
        _play(match, number, done)
        done.count(games=1)
    return done


def _play(match: Match, number: int, done: Figures) -> None:
    """Play a game: the one player's score, what a move took in milliseconds, what stood still."""
    name = match.variant
    engine = catalog.load(name).engine
    me = engine.powers[number % len(engine.powers)]
    dice, wild = SecretDice(b"strength", f"{name}{number}"), Random(f"{name}{number}")
    state = engine.start({}, dice).state
    begun, spent, moves = _year(engine, state), 0.0, 0
    settled = SETTLED.get(match.others, 0)
    while not state.winners and not _is_late(engine, state, begun, YEARS):
        given = _orders(engine, state, match.others, f"{number}", wild, me)
        before = process_time()
        given[me] = computers.orders(engine, state, me, f"{number}", level=match.one)
        spent += process_time() - before
        moves += 1
        after = engine.advance(state, given, dice)
        if match.others in SETTLED and engine.phase(state).kind == engine.kinds[0]:
            done.measure(f"{match}, frozen phases %", 100 * (after.units == state.units))
        state = after
        if settled and _is_late(engine, state, begun, settled):
            (row,) = (event for event in engine.describe(state) if event.kind == "centers")
            free = len(row.data["unowned"])
            done.measure(f"{match}, centres of nobody after {settled} years", free)
            settled = 0
    worth = engine.worth(state) if not isinstance(engine, D100) else {}
    score = 100 * share_of_worth(worth, state.winners, me)
    done.measure(f"{match}, score", score, me)
    done.measure(f"{match}, ms a move", 1000 * spent / moves)


def _orders(
    engine: Engine[Any], state: Any, kind: str, seed: str, wild: Random, me: str
) -> dict[str, Sequence[str]]:
    """What all seats but one order if they are of a kind."""
    others = [power for power in engine.powers if power != me]
    given: dict[str, Sequence[str]] = {}
    if kind == HOLD:
        return {}
    if kind == RANDOM:
        return {**legal.orders(engine, state, wild)}
    if kind == REFLEX:
        return {power: _react(engine, state, power, wild) for power in others}
    if kind == NOVICES:
        _, guesser, *others = others
        given = {guesser: legal.orders(engine, state, wild).get(guesser, ())}
        kind = computers.STEADY
    return given | {
        power: computers.orders(engine, state, power, seed, level=kind) for power in others
    }


def _react(engine: Engine[Any], state: Any, power: str, wild: Random) -> Sequence[str]:
    """What a seat orders by reflex; in 1930! Steady does no more."""
    known = engine.known_state(state, power)
    if isinstance(engine, DipEngine):
        return reflex.orders(View(engine, known), power, wild)
    return computers.orders(engine, known, power, "")


def _year(engine: Engine[Any], state: Any) -> int:
    digits = "".join(sign if sign.isdigit() else " " for sign in engine.phase(state).id).split()
    return int(digits[0])


def _is_late(engine: Engine[Any], state: Any, begun: int, rounds: int) -> bool:
    """Whether so many rounds of the calendar are over; 1930! is measured for three years."""
    if isinstance(engine, DipEngine):
        return abs(_year(engine, state) - begun) >= rounds * engine.game.calendar.step
    return _year(engine, state) >= begun + 3
