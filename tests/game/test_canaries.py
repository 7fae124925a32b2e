"""Canaries: what players wrote in secret stands in mails to its readers and in the store only.

Each player's orders, press, passwords and chatter carry words that occur nowhere else. After a
whole short game, with failures forced on the way, they are looked for everywhere else.
"""

import logging
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy.exc import OperationalError

from judge.cli import main
from judge.game.turn import due
from judge.letters.clerk import clerk
from judge.mail.transport import MaildirOutbox
from judge.report import render
from judge.store import sheets
from tests.game.world import DAY, DEADLINE, POWERS, Sent, World

KINDS = (
    "order",
    "comment",
    "press",
    "password",
    "prose",
    "wrong",
    "subject",
    "unsent",
    "ahead",
    "trial",
)
SEALED = re.compile(r"judge\.db(-wal|-shm)?$|^(archive|out|in)/")
"""Where secrets may lie: the database, the mails as they came, the mails as they went."""


def canary(power: str, kind: str) -> str:
    """A word of one player for one use; letters alone, so that nothing takes it apart."""
    return f"zq{power.lower()}{kind}qz"


def letter(power: str, friend: str) -> str:
    """A mail with all of a player's canaries."""
    say = {kind: canary(power, kind) for kind in KINDS}
    return (
        f"HOLD ALL // {say['comment']}\n"
        f"A {say['wrong']} - Bur\n"
        f"PASSWORD {say['password']}\n"
        f"PRESS TO {friend}\nmeet me at {say['press']}\nENDPRESS\n"
        f"my {say['prose']} is nobody's business\n"
        f"TEST\nA {say['trial']} - Bur\nHOLD ALL\nENDTEST\n"
        f"PHASE F1901M\nHOLD ALL // {say['ahead']}\nPHASE\n"
        f"SIGNON {power}@alpha {say['password']}\n"
    )


def swallowed(power: str) -> str:
    """A block that nothing closes, in which all is lost."""
    return f"PRESS TO Italy\n{canary(power, 'unsent')}\nA {canary(power, 'order')} - Bur\n"


