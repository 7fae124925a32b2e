"""What who has no part in a game may see of it: all of it, or the board of one phase ago."""

from dataclasses import replace

from sqlalchemy import Connection

from judge.game.terms import settings, tables
from judge.game.terms.tables import Table
from judge.store import turns
from judge.store.record import OVER, Game


def reads_late(game: Game) -> bool:
    """Whether outsiders read of a game one phase late; when it is over all is told."""
    return game.status != OVER and settings.delays_observers(game.options)


def table(db: Connection, game: Game) -> Table:
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
