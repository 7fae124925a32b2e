"""Tables without seats: a master who mails all orders gets the games that players play by mail."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.game.readers.addresses import MASTER
from judge.store.record import OVER
from tests.game.world import World
from tests.games import script
from tests.games.script import Letter, Scene
from tests.games.test_scripts import GAMES, Play

RUTH = "Ruth <gm@players.example>"


class Gathered(World):
    """The game of a script at a table without seats, under the same name and with its dice."""

    def begin(self, words: str) -> None:
        """Create the game, which begins at once."""
        self.mail(RUTH, f"{words} seats=no")
        self.run()

    def play(self, scene: Scene) -> None:
        """Mail what a phase's players mail, each power's below its name, and end the phase."""
        to = self.address(MASTER)
        self.mail(RUTH, pasted(scene.letters), to=to)
        self.run()
        self.mail(RUTH, "PROCESS", to=to)
        self.run()


def pasted(letters: Sequence[Letter]) -> str:
    """The letters of a phase as their reader pastes them, below what he says himself."""
    own = [one.text.replace("EJECT", "COMMENT") for one in letters if one.author == MASTER]
    blocks = (f"== {one.author} ==\n{one.text}" for one in letters if one.author != MASTER)
    return "\n\n".join((*own, *blocks))


@pytest.mark.long
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_orders_under_names_play_the_game_that_players_play(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", b"alpha".ljust)
    game = script.load(path)
    with_seats, without = Play(tmp_path / "seats"), Gathered(tmp_path / "none")
    with_seats.begin(game)
    without.begin(game.words)
    for scene in game.scenes:
        with_seats.play(scene)
        without.play(scene)
        if with_seats.game().status == OVER:  # by votes
            break
        assert without.game().phase == with_seats.game().phase
        assert without.game().state == with_seats.game().state
