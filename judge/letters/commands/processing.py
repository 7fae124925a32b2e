"""HOLD and RELEASE: the next results wait until the game master has seen them, and let them go."""

from collections.abc import Sequence

from msgspec.structs import replace

from judge.game.books import proof
from judge.game.clocks import deadlines, ready
from judge.game.conduct import reputation
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER
from judge.game.terms import game_options, tables
from judge.game.terms.tables import Table
from judge.game.turn import due, phase
from judge.kernel import limits
from judge.kernel.engine import PUBLIC, Event, Order
from judge.kernel.text import Command
from judge.letters.commands import command_words, editing
from judge.letters.desk import mastery, order_sheet
from judge.letters.desk.desk import Desk
from judge.store import conduct, games, log, seats, sheets, turns
from judge.store.record import FORMING, OVER, RUNNING, Game, PlayedTurn


def obey_hold(desk: Desk, command: Command, table: Table) -> Desk:
    """Have results wait."""
    if table.game.holds:
        return desk.says(command, "they wait for you already")
    games.save(desk.db, replace(table.game, holds=True))
    title = table.game.phase_title
    deed = f"held back the results of {title}"
    mastery.log_deed(desk, table, "hold", deed, phase=table.game.phase_id)
    sentence = f"when {title} is over you get a preview; RELEASE tells the results"
    return mastery.reload_game(desk).says(command, sentence)


def obey_release(desk: Desk, command: Command, table: Table) -> Desk:
    """Let results go; before the phase is over that only undoes HOLD."""
    game = table.game
    if game.held:
        if not mastery.is_clock_believed(desk):
            return desk.refuses(command, "the judge's clock is in doubt: nothing goes out now")
        deed = f"released the results of {game.phase_title}"
        mastery.log_deed(desk, table, "release", deed, phase=game.phase_id)
        return _close_phase(desk, command, table)
    if not game.holds:
        return desk.refuses(command, "no results wait for you")
    games.save(desk.db, replace(game, holds=False))
    deed = f"let the results of {game.phase_title} go out"
    mastery.log_deed(desk, table, "unhold", deed, phase=game.phase_id)
    return mastery.reload_game(desk).says(command, "the results no longer wait for you")


UNSURE = "lines above it were not taken: send PROCESS by itself to end the phase without them"


def obey_process(desk: Desk, command: Command, table: Table) -> Desk:
    """Adjudicate with the orders that are in; the phase may be named, lest it be another one."""
    if not mastery.is_clock_believed(desk):
        return desk.refuses(command, "the judge's clock is in doubt: no phase is adjudicated now")
    game = table.game
    if game.status == FORMING:
        all_seats = seats.of_game(desk.db, game.id)
        if not all_seats and not table.is_seatless:
            return desk.refuses(command, "nobody has a seat yet")
        mastery.log_deed(desk, table, "begin", "began the game", players=len(all_seats))
        reply = desk.sends(due.begin(desk.db, desk.house, table))
        return mastery.reload_game(reply).says(command, f"{game.name} begins")
    if command.text.lower().split()[:2] == ["force", "begin"]:
        return desk.refuses(command, f"{game.name} has begun", "PROCESS")
    phase_id = command_words.named_phase(command_words.of(command), table.variant)
    if phase_id and phase_id != game.phase_id:
        message = f"the present phase is {game.phase_title}"
        return desk.refuses(command, message, f"PROCESS {game.phase_id}")
    if table.is_seatless and any(one.verdict == "problem" for one in desk.answers):
        return desk.refuses(command, UNSURE)
    sheet_of = sheets.of_phase(desk.db, game.id, game.number)
    is_unsure = table.is_seatless and any(sheet.doubts for sheet in sheet_of.values())
    sentence = f"ended {game.phase_title} by hand"
    mastery.log_deed(desk, table, "process", sentence, phase=game.phase_id)
    # Results that he wants to see first are shown to him alone; what he took back he has seen.
    if game.held or turns.versions(desk.db, game.id, game.phase_id):
        return _close_phase(desk, command, table)
    mails = due.close_or_hold(desk.db, desk.house, games.get(desk.db, game.id))
    reply = mastery.reload_game(desk).sends(mails)
    if reply.table is not None and reply.table.game.held:
        sentence = f"{game.phase_title} is over; a mail shows you its results"
        return reply.says(command, f"{sentence}, and RELEASE tells all").titles("a preview for you")
    unsure = ", without the lines that were asked about and not sent anew" if is_unsure else ""
    return reply.says(command, f"the results are out{unsure}").titles("the results are out")


