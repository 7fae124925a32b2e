"""What breaks on a machine at night: one sentence that is right, and an exit status.

Each case is a spool with a game and a waiting mail, and a way to break it. Nobody sees a traceback.
"""

import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from judge.cli import main
from judge.keeper import audit, backup, options
from judge.mail import deliver
from judge.post import idle
from judge.run import fence
from judge.spool import spool
from tests.game.world import MINUTE, START, TOML, World

Break = Callable[[Path], object]
WORKS_AGAIN = re.compile(
    r"The judge works again; it had not since 20\d\d-\d\d-\d\d \d\d:\d\d UTC\.\n"
)
"""What the first run says that goes well after one that broke off."""


@dataclass(frozen=True, slots=True)
class Case:
    """A way to break a spool; what ``run`` then says and exits with, and ``health``."""

    name: str
    broken: Break
    said: str
    status: int
    health: int = 2
    command: str = "run"


def toml(text: str) -> Break:
    """Another judge.toml."""
    return lambda home: (home / "judge.toml").write_text(text)


def changed(old: str, new: str) -> Break:
    """A line of judge.toml replaced."""

    def change(home: Path) -> None:
        path = home / "judge.toml"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    return change


def file(name: str, content: bytes) -> Break:
    """Another content of a file."""
    return lambda home: (home / name).write_bytes(content)


def replaced_by_a_file(name: str) -> Break:
    """A file where a folder was."""

    def replace(home: Path) -> None:
        shutil.rmtree(home / name)
        (home / name).write_bytes(b"")

    return replace


def replaced_by_a_folder(name: str) -> Break:
    """A folder where a file was."""

    def replace(home: Path) -> None:
        (home / name).unlink(missing_ok=True)
        (home / name).mkdir()

    return replace


def truncated(name: str, size: int) -> Break:
    """Only the beginning of a file."""
    return lambda home: os.truncate(home / name, size)


def copied(home: Path) -> None:
    """The whole spool put back from a copy."""
    shutil.copytree(home, home.parent / "copy")
    shutil.rmtree(home)
    (home.parent / "copy").rename(home)


def moved(home: Path) -> None:
    """The spool renamed and named back: it is the same one."""
    home.rename(home.parent / "elsewhere")
    (home.parent / "elsewhere").rename(home)


def database(statement: str) -> Break:
    """A change of the database by somebody else's hand."""

    def change(home: Path) -> None:
        with sqlite3.connect(home / "judge.db") as db:
            db.execute(statement)
        db.close()

    return change


SERVED = 'inbox = {kind = "imap", host = "imap.example", security = "none"}'
PUT_BACK = r"put the file of the last backup in its place \('judge backup' keeps it\)"
NO_SECRET = (
    rf"secret is empty or damaged: {PUT_BACK}; if there is none, 'judge resume --new-secret'"
)
DAMAGED = r"judge\.db is damaged: keep it aside and 'judge restore' the last backup .*'judge audit'"
CUT = r"judge\.toml does not say {}: once there are games it has to\. If it was cut off, put"

