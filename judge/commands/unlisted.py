"""RESIGN by somebody without a seat: no longer watching a game or waiting for a seat.

From alone proves nothing: without a secret address a code goes to the registered address first;
the line with the code then does it.
"""

from judge.commands import words
from judge.desk import codes
from judge.desk.desk import Desk
from judge.game.readers import notices
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store.record import Person


def is_proven(desk: Desk, command: Command, person: Person, place: str) -> bool:
    """Whether the sender is ``person`` beyond doubt: by an address, our server, or a code.

    ``place`` is the game's name, or "waiting". A code is spent by this.
    """
    if desk.proven:
        return True
    return any(
        codes.spend(desk, _purpose(person, place), code) is not None
        for code in words.of(command)[1:2]
    )


def ask_for_code(desk: Desk, command: Command, person: Person, place: str) -> Desk:
    """Mail the code that proves it, and say so."""
    if len(words.of(command)) > 1:
        return desk.refuses(command, "that code is wrong or used up", f"RESIGN {place}")
    sentence = f"a code is on its way to {person.address}; nothing ends before it comes back"
    return desk.sends(_code_notices(desk, person, place)).says(command, sentence)


def _purpose(person: Person, place: str) -> str:
    return f"resign {place.lower()} {person.id}"


def _code_notices(desk: Desk, person: Person, place: str) -> list[Notice]:
    """The mail with the code; none if one went out within the hour."""
    code = codes.issue(desk, _purpose(person, place), person.id)
    if not code:
        return []
    end = "be taken off the waiting list" if place.lower() == "waiting" else f"leave {place}"
    purpose = f"Somebody, probably you, asked to {end}. If it was not you, do nothing."
    event = codes.describe_code(desk.house, f"RESIGN {place} {code}", purpose, person.address)
    key = f"unlisted.{place.lower()}.{person.id}.{desk.receipt}"
    return [notices.personal_notice(desk.house, person, key, f"RESIGN {place}: was it you?", event)]
