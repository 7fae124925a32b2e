"""What a game master does about seats: EJECT, SEAT, COMPUTER, DISORDER, EXCUSE; and PROMOTE.

EJECT power takes the seat from its player; its units hold until somebody takes it over. Before a
game begins a name or an address take a player's seat from him. Players whose game master is gone
vote for it.
"""

from functools import partial

from msgspec.structs import replace

from judge.game.clocks import deadlines, ready, silence
from judge.game.conduct import awaited, reputation
from judge.game.readers import addresses, notices
from judge.game.readers.addresses import MASTER
from judge.game.readers.notices import Reader
from judge.game.seats import vacancies
from judge.game.terms import tables
from judge.game.terms.policy import NAMES
from judge.game.terms.tables import Table
from judge.game.turn import game_end
from judge.game.turn.due import begin, may_begin
from judge.kernel import audience, limits
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.language.words import list_near
from judge.letters.commands import command_words
from judge.letters.desk import codes, mastery
from judge.letters.desk.desk import Desk
from judge.letters.desk.mastery import Motion
from judge.rules import computers
from judge.store import conduct, games, log, people, seats, sheets, turns
from judge.store.record import FORMING, Person, Seat

_NEAR = 0.6
"""How alike a name and the one that is offered instead must be."""


def obey_eject(desk: Desk, command: Command) -> Desk:
    """Take the seat that a power or its player names, or put that to the vote."""
    by_master = desk.role == MASTER or (command.verb == "eject" and desk.seat is None)
    reason = mastery.explain_joint_refusal(desk, "eject", by_master=by_master)
    table = desk.table
    if reason or table is None:
        return desk.refuses(command, reason)
    # The seat of a power, or of the one player of this name or address.
    name = command.words[0].strip("<>,;. ")
    namesakes = people.find_called(desk.db, name)
    players = [
        (seat, person)
        for seat, person in seats.with_people(desk.db, table.game.id)
        if person is not None
    ]
    matches = [one for one in players if one[0].power == name or one[1] in namesakes]
    if len(matches) != 1:  # the power or player most like it is offered, else two of those who play
        names = [seat.power or person.address for seat, person in players]
        near = dict(list_near(name.title(), names, _NEAR, 1))
        ways = [f"EJECT {one}" for one in [*near] or names[:2]]
        return desk.refuses(command, f"nobody plays {name}", *ways)
    seat, person = matches[0]
    matter = f"eject {seat.id}"
    if command.verb == "noeject":
        return mastery.withdraw_voice(desk, command, matter)
    if by_master:
        return _free_seat(desk, command, table, seat, person)
    if seat.id == (desk.seat.id if desk.seat else 0):
        return desk.refuses(command, "you have no vote on that: it is about you", "RESIGN")
    who = seat.power or person.name
    motion = Motion(matter, f"take the seat of {who}", f"EJECT {who}", about=seat.power)
    act = partial(_free_seat, seat=seat, person=person)
    return mastery.decide_without_master(desk, command, table, motion, "yes", act)


