"""What a worker does, round by round: the steps of a pass, each by itself, beside other workers.

The tables say what is to be done, so that a round may be cut off anywhere and be done by anybody.
Who takes mail rings a bell for each game that it is for, and who plays is called by it; again and
again it is rung for whatever still waits, whether it was not heard or somebody broke off. A game is
played in transactions that lock its row alone; what turns out to reach beyond it is undone and done
with the lock of all. A phase is closed when all inboxes were read past its deadline and no
mail waits that may be for it and came before. Of a game there is one such transaction a second,
since the names of some mails tell no two moments of a second apart.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from sqlalchemy import Connection, Engine

from judge.game.turn import due
from judge.kernel.errors import BeyondError, KeeperError, UndoneError
from judge.kernel.notice import Notice
from judge.post import trouble
from judge.post.hand import GAME, MAIL, Task
from judge.run import daily
from judge.run.games import (
    hold_back,
    let_computers_think,
    move_what_waits,
    recover_from_outage,
    report_stuck_game,
    tell_of_silent,
)
from judge.run.groups import Act, Item, Mishap, act_on_each, in_hand
from judge.run.mails import answer_mail, read_heads, shunt_mail, take_mails
from judge.run.nightly import do_chores
from judge.run.pictures import draw
from judge.run.sending import post_mails, report_trouble, write_waiting
from judge.run.start import begin_pass, is_clock_believed
from judge.run.work import SYSLOG, Pass, Report, tell_syslog
from judge.spool import aside
from judge.spool.house import House
from judge.spool.spool import Spool
from judge.store import bell, games, letters, log, server
from judge.store.record import ReceivedMail

FRESH = 1.0
"""Seconds for which a round of play lasts: the next one has a time of its own."""
MOST = 1000
"""Games that are rung for before workers come to them; the others are when these are done."""
MAILS = 20
"""Mails of a game that are answered in one commit."""

Round = Callable[[Pass], None]


@dataclass(slots=True)
class Playing:
    """A round of play: up to when it closes phases, and whether its clock is believed."""

    work: Pass
    house: House
    believed: bool | None = None
    """None until a phase is due: only then other clocks are asked."""
    end: float = field(default_factory=lambda: time.monotonic() + FRESH)


def begin(engine: Engine, spool: Spool, holder: str, now: datetime | None = None) -> Pass:
    """A round before it begins; ``now`` as in ``batch.run``. Raises KeeperError as a pass does."""
    work = begin_pass(server.share(engine), spool, Report(), now)
    return replace(work, engine=engine, holder=holder)


def take(work: Pass) -> None:
    """Take what lies in our inbox and read the heads. Nobody else reads that inbox meanwhile."""
    recover_from_outage(work)
    work_beside = replace(work, engine=work.beside)
    obstacle = ""
    try:
        take_mails(work_beside)
    except KeeperError as error:
        obstacle = str(error)
    read_heads(work_beside)
    report_trouble(work, trouble.IN, obstacle, well=not obstacle)


def begin_playing(work: Pass) -> Playing:
    """A round of play before the first bell."""
    return Playing(work, hold_back(work))


def play(playing: Playing, number: int | None) -> None:
    """Answer mails that wait for a game, or for none, and close its phase if that is due."""
    _answer_mails(playing.work, number)
    if number is not None:
        _close_phase(playing, number)


def ring(work: Pass) -> None:
    """Ring for games that have something to do and were not rung for, or in vain.

    Which of very many come first is left to chance, so that those that have to wait stop no others.
    """
    house = hold_back(work)
    with work.beside.begin() as db:
        lone_games = {game.id for game in aside.list_games(db)}
        due_games = {
            number for number in games.find_due(db, house.cutoff) if number not in lone_games
        }
        rung_games = bell.find_rung(db)
        games_to_ring = list((letters.find_open(db) | due_games) - rung_games)
        bell.ring(
            db,
            random.sample(games_to_ring, min(len(games_to_ring), max(0, MOST - len(rung_games)))),
        )


def post(work: Pass) -> None:
    """Send what is due and nobody else has claimed."""
    post_mails(work)


def sweep(work: Pass) -> None:
    """Do what one worker at a time does: look after inboxes, maps, computers and the night."""
    with work.beside.begin() as db:
        bell.forget_leaked(db)
    tell_of_silent(work)
    move_what_waits(work)
    if work.night:
        do_chores(work)
    write_waiting(work)
    draw(work, lambda: None)
    daily.gather(work)
    let_computers_think(work)
    if work.spool.config.log == SYSLOG:
        with work.engine.begin() as db:
            tell_syslog(db, work.report.lines)


ROUNDS: dict[str, Round] = {"take": take, "ring": ring, "post": post, "sweep": sweep}
"""What is done again and again; what is left is done when the bell rings."""


def _answer_mails(work: Pass, number: int | None) -> None:
    """Answer some mails for a game, or for none."""

    def answer(db: Connection, waiting_mail: ReceivedMail) -> Sequence[Notice]:
        if number is not None:
            _enter(db, work, number)
        mail = letters.hold(db, waiting_mail.id)
        return answer_mail(work, db, mail) if mail else ()

    with work.beside.begin() as db:
        mails = letters.find_of_game(db, number, MAILS)
    if mails and mails[0].put_off:  # each of these may take long, and other games wait
        mails = mails[:1]
    _act(work, number, mails, answer, partial(shunt_mail, work), lambda one: Task(MAIL, one.id))


def _close_phase(playing: Playing, number: int) -> None:
    """Look after a game if its alarm has rung and the clock is believed."""
    work, house = playing.work, playing.house
    with work.beside.begin() as db:
        if not games.is_due(db, number, house.cutoff):
            return
        if any(game.id == number for game in aside.list_games(db)):
            return
    if playing.believed is None:
        playing.believed = is_clock_believed(replace(work, engine=work.beside), ask=True)
    if not playing.believed:
        return

    def close(db: Connection, number: int) -> Sequence[Notice]:
        _enter(db, work, number)
        if not games.is_due(db, number, house.cutoff):
            return ()
        if letters.is_any_before(db, number, house.cutoff):
            return ()
        return due.see_to_game(db, house, number)

    stuck = partial(report_stuck_game, work)
    _act(work, number, [number], close, stuck, partial(Task, GAME))


def _enter(db: Connection, work: Pass, number: int) -> None:
    """Begin to work at a game. Raises UndoneError where another one is at it, or just was."""
    games.hold(db, number)
    if log.is_written_in(db, games.get(db, number).name, work.house.now):
        raise UndoneError("its next second has to come")


def _act(
    work: Pass,
    number: int | None,
    items: Sequence[Item],
    act: Act[Item],
    mishap: Mishap[Item],
    name_item: Callable[[Item], Task],
) -> None:
    """Act on what is a game's own, beside others; what is not, or turns out not to be, alone."""
    with in_hand(work, name_item) as hold:
        try:
            if number is not None:
                own = replace(work, engine=server.within(work.engine, number), news={})
                act_on_each(own, items, act, mishap, hold)
                return
        except BeyondError:
            pass
        except UndoneError:
            return
        try:
            act_on_each(replace(work, news={}), items, act, mishap, hold)
        except UndoneError:
            return
