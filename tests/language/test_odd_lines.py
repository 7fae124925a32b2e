"""Lines that nobody should write: made from the grammars, and repeated until they are long.

How long a line takes is asked of the processor, and compared with half of the line in the same
moment: twice as much at most, and half as much again, whatever the machine does meanwhile.
"""

import random
from itertools import permutations
from time import process_time

import pytest

import judge
from tests.language.fuzz import run as fuzzing

ROUNDS, COUNT = 20, 1000
"""Twenty thousand lines."""


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_lines_made_from_the_grammars_are_read(seed: int) -> None:
    found = fuzzing.fuzz(seed, COUNT)
    assert found.failures == []
    assert found.lines == COUNT
    assert min(found.orders, found.commands, found.asked, found.mailed) > 0


# --- what a long line costs

LONGEST = 3990
"""Characters of a line that is read."""
QUICK = 0.25
"""Seconds below which nothing is compared."""
TWICE = 3.0
"""By how much twice the line may take more time."""
CLASSES = {
    "command": ("password", "clear", "status", "press", "draw", "if", "set zone"),
    "phase": ("S1901M", "F01", "herbst 1902", "printemps", "next turn", "prossimo turno"),
    "place": ("Par", "Burgundy", "Mar", "London", "Nordsee", "Parigi", "Bourgogne"),
    "unit": ("A Par", "F Bre", "armee in Paris", "flotte", "the army"),
    "power": ("France", "Germans", "Frankreich", "Italia", "F"),
    "deed": ("-", "holds", "S", "nach", "supports", "convoy", "attaque", "se mueve"),
    "sign": (".", ":", ";", ",", "(", "-", "?", "!", "/", '"'),
    "talk": ("hello game", "if", "not", "wrote", "please", "instead", "wenn", "unless", "either"),
    "pronoun": ("it", "the other", "this", "there", "ihn", "lui"),
    "number": ("1", "12", "1901", "5 DP"),
}
"""Words of each class, in several languages."""
NAMED = ("hello game. S1901M ", "password game. F01 ", "stesse; F01; ")
"""Lines that took the cube of their length."""


def make_units(seed: int, count: int) -> list[str]:
    """What is repeated: pairs and triples of classes, with words and glue by dice."""
    dice = random.Random(seed)
    shapes = [*permutations(CLASSES, 2), *permutations(CLASSES, 3)]
    units = []
    for shape in dice.sample(shapes, min(count, len(shapes))):
        words = [dice.choice(CLASSES[one]) for one in shape]
        units.append(
            "".join(word + dice.choice((" ", " ", ". ", "; ", ", ", ": ")) for word in words)
        )
    return units


def measure(unit: str, length: int) -> float:
    """The processor's time for a line of this length."""
    line = (unit * (length // len(unit) + 1))[:length]
    start = process_time()
    judge.load("standard").parse(line, power="France", phase="S1901M")
    return process_time() - start


def check_time(unit: str) -> None:
    """A line of a repeated unit takes time that grows as its length does."""
    whole = measure(unit, LONGEST)
    if whole < QUICK:
        return
    # The machine may have been at something else: the best of three counts.
    whole = min(whole, *(measure(unit, LONGEST) for _ in range(2)))
    half = max(measure(unit, LONGEST // 2) for _ in range(3))
    assert whole < max(QUICK, TWICE * half), f"{unit!r}: {half:.2f} s, then {whole:.2f} s"
    assert whole < fuzzing.LIMIT, f"{unit!r} takes {whole:.2f} s"


@pytest.mark.parametrize("unit", NAMED)
def test_a_line_that_took_the_cube_of_its_length_takes_as_long_as_it_is(unit: str) -> None:
    check_time(unit)


@pytest.mark.parametrize("seed", range(4))
def test_no_pair_or_triple_of_words_takes_longer_than_its_line_is(seed: int) -> None:
    for unit in make_units(seed, 30):
        check_time(unit)
