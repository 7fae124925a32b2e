"""The journal: every mail once, what became of it, how it was read, what answers to it bear."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    text,
    union_all,
    update,
)

from judge.store import memo
from judge.store.dialect import add_new, hold_name, is_sqlite
from judge.store.record import OVER, Read, ReceivedMail, as_columns, columns_of, of_columns
from judge.store.schema import codes, former, games, letters, raws, readings, replies

NEW, DONE, SILENT, SHUNTED, REPEATED = "new", "done", "silent", "shunted", "repeated"
"""Not acted on yet; acted on and answered; never to be answered; raised; a copy of another mail."""
OVER_ALLOWANCE, TOO_SLOW = 1, 2
"""Why a mail that waits was put off: its sender, or all, had their share; it took too long."""
STATES = (DONE, SILENT, SHUNTED, REPEATED, NEW)

KEY = 32
"""Hexadecimal digits of a key in ``former``."""
_HEAD = ("message_id", "proven", "received", "game", "signed")
"""What is stored of a mail when its head is read, beside its content's digest."""
MOST_NAMED = 8
"""Mails of one Message-ID that are compared: a cut-off copy comes again soon, or never."""

_other = letters.alias()
_SHARED = exists().where(
    _other.c.message_id == letters.c.message_id,
    _other.c.id != letters.c.id,
    letters.c.message_id != "",
)
_MAILS = select(*columns_of(letters, ReceivedMail), _SHARED)
_KNOWN = select(letters.c.id, letters.c.place, letters.c.digest).where(
    letters.c.place.in_(bindparam("places", expanding=True))
)
_FORMER = select(former.c.letter, former.c.seen).where(
    former.c.seen.in_(bindparam("seen", expanding=True))
)
_IN_TURN = letters.c.put_off, letters.c.received, letters.c.id
"""The order in which mails are acted on."""
_TAKE = insert(letters).returning(letters.c.id, letters.c.place, letters.c.digest)
_OBEYED = exists().where(readings.c.letter == letters.c.id)
_COPIES = union_all(
    select(
        letters.c.id,
        letters.c.status,
        letters.c.received.label("received"),
        letters.c.proven | _OBEYED,
    ).where(
        letters.c.content == bindparam("content"),
        letters.c.status != REPEATED,
        letters.c.id != bindparam("key"),
    ),
    select(former.c.letter, literal(DONE), former.c.received, former.c.proven).where(
        former.c.content == bindparam("short")
    ),
).order_by(text("received DESC"))
_NAMED = (
    _MAILS.where(letters.c.message_id == bindparam("message_id"), letters.c.message_id != "")
    .where(letters.c.id != bindparam("key"), letters.c.content != "")
    .where(letters.c.proven == bindparam("proven"))
    .order_by(letters.c.id.desc())
    .limit(MOST_NAMED)
)
_KNOW = (
    update(letters)
    .where(letters.c.id == bindparam("key"))
    .values({name: bindparam(name) for name in ("content", *_HEAD)})
    .returning(
        or_(
            exists().where(
                _other.c.content == bindparam("content"), _other.c.id != bindparam("key")
            ),
            exists().where(former.c.content == bindparam("short")),
        ),
        exists().where(
            _other.c.message_id == bindparam("message_id"),
            _other.c.message_id != "",
            _other.c.id != bindparam("key"),
        ),
    )
)
_CLOSE = (
    update(letters)
    .where(letters.c.id == bindparam("key"))
    .values(status=bindparam("state"), reason=bindparam("because"))
)
_READ = insert(readings)


class Copy(Struct, frozen=True):
    """A mail that counts; ``proven``: its writer is known, or it was obeyed in a game."""

    id: int
    status: str
    received: datetime
    proven: bool