def _free_seat(desk: Desk, command: Command, table: Table, seat: Seat, person: Person) -> Desk:
    """Free a seat and tell all, the player who had it as the last mail that he gets.

    While a game forms he alone is told.
    """
    power = seat.power
    if table.game.status == FORMING:
        mastery.log_joint_deed(desk, table, "eject", power=power, person=person.id)
        seats.remove(desk.db, seat)
        log.seat(desk.db, desk.house.now, "seat.lost", table.game.name, seats.vacate(seat))
        text = f"{mastery.who_has(desk)} taken your seat in {table.game.name} from you."
        note, reader = Event("note", {"text": text}, person.address), Reader(person, "", seat)
        mail = deadlines.news(desk.house, table, reader, "your seat is free", note)
        sent = mastery.set_line_keys(desk, command, [replace(mail, reply_to="")])
        reply = mastery.reload_game(desk).sends(sent).titles("a seat is free")
        return reply.says(command, f"{person.name} has no seat in {table.game.name} any more")
    deed = f"took {table.variant.the(power)} from its player"
    mastery.log_joint_deed(desk, table, "eject", deed, power=power, person=person.id)
    event = Event("ejected", {"power": power, "who": mastery.who_has(desk)}, PUBLIC)
    mails = mastery.announce(desk, command, "a seat is free", event)
    reputation.store_result(desk.db, seat, conduct.EJECTED)
    seats.save(desk.db, seats.vacate(seat))
    log.seat(desk.db, desk.house.now, "seat.lost", table.game.name, seats.vacate(seat))
    games.touch(desk.db, table.game.id)
    own_event = Event("ejected", {**event.data, "game": table.game.name}, power)
    mails_out = [
        replace(one, reply_to="", title="you are ejected", events=(own_event,))
        if one.facts.power == power
        else one
        for one in mails
    ]
    sentence = f"{table.variant.the(power)} is free"
    sentence += "; SEAT gives it to somebody" if desk.role == MASTER else ""
    reply = mastery.reload_game(desk).sends(mails_out).says(command, sentence)
    reply = reply.titles("a seat is free")
    # The votes of those who are left may agree now.
    end_notices = game_end.end_if_agreed(desk.db, desk.house, reply.table or table)
    if not end_notices:
        return reply
    return replace(mastery.reload_game(reply), closed="the game is over").sends(end_notices)


def obey_seat(desk: Desk, command: Command, table: Table) -> Desk:
    """Seat a registered person who holds nothing else in the game; all are told."""
    power, address = command.words[0], command.words[1].strip("<>,;.").lower()
    person = people.find_by_address(desk.db, address)
    if person is None:
        told = f"nobody is registered under {address}: its owner has to send REGISTER first"
        return desk.refuses(command, told)
    reason, all_seats = "", seats.of_game(desk.db, table.game.id)
    if power not in table.powers:
        powers = ", ".join(table.powers)
        reason = f"{power} is not a power that people play; these are: {powers}"
    elif table.state is not None and power not in table.engine.survivors(table.state):
        reason = f"{power} is out of the game, and nobody may play it again"
    elif person.id == table.game.gm:
        reason = "a game master holds no power in his own game"
    elif addresses.is_substitute(desk.db, all_seats, person):
        reason = f"{person.name} stands in for a player of {table.game.name}"
    elif any(seat.person == person.id for seat in all_seats):
        reason = f"{person.name} plays in {table.game.name} already"
    if reason:
        return desk.refuses(command, reason)
    if table.game.status == FORMING:
        return _join_player(desk, command, table, power, person)
    seat = seats.of_power(desk.db, table.game.id, power)
    if seat is None or seat.person is not None:
        return desk.refuses(command, f"somebody plays {table.variant.the(power)}", f"EJECT {power}")
    company = mastery.tell_company(desk.db, table.game)
    due = deadlines.for_newcomer(desk.db, desk.house, table, seat)
    taken_seat = replace(seat, person=person.id, epoch=seat.epoch + 1, computer="")
    seats.save(desk.db, taken_seat)
    seats.unwatch(desk.db, table.game.id, person.id)
    reputation.store_result(desk.db, taken_seat, "")
    deed = f"gave {power} to a new player"
    mastery.log_deed(desk, table, "seat", deed, power=power, person=person.id)
    log.seat(desk.db, desk.house.now, "seat.taken", table.game.name, taken_seat)
    title = f"{power} has a player"
    news = deadlines.tell_newcomer(desk.db, desk.house, taken_seat, person, due, title, company)
    new_mail = _welcome(desk, table, taken_seat, person)
    told_mail = replace(new_mail, events=(*company, *new_mail.events))
    reply = mastery.reload_game(desk).shows(*(company if desk.seat else ()))
    reply = reply.sends(mastery.set_line_keys(desk, command, [told_mail, *news]))
    return reply.says(command, f"{person.name} plays {power} now")


