"""Free seats: offered by mail to those who wait for one, then open to anybody."""

from collections.abc import Sequence
from datetime import datetime
from itertools import product

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.conduct import awaited, reputation
from judge.game.readers import addresses, notices
from judge.game.seats import deal
from judge.game.terms import game_options, tables
from judge.game.terms.tables import Table
from judge.kernel import limits
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.kernel.text import capitalise
from judge.mail.ours import Ours
from judge.spool.house import House
from judge.store import conduct, games, seats
from judge.store.record import RUNNING, Game, Person, Seat
from judge.store.seats import Offer


def offer(db: Connection, house: House, number: int) -> list[Notice]:
    """Offer the seats of game ``number`` that have become free to those who wait for one.

    Each is mailed a code, the position, and the terms of the game.
    """
    table = tables.load(games.get(db, number))
    if table.game.status != RUNNING:
        return []
    free = [
        seat
        for seat in seats.of_game(db, number)
        if is_to_be_had(db, table, seat) and not seat.computer and not seats.offers_of(db, seat)
    ]
    if not free:
        return []
    game, mails = table.game, []
    waiting = seats.people_for(db, number, anybody=not is_private(game))
    fit = [person for person in waiting if not unfit_reason(db, table, person)]
    for person, seat in product(fit, free):
        offered = seats.offer(db, seat, person.id, house.now)
        words = table.variant.the(seat.power)
        line = f"TAKEOVER {seat.power.replace(' ', '-')}@{game.name} {code(house.ours, offered)}"
        title, state, unless = f"{words} is free", "has no player", ""
        if seat.person is not None:
            title, state = f"{words} is on offer", "has sent no order yet"
            unless = ", unless orders of its player come before"
        purpose = (
            f"{capitalise(words)} {state} in {game.name}, a game of {table.variant.title} in "
            f"{game.phase_title or 'its beginning'}, and you are on the waiting list. Who answers "
            f"first gets the seat{unless}."
        )
        until = (house.now + limits.SEAT_OFFER).isoformat()
        data = {"line": line, "asks": line, "purpose": purpose, "until": until}
        code_event = Event("code", data, person.address)
        notice = Notice(
            key=f"{game.name}.offer.{seat.id}.{seat.epoch}.{person.id}",
            to=person.address,
            kind="notice",
            facts=notices.facts(house, table, "", person.zone),
            title=title,
            events=(code_event, tables.describe_terms(game), *table.position()),
        )
        mails.append(notice)
    return mails


def wait_for_first_orders(db: Connection, house: House, table: Table) -> bool:
    """Whether a game waits for first orders; behind its grace the seats are others' to take."""
    awaited_seats = awaited.list_unheard(db, house, table)
    deadline = table.game.deadline
    if deadline is not None and house.cutoff >= deadline + table.clock.grace:
        played_seats = [seat for seat in awaited_seats if seat.person and not seat.offered]
        seats.save(db, *(replace(seat, offered=True) for seat in played_seats))
    return bool(awaited_seats)


def is_to_be_had(db: Connection, table: Table, seat: Seat) -> bool:
    """Whether somebody may take a seat: it is free, or on offer since no order of it came yet."""
    return is_free(table, seat) or awaited.is_on_offer(db, table, seat)


def is_free(table: Table, seat: Seat) -> bool:
    """Whether a seat has no player, and its power something left to play with."""
    if seat.person is not None or table.state is None:
        return False
    return seat.power in table.engine.survivors(table.state)


def unfit_reason(db: Connection, table: Table, person: Person) -> str:
    """Why somebody can't have a seat of a game, or ""."""
    name, all_seats = table.game.name, seats.of_game(db, table.game.id)
    if table.game.gm == person.id:
        return f"you run {name}: a game master holds no power in his own game"
    if any(seat.person == person.id for seat in all_seats):
        return f"you play in {name} already"
    if addresses.is_substitute(db, all_seats, person):
        return f"you stand in for a player of {name}, and nobody orders for two of its powers"
    reason = deal.closed_reason(db, table.game, person.address, person)
    return reason or barring_reason(db, table.game, person)


def barring_reason(db: Connection, game: Game, person: Person | None) -> str:
    """Why somebody (None: not known yet) is not reliable or not skilled enough, or ""."""
    customs = game_options.customs(game.options)
    share = reputation.sum_up(conduct.of_person(db, person.id)).share if person else 100
    if share < customs.reliability:
        return (
            f"{game.name} asks for orders on time in {customs.reliability} % of all phases, and "
            f"yours were in {share} %: STATS shows them"
        )
    skills = reputation.skills_in_variant(db, game.variant) if customs.rating and person else {}
    skill = skills.get(person.id if person else 0, reputation.NEWCOMER)
    if skill.rating < customs.rating:
        least = f"a rating of {customs.rating} in its variant"
        return f"{game.name} asks for {least}, and yours is {skill.rating}"
    return ""


def is_private(game: Game) -> bool:
    """Whether only who has an invitation may join a game."""
    return game_options.customs(game.options).private


def plain_code(text: str) -> str:
    """A code without the hyphen and in one case."""
    return text.replace("-", "").upper()


def code(ours: Ours, one: Offer) -> str:
    """The code of an offer."""
    parts = (str(one.seat), str(one.epoch), str(one.person), one.made.isoformat())
    letters = ours.token("offer", *parts, bits=50).upper()
    return f"{letters[:5]}-{letters[5:]}"


def end_of_offers(offers: Sequence[Offer]) -> datetime | None:
    """Until when a seat is kept for those to whom it was offered; None if it never was."""
    return max((one.made + limits.SEAT_OFFER for one in offers), default=None)
