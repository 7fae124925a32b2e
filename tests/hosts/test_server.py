"""A judge in PostgreSQL: founded, refused where it is not fit, and nothing lost when it is away."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from click.testing import CliRunner, Result
from sqlalchemy import text

from judge.cli import main
from judge.kernel import errors
from judge.kernel.errors import BusyError, KeeperError
from judge.letters.clerk import clerk
from judge.post import servers
from judge.run import batch
from judge.spool import mishaps, spool
from judge.store import server
from judge.store.database import connect, migrate, open_alone, open_to_read, version
from judge.store.glance import VERSION
from judge.store.schema import metadata
from tests.game.world import DEADLINE, MINUTE
from tests.hosts.cluster import Cluster
from tests.hosts.world import HostedWorld
from tests.keeper.first_tables import make_first_tables


def judge(*arguments: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_init_makes_a_judge_in_a_database_and_no_second_one(
    postgres: Cluster, tmp_path: Path
) -> None:
    postgres.execute("CREATE DATABASE empty")
    made = judge("init", tmp_path / "spool", "--database", postgres.url("empty"))
    assert made.exit_code == 0, made.output
    assert judge("run", "--spool", tmp_path / "spool").output == ""
    assert not (tmp_path / "spool" / "judge.db").exists()
    assert spool.open_spool(tmp_path / "spool").database == postgres.url("empty")

    again = judge("init", tmp_path / "second", "--database", postgres.url("empty"))
    assert again.exit_code == errors.SETTING
    assert "holds a judge already. Another host of it needs no 'judge init', but" in again.output
    assert not list((tmp_path / "second").iterdir())


def test_a_database_that_sorts_otherwise_is_refused(postgres: Cluster, tmp_path: Path) -> None:
    postgres.execute(
        "CREATE DATABASE sorted TEMPLATE template0 ENCODING UTF8 LOCALE_PROVIDER icu "
        "ICU_LOCALE 'en-US' LOCALE 'C.UTF-8'"
    )
    made = judge("init", tmp_path / "spool", "--database", postgres.url("sorted"))
    assert made.exit_code == errors.SETTING
    assert "does not sort texts by their bytes: make another one, as in 'createdb" in made.output


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("mysql://x/y", "has to begin with postgresql+psycopg://"),
        ("postgresql+psycopg://judge@x:y/x", "url in [database] can't be read"),
        (
            "postgresql+psycopg://judge@127.0.0.1:1/x",
            "can't be reached: see that its server runs, and url",
        ),
    ],
)
def test_a_url_that_leads_nowhere_is_told(tmp_path: Path, url: str, told: str) -> None:
    pytest.importorskip("psycopg")
    made = judge("init", tmp_path / "spool", "--database", url)
    assert made.exit_code != 0
    assert told in " ".join(made.output.split())
    assert made.output.count("\n") == 1


def test_a_judge_without_psycopg_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    made = judge("init", tmp_path / "spool", "--database", "postgresql+psycopg://j@127.0.0.1:1/j")
    assert made.exit_code == errors.SETTING
    assert "psycopg is not installed: 'pip install psycopg[binary]'" in made.output


def test_a_database_that_is_not_there_is_told(postgres: Cluster, tmp_path: Path) -> None:
    made = judge("init", tmp_path / "spool", "--database", postgres.url("nowhere"))
    assert made.exit_code == errors.LATER
    assert "can't be reached" in made.output
    assert 'database "nowhere" does not exist' in made.output


def test_the_migrations_make_exactly_the_tables_of_the_schema(postgres: Cluster) -> None:
    postgres.execute("CREATE DATABASE migrated")
    migrated = connect(postgres.url("migrated"))
    make_first_tables(migrated)
    migrate(migrated)
    for engine in (migrated, connect(postgres.database())):
        assert version(engine) == VERSION
        with engine.begin() as db:
            assert not compare_metadata(MigrationContext.configure(db), metadata)
        engine.dispose()


def test_a_judge_with_a_file_imports_nothing_of_the_others(tmp_path: Path) -> None:
    home = tmp_path / "spool"
    spool.make_spool(home)
    asked = (
        "import sys, pathlib; from judge.run import batch; batch.run(pathlib.Path(sys.argv[1])); "
        "print([name for name in sys.modules if 'psycopg' in name or '.postgresql' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked, home], check=True, capture_output=True, text=True
    )
    assert done.stdout == "[]\n"


def test_who_only_reads_can_write_nothing(hosted: HostedWorld) -> None:
    engine = open_to_read(hosted.url())
    with engine.begin() as db, pytest.raises(Exception, match="read-only transaction"):
        db.execute(text("DELETE FROM marks"))
    engine.dispose()


def test_a_host_with_another_secret_is_refused(hosted: HostedWorld, tmp_path: Path) -> None:
    hosted.begun()
    hosted.run()
    other = HostedWorld(tmp_path / "other", hosted.url())
    (other.home / "secret").write_text("0" * 64)
    with pytest.raises(KeeperError, match="is not the one that the seats' addresses hold"):
        other.run()


def test_a_copy_of_the_database_waits_for_the_keepers_word(
    postgres: Cluster, hosted: HostedWorld, tmp_path: Path
) -> None:
    hosted.begun()
    hosted.run()
    name = hosted.url().rpartition("/")[2]
    hosted.engine().dispose()
    postgres.execute(f"CREATE DATABASE copied TEMPLATE {name}")
    copied = HostedWorld(tmp_path / "copied", postgres.url("copied"))
    with pytest.raises(KeeperError, match="is a copy of the one in the database judge"):
        copied.run()
    assert judge("resume", "--spool", copied.home).exit_code == 0
    copied.run()


def test_a_run_looks_into_the_database_whatever_lies_in_the_spool(hosted: HostedWorld) -> None:
    """Another host may have taken a mail that brings a deadline nearer."""
    hosted.begun()
    hosted.run()
    told = judge("run", "--spool", hosted.home, "--pretend", "--now", DEADLINE.isoformat())
    assert (told.exit_code, told.output) == (0, "")
    assert hosted.game().number == 2


def test_while_another_host_does_a_pass_a_run_does_nothing(hosted: HostedWorld) -> None:
    hosted.begun()
    elsewhere = server.connect.__wrapped__(hosted.url(), server.ALONE)  # one a process is cached
    with elsewhere.connect():
        assert batch.run(hosted.home, DEADLINE).busy
        with pytest.raises(BusyError, match="on another host"):
            open_alone(hosted.url())
    elsewhere.dispose()
    assert not batch.run(hosted.home, DEADLINE).busy
    assert hosted.game().number == 2


def test_a_server_that_goes_away_costs_no_mail(
    mortal: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is stopped in the middle of a mail: that is no fault of the mail's."""
    hosted = HostedWorld(tmp_path / "hosted", mortal.database())
    hosted.begun()
    name = hosted.mail("france@players.example", "A PAR - BUR", to=hosted.address("France"))
    before = clerk.handle

    def cut(*arguments: Any) -> object:
        mortal.stop("immediate")
        return before(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(clerk, "handle", cut)
        with pytest.raises(Exception) as raised:  # noqa: PT011 - what it is, is looked at below
            hosted.run()
    assert mishaps.spoils_all(raised.value)
    told = judge("run", "--spool", hosted.home)
    assert told.exit_code == errors.LATER
    assert "The database can't be reached: see that its server runs" in told.output
    mortal.start()
    answers = [sent for sent in hosted.run() if sent.head["In-Reply-To"] == name]
    assert len(answers) == 1
    assert hosted.orders("France") == ["A PAR - BUR"]
    assert hosted.rows("SELECT status FROM letters") == [("done",)]


def test_what_the_keeper_asks_is_answered(hosted: HostedWorld) -> None:
    hosted.begun()
    hosted.order("France", "A PAR - BUR")
    hosted.run(DEADLINE + MINUTE)
    for command in ("status", "list", "health", "doctor", "audit", "metrics", "log"):
        told = judge(command, "--spool", hosted.home)
        assert told.exit_code in (0, 1, 2), (command, told.output)
        assert "Traceback" not in told.output
        assert "can't be read" not in told.output, (command, told.output)
    assert "with checksums" in judge("doctor", "--spool", hosted.home).output
    assert json.loads(judge("export", "alpha", "--spool", hosted.home).output)["turns"]
    assert "nothing is wrong" in judge("audit", "--spool", hosted.home).output.lower()
    assert not (hosted.home / "judge.db").exists()


def test_the_keeper_sees_and_mends_by_url(
    hosted: HostedWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mails put aside, mails that wait, the way of a mail, a game played again, figures."""

    def told(*arguments: str) -> str:
        done = judge(*arguments, "--spool", hosted.home)
        assert done.exit_code == 0, (arguments, done.output)
        return done.output

    hosted.begun()
    hosted.mail("france@players.example", "A PAR - BUR", to=hosted.address("France"))
    with monkeypatch.context() as patch:
        patch.setattr(clerk, "handle", _break)
        hosted.passed()
    receipt = hosted.receipt(1)
    assert receipt in told("shunt", "list")
    assert "ZeroDivisionError" in told("shunt", "show", receipt)
    assert "A PAR - BUR" in told("mail", receipt, "--raw")
    told("shunt", "retry", receipt)
    with monkeypatch.context() as patch:
        patch.setattr(servers, "open_transport", _refuse)
        hosted.passed()
    assert hosted.orders("France") == ["A PAR - BUR"]
    waiting = told("outbox", "list")
    name = next(word for word in waiting.split() if word.startswith("M") and word[1:].isdigit())
    assert "Message-ID" in told("outbox", "show", name)
    told("outbox", "drop", name)
    assert name not in told("outbox", "list").split()
    assert "let go unsent" in told("trace", receipt) + told("trace", name)
    hosted.passed(DEADLINE + MINUTE)
    assert "phases played again: 1" in told("verify", "alpha")
    assert "judge_games" in told("metrics")
    assert "Nothing is wrong" in told("audit")


def _break(*_arguments: object) -> None:
    raise ZeroDivisionError


def _refuse(_spool: object) -> None:
    raise KeeperError("the door is shut.")
