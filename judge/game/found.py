"""Founding a spool: its folders, settings, secret and database."""

from pathlib import Path

from judge.game import spool
from judge.game.store.database import connect, create


def found(home: Path) -> None:
    """Make a spool at ``home``. Raises KeeperError if it can't be."""
    made = spool.create(home)
    (home / "judge.db").touch(mode=0o600)  # SQLite gives its other files the same mode
    engine = connect(made.database)
    try:
        create(engine)
    finally:
        engine.dispose()
