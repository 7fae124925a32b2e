"""How games end: solo, draw, concession, or because nobody is left."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from judge.game.books import archive, deeds, opening, proof, summary
from judge.game.conduct import reputation
from judge.game.press import delivery
from judge.game.readers import notices
from judge.game.terms import tables
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
    over = replace(stop_deadline(game), status=OVER, outcome=outcome, winners=tuple(winners))
    games.save(db, over)
    log.append(db, house.now, log.JUDGE, "game.over", game.name, outcome=outcome)
    table = tables.load(over)
    reputation.store_results(db, table)
    above = (*opening.closing_events(db, over), _end_event(over), *table.position())
    events = (*above, summary.event(db, table), *proof.events(table), *deeds.events(db, over))
    waiting = press.take_up(db, over.id)
    told = [
        notices.game_notice(
            house,
            table,
            reader,
            "over",
            (*events, *delivery.press_in_results(table, reader, waiting)),
        )
        for reader in notices.readers(db, over, house.now)
    ]
    whole = archive.of(db, over) if over.state else None
    return [replace(notice, archive=whole) for notice in told]


def stop_deadline(game: Game) -> Game:
    """The game without a deadline, which is a change for those who have it in their calendars."""
    sequence = game.sequence + 1
    return replace(game, deadline=None, alarm=None, left=None, touched=False, sequence=sequence)


def _end_event(game: Game) -> Event:
    phase = game.phase.title if game.phase else ""
    data = {"outcome": game.outcome, "winners": list(game.winners), "phase": phase}
    return Event("over", data)
