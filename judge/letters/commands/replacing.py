"""TAKEOVER power@game [code]: take a seat that has lost its player.

For two days it is kept for those who waited for one: they prove by the code of the offer that
they read their registered mailbox. Then it goes to whoever asks first.
"""

import re

from msgspec import Struct
from msgspec.structs import replace

from judge.game.clocks import absence, deadlines, silence
from judge.game.conduct import reputation
from judge.game.readers import addresses, notices
from judge.game.readers.notices import MASTER, Reader
from judge.game.seats import vacancies
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.game.turn import game_end
from judge.kernel import audience, limits
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.errors import DoubtError, InputError
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.letters.commands import command_words, joining, registering
from judge.letters.desk import codes, mastery, order_sheet, speakers
from judge.letters.desk.desk import Desk
from judge.letters.desk.seating import sit
from judge.store import conduct, games, log, people, seats, turns
from judge.store.record import FORMING, OVER, RUNNING, Game, Person, Seat
from judge.store.seats import Offer

_NOW = ("position", "centers")
"""What tells of the board as it is; where the units stand now is told apart."""


class TakeoverRequest(Struct, frozen=True):
    """The seat that a TAKEOVER line names, and the code in it."""

    table: Table
    seat: Seat
    code: str = ""


def obey_takeover(desk: Desk, command: Command) -> Desk:
    """Seat who asks, if the seat is free and is not kept for others."""
    name, *words = (*command.words, "")
    game = games.find_named(desk.db, name)
    if game is None:
        return command_words.refuse_unknown_game(desk, command)
    table = tables.load(game)
    if game.status != RUNNING:
        state = "is over" if game.outcome else "has not begun: JOIN it"
        return desk.refuses(command, f"{game.name} {state}")
    all_seats = seats.of_game(desk.db, game.id)
    free = [seat for seat in all_seats if vacancies.is_to_be_had(desk.db, table, seat)]
    if not free:
        message = f"no seat of {game.name} is free; JOIN {game.name} WAITING waits for one"
        return desk.refuses(command, message)
    arguments = " ".join(words).split()
    seat_words = arguments[1:] if arguments[:1] in (["as"], ["AS"]) else arguments
    for length in range(len(seat_words), 0, -1):
        name_words = " ".join(seat_words[:length]).replace("-", " ").split()
        named = command_words.powers(table.variant, name_words)
        seat = next((one for one in free if named == ([one.power], "")), None)
        if seat is not None:
            break
    else:
        names = ", ".join(seat.power for seat in free)
        return desk.refuses(command, f"which seat? free in {game.name}: {names}")
    if desk.table is not None:
        return desk.refuses(command, "send TAKEOVER in a mail of its own, to the judge")
    code = "".join(word for word in seat_words[length:] if word.lower() != "code")
    request = TakeoverRequest(table, seat, code)
    try:
        own_offer = _find_offer(desk, request)
    except DoubtError as error:
        return desk.refuses(command, str(error), *error.meant)
    if own_offer is not None:
        taker = desk.from_person(people.get(desk.db, own_offer.person))
    else:
        taker = registering.meet(desk)
    person = taker.person
    reason = vacancies.unfit_reason(desk.db, table, person) if person else ""
    return taker.refuses(command, reason) if reason else _give_seat(taker, command, request)


def _find_offer(desk: Desk, request: TakeoverRequest) -> Offer | None:
    """The offer whose code is typed, None where the seat is anybody's.

    Ten wrong codes in a row lock the seat for an hour. Raises DoubtError where it is not to be had
    by this line.
    """
    seat, game = request.seat, request.table.game
    purpose = f"offer {seat.id}.{seat.epoch}"
    typed, offers = vacancies.plain_code(request.code), seats.offers_of(desk.db, seat)
    for offer in offers:
        code = vacancies.plain_code(vacancies.code(desk.house.ours, offer))
        is_fresh = desk.house.now < offer.made + limits.SEAT_OFFER
        if typed == code and is_fresh and not codes.is_locked(desk, purpose):
            return offer
    if offers and request.code:
        codes.count_miss(desk, purpose)
    until, ways = vacancies.end_of_offers(offers), []
    if offers and not request.code:
        ways = [f"JOIN {game.name} WAITING"]
    if until is not None and desk.house.now < until:
        kept = f"{seat.power} is kept until {until:%a %d %b %H:%M} UTC for those who waited"
        raise DoubtError(command_words.WRONG_CODE if request.code else kept, ways)
    if not codes.is_invited(desk, game, request.code):
        raise DoubtError(f"{game.name} is a private game: its invitation code is missing", ways)
    if request.code and not vacancies.is_private(game):
        raise DoubtError(command_words.WRONG_CODE, ways)
    return None


