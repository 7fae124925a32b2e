"""Stopping a game's clock and letting it go on."""

from dataclasses import replace
from datetime import timedelta

from sqlalchemy import Connection

from judge.game.clocks import deadlines, late
from judge.game.clocks.deadlines import DAY, Due
from judge.game.terms import tables
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.notice import Notice
from judge.spool.house import House
from judge.store import games, log
from judge.store.record import Game


def pause(db: Connection, house: House, game: Game, who: str, whom: str) -> list[Notice]:
    """Stop the clock and tell everybody: the phase keeps the time that it has left."""
    seconds_left = int((game.deadline - house.now).total_seconds()) if game.deadline else 0
    sequence = game.sequence + 1
    paused_game = replace(game, deadline=None, alarm=None, ready=None, sequence=sequence)
    paused_game = replace(paused_game, left=max(0, seconds_left))
    games.save(db, paused_game)
    log.append(db, house.now, who, "game.paused", game.name)
    text = f"{whom} has paused the game. Orders are taken all the same."
    return deadlines.tell_clock(
        db, house, paused_game, "the game is paused", Event("note", {"text": text}, PUBLIC)
    )


def resume(db: Connection, house: House, game: Game, who: str) -> list[Notice]:
    """Let the clock go on and tell everybody the new deadline."""
    log.append(db, house.now, who, "game.resumed", game.name)
    going = replace(game, touched=True)
    return deadlines.move(
        db, house, going, resumed_deadline(db, house, game), who, "the game goes on"
    )


def resumed_deadline(db: Connection, house: House, game: Game) -> Due:
    """The deadline of a game that goes on now: the time that was left, and a day at least."""
    table = tables.load(game)
    kind = game.phase.kind if game.phase else ""
    least = min(DAY, table.clock.rhythm(kind).pace.length)
    time_left = max(timedelta(seconds=game.left or 0), least)
    return deadlines.after(db, table, house.now + time_left, kind, late.awaited_powers(db, table))
