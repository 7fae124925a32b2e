"""What needs the keeper or a game master: looked for once a day, told when it changes.

Whoever must act is told of most things when they happen; this finds what is still so a day later.
"""

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.catalog import variant as catalog
from judge.game.readers import notices
from judge.game.readers.notices import MASTER, Reader
from judge.game.seats import computers
from judge.game.terms import tables
from judge.kernel.engine import GM, Event
from judge.kernel.notice import Notice
from judge.kernel.text import list_names
from judge.letters.desk.speakers import HOST
from judge.post import hand, posting, shunt, trouble
from judge.run import keep
from judge.run.groups import act_on_each
from judge.run.work import Pass
from judge.spool import aside, hosts, machine_clock
from judge.spool.house import House
from judge.spool.spool import Spool
from judge.store import games, letters, log, marks, outbox, people, seats
from judge.store.record import FORMING, PAUSED, Game, Person

_SAID = (
    "It proves nothing: a family, a school, a company have one address or host, too. Nobody but "
    "you is told."
)


def tell_hints(db: Connection, house: House, game: Game) -> Iterator[Notice]:
    """The mail to a game's master with the hints that he has not had yet.

    There is one of each pair of seats whose players have written from one place.
    """
    name = f"hints.{game.id}"
    old_keys = (marks.read(db, name) or "").split("|")
    players = {one.id: (seat, one) for seat, one in seats.with_people(db, game.id) if one}
    new_hints = {}
    for mark, users in sorted(seats.origins_shared_by(db, players).items()):
        kind = mark.partition(" ")[0]
        if kind == HOST and len(users) - 2 >= 3:
            continue  # a host that so many others write from as well says nothing of two of them
        others = f", from which {len(users) - 2} others write" if kind == HOST else ""
        for pair in combinations(sorted(users & players.keys()), 2):
            names = " and ".join(players[one][0].power or players[one][1].name for one in pair)
            key = f"{pair[0]}.{pair[1]}.{kind}"
            if key not in old_keys:
                new_hints[key] = f"Mails of {names} came from one {kind}{others}."
    if game.gm is None or not new_hints:
        return
    person = people.get(db, game.gm)
    if not person.reachable:
        return
    marks.write(db, name, "|".join([*filter(None, old_keys), *new_hints]))
    text = " ".join((*new_hints.values(), _SAID))
    notice = _to_master(house, game, person, "note", {"text": text})
    key = f"{notice.key}.hints.{house.now:%Y%m%d}"
    yield replace(notice, key=key, title=f"a hint about players of {game.name}")


def _to_master(
    house: House, game: Game, person: Person, kind: str, data: Mapping[str, Any]
) -> Notice:
    """A mail to a game's master with one event of ``kind`` for him alone."""
    event = Event(kind, data, GM)
    return notices.game_notice(house, tables.load(game), Reader(person, MASTER), "gm", (event,))


WEEK, MONTH = timedelta(days=7), timedelta(days=30)
WEEKLY = 4
"""So many weeks are told each; what follows is told by the month."""


def remind_masters(db: Connection, house: House, game: Game) -> Iterator[Notice]:
    """The mail to the master of a game that stands still, if one is due and was not sent."""
    if game.gm is None or not (game.status == FORMING or game.told_status == PAUSED):
        return
    deeds = log.of_game(db, game.name)
    if game.status == FORMING:
        joins = [moment for moment, deed in deeds if deed.what == "seat.taken"]
        since: datetime | None = max((game.created, *joins[-1:]))
    else:
        stopping = ("game.paused", "game.imported")
        stops = [moment for moment, deed in deeds if deed.what in stopping]
        since = stops[-1] if stops else game.opened
    if since is None:
        return
    standstill = house.now - since
    weeks = max(standstill, timedelta()) // WEEK
    count = weeks if weeks <= WEEKLY else WEEKLY + (standstill - WEEKLY * WEEK) // MONTH
    stamp = f"{since:%Y%m%d%H%M}.{count}"
    name = f"patience.{game.id}"
    person = people.get(db, game.gm)
    if not count or marks.read(db, name) == stamp or not person.reachable:
        return
    marks.write(db, name, stamp)
    text = _write_text(db, game, standstill.days)
    notice = _to_master(house, game, person, "note", {"text": text})
    yield replace(notice, key=f"{notice.key}.{stamp}", title=f"{game.name} stands still")


def _write_text(db: Connection, game: Game, days: int) -> str:
    if game.told_status == PAUSED:
        return (
            f"The game {game.name} has been paused for {days} days: RESUME lets it go on, "
            f"TERMINATE ends it."
        )
    table = tables.load(game)
    seat_count = len(seats.of_game(db, game.id))
    seats_missing = computers.count_missing(table, seat_count)
    waits = f"it waits for {seats_missing} more" if seats_missing else "it waits for your word"
    asking = seats.list_who_asked(db, game.id)
    verb = "waits" if len(asking) == 1 else "wait"
    answers = f" {', '.join(asking)} {verb} for your APPROVE or DENY." if asking else ""
    begins = "PROCESS begins it with those who are there, TERMINATE" if seat_count else "TERMINATE"
    return (
        f"Nobody has joined {game.name} for {days} days; {seat_count} of {len(table.powers)} seats "
        f"{'is' if seat_count == 1 else 'are'} taken, and {waits}.{answers} {begins} ends it."
    )


DAY = timedelta(days=1)
LONG = timedelta(days=3)
"""A player who can't be reached for so long is told of again."""
NAMED = 20
"""So many overdue games are named."""
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


