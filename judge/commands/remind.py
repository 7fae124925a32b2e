"""REMIND times: when before each deadline a player wants a reminder; a game master's is NUDGE."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from judge.commands import nudge
from judge.desk import speakers
from judge.desk.desk import Desk
from judge.game.clocks import deadlines
from judge.game.readers.addresses import MASTER
from judge.game.terms import policy
from judge.game.terms.clock import Pace
from judge.game.terms.tables import Table
from judge.kernel.errors import InputError
from judge.kernel.text import Command
from judge.store import games, seats
from judge.store.record import RUNNING, Seat

VERBS = ("remind",)
_USUAL = ("usual", "default", "on", "again", "reset")


def run(desk: Desk, command: Command) -> Desk:
    """Store the times; "off" for none, "usual" for those of the game, nothing to be told."""
    if desk.table is not None and desk.role == MASTER:
        if command.text.lower().startswith("remind me"):
            return desk.refuses(command, "you owe no orders; NUDGE reminds those who do", "NUDGE")
        return _remind_players(desk, command)
    return _remind(desk, command)


@speakers.for_player
def _remind(desk: Desk, command: Command, table: Table, seat: Seat) -> Desk:
    """Store the times of a player."""
    text = " ".join(command.words).strip(" .").lower()
    try:
        times = _times_to_store(text, seat.remind)
        sentence = _times_text(table, times)
    except InputError as error:
        return desk.refuses(command, str(error), "REMIND 24h, 6h", "REMIND OFF", "REMIND USUAL")
    seat = replace(seat, remind=times)
    seats.save(desk.db, seat)
    if table.game.status == RUNNING:
        game = games.get(desk.db, table.game.id)
        games.save(desk.db, deadlines.set_alarm(desk.db, game, desk.house.cutoff))
    return replace(desk, seat=seat).says(command, sentence)


def _remind_players(desk: Desk, command: Command) -> Desk:
    """A game master's words go to those whose orders are missing; times are an option of his."""
    text = " ".join(command.words).strip(" .").lower()
    try:
        has_times = bool(text) and bool(policy.read_reminders(text))
    except InputError:
        has_times = False
    if not has_times:
        return nudge.run(desk, structs.replace(command, verb=nudge.VERBS[0]))
    message = "these times are for all your players, as an option of the game"
    return desk.refuses(command, message, f"SET remind {text}")


def _times_to_store(text: str, before: str) -> str:
    """What is stored for the words; "" for the game's own times."""
    if not text:
        return before
    if text in _USUAL:
        return ""
    return ", ".join(pace.as_typed for pace in policy.read_reminders(text)) or "none"


def _times_text(table: Table, times: str) -> str:
    """The times in words. Raises InputError."""
    paces = policy.read_reminders(times) if times else table.policy.reminders
    if not paces:
        return "you get no reminders"
    unless = "" if times else " unless your orders are in"
    return f"you are reminded {_list_paces(paces)} before each deadline{unless}"


def _list_paces(paces: Sequence[Pace]) -> str:
    texts = [str(pace) for pace in paces]
    return " and ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]
