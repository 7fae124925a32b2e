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
ASKED = "a code is on its way to the registered address of that seat, if there is one"
REFUSED = "that code is wrong or used up; RESET power@game sends a new one"


@dataclass(frozen=True, slots=True)
class ResetRequest:
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
    request = _read_request(desk, " ".join(command.words))
    if request is None:
        example = f"RESET {words.board(desk)['power']}@alpha"
        return desk.refuses(command, "which seat? RESET power@game", example)
    if not request.code:
        return _mail_code(desk, request).says(command, ASKED)
    if request.password and len(request.password) < SHORTEST:
        return desk.refuses(command, f"a password has at least {SHORTEST} characters")
    if codes.spend(desk, request.purpose, request.code) is None or request.game is None:
        return desk.refuses(command, REFUSED)
    return _renew_address(desk, request, request.game, command)


def _read_request(desk: Desk, text: str) -> ResetRequest | None:
    """What is typed behind RESET; a seat that speaks for itself need not be named."""
    name, at, rest = text.partition("@")
    if not at:
        if desk.table is None or not desk.role:
            return None
        return ResetRequest(desk.table.game, desk.role, desk.seat, *text.split()[:2])
    game_name, *secrets = rest.split()
    game = games.find_named(desk.db, game_name)
    if game is None:
        return ResetRequest(None, "", None, *secrets[:2])
    if name.strip().upper() in (MASTER, "MASTER"):
        return ResetRequest(game, MASTER, None, *secrets[:2])
    named_powers, unknown = words.powers(tables.load(game).variant, name.split())
    seat = (
        seats.of_power(desk.db, game.id, named_powers[0])
        if len(named_powers) == 1 and not unknown
        else None
    )
    return ResetRequest(game, seat.power if seat else "", seat, *secrets[:2])


def _mail_code(desk: Desk, request: ResetRequest) -> Desk:
    """Mail a code to whoever holds the seat or runs the game, if somebody does."""
    game = request.game
    holder = request.seat.person if request.seat else game.gm if game and request.role else None
    if game is None or holder is None:
        return desk
    code = codes.issue(desk, request.purpose, holder)
    if not code:
        return desk
    line = f"RESET {request.role}@{game.name} {code}"
    purpose = f"Somebody asked for a new secret address as {request.role} in {game.name}."
    reader = Reader(people.get(desk.db, holder), request.role, request.seat)
    event = codes.describe_code(desk.house, line, purpose, reader.person.address)
    notice = game_notice(desk.house, tables.load(game), reader, "notice", ())
    key = f"{notice.key}.reset.{desk.receipt}"
    return desk.sends([replace(notice, key=key, title="your code", events=(event,))])


def _renew_address(desk: Desk, request: ResetRequest, game: Game, command: Command) -> Desk:
    """Rotate the address, set or drop the password, and answer to the registered address."""
    if desk.table is not None and (desk.table.game.id, desk.role) != (game.id, request.role):
        return desk.refuses(command, "one mail speaks for one seat: send the code again, alone")
    if request.seat is None:
        renewed_game = replace(game, epoch=game.epoch + 1)
        games.save(desk.db, renewed_game)
        fresh_desk = preside(desk, renewed_game)
    else:
        sealed_password = passwords.seal(request.password) if request.password else ""
        seat = replace(request.seat, epoch=request.seat.epoch + 1, password=sealed_password)
        seats.save(desk.db, seat)
        tries.forget(desk.db, seat.id)
        fresh_desk = sit(desk, game, seat)
    log.append(desk.db, desk.house.now, request.role, "address.reset", game.name)
    sentence = "the address that this answer comes from is new, the old one is worthless now"
    sentence += (
        "; the password is the one you gave" if request.password else "; there is no password"
    )
    if request.seat is not None and waiting.substitutes_of(desk.db, request.seat):
        sentence += "; who was to stand in for you has to be named again"
    reply = fresh_desk.says(command, sentence).titles("your new address")
    return replace(reply, closed="below RESET: send orders as a reply to this mail")
