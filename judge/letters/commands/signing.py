"""SIGNON power@game password: speak for a seat from any address."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from judge.game.readers.addresses import MASTER
from judge.game.readers.notices import Reader, game_notice
from judge.game.seats import lockout
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel import limits
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.letters.commands import command_words
from judge.letters.desk import codes, mastery, order_sheet
from judge.letters.desk.desk import Desk
from judge.letters.desk.seating import preside, recognise_substitute, sit
from judge.store import games, log, people, seats
from judge.store.record import Game, Seat

SIGNON_REFUSED = "no seat has this game, power and password: SIGNON power@game password"
"""Said alike for an unknown game, power or password: it tells a stranger nothing."""
SIGNON_ASKED = (
    "no password stands here, so these lines wait: if somebody holds that seat, a mail has gone to "
    "the address that he registered, and his reply makes them count"
)
PASSWORD_UNSEEN = (
    "no password is set, since nothing in the mail that brought it proves whose it is: send "
    "PASSWORD and the word in a reply to this mail"
)
SIGNON_SPENT = (
    "too many wrong passwords came in the last hour, so this one was not tried: reply to any mail "
    "of your game instead, which needs none, or send this again in an hour"
)


def enter(desk: Desk, command: Command) -> Desk:
    """The desk speaking for the seat that a SIGNON line proves to hold, if it does.

    Proof that the letter is from whoever holds the seat, by our own mail server's stamp or by a
    reply, stands for the password.
    """
    seated_desk = claim_seat(desk, command) if desk.letter.authenticated else None
    if seated_desk is not None and seated_desk.person == desk.person:
        return seated_desk
    game, seat, password = read_signon(desk, command)
    if not password:
        return desk
    # It is tried as long as there are tries left, and takes as long for a seat as for none.
    db, house, sender = desk.db, desk.house, desk.letter.sender
    person = desk.person.id if desk.person else None
    holder = seat is not None and person is not None and seat.person == person
    if lockout.is_spent(db, house, sender, holder=holder):
        return desk.refuses(command, SIGNON_SPENT)
    played_seat = seat if seat and seat.person is not None else None
    is_locked = played_seat is not None and lockout.is_seat_locked(db, house, played_seat)
    sealed = played_seat.password if played_seat else ""
    is_right = not is_locked and lockout.matches_password(password, sealed)
    if is_right and game and played_seat:
        seats.forget_tries(db, played_seat.id)  # what was wrong before it counts no more
        return sit(desk, game, played_seat)
    lockout.count_guess(db, house, sender)
    if game is None or played_seat is None:
        return desk
    return desk.sends(lockout.count_wrong_password(db, house, game, played_seat))


def claim_seat(desk: Desk, command: Command) -> Desk | None:
    """The desk as it would speak for the seat that a SIGNON line names, if somebody holds it.

    A substitute who wrote the letter speaks as such; "GM@alpha" is whoever runs the game.
    """
    game, seat, _ = read_signon(desk, command)
    if game is None:
        return None
    if seat is None:
        name = "".join(command.words[:1]).partition("@")[0].upper()
        return preside(desk, game) if name == MASTER and game.gm is not None else None
    return recognise_substitute(sit(desk, game, seat)) if seat.person is not None else None


def is_bare(command: Command) -> bool:
    """Whether a SIGNON line names a seat and no password, as the links in our mails do."""
    return len(command.words) == 1 and "@" in command.words[0]


def read_signon(desk: Desk, command: Command) -> tuple[Game | None, Seat | None, str]:
    """The game, seat and password that a line names."""
    first, password = (*command.words, "", "")[:2]
    power, at, name = first.rpartition("@")
    if not at:  # njudge's "SIGNON Falpha word"
        power, name = first[:1], first[1:]
    game = games.find_named(desk.db, name)
    if game is None:
        return None, None, password
    return game, _find_seat(desk, game, power.replace("-", " ").split()), password


def _find_seat(desk: Desk, game: Game, names: Sequence[str]) -> Seat | None:
    """The seat of the one power that words name."""
    named_powers, unknown = command_words.powers(tables.load(game).variant, names)
    if unknown or len(named_powers) != 1:
        return None
    return seats.of_power(desk.db, game.id, named_powers[0])


def obey_signon(desk: Desk, command: Command) -> Desk:
    """Answer a SIGNON line; the first one was obeyed before the mail was read."""
    if any(answer.line == command.span.line for answer in desk.answers):
        return desk
    if desk.table is None:
        return desk.refuses(command, SIGNON_REFUSED)
    if is_bare(command) and desk.role == MASTER:
        return desk.says(command, f"you run {desk.table.game.name}")
    game, seat, _ = read_signon(desk, command)
    if game and seat and desk.seat and seat.id == desk.seat.id:
        name = desk.table.variant.the(seat.power)
        return desk.says(command, f"you speak for {name} in {game.name}")
    refusal = desk.refuses(command, "one mail speaks for one seat: send a second mail")
    return replace(refusal, closed="below a second SIGNON")


def is_own_word(desk: Desk) -> bool:
    """Whether a password in a letter is surely its seat's player's: no mail shows him which it is.

    He may say yes to a letter that is forged, or be content with a seat that it took for him. Whom
    the letter itself has registered has no other seat to lose.
    """
    if desk.proven and desk.confirmed is None:
        return True
    return desk.person is not None and people.is_newcomer(desk.db, desk.person.id, desk.house.now)


def obey_password(desk: Desk, command: Command, table: Table, seat: Seat) -> Desk:
    """Store the hash of a password; the word itself is neither kept nor mailed back."""
    arguments, least = command_words.of(command), limits.PASSWORD_LETTERS
    if len(arguments) != 1 or len(arguments[0]) < least:
        return desk.refuses(command, f"give one word of at least {least} characters")
    if not is_own_word(desk):
        return desk.refuses(command, PASSWORD_UNSEEN)
    confirmation = f"SIGNON {seat.power or 'power'}@{table.game.name} password now speaks"
    if any(answer.message.startswith(confirmation) for answer in desk.answers):
        return desk.refuses(command, "one mail sets one password, and a line above did")
    seat = replace(seat, password=lockout.seal_password(arguments[0]))
    seats.save(desk.db, seat)
    return replace(desk, seat=seat).says(command, f"{confirmation} for your seat")


RESET_ASKED = "a code is on its way to the registered address of that seat, if there is one"
RESET_REFUSED = "that code is wrong or used up; RESET power@game sends a new one"


class ResetRequest(Struct, frozen=True):
    """What a RESET line names: a game and a role in it, and a code and password, if typed."""

    game: Game | None
    role: str = ""
    seat: Seat | None = None
    code: str = ""
    password: str = ""

    @property
    def purpose(self) -> str:
        """What its code is for."""
        return f"reset {self.game.name if self.game else ''} {self.role}"

    @property
    def holder(self) -> int | None:
        """Who has that role now."""
        if self.seat is not None:
            return self.seat.person
        return self.game.gm if self.game and self.role else None


def obey_reset(desk: Desk, command: Command) -> Desk:
    """Mail a code to whoever holds a seat or runs a game, if somebody does; or take one."""
    text = " ".join(command.words)
    name, at, rest = text.partition("@")
    if at:
        game_name, *secrets = rest.split()
        named = games.find_named(desk.db, game_name)
        of_master = named is not None and name.strip().upper() in (MASTER, "MASTER")
        seat = _find_seat(desk, named, name.split()) if named and not of_master else None
        role = MASTER if of_master else seat.power if seat else ""
        request = ResetRequest(named, role, seat, *secrets[:2])
    elif desk.table is not None and desk.role:  # a seat that speaks for itself need not be named
        request = ResetRequest(desk.table.game, desk.role, desk.seat, *text.split()[:2])
    else:
        example = f"RESET {command_words.board(desk)['power']}@alpha"
        return desk.refuses(command, f"which seat? Name it by power and game, as in {example}")
    game, holder, role = request.game, request.holder, request.role
    if request.code:
        least = limits.PASSWORD_LETTERS
        if request.password and len(request.password) < least:
            return desk.refuses(command, f"a password has at least {least} characters")
        mailed_to = codes.spend(desk, request.purpose, request.code)  # who may have left since
        if mailed_to is None or mailed_to != holder or game is None:
            return desk.refuses(command, RESET_REFUSED)
        return _renew_address(desk, request, game, command)
    asked = desk.says(command, RESET_ASKED)
    if game is None or holder is None:
        return asked
    code = codes.issue(desk, request.purpose, holder)
    if not code:
        return asked
    purpose = f"Somebody asked for a new secret address as {role} in {game.name}."
    reader = Reader(people.get(desk.db, holder), role, request.seat)
    line, address = f"RESET {role}@{game.name} {code}", reader.person.address
    event = codes.describe_code(desk.house, line, purpose, address)
    notice = game_notice(desk.house, tables.load(game), reader, "notice", ())
    key = f"{notice.key}.reset.{desk.receipt}"
    return asked.sends([replace(notice, key=key, title="your code", events=(event,))])


def _renew_address(desk: Desk, request: ResetRequest, game: Game, command: Command) -> Desk:
    """Rotate the address, set or drop the password, and answer to the registered address."""
    if desk.table is not None and (desk.table.game.id, desk.role) != (game.id, request.role):
        return desk.refuses(command, "one mail speaks for one seat: send the code again, alone")
    if request.seat is None:
        renewed_game = replace(game, epoch=game.epoch + 1)
        games.save(desk.db, renewed_game)
        fresh_desk = preside(desk, renewed_game)
    else:
        sealed_password = lockout.seal_password(request.password) if request.password else ""
        seat = replace(request.seat, epoch=request.seat.epoch + 1, password=sealed_password)
        seats.save(desk.db, seat)
        seats.forget_tries(desk.db, seat.id)
        fresh_desk = sit(desk, game, seat)
    log.append(desk.db, desk.house.now, request.role, "address.reset", game.name)
    password = "the password is the one you gave" if request.password else "there is no password"
    sentence = "the address that this answer comes from is new, the old one is worthless now"
    sentence += f"; {password}"
    if request.seat is not None and seats.substitutes_of(desk.db, request.seat):
        sentence += "; who was to stand in for you has to be named again"
    reply = fresh_desk.says(command, sentence).titles("your new address")
    return replace(reply, closed="below RESET: send orders as a reply to this mail")


HIMSELF = ("gm", "master", "myself", "me", "nobody")


def obey_become(desk: Desk, command: Command, table: Table) -> Desk:
    """Let the lines below speak for a power; BECOME GM ends that."""
    power = " ".join(command.words)
    if power.lower() in HIMSELF:
        return replace(desk, acts_for="").says(command, "you speak for yourself again")
    seat = seats.of_power(desk.db, table.game.id, power)
    if seat is None or seat.person is None:
        played = (one.power for one in seats.of_game(desk.db, table.game.id) if one.person)
        way = f"BECOME {next(played, table.powers[0])}"
        return desk.refuses(command, f"nobody plays {power}" if power else "for whom?", way)
    sentence = f"the lines below are done for {power}, who is told; orders are given with EDIT"
    return replace(desk, acts_for=power).says(command, sentence)


def act_for(
    desk: Desk, command: Command, act: Callable[[Desk, Command], Desk], *, lent: bool
) -> Desk:
    """Do a command for the power that the master has become; the master's own desk goes on.

    ``lent`` is whether a game master may give it for a player.
    """
    table, power = desk.table, desk.acts_for
    seat = seats.of_power(desk.db, table.game.id, power) if table else None
    if table is None or seat is None or seat.person is None:
        return desk.refuses(command, f"nobody plays {power} any more")
    if not lent:
        reason = f"a game master can't do that for {power}"
        return desk.refuses(command, reason, "BECOME GM", f"EDIT {power} {table.variant.sample}")
    holder = people.get(desk.db, seat.person)
    sheet = order_sheet.find_sheet(desk.db, table, seat)
    desk_of_power = replace(
        desk, person=holder, role=power, seat=seat, sheet=sheet, events=(), views=()
    )
    acting_desk = order_sheet.store(act(desk_of_power, command))
    told = acting_desk.answers[-1]
    if told.verdict != "problem":
        sentence = f"acted for {power}: {command.verb.upper()}"
        facts = {"power": power, "verb": command.verb, "phase": table.game.phase_id}
        mastery.log_deed(desk, table, "become", sentence, **facts)
    line = command.text.strip()
    text = f"The game master wrote for you ({power}): {line}. The answer was: {told.message}"
    note = Event("note", {"text": text}, power)
    answers, sent = acting_desk.answers, acting_desk.notices
    master_desk = replace(desk, answers=answers, notices=sent, closed=acting_desk.closed)
    copy = mastery.announce(master_desk, command, "done in your name", note, only_to=power)
    return mastery.reload_game(master_desk.sends(copy))
