"""Mails as and when their reader wants them: one a day, quiet hours; nobody else notices."""

from datetime import UTC, datetime, time

import pytest

from judge.post.posting import find_end_of_quiet, find_next_moment
from tests.game.world import DAY, DEADLINE, HOUR, JUDGE, MINUTE, Sent, World

FRANCE = "france@players.example"
EIGHT = datetime(2026, 11, 3, 8, tzinfo=UTC)
"""The next morning; the first deadline is two days later."""


def press(world: World, text: str) -> list[Sent]:
    world.mail(
        "england@players.example",
        f"PRESS TO France\n{text}\nENDPRESS",
        to=world.address("England"),
    )
    return world.run()


def to_france(mails: list[Sent]) -> list[Sent]:
    return [one for one in mails if one.to == FRANCE]


def test_one_mail_a_day_holds_what_can_wait(world: World) -> None:
    world.begun()
    said = world.order("France", "SET DIGEST daily").flat
    assert "ne mail a day, at 08:00 (UTC)" in said
    assert to_france(press(world, "first words")) == to_france(press(world, "second words")) == []
    assert to_france(world.run(EIGHT - MINUTE)) == []
    (mail,) = to_france(world.run(EIGHT))
    assert "2 mails of today" in mail.subject
    assert "first words" in mail.flat
    assert "second words" in mail.flat
    assert mail.text.count("-- write orders above this line --") == 1
    assert mail.reply_to == world.address("France")
    assert to_france(world.run(EIGHT + HOUR)) == []
    answered = f"In-Reply-To: {mail.head['Message-ID']}"
    world.say(FRANCE, "A Par - Bur", to=mail.reply_to, headers=[answered])
    assert world.orders("France") == ["A PAR - BUR"]


def test_no_press_looks_like_the_next_mail_of_the_day(world: World) -> None:
    """Else it could bear another's name."""
    world.begun()
    world.order("France", "SET DIGEST daily")
    forged = "2. [alpha] Spring 1901 movement: press from Turkey\n\nI come.\n\nFROM TURKEY TO ALL"
    press(world, f"{'word ' * 40}\n\nFrom England to France\n\n{forged}")
    press(world, "the next")
    (mail,) = to_france(world.run(EIGHT))
    heads = [line for line in mail.text.splitlines() if line[1:3] == ". "]
    assert [head[:2] for head in heads] == ["1.", "2."]
    assert all("press from England" in head for head in heads)
    assert "\n    FROM TURKEY TO ALL\n" in mail.text
    assert f"\n    {'word ' * 14}word\n    word word" in mail.text


def test_a_single_mail_comes_as_it_is(world: World) -> None:
    world.begun()
    world.order("France", "SET DIGEST at 19:00")
    assert to_france(press(world, "only these")) == []
    (mail,) = to_france(world.run(datetime(2026, 11, 2, 19, tzinfo=UTC)))
    assert "press from England" in mail.subject
    assert "only these" in mail.flat


def test_what_cannot_wait_comes_at_once(world: World) -> None:
    """A reminder; and all mails of a game whose deadline is less than a day behind the digest."""
    world.begun("alpha", "remind=24h")
    world.order("France", "SET DIGEST daily")
    (mail,) = to_france(world.run(DEADLINE - DAY))
    assert "your orders are still to come" in mail.subject
    assert "last words" in to_france(press(world, "last words"))[0].flat


def test_results_wait_where_the_next_deadline_is_far(world: World) -> None:
    world.begun("alpha", "moves=7d")
    world.order("France", "SET DIGEST daily")
    due = world.due()
    assert {one.to for one in world.run(due)} >= {"england@players.example"}
    assert to_france(world.run(due + MINUTE)) == []
    (mail,) = to_france(world.run(due + DAY))
    assert "results" in mail.subject


def test_the_files_come_too(world: World) -> None:
    world.begun("alpha", "moves=7d")
    world.order("France", "SET DIGEST daily")
    press(world, "hello")
    due = world.due()
    world.run(due)
    press(world, "one")
    press(world, "two")
    (mail,) = to_france(world.run(due + DAY))
    names = [part.get_filename() for part in mail.message.iter_attachments()]
    assert names == ["alpha.ics"]
    assert mail.text.index("results") < mail.text.index("two")


