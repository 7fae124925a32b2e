"""Each mail is journalled, acted on and answered exactly once; what raises is put aside."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from judge.game.turn import due
from judge.keeper import keeping
from judge.kernel.errors import KeeperError
from judge.letters.clerk import clerk
from judge.mail.inbox import Incoming, MaildirInbox
from judge.post import servers
from judge.run import batch
from judge.store.record import ReceivedMail
from tests.game.world import DEADLINE, MINUTE, POWERS, START, World

Handle = Callable[..., Any]


def test_a_mail_is_answered_once_however_often_it_comes(world: World) -> None:
    """Delivered twice in one pass and again in the next, under other file names."""
    for _ in range(2):
        world.mail("a@players.example", "HELP", message_id="<same@players.example>")
    assert len(world.run()) == 1
    world.mail("a@players.example", "HELP", message_id="<same@players.example>", at=START)
    assert world.run() == []


def test_the_same_message_id_on_another_mail_does_not_hide_it(world: World) -> None:
    """Nobody can take a victim's Message-ID first; and a truncated mail comes again whole."""
    world.begun()
    to = world.address("France")
    world.mail("france@players.example", "A Par - Bur", to=to, message_id="<x@players.example>")
    world.mail(
        "france@players.example", "A Par - Bur\nA Mar H", to=to, message_id="<x@players.example>"
    )
    assert len(world.run()) == 2
    assert sorted(world.orders("France")) == ["A MAR H", "A PAR - BUR"]


def test_a_mail_that_was_not_moved_away_is_known_by_its_place(world: World) -> None:
    path = world.raw(b"From: a@players.example\n\nHELP\n")
    kept = world.home / "kept"
    shutil.copy2(path, kept)
    assert len(world.run()) == 1
    shutil.copy2(kept, path)
    assert world.run() == []


def test_every_mail_taken_is_kept_as_it_came(world: World) -> None:
    raw = b"From: a@players.example\r\nX-Odd: \xff\r\n\r\nHELP\r\n"
    world.raw(raw)
    world.run()
    (kept,) = (world.home / "archive").iterdir()
    assert kept.read_bytes() == raw
    assert list((world.home / "in" / "new").iterdir()) == []


