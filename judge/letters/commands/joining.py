"""RESIGN by somebody without a seat: no longer watching a game or waiting for a seat.

From alone proves nothing: without a secret address a code goes to the registered address first;
the line with the code then does it.
"""

from collections.abc import Iterable, Iterator, Sequence
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
from judge.kernel.text import Command, capitalise
from judge.language.commands import ANY_GAME
from judge.letters.commands import command_words, registering, signing
from judge.letters.desk import codes, mastery, speakers
from judge.letters.desk.desk import Desk
from judge.store import games, log, people, seats
from judge.store.record import FORMING, OVER, RUNNING, Game, Person, Seat
from judge.store.seats import ALLOW, DENY

WAITING = "waiting"


def ask_for_proof(desk: Desk, command: Command, person: Person, place: str) -> Desk | None:
    """Mail a code to whom RESIGN is from, and say so; None if he is ``person`` beyond doubt.

    By an address, our server, or the code behind ``place``, the game's name or "WAITING", which is
    spent by this.
    """
    code, purpose = command_words.of(command)[1:2], f"resign {place.lower()} {person.id}"
    if desk.proven or any(codes.spend(desk, purpose, one) is not None for one in code):
        return None
    if code:
        return desk.refuses(command, command_words.WRONG_CODE, f"RESIGN {place}")
    end = "be taken off the waiting list" if place.lower() == WAITING else f"leave {place}"
    why = f"Somebody, probably you, asked to {end}. If it was not you, do nothing."
    key, title = f"unlisted.{place.lower()}", f"RESIGN {place}: was it you?"
    reply = command_words.mail_code(desk, purpose, f"RESIGN {place}", why, key, title)
    sentence = f"a code is on its way to {person.address}; nothing ends before it comes back"
    return reply.says(command, sentence)


def _wait_for_seat(desk: Desk, command: Command) -> Desk:
    """Put the sender on the list of one game, or of all that anybody may join."""
    arguments = command_words.of(command)
    if arguments[0].lower() == WAITING:
        waiting_desk = desk if desk.person else registering.enroll(desk)
        reply = _add_to_list(waiting_desk, command, seats.ANY, "any game")
        for one in games.find_all(desk.db):
            if one.status == RUNNING and not vacancies.is_private(one):
                reply = _tell_free_seats(reply, command, one)
        return reply
    game = games.find_named(desk.db, arguments[0])
    if game is None or game.status == OVER:
        return command_words.refuse_unknown_game(desk, command)
    code = arguments[-1] if "code" in [word.lower() for word in arguments[2:-1]] else ""
    if not codes.is_invited(desk, game, code):
        ways = f"JOIN {game.name} WAITING CODE and its invitation code"
        return desk.refuses(command, f"{game.name} is a private game: {ways}")
    waiting_desk = desk if desk.person else registering.enroll(desk)
    table, person = tables.load(game), waiting_desk.person
    problem = vacancies.unfit_reason(desk.db, table, person) if person else ""
    if problem:
        return waiting_desk.refuses(command, problem)
    return _tell_free_seats(_add_to_list(waiting_desk, command, game.id, game.name), command, game)


def _add_to_list(desk: Desk, command: Command, number: int, name: str) -> Desk:
    now, person = desk.house.now, desk.person
    is_new = person is not None and seats.add_to_list(desk.db, number, person.id, now)
    wait = "wait" if is_new else "already wait"
    sentence = f"you {wait} for a seat in {name}; free ones are offered by mail"
    return desk.says(command, sentence).titles("you wait for a seat")


def _tell_free_seats(desk: Desk, command: Command, game: Game) -> Desk:
    """Tell of seats that are to be had at once."""
    for seat, line in list_free_seats(desk, game):
        state = "on offer" if seat.person else "free"
        desk = desk.says(command, f"{seat.power} is {state}: {line} takes it")
    return desk


def list_free_seats(desk: Desk, game: Game) -> Iterator[tuple[Seat, str]]:
    """The seats of a game that are to be had at once, each with the line that takes it."""
    table = tables.load(game)
    for seat in seats.of_game(desk.db, game.id):
        until = vacancies.end_of_offers(seats.offers_of(desk.db, seat))
        is_kept = until is not None and until > desk.house.now
        if vacancies.is_to_be_had(desk.db, table, seat) and not is_kept:
            yield seat, f"TAKEOVER {seat.power.replace(' ', '-')}@{game.name}"


