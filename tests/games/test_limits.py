"""A receipt fits a phone's screen; how long results are, each recorded game says (limits.py)."""

from pathlib import Path

from tests.game.world import World

WIDE, HIGH = 60, 25
"""A phone's screen."""


def shown(text: str) -> int:
    """The lines that a text takes on a phone."""
    return sum(max(1, -(-len(line) // WIDE)) for line in text.rstrip("\n").split("\n"))


def test_an_answer_to_a_perfect_mail_of_five_orders_fits_a_phone(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.begun("alpha", variant="1936", players=7)
    lines = "A Alg H\nA Bei - Pal\nA Mar - Bur\nA Par S A Mar - Bur\nF Bre - Bob\nNO POINTS"
    answer = world.order("France", lines)
    assert "All your orders are in." in answer.text
    assert shown(answer.text) <= HIGH
