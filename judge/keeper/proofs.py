"""The proofs of an audit, one a function: each yields what is wrong, nothing where all is well."""

import hashlib
import itertools
import json
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec import MsgspecError
from sqlalchemy import Connection, exists, select, text

from judge.health import keep
from judge.home import mishaps
from judge.home.archives import Archive
from judge.keeper import progress
from judge.mail import content
from judge.store import letters, log, outbox, schema, seals, turns
from judge.store.dialect import is_sqlite
from judge.store.log import Deed


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is not as the judge left it: where, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        """One sentence."""
        return f"{self.where}: {self.what}."


def name(db: Connection) -> str:
    """Where faults of the database are."""
    return "judge.db" if is_sqlite(db) else f"database {db.engine.url.database}"


def check_structure(db: Connection) -> Iterator[Fault]:
    """The database file: its pages, its indexes, its references from table to table.

    PostgreSQL sees to its own: to references always, to pages where it was made with checksums.
    """
    if not is_sqlite(db):
        return
    for (words,) in db.execute(text("PRAGMA integrity_check(20)")):
        if words != "ok":
            yield Fault("judge.db", f"its structure is damaged ({' '.join(words.split())})")
    for table, row, parent, _ in db.execute(text("PRAGMA foreign_key_check")):
        yield Fault("judge.db", f"row {row} of {table} refers to a row of {parent} that is gone")


def check_seals(db: Connection) -> Iterator[Fault]:
    """Every row of every table against the seal that was made when it was written."""
    if not is_sqlite(db):
        return
    made: dict[str, dict[str, str]] = defaultdict(dict)
    for row in db.execute(select(schema.seals)):
        made[row.of][row.row] = row.seal
    for table, chosen in seals.READ.items():
        left = made.pop(table, {})
        for key, *values in db.exec_driver_sql(chosen):
            if left.pop(key, None) != seals.seal(*values):
                yield Fault("judge.db", f"row {key} of {table} is not as the judge wrote it")
        for key in left:
            yield Fault("judge.db", f"row {key} of {table} is gone")
    for table in made:
        yield Fault("judge.db", f"there are seals of a table {table} that is none of ours")


def check_chain(db: Connection) -> Iterator[Fault]:
    """The log's rows against the chain of their hashes."""
    for row in log.broken_rows(log.links(db)):
        yield Fault(name(db), f"row {row} of the log does not follow from the row before it")


def check_mails(db: Connection) -> Iterator[Fault]:
    """Every mail taken has one state, and the journal and the log agree on it."""
    told = _deeds_by_mail(db)
    for row in db.execute(select(schema.letters.c.id, schema.letters.c.digest, _STATUS)):
        where = f"letter {row.id}"
        if row.status not in letters.STATES:
            yield Fault(where, f"'{row.status}' is no state of a mail")
        history = told.pop(row.id, [])
        taken = [deed for deed in history if deed.what == log.TAKEN]
        if [deed.facts.get("digest") for deed in taken] != [row.digest]:
            yield Fault(where, "the log does not say once that it was taken")
        became = [deed.what.removeprefix(log.MAIL) for deed in history if deed not in taken]
        for fault in _state_errors(row.status, became):
            yield Fault(where, fault)
    for number in told:
        yield Fault(f"letter {number}", "it was taken, but the journal does not know it")


_STATUS = schema.letters.c.status


def _deeds_by_mail(db: Connection) -> dict[int, list[Deed]]:
    """What the log says of each mail, oldest first; rows that can't be read were named before."""
    told: dict[int, list[Deed]] = defaultdict(list)
    for link in log.links(db):
        if not str(link.what).startswith(log.MAIL) or link.what == log.AGAIN:
            continue
        try:
            deed = log.deed(link)
            told[int(deed.facts["mail"] or 0)].append(deed)
        except (MsgspecError, KeyError, TypeError, ValueError):
            continue
    return dict(told)


def _state_errors(status: str, became: list[str]) -> Iterator[str]:
    """What is wrong with a mail of this state whose states were ``became``."""
    last = became[-1] if became else letters.NEW
    if last != status:
        yield f"the journal says '{status}', the log says '{last}'"
    for one, next_one in itertools.pairwise(became):
        if letters.NEW not in (one, next_one):
            yield f"it came to an end twice, '{one}' and '{next_one}'"


