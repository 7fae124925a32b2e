"""Reasons against verdicts: in games of random players, on their boards crowded, on the cases'."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from judge.authoring import cases
from judge.catalog import variant as catalog
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Dice
from judge.rules.d100 import turn as month
from judge.rules.dip.build import DipEngine
from judge.rules.dip.ground.position import State
from judge.rules.dip.play import turn
from judge.rules.dip.seams.scene import Scene
from tests.campaign.figures import Figures
from tests.dip import reasons
from tests.play import games

PHASES, RECORDED = 12, 8
"""Of each board, in a row: phases of a game, positions of its cases."""
CROWD = 0.5
"""So many of the spaces hold a unit where a phase of the game is played again, crowded."""


def run(seed: int, count: int) -> Figures:
    """Look at ``count`` boards in turn; every reason that contradicts its verdict is told."""
    done = Figures()
    for number in range(seed * count, (seed + 1) * count):
        done.count(boards=1)
        for phase, rows, throws in _play(number):
            done.count(phases=1)
            for row in filter(lambda row: row["reason"], rows):
                done.count(reasons=1, strengths=" against " in row["reason"])
                if reasons.contradicts(row, throws):
                    done.fail(f"{number}, {phase}: {row}")
    return done


def _play(number: int) -> Iterator[tuple[str, Any, Any]]:
    """The phases of a number: each with its rows of results and, in 1930!, its throws."""
    name, options = games.KINDS[number % len(games.KINDS)]
    engine = catalog.load(name).engine
    chance, dice = Random(number), SecretDice(b"reasons", f"{number}")
    state = engine.start(options, dice).state

    def adjudicate(state: Any) -> tuple[Any, tuple[str, Any, Any]]:
        after, *told = _adjudicate(engine, state, games.orders(engine, state, chance), dice)
        return after, (f"{name} {state.phase}", *told)

    for _ in range(PHASES):
        after, told = adjudicate(state)
        yield told
        if isinstance(engine, DipEngine) and state.phase[-1] == "M":
            yield adjudicate(_crowd(engine, state, chance))[1]
        if after.winners:
            break
        state = after
    recorded = _recorded(name)
    for state in chance.sample(recorded, min(RECORDED, len(recorded))):
        yield adjudicate(state)[1]


def _crowd(engine: DipEngine, state: State, chance: Random) -> State:
    """A position with units of all kinds and powers all over the board."""
    board = engine.game.board
    units: dict[str, list[str]] = {power: [] for power in engine.powers}
    for space in chance.sample(range(len(board.spaces)), int(CROWD * len(board.spaces))):
        places = [(arm, loc) for arm in board.steps for loc in board.places(arm, space)]
        if able := [place for place in places if board.can_stand(*place)]:
            units[chance.choice(engine.powers)].append(board.unit_at(*chance.choice(able)).text)
    return replace(state, units={power: tuple(sorted(them)) for power, them in units.items()})


@cache
def _recorded(name: str) -> list[Any]:
    """The positions of a variant's cases with moves."""
    engine = catalog.load(name).engine
    told = [case["in"] for path in cases.files(catalog.folder(name)) for case in cases.load(path)]
    return [engine.position(request) for request in told if request["phase"][-1] == "M"]


def _adjudicate(engine: Any, state: Any, orders: Any, dice: Dice) -> tuple[Any, Any, Any]:
    """The state after a phase, its rows of results before anything is withheld, and the throws."""
    if isinstance(engine, DipEngine):
        scene = turn.play_turn(engine.game, Scene(state, throw=dice.throw), orders)
        return scene.state, scene.rows("results"), ()
    outcome = month.play(engine, state, orders, dice)
    return outcome.state, outcome.rows, outcome.throws
