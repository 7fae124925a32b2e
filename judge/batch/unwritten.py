"""Mails that could not be written are tried again; the keeper is told while there are any."""

from judge.batch.sending import report_trouble
from judge.batch.work import Pass
from judge.batch.writing import word_failures, write_kept
from judge.catalog import time_limit
from judge.kernel.errors import EndlessError
from judge.post import shunt, trouble
from judge.report import render
from judge.store import outbox

GROUP = 100
"""Mails a commit."""
PATIENCE = 60
"""Seconds of processor time that so many may take."""


def write_waiting(work: Pass) -> None:
    """Write what could not be written before; what still can't be waits for the next pass."""
    with work.beside.begin() as db:
        any_wait = bool(outbox.find_unwritten(db, limit=1))
    failures = _try_each(work) if any_wait else []
    if failures:
        shunt.write(work.spool, "mail", failures[0])
    report_trouble(work, trouble.WORDING, word_failures(failures), well=not failures)


def _try_each(work: Pass) -> list[Exception]:
    """What keeps mails from being written: nothing, if all could be."""
    render.forget()
    failures: list[Exception] = []
    last = 0
    while True:
        try:
            with work.engine.begin() as db, time_limit.limit(PATIENCE):
                mails = outbox.find_unwritten(db, last, GROUP)
                failures += write_kept(db, work.house, mails).values()
        except EndlessError as error:
            return [*failures, error]
        if not mails:
            return failures
        last = mails[-1].number
