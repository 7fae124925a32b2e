"""The options of a game: one table for CREATE, SET and OPTIONS."""

from datetime import time, timedelta

import pytest

from judge.catalog import variant
from judge.game.terms import game_options
from judge.game.terms.clock import Pace
from judge.game.terms.dates import read_dates, read_weekdays
from judge.game.terms.policy import DISORDER, HOLD, NAMES, WAIT
from judge.kernel.errors import InputError
from tests.game.world import World

WORLD = variant.load("1930s-world").engine.kinds
MONTHS = variant.load("1930").engine.kinds


def test_values_may_hold_blanks_and_commas() -> None:
    typed = "moves=2d skip = Sat, Sun, dates=24 Dec - 2 Jan, 1 May remind=24h,4h press=white/grey"
    assert game_options.words(typed) == [
        "moves=2d",
        "skip = Sat, Sun",
        "dates=24 Dec - 2 Jan, 1 May",
        "remind=24h,4h",
        "press=white/grey",
    ]


def test_each_kind_of_phase_has_a_clock_of_its_own() -> None:
    typed = ["at=20:00", "skip=sun", "moves=3d", "retreats=36h", "retreat-skip=none", "builds-at=9"]
    clock = game_options.clock(game_options.read(typed, "UTC"))
    moves, retreats, builds = map(clock.rhythm, game_options.STANDARD_KINDS)
    assert (moves.pace, moves.hour, moves.weekdays) == (Pace(days=3), time(20), frozenset({6}))
    assert (retreats.pace, retreats.weekdays) == (Pace(minutes=2160), frozenset())
    assert (builds.pace, builds.hour, builds.weekdays) == (Pace(days=1), time(9), frozenset({6}))


def test_a_variants_own_kind_of_phase_has_a_clock_too() -> None:
    typed = [
        "influence=2d",
        "influence-at=12:00",
        "influence-skip=Sat, Sun",
        "influence-dates=1 May",
    ]
    own = game_options.clock(game_options.read(typed, "UTC", WORLD)).rhythm("influence")
    assert (own.pace, own.hour) == (Pace(days=2), time(12))
    assert (own.weekdays, own.dates) == (read_weekdays("sat,sun"), read_dates("1 May"))


def test_a_kind_of_phase_without_its_own_clock_has_that_of_moves() -> None:
    clock = game_options.clock(game_options.read(["moves=4d", "moves-at=7"], "UTC", WORLD))
    assert clock.rhythm("influence").pace == Pace(days=4)
    assert clock.rhythm("influence").hour == time(18)


@pytest.mark.parametrize(
    ("word", "kinds"),
    [("retreats=1d", MONTHS), ("influence-at=12", MONTHS), ("planes-skip=sun", WORLD)],
)
def test_a_clock_for_phases_that_a_game_has_not_is_refused(
    word: str, kinds: tuple[str, ...]
) -> None:
    with pytest.raises(InputError, match="no phases that"):
        game_options.read([word], "UTC", kinds)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("skip=Mon-Sun", "leave no day"),
        ("dates=1 Jan - 31 Dec", "leave no day"),
        ("builds-skip=all", "not a day of the week"),
        ("dates=24/13", "not a day"),
        ("remind=soon", "not a length of time"),
        ("remind=1h,2h,3h,4h,5h,6h,7h", "too many"),
        ("late=always", "must be names, unnamed or self"),
        ("nmr=hold 2", "must be hold, wait, computer, or disorder"),
        ("nmr=eject", "must be hold, wait, computer, or disorder"),
        ("absence=400", "not a number of days"),
        ("absence=ten", "not a number of days"),
        ("absence-now=maybe", "must be yes or no"),
        ("calendar=soon", "must be yes or no"),
    ],
)
def test_a_wrong_value_is_named(word: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        game_options.read([word], "UTC")


def test_what_happens_without_orders_is_read_from_the_options() -> None:
    usual = game_options.policies(game_options.read([], "UTC"))
    assert usual.reminders == (Pace(minutes=1440), Pace(minutes=240))
    assert (usual.late, usual.nmr, usual.absence, usual.shifts) == (NAMES, HOLD, 15, False)
    typed = ["remind=6h, 2d", "nmr=disorder 3", "absence=none", "absence-now=yes"]
    other = game_options.policies(game_options.read(typed, "UTC"))
    assert [pace.length for pace in other.reminders] == [timedelta(days=2), timedelta(hours=6)]
    assert (other.nmr, other.patience, other.absence, other.shifts) == (DISORDER, 3, 0, True)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("wait", (WAIT, 0)),
        ("disorder", (DISORDER, 2)),
        ("civil disorder 1", (DISORDER, 1)),
        ("cd4", (DISORDER, 4)),
        ("disorder-3", (DISORDER, 3)),
    ],
)
def test_disorder_comes_after_a_number_of_phases(text: str, read: tuple[str, int]) -> None:
    policy = game_options.policies(game_options.read([f"nmr={text}"], "UTC"))
    assert (policy.nmr, policy.patience) == read


@pytest.mark.parametrize("name", variant.names())
def test_no_option_of_a_variant_has_the_name_of_one_of_ours(name: str) -> None:
    engine = variant.load(name).engine
    ours = {setting.name for setting in game_options.table(engine.kinds)}
    assert not ours & set(engine.options)


@pytest.mark.parametrize("name", variant.names())
def test_every_option_of_a_variant_has_a_meaning(name: str) -> None:
    found = variant.load(name)
    assert set(found.meanings) == set(found.engine.options)


def test_an_option_that_needs_another_is_refused_without_it(world: World) -> None:
    made = world.say("gm@players.example", "CREATE alpha 1930s-world paratroops=yes")
    assert "paratroops=yes needs air=yes." in made.flat
    made = world.say("gm@players.example", "CREATE alpha 1930s-world")
    for line, told in (
        ("SET paratroops yes", "paratroops=yes needs air=yes."),
        ("SET air yes", "air=yes from now on"),
        ("SET paratroops yes", "paratroops=yes from now on"),
        ("SET air no", "paratroops=yes needs air=yes."),
    ):
        assert told in world.say("gm@players.example", line, to=made.reply_to).flat
