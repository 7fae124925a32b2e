"""The IMAP source against a real Dovecot."""

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient
from msgspec.structs import replace

from judge.kernel import limits
from judge.kernel.errors import KeeperError
from judge.mail import imap
from judge.mail.connection import Server
from judge.mail.imap import ImapInbox
from tests.servers.proxy import cut_after, dripping
from tests.servers.stack import PASSWORD, Stack

ARRIVED = datetime(2025, 3, 3, 10, 12, 13, tzinfo=UTC)


@pytest.fixture
def person(stack: Stack) -> Iterator[Any]:
    """Somebody who looks into the judge's mailbox with a mail program, emptied before."""
    with IMAPClient("127.0.0.1", stack.imap, ssl=False) as client:
        client.login("judge", PASSWORD)
        if not client.folder_exists("Processed"):  # Else whoever tests first finds none.
            client.create_folder("Processed")
        for folder in ("Processed", "INBOX"):
            client.select_folder(folder)
            client.delete_messages(client.search())
            client.expunge()
        yield client


def mailbox(stack: Stack, **changed: Any) -> ImapInbox:
    server = Server("localhost", stack.imaps, "judge", PASSWORD, cafile=stack.cafile)
    own = {key: changed.pop(key) for key in [*changed] if key in server.__struct_fields__}
    return ImapInbox(replace(server, **own), **changed)


def drop(person: Any, *raws: bytes) -> None:
    for raw in raws:
        person.append("INBOX", raw, msg_time=ARRIVED)


def counts(person: Any) -> tuple[int, int]:
    person.noop()  # Else Dovecot tells what it knew when the folder was selected.
    status = (person.folder_status(folder, ["MESSAGES"]) for folder in ("INBOX", "Processed"))
    inbox, processed = (found[b"MESSAGES"] for found in status)
    return inbox, processed


def test_mails_come_whole_articlesir_arrival_and_stay_unseen(stack: Stack, person: Any) -> None:
    drop(person, b"From: fr@x.org\r\n\r\nA Par - Bur\r\n", b"From: en@x.org\r\n\r\n\xff\0\r\n")
    with mailbox(stack) as mails:
        first, second = mails
    assert (first.raw, first.whole) == (b"From: fr@x.org\r\n\r\nA Par - Bur\r\n", True)
    assert first.received == ARRIVED
    assert first.received.tzinfo is UTC
    assert second.raw.startswith(b"From: en@x.org\r\n\r\n\xff")
    assert first.key.startswith("imap/judge@localhost/INBOX/")
    person.select_folder("INBOX")
    assert all(b"\\Seen" not in flags for flags in person.get_flags(person.search()).values())


def test_a_mail_that_a_person_has_read_is_not_lost(stack: Stack, person: Any) -> None:
    drop(person, b"From: fr@x.org\r\n\r\nA Par - Bur\r\n")
    person.select_folder("INBOX")
    person.add_flags(person.search(), [b"\\Seen"])
    with mailbox(stack) as mails:
        assert len(list(mails)) == 1


def test_mails_that_are_done_are_moved(stack: Stack, person: Any) -> None:
    drop(person, *(b"Subject: %d\r\n\r\nx\r\n" % number for number in range(60)))
    with mailbox(stack) as mails:
        found = list(mails)
        assert [mail.raw.split()[1] for mail in found] == [b"%d" % at for at in range(60)]
        mails.move_away(*(mail.key for mail in found[:50]))
        assert [mail.key for mail in mails] == [mail.key for mail in found[50:]]
    assert counts(person) == (10, 50)


