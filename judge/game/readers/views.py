"""Boards to be drawn in mails: what everybody knows of a position, and of the phase it was in."""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.terms import game_options, tables
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.kernel.engine import Event
from judge.kernel.notice import Notice, View
from judge.spool.house import House
from judge.store import outbox, turns
from judge.store.record import OVER, Game, PlayedTurn

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
    wish_of_address = outbox.map_wishes_of(db, [notice.to for notice in mails])
    wish = ((notice, wish_of_address.get(notice.to, outbox.STANDARD)) for notice in mails)
    return [
        notice if maps == NONE else replace(notice, views=all_views, maps=maps)
        for notice, maps in wish
    ]


def reads_late(game: Game) -> bool:
    """Whether outsiders read of a game one phase late; when it is over all is told."""
    return game.status != OVER and game_options.delays_observers(game.options)


def outsider_table(db: Connection, game: Game) -> Table:
    """The game as outsiders may know it: where they read late, as it was before its last turn.

    Turns that were closed in one moment are told together. There is no deadline, since the phase
    is over.
    """
    all_turns = turns.of_game(db, game.id) if reads_late(game) else []
    if not all_turns:
        return tables.load(game)
    turn = next(turn for turn in all_turns if turn.closed == all_turns[-1].closed)
    before = replace(game, number=turn.number, state=turn.before, deadline=None)
    late = tables.load(before)
    return tables.load(replace(before, phase=late.engine.phase(late.state)))
