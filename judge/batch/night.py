"""What the first pass of a day does: who needs something is told, what is too old is let go of."""

from collections.abc import Sequence

from sqlalchemy import Connection

from judge.batch.groups import act_on_each
from judge.batch.work import Pass
from judge.health import keep
from judge.health import nightly as health
from judge.kernel.notice import Notice
from judge.post import shunt
from judge.store import log


def do_chores(work: Pass) -> None:
    """Look who needs something, tidy, and write down how far the log is."""
    _look_for_needs(work)
    keep.tidy(work.engine, work.spool, work.house.now)
    with work.engine.begin() as db:
        log.tell_heads(db, work.house.now)


def _look_for_needs(work: Pass) -> None:
    """Tell those whom something needs: the keeper, then game by game, some games a commit."""

    def stumble(db: Connection, item: object, error: Exception) -> Sequence[Notice]:
        shunt.write(work.spool, "health", error)
        line = f"The daily look at all games failed: {shunt.name_error(error)}."
        if line not in work.report.lines:
            work.report.lines.append(line)
        health.remember_look(db, work.house.now)
        return ()

    act_on_each(
        work,
        [work.spool],
        lambda db, spool: health.look_at_judge(db, spool, work.house),
        stumble,
    )
    with work.engine.begin() as db:
        look_round = health.begin_round(db, work.house.now)
    act_on_each(
        work,
        look_round.games,
        lambda db, number: health.look_at_game(db, work.house, look_round, number),
        stumble,
    )