def test_without_move_mails_are_copied_and_deleted(
    stack: Stack, person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop(person, b"Subject: 1\r\n\r\nx\r\n", b"Subject: 2\r\n\r\nx\r\n")
    real = IMAPClient.has_capability
    monkeypatch.setattr(
        IMAPClient, "has_capability", lambda self, name: name != "MOVE" and real(self, name)
    )
    with mailbox(stack) as mails:
        first, second = mails
        mails.move_away(first.key)
        assert list(mails) == [second]
    assert counts(person) == (1, 1)


def test_without_move_and_uidplus_deleted_mails_do_not_come_again(
    stack: Stack, person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop(person, b"Subject: 1\r\n\r\nx\r\n", b"Subject: 2\r\n\r\nx\r\n")
    monkeypatch.setattr(IMAPClient, "has_capability", lambda *_: False)
    with mailbox(stack) as mails:
        first, second = mails
        mails.move_away(first.key)
        assert list(mails) == [second]
    assert counts(person) == (2, 1)


def test_after_a_crash_before_the_move_the_same_key_comes_again(stack: Stack, person: Any) -> None:
    drop(person, b"Subject: 1\r\n\r\nx\r\n")
    with mailbox(stack) as mails:
        before = list(mails)
        mails._client.socket().close()  # What a killed process does.
    with mailbox(stack) as mails:
        after = list(mails)
        mails.move_away(*(mail.key for mail in after))
        mails.move_away(*(mail.key for mail in after))
        assert list(mails) == []
    assert before == after
    assert counts(person) == (0, 1)


def test_a_key_of_another_mailbox_moves_nothing(stack: Stack, person: Any) -> None:
    drop(person, b"Subject: 1\r\n\r\nx\r\n")
    with mailbox(stack) as mails:
        (mail,) = mails
        uid = mail.key.rpartition("/")[2]
        mails.move_away(f"imap/judge@localhost/INBOX/1/{uid}", "1000/maildir")
    assert counts(person) == (1, 0)


def test_of_a_mail_over_the_limit_only_the_beginning_is_fetched(
    stack: Stack, person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HEAD_BYTES", 100)
    drop(person, b"From: fr@x.org\r\n\r\n" + b"x" * 30_000, b"From: en@x.org\r\n\r\nx\r\n")
    with mailbox(stack, limit=20_000) as mails:
        large, small = sorted(mails, key=lambda mail: mail.whole)
        assert (large.whole, small.whole) == (False, True)
        assert large.raw.startswith(b"From: fr@x.org\r\n\r\nxxx")
        assert len(large.raw) == 100
        mails.move_away(large.key, small.key)
    assert counts(person) == (0, 2)


def test_a_mail_removed_while_we_read_is_passed_over(stack: Stack, person: Any) -> None:
    drop(person, b"Subject: 1\r\n\r\nx\r\n", b"Subject: 2\r\n\r\nx\r\n")
    with mailbox(stack) as mails:
        reading = iter(mails)
        mails._client.noop()
        person.select_folder("INBOX")
        person.delete_messages(person.search())
        person.expunge()
        assert len(list(reading)) <= 2
        assert list(mails) == []


def test_another_folder_and_a_new_processed_folder(stack: Stack, person: Any) -> None:
    person.create_folder("Diplomacy")
    person.append("Diplomacy", b"Subject: 1\r\n\r\nx\r\n")
    with mailbox(stack, folder="Diplomacy", processed_folder="Old/Done") as mails:
        (mail,) = mails
        mails.move_away(mail.key)
    assert person.folder_status("Old/Done", ["MESSAGES"]) == {b"MESSAGES": 1}
    person.delete_folder("Diplomacy")
    person.delete_folder("Old/Done")


def test_starttls_and_plain_connections(stack: Stack, person: Any) -> None:
    drop(person, b"Subject: 1\r\n\r\nx\r\n")
    for security in ("starttls", "none"):
        with mailbox(stack, port=stack.imap, security=security) as mails:
            assert len(list(mails)) == 1


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"password": "wr0ng"}, r"refuses user judge: \[AUTHENTICATIONFAILED\]"),
        (
            {"cafile": None},
            r"certificate that is not trusted \(self-signed certificate\): in \[inbox\]",
        ),
        (
            {"host": "127.0.0.1"},
            r"certificate that is not trusted \(IP address mismatch.*or host be",
        ),
        ({"cafile": Path("/none.pem")}, "certificates in /none.pem can't be read"),
        ({"folder": "Nowhere"}, "has no folder Nowhere for judge: see folder in"),
        ({"processed_folder": "a//b"}, "while making the folder a//b"),
    ],
)
def test_what_the_keeper_got_wrong_is_one_sentence(
    stack: Stack, changed: dict[str, Any], words: str
) -> None:
    with pytest.raises(KeeperError, match=words) as caught, mailbox(stack, **changed):
        pass
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    assert "wr0ng" not in str(caught.value)