def look_at_judge(db: Connection, spool: Spool, house: House) -> list[Notice]:
    """Look through all that is the keeper's; the mail to him, if something new needs him."""
    marks.put(db, CHECKED, house.now)
    needs = list(findings(db, spool, house.now))
    lines = needs if _is_news(db, TOLD, needs) else []
    if senders := (marks.read(db, marks.SPAM) or "").split():  # each is told once
        marks.forget(db, marks.SPAM)
        lines.append(
            f"Mail to the judge lay in the folder {spool.config.inbox.junk} and counts like any "
            f"other: tell your provider that what {list_names(senders)} writes is no spam."
        )
    if not lines:
        return []
    key, data = f"health.{house.now:%Y%m%d}", {"lines": lines}
    return [posting.make_keeper_notice(house, key, "the judge needs you", "health", data)]


def find_failures(db: Connection, now: datetime) -> Mapping[int, Sequence[str]]:
    """What is wrong with the addresses of players, by the games in which they play."""
    failures: dict[int, list[str]] = defaultdict(list)
    for one in people.find_failing(db):
        late = one.told and one.since < now - LONG
        person = people.find_by_address(db, one.address) if late else None
        for seat in seats.of_person(db, person.id) if person else ():
            who = seat.power or one.address
            failures[seat.game].append(f"Mails to {who} still come back: {one.reason}")
    return failures


def look_at_game(
    db: Connection, house: House, failures: Sequence[str], number: int
) -> list[Notice]:
    """Look at one game; the mail to its master, if something new needs him."""
    game = games.get(db, number)
    if game.gm is None:
        return []
    waits = [*remind_masters(db, house, game), *tell_hints(db, house, game)]
    lines = [*failures]
    if game.held and game.deadline is not None and game.deadline < house.now - DAY:
        title = game.phase.title if game.phase else ""
        lines.insert(0, f"The results of {title} wait for you: RELEASE.")
    if not _is_news(db, f"{TOLD}.{game.id}", lines):
        return waits
    notice = _to_master(house, game, people.get(db, game.gm), "health", {"lines": lines})
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
    shunted_count = sum(one.received < now - DAY for one in letters.find_shunted(db))
    if shunted_count:
        yield f"In the shunt for more than a day: {shunted_count}; 'judge shunt' lists them."
    waits_since = outbox.oldest_wait(db)
    sends = trouble.find_trouble(db, trouble.OUT, hosts.reader_name(spool)) is None
    if waits_since is not None and waits_since < now - DAY and sends:
        yield "Mails have been waiting for more than a day to be sent: 'judge doctor' tries it."
    failures = sum(one.since < now - DAY for one in people.find_failing(db))
    if failures >= MANY:
        yield f"Mails to {failures} addresses come back: does anybody block this server?"
    overdue = games.list_overdue(now - DAY, now)
    for name, deadline in games.find_first(db, overdue, NAMED):
        yield f"The game {name} has been overdue since {deadline:%Y-%m-%d %H:%M} UTC."
    if (count := games.count_listed(db, overdue)) > NAMED:
        yield f"{count - NAMED} more games have been overdue for more than a day."
    since = marks.get(db, machine_clock.DOUBTED)
    if since is not None and since < now - DAY:
        yield (
            f"The clock has been in doubt since {since:%Y-%m-%d %H:%M} UTC: 'judge doctor' says "
            f"why."
        )
    backup_time = marks.get(db, BACKUP)
    if backup_time is not None and backup_time < now - timedelta(days=8):
        yield f"The last backup was made on {backup_time:%Y-%m-%d}."
    yield from disk(spool)


def measure_disk(spool: Spool) -> tuple[int, int]:
    """The bytes that are free on the spool's disk, and all of them."""
    status = os.statvfs(spool.home)
    return status.f_bavail * status.f_frsize, status.f_blocks * status.f_frsize


def room(spool: Spool) -> str:
    """How much room the spool's disk has."""
    free, size = measure_disk(spool)
    return f"{free / 1e9:.1f} GB of {size / 1e9:.1f} GB free"


def disk(spool: Spool) -> Iterator[str]:
    """Whether the spool's disk has room."""
    disk_status, (free, size) = os.statvfs(spool.home), measure_disk(spool)
    if free < SMALL and free < SMALL_SHARE * size:
        yield f"The disk is nearly full: {free // 1_000_000} MB are free."
    if disk_status.f_files and disk_status.f_favail < SMALL_SHARE * disk_status.f_files:
        yield f"The disk is nearly full: {disk_status.f_favail} more files can be made."


def do_chores(work: Pass) -> None:
    """Look who needs something, tidy, and write down how far the log is."""
    house = work.house

    def stumble(db: Connection, item: object, error: Exception) -> Sequence[Notice]:
        shunt.write(work.spool, "health", error)
        line = f"The daily look at all games failed: {shunt.name_error(error)}."
        if line not in work.report.lines:
            work.report.lines.append(line)
        marks.put(db, CHECKED, house.now)
        return ()

    # First the keeper is told what needs him, then master by master, some games a commit.
    act_on_each(work, [work.spool], lambda db, spool: look_at_judge(db, spool, house), stumble)
    with work.engine.begin() as db:
        failures, numbers = find_failures(db, house.now), games.find_mastered(db)

    def look(db: Connection, number: int) -> Sequence[Notice]:
        return look_at_game(db, house, failures.get(number, ()), number)

    act_on_each(work, numbers, look, stumble)
    keep.tidy(work.engine, work.spool, house.now)
    with work.engine.begin() as db:
        log.tell_heads(db, house.now)
