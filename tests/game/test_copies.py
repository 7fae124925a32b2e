"""A mail counts once, however often and on whatever way it comes."""

from datetime import datetime
from pathlib import Path

import pytest

from judge.mail import body, deliver
from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, START, Sent, World

FRANCE = "france@players.example"
NEEDLESS = (
    "Received: from elsewhere by mx2.judge.example; Mon, 02 Nov 2026 10:20:00 +0000",
    "X-Received: by 2002:a5d:4d8f with SMTP id b15",
    "Return-Path: <france@players.example>",
    "X-Original-To: judge@judge.example",
    "Authentication-Results: mx2.judge.example; spf=pass smtp.mailfrom=players.example",
    "Received-SPF: pass client-ip=192.0.2.1",
    "ARC-Seal: i=1; a=rsa-sha256; t=1730541600; cv=none; d=mx2.judge.example; b=AbC=",
    "DKIM-Signature: v=1; a=rsa-sha256; d=players.example; t=1730541999; b=xYz=",
    "X-Spam-Status: No, score=-1.0",
    "Status: RO",
)
"""What a redelivery, a second MX or a mailbox writes on top."""


def raw(lines: str, *above: str, name: str = "<one@players.example>", to: str = "") -> bytes:
    """A mail of France as its program made it, with what servers wrote above it."""
    own = [f"From: {FRANCE}", f"To: {to or 'judge@judge.example'}", "Subject: orders"]
    named = [f"Message-ID: {name}"] if name else []
    return "\n".join([*above, *own, *named, "", lines, ""]).encode()


def received(at: datetime) -> str:
    return f"Received: from there by mx.judge.example; {at:%a, %d %b %Y %H:%M:%S +0000}"


def states(world: World) -> list[str]:
    return [str(state) for (state,) in world.rows("SELECT status FROM letters ORDER BY id")]


@pytest.mark.parametrize("mark", NEEDLESS, ids=lambda mark: mark.partition(":")[0])
def test_a_copy_with_other_marks_of_servers_is_answered_no_second_time(
    world: World, mark: str
) -> None:
    world.raw(raw("HELP", received(START)))
    assert len(world.run()) == 1
    world.raw(raw("HELP", mark, received(START)))
    assert world.run() == []
    assert states(world) == ["done", "repeated"]
    assert world.rows("SELECT reason FROM letters WHERE id = 2") == [("the same mail as letter 1",)]


def test_a_copy_from_another_mailbox_or_pipe_is_known(world: World) -> None:
    """IMAP ends lines by CRLF, an mbox adds an empty line, a server folds headers anew."""
    mail = raw("HELP", received(START))
    world.raw(mail)
    assert len(world.run()) == 1
    for copy in (
        mail.replace(b"\n", b"\r\n"),
        mail + b"\n\n",
        mail.replace(b"Subject: orders", b"Subject:\n orders"),
    ):
        world.raw(copy)
    assert world.run() == []
    assert states(world) == ["done", *["repeated"] * 3]


def test_a_mail_that_the_pipe_delivers_twice_counts_once(world: World, tmp_path: Path) -> None:
    """The MTA tries again when it did not hear the end; our own pipe stamps each copy."""
    path = tmp_path / "mail"
    path.write_bytes(raw("HELP"))
    for second in range(2):
        with path.open("rb") as stdin:
            deliver.deliver(str(world.home), stdin.fileno(), {}, START.timestamp() + second)
    assert len(world.run()) == 1
    assert sorted(states(world)) == ["done", "repeated"]


def test_an_older_sheet_that_comes_again_does_not_undo_a_newer_one(world: World) -> None:
    world.begun()
    seat = world.address("France")
    sheet = raw("A Par - Bur", received(START), name="<old@players.example>", to=seat)
    world.raw(sheet)
    world.run()
    world.raw(raw("A Par - Pic", received(world.now), name="<new@players.example>", to=seat))
    world.run()
    world.raw(received(world.now + HOUR).encode() + b"\n" + sheet)
    assert world.run(world.now + 2 * HOUR) == []
    assert world.orders("France") == ["A PAR - PIC"]


