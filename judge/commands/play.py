"""PLAY [variant] [as power] [sharp]: a game for one person, computers in all other seats, at once.

The game has no master: its player does what one does as long as he is alone in it. Its phases end
as soon as he has ordered everything, and what follows comes back in the same pass.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge import players
from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.commands import apart, join, register, words
from judge.desk.desk import Desk
from judge.game.terms import settings, tables
from judge.kernel.errors import InputError
from judge.kernel.text import Command
from judge.store import games, log, seats
from judge.store.record import FORMING, OVER, Game, Seat

VERBS = ("play",)
PACE = "30d"
OPTIONS = ("delay=0m", "remind=7d", "nmr=disorder 2")
"""As fast as its player mails, and given up after two months of silence."""
EXAMPLES = ("PLAY standard", "PLAY 1936 as Turkey")
PREFIX = "play"
_TALK = "PLAY needs the name of a variant: it begins a game against computers"
_AS = "as"
_FILLERS = (*catalog.SAYING_NOTHING, "of", "with")
"""Words that say nothing: "play a game of standard with ..."."""


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """What a line asks for: a variant, a power of it ("": any), how well the others play."""

    variant: str
    power: str
    level: str


def run(desk: Desk, command: Command) -> Desk:
    """Create the game, seat its player, and begin."""
    try:
        request = _read(desk, command)
    except InputError as error:
        return desk.refuses(command, str(error), *EXAMPLES)
    if request is None:
        return desk.answers_line(command.span, command.text, "ignored", _TALK)
    if not desk.house.believed:
        return desk.refuses(command, "the judge's clock is in doubt, so nothing begins now")
    most = desk.house.config.limits.open_games
    if desk.person and _count_open(desk) >= most:
        return desk.refuses(command, f"you have {most} games open, and may have no more")
    player_desk = (
        register.drop_invitation(desk) if desk.person else register.enroll(desk, seated=True)
    )
    if player_desk.person is None:
        return player_desk
    game = games.add(player_desk.db, _make_game(player_desk, request))
    log.append(
        player_desk.db,
        player_desk.house.now,
        f"person {player_desk.person.id}",
        "game.created",
        game.name,
    )
    seats.add(player_desk.db, Seat(0, game.id, request.power, player_desk.person.id))
    table = tables.load(game)
    for _ in range(len(table.powers) - 1):
        seats.add(player_desk.db, Seat(0, game.id, "", None, computer=request.level))
    own_seat = seats.of_game(player_desk.db, game.id)[0]
    log.seat(player_desk.db, player_desk.house.now, "seat.taken", game.name, own_seat)
    title = f"you play {table.variant.title}"
    if player_desk.table is None:
        seated_desk = replace(player_desk, table=table, seat=own_seat, role=own_seat.power).titles(
            title
        )
    else:
        seated_desk = apart.tell_writer(
            player_desk, table, own_seat.power, "joined", title, (), own_seat
        )
    reply = join.start_game(seated_desk, game, seats.of_game(player_desk.db, game.id))
    sentence = f"{game.name} has begun: its first mail comes with this one; reply to it with orders"
    return reply.says(command, sentence)


def _read(desk: Desk, command: Command) -> PlayRequest | None:
    """The variant that the words begin with, and the power and the level among the others.

    None where they name no variant in a sentence of a mail about another game: that is talk.
    Raises InputError.
    """
    arguments = [word for word in words.of(command) if word.lower() not in _FILLERS]
    levels = [word.lower() for word in arguments if word.lower() in players.LEVELS]
    rest = [word for word in arguments if word.lower() not in players.LEVELS]
    variant, others = catalog.find_begun(rest)
    is_named = bool(variant) or not rest or rest[0].lower() == _AS
    if not is_named and desk.table is not None and not command.text.startswith(VERBS[0].upper()):
        return None
    if not is_named:
        names = ", ".join(catalog.names())
        raise InputError(f"There is no variant '{' '.join(rest)}'; there are {names}.")
    variant = variant or desk.house.config.variant
    catalog.require(variant)
    power = _read_power(catalog.load(variant), others)
    return PlayRequest(variant, power, levels[0] if levels else players.STEADY)


def _read_power(variant: Variant, others: Sequence[str]) -> str:
    """The power behind AS, "" where nothing is; raises InputError for what is none."""
    behind = list(others[next((n for n, one in enumerate(others, 1) if one.lower() == _AS), 99) :])
    for length in range(len(behind), 0, -1):
        named_powers, unknown = words.powers(variant, behind[:length])
        if len(named_powers) == 1 and not unknown:
            return named_powers[0]
    if not behind:
        return ""
    names = ", ".join(variant.engine.powers)
    raise InputError(f"'{' '.join(behind)}' is not a power of {variant.title}; there are {names}.")


def _count_open(desk: Desk) -> int:
    """How many games of this kind somebody has under way."""
    own_seats = seats.of_person(desk.db, desk.person.id) if desk.person else []
    own_games = [games.get(desk.db, seat.game) for seat in own_seats]
    return sum(game.status != OVER and game.name.startswith(PREFIX) for game in own_games)


def _make_game(desk: Desk, request: PlayRequest) -> Game:
    """The game before it begins, under a name that is free."""
    number = 1
    while games.find_named(desk.db, f"{PREFIX}{number}"):
        number += 1
    variant = catalog.load(request.variant)
    kinds = variant.engine.kinds
    zone = desk.person.zone if desk.person else desk.house.config.zone
    paces = [f"{settings.name_of(kind)}={PACE}" for kind in kinds]
    company = f"computers=all {request.level}"
    return Game(
        id=0,
        name=f"{PREFIX}{number}",
        variant=request.variant,
        options=settings.read([*OPTIONS, *paces, company], zone, kinds, variant.usual),
        secret=secrets.token_bytes(32),
        gm=None,
        status=FORMING,
        created=desk.house.now,
    )