def _join_player(desk: Desk, command: Command, table: Table, power: str, person: Person) -> Desk:
    """A seat in a game that forms; the last one begins it."""
    if seats.of_power(desk.db, table.game.id, power) is not None:
        return desk.refuses(command, f"{power} is taken")
    after = len(seats.of_game(desk.db, table.game.id)) + 1
    if not mastery.is_clock_believed(desk) and may_begin(desk.house, table, after):
        return desk.refuses(command, "the judge's clock is in doubt: nothing begins now")
    seats.add(desk.db, Seat(0, table.game.id, power, person.id))
    seat = seats.of_game(desk.db, table.game.id)[-1]
    mastery.log_deed(desk, table, "seat", power=power, person=person.id)
    log.seat(desk.db, desk.house.now, "seat.taken", table.game.name, seat)
    welcome = mastery.set_line_keys(desk, command, [_welcome(desk, table, seat, person)])
    reply = desk.sends(welcome).says(command, f"{person.name} has the seat of {power}")
    if not may_begin(desk.house, table, after):
        return reply
    return mastery.reload_game(reply.sends(begin(desk.db, desk.house, table)))


def _welcome(desk: Desk, table: Table, seat: Seat, person: Person) -> Notice:
    """What the new player has to know: the position, and what is asked of him."""
    present_table = tables.load(games.get(desk.db, table.game.id))
    game, reader = present_table.game, Reader(person, seat.power, seat)
    events = (notices.players_event(desk.db, game), tables.describe_terms(game))
    mail = notices.game_notice(desk.house, present_table, reader, "joined", events)
    if present_table.state is None:
        return mail
    sheet = sheets.get(desk.db, game.id, game.number, seat.power)
    standing = present_table.standing(seat.power, sheet.orders)
    press_events = codes.describe_handover(desk.db, present_table, seat.power)
    all_events = (*events, *present_table.position(), *press_events)
    return replace(mail, events=all_events, standing=standing)


NO_COMPUTER = ("none", "nobody", "no")


def obey_computer(desk: Desk, command: Command, table: Table) -> Desk:
    """Give a free seat to a computer, or take one from it; all are told."""
    power, *level_words = command.words
    level = level_words[0].lower().strip(" .") if level_words else computers.STEADY
    if level not in (*computers.LEVELS, *NO_COMPUTER):
        ways = [f"COMPUTER {power} {one}" for one in (*computers.LEVELS, NO_COMPUTER[0])]
        return desk.refuses(command, f"'{level_words[0]}' is not a computer's name", *ways)
    if table.game.status == FORMING:
        return desk.refuses(command, f"{table.game.name} has not begun", "SET computers all")
    seat = seats.of_power(desk.db, table.game.id, power)
    if seat is None:
        names = ", ".join(table.powers)
        return desk.refuses(command, f"{power} is not a power that people play; these are: {names}")
    if seat.person is not None:
        return desk.refuses(command, f"somebody plays {table.variant.the(power)}", f"EJECT {power}")
    if not vacancies.is_free(table, seat):
        return desk.refuses(command, f"{power} is out of the game")
    deed = f"gave {power} to a computer ({level})"
    sentence = f"a computer ({level}) plays {power} now"
    if level in NO_COMPUTER:
        level, deed = "", f"took {power} from its computer"
        sentence = f"nobody plays {power} now"
    seats.save(desk.db, replace(seat, computer=level))
    mastery.log_deed(desk, table, "computer", deed, power=power, level=level)
    log.seat(desk.db, desk.house.now, "seat.computer", table.game.name, seat)
    games.touch(desk.db, table.game.id)
    note = Event("note", {"text": f"{sentence[:1].upper()}{sentence[1:]}."}, PUBLIC)
    mails = mastery.announce(desk, command, sentence, note)
    return mastery.reload_game(desk).sends(mails).says(command, sentence)


