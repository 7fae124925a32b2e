"""Notices of a game to its people: who gets which events, under which name, in which thread."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.readers import addresses, views
from judge.game.terms import game_options
from judge.game.terms.clock import delay_sentence
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event, Standing
from judge.kernel.notice import Entry, Facts, Notice
from judge.mail.ours import Ours
from judge.spool.house import House
from judge.store import people, seats, sheets
from judge.store.record import OVER, Game, Person, Seat

MASTER, OBSERVER = addresses.MASTER, addresses.OBSERVER
"""The roles of those who have no power."""


class Reader(Struct, frozen=True):
    """Somebody who gets a game's mails: ``role`` is a power, MASTER or OBSERVER."""

    person: Person
    role: str
    seat: Seat | None = None


def readers(db: Connection, game: Game, now: datetime | None = None) -> list[Reader]:
    """The players in order of their seats, then the game master, then the observers.

    With ``now`` those who stand in for a player on that day come behind him.
    """
    all_readers = []
    for seat, person in seats.with_people(db, game.id):
        substitutes = addresses.acting_substitutes(db, game, seat, now) if now else []
        player = [person] if person is not None else []
        all_readers += [Reader(one, seat.power, seat) for one in (*player, *substitutes)]
    if game.gm is not None:
        all_readers.append(Reader(people.get(db, game.gm), MASTER))
    persons_told = {reader.person.id for reader in all_readers}
    watching = seats.people_watching(db, game.id)
    all_readers += [Reader(one, OBSERVER) for one in watching if one.id not in persons_told]
    return [reader for reader in all_readers if reader.person.reachable]


HIDDEN = "a player"
"""Who plays, where names are told at the end only."""


def players_event(db: Connection, game: Game) -> Event:
    """Who plays what, for all to see."""
    rows = [
        {"power": seat.power, "player": holder_name(game, seat, person)}
        for seat, person in seats.with_people(db, game.id)
    ]
    return Event("seats", {"rows": rows}, PUBLIC)


def public_name(game: Game, person: Person | None) -> str:
    """The name of somebody on a seat as all may read it; "" for a vacant seat."""
    if person is None:
        return ""
    hidden = game_options.is_anonymous(game.options) and game.status != OVER
    return HIDDEN if hidden else person.name


def holder_name(game: Game, seat: Seat, person: Person | None) -> str:
    """Who holds a seat as all may read it: a person, a computer, or "" for nobody."""
    return public_name(game, person) or computer_name(seat)


def computer_name(seat: Seat) -> str:
    """How all read of a computer on a seat; "" if none plays it."""
    return f"a computer ({seat.computer})" if seat.person is None and seat.computer else ""


def facts(house: House, table: Table, role: str, zone: str, seat: Seat | None = None) -> Facts:
    """The game as one reader may know it; ``seat`` is his, if he plays."""
    game, clock = table.game, table.clock
    early, grace = "", None
    if game.deadline is not None and not game.held:
        end = game.deadline + clock.grace
        if game.deadline < house.now < end:
            grace = end
        # It is told alike to all who play.
        if seat is not None and house.now < game.deadline and clock.rhythm(game.phase_kind).early:
            early = delay_sentence(clock)
    entry = None
    if game.sequence and table.policy.calendar and not table.is_seatless:
        entry = Entry(_uid(house.ours, game.name), game.sequence, house.ours.address)
    return Facts(
        game=game.name,
        variant=game.variant,
        title=table.variant.title,
        status=game.told_status,
        power=role,
        phase=game.phase,
        deadline=game.deadline,
        now=house.now,
        zone=game.options["zone"],
        reader_zone=zone,
        powers=table.ordered_by(role),
        calendar=entry,
        judge=house.ours.address,
        early=early,
        grace=grace,
        waits=seat is not None and seat.wait,
    )


@lru_cache(maxsize=64)
def _uid(ours: Ours, game: str) -> str:
    """What names a game's entry in calendars for ever."""
    return f"{game}.{ours.token('calendar', game, bits=80)}@{ours.domain}"


def personal_notice(
    house: House, person: Person, key: str, title: str, event: Event, *, address: str = ""
) -> Notice:
    """A notice to a person that is about no game, at ``address`` or else the registered one.

    The event's audience is ``person.address`` in any case.
    """
    zone = person.zone
    return Notice(
        key=key,
        to=address or person.address,
        kind="notice",
        reader=person.address,
        facts=Facts(variant=house.config.variant, now=house.now, zone=zone, reader_zone=zone),
        title=title,
        events=(event,),
    )


def tell_master(
    db: Connection, house: House, table: Table, event: Event, kind: str = "gm"
) -> list[Notice]:
    """A notice to who runs a game; none where nobody does."""
    if table.game.gm is None:
        return []
    reader = Reader(people.get(db, table.game.gm), MASTER)
    return [game_notice(house, table, reader, kind, (event,))]


def add_standings(
    db: Connection, table: Table, mails: Iterable[Notice], powers: Collection[str] = ()
) -> list[Notice]:
    """Notices with the orders of their readers as they stand, if these have any to give.

    Of ``powers`` alone where some are named.
    """
    sheet_of = sheets.of_phase(db, table.game.id, table.game.number)
    return [
        replace(one, standing=table.standing(power, sheet_of[power].orders))
        if (power := one.facts.power) in (powers or sheet_of)
        else one
        for one in mails
    ]


def game_notice(
    house: House,
    table: Table,
    reader: Reader,
    kind: str,
    events: Sequence[Event],
    standing: Standing | None = None,
    receipt: str = "",
) -> Notice:
    """A notice of ``kind`` to one reader, with those of the events that he may see.

    Its key is made of game, phase, revision, reader and kind: it can exist only once.
    """
    game = table.game
    phase = game.phase_id or game.status
    who = reader.role if reader.role != OBSERVER else f"{OBSERVER}{reader.person.id}"
    who = who or addresses.name(reader.seat)
    if reader.seat is not None and reader.seat.person not in (None, reader.person.id):
        who = addresses.substitute(reader.seat, reader.person.id)
    return Notice(
        key=f"{game.name}.{game.number}.{phase}.{game.revision}.{who}.{kind}",
        to=reader.person.address,
        kind=kind,
        facts=facts(house, table, reader.role, reader.person.zone, reader.seat),
        receipt=receipt,
        events=tuple(events),
        standing=standing,
        thread=f"{game.name}.{who}",
        reply_to=addresses.reply_to(house.ours, game, reader.role, reader.seat, reader.person.id),
        held=reader.role == OBSERVER and kind != "notice" and views.reads_late(game),
    )
