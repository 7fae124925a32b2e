"""Cases by mail: a game is put into a case's position, its orders are mailed, all are told."""

from pathlib import Path

import pytest

from judge.game.turn import phase
from judge.kernel.engine import Turn
from judge.store import games
from judge.store.record import OVER
from tests.d100.cases import ENGINE, Case, load
from tests.d100.test_by_mail import PLAYERS, a_world, close
from tests.game.world import Sent, World

CASES = {case["id"]: case for case in load()}


def at_case(home: Path, case: Case) -> World:
    """A game of five players that stands as a case says."""
    world = a_world(home)
    engine = world.engine()
    with engine.begin() as db:
        game = games.find_named(db, "alpha")
        assert game is not None
        phase.open_phase(db, world.house(), game, Turn(ENGINE.position(case["in"]), ()))
    engine.dispose()
    return world


def played(world: World, case: Case) -> dict[str, Sent]:
    """Mail the case's orders and let the deadline come; the results by address."""
    for power, lines in case["in"].get("orders", {}).items():
        world.mail(PLAYERS[power], "\n".join(lines), to=world.address(power))
    world.run()
    return close(world)


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    "name",
    [
        "D100-S05",
        "D100-V02",
        "D100-P01",
        "D100-Q24",
        "D100-Q31",
        "D100-A02",
        "D100-A07",
        "D100-O29",
        "D100-O40",
        "D100-O83",
        "D100-O85",
    ],
)
def test_what_a_case_says_comes_of_its_orders_by_mail(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    world = at_case(tmp_path / "spool", case)
    played(world, case)
    stands = ENGINE.load(world.game().state)
    wanted = {power: sorted(units) for power, units in case["expect"]["after"].items() if units}
    assert {power: sorted(units) for power, units in stands.units.items()} == wanted
    for minor, row in case["expect"].get("state", {}).get("points", {}).items():
        assert stands.points.get(minor, {}) == row


@pytest.mark.parametrize("name", ["D100-W01", "D100-W04"])
def test_who_has_won_is_told_to_all(name: str, tmp_path: Path) -> None:
    """R63 and R64, which cannot both happen in one game."""
    case = CASES[name]
    world = at_case(tmp_path / "spool", case)
    told = played(world, case)
    assert world.game().status == OVER
    assert world.game().winners == (case["expect"]["winner"],)
    assert set(PLAYERS.values()) < set(told)
    assert all("France wins the game" in one.flat for one in told.values())
