"""The audit: every mail in one final state, the log unbroken, every byte as the judge left it.

Of its proofs, one a function, each yields what is wrong. Of what was ``proved`` before, each looks
only at what lies behind it. How far the archive was read is written down on the way: an audit that
breaks off is gone on with by the next one.
"""

import hashlib
import itertools
import json
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec
from msgspec import MsgspecError, Struct
from sqlalchemy import ColumnElement, Connection, Table, exists, func, select, text, true
from sqlalchemy.exc import DatabaseError

from judge import progress
from judge.mail import disk
from judge.mail.body import is_beginning
from judge.run import fence, keep
from judge.spool import archives, mishaps, spool
from judge.spool.archives import Archive
from judge.spool.spool import Spool
from judge.store import letters, log, outbox, schema, seals, turns
from judge.store.database import open_to_read
from judge.store.dialect import is_sqlite
from judge.store.glance import VERSION

PROVEN_FILE = "proved"
SETTLED = ("turns", "press", "moves")
"""Tables whose rows stay as they were written, beside the journal, the outbox and the readings."""


class ProvenRows(msgspec.Struct, frozen=True):
    """Up to where all is proved: of the log a row and its hash, of tables the number of a row.

    ``told``: behind this row the log tells of mails that are not in ``rows``. ``read``: up to this
    mail the archive was read by an audit of all that broke off.
    """

    file: int = 0
    schema: str = VERSION
    row: int = 0
    hash: str = log.BEGINNING
    told: int = 0
    rows: dict[str, int] = {}
    read: int = 0

    def of(self, table: str) -> int:
        """The last proved row of a table; 0 where all is to be looked at."""
        return self.rows.get(table, 0)

    @property
    def mails(self) -> int:
        """The last mail that came in of which all is proved."""
        return self.of(schema.letters.name)


NOTHING = ProvenRows()


def load_proven(home: Path, db: Connection) -> ProvenRows:
    """What was proved before, if it was proved of this database, and that is a file."""
    if not is_sqlite(db):
        return NOTHING
    try:
        proof = msgspec.json.decode((home / PROVEN_FILE).read_bytes(), type=ProvenRows)
    except (OSError, msgspec.MsgspecError):
        return NOTHING
    own = db.execute(select(schema.log.c.hash).where(schema.log.c.id == proof.row)).scalar()
    same = (_number(home), VERSION, own or log.BEGINNING)
    return proof if (proof.file, proof.schema, proof.hash) == same else NOTHING


def find_proven(home: Path, db: Connection) -> ProvenRows:
    """All that stands there now, up to the first mail that is not done with."""
    row, own = log.last(db)
    is_open = _STATUS.in_((letters.NEW, letters.SHUNTED))
    mails = _before_first(db, schema.letters, is_open)
    posts = _before_first(db, schema.outbox, schema.outbox.c.status.in_(outbox.WAITING))
    rows = {table: _last(db, table) for table in SETTLED}
    rows |= {"letters": mails, "readings": mails, "outbox": posts}
    # Behind which row the log tells of the mails behind ``mails``; all rows tell of one before.
    mail = func.json_extract(schema.log.c.facts, "$.mail")
    taken = select(func.min(schema.log.c.id)).where(schema.log.c.what == log.TAKEN, mail > mails)
    first = db.execute(taken).scalar()
    told = row if first is None else int(first) - 1
    return ProvenRows(_number(home), VERSION, row, own, told, rows)


def _number(home: Path) -> int:
    """The number of the database's file: a copy has another one."""
    return (home / "judge.db").stat().st_ino


def _before_first(db: Connection, table: Table, is_open: ColumnElement[bool]) -> int:
    """The number before the first row that is open; the last row's, if none is."""
    first = db.execute(select(func.min(table.c.id)).where(is_open)).scalar()
    return _last(db, table.name) if first is None else int(first) - 1


def _last(db: Connection, table: str) -> int:
    return int(db.execute(text(f"SELECT coalesce(max(rowid), 0) FROM {table}")).scalar_one())


LOOKS, TICK = 5, 0.5
"""How often a mail that is in the archive alone is looked for, and after how many seconds."""