def leave_list(desk: Desk, command: Command) -> Desk | None:
    """Take the sender off the waiting list that RESIGN names; None where he is on none."""
    first, person = "".join(command_words.of(command)[:1]), desk.person
    game = games.find_named(desk.db, first) if first and first.lower() != WAITING else None
    number, place = (game.id, game.name) if game else (seats.ANY, WAITING.upper())
    is_named = game is not None or first.lower() == WAITING
    if not is_named or person is None or not seats.is_on_list(desk.db, number, person.id):
        return None
    asked = ask_for_proof(desk, command, person, place)
    if asked is not None:
        return asked
    seats.take_off_list(desk.db, number, person.id)
    return desk.says(command, "you no longer wait for a seat")


_SWITCHES = ("yes", "no", "on", "off")
"""What is typed by who means the option approval."""
_RULES = {"allow": ALLOW, "approve": ALLOW, "deny": DENY}


def obey_doors(desk: Desk, command: Command, table: Table) -> Desk:
    """Write somebody on a list, take him off it, or show both lists.

    Who is registered and approved is told, if he does not know it yet.
    """
    who = " ".join(" ".join(command.words).strip("<>,;. ").lower().split())
    if not who:
        rules = sorted(seats.doors_of(desk.db, table.game.id).items())
        allowed = ", ".join(who for who, rule in rules if rule == ALLOW)
        denied = ", ".join(who for who, rule in rules if rule == DENY)
        approves = deal.approves(table.game)
        if allowed:
            told = f"may join: {allowed}, {'whom you approve' if approves else 'nobody else'}"
        else:
            told = f"may join: {'whoever you approve' if approves else 'anybody'}"
        told += f"; may not: {denied or 'nobody is kept out'}"
        asking = seats.list_who_asked(desk.db, table.game.id)
        told += f"; waiting for your APPROVE: {', '.join(asking)}" if asking else ""
        return desk.says(command, told)
    if who in _SWITCHES:
        examples = ("APPROVE name@example.org", "SET approval yes")
        return desk.refuses(command, f"'{who}' is nobody's name", *examples)
    rule = _RULES.get(command.verb, "")
    if not rule:
        was_listed = seats.drop_from_door(desk.db, table.game.id, who)
        state = "no longer on a list" if was_listed else "on no list"
        return desk.says(command, f"{who} is {state}")
    namesakes = people.find_called(desk.db, who)
    if command.verb == "approve" and len(namesakes) == 1:
        person, game = namesakes[0], table.game
        if any(seat.person == person.id for seat in seats.of_game(desk.db, game.id)):
            return desk.says(command, f"{person.name} has a seat in {game.name} already")
        if seats.doors_of(desk.db, game.id).get(who) == ALLOW:
            return desk.says(command, f"{who} may join {game.name} already, and knows it")
        has_asked = seats.has_asked(desk.db, game.id, person.address)
        name = person.address.lower() if has_asked else who
        reply = _list_doors(desk, command, table, name, ALLOW)
        text = f"The game master of {game.name} has approved you: send JOIN {game.name} to take"
        event = Event("note", {"text": f"{text} a seat."}, person.address)
        key = f"{game.name}.approved.{desk.receipt}.{command.span.line}"
        title = f"you may join {game.name}"
        return reply.sends([notices.personal_notice(desk.house, person, key, title, event)])
    return _list_doors(desk, command, table, who, rule)


def _list_doors(desk: Desk, command: Command, table: Table, who: str, rule: str) -> Desk:
    """Write somebody on a list; whatever he has asked is answered by that."""
    seats.put_at_door(desk.db, table.game.id, who, rule)
    seats.answer_at_door(desk.db, table.game.id, who)
    mastery.log_deed(desk, table, command.verb)
    ruling = f"{who} may join" if rule == ALLOW else f"{who} may not join"
    return desk.says(command, f"{ruling} {table.game.name}")


