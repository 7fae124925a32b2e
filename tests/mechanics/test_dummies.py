"""Dummies are powers that nobody plays; ports are coasts in which fleets convoy."""

from pathlib import Path
from typing import Any

import pytest

from judge.catalog import shelves, variant
from judge.kernel.dice import NoDice
from judge.kernel.errors import InputError
from judge.rules.dip.build import DipEngine

VARIANT = 'title = "Nobody plays Austria"\nbase = "standard"\nmechanics = ["dummies"]\n'
MAP = """
without = { powers = ["Austria"] }

[dummies.Austria]
adjective = "Austrian"
home = ["BUD", "TRI", "VIE"]
units = ["A BUD", "A VIE", "F TRI"]

[[spaces]]
id = "DEN"
traits = ["port"]
"""


@pytest.fixture
def engine(tmp_path: Path) -> DipEngine:
    """The standard game without a player for Austria, and with a port in Denmark."""
    (tmp_path / "variant.toml").write_text(VARIANT)
    (tmp_path / "map.toml").write_text(MAP)
    built = variant.load(shelves.try_out(tmp_path)).engine
    assert isinstance(built, DipEngine)
    return built


def answer(engine: DipEngine, **request: Any) -> dict[str, Any]:
    return engine.adjudicate({"phase": "F1901M", **request})


def test_a_dummy_has_units_and_no_seat(engine: DipEngine) -> None:
    state = engine.start({}, NoDice()).state
    assert "Austria" not in engine.powers
    assert "Austria" not in engine.survivors(state)
    assert engine.units(state)["Austria"] == ("A BUD", "A VIE", "F TRI")


def test_what_a_dummy_does_is_told_in_a_few_words(engine: DipEngine) -> None:
    state = engine.start({}, NoDice()).state
    events = engine.turn(state, {}, NoDice()).events
    (told,) = [event.data["rows"] for event in events if event.kind == "minors"]
    assert [row["unit"] for row in told] == ["A BUD", "A VIE", "F TRI"]
    (results,) = [event.data["rows"] for event in events if event.kind == "results"]
    assert "Austria" not in {row["power"] for row in results}


def test_its_units_hold_and_disband_when_they_are_dislodged(engine: DipEngine) -> None:
    told = answer(
        engine,
        units={"Austria": ["A VIE"], "Italy": ["A TYR", "A TRI"]},
        centers={"Austria": ["VIE", "BUD"]},
        orders={"Italy": ["A TYR - VIE", "A TRI S A TYR - VIE"]},
    )
    assert told["after"]["Italy"] == ["A TRI", "A VIE"]
    assert told["next"] == "W1901A"
    (lost,) = [row for row in told["results"] if row["unit"] == "A VIE"]
    assert lost["reason"].endswith("and nobody plays its power")


def test_it_builds_nothing_and_is_not_waited_for(engine: DipEngine) -> None:
    state = engine.position(
        {
            "phase": "F1901M",
            "units": {"Austria": ["A VIE"], "Italy": ["A ROM"]},
            "centers": {"Austria": ["VIE", "BUD"], "Italy": ["ROM"]},
        }
    )
    assert engine.phase(engine.turn(state, {}, NoDice()).state).id == "S1902M"


def test_it_never_wins(engine: DipEngine) -> None:
    centres = [space["id"] for space in variant.load("standard").map["spaces"] if space["sc"]]
    told = answer(engine, units={"Austria": ["A VIE"]}, centers={"Austria": centres}, orders={})
    assert not told.get("winner")


def test_nobody_gives_its_orders(engine: DipEngine) -> None:
    with pytest.raises(InputError, match=r"orders\.Austria: no power of that name gives orders"):
        answer(engine, units={"Austria": ["A VIE"]}, orders={"Austria": ["A VIE - TRI"]})


@pytest.mark.parametrize(("fleet", "lands"), [("DEN", True), ("KIE", False)])
def test_fleets_convoy_in_a_port_and_in_no_other_coast(
    engine: DipEngine, fleet: str, *, lands: bool
) -> None:
    told = answer(
        engine,
        units={"England": [f"F {fleet}", "F HEL", "A SWE"]},
        orders={"England": [f"F {fleet} C A SWE - HOL", "F HEL C A SWE - HOL", "A SWE - HOL VIA"]},
    )
    assert ("A HOL" in told["after"]["England"]) is lands
