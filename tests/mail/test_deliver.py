"""The pipe: what it stores, that it is silent, and that every failure means "try again"."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.mail import body
from judge.mail.deliver import main, trace
from judge.mail.inbox import MaildirInbox
from tests.mail.our import OURS

RAW = b"From: fr@example.org\r\nTo: judge@judge.test\r\n\r\nA Par - Bur\r\n"
NOW = 1_000_000_000.25
ARRIVED = b"X-Judge-Arrived: Sun, 09 Sep 2001 01:46:40 +0000"


@pytest.fixture
def spool(tmp_path: Path) -> Path:
    for folder in ("tmp", "new", "cur"):
        (tmp_path / "in" / folder).mkdir(parents=True)
    return tmp_path


def judge(*arguments: str, raw: bytes, **environ: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "judge", "deliver", *arguments],
        input=raw,
        capture_output=True,
        check=False,
        env=os.environ | environ,
    )


def stored(spool: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted((spool / "in" / "new").iterdir())]


def test_a_mail_is_stored_privately_under_its_trace(spool: Path) -> None:
    seat = "judge+alpha.france.abcdefghijklmnop@judge.test"
    done = judge("--spool", str(spool), raw=RAW, RECIPIENT=seat, SENDER="fr@example.org")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    (path,) = (spool / "in" / "new").iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    arrived, delivered, sender, rest = path.read_bytes().split(b"\r\n", 3)
    assert arrived.startswith(b"X-Judge-Arrived: ")
    assert delivered == b"Delivered-To: " + seat.encode()
    assert sender == b"Return-Path: <fr@example.org>"
    assert rest == RAW


def test_what_is_stored_is_read_as_taken_by_the_pipe(spool: Path) -> None:
    judge(str(spool), raw=RAW, RECIPIENT="judge+alpha@judge.test", SENDER="fr@example.org")
    (incoming,) = MaildirInbox(spool / "in")
    letter = body.read_letter(incoming.raw, incoming.received, OURS)
    assert (letter.sender, letter.recipient) == ("fr@example.org", "judge+alpha@judge.test")
    assert abs((letter.received - incoming.received).total_seconds()) < 2


def test_a_large_mail_is_stored_whole(spool: Path) -> None:
    raw = RAW + bytes(range(256)) * 5000
    assert judge(raw=raw, JUDGE_SPOOL=str(spool)).returncode == 0
    (found,) = stored(spool)
    assert found.partition(b"\r\n")[2] == raw


@pytest.mark.parametrize(
    "arguments",
    [("nowhere",), ("--spool",), ("--nonsense",), ("a", "b"), ("--spool", "a", "b")],
)
def test_a_wrong_call_asks_for_another_try_in_silence(arguments: tuple[str, ...]) -> None:
    done = judge(*arguments, raw=RAW)
    assert (done.returncode, done.stdout, done.stderr) == (75, b"", b"")


@pytest.mark.parametrize(
    ("arguments", "spool"),
    [
        ((), "by the environment"),
        (("a",), "a"),
        (("--spool", "a"), "a"),
        (("--spool=a",), "a"),
        (("a", "b"), None),
        (("--spool=a", "b"), None),
        (("--nonsense=a",), None),
    ],
)
def test_one_spool_is_delivered_into_however_it_is_named(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], spool: str | None
) -> None:
    """Who names two has mistyped something: his mail must not go into either."""
    into: list[str] = []
    monkeypatch.setenv("JUDGE_SPOOL", "by the environment")
    monkeypatch.setattr("judge.mail.deliver.deliver", lambda named, *_: into.append(named))
    assert main(list(arguments)) == (75 if spool is None else 0)
    assert into == ([] if spool is None else [spool])


def test_an_empty_mail_is_no_mail(spool: Path) -> None:
    assert judge(str(spool), raw=b"").returncode == 75
    assert stored(spool) == []


@pytest.mark.parametrize("failing", ["open", "write", "fsync", "rename"])
def test_any_failure_asks_for_another_try_and_leaves_nothing(
    spool: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    reader, writer = os.pipe()
    os.write(writer, RAW)
    os.close(writer)
    read = os.read
    monkeypatch.setattr(os, "read", lambda _, size: read(reader, size))
    with monkeypatch.context() as broken:
        broken.setattr(os, failing, fail)
        assert main([str(spool)]) == 75
    os.close(reader)
    assert stored(spool) == []
    assert list((spool / "in" / "tmp").iterdir()) == []


def test_a_fault_outside_the_plan_asks_for_another_try(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.time", fail)
    assert main(["."]) == 75


def test_what_the_mta_already_says_is_not_said_twice() -> None:
    mail = b"Return-Path: <fr@x.org>\nDelivered-To: judge@judge.test\nFrom: fr@x.org\n\n"
    said = {"RECIPIENT": "judge@judge.test", "SENDER": "fr@x.org"}
    assert trace(mail, said, NOW) == ARRIVED + b"\n"
    other = {"RECIPIENT": "judge+a@judge.test"}
    assert trace(mail, other, NOW) == ARRIVED + b"\nDelivered-To: judge+a@judge.test\n"


def test_an_empty_envelope_sender_is_the_mark_of_a_bounce() -> None:
    assert trace(RAW, {"SENDER": ""}, NOW) == ARRIVED + b"\r\nReturn-Path: <>\r\n"


def test_an_envelope_with_a_line_break_is_left_out() -> None:
    assert trace(RAW, {"RECIPIENT": "a\nFrom: b", "SENDER": "\x01"}, NOW) == ARRIVED + b"\r\n"


def test_an_mbox_mark_is_taken_off(spool: Path) -> None:
    judge(str(spool), raw=b"From fr@example.org Mon Jan  1 00:00:00 2001\n" + RAW)
    (found,) = stored(spool)
    assert found.partition(b"\r\n")[2] == RAW


def test_help_is_shown_when_asked_for() -> None:
    done = judge("--help", raw=b"")
    assert done.returncode == 0
    assert b"Take one mail from standard input" in done.stdout


def test_the_pipe_imports_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "judge", "deliver", "nowhere"],
        input=b"",
        capture_output=True,
        check=False,
    )
    names = {line.rpartition(b"|")[2].strip().decode() for line in done.stderr.splitlines()}
    assert "judge.mail.deliver" in names
    assert not names & {"click", "email", "email.message", "judge.cli", "judge.kernel.mail"}
