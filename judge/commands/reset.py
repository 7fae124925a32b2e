"""RESET power@game: a new secret address, and no password, for whoever reads the registered mail.

First a one-time code goes to the registered address; RESET power@game CODE [password] then makes
the old address and password worthless. What is answered does not tell whether there is a seat.
"""

from dataclasses import dataclass, replace

from judge.commands import words
from judge.commands.password import SHORTEST
from judge.desk import codes
from judge.desk.desk import Desk
from judge.desk.seating import preside, sit
from judge.game.readers.addresses import MASTER
from judge.game.readers.notices import Reader, game_notice
from judge.game.seats import passwords
from judge.game.terms import tables
from judge.kernel.text import Command
from judge.store import games, log, people, seats, tries, waiting
from judge.store.record import Game, Seat

VERBS = ("reset",)
EXAMPLE = "RESET France@alpha"
ASKED = "a code is on its way to the registered address of that seat, if there is one"
REFUSED = "that is no code for a seat now; a new one comes with RESET power@game"


@dataclass(frozen=True, slots=True)
class Asked:
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


def run(desk: Desk, command: Command) -> Desk:
    """Mail a code, or take one."""
    asked = _read_request(desk, " ".join(command.words))
    if asked is None:
        return desk.refuses(command, "which seat? RESET power@game", EXAMPLE)
    if not asked.code:
        return _mail_code(desk, asked).says(command, ASKED)
    if asked.password and len(asked.password) < SHORTEST:
        return desk.refuses(command, f"a password has at least {SHORTEST} characters")
    if codes.spend(desk, asked.purpose, asked.code) is None or asked.game is None:
        return desk.refuses(command, REFUSED)
    return _renew_address(desk, asked, asked.game, command)


def _read_request(desk: Desk, typed: str) -> Asked | None:
    """What is typed behind RESET; a seat that speaks for itself need not be named."""
    name, at, rest = typed.partition("@")
    if not at:
        if desk.table is None or not desk.role:
            return None
        return Asked(desk.table.game, desk.role, desk.seat, *typed.split()[:2])
    named, *secrets = rest.split()
    game = games.find_named(desk.db, named)
    if game is None:
        return Asked(None, "", None, *secrets[:2])
    if name.strip().upper() in (MASTER, "MASTER"):
        return Asked(game, MASTER, None, *secrets[:2])
    found, unknown = words.powers(tables.load(game).variant, name.split())
    seat = seats.of_power(desk.db, game.id, found[0]) if len(found) == 1 and not unknown else None
    return Asked(game, seat.power if seat else "", seat, *secrets[:2])


def _mail_code(desk: Desk, asked: Asked) -> Desk:
    """Mail a code to whoever holds the seat or runs the game, if somebody does."""
    game = asked.game
    holder = asked.seat.person if asked.seat else game.gm if game and asked.role else None
    if game is None or holder is None:
        return desk
    code = codes.issue(desk, asked.purpose, holder)
    if not code:
        return desk
    line = f"RESET {asked.role}@{game.name} {code}"
    purpose = f"Somebody asked for a new secret address as {asked.role} in {game.name}."
    reader = Reader(people.get(desk.db, holder), asked.role, asked.seat)
    event = codes.event(desk.house, line, purpose, asked.role)
    notice = game_notice(desk.house, tables.load(game), reader, "notice", ())
    key = f"{notice.key}.reset.{desk.receipt}"
    return desk.sends([replace(notice, key=key, title="your code", events=(event,))])


def _renew_address(desk: Desk, asked: Asked, game: Game, command: Command) -> Desk:
    """Rotate the address, set or drop the password, and answer to the registered address."""
    if desk.table is not None and (desk.table.game.id, desk.role) != (game.id, asked.role):
        return desk.refuses(command, "one mail speaks for one seat: send the code again, alone")
    if asked.seat is None:
        renewed = replace(game, epoch=game.epoch + 1)
        games.save(desk.db, renewed)
        fresh = preside(desk, renewed)
    else:
        sealed = passwords.seal(asked.password) if asked.password else ""
        seat = replace(asked.seat, epoch=asked.seat.epoch + 1, password=sealed)
        seats.save(desk.db, seat)
        tries.forget(desk.db, seat.id)
        fresh = sit(desk, game, seat)
    log.append(desk.db, desk.house.now, asked.role, "address.reset", game.name)
    sentence = "the address that this answer comes from is new, the old one is worthless now"
    sentence += "; the password is the one you gave" if asked.password else "; there is no password"
    if asked.seat is not None and waiting.substitutes_of(desk.db, asked.seat):
        sentence += "; who was to stand in for you has to be named again"
    done = fresh.says(command, sentence).titles("your new address")
    return replace(done, closed="below RESET: send orders as a reply to this mail")