def check_copies(db: Connection, archive: Archive) -> Iterator[Fault]:
    """Every copy of a mail has a mail of the same content, or one that it begins, that counts."""
    counted = schema.letters.alias()
    first = exists().where(
        counted.c.content == schema.letters.c.content,
        counted.c.status != letters.REPEATED,
    )
    older = exists().where(
        counted.c.digest == schema.letters.c.digest, counted.c.status != letters.REPEATED
    )
    chosen = select(schema.letters.c.id).where(_STATUS == letters.REPEATED, ~first, ~older)
    for (number,) in db.execute(chosen).all():
        if not _is_cut_off(db, archive, number):
            what = "it is held to be a copy, but no other mail says the same"
            yield Fault(f"letter {number}", what)


def _is_cut_off(db: Connection, archive: Archive, number: int) -> bool:
    """Whether a mail is the beginning of one that counts."""
    mail = letters.get(db, number)
    others = letters.find_namesakes(db, mail) if mail else []
    try:
        return mail is not None and any(
            content.is_beginning(archive.read(db, mail.digest), archive.read(db, other.digest))
            for other in others
            if other.status != letters.REPEATED
        )
    except FileNotFoundError:  # let go of: it was proved before
        return True


def check_archive(db: Connection, archive: Archive) -> Iterator[Fault]:
    """Every mail taken lies in the archive, byte for byte, unless the log says it was let go of."""
    rows = db.execute(select(schema.letters.c.digest, schema.letters.c.id))
    known = sorted({row.digest: row.id for row in rows}.items())
    gone = _digests_let_go(db)
    for digest, number in progress.over(known, "Reading the archive"):
        where = f"archive/{archive.place(digest).rpartition('/')[2]}"
        try:
            if hashlib.sha256(archive.read(db, digest)).hexdigest() != digest:
                yield Fault(where, f"it is not as letter {number} came in")
        except OSError as error:
            if mishaps.is_refused(error):
                raise
            if digest not in gone:
                reason = f"it holds letter {number} and can't be read ({_reason(error)})"
                yield Fault(where, reason)
        except (EOFError, zlib.error):
            yield Fault(where, f"it holds letter {number} and is damaged")


def _reason(error: OSError) -> str:
    return error.strerror or "it is damaged"


def _digests_let_go(db: Connection) -> set[str]:
    """The mails whose bytes were let go of."""
    chosen = select(schema.log.c.facts).where(schema.log.c.what == keep.LET_GO)
    return {json.loads(facts)["digest"] for facts in db.execute(chosen).scalars()}


def check_turns(db: Connection) -> Iterator[Fault]:
    """Every turn is stored as it was adjudicated."""
    told = {}
    for link in log.links(db):
        if link.what == log.TURN:
            deed = log.deed(link)
            told[deed.game, deed.facts["number"], deed.facts["revision"]] = deed.facts["digest"]
    chosen = select(
        schema.games.c.name,
        schema.turns.c.number,
        schema.turns.c.revision,
        schema.turns.c.phase,
        schema.turns.c.before,
        schema.turns.c.orders,
        schema.turns.c.events,
    ).join(schema.games, schema.games.c.id == schema.turns.c.game)
    for name, number, revision, phase, *kept in db.execute(chosen):
        if told.get((name, number, revision)) != turns.digest(*kept):
            yield Fault(f"{name} {phase}", "the turn is not as it was adjudicated")


def _is_kept_wrongly(status: str, *, kept: bool) -> bool:
    """A mail that waits needs its bytes; one given up has them, if it could be written at all."""
    return status != outbox.FAILED and kept != (status == outbox.QUEUED)


def check_outbox(db: Connection) -> Iterator[Fault]:
    """Every mail written is sent, given up, or waits with its bytes; every answer is there."""
    chosen = select(schema.outbox.c.key, schema.outbox.c.status, schema.bodies.c.key).join(
        schema.bodies, schema.bodies.c.key == schema.outbox.c.key, isouter=True
    )
    keys = set()
    for key, status, body in db.execute(chosen):
        keys.add(key)
        if status not in outbox.STATES:
            yield Fault(f"outbox {key}", f"'{status}' is no state of a mail")
        elif _is_kept_wrongly(status, kept=body is not None):
            yield Fault(f"outbox {key}", f"it is {status}, and its bytes are not as that needs")
    answered = select(schema.letters.c.id, schema.letters.c.digest)
    answered = answered.where(_STATUS == letters.DONE).where(schema.letters.c.reason == "")
    for number, digest in db.execute(answered):
        if outbox.answer_key(number, digest) not in keys:
            yield Fault(f"letter {number}", "it was acted on, but its answer is not in the outbox")
