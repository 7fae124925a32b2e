"""Mail that nothing proves has its share of time; what is over it waits, and is read all the same.

Time is counted in steps of a pretended clock of the processor: a second for each reading of a line.
"""

from typing import Any

import pytest

from judge.catalog import sheet
from judge.kernel.errors import EndlessError
from judge.letters.clerk import clerk
from judge.run import mails
from judge.store import letters
from tests.game.world import DEADLINE, MINUTE, Sent, World

SLOW = "hello game"
FORGED = "judge+alpha.France.aaaaaaaaaaaaaaaa@judge.example"


class Clock:
    """A processor's clock that goes on by what lines cost."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        """What it shows."""
        return self.time


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Each reading of a slow line takes 1.5 seconds."""
    clock = Clock()
    understand = sheet.understand

    def understanding(lines: Any, *more: Any) -> Any:
        clock.time += 1.5 * any(SLOW in line.text for line in lines)
        return understand(lines, *more)

    monkeypatch.setattr(sheet, "understand", understanding)
    monkeypatch.setattr(mails, "process_time", clock)
    return clock


def states(world: World) -> dict[str, int]:
    return dict(world.rows("SELECT status, count(*) FROM letters GROUP BY status"))


def readers_of(sent: list[Sent]) -> list[str]:
    return [mail.to for mail in sent]


def test_one_sender_has_his_share_and_the_others_go_on(world: World) -> None:
    for _ in range(6):
        world.mail("loud@players.example", SLOW)
    world.mail("calm@players.example", "LIST")
    sent = world.run()
    put_off = world.rows("SELECT id FROM letters WHERE put_off = 1")
    assert 0 < len(put_off) < 6
    assert "calm@players.example" in readers_of(sent)
    assert states(world) == {"done": 7}, "what was put off is read in the same pass"


@pytest.mark.parametrize("to", ["judge@judge.example", FORGED])
def test_strangers_wait_behind_seats_and_deadlines_and_are_read_later(
    world: World, clock: Clock, to: str
) -> None:
    """As many as there are, from as many addresses; none is lost, and none is answered twice."""
    world.begun()
    world.now = DEADLINE - MINUTE
    for number in range(60):
        world.mail(f"s{number}@players.example", SLOW, to=to)
    world.mail("france@players.example", "A Par - Bur", to=world.address("France"))
    _, sent = world.passed(DEADLINE)
    assert world.game().number > 1, "the phase was closed on time"
    readers = readers_of(sent)
    assert readers.index("france@players.example") < len(readers)
    assert "A PAR - BUR" in " ".join(mail.text for mail in sent)
    waiting = states(world)["new"]
    assert 0 < waiting < 60
    assert clock.time < 40
    passes = 1
    answered = [one for one in readers if one.startswith("s")]
    while states(world).get("new"):
        answered += [one for one in readers_of(world.run()) if one.startswith("s")]
        passes += 1
        assert passes < 20
    assert states(world) == {"done": 61}
    assert sorted(answered) == sorted({f"s{number}@players.example" for number in range(60)})


def test_a_seat_has_no_such_bound(world: World) -> None:
    world.begun()
    for number in range(9):
        world.mail("france@players.example", f"{SLOW} {number}", to=world.address("France"))
    world.run()
    assert world.rows("SELECT id FROM letters WHERE put_off > 0") == []
    assert states(world) == {"done": 9}


def test_one_that_takes_too_long_is_tried_last_and_only_then_put_aside(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle, calls = clerk.handle, []

    def handling(desk: Any, mail: Any, letter: Any) -> Any:
        calls.append(letter.sender)
        if letter.sender == "slow@players.example" and calls.count(letter.sender) < bound:
            raise EndlessError("too long")
        return handle(desk, mail, letter)

    bound = 2
    monkeypatch.setattr(clerk, "handle", handling)
    world.mail("slow@players.example", "LIST")
    world.mail("calm@players.example", "LIST")
    sent = world.run()
    assert calls == ["slow@players.example", "calm@players.example", "slow@players.example"]
    assert sorted(readers_of(sent)) == ["calm@players.example", "slow@players.example"]
    bound = 9
    world.mail("slow@players.example", "LIST")
    report, _ = world.passed()
    assert report.lines == [f"Mail {world.receipt(3)} was shunted: EndlessError."]


def test_what_was_put_off_holds_no_deadline_and_is_counted_as_waiting(world: World) -> None:
    world.begun()
    world.mail("s@players.example", SLOW)
    world.run()
    with world.engine().begin() as db:
        number = world.game().id
        db.exec_driver_sql("UPDATE letters SET status = 'new'")
        assert letters.is_any_before(db, number, DEADLINE)
        letters.put_off(db, 1, letters.OVER_ALLOWANCE)
        assert not letters.is_any_before(db, number, DEADLINE)
        assert [mail.id for mail in letters.find_of_game(db, None, 9)] == [1]
        assert letters.find_waiting(db) == []
        assert letters.counts(db) == {"new": 1}
        letters.close(db, 1, letters.DONE, "")
