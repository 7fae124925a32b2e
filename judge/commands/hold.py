"""HOLD and RELEASE: the next results wait until the game master has seen them, and let them go."""

from dataclasses import replace

from judge.commands import process
from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.terms.tables import Table
from judge.kernel.text import Command
from judge.store import games

VERBS = ("hold", "release")


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Have results wait, or no more."""
    if command.verb == "release":
        return _release_results(desk, command, table)
    if table.game.holds:
        return desk.says(command, "they wait for you already")
    games.save(desk.db, replace(table.game, holds=True))
    deed = f"held back the results of {mastery.word_title(table)}"
    mastery.record_deed(desk, table, "hold", deed, phase=mastery.find_phase(table))
    sentence = (
        f"when {mastery.word_title(table)} is over you get a preview; RELEASE tells the results"
    )
    return mastery.reload_game(desk).says(command, sentence)


def _release_results(desk: Desk, command: Command, table: Table) -> Desk:
    """Let results go; before the phase is over that only undoes HOLD."""
    phase = mastery.find_phase(table)
    if table.game.held:
        if not mastery.is_clock_believed(desk):
            return desk.refuses(command, "the judge's clock is in doubt: nothing goes out now")
        mastery.record_deed(
            desk, table, "release", f"released the results of {_title(table)}", phase=phase
        )
        return process.close_phase(desk, command)
    if not table.game.holds:
        return desk.refuses(command, "no results wait for you")
    games.save(desk.db, replace(table.game, holds=False))
    mastery.record_deed(
        desk, table, "unhold", f"let the results of {_title(table)} go out", phase=phase
    )
    return mastery.reload_game(desk).says(command, "the results no longer wait for you")


def _title(table: Table) -> str:
    return mastery.word_title(table)
