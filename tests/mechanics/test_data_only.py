"""A further variant with minors and points, as Ambition & Empire would be, is data alone."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pytest

from judge.rules.dip.build import DipEngine, build

MAP: Mapping[str, Any] = {
    "victory": 3,
    "powers": {
        "Denmark": {"home": ["COP", "AAR"], "owns": ["AAR", "COP"], "units": ["A COP"]},
        "Sweden": {"home": ["STO"], "owns": ["STO"], "units": ["A STO"]},
    },
    "spaces": [
        {"id": "AAR", "name": "Aarhus", "kind": "land", "sc": True, "army": ["COP", "SAX"]},
        {"id": "BAL", "name": "Baltic", "kind": "sea", "sc": False, "fleet": ["COP", "STO"]},
        {
            "id": "COP",
            "name": "Copenhagen",
            "kind": "coast",
            "sc": True,
            "army": ["AAR", "SAX", "STO"],
            "fleet": ["BAL"],
        },
        {
            "id": "SAX",
            "name": "Saxony",
            "kind": "land",
            "sc": True,
            "army": ["AAR", "COP", "STO"],
            "minor": "A",
            "minor_power": "Saxony",
            "patrons": ["Sweden"],
        },
        {
            "id": "STO",
            "name": "Stockholm",
            "kind": "coast",
            "sc": True,
            "army": ["COP", "SAX"],
            "fleet": ["BAL"],
        },
    ],
}


def made(mechanics: list[str], points: Mapping[str, Any], **more: Any) -> DipEngine:
    """The engine of a variant.toml with these mechanics and [points]."""
    rules = {
        "map": MAP,
        "mechanics": mechanics,
        "phases": {"first": "S1763M"},
        "points": points,
        **more,
    }
    parts = [import_module(f"judge.rules.mechanics.{name}").build(rules) for name in mechanics]
    return build(rules, MAP, parts)


def deed(engine: DipEngine, orders: Mapping[str, list[str]]) -> str:
    """What the minor does in the first turn."""
    told = engine.adjudicate({"phase": "S1763M", "units": UNITS, "orders": orders})
    return str(told["minors"]["A SAX"])


UNITS = {"Denmark": ["A COP"], "Sweden": ["A STO"], "Saxony": ["A SAX"]}
SUPPORT, ATTACK = "A SAX S A STO", "A SAX - AAR"


@pytest.mark.parametrize(
    ("points", "line", "done"),
    [
        ({"per_centre": 1, "most": 3, "moves": False}, f"DP 2: {SUPPORT}", SUPPORT),
        ({"per_centre": 1, "most": 1, "moves": False}, f"DP 2: {SUPPORT}", "A SAX H"),
        ({"per_centre": 2, "most": 4, "moves": False}, f"DP 4: {SUPPORT}", SUPPORT),
        ({"per_centre": 1, "most": 3, "moves": False}, f"DP 1: {ATTACK}", "A SAX H"),
        ({"base": 1, "moves": True}, f"DP 1: {ATTACK}", ATTACK),
        ({"base": 3, "moves": True, "on_one_unit": 1}, f"DP 2: {ATTACK}", "A SAX H"),
        ({"base": 1, "base_of": {"Denmark": 5}, "moves": True}, f"DP 5: {ATTACK}", ATTACK),
    ],
)
def test_the_numbers_of_a_variant_toml_are_obeyed(
    points: Mapping[str, Any], line: str, done: str
) -> None:
    engine = made(["minors", "points", "disorder"], points)
    assert deed(engine, {"Denmark": [line]}) == done


def test_patrons_of_the_map_and_their_bonus_are_obeyed() -> None:
    orders = {"Denmark": [f"DP 1: {SUPPORT}"], "Sweden": ["DP 1: A SAX H"]}
    points = {"base": 3, "moves": False}
    plain = made(["minors", "points", "disorder"], points)
    clients = {"bonus_grows_every": 3}
    patron = made(["minors", "clients", "points", "disorder"], points, clients=clients)
    assert deed(plain, orders) == "A SAX H"
    assert deed(patron, {**orders, "Sweden": ["DP 1: A SAX S A COP"]}) == "A SAX S A COP"


def test_a_ban_on_points_against_the_attacked_is_a_switch() -> None:
    orders = {"Denmark": ["A COP - SAX", "DP 1: A SAX S A STO"]}
    for banned, done in ((False, SUPPORT), (True, "A SAX H")):
        engine = made(
            ["minors", "points", "disorder"], {"base": 3, "moves": False, "attack_ban": banned}
        )
        assert deed(engine, orders) == done
