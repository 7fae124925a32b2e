"""One pass: take mail, act on it, close what is due, post mail. The only loop, the only catch-all.

Whatever one mail or one game raises is undone, kept for the keeper and told once; the others go on.
Work is done in groups, each group one durable transaction and each mail or game a savepoint in it:
what it changes, that it is done, and the mails that it causes are committed together.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine

from judge.clerk import clerk, returned
from judge.game.turn import due
from judge.health import broken, fence, outage
from judge.health import clock as clock_doubts
from judge.health import nightly as health
from judge.home import aside, mishaps, spool, wake, witness
from judge.home.config import is_loopback
from judge.home.house import House, identity
from judge.home.machine import Machine, look
from judge.home.spool import Spool
from judge.kernel.errors import KeeperError
from judge.kernel.notice import Notice
from judge.mail import receipt
from judge.mail.bounces import bounce_address, is_bounce
from judge.mail.compose import compose
from judge.post import hand, intake, posting, servers, shunt, trouble
from judge.post.hand import GAME, MAIL, Held
from judge.post.posting import Failure, Posted
from judge.report.render import MissingTemplateError, render
from judge.store import games, letters, log, outbox
from judge.store.database import open_database
from judge.store.outbox import Mark
from judge.store.record import Post, Taken

GROUP = 100
"""Mails or games a commit."""

Item = TypeVar("Item")
Act = Callable[[Connection, Item], Sequence[Notice]]
"""Does something in a savepoint; the mails that it causes are committed with it."""
Mishap = Callable[[Connection, Item, Exception], Sequence[Notice]]
"""Stores that something raised; tells the keeper."""
Hold = Callable[[Item], AbstractContextManager[None]]
"""Holds what is acted on, so that a pass that dies on it leaves its name behind."""


@dataclass(slots=True)
class Report:
    """What the keeper should read of a pass: nothing when all is well.

    ``failed``: a part of the pass could not be done, or a server takes nothing from us.
    ``restless``: the next pass must try again.
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
    leap: str = ""
    """Why it needs a witness, "" if it needs none."""
    night: bool = False
    """The first pass of a day looks whether anything needs the keeper."""
    stamps: list[datetime] = field(default_factory=list)
    """When servers took the mails of this pass, by their own clocks."""


def run(home: Path, now: datetime | None = None) -> Report:
    """Do one pass on the spool at ``home``.

    ``now`` is for tests and demos: a pass at that time. If another pass is under way, this one
    does nothing. Raises KeeperError where the spool itself is wrong.
    """
    opened = spool.open_spool(home)
    report = Report()
    with spool.hold_lock(home) as mine:
        if not mine:
            report.busy = True
            return report
        wake.clear(opened)
        engine = open_database(opened.database)
        try:
            _run(_begin_pass(engine, opened, report, now))
            broken.mark_mended(home)
        finally:
            engine.dispose()
    return report


def _begin_pass(engine: Engine, opened: Spool, report: Report, now: datetime | None) -> Pass:
    """The pass before it begins. Raises KeeperError where the keeper has yet to allow it."""
    house = _house(opened, now)
    machine = Machine() if house.pretended else look()
    with engine.begin() as db:
        fence.refuse(db, opened)
        fence.remember_place(db, opened)
        before = witness.last_believed(db, pretended=house.pretended)
        night = health.is_due(db, house.now)
        doubt = witness.doubt(before, house.now, machine)
        seen = None if witness.is_doubted(db) else wake.last_silence(opened)
        leap = "" if doubt else witness.leap(before, seen, house.now, machine)
        if doubt or leap:
            witness.begin_doubt(db, house.now)
    house = replace(house, believed=not (doubt or leap))
    return Pass(engine, opened, house, report, machine, doubt, leap, night)


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
    _put_deadly_mail_aside(work)
    _recover_from_outage(work)
    stopped = _try_step(partial(_take_mails, work))
    _act_on_mails(work)
    stopped = stopped or _try_step(partial(_close_phases, work))
    _report_trouble(work, trouble.IN, stopped, well=not stopped)
    if work.night:
        _look_for_needs(work)
    _post_mails(work)
    if not work.report.failed and not work.report.restless:
        wake.write(work.spool, _next_moment(work))


def _try_step(step: Callable[[], None]) -> str:
    """Do a step that depends on servers; say what stopped it, which does not stop the others."""
    try:
        step()
    except KeeperError as error:
        return str(error)
    return ""


