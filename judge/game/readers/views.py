"""Boards to be drawn in mails: what everybody knows of a position, and of the phase it was in."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from judge.game.terms.tables import Table
from judge.home.house import House
from judge.kernel import audience
from judge.kernel.engine import Event
from judge.kernel.notice import Notice, View
from judge.store import pictures
from judge.store.record import PlayedTurn

NONE = "none"
"""The wish of who wants no maps."""


def of_board(table: Table) -> View:
    """The board as it stands, as an onlooker knows it."""
    engine, phase = table.engine, table.game.phase
    board = engine.request(engine.known_state(table.state, ""))
    return View(phase.title if phase else "the end", board)


def of_phase(table: Table, events: Sequence[Event]) -> View:
    """The board of a phase with what everybody was told of it."""
    return replace(of_board(table), events=audience.public(events))


def of_turn(table: Table, turn: PlayedTurn) -> View:
    """The board before a phase that is over, with what everybody was told of it."""
    board = table.engine.request(table.engine.known_state(table.engine.load(turn.before), ""))
    return View(turn.title, board, audience.public(turn.events))


def add(
    db: Connection, house: House, mails: Sequence[Notice], make: Callable[[], Iterable[View]]
) -> list[Notice]:
    """Notices with the views that ``make`` gives, each as its reader wants his maps.

    Nothing is made where the keeper lets no mail bring maps, or nobody is told.
    """
    if not mails or house.config.pictures.mails != "yes":
        return list(mails)
    all_views = tuple(make())
    wish_of_address = pictures.wishes(db, [notice.to for notice in mails])
    wish = ((notice, wish_of_address.get(notice.to, pictures.STANDARD)) for notice in mails)
    return [
        notice if maps == NONE else replace(notice, views=all_views, maps=maps)
        for notice, maps in wish
    ]
