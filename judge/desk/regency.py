"""Games without a game master, or whose master writes no more: two thirds of the players decide.

They may do by vote what he would by his word; the clock is theirs anyway (motions).
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.desk import mastery, motions, speakers, standing_in
from judge.desk.desk import Desk
from judge.desk.motions import Motion
from judge.game.readers.addresses import MASTER
from judge.game.terms.tables import Table
from judge.kernel.text import Command
from judge.store import ballots, log, readings
from judge.store.log import Fact
from judge.store.record import OVER, Game

SILENCE = timedelta(days=14)
"""For so long a game master may write nothing before the players decide for him."""
PLAYERS = "Two thirds of the players"
_ENTHRONED = ("gm.promote", "keeper.promote", "vote.promote")
"""What made somebody the game master, in the log."""

Act = Callable[[Desk, Command, Table], Desk]
"""What is done once the game master, or enough players, want it."""


def explain_refusal(desk: Desk) -> str:
    """Why the letter's writer has no voice in what a game master decides, or ""."""
    table = desk.table
    if table is None:
        return speakers.explain_outside(desk)
    if desk.seat is None or table.game.status == OVER:
        return mastery.NOT_HIS
    if standing_in.is_acting(desk):
        return "only the player himself may vote for that"
    until = _find_end(desk.db, table.game)
    if until is not None and desk.house.now < until:
        return (
            f"only the game master may do that; if he writes nothing until {until:%d %b %Y}, two "
            f"thirds of the players may from then on"
        )
    if desk.seat.id not in {seat.id for seat in motions.list_voters(desk.db, table)}:
        return "you are out of the game and have no vote"
    return ""


def _find_end(db: Connection, game: Game) -> datetime | None:
    """Until when a game's master decides if he stays silent; None where there is no master."""
    if game.gm is None:
        return None
    began = [at for at, deed in log.of_game(db, game.name) if deed.what in _ENTHRONED]
    last_word = readings.last_heard(db, game.id, MASTER)
    return max(filter(None, (game.created, last_word, *began[-1:]))) + SILENCE


def decide(
    desk: Desk, command: Command, table: Table, motion: Motion, choice: str, act: Act
) -> Desk:
    """Put ``motion`` to the vote, with the writer's voice for it; ``act`` if it is carried."""
    if desk.seat is not None and desk.seat.power and desk.seat.power == motion.about:
        return desk.refuses(command, "you have no vote on that: it is about you", "RESIGN")
    lasting_motion = replace(motion, matter=f"{ballots.LASTING}{motion.matter}", weighty=True)
    voting_desk, wishes = motions.put(desk, table, lasting_motion, choice)
    if wishes:
        return act(voting_desk, command, table)
    condition = "it is done as soon as two thirds of the players want it"
    return voting_desk.says(command, f"you ask to {motion.asks}: {condition}")


def withdraw(desk: Desk, command: Command, matter: str) -> Desk:
    """Take back the writer's voice for a motion."""
    reason = explain_refusal(desk)
    if reason:
        return desk.refuses(command, reason)
    had_wish = motions.withdraw_motion(desk, f"{ballots.LASTING}{matter}")
    return desk.says(command, "you no longer ask for it" if had_wish else "you did not ask for it")


def word_subject(desk: Desk) -> str:
    """Who does what a game master could, as all are told."""
    return "The game master" if desk.role == MASTER else PLAYERS


def has(desk: Desk) -> str:
    """The same with the verb that fits."""
    return f"{word_subject(desk)} {'has' if desk.role == MASTER else 'have'}"


def log_deed(desk: Desk, table: Table, deed: str, **facts: Fact) -> None:
    """Log a use of a master's powers: his own, or what the players have decided."""
    if desk.role == MASTER:
        mastery.log_deed(desk, table, deed, **facts)
        return
    log.append(desk.db, desk.house.now, log.JUDGE, f"vote.{deed}", table.game.name, **facts)


def record(desk: Desk, table: Table, deed: str, sentence: str, **facts: Fact) -> None:
    """The same, and name the master's own deeds in the next public report."""
    log_deed(desk, table, deed, **facts)
    if desk.role == MASTER:
        mastery.name_deed(desk, table, sentence)
