"""What is bid or deployed in secret stands in no log, no traceback and on no terminal."""

import logging
from typing import Any

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.game.turn import due
from judge.letters.clerk import clerk
from tests.game.world import DEADLINE, World, mailbox

BIDS = (
    ("1926", 7, "Germany", "DP 1: A AUS S A MUN - CZE"),
    ("1936", 7, "Germany", "DP 2: A AUS S A MUN - SWI"),
    ("1930s-world", 8, "Germany", "BID 4 Turkey"),
    ("1930", 5, "Great Britain", "DEPLOY L5 LON"),
)


@pytest.mark.parametrize(("variant", "players", "power", "bid"), BIDS)
def test_no_keeper_reads_it_whatever_fails(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    variant: str,
    players: int,
    power: str,
    bid: str,
) -> None:
    caplog.set_level(logging.DEBUG)
    world.begun("alpha", players=players, variant=variant)
    world.mail(mailbox(power), bid, to=world.address(power))
    with monkeypatch.context() as patch:
        patch.setattr(clerk, "handle", failing(bid))
        printed = [judge(world, "run", "--pretend", "--now", world.now.isoformat())]
    assert "was shunted: KeyError" in printed[0]
    ((letter,),) = world.rows("SELECT id FROM letters WHERE status = 'shunted'")
    shunted = world.receipt(letter)
    printed += [judge(world, "shunt", "show", shunted), judge(world, "shunt", "retry", shunted)]
    printed.append(judge(world, "run", "--pretend", "--now", world.now.isoformat()))
    assert world.orders(power) == [bid]
    with monkeypatch.context() as patch:
        patch.setattr(due, "see_to_game", failing(bid))
        printed.append(judge(world, "run", "--pretend", "--now", DEADLINE.isoformat()))
    assert "is stuck: KeyError" in printed[-1]
    printed += [judge(world, "show", "alpha"), judge(world, "list"), judge(world, "status")]
    assert bid not in "\n".join([*printed, caplog.text])


def failing(secret: str) -> Any:
    """Something that raises with ``secret`` in its message and in that of its cause."""

    def raising(*_: Any, **__: Any) -> Any:
        raise KeyError(secret) from ValueError(secret)

    return raising


def judge(world: World, *words: str) -> str:
    """What a command prints, whatever it raises."""
    result = CliRunner().invoke(main, [words[0], "--spool", str(world.home), *words[1:]])
    return f"{result.output}{result.stderr}{result.exception or ''}"
