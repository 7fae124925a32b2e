"""What the game master did, from the game's log, in sentences: all get them when it is over."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection

from judge.game.addresses import MASTER
from judge.game.record import Game
from judge.game.store import log
from judge.game.store.log import Deed, Fact
from judge.kernel.engine import Event

_SENTENCES: Mapping[str, str] = {
    "gm.process": "ended {phase}",
    "gm.begin": "began the game",
    "gm.hold": "had the results of {phase} wait",
    "gm.unhold": "had the results of {phase} wait no more",
    "gm.release": "released the results of {phase}",
    "gm.predict": "looked at what the orders for {phase} would lead to",
    "gm.orders": "looked at the orders for {phase}",
    "gm.rollback": "took the game back from {present} to {phase}",
    "gm.edit": "changed an order of {power} for {phase}",
    "gm.eject": "ejected person {person}, who played {power}",
    "gm.disorder": "gave {power} up",
    "gm.seat": "seated person {person} as {power}",
    "gm.rule": "published a ruling",
    "gm.comment": "commented on the results",
    "gm.promote": "made person {person} the game master",
    "gm.terminate": "ended the game",
    "gm.set": "set {option} to {value}",
    "gm.audit": "looked at the letters of {power}",
    "game.paused": "paused the game",
    "game.resumed": "let the game go on",
    "deadline.moved": "moved the deadline to {deadline}",
}
"""What each deed of a game master is called."""


def events(db: Connection, game: Game) -> tuple[Event, ...]:
    """The use that was made of a game master's powers; nothing where none was made."""
    rows = [
        {"at": at.isoformat(), "text": _worded(deed)}
        for at, deed in log.of_game(db, game.name)
        if deed.who == MASTER
    ]
    return (Event("gm-log", {"rows": rows}),) if rows else ()


def _worded(deed: Deed) -> str:
    sentence = _SENTENCES.get(deed.what)
    facts = {name: _said(name, value) for name, value in deed.facts.items()}
    try:
        return sentence.format_map(facts) if sentence else _plain(deed)
    except KeyError:
        return _plain(deed)


def _said(name: str, value: Fact) -> Fact:
    """A fact as people read it."""
    if name != "deadline":
        return value
    return f"{datetime.fromisoformat(str(value)):%a %d %b %Y %H:%M} UTC"


def _plain(deed: Deed) -> str:
    """A deed that has no sentence: its name and its facts."""
    facts = ", ".join(f"{name} {value}" for name, value in sorted(deed.facts.items()))
    return f"{deed.what}: {facts}" if facts else deed.what