def obey_disorder(desk: Desk, command: Command, table: Table) -> Desk:
    """Let the engine say what becomes of a vacant power; all are told at once."""
    power = command.words[0]
    if power not in table.powers:
        return desk.refuses(command, f"nobody plays {power}; there are {', '.join(table.powers)}")
    seat = seats.of_power(desk.db, table.game.id, power)
    if seat is not None and seat.person is not None:
        return desk.refuses(command, f"somebody plays {table.variant.the(power)}", f"EJECT {power}")
    if power not in table.engine.survivors(table.state):
        return desk.refuses(command, f"{table.variant.the(power)} is out of the game already")
    turn = table.engine.give_up(table.state, power)
    state = table.engine.dump(turn.state)
    if state == table.game.state:
        message = f"by the rules of this game {power} stays as it is: without orders its units hold"
        return desk.refuses(command, message)
    game = replace(table.game, state=state)
    games.save(desk.db, deadlines.set_alarm(desk.db, game, desk.house.cutoff))
    table_now = tables.load(game)
    for one, sheet in sheets.of_phase(desk.db, game.id, game.number).items():
        # Units that are gone have no orders.
        entries = sheet.entries if one in table.engine.survivors(table_now.state) else ()
        ready.store_sheet(desk.db, table_now, replace(sheet, entries=entries))
    facts = {"number": game.number, "revision": game.revision}
    mastery.log_deed(desk, table, "disorder", f"gave {power} up", power=power, **facts)
    note = Event("given-up", {"power": power}, PUBLIC)
    public, title = audience.public(turn.events), f"{power} is given up"
    mails = mastery.announce(desk, command, title, note, *public)
    return mastery.reload_game(desk).sends(mails).says(command, title).titles(title)


PROMOTION = "promote"


def obey_promote(desk: Desk, command: Command) -> Desk:
    """Hand the game over; players whose master is gone vote for another one."""
    if command.verb == "nopromote":
        return mastery.withdraw_voice(desk, command, PROMOTION)
    reason = mastery.explain_joint_refusal(desk, command.verb, by_master=desk.role == MASTER)
    if reason or desk.table is None:
        return desk.refuses(command, reason)
    name = " ".join(command.words).strip("<>,;. ")
    if not name:
        return desk.refuses(command, "whom? Write the name or the address that he registered")
    namesakes = people.find_called(desk.db, name)
    if len(namesakes) != 1:
        some = "several people are" if namesakes else "nobody is"
        return desk.refuses(command, f"{some} registered as '{name}'", "PROMOTE name@example.org")
    heir, game = namesakes[0], desk.table.game
    if heir.id == game.gm:
        you = "you are" if desk.role == MASTER else f"{heir.name} is"
        return desk.refuses(command, f"{you} the game master already")
    if any(seat.person == heir.id for seat in seats.of_game(desk.db, game.id)):
        reason = f"{heir.name} plays in {game.name}, and a game master holds no power in it"
        return desk.refuses(command, reason)
    if desk.role == MASTER:
        return _enthrone(desk, command, desk.table, heir)
    # All may read his name, but nobody another's address; where several bear the name, they read
    # what the line says, which its writer knew.
    is_unique = len(people.find_called(desk.db, heir.name)) == 1
    asks, line = f"make {heir.name} the game master", f"PROMOTE {heir.name if is_unique else name}"
    motion, act = Motion(PROMOTION, asks, line), partial(_enthrone, heir=heir)
    return mastery.decide_without_master(desk, command, desk.table, motion, str(heir.id), act)


def _enthrone(desk: Desk, command: Command, table: Table, heir: Person) -> Desk:
    """Make somebody the master; the old one's secret address is worth nothing from then on."""
    deed = f"handed the game over to {heir.name}"
    mastery.log_joint_deed(desk, table, "promote", deed, person=heir.id)
    games.save(desk.db, replace(table.game, gm=heir.id, epoch=table.game.epoch + 1))
    seats.unwatch(desk.db, table.game.id, heir.id)
    by_vote = desk.role != MASTER
    event = Event("promoted", {"player": heir.name, "voted": by_vote}, PUBLIC)
    welcome = (
        f"You are the game master of {table.game.name} from now on, {heir.name}. Reply to this "
        f"mail to run it: STATUS ALL shows how it stands, HELP GM what you can do."
    )
    own_event, title = Event("note", {"text": welcome}, GM), f"you run {table.game.name} now"
    mails = [
        replace(one, title=title, events=(own_event,)) if one.facts.power == MASTER else one
        for one in mastery.announce(desk, command, "a new game master", event)
    ]
    sentence = f"{heir.name} is the game master of {table.game.name} now"
    # The last mail to one in whose place the players, or the keeper, have put another.
    old = people.get(desk.db, table.game.gm) if table.game.gm is not None else None
    if old is not None and old.reachable and (by_vote or desk.person is None):
        name, silence = table.game.name, limits.say(limits.MASTER_SILENCE)
        text = (
            f"You wrote nothing about {name} for {silence}, and two thirds "
            f"of its players have made {heir.name} its game master."
            if by_vote
            else f"The judge's keeper has made {heir.name} the game master of {name} in your place."
        )
        key, title = f"{name}.farewell.{table.game.epoch}", f"{name} has a new game master"
        note = Event("note", {"text": text}, old.address)
        mails.append(notices.personal_notice(desk.house, old, key, title, note))
    if by_vote:
        return mastery.reload_game(desk).sends(mails).says(command, sentence)
    reply = replace(desk.leaves(), closed="below PROMOTE")
    return reply.sends(mails).says(command, sentence).titles("a new game master")


