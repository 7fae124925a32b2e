"""What the machine refuses: known by its number, told in a sentence, laid on nobody's mail."""

import sqlite3
import time
from pathlib import Path

import pytest

from judge.kernel.errors import UndoneError
from judge.spool import mishaps, runs

NO_RIGHT, LATER, SYSTEM, DISK, DAMAGE = 77, 75, 71, 74, 65


def refused(code: int, words: str = "no") -> sqlite3.Error:
    """What Python raises where SQLite refuses with this code."""
    error = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "said", "status"),
    [
        (sqlite3.SQLITE_PERM, "This user has no right to do that", NO_RIGHT),
        (sqlite3.SQLITE_BUSY, "judge.db is held by another program for long", LATER),
        (sqlite3.SQLITE_NOMEM, "There is not enough memory", SYSTEM),
        (sqlite3.SQLITE_READONLY, "judge.db can't be written", NO_RIGHT),
        (sqlite3.SQLITE_IOERR, "The disk does not read or write judge.db", DISK),
        (sqlite3.SQLITE_CORRUPT, "judge.db is damaged", DAMAGE),
        (sqlite3.SQLITE_FULL, "The disk is full", DISK),
        (sqlite3.SQLITE_CANTOPEN, "judge.db can't be opened", SYSTEM),
        (sqlite3.SQLITE_NOTADB, "judge.db is damaged", DAMAGE),
    ],
)
def test_what_sqlite_refuses(code: int, said: str, status: int) -> None:
    """All of it hits what is done next as well, but for damage: another page may be whole."""
    mishap = mishaps.of(refused(code))
    assert mishap is not None
    assert mishap.text.startswith(said)
    assert mishap.status == status
    assert mishaps.spoils_all(refused(code)) == (status != DAMAGE)


def test_a_table_that_is_missing_is_damage_and_a_wrong_statement_is_a_bug() -> None:
    damage = mishaps.of(refused(sqlite3.SQLITE_ERROR, "no such table: outbox"))
    assert damage is not None
    assert damage.status == DAMAGE
    assert mishaps.of(refused(sqlite3.SQLITE_ERROR, 'near "SELCT": syntax error')) is None


def test_a_bug_of_ours_is_not_laid_on_the_database() -> None:
    with pytest.raises(ValueError, match="seven") as raised:
        int("seven")
    assert mishaps.of(raised.value) is None


def test_what_is_to_be_done_in_another_way_is_no_fault_of_the_mail() -> None:
    assert mishaps.spoils_all(UndoneError("again"))


def test_cron_mails_a_sentence_once_a_day_and_another_one_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = [100]
    monkeypatch.setattr(time, "time", lambda: hours[0] * 3600.0)
    full, broken = "The disk is full.", "The disk is broken."
    assert [runs.is_news(tmp_path, full), runs.is_news(tmp_path, full)] == [
        True,
        False,
    ]
    assert [runs.is_news(tmp_path, broken), runs.is_news(tmp_path, broken)] == [
        True,
        False,
    ]
    hours[0] += 23
    assert not runs.is_news(tmp_path, broken)
    hours[0] += 1
    assert runs.is_news(tmp_path, broken)
    assert runs.end_report(tmp_path).endswith("it had not since 1970-01-05 04:00 UTC.")
    assert runs.end_report(tmp_path) == ""