def obey_observe(desk: Desk, command: Command) -> Desk:
    """Let the sender watch a game."""
    table = command_words.table_meant(desk, command)
    if table is None or not command.words:
        return command_words.refuse_unknown_game(desk, command)
    game, name = table.game, table.game.name
    code = command.words[-1] if len(command.words) > 1 else ""
    if not codes.is_invited(desk, game, code):
        way = f"OBSERVE {name} and its invitation code"
        return desk.refuses(command, f"{name} is a private game: {way}")
    watcher = registering.meet(desk)
    person = watcher.person
    watchers = {one.id for one in seats.people_watching(desk.db, game.id)}
    if person is None or person.id in watchers:
        return watcher.says(command, f"you watch {name} already")
    if any(seat.person == person.id for seat in seats.of_game(desk.db, game.id)):
        return watcher.says(command, f"you play in {name} and get all its mails")
    seats.watch(desk.db, game.id, person.id)
    events = (tables.describe_terms(game), *table.position())
    reply = command_words.welcome(watcher, table, OBSERVER, "notice", f"you watch {name}", events)
    return reply.says(command, f"you get the public mails of {name}; RESIGN {name} ends that")


class Wish(Struct, frozen=True):
    """What JOIN asks for: a game, one power and no other, or powers in order of preference."""

    game: str
    power: str = ""
    wishes: tuple[str, ...] = ()
    password: str = ""
    code: str = ""


def obey_join(desk: Desk, command: Command) -> Desk:
    """Take a seat, or change the wishes of the one that the sender has."""
    arguments = command_words.of(command)
    if WAITING in [word.lower() for word in arguments[:2]]:
        return _wait_for_seat(desk, command)
    wish = _read_wish(desk, arguments)
    game = games.find_named(desk.db, wish.game) if wish.game else None
    if game is None and (wish.game == ANY_GAME or wish.game in catalog.names()):
        # Of those that form and anybody may join the one that has most seats taken.
        person = desk.person.id if desk.person else 0
        own_games = {seat.game for seat in seats.of_person(desk.db, person)}
        open_games = [
            one
            for one in games.find_all(desk.db)
            if one.status == FORMING
            and wish.game in (ANY_GAME, one.variant)
            and game_options.invites_all(one.options)
            and one.id not in own_games
            and one.gm != person
        ]
        game = min(
            open_games,
            key=lambda one: (-len(seats.of_game(desk.db, one.id)), one.created, one.name),
            default=None,
        )
        if game is None:
            return desk.refuses(command, "no such game is forming", "LIST", "JOIN WAITING")
        desk = desk.says(command, f"the next one is {game.name}")
    if game is None:
        return command_words.refuse_unknown_game(desk, command)
    if game.status != FORMING:
        if game.status == OVER:
            return desk.refuses(command, f"{game.name} is over", f"OBSERVE {game.name}")
        free = islice(list_free_seats(desk, game), 1)
        ways = *(line for _, line in free), f"OBSERVE {game.name}", f"JOIN {game.name} WAITING"
        return desk.refuses(command, f"{game.name} has begun", *ways)
    return _take_or_change_seat(desk, command, game, wish)


def _take_or_change_seat(desk: Desk, command: Command, game: Game, request: Wish) -> Desk:
    """Seat the sender in a forming game; whoever has a seat there changes his wishes."""
    table = tables.load(game)
    all_seats = seats.of_game(desk.db, game.id)
    own_seats = [one for one in all_seats if desk.person and one.person == desk.person.id]
    wish, problem = _understand_wish(table, request)
    if wish.power and any(one.power == wish.power for one in all_seats if one not in own_seats):
        problem = f"{wish.power} is taken"
    taken, has_seat = len(all_seats), bool(own_seats)
    problem = problem or _explain_refusal(desk, game, request.code, taken, has_seat=has_seat)
    if problem:
        return desk.refuses(command, problem)
    player_desk = registering.meet(desk)
    if own_seats:
        seats.save(desk.db, replace(own_seats[0], power=wish.power, wishes=wish.wishes))
        return player_desk.says(command, "your wishes are changed", "taken")
    person = player_desk.person
    if person is not None and deal.needs_approval(desk.db, game, desk.letter.sender, person):
        name, address = person.name, person.address  # he hears as soon as that is decided
        seats.ask_at_door(desk.db, game.id, address, f"{name} ({address})")
        text = (
            f"{name} ({address}) wants to join {game.name}. APPROVE {address} lets in, "
            f"DENY {address} keeps out."
        )
        blanks = notices.tell_master(desk.db, desk.house, table, Event("note", {"text": text}, GM))
        key, title = f"{game.name}.approval.{address}", f"{name} wants to join"
        reply = player_desk.sends(replace(one, key=key, title=title) for one in blanks)
        asked = f"its game master has been asked whether you may join {game.name}"
        return reply.says(command, f"{asked}; a mail will tell you")
    return _seat_player(player_desk, command, table, wish)


