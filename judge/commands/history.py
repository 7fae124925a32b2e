"""HISTORY [game] [PRESS] [phase [phase]]: what happened or was said, as the reader may know it."""

from collections.abc import Sequence

from judge.commands import words
from judge.desk.desk import Desk
from judge.game.books import proof
from judge.game.press import delivery
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command
from judge.language.phase import find_phase
from judge.store import turns
from judge.store.record import PlayedTurn

VERBS = ("history",)
PRESS = "PRESS"


def run(desk: Desk, command: Command) -> Desk:
    """Show the turns of a game, all or from one phase to another ("F1901M", "1901"); or press."""
    request = [word.upper() for word in words.of(command)]
    table = words.table_meant(desk, command)
    if table is not None:
        request = request[1:]
    elif request and _is_no_game(request, desk):  # what the mail's own game is asked for
        table = desk.table
    if table is None:
        return words.refuse_unknown_game(desk, command)
    phase = _phase(request, table)
    if PRESS in request:
        return _show_press(desk, command, table, phase)
    all_turns = turns.of_game(desk.db, table.game.id)
    turns_before = [turn for turn in all_turns if turn.number < table.game.number]
    chosen_turns = _choose_turns(turns_before, phase)
    phases = [
        {"phase": turn.phase, "title": turn.title, "closed": turn.closed.isoformat()}
        for turn in chosen_turns
    ]
    events = (event for turn in chosen_turns for event in turn.events)
    heading = Event("history", {"game": table.game.name, "phases": phases}, PUBLIC)
    reply = desk.shows(
        heading, *events, *proof.describe_dice(desk.db, table, desk.house.now), of=table
    )
    return reply.says(command, "see below").titles(f"history of {table.game.name}")


def _is_no_game(request: Sequence[str], desk: Desk) -> bool:
    """Whether words are rather a phase, or PRESS, than the name of a game."""
    first, own = request[0], desk.table.variant.vocabulary.seasons if desk.table else ()
    phases = (find_phase(text, own=own) for text in (first, " ".join(request)))
    return first == PRESS or first.isdigit() or any(phases)


def _phase(request: Sequence[str], table: Table) -> list[str]:
    """The phases that words name, as parts of their ids: "spring 1901" is "S1901M"."""
    phase_words = [word for word in request if word != PRESS]
    phase = find_phase(" ".join(phase_words), own=table.variant.vocabulary.seasons)
    return [phase] if phase else phase_words


def _show_press(desk: Desk, command: Command, table: Table, phases: Sequence[str]) -> Desk:
    """Show the press that the letter's writer wrote or got, and all broadcasts."""
    is_own_game = desk.table is not None and desk.table.game.id == table.game.id
    messages = [
        message
        for message in delivery.press_known_to(desk.db, table, desk.role if is_own_game else "")
        if message.number <= table.game.number
        if not phases or any(word in message.phase for word in phases)
    ]
    reply = desk.shows(
        *(delivery.event(table, message, desk.role, desk.own) for message in messages), of=table
    )
    sentence = "see below" if messages else "there is none"
    return reply.says(command, sentence).titles(f"press of {table.game.name}")


def _choose_turns(all_turns: Sequence[PlayedTurn], phases: Sequence[str]) -> Sequence[PlayedTurn]:
    """The turns from the first that a word names to the last."""
    if not phases:
        return all_turns
    indexes = [
        index for index, turn in enumerate(all_turns) if any(word in turn.phase for word in phases)
    ]
    return all_turns[indexes[0] : indexes[-1] + 1] if indexes else ()