CASES = (
    Case(
        "toml-emptied", toml(""), CUT.format("address and kind in .inbox. and kind in .outbox."), 78
    ),
    Case(
        "toml-cut-after-address",
        toml(TOML.split("inbox")[0]),
        CUT.format("kind in .inbox. and kind in .outbox."),
        78,
    ),
    Case(
        "toml-cut-in-a-line",
        toml(TOML[:20]),
        r"judge\.toml: Unterminated string: look for a quote that is not closed in .*judge\.toml\.",
        78,
    ),
    Case(
        "toml-binary", file("judge.toml", b"\x80\xff\x00" * 99), "is no text: put the file of", 65
    ),
    Case("toml-null-bytes", file("judge.toml", bytes(512)), "is no text: put the file of", 65),
    Case(
        "toml-missing", lambda home: (home / "judge.toml").unlink(), "toml is missing: put the", 65
    ),
    Case("toml-a-folder", replaced_by_a_folder("judge.toml"), "is a folder, but has to be a", 65),
    Case(
        "toml-key-unknown",
        toml('adress = "a@b"\n' + TOML),
        "unknown key adress: address may be meant",
        78,
    ),
    Case(
        "toml-port-too-high",
        changed("outbox = {", "outbox = {port = 99999, "),
        r"port = 99999 in \[outbox\] has to be a whole number from 1 to 65535, as in port",
        78,
    ),
    Case(
        "toml-in-the-clear",
        changed('inbox = {kind = "maildir"}', SERVED),
        r"security = 'none' in \[inbox\] would send the password .* to imap\.example: write 'tls'",
        78,
    ),
    Case(
        "toml-host-missing",
        changed('outbox = {kind = "maildir"}', 'outbox = {kind = "smtp"}'),
        CUT.format("host in .outbox."),
        78,
    ),
    Case("secret-emptied", file("secret", b""), NO_SECRET, 65),
    Case("secret-garbled", file("secret", b"\xff\xfe garbage"), NO_SECRET, 65),
    Case("secret-cut-off", truncated("secret", 30), NO_SECRET, 65),
    Case(
        "secret-of-another", file("secret", b"ab" * 32), "is not the one that the seats' addre", 78
    ),
    Case(
        "secret-missing",
        lambda home: (home / "secret").unlink(),
        f"secret is missing: {PUT_BACK}",
        65,
    ),
    Case(
        "secret-a-folder",
        replaced_by_a_folder("secret"),
        "can be read by others|is empty or",
        77,
        3,
    ),
    Case(
        "secret-readable",
        lambda home: (home / "secret").chmod(0o644),
        "'chmod 600 .*' mends",
        77,
        3,
    ),
    Case("spool-readable", lambda home: home.chmod(0o755), "'chmod 700 .*' mends it", 77, 3),
    Case("database-garbage", file("judge.db", b"garbage" * 999), DAMAGED, 65),
    Case(
        "database-emptied", truncated("judge.db", 0), "judge.db is missing or empty: 'judge res", 65
    ),
    Case("database-cut-off", truncated("judge.db", 20_000), DAMAGED, 65),
    Case(
        "database-missing", lambda home: (home / "judge.db").unlink(), "missing or empty: 'jud", 65
    ),
    Case("a-table-missing", database("DROP TABLE outbox"), DAMAGED, 65),
    Case("a-time-garbled", database("UPDATE games SET deadline = 'yesterday'"), DAMAGED, 65),
    Case(
        "a-text-that-is-none",
        database("UPDATE games SET deadline = CAST(X'41C3' AS TEXT)"),
        DAMAGED,
        65,
    ),
    Case("options-garbled", database("UPDATE games SET options = 'nonsense'"), DAMAGED, 65),
    Case(
        "a-mark-garbled",
        database("UPDATE marks SET value = 'x' WHERE name = 'place'"),
        DAMAGED,
        65,
    ),
    Case(
        "database-a-folder",
        replaced_by_a_folder("judge.db"),
        r"judge\.db can't be opened: see t",
        71,
        3,
    ),
    Case(
        "database-newer",
        database("UPDATE alembic_version SET version_num = '9999'"),
        "judge.db was written by a newer judge .*: install that version",
        78,
    ),
    Case(
        "in-a-file",
        replaced_by_a_file("in"),
        r"/in is no folder: move it away \('mv .*in\.old'\)",
        65,
    ),
    Case("new-a-file", replaced_by_a_file("in/new"), "/in/new is no folder: move it away", 65),
    Case(
        "archive-a-file", replaced_by_a_file("archive"), "/archive is no folder: move it away", 65
    ),
    Case("lock-a-folder", replaced_by_a_folder("lock"), r"Is a directory \(.*/lock\)\.", 71, 2),
    Case("wake-a-folder", replaced_by_a_folder("wake"), r"Is a directory \(.*/wake\)\.", 71, 2),
    Case(
        "copied", copied, "was put back from a copy, or moved to another disk: it takes no mail", 78
    ),
    Case(
        "no-spool",
        shutil.rmtree,
        "is no spool .*: give --spool DIR, or make one with 'judge i",
        66,
        3,
    ),
)
"""What must be mended by hand."""

HARMLESS: tuple[tuple[str, Break], ...] = (
    ("moved", moved),
    ("shunt-missing", lambda home: shutil.rmtree(home / "shunt")),
    ("tmp-missing", lambda home: shutil.rmtree(home / "in" / "tmp")),
    ("wake-garbled", file("wake", b"\xff\xfe")),
    ("wake-without-zone", file("wake", b"2026-11-22T10:00")),
    ("pulse-garbled", file("pulse", b"\xff\xfe")),
    ("a-link-in-the-inbox", lambda home: (home / "in/new/link").symlink_to("/none")),
    ("a-folder-in-the-inbox", lambda home: (home / "in/new/folder").mkdir()),
)
"""What a pass mends by itself, or need not care for."""


