"""SIGNON power@game password: speak for a seat from any address."""

from dataclasses import replace

from judge.game import table
from judge.game.commands import words
from judge.game.desk import Desk
from judge.game.record import Game, Seat
from judge.game.seats import lockout, passwords
from judge.game.seats.addresses import MASTER
from judge.game.seats.seating import helped_by, preside, sit
from judge.game.store import games, seats
from judge.kernel.text import Command

VERBS = ("signon",)
REFUSAL = "no seat has this game, power and password: SIGNON power@game password"
"""Said alike for an unknown game, power or password: it tells a stranger nothing."""
ASKED = (
    "no password stands here, so these lines wait: if somebody holds that seat, a mail has gone to "
    "the address that he registered, and his reply makes them count"
)


def enter(desk: Desk, command: Command) -> Desk:
    """The desk speaking for the seat that a SIGNON line proves to hold, if it does.

    It takes as long either way. Proof that the letter is from whoever holds the seat, by our own
    mail server's stamp or by a reply, stands for the password.
    """
    vouched = claimed(desk, command) if desk.letter.authenticated else None
    if vouched is not None and vouched.person == desk.person:
        return vouched
    game, seat, password = named(desk, command)
    if game is None or seat is None or seat.person is None:
        passwords.matches(password, "")
        return desk
    free = not lockout.locked(desk.db, desk.house, seat)
    right = passwords.matches(password, seat.password if free else "")
    if right:
        lockout.right(desk.db, seat)
    if right:
        return sit(desk, game, seat)
    told = lockout.wrong(desk.db, desk.house, game, seat) if password else []
    return desk.sends(told)


def claimed(desk: Desk, command: Command) -> Desk | None:
    """The desk as it would speak for the seat that a SIGNON line names, if somebody holds it.

    A substitute who wrote the letter speaks as such; "GM@alpha" is whoever runs the game.
    """
    game, seat, _ = named(desk, command)
    if game is None:
        return None
    if seat is None:
        name = "".join(command.words[:1]).partition("@")[0].upper()
        return preside(desk, game) if name == MASTER and game.gm is not None else None
    return helped_by(sit(desk, game, seat)) if seat.person is not None else None


def bare(command: Command) -> bool:
    """Whether a SIGNON line names a seat and no password, as the links in our mails do."""
    return len(command.words) == 1 and "@" in command.words[0]


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
    if desk.table is None:
        return desk.refuses(command, REFUSAL)
    if bare(command) and desk.role == MASTER:
        return desk.says(command, f"you run {desk.table.game.name}")
    game, seat, _ = named(desk, command)
    if game and seat and desk.seat and seat.id == desk.seat.id:
        return desk.says(command, f"you speak for {seat.power} in {game.name}")
    refused = desk.refuses(command, "one mail speaks for one seat: send a second mail")
    return replace(refused, closed="below a second SIGNON")