def test_of_copies_in_one_pass_the_first_to_arrive_counts(world: World) -> None:
    """The later copy lies first in the mailbox; the sheet between them is newer than the mail."""
    world.begun()
    seat, at = world.address("France"), START
    sheet = raw("A Par - Bur", name="<old@players.example>", to=seat)
    world.now = at + HOUR
    world.raw(received(at + 3 * MINUTE).encode() + b"\n" + sheet)
    newer = raw("A Par - Pic", received(at + 2 * MINUTE), name="<new@players.example>", to=seat)
    world.raw(newer)
    world.raw(received(at + MINUTE).encode() + b"\n" + sheet)
    assert len(world.run()) == 2
    assert world.orders("France") == ["A PAR - PIC"]
    assert states(world) == ["repeated", "done", "done"]


def test_press_is_sent_once(world: World) -> None:
    world.begun()
    mail = raw("PRESS TO TURKEY\nHello.\nENDPRESS", to=world.address("France"))
    world.raw(mail)
    assert "turkey@players.example" in [sent.to for sent in world.run()]
    world.raw(received(world.now).encode() + b"\n" + mail)
    assert world.run() == []


def test_one_mail_to_two_seats_counts_for_both(world: World) -> None:
    """Somebody plays France in two games and writes one mail to both addresses."""
    world.begun("alpha")
    world.begun("beta")
    both = [world.address("France", name) for name in ("alpha", "beta")]
    for seat in both:
        world.raw(raw("A Par - Bur", f"Delivered-To: {seat}", to=", ".join(both)))
    assert len(world.run()) == 2
    assert world.orders("France", "alpha") == world.orders("France", "beta") == ["A PAR - BUR"]


def test_two_mails_with_one_message_id_both_count(world: World) -> None:
    for words in ("LIST", "HELP"):
        world.raw(raw(words))
    assert len(world.run()) == 2


# --- cut off on its way

SHEET = "A Par - Bur\nA Mar - Spa\nPRESS TO TURKEY\nHello.\nENDPRESS\nF Bre - Mid"
DATE = "Date: Mon, 02 Nov 2026 09:59:00 +0000"


class Cut:
    """France's sheet, as it comes cut off and whole, and what else he mails."""

    def __init__(self, world: World, *above: str) -> None:
        world.begun()
        self.world, self.above, self.seat = world, above, world.address("France")

    def send(self, at: datetime, lines: str = SHEET, *, until: str = "", name: str = "one") -> None:
        """The sheet reaches our server; of it what comes before ``until``."""
        named = f"<{name}@players.example>"
        whole = raw(lines, received(at), *self.above, name=named, to=self.seat)
        self.world.raw(whole[: whole.index(until.encode())] if until else whole)

    def run(self, at: datetime | None = None) -> list[str]:
        """A pass; what France is answered."""
        self.sent = self.world.run(at)
        return [mail.flat for mail in self.sent if mail.to == FRANCE]

    @property
    def orders(self) -> list[str]:
        """What France has ordered."""
        return sorted(self.world.orders("France"))


@pytest.mark.parametrize("until", ["Spa", "ris", "is - Bur", "lo.\nEND"])
def test_a_mail_that_was_cut_off_is_not_obeyed_and_the_whole_one_is(
    world: World, until: str
) -> None:
    """The MTA died while it wrote into the pipe, and tried again."""
    cut = Cut(world, DATE)
    lines = SHEET.replace("Par", "Paris")
    cut.send(START, lines, until=until)
    assert "The mail was cut off on its way" in cut.run()[0]
    assert cut.orders == []
    cut.send(world.now, lines)
    assert len(cut.run()) == 1
    assert cut.orders == ["A MAR - SPA", "A PAR - BUR", "F BRE - MAO"]
    for copy in ("", until, "ENDPRESS"):
        cut.send(world.now, lines, until=copy)
        assert cut.run() == []
    assert states(world) == ["done", "done", *["repeated"] * 3]


def test_a_mail_cut_off_in_its_headers_is_answered_to_no_address_in_it(world: World) -> None:
    """Half of one could be another's; the player of a seat whose whole address is there is asked.

    Half a secret address is nobody's.
    """
    cut = Cut(world)
    for until in ("ers.example", "judge.example", "dge.example\nSubject", "ers.example>"):
        cut.send(START, until=until)
    cut.run()
    assert [mail.to for mail in cut.sent] == [FRANCE]
    cut.send(world.now)
    assert len(cut.run()) == 1
    assert len(cut.orders) == 3


