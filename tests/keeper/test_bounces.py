"""Mails that come back: the address is marked, whoever runs its games is told, and nobody else."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Literal

import pytest

from judge.keeper.audit import audit
from judge.mail.transport import SENT, Envelope, Outcome
from judge.post import servers
from tests.game.world import DAY, DEADLINE, Sent, World

FRANCE = "france@players.example"

REPORT = """\
From: MAILER-DAEMON@mx.players.example
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <bounce{number}@mx.players.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Your message could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.players.example

Final-Recipient: rfc822; france@players.example
Action: {action}
Status: {status}
{more}
--b--
"""


def bounced(
    world: World,
    mail: Sent,
    status: str = "5.2.1",
    action: str = "failed",
    *,
    to: str = "",
    more: str = "",
) -> list[Sent]:
    """Let a mail come back, and return what the judge sends because of that."""
    to = to or str(mail.message["Return-Path"]).strip("<>")
    text = REPORT.format(to=to, number=world.count, action=action, status=status, more=more)
    world.raw(f"Delivered-To: {to}\n{text}".encode())
    return world.run()


def mails_to_france(world: World, count: int) -> list[Sent]:
    """Answers that France gets."""
    return [world.order("France", "A Par - Bur") for _ in range(count)]


def told(sent: list[Sent]) -> list[str]:
    """To whom mails went."""
    return [mail.to for mail in sent]


def test_an_unknown_mailbox_is_told_to_the_game_master_at_once(world: World) -> None:
    world.begun()
    (mail,) = mails_to_france(world, 1)
    (notice,) = bounced(world, mail, "5.1.1")
    assert notice.to == "gm@players.example"
    assert f"Mails to {FRANCE} (France of alpha) come back: 5.1.1 1 mail" in notice.flat
    assert "1 mail came back since" in notice.flat


def test_other_failures_are_told_when_the_third_mail_came_back(world: World) -> None:
    world.begun()
    first, second, third, fourth = mails_to_france(world, 4)
    assert bounced(world, first) == []
    assert bounced(world, second) == []
    (notice,) = bounced(world, third)
    assert "3 mails came back" in notice.flat
    assert bounced(world, fourth) == []
    assert world.rows("SELECT address, times, told FROM failing") == [(FRANCE, 4, True)]


def test_one_mail_comes_back_once_however_often_it_is_said(world: World) -> None:
    world.begun()
    (mail,) = mails_to_france(world, 1)
    for _ in range(4):
        assert bounced(world, mail) == []
    assert world.rows("SELECT times FROM failing") == [(1,)]
    assert audit(world.home).outbox["returned"] == 1


@pytest.mark.parametrize(
    ("status", "action", "reason"),
    [
        ("4.2.2", "failed", "a bounce that may pass: 4.2.2"),
        ("5.2.2", "failed", "a bounce that may pass: 5.2.2"),
        ("4.4.1", "delayed", "a report of a mail that is still on its way"),
        ("2.0.0", "relayed", "a report of a mail that is still on its way"),
    ],
)
def test_what_may_pass_counts_for_nothing(
    world: World, status: str, action: str, reason: str
) -> None:
    world.begun()
    (mail,) = mails_to_france(world, 1)
    assert bounced(world, mail, status, action) == []
    assert world.rows("SELECT * FROM failing") == []
    assert world.rows("SELECT reason FROM letters WHERE status = 'silent'") == [(reason,)]


DMARC = "Diagnostic-Code: smtp; 550 5.7.26 DMARC of judge.example is not met\n"


def test_what_a_server_has_against_us_is_told_to_the_keeper_in_its_words(world: World) -> None:
    """Once a day, and to nobody else; no address is marked."""
    world.begun()
    first, second, third = mails_to_france(world, 3)
    (notice,) = bounced(world, first, "5.7.26", more=DMARC)
    assert notice.to == "keeper@judge.example"
    assert notice.subject.endswith("players.example refuses our mails")
    assert "5.7.26 DMARC of judge.example is not met" in notice.flat
    assert bounced(world, second, "5.7.26", more=DMARC) == []
    assert world.rows("SELECT * FROM failing") == []
    world.now += DAY
    world.run()
    assert told(bounced(world, third, "5.7.26", more=DMARC)) == ["keeper@judge.example"]


def test_a_dead_address_without_any_code_is_told_as_well(world: World) -> None:
    world.begun()
    text = "did not reach the following recipient(s):\n\n  The recipient name is not recognized\n"
    for mail in mails_to_france(world, 3):
        to = str(mail.message["Return-Path"]).strip("<>")
        world.raw(f"Delivered-To: {to}\nSubject: Undeliverable\n\n{text}{world.count}".encode())
        sent = world.run()
    (notice,) = sent
    assert notice.to == "gm@players.example"
    assert "come back: there is no such mailbox" in notice.flat


def test_a_bounce_of_no_mail_of_ours_counts_for_nothing(world: World) -> None:
    world.begun()
    (mail,) = mails_to_france(world, 1)
    forged = "judge+=aaaaaaaaaaaaaaaaaaaaaaaaaa@judge.example"
    assert bounced(world, mail, "5.1.1", to=forged) == []
    assert world.rows("SELECT * FROM failing") == []


def test_a_later_mail_from_the_address_ends_it(world: World) -> None:
    world.begun()
    (mail,) = mails_to_france(world, 1)
    bounced(world, mail, "5.1.1")
    (next_mail,) = mails_to_france(world, 1)
    assert world.rows("SELECT * FROM failing") == []
    assert told(bounced(world, next_mail, "5.1.1")) == ["gm@players.example"]
    rows = world.rows("SELECT what FROM log WHERE what LIKE 'address.%'")
    assert rows == [("address.failing",), ("address.works",), ("address.failing",)]
    about = world.rows(
        "SELECT DISTINCT json_extract(facts, '$.person') FROM log WHERE what LIKE 'address.%'"
    )
    assert about == [(world.seat("France").person,)]


def test_a_mail_from_another_address_does_not_end_it(world: World) -> None:
    world.begun()
    (mail,) = mails_to_france(world, 1)
    bounced(world, mail, "5.1.1")
    world.say("france@elsewhere.example", "A Par H", to=world.address("France"))
    assert world.rows("SELECT address FROM failing") == [(FRANCE,)]


def test_the_keeper_is_told_where_nobody_runs_the_game(world: World) -> None:
    world.begun()
    engine = world.engine()
    with engine.begin() as db:
        db.exec_driver_sql("UPDATE games SET gm = NULL")
    (mail,) = mails_to_france(world, 1)
    (notice,) = bounced(world, mail, "5.1.1")
    assert notice.to == "keeper@judge.example"
    assert "a player can't be reached" in notice.subject


def test_the_keeper_is_told_that_a_game_master_can_not_be_reached(world: World) -> None:
    world.begun()
    answer = world.say("gm@players.example", "STATUS", to=world.address("GM"))
    assert told(bounced(world, answer, "5.1.1")) == ["keeper@judge.example"]


def test_the_master_of_each_game_is_told_but_not_of_a_game_that_is_over(world: World) -> None:
    for name in ("alpha", "beta", "gamma"):
        world.begun(name)
    engine = world.engine()
    with engine.begin() as db:
        db.exec_driver_sql("UPDATE games SET status = 'over' WHERE name = 'gamma'")
    (mail,) = mails_to_france(world, 1)
    sent = bounced(world, mail, "5.1.1")
    assert [mail.text.count("France of alpha") for mail in sent] == [1, 0]
    assert [mail.text.count("France of beta") for mail in sent] == [0, 1]


def test_a_stranger_who_can_not_be_reached_is_nobodys_business(world: World) -> None:
    answer = world.say("stranger@else.example", "LIST")
    assert bounced(world, answer, "5.1.1") == []


def test_results_that_come_back_are_told_to_no_player(world: World) -> None:
    world.begun()
    results = world.run(DEADLINE)
    (mail,) = [mail for mail in results if mail.to == FRANCE]
    assert told(bounced(world, mail, "5.1.1")) == ["gm@players.example"]


# --- what our own server refuses to take


class Picky:
    """A server that refuses some addresses for good."""

    def __init__(self, *refused: str) -> None:
        self.refused = refused
        self.verdict: Literal["refused", "trouble"] = "refused"
        self.took: list[str] = []

    def post(self, envelopes: Sequence[Envelope]) -> Iterator[Outcome]:
        """Refuse, or take."""
        for envelope in envelopes:
            if envelope.to in self.refused:
                yield Outcome(self.verdict, "550 5.7.1 not wanted")
            else:
                self.took.append(envelope.to)
                yield SENT


@pytest.fixture
def picky(monkeypatch: pytest.MonkeyPatch) -> Picky:
    """The judge's server refuses France."""
    server = Picky(FRANCE)
    monkeypatch.setattr(servers, "open_transport", lambda spool: server)
    return server