def _report_trouble(work: Pass, way: str, stopped: str, *, well: bool) -> bool:
    """Tell the keeper of trouble with a server, when it is new or over; whether anything was told.

    ``stopped`` is what stood in the way, ``well`` whether the server did what it should.
    """

    def tell(db: Connection, way: str) -> Sequence[Notice]:
        told = trouble.Told()
        if stopped:
            told = trouble.meet_trouble(db, work.house, way, stopped)
        elif well:
            told = trouble.end_trouble(db, work.house, way)
        if told.line:
            news.append(told.line)
        lasts.append(trouble.present_trouble(db, way) is not None)
        return told.notices

    news: list[str] = []
    lasts: list[bool] = []
    _act_on_each(work, [way], tell, _raise_again)
    work.report.lines += news
    work.report.failed = work.report.failed or any(lasts)
    return bool(news)


def _take_mails(work: Pass) -> None:
    """Take every mail there is, durably, without reading any."""
    intake.drain(work.engine, work.spool, work.house, servers.inbox(work.spool))


def _act_on_mails(work: Pass) -> None:
    """Act on every mail that waits in the journal, in the order of their arrival.

    All that is done with a mail's contents is done here, one mail at a time, each in our hand.
    """

    def each(choose: Callable[[Connection], Sequence[Taken]], act: Act[Taken]) -> None:
        with work.engine.begin() as db:
            found = choose(db)
        with _in_hand(work, _mail) as hold:
            _act_on_each(work, found, act, partial(_shunt_mail, work), hold)

    each(letters.find_unread, partial(_read_head, work))
    _remember_stamps(work)
    each(letters.find_waiting, partial(_answer_mail, work))


def _mail(taken: Taken) -> Held:
    return Held(MAIL, taken.id)


def _freely(_item: object) -> AbstractContextManager[None]:
    """Hold nothing."""
    return nullcontext()


@contextmanager
def _in_hand(work: Pass, named: Callable[[Item], Held]) -> Iterator[Hold[Item]]:
    """What holds items of a kind, one at a time."""
    opened = hand.open_hand(work.spool)
    try:
        yield lambda item: hand.hold_mail(opened, named(item))
    finally:
        os.close(opened)


def _each_game(work: Pass, numbers: Sequence[int], act: Act[int]) -> None:
    """Act on games, each by itself, but on those that are left alone."""
    with work.engine.begin() as db:
        alone = {game.id for game in aside.everyone(db)}
    going = [number for number in numbers if number not in alone]
    with _in_hand(work, partial(Held, GAME)) as hold:
        _act_on_each(work, going, act, partial(_report_stuck_game, work), hold)


def _remember_stamps(work: Pass) -> None:
    """Remember what the stamps on the mails say of our clock, before any mail is obeyed."""
    with work.engine.begin() as db:
        if work.house.believed:
            witness.remember_stamps(db, *work.stamps, pretended=work.house.pretended)
        else:
            witness.hear_stamps(db, work.house.now, work.stamps)


def _read_head(work: Pass, db: Connection, taken: Taken) -> Sequence[Notice]:
    """Read a mail's head: when it came, and whether it came before."""
    stamp = intake.read_head(db, work.spool, work.house, taken)
    if not work.house.believed:
        stamp = intake.vouching_stamp(work.spool, work.house, taken)
    work.stamps.extend([stamp] if stamp else [])
    return ()


def _answer_mail(work: Pass, db: Connection, taken: Taken) -> Sequence[Notice]:
    """Read a mail, obey it, and close it in the journal."""
    letter = intake.read(work.house, taken)
    if is_bounce(letter.recipient):
        raw = intake.raw(work.spool, taken)
        handled = returned.handle(db, work.house, letter, raw)
    else:
        handled = clerk.handle(db, work.house, taken, letter)
        returned.forget_failures(db, work.house, letter)
    letters.close(db, [(taken.id, handled.status, handled.reason)])
    log.mail(db, work.house.now, taken.id, handled.status)
    return handled.notices


def _shunt_mail(work: Pass, db: Connection, taken: Taken, error: Exception) -> Sequence[Notice]:
    """A mail raised: it is put aside."""
    name = receipt.name(work.house.ours, taken.id)
    work.report.lines.append(f"Mail {name} was shunted: {type(error).__name__}.")
    return shunt.shunt_letter(db, work.spool, work.house, taken, error)