@pytest.fixture
def played(world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Any:
    """A short game with failures in every part; what was printed and logged, and all mails."""
    caplog.set_level(logging.DEBUG)
    world.begun("alpha", "moves=1d", "retreats=1d", "builds=1d")
    printed: list[str] = []
    _written(world)
    for fault in (_bad_clerk, _bad_disk, _bad_words, _no_fault):
        if fault is _no_fault:  # what a broken template kept from its readers is said again
            _written(world)
        with monkeypatch.context() as patch:
            fault(patch)
            printed.append(_run(world, world.now.isoformat()))
        for (shunted,) in world.rows("SELECT id FROM letters WHERE status = 'shunted'"):
            printed.append(_judge(world, "shunt", "show", world.receipt(shunted)))
            printed.append(_judge(world, "shunt", "retry", world.receipt(shunted)))
    with monkeypatch.context() as patch:
        _bad_turn(patch)
        printed.append(_run(world, DEADLINE.isoformat()))
    with monkeypatch.context() as patch:
        _bad_post(patch)
        printed.append(_run(world, DEADLINE.isoformat()))
    printed += [_run(world, (DEADLINE + days * DAY).isoformat()) for days in range(1, 6)]
    world.now = DEADLINE + 6 * DAY
    world.order("GM", "AUDIT France\nSTATUS\nHISTORY")
    for power in POWERS:
        world.mail(f"{power.lower()}@players.example", "DRAW", to=world.address(power))
    world.run()
    printed += [_judge(world, "show", "alpha"), _judge(world, "list"), _judge(world, "shunt")]
    return world, "\n".join([*printed, caplog.text])


def _written(world: World) -> None:
    """Everybody mails all his secrets."""
    for number, power in enumerate(POWERS):
        friend = POWERS[(number + 1) % 7]
        headers = [f"Subject: {canary(power, 'subject')}"]
        address = f"{power.lower()}@players.example"
        for text in (letter(power, friend), swallowed(power)):
            world.mail(address, text, to=world.address(power), headers=headers)


def _run(world: World, now: str) -> str:
    return _judge(world, "run", "--pretend", "--now", now)


def _judge(world: World, *words: str) -> str:
    """What a command prints, whatever it raises."""
    result = CliRunner().invoke(main, [words[0], "--spool", str(world.home), *words[1:]])
    return f"{result.output}{result.stderr}{result.exception or ''}"


def _all() -> str:
    return " ".join(canary(power, kind) for power in POWERS for kind in KINDS)


def _raises(*_: Any, **__: Any) -> Any:
    raise ValueError(_all())


def _bad_clerk(patch: pytest.MonkeyPatch) -> None:
    """Every mail raises after it was worked through."""
    handle = clerk.handle

    def handling(*arguments: Any) -> Any:
        handle(*arguments)
        raise KeyError(_all()) from ValueError(_all())

    patch.setattr(clerk, "handle", handling)


def _bad_disk(patch: pytest.MonkeyPatch) -> None:
    """The disk is full when orders are stored."""

    def saving(*_: Any) -> Any:
        full = sqlite3.OperationalError("database or disk is full")
        full.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise OperationalError("UPDATE sheets", {"entries": _all()}, full)

    patch.setattr(sheets, "save", saving)


def _bad_words(patch: pytest.MonkeyPatch) -> None:
    """No template works, and one mail can't be worded at all."""
    patch.setattr(render, "_environment", _raises)


def _bad_turn(patch: pytest.MonkeyPatch) -> None:
    """The game can't be adjudicated."""
    patch.setattr(due, "see_to_game", _raises)


def _bad_post(patch: pytest.MonkeyPatch) -> None:
    """The way out is broken."""
    patch.setattr(MaildirOutbox, "post", _raises)


def _no_fault(patch: pytest.MonkeyPatch) -> None:
    """All is well."""


def mails(world: World) -> list[Sent]:
    """All mails that were sent."""
    from tests.game.world import Sent  # noqa: PLC0415

    return [Sent(path.read_bytes()) for path in sorted((world.home / "out" / "new").iterdir())]


def found(text: str) -> Iterator[tuple[str, str]]:
    """The canaries in a text: power and kind."""
    for power in POWERS:
        for kind in KINDS:
            if canary(power, kind) in text:
                yield power, kind


def test_canaries_sing_to_their_owners_and_readers_only(played: Any) -> None:
    world, printed = played
    assert list(found(printed)) == []
    heard = set()
    for mail in mails(world):
        whole = str(mail.message) + mail.text + str(mail.message.get_body(("html",)))
        for power, kind in found(whole):
            friend = POWERS[(POWERS.index(power) + 1) % 7]
            allowed = {f"{power.lower()}@players.example"}
            if kind == "press":
                allowed.add(f"{friend.lower()}@players.example")
            if kind == "wrong" and "audit" in mail.subject:  # of a phase that is over
                allowed.add("gm@players.example")
            assert mail.to in allowed, (power, kind, mail.subject)
            heard.add((power, kind))
    sung = {"comment", "press", "wrong", "unsent", "order", "prose", "ahead", "trial"}
    assert {kind for _, kind in heard} == sung
    _nothing_lies_about(world.home)
    _passwords_are_nowhere(world)


def _nothing_lies_about(home: Path) -> None:
    """No file name, and no file outside the sealed places, holds a canary."""
    for path in home.rglob("*"):
        name = path.relative_to(home).as_posix()
        assert list(found(name)) == []
        if path.is_file() and not SEALED.search(name):
            assert list(found(path.read_bytes().decode("latin-1"))) == [], name


def _passwords_are_nowhere(world: World) -> None:
    """Not in the database, not in any mail that went out; only in the mails as they came."""
    for path in (*world.home.glob("judge.db*"), *(world.home / "out" / "new").iterdir()):
        text = path.read_bytes().decode("latin-1")
        assert not [kind for _, kind in found(text) if kind in ("password", "subject")], path.name


def test_the_game_of_the_canaries_was_a_whole_one_and_everything_failed_once(played: Any) -> None:
    world, printed = played
    assert world.game().status == "over"
    assert world.rows("SELECT count(*) FROM turns")[0][0] >= 3
    assert "was shunted: KeyError" in printed
    assert "The disk is full" in printed
    assert "is stuck: ValueError" in printed
    assert "The template event/press.txt.j2 can't be used: ValueError" in printed
    assert world.rows("SELECT count(*) FROM press") == [(14,)]
