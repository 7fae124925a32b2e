"""What became of a mail: trace, mail and log; the judge in figures; all of it for programs."""

import json
import re
import syslog

import pytest
from click.testing import CliRunner, Result

from judge.cli import main
from judge.keeper import status, trace
from judge.mail.identity import hide_secrets
from tests.game.world import DEADLINE, MINUTE, World, shunt_mail

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC  (?:[RM]\d+|alpha)  .+")

METRIC = re.compile(r'# (HELP|TYPE) judge_\w+ .+|judge_\w+(\{\w+="\w+"\})? [\d.e+-]+')
LISTINGS = ("status", "list", "show alpha", "shunt", "shunt list", "outbox list")


def said(world: World, *words: str) -> Result:
    """What a command says of a spool."""
    return CliRunner().invoke(main, [*words, "--spool", str(world.home)])


def steps(world: World, what: str) -> list[str]:
    """A trace without its times."""
    done = said(world, "trace", what)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert all(LINE.fullmatch(line) for line in lines), lines
    assert lines == sorted(lines, key=lambda line: line[:19])
    return [line.partition("UTC  ")[2] for line in lines]


def test_a_receipt_is_traced_from_arrival_to_the_answers_delivery(played: World) -> None:
    name = played.receipt(1)
    assert sorted(steps(played, name)) == [
        "M1  sent",
        "M1  written: answer of alpha to france@players.example",
        f"{name}  acted on and answered",
        f"{name}  received from france@players.example to judge@judge.example: orders",
        f"{name}  taken into the journal",
    ]


def test_no_trace_shows_an_order_or_a_secret_address(played: World) -> None:
    token = played.address("France").partition("@")[0].rpartition(".")[2]
    for what in (
        played.receipt(1),
        "france@players.example",
        "alpha",
        "M1",
        "<mail1@players.example>",
    ):
        text = said(played, "trace", what).output
        assert "France" in text or "france@" in text
        assert token not in text
        assert "Bur" not in text
        assert text == hide_secrets(text)
    for text in (said(played, "log").output, said(played, "mail", played.receipt(1)).output):
        assert token not in text
        assert "Par - Bur" not in text


def test_a_mail_of_ours_is_found_by_its_message_id(played: World) -> None:
    name = played.message_id(played.rows("SELECT key FROM outbox WHERE id = 1")[0][0])
    assert steps(played, name) == steps(played, "M1")


def test_what_is_not_known_is_said_with_what_may_be_asked(played: World) -> None:
    for what in ("beta", "M999", "<none@x>", "nobody@players.example", "R99999"):
        done = said(played, "trace", what)
        assert done.exit_code == 66
        assert f"Nothing is known of '{what}': give a receipt (R48213)" in done.output


def test_a_mail_is_shown_by_its_head_and_whole_only_if_asked(played: World) -> None:
    name = played.receipt(1)
    shown = said(played, "mail", name).output
    assert shown.startswith("From: france@players.example\nTo: judge@judge.example\n")
    assert f"{name}  acted on and answered" in shown
    assert "A Par - Bur" in said(played, "mail", name, "--raw").output
    assert "There is no mail R1:" in said(played, "mail", "R1").output


