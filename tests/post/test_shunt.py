"""What broke is told with the place where it did, and without what anybody wrote."""

from collections.abc import Callable
from typing import Any

import pytest

from judge.kernel.errors import KeeperError
from judge.post import shunt
from judge.spool import spool
from tests.game.world import World


def written(source: str, file: str, **given: object) -> Callable[[], object]:
    """The function ``look`` of a program in a file of this name."""
    names: dict[str, Any] = {**given}
    exec(compile(source, file, "exec"), names)
    look: Callable[[], object] = names["look"]
    return look


ENGINE = written("def look():\n    return {}['A PAR - BUR']\n", "/judge/engine.py")
RULES = written("\ndef look():\n    return {}['A PAR - BUR']\n", "/variants/x/rules.py")
OVER = written("def look():\n    return ours()\n", "/variants/x/rules.py", ours=ENGINE)


def gone() -> None:
    raise KeeperError("The folder x is gone.")


@pytest.mark.parametrize(
    ("deed", "name", "where"),
    [
        (ENGINE, "KeyError", "engine.py line 2"),
        (RULES, "KeyError", "rules.py line 3"),
        (OVER, "KeyError", "rules.py line 2"),
        (gone, "The folder x is gone", ""),
    ],
)
def test_a_game_that_is_stuck_is_told_with_the_line_that_broke(
    world: World, deed: Callable[[], object], name: str, where: str
) -> None:
    """A variant's own rules are named though ours broke over it; a sentence needs no line."""
    game = world.begun()
    with pytest.raises((KeyError, KeeperError)) as caught:
        deed()
    opened = spool.open_spool(world.home)
    (mail,) = shunt.report_game(opened, world.house(), game, caught.value)
    assert mail.title == "the game alpha S1901M is stuck"
    assert mail.events[0].data == {
        "game": "alpha",
        "phase": "Spring 1901 movement",
        "error": name,
        "where": where,
    }
    kept = (opened.shunt / "game-alpha.txt").read_text()
    assert kept.endswith(f"\n{type(caught.value).__name__}\n")
    assert "A PAR" not in kept
