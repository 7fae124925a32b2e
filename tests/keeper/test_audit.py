"""The audit: clean where nothing was touched, and every byte that was touched is named."""

import random
import shutil
import sqlite3
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner
from msgspec import json
from sqlalchemy import Connection

from judge.cli import main
from judge.keeper import audit as auditing
from judge.keeper.audit import audit
from judge.spool.archives import Folder
from judge.store import letters, log
from tests.game.world import DAY, START, World, shunt_mail


def faults(world: World) -> list[str]:
    """What the audit finds, a sentence each."""
    return [str(fault) for fault in audit(world.home).faults]


def change(world: World, *statements: str) -> None:
    """Change the database behind the judge's back."""
    database = sqlite3.connect(world.home / "judge.db")
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()


def flip(path: Path, offset: int) -> None:
    """Change one byte of a file."""
    data = bytearray(path.read_bytes())
    data[offset] ^= 0x20
    path.write_bytes(bytes(data))


def dump(world: World) -> list[str] | None:
    """All that stands in the database; None where it can't be read any more."""
    database = sqlite3.connect(world.home / "judge.db")
    try:
        return list(database.iterdump())
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    finally:
        database.close()


def test_what_a_player_has_set_for_himself_is_proved_as_well(world: World) -> None:
    """Such rows have no numbers of their own, but a seal each."""
    world.begun()
    world.order("France", "SET MAPS none\nSET FORMAT njudge")
    world.order("France", "A Par - Bur")
    for whole in (True, False, False):
        assert audit(world.home, whole=whole).faults == []


def test_a_judge_that_nobody_touched_has_nothing_wrong(played: World) -> None:
    found = audit(played.home)
    assert found.faults == []
    assert found.mails == {"done": 1, "silent": 1, "shunted": 0, "repeated": 0, "new": 0}
    assert found.outbox == {
        "sent": 9,
        "failed": 0,
        "returned": 0,
        "dropped": 0,
        "unwritten": 0,
        "queued": 0,
    }
    assert found.lines()[-1] == "Nothing is wrong."


def test_a_copy_of_a_mail_is_an_end_of_its_own(world: World) -> None:
    for _ in range(2):
        world.mail("new@players.example", "LIST", message_id="<same@x>", at=START)
        world.run()
    found = audit(world.home).mails
    assert (found["done"], found["repeated"]) == (1, 1)
    assert faults(world) == []
    rows = world.rows("SELECT what FROM log WHERE what LIKE 'mail.%'")
    told = ("mail.taken", "mail.done", "mail.taken", "mail.repeated")
    assert rows == [(what,) for what in told]


def test_a_copy_of_nothing_is_found(world: World) -> None:
    for _ in range(2):
        world.mail("new@players.example", "LIST", message_id="<same@x>")
        world.run()
    change(world, "UPDATE letters SET content = 'x' WHERE id = 2")
    assert "letter 2: it is held to be a copy, but no other mail says the same." in faults(world)


@pytest.mark.parametrize("seed", range(8))
def test_a_byte_flipped_anywhere_in_the_database_is_found(played: World, seed: int) -> None:
    """Unless it lies where nothing stands: then the database says exactly what it said."""
    path = played.home / "judge.db"
    whole, said = path.read_bytes(), dump(played)
    dice = random.Random(seed)
    for _ in range(40):
        flip(path, offset := dice.randrange(len(whole)))
        try:
            found = faults(played)
        except Exception as error:
            pytest.fail(f"offset {offset}: {error!r}")
        assert found or dump(played) == said, f"offset {offset}"
        path.write_bytes(whole)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE log SET who = 'GM' WHERE id = 3", "row 3 of the log does not follow"),
        ("DELETE FROM log WHERE id = 3", "row 6 of the log does not follow"),
        ("UPDATE letters SET status = 'silent' WHERE id = 1", "row 1 of letters is not as"),
        (
            "UPDATE letters SET status = 'silent' WHERE id = 1",
            "letter 1: the journal says 'silent'",
        ),
        ("DELETE FROM letters WHERE id = 2", "letter 2: it was taken, but the journal does not"),
        ("UPDATE people SET address = 'e@x' WHERE id = 3", "row 3 of people is not as the judge"),
        ("UPDATE turns SET orders = '{}'", "alpha S1901M: the turn is not as it was adjudicated"),
        ("UPDATE sheets SET complete = 1 WHERE power = 'Italy'", "row 1/2/Italy of sheets is not"),
        ("DELETE FROM seats WHERE power = 'Italy'", "row 5 of seats is gone"),
        ("UPDATE seals SET seal = '' WHERE row = '1' AND of = 'games'", "row 1 of games is not as"),
        ("INSERT INTO seals VALUES ('nothing', '1', '')", "seals of a table nothing"),
        ("UPDATE outbox SET status = 'queued' WHERE id = 1", "it is queued, and its bytes are not"),
        ("UPDATE outbox SET status = 'lost' WHERE id = 1", "'lost' is no state of a mail"),
        ("UPDATE outbox SET key = 'x' WHERE kind = 'answer'", "letter 1: it was acted on, but"),
    ],
)
def test_what_is_changed_behind_the_judges_back_is_named(
    played: World, statement: str, named: str
) -> None:
    change(played, statement)
    assert any(named in fault for fault in faults(played)), faults(played)


