"""A game that another judge exported goes on here: nothing is lost and all are told."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.game.terms import tables
from judge.keeper import keeping
from judge.keeper.audit import audit
from judge.kernel.errors import InputError
from tests import folders
from tests.game.world import DAY, World, mailbox


def moved(tmp_path: Path, variant: str) -> tuple[World, World]:
    """A judge on which a turn of a game was played, and another one that has imported it."""
    old, new = World(tmp_path / "old"), World(tmp_path / "new")
    (new.home / "secret").write_text("ab" * 32)
    old.begun("alpha", "moves=2d", variant=variant, players=9)
    old.mail("olga@players.example", "OBSERVE alpha")
    old.run(old.due())
    power = tables.load(old.game()).powers[0]
    old.order(power, f"HOLD ALL\nPRESS TO {tables.load(old.game()).powers[1]}\nhello\nENDPRESS")
    file = tmp_path / "alpha.json"
    file.write_bytes(keeping.export_game(old.home, "alpha", secret=True))
    new.now = old.now
    assert "alpha is here. It is paused" in keeping.admit_game(new.home, file, new.now)
    return old, new


@pytest.mark.parametrize("variant", folders.of_each_kind())
def test_a_game_goes_on_at_another_judge_as_it_would_have(tmp_path: Path, variant: str) -> None:
    old, new = moved(tmp_path, variant)
    sent = new.run()
    powers = tables.load(old.game()).powers
    assert {mailbox(power) for power in powers} <= {mail.to for mail in sent}
    mine = next(mail for mail in sent if mail.to == mailbox(powers[0]))
    assert "The game alpha has moved to this judge" in mine.flat
    assert mine.reply_to == new.address(powers[0]) != old.address(powers[0])
    assert new.orders(powers[0]) == old.orders(powers[0])
    assert "The game goes on" in new.say("gm@players.example", "RESUME", to=new.address("GM")).flat
    for world in (old, new):
        world.run(max(old.due(), new.due()) + DAY)
    assert old.game().state == new.game().state
    assert keeping.verify_game(new.home, "alpha")[1]
    history = new.order(powers[0], "HISTORY PRESS\nHISTORY")
    assert "hello" in history.flat
    assert audit(new.home).faults == []


def test_a_game_of_this_name_here_is_not_overwritten(tmp_path: Path) -> None:
    _, new = moved(tmp_path, "standard")
    with pytest.raises(InputError, match="there is a game 'alpha' here already"):
        keeping.admit_game(new.home, tmp_path / "alpha.json", new.now)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", "write it with judge export --secret"),
        ("no", "no game as judge export"),
        ('{"records": {"game": 3}}', "no game as judge export"),
    ],
)
def test_another_file_is_refused_in_a_sentence(tmp_path: Path, text: str, said: str) -> None:
    world, file = World(tmp_path / "spool"), tmp_path / "x.json"
    file.write_text(text)
    done = CliRunner().invoke(main, ["import", "--spool", str(world.home), str(file)])
    assert done.exit_code != 0
    assert said in done.output
