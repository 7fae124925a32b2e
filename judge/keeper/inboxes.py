"""``judge reader``: the inboxes that the hosts of one judge read, and one that is given up."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from judge.batch import deeds
from judge.health import outage
from judge.home import readers, spool
from judge.home.house import House
from judge.kernel.errors import MissingError
from judge.kernel.notice import Notice
from judge.report import words
from judge.store import log
from judge.store.database import open_to_read


def listing(home: Path) -> list[str]:
    """Each inbox and when it was read to its end, a line each. Raises KeeperError."""
    this_spool = spool.open_spool(home)
    if not this_spool.is_shared:
        return ["The database is this machine's own, and so is its one inbox."]
    engine = open_to_read(this_spool.database)
    with engine.begin() as db:
        inboxes = readers.find_all(db)
    engine.dispose()
    return [f"{name}: read at {moment:%Y-%m-%d %H:%M:%S} UTC" for name, moment in inboxes.items()]


def retire(home: Path, name: str, now: datetime | None = None) -> str:
    """Wait for an inbox no more. Raises KeeperError where none of that name is waited for.

    Mails may lie in it that came in time: so the deadlines since it was read are moved as after an
    outage, and all who play are told.
    """
    moved_games: list[str] = []

    def deed(db: Connection, house: House) -> Sequence[Notice]:
        inboxes = readers.find_all(db)
        if name not in inboxes:
            raise MissingError(f"No inbox is called {name}: 'judge reader list' names them.")
        outage_of_inbox = outage.of_inbox(inboxes[name], house.now)
        mails: list[Notice] = []
        for number in outage.games_hit(db, outage_of_inbox):
            mails += outage.recover_game(db, house, outage_of_inbox, number)
            moved_games.append(str(number))
        readers.retire(db, name)
        log.append(db, house.now, log.KEEPER, "reader.retired", reader=name)
        return mails

    deeds.do(home, deed, now)
    return f"{name} is waited for no more; {words.count(len(moved_games), 'deadline')} moved."
