"""JOIN game [as power | wishes] [password word] [code word]: a seat in a forming game.

The last one starts it. JOIN game WAITING waits for a seat that becomes free.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import structs

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
from judge.kernel.engine import GM, Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.language.commands import ANY_GAME
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
    wish = _read_wish(desk, words.of(command))
    game = games.find_named(desk.db, wish.game) if wish.game else None
    if game is None and (wish.game == ANY_GAME or wish.game in catalog.names()):
        game = _next_forming(desk, wish.game)
        if game is None:
            return desk.refuses(command, "no such game is forming", "LIST", "JOIN WAITING")
        desk = desk.says(command, f"the next one is {game.name}")
    if game is None:
        return words.refuse_unknown_game(desk, command)
    if game.status != FORMING:
        return _refuse_late(desk, command, game)
    return _take_or_change_seat(desk, command, game, wish)


def _refuse_late(desk: Desk, command: Command, game: Game) -> Desk:
    """Say what is left to do in a game that forms no more."""
    if game.status == OVER:
        return desk.refuses(command, f"{game.name} is over", f"OBSERVE {game.name}")
    ways = f"OBSERVE {game.name}", f"JOIN {game.name} WAITING"
    return desk.refuses(command, f"{game.name} has begun", *ways)


def _take_or_change_seat(desk: Desk, command: Command, game: Game, request: Wish) -> Desk:
    """Seat the sender in a forming game; whoever has a seat there changes his wishes."""
    table = tables.load(game)
    all_seats = seats.of_game(desk.db, game.id)
    wish, problem = _understand_wish(table, request)
    if any(
        seat.power == wish.power and wish.power and not _is_mine(desk, seat) for seat in all_seats
    ):
        problem = f"{wish.power} is taken"
    problem = (
        problem
        or _closed_reason(desk, game, request, all_seats)
        or _proof_reason(desk, game, all_seats)
    )
    if problem:
        return desk.refuses(command, problem)
    player_desk = register.meet(desk)
    if entry.needs_approval(desk.db, game, desk.letter.sender, player_desk.person) and not any(
        _is_mine(player_desk, seat) for seat in all_seats
    ):
        return _ask_for_approval(player_desk, command, table)
    own_seat = next((seat for seat in all_seats if _is_mine(player_desk, seat)), None)
    if own_seat:
        seats.save(player_desk.db, replace(own_seat, power=wish.power, wishes=wish.wishes))
        return player_desk.says(command, "your wishes are changed", "taken")
    return _seat_player(_give_up_mastery(player_desk, game), command, table, wish)


def _ask_for_approval(desk: Desk, command: Command, table: Table) -> Desk:
    """Ask the game's master about somebody; he hears as soon as that is decided."""
    name, address = (desk.person.name, desk.person.address) if desk.person else ("", "")
    asked = f"its game master has been asked whether you may join {table.game.name}"
    return doors.ask_master(desk, table, address, name).says(
        command, f"{asked}; a mail will tell you"
    )


def _next_forming(desk: Desk, variant: str) -> Game | None:
    """The forming game of a variant that anybody may join and that has most seats taken."""
    own_games = (
        {seat.game for seat in seats.of_person(desk.db, desk.person.id)} if desk.person else ()
    )
    open_games = [
        (-len(seats.of_game(desk.db, game.id)), game.created, game.name, game)
        for game in games.find_all(desk.db)
        if game.status == FORMING
        and variant in (ANY_GAME, game.variant)
        and not settings.customs(game.options).private
        and game.id not in own_games
        and not (desk.person and game.gm == desk.person.id)
    ]
    return min(open_games, key=lambda one: one[:3])[-1] if open_games else None


def _closed_reason(desk: Desk, game: Game, wish: Wish, all_seats: Sequence[Seat]) -> str:
    """Why a game is not open to somebody who has no seat in it yet, or ""."""
    if any(_is_mine(desk, seat) for seat in all_seats):
        return ""
    table = tables.load(game)
    if len(all_seats) >= len(table.powers):
        return f"all seats of {game.name} are taken"
    if not desk.house.believed and beginning.may_begin(desk.house, table, len(all_seats) + 1):
        return "the judge's clock is in doubt, so nothing begins now: JOIN again in an hour"
    if not invitations.is_invited(desk, game, wish.code):
        return f"{game.name} is a private game: JOIN {game.name} CODE and its invitation code"
    reason = entry.closed_reason(desk.db, game, desk.letter.sender, desk.person)
    return reason or vacancies.barring_reason(desk.db, game, desk.person)


def _proof_reason(desk: Desk, game: Game, all_seats: Sequence[Seat]) -> str:
    """Why this mail may not change what its sender has in the game already, or "".

    From alone proves nothing: it gives nobody else's wishes up, and no game master's game, but for
    one that this very mail has made.
    """
    if desk.person is None or desk.proven:
        return ""
    if any(_is_mine(desk, seat) for seat in all_seats):
        return f"you have a seat in {game.name}: reply to the mail about it with other wishes"
    made_here = desk.table is not None and desk.table.game.id == game.id
    if game.gm == desk.person.id and not made_here:
        return f"you run {game.name}: reply to a mail of it to play instead"
    return ""