def judge(*arguments: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def works_again(home: Path) -> None:
    """A run goes well, says so since one before broke off, and the next one says nothing."""
    told = judge("run", "--spool", home)
    assert told.exit_code == 0, told.output
    assert WORKS_AGAIN.fullmatch(told.output)
    assert judge("run", "--spool", home).output == ""


def one_sentence(told: Result, said: str) -> None:
    """What was said is one line that says this; no trace of Python."""
    assert re.search(said, told.output), told.output
    assert told.output.count("\n") == 1, told.output
    assert told.output.startswith(("Error: ", "does not work: ", "can't be asked: "))
    assert "Traceback" not in told.output
    assert isinstance(told.exception, SystemExit)


def sent(home: Path) -> int:
    """How many mails the judge has sent; as many as before where nothing is left of it."""
    return len(list((home / "out" / "new").iterdir())) if (home / "out").exists() else 1


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A judge that has done a pass, with a game and a mail that waits."""
    world = World(tmp_path_factory.mktemp("prepared") / "spool")
    world.say("first@players.example", "HELP")
    world.begun()
    world.mail("new@players.example", "LIST")
    world.engine().dispose()
    return world.home


@pytest.fixture
def spoiled(tmp_path: Path, prepared: Path) -> World:
    """A copy of it that does not know that it is one."""
    world = World(tmp_path / "spool", prepared)
    world.now = START + MINUTE
    return world


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_broken_is_said_in_one_sentence(spoiled: World, case: Case) -> None:
    before = sent(spoiled.home)
    case.broken(spoiled.home)
    told, again = (judge(case.command, "--spool", spoiled.home) for _ in range(2))
    one_sentence(told, case.said)
    assert again.output in ("", told.output), "cron is told once a day"
    assert told.exit_code == again.exit_code == case.status
    asked = judge("health", "--spool", spoiled.home)
    assert (asked.exit_code, asked.output.count("\n")) == (case.health, 1), asked.output
    for command in ("status", "resume"):
        assert isinstance(judge(command, "--spool", spoiled.home).exception, SystemExit | None)
    assert sent(spoiled.home) == before


@pytest.mark.parametrize("command", ["show", "verify", "export"])
@pytest.mark.parametrize("column", ["state", "options", "deadline"])
def test_a_game_that_is_garbled_is_said_in_one_sentence(
    spoiled: World, command: str, column: str
) -> None:
    database(f"UPDATE games SET {column} = '{{'")(spoiled.home)
    told = judge(command, "alpha", "--spool", spoiled.home)
    one_sentence(told, DAMAGED)
    assert told.exit_code == 65


LOOKS = (
    *("run", "status", "doctor", "health", "list", "show alpha", "audit", "trace alpha", "log"),
    *("outbox list", "shunt list", "stats", "export alpha", "verify alpha", "metrics", "resume"),
)
"""Commands that read the database."""


@pytest.mark.parametrize("seed", [34, 100, 103])
def test_garbage_strewn_into_the_database_is_never_a_fault_of_the_judge(
    spoiled: World, seed: int
) -> None:
    """It is found, or passed over where nothing lies; nobody reads of a fault of the program."""
    judge("run", "--spool", spoiled.home)
    path, dice = spoiled.home / "judge.db", Random(seed)
    content = bytearray(path.read_bytes())
    for _ in range(dice.choice((1, 3, 10))):
        at, size = dice.randrange(len(content)), dice.choice((1, 8, 100, 4096))
        content[at : at + size] = dice.randbytes(min(size, len(content) - at))
    path.write_bytes(content)
    for line in LOOKS:
        told = judge(*line.split(), "--spool", spoiled.home)
        assert told.exit_code != 70, (line, told.output)
        assert isinstance(told.exception, SystemExit | None)


@pytest.mark.parametrize("command", ["log", "trace alpha", "verify alpha", "audit"])
def test_a_text_that_is_none_is_not_quoted(spoiled: World, command: str) -> None:
    """It may be part of what a player wrote."""
    judge("run", "--spool", spoiled.home)
    database("UPDATE log SET facts = CAST(X'53454352455420C3' AS TEXT)")(spoiled.home)
    told = judge(*command.split(), "--spool", spoiled.home)
    assert told.exit_code == (1 if command == "audit" else 65), told.output
    assert "SECRET" not in told.output
    assert command == "audit" or re.search(DAMAGED, told.output)


@pytest.mark.parametrize(("name", "broken"), HARMLESS, ids=[name for name, _ in HARMLESS])
def test_what_is_harmless_stops_nothing(spoiled: World, name: str, broken: Break) -> None:
    before = len(spoiled.outbox())
    broken(spoiled.home)
    told = judge("run", "--spool", spoiled.home)
    assert (told.exit_code, told.output) == (0, ""), name
    assert spoiled.rows("SELECT status FROM letters") == [("done",), ("done",)]
    assert len(spoiled.outbox()) > before
    assert audit.audit(spoiled.home).faults == []


@pytest.mark.parametrize(
    ("command", "closed"), [("list", "1"), ("run", "2"), ("deliver", "1"), ("deliver", "0")]
)
def test_what_is_told_to_nobody_stops_nothing(spoiled: World, command: str, closed: str) -> None:
    """Some crons and supervisors close what they don't read."""
    line = f'exec {closed}>&-; exec "$0" -m judge {command} --spool "$1"'
    call = ("sh", "-c", line, sys.executable, str(spoiled.home))
    done = subprocess.run(
        call, input=b"From: a@b.example\n\nHELP\n", capture_output=True, check=False
    )
    assert (done.stderr, done.returncode) == (
        b"",
        75 if (command, closed) == ("deliver", "0") else 0,
    )
    assert audit.audit(spoiled.home).faults == []


@pytest.mark.parametrize(
    "name", ["secret-of-another", "database-missing", "database-emptied", "database-a-folder"]
)
def test_a_run_that_has_nothing_to_do_says_so_too(spoiled: World, name: str) -> None:
    """Nobody writes for a week: the keeper is not to hear of it from the first player who does."""
    judge("run", "--spool", spoiled.home)
    judge("run", "--spool", spoiled.home)
    assert idle.is_idle(spoiled.home, None)
    (case,) = [case for case in CASES if case.name == name]
    case.broken(spoiled.home)
    told = judge("run", "--spool", spoiled.home)
    one_sentence(told, case.said)
    assert told.exit_code == case.status


# --- what a terminal would obey

CLEAR_SCREEN = "\x1b[2J\x07\u202e"


@pytest.mark.parametrize(
    "text",
    [
        f"address = {CLEAR_SCREEN}",
        f'{CLEAR_SCREEN} = "x"',
        '"\\u001b[2J\\u202e" = 1\n',
        'zone = "\\u001b[2J\\u202e"',
        'authserv = ["\\u001b[2J\\u202e"]',
        'hosts = ["\\u001b[2J\\u202e", 1]',
        "x" * 100_000,
    ],
)
def test_what_is_quoted_of_a_file_is_printable_and_short(spoiled: World, text: str) -> None:
    toml(text)(spoiled.home)
    for command in ("run", "doctor"):
        call = [command, "--spool", str(spoiled.home)]
        told = CliRunner().invoke(main, call, color=True).output  # a terminal, which gets it all
        assert told.removesuffix("\n").isprintable(), told
        assert len(told) < 1000


def test_what_is_quoted_of_a_mail_is_printable(spoiled: World) -> None:
    subject, sender = f"hello {CLEAR_SCREEN}", f'"{CLEAR_SCREEN}" <x{CLEAR_SCREEN}@p.example>'
    spoiled.mail("x@players.example", f"{CLEAR_SCREEN}\nA Par {CLEAR_SCREEN}")
    raw = f"From: {sender}\nSubject: {subject}\nMessage-ID: <{CLEAR_SCREEN}@x>\n\nHELP\n"
    (spoiled.home / "in" / "new" / f"1.{CLEAR_SCREEN}").write_text(raw)
    judge("run", "--spool", spoiled.home)
    numbers = [int(str(row[0])) for row in spoiled.rows("SELECT id FROM letters")]
    looks = [(verb, spoiled.receipt(one)) for verb in ("mail", "trace") for one in numbers]
    assert len(looks) == 8
    for look in (*looks, ("log",), ("status",), ("outbox", "list"), ("outbox", "show", "M1")):
        call = [*look, "--spool", str(spoiled.home)]
        told = CliRunner().invoke(main, call, color=True).output
        assert all(line.isprintable() for line in told.splitlines()), told


def test_all_that_is_told_is_made_printable() -> None:
    """One function tells it."""
    home = Path(str(options.__file__)).parents[1]
    telling = [
        path.name
        for path in home.rglob("*.py")
        if re.search(r"\bclick\.echo\b|^\s*print\(", path.read_text(), re.MULTILINE)
    ]
    assert telling == [Path(str(options.__file__)).name]


# --- the wrong user


@pytest.mark.parametrize(
    "command", ["run", "watch", "status", "doctor", "backup", "resume", "shunt"]
)
def test_another_user_is_told_how_the_owner_does_it(
    spoiled: World, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Root could write everything, and leave files that the owner can't read."""
    before = sorted(spoiled.home.rglob("*"))
    owner = spoiled.home.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 4321)
    more = [spoiled.home.parent / "x.tar"] if command == "backup" else []
    told = judge(command, "--spool", spoiled.home, *more)
    how = rf"as in su - \S+ -c 'judge run --spool {spoiled.home}'\."
    assert re.search(
        rf"{spoiled.home} belongs to \S+, but \S+( \d+)? runs this: .*{how}", told.output
    )
    assert told.exit_code == (3 if command in ("status", "doctor") else 77)
    left = [spoiled.home / "told"] if command == "run" else []  # a link, which has no content
    assert [path for path in left if not path.is_symlink()] == []
    assert sorted(spoiled.home.rglob("*")) == sorted([*before, *left])
    monkeypatch.setattr(sys, "stdin", None)
    assert deliver.main([str(spoiled.home)]) == deliver.TRY_LATER
    assert sorted(spoiled.home.rglob("*")) == sorted([*before, *left])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_another_user_was_told_is_no_trouble_that_ends(
    spoiled: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root's cron is told once a day; the owner's runs went well all the time."""
    owner = spoiled.home.stat().st_uid
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: owner + 4321)
        one_sentence(judge("run", "--spool", spoiled.home), "belongs to .*, but .* runs this")
        os.chown(spoiled.home / "told", owner + 4321, -1, follow_symlinks=False)
        assert judge("run", "--spool", spoiled.home).output == ""
    assert judge("run", "--spool", spoiled.home).output == ""


# --- a copy, another machine, another secret


def test_a_copy_beside_the_first_does_nothing_and_the_first_goes_on(spoiled: World) -> None:
    copy = spoiled.home.parent / "copy"
    shutil.copytree(spoiled.home, copy)
    told = judge("run", "--spool", copy)
    one_sentence(told, f"is a copy of the one in {spoiled.home}, or was moved from there to anoth")
    assert judge("run", "--spool", spoiled.home).output == ""
    assert judge("resume", "--spool", copy).exit_code == 0
    works_again(copy)


def test_a_copy_says_so_though_nothing_is_due(spoiled: World) -> None:
    judge("run", "--spool", spoiled.home)
    judge("run", "--spool", spoiled.home)
    copy = spoiled.home.parent / "copy"
    shutil.copytree(spoiled.home, copy)
    one_sentence(judge("run", "--spool", copy), "is a copy of the one in")


def test_a_disk_copied_to_another_machine_is_a_copy(
    spoiled: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, machine in (("a", "one"), ("b", "other")):
        (tmp_path / name).write_text(machine)
    monkeypatch.setattr(spool, "CONTAINERS", ())
    monkeypatch.setattr(spool, "NAMED_HOSTS", tmp_path / "a")
    assert judge("run", "--spool", spoiled.home).output == ""
    monkeypatch.setattr(spool, "NAMED_HOSTS", tmp_path / "b")
    spoiled.mail("new@players.example", "LIST")
    one_sentence(judge("run", "--spool", spoiled.home), "is a copy of one on another machine: it")
    monkeypatch.setattr(spool, "CONTAINERS", (tmp_path,))
    works_again(spoiled.home)  # containers change their names


def test_a_judge_that_an_older_version_ran_here_is_no_copy(
    spoiled: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The machine's name is kept in the database as every version has digested it."""
    (tmp_path / "machine-id").write_text("0123456789abcdef\n")
    monkeypatch.setattr(spool, "CONTAINERS", ())
    monkeypatch.setattr(spool, "NAMED_HOSTS", tmp_path / "machine-id")
    assert spool.place_of(spoiled.home).machine == "52741817dd0c8290"


def test_a_lost_secret_is_replaced_by_the_keepers_word(spoiled: World) -> None:
    (spoiled.home / "secret").write_bytes(b"")
    assert judge("resume", "--spool", spoiled.home).exit_code == 65
    assert judge("resume", "--spool", spoiled.home, "--new-secret").exit_code == 0
    assert len(spool.open_spool(spoiled.home).secret) == 32
    assert judge("run", "--spool", spoiled.home).output == ""
    assert len(list(spoiled.home.glob("secret.*"))) == 1


def test_the_keepers_word_mends_no_settings(spoiled: World) -> None:
    (spoiled.home / "judge.toml").write_text("")
    one_sentence(judge("resume", "--spool", spoiled.home), "judge.toml does not say address and")


def test_the_database_remembers_no_secret(spoiled: World) -> None:
    secret = spool.open_spool(spoiled.home).secret
    ((kept,),) = spoiled.rows(f"SELECT value FROM marks WHERE name = '{fence.SECRET}'")
    assert secret.hex() not in kept
    assert kept == fence.digest(secret)


def test_a_restored_judge_is_fenced_once(spoiled: World, tmp_path: Path) -> None:
    """The handbook's way: restore, move, resume."""
    backup.backup(spoiled.home, tmp_path / "judge.tar")
    backup.restore(tmp_path / "judge.tar", tmp_path / "new")
    spoiled.home.rename(tmp_path / "broken")
    (tmp_path / "new").rename(spoiled.home)
    one_sentence(judge("run", "--spool", spoiled.home), "was restored from a backup of 20")
    assert judge("resume", "--spool", spoiled.home).exit_code == 0
    works_again(spoiled.home)


def test_a_spool_that_could_not_be_made_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_engine: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("judge.store.database.create", full)
        one_sentence(judge("init", tmp_path / "spool"), "The disk is full: make room on the disk")
    assert judge("init", tmp_path / "spool").exit_code == 0


def test_what_of_a_spool_can_not_be_taken_away_hides_no_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_engine: object) -> None:
        raise OSError(28, "No space left on device")

    def denied(*_arguments: object, **_more: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr("judge.store.database.create", full)
    monkeypatch.setattr(os, "rmdir", denied)
    one_sentence(judge("init", tmp_path / "spool"), "The disk is full: make room on the disk")


# --- a fault of the judge itself


def faulty(_given: object) -> None:
    """A fault whose words quote what a player wrote."""
    raise KeyError("A Par - Bur")


def test_a_bug_is_a_sentence_and_a_trace_for_who_mends_it(
    spoiled: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("judge.run.batch._run", faulty)
        told = judge("run", "--spool", spoiled.home)
    trace = spoiled.home / "shunt" / "judge-run.txt"
    one_sentence(
        told, rf"by a fault of its own \(KeyError\); {trace} says where: please report it\."
    )
    assert told.exit_code == 70
    assert "A Par" not in told.output + trace.read_text()
    assert trace.stat().st_mode & 0o077 == 0
    asked = judge("health", "--spool", spoiled.home)
    assert (asked.exit_code, "The last pass broke off" in asked.output) == (2, True)
    works_again(spoiled.home)
    assert judge("health", "--spool", spoiled.home).exit_code == 0
    assert not trace.exists()


def test_a_bug_without_a_spool_leaves_its_trace_among_the_temporary_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("judge.authoring.check.faults", faulty)
    told = judge("check", tmp_path)
    assert (told.exit_code, told.output.count("\n")) == (70, 1)
    assert [path.name.startswith("judge-check-") for path in tmp_path.iterdir()] == [True]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["--bogus"], 64), (["bogus"], 64), (["run", "--bogus"], 64), (["health", "--bogus"], 3)],
)
def test_what_is_typed_wrongly(arguments: list[str], status: int) -> None:
    assert judge(*arguments).exit_code == status


