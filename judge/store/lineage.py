"""Whether a database is the one that we last wrote into, or one from before that.

An old copy may be put into its place, or a server take over that lags behind: then it lacks the
row of the log that our head names (``heads``). Nothing that tells of itself in the log is committed
on such a database; once the keeper has said that it counts, no head from before his word does.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import (
    Connection,
    Dialect,
    Engine,
    PoolProxiedConnection,
    bindparam,
    event,
    func,
    select,
)

from judge.kernel.errors import SETTING, JudgeError
from judge.store import marks
from judge.store.glance import Head, find_heads, read_heads, write_head
from judge.store.schema import gaps, letters, log, outbox
from judge.store.schema import marks as marks_table

FENCED = "fenced"
"""When the backup was made that this judge was restored from."""
MOVED = "moved"
"""Where the judge has gone that was in this database."""
LOST = "lost"
"""What was done, and this database does not know of."""
RESUMED = "resumed"
"""When, by the clock of his host, the keeper last said that this database counts."""

_OPTION, _BOOKS, _HEAD = "judge_head", "judge.books", "judge.head"
_BEGUN = "judge.begun"
_LAST_LETTER = select(func.max(letters.c.id)).scalar_subquery()
_LAST_MAIL = select(func.max(outbox.c.id)).scalar_subquery()
_FENCES = (
    select(func.count()).where(marks_table.c.name.in_((FENCED, MOVED, LOST))).scalar_subquery()
)
_LAST = (
    select(log.c.book, log.c.number, log.c.hash, _LAST_LETTER, _LAST_MAIL, _FENCES)
    .order_by(log.c.id.desc())
    .limit(1)
)
_END = _LAST.where(log.c.book.in_(bindparam("books", expanding=True)))
"""The last row of the books that we wrote into, which is ours, or was before ours was undone."""
_LAST_TIME = select(log.c.at).order_by(log.c.id.desc()).limit(1)
_ROW = select(log.c.hash).where(
    log.c.book == bindparam("name"), log.c.number == bindparam("number")
)
_GAP = select(gaps.c.first).where(
    gaps.c.book == bindparam("name"),
    gaps.c.first <= bindparam("number"),
    gaps.c.last >= bindparam("number"),
)


class Loss(msgspec.Struct, frozen=True):
    """What a database does not know: so many letters and mails, the last of them of ``at``.

    ``since`` is when it was last written into.
    """

    since: datetime
    at: datetime
    letters: int
    mails: int


class LostError(JudgeError):
    """The database has become older than what was done: whatever is under way ends, all of it."""

    status = SETTING


def keep_head(engine: Engine, file: Path | None) -> Engine:
    """The same database, whose head is kept in a file."""
    return engine.execution_options(**{_OPTION: file}) if file else engine


def attach(engine: Engine) -> None:
    """Let an engine see to its head whenever it commits."""
    event.listen(engine, "begin", note_begin)
    event.listen(engine, "commit", _on_commit)


def note_begin(db: Connection) -> None:
    """Remember when a transaction begins; an engine that only reads listens to this as well."""
    db.info.pop(_BOOKS, None)
    db.info[_BEGUN] = datetime.now(UTC)


def tell_commits(dialect: Dialect) -> Dialect:
    """The same, which writes a head when the commit is done: SQLAlchemy tells of none after it."""

    def do_commit(connection: PoolProxiedConnection) -> None:
        type(dialect).do_commit(dialect, connection)
        file, head = connection.info.pop(_HEAD, (None, None))
        if file:
            write_head(file, replace(head, at=datetime.now(UTC)))

    dialect.do_commit = do_commit  # type: ignore[assignment,method-assign]
    return dialect


def note_written(db: Connection, books: Iterable[str]) -> None:
    """Rows were written into books, which nobody else does before our transaction ends."""
    db.info.setdefault(_BOOKS, set()).update(books)


def _on_commit(db: Connection) -> None:
    """Take the head of what is about to be committed; what is behind a fence has none.

    Raises LostError, which undoes the transaction, where the database lacks our last head.
    """
    db.info.pop(_HEAD, None)
    books = db.info.pop(_BOOKS, None)
    file: Path | None = db.get_execution_options().get(_OPTION)
    end = db.execute(_END, {"books": sorted(books)}).first() if file and books else None
    if file is None or end is None or end[5]:
        return
    before = read_heads(file)
    if before and not is_known(db, before):
        raise LostError(
            "The database has become older than what this judge did last: 'judge doctor' says more."
        )
    db.info[_HEAD] = file, _as_head(tuple(end))


def _as_head(end: Sequence[Any]) -> Head:
    book, number, own, letter, mail, _ = end
    return Head(book, number, own, datetime.now(UTC), letter or 0, mail or 0)


def keep_seen(db: Connection, file: Path) -> None:
    """Keep the last row of all as our head: another host wrote it, and we go by it from now on."""
    end, before = db.execute(_LAST).first(), read_heads(file)
    if end and (before is None or (before.book, before.number) != (end.book, end.number)):
        write_head(file, _as_head(tuple(end)))


def is_known(db: Connection, head: Head) -> bool:
    """Whether a database has the row of a head, has let go of it, or counts without it.

    Of one that was written while our transaction is open we can't know: it may see what was before.
    """
    if db.info[_BEGUN] <= head.at <= datetime.now(UTC):
        return True
    place = {"name": head.book, "number": head.number}
    if db.execute(_ROW, place).scalar() == head.hash or db.execute(_GAP, place).first():
        return True
    resumed = marks.get(db, RESUMED)
    return resumed is not None and head.at <= resumed


def find_loss(db: Connection, home: Path) -> Loss | None:
    """What the database lacks of what was done, here or, as it was noted, on another host."""
    mark = marks.read(db, LOST)
    losses = [msgspec.json.decode(mark, type=Loss)] if mark else []
    unknown = [head for head in find_heads(home) if not is_known(db, head)]
    if unknown:
        since = db.execute(_LAST_TIME).scalar()
        last_letter, last_mail = db.execute(select(_LAST_LETTER, _LAST_MAIL)).one()
        for head in unknown:
            letters_lost = max(0, head.letters - (last_letter or 0))
            mails_lost = max(0, head.mails - (last_mail or 0))
            losses.append(Loss(since or head.at, head.at, letters_lost, mails_lost))
    return max(losses, key=lambda loss: loss.at, default=None)


def note_loss(db: Connection, loss: Loss) -> None:
    """Let all hosts know what the database lacks, until the keeper says that it counts."""
    text = msgspec.json.encode(loss).decode()
    if marks.read(db, LOST) != text:
        marks.write(db, LOST, text)


def accept(db: Connection, home: Path) -> None:
    """The database counts as it is, by the keeper's word, whatever clocks have said."""
    loss, now = find_loss(db, home), datetime.now(UTC)
    marks.put(db, RESUMED, max(now, loss.at) if loss else now)
    marks.forget(db, FENCED, MOVED, LOST)
