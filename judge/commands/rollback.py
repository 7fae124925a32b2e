"""ROLLBACK [phase]: the game as it was before that phase was adjudicated, its orders kept."""

from collections.abc import Sequence
from dataclasses import replace

from judge.commands import words
from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.clocks import deadlines
from judge.game.terms import table
from judge.game.terms.table import Table
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import conduct, games, seats, sheets, turns
from judge.store.record import Game, PlayedTurn, Sheet

VERBS = ("rollback",)


@mastery.only
def run(desk: Desk, command: Command, at: Table) -> Desk:
    """Go back; the results of the phase then wait for the game master, or for PROCESS."""
    played = turns.of_game(desk.db, at.game.id)
    turn = _meant(played, words.phase_named(words.of(command)))
    if turn is None:
        known = [f"ROLLBACK {one.phase}" for one in played[:-4:-1]]
        return desk.refuses(command, "no such phase has been played", *known)
    mastery.done(
        desk,
        at,
        "rollback",
        f"took the game back from {mastery.title_of(at)} to {turn.title}",
        present=mastery.phase_of(at),
        phase=turn.phase,
    )
    game = _restored(desk, at, turn)
    event = Event("rolled-back", {"present": mastery.title_of(at), "phase": turn.title})
    position = table.of(game).position()
    told = mastery.announced(desk, command, "taken back", event, *position)
    text = (
        f"{turn.title} is open again with its old orders: EDIT changes one, PROCESS adjudicates "
        f"it; when it ends by itself, its results wait for you"
    )
    sent = [_with_orders(desk, table.of(game), notice) for notice in told]
    return mastery.afresh(desk).sends(sent).says(command, text)


def _meant(played: Sequence[PlayedTurn], named: str) -> PlayedTurn | None:
    """The turn that is named, else the last one."""
    fitting = [turn for turn in played if named in ("", turn.phase)]
    return fitting[-1] if fitting else None


def _restored(desk: Desk, at: Table, turn: PlayedTurn) -> Game:
    """Store the game as it was before a turn; what came later is forgotten but in the records."""
    phase = at.engine.phase(at.engine.load(turn.before))
    back = replace(
        at.game,
        number=turn.number,
        revision=at.game.revision + 1,
        state=turn.before,
        phase=phase,
        opened=desk.house.now,
        touched=False,
        ready=None,
        left=None,
        holds=True,
        held=False,
        sequence=at.game.sequence + 1,
    )
    sheets.forget(desk.db, back.id, turn.number)
    seats.forget_votes(desk.db, back.id)
    seats.forgive(desk.db, back.id)
    conduct.forget(desk.db, back.id, turn.number)
    due = deadlines.first(desk.db, table.of(back), phase, desk.house.now, at.powers)
    dated = replace(back, deadline=due.deadline)
    game = deadlines.ringing(desk.db, dated, desk.house.cutoff)
    games.save(desk.db, game)
    return game


def _with_orders(desk: Desk, at: Table, notice: Notice) -> Notice:
    """The notice with its reader's orders as they stand again."""
    laid: dict[str, Sheet] = sheets.of_phase(desk.db, at.game.id, at.game.number)
    sheet = laid.get(notice.facts.power)
    if sheet is None:
        return notice
    return replace(notice, standing=at.standing(sheet.power, sheet.orders))
