"""TAKEOVER power@game [code]: take a seat that has lost its player.

For two days it is kept for those who waited for one: they prove by the code of the offer that
they read their registered mailbox. Then it goes to whoever asks first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.commands import register, words
from judge.desk import codes, handover, invitations, mastery, orders, waivers
from judge.desk.desk import Desk
from judge.desk.seating import sit
from judge.game.clocks import deadlines
from judge.game.conduct import reputation
from judge.game.readers import notices
from judge.game.seats import vacancies
from judge.game.terms import settings, tables
from judge.game.terms import wording as terms
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import games, log, people, seats, turns, waiting
from judge.store.record import RUNNING, Game, Seat
from judge.store.waiting import Offer

VERBS = ("takeover",)
_NOW = ("position", "centers")
"""What tells of the board as it is."""
NO_CODE = "that code is wrong or used up"


@dataclass(frozen=True, slots=True)
class TakeoverRequest:
    """The seat that a TAKEOVER line names, and the code in it."""

    table: Table
    seat: Seat
    code: str = ""


def run(desk: Desk, command: Command) -> Desk:
    """Seat who asks, if the seat is free and is not kept for others."""
    game = games.find_named(desk.db, command.words[0]) if command.words else None
    if game is None:
        return words.refuse_unknown_game(desk, command)
    request, problem = _read_request(desk, game, " ".join(command.words[1:]).split())
    if request is None or desk.table is not None:
        return desk.refuses(command, problem or "send TAKEOVER in a mail of its own, to the judge")
    offers = waiting.offers_of(desk.db, request.seat)
    own_offer = _find_offer(desk, request, offers)
    problem = _barring_reason(desk, request, offers, own_offer)
    if problem:
        return desk.refuses(command, problem, *_suggestions(desk, request, offers))
    if own_offer is not None:
        taker = desk.from_person(people.get(desk.db, own_offer.person))
    else:
        taker = register.meet(desk)
    all_seats = seats.of_game(desk.db, game.id)
    reason = (
        vacancies.unfit_reason(desk.db, request.table, all_seats, taker.person)
        if taker.person
        else ""
    )
    return taker.refuses(command, reason) if reason else _give_seat(taker, command, request)


def _read_request(
    desk: Desk, game: Game, arguments: Sequence[str]
) -> tuple[TakeoverRequest | None, str]:
    """The seat and the code that words name, or what is wrong with them."""
    table = tables.load(game)
    if game.status != RUNNING:
        return None, f"{game.name} {'has not begun: JOIN it' if not game.outcome else 'is over'}"
    free = [seat for seat in seats.of_game(desk.db, game.id) if vacancies.is_free(table, seat)]
    names = ", ".join(seat.power for seat in free)
    if not free:
        return None, f"no seat of {game.name} is free; JOIN {game.name} WAITING waits for one"
    seat_words = list(arguments[1:] if arguments[:1] in (["as"], ["AS"]) else arguments)
    for length in range(len(seat_words), 0, -1):
        name_words = " ".join(seat_words[:length]).replace("-", " ").split()
        named_powers, unknown = words.powers(table.variant, name_words)
        seat = next((one for one in free if named_powers == [one.power] and not unknown), None)
        if seat is not None:
            rest = [word for word in seat_words[length:] if word.lower() != "code"]
            return TakeoverRequest(table, seat, "".join(rest)), ""
    return None, f"which seat? free in {game.name}: {names}"


def _find_offer(desk: Desk, request: TakeoverRequest, offers: Sequence[Offer]) -> Offer | None:
    """The offer whose code is typed; ten wrong ones in a row lock the seat for an hour."""
    purpose = f"offer {request.seat.id}.{request.seat.epoch}"
    offer = next((one for one in offers if _matches(desk, request, one)), None)
    if offer is not None:
        return None if codes.is_locked(desk, purpose) else offer
    if offers and request.code:
        codes.count_miss(desk, purpose)
    return None


def _matches(desk: Desk, request: TakeoverRequest, offer: Offer) -> bool:
    code = vacancies.plain_code(vacancies.code(desk.house.ours, offer))
    is_fresh = desk.house.now < offer.made + vacancies.HOLDS
    return is_fresh and vacancies.plain_code(request.code) == code


def _barring_reason(
    desk: Desk, request: TakeoverRequest, offers: Sequence[Offer], own_offer: Offer | None
) -> str:
    """Why the seat is not to be had by this line, or ""."""
    if own_offer is not None:
        return ""
    until = vacancies.end_of_offers(offers)
    is_offered = until is not None and desk.house.now < until
    if is_offered and not request.code:
        return f"{request.seat.power} is kept until {until:%a %d %b %H:%M} UTC for those who waited"
    if is_offered:
        return NO_CODE
    if not invitations.is_invited(desk, request.table.game, request.code):
        return f"{request.table.game.name} is a private game: its invitation code is missing"
    private = settings.customs(request.table.game.options).private
    return NO_CODE if request.code and not private else ""


def _suggestions(desk: Desk, request: TakeoverRequest, offers: Sequence[Offer]) -> tuple[str, ...]:
    """What would help somebody for whom a seat is not kept."""
    return (f"JOIN {request.table.game.name} WAITING",) if offers and not request.code else ()


def _give_seat(desk: Desk, command: Command, request: TakeoverRequest) -> Desk:
    """Give the seat away, show its new player all he has to know, and tell everybody else."""
    if desk.person is None:
        return desk
    game = request.table.game
    company = mastery.tell_company(desk.db, game)
    taken_seat = replace(
        request.seat, person=desk.person.id, epoch=request.seat.epoch + 1, computer=""
    )
    seats.save(desk.db, taken_seat)
    seats.unwatch(desk.db, game.id, desk.person.id)
    reputation.store_return(desk.db, taken_seat)
    waiting.remove(desk.db, game.id, desk.person.id)
    log.seat(desk.db, desk.house.now, "seat.taken", game.name, taken_seat)
    games.touch(desk.db, game.id)
    sentence = f"you play {request.table.variant.the(taken_seat.power)} in {game.name} now"
    fresh_desk = waivers.withdraw(sit(desk, games.get(desk.db, game.id), taken_seat))
    seated_desk = orders.store(fresh_desk).titles(sentence)
    seated_desk = seated_desk.shows(
        notices.players_event(desk.db, game),
        terms.event(game),
        *company,
        *_last_events(seated_desk),
    )
    seated_desk = seated_desk.shows(*request.table.position())
    seated_desk = seated_desk.shows(
        *handover.describe_handover(desk.db, request.table, taken_seat.power)
    ).says(command, sentence)
    closed = "below TAKEOVER: send orders as a reply to this mail"
    return replace(seated_desk, closed=closed).sends(
        _news(seated_desk, request, taken_seat, company)
    )


def _last_events(desk: Desk) -> tuple[Event, ...]:
    """What happened in the last phase, for all to see; where the units stand now is told apart."""
    all_turns = turns.of_game(desk.db, desk.table.game.id) if desk.table else []
    events = all_turns[-1].events if all_turns else ()
    return tuple(one for one in audience.public(events) if one.kind not in _NOW)


def _news(
    desk: Desk, request: TakeoverRequest, taken_seat: Seat, company: Sequence[Event]
) -> list[Notice]:
    data = {
        "power": taken_seat.power,
        "player": notices.public_name(request.table.game, desk.person),
    }
    title = f"{request.table.variant.the(taken_seat.power)} has a player"
    mails = deadlines.tell_news(
        desk.db, desk.house, request.table.game, title, Event("seated", data, PUBLIC), *company
    )
    return [one for one in mails if one.facts.power != taken_seat.power]
