"""``judge upgrade``: the spool saved, its database brought up to date, everything tried."""

from collections.abc import Iterator
from pathlib import Path

from judge.home import spool
from judge.keeper import backup
from judge.store.database import connect, open_alone, version
from judge.store.schema import VERSION

PATIENCE = 120.0
"""Seconds in which a pass under way should end."""


def upgrade(home: Path) -> Iterator[str]:
    """Save the judge at ``home`` and migrate it; a sentence for each step. Raises KeeperError."""
    this_spool = spool.open_spool(home)
    engine = connect(this_spool.database)
    schema = version(engine)
    engine.dispose()
    if schema == VERSION:
        yield f"The schema is {VERSION} already: nothing has to be migrated."
        return
    file = home / f"backup-before-{VERSION}.tar.gz"
    if schema is not None and schema < VERSION:
        backup.backup(home, file)
        yield f"{file} holds this judge as it was; 'judge restore' goes back to it."
    with spool.wait_for_lock(home, PATIENCE):
        open_alone(this_spool.database, PATIENCE).dispose()
    yield f"The schema was {schema} and is {VERSION} now."