def test_a_refusal_is_told_to_the_game_master_once_and_delays_nobody(
    world: World, picky: Picky
) -> None:
    world.begun()
    world.run(DEADLINE)
    assert sorted(picky.took) == sorted(
        [
            *(f"{power}@players.example" for power in ("austria", "england", "germany", "italy")),
            *("russia@players.example", "turkey@players.example"),
            *("gm@players.example", "gm@players.example"),
        ]
    )
    picky.took.clear()
    world.run(DEADLINE + 3 * DAY)
    assert picky.took.count("gm@players.example") == 1
    assert world.rows("SELECT times FROM failing") == [(2,)]


def test_the_keeper_is_told_once_of_a_stranger_whom_our_server_refuses(
    world: World, picky: Picky
) -> None:
    """Until the stranger writes again."""
    for _ in range(3):
        world.mail(FRANCE, "LIST")
    world.run()
    assert picky.took == ["keeper@judge.example"]


def test_a_mail_that_a_server_will_not_have_of_us_is_told_to_the_keeper(
    world: World, picky: Picky
) -> None:
    """When it was tried for long enough, while the server takes the others."""
    picky.verdict = "trouble"
    world.begun()
    for _ in range(40):
        world.run(world.now + timedelta(hours=6))
    sent = [row[0] for row in world.rows("SELECT key FROM outbox WHERE key LIKE 'keeper.refusal%'")]
    assert sent
    assert world.rows("SELECT * FROM failing") == []


def test_that_the_keeper_can_not_be_reached_is_said_on_standard_error_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Picky(FRANCE, "keeper@judge.example")
    monkeypatch.setattr(servers, "open_transport", lambda spool: server)
    world.mail(FRANCE, "LIST")
    report, _ = world.passed(world.now + timedelta(hours=1))
    assert report.lines == ["The keeper's address is refused: 550 5.7.1 not wanted"]
    assert server.took == []