def _close_phase(desk: Desk, command: Command, table: Table) -> Desk:
    """Close the phase and send its results."""
    mails = phase.close_phase(desk.db, desk.house, games.get(desk.db, table.game.id))
    reply = mastery.reload_game(desk).sends(mails)
    return reply.says(command, "the results are out").titles("the results are out")


SEALED = (
    "in this game you see no orders before the results: "
    "that takes gmorders=yes, set before it begins, for all to read"
)


def obey_predict(desk: Desk, command: Command, table: Table) -> Desk:
    """Show a preview; while the phase is open only where the game says so openly."""
    if not table.game.held and not game_options.shows_open_orders(table.game.options):
        return desk.refuses(command, SEALED)
    mastery.log_deed(desk, table, "predict", phase=table.game.phase_id)
    reply = desk.shows(*due.preview(desk.db, desk.house, table))
    return reply.says(command, "see below; nobody else is told").titles("preview")


NOW = "now"
"""The word that confirms what takes back several phases."""


def obey_rollback(desk: Desk, command: Command, table: Table) -> Desk:
    """Go back; the results of the phase then wait for the game master, or for PROCESS."""
    arguments, game = command_words.of(command), table.game
    sure = bool(arguments) and arguments[-1].lower() == NOW
    phase = command_words.named_phase(arguments[:-1] if sure else arguments, table.variant)
    if game.status == OVER:
        if table.variant.dice and proof.is_opened(desk.db, game, desk.house.now):
            message = f"{game.name} is over, and the secret of its dice is published"
            return desk.refuses(command, f"{message}: it can't go on")
        endings = [at for at, deed in log.of_game(desk.db, game.name) if deed.what == log.OVER]
        if not endings or desk.house.now - endings[-1] > limits.RECALL:
            message = f"{game.name} has been over for more than {limits.say(limits.RECALL)}"
            return desk.refuses(command, message)
        if game.outcome != "solo" and not phase:
            # It ended between two phases: the one that was open is so again.
            deed = "took the end of the game back"
            mastery.log_deed(desk, table, "reopen", deed, phase=game.phase_id)
            going = _open(desk, _take_end_back(desk, game))
            return _announce(desk, command, table, going, going.phase_title, was_over=True)
    all_turns = turns.of_game(desk.db, game.id)
    fitting = [turn for turn in all_turns if phase in ("", turn.phase)]
    if not fitting:
        suggestions = [f"ROLLBACK {one.phase}" for one in all_turns[:-4:-1]]
        return desk.refuses(command, "no such phase has been played", *suggestions)
    turn = fitting[-1]
    later_turns = all_turns[all_turns.index(turn) + 1 :]
    if later_turns and not sure:
        names = ", ".join(one.title for one in (turn, *later_turns))
        warning = (
            f"this takes back {len(later_turns) + 1} phases: {names}. {turn.title} is played anew "
            f"with its old orders; those of the others are kept, and ROLLFORWARD gives them again "
            f"where they can still be given"
        )
        return desk.refuses(command, warning, f"ROLLBACK {turn.phase} NOW")
    deed = f"took the game back from {game.phase_title} to {turn.title}"
    facts = {"present": game.phase_id, "phase": turn.phase}
    mastery.log_deed(desk, table, "rollback", deed, **facts)
    game_before = _take_back(desk, table, turn, later_turns)
    return _announce(desk, command, table, game_before, turn.title)


def _take_end_back(desk: Desk, game: Game) -> Game:
    """The game under way again, and its votes forgotten; nobody has ended it, well or badly."""
    seats.forget_votes(desk.db, game.id)
    if game.status == OVER:
        for seat in seats.of_game(desk.db, game.id):
            reputation.store_result(desk.db, seat, "")
    revision = game.revision + 1
    return replace(game, status=RUNNING, outcome="", winners=(), revision=revision)


def _announce(
    desk: Desk, command: Command, table: Table, game: Game, title: str, *, was_over: bool = False
) -> Desk:
    """Tell all where the game stands, each with his orders; ``was_over``: it was over."""
    data = {"present": table.game.phase_title, "phase": title, "ended": was_over}
    data["clock"] = not table.is_seatless
    event, table_now = Event("rolled-back", data, PUBLIC), tables.load(game)
    events = (event, *table_now.position())
    news = "the game goes on" if was_over else "taken back"
    mails = mastery.announce(desk, command, news, *events)
    text = f"{title} is open again with its old orders: EDIT changes one, PROCESS adjudicates it"
    reply = mastery.reload_game(desk).sends(notices.add_standings(desk.db, table_now, mails))
    if desk.role != MASTER or table.is_seatless:
        return reply.shows(*events).says(command, text)
    return reply.says(command, f"{text}; when it ends by itself, its results wait for you")