def _give_seat(desk: Desk, command: Command, request: TakeoverRequest) -> Desk:
    """Give the seat away, show its new player all he has to know, and tell everybody else."""
    if desk.person is None:
        return desk
    table, game, seat = request.table, request.table.game, request.seat
    company = mastery.tell_company(desk.db, game)
    due = deadlines.for_newcomer(desk.db, desk.house, table, seat)
    farewells = silence.displace(desk.db, desk.house, table, seat)
    taken_seat = replace(seats.vacate(seat), person=desk.person.id, epoch=seat.epoch + 1)
    seats.save(desk.db, taken_seat)
    seats.unwatch(desk.db, game.id, desk.person.id)
    reputation.store_result(desk.db, taken_seat, "")
    seats.take_off_list(desk.db, game.id, desk.person.id)
    log.seat(desk.db, desk.house.now, "seat.taken", game.name, taken_seat)
    games.touch(desk.db, game.id)
    name = table.variant.the(seat.power)
    db, house, title = desk.db, desk.house, f"{name} has a player"
    news = deadlines.tell_newcomer(db, house, taken_seat, desk.person, due, title, company)
    sentence = f"you play {name} in {game.name} now"
    fresh_desk = order_sheet.withdraw_waiver(sit(desk, games.get(desk.db, game.id), taken_seat))
    seated_desk = order_sheet.store(fresh_desk).titles(sentence)
    last_turns = turns.of_game(desk.db, game.id)[-1:]
    told = audience.public(event for turn in last_turns for event in turn.events)
    seated_desk = seated_desk.shows(
        notices.players_event(desk.db, game),
        tables.describe_terms(game),
        *company,
        *(one for one in told if one.kind not in _NOW),
        *table.position(),
        *codes.describe_handover(desk.db, table, seat.power),
    )
    closed = "below TAKEOVER: send orders as a reply to this mail"
    reply = replace(seated_desk.says(command, sentence), closed=closed)
    return reply.sends([*farewells, *news])


_SMALL = frozenset(("as", "from", "game", "in", "my", "seat", "the"))
"""Words that may stand beside the game and the power that are given up."""


def obey_resign(desk: Desk, command: Command) -> Desk:
    """Leave a seat, a waiting list or the watchers: each needs its proof."""
    left = joining.leave_list(desk, command)
    if left is not None:
        return left
    if desk.seat is not None and desk.table is not None:
        # A seat is not given up by a line that may mean something else.
        known_words = {*_SMALL, desk.table.game.name.lower()}
        words = " ".join(command.words).replace("@", " ").replace(",", " ").split()
        other_words = [word for word in words if word.lower().strip(".!") not in known_words]
        named_powers, unknown = command_words.powers(desk.table.variant, other_words)
        if unknown or any(power != desk.seat.power for power in named_powers):
            seat = f"{desk.seat.power or 'your seat'} in {desk.table.game.name}"
            return desk.refuses(command, f"this mail speaks for {seat}", "RESIGN")
        return _leave(order_sheet.store(desk), command, desk.table.game, desk.seat)
    table = command_words.table_meant(desk, command)
    if table is not None and desk.role == MASTER:
        ways = "PROMOTE and an address gives it to somebody, TERMINATE ends it"
        return desk.refuses(command, f"you run {table.game.name}: {ways}")
    if table is None:
        return command_words.refuse_unknown_game(desk, command)
    watching = [one.id for one in seats.people_watching(desk.db, table.game.id)]
    if desk.person is None or desk.person.id not in watching:
        outside = speakers.explain_outside(desk)
        return desk.refuses(command, outside or f"you do not watch {table.game.name}")
    asked = joining.ask_for_proof(desk, command, desk.person, table.game.name)
    if asked is not None:
        return asked
    seats.unwatch(desk.db, table.game.id, desk.person.id)
    return desk.says(command, f"you no longer watch {table.game.name}")


def _leave(desk: Desk, command: Command, game: Game, seat: Seat) -> Desk:
    """Vacate a seat: its units hold until somebody takes it over."""
    if game.status == OVER:
        return desk.refuses(command, f"{game.name} is over")
    log.seat(desk.db, desk.house.now, "seat.left", game.name, seat)
    if game.status == FORMING:
        seats.remove(desk.db, seat)
    else:
        reputation.store_result(desk.db, seat, conduct.RESIGNED)
        seats.save(desk.db, seats.vacate(seat))
        games.touch(desk.db, game.id)
    # All are told, and the game master who it was; before the game begins he alone.
    name = desk.person.name if desk.person else "somebody"
    if game.status == FORMING:
        as_power = f" as {seat.power}" if seat.power else ""
        note = Event("note", {"text": f"{name} has resigned{as_power}; the seat is free."}, GM)
        told = notices.tell_master(desk.db, desk.house, tables.load(game), note)
    else:
        note = Event("note", {"text": f"It was {name}."}, GM)
        free = Event("resigned", {"game": game.name, "power": seat.power}, PUBLIC)
        told = deadlines.tell_news(desk.db, desk.house, game, "a player has resigned", free, note)
    key = f"resigned{seat.id}.{seat.epoch}"
    reply = desk.leaves().sends(replace(one, key=f"{one.key}.{key}") for one in told)
    reply = reply.says(command, f"you have left {game.name}").titles(f"you have left {game.name}")
    reply = replace(reply, closed="below RESIGN")
    if game.status == FORMING:
        return reply
    now = games.get(desk.db, game.id)
    if all(one.person is None for one in seats.of_game(desk.db, game.id)):
        mails = game_end.finish(desk.db, desk.house, now, game_end.DESERTED, (), forced=True)
        return reply.sends(mails)
    # The votes of those who are left may agree now.
    return reply.sends(game_end.end_if_agreed(desk.db, desk.house, tables.load(now)))


