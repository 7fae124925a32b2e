"""Mails sent, and the keeper told of trouble with a server."""

from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import Connection

from judge.catalog import time_limit
from judge.kernel.errors import EndlessError, KeeperError
from judge.kernel.notice import Notice
from judge.letters.clerk import returned_mails
from judge.post import posting, servers, shunt, trouble
from judge.post.posting import Failure, PostingReport
from judge.report.render import forget as forget_templates
from judge.run.groups import act_on_each, word_failures, write_kept
from judge.run.work import Pass
from judge.store import outbox


def post_mails(work: Pass) -> None:
    """Send what is due; tell who must know of a mail that was given up, in this same pass."""

    def tell(db: Connection, failure: Failure) -> Sequence[Notice]:
        if failure.post.recipient == work.house.config.keeper:
            work.report.lines.append(f"The keeper's address is refused: {failure.reason}")
        return returned_mails.give_up(db, work.house, failure)

    news = True
    while news:
        result = PostingReport()
        try:
            way = servers.open_transport(work.spool)
        except KeeperError as error:
            result.trouble = str(error)
        else:
            together = work.spool.config.outbox.kind == "maildir"
            result = posting.post(
                work.beside, work.house, way, together=together, holder=work.holder
            )
        act_on_each(work, result.failures, tell)
        news = report_trouble(work, trouble.OUT, result.trouble, well=result.took)
        waiting, a_day = result.over_share, work.spool.config.outbox.a_day
        share = f"{waiting}, as a_day = {a_day} in [outbox] of judge.toml wants; none is lost"
        share = share if waiting else ""
        news = report_trouble(work, trouble.SHARE, share, well=not waiting) or news
        news = (news or bool(result.failures)) and not result.trouble and not result.more
        work.report.restless = work.report.restless or result.more

    if result.took and (folder := work.spool.config.inbox.sent):
        # The copies that the provider keeps of our mails; the next pass tries it again.
        with suppress(KeeperError), servers.open_imap(work.spool) as box:
            box.clear(folder, "X-Loop", work.spool.config.address)


def report_trouble(work: Pass, way: str, obstacle: str, *, well: bool) -> bool:
    """Tell the keeper of trouble with a server, when it is new or over; whether anything was told.

    ``obstacle`` is what stood in the way, ``well`` whether the server did what it should.
    """

    def tell(db: Connection, way: str) -> Sequence[Notice]:
        word = trouble.TroubleReport()
        if obstacle:
            word = trouble.meet_trouble(db, work.house, way, obstacle)
        elif well:
            word = trouble.end_trouble(db, work.house, way)
        work.report.lines += [word.line] if word.line else []
        if way in trouble.STOPPING and trouble.find_trouble(db, way, work.house.reader):
            work.report.failed = True
        return word.notices

    with work.beside.begin() as db:
        present_trouble = trouble.find_trouble(db, way, work.house.reader)
    if not obstacle and present_trouble is None:
        return False
    told = len(work.report.lines)
    act_on_each(work, [way], tell)
    return len(work.report.lines) > told


REWRITTEN_AT_ONCE = 100
"""Mails a commit."""
REWRITING = 60
"""Seconds of processor time that so many may take."""


def write_waiting(work: Pass) -> None:
    """Write what could not be written before; what still can't be waits for the next pass."""
    with work.beside.begin() as db:
        mails = outbox.find_unwritten(db, limit=1)
    if mails:
        forget_templates()
    failures: list[Exception] = []
    last = 0
    while mails:
        try:
            with work.engine.begin() as db, time_limit.limit(REWRITING):
                mails = outbox.find_unwritten(db, last, REWRITTEN_AT_ONCE)
                failures += write_kept(db, work.house, mails).values()
        except EndlessError as error:
            failures.append(error)
            break
        last = mails[-1].number if mails else 0
    if failures:
        shunt.write(work.spool, "mail", failures[0])
    report_trouble(work, trouble.WORDING, word_failures(failures), well=not failures)
