"""When the judge has next to do something by itself: lets an idle run end at once.

The file "wake" of the spool holds that time, or "never". It is only a hint that may be missing:
then a run glances into the database. It goes before anything is done and is written when all is.
The file "place" holds the number of the folder that it was written in: in a copy it says nothing.
Of a database that other hosts use as well no file knows: there every run looks into it.
"""

import hashlib
import json
import os
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from stat import S_ISREG

from msgspec import Struct
from msgspec.structs import asdict

from judge.mail.disk import sync
from judge.spool.spool import Spool

NEVER = "never"
CALL = "let cron or a timer call 'judge run' every minute"
SILENCE = timedelta(minutes=5)
"""Cron calls every minute."""


def is_due(spool: Spool, now: datetime) -> bool:
    """Whether something is due without a mail, or may be."""
    if spool.is_shared:
        return True
    try:
        if spool.place.read_text() != _name_folder(spool):
            return True
        text = spool.wake.read_text().strip()
        return text != NEVER and now >= _parse_moment(text)
    except (FileNotFoundError, ValueError):
        return True


def is_lost(spool: Spool) -> bool:
    """Whether only the word of the last pass is missing, so that the database may be asked."""
    try:
        return spool.place.read_text() == _name_folder(spool) and not spool.wake.exists()
    except (FileNotFoundError, ValueError):
        return False


def is_outdated(spool: Spool) -> bool:
    """Whether the keeper, or a mishap, has touched what a pass goes by since one ended well.

    That is the settings, the secret and the database: without one a pass has something to say.
    """
    try:
        time_written = spool.place.stat().st_mtime_ns
        database = (spool.home / "judge.db").stat()
        change_times = [(spool.home / name).stat().st_ctime_ns for name in ("judge.toml", "secret")]
    except FileNotFoundError:
        return True
    return max(change_times) > time_written or not (S_ISREG(database.st_mode) and database.st_size)


def is_rewritten(spool: Spool) -> bool:
    """Whether anybody has written into the database since a pass ended well."""
    try:
        end, change = spool.passes.stat().st_mtime_ns, (spool.home / "judge.db").stat().st_ctime_ns
    except FileNotFoundError:
        return True
    return change > end


def beat(spool: Spool) -> bool:
    """Leave a sign of life; return whether it is the first of the day (UTC), which has chores.

    The file "pulse" says by its time when the judge was last called, and in it stands since when
    nobody had called it before, after the last long silence.
    """
    last, now = find_last_beat(spool), datetime.now(UTC)
    spool.pulse.touch(mode=0o600)
    if last is not None and now - last > SILENCE:
        spool.pulse.write_text(last.isoformat())
    return last is None or last.date() != now.date()


def find_last_silence(spool: Spool) -> datetime | None:
    """When the last long silence began; None if there was none."""
    try:
        return _parse_moment(spool.pulse.read_text())
    except (FileNotFoundError, ValueError):
        return None


def _parse_moment(text: str) -> datetime:
    """A time as we write it. Raises ValueError for anything else."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a time without a zone is not ours")
    return moment


def find_last_beat(spool: Spool) -> datetime | None:
    """When the judge was last called, by the real clock; None if it never was."""
    try:
        return datetime.fromtimestamp(spool.pulse.stat().st_mtime, UTC)
    except FileNotFoundError:
        return None


def clear_wake(spool: Spool) -> None:
    """Say that a run has something to do; a power cut must not bring the old word back."""
    if spool.is_shared:
        return
    spool.wake.unlink(missing_ok=True)
    sync(spool.home)


def write_wake(spool: Spool, moment: datetime | None) -> None:
    """Say when something is due, None for never."""
    if spool.is_shared:
        return
    spool.place.touch(mode=0o600)
    spool.place.write_text(_name_folder(spool))
    _write_whole(spool.wake, NEVER if moment is None else moment.isoformat())


def _write_whole(file: Path, text: str) -> None:
    """Put a new text into the place of a file's, which nobody ever reads in part."""
    part = Path(f"{file}.part")
    part.touch(mode=0o600)
    part.write_text(text)
    part.replace(file)


def _name_folder(spool: Spool) -> str:
    return str(spool.home.stat().st_ino)


class Tally(Struct, frozen=True):
    """Passes that had something to do, their seconds together, and those of the last one."""

    passes: int = 0
    seconds: float = 0.0
    last: float = 0.0


def read_tally(spool: Spool) -> Tally:
    """What was counted since the file "passes" of the spool was made."""
    try:
        return Tally(**json.loads(spool.passes.read_text()))
    except (OSError, ValueError, TypeError):
        return Tally()


def count_pass(spool: Spool, seconds: float) -> None:
    """Add a pass that took so long."""
    before = read_tally(spool)
    now = Tally(before.passes + 1, round(before.seconds + seconds, 3), round(seconds, 3))
    with suppress(OSError):  # it is a figure, no more
        _write_whole(spool.passes, json.dumps(asdict(now)))


REPORT_FILE = "told"
DAY = 24 * 3600.0


def is_news(home: Path, sentence: str) -> bool:
    """Whether a run should tell a sentence: it was not the last one told, or that was a day ago."""
    digest = hashlib.sha256(sentence.encode()).hexdigest()[:16]
    now = time.time()
    since, last, last_digest = _read(home)
    if last_digest == digest and now - last < DAY:
        return False
    with suppress(OSError):
        (home / REPORT_FILE).unlink(missing_ok=True)
        os.symlink(f"{since or now:.0f}.{now:.0f}.{digest}", home / REPORT_FILE)
    return True


def end_report(home: Path) -> str:
    """A run went well: the sentence that says so, if one before broke off; "" if none did."""
    since, _, last_digest = _read(home)
    if not last_digest:
        return ""
    with suppress(OSError):
        (home / REPORT_FILE).unlink(missing_ok=True)
    moment = datetime.fromtimestamp(since, UTC)
    return f"The judge works again; it had not since {moment:%Y-%m-%d %H:%M} UTC."


def _read(home: Path) -> tuple[float, float, str]:
    """Since when runs break off, when that was told last (seconds since 1970), and what.

    What another user was told does not count: that he may run nothing is no trouble of the judge.
    """
    try:
        if (home / REPORT_FILE).lstat().st_uid != os.geteuid():
            return 0.0, 0.0, ""
        since, last, digest = os.readlink(home / REPORT_FILE).split(".")
        return float(since), float(last), digest
    except (OSError, ValueError):
        return 0.0, 0.0, ""