def test_a_mail_that_broke_off_in_its_signature_is_obeyed(world: World) -> None:
    """All that its writer says to the judge is there."""
    cut = Cut(world)
    cut.send(START, f"{SHEET}\n-- \nZoe", until="oe")
    assert len(cut.run()) == 1
    assert len(cut.orders) == 3
    cut.send(world.now, f"{SHEET}\n-- \nZoe")
    cut.run()
    assert [mail.to for mail in cut.sent] == [FRANCE]


def test_of_a_cut_off_copy_and_the_whole_one_in_one_pass_the_whole_one_counts(
    world: World,
) -> None:
    cut = Cut(world)
    cut.send(START, until="Spa")
    cut.send(START + MINUTE)
    cut.send(START + 2 * MINUTE, until="Bre")
    assert len(cut.run(START + HOUR)) == 1
    assert len(cut.orders) == 3
    assert states(world) == ["repeated", "done", "repeated"]


@pytest.mark.parametrize("until", ["Spa", "F Bre"])
@pytest.mark.parametrize("passes", [1, 3])
def test_what_came_between_a_cut_off_copy_and_the_whole_one_stands(
    world: World, until: str, passes: int
) -> None:
    """The words of the whole mail are as old as its beginning."""
    cut = Cut(world, DATE)
    mails: tuple[dict[str, str], ...] = (
        {"until": until},
        {"lines": "A Par - Pic", "name": "two"},
        {},
    )
    for number, mail in enumerate(mails):
        cut.send(START + number * MINUTE, **mail)
        if passes > 1:
            cut.run(START + number * MINUTE + MINUTE / 2)
    cut.run(START + HOUR)
    assert cut.orders == ["A MAR - SPA", "A PAR - PIC", "F BRE - MAO"]


def test_what_a_copy_was_obeyed_for_that_did_not_look_cut_off_is_not_done_again(
    world: World,
) -> None:
    cut = Cut(world, DATE)
    cut.send(START, until="F Bre")
    cut.run()
    assert cut.orders == ["A MAR - SPA", "A PAR - BUR"]
    assert [mail.to for mail in cut.sent] == [FRANCE, "turkey@players.example"]
    cut.send(world.now)
    (answer,) = cut.run()
    assert "done already" in answer
    assert [mail.to for mail in cut.sent] == [FRANCE]
    assert len(cut.orders) == 3


@pytest.mark.parametrize("cut_first", [True, False])
@pytest.mark.parametrize("passes", [1, 2])
def test_a_copy_for_another_seat_that_broke_off_is_a_mail_of_its_own(
    world: World, passes: int, *, cut_first: bool
) -> None:
    """One mail to a player's seats in two games: each obeys what came to it, and all of that."""
    world.begun("alpha")
    world.begun("beta")
    seats = {name: world.address("France", name) for name in ("alpha", "beta")}
    whole = raw(SHEET, DATE, to=", ".join(seats.values()))
    octets = {"alpha": whole[: whole.index(b"F Bre")], "beta": whole}
    sent = []
    for name in sorted(seats, reverse=not cut_first):
        world.raw(f"Delivered-To: {seats[name]}\n".encode() + octets[name])
        sent += world.run() if passes > 1 else []
    sent += world.run()
    assert sorted(mail.to for mail in sent) == [FRANCE] * 2 + ["turkey@players.example"] * 2
    assert len(world.orders("France", "alpha")) == 2
    assert len(world.orders("France", "beta")) == 3


def test_press_that_had_no_end_is_sent_when_the_mail_comes_whole(world: World) -> None:
    cut = Cut(world, DATE)
    cut.send(START, until="ENDPRESS")
    cut.run()
    assert [mail.to for mail in cut.sent] == [FRANCE]
    cut.send(world.now)
    cut.run()
    assert [mail.to for mail in cut.sent] == [FRANCE, "turkey@players.example"]


@pytest.mark.parametrize(("until", "taken"), [("Spa", True), ("F Bre", False)])
def test_a_mail_is_in_time_by_a_beginning_only_if_that_was_seen_to_be_cut_off(
    world: World, until: str, *, taken: bool
) -> None:
    """Whole lines anybody can send before the deadline, and all the others after it."""
    cut = Cut(world, DATE)
    cut.send(DEADLINE - MINUTE, until=until)
    cut.run(DEADLINE - MINUTE / 2)
    cut.send(DEADLINE + MINUTE)
    (answer, *_) = cut.run(DEADLINE + 2 * MINUTE)
    assert ("Too late: this mail came 1 minute after" in answer) == (not taken)
    ((told,),) = world.rows("SELECT orders FROM turns")
    assert ("F BRE - MAO" in told) == taken


