"""Mails that can't be handed over are tried again with patience, or given up and told."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import pytest

from judge.game.post import servers
from judge.kernel.errors import KeeperError
from judge.mail.outbox import SENT, Envelope, Outcome
from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, World

RETRY, REFUSED = Outcome("retry", "450 busy"), Outcome("refused", "550 no such user")


class Way:
    """A transport: what becomes of a mail depends on its recipient and on the day."""

    def __init__(self) -> None:
        self.answers: dict[str, Outcome] = {}
        self.blocked = ""
        self.sent: list[Envelope] = []
        self.tried: list[str] = []

    def post(self, envelopes: Sequence[Envelope]) -> Iterator[Outcome]:
        """Send what can be sent."""
        if self.blocked:
            raise KeeperError(self.blocked)
        for envelope in envelopes:
            name = envelope.to.partition("@")[0]
            self.tried.append(name)
            outcome = self.answers.get(name, SENT)
            if outcome is SENT:
                self.sent.append(envelope)
            yield outcome

    @property
    def reached(self) -> list[str]:
        """Who got mail, in order."""
        return [envelope.to.partition("@")[0] for envelope in self.sent]


@pytest.fixture
def way(world: World, monkeypatch: pytest.MonkeyPatch) -> Way:
    found = Way()
    monkeypatch.setattr(servers, "transport", lambda _: found)
    world.begun()
    world.section("outbox", 'kind = "smtp"', 'host = "localhost"')
    return found


def test_one_recipient_an_envelope_and_a_sender_of_its_own(world: World, way: Way) -> None:
    world.run(DEADLINE)
    assert len(way.sent) == 8
    assert len({envelope.sender for envelope in way.sent}) == 8
    for envelope in way.sent:
        assert f"\r\nTo: <{envelope.to}>\r\n".encode() in envelope.raw
        assert envelope.sender.startswith("judge+=")
        for header in (b"\nCc:", b"\nBcc:"):
            assert header not in envelope.raw


def test_one_busy_server_delays_nobody_else(world: World, way: Way) -> None:
    way.answers["france"] = RETRY
    world.run(DEADLINE)
    assert len(way.reached) == 7
    assert world.rows("SELECT status, tries, reason FROM outbox WHERE status != 'sent'") == [
        ("queued", 1, "450 busy")
    ]


def wakes(world: World) -> datetime:
    """When the judge has next to do something."""
    return datetime.fromisoformat((world.home / "wake").read_text())


def test_a_mail_is_tried_again_after_ever_longer_waits(world: World, way: Way) -> None:
    way.answers["france"] = RETRY
    world.run(DEADLINE)
    waits = []
    for tries in range(2, 9):
        last, due = world.now, wakes(world)
        world.run(due - MINUTE)
        assert way.tried.count("france") == tries - 1
        world.run(due)
        assert way.tried.count("france") == tries
        waits.append((due - last) / MINUTE)
    assert waits == [5, 10, 20, 40, 80, 160, 320]


def test_the_mail_tried_again_is_the_same_to_the_byte(world: World, way: Way) -> None:
    way.answers["france"] = RETRY
    world.run(DEADLINE)
    key, raw = world.rows("SELECT key, raw FROM bodies")[0]
    del way.answers["france"]
    world.run(DEADLINE + HOUR)
    assert way.sent[-1].raw == raw
    assert world.message_id(key).encode() in raw
    assert world.rows("SELECT * FROM bodies") == []


def test_a_mail_is_given_up_after_five_days_and_the_master_told(world: World, way: Way) -> None:
    way.answers["france"] = RETRY
    world.run(DEADLINE)
    while wakes(world) < DEADLINE + 6 * DAY:
        world.run(wakes(world))
    (given_up,) = world.rows("SELECT recipient FROM outbox WHERE status = 'failed'")
    assert given_up == ("france@players.example",)
    assert way.reached[7:].count("gm") >= 1
    assert way.tried.count("france") > 15
    assert b"france@players.example" in way.sent[-1].raw


def test_a_refused_mail_is_not_tried_again_and_only_the_master_is_told(
    world: World, way: Way
) -> None:
    way.answers["france"] = REFUSED
    world.run(DEADLINE)
    assert way.reached.count("gm") == 2
    told = way.sent[-1]
    assert told.to == "gm@players.example"
    assert b"550 no such user" in told.raw
    world.run(DEADLINE + 7 * HOUR)
    assert way.tried.count("france") == 1


def test_a_master_who_cannot_be_reached_is_the_keepers_affair(world: World, way: Way) -> None:
    way.answers["gm"] = REFUSED
    world.run(DEADLINE)
    assert way.sent[-1].to == "keeper@judge.example"
    assert b"gm@players.example" in way.sent[-1].raw


def test_a_keeper_who_cannot_be_reached_causes_no_loop(world: World, way: Way) -> None:
    way.answers |= {"gm": REFUSED, "keeper": REFUSED}
    world.run(DEADLINE)
    assert way.tried.count("keeper") == 1


def test_where_the_whole_way_is_blocked_all_mails_wait(world: World, way: Way) -> None:
    way.blocked = "The SMTP server smtp.example:587 does not answer."
    report, _ = world.passed(DEADLINE)
    assert report.lines == [way.blocked]
    assert report.failed
    assert world.game().number == 2
    way.blocked = ""
    world.run(DEADLINE + MINUTE)
    assert len(way.reached) == 8


def test_nothing_is_adjudicated_before_the_mailbox_could_be_read(
    world: World, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Perhaps the orders lie there."""
    to = world.address("France")
    with monkeypatch.context() as patch:
        patch.setattr(servers, "inbox", lambda _: _Broken())
        report, _ = world.passed(DEADLINE + HOUR)
    assert report.lines == ["The IMAP server imap.example:993 does not answer."]
    assert world.game().number == 1
    world.mail("france@players.example", "A Par - Bur", to=to, at=DEADLINE - HOUR)
    world.run(DEADLINE + 2 * HOUR)
    assert world.game().number == 2
    assert "A PAR - BUR" in world.rows("SELECT orders FROM turns")[0][0]
    assert "france" in way.reached


class _Broken:
    def __enter__(self) -> None:
        raise KeeperError("The IMAP server imap.example:993 does not answer.")

    def __exit__(self, *_: object) -> None:
        """Nothing was opened."""


def test_a_crash_between_two_mails_repeats_at_most_one(
    world: World, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each mail is stored as sent before the next one leaves."""
    post = way.post

    def dying(envelopes: Sequence[Envelope]) -> Iterator[Outcome]:
        for number, outcome in enumerate(post(envelopes)):
            if number == 3:
                raise KeyboardInterrupt
            yield outcome

    with monkeypatch.context() as patch:
        patch.setattr(way, "post", dying)
        with pytest.raises(KeyboardInterrupt):
            world.passed(DEADLINE)
    world.run(DEADLINE)
    assert len(way.reached) == 9
    assert len(set(way.reached)) == 8
    assert way.sent[3].raw == way.sent[4].raw


def test_the_next_wake_is_the_next_thing_to_do(world: World, way: Way) -> None:
    world.run()
    assert wakes(world) == DEADLINE
    way.answers["france"] = RETRY
    world.run(DEADLINE)
    assert wakes(world) == DEADLINE + 5 * MINUTE
    del way.answers["france"]
    world.run(DEADLINE + 5 * MINUTE)
    assert wakes(world) == DEADLINE + 3 * DAY
