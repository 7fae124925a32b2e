"""A trouble is told when it begins, once a day, and when it ends; the newest reason is kept."""

from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace

from judge.post import trouble
from judge.post.trouble import IN, MAPS, OTHERS, OUT, Trouble, TroubleReport
from judge.store import outbox
from judge.store.record import Post
from tests.game.world import DAY, HOUR, START, World

DOCTOR = "'judge doctor' tries it and says how to mend it."


class Keeper:
    """What the keeper is told by the passes of one host."""

    def __init__(self, world: World, way: str, reader: str = "") -> None:
        self.world, self.way = world, way
        self.house = replace(world.house(), reader=reader)

    def meet(self, reason: str, at: datetime = START) -> TroubleReport:
        """A pass meets the trouble."""
        with self.world.engine().begin() as db:
            return trouble.meet_trouble(db, replace(self.house, now=at), self.way, reason)

    def end(self, at: datetime = START) -> TroubleReport:
        """A pass goes well."""
        with self.world.engine().begin() as db:
            return trouble.end_trouble(db, replace(self.house, now=at), self.way)

    @property
    def present(self) -> Trouble | None:
        """What lasts."""
        with self.world.engine().begin() as db:
            return trouble.find_trouble(db, self.way, self.house.reader)


def lines(told: TroubleReport) -> list[str]:
    """What the mail says."""
    (mail,) = told.notices
    (event,) = mail.events
    return list(event.data["lines"])


def test_what_lasts_is_told_again_after_a_day_to_the_second_with_its_newest_reason(
    world: World,
) -> None:
    keeper = Keeper(world, IN)
    assert keeper.meet("away").line == "Mail can't be taken in: away."
    for later in (HOUR, DAY - timedelta(seconds=1)):
        assert keeper.meet("locked.", START + later) == TroubleReport()
        assert keeper.present == Trouble(START, START, "locked.")
    again = keeper.meet("gone", START + DAY)
    assert again.line == "Mail can't be taken in since 2026-11-02 10:00 UTC: gone."
    assert keeper.meet("gone.", START + DAY + HOUR) == TroubleReport()
    over = keeper.end(START + 2 * DAY)
    assert over.line == "Mail comes in again; the trouble began 2026-11-02 10:00 UTC (gone)."
    assert lines(over) == [over.line]
    assert keeper.present is None
    assert keeper.end(START + 2 * DAY) == TroubleReport()


def test_a_trouble_that_comes_back_is_a_new_one(world: World) -> None:
    keeper = Keeper(world, MAPS)
    first = keeper.meet("no memory")
    keeper.end(START + HOUR)
    second = keeper.meet("no memory", START + 2 * HOUR)
    assert second.line == first.line == "Mails go without maps: no memory."
    keys = [told.notices[0].key for told in (first, second)]
    assert keys[0] != keys[1]


def test_a_mail_of_it_that_could_not_leave_gives_way_to_the_next_one(world: World) -> None:
    """The other trouble's stays, and is sent when that is over."""
    keeper, other = Keeper(world, OUT), Keeper(world, IN)
    keys = [each.meet("x").notices[0].key for each in (keeper, other)]
    posts = [Post(key, "k@x.example", f"from.{key}", "keeper", "", START) for key in keys]
    with world.engine().begin() as db:
        outbox.reserve(db, posts)
        outbox.fill(db, dict.fromkeys(keys, b""))
    keeper.meet("x", START + HOUR)
    assert world.rows("SELECT status FROM outbox ORDER BY id") == [("queued",)] * 2
    keeper.meet("x", START + DAY)
    assert world.rows("SELECT status FROM outbox ORDER BY id") == [("dropped",), ("queued",)]


@pytest.mark.parametrize(
    ("way", "title", "mend"),
    [
        (IN, "mail can't be taken in", ["Mail can't be taken in: x.", DOCTOR]),
        (
            OUT,
            "mail can't be sent",
            ["Mail can't be sent: x.", "Mails that wait: 1. None is lost.", DOCTOR],
        ),
        (OTHERS, "deadlines wait for an inbox", ["Deadlines wait for an inbox: x."]),
        (MAPS, "mails go without maps", ["Mails go without maps: x.", DOCTOR]),
    ],
)
def test_the_mail_says_what_waits_for_it_and_who_says_how_to_mend_it(
    world: World, way: str, title: str, mend: list[str]
) -> None:
    post = Post("mail.1", "a@players.example", "from.1", "news", "", START)
    with world.engine().begin() as db:
        outbox.reserve(db, [post])
        outbox.fill(db, {post.key: b""})
    told = Keeper(world, way).meet("x")
    assert told.notices[0].title == title
    assert lines(told) == mend


def test_where_nothing_waits_to_be_sent_no_mails_are_counted(world: World) -> None:
    assert lines(Keeper(world, OUT).meet("x")) == ["Mail can't be sent: x.", DOCTOR]


@pytest.mark.parametrize(("way", "shared"), [(IN, False), (OUT, False), (OTHERS, True)])
def test_a_server_may_serve_one_host_and_not_another(
    world: World, way: str, *, shared: bool
) -> None:
    """What lies between the hosts is the same to all."""
    Keeper(world, way, "maildir:one").meet("away")
    other = Keeper(world, way, "maildir:two")
    assert (other.present is not None) == shared
    other.end()
    assert (Keeper(world, way, "maildir:one").present is None) == shared
