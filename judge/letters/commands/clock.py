"""The game's clock, by its master or by enough of its players; waits, reminders and absences."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta

from msgspec.structs import replace

from judge.game.clocks import absence, deadlines, missing
from judge.game.clocks.deadlines import Due
from judge.game.conduct import awaited
from judge.game.press import delivery
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER
from judge.game.terms import dates, policy
from judge.game.terms.clock import Pace, read_pace
from judge.game.terms.tables import Table
from judge.kernel import limits
from judge.kernel.days import NONE, Days
from judge.kernel.engine import GM, Event
from judge.kernel.errors import DoubtError, InputError
from judge.kernel.notice import Notice
from judge.kernel.text import Command, list_names
from judge.letters.commands import settings
from judge.letters.desk import mastery, orders, speakers
from judge.letters.desk.desk import Desk
from judge.letters.desk.mastery import Motion
from judge.store import games, log, seats, sheets
from judge.store.record import DONE, OVER, RUNNING, SPARES

PAUSE = Motion("pause", "pause the game", "PAUSE")
RESUME = Motion("resume", "let the game go on", "RESUME")
MAJORITY = "More than half of the players"


def obey_pause(desk: Desk, command: Command) -> Desk:
    """Stop the clock or let it go on; a player's wish counts until the phase ends."""
    verb = command.verb.removeprefix("no")
    table, reason = desk.table, mastery.explain_clock_refusal(desk)
    if reason or table is None:
        return desk.refuses(command, reason)
    if command.words:
        return desk.refuses(command, f"this takes no more words: {command.verb.upper()}")
    if table.game.is_paused == (verb == "pause"):
        state = "paused already" if table.game.is_paused else "not paused"
        return desk.refuses(command, f"{table.game.name} is {state}")
    if command.verb != verb:
        return mastery.withdraw_motion(desk, command, verb)
    if desk.role == MASTER:
        return _stop_or_start_clock(desk, command, table, MASTER, "The game master")
    voting_desk, wishes = mastery.put_motion(
        desk, table, PAUSE if verb == "pause" else RESUME, "yes"
    )
    if wishes:
        return _stop_or_start_clock(voting_desk, command, table, log.JUDGE, MAJORITY)
    condition = "it is done as soon as more than half of the players want it"
    return voting_desk.says(command, f"you ask to {verb}: {condition}")


def _stop_or_start_clock(desk: Desk, command: Command, table: Table, who: str, whom: str) -> Desk:
    """Stop or start the clock; the rest of the letter is read with it so."""
    if command.verb == "pause":
        mails = deadlines.pause(desk.db, desk.house, table.game, who, whom)
    else:
        mails = deadlines.resume(desk.db, desk.house, table.game, who)
    deadline = games.get(desk.db, table.game.id).deadline
    message = "the game is paused"
    if deadline is not None:
        message = f"the game goes on; the deadline is {desk.tell_time(deadline)}"
    return mastery.reload_game(desk).says(command, message).sends(mails)


_DEADLINE = re.compile(r"^(?:the )?deadline\b", re.IGNORECASE)
USUAL_EXTENSION, LONGEST_EXTENSION = Pace(days=1), Pace(days=14)
"""Without a time; the longest at once."""


def obey_extend(desk: Desk, command: Command) -> Desk:
    """Move the deadline of the phase, or ask for it."""
    table, reason = desk.table, mastery.explain_clock_refusal(desk)
    if reason or table is None:
        return desk.refuses(command, reason)
    if table.game.deadline is None:
        return desk.refuses(command, f"{table.game.name} is paused and has no deadline", "RESUME")
    if command.verb == "noextend":
        return mastery.withdraw_motion(desk, command, "extend")
    try:
        pace = _pace(command, table, desk.house.now)
    except InputError as error:
        meant = error.meant or ("2d",)
        return desk.refuses(command, str(error), *(f"EXTEND {one}" for one in meant))
    if desk.role == MASTER:
        return _move_deadline(desk, command, table, pace, MASTER)
    motion = Motion("extend", f"extend the deadline by {pace}", f"EXTEND {pace.as_typed}")
    voting_desk, wishes = mastery.put_motion(desk, table, motion, pace.as_typed)
    if not wishes:
        moment = desk.tell_time(later_deadline(desk, table, pace))
        sentence = f"you ask to extend the deadline by {pace}, to {moment}: it is done as soon as"
        return voting_desk.says(command, f"{sentence} more than half of the players want it")
    return _move_deadline(voting_desk, command, table, _agreed_pace(desk, table, wishes), log.JUDGE)


