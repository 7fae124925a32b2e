"""The audit: every mail in one final state, the log unbroken, every byte as the judge left it."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import MsgspecError, json
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from judge.keeper import proofs
from judge.keeper.proofs import Fault, ProvenRows
from judge.spool import archives, mishaps, spool
from judge.spool.spool import Spool
from judge.store import letters, log, outbox
from judge.store.database import open_to_read
from judge.store.dialect import is_sqlite

DAMAGE = (DatabaseError, MsgspecError, ValueError, TypeError)
"""What a damaged database raises."""

Proof = Callable[[], Iterator[Fault]]


@dataclass(slots=True)
class Audit:
    """What was counted and what was found: mails by state, outgoing mails by state, the log.

    Of the log's ``rows`` some were ``let_go`` of; ``before`` tells up to which all was proved.
    """

    mails: dict[str, int] = field(default_factory=dict)
    outbox: dict[str, int] = field(default_factory=dict)
    rows: int = 0
    let_go: int = 0
    before: int = 0
    head: str = log.BEGINNING
    faults: list[Fault] = field(default_factory=list)

    def as_json(self) -> str:
        """The audit for programs, on one line."""
        record = {
            "ok": not self.faults,
            "mails": {"taken": sum(self.mails.values()), **self.mails},
            "outbox": self.outbox,
            "log": {
                "rows": self.rows,
                "let_go": self.let_go,
                "proved_before": self.before,
                "head": self.head,
            },
            "faults": [{"where": fault.where, "what": fault.what} for fault in self.faults],
        }
        return json.encode(record).decode()

    def lines(self) -> list[str]:
        """The audit for people."""
        share_gone = f", of which {self.let_go} were let go of" if self.let_go else ""
        hint = f"Proved before up to row {self.before} of the log; --all proves that once more."
        sentences = [
            f"Mails: {sum(self.mails.values())} taken = {_sum(self.mails)}.",
            f"Outbox: {sum(self.outbox.values())} written = {_sum(self.outbox)}.",
            f"Log: {self.rows} rows{share_gone}, the last is {self.head[:16]}.",
            *map(str, self.faults),
        ]
        if given_up := self.outbox.get(outbox.FAILED):
            sentences.append(f"Given up: {given_up}; 'judge outbox' lists them.")
        if self.before:
            sentences.append(hint)
        return sentences if self.faults else [*sentences, "Nothing is wrong."]


def _sum(counts: dict[str, int]) -> str:
    return " + ".join(f"{count} {state}" for state, count in counts.items()) or "0"


def audit(home: Path, *, whole: bool = True) -> Audit:
    """Look through a spool; the ``whole``, or what was not proved before. Remember what is proved.

    Raises KeeperError where it can't be opened at all.

    What the machine refuses (a full disk, no more files) is no fault of the judge's: it is raised.
    """
    this_spool = spool.open_spool(home)
    report = Audit()
    try:
        engine = open_to_read(this_spool.database)
        with engine.begin() as db:
            before = proofs.NOTHING if whole else proofs.load_proven(home, db)
            _look(report, db, this_spool, before)
            if not report.faults and is_sqlite(db):
                with suppress(OSError):  # the disk is full: the next audit proves it once more
                    proofs.save_proven(home, proofs.find_proven(home, db))
        engine.dispose()
    except DAMAGE as error:
        if mishaps.is_refused(error, home):
            raise
        report.faults.append(_damage_fault("judge.db", "it", error))
    return report


def _look(report: Audit, db: Connection, this_spool: Spool, before: ProvenRows) -> None:
    """Count, then try every proof; one that a damaged database breaks off stops no other."""
    archive = archives.of(this_spool)
    proving: tuple[tuple[str, Proof], ...] = (
        ("its structure", lambda: proofs.check_structure(db, before)),
        ("a table", lambda: proofs.check_seals(db, before)),
        ("the log", lambda: proofs.check_chain(db, before)),
        ("its age", lambda: proofs.check_age(db, this_spool)),
        ("the journal", lambda: proofs.check_mails(db, before)),
        ("the copies", lambda: proofs.check_copies(db, archive, before)),
        ("the archive", lambda: proofs.check_archive(db, archive, before)),
        ("the journal", lambda: proofs.check_journal(db, archive)),
        ("the turns", lambda: proofs.check_turns(db, before)),
        ("the outbox", lambda: proofs.check_outbox(db, before)),
    )
    for what, proof in proving:
        try:
            with nullcontext() if is_sqlite(db) else db.begin_nested():
                report.faults.extend(proof())
        except DAMAGE as error:
            if mishaps.is_refused(error, this_spool.home):
                raise
            report.faults.append(_damage_fault(proofs.where_it_is(db), what, error))
    states = dict.fromkeys((*letters.STATES, *letters.counts(db)), 0)
    report.mails = states | letters.counts(db)
    report.outbox = dict.fromkeys(outbox.STATES, 0) | outbox.counts(db)
    report.let_go = sum(last - first + 1 for (_, first), (last, _) in log.find_gaps(db).items())
    report.rows, (_, report.head) = log.count(db) + report.let_go, log.last(db)
    report.before = before.row


def _damage_fault(where: str, what: str, error: Exception) -> Fault:
    """A fault for what can't even be read; the error's own first line, which quotes no row."""
    cause = getattr(error, "orig", None) or error
    quotes = mishaps.is_garbled(error) or not isinstance(error, DatabaseError)
    words = type(cause).__name__ if quotes else str(cause)
    return Fault(where, f"{what} can't be read ({words.splitlines()[0].strip('. ')})")