class Fault(Struct, frozen=True):
    """Something that is not as the judge left it: where, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        """One sentence."""
        return f"{self.where}: {self.what}."


def where_it_is(db: Connection) -> str:
    """Where faults of the database are."""
    return "judge.db" if is_sqlite(db) else f"database {db.engine.url.database}"


def check_structure(db: Connection, proven_rows: ProvenRows) -> Iterator[Fault]:
    """The database file: its pages, its references from table to table, its indexes once.

    PostgreSQL sees to its own: to references always, to pages where it was made with checksums.
    """
    if not is_sqlite(db):
        return
    check = "quick_check" if proven_rows.row else "integrity_check"
    with progress.during("Looking at the pages of judge.db"):
        verdicts = db.execute(text(f"PRAGMA {check}(20)")).scalars().all()
    for words in verdicts:
        if words != "ok":
            yield Fault("judge.db", f"its structure is damaged ({' '.join(words.split())})")
    for table, row, parent, _ in db.execute(text("PRAGMA foreign_key_check")):
        yield Fault("judge.db", f"row {row} of {table} refers to a row of {parent} that is gone")


def check_seals(db: Connection, proven_rows: ProvenRows) -> Iterator[Fault]:
    """Every row of every table against the seal that was made when it was written."""
    if not is_sqlite(db):
        return
    for (name,) in db.exec_driver_sql(seals.IN_USE).all():
        rows = db.execute(text(seals.COMPARE[name]), {"after": proven_rows.of(name)})
        count = db.exec_driver_sql(f'SELECT count(*) FROM "{name}"').scalar()
        for old_seal, key, *values in progress.over(rows, f"Comparing the seals of {name}", count):
            if old_seal != seals.seal(*values):
                yield Fault("judge.db", f"row {key} of {name} is not as the judge wrote it")
        orphans = db.exec_driver_sql(seals.ORPHANS[name])
        yield from (Fault("judge.db", f"row {key} of {name} is gone") for (key,) in orphans)
    # how the tables themselves are made
    query = select(schema.seals.c.row, schema.seals.c.seal).where(schema.seals.c.of == seals.TABLES)
    seal_of_key = dict(db.execute(query).all())
    for key, *values in db.exec_driver_sql(seals.READ[seals.TABLES]):
        if seal_of_key.pop(key, None) != seals.seal(*values):
            yield Fault("judge.db", f"row {key} of {seals.TABLES} is not as the judge wrote it")
    yield from (Fault("judge.db", f"row {key} of {seals.TABLES} is gone") for key in seal_of_key)
    for name in db.execute(select(schema.seals.c.of).distinct()).scalars():
        if name not in seals.READ:
            yield Fault("judge.db", f"there are seals of a table {name} that is none of ours")


def check_chain(db: Connection, proven_rows: ProvenRows) -> Iterator[Fault]:
    """The log's rows against the chains of their hashes, and what rows tell of all books."""
    start = log.heads(db, proven_rows.row) if proven_rows.row else {}
    links = progress.over(log.links(db, proven_rows.row), "Following the log", log.count(db))
    for row in log.broken_rows(links, log.find_gaps(db), start):
        where = where_it_is(db)
        yield Fault(where, f"row {row} of the log does not follow from the rows before it")


def check_age(db: Connection, this_spool: Spool) -> Iterator[Fault]:
    """Whether the database is the one that the judge wrote into last."""
    if why := fence.explain_loss(db, this_spool):
        yield Fault(where_it_is(db), why.rstrip("."))


def check_mails(db: Connection, proven_rows: ProvenRows) -> Iterator[Fault]:
    """Every mail taken has one state, and the journal and the log agree on it."""
    history_of = _histories(db, proven_rows)
    query = select(schema.letters.c.id, schema.letters.c.digest, _STATUS)
    for row in db.execute(query.where(schema.letters.c.id > proven_rows.mails)):
        where = f"letter {row.id}"
        if row.status not in letters.STATES:
            yield Fault(where, f"'{row.status}' is no state of a mail")
        arrivals, became = history_of.pop(row.id, ((), ()))
        if arrivals != (row.digest,):
            yield Fault(where, "the log does not say once that it was taken")
        last = became[-1] if became else letters.NEW
        if last != row.status:
            yield Fault(where, f"the journal says '{row.status}', the log says '{last}'")
        for one, next_one in itertools.pairwise(became):
            if letters.NEW not in (one, next_one):
                yield Fault(where, f"it came to an end twice, '{one}' and '{next_one}'")
    former = set(db.execute(select(schema.former.c.letter)).scalars()) if history_of else set()
    for number in history_of.keys() - former:
        yield Fault(f"letter {number}", "it was taken, but the journal does not know it")