def _pace(command: Command, table: Table, now: datetime) -> Pace:
    """The time asked for. Raises InputError for none that can be; DoubtError with one that can."""
    text = _DEADLINE.sub("", " ".join(command.words))
    try:
        pace = read_pace(text) if text.strip() else USUAL_EXTENSION
    except InputError as error:
        pace = _pace_until(text, max(table.game.deadline or now, now), table.game.options["zone"])
        if not pace.length or pace.length > LONGEST_EXTENSION.length:
            raise error from None
        message = f"say how much longer: that would be {pace}"
        raise DoubtError(message, [pace.as_typed]) from None
    if pace.length > LONGEST_EXTENSION.length:
        raise DoubtError(
            f"a deadline is extended by {LONGEST_EXTENSION} at most", [LONGEST_EXTENSION.as_typed]
        )
    return pace


def _pace_until(text: str, base: datetime, zone: str) -> Pace:
    """How long it is from ``base`` to a moment that was typed; nothing where none was."""
    with suppress(InputError):
        return Pace.of(dates.read_moment(text, base, zone) - base)
    return Pace()


def _agreed_pace(desk: Desk, table: Table, wishes: tuple[str, ...]) -> Pace:
    """The longest time that more than half of the players want at least."""
    longest = sorted((read_pace(wish) for wish in wishes), key=lambda pace: -pace.length)
    return longest[len(mastery.list_voters(desk.db, table)) // 2]


def _move_deadline(desk: Desk, command: Command, table: Table, pace: Pace, who: str) -> Desk:
    """Set the later deadline; the rest of the letter is read with it."""
    whose = "the game master" if who == MASTER else "more than half of the players"
    due = Due(later_deadline(desk, table, pace), f"extended by {pace} as {whose} wanted")
    mails = deadlines.move(desk.db, desk.house, table.game, due, who)
    sentence = f"the deadline is {pace} later, {desk.tell_time(due.deadline)}"
    return mastery.reload_game(desk).says(command, sentence).sends(mails)


def later_deadline(desk: Desk, table: Table, pace: Pace) -> datetime:
    """The present deadline, or now if it has passed, moved by ``pace``."""
    game = table.game
    base = max(game.deadline or desk.house.now, desk.house.now)
    away = deadlines.days_away(desk.db, table, missing.awaited_powers(desk.db, table))
    return table.clock.extend(base, pace, game.phase_kind, away)


EMERGENCY_PACE = Pace(days=1)


def obey_emergency(desk: Desk, command: Command) -> Desk:
    """Move the deadline; nobody is told for whom."""
    table, reason = desk.table, mastery.explain_clock_refusal(desk)
    if reason or table is None:
        return desk.refuses(command, reason)
    if desk.role == MASTER:
        return desk.refuses(command, "this is for players", "EXTEND 1d", "PAUSE")
    if table.game.deadline is None:
        return desk.refuses(command, f"{table.game.name} is paused and has no deadline")
    deeds = [deed for _, deed in log.of_game(desk.db, table.game.name)]
    if any((deed.who, deed.what) == (desk.role, log.EMERGENCY) for deed in deeds):
        sentence = f"this can be done once a game, and you have done it in {table.game.name}"
        return desk.refuses(command, sentence, "EXTEND 1d", "PAUSE")
    log.append(desk.db, desk.house.now, desk.role, log.EMERGENCY, table.game.name)
    due = Due(
        later_deadline(desk, table, EMERGENCY_PACE),
        f"extended by {EMERGENCY_PACE}, as a player has an emergency",
    )
    mails = deadlines.move(desk.db, desk.house, table.game, due, log.JUDGE)
    moment = desk.tell_time(due.deadline)
    sentence = f"the deadline is {EMERGENCY_PACE} later, {moment}; you can do that once a game"
    return mastery.reload_game(desk).says(command, sentence).sends(mails)


BY_HIM = "the game master moved it"


def obey_deadline(desk: Desk, command: Command, table: Table) -> Desk:
    """Move the deadline and tell all; times are those of the game's zone."""
    text, now, zone = " ".join(command.words), desk.house.now, table.game.options["zone"]
    try:
        moment = dates.read_moment(text, now, zone, table.game.deadline)
    except InputError as error:
        lines = error.meant or dates.moment_examples(now, zone, table.game.deadline)
        return desk.refuses(command, str(error), *(f"DEADLINE {one}" for one in lines))
    mastery.name_deed(desk, table, f"moved the deadline of {mastery.word_title(table)}")
    game = games.get(desk.db, table.game.id)
    mails = deadlines.move(desk.db, desk.house, game, Due(moment, BY_HIM), MASTER)
    notices = mastery.set_line_keys(desk, command, mails)
    word = f"the deadline is {desk.tell_time(moment)} now"
    return mastery.reload_game(desk).sends(notices).says(command, word).titles("a new deadline")


def obey_absence(desk: Desk, command: Command, table: Table) -> Desk:
    """Store an absence, end those that are stored, or tell them."""
    if desk.role == MASTER and command.words:  # "SET ABSENCE 20" is an option of his
        return settings.obey_set(
            desk, Command("set", command.span, command.text, ("absence", *command.words))
        )
    if desk.seat is None or desk.person is None:
        return desk.refuses(command, speakers.explain_seatless(desk))
    if table.game.status == OVER:
        return desk.refuses(command, f"{table.game.name} is over")
    text = " ".join(command.words).strip()
    if command.verb == "noabsence" or (text and text.lower() in NONE):
        yesterday = table.clock.today(desk.house.now) - timedelta(days=1)
        games.end_absence(desk.db, table.game.id, desk.person.id, yesterday)
        log.append(
            desk.db, desk.house.now, f"person {desk.person.id}", "absence.over", table.game.name
        )
        return desk.says(command, "you are not away; a deadline that was set stays as it is")
    if not text:
        return desk.says(command, _known_absences(desk, table, desk.person.id))
    today = table.clock.today(desk.house.now)
    try:
        stretch = absence.read(text, today)
        absence.check(desk.db, table, desk.person.id, stretch)
    except InputError as error:
        return desk.refuses(command, str(error), *_list_fit(desk, table, error.meant, today))
    return _store_absence(desk, command, table, desk.person.id, stretch)


def _list_fit(desk: Desk, table: Table, wishes: Sequence[str], today: date) -> list[str]:
    """Lines that would be taken: with what may have been meant, else with some coming days."""
    days = Days.of(today + timedelta(days=1), today + timedelta(days=3))
    lines = []
    for text in wishes or (str(days),):
        with suppress(InputError):
            stretch = absence.read(text, today)
            absence.check(desk.db, table, desk.person.id if desk.person else 0, stretch)
            lines.append(f"ABSENCE {text}")
    return lines


def _store_absence(desk: Desk, command: Command, table: Table, person: int, stretch: Days) -> Desk:
    """Store an absence, move the present deadline if the game has it so, tell the game master."""
    first, last = absence.ends(stretch)
    games.add_absence(desk.db, table.game.id, person, first, last)
    facts = {"first": str(first), "last": str(last)}
    log.append(desk.db, desk.house.now, f"person {person}", "absence", table.game.name, **facts)
    days_left = absence.days_left(desk.db, table, person, first.year)
    share = f"{days_left} of {table.policy.absence} days of {first.year} left"
    sentence = f"you are away {absence.tell(stretch)}; {share}"
    sentence += _deadline_words(desk, table, stretch)
    next_desk = desk.says(command, sentence).sends(_tell_master(desk, table, stretch))
    if (
        not table.policy.shifts
        or not _holds_deadline(table, stretch)
        or not _is_awaited(desk, table)
    ):
        return next_desk
    due = _moved_due(desk, table)
    mails = deadlines.move(desk.db, desk.house, table.game, due, log.JUDGE)
    return mastery.reload_game(next_desk).sends(mails)


def _deadline_words(desk: Desk, table: Table, stretch: Days) -> str:
    """What becomes of the present deadline if the absence lies over it."""
    if not _holds_deadline(table, stretch) or not _is_awaited(desk, table):
        return "; deadlines that would fall into that time move behind it"
    if table.policy.shifts:
        due = _moved_due(desk, table)
        return f"; the present deadline moves behind it, to {desk.tell_time(due.deadline)}"
    return "; the present deadline stays, EXTEND asks the others for a later one"


def _moved_due(desk: Desk, table: Table) -> Due:
    """The first deadline out of the player's absences."""
    moment = table.game.deadline or desk.house.now
    kind = table.game.phase_kind
    return deadlines.after(desk.db, table, moment, kind, (desk.role,))


def _holds_deadline(table: Table, stretch: Days) -> bool:
    deadline = table.game.deadline
    return deadline is not None and table.clock.today(deadline) in stretch


def _is_awaited(desk: Desk, table: Table) -> bool:
    """Whether the phase waits for the player, as far as others may know."""
    return desk.role in missing.awaited_powers(desk.db, table)


def _known_absences(desk: Desk, table: Table, person: int) -> str:
    today = table.clock.today(desk.house.now)
    own_absences = [
        days for who, days in games.absences_of(desk.db, table.game.id) if who == person
    ]
    absences_ahead = [days for days in own_absences if absence.ends(days)[1] >= today]
    days_left = absence.days_left(desk.db, table, person, today.year)
    share = f"{days_left} of {table.policy.absence} days of {today.year} left"
    stretches = " and ".join(map(absence.tell, absences_ahead))
    return f"you are away {stretches}; {share}" if stretches else f"you are not away; {share}"


def _tell_master(desk: Desk, table: Table, stretch: Days) -> list[Notice]:
    """Tell the game master; nobody else learns who is away."""
    text = f"{desk.role or 'A player'} is away {absence.tell(stretch)}."
    event = Event("note", {"text": text}, GM)
    return [
        replace(one, key=f"{one.key}.absence.{desk.receipt}", title="an absence")
        for one in notices.tell_master(desk.db, desk.house, table, event)
    ]


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
    sentence = _word_end(desk.table, _TOLD[command.verb], always=always)
    return replace(desk, seat=seat).says(command, sentence)


def _word_end(table: Table, sentence: str, *, always: bool = False) -> str:
    """What is said of a phase that may end early (``always``: of all); else that it lasts."""
    if not any(rhythm.early for _, rhythm in table.clock.rhythms):
        return LASTS
    if always or table.clock.rhythm(table.game.phase_kind).early:
        return sentence
    return "this phase lasts until its deadline anyway"


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
    sentence = _word_end(desk.table, "you are ready once all your orders are in")
    return replace(desk, seat=seat, waiver=DONE).says(command, sentence)


USUAL_NUDGE = "Your orders are not all in yet: the others wait for you."


def obey_nudge(desk: Desk, command: Command, table: Table) -> Desk:
    """Send the words, and what is missing, to each of them."""
    message = delivery.clean_text(command.words, table.game.name, desk.house.ours) or USUAL_NUDGE
    if len(message) > limits.NUDGE_LETTERS:
        return desk.refuses(command, f"write up to {limits.NUDGE_LETTERS} characters after NUDGE")
    sheet_of = sheets.of_phase(desk.db, table.game.id, table.game.number)
    late_powers = [
        seat.power
        for seat in seats.of_game(desk.db, table.game.id)
        if seat.person is not None
        and seat.power in sheet_of
        and not sheet_of[seat.power].complete
        and awaited.owed_counts(table, sheet_of[seat.power])
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
            nudge = replace(command, verb="nudge")
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
    return f"you are reminded {list_names(map(str, paces))} before each deadline{unless}"
