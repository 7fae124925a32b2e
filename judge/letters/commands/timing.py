"""The game's clock, by its master or by enough of its players; waits, reminders and absences."""

import re
from contextlib import suppress
from datetime import datetime, timedelta

from msgspec.structs import replace

from judge.game.clocks import absence, deadlines, ready
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
from judge.kernel.errors import InputError
from judge.kernel.notice import Notice
from judge.kernel.text import Command, list_names
from judge.letters.commands import adjusting
from judge.letters.desk import mastery, speakers
from judge.letters.desk.desk import Desk
from judge.letters.desk.mastery import Motion
from judge.store import games, log, seats, sheets
from judge.store.record import DONE, OVER, RUNNING, SPARES, Seat

PAUSE = Motion("pause", "pause the game", "PAUSE")
RESUME = Motion("resume", "let the game go on", "RESUME")
MAJORITY = "More than half of the players"


def obey_pause(desk: Desk, command: Command, table: Table) -> Desk:
    """Stop the clock or let it go on; a player's wish counts until the phase ends."""
    verb = command.verb.removeprefix("no")
    if command.words:
        return desk.refuses(command, f"this takes no more words: {command.verb.upper()}")
    if table.game.is_paused == (verb == "pause"):
        state = "paused already" if table.game.is_paused else "not paused"
        return desk.refuses(command, f"{table.game.name} is {state}")
    if command.verb != verb:
        return mastery.withdraw_motion(desk, command, verb)
    if desk.role == MASTER:
        return _stop_or_start_clock(desk, command, table, MASTER, "The game master")
    motion = PAUSE if verb == "pause" else RESUME
    voting_desk, wishes = mastery.put_motion(desk, table, motion, "yes")
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


