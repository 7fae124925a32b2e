"""A turn played: what the sheets lead to, and how it is kept."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from judge.game.terms.tables import Table
from judge.home.house import House
from judge.kernel.engine import Phase, Turn
from judge.store import log, turns
from judge.store.record import Game, PlayedTurn, Sheet


def adjudicate(table: Table, sheet_of: Mapping[str, Sheet]) -> Turn[Any]:
    """What the orders of ``sheet_of`` lead to."""
    orders = {power: sheet.orders for power, sheet in sheet_of.items()}
    return add_title(table.engine.turn(table.state, orders, table.dice), table.game.phase)


def add_title(turn: Turn[Any], phase: Phase | None) -> Turn[Any]:
    """The turn with the phase's title in its results: engines name phases by their ids."""
    title = phase.title if phase else ""
    events = tuple(
        event.knowing(title=title) if event.kind == "results" else event for event in turn.events
    )
    return Turn(turn.state, events, turn.winners)


def keep_turn(
    db: Connection, house: House, game: Game, sheet_of: Mapping[str, Sheet], turn: Turn[Any]
) -> None:
    """Store a turn, and its digest in the log."""
    played_turn = _make_played_turn(house, game, sheet_of, turn)
    log.turn(db, house.now, game.name, played_turn, turns.add(db, game.id, played_turn))


def _make_played_turn(
    house: House, game: Game, sheet_of: Mapping[str, Sheet], turn: Turn[object]
) -> PlayedTurn:
    """The turn as it is kept."""
    title = game.phase.title if game.phase else ""
    return PlayedTurn(
        number=game.number,
        revision=game.revision,
        phase=game.phase.id if game.phase else "",
        title=title,
        closed=house.now,
        before=game.state,
        orders={power: sheet.entries for power, sheet in sheet_of.items()},
        events=turn.events,
    )