def _is_mine(desk: Desk, seat: Seat) -> bool:
    return desk.person is not None and seat.person == desk.person.id


def _read_wish(desk: Desk, arguments: Sequence[str]) -> Wish:
    """The words in their places; powers still as typed, a variant's title as its name."""
    code_of_name = {"password": "", "code": ""}
    rest = list(arguments)
    for name in code_of_name:
        lower = [word.lower() for word in rest]
        if name in lower[1:-1]:
            index = lower.index(name, 1)
            code_of_name[name] = rest[index + 1]
            del rest[index : index + 2]
    game = rest[0].lower() if rest else ""
    wishes: Sequence[str] = rest[1:]
    if game != ANY_GAME and games.find_named(desk.db, game) is None:
        variant, others = catalog.find_begun(rest)
        game, wishes = (variant, others) if variant else (game, wishes)
    if [word.lower() for word in wishes[:1]] != ["as"]:
        return Wish(game, "", tuple(wishes), **code_of_name)
    return Wish(game, " ".join(wishes[1:]), (), **code_of_name)


def _understand_wish(table: Table, wish: Wish) -> tuple[Wish, str]:
    """The wish with the names of powers in full, or what is wrong with it.

    AS and one power is that power or none; AS and several are wishes like those without it.
    """
    if wish.power and settings.customs(table.game.options).deal == RANDOM:
        return wish, f"the powers of {table.game.name} are dealt at random"
    named_powers, unknown = words.powers(table.variant, wish.power.split() or wish.wishes)
    if unknown or (wish.power and not named_powers):
        names = ", ".join(table.powers)
        named = unknown or wish.power
        return wish, f"'{named}' is not a power of {table.game.name}; there are {names}"
    if wish.power and len(named_powers) == 1:
        return replace(wish, power=named_powers[0]), ""
    return replace(wish, power="", wishes=tuple(named_powers)), ""


def _give_up_mastery(desk: Desk, game: Game) -> Desk:
    """A game master holds no power in his own game: who joins it gives it up."""
    if desk.person is None or game.gm != desk.person.id:
        return desk
    games.save(desk.db, replace(game, gm=None))
    text = f"You play in {game.name} now, so it has no game master any more."
    return desk.shows(Event("note", {"text": text}, desk.writer))


def _seat_player(desk: Desk, command: Command, table: Table, wish: Wish) -> Desk:
    """Answer the new player, tell the game master, and start a game that is full."""
    person = desk.person.id if desk.person else None
    sealed_password = passwords.seal(wish.password) if wish.password else ""
    seats.add(desk.db, Seat(0, table.game.id, wish.power, person, wish.wishes, sealed_password))
    game = games.get(desk.db, table.game.id)
    all_seats = seats.of_game(desk.db, game.id)
    seat = all_seats[-1]
    log.seat(desk.db, desk.house.now, "seat.taken", game.name, seat)
    title = f"you have a seat in {game.name}"
    joined_event = _joined_event(desk, table, seat, len(all_seats))
    events = (joined_event, terms.event(game))
    if desk.table is None:
        seated_desk = replace(desk, table=tables.load(game), seat=seat, role=seat.power)
        reply = seated_desk.shows(*events, *_resign_note(desk)).titles(title)
    else:
        reply = apart.tell_writer(
            desk, tables.load(game), seat.power, "joined", title, events, seat
        )
    reply = reply.says(command, title)
    reply = reply.sends(_tell_master(desk, game, joined_event))
    if not beginning.may_begin(desk.house, table, len(all_seats)):
        return reply.sends(beginning.tell_ready(desk.db, desk.house, table, len(all_seats)))
    return reply.sends(beginning.begin(desk.db, desk.house, table))


def _resign_note(desk: Desk) -> tuple[Event, ...]:
    """What somebody is told whose address was known, and believed without a reply."""
    if desk.proven:
        return ()
    text = "If you did not ask for this seat, reply with RESIGN and it is free again."
    return (Event("note", {"text": text}, desk.writer),)


def _joined_event(desk: Desk, table: Table, seat: Seat, seat_count: int) -> Event:
    data = {
        "game": table.game.name,
        "power": seat.power,
        "player": desk.person.name if desk.person else "",
        "taken": seat_count,
        "seats": len(table.powers),
        "begins": " ".join(customs.start_sentences(table.customs, table.game.options["zone"])),
    }
    return Event("joined", data, desk.writer)


def _tell_master(desk: Desk, game: Game, joined_event: Event) -> list[Notice]:
    """Tell the game master who came."""
    if game.gm is None:
        return []
    reader = Reader(people.get(desk.db, game.gm), MASTER)
    notice = game_notice(
        desk.house,
        tables.load(game),
        reader,
        "joined",
        (structs.replace(joined_event, audience=GM),),
    )
    return [replace(notice, key=f"{notice.key}.{desk.house.now:%Y%m%dT%H%M%S}")]


def start_game(desk: Desk, game: Game, all_seats: Sequence[Seat]) -> Desk:
    """Deal the powers to ``all_seats``, a seat each, and begin."""
    return desk.sends(beginning.start(desk.db, desk.house, game, all_seats))
