"""Sealed points stay sealed: what does not show on the board shows nowhere else."""

import json
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from judge.kernel.engine import GM, Event, Turn
from judge.rules.dip.ground.position import State
from tests import folders
from tests.mechanics.boards import engine, seen_by, start, turn

DEEDS = {
    "A AUS": ("H", "S A MUN - SWI", "S A MIL - SWI", "S A SWI"),
    "A BEL": ("H", "S F NET"),
    "A CZE": ("H", "S A AUS"),
    "A BUL": ("H", "S A RUM"),
    "A SWI": ("H", "S A AUS"),
    "A BOH": ("H", "S A AUS", "- SIL"),
    "F DEN": ("H", "S F SWE", "- NNS"),
    "F NWY": ("H", "S F SWE", "- NNS"),
    "A RUM": ("H", "S A BUL", "S A IST - BUL"),
    "A CRO": ("H", "S A SER", "- VEN"),
}
MOVES: Mapping[str, tuple[str, ...]] = {
    "Britain": ("F EDI - NNS",),
    "Germany": ("A MUN - SWI",),
    "Italy": ("A MIL - SWI",),
    "Turkey": ("A IST - BUL",),
}
"""Orders that the minors' deeds make a difference to (illegal ones just hold)."""


def minors(name: str) -> list[str]:
    """The minors' units on a board that some deed above is known for."""
    units = [unit for texts in start(name).units.values() for unit in texts]
    return sorted(DEEDS.keys() & set(units))


@st.composite
def points(draw: st.DrawFn, name: str) -> list[str]:
    """One power's lines of points: possible, void, too many."""
    lines = []
    for _ in range(draw(st.integers(0, 3))):
        unit = draw(st.sampled_from(minors(name)))
        deed = draw(st.sampled_from(DEEDS[unit]))
        lines.append(f"DP {draw(st.integers(0, 3))}: {unit} {deed}")
    return lines


def everything(turn_: Turn[State], name: str, *, but: str) -> dict[str, bytes]:
    """What each player and an onlooker gets, as bytes; one power is left out."""
    readers = [power for power in engine(name).powers if power != but]
    told = {power: _bytes(seen_by(name, turn_, power)) for power in readers}
    told["onlooker"] = _bytes([event for event in turn_.events if event.audience == "*"])
    return told


def _bytes(events: Sequence[Event]) -> bytes:
    plain = [(event.kind, event.audience, dict(event.data)) for event in events]
    return json.dumps(plain, sort_keys=True).encode()


def deeds(turn_: Turn[State]) -> list[tuple[str, str]]:
    """What the minors were seen to do."""
    return [
        (row["unit"], row["order"])
        for event in turn_.events
        if event.kind == "minors"
        for row in event.data["rows"]
    ]


@pytest.mark.parametrize("name", folders.playing("points"))
@settings(max_examples=40)
@given(data=st.data())
def test_secret_points_that_change_no_deed_change_no_byte_for_anybody_else(
    name: str, data: st.DataObject
) -> None:
    spender = data.draw(st.sampled_from(engine(name).powers))
    others = {power: data.draw(points(name)) for power in engine(name).powers if power != spender}
    first, second = data.draw(points(name)), data.draw(points(name))
    orders = {
        power: [*MOVES.get(power, ()), *others.get(power, ())] for power in engine(name).powers
    }
    one = turn(name, start(name), {**orders, spender: [*orders[spender], *first]})
    two = turn(name, start(name), {**orders, spender: [*orders[spender], *second]})
    assume(deeds(one) == deeds(two))
    assert everything(one, name, but=spender) == everything(two, name, but=spender)
    assert one.state == two.state


@pytest.mark.parametrize("name", folders.playing("points"))
@settings(max_examples=30)
@given(data=st.data())
def test_points_are_told_to_their_payer_and_the_game_master_only(
    name: str, data: st.DataObject
) -> None:
    orders = {power: data.draw(points(name)) for power in engine(name).powers}
    for event in turn(name, start(name), orders).events:
        text = json.dumps(dict(event.data))
        if event.audience != GM:
            assert "DP " not in text
        if event.kind in ("own-points", "own-budget"):
            assert event.audience in engine(name).powers
        if event.kind == "own-points":
            mine = {line.partition(": ")[2] for line in orders[event.audience]}
            assert {row["order"] for row in event.data["rows"]} <= mine
        if event.kind == "bid-summary":
            assert event.audience == GM


@pytest.mark.parametrize("name", folders.playing("points"))
@settings(max_examples=30)
@given(data=st.data())
def test_the_order_of_powers_and_of_lines_makes_no_difference(
    name: str, data: st.DataObject
) -> None:
    orders = {power: data.draw(points(name)) for power in engine(name).powers}
    turned = {power: list(reversed(lines)) for power, lines in reversed(orders.items())}
    one, two = (turn(name, start(name), it) for it in (orders, turned))
    assert one.state == two.state
    assert deeds(one) == deeds(two)


def test_state_holds_no_points() -> None:
    """A dump of the game lies in the store; points live only in the phase's sheets and events."""
    after = turn("1936", start("1936"), {"Germany": ["DP 2: A AUS H"]})
    assert sorted(after.state.memory) == ["civil_disorder", "minors", "move_turns"]
    assert b"DP" not in engine("1936").dump(after.state)
