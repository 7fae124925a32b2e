"""The shunt: what raised is kept for the keeper, told once, and can be tried again."""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.kernel.engine import Event
from judge.kernel.errors import KeeperError, trace_fault
from judge.kernel.notice import Notice
from judge.mail import ours
from judge.post import posting
from judge.spool import aside
from judge.spool.house import House
from judge.spool.spool import Spool
from judge.store import letters, log, people
from judge.store.record import Game, ReceivedMail

TO_MASTER = (
    "The judge itself broke off over {}: the game is left alone until the judge's keeper has seen "
    "to it. What was ordered before the deadline stands; a ROLLBACK would let it be tried again."
)


def shunt_letter(
    db: Connection, spool: Spool, house: House, mail: ReceivedMail, error: Exception
) -> list[Notice]:
    """Put a mail aside: no pass looks at it again until somebody retries it."""
    kind, receipt_name = type(error).__name__, ours.receipt_name(house.ours, mail.id)
    letters.close(db, mail.id, letters.SHUNTED, kind)
    log.mail(db, house.now, mail.id, letters.SHUNTED)
    write(spool, f"letter-{mail.id}", error)
    data = {"letter": receipt_name, "error": name_error(error), "where": find_place(error)}
    title = f"mail {receipt_name} was shunted"
    return [posting.make_keeper_notice(house, f"letter.{mail.id}", title, "shunted", data)]


def report_lines(
    spool: Spool, house: House, mail: ReceivedMail, traces: Sequence[str]
) -> list[Notice]:
    """Keep where the judge broke over lines of a mail; tell of each such place once a day."""
    notices = {}
    for report in traces:
        where = _pick_place(report)
        name = f"line-{where.replace(':', '-')}"
        _write_trace(spool, name, report)
        data = {
            "letter": ours.receipt_name(house.ours, mail.id),
            "error": report.splitlines()[-1],
            "where": where.replace(":", " line "),
            "file": f"{name}.txt",
        }
        key = f"{name}.{house.now:%Y%m%d}"
        title = "a line could not be read"
        notices[key] = posting.make_keeper_notice(house, key, title, "shunted", data)
    return list(notices.values())


def report_game(spool: Spool, house: House, stuck: Game, error: Exception) -> list[Notice]:
    """Tell of a game that can't be adjudicated; every pass tries it again, but tells it once."""
    write(spool, f"game-{stuck.name}", error)
    where = f"{stuck.name} {stuck.phase_id}"
    phase = stuck.phase_title or "its beginning"
    data = {
        "game": stuck.name,
        "phase": phase,
        "error": name_error(error),
        "where": find_place(error),
    }
    key = f"game.{stuck.name}.{stuck.number}.{stuck.revision}"
    return [posting.make_keeper_notice(house, key, f"the game {where} is stuck", "shunted", data)]


def report_deadly(
    db: Connection, spool: Spool, house: House, stuck: Game, error: Exception
) -> list[Notice]:
    """Tell the keeper and the game's master that it is left alone, since passes die on it."""
    write(spool, f"game-{stuck.name}", error)
    key = f"aside.{stuck.name}.{house.now:%Y%m%d%H%M%S}"
    why = f"The game {stuck.name} can't go on: {name_error(error)}."
    data = {"lines": [why, *aside.word_games(db)]}
    title = f"the game {stuck.name} is left alone"
    mail = posting.make_keeper_notice(house, key, title, "health", data)
    if stuck.gm is None:
        return [mail]
    master = people.get(db, stuck.gm).address
    event = Event("health", {"lines": [TO_MASTER.format(stuck.name)]}, master)
    return [mail, replace(mail, key=f"gm.{key}", to=master, events=(event,))]


def name_error(error: Exception) -> str:
    """What an error is to be called: its sentence if it was written for the keeper, or its type."""
    return str(error).rstrip(".") if isinstance(error, KeeperError) else type(error).__name__


def find_place(error: Exception) -> str:
    """The file and line in which an error was raised; nothing if its sentence says it all.

    Of what a variant's own rules raised it is their line, also where ours broke over it.
    """
    if " " in name_error(error):
        return ""
    return _pick_place(trace_fault(error)).replace(":", " line ")


def _pick_place(report: str) -> str:
    """The place in a trace that counts: "engine.py:42"."""
    lines = report.splitlines()[:-1]
    own = [line for line in lines if line.startswith("rules.py:")]
    return (own or lines)[-1].partition(" ")[0]


def write(spool: Spool, name: str, error: Exception) -> None:
    """Keep the traceback in the spool."""
    _write_trace(spool, name, trace_fault(error))


def _write_trace(spool: Spool, name: str, report: str) -> None:
    (spool.shunt / f"{name}.txt").write_text(f"{report}\n")
