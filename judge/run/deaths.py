"""What the last pass died on is tried apart, and put aside if it does harm again."""

from collections.abc import Callable, Sequence
from functools import partial

from sqlalchemy import Connection

from judge.game.turn import due
from judge.kernel import limits
from judge.kernel.notice import Notice
from judge.mail import ours
from judge.mail.compose import compose
from judge.post import hand
from judge.post.hand import GAME, MAIL, Task
from judge.report.render import render
from judge.run.closing import report_stuck_game
from judge.run.groups import act_on_each
from judge.run.mails import answer_mail, read_head, shunt_mail
from judge.run.work import Pass
from judge.store import games, letters
from judge.store.database import open_database
from judge.store.record import ReceivedMail


def put_deadly_aside(work: Pass) -> None:
    """Put aside the mail or game that the last pass died on, if it does harm when tried apart.

    Somebody may just have killed that pass: then it counts like any other.
    """
    item = hand.find_task(work.spool)
    if item is None:
        return
    with work.engine.begin() as db:
        deaths = hand.count_death(db, item)
        mail = letters.get(db, item.number) if item.kind == MAIL else None
        game = games.find(db, item.number) if item.kind == GAME else None
    work.engine.dispose()  # a child must not inherit an open database
    if mail is not None and mail.status == letters.NEW:
        name = ours.receipt_name(work.house.ours, mail.id)
        work.report.lines.append(f"The last pass died on mail {name}.")

        def act_on_mail(db: Connection) -> Sequence[Notice]:
            return [*read_head(work, db, mail), *answer_mail(work, db, mail)]

        def put_aside(db: Connection, mail: ReceivedMail) -> Sequence[Notice]:
            """Unless another host has come to an end with it meanwhile."""
            return _raise_deadly(db, mail) if letters.hold(db, mail.id) else ()

        if _kills(work, item, deaths, act_on_mail):
            act_on_each(work, [mail], put_aside, partial(shunt_mail, work))
    if game is not None:
        work.report.lines.append(f"The last pass died on the game {game.name}.")
        if _kills(work, item, deaths, partial(due.see_to_game, house=work.house, number=game.id)):
            act_on_each(work, [game.id], _raise_deadly, partial(report_stuck_game, work))
    hand.empty(work.spool)


def _kills(
    work: Pass, item: Task, deaths: int, act: Callable[[Connection], Sequence[Notice]]
) -> bool:
    """Whether so many passes died on it, or a process of its own does, that undoes all it did."""

    def attempt() -> None:
        engine = open_database(work.spool.database)
        with engine.connect() as db:
            for notice in act(db):
                compose(render(notice), work.house.ours, work.house.now)
            db.rollback()

    return deaths >= limits.DEATHS or not hand.survives(attempt, item.kind)


def _raise_deadly(_db: Connection, _item: object) -> Sequence[Notice]:
    raise hand.DeadlyError("a pass died on it")
