"""One pass: take mail, act on it, close what is due, post mail. The only loop, the only catch-all.

Whatever one mail or one game raises is undone, kept for the keeper and told once; the others go on.
Work is done in groups, each group one durable transaction and each mail or game a savepoint in it:
what it changes, that it is done, and the mails that it causes are committed together.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from judge.game import clerk, fence, spool
from judge.game.books import health
from judge.game.clocks import due, outage, wake, witness
from judge.game.clocks.machine import Machine, look
from judge.game.house import House, identity
from judge.game.post import intake, posting, returned, servers, shunt
from judge.game.post.posting import Failure
from judge.game.record import Post, Taken
from judge.game.spool import Spool
from judge.game.store import games, letters, log, outbox
from judge.game.store.database import open_database
from judge.game.store.outbox import Mark
from judge.kernel.errors import KeeperError
from judge.kernel.mail import Letter
from judge.kernel.notice import Notice
from judge.mail.bounces import bounce_address, is_bounce
from judge.mail.compose import compose
from judge.report.render import render

GROUP = 100
"""Mails or games a commit."""

Item = TypeVar("Item")
Act = Callable[[Connection, Item], Sequence[Notice]]
"""Does something in a savepoint; the mails that it causes are committed with it."""
Mishap = Callable[[Connection, Item, Exception], Sequence[Notice]]
"""Stores that something raised; tells the keeper."""


@dataclass(slots=True)
class Report:
    """What the keeper should read of a pass: nothing when all is well.

    ``failed``: a part of the pass could not be done. ``restless``: the next pass must try again.
    ``busy``: another pass was under way, and this one did nothing.
    """

    lines: list[str] = field(default_factory=list)
    failed: bool = False
    restless: bool = False
    busy: bool = False


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass under way."""

    engine: Engine
    spool: Spool
    house: House
    report: Report
    machine: Machine
    doubt: str
    """Why the clock can't be right, "" if it may be."""
    night: bool = False
    """The first pass of a day looks whether anything needs the keeper."""


def run(home: Path, now: datetime | None = None) -> Report:
    """Do one pass on the spool at ``home``.

    ``now`` is for tests and demos: a pass at that time. If another pass is under way, this one
    does nothing. Raises KeeperError where the spool itself is wrong.
    """
    opened = spool.open_spool(home)
    report = Report()
    with spool.locked(home) as mine:
        if not mine:
            report.busy = True
            return report
        wake.clear(opened)
        engine = open_database(opened.database)
        try:
            _run(_pass(engine, opened, report, now))
        finally:
            engine.dispose()
    return report


def _pass(engine: Engine, opened: Spool, report: Report, now: datetime | None) -> Pass:
    """The pass before it begins. Raises KeeperError where the keeper has yet to allow it."""
    house = _house(opened, now)
    machine = Machine() if house.pretended else look()
    with engine.begin() as db:
        fence.refuse(db)
        before = witness.known(db, pretended=house.pretended)
        night = health.due(db, house.now)
    doubt = witness.doubt(before, house.now, machine)
    house = replace(house, believed=not doubt)
    return Pass(engine, opened, house, report, machine, doubt, night)


def _house(opened: Spool, now: datetime | None) -> House:
    """The pass's time: mails are only on their way where the clock is the real one."""
    ours = identity(opened.config, opened.secret)
    moment = now or datetime.now(UTC)
    settle = timedelta() if now else timedelta(seconds=opened.config.settle)
    return House(
        opened.config,
        ours,
        moment,
        moment - settle,
        archive=opened.archive,
        pretended=now is not None,
    )


def _run(work: Pass) -> None:
    """Nothing is adjudicated before the mailbox has been read to its end."""
    _recover(work)
    at_hand: dict[str, Letter] = {}
    drained = _tried(work, lambda: at_hand.update(_take(work)))
    _act(work, at_hand)
    if drained:
        _tried(work, partial(_close, work))
    if work.night:
        _tend(work)
    _tried(work, partial(_post, work))
    if not work.report.failed and not work.report.restless:
        wake.write(work.spool, _next(work))


def _tried(work: Pass, step: Callable[[], None]) -> bool:
    """Do a step that depends on servers; what stops it does not stop the other steps."""
    try:
        step()
    except KeeperError as error:
        work.report.lines.append(str(error))
        work.report.failed = True
        return False
    return True


def _take(work: Pass) -> dict[str, Letter]:
    """Take every mail there is, durably; return those taken just now, by digest."""
    return intake.drain(work.engine, work.spool, work.house, servers.inbox(work.spool))


def _act(work: Pass, at_hand: dict[str, Letter]) -> None:
    """Act on every mail that waits in the journal, in the order of their arrival."""
    with work.engine.begin() as db:
        waiting = letters.waiting(db)

    def answer(db: Connection, taken: Taken) -> Sequence[Notice]:
        letter = at_hand.get(taken.digest) or intake.again(work.spool, work.house, taken)
        if is_bounce(letter.recipient):
            raw = intake.raw(work.spool, taken)
            handled = returned.handle(db, work.house, letter, raw)
        else:
            handled = clerk.handle(db, work.house, taken, letter)
            returned.works(db, work.house, letter)
        letters.close(db, [(taken.id, handled.status, handled.reason)])
        log.mail(db, work.house.now, taken.id, handled.status)
        return handled.notices

    def stumble(db: Connection, taken: Taken, error: Exception) -> Sequence[Notice]:
        work.report.lines.append(f"Mail R{taken.id} was shunted: {type(error).__name__}.")
        return shunt.letter(db, work.spool, work.house, taken, error)

    _each(work, waiting, answer, stumble)


