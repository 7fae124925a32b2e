"""Mails taken in, recognised, answered, or put aside: one at a time, each in our hand."""

import hashlib
from collections.abc import Sequence
from functools import partial
from time import process_time

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.catalog import time_limit
from judge.kernel import limits
from judge.kernel.errors import EndlessError
from judge.kernel.mail import Letter
from judge.kernel.notice import Notice
from judge.letters.clerk import clerk, returned_mails
from judge.letters.desk.desk import Desk
from judge.mail import body, manners, ours
from judge.mail.identity import find_returned, is_bounce
from judge.mail.inbox import Inbox
from judge.post import intake, posting, servers, shunt
from judge.post.hand import MAIL, DeadlyError, Task
from judge.run import nightly
from judge.run.groups import Act, Finish, act_on_each, in_hand
from judge.run.work import Pass, PutOffError
from judge.spool import machine_clock, mishaps
from judge.store import bell, games, letters, log, marks, outbox, people
from judge.store.record import ReceivedMail

_AGAIN = "No pass looks at it again; move it out of the folder and back, and the next one does."


def take_mails(work: Pass) -> None:
    """Take every mail there is, durably, without reading any; tell of those that can't be.

    Of what a provider took for spam only what is a player's; the daily mail tells the keeper.
    """
    _drain(work, servers.open_inbox(work.spool))
    if not work.spool.config.inbox.junk:
        return
    taken: list[str] = []

    def is_wanted(head: bytes) -> bool:
        letter = body.read_letter(head, work.house.now, work.house.ours, whole=False)
        with work.beside.begin() as db:
            is_known = people.find_by_address(db, letter.sender) is not None
        if is_known or "+" in letter.recipient:
            taken.append(letter.sender)
        return is_known or "+" in letter.recipient

    box = servers.open_imap(work.spool, is_wanted)
    _drain(work, box)
    if box.unwanted:
        servers.leave_junk(work.spool, box.unwanted[-1])
    if taken:
        with work.engine.begin() as db:
            told = (marks.read(db, marks.SPAM) or "").split()
            marks.write(db, marks.SPAM, " ".join(sorted({*told, *taken})[: nightly.NAMED]))


def _drain(work: Pass, inbox: Inbox) -> None:
    """Take what lies in a mailbox; tell the keeper, once, of mails that are left there."""
    try:
        intake.drain(work.engine, work.spool, work.house, inbox)
    finally:
        if why_of_key := inbox.newly_left:
            lines = [f"{why.rstrip('.')}. {_AGAIN}" for why in why_of_key.values()]
            work.report.lines += lines
            digest = hashlib.sha256("\n".join(sorted(why_of_key)).encode()).hexdigest()
            notice = posting.make_keeper_notice(
                work.house, f"left.{digest[:32]}", "mail was left", "health", {"lines": lines}
            )
            act_on_each(work, [notice], lambda _, one: [one])
            servers.leave_mail(work.spool, why_of_key)


def act_on_mails(work: Pass) -> None:
    """Act on every mail that waits in the journal, in the order of their arrival.

    All that is done with a mail's contents is done here, one mail at a time, each in our hand.
    """
    read_heads(work)
    with work.engine.begin() as db:
        mails = letters.find_waiting(db)
    act_on_mail_each(work, mails, partial(answer_mail, work))


def read_heads(work: Pass) -> None:
    """Read the heads of the mails that were taken, before any of them is obeyed."""
    with work.engine.begin() as db:
        mails = letters.find_unread(db)

    def ring(db: Connection, mails_read: Sequence[ReceivedMail]) -> None:
        if work.holder:  # the workers beside us are told which games have mail
            bell.ring(db, letters.find_games(db, [one.id for one in mails_read]))

    act_on_mail_each(work, mails, partial(read_head, work), ring)
    # What the stamps on the mails say of our clock is remembered before any mail is obeyed.
    with work.engine.begin() as db:
        if work.house.believed:
            machine_clock.remember_stamps(db, *work.stamps, pretended=work.house.pretended)
        else:
            machine_clock.hear_stamps(db, work.house.now, work.stamps)


def act_on_mail_each(
    work: Pass,
    mails: Sequence[ReceivedMail],
    act: Act[ReceivedMail],
    finish: Finish[ReceivedMail] | None = None,
) -> None:
    """Act on mails, each in our hand; one that raises is put aside."""

    def name_task(mail: ReceivedMail) -> Task:
        return Task(MAIL, mail.id)

    with in_hand(work, name_task) as hold:
        act_on_each(work, mails, act, partial(shunt_mail, work), hold, finish)


