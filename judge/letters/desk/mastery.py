"""What a game master may do and when, and how all are told: he acts from his secret address only.

Every use of his powers stands in the game's log, and the next public report names it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from sqlalchemy import Connection

from judge.game.clocks import deadlines
from judge.game.conduct import progress
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.letters.desk import orders, speakers
from judge.letters.desk.desk import Desk
from judge.spool import clock
from judge.store import games, log, seats
from judge.store.log import Fact
from judge.store.record import FORMING, HELD, OVER, PAUSED, RUNNING, Game, Note

BEGUN = (RUNNING, HELD, PAUSED)
LASTING = (*BEGUN, FORMING)
"""States of a game in which a command of its master may make sense."""
NOT_HIS = "only the game master may do that, in a reply to a mail that he got as such"
_VOTES = "its players vote: EXTEND, PAUSE, EJECT, SET, CANCELGAME, and PROMOTE names a master"
_INSTEAD: Mapping[str, str] = {
    "process": "a phase ends early when all are READY, and a game begins by its option start",
    "deadline": "EXTEND 2d moves the deadline as soon as more than half of the players want it",
    "terminate": "CANCELGAME ends it as soon as all players want it",
    "seat": "JOIN takes a seat while it forms, TAKEOVER one that is free later",
    "disorder": "EJECT takes a seat from its player when two thirds want it",
}
"""What players do in a game without a master where a master has a command of his own."""
_UNFIT = {
    FORMING: "{game} has not begun",
    RUNNING: "the phase is open: its results do not wait",
    HELD: "the results of this phase wait for you: RELEASE, EDIT or ROLLBACK",
    PAUSED: "{game} is paused: RESUME it first",
    OVER: "{game} is over",
}

_OF_SEVERAL = frozenset({"become", "hold", "nudge", "predict", "release"})
"""What makes no sense for who plays alone against computers: it is about other people."""
_ENDS_SOLITUDE = (
    "Two people play {game} now: nobody has a game master's powers (SETUP, ROLLBACK, EDIT, "
    "COMPUTER) in it any more, as who was alone had."
)

Act = Callable[[Desk, Command, Table], Desk]
"""What a command of a game master does at his table."""


def explain_refusal(desk: Desk, verb: str, when: Collection[str]) -> str:
    """Why the letter's writer can't give a command now, or ""; ``when`` are the games' states."""
    if desk.table is None:
        return speakers.explain_outside(desk)
    if desk.role != MASTER and (verb in _OF_SEVERAL or not presides(desk)):
        orphan = desk.seat is not None and desk.table.game.gm is None
        instead = _INSTEAD.get(verb, _VOTES)
        return f"{desk.table.game.name} has no game master; {instead}" if orphan else NOT_HIS
    now = desk.table.game.told_status
    return "" if now in when else _UNFIT[now].format(game=desk.table.game.name)


def presides(desk: Desk) -> bool:
    """Whether the letter's writer may do what a game master may: as one, or alone in his game."""
    if desk.role == MASTER or desk.seat is None or desk.table is None:
        return desk.role == MASTER
    all_seats = seats.of_game(desk.db, desk.table.game.id)
    return not speakers.is_acting(desk) and progress.is_alone(desk.table.game, all_seats)


def tell_company(db: Connection, game: Game) -> tuple[Event, ...]:
    """What all are told before a second person takes a seat where somebody was alone."""
    if not progress.is_alone(game, seats.of_game(db, game.id)):
        return ()
    return (Event("note", {"text": _ENDS_SOLITUDE.format(game=game.name)}, PUBLIC),)


def is_clock_believed(desk: Desk) -> bool:
    """Whether the judge's clock may be right: while it is in doubt nothing is adjudicated."""
    house = desk.house
    return house.believed and not clock.doubt_by_stamp(
        desk.db, house.now, pretended=house.pretended
    )


def preside(desk: Desk, command: Command, when: Collection[str], act: Act) -> Desk:
    """Do what a command of game masters does in these states of a game, or say why it can't be.

    The sheet of who plays alone is stored before and looked up anew behind it.
    """
    reason = explain_refusal(desk, command.verb, when)
    if reason or desk.table is None:
        return desk.refuses(command, reason)
    if desk.seat is None:
        return act(desk, command, desk.table)
    acted = reload_game(act(orders.store(desk), command, desk.table))
    if acted.table is None or acted.seat is None:
        return acted
    sheet = orders.find_sheet(desk.db, acted.table, acted.seat)
    return replace(acted, sheet=sheet, standing=None, unready=(), changed=False, waiver="")


def log_deed(desk: Desk, table: Table, deed: str, **facts: Fact) -> None:
    """Write a use of the game master's powers into the game's log; no orders stand there."""
    log.append(desk.db, desk.house.now, MASTER, f"gm.{deed}", table.game.name, **facts)


def record_deed(desk: Desk, table: Table, deed: str, sentence: str, **facts: Fact) -> None:
    """Log a use of his powers, and name it in the next public report of a game under way."""
    log_deed(desk, table, deed, **facts)
    name_deed(desk, table, sentence)


def name_deed(desk: Desk, table: Table, sentence: str) -> None:
    """Name a deed that is logged elsewhere in the next public report."""
    early = table.game.status == FORMING
    games.add_note(desk.db, table.game.id, Note(games.ACT, desk.house.now, sentence, told=early))


def reload_game(desk: Desk) -> Desk:
    """The desk with its game as it is stored now, for the next line of the letter."""
    if desk.table is None:
        return desk
    return replace(desk, table=tables.load(games.get(desk.db, desk.table.game.id)))


def find_phase(table: Table) -> str:
    """The id of the phase that waits for orders, for the log."""
    return table.game.phase.id if table.game.phase else ""


def word_title(table: Table) -> str:
    """Its title."""
    return table.game.phase.title if table.game.phase else ""


def announce(
    desk: Desk, command: Command, title: str, *events: Event, only_to: str = ""
) -> list[Notice]:
    """News of the game as it is stored now to all its people, or to the holder of one role."""
    if desk.table is None:
        return []
    table = tables.load(games.get(desk.db, desk.table.game.id))
    readers = notices.readers(desk.db, table.game, desk.house.now)
    addressees = [one for one in readers if not only_to or one.role == only_to]
    mails = [deadlines.news(desk.house, table, one, title, *events) for one in addressees]
    return set_line_keys(desk, command, mails)


def set_line_keys(desk: Desk, command: Command, mails: Iterable[Notice]) -> list[Notice]:
    """Notices as those of this line of this letter: two lines may say the same in one moment.

    Who wrote the letter has its answer, and gets none of them.
    """
    line = f"{desk.receipt}.{command.span.line}"
    own_address = desk.person.address if desk.person else ""
    return [replace(one, key=f"{one.key}.{line}") for one in mails if one.to != own_address]
