"""A turn with dice, taken back and played again: the throws are keyed, so they stay."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.kernel import dice
from judge.store import turns
from tests.game.world import MINUTE, World
from tests.games import test_games

YEAR = test_games.GAMES / "year-1930"


def test_what_is_thrown_again_falls_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", lambda size: YEAR.name.encode().ljust(size))
    world = World(tmp_path / "spool")
    for path in sorted(YEAR.glob("*.mbox"))[:6]:
        for sender, moment, mail in test_games._mails(path.read_text()):
            test_games._drop(world, sender, moment, mail)
        time = path.stem.partition("-")[2].removesuffix(test_games.BRIEF)
        world.run(datetime.fromisoformat(time).replace(tzinfo=UTC))
    sql = "SELECT games.name, people.address FROM games JOIN people ON people.id = games.gm"
    ((name, gm),) = world.rows(sql)
    ((phase,),) = world.rows("SELECT phase FROM turns ORDER BY number DESC LIMIT 1")
    master = world.address("GM", name)
    world.say(gm, f"ROLLBACK {phase} NOW\nPROCESS {phase}", to=master)
    number, engine = world.game(name).id, world.engine()
    with engine.begin() as db:
        before, again = turns.versions(db, number, phase)
    engine.dispose()
    assert dice.list_throws(before.events)
    assert dice.list_throws(before.events) == dice.list_throws(again.events)
    sent = world.run(world.now + MINUTE)
    assert sent == []
