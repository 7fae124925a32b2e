"""HOLD and RELEASE: the next results wait until the game master has seen them, and let them go."""

from collections.abc import Sequence

from msgspec.structs import replace

from judge.game.books import proof
from judge.game.clocks import deadlines, ready
from judge.game.readers.addresses import MASTER
from judge.game.terms import game_options, tables
from judge.game.terms.tables import Table
from judge.game.turn import due, phase
from judge.kernel import limits
from judge.kernel.engine import PUBLIC, Event, Order
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.letters.commands import words
from judge.letters.desk import mastery, orders
from judge.letters.desk.desk import Desk
from judge.store import conduct, games, log, seats, sheets, turns
from judge.store.record import FORMING, OVER, RUNNING, Entry, Game, PlayedTurn


def obey_hold(desk: Desk, command: Command, table: Table) -> Desk:
    """Have results wait, or no more."""
    if command.verb == "release":
        return _release_results(desk, command, table)
    if table.game.holds:
        return desk.says(command, "they wait for you already")
    games.save(desk.db, replace(table.game, holds=True))
    deed = f"held back the results of {mastery.word_title(table)}"
    mastery.record_deed(desk, table, "hold", deed, phase=mastery.find_phase(table))
    sentence = (
        f"when {mastery.word_title(table)} is over you get a preview; RELEASE tells the results"
    )
    return mastery.reload_game(desk).says(command, sentence)


def _release_results(desk: Desk, command: Command, table: Table) -> Desk:
    """Let results go; before the phase is over that only undoes HOLD."""
    phase = mastery.find_phase(table)
    if table.game.held:
        if not mastery.is_clock_believed(desk):
            return desk.refuses(command, "the judge's clock is in doubt: nothing goes out now")
        mastery.record_deed(
            desk,
            table,
            "release",
            f"released the results of {mastery.word_title(table)}",
            phase=phase,
        )
        return close_phase(desk, command)
    if not table.game.holds:
        return desk.refuses(command, "no results wait for you")
    games.save(desk.db, replace(table.game, holds=False))
    mastery.record_deed(
        desk, table, "unhold", f"let the results of {mastery.word_title(table)} go out", phase=phase
    )
    return mastery.reload_game(desk).says(command, "the results no longer wait for you")


UNSURE = "lines above it were not taken: send PROCESS by itself to end the phase without them"


def obey_process(desk: Desk, command: Command, table: Table) -> Desk:
    """Adjudicate with the orders that are in; the phase may be named, lest it be another one."""
    if not mastery.is_clock_believed(desk):
        return desk.refuses(command, "the judge's clock is in doubt: no phase is adjudicated now")
    if table.game.status == FORMING:
        all_seats = seats.of_game(desk.db, table.game.id)
        if not all_seats and not table.is_seatless:
            return desk.refuses(command, "nobody has a seat yet")
        mastery.record_deed(desk, table, "begin", "began the game", players=len(all_seats))
        reply = desk.sends(due.begin(desk.db, desk.house, table))
        return mastery.reload_game(reply).says(command, f"{table.game.name} begins")
    if command.text.lower().split()[:2] == ["force", "begin"]:
        return desk.refuses(command, f"{table.game.name} has begun", "PROCESS")
    phase_id = words.named_phase(words.of(command), table.variant)
    if phase_id and phase_id != mastery.find_phase(table):
        message = f"the present phase is {mastery.word_title(table)}"
        return desk.refuses(command, message, f"PROCESS {mastery.find_phase(table)}")
    if table.is_seatless and any(one.verdict == "problem" for one in desk.answers):
        return desk.refuses(command, UNSURE)
    unsure = _is_unsure(desk, table)
    sentence = f"ended {mastery.word_title(table)} by hand"
    mastery.record_deed(desk, table, "process", sentence, phase=mastery.find_phase(table))
    # Results that he wants to see first are shown to him alone; what he took back he has seen.
    game = table.game
    if game.held or turns.versions(desk.db, game.id, mastery.find_phase(table)):
        return close_phase(desk, command)
    mails = due.close_or_hold(desk.db, desk.house, games.get(desk.db, game.id))
    reply = mastery.reload_game(desk).sends(mails)
    if reply.table is None or not reply.table.game.held:
        return _tell_results(reply, command, unsure=unsure)
    sentence = f"{mastery.word_title(table)} is over; a mail shows you its results"
    return reply.says(command, f"{sentence}, and RELEASE tells all").titles("a preview for you")


def close_phase(desk: Desk, command: Command) -> Desk:
    """Close the phase and send its results."""
    if desk.table is None:
        return desk
    mails = phase.close_phase(desk.db, desk.house, games.get(desk.db, desk.table.game.id))
    return _tell_results(mastery.reload_game(desk).sends(mails), command)


def _is_unsure(desk: Desk, table: Table) -> bool:
    """Whether a line that was asked about waits at a table without seats."""
    sheet_of_power = sheets.of_phase(desk.db, table.game.id, table.game.number)
    return table.is_seatless and any(sheet.doubts for sheet in sheet_of_power.values())


def _tell_results(desk: Desk, command: Command, *, unsure: bool = False) -> Desk:
    missing = ", without the lines that were asked about and not sent anew" if unsure else ""
    return desk.says(command, f"the results are out{missing}").titles("the results are out")


