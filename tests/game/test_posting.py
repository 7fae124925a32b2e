"""Mails that can't be handed over are tried again with patience, or given up and told."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.keeper.audit import audit
from judge.keeper.doctor import examine
from judge.keeper.status import status
from judge.kernel.errors import KeeperError
from judge.mail.transport import SENT, Envelope, Outcome
from judge.post import idle, posting, servers
from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, World

RETRY, REFUSED = Outcome("retry", "450 busy"), Outcome("refused", "550 no such user")


class Way:
    """A transport: what becomes of a mail depends on its recipient and on the day.

    ``everybody`` is what the server says to each mail, whoever it is for.
    """

    def __init__(self) -> None:
        self.answers: dict[str, Outcome] = {}
        self.blocked = ""
        self.everybody: Outcome | None = None
        self.sent: list[Envelope] = []
        self.tried: list[str] = []

    def post(self, envelopes: Sequence[Envelope]) -> Iterator[Outcome]:
        """Send what can be sent."""
        if self.blocked:
            raise KeeperError(self.blocked)
        for envelope in envelopes:
            name = envelope.to.partition("@")[0]
            self.tried.append(name)
            outcome = self.everybody or self.answers.get(name, SENT)
            if outcome is SENT:
                self.sent.append(envelope)
            yield outcome

    def check(self, probe: Envelope, also: str) -> None:
        """Nothing is wrong with the way itself."""
        assert probe.to.startswith("judge+probe.")
        assert also == "keeper@judge.example"

    @property
    def reached(self) -> list[str]:
        """Who got mail, in order."""
        return [envelope.to.partition("@")[0] for envelope in self.sent]


@pytest.fixture
def way(world: World, monkeypatch: pytest.MonkeyPatch) -> Way:
    found = Way()
    monkeypatch.setattr(servers, "open_transport", lambda _: found)
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
    for tries in range(2, 11):
        last, due = world.now, wakes(world)
        world.run(due - MINUTE)
        assert way.tried.count("france") == tries - 1
        world.run(due)
        assert way.tried.count("france") == tries
        waits.append((due - last) / MINUTE)
    assert waits == [5, 10, 20, 40, 80, 160, 320, 360, 360]


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
    """Only standard error is left to tell him by."""
    way.answers |= {"gm": REFUSED, "keeper": REFUSED}
    report, _ = world.passed(DEADLINE)
    assert way.tried.count("keeper") == 1
    assert report.lines == ["The keeper's address is refused: 550 no such user"]


def test_where_the_whole_way_is_blocked_all_mails_wait(world: World, way: Way) -> None:
    way.blocked = "The SMTP server smtp.example:587 does not answer."
    report, _ = world.passed(DEADLINE)
    assert report.lines == [f"Mail can't be sent: {way.blocked}"]
    assert report.failed
    assert world.game().number == 2
    way.blocked = ""
    report, _ = world.passed(DEADLINE + MINUTE)
    assert not report.failed
    assert len(way.reached) == 10
    assert way.reached[-2:] == ["keeper", "keeper"], "that it began, and that it is over"


def test_nothing_is_adjudicated_before_the_mailbox_could_be_read(
    world: World, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Perhaps the orders lie there."""
    to = world.address("France")
    with monkeypatch.context() as patch:
        patch.setattr(servers, "open_inbox", lambda _: _Broken())
        report, _ = world.passed(DEADLINE + HOUR)
    assert report.lines == [
        "Mail can't be taken in: The IMAP server imap.example:993 does not answer."
    ]
    assert world.game().number == 1
    world.mail("france@players.example", "A Par - Bur", to=to, at=DEADLINE - HOUR)
    world.passed(DEADLINE + 2 * HOUR)
    assert world.game().number == 2
    assert "A PAR - BUR" in world.rows("SELECT orders FROM turns")[0][0]
    assert "france" in way.reached


class _Broken:
    def __init__(self) -> None:
        self.newly_left: dict[str, str] = {}

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


# --- the server is in trouble, which says nothing of those who wait

POLICY = Outcome("trouble", "554 5.7.1 relay access denied")


