"""What goes wrong in 1930s World by mail: warned of in the answer, told in the results."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.game.test_positions import edit
from tests.game.world import Sent
from tests.mechanics.test_by_mail import Table, mail_of
from tests.world.positions import NAME

FALL: dict[str, Any] = {
    "phase": "F1931M",
    "units": {
        "Germany": ["A SIL", "A HAN", "A BER", "P RUH-A", "P HAN-A"],
        "France": ["A HOL"],
        "Poland": ["A LIT"],
    },
    "centers": {"Germany": ["BER", "HAN", "EPR"], "France": ["PAR"], "Poland": ["WAR", "LIT"]},
    "state": {
        "control": {"Poland": ["Germany"]},
        "influence": {"Poland": {"Germany": {"Germany": 5}, "Russia": {"Russia": 3}}},
    },
}
WARNED_AND_TOLD = [
    (
        "A Sil - War",
        "to be there after this phase is a betrayal: you lose Poland for good",
        "Germany took a home centre of Poland, which it controlled.",
    ),
    (
        "P Ruh - Nts",
        "P RUH-A - NTS-A: no fleet will be in NTS to carry it, so it bounces.",
        "P RUH-A - NTS-A fails no fleet was there to carry it above NTS",
    ),
    (
        "P Ruh bomb Sil\nA Sil H",
        "P RUH-A BOMB SIL: your own A SIL stands there; bombs harm only others' units.",
        "its bombs fell on SIL, but bombs harm only others' units, not A SIL",
    ),
    (
        "A Han paratroop Par",
        "A HAN PARATROOP PAR: PAR is more than 2 spaces away, out of its reach.",
        "A HAN PARATROOP PAR fails: PAR is out of its reach",
    ),
]


def autumn(home: Path) -> Table:
    """A game with planes whose master has set up a fall."""
    world = Table(home, NAME, "air=yes", "paratroops=yes")
    edit(world, json.dumps(FALL))
    return world


def results(world: Table, power: str) -> Sent:
    """A player's results of the phase that ends at its deadline."""
    return next(sent for sent in world.run(world.due()) if sent.to == mail_of(power))


@pytest.mark.parametrize(("lines", "warned", "told"), WARNED_AND_TOLD)
def test_what_goes_wrong_is_warned_of_and_told(
    tmp_path: Path, lines: str, warned: str, told: str
) -> None:
    world = autumn(tmp_path / "spool")
    assert warned in world.tell("Germany", lines).flat
    assert told in results(world, "Germany").flat


def test_builds_for_a_minor_and_own_removals_are_asked_for_apart(tmp_path: Path) -> None:
    world = autumn(tmp_path / "spool")
    world.tell("Germany", "A Sil H")
    assert "To do: send 1 build and 2 removals, one a line." in results(world, "Germany").flat


def test_a_coalitions_tie_is_warned_of_and_told(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", NAME)
    world.tell("Germany", "BID 7 Poland")
    world.tell("Italy", "BID 7 Poland")
    assert "Controlled by a Coalition of Germany and Italy." in results(world, "Italy").flat
    warned = "Poland is run by a Coalition: what most members order is done; in a tie a unit holds."
    assert warned in world.tell("Germany", "A War - Lit").flat
    world.tell("Italy", "A War H")
    told = results(world, "Germany").flat
    assert "A WAR - LIT: Poland's Coalition was tied, so it holds" in told
    heading = "ORDERS FOR MINORS THAT WERE NOT CARRIED OUT"
    assert told.count("so it holds") == 1
    assert f"{heading} A WAR - LIT: " in world.tell("Germany", "HISTORY S1931M").flat
    assert heading not in world.tell("France", "HISTORY S1931M").flat


def test_a_retreat_that_would_be_a_betrayal_is_warned_of_and_told(tmp_path: Path) -> None:
    world = autumn(tmp_path / "spool")
    lost = {"Germany: A SIL": ["WAR", "BER"]}
    edit(world, json.dumps({**FALL, "phase": "F1931R", "units": {}, "dislodged": lost}))
    assert (
        "A SIL R WAR: WAR is a home centre of Poland" in world.tell("Germany", "A Sil R War").flat
    )
    told = next(sent for sent in world.run(world.due()) if "retreats: results" in sent.subject)
    assert "Germany took a home centre of Poland, which it controlled." in told.flat


def test_a_bomb_on_a_minor_of_ones_own_is_warned_of(tmp_path: Path) -> None:
    world = autumn(tmp_path / "spool")
    planes = {**FALL["units"], "Germany": ["A HAN", "P SIL-A"]}
    edit(world, json.dumps({**FALL, "units": planes}))
    answer = world.tell("Germany", "P Sil bomb War")
    warning = "P SIL-A BOMB WAR: Poland, which you control, is harmed by it like any other power."
    assert warning in answer.flat
    assert "is harmed by it" not in world.tell("Germany", "P Sil bomb Ber").flat
