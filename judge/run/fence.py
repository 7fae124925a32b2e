"""The fence: a judge that may not be the one it was does nothing until the keeper lets it.

It was restored from a backup, or copied; its database is older than what it did last; it has
another secret, its settings were cut off, or some of its files are missing. In each case it would
send real players what they must not get: mails that another judge sends too, results that
contradict those that they have, addresses that lead nowhere, answers from an address that is not
its own.
"""

import hashlib
from datetime import datetime

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.clocks import deadlines
from judge.game.clocks.deadlines import Due
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.errors import KeeperError
from judge.kernel.notice import Notice
from judge.kernel.text import count
from judge.run.outage import Outage
from judge.spool import installed, machine_clock
from judge.spool.house import House
from judge.spool.spool import REPLACED, Place, Spool, place_of
from judge.store import games, lineage, log, marks, server
from judge.store.lineage import FENCED, MOVED, Loss

PLACE, SECRET = "place", "secret-digest"
"""Where the spool lies, and which secret it has; remembered in its first pass."""
IDLE = "it takes no mail, adjudicates nothing and sends nothing until"


def raise_around(db: Connection, now: datetime, backup_time: datetime) -> None:
    """Fence a judge that was restored at ``now`` from a backup that was made at ``backup_time``."""
    marks.put(db, FENCED, backup_time)
    log.append(db, now, log.KEEPER, "keeper.restored", made=backup_time.isoformat())


def refuse(db: Connection, spool: Spool) -> None:
    """Raise KeeperError, one sentence, if there is a fence."""
    why = reason(db, spool)
    if why:
        raise KeeperError(why)


def reason(db: Connection, spool: Spool) -> str:
    """Why this judge does nothing, and what would let it work; "" if it may."""
    why = installed.explain_missing() or _settings_reason(db, spool) or _explain_secret(db, spool)
    if why:
        return why
    new_place, backup_time = marks.read(db, MOVED), marks.get(db, FENCED)
    if new_place is not None:
        return (
            f"This judge has moved to {new_place}, which url in [database] of judge.toml has to "
            f"say: {IDLE} it does, or 'judge resume' says that it is played there no more."
        )
    if backup_time is not None:
        return (
            f"This judge was restored from a backup of {backup_time:%Y-%m-%d %H:%M} UTC: {IDLE} "
            f"'judge resume' says that no other judge plays its games."
        )
    if loss := explain_loss(db, spool):
        return loss
    mark = marks.read(db, PLACE)
    first_place, here = msgspec.json.decode(mark, type=Place) if mark else None, _here(db, spool)
    if first_place is None or first_place.is_same(here):
        return ""
    # A copy beside the first one would send every mail twice.
    if first_place.machine and here.machine and first_place.machine != here.machine:
        how = "is a copy of one on another machine"
    elif first_place.path == here.path:
        how = "was put back from a copy, or moved to another disk"
    else:
        how = f"is a copy of the one in {first_place.path}, or was moved from there to another disk"
    return (
        f"This judge {how}: {IDLE} 'judge resume' says that no other judge plays its games, and "
        f"that nothing newer of it is left."
    )


def note_loss(db: Connection, spool: Spool) -> Loss | None:
    """Fence a database that lacks what was done, for all hosts; what it lacks, None if nothing."""
    if loss := lineage.find_loss(db, spool.home):
        lineage.note_loss(db, loss)
    return loss


def leave(db: Connection, now: datetime, database_url: str) -> None:
    """Fence a judge that goes on at ``database_url``, so that no other host plays it here."""
    marks.write(db, MOVED, database_url)
    log.append(db, now, log.KEEPER, "keeper.moved")


def explain_loss(db: Connection, spool: Spool) -> str:
    """What the database lacks of what was done, and what would mend it; "" if nothing."""
    loss = lineage.find_loss(db, spool.home)
    if loss is None:
        return ""
    most = "up to " if spool.is_shared else ""  # numbers may be left out there
    what = f"{most}{count(loss.letters, 'letter')} and {count(loss.mails, 'mail')}"
    if not loss.letters and not loss.mails:
        what = "what stood in its log"
    return (
        f"The database is older than what this judge did last, at {loss.at:%Y-%m-%d %H:%M} UTC: it "
        f"does not know {what} since {loss.since:%Y-%m-%d %H:%M} UTC. {IDLE.capitalize()} the "
        f"newer one is back in its place, or 'judge resume' says that this one counts: then "
        f"players are told to forget what they were mailed since."
    )


def _here(db: Connection, spool: Spool) -> Place:
    """Where this judge lies."""
    if not spool.is_shared:
        return place_of(spool.home)
    folder, database = server.identity(db)
    return Place(folder, database, "", f"the database {db.engine.url.database}")


def _explain_secret(db: Connection, spool: Spool) -> str:
    mark = marks.read(db, SECRET)
    before = bytes.fromhex(spool.former.secret) if spool.former else spool.secret
    if mark in (None, digest(spool.secret), digest(before)):
        return ""
    return f"{spool.home / 'secret'} is not the one that the seats' addresses hold: {REPLACED}"


def _settings_reason(db: Connection, spool: Spool) -> str:
    if not spool.unsaid or not games.counts(db):
        return ""
    return (
        f"judge.toml does not say {' and '.join(spool.unsaid)}: once there are games it has to. "
        f"If it was cut off, put the file of the last backup in its place."
    )


def digest(secret: bytes) -> str:
    """What the database remembers of a secret: nothing can be made with it."""
    return hashlib.sha256(b"judge secret " + secret).hexdigest()[:32]


def remember_place(db: Connection, spool: Spool) -> None:
    """Remember where this spool lies and what its secret is: nothing speaks against either."""
    here = msgspec.json.encode(_here(db, spool)).decode()
    for name, value in ((SECRET, digest(spool.secret)), (PLACE, here)):
        if marks.read(db, name) != value:
            marks.write(db, name, value)


def lift(db: Connection, spool: Spool, now: datetime) -> None:
    """Take the fence away, and believe the clock: the keeper has looked at both.

    Raises KeeperError for what his word can't mend: another secret, settings that are cut off.
    """
    why = _settings_reason(db, spool) or _explain_secret(db, spool)
    if why:
        raise KeeperError(why)
    lineage.accept(db, spool.home)
    marks.forget(db, PLACE)
    remember_place(db, spool)
    machine_clock.end_doubt(db)
    log.append(db, now, log.KEEPER, "keeper.resumed")


def accept(db: Connection, spool: Spool, now: datetime) -> None:
    """Take the secret that lies there for this judge's, from now on."""
    marks.write(db, SECRET, digest(spool.secret))
    log.append(db, now, log.KEEPER, "keeper.new-secret")


def tell_of_setback(db: Connection, house: House, loss: Loss, number: int) -> list[Notice]:
    """Begin another course of a running game, move its deadline if that is near, tell everybody."""
    game = games.get(db, number)
    game = replace(game, revision=game.revision + 1)
    games.save(db, game)
    since = f"{loss.since:%a %d %b %H:%M} UTC"
    text = (
        f"what the judge did after {since} is lost: forget the results that you were mailed since, "
        f"other ones may come in their place; and mail again what you have mailed it since"
    )
    earliest = Outage(loss.since, house.now).over
    if game.deadline is None or game.held or game.deadline >= earliest:
        event = Event("note", {"text": text}, PUBLIC)
        return deadlines.tell_news(db, house, game, "back to what was before", event)
    return deadlines.move(db, house, game, Due(earliest, text), log.KEEPER)
