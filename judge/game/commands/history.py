"""HISTORY [game] [phase [phase]]: what happened, as the reader may know it."""

from collections.abc import Sequence

from judge.game import proof
from judge.game.commands import words
from judge.game.desk import Desk
from judge.game.record import PlayedTurn
from judge.game.store import turns
from judge.kernel.engine import Event
from judge.kernel.text import Command

VERBS = ("history",)


def run(desk: Desk, command: Command) -> Desk:
    """Show the turns of a game, all or from one phase to another ("F1901M", "1901")."""
    at = words.spoken_of(desk, command)
    if at is None:
        return words.no_game(desk, command)
    played = turns.of_game(desk.db, at.game.id)
    chosen = _chosen(played, [word.upper() for word in words.of(command)[1:]])
    phases = [{"phase": turn.phase, "title": turn.title} for turn in chosen]
    told = words.seen(desk, at, (event for turn in chosen for event in turn.events))
    heading = Event("history", {"game": at.game.name, "phases": phases})
    shown = desk.shows(heading, *told, *proof.events(at))
    return shown.says(command, "see below").titled(f"history of {at.game.name}")


def _chosen(played: Sequence[PlayedTurn], wanted: Sequence[str]) -> Sequence[PlayedTurn]:
    """The turns from the first that a word names to the last."""
    if not wanted:
        return played
    found = [at for at, turn in enumerate(played) if any(word in turn.phase for word in wanted)]
    return played[found[0] : found[-1] + 1] if found else ()
