"""The tables. A change here needs a migration in judge/store/migrations/versions, and a VERSION."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeDecorator


def spell(moment: datetime) -> str:
    """A time that knows its zone as it is kept: "2026-11-20T12:00:00.000000Z"."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class Moment(TypeDecorator[datetime]):
    """A time in UTC, kept as text of one width, so that it sorts and a keeper can read it."""

    impl = String(27)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write a time that knows its zone."""
        return None if value is None else spell(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """Read it back, in UTC."""
        return None if value is None else datetime.fromisoformat(value)


metadata = MetaData()


def _table(name: str, *parts: SchemaItem, **options: Any) -> Table:
    return Table(name, metadata, *parts, **options)


people = _table(
    "people",
    Column("id", Integer, primary_key=True),
    Column("address", String, nullable=False, unique=True),
    Column("name", String, nullable=False),
    Column("zone", String, nullable=False),
    Column("registered", Moment, nullable=False),
)

games = _table(
    "games",
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("variant", String, nullable=False),
    Column("options", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("gm", ForeignKey("people.id")),
    Column("epoch", Integer, nullable=False),
    Column("status", String, nullable=False),
    Column("created", Moment, nullable=False),
    Column("number", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("phase", String, nullable=False),
    Column("title", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("opened", Moment),
    Column("deadline", Moment),
    Column("alarm", Moment),
    Column("ready", Moment),
    Column("left", Integer),
    Column("sequence", Integer, nullable=False),
    Column("touched", Boolean, nullable=False),
    Column("holds", Boolean, nullable=False),
    Column("held", Boolean, nullable=False),
    Column("outcome", String, nullable=False),
    Column("winners", Text, nullable=False),
    Column("setup", Text, nullable=False, server_default=""),
)
Index("games_due", games.c.status, games.c.alarm)
Index("games_touched", games.c.touched)
Index("games_listed", games.c.status, games.c.deadline, games.c.name)

seats = _table(
    "seats",
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("power", String, nullable=False),
    Column("person", ForeignKey("people.id")),
    Column("wishes", Text, nullable=False),
    Column("password", String, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("wait", Boolean, nullable=False),
    Column("always", Boolean, nullable=False, server_default="0"),
    Column("vote", String, nullable=False),
    Column("consents", Boolean, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("remind", String, nullable=False),
    Column("computer", String, nullable=False, server_default=""),
    Column("relief", String, nullable=False, server_default=""),
    Column("offered", Boolean, nullable=False, server_default="0"),
    Column("excused", Boolean, nullable=False, server_default="0"),
)
Index("seats_of_a_game", seats.c.game)
Index("seats_of_a_person", seats.c.person)

origins = _table(
    "origins",
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("mark", String, primary_key=True),
)
Index("origins_by_mark", origins.c.mark)

doors = _table(
    "doors",
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("who", String, primary_key=True),
    Column("rule", String, nullable=False),
)

watchers = _table(
    "watchers",
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True),
)

sheets = _table(
    "sheets",
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("power", String, primary_key=True),
    Column("entries", Text, nullable=False),
    Column("complete", Boolean, nullable=False),
    Column("ready", Boolean, nullable=False, server_default="0"),
    Column("doubts", Text, nullable=False, server_default="[]"),
    Column("said", String, nullable=False, server_default=""),
)

diaries = _table(
    "diaries",
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("at", Moment, nullable=False),
    Column("text", Text, nullable=False),
)
Index("diary_of_a_game", diaries.c.game, diaries.c.person)

later = _table(
    "later",
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("phase", String, primary_key=True),
    Column("power", String, primary_key=True),
    Column("entries", Text, nullable=False),
)

turns = _table(
    "turns",
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("phase", String, nullable=False),
    Column("title", String, nullable=False),
    Column("closed", Moment, nullable=False),
    Column("before", LargeBinary, nullable=False),
    Column("orders", Text, nullable=False),
    Column("events", Text, nullable=False),
)

letters = _table(
    "letters",
    Column("id", Integer, primary_key=True),
    Column("place", String, nullable=False),
    Column("message_id", String, nullable=False),
    Column("digest", String, nullable=False),
    Column("whole", Boolean, nullable=False),
    Column("received", Moment, nullable=False),
    Column("taken", Moment, nullable=False),
    Column("status", String, nullable=False),
    Column("reason", String, nullable=False),
    Column("content", String(64), nullable=False, server_default=""),
    Column("proven", Boolean, nullable=False, server_default=false()),
    Column("game", Integer),
    Column("put_off", Integer, nullable=False, server_default="0"),
    Column("signed", String, nullable=False, server_default=""),
    UniqueConstraint("place", "digest"),
)
Index("letters_by_status", letters.c.status)
Index("letters_by_content", letters.c.content)
Index("letters_by_message_id", letters.c.message_id, letters.c.digest)
Index("letters_by_signed", letters.c.signed)

raws = _table(
    "raws",
    Column("digest", String(64), primary_key=True),
    Column("raw", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

former = _table(
    "former",
    Column("letter", Integer, primary_key=True, autoincrement=False),
    Column("seen", String(32), nullable=False),
    Column("content", String(32), nullable=False),
    Column("received", Moment, nullable=False),
    Column("proven", Boolean, nullable=False),
)
Index("former_by_seen", former.c.seen)
Index("former_by_content", former.c.content)

outbox = _table(
    "outbox",
    Column("id", Integer, primary_key=True),
    Column("key", String, nullable=False, unique=True),
    Column("recipient", String, nullable=False),
    Column("sender", String, nullable=False, unique=True),
    Column("kind", String, nullable=False),
    Column("game", String, nullable=False),
    Column("created", Moment, nullable=False),
    Column("status", String, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due", Moment, nullable=False),
    Column("reason", String, nullable=False),
    Column("proven", Boolean, nullable=False, server_default=true()),
    Column("holder", String, nullable=False, server_default=""),
    Column("until", Moment),
    Column("subject", String, nullable=False, server_default=""),
    Column("asks", String, nullable=False, server_default=""),
)
Index("outbox_by_status", outbox.c.status, outbox.c.due)
Index("outbox_by_recipient", outbox.c.recipient, outbox.c.kind, outbox.c.created)

bodies = _table(
    "bodies",
    Column("key", ForeignKey("outbox.key"), primary_key=True),
    Column("raw", LargeBinary, nullable=False),
)

drawings = _table(
    "drawings",
    Column("digest", String(64), primary_key=True),
    Column("job", LargeBinary, nullable=False),
    Column("made", LargeBinary),
    Column("ordered", Moment, nullable=False),
)

plates = _table(
    "plates",
    Column("mail", ForeignKey("outbox.key"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("digest", ForeignKey("drawings.digest"), nullable=False),
    Column("alt", Text, nullable=False),
    Column("form", String, nullable=False),
    Column("name", String, nullable=False),
    sqlite_with_rowid=False,
)
Index("plates_of_a_drawing", plates.c.digest)

map_wishes = _table(
    "map_wishes",
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("maps", String, nullable=False),
)

habits = _table(
    "habits",
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
    sqlite_with_rowid=False,
)

marks = _table(
    "marks",
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)

log = _table(
    "log",
    Column("id", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("who", String, nullable=False),
    Column("what", String, nullable=False),
    Column("game", String, nullable=False),
    Column("facts", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("book", String, nullable=False, server_default=""),
    Column("number", Integer, nullable=False, server_default="0"),
)
Index("log_of_a_game", log.c.game)
Index("log_of_a_book", log.c.book, log.c.number, unique=True)

gaps = _table(
    "gaps",
    Column("book", String, primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("last", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
)

seals = _table(
    "seals",
    Column("of", String, primary_key=True),
    Column("row", String, primary_key=True),
    Column("seal", String, nullable=False),
    sqlite_with_rowid=False,
)

failing = _table(
    "failing",
    Column("address", String, primary_key=True),
    Column("times", Integer, nullable=False),
    Column("since", Moment, nullable=False),
    Column("reason", String, nullable=False),
    Column("told", Boolean, nullable=False),
)

press = _table(
    "press",
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("serial", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("phase", String, nullable=False),
    Column("author", String, nullable=False),
    Column("person", Integer),
    Column("signed", String, nullable=False),
    Column("recipients", Text, nullable=False),
    Column("readers", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("receipt", String, nullable=False),
    Column("written", Moment, nullable=False),
    Column("waits", Boolean, nullable=False),
    Column("answers", Integer, nullable=False, server_default="0"),
    UniqueConstraint("game", "serial"),
)

readings = _table(
    "readings",
    Column("letter", ForeignKey("letters.id"), primary_key=True, autoincrement=False),
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("role", String, nullable=False),
    Column("number", Integer, nullable=False),
    Column("phase", String, nullable=False),
    Column("sender", String, nullable=False),
    Column("answers", Text, nullable=False),
)
Index("readings_of_a_role", readings.c.game, readings.c.role)

tries = _table(
    "tries",
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("wrong", Integer, nullable=False),
    Column("since", Moment, nullable=False),
    Column("until", Moment),
)

guesses = _table(
    "guesses",
    Column("id", Integer, primary_key=True),
    Column("sender", String, nullable=False),
    Column("at", Moment, nullable=False),
)

codes = _table(
    "codes",
    Column("purpose", String, primary_key=True),
    Column("holder", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("made", Moment, nullable=False),
    Column("wrong", Integer, nullable=False),
)

addresses = _table(
    "addresses",
    Column("address", String, primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("confirmed", Moment, nullable=False),
)
Index("addresses_of_a_person", addresses.c.person)

absences = _table(
    "absences",
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("first", String(10), nullable=False),
    Column("last", String(10), nullable=False),
)
Index("absences_of_a_game", absences.c.game)

ballots = _table(
    "ballots",
    Column("seat", ForeignKey("seats.id"), primary_key=True),
    Column("matter", String, primary_key=True),
    Column("choice", String, nullable=False),
)

ahead = _table(
    "ahead",
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("power", String, nullable=False),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("phase", String, nullable=False),
    Column("title", String, nullable=False),
    Column("receipt", String, nullable=False),
    Column("received", Moment, nullable=False),
    Column("lines", Text, nullable=False),
)
Index("ahead_of_a_game", ahead.c.game)

notes = _table(
    "notes",
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("kind", String, nullable=False),
    Column("at", Moment, nullable=False),
    Column("text", Text, nullable=False),
    Column("told", Boolean, nullable=False),
)
Index("notes_of_a_game", notes.c.game, notes.c.kind)

trials = _table(
    "trials",
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("count", Integer, nullable=False),
)

studies = _table(
    "studies",
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("game", String, nullable=False),
    Column("variant", String, nullable=False),
    Column("role", String, nullable=False),
    Column("start", LargeBinary, nullable=False),
    Column("seed", String, nullable=False),
    Column("touched", Moment, nullable=False),
    Column("steps", Text, nullable=False),
    Column("place", Integer, nullable=False),
)

waiting = _table(
    "waiting",
    Column("id", Integer, primary_key=True),
    Column("game", Integer, nullable=False),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("since", Moment, nullable=False),
    UniqueConstraint("game", "person"),
)

offers = _table(
    "offers",
    Column("seat", ForeignKey("seats.id"), primary_key=True),
    Column("epoch", Integer, primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("made", Moment, nullable=False),
)

substitutes = _table(
    "substitutes",
    Column("seat", ForeignKey("seats.id"), primary_key=True),
    Column("epoch", Integer, primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("first", String(10), nullable=False),
    Column("last", String(10), nullable=False),
)

conduct = _table(
    "conduct",
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("power", String, primary_key=True),
    Column("result", String, nullable=False),
)

punctuality = _table(
    "punctuality",
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("power", String, primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("mark", String, nullable=False),
)
Index("punctuality_of_a_person", punctuality.c.person)

known = _table(
    "known",
    Column("address", String, primary_key=True),
    Column("since", Moment, nullable=False),
)

replies = _table(
    "replies",
    Column("digest", String, primary_key=True),
    Column("address", String, nullable=False),
    Column("letter", ForeignKey("letters.id"), nullable=False),
    Column("waits", Boolean, nullable=False),
    Column("made", Moment, nullable=False),
    Column("spent", Boolean, nullable=False),
    Column("key", String, nullable=False, server_default=""),
    Column("again", String, nullable=False, server_default=""),
    Column("denied", Moment),
)
Index("replies_by_time", replies.c.made)
Index("replies_by_address", replies.c.address)

bans = _table(
    "bans",
    Column("address", String, primary_key=True),
    Column("since", Moment, nullable=False),
)

moves = _table(
    "moves",
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("power", String, primary_key=True),
    Column("level", String, nullable=False),
    Column("orders", Text, nullable=False),
)

OF_GAMES = frozenset(
    {
        *("games", "seats", "doors", "watchers", "sheets", "diaries", "later", "turns", "press"),
        *("readings", "tries", "absences", "ballots", "ahead", "notes", "waiting", "offers"),
        *("substitutes", "punctuality", "conduct", "moves"),
        *("letters", "outbox", "bodies", "drawings", "plates", "log"),
    }
)
"""The tables whose rows are a game's own, or a mail's for it: work at one game writes no other."""
