"""Which mails wait for the one of the day or for the morning, and until when."""

from datetime import datetime

import pytest
from msgspec.structs import replace

from judge.kernel.notice import Facts, Notice
from judge.post import posting as wishes
from judge.store import people
from tests.game.world import DAY, HOUR, MINUTE, START, World

READER = "a@players.example"
EIGHT = START + 22 * HOUR
"""The next morning in UTC."""
SIX = START + 20 * HOUR
NIGHT = "09:30-06:00"


def mail(kind: str, deadline: datetime | None = None, game: str = "alpha") -> Notice:
    return Notice("key", READER, kind, Facts(game=game, deadline=deadline))


def heeded(world: World, notice: Notice, **wanted: str) -> Notice:
    """The mail as a reader gets it who has said how he wants them."""
    with world.engine().begin() as db:
        person = people.add(db, READER, "A", "UTC", START)
        for name, value in wanted.items():
            people.put_wish(db, person.id, name, value)
        (found,) = wishes.heed_wishes(db, replace(world.house(), now=START), [notice])
    return found


@pytest.mark.parametrize("kind", ["results", "news", "press", "joined", "over"])
@pytest.mark.parametrize(
    ("deadline", "waits"),
    [(None, True), (EIGHT + DAY, True), (EIGHT + DAY - MINUTE, False)],
)
def test_the_mail_of_the_day_brings_what_can_wait_a_day_longer(
    world: World, kind: str, deadline: datetime | None, *, waits: bool
) -> None:
    found = heeded(world, mail(kind, deadline), digest="08:00")
    assert (found.after, found.gathered) == ((EIGHT, True) if waits else (None, False))


@pytest.mark.parametrize("kind", ["results", "press", "started", "reminder", "late"])
@pytest.mark.parametrize(
    ("deadline", "waits"),
    [(None, True), (SIX + 2 * HOUR, True), (SIX + 2 * HOUR - MINUTE, False)],
)
def test_quiet_hours_hold_what_is_not_urgent_two_hours_after_them(
    world: World, kind: str, deadline: datetime | None, *, waits: bool
) -> None:
    found = heeded(world, mail(kind, deadline), quiet=NIGHT)
    assert (found.after, found.gathered) == (SIX if waits else None, False)


@pytest.mark.parametrize(
    ("notice", "wanted"),
    [
        (mail("answer"), {"digest": "08:00", "quiet": NIGHT}),
        (mail("reminder"), {"digest": "08:00"}),
        (mail("press", game=""), {"digest": "08:00"}),
        (mail("press"), {"quiet": "11:00-20:00"}),
        (replace(mail("press"), held=True), {"digest": "08:00", "quiet": NIGHT}),
        (mail("press"), {}),
    ],
)
def test_all_else_comes_at_once(world: World, notice: Notice, wanted: dict[str, str]) -> None:
    """An answer, a mail of no game, one that waits for the end of the phase, one by day."""
    assert heeded(world, notice, **wanted) == notice


def test_what_the_mail_of_the_day_leaves_waits_for_the_morning(world: World) -> None:
    found = heeded(world, mail("press", SIX + 3 * HOUR), digest="08:00", quiet=NIGHT)
    assert (found.after, found.gathered) == (SIX, False)


def test_a_layout_goes_with_every_mail(world: World) -> None:
    held = replace(mail("results"), held=True)
    assert heeded(world, held, format="njudge") == replace(held, layout="njudge")


def test_a_wish_is_its_own_readers_alone(world: World) -> None:
    other = replace(mail("press"), to="b@players.example")
    with world.engine().begin() as db:
        person = people.add(db, READER, "A", "UTC", START)
        house = replace(world.house(), now=START)
        assert wishes.heed_wishes(db, house, [mail("press"), other]) == [mail("press"), other]
        people.put_wish(db, person.id, people.DIGEST, "08:00")
        first, second = wishes.heed_wishes(db, house, [mail("press"), other])
        assert wishes.heed_wishes(db, house, []) == []
    assert first.gathered
    assert second == other
