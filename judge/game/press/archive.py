"""The press of a game that is over: broadcasts, and what its writers let be published."""

from dataclasses import replace

from sqlalchemy import Connection

from judge.game.press.addressing import SIGNATURES
from judge.store import press, seats
from judge.store.record import OVER, Game, JsonObject, Press

UNSIGNED = "not signed"


def published_press(db: Connection, game: Game) -> list[JsonObject]:
    """What everybody may read when a game is over, oldest first; nothing before.

    Consent is a person's own: whoever takes over a seat does not publish what was written there
    before. Its true author is then named, whatever the signature was; of what went to all without
    his consent no more is told than all have read.
    """
    if game.status != OVER:
        return []
    consenting = {seat.person for seat in seats.of_game(db, game.id) if seat.consents}
    return [
        as_data(message if message.person in consenting else _hide_writer(message))
        for message in press.of_game(db, game.id)
        if message.public or message.person in consenting
    ]


def _hide_writer(message: Press) -> Press:
    """A message by whoever signed it."""
    return replace(message, author=message.signed or UNSIGNED)


def as_data(message: Press) -> JsonObject:
    """A message as plain data."""
    return {
        "phase": message.phase,
        "author": SIGNATURES.get(message.author, message.author),
        "signed": message.signed,
        "recipients": list(message.recipients),
        "written": message.written.isoformat(),
        "text": message.text,
    }