@pytest.mark.parametrize("answer", [POLICY, REFUSED, RETRY])
def test_a_server_that_refuses_everybody_loses_no_mail(
    world: World, way: Way, answer: Outcome
) -> None:
    way.everybody = answer
    report, _ = world.passed(DEADLINE)
    assert report.failed
    (line,) = report.lines
    assert line.startswith("Mail can't be sent: ")
    assert answer.reason in line
    assert world.rows("SELECT DISTINCT status FROM outbox WHERE created >= '2026-11-05'") == [
        ("queued",)
    ]
    way.everybody = None
    report, _ = world.passed(DEADLINE + HOUR)
    assert not report.failed
    assert report.lines[0].startswith("Mail goes out again; the trouble began 2026-11-05 18:00 UTC")
    assert sorted(set(way.reached)) == sorted(
        ["austria", "england", "france", "germany", "gm", "italy", "keeper", "russia", "turkey"]
    )
    assert world.rows("SELECT * FROM failing") == []


def test_trouble_is_told_when_it_begins_once_a_day_and_when_it_ends(world: World, way: Way) -> None:
    """And every pass of it ends with a bad exit status, though nothing is said."""
    way.everybody = POLICY
    world.passed(DEADLINE)
    lines = []
    for hours in range(1, 73):
        report, _ = world.passed(DEADLINE + hours * HOUR)
        assert report.failed
        lines += report.lines
    assert [line.partition(": ")[0] for line in lines] == [
        "Mail can't be sent since 2026-11-05 18:00 UTC"
    ] * 3
    way.everybody = None
    report, _ = world.passed(DEADLINE + 3 * DAY)
    assert [line.partition(";")[0] for line in report.lines] == ["Mail goes out again"]
    assert way.reached.count("keeper") == 2, "of the news that could not leave the last alone"


def test_a_trouble_lasts_while_the_server_that_once_took_mail_takes_none(
    world: World, way: Way
) -> None:
    world.mail("france@players.example", "STATUS", to=world.address("France"))
    world.run()
    assert way.reached == ["france"]
    way.everybody = POLICY
    passes = [world.passed(DEADLINE + hours * HOUR)[0] for hours in range(4)]
    assert [report.failed for report in passes] == [True] * 4
    assert [len(report.lines) for report in passes] == [1, 0, 0, 0]


def test_long_trouble_is_no_reason_to_give_up(world: World, way: Way) -> None:
    way.everybody = POLICY
    for days in range(12):
        world.passed(DEADLINE + days * DAY)
    way.everybody = None
    way.answers["france"] = RETRY
    world.passed(DEADLINE + 12 * DAY)
    assert world.rows("SELECT count(*) FROM outbox WHERE status = 'failed'") == [(0,)]
    del way.answers["france"]
    world.passed(DEADLINE + 13 * DAY)
    assert "france" in way.reached


def test_a_mail_that_alone_is_against_the_policy_waits_and_then_is_given_up(
    world: World, way: Way
) -> None:
    """A filter that dislikes one mail is no trouble with the server: the others were taken."""
    way.answers["france"] = POLICY
    report, _ = world.passed(DEADLINE)
    assert (report.lines, report.failed) == ([], False)
    assert len(way.reached) == 7
    while wakes(world) < DEADLINE + 6 * DAY:
        world.run(wakes(world))
    assert ("france@players.example",) in world.rows(
        "SELECT recipient FROM outbox WHERE status = 'failed'"
    )


