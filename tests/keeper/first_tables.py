"""The tables of 1.0.0 as its databases have them: what migrations have to begin from."""

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Boolean,
    Column,
    Engine,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
    false,
    true,
)

from judge.store.database import FIRST, MIGRATIONS


def make_first_tables(engine: Engine) -> None:
    """Let an empty database be one of 1.0.0."""
    with engine.begin() as db:
        context = MigrationContext.configure(db)
        _make_tables(Operations(context))
        context.stamp(ScriptDirectory(str(MIGRATIONS)), FIRST)


def _make_tables(op: Operations) -> None:
    op.create_table(
        "people",
        Column("id", Integer, primary_key=True),
        Column("address", String, nullable=False, unique=True),
        Column("name", String, nullable=False),
        Column("zone", String, nullable=False),
        Column("registered", String(27), nullable=False),
    )
    op.create_table(
        "games",
        Column("id", Integer, primary_key=True),
        Column("name", String, nullable=False, unique=True),
        Column("variant", String, nullable=False),
        Column("options", Text, nullable=False),
        Column("secret", LargeBinary, nullable=False),
        Column("gm", Integer, ForeignKey("people.id")),
        Column("epoch", Integer, nullable=False),
        Column("status", String, nullable=False),
        Column("created", String(27), nullable=False),
        Column("number", Integer, nullable=False),
        Column("revision", Integer, nullable=False),
        Column("state", LargeBinary, nullable=False),
        Column("phase", String, nullable=False),
        Column("title", String, nullable=False),
        Column("kind", String, nullable=False),
        Column("opened", String(27)),
        Column("deadline", String(27)),
        Column("alarm", String(27)),
        Column("ready", String(27)),
        Column("left", Integer),
        Column("sequence", Integer, nullable=False),
        Column("touched", Boolean, nullable=False),
        Column("holds", Boolean, nullable=False),
        Column("held", Boolean, nullable=False),
        Column("outcome", String, nullable=False),
        Column("winners", Text, nullable=False),
        Column("setup", Text, nullable=False, server_default=""),
    )
    op.create_index("games_due", "games", ["status", "alarm"])
    op.create_index("games_touched", "games", ["touched"])
    op.create_index("games_listed", "games", ["status", "deadline", "name"])
    op.create_table(
        "seats",
        Column("id", Integer, primary_key=True),
        Column("game", Integer, ForeignKey("games.id"), nullable=False),
        Column("power", String, nullable=False),
        Column("person", Integer, ForeignKey("people.id")),
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
    )
    op.create_index("seats_of_a_game", "seats", ["game"])
    op.create_index("seats_of_a_person", "seats", ["person"])
    op.create_table(
        "origins",
        Column("person", Integer, ForeignKey("people.id"), primary_key=True),
        Column("mark", String, primary_key=True),
    )
    op.create_index("origins_by_mark", "origins", ["mark"])
    op.create_table(
        "doors",
        Column("game", Integer, ForeignKey("games.id"), primary_key=True),
        Column("who", String, primary_key=True),
        Column("rule", String, nullable=False),
    )
    op.create_table(
        "watchers",
        Column("game", Integer, ForeignKey("games.id"), primary_key=True),
        Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    )
    op.create_table(
        "sheets",
        Column("game", Integer, ForeignKey("games.id"), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("power", String, primary_key=True),
        Column("entries", Text, nullable=False),
        Column("complete", Boolean, nullable=False),
        Column("ready", Boolean, nullable=False, server_default="0"),
        Column("doubts", Text, nullable=False, server_default="[]"),
        Column("said", String, nullable=False, server_default=""),
    )
    op.create_table(
        "diaries",
        Column("id", Integer, primary_key=True),
        Column("game", Integer, ForeignKey("games.id"), nullable=False),
        Column("person", Integer, ForeignKey("people.id"), nullable=False),
        Column("at", String(27), nullable=False),
        Column("text", Text, nullable=False),
    )
    op.create_index("diary_of_a_game", "diaries", ["game", "person"])
    op.create_table(
        "later",
        Column("game", Integer, ForeignKey("games.id"), primary_key=True),
        Column("phase", String, primary_key=True),
        Column("power", String, primary_key=True),
        Column("entries", Text, nullable=False),
    )
    op.create_table(
        "turns",
        Column("game", Integer, ForeignKey("games.id"), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("revision", Integer, primary_key=True),
        Column("phase", String, nullable=False),
        Column("title", String, nullable=False),
        Column("closed", String(27), nullable=False),
        Column("before", LargeBinary, nullable=False),
        Column("orders", Text, nullable=False),
        Column("events", Text, nullable=False),
    )
    op.create_table(
        "letters",
        Column("id", Integer, primary_key=True),
        Column("place", String, nullable=False),
        Column("message_id", String, nullable=False),
        Column("digest", String, nullable=False),
        Column("whole", Boolean, nullable=False),
        Column("received", String(27), nullable=False),
        Column("taken", String(27), nullable=False),
        Column("status", String, nullable=False),
        Column("reason", String, nullable=False),
        Column("content", String(64), nullable=False, server_default=""),
        Column("proven", Boolean, nullable=False, server_default=false()),
        Column("game", Integer),
        Column("put_off", Integer, nullable=False, server_default="0"),
        Column("signed", String, nullable=False, server_default=""),
        UniqueConstraint("place", "digest"),
    )
    op.create_index("letters_by_status", "letters", ["status"])
    op.create_index("letters_by_content", "letters", ["content"])
    op.create_index("letters_by_message_id", "letters", ["message_id", "digest"])
    op.create_index("letters_by_signed", "letters", ["signed"])
    op.create_table(
        "raws",
        Column("digest", String(64), primary_key=True),
        Column("raw", LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "former",
        Column("letter", Integer, primary_key=True, autoincrement=False),
        Column("seen", String(32), nullable=False),
        Column("content", String(32), nullable=False),
        Column("received", String(27), nullable=False),
        Column("proven", Boolean, nullable=False),
    )
    op.create_index("former_by_seen", "former", ["seen"])
    op.create_index("former_by_content", "former", ["content"])
    op.create_table(
        "outbox",
        Column("id", Integer, primary_key=True),
        Column("key", String, nullable=False, unique=True),
        Column("recipient", String, nullable=False),
        Column("sender", String, nullable=False, unique=True),
        Column("kind", String, nullable=False),
        Column("game", String, nullable=False),
        Column("created", String(27), nullable=False),
        Column("status", String, nullable=False),
        Column("tries", Integer, nullable=False),
        Column("due", String(27), nullable=False),
        Column("reason", String, nullable=False),
        Column("proven", Boolean, nullable=False, server_default=true()),
        Column("holder", String, nullable=False, server_default=""),
        Column("until", String(27)),
        Column("subject", String, nullable=False, server_default=""),
        Column("asks", String, nullable=False, server_default=""),
    )
    op.create_index("outbox_by_status", "outbox", ["status", "due"])
    op.create_index("outbox_by_recipient", "outbox", ["recipient", "kind", "created"])
    op.create_table(
        "bodies",
        Column("key", String, ForeignKey("outbox.key"), primary_key=True),
        Column("raw", LargeBinary, nullable=False),
    )
    op.create_table(
        "drawings",
        Column("digest", String(64), primary_key=True),
        Column("job", LargeBinary, nullable=False),
        Column("made", LargeBinary),
        Column("ordered", String(27), nullable=False),
    )
    op.create_table(
        "plates",
        Column("mail", String, ForeignKey("outbox.key"), primary_key=True),
        Column("place", Integer, primary_key=True),
        Column("digest", String(64), ForeignKey("drawings.digest"), nullable=False),
        Column("alt", Text, nullable=False),
        Column("form", String, nullable=False),
        Column("name", String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("plates_of_a_drawing", "plates", ["digest"])
    op.create_table(
        "map_wishes",
        Column("person", Integer, ForeignKey("people.id"), primary_key=True),
        Column("maps", String, nullable=False),
    )
    op.create_table(
        "habits",
        Column("person", Integer, ForeignKey("people.id"), primary_key=True),
        Column("name", String, primary_key=True),
        Column("value", String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "marks",
        Column("name", String, primary_key=True),
        Column("value", String, nullable=False),
    )
    op.create_table(
        "log",
        Column("id", Integer, primary_key=True),
        Column("at", String(27), nullable=False),
        Column("who", String, nullable=False),
        Column("what", String, nullable=False),
        Column("game", String, nullable=False),
        Column("facts", Text, nullable=False),
        Column("hash", String(64), nullable=False),
        Column("book", String, nullable=False, server_default=""),
        Column("number", Integer, nullable=False, server_default="0"),
    )
    op.create_index("log_of_a_game", "log", ["game"])
    op.create_index("log_of_a_book", "log", ["book", "number"], unique=True)
    op.create_table(
        "gaps",
        Column("book", String, primary_key=True),
        Column("first", Integer, primary_key=True, autoincrement=False),
        Column("last", Integer, nullable=False),
        Column("hash", String(64), nullable=False),
    )
    op.create_table(
        "seals",
        Column("of", String, primary_key=True),
        Column("row", String, primary_key=True),
        Column("seal", String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "failing",
        Column("address", String, primary_key=True),
        Column("times", Integer, nullable=False),
        Column("since", String(27), nullable=False),
        Column("reason", String, nullable=False),
        Column("told", Boolean, nullable=False),
    )
    op.create_table(
        "press",
        Column("id", Integer, primary_key=True),
        Column("game", Integer, ForeignKey("games.id"), nullable=False),
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
        Column("written", String(27), nullable=False),
        Column("waits", Boolean, nullable=False),
        Column("answers", Integer, nullable=False, server_default="0"),
        UniqueConstraint("game", "serial"),
    )
    op.create_table(
        "readings",
        Column("letter", Integer, ForeignKey("letters.id"), primary_key=True, autoincrement=False),
        Column("game", Integer, ForeignKey("games.id"), nullable=False),
        Column("role", String, nullable=False),
        Column("number", Integer, nullable=False),
        Column("phase", String, nullable=False),
        Column("sender", String, nullable=False),
        Column("answers", Text, nullable=False),
    )
    op.create_index("readings_of_a_role", "readings", ["game", "role"])
    op.create_table(
        "tries",
        Column("seat", Integer, primary_key=True, autoincrement=False),
        Column("wrong", Integer, nullable=False),
        Column("since", String(27), nullable=False),
        Column("until", String(27)),
    )
    op.create_table(
        "guesses",
        Column("id", Integer, primary_key=True),
        Column("sender", String, nullable=False),
        Column("at", String(27), nullable=False),
    )
    op.create_table(
        "codes",
        Column("purpose", String, primary_key=True),
        Column("holder", Integer, nullable=False),
        Column("digest", String(64), nullable=False),
        Column("made", String(27), nullable=False),
        Column("wrong", Integer, nullable=False),
    )
    op.create_table(
        "addresses",
        Column("address", String, primary_key=True),
        Column("person", Integer, ForeignKey("people.id"), nullable=False),
        Column("confirmed", String(27), nullable=False),
    )
    op.create_index("addresses_of_a_person", "addresses", ["person"])
    op.create_table(
        "absences",
        Column("id", Integer, primary_key=True),
        Column("game", Integer, ForeignKey("games.id"), nullable=False),
        Column("person", Integer, ForeignKey("people.id"), nullable=False),
        Column("first", String(10), nullable=False),
        Column("last", String(10), nullable=False),
    )
    op.create_index("absences_of_a_game", "absences", ["game"])
    op.create_table(
        "ballots",
        Column("seat", Integer, ForeignKey("seats.id"), primary_key=True),
        Column("matter", String, primary_key=True),
        Column("choice", String, nullable=False),
    )
    op.create_table(
        "ahead",
        Column("id", Integer, primary_key=True),
        Column("game", Integer, ForeignKey("games.id"), nullable=False),
        Column("power", String, nullable=False),
        Column("person", Integer, ForeignKey("people.id"), nullable=False),
        Column("phase", String, nullable=False),
        Column("title", String, nullable=False),
        Column("receipt", String, nullable=False),
        Column("received", String(27), nullable=False),
        Column("lines", Text, nullable=False),
    )
    op.create_index("ahead_of_a_game", "ahead", ["game"])
    op.create_table(
        "notes",
        Column("id", Integer, primary_key=True),
        Column("game", Integer, ForeignKey("games.id"), nullable=False),
        Column("kind", String, nullable=False),
        Column("at", String(27), nullable=False),
        Column("text", Text, nullable=False),
        Column("told", Boolean, nullable=False),
    )
    op.create_index("notes_of_a_game", "notes", ["game", "kind"])
    op.create_table(
        "trials",
        Column("person", Integer, ForeignKey("people.id"), primary_key=True),
        Column("day", String(10), primary_key=True),
        Column("count", Integer, nullable=False),
    )
    op.create_table(
        "waiting",
        Column("id", Integer, primary_key=True),
        Column("game", Integer, nullable=False),
        Column("person", Integer, ForeignKey("people.id"), nullable=False),
        Column("since", String(27), nullable=False),
        UniqueConstraint("game", "person"),
    )
    op.create_table(
        "offers",
        Column("seat", Integer, ForeignKey("seats.id"), primary_key=True),
        Column("epoch", Integer, primary_key=True),
        Column("person", Integer, ForeignKey("people.id"), primary_key=True),
        Column("made", String(27), nullable=False),
    )
    op.create_table(
        "substitutes",
        Column("seat", Integer, ForeignKey("seats.id"), primary_key=True),
        Column("epoch", Integer, primary_key=True),
        Column("person", Integer, ForeignKey("people.id"), primary_key=True),
        Column("first", String(10), nullable=False),
        Column("last", String(10), nullable=False),
    )
    op.create_table(
        "conduct",
        Column("person", Integer, ForeignKey("people.id"), primary_key=True),
        Column("game", Integer, ForeignKey("games.id"), primary_key=True),
        Column("power", String, primary_key=True),
        Column("result", String, nullable=False),
    )
    op.create_table(
        "punctuality",
        Column("game", Integer, ForeignKey("games.id"), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("power", String, primary_key=True),
        Column("person", Integer, ForeignKey("people.id"), nullable=False),
        Column("mark", String, nullable=False),
    )
    op.create_index("punctuality_of_a_person", "punctuality", ["person"])
    op.create_table(
        "known",
        Column("address", String, primary_key=True),
        Column("since", String(27), nullable=False),
    )
    op.create_table(
        "replies",
        Column("digest", String, primary_key=True),
        Column("address", String, nullable=False),
        Column("letter", Integer, ForeignKey("letters.id"), nullable=False),
        Column("waits", Boolean, nullable=False),
        Column("made", String(27), nullable=False),
        Column("spent", Boolean, nullable=False),
        Column("key", String, nullable=False, server_default=""),
        Column("again", String, nullable=False, server_default=""),
        Column("denied", String(27)),
    )
    op.create_index("replies_by_time", "replies", ["made"])
    op.create_index("replies_by_address", "replies", ["address"])
    op.create_table(
        "bans",
        Column("address", String, primary_key=True),
        Column("since", String(27), nullable=False),
    )
    op.create_table(
        "moves",
        Column("game", Integer, ForeignKey("games.id"), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("revision", Integer, primary_key=True),
        Column("power", String, primary_key=True),
        Column("level", String, nullable=False),
        Column("orders", Text, nullable=False),
    )
