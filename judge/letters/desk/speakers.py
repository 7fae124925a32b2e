"""For whom a letter speaks: the one place that gives a command its game and seat, or refuses it."""

from judge.game.readers import addresses
from judge.game.readers.addresses import MASTER
from judge.letters.desk.desk import Desk
from judge.mail import identity
from judge.mail.identity import Claim
from judge.store import games, seats
from judge.store.record import Game, Person, Seat

STRANGER = (
    "nothing in this mail proves who you are: reply to this one, or to the newest mail of your "
    "game, or put SIGNON power@game password above your lines"
)
SEATLESS = "you have no seat in a game: LIST shows those that wait for players"


def explain_outside(desk: Desk) -> str:
    """Why a letter speaks for no game, and what would let it, or ""."""
    if desk.table is not None:
        return ""
    return ask_which_game(desk) or (SEATLESS if desk.proven else STRANGER)


def ask_which_game(desk: Desk) -> str:
    """What a proven sender is asked who has said of none of his games that it is meant, or ""."""
    if desk.table is not None or desk.person is None or not desk.proven:
        return ""
    own_games = games.of_person(desk.db, desk.person.id)
    if not own_games:
        return ""
    names = " and ".join(game.name for game in own_games)
    return (
        f"which game is meant? Yours: {names}. Put a line GAME {own_games[0].name} above, or "
        f"reply to a mail of the game"
    )


def explain_seatless(desk: Desk) -> str:
    """Why a letter speaks for no seat, or ""."""
    if desk.table is None or desk.seat is not None:
        return explain_outside(desk)
    if desk.role == MASTER and desk.table.is_seatless:
        example = desk.table.powers[0]
        return f"no power's name stands above it: write it below one, as in {example}:"
    does = "run" if desk.role == MASTER else "watch"
    return f"you {does} {desk.table.game.name} and have no units in it"


def explain_nameless(desk: Desk) -> str:
    """Why nothing can be kept for a letter's writer himself, in all games, or ""."""
    if not desk.proven:
        return STRANGER
    return "" if desk.person else "nobody is registered under this address: REGISTER and your name"


def find_proven_substitute(desk: Desk, game: Game, claim: Claim) -> tuple[Seat, Person] | None:
    """The seat and the substitute whose secret address a letter was sent to, on his days."""
    for seat in seats.of_game(desk.db, game.id):
        for person in addresses.acting_substitutes(desk.db, game, seat, desk.house.now):
            name = addresses.substitute(seat, person.id)
            if identity.proves(claim, desk.house.ours, name, seat.epoch, game.number):
                return seat, person
    return None


def is_acting(desk: Desk) -> bool:
    """Whether a letter speaks for a seat whose player somebody else is."""
    seat, person = desk.seat, desk.person
    return seat is not None and person is not None and seat.person != person.id


ADDRESS, HOST = "address", "host"
"""The kinds of marks."""


def mark_origin(desk: Desk) -> None:
    """Mark from which address and which host a letter of a seat's player came."""
    if desk.seat is None or desk.seat.person is None or is_acting(desk):
        return
    values = {ADDRESS: desk.letter.sender, HOST: desk.letter.host}
    marks = [
        f"{kind} {desk.house.ours.token('origin', kind, value, bits=80)}"
        for kind, value in values.items()
        if value
    ]
    seats.note_origins(desk.db, desk.seat.person, marks)