def obey_excuse(desk: Desk, command: Command, table: Table) -> Desk:
    """Excuse the turn that is being missed, or else the last one that was."""
    power, *phase_words = command.words
    phase = command_words.named_phase(phase_words, table.variant)
    seat = seats.of_power(desk.db, table.game.id, power)
    if seat is None or seat.person is None:
        return desk.refuses(command, f"nobody plays {table.variant.the(power)}")
    # Those that its player has missed himself, and that count.
    marks = conduct.marks_of(desk.db, table.game.id, power)
    all_turns = turns.of_game(desk.db, table.game.id)
    missed_turns = [one for one in all_turns if (one.number, seat.person, conduct.MISSED) in marks]
    turns_meant = [turn for turn in missed_turns if phase in ("", turn.phase)]
    deadline = table.game.deadline
    is_late = deadline is not None and deadline <= desk.house.now
    sheet = sheets.of_phase(desk.db, table.game.id, table.game.number).get(power)
    misses_now = not seat.excused and awaited.is_silent(table, desk.house, seat, sheet)
    if misses_now and phase in ("", table.game.phase_id) and (is_late or not turns_meant):
        # A day more, unless the clock stands still.
        silence.excuse(desk.db, table, seat, conduct.PARDONED)
        sentence = _record_excuse(desk, table, power, table.game.phase_id, table.game.phase_title)
        if deadline is None or table.game.held:
            return desk.says(command, f"{sentence}: that it sends nothing does not count")
        mails = silence.extend_for(desk.db, desk.house, table, [power], MASTER)
        reply = mastery.reload_game(desk).sends(mastery.set_line_keys(desk, command, mails))
        due = games.get(desk.db, table.game.id).deadline
        later = f"; the deadline is {desk.tell_time(due)}" if due else ""
        return reply.says(command, f"{sentence}{later}").titles(silence.DAY_MORE)
    if turns_meant:
        if seat.missed and turns_meant[-1] in missed_turns[-seat.missed :]:
            seats.save(desk.db, replace(seat, missed=seat.missed - 1))
        turn = turns_meant[-1]
        conduct.pardon(desk.db, table.game.id, turn.number, power)
        text = f"The game master excuses you for {turn.title}: it does not count as missed."
        note = Event("note", {"text": text}, power)
        mails = mastery.announce(desk, command, "you are excused", note, only_to=power)
        sentence = _record_excuse(desk, table, power, turn.phase, turn.title)
        return desk.sends(mails).says(command, sentence).titles("a turn is excused")
    reason = f"{table.variant.the(power)} has missed no turn {phase}".rstrip()
    ways = (f"EXCUSE {power} {one.phase}" for one in missed_turns[-1:])
    return desk.refuses(command, f"{reason} that counts", *ways)


def _record_excuse(desk: Desk, table: Table, power: str, phase: str, title: str) -> str:
    """Log the deed, and name it: for whom it was where all are told who is late."""
    whom = table.variant.the(power)
    named = f"excused {whom} for {title}" if table.policy.late == NAMES else "excused a missed turn"
    mastery.log_deed(desk, table, "excuse", named, power=power, phase=phase)
    return f"{whom} is excused for {title}"
