"""PAUSE and RESUME: the game's clock, by its master or by more than half of its players."""

from dataclasses import replace

from judge.desk import motions
from judge.desk.desk import Desk
from judge.desk.motions import Motion
from judge.game.clocks import pausing
from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel.text import Command
from judge.store import games, log

VERBS = ("pause", "nopause", "resume", "noresume")
PAUSE = Motion("pause", "pause the game", "PAUSE")
RESUME = Motion("resume", "let the game go on", "RESUME")
MAJORITY = "More than half of the players"


def run(desk: Desk, command: Command) -> Desk:
    """Stop the clock or let it go on; a player's wish counts until the phase ends."""
    verb = command.verb.removeprefix("no")
    table, reason = desk.table, motions.explain_refusal(desk)
    if reason or table is None:
        return desk.refuses(command, reason)
    if command.words:
        return desk.refuses(command, f"this takes no more words: {command.verb.upper()}")
    if table.game.is_paused == (verb == "pause"):
        state = "paused already" if table.game.is_paused else "not paused"
        return desk.refuses(command, f"{table.game.name} is {state}")
    if command.verb != verb:
        had_wish = motions.withdraw_motion(desk, verb)
        return desk.says(
            command, "you no longer ask for it" if had_wish else "you did not ask for it"
        )
    if desk.role == MASTER:
        return _stop_or_start_clock(desk, command, table, MASTER, "The game master")
    voting_desk, wishes = motions.put(desk, table, PAUSE if verb == "pause" else RESUME, "yes")
    if wishes:
        return _stop_or_start_clock(voting_desk, command, table, log.JUDGE, MAJORITY)
    condition = "it is done as soon as more than half of the players want it"
    return voting_desk.says(command, f"you ask to {verb}: {condition}")


def _stop_or_start_clock(desk: Desk, command: Command, table: Table, who: str, whom: str) -> Desk:
    """Stop or start the clock; the rest of the letter is read with it so."""
    if command.verb == "pause":
        mails = pausing.pause(desk.db, desk.house, table.game, who, whom)
    else:
        mails = pausing.resume(desk.db, desk.house, table.game, who)
    now = tables.load(games.get(desk.db, table.game.id))
    message = "the game is paused"
    if now.game.deadline is not None:
        message = f"the game goes on; the deadline is {desk.tell_time(now.game.deadline)}"
    return replace(desk, table=now).says(command, message).sends(mails)
