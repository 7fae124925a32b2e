"""What is left of a supply may be a half: that pays for a plane and for nothing else (5g)."""

from itertools import combinations, product

import judge
from judge.api import Position


def test_with_half_a_build_planes_alone_are_offered() -> None:
    position: Position = {
        "phase": "W1931A",
        "units": {"England": ["P YOR-A"]},
        "centers": {"England": ["LON"]},
        "options": {"air": True},
    }
    offered = judge.load("1930s-world").legal_orders(position, "England")
    assert list(offered.values()) == [("P LON-A B",)]


def test_what_is_paid_for_together_goes_together() -> None:
    """One centre and a half to raise: an army and a plane, or planes, never two armies."""
    position: Position = {
        "phase": "W1931A",
        "units": {"England": ["P YOR-A"]},
        "centers": {"England": ["LON", "LIV"]},
        "options": {"air": True},
    }
    offered = [*judge.load("1930s-world").choices(position, "England")]

    def go(*orders: str) -> bool:
        ways = product(*([it for it in offered if it.order == order] for order in orders))
        return any(not any(a.excludes(b) for a, b in combinations(way, 2)) for way in ways)

    assert go("A LON B", "P LON-A B")
    assert go("P LIV-A B", "P LON-A B")
    assert go("WAIVE", "P LON-A B")
    assert not go("A LON B", "A LIV B")
    assert not go("A LON B", "F LON B")
    assert not go("A LON B", "P LON-A B", "P LIV-A B")
    assert not go("WAIVE", "A LON B")
    assert not go("WAIVE", "WAIVE")