def _put_deadly_mail_aside(work: Pass) -> None:
    """Put aside the mail or game that the last pass died on, if it does harm when tried apart.

    Somebody may just have killed that pass: then it counts like any other.
    """
    held = hand.mail_in_hand(work.spool)
    if held is None:
        return
    with work.engine.begin() as db:
        deaths = hand.count_death(db, held)
        taken = letters.get(db, held.number) if held.kind == MAIL else None
        game = games.find(db, held.number) if held.kind == GAME else None
    work.engine.dispose()  # a child must not inherit an open database
    if taken is not None and taken.status == letters.NEW:
        name = receipt.name(work.house.ours, taken.id)
        work.report.lines.append(f"The last pass died on mail {name}.")
        if _kills(work, held, deaths, partial(_tried, work, taken)):
            _act_on_each(work, [taken], _raise_deadly, partial(_shunt_mail, work))
    if game is not None:
        work.report.lines.append(f"The last pass died on the game {game.name}.")
        if _kills(work, held, deaths, partial(due.look_after, house=work.house, number=game.id)):
            _act_on_each(work, [game.id], _raise_deadly, partial(_report_stuck_game, work))
    hand.empty(work.spool)


def _kills(
    work: Pass, held: Held, deaths: int, act: Callable[[Connection], Sequence[Notice]]
) -> bool:
    """Whether so many passes died on it, or a process of its own does, that undoes all it did."""

    def attempt() -> None:
        engine = open_database(work.spool.database)
        with engine.connect() as db:
            for notice in act(db):
                compose(render(notice), work.house.ours, work.house.now)
            db.rollback()

    return deaths >= hand.DEATHS or not hand.survives(attempt, held.kind)


def _tried(work: Pass, taken: Taken, db: Connection) -> Sequence[Notice]:
    """All that a pass does with a mail."""
    return [*_read_head(work, db, taken), *_answer_mail(work, db, taken)]


def _raise_deadly(_db: Connection, _item: object) -> Sequence[Notice]:
    raise hand.DeadlyError("a pass died on it")


def _close_phases(work: Pass) -> None:
    """Close the phases whose time has come, each game by itself, if the clock is believed."""
    with work.engine.begin() as db:
        numbers = games.find_due(db, work.house.cutoff)
    if not _is_clock_believed(work, ask=bool(numbers)):
        return

    def adjudicate(db: Connection, number: int) -> Sequence[Notice]:
        return due.look_after(db, work.house, number)

    _each_game(work, numbers, adjudicate)


def _report_stuck_game(
    work: Pass, db: Connection, number: int, error: Exception
) -> Sequence[Notice]:
    """A game raised: every pass tries it again, or leaves it alone if it does worse than raise."""
    work.report.restless = True
    stuck = games.get(db, number)
    if isinstance(error, hand.DeadlyError | hand.EndlessError | MemoryError):
        aside.put(db, stuck)
        notices = shunt.deadly(db, work.spool, work.house, stuck, error)
    else:
        notices = shunt.report_game(work.spool, work.house, stuck, error)
    if outbox.unknown_keys(db, [notice.key for notice in notices]):
        where = f"{stuck.name} {stuck.phase.id if stuck.phase else ''}"
        work.report.lines.append(f"The game {where} is stuck: {type(error).__name__}.")
    return notices


def _recover_from_outage(work: Pass) -> None:
    """Move the deadlines that passed while the machine was down, before any mail is held late."""
    believed, now = work.house.believed, work.house.now
    down = outage.find(work.spool, work.machine, now) if believed else None
    if down is None:
        return
    with work.engine.begin() as db:
        numbers = outage.games_hit(db, down)

    def move(db: Connection, number: int) -> Sequence[Notice]:
        return list(outage.recover_game(db, work.house, down, number))

    _each_game(work, numbers, move)


def _look_for_needs(work: Pass) -> None:
    """Tell those whom something needs."""

    def look(db: Connection, spool: Spool) -> Sequence[Notice]:
        return health.look_through(db, spool, work.house)

    def stumble(db: Connection, spool: Spool, error: Exception) -> Sequence[Notice]:
        shunt.write(spool, "health", error)
        work.report.lines.append(f"The daily look at all games failed: {type(error).__name__}.")
        health.remember_look(db, work.house.now)
        return ()

    _act_on_each(work, [work.spool], look, stumble)


