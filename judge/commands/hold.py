"""HOLD and RELEASE: the next results wait until the game master has seen them, and let them go."""

from dataclasses import replace

from judge.commands import process
from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.terms.table import Table
from judge.kernel.text import Command
from judge.store import games

VERBS = ("hold", "release")


@mastery.only
def run(desk: Desk, command: Command, at: Table) -> Desk:
    """Have results wait, or no more."""
    if command.verb == "release":
        return _released(desk, command, at)
    if at.game.holds:
        return desk.says(command, "they wait for you already")
    games.save(desk.db, replace(at.game, holds=True))
    sentence = f"had the results of {mastery.title_of(at)} wait"
    mastery.done(desk, at, "hold", sentence, phase=mastery.phase_of(at))
    told = f"when {mastery.title_of(at)} is over you get a preview; RELEASE tells the results"
    return mastery.afresh(desk).says(command, told)


def _released(desk: Desk, command: Command, at: Table) -> Desk:
    """Let results go; before the phase is over that only undoes HOLD."""
    phase = mastery.phase_of(at)
    if at.game.held:
        if not mastery.believed(desk):
            return desk.refuses(command, "the judge's clock is in doubt: nothing is told now")
        mastery.done(desk, at, "release", f"released the results of {_title(at)}", phase=phase)
        return process.closed(desk, command)
    if not at.game.holds:
        return desk.refuses(command, "no results wait for you")
    games.save(desk.db, replace(at.game, holds=False))
    mastery.done(desk, at, "unhold", f"had the results of {_title(at)} wait no more", phase=phase)
    return mastery.afresh(desk).says(command, "the results do not wait for you any more")


def _title(at: Table) -> str:
    return mastery.title_of(at)