def take(
    db: Connection, mails: Sequence[ReceivedMail], now: datetime
) -> list[tuple[ReceivedMail, bool]]:
    """Journal mails; return each with its number, and whether it is new.

    It is not if the same bytes came from the same place in the mailbox: it was not moved away.
    """
    seen = {_seen_key(mail.place, mail.digest): (mail.place, mail.digest) for mail in mails}
    former_rows = db.execute(_FORMER, {"seen": [*seen]})
    number_of_mail = {seen[row.seen]: row.letter for row in former_rows}
    known_rows = db.execute(_KNOWN, {"places": [mail.place for mail in mails]})
    number_of_mail |= {(row.place, row.digest): row.id for row in known_rows}
    rows = {
        (mail.place, mail.digest): {**as_columns(mail, "id", "shared"), "taken": now}
        for mail in mails
        if (mail.place, mail.digest) not in number_of_mail
    }
    if rows:
        taken_rows = db.execute(_TAKE, [*rows.values()])
        number_of_mail |= {(row.place, row.digest): row.id for row in taken_rows}
    return [
        (replace(mail, id=number_of_mail[key]), key in rows)
        for mail in mails
        if (key := (mail.place, mail.digest))
    ]


class Kin(Struct, frozen=True):
    """The mails of the same content, newest first, and whether others have the same Message-ID."""

    copies: Sequence[Copy]
    shared: bool


def store_head(db: Connection, mail: ReceivedMail, content: str) -> Kin:
    """Store what a mail's head says, and return which others are known."""
    copy_keys = {"key": mail.id, "content": content, "short": content[:KEY]}
    head = {name: getattr(mail, name) for name in _HEAD}
    is_copied, is_shared = db.execute(_KNOW, copy_keys | head).one()
    if not is_copied:
        return Kin((), is_shared)
    return Kin([Copy(*row) for row in db.execute(_COPIES, copy_keys)], is_shared)


def find_namesakes(db: Connection, mail: ReceivedMail) -> list[ReceivedMail]:
    """The latest other mails of the same Message-ID, of writers who are proven as well or not."""
    if not mail.shared:
        return []
    values = {"key": mail.id, "message_id": mail.message_id, "proven": mail.proven}
    return _read_mails(db, _NAMED, values)


def _read_mails(
    db: Connection, query: Select[Any], values: Mapping[str, Any] | None = None
) -> list[ReceivedMail]:
    """The mails that a question finds."""
    return [ReceivedMail(*row) for row in db.execute(query, values)]


def is_signed_so(db: Connection, mark: str, content: str) -> bool:
    """Whether a mail of another content bears the same mark."""
    query = select(letters.c.id).where(letters.c.signed == mark, letters.c.content != content)
    return db.execute(query.limit(1)).first() is not None


def find_unread(db: Connection) -> list[ReceivedMail]:
    """The mails whose heads were not read yet, in the order in which they were taken."""
    query = _MAILS.where(letters.c.status == NEW, letters.c.content == "")
    return _read_mails(db, query.order_by(letters.c.id))


def find_waiting(db: Connection) -> list[ReceivedMail]:
    """The mails not acted on yet, in the order in which they were received; none put off."""
    query = _MAILS.where(letters.c.status == NEW, letters.c.content != "")
    return _read_mails(db, query.where(letters.c.put_off == 0).order_by(*_IN_TURN))


def find_put_off(db: Connection) -> list[ReceivedMail]:
    """The mails that were put off and not acted on yet, what took too long behind the others."""
    query = _MAILS.where(letters.c.status == NEW, letters.c.put_off > 0)
    return _read_mails(db, query.order_by(*_IN_TURN))


def put_off(db: Connection, number: int, why: int) -> None:
    """Put off a mail: OVER_ALLOWANCE or TOO_SLOW."""
    db.execute(update(letters).where(letters.c.id == number).values(put_off=why))


def find_open(db: Connection) -> set[int | None]:
    """The games for which mails wait to be acted on; None if one waits that names no game."""
    query = select(letters.c.game).where(letters.c.status == NEW, letters.c.content != "")
    return set(db.execute(query.distinct()).scalars())


