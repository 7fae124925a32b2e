"""How games end: solo, draw, concession, or because nobody is left."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from judge.game.books import archive, deeds, opening, proof, summary
from judge.game.conduct import reputation
from judge.game.press import delivery
from judge.game.readers import notices
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.home.house import House
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.notice import Notice
from judge.store import games, log, outbox, press
from judge.store.record import OVER, Game

DRAW, CONCEDE, CANCEL = "draw", "concede", "cancel"
DESERTED = "ended"
"""The outcome of a game that nobody is left to play."""
CANCELLED = "cancelled"
"""The outcome of a game that counts for nobody."""


def finish(
    db: Connection,
    house: House,
    game: Game,
    outcome: str,
    winners: Sequence[str],
    *,
    forced: bool = False,
) -> list[Notice]:
    """End a game and tell everybody how it stands and who played what.

    ``forced``: it was neither won nor voted for, and its master may take that back for a week.
    """
    finished_game = replace(
        stop_deadline(game), status=OVER, outcome=outcome, winners=tuple(winners)
    )
    games.save(db, finished_game)
    outbox.release(db, game.name, house.now)
    facts = {"forced": True} if forced else {}
    log.append(db, house.now, log.JUDGE, log.OVER, game.name, outcome=outcome, **facts)
    table = tables.load(finished_game)
    if outcome != CANCELLED:
        reputation.store_results(db, table)
    first_events = (
        *opening.list_closing_notes(db, finished_game),
        _make_end_event(finished_game),
        *table.position(),
    )
    events = (
        *first_events,
        *_tell_way_back(finished_game),
        summary.describe_summary(db, table),
        *proof.describe_dice(db, table, house.now),
        *deeds.events(db, finished_game),
    )
    waiting_press = press.take_up(db, finished_game.id)
    full_archive = archive.of(db, finished_game) if finished_game.state else None
    public_archive = (
        full_archive
        if table.customs.reveal or full_archive is None
        else archive.of(db, finished_game, sealed=True)
    )
    return [
        replace(
            notices.game_notice(
                house,
                table,
                reader,
                "over",
                (*events, *delivery.press_in_results(table, reader, waiting_press)),
            ),
            archive=full_archive if reader.role == notices.MASTER else public_archive,
        )
        for reader in notices.readers(db, finished_game, house.now)
    ]


def _tell_way_back(game: Game) -> tuple[Event, ...]:
    """What the master may do about a game that ended because nobody was left to play it."""
    if game.outcome != DESERTED:
        return ()
    text = "ROLLBACK within a week takes this end back; SEAT gives the seats to others then."
    return (Event("note", {"text": text}, GM),)


def find_forced_outcome(table: Table) -> tuple[str, tuple[str, ...]]:
    """The outcome and the winners of a game that its master ends without the players' agreement.

    1926, Concluding the game: "all players who still have pieces on the board when the game ends
    share equally in a draw".
    """
    if table.state is None or not table.customs.shared:
        return "terminated", ()
    units = table.engine.units(table.state)
    alive = table.engine.survivors(table.state)
    sharers = tuple(power for power in table.powers if power in alive and units.get(power))
    return (DRAW, sharers) if sharers else ("terminated", ())


def stop_deadline(game: Game) -> Game:
    """The game without a deadline, which is a change for those who have it in their calendars."""
    sequence = game.sequence + 1
    return replace(game, deadline=None, alarm=None, left=None, touched=False, sequence=sequence)


def _make_end_event(game: Game) -> Event:
    phase = game.phase.title if game.phase else ""
    data = {"outcome": game.outcome, "winners": list(game.winners), "phase": phase}
    return Event("over", data, PUBLIC)
