"""JOIN game [as power | wishes] [password word] [code word]: a seat in a forming game.

The last one starts it. JOIN game WAITING waits for a seat that becomes free.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.catalog import variant as catalog
from judge.commands import apart, doors, register, waits, words
from judge.desk import invitations
from judge.desk.desk import Desk
from judge.game.readers.notices import MASTER, Reader, game_notice
from judge.game.seats import entry, passwords, vacancies
from judge.game.terms import customs, settings, tables
from judge.game.terms import wording as terms
from judge.game.terms.customs import RANDOM
from judge.game.terms.tables import Table
from judge.game.turn import beginning
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import games, log, people, seats
from judge.store.record import FORMING, OVER, Game, Seat

VERBS = ("join",)


@dataclass(frozen=True, slots=True)
class Wish:
    """What JOIN asks for: a game, one power and no other, or powers in order of preference."""

    game: str
    power: str = ""
    wishes: tuple[str, ...] = ()
    password: str = ""
    code: str = ""


def run(desk: Desk, command: Command) -> Desk:
    """Take a seat, or change the wishes of the one that the sender has."""
    if waits.asks_for_list(command):
        return waits.run(desk, command)
    asked = _typed_wish(command)
    game = games.find_named(desk.db, asked.game) if asked.game else None
    variant = _variant_meant(asked.game)
    if game is None and variant is not None:
        game = _next_forming(desk, variant)
        if game is None:
            return desk.refuses(command, "no such game is forming", "LIST", "JOIN WAITING")
        desk = desk.says(command, f"the next one is {game.name}")
    if game is None:
        return words.refuse_unknown_game(desk, command)
    if game.status != FORMING:
        return _refuse_late(desk, command, game)
    return _take_or_change_seat(desk, command, game, asked)


def _refuse_late(desk: Desk, command: Command, game: Game) -> Desk:
    """Say what is left to do in a game that forms no more."""
    if game.status == OVER:
        return desk.refuses(command, f"{game.name} is over", f"OBSERVE {game.name}")
    ways = f"OBSERVE {game.name}", f"JOIN {game.name} WAITING"
    return desk.refuses(command, f"{game.name} has begun", *ways)


def _take_or_change_seat(desk: Desk, command: Command, game: Game, asked: Wish) -> Desk:
    """Seat the sender in a forming game; whoever has a seat there changes his wishes."""
    table = tables.load(game)
    taken = seats.of_game(desk.db, game.id)
    wish, problem = _understand_wish(table, asked)
    if any(seat.power == wish.power and wish.power and not _is_mine(desk, seat) for seat in taken):
        problem = f"{wish.power} is taken"
    problem = (
        problem or _closed_reason(desk, game, asked, taken) or _proof_reason(desk, game, taken)
    )
    if problem:
        return desk.refuses(command, problem)
    held = register.meet(desk)
    if entry.needs_approval(desk.db, game, desk.letter.sender, held.person) and not any(
        _is_mine(held, seat) for seat in taken
    ):
        return _ask_for_approval(held, command, table)
    mine = next((seat for seat in taken if _is_mine(held, seat)), None)
    if mine:
        seats.save(held.db, replace(mine, power=wish.power, wishes=wish.wishes))
        return held.says(command, "your wishes are changed", "taken")
    return _seat_player(_give_up_mastery(held, game), command, table, wish)


def _ask_for_approval(desk: Desk, command: Command, table: Table) -> Desk:
    """Ask the game's master about somebody; he hears as soon as that is decided."""
    name, address = (desk.person.name, desk.person.address) if desk.person else ("", "")
    sentence = f"its game master is asked whether you may join {table.game.name}; a mail tells you"
    return doors.ask_master(desk, table, address, name).says(command, sentence)


ANY = "any"
"""What JOIN says for whatever game forms: "JOIN ?"."""


def _variant_meant(typed: str) -> str | None:
    """The variant that stands in the place of a game's name, ANY for any; None if none does."""
    return ANY if typed.lower() == ANY else catalog.find_named(typed) if typed else None


def _next_forming(desk: Desk, variant: str) -> Game | None:
    """The forming game of a variant that anybody may join and that has most seats taken."""
    mine = {seat.game for seat in seats.of_person(desk.db, desk.person.id)} if desk.person else ()
    found = [
        (-len(seats.of_game(desk.db, game.id)), game.created, game.name, game)
        for game in games.find_all(desk.db)
        if game.status == FORMING
        and variant in (ANY, game.variant)
        and not settings.customs(game.options).private
        and game.id not in mine
        and not (desk.person and game.gm == desk.person.id)
    ]
    return min(found, key=lambda one: one[:3])[-1] if found else None


def _closed_reason(desk: Desk, game: Game, asked: Wish, taken: Sequence[Seat]) -> str:
    """Why a game is not open to somebody who has no seat in it yet, or ""."""
    if any(_is_mine(desk, seat) for seat in taken):
        return ""
    table = tables.load(game)
    if len(taken) >= len(table.powers):
        return f"all seats of {game.name} are taken"
    if not desk.house.believed and beginning.may_begin(desk.house, table, len(taken) + 1):
        return "the judge's clock is in doubt, so nothing begins now: JOIN again in an hour"
    if not invitations.is_invited(desk, game, asked.code):
        return f"{game.name} is a private game: JOIN {game.name} CODE and its invitation code"
    barred = entry.closed_reason(desk.db, game, desk.letter.sender, desk.person)
    return barred or vacancies.barring_reason(desk.db, game, desk.person)