def read_head(work: Pass, db: Connection, mail: ReceivedMail) -> Sequence[Notice]:
    """Read a mail's head: when it came, and whether it came before."""
    if not letters.hold_unread(db, mail.id):  # another host has read it
        return ()
    stamp = intake.read_head(db, work.spool, work.house, mail, work.keys)
    if not work.house.believed:
        stamp = intake.find_vouching_stamp(db, work.house, mail)
    work.stamps.extend([stamp] if stamp else [])
    return ()


def act_on_put_off(work: Pass) -> bool:
    """Act on mails that were put off as long as there is time; whether there were any.

    The next pass goes on with those that are left.
    """
    with work.engine.begin() as db:
        mails = letters.find_put_off(db)
    if not mails:
        return False
    end = process_time() + limits.UNPROVEN_AFTERWARDS

    def answer(db: Connection, mail: ReceivedMail) -> Sequence[Notice]:
        return answer_mail(work, db, mail) if process_time() < end else ()

    act_on_mail_each(work, mails, answer)
    with work.engine.begin() as db:
        work.report.restless = work.report.restless or bool(letters.find_put_off(db))
    return True


def answer_mail(work: Pass, db: Connection, mail: ReceivedMail) -> Sequence[Notice]:
    """Read a mail, obey it, and close it in the journal.

    Raises PutOffError for one that nothing proves, where its sender or all such mail has had its
    share of the processor's time, or it takes too long.
    """
    if mail.put_off == letters.TOO_SLOW:
        letter = intake.read(db, work.house, mail)
        return _obey_mail(work, db, mail, letter, clerk.receive(db, work.house, mail, letter))
    has_turn = mail.put_off == letters.OVER_ALLOWANCE
    if not (mail.proven or has_turn) and work.allowance.is_used_up():
        raise PutOffError(letters.OVER_ALLOWANCE)
    start = process_time()
    letter = intake.read(db, work.house, mail)
    desk = clerk.receive(db, work.house, mail, letter)
    if desk.proven or desk.foreign:
        return _obey_mail(work, db, mail, letter, desk)
    if not has_turn and work.allowance.is_used_up(letter.sender):
        raise PutOffError(letters.OVER_ALLOWANCE)
    try:
        with time_limit.limit(limits.UNPROVEN_SECONDS):
            return _obey_mail(work, db, mail, letter, desk)
    except EndlessError:
        raise PutOffError(letters.TOO_SLOW) from None
    finally:
        work.allowance.spend(letter.sender, process_time() - start)


def _obey_mail(
    work: Pass, db: Connection, mail: ReceivedMail, letter: Letter, desk: Desk
) -> Sequence[Notice]:
    """Obey a mail that was read and received."""
    # The bounce address that it came to, or should have: some providers send from one.
    returned = letter.recipient if is_bounce(letter.recipient) else ""
    if not returned and letter.silence.startswith(manners.REPORTS):
        returned = find_returned(work.house.archive.read(db, mail.digest), work.house.ours)
    if returned:
        raw = work.house.archive.read(db, mail.digest)
        handled = returned_mails.handle(db, work.house, replace(letter, recipient=returned), raw)
    else:
        handled = clerk.handle(desk, mail, letter)
        returned_mails.forget_failures(db, work.house, letter)
    letters.close(db, mail.id, handled.status, handled.reason)
    game = games.find(db, mail.game) if mail.game else None
    log.mail(db, work.house.now, mail.id, handled.status, beside=game.name if game else "")
    # Lines over which the judge broke are told to the keeper, of each place in its code once a day.
    faults = shunt.report_lines(work.spool, work.house, mail, handled.faults)
    if faults and outbox.unknown_keys(db, [one.key for one in faults]):
        name = ours.receipt_name(work.house.ours, mail.id)
        work.report.lines.append(f"A line of mail {name} could not be read: a fault of the judge.")
    return [*handled.notices, *faults]


def shunt_mail(
    work: Pass, db: Connection, mail: ReceivedMail, error: Exception
) -> Sequence[Notice]:
    """A mail raised: it is put off if it was only to wait, else put aside.

    Its proven writer is answered, unless that has a fault, too.
    """
    if isinstance(error, PutOffError):
        letters.put_off(db, mail.id, error.why)
        return ()
    name = ours.receipt_name(work.house.ours, mail.id)
    work.report.lines.append(f"Mail {name} was shunted: {shunt.name_error(error)}.")
    notices = shunt.shunt_letter(db, work.spool, work.house, mail, error)
    # Of what ended a pass, or took too long, no more than the head is read.
    whole = not isinstance(error, DeadlyError | EndlessError | MemoryError)
    try:
        with db.begin_nested(), time_limit.limit(limits.UNPROVEN_SECONDS):
            letter = intake.read(db, work.house, mail, whole=whole)
            answers = returned_mails.tell_of_shunted(db, work.house, mail, letter)
    except Exception as again:
        if mishaps.spoils_all(again):
            raise
        return notices
    return [*notices, *answers]
