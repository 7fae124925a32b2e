"""What an audit has proved stays proved: how far the next one need not look again.

Kept in the spool's file ``proved`` by an audit that found nothing wrong. It holds for that very
database file and schema, and as long as the log still has the row that it names.
"""

from pathlib import Path

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, func, select, text

from judge.mail import disk
from judge.store import letters, log, outbox, schema
from judge.store.dialect import is_sqlite
from judge.store.schema import VERSION

FILE = "proved"
SETTLED = ("turns", "press", "moves")
"""Tables whose rows stay as they were written, beside the journal, the outbox and the readings."""


class ProvenRows(msgspec.Struct, frozen=True):
    """Up to where all is proved: of the log a row and its hash, of tables the number of a row.

    ``told``: behind this row the log tells of mails that are not in ``rows``.
    """

    file: int = 0
    schema: str = VERSION
    row: int = 0
    hash: str = log.BEGINNING
    told: int = 0
    rows: dict[str, int] = {}

    def of(self, table: str) -> int:
        """The last proved row of a table; 0 where all is to be looked at."""
        return self.rows.get(table, 0)

    @property
    def mails(self) -> int:
        """The last mail that came in of which all is proved."""
        return self.of(schema.letters.name)


NOTHING = ProvenRows()


def load(home: Path, db: Connection) -> ProvenRows:
    """What was proved before, if it was proved of this database, and that is a file."""
    if not is_sqlite(db):
        return NOTHING
    try:
        proof = msgspec.json.decode((home / FILE).read_bytes(), type=ProvenRows)
    except (OSError, msgspec.MsgspecError):
        return NOTHING
    own = db.execute(select(schema.log.c.hash).where(schema.log.c.id == proof.row)).scalar()
    same = (proof.file, proof.schema, proof.hash) == (_number(home), VERSION, own)
    return proof if same else NOTHING


def save(home: Path, now_proven: ProvenRows) -> None:
    """Remember what is proved now."""
    disk.store({FILE: msgspec.json.encode(now_proven)}, home, home)


def find_proven(home: Path, db: Connection) -> ProvenRows:
    """All that stands there now, up to the first mail that is not done with."""
    row, own = log.last(db)
    mails = _before_first(db, schema.letters, schema.letters.c.status.in_(_OPEN))
    posts = _before_first(db, schema.outbox, schema.outbox.c.status.in_(outbox.WAITING))
    rows = {table: _last(db, table) for table in SETTLED}
    rows |= {"letters": mails, "readings": mails, "outbox": posts}
    return ProvenRows(_number(home), VERSION, row, own, _find_row(db, mails, row), rows)


_OPEN = (letters.NEW, letters.SHUNTED)


def _number(home: Path) -> int:
    """The number of the database's file: a copy has another one."""
    return (home / "judge.db").stat().st_ino


def _before_first(db: Connection, table: Table, is_open: ColumnElement[bool]) -> int:
    """The number before the first row that is open; the last row's, if none is."""
    first = db.execute(select(func.min(table.c.id)).where(is_open)).scalar()
    return _last(db, table.name) if first is None else int(first) - 1


def _last(db: Connection, table: str) -> int:
    return int(db.execute(text(f"SELECT coalesce(max(rowid), 0) FROM {table}")).scalar_one())


def _find_row(db: Connection, mails: int, row: int) -> int:
    """Behind which row the log tells of the mails behind ``mails``; all rows tell of one before."""
    mail = func.json_extract(schema.log.c.facts, "$.mail")
    query = select(func.min(schema.log.c.id)).where(schema.log.c.what == log.TAKEN, mail > mails)
    first = db.execute(query).scalar()
    return row if first is None else int(first) - 1
