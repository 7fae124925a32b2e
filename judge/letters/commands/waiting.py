"""WAIT, WAIT ALWAYS and NOWAIT: whether a phase may end before its deadline."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from judge.game.clocks import deadlines
from judge.game.conduct import progress
from judge.game.press import delivery
from judge.game.readers.addresses import MASTER
from judge.game.terms import policy
from judge.game.terms.clock import Pace
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.errors import InputError
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.letters.desk import mastery, orders, speakers
from judge.letters.desk.desk import Desk
from judge.store import games, seats, sheets
from judge.store.record import DONE, RUNNING, SPARES

_TOLD = {
    "wait": "this phase lasts until its deadline",
    "waitalways": "every phase lasts until its deadline; NOWAIT ends that",
    "nowait": "this phase and later ones may end early again",
}
LASTS = "every phase of this game lasts until its deadline anyway (early=no)"
"""What is said where no phase may end early."""


def obey_wait(desk: Desk, command: Command) -> Desk:
    """Set or lift the seat's wish to wait, for this phase or for all."""
    reason = orders.explain_closed(desk)
    if reason or desk.table is None or desk.seat is None:
        return desk.refuses(command, reason)
    waits, always = command.verb != "nowait", command.verb == "waitalways"
    keeps = always or (waits and desk.seat.always)
    seat = replace(desk.seat, wait=waits, always=keeps)
    seats.save(desk.db, seat)
    games.touch(desk.db, desk.table.game.id)
    sentence = _TOLD[command.verb] if desk.table.clock.early else LASTS
    return replace(desk, seat=seat).says(command, sentence)


def _spends(table: Table, power: str) -> bool:
    """Whether a power, or one that it runs, may spend anything in this phase."""
    powers = table.ordered_by(power)
    return any(table.engine.purse(table.state, one) is not None for one in powers)


def obey_ready(desk: Desk, command: Command) -> Desk:
    """Note what the player says; the sheet is judged by it when his letter has been read."""
    reason = orders.explain_closed(desk)
    if reason or desk.table is None or desk.seat is None:
        return desk.refuses(command, reason)
    if command.verb == "nopoints" and not _spends(desk.table, desk.seat.power):
        return desk.says(command, "there are no points to spend in this phase")
    if command.verb == "nopoints":
        sentence = "points that you do not spend are lost, and nothing waits for them"
        return replace(desk, waiver=desk.waiver or SPARES).says(command, sentence)
    seat = replace(desk.seat, wait=False)
    seats.save(desk.db, seat)
    games.touch(desk.db, desk.table.game.id)
    sentence = "you are ready once all your orders are in"
    sentence = sentence if desk.table.clock.early else LASTS
    return replace(desk, seat=seat, waiver=DONE).says(command, sentence)


LONGEST_NUDGE = 1000
USUAL_NUDGE = "Your orders are not all in yet: the others wait for you."


def obey_nudge(desk: Desk, command: Command, table: Table) -> Desk:
    """Send the words, and what is missing, to each of them."""
    message = delivery.clean_text(command.words, table.game.name, desk.house.ours) or USUAL_NUDGE
    if len(message) > LONGEST_NUDGE:
        return desk.refuses(command, f"write up to {LONGEST_NUDGE} characters after NUDGE")
    sheet_of = sheets.of_phase(desk.db, table.game.id, table.game.number)
    late_powers = [
        seat.power
        for seat in seats.of_game(desk.db, table.game.id)
        if seat.person is not None
        and seat.power in sheet_of
        and not sheet_of[seat.power].complete
        and progress.owed_counts(table, sheet_of[seat.power])
    ]
    if not late_powers:
        return desk.refuses(command, "all orders are in")
    mails = [_notice(desk, command, table, power, message) for power in late_powers]
    mastery.log_deed(
        desk, table, "nudge", phase=mastery.find_phase(table), players=len(late_powers)
    )
    notices = [notice for mails_of_power in mails for notice in mails_of_power]
    return desk.sends(notices).says(command, f"asked for their orders: {', '.join(late_powers)}")


def _notice(desk: Desk, command: Command, table: Table, power: str, message: str) -> list[Notice]:
    """The mail to whoever orders for a power, with his orders as they stand."""
    sheet = sheets.get(desk.db, table.game.id, table.game.number, power)
    event = Event("note", {"text": f"The game master writes: {message}"}, power)
    mails = mastery.announce(desk, command, "your orders, please", event, only_to=power)
    return [replace(one, standing=table.standing(power, sheet.orders)) for one in mails]


_USUAL = ("usual", "default", "on", "again", "reset")


def obey_remind(desk: Desk, command: Command, table: Table) -> Desk:
    """Store the times; "off" for none, "usual" for those of the game, nothing to be told."""
    if desk.role == MASTER:
        if command.text.lower().startswith("remind me"):
            return desk.refuses(command, "you owe no orders; NUDGE reminds those who do", "NUDGE")
        # Words go to those whose orders are missing; times are an option of the game.
        text = " ".join(command.words).strip(" .").lower()
        try:
            has_times = bool(text) and bool(policy.read_reminders(text))
        except InputError:
            has_times = False
        if not has_times:
            nudge = structs.replace(command, verb="nudge")
            return mastery.preside(desk, nudge, (RUNNING,), obey_nudge)
        message = "these times are for all your players, as an option of the game"
        return desk.refuses(command, message, f"SET remind {text}")
    if desk.seat is None:
        return desk.refuses(command, speakers.explain_seatless(desk))
    text = " ".join(command.words).strip(" .").lower()
    try:
        times = _times_to_store(text, desk.seat.remind)
        sentence = _times_text(table, times)
    except InputError as error:
        return desk.refuses(command, str(error), "REMIND 24h, 6h", "REMIND OFF", "REMIND USUAL")
    seat = replace(desk.seat, remind=times)
    seats.save(desk.db, seat)
    if table.game.status == RUNNING:
        game = games.get(desk.db, table.game.id)
        games.save(desk.db, deadlines.set_alarm(desk.db, game, desk.house.cutoff))
    return replace(desk, seat=seat).says(command, sentence)


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