def _take_back(
    desk: Desk, table: Table, turn: PlayedTurn, later_turns: Sequence[PlayedTurn]
) -> Game:
    """Store the game as it was before a turn; what came later is forgotten but in the records.

    The orders of the phases that are taken back whole, and of the open one, are kept.
    """
    game = table.game
    for later in later_turns:
        sheets.keep_taken_back(desk.db, game.id, later.phase, later.orders)
    if game.phase is not None:
        sheet_of = sheets.of_phase(desk.db, game.id, game.number)
        entries_of = {power: sheet.entries for power, sheet in sheet_of.items()}
        sheets.keep_taken_back(desk.db, game.id, game.phase.id, entries_of)
    sheets.forget(desk.db, game.id, turn.number)
    seats.forget_silences(desk.db, game.id)
    conduct.forget(desk.db, game.id, turn.number)
    back = replace(
        _take_end_back(desk, game),
        number=turn.number,
        state=turn.before,
        phase=table.engine.phase(table.engine.load(turn.before)),
        touched=False,
        ready=None,
        left=None,
        holds=desk.role == MASTER,
        held=False,
    )
    return _open(desk, back)


def _open(desk: Desk, game: Game) -> Game:
    """Store a game whose phase is open again, with a new deadline."""
    now = desk.house.now
    table = tables.load(replace(game, sequence=game.sequence + 1, opened=now))
    due = deadlines.first(desk.db, table, table.engine.phase(table.state), now, table.powers)
    due_game = replace(table.game, deadline=due.deadline)
    open_game = deadlines.set_alarm(desk.db, due_game, desk.house.cutoff)
    games.save(desk.db, open_game)
    return open_game


NONE_KEPT = "no orders of this phase are kept: it was not taken back, or they are given already"


def obey_rollforward(desk: Desk, command: Command) -> Desk:
    """A player takes his own; the game master those of all who have given none anew."""
    table, seat = desk.table, desk.seat
    reason = "" if desk.role == MASTER else order_sheet.explain_closed(desk)
    if reason or table is None or (seat is None and desk.role != MASTER):
        return desk.refuses(command, reason)
    game = table.game
    kept_entries_of = sheets.taken_back_of(desk.db, game.id, game.phase_id)
    if seat is not None and desk.role != MASTER:
        entries = kept_entries_of.get(seat.power, ())
        if not entries:
            return desk.refuses(command, NONE_KEPT)
        legal = order_sheet.list_legal(table, seat.power, entries)
        for order in legal:
            new_order = Order(order.text, order.key, command.span, order.text, order.note)
            desk = order_sheet.take(desk, new_order)
        return desk.says(command, _count_sentence(len(legal), len(entries)))
    if game.status != RUNNING or game.held:
        return desk.refuses(command, f"no phase of {game.name} is open")
    sheet_of = sheets.of_phase(desk.db, game.id, game.number)
    entries_of_power = {
        power: kept_entries
        for power, kept_entries in kept_entries_of.items()
        if not sheet_of[power].entries
    }
    if not entries_of_power:
        return desk.refuses(command, NONE_KEPT)
    order_count = 0
    for power, kept_entries in entries_of_power.items():
        legal = order_sheet.list_legal(table, power, kept_entries)
        entries = editing.make_entries(desk, table, legal)
        said = order_sheet.waiver_after_change(sheet_of[power], (entry.text for entry in entries))
        ready.store_sheet(desk.db, table, replace(sheet_of[power], entries=entries, said=said))
        order_count += len(entries)
    deed = f"gave the old orders of {game.phase_title} again"
    mastery.log_deed(desk, table, "rollforward", deed, phase=game.phase_id)
    powers = ", ".join(entries_of_power)
    sentence = _count_sentence(order_count, sum(map(len, entries_of_power.values())))
    return desk.says(command, f"{sentence}, for {powers}; PROCESS plays the phase")


def _count_sentence(legal_count: int, count: int) -> str:
    if legal_count == count:
        return f"the old orders are given again: {count}"
    legal = f"{legal_count} of {count} old orders are given again"
    return f"{legal}; the others can't be given any more"
