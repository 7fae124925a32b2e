"""RESIGN by somebody without a seat: no longer watching a game or waiting for a seat.

From alone proves nothing: without a secret address a code goes to the registered address first;
the line with the code then does it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from judge.catalog import variant as catalog
from judge.game.readers import notices
from judge.game.readers.addresses import OBSERVER
from judge.game.seats import deal, lockout, vacancies
from judge.game.terms import customs, game_options, tables
from judge.game.terms.customs import RANDOM
from judge.game.terms.tables import Table
from judge.game.turn import due
from judge.kernel.engine import GM, Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.language.commands import ANY_GAME
from judge.letters.commands import persons, words
from judge.letters.desk import codes, mastery, speakers
from judge.letters.desk.desk import Desk
from judge.store import games, log, people, seats
from judge.store.record import FORMING, OVER, RUNNING, Game, Person, Seat
from judge.store.seats import ALLOW, DENY


def is_proven(desk: Desk, command: Command, person: Person, place: str) -> bool:
    """Whether the sender is ``person`` beyond doubt: by an address, our server, or a code.

    ``place`` is the game's name, or "waiting". A code is spent by this.
    """
    if desk.proven:
        return True
    return any(
        codes.spend(desk, _purpose(person, place), code) is not None
        for code in words.of(command)[1:2]
    )


def ask_for_code(desk: Desk, command: Command, person: Person, place: str) -> Desk:
    """Mail the code that proves it, and say so."""
    if len(words.of(command)) > 1:
        return desk.refuses(command, "that code is wrong or used up", f"RESIGN {place}")
    sentence = f"a code is on its way to {person.address}; nothing ends before it comes back"
    return desk.sends(_code_notices(desk, person, place)).says(command, sentence)


def _purpose(person: Person, place: str) -> str:
    return f"resign {place.lower()} {person.id}"


def _code_notices(desk: Desk, person: Person, place: str) -> list[Notice]:
    """The mail with the code; none if one went out within the hour."""
    code = codes.issue(desk, _purpose(person, place), person.id)
    if not code:
        return []
    end = "be taken off the waiting list" if place.lower() == "waiting" else f"leave {place}"
    purpose = f"Somebody, probably you, asked to {end}. If it was not you, do nothing."
    event = codes.describe_code(desk.house, f"RESIGN {place} {code}", purpose, person.address)
    key = f"unlisted.{place.lower()}.{person.id}.{desk.receipt}"
    return [notices.personal_notice(desk.house, person, key, f"RESIGN {place}: was it you?", event)]


WAITING = "waiting"


def asks_for_list(command: Command) -> bool:
    """Whether JOIN asks for a place on a waiting list."""
    arguments = words.of(command)
    return WAITING in [word.lower() for word in arguments[:2]]


def obey_waits(desk: Desk, command: Command) -> Desk:
    """Put the sender on the list of one game, or of all that anybody may join."""
    arguments = words.of(command)
    if arguments[0].lower() == WAITING:
        waiting_desk = desk if desk.person else persons.enroll(desk)
        reply = _add_to_list(waiting_desk, command, seats.ANY, "any game")
        for one in games.find_all(desk.db):
            if one.status == RUNNING and not vacancies.is_private(one):
                reply = _tell_free_seats(reply, command, one)
        return reply
    game = games.find_named(desk.db, arguments[0])
    if game is None or game.status == OVER:
        return words.refuse_unknown_game(desk, command)
    code = arguments[-1] if "code" in [word.lower() for word in arguments[2:-1]] else ""
    if not codes.is_invited(desk, game, code):
        ways = f"JOIN {game.name} WAITING CODE and its invitation code"
        return desk.refuses(command, f"{game.name} is a private game: {ways}")
    waiting_desk = desk if desk.person else persons.enroll(desk)
    all_seats = seats.of_game(desk.db, game.id)
    problem = (
        vacancies.unfit_reason(desk.db, tables.load(game), all_seats, waiting_desk.person)
        if waiting_desk.person
        else ""
    )
    if problem:
        return waiting_desk.refuses(command, problem)
    return _tell_free_seats(_add_to_list(waiting_desk, command, game.id, game.name), command, game)


def _add_to_list(desk: Desk, command: Command, number: int, name: str) -> Desk:
    new = desk.person is not None and seats.add_to_list(
        desk.db, number, desk.person.id, desk.house.now
    )
    sentence = (
        f"you {'' if new else 'already '}wait for a seat in {name}; free ones are offered by mail"
    )
    return desk.says(command, sentence).titles("you wait for a seat")


def _tell_free_seats(desk: Desk, command: Command, game: Game) -> Desk:
    """Tell of seats that are to be had at once."""
    for seat, line in _list_free_seats(desk, game):
        state = "on offer" if seat.person else "free"
        desk = desk.says(command, f"{seat.power} is {state}: {line} takes it")
    return desk


def _list_free_seats(desk: Desk, game: Game) -> Iterator[tuple[Seat, str]]:
    """The seats of a game that are to be had at once, each with the line that takes it."""
    table = tables.load(game)
    for seat in seats.of_game(desk.db, game.id):
        until = vacancies.end_of_offers(seats.offers_of(desk.db, seat))
        is_kept = until is not None and until > desk.house.now
        if vacancies.is_to_be_had(desk.db, table, seat) and not is_kept:
            yield seat, f"TAKEOVER {seat.power.replace(' ', '-')}@{game.name}"


def is_on_list(desk: Desk, command: Command) -> bool:
    """Whether RESIGN names a waiting list that the sender is on."""
    number, _ = _list(desk, command)
    person = desk.person
    return (
        number is not None and person is not None and seats.is_on_list(desk.db, number, person.id)
    )


def leave(desk: Desk, command: Command) -> Desk:
    """Take the sender off the waiting list that RESIGN names."""
    number, place = _list(desk, command)
    if number is None or desk.person is None:
        return desk
    if not is_proven(desk, command, desk.person, place):
        return ask_for_code(desk, command, desk.person, place)
    seats.take_off_list(desk.db, number, desk.person.id)
    return desk.says(command, "you no longer wait for a seat")


def _list(desk: Desk, command: Command) -> tuple[int | None, str]:
    """The number and the name of the waiting list that RESIGN names, if it names one."""
    first = "".join(words.of(command)[:1])
    if first.lower() == WAITING:
        return seats.ANY, WAITING.upper()
    game = games.find_named(desk.db, first) if first else None
    return (game.id, game.name) if game else (None, "")


_SWITCHES = ("yes", "no", "on", "off")
"""What is typed by who means the option approval."""
_RULES = {"allow": ALLOW, "approve": ALLOW, "deny": DENY}


def obey_doors(desk: Desk, command: Command, table: Table) -> Desk:
    """Write somebody on a list, take him off it, or show both lists."""
    who = " ".join(" ".join(command.words).strip("<>,;. ").lower().split())
    if not who:
        rules = seats.doors_of(desk.db, table.game.id)
        others = "whom you approve" if deal.approves(table.game) else "nobody else"
        allowed = _names(rules, ALLOW)
        parts = [
            f"may join: {allowed}, {others}" if allowed else f"may join: {_anybody(table)}",
            f"may not: {_names(rules, DENY) or 'nobody is kept out'}",
        ]
        asking = seats.list_who_asked(desk.db, table.game.id)
        parts += [f"waiting for your APPROVE: {', '.join(asking)}"] if asking else []
        return desk.says(command, "; ".join(parts))
    if who in _SWITCHES:
        examples = ("APPROVE name@example.org", "SET approval yes")
        return desk.refuses(command, f"'{who}' is nobody's name", *examples)
    rule = _RULES.get(command.verb, "")
    if not rule:
        was_listed = seats.drop_from_door(desk.db, table.game.id, who)
        return desk.says(
            command, f"{who} is {'no longer on a list' if was_listed else 'on no list'}"
        )
    namesakes = people.find_called(desk.db, who)
    if command.verb == "approve" and len(namesakes) == 1:
        return _approve(desk, command, table, who, namesakes[0])
    return _list_doors(desk, command, table, who, rule)


def _list_doors(desk: Desk, command: Command, table: Table, who: str, rule: str) -> Desk:
    """Write somebody on a list; whatever he has asked is answered by that."""
    seats.put_at_door(desk.db, table.game.id, who, rule)
    seats.answer_at_door(desk.db, table.game.id, who)
    mastery.log_deed(desk, table, command.verb)
    ruling = f"{who} may join" if rule == ALLOW else f"{who} may not join"
    return desk.says(command, f"{ruling} {table.game.name}")


def _approve(desk: Desk, command: Command, table: Table, who: str, person: Person) -> Desk:
    """Let in somebody who is registered, and tell him, if he does not know it yet."""
    game = table.game
    if any(seat.person == person.id for seat in seats.of_game(desk.db, game.id)):
        return desk.says(command, f"{person.name} has a seat in {game.name} already")
    if seats.doors_of(desk.db, game.id).get(who) == ALLOW:
        return desk.says(command, f"{who} may join {game.name} already, and knows it")
    has_asked = seats.has_asked(desk.db, game.id, person.address)
    name = person.address.lower() if has_asked else who
    return _tell(_list_doors(desk, command, table, name, ALLOW), command, table, person)


def _tell(desk: Desk, command: Command, table: Table, person: Person) -> Desk:
    """Tell somebody who waits for it that he may join."""
    text = (
        f"The game master of {table.game.name} has approved you: send JOIN {table.game.name} to "
        f"take a seat."
    )
    key = f"{table.game.name}.approved.{desk.receipt}.{command.span.line}"
    title = f"you may join {table.game.name}"
    event = Event("note", {"text": text}, person.address)
    return desk.sends([notices.personal_notice(desk.house, person, key, title, event)])


def _names(rules: Mapping[str, str], rule: str) -> str:
    return ", ".join(sorted(who for who, one in rules.items() if one == rule))


def _anybody(table: Table) -> str:
    return "whoever you approve" if deal.approves(table.game) else "anybody"


def ask_master(desk: Desk, table: Table, address: str, name: str) -> Desk:
    """Ask a game's master whether somebody may join; he is asked once for each."""
    game = table.game
    if game.gm is None:
        return desk
    seats.ask_at_door(desk.db, game.id, address, f"{name or address} ({address})")
    text = (
        f"{name or address} ({address}) wants to join {game.name}. APPROVE {address} lets in, "
        f"DENY {address} keeps out."
    )
    event = Event("note", {"text": text}, GM)
    key = f"{game.name}.approval.{address}"
    title = f"{name or 'somebody'} wants to join"
    blanks = notices.tell_master(desk.db, desk.house, table, event)
    return desk.sends(replace(one, key=key, title=title) for one in blanks)