def test_a_log_that_is_cut_off_is_missed_by_the_mails(played: World) -> None:
    """The chain of what is left is whole, but what it told of is still there."""
    change(played, "DELETE FROM log WHERE id > 2")
    older, *others = faults(played)
    assert "it does not know what stood in its log since" in older
    assert others == [
        "letter 1: the journal says 'done', the log says 'new'.",
        "letter 2: the log does not say once that it was taken.",
        "letter 2: the journal says 'silent', the log says 'new'.",
        "alpha S1901M: the turn is not as it was adjudicated.",
    ]


def test_a_mail_that_comes_to_an_end_twice_is_named(played: World) -> None:
    engine = played.engine()
    with engine.begin() as db:
        log.mail(db, played.now, 1, letters.DONE)
    engine.dispose()
    assert faults(played) == ["letter 1: it came to an end twice, 'done' and 'done'."]


def test_a_changed_mail_in_the_archive_is_named(played: World) -> None:
    path = min((played.home / "archive").iterdir())
    flip(path, 30)
    (fault,) = faults(played)
    assert fault.startswith(f"archive/{path.name}: it is not as letter ")


def test_a_lost_mail_of_the_archive_is_named(played: World) -> None:
    path = min((played.home / "archive").iterdir())
    path.unlink()
    (fault,) = faults(played)
    assert fault.startswith(f"archive/{path.name}: it holds letter ")


def test_what_is_no_database_is_said_to_be_none(played: World) -> None:
    (played.home / "judge.db").write_bytes(b"x" * 5000)
    assert faults(played) == ["judge.db: it can't be read (file is not a database)."]


def test_a_shunted_mail_that_is_retried_ends_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    shunt_mail(world, monkeypatch)
    assert audit(world.home).mails["shunted"] == 1
    assert faults(world) == []
    assert (
        CliRunner()
        .invoke(main, ["shunt", "--spool", str(world.home), "retry", world.receipt(1)])
        .output
    )
    world.run()
    assert audit(world.home).mails["done"] == 1
    assert faults(world) == []


def test_the_command_says_so_and_its_exit_status_too(played: World) -> None:
    asked = ["audit", "--spool", str(played.home)]
    done = CliRunner().invoke(main, asked)
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "Nothing is wrong.")
    assert done.output.startswith(
        "Mails: 2 taken = 1 done + 1 silent + 0 shunted + 0 repeated + 0 new.\n"
    )
    change(played, "UPDATE log SET who = 'GM' WHERE id = 3")
    done = CliRunner().invoke(main, [*asked, "--all"])
    assert done.exit_code == 1
    told = "judge.db: row 3 of the log does not follow from the rows before it."
    assert done.output.splitlines()[-1] == told


