"""Each command asks one thing of the keeper's tools, with what was typed, and tells the answer."""

import json
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from judge.cli import main

SPOOL = Path("/srv/judge")
MASTER = "keeping.act_as_master"
Asked = list[tuple[Any, ...]]


def ask(monkeypatch: pytest.MonkeyPatch, function: str, answer: object) -> Asked:
    """Put an answer in the place of a function; what it is asked comes into the list."""
    asked: Asked = []

    def stand_in(*words: Any) -> object:
        asked.append(words)
        return answer

    monkeypatch.setattr(f"judge.keeper.{function}", stand_in)
    return asked


def typed(line: str) -> Result:
    """What a command says."""
    done = CliRunner().invoke(main, [*line.split(), "--spool", str(SPOOL)])
    assert done.exit_code == 0, done.output
    return done


@pytest.mark.parametrize(
    ("line", "function", "words"),
    [
        ("game promote alpha ann@x.org", MASTER, ("promote", "alpha", ("ann@x.org",))),
        ("game eject alpha France", MASTER, ("eject", "alpha", ("France",))),
        ("game terminate alpha", MASTER, ("terminate", "alpha", ())),
        ("game hold alpha", MASTER, ("pause", "alpha", ())),
        ("game hold --release alpha", MASTER, ("resume", "alpha", ())),
        ("game hold --results alpha", MASTER, ("hold", "alpha", ())),
        ("person ban ann@x.org", "persons.ban", ("ann@x.org",)),
        ("person ban --lift ann@x.org", "persons.unban", ("ann@x.org",)),
        ("person erase ann@x.org", "persons.erase", ("ann@x.org",)),
        ("person merge old@x.org new@x.org", "persons.merge", ("old@x.org", "new@x.org")),
        ("key rotate", "renewal.rotate", ()),
        ("domain old.example new.example", "renewal.move", ("old.example", "new.example")),
        ("reader retire mx1", "queue.retire_inbox", ("mx1",)),
        (f"import {__file__}", "keeping.admit_game", (Path(__file__),)),
        ("recipe cron", "settings.recipe", ("cron",)),
        ("move postgresql://db/judge", "moving.move", ("postgresql://db/judge",)),
        ("move file", "moving.move", ("",)),
        ("mail R17", "trace.show", ("R17",)),
    ],
)
def test_a_command_is_one_question_and_its_answer(
    monkeypatch: pytest.MonkeyPatch, line: str, function: str, words: tuple[Any, ...]
) -> None:
    asked = ask(monkeypatch, function, "done, \x07 and well")
    assert typed(line).output == "done, \\x07 and well\n"
    assert asked == [(SPOOL, *words)]


def test_inboxes_are_listed_a_line_each(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ask(monkeypatch, "queue.list_inboxes", ["mx1: today", "mx2: never"])
    assert typed("reader list").output == "mx1: today\nmx2: never\n"
    assert asked == [(SPOOL,)]


def test_a_trace_is_told_a_step_a_line_and_to_programs_by_its_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Step(SimpleNamespace):
        """A step of a mail's way."""

        def __str__(self) -> str:
            return f"{self.at} {self.mail} {self.what}"

    asked = ask(monkeypatch, "trace.trace", [Step(at="noon", mail="R17", what="received")])
    assert typed("trace R17").output == "noon R17 received\n"
    assert json.loads(typed("trace R17 --json").output) == [
        {"at": "noon", "mail": "R17", "what": "received"}
    ]
    assert asked == [(SPOOL, "R17")] * 2


def test_a_mail_is_shown_raw_to_the_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ask(monkeypatch, "trace.raw", b"Subject: \x07\r\n\r\nhello\r\n")
    assert typed("mail --raw R17").stdout_bytes == b"Subject: \x07\r\n\r\nhello\r\n"
    assert asked == [(SPOOL, "R17")]


def test_the_log_is_asked_for_a_time_and_a_game_and_goes_on_if_told_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = ask(monkeypatch, "trace.list_events", [])
    typed("log --since 2026-11-27 --game alpha")
    typed("log --follow")
    (_, *first, ends), (_, *second, goes_on) = asked
    assert first == [datetime(2026, 11, 27, tzinfo=UTC), "alpha"]
    assert second == [None, ""]
    assert ends() is False
    assert goes_on() is True


def test_an_event_is_a_line_of_the_log_and_to_programs_a_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask(monkeypatch, "trace.list_events", ["first", "second"])
    monkeypatch.setattr("judge.store.log.as_record", lambda _link: {"id": 1})
    monkeypatch.setattr("judge.store.log.as_line", lambda link: f"{link} event")
    assert typed("log").output == "first event\nsecond event\n"
    assert typed("log --json").output == '{"id":1}\n{"id":1}\n'


def test_figures_are_printed_as_they_are_or_go_to_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = ask(monkeypatch, "status.metrics", "judge_games 3\n")
    written = ask(monkeypatch, "status.write_metrics", None)
    assert typed("metrics").output == "judge_games 3\n"
    assert written == []
    assert typed(f"metrics --file {tmp_path / 'judge.prom'}").output == ""
    assert written == [(SPOOL, tmp_path / "judge.prom")]
    assert asked == [(SPOOL,)]


@pytest.mark.parametrize(("levels", "status"), [([0, 0], 0), ([1, 0], 1), ([2, 1, 0], 2)])
def test_an_upgrade_tells_what_it_did_and_what_is_not_well_and_exits_as_doctor_does(
    monkeypatch: pytest.MonkeyPatch, levels: list[int], status: int
) -> None:
    class Finding(SimpleNamespace):
        """What was found."""

        def __str__(self) -> str:
            return f"finding of level {self.level}"

    asked = ask(monkeypatch, "moving.upgrade", ["saved", "migrated"])
    ask(monkeypatch, "doctor.examine", [Finding(level=one, ok=not one) for one in levels])
    done = CliRunner().invoke(main, ["upgrade", "--spool", str(SPOOL)])
    assert done.exit_code == status
    assert done.output.splitlines() == [
        "saved",
        "migrated",
        *(f"finding of level {one}" for one in levels if one),
    ]
    assert asked == [(SPOOL,)]
