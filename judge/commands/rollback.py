"""ROLLBACK [phase]: the game as it was before that phase was adjudicated, its orders kept.

Those of the phases behind it are kept as well, for ROLLFORWARD. A game that is over goes on again.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from judge.commands import words
from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.books import proof
from judge.game.clocks import deadlines
from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import conduct, games, later, log, seats, sheets, turns
from judge.store.record import OVER, RUNNING, Game, PlayedTurn, Sheet

VERBS = ("rollback",)
NOW = "now"
"""The word that confirms what takes back several phases."""
AFTERWARDS = timedelta(days=7)
"""How long a game that is over may be taken up again."""


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Go back; the results of the phase then wait for the game master, or for PROCESS."""
    arguments = words.of(command)
    sure = bool(arguments) and arguments[-1].lower() == NOW
    phase = words.named_phase(arguments[:-1] if sure else arguments, table.variant)
    reason = _closed_for_good(desk, table)
    if reason:
        return desk.refuses(command, reason)
    if table.game.status == OVER and table.game.outcome != "solo" and not phase:
        return _go_on(desk, command, table)
    all_turns = turns.of_game(desk.db, table.game.id)
    turn = _find_turn(all_turns, phase)
    if turn is None:
        suggestions = [f"ROLLBACK {one.phase}" for one in all_turns[:-4:-1]]
        return desk.refuses(command, "no such phase has been played", *suggestions)
    later_turns = [one for one in all_turns if one.number > turn.number]
    if later_turns and not sure:
        return desk.refuses(command, _forewarn(turn, later_turns), f"ROLLBACK {turn.phase} NOW")
    mastery.record_deed(
        desk,
        table,
        "rollback",
        f"took the game back from {mastery.word_title(table)} to {turn.title}",
        present=mastery.find_phase(table),
        phase=turn.phase,
    )
    _keep_orders(desk, table, later_turns)
    game = _restore_game(desk, table, turn)
    return _announce(desk, command, table, game, turn.title)


def _forewarn(turn: PlayedTurn, later_turns: Sequence[PlayedTurn]) -> str:
    """What going back over several phases does, before it is done."""
    names = ", ".join(one.title for one in (turn, *later_turns))
    return (
        f"this takes back {len(later_turns) + 1} phases: {names}. {turn.title} is played anew with "
        f"its old orders; those of the others are kept, and ROLLFORWARD gives them again where "
        f"they can still be given"
    )


def _closed_for_good(desk: Desk, table: Table) -> str:
    """Why a game that is over stays so, or ""."""
    game = table.game
    if game.status != OVER:
        return ""
    opens = proof.find_opening(desk.db, game)
    if table.variant.dice and (opens is None or opens <= desk.house.now):
        return f"{game.name} is over, and the secret of its dice is published: it can't go on"
    endings = [at for at, deed in log.of_game(desk.db, game.name) if deed.what == log.OVER]
    if not endings or desk.house.now - endings[-1] > AFTERWARDS:
        return f"{game.name} has been over for more than a week"
    return ""


def _go_on(desk: Desk, command: Command, table: Table) -> Desk:
    """Undo an end that came between two phases: the phase that was open is so again."""
    title = mastery.word_title(table)
    mastery.record_deed(
        desk, table, "reopen", "took the end of the game back", phase=mastery.find_phase(table)
    )
    again = replace(
        table.game,
        status=RUNNING,
        outcome="",
        winners=(),
        revision=table.game.revision + 1,
        opened=desk.house.now,
    )
    seats.forget_votes(desk.db, again.id)
    _forget_results(desk, again)
    return _announce(desk, command, table, _open(desk, again), title, was_over=True)


def _announce(
    desk: Desk, command: Command, table: Table, game: Game, title: str, *, was_over: bool = False
) -> Desk:
    """Tell all where the game stands, each with his orders; ``was_over``: it was over."""
    data = {"present": mastery.word_title(table), "phase": title, "ended": was_over}
    event = Event("rolled-back", data, PUBLIC)
    position = tables.load(game).position()
    news = "the game goes on" if was_over else "taken back"
    mails = mastery.announce(desk, command, news, event, *position)
    text = f"{title} is open again with its old orders: EDIT changes one, PROCESS adjudicates it"
    mails_with_orders = [_add_orders(desk, tables.load(game), notice) for notice in mails]
    reply = mastery.reload_game(desk).sends(mails_with_orders)
    if desk.role != MASTER:
        return reply.shows(event, *position).says(command, text)
    return reply.says(command, f"{text}; when it ends by itself, its results wait for you")


def _keep_orders(desk: Desk, table: Table, later_turns: Sequence[PlayedTurn]) -> None:
    """Keep the orders of the phases that are taken back whole, and of the open one."""
    game = table.game
    for turn in later_turns:
        later.keep(desk.db, game.id, turn.phase, turn.orders)
    if game.phase is not None:
        sheet_of = sheets.of_phase(desk.db, game.id, game.number)
        entries_of = {power: sheet.entries for power, sheet in sheet_of.items()}
        later.keep(desk.db, game.id, game.phase.id, entries_of)


def _forget_results(desk: Desk, game: Game) -> None:
    """The game goes on: nobody has ended it, well or badly."""
    for seat in seats.of_game(desk.db, game.id):
        if seat.person is not None:
            conduct.end(desk.db, seat.person, game.id, seat.power, "")


def _find_turn(all_turns: Sequence[PlayedTurn], phase: str) -> PlayedTurn | None:
    """The turn that is named, else the last one."""
    fitting = [turn for turn in all_turns if phase in ("", turn.phase)]
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
        holds=desk.role == MASTER,
        held=False,
        status=RUNNING,
        outcome="",
        winners=(),
    )
    sheets.forget(desk.db, back.id, turn.number)
    seats.forget_votes(desk.db, back.id)
    seats.forget_silences(desk.db, back.id)
    conduct.forget(desk.db, back.id, turn.number)
    if table.game.status == OVER:
        _forget_results(desk, back)
    return _open(desk, back)


def _open(desk: Desk, game: Game) -> Game:
    """Store a game whose phase is open again, with a new deadline."""
    table = tables.load(replace(game, sequence=game.sequence + 1))
    phase = table.engine.phase(table.state)
    due = deadlines.first(desk.db, table, phase, desk.house.now, table.powers)
    open_game = deadlines.set_alarm(
        desk.db, replace(table.game, deadline=due.deadline), desk.house.cutoff
    )
    games.save(desk.db, open_game)
    return open_game


def _add_orders(desk: Desk, table: Table, notice: Notice) -> Notice:
    """The notice with its reader's orders as they stand again."""
    sheet_of: dict[str, Sheet] = sheets.of_phase(desk.db, table.game.id, table.game.number)
    sheet = sheet_of.get(notice.facts.power)
    if sheet is None:
        return notice
    return replace(notice, standing=table.standing(sheet.power, sheet.orders))