def find_games(db: Connection, numbers: Sequence[int]) -> set[int | None]:
    """The games that some mails are for, None for no game, if they wait to be acted on."""
    query = select(letters.c.game).where(letters.c.id.in_(numbers), letters.c.status == NEW)
    return set(db.execute(query.distinct()).scalars())


def find_of_game(db: Connection, game: int | None, most: int) -> list[ReceivedMail]:
    """Some mails for a game, or for none, not acted on yet, in the order of their arrival.

    Those that were put off come last.
    """
    query = _MAILS.where(
        letters.c.status == NEW, letters.c.content != "", letters.c.game.is_not_distinct_from(game)
    )
    return _read_mails(db, query.order_by(*_IN_TURN).limit(most))


def is_any_before(db: Connection, game: int, moment: datetime) -> bool:
    """Whether a mail waits that may be for a game and came up to a time, and was not put off.

    When one came whose head was not read yet nobody knows.
    """
    may_be_for_game = or_(letters.c.game == game, letters.c.game.is_(None))
    early = or_(letters.c.content == "", letters.c.received <= moment)
    query = select(letters.c.id).where(letters.c.status == NEW, letters.c.put_off == 0)
    return db.execute(query.where(may_be_for_game, early).limit(1)).first() is not None


def hold(db: Connection, number: int) -> ReceivedMail | None:
    """A mail that nobody else closes before our transaction ends; None if it is closed."""
    query = _MAILS.where(letters.c.id == number, letters.c.status == NEW)
    row = db.execute(query.with_for_update()).first()
    return None if row is None else ReceivedMail(*row)


_UNREAD = select(letters.c.id).where(
    letters.c.id == bindparam("key"), letters.c.status == NEW, letters.c.content == ""
)


def hold_unread(db: Connection, number: int) -> bool:
    """Whether a mail's head is still to be read, by us: nobody else reads any meanwhile."""
    if is_sqlite(db):
        return True
    hold_name(db, "heads")
    return db.execute(_UNREAD, {"key": number}).first() is not None


def close_open(db: Connection, number: int, status: str, reason: str) -> bool:
    """Close a mail unless it is closed; whether it was open."""
    statement = update(letters).where(letters.c.id == number, letters.c.status == NEW)
    return db.execute(statement.values(status=status, reason=reason)).rowcount > 0


def close(db: Connection, number: int, status: str, reason: str) -> None:
    """Store what became of a mail."""
    row = {"key": number, "state": status, "because": reason}
    memo.write_later(db, letters, _CLOSE, row)


def find_shunted(db: Connection) -> list[ReceivedMail]:
    """The mails that raised, oldest first."""
    return _read_mails(db, _MAILS.where(letters.c.status == SHUNTED).order_by(letters.c.id))


def find_idle(db: Connection, before: datetime, after: int, most: int) -> list[ReceivedMail]:
    """Some mails that were received before a time and are not of a game that goes on, by number.

    Nor are their bytes those of a mail that is; ``after`` is the number to go on from.
    """
    other = letters.alias()
    going = exists().where(
        readings.c.letter == other.c.id, games.c.id == readings.c.game, games.c.status != OVER
    )
    busy = exists().where(
        other.c.message_id.in_((letters.c.message_id, "")),  # "": its head was not read yet
        other.c.digest == letters.c.digest,
        (other.c.received >= before) | other.c.status.in_((NEW, SHUNTED)) | going,
    )
    query = _MAILS.where(letters.c.id > after, letters.c.received < before, ~busy)
    return _read_mails(db, query.order_by(letters.c.id).limit(most))


