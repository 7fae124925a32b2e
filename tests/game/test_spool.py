"""A spool: made whole, private, and refused with one sentence when something is wrong."""

import os
import stat
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from judge.kernel.errors import KeeperError
from judge.run import batch
from judge.spool import config, spool
from judge.spool.config import Config
from judge.store.database import connect, migrate, open_database, version
from judge.store.glance import VERSION
from judge.store.schema import metadata
from tests.keeper.first_tables import make_first_tables

WITHOUT_NUMBERS = "SELECT name FROM sqlite_master WHERE sql LIKE '%WITHOUT ROWID%'"
"""Tables whose rows are found by their keys alone: a seal names them by those."""
OPEN_FILES = Path("/proc/self/fd")

SETTINGS = config.write_settings("")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    spool.make_spool(tmp_path / "spool")
    return tmp_path / "spool"


def test_a_new_spool_has_its_parts_and_is_private(home: Path) -> None:
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert stat.S_IMODE((home / "secret").stat().st_mode) == 0o600
    for part in ("in/new", "in/cur", "in/tmp", "out/new", "out/cur", "out/tmp", "archive", "shunt"):
        assert (home / part).is_dir()
    assert stat.S_IMODE((home / "judge.db").stat().st_mode) == 0o600

    assert len(spool.open_spool(home).secret) == 32


def test_nothing_in_a_spool_can_be_read_by_others(home: Path) -> None:
    batch.run(home)
    assert [path for path in home.rglob("*") if path.stat().st_mode & 0o077] == []


@pytest.mark.skipif(not OPEN_FILES.exists(), reason="only Linux tells which files are open")
def test_a_pass_leaves_the_database_closed(home: Path) -> None:
    batch.run(home)
    open_files = [path.resolve() for path in OPEN_FILES.iterdir()]
    assert [path for path in open_files if home in path.parents] == []


def test_two_spools_have_two_secrets(tmp_path: Path) -> None:
    spool.make_spool(tmp_path / "a")
    spool.make_spool(tmp_path / "b")
    assert spool.open_spool(tmp_path / "a").secret != spool.open_spool(tmp_path / "b").secret


def test_the_settings_written_are_the_standard_ones_and_all_of_them(home: Path) -> None:
    assert config.load(config.read(home / "judge.toml")) == Config()
    for section in (Config, config.Inbox, config.Outbox, config.Limits):
        for key in section.__struct_fields__:
            assert f"\n{key} = " in SETTINGS or f"\n[{key}]" in SETTINGS, key


def test_a_spool_is_not_made_over_another_one(home: Path) -> None:
    with pytest.raises(KeeperError, match="is a spool already; nothing was changed"):
        spool.make_spool(home)


def test_a_spool_is_not_made_in_a_folder_with_files(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("x")
    with pytest.raises(KeeperError, match="is not empty"):
        spool.make_spool(tmp_path)


def test_a_spool_may_be_made_in_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    spool.make_spool(tmp_path / "srv" / "games" / "judge")
    assert spool.open_spool(tmp_path / "srv" / "games" / "judge").config == Config()


def test_a_spool_is_not_made_where_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(KeeperError, match="is not empty"):
        spool.make_spool(tmp_path / "file")


def test_a_spool_that_cannot_be_written_is_refused() -> None:
    with pytest.raises(KeeperError, match="can't be written"):
        spool.make_spool(Path("/proc/spool"))


def test_what_is_no_spool_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeeperError, match=r"is no spool .* 'judge init DIR'"):
        spool.open_spool(tmp_path)


@pytest.mark.parametrize(("part", "mode", "mended"), [("", 0o755, "700"), ("secret", 0o644, "600")])
def test_a_spool_that_others_can_read_is_refused(
    home: Path, part: str, mode: int, mended: str
) -> None:
    (home / part).chmod(mode)
    with pytest.raises(KeeperError, match=f"can be read by others: 'chmod {mended} "):
        spool.open_spool(home)


