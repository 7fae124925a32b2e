"""SIGNON power@game password: speak for a seat from any address."""

from dataclasses import replace

from judge.game import table
from judge.game.commands import words
from judge.game.desk import Desk
from judge.game.record import Game, Seat
from judge.game.seats import lockout, passwords
from judge.game.seats.seating import sit
from judge.game.store import games, seats
from judge.kernel.text import Command

VERBS = ("signon",)
REFUSAL = "no seat has this game, power and password: SIGNON power@game password"
"""Said alike for an unknown game, power or password: it tells a stranger nothing."""
SPENT = (
    "too many wrong passwords came in the last hour, so this one was not tried: reply to any mail "
    "of your game instead, which needs none, or send this again in an hour"
)


def enter(desk: Desk, command: Command) -> Desk:
    """The desk speaking for the seat that a SIGNON line proves to hold, if it does.

    Our own mail server's stamp on a registered address stands for the password.
    """
    game, seat, password = named(desk, command)
    if game and seat and _stamped(desk, seat):
        return sit(desk, game, seat)
    return _tried(desk, command, game, seat, password) if password else desk


def _tried(
    desk: Desk, command: Command, game: Game | None, seat: Seat | None, password: str
) -> Desk:
    """Try a password, as long as there are tries left; it takes as long for a seat as for none."""
    db, house, sender = desk.db, desk.house, desk.letter.sender
    person = desk.person.id if desk.person else None
    holder = seat is not None and person is not None and seat.person == person
    if lockout.spent(db, house, sender, holder=holder):
        return desk.refuses(command, SPENT)
    played = seat if seat and seat.person is not None else None
    locked = played is not None and lockout.locked(db, house, played)
    right = not locked and passwords.matches(password, played.password if played else "")
    if right and game and played:
        lockout.right(db, played)
        return sit(desk, game, played)
    lockout.guessed(db, house, sender)
    return desk.sends(lockout.wrong(db, house, game, played) if game and played else [])


def _stamped(desk: Desk, seat: Seat) -> bool:
    """Whether the letter is proven to come from the address of the seat's holder."""
    person = desk.person
    return bool(desk.letter.authenticated) and person is not None and person.id == seat.person


def named(desk: Desk, command: Command) -> tuple[Game | None, Seat | None, str]:
    """The game, seat and password that a line names."""
    first, password = (*command.words, "", "")[:2]
    power, at, name = first.rpartition("@")
    if not at:  # njudge's "SIGNON Falpha word"
        power, name = first[:1], first[1:]
    game = games.named(desk.db, name)
    if game is None:
        return None, None, password
    found, unknown = words.powers(table.of(game).variant, power.replace("-", " ").split())
    seat = seats.at(desk.db, game.id, found[0]) if len(found) == 1 and not unknown else None
    return game, seat, password


def run(desk: Desk, command: Command) -> Desk:
    """Answer a SIGNON line; the first one was obeyed before the mail was read."""
    if any(answer.line == command.span.line for answer in desk.answers):
        return desk
    if desk.table is None:
        return desk.refuses(command, REFUSAL)
    game, seat, _ = named(desk, command)
    if game and seat and desk.seat and seat.id == desk.seat.id:
        return desk.says(command, f"you speak for {seat.power} in {game.name}")
    refused = desk.refuses(command, "one mail speaks for one seat: send a second mail")
    return replace(refused, closed="below a second SIGNON")
