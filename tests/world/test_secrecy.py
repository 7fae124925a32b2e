"""Hidden control: nobody learns from any byte who bid what or who controls a minor."""

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from judge.kernel.engine import GM, Turn
from judge.rules.dip.ground.position import State
from tests.world.positions import ENGINE, position, told, turn

HIDDEN = {"hidden": True}
MINORS = ("Poland", "Turkey", "Spain", "Hungary")
OLD = {
    "influence": {
        "Poland": {"Germany": {"Germany": 6, "Italy": 2}, "Russia": {"Russia": 5}},
        "Turkey": {"Italy": {"Italy": 4}},
    },
    "control": {"Poland": ["Germany"], "Turkey": ["Italy"]},
}
SECRET = ("Germany", "Italy")
"""The powers that take turns at having the secret."""


@st.composite
def lines(draw: st.DrawFn, power: str) -> list[str]:
    """One power's bids and switches: sensible, void, too many."""
    written = []
    for _ in range(draw(st.integers(0, 4))):
        minor, other = draw(st.sampled_from(MINORS)), draw(st.sampled_from(ENGINE.powers))
        points = draw(st.integers(0, 9))
        written.append(
            draw(
                st.sampled_from(
                    (
                        f"BID {points} {minor}",
                        f"BID {points} {minor} FOR {other}",
                        f"SWITCH {points} {minor} FROM {power} TO {other}",
                    )
                )
            )
        )
    return written


def seen(happened: Turn[State], *, but: Sequence[str]) -> bytes:
    """What everybody but some players and the game master gets, byte for byte."""
    return json.dumps(
        [
            (event.kind, event.audience, dict(event.data))
            for event in happened.events
            if event.audience not in (GM, *but)
        ],
        sort_keys=True,
    ).encode()


def shares(state: State, *, but: str) -> dict[str, list[tuple[str, bool]]]:
    """What each other power knows of control: its minors, and whether it is alone."""
    rulers = state.memory["control"].items()
    return {
        power: [(minor, names == [power]) for minor, names in rulers if power in names]
        for power in ENGINE.powers
        if power != but
    }


@settings(max_examples=80)
@given(data=st.data())
def test_secret_bids_that_change_no_others_control_change_no_byte_for_them(
    data: st.DataObject,
) -> None:
    bidder = data.draw(st.sampled_from(SECRET))
    others = {power: data.draw(lines(power)) for power in ENGINE.powers if power != bidder}
    first, second = data.draw(lines(bidder)), data.draw(lines(bidder))
    bidding = position("S1932I", state=OLD, options=HIDDEN)
    one, two = (turn(bidding, **{**others, bidder: mine}) for mine in (first, second))
    assume(shares(one.state, but=bidder) == shares(two.state, but=bidder))
    assert seen(one, but=[bidder]) == seen(two, but=[bidder])


ORDERS = st.lists(
    st.sampled_from(
        (
            "A WAR - LIT",
            "A WAR - SIL",
            "A WAR H",
            "A WAR S A PIN",
            "A WAR - MOS",
            "ALLOW ALL AT WAR",
        )
    ),
    max_size=3,
)


@settings(max_examples=60)
@given(mine=ORDERS, theirs=ORDERS)
def test_the_results_do_not_tell_who_controls_a_minor(mine: list[str], theirs: list[str]) -> None:
    def play(ruler: str, other: str) -> Turn[State]:
        units: dict[str, Any] = {"Poland": ["A WAR"], "Russia": ["A PIN"], "Germany": ["A SIL"]}
        state = {"control": {"Poland": [ruler]}, "influence": {}}
        moves = position("S1932M", units=units, options=HIDDEN, state=state)
        return turn(moves, **{ruler: mine, other: theirs})

    one, two = play("Germany", "Italy"), play("Italy", "Germany")
    assert seen(one, but=SECRET) == seen(two, but=SECRET)


@settings(max_examples=30)
@given(data=st.data())
def test_bids_are_told_to_their_writer_and_the_game_master_only(data: st.DataObject) -> None:
    bids = {power: data.draw(lines(power)) for power in ENGINE.powers}
    for event in turn(position("S1932I", state=OLD, options=HIDDEN), **bids).events:
        text = json.dumps(dict(event.data))
        if event.audience == "*":
            assert not any(word in text for word in ("BID", "SWITCH", "control"))
        if event.kind == "influence-bids" and event.audience != GM:
            assert {row["power"] for row in event.data["rows"]} == {event.audience}
        if event.kind == "influence-claims":
            assert event.audience == GM


def test_a_betrayal_is_told_to_the_betrayer_and_the_game_master() -> None:
    state = {"control": {"Poland": ["Germany"]}, "influence": {"Poland": {"Italy": {"Italy": 2}}}}
    fall = position("F1932M", units={"Germany": ["A SIL"]}, options=HIDDEN, state=state)
    happened = turn(fall, Germany=["A SIL - WAR"])
    assert {e.audience for e in happened.events if e.kind == "influence-betrayal"} == {
        "Germany",
        GM,
    }
    assert told(happened.events, "influence-betrayal", "Germany")[0]["control"] == []
    # Poland had no other centre: it is out of the game, and nobody is told to control it.
    assert told(happened.events, "influence-control", "Italy") == []


def test_a_member_of_a_coalition_learns_that_it_has_others_but_not_who_or_how_many() -> None:
    bidding = position("S1932I", options=HIDDEN)
    happened = turn(bidding, China=["BID 7 Thailand"], Japan=["BID 7 Thailand"])
    (row,) = told(happened.events, "influence-control", "Japan")
    assert row == {"minor": "Thailand", "control": ["Japan", "others"]}


def test_press_to_a_minor_reaches_whoever_controls_it() -> None:
    state = {"control": {"Poland": ["Germany"], "Turkey": ["France", "Italy"]}, "influence": {}}
    voices = ENGINE.press_names(position("S1932M", options=HIDDEN, state=state))
    assert voices["Poland"] == ("Germany",)
    assert voices["Turkey"] == ("France", "Italy")
    assert voices["Spain"] == ()


def test_what_a_power_knows_names_no_partner_and_no_betrayer_but_itself() -> None:
    """TEST works with what the asker knows; it must not be good for guessing the rest."""
    state = {
        "influence": {},
        "control": {"Turkey": ["France", "Italy"], "Poland": ["Germany"]},
        "banned": {"Spain": ["Germany", "Italy"]},
        "betrayers": ["Germany", "Italy"],
    }
    known = ENGINE.known_state(position("S1932I", options=HIDDEN, state=state), "Italy").memory
    assert known["control"] == {"Turkey": ["Italy"]}
    assert known["banned"] == {"Spain": ["Italy"]}
    assert known["betrayers"] == ["Italy"]
    assert (
        ENGINE.known_state(position("S1932I", state=state), "Italy").memory["control"]
        == (position("S1932I", state=state).memory["control"])
    )
