"""Are a game's dice as its mails tell? The judge's own check, and the script that players get."""

import subprocess
import sys
from pathlib import Path

from judge import resources
from judge.game.books import proof
from judge.game.terms import tables
from judge.store import games
from judge.store.record import OVER
from tests.game.world import World


def faults(world: World) -> list[str]:
    """What does not agree in the games with dice that are over; every throw told is looked at."""
    engine = world.engine()
    found: list[str] = []
    with engine.begin() as db:
        for game in games.find_all(db):
            if game.status == OVER and tables.load(game).variant.dice:
                proved = proof.prove(db, game)
                found += [
                    *proved.faults,
                    *_by_script(world, game.name, game.variant, proved.throws),
                ]
    engine.dispose()
    return found


def _by_script(world: World, game: str, variant: str, throws: int) -> list[str]:
    """Give the mails as they lie in out/ to the script of HELP CHECK."""
    folder = resources.root("variants") / variant / "templates" / "help"
    script = world.home / "check.py"
    script.write_text((folder / "check.py.j2").read_text())
    mails = map(str, world.outbox())
    run = subprocess.run(  # noqa: PLW1510
        [sys.executable, "-I", "-W", "error", str(script), game, *mails],
        capture_output=True,
        text=True,
        cwd=Path(world.home),
    )
    wanted = f"{throws} throws checked, 0 wrong"
    return [] if run.stdout.strip() == wanted else [run.stdout + run.stderr]
