"""TAKEOVER power@game [code]: take a seat that has lost its player.

For two days it is kept for those who waited for one: they prove by the code of the offer that
they read their registered mailbox. Then it goes to whoever asks first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.commands import register, words
from judge.desk import codes, handover, invitations, orders
from judge.desk.desk import Desk
from judge.desk.seating import sit
from judge.game.clocks import deadlines
from judge.game.conduct import reputation
from judge.game.readers import notices
from judge.game.seats import vacancies
from judge.game.terms import settings, tables
from judge.game.terms import wording as terms
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import games, log, people, seats, turns, waiting
from judge.store.record import RUNNING, Game, Seat
from judge.store.waiting import Offer

VERBS = ("takeover",)
_NOW = ("position", "centers")
"""What tells of the board as it is."""
NO_CODE = "that is no code for this seat now"


@dataclass(frozen=True, slots=True)
class Asked:
    """The seat that a TAKEOVER line names, and the code in it."""

    table: Table
    seat: Seat
    code: str = ""


def run(desk: Desk, command: Command) -> Desk:
    """Seat who asks, if the seat is free and is not kept for others."""
    game = games.find_named(desk.db, command.words[0]) if command.words else None
    if game is None:
        return words.refuse_unknown_game(desk, command)
    asked, problem = _read_request(desk, game, " ".join(command.words[1:]).split())
    if asked is None or desk.table is not None:
        return desk.refuses(command, problem or "send TAKEOVER in a mail of its own, to the judge")
    offers = waiting.offers_of(desk.db, asked.seat)
    mine = _find_offer(desk, asked, offers)
    problem = _barring_reason(desk, asked, offers, mine)
    if problem:
        return desk.refuses(command, problem, *_suggestions(desk, asked, offers))
    if mine is not None:
        taker = desk.from_person(people.get(desk.db, mine.person))
    else:
        taker = register.meet(desk)
    all_seats = seats.of_game(desk.db, game.id)
    unfit = (
        vacancies.unfit_reason(desk.db, asked.table, all_seats, taker.person)
        if taker.person
        else ""
    )
    return taker.refuses(command, unfit) if unfit else _give_seat(taker, command, asked)


def _read_request(desk: Desk, game: Game, typed: Sequence[str]) -> tuple[Asked | None, str]:
    """The seat and the code that words name, or what is wrong with them."""
    table = tables.load(game)
    if game.status != RUNNING:
        return None, f"{game.name} {'has not begun: JOIN it' if not game.outcome else 'is over'}"
    free = [seat for seat in seats.of_game(desk.db, game.id) if vacancies.is_free(table, seat)]
    names = ", ".join(seat.power for seat in free)
    if not free:
        return None, f"no seat of {game.name} is free; JOIN {game.name} WAITING waits for one"
    named = list(typed[1:] if typed[:1] in (["as"], ["AS"]) else typed)
    for length in range(len(named), 0, -1):
        spelt = " ".join(named[:length]).replace("-", " ").split()
        found, unknown = words.powers(table.variant, spelt)
        seat = next((one for one in free if found == [one.power] and not unknown), None)
        if seat is not None:
            rest = [word for word in named[length:] if word.lower() != "code"]
            return Asked(table, seat, "".join(rest)), ""
    return None, f"which seat? free in {game.name}: {names}"


def _find_offer(desk: Desk, asked: Asked, offers: Sequence[Offer]) -> Offer | None:
    """The offer whose code is typed; ten wrong ones in a row lock the seat for an hour."""
    purpose = f"offer {asked.seat.id}.{asked.seat.epoch}"
    found = next((one for one in offers if _matches(desk, asked, one)), None)
    if found is not None:
        return None if codes.is_locked(desk, purpose) else found
    if offers and asked.code:
        codes.count_miss(desk, purpose)
    return None


def _matches(desk: Desk, asked: Asked, one: Offer) -> bool:
    made = vacancies.plain_code(vacancies.code(desk.house.ours, one))
    fresh = desk.house.now < one.made + vacancies.HOLDS
    return fresh and vacancies.plain_code(asked.code) == made


def _barring_reason(desk: Desk, asked: Asked, offers: Sequence[Offer], mine: Offer | None) -> str:
    """Why the seat is not to be had by this line, or ""."""
    if mine is not None:
        return ""
    until = vacancies.end_of_offers(offers)
    is_offered = until is not None and desk.house.now < until
    if is_offered and not asked.code:
        return f"{asked.seat.power} is kept until {until:%a %d %b %H:%M} UTC for those who waited"
    if is_offered:
        return NO_CODE
    if not invitations.is_invited(desk, asked.table.game, asked.code):
        return f"{asked.table.game.name} is a private game: its invitation code is missing"
    private = settings.customs(asked.table.game.options).private
    return NO_CODE if asked.code and not private else ""


def _suggestions(desk: Desk, asked: Asked, offers: Sequence[Offer]) -> tuple[str, ...]:
    """What would help somebody for whom a seat is not kept."""
    return (f"JOIN {asked.table.game.name} WAITING",) if offers and not asked.code else ()


def _give_seat(desk: Desk, command: Command, asked: Asked) -> Desk:
    """Give the seat away, show its new player all he has to know, and tell everybody else."""
    if desk.person is None:
        return desk
    game = asked.table.game
    taken = replace(asked.seat, person=desk.person.id, epoch=asked.seat.epoch + 1, computer="")
    seats.save(desk.db, taken)
    seats.unwatch(desk.db, game.id, desk.person.id)
    reputation.store_return(desk.db, taken)
    waiting.remove(desk.db, game.id, desk.person.id)
    log.seat(desk.db, desk.house.now, "seat.taken", game.name, taken)
    games.touch(desk.db, game.id)
    sentence = f"you play {asked.table.variant.the(taken.power)} in {game.name} now"
    here = orders.store(sit(desk, games.get(desk.db, game.id), taken)).titles(sentence)
    here = here.shows(notices.players_event(desk.db, game), terms.event(game), *_last_events(here))
    here = here.shows(*words.visible_events(here, asked.table, asked.table.position()))
    here = here.shows(*handover.events(desk.db, asked.table, taken.power)).says(command, sentence)
    closed = "below TAKEOVER: send orders as a reply to this mail"
    return replace(here, closed=closed).sends(_news(here, asked, taken))


def _last_events(desk: Desk) -> tuple[Event, ...]:
    """What happened in the last phase, for all to see; where the units stand now is told apart."""
    played = turns.of_game(desk.db, desk.table.game.id) if desk.table else []
    events = played[-1].events if played else ()
    return tuple(one for one in events if one.audience == PUBLIC and one.kind not in _NOW)


def _news(desk: Desk, asked: Asked, taken: Seat) -> list[Notice]:
    data = {"power": taken.power, "player": notices.public_name(asked.table.game, desk.person)}
    title = f"{asked.table.variant.the(taken.power)} has a player"
    mails = deadlines.tell_news(desk.db, desk.house, asked.table.game, title, Event("seated", data))
    return [one for one in mails if one.facts.power != taken.power]
