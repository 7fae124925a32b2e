"""Rows that are written before anybody reads them, and no sooner."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from sqlalchemy import Connection, event, func, insert, select

from judge.store import database, memo
from judge.store.schema import letters, marks
from tests.game.world import World

_ADD = insert(marks)


@pytest.fixture
def db(world: World) -> Iterator[Connection]:
    """A transaction in a judge's database."""
    with world.engine().begin() as connection:
        yield connection


def _write(db: Connection, name: str) -> None:
    memo.write_later(db, marks, _ADD, {"name": f"test {name}", "value": ""})


def _names(db: Connection) -> list[str]:
    query = select(marks.c.name).where(marks.c.name.startswith("test ")).order_by(marks.c.name)
    return [name.removeprefix("test ") for name in db.execute(query).scalars()]


def test_who_reads_the_table_finds_what_waited(db: Connection) -> None:
    written: list[str] = []
    event.listen(db, "before_cursor_execute", lambda *told: written.append(told[2]))
    for name in "ab":
        _write(db, name)
    db.execute(select(func.count()).select_from(letters))
    assert not any("INSERT" in statement for statement in written)
    assert _names(db) == ["a", "b"]
    assert sum("INSERT" in statement for statement in written) == 1


def test_the_end_of_the_transaction_writes_it(world: World) -> None:
    with world.engine().begin() as db:
        _write(db, "a")
    with world.engine().begin() as db:
        assert _names(db) == ["a"]


@pytest.mark.parametrize("read_within", [False, True])
@pytest.mark.parametrize("nested", [False, True])
def test_a_savepoint_that_is_undone_takes_its_own_along(
    db: Connection, *, nested: bool, read_within: bool
) -> None:
    _write(db, "before")
    within = db.begin_nested() if nested else database.undo(db)
    with suppress(ValueError), within:
        _write(db, "within")
        if read_within:
            assert _names(db) == ["before", "within"]
        raise ValueError
    _write(db, "behind")
    assert _names(db) == ["before", "behind"]
