"""Delivering press: a mail to each reader, made of the message and of its reader alone.

Nothing of the letter goes along: no header, no name, no time but that of the pass.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from judge.game.press.addressing import ALL, ALL_POWERS, SIGNATURES
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER, OBSERVER
from judge.game.readers.notices import Reader
from judge.game.terms import settings
from judge.game.terms.tables import Table
from judge.home.house import House
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.notice import Notice
from judge.store import press
from judge.store.record import Press

UNSIGNED = "an unnamed power"
NAMES = {SIGNATURES[MASTER]: MASTER, SIGNATURES[OBSERVER]: "", SIGNATURES[""]: ""}
"""How those are written to who sign with no power; "" for those who can't be."""


def event(table: Table, message: Press, role: str, audience: str) -> Event:
    """A message as one of its readers, who has ``role``, sees it; what all read is public."""
    data = {
        "sender": message.signed or UNSIGNED,
        "recipients": list(_told_recipients(table, message, role)),
        "text": message.text,
    }
    return Event("press", data, PUBLIC if message.public else audience)


def _told_recipients(table: Table, message: Press, role: str) -> Sequence[str]:
    """To whom a reader is told that a message goes: its writer and the game master know all."""
    if message.public or settings.manner(table.game.options).listed:
        return message.recipients
    if role in (message.author, MASTER):
        return message.recipients
    return (role or "you",)


def send(db: Connection, house: House, table: Table, message: Press) -> list[Notice]:
    """A notice to everybody who gets a message now."""
    return [
        _notice(house, table, reader, message)
        for reader in notices.readers(db, table.game, house.now)
        if _gets(table, reader, message)
    ]


def _gets(table: Table, reader: Reader, message: Press) -> bool:
    return reader.role in message.readers or _gets_copy(table, reader, message)


def _gets_copy(table: Table, reader: Reader, message: Press) -> bool:
    """Whether a reader gets the game master's copy of a message that is not for him."""
    if reader.role != MASTER or MASTER in (*message.readers, message.author):
        return False
    return settings.manner(table.game.options).copied


def _notice(house: House, table: Table, reader: Reader, message: Press) -> Notice:
    """The mail; its key is made of the message's number, which says nothing of its writer."""
    title = f"press from {table.variant.the(message.signed)}" if message.signed else "press"
    blank = notices.game_notice(house, table, reader, "press", ())
    return replace(
        blank,
        key=f"{table.game.name}.press{message.serial}.{blank.thread}",
        title=title,
        events=tuple(_press_events(table, reader, message)),
    )


def _press_events(table: Table, reader: Reader, message: Press) -> Iterable[Event]:
    """The message, how to answer it, also for a minor, and who wrote the game master's copy."""
    address = reader.person.address
    first = event(table, message, reader.role, address)
    rows = list(replies(table, reader.role, message))
    yield first.knowing(replies=rows)
    for name in _names_spoken_for(table, reader, message):
        text = f"You read this as {name}: PRESS TO and a name AS {name} answers as {name}"
        note = {"text": f"{text}, without AS {name} you sign as {reader.role}."}
        yield Event("note", note, address)
    if _gets_copy(table, reader, message):
        author = SIGNATURES.get(message.author, message.author)
        yield Event("note", {"text": f"This is your copy; it was written by {author}."}, GM)


def replies(table: Table, role: str, message: Press) -> Iterator[dict[str, str]]:
    """The lines that begin an answer: to whom it is signed by, to all whom it was written to.

    ``role`` is whose answer it is.
    """
    writer = NAMES.get(message.signed, message.signed)
    if writer and writer != role:
        yield {"who": message.signed, "line": line_to(message.signed)}
    if message.public:
        yield {"who": "all of these", "line": "BROADCAST"}
        return
    recipients = _told_recipients(table, message, role)
    if writer and role in message.readers and recipients == message.recipients:
        line = _line_to_all(writer, [name for name in message.recipients if name != role])
        if line:
            yield {"who": "all of these", "line": line}


def line_to(signature: str) -> str:
    """The line that begins an answer to who signs so; "" for those who can't be written to."""
    writer = NAMES.get(signature, signature)
    return f"PRESS TO {writer.upper()}" if writer else ""


def _line_to_all(writer: str, others: Sequence[str]) -> str:
    """The line that begins an answer to the writer of press and to all others who got it."""
    wide_name = next((name for name in others if name.startswith(ALL_POWERS)), "")
    if wide_name:
        return f"PRESS TO {wide_name.replace(ALL_POWERS, ALL).replace(' and ', ', ').upper()}"
    names = ", ".join((writer, *(NAMES.get(name, name) for name in others)))
    return f"PRESS TO {names.upper()}" if others else ""


def _names_spoken_for(table: Table, reader: Reader, message: Press) -> list[str]:
    """The names other than the own by which a message reached a reader who speaks for them."""
    voices = {} if table.state is None else table.engine.press_names(table.state)
    return [name for name in message.recipients if reader.role in voices.get(name, ())]


def press_known_to(db: Connection, table: Table, role: str) -> list[Press]:
    """The press that has been delivered to a role or that it wrote; broadcasts to anybody."""
    return [
        message
        for message in press.of_game(db, table.game.id)
        if not message.waits and (message.public or role in (*message.readers, message.author))
    ]


def press_in_results(table: Table, reader: Reader, messages: Sequence[Press]) -> tuple[Event, ...]:
    """What of ``messages`` a reader's results bring, in an order that betrays no writer."""
    messages_got = [one for one in messages if _gets(table, reader, one)]
    return tuple(
        press_event
        for one in _sort_press(table, messages_got)
        for press_event in _press_events(table, reader, one)
    )


def _sort_press(table: Table, messages: Sequence[Press]) -> Sequence[Press]:
    """By signature, and one power's in the order of its writing; unsigned ones by their text."""
    order = {name: number for number, name in enumerate(table.powers)}

    def place(one: Press) -> tuple[int, str, str, int]:
        last = (one.text, one.serial) if not one.signed else ("", one.serial)
        return (order.get(one.signed, len(order)), one.signed, *last)

    return sorted(messages, key=place)