_STATUS = schema.letters.c.status
History = tuple[tuple[object, ...], tuple[str, ...]]
"""With which digests the log says that a mail was taken, and what became of it, oldest first."""


def _histories(db: Connection, proven_rows: ProvenRows) -> dict[int, History]:
    """What the log says of each mail; rows that can't be read were named before.

    There may be a million, so what most have in common is kept once.
    """
    history_of: dict[int, History] = {}
    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    for link in log.links(db, proven_rows.told, log.MAIL):
        if link.what == log.AGAIN:
            continue
        try:
            facts = log.deed(link).facts
            number = int(facts["mail"] or 0)
        except (MsgspecError, KeyError, TypeError, ValueError):
            continue
        if number > proven_rows.mails:
            arrivals, became = history_of.get(number, ((), ()))
            if link.what == log.TAKEN:
                arrivals = (*arrivals, facts.get("digest"))
            else:
                became = (*became, sys.intern(link.what.removeprefix(log.MAIL)))
            history_of[number] = arrivals, known.setdefault(became, became)
    return history_of


def check_copies(db: Connection, archive: Archive, proven_rows: ProvenRows) -> Iterator[Fault]:
    """Every copy of a mail has a mail of the same content, or one that it begins, that counts."""
    is_in_former = exists().where(
        schema.former.c.content == func.substr(schema.letters.c.content, 1, letters.KEY),
        schema.former.c.content != "",
    )
    original = schema.letters.alias()
    first = exists().where(
        original.c.content == schema.letters.c.content,
        original.c.status != letters.REPEATED,
    )
    query = select(schema.letters.c.id).where(_STATUS == letters.REPEATED, ~first, ~is_in_former)
    for (number,) in db.execute(query.where(schema.letters.c.id > proven_rows.mails)).all():
        mail = letters.get(db, number)
        others = letters.find_namesakes(db, mail) if mail else []
        try:
            is_cut_off = mail is not None and any(
                is_beginning(archive.read(db, mail.digest), archive.read(db, other.digest))
                for other in others
                if other.status != letters.REPEATED
            )
        except FileNotFoundError:  # let go of: it was proved before
            is_cut_off = True
        if not is_cut_off:
            what = "it is held to be a copy, but no other mail says the same"
            yield Fault(f"letter {number}", what)


READ_STEP = 10_000
"""Mails after which it is written down how far the archive was read."""


def check_archive(
    db: Connection, archive: Archive, proven_rows: ProvenRows, remember: Callable[[int], None]
) -> Iterator[Fault]:
    """Every mail taken lies in the archive, byte for byte, unless the log says it was let go of.

    What was read once need only be there. ``remember`` is told up to which mail all is well.
    """
    digests_gone = _digests_let_go(db)
    known = archive.digests(db) | digests_gone
    start = max(proven_rows.mails, proven_rows.read)
    query = select(schema.letters.c.id, schema.letters.c.digest).order_by(schema.letters.c.id)
    yield from (
        Fault(f"archive/{digest}.eml", f"it holds letter {number} and is not there")
        for number, digest in db.execute(query.where(schema.letters.c.id <= start))
        if digest not in known
    )
    rows = db.execute(query.where(schema.letters.c.id > start)).all()
    is_well = True
    for at, (number, digest) in enumerate(progress.over(rows, "Reading the archive"), 1):
        what = ""
        try:
            if hashlib.sha256(archive.read(db, digest)).hexdigest() != digest:
                what = f"it is not as letter {number} came in"
        except OSError as error:
            if mishaps.is_refused(error):
                raise
            if digest not in digests_gone:
                why = error.strerror or "it is damaged"
                what = f"it holds letter {number} and can't be read ({why})"
        except (EOFError, zlib.error):
            what = f"it holds letter {number} and is damaged"
        if what:
            is_well = False
            yield Fault(f"archive/{archive.place(digest).rpartition('/')[2]}", what)
        if is_well and at % READ_STEP == 0:
            remember(number)