def forget(db: Connection, numbers: Sequence[int]) -> list[int]:
    """Let go of the rows of some mails that are idle, but for their keys; return whose went.

    A mail that a copy in the journal is known by stays as long as that, one that waits for a reply
    or has no keys as well, and the last one, whose number would be given once more.
    """
    copy = letters.alias()
    same = (copy.c.content == letters.c.content) | (
        (copy.c.message_id == letters.c.message_id) & (letters.c.message_id != "")
    )
    needed = exists().where(same, copy.c.status == REPEATED, copy.c.id != letters.c.id)
    query = select(letters, _OBEYED.label("obeyed")).where(
        letters.c.id.in_(numbers),
        letters.c.content != "",
        (letters.c.status == REPEATED) | ~needed,
        ~exists().where(replies.c.letter == letters.c.id),
        letters.c.id < select(func.max(letters.c.id)).scalar_subquery(),
    )
    rows = db.execute(query).all()
    keys = [
        {
            "letter": row.id,
            "seen": _seen_key(row.place, row.digest),
            "content": "" if row.status == REPEATED else row.content[:KEY],
            "received": row.received,
            "proven": row.proven or row.obeyed,
        }
        for row in rows
    ]
    numbers_gone = [row.id for row in rows]
    if numbers_gone:
        db.execute(insert(former), keys)
        db.execute(delete(readings).where(readings.c.letter.in_(numbers_gone)))
        db.execute(delete(letters).where(letters.c.id.in_(numbers_gone)))
    return numbers_gone


def _seen_key(place: str, digest: str) -> str:
    """What the bytes of a mail in their place of the mailbox are known by for good."""
    return hashlib.sha256(f"{place}\n{digest}".encode()).hexdigest()[:KEY]


def find_former(db: Connection, number: int) -> datetime | None:
    """When a mail was received whose row was let go of; None if there is none."""
    return db.execute(select(former.c.received).where(former.c.letter == number)).scalar()


def get(db: Connection, number: int) -> ReceivedMail | None:
    """The mail with this number, or None."""
    row = db.execute(_MAILS.where(letters.c.id == number)).first()
    return None if row is None else ReceivedMail(*row)


def counts(db: Connection) -> dict[str, int]:
    """How many mails there are in each state."""
    return dict(db.execute(select(letters.c.status, func.count()).group_by(letters.c.status)).all())


class Once(Struct, frozen=True):
    """A one-time address by its digest: mailed to ``address`` in answer to a ``letter``.

    ``waits``: nothing of that letter counts before a reply comes. ``key`` is that of the mail that
    bore the address, ``again`` that of the mail that asked once more, ``denied`` when its reader
    said no.
    """

    digest: str
    address: str
    letter: int
    waits: bool
    made: datetime
    spent: bool = False
    key: str = ""
    again: str = ""
    denied: datetime | None = None


def get_reply(db: Connection, digest: str) -> Once | None:
    """The one-time address with this digest, or None."""
    row = db.execute(select(replies).where(replies.c.digest == digest)).first()
    return None if row is None else Once(*row)


def put_reply(db: Connection, once: Once, oldest: datetime) -> None:
    """Store one, and forget those made before ``oldest``."""
    forget_replies(db, oldest)
    db.execute(insert(replies).values(as_columns(once)))


def forget_replies(db: Connection, oldest: datetime) -> None:
    """Forget those made before ``oldest``."""
    db.execute(delete(replies).where(replies.c.made < oldest))


def change_reply(db: Connection, once: Once, **values: object) -> None:
    """Store other ``values`` of one: that it is spent, was denied, or is asked for again."""
    db.execute(update(replies).where(replies.c.digest == once.digest).values(values))


def find_denial(db: Connection, address: str) -> datetime | None:
    """When a reader at this address last said no, as far as that is remembered."""
    query = select(func.max(replies.c.denied)).where(replies.c.address == address)
    return db.execute(query).scalar()


def is_any_to_come(db: Connection, address: str, now: datetime) -> bool:
    """Whether a question to this address waits to be sent later."""
    query = select(replies.c.digest).where(replies.c.address == address, replies.c.made > now)
    return db.execute(query.limit(1)).first() is not None


class Code(Struct, frozen=True):
    """A code that was mailed: what it is for, whom it serves (a seat's or person's id)."""

    purpose: str
    holder: int
    digest: str
    made: datetime
    wrong: int = 0


def get_code(db: Connection, purpose: str) -> Code | None:
    """The code for a purpose, or None."""
    row = db.execute(select(codes).where(codes.c.purpose == purpose)).first()
    return None if row is None else Code(*row)


