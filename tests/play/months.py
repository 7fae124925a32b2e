"""Random players of 1930!: marches of up to three steps, stacks, convoys, points, purchases."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from judge.rules.d100 import deployment, politics, recalculation
from judge.rules.d100.board import Force
from judge.rules.d100.build import D100
from judge.rules.d100.state import State, values

Orders = dict[str, list[str]]
ABSENT = 0.04
"""The chance that a player sends nothing at all."""


def orders(engine: D100, state: State, dice: Random) -> Orders:
    """Canonical orders of all players for the phase that waits."""
    write = {"D": _deployed, "N": _placed, "A": _traded, "M": _marched}[state.phase[-1]]
    given = {power: list(write(engine, state, dice, power)) for power in engine.powers}
    return {power: lines for power, lines in given.items() if dice.random() > ABSENT}


def _deployed(engine: D100, state: State, dice: Random, power: str) -> Iterator[str]:
    """The standard list with cities exchanged; often that is refused, and often not."""
    pieces = deployment.default_roster(engine, power)
    cities = engine.board.countries[power].cities
    for piece in pieces:
        city = dice.choice(cities) if dice.random() < 0.1 else piece.space
        yield f"DEPLOY {Force(piece.arm, piece.strength, city)}"


def _placed(engine: D100, state: State, dice: Random, power: str) -> Iterator[str]:
    """The minors' pieces that fell to a major, each anywhere in its country."""
    for minor, dealt in state.assign.items():
        spaces = engine.board.countries[minor].spaces
        for piece, major in dealt.items():
            able = [space for space in spaces if engine.board.can_stand(piece[0], space)]
            if major == power and able and dice.random() < 0.8:
                yield f"DEPLOY {piece} {dice.choice(able)}"


def _traded(engine: D100, state: State, dice: Random, power: str) -> Iterator[str]:
    """Pieces bought of a gain, pieces given for a loss; now and then too many."""
    net = recalculation.nets(engine, state)[power]
    for _ in range(dice.randint(0, 4)):
        if net > 0:
            space = dice.choice(_cities(engine, state, power) or [*engine.board.spaces])
            yield f"BUY {dice.choice('LNA')}{dice.randint(1, 5)} {space}"
        elif state.units.get(power):
            piece = dice.choice(state.units[power])
            left = dice.randint(1, 4)
            yield dice.choice((f"REMOVE {piece}", f"REDUCE {piece} TO {left}"))


def _cities(engine: D100, state: State, power: str) -> list[str]:
    board = engine.board
    return [s for s, it in board.spaces.items() if it.city and state.owner(board, s) == power]


def _marched(engine: D100, state: State, dice: Random, power: str) -> Iterator[str]:
    """An order for most pieces, own and friends'; points, passages, retreats, surrenders."""
    units = [*state.units.get(power, ())]
    friends = [minor for minor in engine.board.minors if state.is_friend(power, minor)]
    units += [unit for minor in friends for unit in state.units.get(minor, ())]
    everybody = [unit for texts in state.units.values() for unit in texts]
    for space, pieces in Counter(unit[3:] for unit in units).items():
        if pieces > 1 and dice.random() < 0.5:
            yield dice.choice((f"STACK {space}{_path(engine, dice, 'L', space)}", f"SPLIT {space}"))
            units = [unit for unit in units if unit[3:] != space]
    for unit in units:
        if dice.random() < 0.85:
            yield from _deeds(engine, state, dice, unit, everybody)
    yield from _politics(engine, state, dice, power)
    for _ in range(dice.randint(0, 2)):
        guest = dice.choice(("ALL", *engine.powers))
        yield f"ALLOW {guest} AT {dice.choice(sorted(engine.board.spaces))}"


def _deeds(
    engine: D100, state: State, dice: Random, unit: str, everybody: Sequence[str]
) -> Iterator[str]:
    arm, space = unit[0], unit[3:]
    chance = dice.random()
    near = sorted(engine.board.steps[arm][space]) or [space]
    if chance < 0.5:
        yield f"{unit}{_path(engine, dice, arm, space)}"
    elif chance < 0.7:
        close = [other for other in everybody if other[3:] in near and other != unit]
        aided = dice.choice(close) if close else unit
        to = dice.choice(near)
        yield dice.choice((f"{unit} S {aided}", f"{unit} S {aided} - {to}"))
    elif chance < 0.85 and arm != "L":
        yield from _convoy(engine, dice, unit, everybody)
    else:
        yield f"{unit} H"
    if dice.random() < 0.15:
        yield dice.choice((f"{unit} R {dice.choice(near)}", f"{unit} SURRENDER"))


def _convoy(engine: D100, dice: Random, unit: str, everybody: Sequence[str]) -> Iterator[str]:
    """A carrier in a port takes a piece from there to another port."""
    cargoes = [other for other in everybody if other[3:] == unit[3:] and other[0] != unit[0]]
    ports = [s.id for s in engine.board.spaces.values() if s.city and s.coastal]
    if cargoes:
        cargo, port = dice.choice(cargoes), dice.choice(ports)
        yield f"{unit} C {cargo} - {port}"
        yield f"{cargo} - {port} VIA"
    else:
        yield f"{unit} H"


def _path(engine: D100, dice: Random, arm: str, here: str) -> str:
    path = ""
    for _ in range(dice.randint(1, 3)):
        here = dice.choice(sorted(engine.board.steps[arm][here]) or [here])
        path += f" - {here}"
    return path


def _politics(engine: D100, state: State, dice: Random, power: str) -> Iterator[str]:
    """Points for a few minors, more or less what a month allows; a roll held back."""
    board, rules = engine.board, engine.rules
    most = politics.allowance(rules, values(state, engine)[power])
    favourites = board.minors[:4] if dice.random() < 0.7 else board.minors
    while most > 0 and dice.random() < 0.8:
        points = dice.choice((25, 50, 75, 100, 150))
        yield f"ALLOCATE {points} {dice.choice(favourites)}"
        most -= points
    if dice.random() < 0.05:
        yield f"NO ROLL {dice.choice(board.minors)}"
