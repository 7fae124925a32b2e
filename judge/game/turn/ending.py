"""How games end: solo, draw, concession, or because nobody is left."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from judge.game.books import archive, deeds, opening, proof, summary
from judge.game.conduct import reputation
from judge.game.press import delivery
from judge.game.readers import notices
from judge.game.terms import table
from judge.home.house import House
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.store import games, log, press
from judge.store.record import OVER, Game

DRAW, CONCEDE = "draw", "concede"


def finish(
    db: Connection, house: House, game: Game, outcome: str, winners: Sequence[str]
) -> list[Notice]:
    """End a game and tell everybody how it stands and who played what."""
    over = replace(stopped(game), status=OVER, outcome=outcome, winners=tuple(winners))
    games.save(db, over)
    log.append(db, house.now, log.JUDGE, "game.over", game.name, outcome=outcome)
    at = table.of(over)
    reputation.concluded(db, at)
    above = (*opening.words(db, over), _ended(over), *at.position())
    events = (*above, summary.event(db, at), *proof.events(at), *deeds.events(db, over))
    waiting = press.taken_up(db, over.id)
    told = [
        notices.to(house, at, reader, "over", (*events, *delivery.brought(at, reader, waiting)))
        for reader in notices.readers(db, over, house.now)
    ]
    whole = archive.of(db, over) if over.state else None
    return [replace(notice, archive=whole) for notice in told]


def stopped(game: Game) -> Game:
    """The game without a deadline, which is a change for those who have it in their calendars."""
    sequence = game.sequence + 1
    return replace(game, deadline=None, alarm=None, left=None, touched=False, sequence=sequence)


def _ended(game: Game) -> Event:
    phase = game.phase.title if game.phase else ""
    data = {"outcome": game.outcome, "winners": list(game.winners), "phase": phase}
    return Event("over", data)