def obey_observe(desk: Desk, command: Command) -> Desk:
    """Let the sender watch a game."""
    table = words.table_meant(desk, command)
    if table is None or not command.words:
        return words.refuse_unknown_game(desk, command)
    if not codes.is_invited(
        desk, table.game, "".join(command.words[-1:] if len(command.words) > 1 else ())
    ):
        way = f"OBSERVE {table.game.name} and its invitation code"
        return desk.refuses(command, f"{table.game.name} is a private game: {way}")
    watcher = persons.meet(desk)
    person = watcher.person
    watchers = {one.id for one in seats.people_watching(desk.db, table.game.id)}
    if person is None or person.id in watchers:
        return watcher.says(command, f"you watch {table.game.name} already")
    if any(seat.person == person.id for seat in seats.of_game(desk.db, table.game.id)):
        return watcher.says(command, f"you play in {table.game.name} and get all its mails")
    seats.watch(desk.db, table.game.id, person.id)
    sentence = f"you get the public mails of {table.game.name}; RESIGN {table.game.name} ends that"
    title = f"you watch {table.game.name}"
    if watcher.table is not None:
        events = (tables.describe_terms(table.game), *table.position())
        return words.tell_writer(watcher, table, OBSERVER, "notice", title, events).says(
            command, sentence
        )
    watcher = replace(watcher, table=table, role=OBSERVER)
    reply = watcher.shows(tables.describe_terms(table.game), *table.position(), of=table)
    return reply.says(command, sentence).titles(title)


