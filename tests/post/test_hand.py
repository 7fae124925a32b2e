"""What is in hand: the file that names it, how long it may take, and what is tried apart."""

import os
import resource
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from judge.post import hand
from judge.post.hand import GAME, MAIL, Task
from judge.spool import spool
from tests.game.world import World

ITEM = Task(GAME, 1)


@pytest.fixture
def home(world: World) -> spool.Spool:
    """A spool in which no pass has held anything."""
    return spool.open_spool(world.home)


def held_after(home: spool.Spool, item: Task, deed: Callable[[], object]) -> Task | None:
    """What is in hand when ``deed`` was done, with ``item`` in hand, however it ended."""
    descriptor = hand.open_hand(home)
    try:
        with hand.hold(descriptor, item) as bound, bound:
            deed()
    except BaseException:
        return hand.find_task(home)
    finally:
        os.close(descriptor)
    return hand.find_task(home)


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("mail 12", Task(MAIL, 12)),
        ("game 7" + 24 * " ", Task(GAME, 7)),
        ("", None),
        (30 * " ", None),
        ("mail", None),
        ("mail x", None),
        ("mail -1", None),
        ("mail ²", None),
        ("mail ٣", None),
        ("lorry 1", None),
        ("12", None),
    ],
)
def test_what_is_in_hand_is_a_mail_or_a_game_by_its_number(
    home: spool.Spool, text: str, item: Task | None
) -> None:
    home.hand.write_text(text)
    assert hand.find_task(home) == item


def test_what_is_held_is_named_while_it_is_and_by_nothing_that_stood_there(
    home: spool.Spool,
) -> None:
    seen: list[Task | None] = []
    items = [Task(MAIL, 123456789), ITEM]
    for item in items:
        assert held_after(home, item, lambda: seen.append(hand.find_task(home))) is None
    assert seen == items


def raising(error: BaseException) -> Callable[[], NoReturn]:
    def deed() -> NoReturn:
        raise error

    return deed


@pytest.mark.parametrize("error", [ValueError(), KeyboardInterrupt(), SystemExit(1)])
def test_what_is_caught_leaves_the_hand_empty(home: spool.Spool, error: BaseException) -> None:
    assert held_after(home, ITEM, raising(error)) is None


def test_what_no_handler_sees_stays_in_hand(home: spool.Spool) -> None:
    assert held_after(home, ITEM, raising(BaseException())) == ITEM


def test_no_time_runs_out_before_or_after_something_is_held(home: spool.Spool) -> None:
    def limit() -> tuple[object, bool]:
        return signal.getsignal(signal.SIGVTALRM), any(signal.getitimer(signal.ITIMER_VIRTUAL))

    before, within = limit(), []
    held_after(home, ITEM, lambda: within.append(limit()))
    assert within[0] != before
    assert within[0][1]
    assert limit() == before


def test_a_thread_of_a_worker_may_hold_something_too(home: spool.Spool) -> None:
    done: list[Task | None] = []
    thread = threading.Thread(
        target=lambda: held_after(home, ITEM, lambda: done.append(hand.find_task(home)))
    )
    thread.start()
    thread.join()
    assert done == [ITEM]


def test_deaths_are_counted_while_they_are_one_things(world: World) -> None:
    items = (ITEM, ITEM, ITEM, Task(GAME, 2), ITEM, Task(MAIL, 1), Task(MAIL, 1))
    with world.engine().begin() as db:
        assert [hand.count_death(db, item) for item in items] == [1, 2, 3, 1, 1, 1, 2]


# --- tried apart


def take(octets: int) -> Callable[[], None]:
    def deed() -> None:
        bytearray(octets)

    return deed


def be_killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize(
    ("deed", "lives"),
    [
        (lambda: None, True),
        (raising(ValueError()), True),
        (raising(MemoryError()), False),
        (raising(SystemExit(0)), False),
        (lambda: os._exit(3), False),
        (be_killed, False),
        (take(1 << 29), True),
        (take(2 << 30), False),
    ],
)
def test_only_what_ends_a_process_or_takes_all_memory_is_a_death(
    deed: Callable[[], None], *, lives: bool
) -> None:
    assert hand.survives(deed, MAIL) == lives


LIMITS = (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_CORE)


def within(*limits: int) -> list[tuple[int, int]]:
    """These limits, or those that this process has already, where they are narrower."""
    hard = [resource.getrlimit(name)[1] for name in LIMITS]
    both = zip(limits, hard, strict=True)
    narrow = [most if bound == resource.RLIM_INFINITY else min(most, bound) for most, bound in both]
    return [(most, most) for most in narrow]


@pytest.mark.parametrize("kind", [MAIL, GAME])
def test_a_trial_has_twice_the_time_two_gigabytes_and_leaves_no_core(
    tmp_path: Path, kind: str
) -> None:
    def deed() -> None:
        (tmp_path / "limits").write_text(repr([resource.getrlimit(name) for name in LIMITS]))

    assert hand.survives(deed, kind)
    wanted = within(2 * hand.PATIENCE[kind], 2 << 30, 0)
    assert (tmp_path / "limits").read_text() == repr(wanted)


def test_a_process_that_may_take_less_tries_a_deed_within_that(tmp_path: Path) -> None:
    """As a mail's trial may not take a game's time."""

    def deed() -> None:
        (tmp_path / "limit").write_text(str(resource.getrlimit(resource.RLIMIT_CPU)[1]))

    def narrow() -> None:
        if not hand.survives(deed, GAME):
            be_killed()

    assert hand.survives(narrow, MAIL)
    assert int((tmp_path / "limit").read_text()) <= 2 * hand.PATIENCE[MAIL]
