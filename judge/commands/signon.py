"""SIGNON power@game password: speak for a seat from any address."""

from dataclasses import replace

from judge.commands import words
from judge.desk.desk import Desk
from judge.desk.seating import preside, recognise_substitute, sit
from judge.game.readers.addresses import MASTER
from judge.game.seats import lockout, passwords
from judge.game.terms import tables
from judge.kernel.text import Command
from judge.store import games, seats
from judge.store.record import Game, Seat

VERBS = ("signon",)
REFUSAL = "no seat has this game, power and password: SIGNON power@game password"
"""Said alike for an unknown game, power or password: it tells a stranger nothing."""
ASKED = (
    "no password stands here, so these lines wait: if somebody holds that seat, a mail has gone to "
    "the address that he registered, and his reply makes them count"
)
SPENT = (
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
    return _try_password(desk, command, game, seat, password) if password else desk


def _try_password(
    desk: Desk, command: Command, game: Game | None, seat: Seat | None, password: str
) -> Desk:
    """Try a password, as long as there are tries left; it takes as long for a seat as for none."""
    db, house, sender = desk.db, desk.house, desk.letter.sender
    person = desk.person.id if desk.person else None
    holder = seat is not None and person is not None and seat.person == person
    if lockout.is_spent(db, house, sender, holder=holder):
        return desk.refuses(command, SPENT)
    played_seat = seat if seat and seat.person is not None else None
    is_locked = played_seat is not None and lockout.is_seat_locked(db, house, played_seat)
    is_right = not is_locked and passwords.matches(
        password, played_seat.password if played_seat else ""
    )
    if is_right and game and played_seat:
        lockout.forget_wrong_passwords(db, played_seat)
        return sit(desk, game, played_seat)
    lockout.count_guess(db, house, sender)
    return desk.sends(
        lockout.count_wrong_password(db, house, game, played_seat) if game and played_seat else []
    )


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
    named_powers, unknown = words.powers(tables.load(game).variant, power.replace("-", " ").split())
    seat = (
        seats.of_power(desk.db, game.id, named_powers[0])
        if len(named_powers) == 1 and not unknown
        else None
    )
    return game, seat, password


def run(desk: Desk, command: Command) -> Desk:
    """Answer a SIGNON line; the first one was obeyed before the mail was read."""
    if any(answer.line == command.span.line for answer in desk.answers):
        return desk
    if desk.table is None:
        return desk.refuses(command, REFUSAL)
    if is_bare(command) and desk.role == MASTER:
        return desk.says(command, f"you run {desk.table.game.name}")
    game, seat, _ = read_signon(desk, command)
    if game and seat and desk.seat and seat.id == desk.seat.id:
        return desk.says(
            command, f"you speak for {desk.table.variant.the(seat.power)} in {game.name}"
        )
    refusal = desk.refuses(command, "one mail speaks for one seat: send a second mail")
    return replace(refusal, closed="below a second SIGNON")