class Wish(Struct, frozen=True):
    """What JOIN asks for: a game, one power and no other, or powers in order of preference."""

    game: str
    power: str = ""
    wishes: tuple[str, ...] = ()
    password: str = ""
    code: str = ""


def obey_join(desk: Desk, command: Command) -> Desk:
    """Take a seat, or change the wishes of the one that the sender has."""
    if asks_for_list(command):
        return obey_waits(desk, command)
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
        if game.status == OVER:
            return desk.refuses(command, f"{game.name} is over", f"OBSERVE {game.name}")
        free = islice(_list_free_seats(desk, game), 1)
        ways = *(line for _, line in free), f"OBSERVE {game.name}", f"JOIN {game.name} WAITING"
        return desk.refuses(command, f"{game.name} has begun", *ways)
    return _take_or_change_seat(desk, command, game, wish)


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
    player_desk = persons.meet(desk)
    if deal.needs_approval(desk.db, game, desk.letter.sender, player_desk.person) and not any(
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
    return ask_master(desk, table, address, name).says(command, f"{asked}; a mail will tell you")


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
        and game_options.invites_all(game.options)
        and game.id not in own_games
        and not (desk.person and game.gm == desk.person.id)
    ]
    return min(open_games, key=lambda one: one[:3])[-1] if open_games else None