def _close(work: Pass) -> None:
    """Close the phases whose time has come, each game by itself, if the clock is believed."""
    with work.engine.begin() as db:
        numbers = games.due(db, work.house.cutoff)
    if not _believed(work, ask=bool(numbers)):
        return

    def adjudicate(db: Connection, number: int) -> Sequence[Notice]:
        return due.close(db, work.house, number)

    _each(work, numbers, adjudicate, partial(_stuck, work))


def _stuck(work: Pass, db: Connection, number: int, error: Exception) -> Sequence[Notice]:
    """A game raised: every pass tries it again, the keeper is told once."""
    work.report.restless = True
    stuck = games.get(db, number)
    notices = shunt.game(db, work.spool, work.house, stuck, error)
    if outbox.unknown(db, [notice.key for notice in notices]):
        where = f"{stuck.name} {stuck.phase.id if stuck.phase else ''}"
        work.report.lines.append(f"The game {where} is stuck: {type(error).__name__}.")
    return notices


def _recover(work: Pass) -> None:
    """Move the deadlines that passed while the machine was down, before any mail is held late."""
    down = outage.found(work.spool, work.machine, work.house.now) if not work.doubt else None
    if down is None:
        return
    with work.engine.begin() as db:
        numbers = outage.hit(db, down)

    def move(db: Connection, number: int) -> Sequence[Notice]:
        return list(outage.recover(db, work.house, down, number))

    _each(work, numbers, move, partial(_stuck, work))


def _tend(work: Pass) -> None:
    """Tell those whom something needs."""

    def look(db: Connection, spool: Spool) -> Sequence[Notice]:
        return health.nightly(db, spool, work.house)

    def stumble(db: Connection, spool: Spool, error: Exception) -> Sequence[Notice]:
        shunt.write(spool, "health", error)
        work.report.lines.append(f"The daily look at all games failed: {type(error).__name__}.")
        health.looked(db, work.house.now)
        return ()

    _each(work, [work.spool], look, stumble)


def _believed(work: Pass, *, ask: bool) -> bool:
    """Whether the clock agrees with all witnesses; a mail server is only asked if ``ask``.

    The keeper is told when it begins to disagree. Raises KeeperError if the server can't be asked.
    """
    now, pretended = work.house.now, work.house.pretended
    server = servers.clock(work.spool) if ask and not pretended else None
    with work.engine.begin() as db:
        doubt = (
            work.doubt
            or witness.doubt_by_stamp(db, now, pretended=pretended)
            or witness.doubt_by(server, now)
        )
        if not doubt:
            witness.remember(db, now, work.machine, pretended=pretended)
    if doubt:
        work.report.restless = True
        _each(work, [doubt], lambda db, why: witness.tell(db, work.house, why), _raised)
    return not doubt


def _post(work: Pass) -> None:
    """Send what is due; tell who must know of a mail that was given up, in this same pass."""
    together = work.spool.config.outbox.kind == "maildir"
    way = servers.transport(work.spool)
    while failures := list(posting.post(work.engine, work.house, way, together=together)):

        def tell(db: Connection, failure: Failure) -> Sequence[Notice]:
            return returned.given_up(db, work.house, failure)

        _each(work, failures, tell, _raised)


def _raised(_db: Connection, _item: object, error: Exception) -> Sequence[Notice]:
    raise error


def _each(work: Pass, items: Sequence[Item], act: Act[Item], mishap: Mishap[Item]) -> None:
    """Act on items in groups: one commit a group, one savepoint an item."""
    for start in range(0, len(items), GROUP):
        with work.engine.begin() as db:
            told: list[Notice] = []
            for item in items[start : start + GROUP]:
                told += _guarded(work, db, item, act, mishap)
            outbox.fill(db, _worded(work, db, told))


def _guarded(
    work: Pass, db: Connection, item: Item, act: Act[Item], mishap: Mishap[Item]
) -> list[Notice]:
    """Act on one item; if it raises, nothing of it stays but the mishap. The one catch-all."""
    try:
        with db.begin_nested():
            return _reserved(work.house, db, act(db, item))
    except OperationalError:  # the disk or the database, not the item
        raise
    except Exception as error:
        return _reserved(work.house, db, mishap(db, item, error))


def _reserved(house: House, db: Connection, notices: Sequence[Notice]) -> list[Notice]:
    """Give each new notice its place in the outbox; those that were there already are dropped."""
    posts = [
        Post(
            key=notice.key,
            recipient=notice.to,
            sender=bounce_address(house.ours, notice.key),
            kind=notice.kind,
            game=notice.facts.game,
            created=notice.after or house.now,
            proven=notice.proven,
        )
        for notice in notices
    ]
    fresh = outbox.reserve(db, posts)
    return [notice for notice in notices if notice.key in fresh]


def _worded(work: Pass, db: Connection, notices: Sequence[Notice]) -> dict[str, bytes]:
    """The bytes of notices by key; one that can't be worded is given up and told of."""
    raws = {}
    for notice in notices:
        try:
            raws[notice.key] = compose(render(notice), work.house.ours, work.house.now)
        except Exception as error:
            shunt.write(work.spool, f"mail-{notice.kind}", error)
            work.report.lines.append(
                f"A mail ({notice.kind}) could not be written: {type(error).__name__}."
            )
            outbox.mark(db, [Mark(notice.key, outbox.FAILED, 0, work.house.now, "not written")])
    return raws


def _next(work: Pass) -> datetime | None:
    """When the judge has something to do without a mail."""
    settle = work.house.now - work.house.cutoff
    with work.engine.begin() as db:
        alarm, retry = games.next_alarm(db), outbox.next_try(db)
    times = [alarm + settle if alarm else None, retry]
    return min((time for time in times if time is not None), default=None)