def poison(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make mails from poison@players.example raise, after they have changed something."""
    handle: Handle = clerk.handle

    def handling(desk: Any, taken: Any, letter: Any) -> Any:
        handled = handle(desk, taken, letter)
        if letter.sender == "poison@players.example":
            raise error
        return handled

    monkeypatch.setattr(clerk, "handle", handling)


def test_a_mail_that_raises_is_shunted_and_the_others_go_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.begun()
    poison(monkeypatch, ValueError("A PAR - BUR sesame7"))
    world.mail("poison@players.example", "REGISTER Poison")
    world.mail("france@players.example", "A Par - Bur", to=world.address("France"))
    report, sent = world.passed()
    assert report.lines == [f"Mail {world.receipt(1)} was shunted: ValueError."]
    assert [mail.to for mail in sent] == ["keeper@judge.example", "france@players.example"]
    assert world.orders("France") == ["A PAR - BUR"]
    assert world.rows("SELECT * FROM people WHERE address LIKE 'poison%'") == []
    assert world.rows("SELECT status FROM letters ORDER BY id") == [("shunted",), ("done",)]


def test_neither_notice_nor_traceback_says_what_was_in_the_mail(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison(monkeypatch, ValueError("A PAR - BUR sesame7"))
    world.mail("poison@players.example", "PASSWORD sesame7\nA Par - Bur")
    _, (notice,) = world.passed()
    trace = (world.home / "shunt" / "letter-1.txt").read_text()
    for told in (notice.text, trace):
        assert "ValueError" in told
        assert "test_journal.py" in told
        assert "sesame7" not in told
        assert "PAR" not in told


def test_a_shunted_mail_is_left_alone_until_it_is_retried(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        poison(patch, RecursionError())
        world.mail("poison@players.example", "HELP")
        world.passed()
        assert world.run() == []
    assert world.run() == []
    assert world.receipt(1) in [row[0] for row in keeping.shunt_listing(world.home).rows]
    assert "RecursionError" in keeping.trace(world.home, world.receipt(1))
    assert f"acts on mail {world.receipt(1)} again" in keeping.retry(
        world.home, world.receipt(1).lower()
    )
    assert [mail.to for mail in world.run()] == ["poison@players.example"]
    assert keeping.shunt_listing(world.home).rows == ()


@pytest.mark.parametrize("receipt", ["R1", "R99", "x", "", "-1"])
def test_only_a_shunted_mail_can_be_retried(world: World, receipt: str) -> None:
    world.mail("a@players.example", "HELP")
    world.run()
    with pytest.raises(KeeperError, match="is not in the shunt"):
        keeping.retry(world.home, receipt)


def test_one_bad_game_does_not_stop_the_others_and_is_told_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = world.begun("bad"), world.begun("good")
    close: Handle = due.see_to_game

    def closing(db: Any, house: Any, number: int) -> Any:
        notices = close(db, house, number)
        if number == bad.id:
            raise KeyError("A PAR - BUR")
        return notices

    with monkeypatch.context() as patch:
        patch.setattr(due, "see_to_game", closing)
        report, sent = world.passed(DEADLINE)
        assert report.lines == ["The game bad S1901M is stuck: KeyError."]
        assert sorted({mail.subject.partition("]")[0] for mail in sent}) == ["[good", "[judge"]
        (told,) = (mail.flat for mail in sent if mail.subject.startswith("[judge"))
        assert "The game bad could not go on from Spring 1901 movement (KeyError, test_" in told
        assert "was put aside" not in told
        assert "KeyError" in keeping.trace(world.home, "bad")
        assert (world.game("bad").number, world.game("good").number) == (1, 2)
        report, sent = world.passed()
        assert (report.lines, sent) == ([], [])
    assert len(world.run()) == 8
    assert world.game("bad").number == good.number + 1


def test_a_fault_of_the_disk_is_no_fault_of_the_mail(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pass breaks off, nothing is half done, and the next one does it."""
    with monkeypatch.context() as patch:
        full = sqlite3.OperationalError("database or disk is full")
        full.sqlite_errorcode = sqlite3.SQLITE_FULL
        poison(patch, OperationalError("INSERT", {}, full))
        world.mail("poison@players.example", "HELP")
        with pytest.raises(OperationalError):
            world.passed()
    assert world.rows("SELECT status FROM letters") == [("new",)]
    assert len(world.run()) == 1


def test_mails_are_acted_on_in_the_order_in_which_they_were_taken(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[datetime] = []
    handle: Handle = clerk.handle

    def handling(desk: Any, taken: ReceivedMail, letter: Any) -> Any:
        seen.append(letter.received)
        return handle(desk, taken, letter)

    monkeypatch.setattr(clerk, "handle", handling)
    for minutes in (5, 1, 9, 3):
        world.mail("a@players.example", "HELP", at=START - minutes * MINUTE)
    world.run()
    assert seen == sorted(seen)


def _pass(home: Path) -> int:
    return len(batch.run(home, DEADLINE).lines)


def test_any_number_of_passes_at_once_are_one(world: World) -> None:
    world.begun()
    for power in POWERS:
        world.mail(f"{power.lower()}@players.example", "HOLD ALL", to=world.address(power))
    with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as pool:
        assert sum(pool.map(_pass, [world.home] * 6)) == 0
    world.run(DEADLINE + MINUTE)
    assert len(world.outbox()) == 7 + 8
    assert world.rows("SELECT number FROM turns") == [(1,)]
    assert world.rows("SELECT count(*) FROM letters") == [(7,)]


def test_what_came_before_the_mailbox_broke_off_is_taken(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a line that never holds for 200 mails would bring none at all."""

    class Flaky(MaildirInbox):
        def __iter__(self) -> Iterator[Incoming]:
            yield from islice(super().__iter__(), 2)
            raise KeeperError("The IMAP server imap.example broke off while reading.")

    for number in range(5):
        world.mail(f"p{number}@players.example", "HELP")
    with monkeypatch.context() as patch:
        patch.setattr(servers, "open_inbox", lambda spool: Flaky(spool.inbox))
        report, first = world.passed()
        _, second = world.passed(world.now + MINUTE)
    assert report.lines == [
        "Mail can't be taken in: The IMAP server imap.example broke off while reading."
    ]
    assert [len(first) - 1, len(second)] == [2, 2], "and the keeper is told once"
    _, third = world.passed(world.now + MINUTE)
    assert len(third) == 2, "the fifth, and that it is over"