def obey_extend(desk: Desk, command: Command, table: Table) -> Desk:
    """Move the deadline of the phase, or ask for it."""
    if table.game.deadline is None:
        return desk.refuses(command, f"{table.game.name} is paused and has no deadline", "RESUME")
    if command.verb == "noextend":
        return mastery.withdraw_motion(desk, command, "extend")
    text = _DEADLINE.sub("", " ".join(command.words))
    try:
        pace = read_pace(text) if text.strip() else USUAL_EXTENSION
    except InputError as error:
        base, pace = max(table.game.deadline, desk.house.now), Pace()
        with suppress(InputError):
            pace = Pace.of(dates.read_moment(text, base, table.game.options["zone"]) - base)
        if not pace.length or pace.length > LONGEST_EXTENSION.length:
            meant = error.meant or ("2d",)
            return desk.refuses(command, str(error), *(f"EXTEND {one}" for one in meant))
        message = f"say how much longer: that would be {pace}"
        return desk.refuses(command, message, f"EXTEND {pace.as_typed}")
    if pace.length > LONGEST_EXTENSION.length:
        message = f"a deadline is extended by {LONGEST_EXTENSION} at most"
        return desk.refuses(command, message, f"EXTEND {LONGEST_EXTENSION.as_typed}")
    if desk.role == MASTER:
        why = " as the game master wanted"
        return _move_deadline(desk, command, table, pace, MASTER, why)
    motion = Motion("extend", f"extend the deadline by {pace}", f"EXTEND {pace.as_typed}")
    voting_desk, wishes = mastery.put_motion(desk, table, motion, pace.as_typed)
    if not wishes:
        moment = desk.tell_time(_later_deadline(desk, table, pace))
        sentence = f"you ask to extend the deadline by {pace}, to {moment}: it is done as soon as"
        return voting_desk.says(command, f"{sentence} more than half of the players want it")
    # It moves by the longest time that more than half of the players want at least.
    longest = sorted(map(read_pace, wishes), key=lambda pace: -pace.length)
    agreed_pace = longest[len(mastery.list_voters(desk.db, table)) // 2]
    why = " as more than half of the players wanted"
    return _move_deadline(voting_desk, command, table, agreed_pace, log.JUDGE, why)


def _move_deadline(
    desk: Desk, command: Command, table: Table, pace: Pace, who: str, why: str, rest: str = ""
) -> Desk:
    """Set the later deadline, and tell all ``why``; the rest of the letter is read with it."""
    due = Due(_later_deadline(desk, table, pace), f"extended by {pace}{why}")
    mails = deadlines.move(desk.db, desk.house, table.game, due, who)
    sentence = f"the deadline is {pace} later, {desk.tell_time(due.deadline)}{rest}"
    return mastery.reload_game(desk).says(command, sentence).sends(mails)


def _later_deadline(desk: Desk, table: Table, pace: Pace) -> datetime:
    """The present deadline, or now if it has passed, moved by ``pace``."""
    game = table.game
    base = max(game.deadline or desk.house.now, desk.house.now)
    away = deadlines.days_away(desk.db, table, ready.awaited_powers(desk.db, table))
    return table.clock.extend(base, pace, game.phase_kind, away)


def obey_emergency(desk: Desk, command: Command, table: Table) -> Desk:
    """Move the deadline; nobody is told for whom."""
    if desk.role == MASTER:
        return desk.refuses(command, "this is for players", "EXTEND 1d", "PAUSE")
    if table.game.deadline is None:
        return desk.refuses(command, f"{table.game.name} is paused and has no deadline")
    deeds = [deed for _, deed in log.of_game(desk.db, table.game.name)]
    if any((deed.who, deed.what) == (desk.role, log.EMERGENCY) for deed in deeds):
        sentence = f"this can be done once a game, and you have done it in {table.game.name}"
        return desk.refuses(command, sentence, "EXTEND 1d", "PAUSE")
    log.append(desk.db, desk.house.now, desk.role, log.EMERGENCY, table.game.name)
    why, rest = ", as a player has an emergency", "; you can do that once a game"
    return _move_deadline(desk, command, table, Pace(days=1), log.JUDGE, why, rest)


def obey_deadline(desk: Desk, command: Command, table: Table) -> Desk:
    """Move the deadline and tell all; times are those of the game's zone."""
    text, now, zone = " ".join(command.words), desk.house.now, table.game.options["zone"]
    try:
        moment = dates.read_moment(text, now, zone, table.game.deadline)
    except InputError as error:
        lines = error.meant or dates.moment_examples(now, zone, table.game.deadline)
        return desk.refuses(command, str(error), *(f"DEADLINE {one}" for one in lines))
    mastery.name_deed(desk, table, f"moved the deadline of {table.game.phase_title}")
    game = games.get(desk.db, table.game.id)
    due = Due(moment, "the game master moved it")
    mails = deadlines.move(desk.db, desk.house, game, due, MASTER)
    reply = mastery.reload_game(desk).sends(mastery.set_line_keys(desk, command, mails))
    word = f"the deadline is {desk.tell_time(moment)} now"
    return reply.says(command, word).titles("a new deadline")


def obey_absence(desk: Desk, command: Command, table: Table) -> Desk:
    """Store an absence, end those that are stored, or tell them."""
    if desk.role == MASTER and command.words:  # "SET ABSENCE 20" is an option of his
        request = Command("set", command.span, command.text, ("absence", *command.words))
        return adjusting.obey_set(desk, request)
    if desk.seat is None or desk.person is None:
        return desk.refuses(command, speakers.explain_seatless(desk))
    if table.game.status == OVER:
        return desk.refuses(command, f"{table.game.name} is over")
    text = " ".join(command.words).strip()
    if command.verb == "noabsence" or (text and text.lower() in NONE):
        yesterday = table.clock.today(desk.house.now) - timedelta(days=1)
        games.end_absence(desk.db, table.game.id, desk.person.id, yesterday)
        who, name = f"person {desk.person.id}", table.game.name
        log.append(desk.db, desk.house.now, who, "absence.over", name)
        return desk.says(command, "you are not away; a deadline that was set stays as it is")
    today = table.clock.today(desk.house.now)
    if not text:
        stretches = " and ".join(
            absence.tell(days)
            for who, days in games.absences_of(desk.db, table.game.id)
            if who == desk.person.id and absence.ends(days)[1] >= today
        )
        known = f"you are away {stretches}" if stretches else "you are not away"
        share = _word_share(desk, table, desk.person.id, today.year)
        return desk.says(command, f"{known}; {share}")
    try:
        stretch = absence.read(text, today)
        absence.check(desk.db, table, desk.person.id, stretch)
    except InputError as error:
        # Lines that would be taken: with what may have been meant, else with some coming days.
        soon = Days.of(today + timedelta(days=1), today + timedelta(days=3))
        lines = []
        for wish in error.meant or (str(soon),):
            with suppress(InputError):
                absence.check(desk.db, table, desk.person.id, absence.read(wish, today))
                lines.append(f"ABSENCE {wish}")
        return desk.refuses(command, str(error), *lines)
    return _store_absence(desk, command, table, desk.person.id, stretch)


def _store_absence(desk: Desk, command: Command, table: Table, person: int, stretch: Days) -> Desk:
    """Store an absence, move the present deadline if the game has it so, tell the game master."""
    game, deadline, (first, last) = table.game, table.game.deadline, absence.ends(stretch)
    games.add_absence(desk.db, game.id, person, first, last)
    facts = {"first": str(first), "last": str(last)}
    log.append(desk.db, desk.house.now, f"person {person}", "absence", game.name, **facts)
    due, fate = None, "deadlines that would fall into that time move behind it"
    is_over_deadline = deadline is not None and table.clock.today(deadline) in stretch
    # Whether the phase waits for him is told as far as others may know it.
    if deadline and is_over_deadline and desk.role in ready.awaited_powers(desk.db, table):
        fate = "the present deadline stays, EXTEND asks the others for a later one"
        if table.policy.shifts:
            due = deadlines.after(desk.db, table, deadline, game.phase_kind, (desk.role,))
            fate = f"the present deadline moves behind it, to {desk.tell_time(due.deadline)}"
    when = absence.tell(stretch)
    share = _word_share(desk, table, person, first.year)
    # Nobody but the game master learns who is away.
    event = Event("note", {"text": f"{desk.role or 'A player'} is away {when}."}, GM)
    reply = desk.says(command, f"you are away {when}; {share}; {fate}").sends(
        replace(one, key=f"{one.key}.absence.{desk.receipt}", title="an absence")
        for one in notices.tell_master(desk.db, desk.house, table, event)
    )
    if due is None:
        return reply
    mails = deadlines.move(desk.db, desk.house, game, due, log.JUDGE)
    return mastery.reload_game(reply).sends(mails)


def _word_share(desk: Desk, table: Table, person: int, year: int) -> str:
    """How many days of a year a player may still be away, in words."""
    days_left = absence.days_left(desk.db, table, person, year)
    return f"{days_left} of {table.policy.absence} days of {year} left"


_TOLD = {
    "wait": "this phase lasts until its deadline",
    "waitalways": "every phase lasts until its deadline; NOWAIT ends that",
    "nowait": "this phase and later ones may end early again",
}
LASTS = "every phase of this game lasts until its deadline anyway (early=no)"
"""What is said where no phase may end early."""


def obey_wait(desk: Desk, command: Command, table: Table, seat: Seat) -> Desk:
    """Set or lift the seat's wish to wait, for this phase or for all."""
    waits, always = command.verb != "nowait", command.verb == "waitalways"
    seat = replace(seat, wait=waits, always=always or (waits and seat.always))
    seats.save(desk.db, seat)
    games.touch(desk.db, table.game.id)
    sentence = _word_end(table, _TOLD[command.verb], always=always)
    return replace(desk, seat=seat).says(command, sentence)


def _word_end(table: Table, sentence: str, *, always: bool = False) -> str:
    """What is said of a phase that may end early (``always``: of all); else that it lasts."""
    if not any(rhythm.early for _, rhythm in table.clock.rhythms):
        return LASTS
    if always or table.clock.rhythm(table.game.phase_kind).early:
        return sentence
    return "this phase lasts until its deadline anyway"


def obey_ready(desk: Desk, command: Command, table: Table, seat: Seat) -> Desk:
    """Note what the player says; the sheet is judged by it when his letter has been read."""
    if command.verb == "nopoints":
        powers = table.ordered_by(seat.power)
        if all(table.engine.purse(table.state, one) is None for one in powers):
            return desk.says(command, "there are no points to spend in this phase")
        sentence = "points that you do not spend are lost, and nothing waits for them"
        return replace(desk, waiver=desk.waiver or SPARES).says(command, sentence)
    seat = replace(seat, wait=False)
    seats.save(desk.db, seat)
    games.touch(desk.db, table.game.id)
    sentence = _word_end(table, "you are ready once all your orders are in")
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
    mails: list[Notice] = []
    for power in late_powers:
        event = Event("note", {"text": f"The game master writes: {message}"}, power)
        mails += mastery.announce(desk, command, "your orders, please", event, only_to=power)
    mastery.log_deed(desk, table, "nudge", phase=table.game.phase_id, players=len(late_powers))
    reply = desk.sends(notices.add_standings(desk.db, table, mails))
    return reply.says(command, f"asked for their orders: {', '.join(late_powers)}")


_USUAL = ("usual", "default", "on", "again", "reset")


def obey_remind(desk: Desk, command: Command, table: Table) -> Desk:
    """Store the times; "off" for none, "usual" for those of the game, nothing to be told."""
    text = " ".join(command.words).strip(" .").lower()
    if desk.role == MASTER:
        if command.text.lower().startswith("remind me"):
            return desk.refuses(command, "you owe no orders; NUDGE reminds those who do", "NUDGE")
        # Words go to those whose orders are missing; times are an option of the game.
        has_times = False
        with suppress(InputError):
            has_times = bool(policy.read_reminders(text))
        if not has_times:
            nudge = replace(command, verb="nudge")
            return mastery.preside(desk, nudge, (RUNNING,), obey_nudge)
        message = "these times are for all your players, as an option of the game"
        return desk.refuses(command, message, f"SET remind {text}")
    if desk.seat is None:
        return desk.refuses(command, speakers.explain_seatless(desk))
    times = "" if text in _USUAL else text or desk.seat.remind
    try:
        paces = policy.read_reminders(times) if times else table.policy.reminders
    except InputError as error:
        return desk.refuses(command, str(error), "REMIND 24h, 6h", "REMIND OFF", "REMIND USUAL")
    # Nothing is stored for the game's own times.
    kept = times and (", ".join(pace.as_typed for pace in paces) or "none")
    seat = replace(desk.seat, remind=kept)
    seats.save(desk.db, seat)
    if table.game.status == RUNNING:
        game = games.get(desk.db, table.game.id)
        games.save(desk.db, deadlines.set_alarm(desk.db, game, desk.house.cutoff))
    unless = "" if times else " unless your orders are in"
    before = f"you are reminded {list_names(map(str, paces))} before each deadline{unless}"
    return replace(desk, seat=seat).says(command, before if paces else "you get no reminders")
