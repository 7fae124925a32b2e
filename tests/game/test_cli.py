"""The keeper's commands, as the keeper types them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from judge.cli import main
from judge.post import idle
from tests.game.world import DEADLINE, MINUTE, POWERS, START, World


def judge(*arguments: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_init_makes_a_spool_and_says_what_to_do_next(tmp_path: Path) -> None:
    home = tmp_path / "spool"
    made = judge("init", home)
    assert made.exit_code == 0
    assert f"edit {home}/judge.toml" in made.output
    assert f"judge run --spool {home}" in made.output
    assert judge("run", "--spool", home).output == ""


def test_what_is_wrong_is_said_in_one_sentence(tmp_path: Path) -> None:
    told = judge("run", "--spool", tmp_path)
    assert told.exit_code == 66
    assert told.output.count("\n") == 1
    assert "is no spool" in told.output


def test_run_prints_nothing_when_all_is_well(world: World) -> None:
    world.begun()
    world.mail("a@players.example", "HELP")
    done = judge("run", "--spool", world.home, "--pretend", "--now", DEADLINE.isoformat())
    assert (done.exit_code, done.output) == (0, "")
    assert len(world.outbox()) == 9


@pytest.mark.parametrize(
    "time", ["2026-11-05T18:00", "2026-11-05T18:00Z", "2026-11-05T19:00+01:00", "2026-11-05 18:00"]
)
def test_now_is_read_as_utc_unless_it_names_a_zone(world: World, time: str) -> None:
    world.begun()
    judge("run", "--spool", world.home, "--pretend", "--now", time)
    assert world.game().opened == DEADLINE


def test_a_time_that_is_none_is_refused(world: World) -> None:
    told = judge("run", "--spool", world.home, "--now", "tomorrow")
    assert told.exit_code == 64
    assert "write it like 2026-11-27T18:00" in told.output


def test_an_idle_run_ends_before_the_database_is_opened(world: World) -> None:
    world.begun()
    judge("run", "--spool", world.home, "--pretend", "--now", START.isoformat())
    assert idle.is_idle(world.home, DEADLINE - MINUTE)
    assert not idle.is_idle(world.home, DEADLINE)
    world.mail("a@players.example", "HELP")
    assert not idle.is_idle(world.home, DEADLINE - MINUTE)


def test_an_idle_run_imports_nothing_heavy(world: World) -> None:
    judge("run", "--spool", world.home, "--pretend", "--now", START.isoformat())
    code = (
        "import sys; from judge.cli import main; "
        f"main(['run', '--spool', {str(world.home)!r}], standalone_mode=False); "
        "heavy = {'sqlalchemy', 'alembic', 'lark', 'jinja2', 'imapclient', 'rich', 'lxml'}; "
        "print(heavy & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_pass_with_mail_needs_neither_alembic_nor_imap(world: World) -> None:
    world.mail("a@players.example", "HELP")
    code = (
        "import sys; from judge.cli import main\n"
        f"try: main(['run', '--spool', {str(world.home)!r}])\n"
        "except SystemExit: pass\n"
        "print({'alembic', 'imapclient', 'rich', 'lxml'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
    assert len(world.outbox()) == 1


def test_the_spool_may_be_named_by_the_environment(world: World) -> None:
    world.begun()
    done = CliRunner().invoke(main, ["list"], env={"JUDGE_SPOOL": str(world.home)})
    assert "alpha" in done.output


def test_list_shows_every_game_on_a_line(world: World) -> None:
    world.begun("alpha")
    world.begun("beta", "zone=Europe/Berlin", players=5)
    lines = judge("list", "--spool", world.home).output.splitlines()
    assert [line.split()[0] for line in lines] == ["game", "alpha", "beta"]
    assert "Spring 1901 movement" in lines[1]
    assert "Thu 05 Nov 2026 18:00 Europe/Berlin" in lines[2]
    assert lines[2].endswith("5/7")


def test_show_tells_whose_orders_are_in_and_never_what_they_are(world: World) -> None:
    world.begun(players=6)
    world.order("France", "HOLD ALL")
    world.order("Italy", "A Rom - Tus")
    shown = judge("show", "--spool", world.home, "alpha").output
    rows = {line.split()[0]: line for line in shown.splitlines() if line.split()}
    assert rows["France"].endswith("complete")
    assert rows["Italy"].endswith("some in, not complete")
    assert rows["Russia"].endswith("none")
    assert "(vacant)" in rows["Turkey"]
    assert "TUS" not in shown


@pytest.mark.parametrize("command", ["show", "export"])
def test_an_unknown_game_is_named(world: World, command: str) -> None:
    told = judge(command, "--spool", world.home, "omega")
    assert told.exit_code == 66
    assert "There is no game 'omega'" in told.output


def exported(world: World, *more: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        judge("export", "--spool", world.home, "alpha", *more).output
    )
    return found


def test_export_has_the_turns_played_but_not_the_open_orders(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    world.run(DEADLINE)
    world.order("France", "A Bur - Mun")
    data = exported(world)
    assert data["phase"] == "F1901M"
    (turn,) = data["turns"]
    assert turn["orders"]["France"][0]["order"] == "A PAR - BUR"
    assert [seat["power"] for seat in data["seats"]] == list(POWERS)
    text = json.dumps(data)
    for hidden in ("A BUR - MUN", "@players.example", world.game().secret.hex()):
        assert hidden not in text


def test_export_has_everything_when_asked_for_secrets(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    data = exported(world, "--secret")
    assert data["orders"]["France"][0] == {
        "order": "A PAR - BUR",
        "typed": "A Par - Bur",
        "receipt": world.receipt(1),
    }
    assert data["secret"] == world.game().secret.hex()
    assert "france@players.example" in json.dumps(data)


def test_an_empty_shunt_is_empty(world: World) -> None:
    assert judge("shunt", "--spool", world.home).output.startswith("mail ")
    assert judge("shunt", "--spool", world.home, "retry", world.receipt(1)).exit_code == 66
