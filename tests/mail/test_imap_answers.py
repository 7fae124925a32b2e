"""What an IMAP server may answer: read, or one sentence of trouble, and never anything worse."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from judge.kernel.errors import KeeperError
from judge.mail import imap
from judge.mail.connection import Server
from judge.mail.imap import ImapInbox
from judge.run.work import Report
from tests.game.conftest import world
from tests.game.world import Sent, World
from tests.servers.scripted import DATE, HANG_UP, Answer, Row, Script, mails, serving

__all__ = ["world"]

ARRIVED = datetime(2026, 11, 27, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "PATIENCE", 1)


def box(script: Script, *left: str) -> ImapInbox:
    return ImapInbox(
        Server("127.0.0.1", script.port, "judge", "x", security="none"), left_keys=lambda: left
    )


def instead(name: str, said: bytes, *, of: int | None = None, most: int = 0) -> Answer:
    """Say this to a command, of one mail alone or of any; ``most``: if it names so many or more."""

    def answer(command: str, uids: object) -> bytes | None:
        assert isinstance(uids, list)
        is_meant = command == name and len(uids) >= most and (of is None or of in uids)
        return said if is_meant else None

    return answer


def row(said: bytes, items: bytes = b"BODY") -> Row:
    """Tell this of the mail with UID 3 where these items are asked for."""
    return lambda uid, asked: said if uid == 3 and items in asked else None


def dated(date: bytes) -> Row:
    """The mail with UID 3 came on this date."""

    def tell(uid: int, asked: bytes) -> bytes | None:
        if uid != 3 or b"INTERNALDATE" not in asked:
            return None
        text = b" BODY[] {3}\r\nabc" if b"BODY" in asked else b""
        return b"* 3 FETCH (UID 3 INTERNALDATE " + date + text + b")\r\n"

    return tell


# --- finding the mails


@pytest.mark.parametrize("size", [1, 3, 100])
def test_a_search_on_several_lines_is_read_to_its_end(size: int) -> None:
    script = Script(mails(130))
    numbers = [b"%d" % uid for uid in script.mails]
    lines = [numbers[start : start + size] for start in range(0, 130, size)]
    said = b"".join(b"* SEARCH %s\r\n" % b" ".join(line) for line in lines) + b"TAG OK done\r\n"
    script.answer = instead("SEARCH", said)
    with serving(script), box(script) as inbox:
        assert [mail.key.rpartition("/")[2] for mail in inbox] == [*map(bytes.decode, numbers)]


@pytest.mark.parametrize(
    "said",
    [
        b"* SEARCH\r\nTAG OK done\r\n",
        b"TAG OK done\r\n",
        b"* SEARCH\r\n* SEARCH\r\nTAG OK done\r\n",
        b"* 4 EXISTS\r\n* SEARCH\r\n* 2 EXPUNGE\r\nTAG OK done\r\n",
    ],
)
def test_a_search_may_find_nothing(said: bytes) -> None:
    with serving(Script(mails(3), instead("SEARCH", said))) as script, box(script) as inbox:
        assert list(inbox) == []
        assert not inbox.waiting()


def test_without_uidvalidity_the_folder_is_refused() -> None:
    script = Script(mails(1), instead("SELECT", b"* 1 EXISTS\r\nTAG OK done\r\n"))
    with (
        serving(script),
        pytest.raises(KeeperError, match="gives no UIDVALIDITY for the folder INBOX"),
        box(script),
    ):
        pass


def test_a_folder_that_is_not_there_is_named_with_its_key() -> None:
    told = {"SELECT": b"TAG NO no such mailbox\r\n", "LIST": b"TAG OK done\r\n"}
    script = Script(mails(1), lambda name, _line: told.get(name))
    with (
        serving(script),
        pytest.raises(KeeperError, match=r"has no folder INBOX for .*: see folder in \[inbox\]"),
        box(script),
    ):
        pass


# --- a mail without a date


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    "date",
    [
        b'"27-Nov-2026 12:00:60 +0000"',
        b'"27-Nov-2026 24:00:00 +0000"',
        b'"00-Nov-2026 12:00:00 +0000"',
        b'"27-Nov-2026 12:00:00 +9999"',
        b'"27-Nov-2026 12:00:00 -9999"',
        b'"31-Dec-9999 23:59:59 -1200"',
        b'"27-Nov-99999999999999999999 12:00:00 +0000"',
        b'"27-Nov-2026 12:00:00 +99999999999999999999"',
        b'"27-Foo-2026 12:00:00 +0000"',
        b'"27. November 2026, \xe4\xff Uhr"',
        b'""',
        b"NIL",
        b"0",
        b"()",
        b"(1 2)",
        b"{3}\r\nabc",
    ],
)
def test_a_date_that_is_none_leaves_the_mail_without_one(date: bytes) -> None:
    with serving(Script(mails(7), row=dated(date))) as script, box(script) as inbox:
        found = list(inbox)
        assert [mail.received == ARRIVED for mail in found] == [n != 2 for n in range(7)]
        assert found[2].received == imap._NEVER
        assert inbox.newly_left == {}


# --- a mail that can't be fetched

ODD_ROWS = {
    "no text": b"* 3 FETCH (UID 3 INTERNALDATE " + DATE + b")\r\n",
    "NIL for the text": b"* 3 FETCH (UID 3 BODY[] NIL INTERNALDATE " + DATE + b")\r\n",
    "a number for the text": b"* 3 FETCH (UID 3 BODY[] 12 INTERNALDATE " + DATE + b")\r\n",
    "a list for the text": b"* 3 FETCH (UID 3 BODY[] (a b) INTERNALDATE " + DATE + b")\r\n",
    "nothing at all": b"",
    "flags alone": b"* 3 FETCH (FLAGS (\\Seen))\r\n",
    "flags that are none": b"* 3 FETCH (UID 3 FLAGS \\Seen (BODY[] {3}\r\nabc)\r\n",
    "an item without a value": b"* 3 FETCH (UID 3 BODY[])\r\n",
    "no end": b"* 3 FETCH (UID 3 BODY[] {3}\r\nabc\r\n",
    "a literal that is too short": b"* 3 FETCH (UID 3 BODY[] {3}\r\nabcdef\r\nghi)\r\n",
    "a literal that is too long": b"* 3 FETCH (UID 3 BODY[] {3000}\r\nabc)\r\n",
    "a literal longer than any": b"* 3 FETCH (UID 3 BODY[] {%d}\r\nabc)\r\n" % 10**30,
    "a literal of as many digits": b"* 3 FETCH (UID 3 BODY[] {%s}\r\nabc)\r\n" % (b"9" * 5000),
    "a literal of minus one": b"* 3 FETCH (UID 3 BODY[] {-1}\r\nabc)\r\n",
    "another charset": "* 3 FETCH (ÜID 3 BODY[] «abc»)\r\n".encode("latin-1"),
    "a UID that is none": b"* 3 FETCH (UID x BODY[] {3}\r\nabc)\r\n",
    "a line that is none": b"+++ \xff\x00\r\n",
    "a farewell": b"* BYE see you\r\n",
    "another's tag": b"ZZZZ99 OK done\r\n",
}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("said", ODD_ROWS.values(), ids=ODD_ROWS)
def test_a_mail_that_can_not_be_fetched_is_left_and_all_others_are_read(said: bytes) -> None:
    with serving(Script(mails(7), row=row(said))) as script:
        with box(script) as inbox:
            assert [mail.key[-1] for mail in inbox] == ["1", "2", "4", "5", "6", "7"]
            ((key, why),) = inbox.newly_left.items()
            inbox.move_away(*(f"{inbox._prefix}{uid}" for uid in (1, 2, 4, 5, 6, 7)))
        assert sorted(script.moved) == [1, 2, 4, 5, 6, 7]
        assert why.startswith("Mail 3 of the folder INBOX can't be read: The IMAP server 127.0.0.1")
        with box(script, key) as inbox:
            assert (list(inbox), inbox.waiting(), inbox.find_left()) == ([], False, [3])


@pytest.mark.parametrize(
    "said", [b"TAG NO [SERVERBUG] internal error\r\n", b"TAG BAD what?\r\n", HANG_UP, b"* BYE\r\n"]
)
def test_a_fetch_that_is_refused_for_one_mail_is_made_for_the_others(said: bytes) -> None:
    script = Script(mails(7))
    script.answer = instead("FETCH", said, of=3)
    with serving(script), box(script) as inbox:
        assert [mail.key[-1] for mail in inbox] == ["1", "2", "4", "5", "6", "7"]
        assert [key[-1] for key in inbox.newly_left] == ["3"]


def test_a_mail_behind_all_others_that_can_not_be_fetched_is_left_as_well() -> None:
    script = Script(mails(26), instead("FETCH", b"TAG NO internal error\r\n", of=26))
    with serving(script), box(script) as inbox:
        assert len(list(inbox)) == 25
        assert [key.rpartition("/")[2] for key in inbox.newly_left] == ["26"]


def test_a_server_that_gives_no_more_is_at_fault() -> None:
    script = Script(mails(30))
    with serving(script), box(script) as inbox:
        reading = iter(inbox)
        first = next(reading)
        script.answer = instead("FETCH", b"TAG NO internal error\r\n")
        assert first.key.endswith("/1")
        with pytest.raises(KeeperError, match="Mail 26 of the folder INBOX can't be read"):
            list(reading)
        assert inbox.newly_left == {}


def test_where_only_single_mails_can_be_fetched_all_are() -> None:
    script = Script(mails(7), instead("FETCH", b"TAG NO too many\r\n", most=2))
    with serving(script), box(script) as inbox:
        assert [mail.received for mail in inbox] == [ARRIVED] * 7
        assert inbox.newly_left == {}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("said", [*ODD_ROWS.values()], ids=ODD_ROWS)
def test_the_server_is_at_fault_where_no_mail_can_be_fetched(said: bytes) -> None:
    script = Script({3: b"x"}, row=row(said))
    with serving(script), box(script) as inbox:
        with pytest.raises(KeeperError, match="Mail 3 of the folder INBOX can't be read: The IMAP"):
            list(inbox)
        assert inbox.newly_left == {}


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"* 3 FETCH (UID 3)\r\n",
        b"* 3 FETCH (UID 3 RFC822.SIZE NIL)\r\n",
        b"* 3 FETCH (UID 3 RFC822.SIZE (1))\r\n",
        b"* 3 FETCH (UID 3 RFC822.SIZE -1)\r\n",
        b"* 3 FETCH UID 3\r\n",
    ],
)
def test_a_mail_without_a_size_is_read(said: bytes) -> None:
    with serving(Script(mails(7), row=row(said, b"RFC822.SIZE"))) as script, box(script) as inbox:
        assert len(list(inbox)) == 7


def test_what_is_told_unasked_is_passed_over() -> None:
    news = b"* 9 EXISTS\r\n* 1 EXPUNGE\r\n* 2 FETCH (FLAGS (\\Seen))\r\n* OK [ALERT] full\r\n"
    script = Script(mails(7))
    script.row = lambda uid, items: None if uid != 4 else news + scripted_row(uid, script, items)
    with serving(script), box(script) as inbox:
        assert len(list(inbox)) == 7


def scripted_row(uid: int, script: Script, items: bytes) -> bytes:
    raw = script.mails[uid]
    if b"BODY" not in items:
        return b"* 4 FETCH (UID %d RFC822.SIZE %d)\r\n" % (uid, len(raw))
    return b"* 4 FETCH (UID %d INTERNALDATE %s BODY[] {%d}\r\n%s)\r\n" % (uid, DATE, len(raw), raw)


# --- a mail that can't be moved


@pytest.mark.parametrize("said", [b"TAG NO not that one\r\n", b"TAG BAD what?\r\n", HANG_UP])
def test_a_mail_that_can_not_be_moved_stays_and_the_others_are_moved(said: bytes) -> None:
    script = Script(mails(3))
    script.answer = lambda name, uids: said if name in ("MOVE", "COPY") and 2 in uids else None
    with serving(script), box(script) as inbox:
        inbox.move_away(*(mail.key for mail in inbox))
        (why,) = inbox.newly_left.values()
        assert sorted(script.moved) == [1, 3]
        assert why.startswith("Mail 2 of the folder INBOX was taken, but stays there: The IMAP")


def test_a_server_that_only_says_that_it_moves_gets_copies() -> None:
    with serving(Script(mails(3), instead("MOVE", b"TAG BAD what?\r\n"))) as script:
        with box(script) as inbox:
            inbox.move_away(*(mail.key for mail in inbox))
        assert script.moved == [1, 2, 3]


def test_where_nothing_can_be_moved_the_server_is_at_fault() -> None:
    script = Script(mails(3))
    script.answer = lambda name, _: b"TAG NO\r\n" if name in ("MOVE", "COPY") else None
    with serving(script), box(script) as inbox:
        with pytest.raises(KeeperError, match="moving mails"):
            inbox.move_away(*(mail.key for mail in inbox))
        assert inbox.newly_left == {}


# --- any answer to any command

NONSENSE = (
    b"",
    b"\r\n",
    b"TAG\r\n",
    b"TAG NO\r\n",
    b"TAG BAD \xe4\xf6\xff\r\n",
    b"TAG OK done\r\n",
    b"TAG OK\r\n",
    b"TAG OK [UIDVALIDITY x] \xff\r\n",
    b"* BYE out of order\r\n",
    b"* NO [ALERT] \xff\r\nTAG NO [TRYCREATE] gone\r\n",
    b"* \xff\xfe\r\nTAG OK done\r\n",
    b"* SEARCH x y\r\nTAG OK done\r\n",
    b"* SEARCH {3}\r\nabc\r\nTAG OK done\r\n",
    b"* LIST \\Noselect NIL NIL\r\nTAG OK done\r\n",
    b'* LIST () "/" "&%%%"\r\nTAG OK done\r\n',
    b"* CAPABILITY \xff NIL ()\r\nTAG OK done\r\n",
    b"* x EXISTS\r\n* FLAGS\r\n* OK [UIDVALIDITY]\r\n* OK [UIDNEXT x]\r\nTAG OK done\r\n",
    b"* 1 FETCH\r\nTAG OK done\r\n",
    b"* 1 FETCH ()\r\nTAG OK done\r\n",
    b"* 1 FETCH (UID\r\nTAG OK done\r\n",
    b"+ go on\r\nTAG OK done\r\n",
    b"\x00" * 100 + b"\r\n",
    b"(" * 5000 + b"\r\nTAG OK done\r\n",
    b"* 1 FETCH " + b"(" * 5000 + b"\r\nTAG OK done\r\n",
    HANG_UP,
)


COMMANDS = (
    *("CAPABILITY", "LOGIN", "SELECT", "LIST", "SEARCH", "FETCH", "MOVE", "STORE"),
    *("APPEND", "IDLE", "LOGOUT"),
)


def look(script: Script) -> None:
    """All that the judge asks of a mailbox."""
    with box(script) as inbox:
        inbox.waiting()
        inbox.lacks()
        inbox.find_left()
        inbox.move_away(*(mail.key for mail in inbox))
        inbox.clock()
        inbox.idle(lambda: False)


@pytest.mark.sweep(25)
@pytest.mark.parametrize("said", NONSENSE)
@pytest.mark.parametrize("name", COMMANDS)
def test_nonsense_is_at_worst_a_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, said: bytes
) -> None:
    monkeypatch.setattr(imap, "PATIENCE", 0.1)
    sentence = ""
    with serving(Script(mails(3), instead(name, said))) as script:
        try:
            look(script)
        except KeeperError as error:
            sentence = str(error)
    assert sentence.isprintable()
    assert len(sentence) < 500


# --- a pass


def passed(world: World, script: Script) -> tuple[Report, list[Sent]]:
    world.section(
        "inbox", 'kind = "imap"', 'host = "127.0.0.1"', f"port = {script.port}", 'user = "judge"',
        'security = "none"',
    )  # fmt: skip
    return world.passed()


def players_mail(number: int) -> bytes:
    return (
        b"From: p%d@players.example\r\nTo: judge@judge.example\r\n"
        b"Message-ID: <%d@players.example>\r\n\r\nHELP\r\n" % (number, number)
    )


def test_the_keeper_is_told_once_of_a_mail_that_is_left(world: World) -> None:
    """All others are answered, and no trouble holds the deadlines up."""
    written = {uid: players_mail(uid) for uid in range(1, 8)}
    with serving(Script(written, row=row(b"* 3 FETCH (UID 3 BODY[] NIL)\r\n"))) as script:
        report, sent = passed(world, script)
        (line,) = report.lines
        assert "Mail 3 of the folder INBOX can't be read" in line
        assert "move it out of the folder and back" in line
        assert not report.failed
        assert [mail.to for mail in sent if "mail was left" in str(mail.head["Subject"])] == [
            "keeper@judge.example"
        ]
        assert len(sent) == 7
        assert [*script.mails] == [3]
        script.mails[8] = players_mail(8)
        report, sent = world.passed()
        assert (report.lines, len(sent), [*script.mails]) == ([], 1, [3])
        script.mails[9] = script.mails.pop(3)  # The keeper moves it out of the folder and back.
        script.row = lambda _uid, _items: None
        assert [mail.to for mail in world.run()] == ["p3@players.example"]


@pytest.mark.parametrize(
    "answer",
    [
        instead("SELECT", b"* 1 EXISTS\r\nTAG OK done\r\n"),
        instead("SEARCH", b"* SEARCH x\r\nTAG OK done\r\n"),
        instead("FETCH", b"* BYE\r\n"),
        instead("LOGIN", b"* \xff\r\n"),
        instead("LIST", b"* LIST x\r\nTAG OK done\r\n"),
    ],
)
def test_a_server_at_fault_is_trouble_told_once_and_over_once_it_is(
    world: World, answer: Callable[..., bytes | None]
) -> None:
    with serving(Script({1: players_mail(1)}, answer)) as script:
        report, _ = passed(world, script)
        assert [line.split(":")[0] for line in report.lines] == ["Mail can't be taken in"]
        again, _ = world.passed()
        assert (again.lines, again.failed) == ([], True)
        script.answer = lambda _name, _uids: None
        well, sent = world.passed()
        assert well.lines[0].startswith("Mail comes in again")
        assert "p1@players.example" in {mail.to for mail in sent}
