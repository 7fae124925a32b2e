"""What is kept, and how long: old mails packed away by months, and let go of where that is asked.

It is done in the first pass of a day, in steps of one commit each, for some seconds; what is left
waits for the next day. The log says what was let go of, so that the audit knows. Where the
journal's row of a mail goes, its keys stay: by these a copy is known for ever.
"""

import gzip
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from msgspec import Struct
from sqlalchemy import Connection, Engine

from judge import prepared
from judge.kernel import limits
from judge.letters.desk import codes
from judge.mail import body, disk, signatures
from judge.post import intake
from judge.spool import archives
from judge.spool.config import Keep
from judge.spool.house import find_identity
from judge.spool.spool import Spool
from judge.store import letters, log, people, traces
from judge.store.record import ReceivedMail

STEP = 100
"""Mails or readings a commit."""
LONG = 20.0
"""Seconds that a night may take for this."""
FRESH = timedelta(days=31)
"""So long a mail lies in archive/ itself."""
LET_GO = f"archive{log.LET_GO}"
"""The log's word for bytes that were let go of."""


class Night(Struct, frozen=True):
    """A night's work: until when it may take, by ``time.monotonic``."""

    engine: Engine
    spool: Spool
    now: datetime
    end: float

    @property
    def is_over(self) -> bool:
        """Whether the rest waits for the next one."""
        return time.monotonic() > self.end


def tidy(engine: Engine, spool: Spool, now: datetime) -> None:
    """Pack away what is old, and let go of what judge.toml says; nothing of a game that goes on."""
    night = Night(engine, spool, now, time.monotonic() + LONG)
    keep: Keep = spool.config.keep
    if keep.readings_days:  # how the lines of old mails were read, but not whose mails they were
        before = now - timedelta(days=keep.readings_days)
        _repeat(night, lambda db, _: letters.blank_readings(db, before, STEP))
    if keep.mails_days:
        _let_go(night, now - timedelta(days=keep.mails_days), rows=False)
    if keep.journal_days:
        days = max(timedelta(days=keep.journal_days), signatures.LASTING)
        _let_go(night, now - days, rows=True)
    if keep.log_days:  # what is old in the log and of no game
        until = now - timedelta(days=keep.log_days)
        _repeat(night, lambda db, last: log.let_go(db, until, last, STEP))
    with engine.begin() as db:
        people.forget_untouched_studies(db, now - limits.STUDY_KEPT)
    erase_mails(night)
    _pack_away(night)
    prepared.tidy()


def _repeat(night: Night, step: Callable[[Connection, int], int]) -> None:
    """Do a step until it says 0, which is told what it said last."""
    last = 0
    while not night.is_over:
        with night.engine.begin() as db:
            last = step(db, last)
            if not last:
                return


def _let_go(night: Night, before: datetime, *, rows: bool) -> None:
    """Let go of the bytes of old mails, but for those of games that are not over.

    Of their ``rows`` in the journal as well, if that is asked.
    """
    after = 0
    while not night.is_over:
        with night.engine.begin() as db:
            old_letters = letters.find_idle(db, before, after, STEP)
        if not old_letters:
            return
        after = old_letters[-1].id
        letters_here = _note_let_go(night, old_letters)
        with night.engine.begin() as db:
            if rows:
                letters.forget_replies(db, night.now - codes.KEPT)
                gone = letters.forget(db, [one.id for one in old_letters])
                what = f"journal{log.LET_GO}"
                if gone:
                    log.append(db, night.now, log.JUDGE, what, mails=len(gone), last=gone[-1])
        _drop(night, letters_here)


def _note_let_go(night: Night, old_letters: Sequence[ReceivedMail]) -> list[ReceivedMail]:
    """Write into the log whose bytes will go, of those that are there: before they do."""
    archive = archives.of(night.spool)
    with night.engine.begin() as db:
        letters_here = [one for one in old_letters if archive.has(db, one.digest)]
    deeds = [
        log.Deed(log.JUDGE, LET_GO, "", {"letter": one.id, "digest": one.digest})
        for one in letters_here
    ]
    with night.engine.begin() as db:
        log.extend(db, night.now, deeds)
    return letters_here


def _drop(night: Night, old_letters: Sequence[ReceivedMail]) -> None:
    with night.engine.begin() as db:
        archives.of(night.spool).let_go(db, [one.digest for one in old_letters])


def erase_mails(night: Night) -> int:
    """Let go of the mails of those who were erased, but for games that go on; how many went.

    What is left of them in the tables goes with the last one.
    """
    with night.engine.begin() as db:
        erased = traces.find_erased(db)
    ours, archive, count = find_identity(night.spool), archives.of(night.spool), 0
    for address, number in erased.items():
        after = number
        while not night.is_over:
            with night.engine.begin() as db:
                group = letters.find_idle(db, night.now, after, STEP)
            if not group:
                with night.engine.begin() as db:
                    traces.end_erasing(db, address)
                break
            own: list[ReceivedMail] = []
            for one in group:  # nobody wrote what has no bytes any more
                with night.engine.begin() as db, suppress(FileNotFoundError):
                    head = intake.read_beginning(db, archive, one.digest)
                    letter = body.read_letter(head, one.received, ours, whole=False)
                    own += [one] if letter.sender == address else []
            own = _note_let_go(night, own)
            _drop(night, own)
            count, after = count + len(own), group[-1].id
            with night.engine.begin() as db:
                traces.note_erased(db, address, after)
    return count


def _pack_away(night: Night) -> None:
    """Move mails of more than a month ago, compressed, into the folders of their months."""
    archive = night.spool.archive
    latest = (night.now - FRESH).timestamp()
    with os.scandir(archive) as entries:
        old = sorted(
            (entry.stat().st_mtime, entry.name)
            for entry in entries
            if entry.name.endswith(".eml") and entry.stat().st_mtime < latest
        )
    while old and not night.is_over:
        names_of: dict[str, list[str]] = {}
        for moment, name in old[:STEP]:
            month = f"{datetime.fromtimestamp(moment, UTC):%Y-%m}"
            names_of.setdefault(month, []).append(name)
        del old[:STEP]
        for month, names in names_of.items():
            folder = archive / month
            folder.mkdir(mode=0o700, exist_ok=True)
            packed = {
                f"{name}.gz": gzip.compress((archive / name).read_bytes(), mtime=0)
                for name in names
            }
            # They are durable there before they go here.
            disk.store(packed, folder, archive)
            disk.sync(archive)
            for name in names:
                (archive / name).unlink(missing_ok=True)  # a power cut may bring one back
