"""What the machine refuses: a sentence that says how to mend it, and an exit status.

A full disk, a broken one, no more files: such an error is neither a bug nor a mail's fault, so it
undoes what is under way and ends the pass. The next pass does it all again.
"""

import errno
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from traceback import walk_tb

import msgspec
from msgspec import Struct

from judge.kernel import errors
from judge.spool import installed

AGAIN = "then the next 'judge run' does what is left"
ROOM = f"make room on the disk; {AGAIN}"
BROKEN = f"look at the kernel's log (dmesg) and change the disk before you go on; {AGAIN}"
FILES = f"raise the limit ('ulimit -n', LimitNOFILE), or end what holds so many; {AGAIN}"
RIGHTS = "run it as the spool's owner, and see 'ls -l'"


class Mishap(Struct, frozen=True):
    """A sentence without its end, and the exit status of the command that it ends."""

    text: str
    status: int


REPLACED = Mishap(
    f"Another version of the judge was just installed under this process; {AGAIN}", errors.LATER
)
OF_SYSTEM = {
    errno.ENOSPC: Mishap(f"The disk is full: {ROOM}", errors.DISK),
    errno.EDQUOT: Mishap(f"This user's share of the disk is full: {ROOM}", errors.DISK),
    errno.EFBIG: Mishap(f"A file may not grow: raise 'ulimit -f'; {AGAIN}", errors.DISK),
    errno.EIO: Mishap(f"The disk does not read or write: {BROKEN}", errors.DISK),
    errno.EROFS: Mishap(
        f"The disk can only be read: see why (dmesg) and mount it for writing; {AGAIN}",
        errors.DISK,
    ),
    errno.EMFILE: Mishap(f"No more files can be opened: {FILES}", errors.SYSTEM),
    errno.ENFILE: Mishap(f"The machine can open no more files: {FILES}", errors.SYSTEM),
    errno.ENOMEM: Mishap(f"There is not enough memory; {AGAIN}", errors.SYSTEM),
    errno.EACCES: Mishap(f"This user has no right to do that: {RIGHTS}", errors.NO_RIGHT),
    errno.EPERM: Mishap(f"This user has no right to do that: {RIGHTS}", errors.NO_RIGHT),
}
"""By errno."""

DAMAGED = (
    "judge.db is damaged: keep it aside and 'judge restore' the last backup (docs/keeper.md, "
    "\"Back from a backup\"); 'judge audit' says what is lost"
)
OF_DATABASE = {
    3: OF_SYSTEM[errno.EACCES],  # SQLITE_PERM
    5: Mishap(  # SQLITE_BUSY
        f"judge.db is held by another program for long: see who has it open (fuser); {AGAIN}",
        errors.LATER,
    ),
    7: OF_SYSTEM[errno.ENOMEM],  # SQLITE_NOMEM
    8: Mishap(  # SQLITE_READONLY
        f"judge.db can't be written: see its rights and how the disk is mounted; {AGAIN}",
        errors.NO_RIGHT,
    ),
    10: Mishap(  # SQLITE_IOERR
        f"The disk does not read or write judge.db: see that it is not full (df), then {BROKEN}",
        errors.DISK,
    ),
    11: Mishap(DAMAGED, errors.BAD_DATA),  # SQLITE_CORRUPT
    13: OF_SYSTEM[errno.ENOSPC],  # SQLITE_FULL
    14: Mishap(  # SQLITE_CANTOPEN
        "judge.db can't be opened: see that it is a file, who may read its folder, and how many "
        f"files may be open ('ulimit -n'); {AGAIN}",
        errors.SYSTEM,
    ),
    26: Mishap(DAMAGED, errors.BAD_DATA),  # SQLITE_NOTADB
}
"""By SQLite's primary result code."""
AWAY = Mishap(
    "The database can't be reached: see that its server runs, and url in [database] of judge.toml; "
    f"{AGAIN}",
    errors.LATER,
)
OF_SERVER = {
    "08": AWAY,  # connection_exception
    "57P": AWAY,  # it shuts down, or starts
    "25P03": AWAY,  # it gave us up: we were too slow
    "40": Mishap(f"The database undid what we did beside another program; {AGAIN}", errors.LATER),
    "42501": Mishap("This user of the database has no right to do that", errors.NO_RIGHT),
    "42P01": Mishap(
        "The database lacks a table: put the last backup into another one", errors.BAD_DATA
    ),
    "53100": OF_SYSTEM[errno.ENOSPC],
    "53200": OF_SYSTEM[errno.ENOMEM],
    "53300": Mishap(f"The database's server has too many connections; {AGAIN}", errors.LATER),
    "55P03": Mishap(f"The database is held by another program for long; {AGAIN}", errors.LATER),
    "58": OF_SYSTEM[errno.EIO],
    "XX": Mishap(
        "The database is damaged: look at its server's log, and put the last backup into another "
        "one; 'judge audit' says what is lost",
        errors.BAD_DATA,
    ),
}
"""By how PostgreSQL's SQLSTATE begins."""
_LOST = ("OperationalError", "InterfaceError")
"""What psycopg raises without a state when the connection is gone or never was."""
IO_ERROR = 10
LEAST_ROOM = 100_000
"""Bytes without which SQLite can't even open a database to read it."""
DAMAGES = frozenset({11, 26})
"""Those of them that name the file's content: another page may well be whole."""

STORE = "judge.store"
_NO_TEXT = "Could not decode to UTF-8"
"""How Python's sqlite3 begins what it says of text that is none; there is no code for it."""
_NO_TABLE = re.compile(r"no such (?:table|column)")

