"""A judge that dies at any moment and is started again sends exactly the mails it would have sent.

Every effect on disk and database is a moment: before it and after it the pass breaks off as if the
process were killed; passes follow until one goes through.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine.default import DefaultDialect

from judge.run import batch
from tests.game.world import DEADLINE, MINUTE, World

EFFECTS: tuple[tuple[Any, str], ...] = (
    (os, "fsync"),
    (os, "replace"),
    (os, "link"),
    (Path, "rename"),
    (Path, "replace"),
    (Path, "unlink"),
    (Path, "write_text"),
    (DefaultDialect, "do_commit"),
)


class KillError(BaseException):
    """The process is killed; no handler for errors may see it."""


class Moments:
    """Counts effects and kills before or after the one that was chosen."""

    def __init__(self, fatal: int, *, after: bool) -> None:
        self.count = 0
        self.fatal = fatal
        self.after = after

    def around(self, effect: Callable[..., Any]) -> Callable[..., Any]:
        """The effect with its two moments."""

        def done(*arguments: Any, **more: Any) -> Any:
            self.count += 1
            number = self.count
            if number == self.fatal and not self.after:
                raise KillError
            result = effect(*arguments, **more)
            if number == self.fatal:
                raise KillError
            return result

        return done


@contextmanager
def watched(moments: Moments, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the moments around every effect."""
    with monkeypatch.context() as patch:
        for owner, name in EFFECTS:
            patch.setattr(owner, name, moments.around(getattr(owner, name)))
        yield


def prepared(home: Path) -> World:
    """Two mails wait, one of them founding a game, and a phase is due."""
    world = World(home)
    world.begun("alpha", players=2)
    world.mail("austria@players.example", "A Bud - Ser", to=world.address("Austria"))
    world.mail("new@players.example", "REGISTER Newton\nOBSERVE alpha")
    world.now = DEADLINE - MINUTE
    return world


def outcome(world: World) -> tuple[Any, ...]:
    """All that anybody can see of what happened: the mails sent and what is stored."""
    return (
        sorted(path.name for path in world.outbox()),
        world.rows("SELECT message_id, status FROM letters ORDER BY id"),
        world.rows("SELECT key, status FROM outbox ORDER BY key"),
        world.rows("SELECT number, orders FROM turns"),
        world.rows("SELECT number, phase, deadline FROM games"),
        world.rows("SELECT address, name FROM people ORDER BY id"),
        sorted(path.name for path in (world.home / "archive").iterdir() if path.suffix == ".eml"),
        list((world.home / "in" / "new").iterdir()),
    )


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, tuple[Any, ...]]:
    """How many effects the passes have, and what they lead to."""
    world = prepared(tmp_path_factory.mktemp("calm") / "spool")
    moments = Moments(0, after=False)
    with watched(moments, pytest.MonkeyPatch()):
        batch.run(world.home, DEADLINE)
    return moments.count, outcome(world)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("part", range(8))
def test_a_pass_killed_at_any_effect_and_done_again_leads_to_the_same(
    part: int,
    undisturbed: tuple[int, tuple[Any, ...]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    after: bool,
) -> None:
    effects, expected = undisturbed
    assert effects > 30
    for fatal in range(part + 1, effects + 1, 8):
        world = prepared(tmp_path / str(fatal))
        with watched(Moments(fatal, after=after), monkeypatch), pytest.raises(KillError):
            batch.run(world.home, DEADLINE)
        batch.run(world.home, DEADLINE)
        assert outcome(world) == expected, f"effect {fatal} of {effects}"


def test_a_pass_that_is_killed_again_and_again_gets_done(
    undisturbed: tuple[int, tuple[Any, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each try gets one effect further than the last."""
    effects, expected = undisturbed
    world = prepared(tmp_path / "spool")
    for fatal in range(1, effects + 1):
        with watched(Moments(fatal, after=True), monkeypatch):
            try:
                batch.run(world.home, DEADLINE)
            except KillError:
                continue
            break
    assert outcome(world) == expected
