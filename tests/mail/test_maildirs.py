"""Maildirs: mails dropped into one are read until they are done; mails left in one are durable."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.kernel import limits
from judge.kernel.errors import KeeperError
from judge.mail import inbox
from judge.mail.inbox import MaildirInbox
from judge.mail.transport import SENT, Envelope, MaildirOutbox


@pytest.fixture
def box(tmp_path: Path) -> Path:
    for folder in ("tmp", "new", "cur"):
        (tmp_path / folder).mkdir()
    return tmp_path


def drop(box: Path, name: str, raw: bytes, moment: float = 1e9) -> None:
    (box / "new" / name).write_bytes(raw)
    os.utime(box / "new" / name, (moment, moment))


def test_mails_come_in_the_order_of_their_arrival(box: Path) -> None:
    drop(box, "b", b"second", 1_000_000_002)
    drop(box, "a", b"third", 1_000_000_003)
    drop(box, "c", b"first", 1_000_000_001)
    with MaildirInbox(box) as mails:
        found = list(mails)
    assert [mail.raw for mail in found] == [b"first", b"second", b"third"]
    assert found[0].received == datetime(2001, 9, 9, 1, 46, 41, tzinfo=UTC)
    assert len({mail.key for mail in found}) == 3


def test_a_mail_comes_again_until_it_is_done(box: Path) -> None:
    drop(box, "a", b"one")
    drop(box, "b", b"two")
    with MaildirInbox(box) as mails:
        first, second = mails
        mails.move_away(first.key)
        assert list(mails) == [second]
        mails.move_away(first.key, second.key)
        assert list(mails) == []
    assert list((box / "cur").iterdir()) == [], "the archive has them"


def test_a_mail_that_was_too_large_to_be_read_is_kept_whole(box: Path) -> None:
    mails = MaildirInbox(box, limit=3)
    for moment in (1e9, 2e9):
        drop(box, "large", f"{moment}".encode(), moment)
        (large,) = mails
        mails.move_away(large.key)
    assert list(mails) == []
    names = sorted(path.name for path in (box / "cur").iterdir())
    assert names == ["2000000000000000000.large:2,S", "large:2,S"]


def test_what_killed_deliveries_left_is_taken_away_after_36_hours(box: Path) -> None:
    now = time.time()
    for name, hours in (("old", 37), ("young", 35)):
        (box / "tmp" / name).write_bytes(b"half a m")
        os.utime(box / "tmp" / name, (now - hours * 3600,) * 2)
    with MaildirInbox(box):
        assert [path.name for path in (box / "tmp").iterdir()] == ["young"]


def test_one_name_used_twice_is_two_mails(box: Path) -> None:
    mails = MaildirInbox(box)
    drop(box, "orders.eml", b"spring", 1e9)
    (spring,) = mails
    mails.move_away(spring.key)
    drop(box, "orders.eml", b"fall", 1e9 + 1)
    (fall,) = mails
    assert fall.key != spring.key
    mails.move_away(spring.key)
    assert list(mails) == [fall]
    mails.move_away(fall.key)
    assert list(mails) == []


def test_of_a_mail_over_the_limit_only_the_beginning_is_read(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HEAD_BYTES", 5)
    drop(box, "a", b"From: fr@example.org")
    drop(box, "b", b"From: fr")
    large, small = MaildirInbox(box, limit=8)
    assert (large.raw, large.whole) == (b"From:", False)
    assert (small.raw, small.whole) == (b"From: fr", True)


def test_folders_links_and_hidden_files_are_no_mails(box: Path) -> None:
    (box / "new" / "folder").mkdir()
    (box / "new" / ".hidden").write_bytes(b"x")
    (box / "new" / "link").symlink_to("/etc/hostname")
    assert list(MaildirInbox(box)) == []


def test_a_mail_that_vanishes_is_passed_over(box: Path) -> None:
    drop(box, "a", b"one", 1)
    drop(box, "b", b"two", 2)
    mails = iter(MaildirInbox(box))
    next(mails)
    (box / "new" / "b").unlink()
    assert list(mails) == []


def test_an_unreadable_mail_is_told_of_after_the_others(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop(box, "a", b"one", 1)
    drop(box, "b", b"two", 2)
    opened = Path.open

    def refuse(path: Path, mode: str = "r") -> object:
        if path.name == "a":
            raise PermissionError(13, "Permission denied")
        return opened(path, mode)

    monkeypatch.setattr(Path, "open", refuse)
    mails = iter(MaildirInbox(box))
    assert next(mails).raw == b"two"
    with pytest.raises(KeeperError, match=r"new/a can't be read: Permission denied\."):
        next(mails)


def test_a_folder_that_is_no_maildir_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeeperError, match="is no Maildir"), MaildirInbox(tmp_path):
        pass


def test_mails_left_lie_in_new_articlesir_envelope(box: Path) -> None:
    letters = [
        Envelope(b"Subject: 1\r\n\r\nx\r\n", "fr@example.org", "judge+=a@judge.test"),
        Envelope(b"Subject: 1\r\n\r\nx\r\n", "en@example.org", "judge+=b@judge.test"),
    ]
    assert list(MaildirOutbox(box).post(letters)) == [SENT, SENT]
    assert sorted(path.read_bytes() for path in (box / "new").iterdir()) == [
        b"Return-Path: <judge+=a@judge.test>\r\nDelivered-To: fr@example.org\r\n" + letters[0].raw,
        b"Return-Path: <judge+=b@judge.test>\r\nDelivered-To: en@example.org\r\n" + letters[1].raw,
    ]
    assert list((box / "tmp").iterdir()) == []


def test_the_same_mail_left_twice_is_one_file(box: Path) -> None:
    letter = Envelope(b"Subject: 1\r\n\r\nx\r\n", "fr@example.org", "judge+=a@judge.test")
    for _ in range(2):
        assert list(MaildirOutbox(box).post([letter])) == [SENT]
    assert len(list((box / "new").iterdir())) == 1


def test_a_maildir_that_is_missing_is_the_keepers_problem(tmp_path: Path) -> None:
    letter = Envelope(b"x", "fr@example.org", "judge@judge.test")
    with pytest.raises(KeeperError, match="can't be written: No such file"):
        list(MaildirOutbox(tmp_path / "nowhere").post([letter]))


@pytest.mark.parametrize("tells", [True, False], ids=["it is told", "it has to look"])
def test_it_waits_until_a_mail_comes(
    box: Path, monkeypatch: pytest.MonkeyPatch, tells: bool
) -> None:
    """At once where the system tells of it; else it looks again and again."""

    def refuse(*_: object) -> None:
        raise OSError("no more watches")

    if not tells:
        monkeypatch.setattr("inotify_simple.INotify.add_watch", refuse)
    monkeypatch.setattr(inbox, "TICK", 60 if tells else 0.01)
    with MaildirInbox(box) as mails, ThreadPoolExecutor() as beside:
        waiting = beside.submit(mails.idle, lambda: True)
        time.sleep(0.2)
        assert not waiting.done()
        drop(box, "a", b"one")
        waiting.result(20)
        assert mails.waiting()


def test_it_does_not_wait_for_what_is_there(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox, "TICK", 60)
    drop(box, "a", b"one")
    with MaildirInbox(box) as mails:
        mails.idle(lambda: True)
