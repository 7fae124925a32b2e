"""``judge move``: all that a judge keeps goes from its file into a PostgreSQL database, or back.

The new one is whole before the old one is fenced, and that before judge.toml says where it is: a
move that breaks off leaves one judge that plays, or one that says where the other is.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Engine, insert, select
from sqlalchemy.engine import make_url

from judge import __version__
from judge.keeper import backup, renewal
from judge.keeper.options import tell
from judge.kernel.errors import BusyError, KeeperError
from judge.kernel.text import count, list_names
from judge.run import fence
from judge.run.start import PATIENCE
from judge.spool import archives, config, hosts, installed, runs, spool
from judge.spool.spool import Spool
from judge.store import marks, schema, server
from judge.store.database import can_migrate, connect, create, open_alone, passing, version
from judge.store.dialect import count_on
from judge.store.glance import VERSION

GROUP = 200
"""Rows or mails that are held in memory."""
FILE, OLD = "judge.db", "judge.db.moved"
HERE = frozenset({schema.seals, schema.raws})
"""What is not copied: seals are made anew, raw mails lie where the archive is."""


def move(home: Path, url: str, now: datetime | None = None) -> str:
    """Move the judge at ``home`` to the database at ``url``, "" for the file of its spool.

    Raises KeeperError; then it plays on where it was.
    """
    old = spool.open_spool(home)
    values = {"database": {"url": url}}
    new = replace(old, config=msgspec.structs.replace(old.config, database=config.Database(url)))
    config.check(new.config)
    if new.database == old.database:
        raise KeeperError(f"{_name(new)} is where this judge is already.")
    if not new.is_shared and (home / FILE).exists():
        raise KeeperError(f"{home / FILE} is there: move it away before another one is made.")
    renewal.refuse_writing(home, values)
    with spool.wait_for_lock(home, PATIENCE):
        try:
            source = open_alone(old.database)
        except BusyError:
            who = list_names(server.list_who_works(old.database))
            tell(
                f"A worker or a pass is at {_name(old)} ({who}): it is waited for, {PATIENCE:.0f} "
                f"seconds at most; 'systemctl stop judge-worker@all' there ends workers.",
                err=True,
            )
            source = open_alone(old.database, PATIENCE)
        try:
            mails = _copy(source, old, new)
            with source.begin() as db:
                fence.leave(db, now or datetime.now(UTC), _name(new))
        finally:
            source.dispose()
        renewal.write_settings(home, values)
        if not old.is_shared:
            (home / FILE).rename(home / OLD)
        runs.clear_wake(spool.open_spool(home))
    return (
        f"This judge is in {_name(new)} now, with {count(mails, 'mail')}; {_name(old)} "
        f"holds it as it was. {renewal.WRITTEN} See 'judge audit' and 'judge status'."
    )


def _name(this_spool: Spool) -> str:
    """What a keeper calls a database; its password is nobody's business."""
    return (
        f"the database {make_url(this_spool.database).database}" if this_spool.is_shared else FILE
    )


def _copy(source: Engine, old: Spool, new: Spool) -> int:
    """Make the new database with all rows and mails of the old one; how many mails."""
    if not new.is_shared:
        (new.home / FILE).touch(mode=0o600)
    target = connect(new.database)
    mails: list[int] = []

    def fill(target_db: Connection) -> None:
        with source.begin() as db:
            fence.refuse(db, old)
            for table in schema.metadata.sorted_tables:
                if table not in HERE:
                    for rows in db.execute(select(table)).mappings().partitions(GROUP):
                        target_db.execute(insert(table), [dict(row) for row in rows])
                    count_on(target_db, table)
            query = select(schema.letters.c.digest).distinct()
            there, here = archives.of(old), archives.of(new)
            digests = [one for one in db.execute(query).scalars().all() if there.has(db, one)]
            for start in range(0, len(digests), GROUP):
                group = digests[start : start + GROUP]
                here.keep(target_db, {digest: there.read(db, digest) for digest in group})
            mails.append(len(digests))
        marks.forget(target_db, fence.PLACE)  # its first pass there remembers where that is
        for reader in hosts.find_readers(target_db):
            hosts.retire_reader(target_db, reader)

    try:
        create(target, fill)
    except BaseException:
        if not new.is_shared:
            target.dispose()
            (new.home / FILE).unlink()
        raise
    finally:
        target.dispose()
    return mails[0]


BACKUP = f"backup-before-{__version__}.tar.gz"


def upgrade(home: Path) -> Iterator[str]:
    """Bring the judge at ``home`` to this version; a sentence for each step. Raises KeeperError.

    Where its tables change it is saved before that, as the version that it comes from reads it.
    """
    this_spool = spool.open_spool(home)
    engine = connect(this_spool.database)
    program = before = ""  # the version that was last at work, and what was before that
    try:
        schema = version(engine)
        if schema is not None:
            with engine.begin() as db:
                program = (marks.read(db, marks.PROGRAM) or "").partition(" ")[0]
                before = marks.read(db, marks.FORMER) or ""
    finally:
        engine.dispose()
    if (schema, program) == (VERSION, __version__):
        yield f"This judge is {__version__} already: nothing has to be done."
        if before:
            yield _word_way_back(home, *before.split())
        return
    if can_migrate(schema):
        file = home / BACKUP
        backup.backup(home, file)
        yield f"{file} holds this judge as it was."
    with spool.wait_for_lock(home, PATIENCE):
        engine = open_alone(this_spool.database, PATIENCE, head=this_spool.head)
        with passing(engine) as db:
            marks.note_program(db, f"{__version__} {VERSION}")
    if program:
        yield f"It was {program} (schema {schema}) and is {__version__} (schema {VERSION}) now."
        yield _word_way_back(home, program, schema or "")
    else:
        yield f"It is {__version__} (schema {VERSION}) now."


def _word_way_back(home: Path, former: str, schema: str) -> str:
    """How a judge goes back to the version, with its schema, that it was before."""
    back = f"The way back to {former}: {installed.word_install(former)}"
    if schema == VERSION:
        return f"{back}; nothing else."
    if (file := home / BACKUP).exists():
        return f"{back}; judge restore {file} {home}.{former} (docs/keeper.md, The way back)."
    return (
        f"{back}; {home}/judge.db.before-{VERSION} takes the place of judge.db; judge resume "
        f"(docs/keeper.md, The way back)."
    )