SUBSTITUTE_EXAMPLE = "SUBSTITUTE name@example.org from 1 May to 7 May"
COMPUTER = "computer"
_TYPED = re.compile(r"(?:an? |the )?(\S+@\S+?|computer)[,;]?\s+(?:from\s+)?(.+)", re.IGNORECASE)
_NOBODY = ("nobody", "none", "no")


def obey_substitute(desk: Desk, command: Command, table: Table, seat: Seat) -> Desk:
    """Name a substitute, or take back the ones that there are."""
    if table.game.status == OVER:
        return desk.refuses(command, f"{table.game.name} is over")
    if not desk.proven:  # the letter took the seat itself, by its From alone
        return desk.refuses(command, speakers.STRANGER)
    text = " ".join(command.words).strip(" .")
    if text.lower() in _NOBODY:
        seats.dismiss(desk.db, seat)
        reply = _relieve(desk, seat, "") if seat.relief else desk
        return reply.says(command, "nobody orders for you")
    match = _TYPED.fullmatch(text)
    if match is None:
        return desk.refuses(command, f"who, and from when to when? As in {SUBSTITUTE_EXAMPLE}")
    machine = match[1].lower() == COMPUTER
    address = match[1].strip("<>").lower()
    person = None if machine else people.find_by_address(desk.db, address)
    problem = "" if machine else _unfit_reason(desk, table, seat, person)
    if problem:
        return desk.refuses(command, problem)
    try:
        days_away = absence.read(match[2], table.clock.today(desk.house.now))
    except InputError as error:
        lines = (f"SUBSTITUTE {match[1]} {one}" for one in error.meant)
        return desk.refuses(command, str(error), *lines)
    first, last = absence.ends(days_away)
    most, when = limits.SUBSTITUTION, absence.tell(days_away)
    if last - first > most:
        return desk.refuses(command, f"{most.days} days at most: RESIGN leaves a seat for good")
    if person is None:
        sentence = f"a computer orders for you {when} if you send nothing"
        relieved = _relieve(desk, seat, f"{first}/{last}")
        return relieved.says(command, f"{sentence}; SUBSTITUTE NOBODY ends it")
    seats.stand_in(desk.db, seat, person, first, last)
    now, name = desk.house.now, table.game.name
    facts = {"power": seat.power, "first": str(first), "last": str(last)}
    log.append(desk.db, now, seat.power, "seat.substitute", name, person=person.id, **facts)
    sentence = f"{person.name} may order for you, {when}; SUBSTITUTE NOBODY ends that"
    return desk.sends([_notice(desk, table, seat, person, when)]).says(command, sentence)


def _relieve(desk: Desk, seat: Seat, days_: str) -> Desk:
    """Store on which days a computer orders for a seat whose player sends nothing."""
    relieved_seat = replace(seat, relief=days_)
    seats.save(desk.db, relieved_seat)
    name, facts = desk.table.game.name if desk.table else "", {"power": seat.power, "days": days_}
    log.append(desk.db, desk.house.now, log.JUDGE, "seat.relief", name, **facts)
    return replace(desk, seat=relieved_seat)


def _unfit_reason(desk: Desk, table: Table, seat: Seat, person: Person | None) -> str:
    """Why somebody can't stand in, or ""."""
    if person is None:
        return "nobody is registered under that address: its owner has to send REGISTER first"
    if person.id == seat.person:
        return "that is you"
    roles = [one for one in notices.readers(desk.db, table.game) if one.person.id == person.id]
    plays = any(one.seat is not None or one.role == addresses.MASTER for one in roles)
    others = [one for one in seats.of_game(desk.db, table.game.id) if one.id != seat.id]
    plays = plays or addresses.is_substitute(desk.db, others, person)
    return f"{person.name} has a part in {table.game.name} already" if plays else ""


def _notice(desk: Desk, table: Table, seat: Seat, person: Person, when: str) -> Notice:
    """What the substitute has to know: for whom, when, the position and the orders so far."""
    text = (
        f"You are asked to stand in as {table.variant.the(seat.power)} in {table.game.name}, "
        f"{when}. On these days its mails come to you too: a reply with orders counts as the "
        f"player's own. He may still order himself; the last order for a unit counts. If you can't "
        f"do it, tell him."
    )
    reader = Reader(person, seat.power, seat)
    note = Event("note", {"text": text}, person.address)
    events = (note, tables.describe_terms(table.game), *table.position())
    mail = notices.game_notice(desk.house, table, reader, "notice", events)
    title = f"will you stand in as {table.variant.the(seat.power)}?"
    return replace(mail, key=f"{mail.key}.substitute.{desk.receipt}", title=title)
