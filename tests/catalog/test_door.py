"""The engine door: what clock, orders ahead and tests ask of every variant."""

import pytest
from msgspec.structs import replace

from judge.catalog import variant
from judge.kernel.dice import SecretDice
from tests import folders

DICE = SecretDice(b"-" * 32, "alpha")
KINDS = {
    "1930": ("movement", "adjustment", "deployment"),
    "1930s-world": ("movement", "retreat", "adjustment", "influence"),
}
"""The kinds of phases of the variants that differ from the standard game."""


@pytest.mark.parametrize("name", variant.names())
def test_every_variant_names_its_kinds_of_phases_movement_first(name: str) -> None:
    standard = ("movement", "retreat", "adjustment")
    assert variant.load(name).engine.kinds == KINDS.get(name, standard)


@pytest.mark.parametrize("name", variant.names())
def test_every_variant_starts_with_the_options_that_it_names(name: str) -> None:
    engine = variant.load(name).engine
    assert engine.start(engine.options, DICE).state == engine.start({}, DICE).state


@pytest.mark.parametrize("name", variant.names())
def test_the_present_phase_is_no_later_one(name: str) -> None:
    engine = variant.load(name).engine
    state = engine.start({}, DICE).state
    assert engine.later(state, engine.phase(state).id) is None


@pytest.mark.parametrize(
    ("name", "now", "phase", "title"),
    [
        ("standard", "S1901M", "S1901R", "Spring 1901 retreats"),
        ("standard", "F1901M", "F1901R", "Fall 1901 retreats"),
        ("standard", "F1901M", "W1901A", "Winter 1901 adjustments"),
        ("standard", "F1901M", "S1902M", "Spring 1902 movement"),
        ("standard", "F1901M", "W1906A", "Winter 1906 adjustments"),
        ("standard", "F1901M", "S1907M", ""),
        ("standard", "F1901M", "S1901R", ""),
        ("standard", "F1901M", "F1900M", ""),
        ("standard", "F1901M", "S1902I", ""),
        ("standard", "F1901M", "1930-01M", ""),
        ("standard", "F1901M", "", ""),
        ("1930s-world", "S1931I", "S1931M", "Spring 1931 movement"),
        ("1930s-world", "S1931M", "S1931I", ""),
        ("1930s-world", "S1931M", "S1932I", "Spring 1932 influence"),
        ("1930", "1930-01M", "1930-02M", "February 1930"),
        ("1930", "1930-06M", "1930-06A", "Recalculation after June 1930"),
        ("1930", "1930-06A", "1930-06M", ""),
        ("1930", "1930-00D", "1930-00N", "Deployment of the minors"),
        ("1930", "1930-01M", "1930-02A", ""),
        ("1930", "1930-01M", "1936-01M", ""),
        ("1930", "1930-01M", "S1931M", ""),
    ],
)
def test_a_later_phase_is_one_that_can_still_come(
    name: str, now: str, phase: str, title: str
) -> None:
    engine = variant.load(name).engine
    state = replace(engine.start({}, DICE).state, phase=now)
    found = engine.later(state, phase)
    assert (found.title if found else "") == title


@pytest.mark.parametrize("name", folders.without("influence"))
def test_without_secrets_a_state_is_known_to_all(name: str) -> None:
    engine = variant.load(name).engine
    state = engine.start({}, DICE).state
    assert engine.known_state(state, engine.powers[0]) == state


def test_of_secret_influence_a_power_knows_its_own_and_whom_it_controls() -> None:
    engine = variant.load("1930s-world").engine
    influence = {
        "Turkey": {"Germany": {"Germany": 5, "Italy": 2}},
        "Poland": {"Italy": {"Italy": 1}},
    }
    memory = {"influence": influence, "control": {"Turkey": ["Germany"], "Poland": ["Italy"]}}
    state = engine.start({"hidden": True}, DICE).state
    full = replace(state, memory={**state.memory, **memory})
    known = engine.known_state(full, "Italy").memory
    assert known["influence"] == {
        "Turkey": {"Germany": {"Italy": 2}},
        "Poland": {"Italy": {"Italy": 1}},
    }
    assert known["control"] == {"Poland": ["Italy"]}
    assert engine.known_state(full, "").memory["influence"] == {}


def test_of_secret_points_a_power_knows_its_own() -> None:
    engine = variant.load("1930").engine
    state = replace(
        engine.start({}, DICE).state,
        points={"Spain": {"England": 50, "France": 25}, "Sweden": {"France": 75}},
    )
    assert engine.known_state(state, "England").points == {"Spain": {"England": 50}}


@pytest.mark.parametrize("name", variant.names())
def test_the_units_of_all_powers_can_be_seen(name: str) -> None:
    engine = variant.load(name).engine
    state = engine.start({}, DICE).state
    assert engine.units(state) == state.units


def test_a_major_of_1930_that_is_given_up_keeps_its_pieces() -> None:
    engine = variant.load("1930").engine
    state = engine.start({}, DICE).state
    assert engine.give_up(state, engine.powers[0]).state == state
