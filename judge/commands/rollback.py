"""ROLLBACK [phase]: the game as it was before that phase was adjudicated, its orders kept."""

from collections.abc import Sequence
from dataclasses import replace

from judge.commands import words
from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.clocks import deadlines
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import conduct, games, seats, sheets, turns
from judge.store.record import Game, PlayedTurn, Sheet

VERBS = ("rollback",)


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Go back; the results of the phase then wait for the game master, or for PROCESS."""
    played = turns.of_game(desk.db, table.game.id)
    turn = _find_turn(played, words.named_phase(words.of(command)))
    if turn is None:
        known = [f"ROLLBACK {one.phase}" for one in played[:-4:-1]]
        return desk.refuses(command, "no such phase has been played", *known)
    mastery.record_deed(
        desk,
        table,
        "rollback",
        f"took the game back from {mastery.title_of(table)} to {turn.title}",
        present=mastery.phase_of(table),
        phase=turn.phase,
    )
    game = _restore_game(desk, table, turn)
    event = Event("rolled-back", {"present": mastery.title_of(table), "phase": turn.title})
    position = tables.load(game).position()
    told = mastery.announce(desk, command, "taken back", event, *position)
    text = (
        f"{turn.title} is open again with its old orders: EDIT changes one, PROCESS adjudicates "
        f"it; when it ends by itself, its results wait for you"
    )
    sent = [_add_orders(desk, tables.load(game), notice) for notice in told]
    return mastery.reload_game(desk).sends(sent).says(command, text)


def _find_turn(played: Sequence[PlayedTurn], named: str) -> PlayedTurn | None:
    """The turn that is named, else the last one."""
    fitting = [turn for turn in played if named in ("", turn.phase)]
    return fitting[-1] if fitting else None


def _restore_game(desk: Desk, table: Table, turn: PlayedTurn) -> Game:
    """Store the game as it was before a turn; what came later is forgotten but in the records."""
    phase = table.engine.phase(table.engine.load(turn.before))
    back = replace(
        table.game,
        number=turn.number,
        revision=table.game.revision + 1,
        state=turn.before,
        phase=phase,
        opened=desk.house.now,
        touched=False,
        ready=None,
        left=None,
        holds=True,
        held=False,
        sequence=table.game.sequence + 1,
    )
    sheets.forget(desk.db, back.id, turn.number)
    seats.forget_votes(desk.db, back.id)
    seats.forget_silences(desk.db, back.id)
    conduct.forget(desk.db, back.id, turn.number)
    due = deadlines.first(desk.db, tables.load(back), phase, desk.house.now, table.powers)
    dated = replace(back, deadline=due.deadline)
    game = deadlines.set_alarm(desk.db, dated, desk.house.cutoff)
    games.save(desk.db, game)
    return game


def _add_orders(desk: Desk, table: Table, notice: Notice) -> Notice:
    """The notice with its reader's orders as they stand again."""
    laid: dict[str, Sheet] = sheets.of_phase(desk.db, table.game.id, table.game.number)
    sheet = laid.get(notice.facts.power)
    if sheet is None:
        return notice
    return replace(notice, standing=table.standing(sheet.power, sheet.orders))
