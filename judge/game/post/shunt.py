"""The shunt: what raised is kept for the keeper, told once, and can be tried again."""

import traceback
from pathlib import Path

from sqlalchemy import Connection

from judge.game.house import House
from judge.game.post import posting, receipt
from judge.game.record import Game, Taken
from judge.game.spool import Spool
from judge.game.store import letters, log
from judge.kernel.engine import Event
from judge.kernel.notice import Notice


def letter(
    db: Connection, spool: Spool, house: House, taken: Taken, error: Exception
) -> list[Notice]:
    """Put a mail aside: no pass looks at it again until somebody retries it."""
    kind, name = type(error).__name__, receipt.name(house.ours, taken.id)
    letters.close(db, [(taken.id, letters.SHUNTED, kind)])
    log.mail(db, house.now, taken.id, letters.SHUNTED)
    write(spool, f"letter-{taken.id}", error)
    event = Event("shunted", {"letter": name, "error": kind, "trace": trace(error)})
    return [posting.to_keeper(house, f"letter.{taken.id}", f"mail {name} was shunted", event)]


def game(db: Connection, spool: Spool, house: House, stuck: Game, error: Exception) -> list[Notice]:
    """Tell of a game that can't be adjudicated; every pass tries it again, but tells it once."""
    write(spool, f"game-{stuck.name}", error)
    where = f"{stuck.name} {stuck.phase.id if stuck.phase else ''}"
    data = {"letter": where, "error": type(error).__name__, "trace": trace(error)}
    key = f"game.{stuck.name}.{stuck.number}.{stuck.revision}"
    return [posting.to_keeper(house, key, f"the game {where} is stuck", Event("shunted", data))]


def trace(error: Exception) -> str:
    """Where an error was raised: files, lines and functions, and its type.

    Its message is left out, and so are those it came from: they may quote what a player wrote.
    """
    frames = traceback.extract_tb(error.__traceback__)
    rows = [f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in frames]
    return "\n".join([*rows, type(error).__name__])


def write(spool: Spool, name: str, error: Exception) -> None:
    """Keep the traceback in the spool."""
    (spool.shunt / f"{name}.txt").write_text(trace(error) + "\n")
