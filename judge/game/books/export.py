"""A game as JSON, complete: what a researcher, another program or the keeper may want."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import structs
from sqlalchemy import Connection

from judge.game.books import moving, proof
from judge.game.press import archive
from judge.game.readers import notices
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.kernel.engine import Event
from judge.store import ahead, people, press, seats, sheets, turns
from judge.store.record import OVER, Entry, Game, PlayedTurn


def export_game(
    db: Connection,
    game: Game,
    *,
    secret: bool,
    sealed: bool = False,
    now: datetime | None = None,
) -> dict[str, Any]:
    """The game with its people and all its turns.

    What is secret while the game lasts (orders of the open phase, events of single powers, the
    dice's secret, addresses, who watches) is only in it with ``secret``, and with it all that
    another judge needs to go on with the game; ``sealed``: events of
    single powers and secret orders are in it neither when the game is over. ``now`` decides about
    the secret of dice that may be thrown again for a week; None: it is still one.
    """
    table = tables.load(game)
    is_over = game.status == OVER
    open_to_all = secret or (is_over and not sealed)
    data: dict[str, Any] = {
        "game": game.name,
        "variant": game.variant,
        "title": table.variant.title,
        "status": game.status,
        "options": dict(game.options),
        "created": _word_time(game.created),
        "phase": game.phase.id if game.phase else None,
        "deadline": _word_time(game.deadline),
        "outcome": game.outcome or None,
        "winners": list(game.winners),
        "commitment": table.dice.commitment,
        "gm": people.get(db, game.gm).name if game.gm is not None else None,
        "seats": _list_seats(db, game, secret=secret),
        "position": _list_events(table.position(), everything=open_to_all),
        "turns": _list_turns(db, game, everything=open_to_all, secret=secret),
        "press": _list_press(db, game, secret=secret),
    }
    if secret or (is_over and _is_opened(db, game, now)):
        data["secret"] = game.secret.hex()
    if secret:
        data["observers"] = [person.name for person in seats.people_watching(db, game.id)]
        data["state"] = msgspec.Raw(game.state or b"null")
        data["orders"] = {
            power: _list_orders(sheet.entries, secret=True)
            for power, sheet in sheets.of_phase(db, game.id, game.number).items()
        }
        data["ahead"] = [
            {
                "power": later.power,
                "phase": later.phase,
                "receipt": later.receipt,
                "lines": list(later.lines),
            }
            for later in ahead.of_game(db, game.id)
        ]
        data["records"] = moving.pack(db, game)
    return data


def _is_opened(db: Connection, game: Game, now: datetime | None) -> bool:
    """Whether the secret of a game that is over may be told."""
    opens = proof.find_opening(db, game)
    return opens is None or (now is not None and opens <= now)


def _word_time(moment: Any) -> str | None:
    return moment.isoformat() if moment else None


def _list_seats(db: Connection, game: Game, *, secret: bool) -> list[dict[str, Any]]:
    rows = []
    for seat, person in seats.with_people(db, game.id):
        row = {"power": seat.power, "player": notices.holder_name(game, seat, person) or None}
        if secret:
            row["player"] = person.name if person else notices.computer_name(seat) or None
            row["address"] = person.address if person else None
        rows.append(row)
    return rows


def _list_press(db: Connection, game: Game, *, secret: bool) -> list[dict[str, Any]]:
    """What is public when the game is over; all of it with ``secret``."""
    if secret:
        return [archive.as_data(message) for message in press.of_game(db, game.id)]
    return archive.published_press(db, game)


def _list_turns(
    db: Connection, game: Game, *, everything: bool, secret: bool
) -> list[dict[str, Any]]:
    table = tables.load(game)
    return [
        {
            "number": turn.number,
            "revision": turn.revision,
            "phase": turn.phase,
            "title": turn.title,
            "closed": _word_time(turn.closed),
            "orders": {
                power: _list_orders(entries, secret=secret)
                for power, entries in sorted(
                    (turn.orders if everything else _list_public_orders(table, turn)).items()
                )
            },
            "events": _list_events(turn.events, everything=everything),
        }
        for turn in turns.of_game(db, game.id)
    ]


def _list_public_orders(table: Table, turn: PlayedTurn) -> dict[str, list[Entry]]:
    """The orders that the public results show: points, bids and plans are not among them.

    Nor are those for others' units where it is a secret who orders them.
    """
    board = table.engine.known_state(table.engine.load(turn.before), "")
    public = {
        (row["power"], row["text"])
        for event in audience.public(turn.events)
        if event.kind == "results"
        for row in event.data["rows"]
    }
    return {
        power: [
            entry
            for entry in entries
            if any((name, entry.text) in public for name in table.engine.speaks_for(board, power))
        ]
        for power, entries in turn.orders.items()
    }


def _list_orders(entries: Sequence[Entry], *, secret: bool) -> list[Mapping[str, str]]:
    """Orders; how its player typed one, and in which mail, is his own affair."""
    if not secret:
        return [{"order": entry.text} for entry in entries]
    return [
        {"order": entry.text, "typed": entry.typed, "receipt": entry.receipt} for entry in entries
    ]


def _list_events(events: Iterable[Event], *, everything: bool) -> list[dict[str, Any]]:
    told_events = events if everything else audience.public(events)
    return [structs.asdict(event) for event in told_events]