def check_journal(db: Connection, archive: Archive) -> Iterator[Fault]:
    """Every mail in the archive was taken: the other way round.

    One that is taken just now is archived before it is journalled, so we look again.
    """
    strays = find_strays(db, archive)
    for _ in range(LOOKS):
        if not strays:
            return
        time.sleep(TICK)
        with db.engine.begin() as later:
            strays.difference_update(_digests_taken(later))
    for digest in sorted(strays):
        where = f"archive/{archive.place(digest).rpartition('/')[2]}"
        yield Fault(
            where,
            "the journal does not know it: the next pass takes it if it still lies in the inbox, "
            "else put it into in/new, or away",
        )


def find_strays(db: Connection, archive: Archive) -> set[str]:
    """The mails in the archive that were not taken, and that nobody let go of."""
    strays = archive.digests(db) - _digests_let_go(db)
    strays.difference_update(_digests_taken(db))
    return {digest for digest in strays if len(digest) == hashlib.sha256().digest_size * 2}


def _digests_taken(db: Connection) -> Iterable[str]:
    return db.execute(select(schema.letters.c.digest)).scalars()


def _digests_let_go(db: Connection) -> set[str]:
    """The mails whose bytes were let go of."""
    query = select(schema.log.c.facts).where(schema.log.c.what == keep.LET_GO)
    return {json.loads(facts)["digest"] for facts in db.execute(query).scalars()}


def check_turns(db: Connection, proven_rows: ProvenRows) -> Iterator[Fault]:
    """Every turn is stored as it was adjudicated."""
    digest_of = {}
    for link in log.links(db, proven_rows.row, log.TURN):
        if link.what == log.TURN:
            deed = log.deed(link)
            digest_of[deed.game, deed.facts["number"], deed.facts["revision"]] = deed.facts[
                "digest"
            ]
    after = proven_rows.of("turns")  # 0 where the rows of a table have no numbers
    condition = text("turns.rowid > :after").bindparams(after=after) if after else true()
    query = select(
        schema.games.c.name,
        schema.turns.c.number,
        schema.turns.c.revision,
        schema.turns.c.phase,
        schema.turns.c.before,
        schema.turns.c.orders,
        schema.turns.c.events,
    ).join(schema.games, schema.games.c.id == schema.turns.c.game)
    for name, number, revision, phase, *parts in db.execute(query.where(condition)):
        if digest_of.get((name, number, revision)) != turns.digest(*parts):
            yield Fault(f"{name} {phase}", "the turn is not as it was adjudicated")


def check_outbox(db: Connection, proven_rows: ProvenRows) -> Iterator[Fault]:
    """Every mail written is sent, given up, or waits with its bytes; every answer is there."""
    query = select(schema.outbox.c.key, schema.outbox.c.status, schema.bodies.c.key).join(
        schema.bodies, schema.bodies.c.key == schema.outbox.c.key, isouter=True
    )
    for key, status, body in db.execute(query.where(schema.outbox.c.id > proven_rows.of("outbox"))):
        if status not in outbox.STATES:
            yield Fault(f"outbox {key}", f"'{status}' is no state of a mail")
        elif status != outbox.FAILED and (body is not None) != (status in outbox.WAITING):
            yield Fault(f"outbox {key}", f"it is {status}, and its bytes are not as that needs")
    answered = (
        select(schema.letters.c.id, schema.letters.c.digest)
        .where(schema.letters.c.id > proven_rows.mails)
        .where(_STATUS == letters.DONE)
        .where(schema.letters.c.reason == "")
    )
    for rows in db.execute(answered).partitions(KEYS):
        number_of_key = {outbox.answer_key(number, digest): number for number, digest in rows}
        known = select(schema.outbox.c.key).where(schema.outbox.c.key.in_(number_of_key))
        for key in number_of_key.keys() - set(db.execute(known).scalars()):
            where = f"letter {number_of_key[key]}"
            yield Fault(where, "it was acted on, but its answer is not in the outbox")


KEYS = 500
"""Answers that are looked for at once."""
DAMAGE = (DatabaseError, MsgspecError, ValueError, TypeError)
"""What a damaged database raises."""

Proof = Callable[[], Iterator[Fault]]


