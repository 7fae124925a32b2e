"""HISTORY [game] [PRESS] [phase [phase]]: what happened or was said, as the reader may know it."""

from collections.abc import Sequence

from judge.commands import words
from judge.desk.desk import Desk
from judge.game.books import proof
from judge.game.press import delivery
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.language.phase import phase_of
from judge.store import turns
from judge.store.record import PlayedTurn

VERBS = ("history",)
PRESS = "PRESS"


def run(desk: Desk, command: Command) -> Desk:
    """Show the turns of a game, all or from one phase to another ("F1901M", "1901"); or press."""
    wanted = [word.upper() for word in words.of(command)]
    table = words.table_meant(desk, command)
    if table is not None:
        wanted = wanted[1:]
    elif wanted and _is_no_game(wanted, desk):  # what the mail's own game is asked for
        table = desk.table
    if table is None:
        return words.refuse_unknown_game(desk, command)
    phase = _phase(wanted, table)
    if PRESS in wanted:
        return _show_press(desk, command, table, phase)
    known = turns.of_game(desk.db, table.game.id)
    played = [turn for turn in known if turn.number < table.game.number]
    chosen = _choose_turns(played, phase)
    phases = [
        {"phase": turn.phase, "title": turn.title, "closed": turn.closed.isoformat()}
        for turn in chosen
    ]
    events = words.visible_events(desk, table, (event for turn in chosen for event in turn.events))
    heading = Event("history", {"game": table.game.name, "phases": phases})
    shown = desk.shows(heading, *events, *proof.events(desk.db, table, desk.house.now), of=table)
    return shown.says(command, "see below").titles(f"history of {table.game.name}")


def _is_no_game(wanted: Sequence[str], desk: Desk) -> bool:
    """Whether words are rather a phase, or PRESS, than the name of a game."""
    first, own = wanted[0], desk.table.variant.vocabulary.seasons if desk.table else ()
    named = (phase_of(typed, own=own) for typed in (first, " ".join(wanted)))
    return first == PRESS or first.isdigit() or any(named)


def _phase(wanted: Sequence[str], table: Table) -> list[str]:
    """The phases that words name, as parts of their ids: "spring 1901" is "S1901M"."""
    left = [word for word in wanted if word != PRESS]
    named = phase_of(" ".join(left), own=table.variant.vocabulary.seasons)
    return [named] if named else left


def _show_press(desk: Desk, command: Command, table: Table, wanted: Sequence[str]) -> Desk:
    """Show the press that the letter's writer wrote or got, and all broadcasts."""
    here = desk.table is not None and desk.table.game.id == table.game.id
    messages = [
        message
        for message in delivery.press_known_to(desk.db, table, desk.role if here else "")
        if message.number <= table.game.number
        if not wanted or any(word in message.phase for word in wanted)
    ]
    shown = desk.shows(
        *(delivery.event(table, message, desk.role) for message in messages), of=table
    )
    sentence = "see below" if messages else "there is none"
    return shown.says(command, sentence).titles(f"press of {table.game.name}")


def _choose_turns(played: Sequence[PlayedTurn], wanted: Sequence[str]) -> Sequence[PlayedTurn]:
    """The turns from the first that a word names to the last."""
    if not wanted:
        return played
    found = [at for at, turn in enumerate(played) if any(word in turn.phase for word in wanted)]
    return played[found[0] : found[-1] + 1] if found else ()
