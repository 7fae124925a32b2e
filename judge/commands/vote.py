"""Casting a vote, and ending the game if it was the last one needed."""

from dataclasses import replace

from judge.desk import orders
from judge.desk.desk import Desk
from judge.game.terms import settings, tables
from judge.game.terms.customs import NAMED, OPEN, SECRET, UNNAMED
from judge.game.turn import votes
from judge.kernel.text import Command
from judge.store import games, seats


def cast(desk: Desk, command: Command, vote: str, sentence: str) -> Desk:
    """Store a seat's vote and see whether it passes."""
    reason = orders.explain_closed(desk)
    if reason or desk.table is None or desk.seat is None:
        return desk.refuses(command, reason)
    table = desk.table
    if desk.seat.power not in table.engine.survivors(table.state):
        return desk.refuses(command, "you are out of the game and have no vote")
    seat = replace(desk.seat, vote=vote)
    seats.save(desk.db, seat)
    voting_desk = replace(desk, seat=seat).says(command, sentence)
    end_notices = votes.end_if_agreed(desk.db, desk.house, table)
    if not end_notices:
        return voting_desk.sends(votes.tell_proposal(desk.db, desk.house, table, seat))
    finished_table = tables.load(games.get(desk.db, table.game.id))
    final = replace(
        voting_desk, table=finished_table, sheet=None, changed=False, closed="the game is over"
    )
    return final.sends(end_notices)


def duration_words(desk: Desk) -> str:
    """How long a vote of the letter's game holds, in words."""
    stands = desk.table is not None and settings.customs(desk.table.game.options).standing
    return "until you take it back" if stands else "in this phase"


def secrecy_words(desk: Desk, others: str) -> str:
    """Who learns of a vote, in words."""
    ballot = desk.table.customs.ballot if desk.table is not None else SECRET
    if ballot == SECRET:
        return f"nobody is told unless all {others}"
    return _TOLD[ballot]


_TOLD = {
    UNNAMED: "if nobody did before you, all are told that it is proposed, and not by whom",
    NAMED: "if nobody did before you, all are told that you propose it",
    OPEN: "all are told that it is proposed, and STATUS tells them your vote",
}