def put_code(db: Connection, code: Code) -> None:
    """Store a code in place of an earlier one for the same purpose."""
    drop_code(db, code.purpose)
    db.execute(insert(codes).values(as_columns(code)))


def miss_code(db: Connection, purpose: str) -> None:
    """Count a wrong try."""
    db.execute(update(codes).where(codes.c.purpose == purpose).values(wrong=codes.c.wrong + 1))


def drop_code(db: Connection, purpose: str) -> None:
    """Forget a code."""
    db.execute(delete(codes).where(codes.c.purpose == purpose))


def count_codes_for(db: Connection, kind: str, holder: int, since: datetime) -> int:
    """How many codes of one kind (the first word of their purpose) serve somebody."""
    own = codes.c.purpose.startswith(f"{kind} "), codes.c.holder == holder, codes.c.made > since
    return db.execute(select(func.count()).where(*own)).scalar_one()


def put_raw(db: Connection, mails: Mapping[str, bytes]) -> None:
    """Keep mails by their digests, in the transaction that journals them."""
    add_new(db, raws, [{"digest": digest, "raw": raw} for digest, raw in sorted(mails.items())])


def find_raw(db: Connection, digest: str, limit: int | None = None) -> bytes | None:
    """The bytes of a mail, or the first ``limit``; None where they are not kept."""
    beginning = raws.c.raw if limit is None else func.substring(raws.c.raw, 1, limit)
    octets = db.execute(select(beginning).where(raws.c.digest == digest)).scalar()
    return None if octets is None else bytes(octets)


def has_raw(db: Connection, digest: str) -> bool:
    """Whether the bytes of a mail are kept."""
    return db.execute(select(raws.c.digest).where(raws.c.digest == digest)).first() is not None


def raw_digests(db: Connection) -> set[str]:
    """Of all mails whose bytes are kept."""
    return set(db.execute(select(raws.c.digest)).scalars())


def drop_raw(db: Connection, digests: Sequence[str]) -> None:
    """Let go of mails."""
    db.execute(delete(raws).where(raws.c.digest.in_(digests)))


BLANK = "[]"
"""The lines of a mail of which they were let go."""


def save_reading(db: Connection, reading: Read) -> None:
    """Store how a letter was read."""
    memo.write_later(db, readings, _READ, as_columns(reading))


def get_reading(db: Connection, letter: int) -> Read | None:
    """How one letter was read, or None."""
    row = db.execute(select(readings).where(readings.c.letter == letter)).mappings().first()
    return None if row is None else of_columns(Read, row)


def readings_of(db: Connection, game: int, role: str) -> list[Read]:
    """The letters of one role in a game, oldest first."""
    query = select(readings).where(readings.c.game == game, readings.c.role == role)
    rows = db.execute(query.order_by(readings.c.letter)).mappings()
    return [of_columns(Read, row) for row in rows]


def last_heard(db: Connection, game: int, role: str) -> datetime | None:
    """When the newest letter of one role in a game came, or None."""
    query = select(func.max(letters.c.received)).join(readings, readings.c.letter == letters.c.id)
    return db.execute(query.where(readings.c.game == game, readings.c.role == role)).scalar()


def blank_readings(db: Connection, before: datetime, most: int) -> int:
    """Forget the lines of some mails received before a time, whose phase is over; how many."""
    is_over = (games.c.status == OVER) | (readings.c.number < games.c.number)
    query = (
        select(readings.c.letter)
        .join(letters, letters.c.id == readings.c.letter)
        .join(games, games.c.id == readings.c.game)
        .where(letters.c.received < before, readings.c.answers != BLANK, is_over)
        .order_by(readings.c.letter)
        .limit(most)
    )
    numbers = list(db.execute(query).scalars())
    if numbers:
        statement = update(readings).where(readings.c.letter.in_(numbers))
        db.execute(statement.values(answers=BLANK, sender=""))
    return len(numbers)