@pytest.mark.parametrize("untils", [("Spa", "F Bre"), ("F Bre", "Spa")])
def test_of_several_beginnings_one_that_was_seen_to_be_cut_off_is_enough(
    world: World, untils: tuple[str, str]
) -> None:
    cut = Cut(world, DATE)
    for minutes, until in zip((4, 2), untils, strict=True):
        cut.send(DEADLINE - minutes * MINUTE, until=until)
        cut.run(DEADLINE - (minutes - 1) * MINUTE)
    cut.send(DEADLINE + MINUTE)
    cut.run(DEADLINE + 2 * MINUTE)
    assert "F BRE - MAO" in world.rows("SELECT orders FROM turns")[0][0]


def test_a_program_that_gives_all_mails_one_message_id_is_understood(world: World) -> None:
    """No Date, and whole lines: the shorter mail is one of its own, before or after."""
    cut = Cut(world)
    for lines in ("A Par - Bur", "A Par - Bur\nA Mar - Spa", "A Par - Bur"):
        cut.send(world.now, lines)
        assert len(cut.run()) == (1 if lines != "A Par - Bur" or world.count == 1 else 0)
    assert cut.orders == ["A MAR - SPA", "A PAR - BUR"]


def test_without_a_message_id_the_same_words_count_once_a_day(world: World) -> None:
    mail = raw("HELP", name="")
    for hours, answers in ((0, 1), (1, 0), (20, 0), (26, 1), (27, 0)):
        world.now = START + hours * HOUR
        world.raw(received(world.now).encode() + b"\n" + mail)
        assert len(world.run()) == answers, hours


def test_a_mail_is_known_for_good(world: World) -> None:
    mail = raw("HELP")
    world.raw(received(START).encode() + b"\n" + mail)
    assert len(world.run()) == 1
    world.now = START + 400 * DAY
    world.raw(received(world.now).encode() + b"\n" + mail)
    assert [sent for sent in world.passed()[1] if sent.to == FRANCE] == []


def vouched(at: datetime) -> str:
    stamp = "Authentication-Results: mx.judge.example; dkim=pass header.d=players.example"
    return f"{stamp}\n{received(at)}"


def vouching(world: World) -> None:
    config = world.home / "judge.toml"
    config.write_text('authserv = "mx.judge.example"\n' + config.read_text())


@pytest.mark.parametrize("to", ["judge@judge.example", "judge+alpha@judge.example"])
def test_a_copy_that_somebody_else_sent_first_does_not_silence_the_player(
    world: World, to: str
) -> None:
    """He had copied his orders to an enemy, who sends them on to the judge before they arrive."""
    vouching(world)
    world.begun()
    world.raw(raw("A Par - Bur", received(START), to=to))
    world.run()
    assert world.orders("France") == []
    world.raw(raw("A Par - Bur", vouched(START), to=to))
    assert [mail.to for mail in world.run()] == [FRANCE]
    assert world.orders("France") == ["A PAR - BUR"]
    world.raw(raw("A Par - Bur", received(world.now), to=to))
    world.raw(raw("A Par - Bur", vouched(world.now), to=to))
    assert world.run() == []


def test_what_a_seat_was_obeyed_for_is_not_obeyed_again_with_a_better_stamp(world: World) -> None:
    vouching(world)
    world.begun()
    seat = world.address("France")
    answers: list[Sent] = []
    for above in (received(START), vouched(START), received(START)):
        world.raw(raw("PRESS TO TURKEY\nHello.\nENDPRESS", above, to=seat))
        answers += world.run()
    assert len([mail for mail in answers if mail.to == FRANCE]) == 1


def test_what_a_mail_says_tells_two_mails_apart() -> None:
    mail = raw("HELP")
    others = (
        *(raw("HELP", name="<two@players.example>"), raw("LIST"), raw("HELP", to="x@y.example")),
        *(mail.replace(b"france@", b"italy@"), mail.replace(b"Subject: orders", b"Subject: x")),
        *(mail.replace(b"\n\nHELP", b" \n\nHELP\n\nHELP"), b"", b"\n\nHELP\n"),
    )
    assert len({body.digest_content(one) for one in (mail, *others)}) == 1 + len(others)
    assert body.digest_content(mail, "a", "b") != body.digest_content(mail, "ab", "")
