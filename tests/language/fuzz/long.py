"""Long lines of repeated words, and whether the time they take grows faster than their length."""

import random
from itertools import permutations
from time import process_time

import judge
from tests.language.fuzz.run import LIMIT

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


def explain_slow(unit: str) -> str:
    """How a line of a repeated unit takes time that grows faster than its length; "" if not."""
    whole = measure(unit, LONGEST)
    if whole < QUICK:
        return ""
    # The machine may have been at something else: the best of three counts.
    whole = min(whole, *(measure(unit, LONGEST) for _ in range(2)))
    half = max(measure(unit, LONGEST // 2) for _ in range(3))
    grows = whole >= max(QUICK, TWICE * half) or whole > LIMIT
    return f"{unit!r}: {half:.2f} s, then {whole:.2f} s" if grows else ""