def _proof_reason(desk: Desk, game: Game, taken: Sequence[Seat]) -> str:
    """Why this mail may not change what its sender has in the game already, or "".

    From alone proves nothing: it gives nobody else's wishes up, and no game master's game, but for
    one that this very mail has made.
    """
    if desk.person is None or desk.proven:
        return ""
    if any(_is_mine(desk, seat) for seat in taken):
        return f"you have a seat in {game.name}: reply to the mail about it with other wishes"
    made = desk.table is not None and desk.table.game.id == game.id
    if game.gm == desk.person.id and not made:
        return f"you run {game.name}: reply to a mail of it to play instead"
    return ""


def _is_mine(desk: Desk, seat: Seat) -> bool:
    return desk.person is not None and seat.person == desk.person.id


def _typed_wish(command: Command) -> Wish:
    """The words in their places; powers still as typed."""
    typed = words.of(command)
    lower = [word.lower() for word in typed]
    behind = {"password": "", "code": ""}
    for name in behind:
        if name in lower[1:-1]:
            at = lower.index(name, 1)
            behind[name] = typed[at + 1]
            del typed[at : at + 2], lower[at : at + 2]
    game = typed[0] if typed else ""
    if lower[1:2] == ["as"]:
        return Wish(game, " ".join(typed[2:]), (), **behind)
    return Wish(game, "", tuple(typed[1:]), **behind)


def _understand_wish(table: Table, asked: Wish) -> tuple[Wish, str]:
    """The wish with the names of powers in full, or what is wrong with it."""
    names = ", ".join(table.powers)
    if asked.power and settings.customs(table.game.options).deal == RANDOM:
        return asked, f"the powers of {table.game.name} are dealt at random"
    if asked.power:
        found, unknown = words.powers(table.variant, asked.power.split())
        if len(found) != 1 or unknown:
            return asked, f"'{asked.power}' is no power of {table.game.name}; there are {names}"
        return replace(asked, power=found[0]), ""
    found, unknown = words.powers(table.variant, asked.wishes)
    if unknown:
        return asked, f"'{unknown}' is no power of {table.game.name}; there are {names}"
    return replace(asked, wishes=tuple(found)), ""


def _give_up_mastery(desk: Desk, game: Game) -> Desk:
    """A game master holds no power in his own game: who joins it gives it up."""
    if desk.person is None or game.gm != desk.person.id:
        return desk
    games.save(desk.db, replace(game, gm=None))
    text = f"You play in {game.name} now, so it has no game master any more."
    return desk.shows(Event("note", {"text": text}))


def _seat_player(desk: Desk, command: Command, table: Table, wish: Wish) -> Desk:
    """Answer the new player, tell the game master, and start a game that is full."""
    person = desk.person.id if desk.person else None
    sealed = passwords.seal(wish.password) if wish.password else ""
    seats.add(desk.db, Seat(0, table.game.id, wish.power, person, wish.wishes, sealed))
    game = games.get(desk.db, table.game.id)
    all_seats = seats.of_game(desk.db, game.id)
    seat = all_seats[-1]
    log.seat(desk.db, desk.house.now, "seat.taken", game.name, seat)
    title = f"you have a seat in {game.name}"
    joined = _joined_event(desk, table, seat, len(all_seats))
    shown = (joined, terms.event(game))
    if desk.table is None:
        here = replace(desk, table=tables.load(game), seat=seat, role=seat.power)
        reply = here.shows(*shown, *_resign_note(desk)).titles(title)
    else:
        reply = apart.tell_writer(desk, tables.load(game), seat.power, "joined", title, shown, seat)
    reply = reply.says(command, title)
    reply = reply.sends(_tell_master(desk, game, joined))
    if not beginning.may_begin(desk.house, table, len(all_seats)):
        return reply.sends(beginning.tell_ready(desk.db, desk.house, table, len(all_seats)))
    return reply.sends(beginning.begin(desk.db, desk.house, table))


def _resign_note(desk: Desk) -> tuple[Event, ...]:
    """What somebody is told whose address was known, and believed without a reply."""
    if desk.proven:
        return ()
    text = "If you did not ask for this seat, reply with RESIGN and it is free again."
    return (Event("note", {"text": text}),)


def _joined_event(desk: Desk, table: Table, seat: Seat, taken: int) -> Event:
    data = {
        "game": table.game.name,
        "power": seat.power,
        "player": desk.person.name if desk.person else "",
        "taken": taken,
        "seats": len(table.powers),
        "begins": " ".join(customs.start_sentences(table.customs, table.game.options["zone"])),
    }
    return Event("joined", data)


def _tell_master(desk: Desk, game: Game, joined: Event) -> list[Notice]:
    """Tell the game master who came."""
    if game.gm is None:
        return []
    reader = Reader(people.get(desk.db, game.gm), MASTER)
    notice = game_notice(desk.house, tables.load(game), reader, "joined", (joined,))
    return [replace(notice, key=f"{notice.key}.{desk.house.now:%Y%m%dT%H%M%S}")]


def start_game(desk: Desk, game: Game, all_seats: Sequence[Seat]) -> Desk:
    """Deal the powers to ``all_seats``, a seat each, and begin."""
    return desk.sends(beginning.start(desk.db, desk.house, game, all_seats))
