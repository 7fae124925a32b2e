"""Founding a spool: its folders, settings, secret and database."""

import shutil
from pathlib import Path

from judge.home import spool
from judge.store.database import connect, create


def make_spool(home: Path, url: str = "") -> None:
    """Make a spool at ``home``, with its database in it or at ``url``.

    Raises KeeperError if it can't be.
    """
    spool.refuse_used(home)
    try:
        new_spool = spool.create(home, url)
        if not new_spool.is_shared:
            (home / "judge.db").touch(mode=0o600)  # SQLite gives its other files the same mode
        engine = connect(new_spool.database)
        try:
            create(engine)
        finally:
            engine.dispose()
        spool.make_durable(home)
    except BaseException:
        _clear(home)
        raise


def _clear(home: Path) -> None:
    """Leave nothing of a spool that could not be made whole: then it can be made again."""
    for path in home.iterdir() if home.is_dir() else ():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
