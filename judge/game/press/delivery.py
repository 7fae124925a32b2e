"""Delivering press: a mail to each reader, made of the message and of its reader alone.

Nothing of the letter goes along: no header, no name, no time but that of the pass. The text is made
anew, so that nothing tells one mail program or person from another: lines that were broken to fit
are joined, typographic signs become plain ones, and secrets are masked.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.press import answering
from judge.game.press.addressing import SIGNATURES
from judge.game.press.answering import is_copy, told_recipients
from judge.game.readers import addresses, notices
from judge.game.readers.notices import Reader
from judge.game.terms import game_options
from judge.game.terms.tables import Table
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.mask import STARS
from judge.kernel.notice import Notice
from judge.mail.ours import Ours, pattern
from judge.spool.house import House
from judge.store import press, seats
from judge.store.record import OVER, Game, JsonObject, Press

HIDDEN = "not signed"
"""Whom an archive calls him."""


def event(table: Table, message: Press, role: str, audience: str) -> Event:
    """A message as one of its readers, who has ``role``, sees it; what all read is public."""
    data = {
        "sender": message.signed or "an unnamed power",
        "recipients": list(told_recipients(table, message, role)),
        "text": message.text,
    }
    return Event("press", data, PUBLIC if message.public else audience)


def send(db: Connection, house: House, table: Table, message: Press) -> list[Notice]:
    """A notice to everybody who gets a message now; a reply to it answers this message.

    Its key is made of the message's number, which says nothing of its writer.
    """
    game, mails = table.game, []
    title = f"press from {table.variant.the(message.signed)}" if message.signed else "press"
    readers = [one for one in notices.readers(db, game, house.now) if _gets(table, one, message)]
    for reader in readers:
        role, person, seat = reader.role, reader.person, reader.seat
        blank = notices.game_notice(house, table, reader, "press", ())
        words, *notes = _press_events(table, reader, message)
        ways = Event("press-ways", answering.tell_ways(table, role, message), person.address)
        events = (words.knowing(opens=True), *notes, ways)
        key = f"{game.name}.press{message.serial}.{blank.thread}"
        reply_to = addresses.reply_to(house.ours, game, role, seat, person.id, message.serial)
        mails.append(replace(blank, key=key, title=title, events=events, reply_to=reply_to))
    return mails


def _gets(table: Table, reader: Reader, message: Press) -> bool:
    return reader.role in message.readers or _gets_copy(table, reader, message)


def _gets_copy(table: Table, reader: Reader, message: Press) -> bool:
    """Whether a reader gets the game master's copy of a message that is not for him."""
    return is_copy(reader.role, message) and game_options.manner(table.game.options).copied


def _press_events(table: Table, reader: Reader, message: Press) -> Iterator[Event]:
    """The message as its reader gets it, and who wrote the game master's copy."""
    yield event(table, message, reader.role, reader.person.address)
    if _gets_copy(table, reader, message):
        author = SIGNATURES.get(message.author, message.author)
        yield Event("note", {"text": f"This is your copy; it was written by {author}."}, GM)


def replies(table: Table, role: str, message: Press) -> Iterator[dict[str, str]]:
    """The lines that begin an answer: to whom it is signed by, to all whom it was written to.

    ``role`` is whose answer it is.
    """
    writer = answering.find_writer(role, message)
    if table.quiet_phase:
        return
    if writer and writer != role:
        yield {"who": message.signed or writer, "line": f"PRESS TO {writer.upper()}"}
    if message.public:
        yield {"who": "all of these", "line": "BROADCAST"}
    elif writer and (names := answering.name_all(table, role, message)):
        yield {"who": "all of these", "line": f"PRESS TO {names.upper()}"}


def press_known_to(db: Connection, table: Table, role: str) -> list[Press]:
    """The press that has been delivered to a role or that it wrote; broadcasts to anybody."""
    return [
        message
        for message in press.of_game(db, table.game.id)
        if not message.waits and (message.public or role in (*message.readers, message.author))
    ]