SEALED = (
    "in this game you see no orders before the results: "
    "that takes gmorders=yes, set before it begins, for all to read"
)


def obey_predict(desk: Desk, command: Command, table: Table) -> Desk:
    """Show a preview; while the phase is open only where the game says so openly."""
    if not table.game.held and not game_options.shows_open_orders(table.game.options):
        return desk.refuses(command, SEALED)
    mastery.log_deed(desk, table, "predict", phase=mastery.find_phase(table))
    reply = desk.shows(*due.preview(desk.db, desk.house, table))
    return reply.says(command, "see below; nobody else is told").titles("preview")


NOW = "now"
"""The word that confirms what takes back several phases."""


def obey_rollback(desk: Desk, command: Command, table: Table) -> Desk:
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
    if not endings or desk.house.now - endings[-1] > limits.RECALL:
        return f"{game.name} has been over for more than {limits.say(limits.RECALL)}"
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
    data["clock"] = not table.is_seatless
    event = Event("rolled-back", data, PUBLIC)
    position = tables.load(game).position()
    news = "the game goes on" if was_over else "taken back"
    mails = mastery.announce(desk, command, news, event, *position)
    text = f"{title} is open again with its old orders: EDIT changes one, PROCESS adjudicates it"
    mails_with_orders = [_add_orders(desk, tables.load(game), notice) for notice in mails]
    reply = mastery.reload_game(desk).sends(mails_with_orders)
    if desk.role != MASTER or table.is_seatless:
        return reply.shows(event, *position).says(command, text)
    return reply.says(command, f"{text}; when it ends by itself, its results wait for you")


def _keep_orders(desk: Desk, table: Table, later_turns: Sequence[PlayedTurn]) -> None:
    """Keep the orders of the phases that are taken back whole, and of the open one."""
    game = table.game
    for turn in later_turns:
        sheets.keep_taken_back(desk.db, game.id, turn.phase, turn.orders)
    if game.phase is not None:
        sheet_of = sheets.of_phase(desk.db, game.id, game.number)
        entries_of = {power: sheet.entries for power, sheet in sheet_of.items()}
        sheets.keep_taken_back(desk.db, game.id, game.phase.id, entries_of)


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
    sheet_of = sheets.of_phase(desk.db, table.game.id, table.game.number)
    sheet = sheet_of.get(notice.facts.power)
    if sheet is None:
        return notice
    return replace(notice, standing=table.standing(sheet.power, sheet.orders))


NONE_KEPT = "no orders of this phase are kept: it was not taken back, or they are given already"


def obey_rollforward(desk: Desk, command: Command) -> Desk:
    """A player takes his own; the game master those of all who have given none anew."""
    table, seat = desk.table, desk.seat
    if desk.role == MASTER and table is not None:
        return _for_all(desk, command, table)
    reason = orders.explain_closed(desk)
    if reason or table is None or seat is None:
        return desk.refuses(command, reason)
    entries = sheets.taken_back_of(desk.db, table.game.id, mastery.find_phase(table)).get(
        seat.power, ()
    )
    if not entries:
        return desk.refuses(command, NONE_KEPT)
    legal = orders.list_legal(table, seat.power, entries)
    next_desk = desk
    for order in legal:
        new_order = Order(order.text, order.key, command.span, order.text, order.note)
        next_desk = orders.take(next_desk, new_order)
    return next_desk.says(command, _count_sentence(len(legal), len(entries)))


def _for_all(desk: Desk, command: Command, table: Table) -> Desk:
    """Give the kept orders of every power that has none, where they are still legal."""
    game = table.game
    if game.status != RUNNING or game.held:
        return desk.refuses(command, f"no phase of {game.name} is open")
    kept_entries_of_power = sheets.taken_back_of(desk.db, game.id, mastery.find_phase(table))
    sheet_of = sheets.of_phase(desk.db, game.id, game.number)
    entries_of_power = {
        power: kept_entries
        for power, kept_entries in kept_entries_of_power.items()
        if not sheet_of[power].entries
    }
    if not entries_of_power:
        return desk.refuses(command, NONE_KEPT)
    opening = game.opened or desk.letter.received
    order_count = 0
    for power, kept_entries in entries_of_power.items():
        legal = orders.list_legal(table, power, kept_entries)
        entries = tuple(
            Entry(order.text, order.key, order.typed, desk.receipt, opening) for order in legal
        )
        said = orders.waiver_after_change(sheet_of[power], (entry.text for entry in entries))
        sheet = replace(sheet_of[power], entries=entries, said=said)
        judged_sheet = ready.judge_sheet(sheet, table.standing(power, sheet.orders))
        sheets.save(desk.db, game.id, game.number, judged_sheet)
        order_count += len(entries)
    deed = f"gave the old orders of {mastery.word_title(table)} again"
    mastery.record_deed(desk, table, "rollforward", deed, phase=mastery.find_phase(table))
    powers = ", ".join(entries_of_power)
    sentence = _count_sentence(order_count, sum(map(len, entries_of_power.values())))
    return desk.says(command, f"{sentence}, for {powers}; PROCESS plays the phase")


def _count_sentence(legal_count: int, count: int) -> str:
    if legal_count == count:
        return f"the old orders are given again: {count}"
    return (
        f"{legal_count} of {count} old orders are given again; the others can't be given any more"
    )
