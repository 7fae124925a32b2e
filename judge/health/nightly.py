"""What needs the keeper or a game master: looked for once a day, told when it changes.

Whoever must act is told of most things when they happen; this finds what is still so a day later.
"""

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.catalog import variant as catalog
from judge.game.readers import notices
from judge.game.readers.notices import MASTER, Reader
from judge.game.terms import tables
from judge.health import hints, patience
from judge.home import aside, readers, witness
from judge.home.house import House
from judge.home.spool import Spool
from judge.kernel.engine import GM, Event
from judge.kernel.notice import Notice
from judge.post import hand, posting, trouble
from judge.store import failing, games, letters, marks, outbox, people, seats
from judge.store.record import RUNNING, Game

DAY = timedelta(days=1)
LONG = timedelta(days=3)
"""A player who can't be reached for so long is told of again."""
STALE = timedelta(days=8)
"""A backup this old is too old, where backups are made at all."""
MANY = 3
"""So many addresses that fail are rather our server's fault."""
SMALL_SHARE, SMALL = 0.05, 2_000_000_000
"""A disk is full when less than this share and less than this many bytes are free."""
CHECKED, TOLD = "health-checked", "health-told"
BACKUP = "backup"
"""When the last backup was made."""


def is_due(db: Connection, now: datetime) -> bool:
    """Whether this is the first pass of a day (UTC), but not the first of all."""
    last = marks.get(db, CHECKED)
    if last is None:
        marks.put(db, CHECKED, now)
    return last is not None and last.date() != now.date()


def remember_look(db: Connection, now: datetime) -> None:
    """Remember when this was done."""
    marks.put(db, CHECKED, now)


def look_at_judge(db: Connection, spool: Spool, house: House) -> list[Notice]:
    """Look through all that is the keeper's; the mail to him, if something new needs him."""
    remember_look(db, house.now)
    lines = list(findings(db, spool, house.now))
    if not _is_news(db, TOLD, lines):
        return []
    key, data = f"health.{house.now:%Y%m%d}", {"lines": lines}
    return [posting.make_keeper_notice(house, key, "the judge needs you", "health", data)]


@dataclass(frozen=True, slots=True)
class Round:
    """The games with a master that are not over, by id, and what is wrong with players of each."""

    games: tuple[int, ...]
    failures: Mapping[int, Sequence[str]]


def begin_round(db: Connection, now: datetime) -> Round:
    """Which games are to be looked at; all addresses that fail are gone through once for that."""
    failures: dict[int, list[str]] = defaultdict(list)
    for one in failing.find_all(db):
        late = one.told and one.since < now - LONG
        person = people.find_by_address(db, one.address) if late else None
        for seat in seats.of_person(db, person.id) if person else ():
            who = seat.power or one.address
            failures[seat.game].append(f"Mails to {who} still come back: {one.reason}")
    return Round(tuple(games.find_mastered(db)), failures)


def look_at_game(db: Connection, house: House, nightly_round: Round, number: int) -> list[Notice]:
    """Look at one game; the mail to its master, if something new needs him."""
    game = games.get(db, number)
    if game.gm is None:
        return []
    waits = [*patience.reminders(db, house, game), *hints.tell(db, house, game)]
    lines = [*_find_held_results(game, house.now), *nightly_round.failures.get(number, ())]
    if not _is_news(db, f"{TOLD}.{game.id}", lines):
        return waits
    reader = Reader(people.get(db, game.gm), MASTER)
    event = Event("health", {"lines": lines}, GM)
    notice = notices.game_notice(house, tables.load(game), reader, "gm", (event,))
    key = f"health.{game.name}.{house.now:%Y%m%d}"
    return [*waits, replace(notice, key=key, title=f"{game.name} needs you")]


def _is_news(db: Connection, name: str, lines: Sequence[str]) -> bool:
    """Whether there is something to tell that was not told last time."""
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest() if lines else ""
    last_digest = marks.read(db, name) or ""
    if digest != last_digest:
        marks.write(db, name, digest)
    return bool(digest) and digest != last_digest


def findings(db: Connection, spool: Spool, now: datetime) -> Iterator[str]:
    """What needs the keeper, a sentence each."""
    yield from hand.word_deaths(db, spool)
    yield from aside.word_games(db)
    yield from (fault for _, fault in catalog.faults_of_kept())
    yield from _find_mail_troubles(db, spool, now)
    yield from _find_game_troubles(db, now)
    since = marks.get(db, witness.DOUBTED)
    if since is not None and since < now - DAY:
        yield f"The clock has been in doubt since {_time_text(since)}: 'judge doctor' says why."
    backup_time = marks.get(db, BACKUP)
    if backup_time is not None and backup_time < now - STALE:
        yield f"The last backup was made on {backup_time:%Y-%m-%d}."
    yield from disk(spool)


def _find_mail_troubles(db: Connection, spool: Spool, now: datetime) -> Iterator[str]:
    """Mails that came in or go out."""
    shunted_count = sum(one.received < now - DAY for one in letters.find_shunted(db))
    if shunted_count:
        yield f"In the shunt for more than a day: {shunted_count}; 'judge shunt' lists them."
    oldest = outbox.oldest_wait(db)
    if (
        oldest is not None
        and oldest < now - DAY
        and trouble.find_trouble(db, trouble.OUT, readers.name(spool)) is None
    ):
        yield "Mails have been waiting for more than a day to be sent: 'judge doctor' tries it."
    failures = sum(one.since < now - DAY for one in failing.find_all(db))
    if failures >= MANY:
        yield f"Mails to {failures} addresses come back: does anybody block this server?"


def _find_game_troubles(db: Connection, now: datetime) -> Iterator[str]:
    """Games that should have gone on."""
    for game in games.find_overdue(db, now - DAY, now):
        yield f"The game {game.name} has been overdue since {_time_text(game.deadline or now)}."


def is_overdue(game: Game, now: datetime) -> bool:
    """Whether a game should have gone on a day ago."""
    late = game.deadline is not None and game.deadline < now - DAY
    return bool(
        late and game.status == RUNNING and not game.held and game.alarm and game.alarm < now
    )


def room(spool: Spool) -> str:
    """How much room the spool's disk has."""
    disk_status = os.statvfs(spool.home)
    free, size = (
        disk_status.f_bavail * disk_status.f_frsize,
        disk_status.f_blocks * disk_status.f_frsize,
    )
    return f"{free / 1e9:.1f} GB of {size / 1e9:.1f} GB free"


def disk(spool: Spool) -> Iterator[str]:
    """Whether the spool's disk has room."""
    disk_status = os.statvfs(spool.home)
    free, size = (
        disk_status.f_bavail * disk_status.f_frsize,
        disk_status.f_blocks * disk_status.f_frsize,
    )
    if free < SMALL and free < SMALL_SHARE * size:
        yield f"The disk is nearly full: {free // 1_000_000} MB are free."
    if disk_status.f_files and disk_status.f_favail < SMALL_SHARE * disk_status.f_files:
        yield f"The disk is nearly full: {disk_status.f_favail} more files can be made."


def _find_held_results(game: Game, now: datetime) -> Iterator[str]:
    """Results that wait for their master."""
    if game.held and game.deadline is not None and game.deadline < now - DAY:
        yield f"The results of {game.phase.title if game.phase else ''} wait for you: RELEASE."


def _time_text(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
