"""Computers that take their time think when all mails are out: a slice of each pass is theirs.

No answer and no other game's deadline waits for them. What is not thought out when a phase closes
is ordered by Steady.
"""

from collections.abc import Sequence
from functools import partial
from time import monotonic

from sqlalchemy import Connection

from judge.batch.games import report_stuck_game
from judge.batch.groups import Hold, act_on_each, in_hand
from judge.batch.work import Pass
from judge.game.seats import computers
from judge.game.terms import tables
from judge.home import aside, mishaps
from judge.kernel.notice import Notice
from judge.players import SHARP
from judge.post.hand import GAME, Task
from judge.store import games, moves, seats

SLICE = 6.0
"""Seconds of a pass after which nobody begins to think any more; a move takes one to four."""


def let_computers_think(work: Pass) -> bool:
    """Let those think who have to; whether a game may go on now that all of its have."""
    until = monotonic() + SLICE
    ready = False
    with work.beside.begin() as db:
        alone = {game.id for game in aside.list_games(db)}
        waiting = [game for game in seats.games_with(db, SHARP) if game not in alone]
    with in_hand(work, partial(Task, GAME)) as hold:
        for number in waiting:
            ready = _think_guarded(work, number, until, hold) or ready
    return ready


def _think_guarded(work: Pass, number: int, until: float, hold: Hold[int]) -> bool:
    """The same as ``_think_for``, but a game that raises is told of, and the others go on."""
    with hold(number) as bound:
        try:
            with bound:
                return _think_for(work, number, until)
        except Exception as error:
            if mishaps.spoils_all(error):
                raise
            stuck = error

    def fail(_db: Connection, _number: int) -> Sequence[Notice]:
        raise stuck

    act_on_each(work, [number], fail, partial(report_stuck_game, work))
    return False


def _think_for(work: Pass, number: int, until: float) -> bool:
    """Let the computers of one game think; whether the last of them has done so just now."""
    has_thought = False
    while True:
        with work.engine.begin() as db:
            game = games.get(db, number)
            table = tables.load(game)
            thinking = computers.find_thinking(db, table) if game.deadline else []
            if has_thought and not thinking:
                games.touch(db, number)
        if not thinking:
            return has_thought
        if monotonic() > until:
            work.report.restless = True
            return False
        seat = thinking[0]
        budget = min(table.customs.rollouts, work.house.config.limits.rollouts)
        orders = computers.think(table, seat.power, seat.computer, budget)
        with work.engine.begin() as db:
            moves.add(db, game, seat.power, seat.computer, orders)
        has_thought = True