@dataclass(slots=True)
class Audit:
    """What was counted and what was found: mails by state, outgoing mails by state, the log.

    Of the log's ``rows`` some were ``let_go`` of; ``before`` tells up to which all was proved, and
    ``read`` up to which mail the archive was read by an audit that broke off.
    """

    mails: dict[str, int] = field(default_factory=dict)
    outbox: dict[str, int] = field(default_factory=dict)
    rows: int = 0
    let_go: int = 0
    before: int = 0
    read: int = 0
    head: str = log.BEGINNING
    faults: list[Fault] = field(default_factory=list)

    def as_json(self) -> str:
        """The audit for programs, on one line."""
        record = {
            "ok": not self.faults,
            "mails": {"taken": sum(self.mails.values()), **self.mails},
            "outbox": self.outbox,
            "archive": {"read_before": self.read},
            "log": {
                "rows": self.rows,
                "let_go": self.let_go,
                "proved_before": self.before,
                "head": self.head,
            },
            "faults": [{"where": fault.where, "what": fault.what} for fault in self.faults],
        }
        return msgspec.json.encode(record).decode()

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
        if self.read:
            sentences.append(
                f"An audit that broke off had read the archive up to letter {self.read}."
            )
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
            last = load_proven(home, db)
            before = ProvenRows(read=last.read) if whole else last
            _look(report, db, this_spool, before, partial(_remember, home, last))
            if is_sqlite(db):
                read = 0 if whole else last.read
                now_proven = last if report.faults else find_proven(home, db)
                _remember(home, now_proven, read)
        engine.dispose()
    except DAMAGE as error:
        if mishaps.is_refused(error, home):
            raise
        report.faults.append(_damage_fault("judge.db", "it", error))
    return report


def _remember(home: Path, proven: ProvenRows, read: int) -> None:
    """Remember what is proved, and up to which mail the archive was read."""
    if (home / "judge.db").exists():
        now_proven = msgspec.structs.replace(proven, file=_number(home), read=read)
        with suppress(OSError):  # the disk is full: the next audit proves it once more
            disk.store({PROVEN_FILE: msgspec.json.encode(now_proven)}, home, home)


def _look(
    report: Audit,
    db: Connection,
    this_spool: Spool,
    before: ProvenRows,
    remember: Callable[[int], None],
) -> None:
    """Count, then try every proof; one that a damaged database breaks off stops no other."""
    archive = archives.of(this_spool)
    proving: tuple[tuple[str, Proof], ...] = (
        ("its structure", lambda: check_structure(db, before)),
        ("a table", lambda: check_seals(db, before)),
        ("the log", lambda: check_chain(db, before)),
        ("its age", lambda: check_age(db, this_spool)),
        ("the journal", lambda: check_mails(db, before)),
        ("the copies", lambda: check_copies(db, archive, before)),
        ("the archive", lambda: check_archive(db, archive, before, remember)),
        ("the journal", lambda: check_journal(db, archive)),
        ("the turns", lambda: check_turns(db, before)),
        ("the outbox", lambda: check_outbox(db, before)),
    )
    for what, proof in proving:
        try:
            with nullcontext() if is_sqlite(db) else db.begin_nested():
                report.faults.extend(proof())
        except DAMAGE as error:
            if mishaps.is_refused(error, this_spool.home):
                raise
            report.faults.append(_damage_fault(where_it_is(db), what, error))
    states = dict.fromkeys((*letters.STATES, *letters.counts(db)), 0)
    report.mails = states | letters.counts(db)
    report.outbox = dict.fromkeys(outbox.STATES, 0) | outbox.counts(db)
    report.let_go = sum(last - first + 1 for (_, first), (last, _) in log.find_gaps(db).items())
    report.rows, (_, report.head) = log.count(db) + report.let_go, log.last(db)
    report.before, report.read = before.row, before.read


def _damage_fault(where: str, what: str, error: Exception) -> Fault:
    """A fault for what can't even be read; the error's own first line, which quotes no row."""
    cause = getattr(error, "orig", None) or error
    quotes = mishaps.is_garbled(error) or not isinstance(error, DatabaseError)
    words = type(cause).__name__ if quotes else str(cause)
    return Fault(where, f"{what} can't be read ({words.splitlines()[0].strip('. ')})")