LACKS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE})
"""What hits whatever is done next as well."""


def of(error: BaseException, home: Path | None = None) -> Mishap | None:
    """What the machine refused, if that is what an error says; None for any other error.

    A transaction that a full disk has ended can't be undone either, and says so in words that
    hide why: then the error before it counts. Of a full disk SQLite may say no more than that it
    can't be read: where the spool is ``home`` we look for ourselves.
    """
    if not _is_machines(error):
        return REPLACED if _is_of_installing(error) else None
    if _find_code(error) == IO_ERROR and home is not None:
        with suppress(OSError):
            disk = os.statvfs(home)
            if disk.f_bavail * disk.f_frsize < LEAST_ROOM:
                return OF_SYSTEM[errno.ENOSPC]
    for one in filter(_is_machines, _list_causes(error)):  # the first that we know more of
        if isinstance(one, MemoryError):
            return OF_SYSTEM[errno.ENOMEM]
        if refusal := _of_server(one):
            words = _quote_database(one).split("\n")[0]
            return Mishap(f"{refusal.text} (PostgreSQL: {words})", refusal.status)
        if _is_damage(one):
            return Mishap(DAMAGED, errors.BAD_DATA)
        if isinstance(one, OSError):
            mishap, words = OF_SYSTEM.get(one.errno or 0), _name_file(one)
        else:
            mishap, words = OF_DATABASE.get(_find_code(one)), f" (SQLite: {_quote_database(one)})"
        if mishap:
            return Mishap(f"{mishap.text}{words}", mishap.status)
    if _is_of_installing(error):
        return REPLACED
    if isinstance(error, OSError) and error.strerror:  # the machine's own words
        return Mishap(f"{error.strerror}{_name_file(error)}", errors.SYSTEM)
    return None


def find_status(error: errors.JudgeError, home: Path | None = None) -> int:
    """The exit status of an error that is an answer: what the machine lacked tells more than it."""
    cause = error.__cause__
    mishap = of(cause, home) if cause is not None and spoils_all(cause) else None
    return mishap.status if mishap else error.status


def is_refused(error: BaseException, home: Path | None = None) -> bool:
    """Whether the machine refused to let us read what may be sound."""
    mishap = of(error, home)
    return mishap is not None and mishap.status != errors.BAD_DATA and spoils_all(error)


def spoils_all(error: BaseException) -> bool:
    """Whether the machine refused something that it will refuse whatever is done next, too.

    Not so memory: what is too large for it may be the mail. What is to be done in another way, or
    breaks while another version is installed, is no fault of the mail's either.
    """
    is_refused_always = _is_machines(error) and any(
        (isinstance(one, OSError) and one.errno in LACKS)
        or _lacks_table(one)
        or _find_code(one) in OF_DATABASE.keys() - DAMAGES
        or _of_server(one) is not None
        for one in _list_causes(error)
    )
    return isinstance(error, errors.UndoneError) or is_refused_always or _is_of_installing(error)


def _is_of_installing(error: BaseException) -> bool:
    """Whether an error may be one of files that were there when this process began."""
    return not isinstance(error, errors.JudgeError) and installed.is_replaced()


def _list_causes(error: BaseException) -> Iterator[BaseException]:
    """An error, and those in whose handling it was raised."""
    following: BaseException | None = error
    while following is not None:
        yield following
        following = following.__cause__ or following.__context__


def _is_machines(error: BaseException) -> bool:
    is_of_database = _find_code(error) > 0 or _of_server(error) is not None
    return isinstance(error, OSError | MemoryError) or is_of_database or _is_damage(error)


def _is_damage(error: BaseException) -> bool:
    """Whether the database is sound for SQLite, but does not hold what we wrote."""
    if isinstance(error, msgspec.DecodeError) or _lacks_table(error) or is_garbled(error):
        return True
    if not isinstance(error, ValueError):
        return False
    # Was the last of our own modules on the way one that reads the database?
    names = [str(frame.f_globals.get("__name__")) for frame, _ in walk_tb(error.__traceback__)]
    own = [name for name in names if name.startswith("judge.")]
    return bool(own) and own[-1].startswith(STORE)


def is_garbled(error: BaseException) -> bool:
    """Whether a text in the database is none; such an error quotes the text, whatever it was."""
    return _find_code(error) == 0 and _quote_database(error).startswith(_NO_TEXT)


def _lacks_table(error: BaseException) -> bool:
    return _find_code(error) == 1 and _NO_TABLE.search(_quote_database(error)) is not None


def _name_file(error: OSError) -> str:
    """The file that an error is about."""
    return f" ({error.filename})" if error.filename else ""


def _of_server(error: BaseException) -> Mishap | None:
    """What PostgreSQL refused, also if SQLAlchemy has wrapped it; None for any other error."""
    cause = getattr(error, "orig", None) or error
    if not type(cause).__module__.startswith("psycopg"):
        return None
    state = getattr(cause, "sqlstate", None)
    if state is None:
        names = {kind.__name__ for kind in type(cause).__mro__}
        return AWAY if names.intersection(_LOST) else None
    return next((mishap for start, mishap in OF_SERVER.items() if state.startswith(start)), None)


def _quote_database(error: BaseException) -> str:
    """The database's own words: they quote nothing that was to be stored."""
    return str(getattr(error, "orig", None) or error)


def _find_code(error: BaseException) -> int:
    """SQLite's primary result code, also of an error that SQLAlchemy has wrapped, else 0."""
    code: int = getattr(getattr(error, "orig", None) or error, "sqlite_errorcode", 0) or 0
    return code & 0xFF
