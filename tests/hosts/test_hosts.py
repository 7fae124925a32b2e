"""Several hosts of one judge: nothing is lost, doubled, or closed before all inboxes were read."""

import random
import re
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from judge.keeper import queue
from judge.keeper.audit import audit
from judge.kernel.errors import KeeperError, MissingError
from judge.post import servers
from judge.run import batch
from judge.spool import spool
from judge.spool.hosts import find_silent, note_read, reader_name
from tests.game.world import DEADLINE, HOUR, MINUTE, POWERS, START, Sent, World, mailbox
from tests.hosts.chaos import Herd
from tests.hosts.cluster import Cluster
from tests.hosts.world import HostedWorld


@pytest.fixture
def pair(hosted: HostedWorld, tmp_path: Path) -> Iterator[tuple[HostedWorld, HostedWorld]]:
    """Two hosts of one judge, each with an inbox of its own that it has read once; a game."""
    hosted.begun()
    other = HostedWorld(tmp_path / "other", hosted.url())
    hosted.run(START + MINUTE)
    other.run(START + 2 * MINUTE)
    yield hosted, other
    assert audit(hosted.home).faults == []


def name(world: World) -> str:
    """What a host's inbox is called."""
    return reader_name(spool.open_spool(world.home))


def test_a_mail_that_one_host_took_is_answered_by_another(
    pair: tuple[HostedWorld, HostedWorld], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    sent = one.mail("france@players.example", "A PAR - BUR", to=one.address("France"))
    with monkeypatch.context() as patch:
        patch.setattr(batch, "act_on_mails", _die)
        with pytest.raises(KeyboardInterrupt):
            one.run()
    assert not list((one.home / "archive").iterdir())
    answers = [mail for mail in other.run(one.now + MINUTE) if mail.head["In-Reply-To"] == sent]
    assert ["A PAR - BUR" in mail.text for mail in answers] == [True]
    assert other.orders("France") == ["A PAR - BUR"]


def _die(*_arguments: object) -> None:
    raise KeyboardInterrupt


def test_no_phase_closes_before_every_inbox_was_read_past_its_deadline(
    pair: tuple[HostedWorld, HostedWorld],
) -> None:
    one, other = pair
    for number, world in enumerate((one, other, one), -4):  # they were silent for days
        world.passed(DEADLINE + number * MINUTE)
    to = other.address("France")
    other.mail("france@players.example", "A PAR - BUR", to=to, at=DEADLINE - timedelta(seconds=5))
    assert one.run(DEADLINE + MINUTE) == []
    assert one.game().number == 1
    results = other.run(DEADLINE + 2 * MINUTE)
    assert [mail for mail in results if mail.to == "france@players.example"]
    assert one.game().number == 2
    assert "A PAR - BUR" in " ".join(mail.text for mail in results)


def test_an_inbox_that_nobody_reads_is_told_once_and_retired_with_its_deadlines_moved(
    pair: tuple[HostedWorld, HostedWorld],
) -> None:
    one, other = pair
    gone = name(other)
    report, told = one.passed(DEADLINE)
    assert (report.lines, told) == ([], [])
    report, told = one.passed(DEADLINE + MINUTE)
    assert [mail.to for mail in told] == ["keeper@judge.example"]
    assert "judge reader retire" in told[0].flat
    assert (len(report.lines), report.failed) == (1, True)
    report, told = one.passed(DEADLINE + 2 * MINUTE)
    assert (report.lines, told, report.failed) == ([], [], True)
    assert one.game().number == 1
    assert [line.split(": read")[0] for line in queue.list_inboxes(one.home)] == sorted(
        (name(one), gone)
    )

    with pytest.raises(MissingError, match="'judge reader list' names them"):
        queue.retire_inbox(one.home, "nobody", DEADLINE + 3 * MINUTE)
    said = queue.retire_inbox(one.home, gone, DEADLINE + 3 * MINUTE)
    assert said == f"{gone} is waited for no more; 1 deadline moved."
    report, told = one.passed(DEADLINE + 4 * MINUTE)
    assert {mail.to for mail in told} >= set(map(mailbox, POWERS))
    assert one.due() > DEADLINE + HOUR
    one.passed(one.due() + MINUTE)
    assert one.game().number == 2


def test_an_inbox_that_falls_silent_once_more_gets_its_moment_once_more(
    hosted: HostedWorld,
) -> None:
    """Where all hosts begin anew, each inbox is read within that moment."""
    opened = spool.open_spool(hosted.home)
    engine = hosted.engine()
    with engine.begin() as db:
        for read in (START, START + HOUR):
            note_read(db, opened, read)
            found = [find_silent(db, read + at * MINUTE) for at in (1, 10, 12)]
            assert found == [{}, {}, {name(hosted): read}]
    engine.dispose()


def test_deadlines_that_wait_for_a_dead_host_are_moved_after_a_quarter_of_an_hour(
    pair: tuple[HostedWorld, HostedWorld],
) -> None:
    """And again when they come, as long as it is dead; a mail that it took in time counts."""
    one, other = pair
    for number, world in enumerate((one, other, one), -4):
        world.passed(DEADLINE + number * MINUTE)
    to = other.address("France")
    other.mail("france@players.example", "A PAR - BUR", to=to, at=DEADLINE - timedelta(seconds=5))
    for minutes in range(2, 12):
        _, told = one.passed(DEADLINE + minutes * MINUTE)
        assert {mail.to for mail in told} <= {"keeper@judge.example"}
        assert one.due() == DEADLINE
    told = one.passed(DEADLINE + 13 * MINUTE)[1]
    assert {mail.to for mail in told} == {"gm@players.example", *map(mailbox, POWERS)}
    assert "one of the judge's machines was down from Thu 05 Nov 17:57" in told[0].flat
    moved = one.due()
    assert DEADLINE + 28 * MINUTE < moved < DEADLINE + 31 * MINUTE
    assert one.passed(moved - MINUTE)[1] == []

    again = one.passed(moved + MINUTE)[1]
    assert {mail.to for mail in again} == {mail.to for mail in told}
    assert one.due() > moved + 30 * MINUTE
    for world in (other, one):
        world.passed(one.due() - 2 * MINUTE)
    assert other.orders("France") == ["A PAR - BUR"]
    last = one.due()
    for world in (one, other):
        world.passed(last + MINUTE)
    assert one.game().number == 2


def test_hosts_that_were_all_away_move_no_deadline_when_they_come_back(
    pair: tuple[HostedWorld, HostedWorld],
) -> None:
    one, other = pair
    for world in (one, other, one, other):
        report, told = world.passed(DEADLINE + 2 * HOUR)
        assert report.lines == []
        assert "keeper@judge.example" not in {mail.to for mail in told}
    assert one.game().number == 2


def test_a_host_that_takes_no_mail_is_no_news_for_the_other(
    pair: tuple[HostedWorld, HostedWorld], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Servers may refuse one host and not the other: its trouble ends when it works itself."""
    one, other = pair
    with monkeypatch.context() as patch:
        patch.setattr(servers, "open_inbox", _refuse)
        report, _ = one.passed()
    assert report.lines == ["Mail can't be taken in: the door is shut."]
    for _ in range(2):
        assert not other.passed(other.now + MINUTE)[0].lines
    assert "Mail comes in again" in one.passed(other.now + MINUTE)[0].lines[0]


def _refuse(_spool: object) -> None:
    raise KeeperError("the door is shut.")


HOSTS = 3
GAMES = 4
CHAOS = 4.0
"""Seconds in which passes are killed."""
_RECEIPT = re.compile(r"R\d{5,}|M\d+")


def test_hosts_that_are_killed_at_random_do_what_one_pass_does(
    mortal: Cluster, tmp_path: Path
) -> None:
    """Each mail comes to one of three hosts, which die, lose their connections and the database.

    It ends as with one SQLite pass over the same mails.
    """
    dice = random.Random(15)
    alone = World(tmp_path / "alone")
    url = mortal.database()
    hosts = [HostedWorld(tmp_path / f"host{number}", url) for number in range(HOSTS)]
    for world in (alone, hosts[0]):
        for number in range(GAMES):
            world.begun(f"game{number}")
    for number in range(GAMES):
        for power, lines in ORDERS.items():
            game = f"game{number}"
            to = alone.address(power, game)
            alone.mail(mailbox(power), lines, to=to, message_id=f"<{game}.{power}@x.example>")
            host = dice.choice(hosts)
            host.mail(mailbox(power), lines, to=to, message_id=f"<{game}.{power}@x.example>")

    moment = START + MINUTE
    herd = Herd[int](lambda number: _pass(hosts[number], moment), mortal, dice)
    herd.begin(range(HOSTS))
    end = time.monotonic() + CHAOS
    while time.monotonic() < end:
        herd.strike([(number,) for number in range(HOSTS)], pause=0.5, cut=0.3)
    herd.lose_database()
    herd.wait()
    for host in hosts * 2:  # the first of them may be told of the last one's death
        host.passed(moment)
    for host in hosts * 2:
        host.passed(DEADLINE + MINUTE)
    alone.run(moment)
    alone.run(DEADLINE + MINUTE)

    assert audit(hosts[0].home).faults == []
    assert hosts[0].rows("SELECT status, count(*) FROM letters GROUP BY 1") == [
        ("done", GAMES * len(ORDERS))
    ]
    turns = "SELECT game, number, revision, phase, orders, events FROM turns ORDER BY 1, 2, 3"
    played = [_RECEIPT.sub("R", repr(world.rows(turns))) for world in (hosts[0], alone)]
    assert played[0] == played[1]
    assert len(alone.rows(turns)) == GAMES
    said = [_said(alone), _said(*hosts)]
    assert said[1] == said[0]


ORDERS = {
    "France": "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - MAO",
    "Germany": "A MUN - BUR\nA BER - KIE\nF KIE - DEN",
    "Turkey": "A CON - BUL\nA SMY - CON\nF ANK - BLA",
    "Russia": "A WAR - GAL\nhello there",
}


def _pass(host: HostedWorld, moment: datetime) -> None:
    """A pass of a host, tried again while another is at it."""
    while batch.run(host.home, moment).busy:
        time.sleep(0.05)


def _said(*worlds: World) -> list[str]:
    """To whom what was mailed, each mail once; receipts are numbered as mails come in.

    Who dies before he notes what he has sent leaves it to another, who sends the same once more.
    """
    mails = {path.name: path.read_bytes() for world in worlds for path in world.outbox()}
    return sorted(
        f"{mail.to} {mail.subject} {_RECEIPT.sub('R', mail.text)}"
        for mail in map(Sent, mails.values())
        if mail.to != "keeper@judge.example"
    )