def _closed_reason(desk: Desk, game: Game, wish: Wish, all_seats: Sequence[Seat]) -> str:
    """Why a game is not open to somebody who has no seat in it yet, or ""."""
    if any(_is_mine(desk, seat) for seat in all_seats):
        return ""
    table = tables.load(game)
    if len(all_seats) >= tables.count_seats(game, table.variant):
        return f"all seats of {game.name} are taken"
    if not desk.house.believed and due.may_begin(desk.house, table, len(all_seats) + 1):
        return "the judge's clock is in doubt, so nothing begins now: JOIN again in an hour"
    if not codes.is_invited(desk, game, wish.code):
        return f"{game.name} is a private game: JOIN {game.name} CODE and its invitation code"
    reason = deal.closed_reason(desk.db, game, desk.letter.sender, desk.person)
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
    if wish.power and game_options.customs(table.game.options).deal == RANDOM:
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
    sealed_password = lockout.seal_password(wish.password) if wish.password else ""
    seats.add(desk.db, Seat(0, table.game.id, wish.power, person, wish.wishes, sealed_password))
    game = games.get(desk.db, table.game.id)
    all_seats = seats.of_game(desk.db, game.id)
    seat = all_seats[-1]
    log.seat(desk.db, desk.house.now, "seat.taken", game.name, seat)
    title = f"you have a seat in {game.name}"
    data = {
        "game": table.game.name,
        "power": seat.power,
        "player": desk.person.name if desk.person else "",
        "taken": len(all_seats),
        "seats": len(table.powers),
        "begins": " ".join(customs.start_sentences(table.customs, table.game.options["zone"])),
    }
    joined_event = Event("joined", data, desk.writer)
    events = (joined_event, tables.describe_terms(game))
    if desk.table is None:
        seated_desk = replace(desk, table=tables.load(game), seat=seat, role=seat.power)
        reply = seated_desk.shows(*events, *_resign_note(desk)).titles(title)
    else:
        reply = words.tell_writer(
            desk, tables.load(game), seat.power, "joined", title, events, seat
        )
    reply = reply.says(command, title)
    event_for_master = replace(joined_event, audience=GM)
    reply = reply.sends(
        replace(one, key=f"{one.key}.{desk.house.now:%Y%m%dT%H%M%S}")
        for one in notices.tell_master(
            desk.db, desk.house, tables.load(game), event_for_master, "joined"
        )
    )
    if not due.may_begin(desk.house, table, len(all_seats)):
        return reply.sends(due.tell_ready(desk.db, desk.house, table, len(all_seats)))
    return reply.sends(due.begin(desk.db, desk.house, table))


def _resign_note(desk: Desk) -> tuple[Event, ...]:
    """What somebody is told whose address was known, and believed without a reply."""
    if desk.proven:
        return ()
    text = "If you did not ask for this seat, reply with RESIGN and it is free again."
    return (Event("note", {"text": text}, desk.writer),)


def first_named(desk: Desk, commands: Iterable[Command]) -> str:
    """The game that the first GAME line of a letter names, or ""; it is obeyed before the rest."""
    naming = (one for one in commands if one.verb == "game" and one.words)
    return next((one.words[0] for one in naming if _is_meant(desk, one)), "")


def _is_meant(desk: Desk, command: Command) -> bool:
    """Whether a line names a game, and is not a remark: "Game on!", "Game over"."""
    return (
        command.text.startswith("GAME") or games.find_named(desk.db, command.words[0]) is not None
    )


def obey_game(desk: Desk, command: Command) -> Desk:
    """Say whether the letter speaks for that game; a second one needs a second mail."""
    if command.words and not _is_meant(desk, command):
        return desk.answers_line(command.span, command.text, "ignored", "no order")
    named_game = games.find_named(desk.db, command.words[0]) if command.words else None
    if named_game is None:
        return words.refuse_unknown_game(desk, command)
    if desk.table is None:
        return desk.refuses(command, speakers.explain_outside(desk))
    own_name = desk.table.game.name
    if desk.table.game.id == named_game.id:
        return desk.says(command, f"this mail is for {own_name}")
    refusal = desk.refuses(
        command,
        f"this mail speaks for {own_name}: send what is for {named_game.name} in a mail of its own",
    )
    return replace(refusal, closed=f"it is for {named_game.name}: send it in a mail of its own")
