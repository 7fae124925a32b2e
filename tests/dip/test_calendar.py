"""Calendars as data: seasons, steps of years, years of any age, a winter at the start."""

import json
from pathlib import Path

import pytest

from judge.catalog import sheet, shelves, variant
from judge.kernel.dice import NoDice
from judge.kernel.engine import Order
from judge.kernel.text import Command, Line

OWN = 'names = { S = "Pluies", F = "Harvest" }'
"""Seasons by names of their own."""


def made(folder: Path, phases: str) -> variant.Variant:
    """The standard game with another calendar."""
    folder.mkdir(exist_ok=True)
    (folder / "variant.toml").write_text(
        f'title = "Other times"\nbase = "standard"\n[phases]\n{phases}\n'
    )
    return variant.load(shelves.try_out(folder))


def course(of: variant.Variant, turns: int) -> list[str]:
    """The phases in which a game waits when every unit holds; skipped ones are left out."""
    engine = of.engine
    state = engine.start({}, NoDice()).state
    found = [engine.phase(state).id]
    for _ in range(turns):
        state = engine.turn(state, {}, NoDice()).state
        found.append(engine.phase(state).id)
    return found


@pytest.mark.parametrize(
    ("phases", "expected", "title"),
    [
        ('first = "S1901M"', ["S1901M", "F1901M", "S1902M"], "Spring 1901 movement"),
        ('first = "S1M"', ["S1M", "F1M", "S2M"], "Spring 1 movement"),
        ('first = "F999M"', ["F999M", "S1000M", "F1000M"], "Fall 999 movement"),
        ('first = "F2BCM"', ["F2BCM", "S1BCM", "F1BCM", "S1M"], "Fall 2 BC movement"),
        ('first = "S1425M"\nstep = 5', ["S1425M", "F1425M", "S1430M"], "Spring 1425 movement"),
        (
            'first = "S1425M"\nstep = 10\nlater = { F = 5, W = 5 }',
            ["S1425M", "F1430M", "S1435M", "F1440M"],
            "Spring 1425 movement",
        ),
        ('first = "W1900A"', ["W1900A", "S1901M", "F1901M"], "Winter 1900 adjustments"),
        (
            'first = "S1901M"\nyear = ["SM", "SR", "UM", "UR", "FM", "FR", "WA"]',
            ["S1901M", "U1901M", "F1901M", "S1902M"],
            "Spring 1901 movement",
        ),
        (
            'first = "S1901M"\nnames = { S = "Rains", F = "Harvest" }',
            ["S1901M", "F1901M", "S1902M"],
            "Rains 1901 movement",
        ),
    ],
)
def test_the_years_go_as_variant_toml_says(
    tmp_path: Path, phases: str, expected: list[str], title: str
) -> None:
    of = made(tmp_path / "mine", phases)
    assert course(of, len(expected) - 1) == expected
    assert of.engine.phase(of.engine.start({}, NoDice()).state).title == title


@pytest.mark.parametrize(
    ("phases", "typed", "phase"),
    [
        ('first = "S1M"', "Fall 1: A Par - Bur", "F1M"),
        ('first = "S9M"', "PHASE fall 12\nA Par - Bur", "F12M"),
        ('first = "S1M"', "PHASE S2M\nA Par - Bur", "S2M"),
        ('first = "F300BCM"', "Spring 299 BC: A Par - Bur", "S299BCM"),
        ('first = "F300BCM"', "PHASE spring 299 BC\nA Par - Bur", "S299BCM"),
        ('first = "F1425M"\nstep = 5', "next turn: A Par - Bur", "S1430M"),
        ('first = "F1425M"\nstep = 5', "In spring: A Par - Bur", "S1430M"),
        ('first = "S1425M"\nstep = 10\nlater = {F = 5}', "next turn: A Par - Bur", "F1430M"),
        ('first = "S1425M"\nstep = 10\nlater = {F = 5}', "In fall: A Par - Bur", "F1430M"),
        ('first = "F1430M"\nstep = 10\nlater = {F = 5}', "In spring: A Par - Bur", "S1435M"),
        ('first = "F1425M"\nstep = 5', "Spring 30: A Par - Bur", "S1430M"),
        ('first = "S1901M"\nyear = ["SM", "UM", "FM", "WA"]', "Summer: A Par - Bur", "U1901M"),
        ('first = "S1901M"\nyear = ["SM", "UM", "FM", "WA"]', "next turn: A Par - Bur", "U1901M"),
        ('first = "S1901M"', "Fall 02: A Par - Bur", "F1902M"),
        (f'first = "S1901M"\n{OWN}', "Harvest 1901:\nA Par - Bur", "F1901M"),
        (f'first = "S1901M"\n{OWN}', "HARVEST 02: A Par - Bur", "F1902M"),
        (f'first = "S1901M"\n{OWN}', "A Par - Bur (in the harvest)", "F1901M"),
        (f'first = "F1901M"\n{OWN}', "PHASE pluies 1902\nA Par - Bur", "S1902M"),
        (f'first = "S1901M"\n{OWN}', "In fall: A Par - Bur", "F1901M"),
    ],
)
def test_players_name_the_phases_in_the_same_words(
    tmp_path: Path, phases: str, typed: str, phase: str
) -> None:
    of = made(tmp_path / "mine", phases)
    state = of.engine.start({}, NoDice()).state
    lines = [Line(at, text) for at, text in enumerate(typed.splitlines(), start=1)]
    found = sheet.understand(lines, of, state, "France")
    named = [item.words[0] for item in found if isinstance(item, Command) and item.words]
    assert named == [phase]
    assert of.engine.later(state, phase) is not None or phase == of.engine.phase(state).id
    assert [item.text for item in found if isinstance(item, Order)] == ["A PAR - BUR"]


def test_centres_change_hands_after_the_last_season_with_moves(tmp_path: Path) -> None:
    of = made(tmp_path / "mine", 'first = "S1901M"\nyear = ["SM", "SR", "UM", "UR", "WA"]')
    request = {"phase": "U1901M", "units": {"France": ["A BEL"]}, "centers": {}, "orders": {}}
    told = of.engine.adjudicate(json.loads(json.dumps(request)))
    assert (told["centers"], told["next"]) == ({"France": ["BEL"]}, "W1901A")