def test_a_pass_does_not_post_for_ever(
    world: World, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deadlines wait meanwhile; the next pass goes on where it ended."""
    with monkeypatch.context() as patch:
        patch.setattr(posting, "LONG", 0.0)
        report, _ = world.passed(DEADLINE)
        assert (report.lines, report.failed, report.restless) == ([], False, True)
        assert len(way.reached) == 1
        assert not (world.home / "wake").exists()
    world.run(DEADLINE)
    assert len(way.reached) == 8


@pytest.mark.parametrize(
    ("answer", "asking", "trouble"),
    [
        (POLICY, ["france"], "554 5.7.1 relay access denied"),
        (RETRY, ["france", "italy"], ""),
        (RETRY, ["france", "italy", "russia"], "nobody's mail is taken (450 busy)"),
    ],
)
def test_what_a_server_says_of_us_or_of_three_of_us_is_its_trouble(
    world: World, way: Way, answer: Outcome, asking: list[str], trouble: str
) -> None:
    way.everybody = answer
    for name in asking:
        world.mail(f"{name}@players.example", "STATUS", to=world.address(name.title()))
    report, _ = world.passed()
    assert report.lines == ([f"Mail can't be sent: {trouble}."] if trouble else [])
    assert report.failed == bool(trouble)


@pytest.mark.parametrize("last", ["austria", "gm"])
def test_a_server_that_took_other_mails_is_in_no_trouble_over_one(
    world: World, way: Way, last: str
) -> None:
    """Whether that was the first of them or the last."""
    way.answers[last] = POLICY
    report, _ = world.passed(DEADLINE)
    assert (report.lines, report.failed) == ([], False)


@pytest.mark.parametrize(
    ("names", "failed"),
    [(["russia", "turkey"], False), (["italy", "russia", "turkey"], True)],
)
def test_a_server_that_takes_three_in_a_row_no_more_is_in_trouble_though_it_took_others(
    world: World, way: Way, names: list[str], *, failed: bool
) -> None:
    way.answers = dict.fromkeys(names, POLICY)
    report, _ = world.passed(DEADLINE)
    assert "austria" in way.reached
    assert report.failed == failed


def test_a_mail_is_tried_to_the_end_of_the_last_of_its_days(world: World, way: Way) -> None:
    world.section("limits", "retry_days = 1")
    way.answers["france"] = RETRY
    last = DEADLINE + DAY
    for moment in (DEADLINE, last - 10 * MINUTE, last):
        assert world.rows("SELECT count(*) FROM outbox WHERE status = 'failed'") == [(0,)]
        world.run(moment)
    assert way.tried.count("france") == 3
    assert world.rows("SELECT recipient FROM outbox WHERE status = 'failed'") == [
        ("france@players.example",)
    ]


# --- what was given up is the keeper's to decide


def keeper(world: World, *words: str) -> str:
    """What `judge outbox ...` prints."""
    result = CliRunner().invoke(main, ["outbox", "--spool", str(world.home), *words])
    assert result.exit_code == 0, result.output
    return result.output


def test_a_mail_given_up_keeps_its_bytes_until_the_keeper_drops_it(world: World, way: Way) -> None:
    way.answers["france"] = REFUSED
    world.run(DEADLINE)
    (line,) = [line for line in keeper(world).splitlines() if "given up" in line]
    name = line.split()[0]
    assert "france@players.example" in line
    assert "550 no such user" in line
    shown = keeper(world, "show", name)
    assert "To: <france@players.example>" in shown
    assert "A PAR" not in shown, "what is private needs --raw"
    assert "A PAR" in keeper(world, "show", name, "--raw")
    del way.answers["france"]
    assert keeper(world, "retry", name) == f"The next 'judge run' sends {name}.\n"
    world.run(DEADLINE + MINUTE)
    assert way.reached[-1] == "france"
    assert name not in keeper(world)


def test_the_keeper_lets_go_of_mails(world: World, way: Way) -> None:
    way.answers["france"] = REFUSED
    world.run(DEADLINE)
    assert keeper(world, "drop", "all").startswith("Let go of M")
    assert "given up" not in keeper(world)
    assert ("dropped",) in world.rows("SELECT status FROM outbox")
    assert audit(world.home).faults == []


def test_the_keeper_is_shown_what_was_tried_with_a_mail_and_its_headers(
    world: World, way: Way
) -> None:
    way.answers.update(france=RETRY, italy=REFUSED)
    world.run(DEADLINE)
    waiting, given_up = (line.split()[0] for line in keeper(world).splitlines()[1:3])
    told, _, headers = keeper(world, "show", waiting).partition("\n\n")
    of_mail = f"SELECT length(raw) FROM bodies NATURAL JOIN outbox WHERE id = {waiting[1:]}"
    ((size,),) = world.rows(of_mail)
    assert told.splitlines() == [
        f"mail: {waiting}",
        "state: waits",
        "to: france@players.example",
        "kind: results",
        "game: alpha",
        "written: 2026-11-05 18:00",
        "tries: 1",
        "next: 2026-11-05 18:05",
        "reason: 450 busy",
        f"size: {size} bytes",
    ]
    heads = [line.partition(":")[0] for line in headers.splitlines()]
    assert heads == ["From", "To", "Subject", "Date", "Message-ID"]
    told = keeper(world, "show", given_up)
    assert "state: given up\n" in told
    assert "next:" not in told
    assert "reason: 550 no such user\n" in told


def test_a_mail_whose_bytes_are_gone_is_shown_without_headers_and_can_not_be_sent(
    world: World, way: Way
) -> None:
    way.answers["france"] = REFUSED
    world.run(DEADLINE)
    name = keeper(world).splitlines()[1].split()[0]
    with world.engine().begin() as db:
        db.exec_driver_sql("DELETE FROM bodies")
    assert keeper(world, "show", name).splitlines()[-1] == "its text is not kept"
    result = CliRunner().invoke(main, ["outbox", "--spool", str(world.home), "retry", name])
    assert result.exit_code != 0
    assert f"Mail {name} has no text that could be sent." in result.output


def test_all_means_those_that_were_given_up_and_leaves_the_others_to_wait(
    world: World, way: Way
) -> None:
    way.answers.update(france=RETRY, italy=REFUSED)
    world.run(DEADLINE)
    waiting, given_up = (line.split()[0] for line in keeper(world).splitlines()[1:3])
    way.answers.clear()
    assert idle.is_idle(world.home, DEADLINE + MINUTE)
    assert keeper(world, "retry", "ALL") == f"The next 'judge run' sends {given_up}.\n"
    assert not idle.is_idle(world.home, DEADLINE + MINUTE)
    assert world.rows(f"SELECT tries FROM outbox WHERE id = {given_up[1:]}") == [(0,)]
    world.run(DEADLINE + MINUTE)
    assert way.reached[-1] == "italy"
    (line,) = keeper(world).splitlines()[1:]
    assert line.split()[:2] == [waiting, "waits"]
    assert keeper(world, "drop", "all") == "Let go of nothing.\n"
    assert keeper(world, "drop", waiting.lower()) == f"Let go of {waiting}.\n"
    world.run(DEADLINE + HOUR)
    assert "france" not in way.reached
    deeds = world.rows("SELECT what, game FROM log WHERE what LIKE 'outbox.%' ORDER BY id")
    assert deeds == [("outbox.retry", "alpha"), ("outbox.drop", "alpha")]
    assert audit(world.home).faults == []


@pytest.mark.parametrize(
    ("reason", "kept"), [("550 no such user", "550 no such user"), ("", "dropped")]
)
def test_why_a_mail_could_not_be_sent_is_known_though_it_was_let_go_of(
    world: World, way: Way, reason: str, kept: str
) -> None:
    way.answers["france"] = Outcome("refused", reason)
    world.run(DEADLINE)
    ((number, tries),) = world.rows("SELECT id, tries FROM outbox WHERE status != 'sent'")
    keeper(world, "drop", f"M{number}")
    found = world.rows(f"SELECT status, tries, reason FROM outbox WHERE id = {number}")
    assert found == [("dropped", tries, kept)]


def test_a_mail_that_is_not_there_is_said_so(world: World, way: Way) -> None:
    result = CliRunner().invoke(main, ["outbox", "--spool", str(world.home), "drop", "M999"])
    assert result.exit_code
    assert "Mail M999 is not in the outbox" in result.output
    assert way.sent == []


def test_doctor_and_status_name_the_trouble(world: World, way: Way) -> None:
    way.everybody = POLICY
    world.passed(DEADLINE)
    findings = {finding.part: finding for finding in examine(world.home)}
    assert not findings["Outbox"].ok
    assert "554 5.7.1 relay access denied" in findings["Outbox"].text
    lines = status(world.home, world.now).lines
    assert any(line.startswith("Mail can't be sent since 2026-11-05 18:00 UTC") for line in lines)