def _is_clock_believed(work: Pass, *, ask: bool) -> bool:
    """Whether the clock agrees with all witnesses; a mail server is only asked if ``ask``.

    The keeper is told when it begins to disagree. A leap that a witness has explained lets the
    next pass go on: it begins with the deadlines that an outage made unfair. Raises KeeperError
    if the server can't be asked.
    """
    now, pretended = work.house.now, work.house.pretended
    server = servers.clock(work.spool) if (ask or work.leap) and not pretended else None
    far = not is_loopback(work.spool.config.inbox.host)
    with work.engine.begin() as db:
        doubt = (
            work.doubt
            or witness.doubt_by_stamp(db, now, pretended=pretended)
            or witness.doubt_by_server(server, now)
        )
        if not doubt and work.leap and not witness.is_vouched_for(db, now, server if far else None):
            doubt = work.leap
        if not doubt:
            witness.remember(db, now, work.machine, pretended=pretended)
    if doubt:
        awaits = servers.witnesses(work.spool) if doubt == work.leap else ""
        _act_on_each(
            work,
            [doubt],
            lambda db, why: clock_doubts.tell_keeper(db, work.house, why, awaits),
            _raise_again,
        )
    work.report.restless = work.report.restless or bool(doubt or work.leap)
    return not doubt and not work.leap


def _post_mails(work: Pass) -> None:
    """Send what is due; tell who must know of a mail that was given up, in this same pass."""

    def tell(db: Connection, failure: Failure) -> Sequence[Notice]:
        if failure.post.recipient == work.house.config.keeper:
            work.report.lines.append(f"The keeper's address is refused: {failure.reason}")
        return returned.give_up(db, work.house, failure)

    news = True
    while news:
        posted = _send_due_mails(work)
        _act_on_each(work, posted.failures, tell, _raise_again)
        news = _report_trouble(work, trouble.OUT, posted.trouble, well=posted.taken > 0)
        news = (news or bool(posted.failures)) and not posted.trouble and not posted.more
        work.report.restless = work.report.restless or posted.more


def _send_due_mails(work: Pass) -> Posted:
    """Send what is due, if there is a way out."""
    try:
        way = servers.transport(work.spool)
    except KeeperError as error:
        return Posted(trouble=str(error))
    together = work.spool.config.outbox.kind == "maildir"
    return posting.post(work.engine, work.house, way, together=together)


def _raise_again(_db: Connection, _item: object, error: Exception) -> Sequence[Notice]:
    raise error


def _act_on_each(
    work: Pass,
    items: Sequence[Item],
    act: Act[Item],
    mishap: Mishap[Item],
    hold: Hold[Item] = _freely,
) -> None:
    """Act on items in groups: one commit a group, one savepoint an item."""
    for start in range(0, len(items), GROUP):
        with work.engine.begin() as db:
            told: dict[str, bytes] = {}
            for item in items[start : start + GROUP]:
                told |= _act_guarded(work, db, item, act, mishap, hold)
            outbox.fill(db, told)


def _act_guarded(
    work: Pass,
    db: Connection,
    item: Item,
    act: Act[Item],
    mishap: Mishap[Item],
    hold: Hold[Item],
) -> dict[str, bytes]:
    """Act on one item; if it raises, nothing of it stays but the mishap. The one catch-all."""
    try:
        with hold(item), db.begin_nested():
            return _write_mails(work, db, _reserve_places(work.house, db, act(db, item)))
    except Exception as error:
        if mishaps.spoils_all(error):  # the machine, not the item
            raise
        return _write_mails(work, db, _reserve_places(work.house, db, mishap(db, item, error)))


def _reserve_places(house: House, db: Connection, notices: Sequence[Notice]) -> list[Notice]:
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


def _write_mails(work: Pass, db: Connection, notices: Sequence[Notice]) -> dict[str, bytes]:
    """The bytes of notices by key; one that can't be written is given up and told of.

    Raises MissingTemplateError: what has no words yet must not have happened yet.
    """
    raws = {}
    for notice in notices:
        try:
            raws[notice.key] = compose(render(notice), work.house.ours, work.house.now)
        except MissingTemplateError:
            raise
        except Exception as error:
            if mishaps.spoils_all(error):
                raise
            shunt.write(work.spool, f"mail-{notice.kind}", error)
            work.report.lines.append(
                f"A mail ({notice.kind}) could not be written: {type(error).__name__}."
            )
            outbox.mark(db, [Mark(notice.key, outbox.FAILED, 0, work.house.now, "not written")])
    return raws


def _next_moment(work: Pass) -> datetime | None:
    """When the judge has something to do without a mail."""
    settle = work.house.now - work.house.cutoff
    with work.engine.begin() as db:
        alarm, retry = games.next_alarm(db), outbox.next_try(db)
    times = [alarm + settle if alarm else None, retry]
    return min((time for time in times if time is not None), default=None)