def test_an_unreachable_server_is_one_sentence(stack: Stack) -> None:
    with (
        pytest.raises(KeeperError, match=r"can't be reached: .*Connection refused"),
        mailbox(stack, port=1),
    ):
        pass


def test_a_connection_that_breaks_is_one_sentence(stack: Stack, person: Any) -> None:
    drop(person, b"Subject: 1\r\n\r\nx\r\n")
    with mailbox(stack) as mails:
        mails._client.shutdown()
        with pytest.raises(KeeperError, match="broke off while looking for mails"):
            list(mails)
        with pytest.raises(KeeperError, match="broke off while looking for mails"):
            mails.move_away(f"{mails._prefix}1")


@pytest.mark.parametrize("security", ["none", "tls", "starttls"])
@pytest.mark.parametrize("count", [0, 50, 400, 1000])
def test_a_server_that_drips_is_left_wherever_it_begins_to(
    stack: Stack, person: Any, monkeypatch: pytest.MonkeyPatch, security: str, count: int
) -> None:
    """Each answer takes longer than we listen; no single byte does."""
    drop(person, b"Subject: 1\r\n\r\n" + b"x\r\n" * 1000)
    monkeypatch.setattr(imap, "PATIENCE", 1)
    with (
        dripping(count, 0.1, stack.imaps if security == "tls" else stack.imap) as port,
        pytest.raises(KeeperError, match=r"(within|longer than) 1 seconds"),
        mailbox(stack, port=port, security=security) as mails,
    ):
        list(mails)
    assert counts(person) == (1, 0)


def test_what_a_slow_server_gave_is_taken_and_the_next_pass_goes_on(
    stack: Stack, person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop(person, *(b"Subject: %d\r\n\r\nx\r\n" % number for number in range(30)))
    monkeypatch.setattr(imap, "LONG", 0)
    numbers: list[int] = []
    for left in ("5 of 30 mails are left", ""):
        taken: list[Any] = []
        with mailbox(stack) as mails:
            with pytest.raises(KeeperError, match=left) if left else nullcontext():
                taken.extend(mails)
            mails.move_away(*(mail.key for mail in taken))
        numbers += [int(mail.raw.split()[1]) for mail in taken]
    assert numbers == [*range(30)]


def test_mails_are_fetched_together_up_to_so_many_bytes(
    stack: Stack, person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that one answer never has to bring more than one large mail."""
    monkeypatch.setattr(imap, "BATCH_BYTES", 1000)
    drop(person, *(b"Subject: %d\r\n\r\n" % n + b"x" * 400 + b"\r\n" for n in range(5)))
    with mailbox(stack) as mails:
        batches = [len(batch) for batch in mails._survey(mails._client.search())]
        assert batches == [2, 2, 1]
        assert [mail.raw.split()[1] for mail in mails] == [b"%d" % n for n in range(5)]


WHOLE = (b"From: fr@x.org\r\n\r\nA Par - Bur\r\n", b"From: en@x.org\r\n\r\n" + b"x" * 700 + b"\r\n")


@pytest.mark.parametrize("count", range(0, 3000, 67))
def test_a_connection_cut_anywhere_hands_over_whole_mails_only(
    stack: Stack, person: Any, count: int
) -> None:
    drop(person, *WHOLE)
    found: list[bytes] = []
    with (
        cut_after(count, stack.imap) as port,
        suppress(KeeperError),
        mailbox(stack, port=port, security="none") as mails,
    ):
        for mail in mails:
            found.append(mail.raw)
            mails.move_away(mail.key)
    assert found in ([], [WHOLE[0]], [*WHOLE])
    waiting, moved = counts(person)
    assert waiting + moved == 2
    assert moved >= len(found) - 1