def test_a_spool_without_its_secret_is_refused(home: Path) -> None:
    (home / "secret").unlink()
    with pytest.raises(KeeperError, match="secret is missing"):
        spool.open_spool(home)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_spool_of_another_user_is_refused(home: Path) -> None:
    home.chmod(0o500)
    with pytest.raises(KeeperError, match="can't be written by this user"):
        spool.open_spool(home)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('adress = "judge@x.example"', r"judge.toml: unknown key adress: address may be meant\."),
        ('[inbox]\nkinds = "imap"', r"unknown key kinds in \[inbox\]: kind may be meant\."),
        ('host = "mx"', r"unknown key host: it belongs into \[inbox\] or \[outbox\]\."),
        ('[outbx]\nhost = "mx"', r"unknown key outbx: outbox may be meant\."),
        ('inbox = "imap"', r"inbox = \"imap\" has to be a section: write \[inbox\] on its own"),
        ('hosts = "mx"', r'hosts = "mx" has to be a list of texts in quotes, as in hosts = \[\]\.'),
        ('zone = "Europe/Berln"', r"zone = 'Europe/Berln' is not a time zone"),
        ('address = "the judge"', r"address = 'the judge' is not a mail address"),
        ('keeper = ""', r"keeper = '' is not a mail address"),
        ('[inbox]\nkind = "pop3"', r"kind = 'pop3' in \[inbox\] must be one of maildir, imap"),
        ('[outbox]\nport = "25"', r'port = "25" in \[outbox\] has to be a whole number'),
        ("[limits]\nretry_days = 0", r"a whole number, 1 or more, as in retry_days = 5\."),
        ("address = me@x.org", r'line 1 .*: text stands in quotes: write address = "me@x.org" in'),
        ("\nhosts = [a, b]", r'line 2 .*: write hosts = \["a", "b"\] in .*judge.toml\.'),
        ('zone = "UTC', r"Unterminated string: look for a quote that is not closed in "),
        ('zone = "UTC"\nzone = "UTC"', r"a key or section stands there twice in "),
        ("[inbox\nport = 5", r"line 1 \(\[inbox\): Expected '\]' .*: edit that line of "),
        ("zone", r"see the last line in"),
        ("zone = ", r"judge.toml: Invalid value: see the last line in "),
    ],
)
def test_a_wrong_setting_is_refused_by_name(home: Path, line: str, message: str) -> None:
    (home / "judge.toml").write_text(line)
    with pytest.raises(KeeperError, match=message) as told:
        spool.open_spool(home)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "section",
    [word for word in Config.__struct_fields__ if f"\n[{word}]" in SETTINGS],
)
def test_no_section_takes_a_key_that_is_not_known(section: str) -> None:
    with pytest.raises(KeeperError, match=rf"unknown key nonsense in \[{section}\]: known are "):
        config.load({section: {"nonsense": 1}})


@pytest.mark.parametrize(
    ("security", "host"),
    [("none", "localhost"), ("none", "127.0.0.1"), ("none", "[::1]"), ("starttls", "mx.example")],
)
@pytest.mark.parametrize("section", ["inbox", "outbox"])
def test_passwords_may_travel_in_the_clear_within_the_machine_alone(
    section: str, security: str, host: str
) -> None:
    settings = {section: {"security": security, "host": host}}
    assert getattr(config.load(settings), section).host == host
    with pytest.raises(KeeperError, match=r"in the clear to mx\.example: write 'tls'"):
        config.load({section: {"security": "none", "host": "mx.example"}})


def test_the_lock_lets_one_in(home: Path) -> None:
    with spool.hold_lock(home) as first, spool.hold_lock(home) as second:
        assert (first, second) == (True, False)
    with spool.hold_lock(home) as again:
        assert again


def test_the_migrations_make_exactly_the_tables_of_the_schema(home: Path, tmp_path: Path) -> None:
    (tmp_path / "judge.db").touch(mode=0o600)
    migrated = connect(f"sqlite:///{tmp_path}/judge.db")
    make_first_tables(migrated)
    migrate(migrated)
    fresh = open_database(spool.open_spool(home).database)
    keyed = []
    for engine in (migrated, fresh):
        assert version(engine) == VERSION
        with engine.begin() as db:
            assert not compare_metadata(MigrationContext.configure(db), metadata)
            found = db.execute(text(WITHOUT_NUMBERS)).scalars()
            keyed.append(sorted(found))
        engine.dispose()
    assert keyed[0] == keyed[1] != []


def test_commits_are_durable(home: Path) -> None:
    engine = open_database(spool.open_spool(home).database)
    with engine.begin() as db:
        assert db.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert db.execute(text("PRAGMA synchronous")).scalar() == 2
    engine.dispose()


def test_a_database_of_a_newer_judge_is_refused(home: Path) -> None:
    url = spool.open_spool(home).database
    engine = connect(url)
    with engine.begin() as db:
        db.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(KeeperError, match=f"newer judge .schema 9999, this one knows {VERSION}"):
        open_database(url)


def test_a_missing_database_is_not_made_anew(home: Path) -> None:
    (home / "judge.db").unlink()
    with pytest.raises(KeeperError, match=r"judge.db is missing or empty"):
        open_database(spool.open_spool(home).database)


def test_a_new_database_has_the_schema_of_this_judge(home: Path) -> None:
    engine = connect(spool.open_spool(home).database)
    assert version(engine) == VERSION
    engine.dispose()
