"""The settings: judge.toml, the environment in its place, and what may be rewritten."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge import resources
from judge.cli import main
from judge.spool import config, spool
from tests.game.world import World

SIX = """\
address = "judge@club.example"
keeper = "me@club.example"
[inbox]
kind = "maildir"
[outbox]
kind = "sendmail"
"""


def told(world: World, *command: str) -> Result:
    """What a command says."""
    return CliRunner().invoke(main, [*command, "--spool", str(world.home)])


def test_a_file_of_six_lines_is_enough(world: World) -> None:
    (world.home / "judge.toml").write_text(SIX)
    assert spool.open_spool(world.home).unsaid == ()
    assert told(world, "run").output == ""
    assert (told(world, "config", "check").output, told(world, "config", "check").exit_code) == (
        "",
        0,
    )
    doctored = told(world, "doctor").output
    assert "ok     Settings: 4 keys from judge.toml.\n" in doctored


def test_a_file_that_says_every_key_misses_none(world: World) -> None:
    home = world.home.parent / "fresh"
    CliRunner().invoke(main, ["init", str(home)])
    doctored = CliRunner().invoke(main, ["doctor", "--spool", str(home)]).output
    assert re.search(r"^ok +Settings: \d+ keys from judge.toml\.$", doctored, re.MULTILINE)


def test_the_environment_stands_in_the_place_of_the_file(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in {
        "JUDGE_ADDRESS": "judge@other.example", "JUDGE_ALIASES": "a@b.example, c@d.example",
        "JUDGE_OUTBOX__PORT": "2525", "JUDGE_SENDERS__DKIM": "verify",
        "JUDGE_PORT": "tcp://10.0.0.1:80", "JUDGE_SERVICE_HOST": "10.0.0.1",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, text)
    said = spool.open_spool(world.home).config
    assert said.address == "judge@other.example"
    assert said.aliases == ("a@b.example", "c@d.example")
    assert (said.outbox.port, said.outbox.kind) == (2525, "maildir")
    shown = told(world, "config", "show").output
    assert re.search(r'^address = "judge@other.example" +# JUDGE_ADDRESS$', shown, re.MULTILINE)
    assert re.search(r'^keeper = "keeper@judge.example" +# judge.toml$', shown, re.MULTILINE)
    assert re.search(r'^zone = "UTC" +# standard$', shown, re.MULTILINE)
    assert "JUDGE_ADDRESS, JUDGE_ALIASES" in told(world, "doctor").output
    record = json.loads(told(world, "config", "show", "--json").output)
    assert {
        "section": "outbox",
        "key": "port",
        "value": 2525,
        "source": "JUDGE_OUTBOX__PORT",
    } in record


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("JUDGE_OUTBOX__HSOT", "x", "is no key of judge.toml: JUDGE_OUTBOX__HOST may be meant"),
        ("JUDGE_OUT__HOST", "x", "is no key of judge.toml: JUDGE_"),
        ("JUDGE_INBOX__PORT", "imap", "'imap' in the environment has to be a whole number from 1"),
        ("JUDGE_LOG", "loud", "the environment: log = 'loud' must be one of none, syslog, stdout"),
        ("JUDGE_ZONE", "Mars", "the environment: zone = 'Mars' is not a time zone"),
    ],
)
def test_a_wrong_variable_is_named(
    world: World, monkeypatch: pytest.MonkeyPatch, name: str, text: str, words: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv(name, text)
        done = told(world, "config", "check")
    assert words in done.output
    assert done.exit_code == 78
    assert done.output.count("\n") == 1


def test_a_variable_that_may_be_meant_for_a_key_is_told_by_the_doctor(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_ADRESS", "x@y.example")
    assert "JUDGE_ADRESS in the environment means nothing: JUDGE_ADDRESS may" in (
        told(world, "doctor").output
    )


def test_every_key_has_its_variable_and_the_passwords_are_hidden(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of a file that 'judge init' made, too, of which one is new since."""
    text = (resources.root("templates") / "judge.toml").read_text("utf-8")
    keys = re.findall(r"^(\w+) = ", text, re.MULTILINE)
    assert len(keys) == len(config.list_variables())
    (world.home / "judge.toml").write_text(text.replace("a_day = 0\n", ""))
    assert "; new in this version: a_day in [outbox]." in told(world, "doctor").output
    with monkeypatch.context() as patch:
        patch.setenv("JUDGE_DATABASE__URL", "postgresql+psycopg://judge:sesame@db/judge")
        assert "judge:***@db/judge" in told(world, "config", "show").output


def test_a_link_is_never_rewritten(world: World, tmp_path: Path) -> None:
    path = world.home / "judge.toml"
    real = tmp_path / "kept.toml"
    real.write_bytes(path.read_bytes())
    path.unlink()
    path.symlink_to(real)
    before = real.read_bytes()
    url = "postgresql+psycopg://judge@127.0.0.1:1/judge"
    for command in (["domain", "judge.example", "new.example"], ["move", url]):
        done = told(world, *command)
        assert f"is a link to {real} and is not rewritten" in done.output
        assert done.exit_code == 78
    assert real.read_bytes() == before
    assert path.is_symlink()
    assert "judge.toml is a link, which nothing rewrites" in told(world, "doctor").output
    real.write_text(
        real.read_text().replace('"judge@judge.example"', '"judge@new.example"', 1)
        .replace("hosts", 'aliases = ["judge@judge.example"]\nhosts', 1)
    )  # fmt: skip
    done = told(world, "domain", "judge.example", "new.example")
    assert "The judge is judge@new.example; judge@judge.example is an alias." in done.output


def test_what_is_rewritten_is_told_and_what_the_environment_says_is_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("JUDGE_ADDRESS", "judge@judge.example")
        done = told(world, "domain", "judge.example", "new.example")
        assert "JUDGE_ADDRESS in the environment says what address is: set it there" in done.output
    done = told(world, "domain", "judge.example", "new.example")
    assert "judge.toml says so now; what it said before lies in judge.toml.before." in done.output


def test_the_log_goes_to_standard_output_as_json_by_ids_alone(world: World) -> None:
    path = world.home / "judge.toml"
    path.write_text(f'log = "stdout"\n{path.read_text()}')
    assert told(world, "run").output == ""
    world.begun()
    world.mail("france@players.example", "A Par - Bur", to=world.address("France"))
    lines = told(world, "run", "--pretend", "--now", "2026-11-02T10:05").output.splitlines()
    records = [json.loads(line) for line in lines]
    assert {record["what"] for record in records} >= {"mail.taken"}
    assert "@" not in "".join(lines)
    assert "Bur" not in "".join(lines)
