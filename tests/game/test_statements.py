"""How many statements a mail and a turn take: counted, not timed, so that none creeps in."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from judge.catalog import variant as catalog
from judge.store import games, log, people, seats
from tests.game.world import DEADLINE, MINUTE, START, World, mailbox

ORDERS = {
    "Austria": "A VIE - GAL\nF TRI - ALB\nA BUD - SER",
    "England": "F LON - NTH\nF EDI - NWG\nA LVP - YOR",
    "France": "A PAR - BUR\nA MAR - SPA\nF BRE - MAO",
    "Germany": "A BER - KIE\nF KIE - DEN\nA MUN - RUH",
    "Italy": "A ROM - APU\nA VEN H\nF NAP - ION",
    "Russia": "A MOS - UKR\nA WAR - GAL\nF SEV - BLA",
}
MAIL, TURN = 4, 14
"""At most so many; three of a turn are owed to players who sent nothing."""
NOTHING = ("SAVEPOINT", "RELEASE", "BEGIN")
"""What is not counted: it asks nothing and changes nothing."""


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements of a pass."""
    seen: list[str] = []

    def note(*given: object) -> None:
        seen.extend([str(given[2])] if not str(given[2]).startswith(NOTHING) else [])

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_an_order_mail_takes_so_many_statements(world: World) -> None:
    """The difference between a pass with six order mails of a game and one with a single one."""
    world.begun()
    world.run(START)
    addresses = {power: world.address(power) for power in ORDERS}

    def write(*powers: str) -> None:
        for power in powers:
            world.mail(mailbox(power), ORDERS[power], to=addresses[power])

    write(*ORDERS)  # whoever writes for the first time is noted
    world.run()
    write("France")
    with counted() as one:
        world.run()
    write(*ORDERS)
    with counted() as all_:
        world.run()
    assert (len(all_) - len(one)) / (len(ORDERS) - 1) <= MAIL


def test_a_turn_takes_so_many_statements(world: World) -> None:
    """The difference between a pass with four due games and one with a single one."""
    for name in ("alpha", "beta", "gamma", "delta"):
        world.begun(name)
    with world.engine().begin() as db:
        for name in ("beta", "gamma", "delta"):
            game = games.find_named(db, name)
            assert game is not None
            db.exec_driver_sql(
                f"UPDATE games SET deadline = '2026-11-05T19:00:00.000000Z', "
                f"alarm = '2026-11-05T19:00:00.000000Z' WHERE id = {game.id}"
            )
    world.run(DEADLINE - MINUTE)
    with counted() as one:
        world.run(DEADLINE)
    with counted() as three:
        world.run(DEADLINE + 60 * MINUTE)
    assert (len(three) - len(one)) / 2 <= TURN


def test_a_due_turn_reads_its_variant_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a process has read none yet, as cron's have not."""
    world.begun()
    read = catalog.read
    homes: list[Path] = []

    def note_read(home: Path) -> tuple[dict[str, Any], dict[str, Any]]:
        homes.append(home)
        return read(home)

    monkeypatch.setattr(catalog, "read", note_read)
    catalog._load.cache_clear()
    world.run(DEADLINE)
    assert homes == [catalog.folder("standard")]


def test_what_was_read_is_not_read_again_until_it_is_written_to(world: World) -> None:
    """Nor after a savepoint is undone, nor in the next transaction."""
    world.begun()
    with world.engine().begin() as db, counted() as seen:
        first = games.get(db, 1)
        assert games.get(db, 1) == first
        assert len(seen) == 1
        assert not people.is_banned(db, "a@x.example")
        with db.begin_nested() as nested:
            people.ban(db, ["a@x.example"], START)
            log.append(db, START, log.KEEPER, "ban")
            assert people.is_banned(db, "a@x.example")
            nested.rollback()
        assert not people.is_banned(db, "a@x.example")
        assert log.head(db, log.OFFICE) == log.head(db, log.OFFICE)
        seat = seats.of_game(db, 1)[0]
        db.exec_driver_sql("UPDATE seats SET vote = 'draw'")
        assert (seat.vote, seats.of_game(db, 1)[0].vote) == ("", "draw")
        assert not games.get(db, 1).touched
        seen.clear()
        games.touch(db, 1)
        games.touch(db, 1)
        assert len(seen) == 1
        assert games.get(db, 1).touched
    with world.engine().begin() as db, counted() as seen:
        games.get(db, 1)
        assert len(seen) == 1


def test_what_is_read_with_a_games_seats_is_asked_anew_when_it_is_written_to(world: World) -> None:
    """Whether an address is proven, what a player wishes, who is away."""
    world.begun()
    with world.engine().begin() as db:
        player = next(person for _, person in seats.with_people(db, 1) if person)
        with counted() as seen:
            assert not people.is_proven(db, player.address)
            assert not people.wishes_of(db, [player.address])
        assert not seen
        assert not games.absences_of(db, 1)
        people.add_proven(db, player.address, START)
        people.put_wish(db, player.id, people.DIGEST, "08:00")
        games.add_absence(db, 1, player.id, START.date(), START.date())
        assert people.is_proven(db, player.address)
        assert people.wishes_of(db, [player.address])[player.address] == {people.DIGEST: "08:00"}
        assert games.absences_of(db, 1)


def test_where_others_may_write_nothing_is_remembered(world: World) -> None:
    world.begun()
    with world.reading() as db, counted() as seen:
        games.get(db, 1)
        games.get(db, 1)
    assert len(seen) == 2