def _explain_refusal(desk: Desk, game: Game, code: str, taken: int, *, has_seat: bool) -> str:
    """Why this mail may not seat its sender in a game, or change what he has in it, or "".

    From alone proves nothing: it gives nobody else's wishes up, and no game master's game, but for
    one that this very mail has made.
    """
    if not has_seat:
        table = tables.load(game)
        if taken >= tables.count_seats(game, table.variant):
            return f"all seats of {game.name} are taken"
        if not desk.house.believed and due.may_begin(desk.house, table, taken + 1):
            return "the judge's clock is in doubt, so nothing begins now: JOIN again in an hour"
        if not codes.is_invited(desk, game, code):
            return f"{game.name} is a private game: JOIN {game.name} CODE and its invitation code"
        reason = deal.closed_reason(desk.db, game, desk.letter.sender, desk.person)
        reason = reason or vacancies.barring_reason(desk.db, game, desk.person)
        if reason:
            return reason
    if desk.person is None or desk.proven:
        return ""
    if has_seat:
        return f"you have a seat in {game.name}: reply to the mail about it with other wishes"
    if game.gm == desk.person.id and not command_words.speaks_for(desk, game):
        return f"you run {game.name}: reply to a mail of it to play instead"
    return ""


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
    if wish.power and table.customs.deal == RANDOM:
        return wish, f"the powers of {table.game.name} are dealt at random"
    named_powers, unknown = command_words.powers(table.variant, wish.power.split() or wish.wishes)
    if unknown or (wish.power and not named_powers):
        names = ", ".join(table.powers)
        named = unknown or wish.power
        return wish, f"'{named}' is not a power of {table.game.name}; there are {names}"
    if wish.power and len(named_powers) == 1:
        return replace(wish, power=named_powers[0]), ""
    return replace(wish, power="", wishes=tuple(named_powers)), ""


def _seat_player(desk: Desk, command: Command, table: Table, wish: Wish) -> Desk:
    """Answer the new player, tell the game master, and start a game that is full."""
    person = desk.person.id if desk.person else None
    if person is not None and person == table.game.gm:  # a master holds no power in his own game
        games.save(desk.db, replace(table.game, gm=None))
        text = f"You play in {table.game.name} now, so it has no game master any more."
        desk = desk.shows(Event("note", {"text": text}, desk.writer))
    is_own = signing.is_own_word(desk)
    sealed_password = lockout.seal_password(wish.password) if wish.password and is_own else ""
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
    joined_event, game_table = Event("joined", data, desk.writer), tables.load(game)
    events = (joined_event, tables.describe_terms(game))
    reply = command_words.welcome(desk, game_table, seat.power, "joined", title, events, seat)
    if desk.table is None and not desk.proven:  # his address was known, and believed without reply
        text = "If you did not ask for this seat, reply with RESIGN and it is free again."
        reply = reply.shows(Event("note", {"text": text}, desk.writer))
    if wish.password and not is_own:
        unset = Event("note", {"text": f"{capitalise(signing.PASSWORD_UNSEEN)}."}, desk.writer)
        reply = reply.shows(unset)
    told = replace(joined_event, audience=GM)
    reply = reply.says(command, title).sends(
        replace(one, key=f"{one.key}.{desk.house.now:%Y%m%dT%H%M%S}")
        for one in notices.tell_master(desk.db, desk.house, game_table, told, "joined")
    )
    if not due.may_begin(desk.house, table, len(all_seats)):
        return reply.sends(due.tell_ready(desk.db, desk.house, table, len(all_seats)))
    return reply.sends(due.begin(desk.db, desk.house, table))


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
        return command_words.refuse_unknown_game(desk, command)
    if desk.table is None:
        return desk.refuses(command, speakers.explain_outside(desk))
    own_name = desk.table.game.name
    if desk.table.game.id == named_game.id:
        return desk.says(command, f"this mail is for {own_name}")
    other, apart = named_game.name, "in a mail of its own"
    message = f"this mail speaks for {own_name}: send what is for {other} {apart}"
    return replace(desk.refuses(command, message), closed=f"it is for {other}: send it {apart}")
