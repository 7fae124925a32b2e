"""Lines in players' own words, by the hundred: phrases.txt says what each comes to.

A line that comes to "?" can't be carried out and has to be answered, neither guessed nor passed
over as talk.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mechanics.boards import offered
from tests.world.positions import AIR, NAME, position, read

UNITS = {
    "England": [
        "A LON", "A WAL", "A NYK", "F NTS", "F ENC", "F IRS", "F CRB", "F MEX/WC", "F CEN",
        "P LON-A", "P WAL-A", "P NTS-A", "P HOL-A", "P EDI-A",
    ],
    "France": ["A YOR", "P YOR-A"],
    "Poland": ["A WAR", "P WAR-A"],
}  # fmt: skip
BOARD = {"units": UNITS, "options": AIR, "state": {"control": {"Poland": ["England"]}}}
FLED = {"dislodged": {"England: P EDI-A": ["YOR-A", "LIV-A"]}}


def phrases() -> Iterator[tuple[str, str, str, str]]:
    """Phase, power, line, orders."""
    text = Path(__file__).with_name("phrases.txt").read_text(encoding="utf-8")
    phase = power = ""
    for line in text.splitlines():
        if line.startswith("== "):
            phase, power = line.split()[1:]
        elif " => " in line:
            typed, orders = line.rsplit(" => ", 1)
            yield phase, power, typed, orders


@pytest.mark.parametrize(("phase", "power", "typed", "orders"), list(phrases()))
def test_a_line_is_read_as_its_writer_meant_it(
    phase: str, power: str, typed: str, orders: str
) -> None:
    board = position(phase, **{**BOARD, **(FLED if phase.endswith("R") else {})})
    taken, problems = read(board, power, typed)
    offers = offered(NAME, board, power, typed)
    if orders == "?":
        assert taken == []
        assert problems or offers
    else:
        assert (" / ".join((*taken, *offers)), problems) == (orders, [])