# --- limits of the machine, for real


def limited(limit: int, value: int, *arguments: object) -> subprocess.CompletedProcess[str]:
    """A command under a limit (setrlimit), as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "judge", *map(str, arguments)],
        preexec_fn=lambda: resource.setrlimit(limit, (value, value)),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("files", [5, 6, 7, 8, 10])
def test_with_no_more_files_a_pass_says_so_and_the_next_one_does_it(
    spoiled: World, files: int
) -> None:
    told = limited(resource.RLIMIT_NOFILE, files, "run", "--spool", spoiled.home)
    assert "Traceback" not in told.stderr
    if told.returncode:
        assert told.returncode in (71, 75)
        assert re.search(r"[Nn]o more files|Too many open files|can't be opened", told.stderr)
        assert "ulimit -n" in told.stderr or "Too many open files" in told.stderr
    if told.returncode in (0, 75):
        after = judge("run", "--spool", spoiled.home)
        assert after.exit_code == 0
        again = "Mail goes out again; the trouble began "
        assert not after.output or after.output.startswith(again)
    else:
        works_again(spoiled.home)
    assert spoiled.rows("SELECT status FROM letters") == [("done",), ("done",)]


def test_with_no_more_files_the_audit_finds_no_fault_but_says_so(spoiled: World) -> None:
    """A mail in the archive that can't be opened now is no mail that is lost."""
    for files in (5, 6, 7, 8, 10):
        told = limited(resource.RLIMIT_NOFILE, files, "audit", "--spool", spoiled.home)
        assert told.returncode in (0, 71), told
        assert (told.returncode == 71) == ("Error: " in told.stderr)


