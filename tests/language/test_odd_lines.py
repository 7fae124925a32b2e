"""Lines that nobody should write: made from the grammars, and repeated until they are long.

How long a line takes is asked of the processor, and compared with half of the line in the same
moment: twice as much at most, and half as much again, whatever the machine does meanwhile.
"""

import pytest

from tests.language.fuzz import run as fuzzing
from tests.language.fuzz.long import NAMED, explain_slow, make_units

ROUNDS, COUNT = 20, 1000
"""Twenty thousand lines."""


@pytest.mark.sweep(3)
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_lines_made_from_the_grammars_are_read(seed: int) -> None:
    found = fuzzing.fuzz(seed, COUNT)
    assert found.failures == []
    assert found.lines == COUNT
    assert min(found.orders, found.commands, found.asked, found.mailed) > 0


@pytest.mark.parametrize("unit", NAMED)
def test_a_line_that_took_the_cube_of_its_length_takes_as_long_as_it_is(unit: str) -> None:
    assert explain_slow(unit) == ""


@pytest.mark.parametrize("seed", range(3))
def test_no_pair_or_triple_of_words_takes_longer_than_its_line_is(seed: int) -> None:
    slow = [explain_slow(unit) for unit in make_units(seed, 20)]
    assert not any(slow), slow