def test_programs_get_the_audit_as_json(played: World) -> None:
    asked = ["audit", "--json", "--spool", str(played.home)]
    told = json.decode(CliRunner().invoke(main, asked).output)
    assert (told["ok"], told["faults"], told["mails"]["taken"]) == (True, [], 2)
    change(played, "UPDATE log SET who = 'GM' WHERE id = 3")
    done = CliRunner().invoke(main, [*asked, "--all"])
    told = json.decode(done.output)
    assert (done.exit_code, told["ok"]) == (1, False)
    assert told["faults"][0]["where"] == "judge.db"


def further(world: World) -> tuple[str, list[str]]:
    """What an audit says of what was proved before, and what it finds."""
    found = audit(world.home, whole=False)
    return next((line for line in found.lines() if "Proved" in line), ""), list(
        map(str, found.faults)
    )


def test_what_was_proved_is_not_gone_through_again(played: World) -> None:
    assert further(played) == ("", [])
    ((last,),) = played.rows("SELECT max(id) FROM log")
    proved = f"Proved before up to row {last} of the log; --all proves that once more."
    assert further(played) == (proved, [])
    change(played, "UPDATE log SET who = 'GM' WHERE id = 3")
    assert further(played) == (proved, [])
    assert faults(played) == ["judge.db: row 3 of the log does not follow from the rows before it."]


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE log SET who = 'GM' WHERE id = (SELECT max(id) FROM log)", "does not follow"),
        ("DELETE FROM letters WHERE id = 1", "row 1 of letters is gone"),
        ("UPDATE letters SET status = 'silent' WHERE id = 3", "the log says 'done'"),
        ("UPDATE outbox SET status = 'lost' WHERE id = (SELECT max(id) FROM outbox)", "no state"),
        ("UPDATE games SET title = 'x'", "row 1 of games is not as the judge wrote it"),
        ("UPDATE turns SET orders = '{}' WHERE number = 2", "the turn is not as it was"),
    ],
)
def test_what_came_since_and_whatever_is_gone_is_found_at_once(
    played: World, statement: str, named: str
) -> None:
    assert faults(played) == []
    played.order("Italy", "A Ven - Tyr")
    played.run(played.now + DAY * 8)
    change(played, statement)
    assert any(named in fault for fault in further(played)[1])


def test_a_mail_that_was_shunted_is_proved_when_it_is_done_with(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    shunt_mail(world, monkeypatch)
    world.say("new@players.example", "HELP")
    assert faults(world) == []
    change(world, "UPDATE letters SET status = 'done' WHERE id = 1")
    assert "letter 1: the journal says 'done', the log says 'shunted'." in further(world)[1]


def test_a_copy_of_the_judge_has_proved_nothing(played: World, tmp_path: Path) -> None:
    assert faults(played) == []
    shutil.copytree(played.home, tmp_path / "copy")
    assert audit(tmp_path / "copy", whole=False).before == 0
    (played.home / "proved").write_text("?")
    assert audit(played.home, whole=False).before == 0


def test_an_audit_of_all_goes_on_where_one_broke_off(
    played: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        played.say("new@players.example", "LIST")
    whole = Folder.read
    read: list[str] = []

    def broken(folder: Folder, db: Connection, digest: str) -> bytes:
        read.append(digest)
        if len(read) == 4:
            raise KeyboardInterrupt
        return whole(folder, db, digest)

    monkeypatch.setattr(auditing, "READ_STEP", 1)
    monkeypatch.setattr(Folder, "read", broken)
    with pytest.raises(KeyboardInterrupt):
        audit(played.home)
    found = audit(played.home)
    assert (found.read, found.faults) == (3, [])
    assert "An audit that broke off had read the archive up to letter 3." in found.lines()
    assert len(read) == 4 + 2
    assert audit(played.home).read == 0
    assert len(read) == 6 + 5


def test_a_fault_found_before_an_audit_broke_off_is_found_again(
    played: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.say("new@players.example", "LIST")
    ((digest,),) = played.rows("SELECT digest FROM letters WHERE id = 2")
    flip(played.home / "archive" / f"{digest}.eml", 5)
    monkeypatch.setattr(auditing, "READ_STEP", 1)
    with monkeypatch.context() as patch:
        patch.setattr(auditing, "check_journal", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            audit(played.home)
    assert [fault.where for fault in audit(played.home).faults] == [f"archive/{digest}.eml"]
