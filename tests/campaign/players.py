"""How well computers play: one of a kind against others in all other seats, seats rotated.

The score of a game is the share of the squares of what all count for after ten years, 100 for a
victory; in 1930!, which is won by values, 100 for a victory in the first three years and else 0.
Games are spent where the standard error is not yet what it should be; seats are its layers.

"Novices" are a player who holds, a random one, and Steady in the other seats; "earlier" ones are
those of another checkout (``elsewhere``), against whom Sharp has every other seat. Of Steady's
games it is counted how many movement phases leave every unit where it was, and the centres that are
nobody's in the spring after two years, among novices after three.
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
from judge.rules.computers.sharp import share_of_worth
from judge.rules.d100.build import D100
from judge.rules.dip.build import DipEngine
from tests import folders
from tests.campaign import elsewhere
from tests.campaign.figures import Figures
from tests.play import legal

YEARS = 10
RANDOM, HOLD, NOVICES, EARLIER = "random", "hold", "novices", "earlier "
SETTLED = {computers.STEADY: 2, EARLIER + computers.STEADY: 2, NOVICES: 3}
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
    half: bool = False
    """Whether the one has every other seat; the next game the others."""
    rollouts: int = computers.BUDGET

    def __str__(self) -> str:
        return f"{self.variant}: {self.one} against {self.others}"

    def is_sure(self, known: Figures) -> bool:
        """Whether so many games were played that the score is known well enough."""
        played = known.number(f"{self}, score")
        return played >= self.games and known.error(f"{self}, score") < self.error

    def seats(self, powers: Sequence[str], number: int) -> Sequence[str]:
        """The one's seats in a game."""
        return powers[number % 2 :: 2] if self.half else [powers[number % len(powers)]]


def list_matches() -> tuple[Match, ...]:
    """The quick ones first: those of Steady against random players take seconds."""
    steady, sharp = computers.STEADY, computers.SHARP
    earlier = (
        *(Match(name, steady, EARLIER + steady, 4, 100) for name in (*DIP, "1930")),
        Match("standard", sharp, EARLIER + sharp, 4, half=True, rollouts=100),
    )
    return (
        *(earlier if elsewhere.folder() else ()),
        *(Match(name, steady, RANDOM, 2) for name in DIP),
        Match("1930", steady, RANDOM, 5, 50),
        *(Match(name, sharp, steady, 5) for name in (*DIP, "1930")),
        *(Match(name, steady, HOLD, 5) for name in DIP),
        *(Match(name, steady, steady, 5) for name in DIP),
        Match("standard", steady, NOVICES, 5),
    )


ROUND = 6
"""Matches that take turns in a run."""


def run(seed: int, count: int, known: Figures | None = None) -> Figures:
    """Play ``count`` games, one of each of the first ROUND matches and again.

    Matches that are sure by what is ``known`` of earlier runs are left out while others are not;
    each plays its games in the same order, so that ``seed`` does not matter.
    """
    done = Figures()
    before = known or Figures()
    matches = list_matches()
    waiting = [match for match in matches if not match.is_sure(before)] or matches
    for match in islice(cycle(waiting[:ROUND]), count):
        number = before.number(f"{match}, score") + done.number(f"{match}, score")
        play(match, number, done)
        done.count(games=1)
    return done


def play(match: Match, number: int, done: Figures) -> None:
    """Play a game: the one's score, what its moves took in milliseconds, what stood still."""
    name = match.variant
    engine = catalog.load(name).engine
    mine = match.seats(engine.powers, number)
    dice, wild = SecretDice(b"strength", f"{name}{number}"), Random(f"{name}{number}")
    state = engine.start({}, dice).state
    begun, settled = _year(engine, state), SETTLED.get(match.others, 0)
    while not state.winners and not _is_late(engine, state, begun, YEARS):
        moves = engine.phase(state).kind == engine.kinds[0]
        given = _orders(engine, state, match, number, wild)
        if match.others.startswith(EARLIER):
            others = [power for power in engine.powers if power not in mine]
            given, took = _ask_earlier(engine, state, match, number, others)
            for seconds in took if moves else ():
                done.measure(f"{match}, ms a move of the others", 1000 * seconds)
        for me in mine:
            before = process_time()
            given[me] = computers.orders(
                engine, state, me, f"{number}", level=match.one, budget=match.rollouts
            )
            if moves:
                done.measure(f"{match}, ms a move", 1000 * (process_time() - before))
        after = engine.advance(state, given, dice)
        if match.others in SETTLED and moves:
            done.measure(f"{match}, frozen phases %", 100 * (after.units == state.units))
        state = after
        if settled and _is_late(engine, state, begun, settled):
            free = sum(
                len(event.data.get("unowned", ()))
                for event in engine.describe(state)
                if event.kind == "centers"
            )
            done.measure(f"{match}, centres of nobody after {settled} years", free)
            settled = 0
    worth = engine.worth(state) if not isinstance(engine, D100) else {}
    score = 100 * sum(share_of_worth(worth, state.winners, me) for me in mine)
    done.measure(f"{match}, score", score, "".join(mine))


def _orders(
    engine: Engine[Any], state: Any, match: Match, number: int, wild: Random
) -> dict[str, Sequence[str]]:
    """What all seats order if they are of the others' kind."""
    kind, me = match.others, match.seats(engine.powers, number)[0]
    if kind == RANDOM:
        return {**legal.orders(engine, state, wild)}
    if kind == NOVICES:
        others = [power for power in engine.powers if power != me]
        first = number // len(engine.powers) % len(others)
        _, guesser, *others = others[first:] + others[:first]
        return {guesser: legal.orders(engine, state, wild).get(guesser, ())} | {
            power: computers.orders(engine, state, power, f"{number}") for power in others
        }
    if kind in computers.LEVELS:
        return {
            power: computers.orders(engine, state, power, f"{number}", level=kind)
            for power in engine.powers
            if power != me
        }
    return {}


def _ask_earlier(
    engine: Engine[Any], state: Any, match: Match, number: int, powers: Sequence[str]
) -> tuple[dict[str, Sequence[str]], list[float]]:
    """What an earlier player orders for the powers, and the seconds that each took it."""
    level = match.others.removeprefix(EARLIER)
    about = {"variant": match.variant, "seed": f"{number}", "level": level}
    answers = [
        elsewhere.ask(engine, state, power=power, budget=match.rollouts, **about)
        for power in powers
    ]
    given = {power: lines for power, (lines, _) in zip(powers, answers, strict=True)}
    return given, [seconds for _, seconds in answers]


def _year(engine: Engine[Any], state: Any) -> int:
    digits = "".join(sign if sign.isdigit() else " " for sign in engine.phase(state).id).split()
    return int(digits[0])


def _is_late(engine: Engine[Any], state: Any, begun: int, rounds: int) -> bool:
    """Whether so many rounds of the calendar are over; 1930! is measured for three years."""
    if isinstance(engine, DipEngine):
        return abs(_year(engine, state) - begun) >= rounds * engine.game.calendar.step
    return _year(engine, state) >= begun + 3
