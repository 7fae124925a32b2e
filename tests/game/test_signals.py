"""Signals in games without press: impossible supports are taken and shown as they were ordered."""

import pytest

import judge
from judge.catalog import parse, variant
from tests.game.test_master import to
from tests.game.world import World

IMPOSSIBLE = "A PAR S A MOS - UKR"


def test_a_game_may_have_signals_and_says_so(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha 1900 press=none signals=yes")
    told = world.say("eve@x.example", "STATUS alpha").flat
    assert "upports that are impossible are taken, and shown as ordered" in told


def test_an_impossible_support_is_shown_to_all_as_it_was_ordered(world: World) -> None:
    world.begun("alpha", "signals=yes", "press=none", variant="1900")
    answer = world.order("France", "A Par S A Mos - Ukr\nA Mar S F Lon")
    assert f"taken {IMPOSSIBLE}" in answer.flat or f"noted {IMPOSSIBLE}" in answer.flat
    assert "This is impossible: it does nothing, the unit holds" in answer.flat
    assert world.orders("France") == [IMPOSSIBLE, "A MAR S F LON"]
    results = to(world.run(world.due()), "Turkey").flat
    assert IMPOSSIBLE in results
    assert "A MAR S F LON" in results


def test_without_the_option_it_is_refused(world: World) -> None:
    world.begun("alpha", "press=none", variant="1900")
    answer = world.order("France", "A Par S A Mos - Ukr")
    assert "1 line was not taken" in answer.flat
    assert world.orders("France") == []


def test_a_signal_still_names_units_that_there_are(world: World) -> None:
    world.begun("alpha", "signals=yes", variant="1900")
    answer = world.order("France", "A Par S A Ank - Con\nA Par S A Kie - Ruh")
    assert world.orders("France") == [], answer.flat


@pytest.mark.parametrize("name", [one for one in variant.names() if one != "1930"])
def test_every_game_of_diplomacy_may_have_signals(name: str) -> None:
    assert judge.load(name).options["signals"] is False


@pytest.mark.parametrize(
    ("name", "power", "order"),
    [
        ("standard", "France", "A PAR S A MOS - UKR"),
        ("fleet-rome", "Italy", "F ROM S A MOS - STP"),
        ("1926", "France", "A PAR S A MOS - UKR"),
        ("1936", "France", "A PAR S A MOS - STA"),
        ("1930s-world", "France", "A PAR S A MOS - LEN"),
        ("hundred", "France", "A PAR S F LON"),
    ],
)
def test_a_signal_is_taken_and_shown_on_other_boards(name: str, power: str, order: str) -> None:
    unit, aided = order.split(" S ")
    known = judge.load(name)
    phase = known.start()["phase"][:-1] + "M"
    units = {power: [unit], _owner(known, power): [" ".join(aided.split()[:2])]}
    for signals in (True, False):
        board = [unit for stands in units.values() for unit in stands]
        asked = {"variant": name, "power": power, "phase": phase, "units": board, "text": order}
        (read,) = parse.lines({**asked, "options": {"signals": signals}})
        assert ("order" in read) is signals, read
    played = known.adjudicate(phase=phase, units=units, orders={power: [order]})
    (told,) = (row for row in played["results"] if row["unit"] == unit)
    assert (told["order"], told["verdict"]) == (order, "illegal")


def _owner(known: judge.Variant, power: str) -> str:
    """Another power of a game."""
    return next(one for one in known.powers if one != power)
