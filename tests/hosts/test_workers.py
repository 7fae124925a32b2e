"""Workers of several hosts side by side: nothing is lost, doubled, or closed too early."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from judge.keeper import persons
from judge.keeper.audit import audit
from judge.kernel.errors import BeyondError, BusyError, KeeperError
from judge.mail.transport import Envelope
from judge.post import servers
from judge.run import batch, worker
from judge.run.groups import act_on_each
from judge.run.watch import Stop
from judge.run.work import Pass
from judge.spool import spool
from judge.store import bell, games, outbox, people, server
from judge.store.database import open_alone
from judge.store.server import Turn
from tests.game.world import DEADLINE, MINUTE, START, Sent, World, mailbox
from tests.hosts.world import HostedWorld

SECOND = timedelta(seconds=1)
BESIDE = Turn(beside=True)


class Host:
    """One host's workers, whose rounds a test does one by one."""

    def __init__(self, world: HostedWorld, name: str = "one") -> None:
        """A host at work in a world; ``name`` is what it claims mails by."""
        self.world, self.name, self.now = world, name, START + MINUTE
        self.engine = server.connect.__wrapped__(world.url(), BESIDE)
        bell.hang(self.engine)

    def begin(self) -> Pass:
        """A round a second after the last one."""
        self.now += SECOND
        return worker.begin_round(
            self.engine, spool.open_spool(self.world.home), self.name, self.now
        )

    def do(self, *roles: str) -> None:
        """Rounds that must go well."""
        for role in roles:
            assert self.round(role) == []

    def round(self, role: str) -> list[str]:
        """What the keeper reads of a round; play is what is called where the bell has rung."""
        work = self.begin()
        if role == "play":
            worker.ring(work)
            playing = worker.begin_playing(work)
            for number in self.take_rung():
                worker.play_game(playing, number)
        else:
            worker.ROUNDS[role](work)
        return work.report.lines

    def take_rung(self) -> list[int | None]:
        """The games that the bell has rung for, in order; it has not any more."""
        with server.share(self.engine).begin() as db:
            rung = bell.find_rung(db)
            db.execute(text(f"TRUNCATE {bell.SCHEMA}.procrastinate_jobs CASCADE"))
        return sorted(rung, key=lambda number: number or 0)

    def end(self) -> None:
        """Let the connections go."""
        self.engine.dispose()


@pytest.fixture
def host(hosted: HostedWorld) -> Iterator[Host]:
    """A host with two games."""
    for name in ("alpha", "beta"):
        hosted.begun(name)
    one = Host(hosted)
    yield one
    one.end()
    assert audit(hosted.home).faults == []


def order(world: World, power: str, lines: str, game: str = "alpha") -> str:
    """Mail orders to a seat's address."""
    return world.mail(mailbox(power), lines, to=world.address(power, game))


