"""OPTIONS FOR and HELP REACH: what a unit can do, by the engine's own knowledge."""

import pytest

from tests.game import answers
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


def test_in_a_winter_what_may_be_built_is_told_before_what_units_can_do(world: World) -> None:
    _in_winter(world)
    told = world.order("Germany", "OPTIONS FOR A BER").flat
    assert "You may order there now: A BER B, F BER B" in told
    assert "not taken" not in told
    assert "You may order" not in world.order("France", "OPTIONS FOR BER").flat
    told = world.order("Germany", "OPTIONS FOR A HOL").flat
    assert "A HOL OF GERMANY, WHEN UNITS MOVE NEXT can go to: BEL, KIE, RUH" in told


def _in_winter(world: World) -> None:
    """Germany has taken Holland and left Berlin."""
    world.begun()
    for lines in ("A BER - KIE\nF KIE - DEN", "A KIE - HOL"):
        world.order("Germany", lines)
        world.passed(world.due("alpha"))


def test_a_dislodged_unit_has_its_retreats(world: World) -> None:
    world.begun()
    for germany, france in (("A MUN - BUR", ""), ("A BUR H", "A PAR - BUR\nA MAR S A PAR - BUR")):
        world.order("Germany", germany)
        if france:
            world.order("France", france)
        world.passed(world.due("alpha"))
    for line in ("REACH A BUR", "REACH", "Where can my army go?"):
        assert "You may order there now: A BUR R BEL, " in world.order("Germany", line).flat
    assert "CAN GO, WHEN UNITS MOVE NEXT A BER: " in world.order("Germany", "REACH").flat


def test_a_voyage_is_told_where_fleets_could_carry_it_now(world: World) -> None:
    world.begun()
    assert "convoy" not in world.order("England", "REACH A LVP").flat
    world.order("England", "F EDI - NTH\nA LVP - EDI")
    world.passed(world.due("alpha"))
    told = world.order("England", "REACH A EDI").flat
    assert "by convoy with the units that could carry it now, to: BEL, DEN, HOL" in told
    assert "can support into: " in told
    assert "can carry: A EDI" in world.order("England", "REACH F NTH").flat


def test_planes_and_what_they_carry_have_rows_of_their_own(world: World) -> None:
    world.begun("alpha", "air=yes", "paratroops=yes", variant="1930s-world")
    assert "PARATROOP" not in world.order("France", "REACH A PAR").flat, "no plane is there"
    lines = "EDIT\nFrance: +P Par-A\nENDEDIT"
    preview = world.say("gm@players.example", lines, to=world.address("GM"))
    answers.reply(world, preview, "yes")
    assert "can PARATROOP: BEL, BRE" in world.order("France", "REACH A PAR").flat
    told = world.order("France", "REACH P PAR-A").flat
    assert "P PAR-A OF FRANCE" in told
    assert "can go and support from there: BRE-A S F BRE" in told
    assert "by convoy" not in told


def test_who_only_runs_a_game_has_nothing_to_order_there(world: World) -> None:
    _in_winter(world)
    told = world.say("gm@players.example", "OPTIONS FOR A HOL", to=world.address("GM")).flat
    assert "A HOL OF GERMANY" in told
    assert "You may order" not in told