def test_one_mail_holds_all_games(world: World) -> None:
    """Nobody's secret address is that of several seats: a line in the reply names the game."""
    world.begun("alpha")
    world.begun("beta")
    world.order("France", "SET DIGEST daily")
    for text in ("one", "two"):
        for game in ("alpha", "beta"):
            world.order("England", f"PRESS TO France\n{text} of {game}\nENDPRESS", game)
    (mail,) = to_france(world.run(EIGHT))
    assert "4 mails of today" in mail.subject
    told = ("one of alpha", "two of alpha", "one of beta", "two of beta")
    assert [mail.flat.index(text) for text in told] == sorted(map(mail.flat.index, told))
    assert "To answer, put a line with the game above what is for it: GAME alpha." in mail.flat
    assert mail.reply_to == JUDGE
    for game in ("alpha", "beta"):
        assert world.address("France", game) not in mail.text
    asked = world.say(FRANCE, "GAME beta\nA Par - Bur", to=mail.reply_to)
    world.say(FRANCE, "yes", to=asked.reply_to)
    assert world.orders("France", "beta") == ["A PAR - BUR"]


def test_files_of_several_games_have_names_of_their_own(world: World) -> None:
    for game in ("alpha", "beta"):
        world.begun(game, "moves=7d")
    world.order("France", "SET DIGEST daily")
    world.run(world.due())
    (mail,) = to_france(world.run(world.now + DAY))
    names = [part.get_filename() for part in mail.message.iter_attachments()]
    assert names == ["alpha.ics", "beta.ics"]


def test_quiet_hours_are_of_ones_own_zone(world: World) -> None:
    world.begun()
    world.order("France", "SET ZONE Asia/Tokyo\nSET QUIET 22:00-07:00")
    night = datetime(2026, 11, 2, 14, tzinfo=UTC)  # 23:00 in Tokyo
    world.run(night)
    assert to_france(press(world, "at night")) == []
    own = world.order("France", "STATUS")
    assert own.to == FRANCE
    assert to_france(world.run(datetime(2026, 11, 2, 21, 59, tzinfo=UTC))) == []
    (mail,) = to_france(world.run(datetime(2026, 11, 2, 22, tzinfo=UTC)))
    assert "at night" in mail.flat
    assert to_france(press(world, "by day"))


@pytest.mark.parametrize(
    ("clock", "hours", "ends"),
    [
        ("21:59", "22:00-07:00", None),
        ("22:00", "22:00-07:00", "2026-11-03 07:00"),
        ("00:00", "22:00-07:00", "2026-11-02 07:00"),
        ("06:59", "22:00-07:00", "2026-11-02 07:00"),
        ("07:00", "22:00-07:00", None),
        ("09:59", "10:00-20:00", None),
        ("10:00", "10:00-20:00", "2026-11-02 20:00"),
        ("20:00", "10:00-20:00", None),
    ],
)
def test_quiet_hours_begin_with_their_first_minute(
    clock: str, hours: str, ends: str | None
) -> None:
    now = datetime.fromisoformat(f"2026-11-02 {clock}").replace(tzinfo=UTC)
    until = ends and datetime.fromisoformat(ends).replace(tzinfo=UTC)
    assert find_end_of_quiet(now, hours, "UTC") == until


def test_the_mail_of_the_day_goes_out_at_its_hour_or_a_day_later() -> None:
    assert find_next_moment(EIGHT, time(8), "UTC") == EIGHT + DAY
    assert find_next_moment(EIGHT - MINUTE, time(8), "UTC") == EIGHT


def test_quiet_hours_that_end_two_hours_before_a_deadline_are_kept(world: World) -> None:
    world.begun()
    world.order("France", "SET QUIET 12:00 to 15:59")
    world.run(DEADLINE - 4 * HOUR)
    assert to_france(press(world, "in time")) == []


def test_a_deadline_breaks_the_quiet(world: World) -> None:
    world.begun()
    world.order("France", "SET QUIET 12:00 to 17:00")
    world.run(DEADLINE - 4 * HOUR)
    assert to_france(press(world, "so late"))


def test_wishes_are_taken_back(world: World) -> None:
    world.begun()
    world.order("France", "SET DIGEST daily\nSET QUIET 10-20")
    assert to_france(press(world, "x")) == []
    said = world.order("France", "SET DIGEST none\nSET QUIET none").flat
    assert "very mail comes by itself" in said
    assert "ails come at any hour" in said
    assert to_france(press(world, "y"))


@pytest.mark.parametrize(
    "line", ["SET DIGEST weekly", "SET QUIET 25-26", "SET FORMAT word", "SET FORMAT "]
)
def test_what_is_not_understood_is_asked_back(world: World, line: str) -> None:
    world.begun()
    told = world.order("France", line)
    assert "NOT TAKEN" in told.text
    assert line.rpartition(" ")[0] + " " in told.text.partition("would work")[2]


def test_a_stranger_has_no_habits(world: World) -> None:
    world.begun()
    told = world.say(FRANCE, "SET DIGEST daily", to=JUDGE)
    assert "proves who you are" in told.flat
    assert to_france(press(world, "x"))
