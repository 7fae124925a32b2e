"""What is left of a supply may be a half: that pays for a plane and for nothing else (5g)."""

import judge
from judge.door import Position


def test_with_half_a_build_planes_alone_are_offered() -> None:
    position: Position = {
        "phase": "W1931A",
        "units": {"England": ["P YOR-A"]},
        "centers": {"England": ["LON"]},
        "options": {"air": True},
    }
    offered = judge.load("1930s-world").legal_orders(position, "England")
    assert list(offered.values()) == [("P LON-A B",)]
