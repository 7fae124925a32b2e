"""How games end: solo, draw, concession, or because nobody is left."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from judge.game import deeds, notices, opening, proof, table
from judge.game.house import House
from judge.game.press import delivery
from judge.game.record import OVER, Game, Seat
from judge.game.store import games, log, press, seats
from judge.game.table import Table
from judge.kernel.engine import Event
from judge.kernel.notice import Notice

DRAW, CONCEDE = "draw", "concede"


def finish(
    db: Connection, house: House, game: Game, outcome: str, winners: Sequence[str]
) -> list[Notice]:
    """End a game and tell everybody how it stands and who played what."""
    over = replace(stopped(game), status=OVER, outcome=outcome, winners=tuple(winners))
    games.save(db, over)
    log.append(db, house.now, log.JUDGE, "game.over", game.name, outcome=outcome)
    at = table.of(over)
    above = (*opening.events(db, over), _ended(over), *at.position())
    events = (*above, notices.who_plays(db, over), *proof.events(at), *deeds.events(db, over))
    waiting = press.taken_up(db, over.id)
    return [
        notices.to(house, at, reader, "over", (*events, *delivery.brought(at, reader, waiting)))
        for reader in notices.readers(db, over)
    ]


def stopped(game: Game) -> Game:
    """The game without a deadline, which is a change for those who have it in their calendars."""
    sequence = game.sequence + 1
    return replace(game, deadline=None, alarm=None, left=None, touched=False, sequence=sequence)


def _ended(game: Game) -> Event:
    phase = game.phase.title if game.phase else ""
    data = {"outcome": game.outcome, "winners": list(game.winners), "phase": phase}
    return Event("over", data)


def by_vote(db: Connection, house: House, at: Table) -> list[Notice]:
    """End the game if the votes are in: a draw by all survivors, a concession by all others.

    A survivor without a player has no vote. Nobody learns of a vote that has not passed.
    """
    alive = set(at.engine.survivors(at.state))
    voters = [seat for seat in seats.of_game(db, at.game.id) if seat.power in alive and seat.person]
    if voters and all(seat.vote == DRAW for seat in voters):
        return finish(db, house, at.game, "draw", at.engine.survivors(at.state))
    for power in at.engine.survivors(at.state):
        if _conceded(voters, power):
            return finish(db, house, at.game, "concession", (power,))
    return []


def _conceded(voters: Sequence[Seat], power: str) -> bool:
    """Whether everybody but ``power`` concedes the game to it; it need not vote itself."""
    others = [seat for seat in voters if seat.power != power]
    return bool(others) and all(seat.vote == f"{CONCEDE} {power}" for seat in others)