@pytest.fixture
def beyond(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Why work at one game had to be done with the lock of all."""
    found: list[str] = []

    def act(*arguments: object) -> None:
        try:
            act_on_each(*arguments)  # type: ignore[arg-type]
        except BeyondError as error:
            found.append(str(error))
            raise

    monkeypatch.setattr(worker, "act_on_each", act)
    return found


def test_rounds_do_what_a_pass_does(host: Host) -> None:
    world = host.world
    asked = [order(world, "France", "A PAR - BUR"), world.mail("new@x.example", "LIST")]
    host.do("take", "play", "post")
    sent = [Sent(path.read_bytes()) for path in world.outbox()]
    assert {mail.head["In-Reply-To"] for mail in sent} == set(asked)
    assert world.orders("France") == ["A PAR - BUR"]
    host.now = DEADLINE + MINUTE
    host.do("take", "play", "post", "sweep")
    assert [world.game(name).number for name in ("alpha", "beta")] == [2, 2]
    assert world.rows("SELECT DISTINCT status FROM outbox") == [("sent",)]


def test_ordinary_mails_and_phases_need_the_lock_of_their_game_alone(
    host: Host, beyond: list[str]
) -> None:
    """But for the first mail from an address, which is remembered."""
    for game in ("alpha", "beta"):
        order(host.world, "France", "A PAR - BUR", game)
    host.do("take", "play", "post")
    assert beyond == ["it writes known"]
    order(host.world, "France", "A PAR - PIC\nPRESS TO ALL\nhello\nENDPRESS\nVOTE DRAW")
    host.do("take", "play")
    host.now = DEADLINE + MINUTE
    host.do("take", "play", "post")
    assert beyond == ["it writes known"]
    assert host.world.game().number == 2


def test_a_mail_that_reaches_beyond_its_game_is_done_with_the_lock_of_all(
    host: Host, beyond: list[str]
) -> None:
    order(host.world, "France", "A PAR - PIC")
    host.do("take", "play")
    order(host.world, "France", "A PAR - BUR\nSET ZONE Asia/Tokyo")
    host.do("take", "play")
    assert beyond == ["it writes known", "it writes people"]
    assert host.world.orders("France") == ["A PAR - BUR"]
    zone = "SELECT zone FROM people WHERE address = 'france@players.example'"
    assert host.world.rows(zone) == [("Asia/Tokyo",)]


def test_who_works_at_one_game_can_write_no_other(host: Host) -> None:
    with server.within(host.engine, 1).begin() as db:
        assert games.get(db, 1).name == "alpha"
        with pytest.raises(BeyondError, match="about another game"):
            games.get(db, 2)
        with pytest.raises(BeyondError, match="about another game"):
            games.find_named(db, "beta")
        with pytest.raises(BeyondError, match="writes people"):
            people.change(db, people.get(db, 1))


def test_a_game_that_a_stopped_worker_holds_waits_and_its_mail_is_done_once(host: Host) -> None:
    """The stopped one goes on later: its transaction is gone, or it was the one that did it."""
    order(host.world, "France", "A PAR - PIC")
    host.do("take", "play", "post")
    order(host.world, "France", "A PAR - BUR")
    order(host.world, "France", "A PAR - BUR", "beta")
    host.do("take")
    zombie = server.connect.__wrapped__(host.world.url(), BESIDE)
    with server.within(zombie, 1).begin() as held:
        games.hold(held, 1)
        host.do("play")
        waits = host.world.rows("SELECT game FROM letters WHERE status = 'new'")
        assert waits == [(1,)]
    zombie.dispose()
    host.do("play", "play", "post")
    assert host.world.rows("SELECT status, count(*) FROM letters GROUP BY 1") == [("done", 3)]
    assert len(host.world.outbox()) == 3


def test_no_phase_closes_while_a_mail_waits_that_may_be_for_it(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names no game, or its head was not read: then nobody knows what it is for."""
    host.do("take", "play")
    host.now = DEADLINE + MINUTE
    host.world.mail("new@x.example", "LIST", at=DEADLINE - SECOND)
    with monkeypatch.context() as patch:
        patch.setattr(worker, "read_heads", lambda _work: None)
        host.do("take", "play")
    assert host.world.game().number == 1
    host.do("take")
    with monkeypatch.context() as patch:
        patch.setattr(worker, "answer_mail", lambda _work, _db, _mail: ())
        host.do("play")
    assert host.world.game().number == 1
    host.do("play")
    assert host.world.game().number == 2


def test_a_mail_that_one_host_sends_is_left_alone_by_another_for_five_minutes(host: Host) -> None:
    order(host.world, "France", "A PAR - BUR")
    host.do("take", "play")
    with server.share(host.engine).begin() as db:
        ((post, _),) = outbox.find_due(db, host.now, 20)
        outbox.claim(db, [post.key], "another that was killed", host.now)
    host.do("post")
    assert host.world.outbox() == {}
    host.now += 5 * MINUTE
    host.do("post")
    assert len(host.world.outbox()) == 1


class Stopping:
    """A way out that is closed, while another host posts as well."""

    def __init__(self, other: Host) -> None:
        self.other = other

    def post(self, envelopes: Sequence[Envelope]) -> NoReturn:
        """Nothing leaves from here, and what is in our hand not from there."""
        assert len(envelopes) == 1
        self.other.do("post")
        assert self.other.world.outbox() == {}
        raise KeeperError("the server is gone")


def test_what_a_host_tries_is_left_alone_and_what_it_cannot_send_goes_by_another_at_once(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    order(host.world, "France", "A PAR - BUR")
    host.do("take", "play")
    other = Host(host.world, "two")
    other.now = host.now
    ways: list[object] = [Stopping(other)]
    transport = servers.open_transport
    monkeypatch.setattr(servers, "open_transport", lambda at: ways.pop() if ways else transport(at))
    work = host.begin()
    worker.ROUNDS["post"](work)
    assert work.report.lines == ["Mail can't be sent: the server is gone."]
    worker.ROUNDS["post"](other.begin())
    sent = [Sent(path.read_bytes()).to for path in host.world.outbox()]
    assert sent.count(mailbox("France")) == 1
    other.end()


def test_results_that_cannot_be_written_wait_and_the_sweep_writes_them_once(host: Host) -> None:
    """A template of the keeper's is broken at the deadline, and mended by the next sweep."""
    world = host.world
    order(world, "France", "A PAR - BUR")
    host.do("take", "play", "post")
    own = world.home / "templates" / "mail" / "results.txt.j2"
    own.parent.mkdir(parents=True)
    own.write_text("{% if %}")
    host.now = DEADLINE + MINUTE
    host.do("take")
    host.round("play")
    host.do("post")
    states = "SELECT status, count(*) FROM outbox WHERE kind = 'results' GROUP BY 1"
    kept = dict(world.rows(states))
    assert set(kept) == {outbox.UNWRITTEN}, kept
    host.round("sweep")
    assert dict(world.rows(states)) == kept
    own.unlink()
    assert host.round("sweep")[0].startswith("All mails can be written again")
    host.do("post")
    assert dict(world.rows(states)) == {"sent": kept[outbox.UNWRITTEN]}


def test_an_inbox_has_one_reader_at_a_time_and_a_pass_none_beside_it(host: Host) -> None:
    url = host.world.url()
    take = Turn(beside=True, lease="take imap:judge")
    reader = server.connect.__wrapped__(url, take)
    with reader.connect():
        for turn in (take, server.ALONE):
            with pytest.raises(BusyError, match="on another host"):
                open_alone(url, turn=turn)
        assert batch.run(host.world.home, host.now).busy
        open_alone(url, turn=replace(take, lease="take imap:other")).dispose()
        persons.ban(host.world.home, "somebody@x.example", host.now)
    reader.dispose()
    open_alone(url, turn=take).dispose()


def test_a_worker_tells_when_its_inbox_is_shut_and_when_mail_comes_in_again(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_spool: object) -> NoReturn:
        raise KeeperError("the door is shut.")

    with monkeypatch.context() as shut:
        shut.setattr(servers, "open_inbox", refuse)
        work = host.begin()
        worker.take(work)
    assert work.report.lines == ["Mail can't be taken in: the door is shut."]
    work = host.begin()
    worker.take(work)
    assert work.report.lines[0].startswith("Mail comes in again")


def test_workers_want_a_database_that_hosts_share(tmp_path: Path) -> None:
    world = World(tmp_path / "file")
    with pytest.raises(KeeperError, match="say 'judge watch'"):
        worker.work(world.home, worker.ROLES, 1, Stop(), print)
