"""OPTIONS FOR and HELP REACH: what a unit can do, by the engine's own knowledge."""

import pytest

from tests.game.world import World


@pytest.mark.parametrize("line", ["OPTIONS FOR A PAR", "HELP REACH Paris", "options for A Par"])
def test_a_unit_s_moves_and_supports_are_listed(world: World, line: str) -> None:
    world.begun()
    told = world.order("Germany", line).flat
    assert "A PAR OF FRANCE can go to: BRE, BUR, GAS, PIC" in told
    assert "can support to hold: F BRE" in told
    assert "can support into: BUR (A MAR, A MUN), GAS (A MAR, F BRE), PIC (F BRE)" in told


def test_a_power_s_units_are_listed_together(world: World) -> None:
    world.begun()
    told = world.order("Germany", "OPTIONS FOR Turkey").flat
    assert all(f"{unit} OF TURKEY" in told for unit in ("A CON", "A SMY", "F ANK"))


def test_a_minor_s_unit_has_its_reach_too(world: World) -> None:
    world.begun("alpha", variant="1936")
    told = world.order("France", "HELP REACH A BEL").flat
    assert "A BEL OF BELGIUM can go to: LOR, NET, PAR, PIC, RHI" in told
    assert "can support to hold: A PAR, F NET" in told


def test_a_minor_that_never_moves_is_not_said_to_come_anywhere(world: World) -> None:
    world.begun("alpha", variant="1926")
    told = world.order("Germany", "REACH A AUS").flat
    assert "as a minor's unit: it never moves" in told
    assert "can go to" not in told
    assert "MUN (A CZE" not in told, "nor do the other minors move"
    assert "Austria can go" not in world.order("Germany", "REACH Munich").flat


def test_a_unit_that_is_none_gets_its_place_instead(world: World) -> None:
    world.begun()
    assert "This would work: REACH LON" in world.order("France", "REACH A LON").flat


def test_a_space_without_a_unit_is_told(world: World) -> None:
    world.begun()
    told = world.order("France", "OPTIONS FOR Ruhr").flat
    assert "RUHR (RUH) Nobody stands there." in told
    told = world.order("France", "OPTIONS FOR Atlantis").flat
    assert "There is no unit or place 'Atlantis' on the board." in told
    assert "press" in world.order("France", "OPTIONS").flat