def test_a_shunted_mail_is_traced_and_needs_the_keeper(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    shunt_mail(world, monkeypatch)
    assert any("put aside: it raised (TypeError" in line for line in steps(world, world.receipt(1)))
    done = said(world, "health")
    assert (done.exit_code, done.output[:27]) == (1, "needs you: In the shunt: 1 ")
    assert 'judge_mails_in{state="shunted"} 1\n' in said(world, "metrics").output


def test_the_log_is_an_event_a_line_and_can_be_cut(played: World) -> None:
    lines = said(played, "log").output.splitlines()
    assert any(
        line.endswith("judge: turn game=alpha") or " judge: turn game=alpha " in line
        for line in lines
    )
    assert len(said(played, "log", "--game", "alpha").output.splitlines()) < len(lines)
    assert said(played, "log", "--since", f"{DEADLINE:%Y-%m-%dT%H:%M}").output.count("\n") < len(
        lines
    )
    assert said(played, "log", "--since", "100w").output.splitlines() == lines
    assert said(played, "log", "--since", "soon").exit_code == 64
    told = [json.loads(line) for line in said(played, "log", "--json").output.splitlines()]
    assert [row["id"] for row in told] == list(range(1, len(lines) + 1))


def test_the_log_can_be_followed(played: World, monkeypatch: pytest.MonkeyPatch) -> None:
    before = len(played.rows("SELECT id FROM log"))
    rounds = iter((True, False))

    def work(_seconds: float) -> None:
        played.say("new@players.example", "LIST")

    monkeypatch.setattr(trace, "sleep", work)
    found = list(trace.list_events(played.home, follow=lambda: next(rounds)))
    assert [link.id for link in found] == list(range(1, before + 3))


def test_metrics_are_in_prometheus_text_format(played: World) -> None:
    text = said(played, "metrics").output
    for line in text.splitlines():
        assert re.fullmatch(
            r'(# (HELP|TYPE) judge_\w+ .+)|(judge_\w+(\{\w+="\w+"\})? [\d.e+-]+)', line
        )
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
    assert values['judge_games{state="running"}'] == "1"
    assert values['judge_mails_in{state="done"}'] == "1"
    assert int(values["judge_passes_total"]) >= 2
    assert float(values["judge_pass_seconds_total"]) > 0
    assert float(values["judge_last_pass_seconds"]) < 60
    file = played.home.parent / "judge.prom"
    assert said(played, "metrics", "--file", str(file)).output == ""
    assert file.read_text().startswith("# HELP judge_level")
    assert file.stat().st_mode & 0o777 == 0o644
    assert sorted(path.name for path in file.parent.iterdir()) == ["judge.prom", "spool"]


def test_metrics_of_a_judge_that_can_not_be_asked_are_its_level(world: World) -> None:
    (world.home / "judge.toml").unlink()
    text = status.metrics(world.home)
    assert "judge_level 2\n" in text
    assert "judge_passes_total" not in text


@pytest.mark.parametrize("typed", LISTINGS)
def test_every_listing_speaks_to_programs(played: World, typed: str) -> None:
    told = json.loads(said(played, *typed.split(), "--json").output)
    assert {"lines", "rows"} <= told.keys()


@pytest.mark.parametrize("typed", ["shunt list", "outbox list"])
def test_an_option_of_a_group_may_stand_behind_its_command(played: World, typed: str) -> None:
    group, command = typed.split()
    before = CliRunner().invoke(main, [group, "--spool", str(played.home), command])
    assert before.exit_code == 0
    assert said(played, group, command).output == before.output


def test_the_status_for_programs_has_every_figure(played: World) -> None:
    done = said(played, "status", "--json")
    told = json.loads(done.output)
    assert told["level"] == done.exit_code
    assert told["mails"] == {"done": 1, "silent": 1, "shunted": 0, "repeated": 0, "new": 0}
    assert told["games"]["running"] == 1
    assert told["passes"]["count"] >= 2
    assert [row["game"] for row in told["rows"]] == ["alpha"]


def test_syslog_is_told_each_event_once_if_it_is_asked_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(syslog, "syslog", lambda _level, line: told.append(line))
    world.say("new@players.example", "LIST")
    assert told == []
    path = world.home / "judge.toml"
    path.write_text(f'log = "syslog"\n{path.read_text()}')
    world.run(world.now + MINUTE)
    world.say("new@players.example", "LIST")
    world.run(world.now + MINUTE)
    assert [" ".join(line.split()[1:3]) for line in told] == [
        "judge: mail.taken",
        "judge: mail.done",
    ]