def press_in_results(table: Table, reader: Reader, messages: Sequence[Press]) -> tuple[Event, ...]:
    """What of ``messages`` a reader's results bring, in an order that betrays no writer."""
    order = {name: number for number, name in enumerate(table.powers)}

    def place(one: Press) -> tuple[int, str, str, int]:
        # By signature, and one power's in the order of its writing; unsigned ones by their text.
        text = "" if one.signed else one.text
        return order.get(one.signed, len(order)), one.signed, text, one.serial

    events: list[Event] = []
    for message in sorted((one for one in messages if _gets(table, reader, one)), key=place):
        # In a mail that is none of press its answer has to say to whom it goes.
        words, *notes = _press_events(table, reader, message)
        events += [words.knowing(replies=list(replies(table, reader.role, message))), *notes]
        for name in answering.names_spoken_for(table, reader.role, message):
            text = f"You read this as {name}: PRESS TO and a name AS {name} answers as {name}"
            note = {"text": f"{text}, without AS {name} you sign as {reader.role}."}
            events.append(Event("note", note, reader.person.address))
    return tuple(events)


def published_press(db: Connection, game: Game) -> list[JsonObject]:
    """What everybody may read when a game is over, oldest first; nothing before.

    Consent is a person's own: whoever takes over a seat does not publish what was written there
    before. Its true author is then named, whatever the signature was; of what went to all without
    his consent no more is told than all have read.
    """
    if game.status != OVER:
        return []
    consenting = {seat.person for seat in seats.of_game(db, game.id) if seat.consents}
    published: list[JsonObject] = []
    for message in press.of_game(db, game.id):
        if message.person in consenting:
            published.append(press_as_data(message))
        elif message.public:
            published.append(press_as_data(replace(message, author=message.signed or HIDDEN)))
    return published


def press_as_data(message: Press) -> JsonObject:
    """A message as plain data."""
    return {
        "phase": message.phase,
        "author": SIGNATURES.get(message.author, message.author),
        "signed": message.signed,
        "recipients": list(message.recipients),
        "written": message.written.isoformat(),
        "text": message.text,
    }


_NARROW = 66
"""Mail programs that break lines do it at 66 columns or later."""
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′´`", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
    }
)
_BULLET = re.compile(r"[*\u2022\u25e6\u25aa\u00b7] ")
_OWN_LINE = re.compile(r"-|\d+[.)]\s|$")
"""What a line begins with that was not broken off the line before it."""


def clean_text(lines: Iterable[str], game: str, ours: Ours) -> str:
    """The text of ``lines``, to be sent in the judge's own mail; "" if nothing is left."""
    before = rf"(?i)(\b(?:\w+@|sign\s?on\s+\w?){re.escape(game)}\s+|^\W*(?:set\s+)?password\s+)\S+"
    clean_lines = []
    for line in lines:
        # Plain signs and single blanks: HTML has no others, and its own bullets.
        signs = unicodedata.normalize("NFC", line).translate(_SIGNS)
        plain = _BULLET.sub("- ", " ".join(signs.split()))
        # No seat's secret address, and no password for a seat of this game.
        masked = pattern(ours).sub(ours.address, plain)
        clean_lines.append(re.sub(before, rf"\g<1>{STARS}", masked))
    text = "\n".join(join_broken_lines(clean_lines))
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def join_broken_lines(lines: Sequence[str]) -> Iterable[str]:
    """Lines that a mail program broke, whole again: the next word had no room on them."""
    whole = ""
    for line, follows in zip(lines, [*lines[1:], ""], strict=False):
        whole = f"{whole} {line}" if whole else line
        is_own_line = _OWN_LINE.match(follows) or _OWN_LINE.match(line)
        has_room = len(line) + 1 + len(follows.partition(" ")[0]) <= _NARROW
        if is_own_line or has_room or len(line) > 80:
            yield whole
            whole = ""