FULL = [
    ("run", 74),
    ("health", 2),
    ("status", 2),
    ("doctor", 2),
    ("list", 74),
    ("show alpha", 74),
    ("audit", 74),
    ("trace alpha", 74),
    ("metrics", 74),
    ("outbox list", 74),
    ("shunt list", 74),
    ("log", 74),
    ("export alpha", 74),
    ("upgrade", 74),
    ("resume", 74),
    ("key rotate", 74),
    ("game hold alpha", 74),
    ("person ban b@players.example", 74),
    ("domain judge.example other.example", 74),
    ("backup {disk}/x.tar.gz", 74),
    ("backup {elsewhere}/x.tar.gz", 74),
    ("metrics --file {disk}/x.prom", 74),
]
"""A command, and what it exits with where the spool's disk is full."""


def test_on_a_full_disk_every_command_says_so(tmp_path: Path, prepared: Path) -> None:
    """A real one; afterwards all goes on, and no part of a file is left."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", str(disk))
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("this user may not mount a small disk")
    try:
        world = World(disk / "spool", prepared)
        with (disk / "filling").open("wb", buffering=0) as filling, suppress(OSError):
            while filling.write(bytes(4096)):
                pass
        for line, status in FULL:
            command = line.format(disk=disk, elsewhere=tmp_path).split()
            told = judge(*command, "--spool", world.home)
            assert told.exit_code == status, (line, told.output)
            if told.output:
                assert re.search("The disk is full|No space left", told.output), told.output
                assert told.output.count("\n") == 1, told.output
        told = judge("init", disk / "other")
        assert (told.exit_code, "No space left" in told.output) == (74, True)
        (disk / "filling").unlink()
        works_again(world.home)
        assert audit.audit(world.home).faults == []
        assert not [path for path in world.home.rglob("*") if path.suffix == ".part"]
        empty = [path for path in (world.home / "shunt").iterdir() if not path.stat().st_size]
        assert [path.name for path in empty] in ([], ["judge-run.before.txt"])
    finally:
        subprocess.run(("umount", "--lazy", str(disk)), check=True)


@pytest.mark.parametrize("size", [0, 4096, 50_000])
def test_where_files_may_not_grow_a_pass_says_so_and_the_next_one_does_it(
    spoiled: World, size: int
) -> None:
    """SQLite itself meets the limit as an I/O error."""
    told = limited(resource.RLIMIT_FSIZE, size, "run", "--spool", spoiled.home)
    assert (told.returncode, told.stderr.count("\n")) == (74, 1), told.stderr
    assert re.search("A file may not grow|The disk does not read or write", told.stderr)
    works_again(spoiled.home)
    assert audit.audit(spoiled.home).faults == []
