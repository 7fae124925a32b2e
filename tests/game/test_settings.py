"""What CREATE takes, and passwords."""

from datetime import time, timedelta

import pytest

from judge.game.seats import lockout
from judge.game.terms import game_options
from judge.game.terms.clock import Pace, Rhythm
from judge.kernel.errors import InputError


def test_settings_not_given_are_the_standard_ones() -> None:
    clock = game_options.clock(game_options.read([], "Europe/Paris"))
    assert (clock.zone, clock.grace) == ("Europe/Paris", timedelta())
    assert clock.rhythm("movement") == Rhythm(Pace(days=3), time(18))
    assert clock.rhythm("retreat") == Rhythm(Pace(days=1), time(18))


def test_settings_have_other_names_and_any_case() -> None:
    words = ["Moves=36h", "retreat=1d", "adjustments=12h", "AT=9:30", "grace=2h", "early=no"]
    clock = game_options.clock(game_options.read(words, "UTC"))
    assert clock.rhythm("movement") == Rhythm(Pace(minutes=36 * 60), time(9, 30), early=False)
    assert clock.rhythm("adjustment").pace == Pace(minutes=12 * 60)
    assert clock.grace == timedelta(hours=2)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("fast", "'fast' is not a setting: write name=value"),
        ("moves=", "is not a setting"),
        ("moves=soon", "is not a length of time"),
        ("zone=Mars/Olympus", "is not a time zone"),
        ("zone=../../etc/passwd", "is not a time zone"),
        ("early=perhaps", "must be yes or no"),
        ("at=25", "is not an hour"),
    ],
)
def test_a_wrong_setting_is_named(word: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        game_options.read([word], "UTC")


def test_what_is_not_the_judges_goes_to_the_engine_as_what_it_is() -> None:
    chosen = game_options.read(["air=yes", "hidden=no", "centers=40", "coasts=late"], "UTC")
    assert game_options.engine_options(chosen) == {
        "air": True,
        "hidden": False,
        "centers": 40,
        "coasts": "late",
    }


def test_a_password_matches_itself_only_and_is_not_in_what_is_stored() -> None:
    sealed = lockout.seal_password("sesame")
    assert lockout.matches_password("sesame", sealed)
    assert not lockout.matches_password("Sesame", sealed)
    assert "sesame" not in sealed
    assert sealed != lockout.seal_password("sesame")


def test_no_password_matches_where_none_is_set() -> None:
    assert not lockout.matches_password("", "")
    assert not lockout.matches_password("sesame", "")
