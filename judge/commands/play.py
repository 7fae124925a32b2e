"""PLAY [variant] [as power] [sharp]: a game for one person, computers in all other seats, at once.

The game has no master. Its phases end as soon as its player has ordered everything, and what
follows comes back in the same pass.
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
_FILLERS = ("a", "game", "of", "with")
"""Words that say nothing: "play a game of standard with ..."."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a line asks for: a variant, a power of it ("": any), how well the others play."""

    variant: str
    power: str
    level: str


def run(desk: Desk, command: Command) -> Desk:
    """Create the game, seat its player, and begin."""
    try:
        asked = _read(desk, command)
    except InputError as error:
        return desk.refuses(command, str(error), *EXAMPLES)
    if not desk.house.believed:
        return desk.refuses(command, "the judge's clock is in doubt, so nothing begins now")
    most = desk.house.config.limits.open_games
    if desk.person and _count_open(desk) >= most:
        return desk.refuses(command, f"{most} games of yours are not over yet, which is the most")
    held = register.drop_invitation(desk) if desk.person else register.enroll(desk, seated=True)
    if held.person is None:
        return held
    game = games.add(held.db, _make_game(held, asked))
    log.append(held.db, held.house.now, f"person {held.person.id}", "game.created", game.name)
    seats.add(held.db, Seat(0, game.id, asked.power, held.person.id))
    table = tables.load(game)
    for _ in range(len(table.powers) - 1):
        seats.add(held.db, Seat(0, game.id, "", None, computer=asked.level))
    mine = seats.of_game(held.db, game.id)[0]
    log.seat(held.db, held.house.now, "seat.taken", game.name, mine)
    title = f"you play {table.variant.title}"
    if held.table is None:
        here = replace(held, table=table, seat=mine, role=mine.power).titles(title)
    else:
        here = apart.tell_writer(held, table, mine.power, "joined", title, (), mine)
    begun = join.start_game(here, game, seats.of_game(held.db, game.id))
    sentence = f"{game.name} has begun: its first mail comes with this one; reply to it with orders"
    return begun.says(command, sentence)


def _read(desk: Desk, command: Command) -> Asked:
    """The line's words in their places. Raises InputError."""
    typed = [word for word in words.of(command) if word.lower() not in _FILLERS]
    levels = [word.lower() for word in typed if word.lower() in players.LEVELS]
    rest = [word for word in typed if word.lower() not in players.LEVELS]
    lower = [word.lower() for word in rest]
    end = lower.index("as") if "as" in lower else len(rest)
    variant = _read_variant(rest[:end]) if end else desk.house.config.variant
    catalog.require(variant)
    power = _read_power(catalog.load(variant), rest[end + 1 :]) if end < len(rest) else ""
    return Asked(variant, power, levels[0] if levels else players.STEADY)


def _read_variant(typed: Sequence[str]) -> str:
    """The variant that words name, be it in several ("ancient mediterranean")."""
    named = catalog.find_named("-".join(typed)) or catalog.find_named("".join(typed))
    if named is None:
        known = ", ".join(catalog.names())
        raise InputError(f"There is no variant '{' '.join(typed)}'; there are {known}.")
    return named


def _read_power(variant: Variant, typed: list[str]) -> str:
    """The one power of a variant that words name."""
    found, unknown = words.powers(variant, typed)
    if unknown or len(found) != 1:
        there = ", ".join(variant.engine.powers)
        raise InputError(f"'{' '.join(typed)}' is no power of {variant.title}; there are {there}.")
    return found[0]


def _count_open(desk: Desk) -> int:
    """How many games of this kind somebody has under way."""
    mine = seats.of_person(desk.db, desk.person.id) if desk.person else []
    there = [games.get(desk.db, seat.game) for seat in mine]
    return sum(game.status != OVER and game.name.startswith(PREFIX) for game in there)


def _make_game(desk: Desk, asked: Asked) -> Game:
    """The game before it begins, under a name that is free."""
    number = 1
    while games.find_named(desk.db, f"{PREFIX}{number}"):
        number += 1
    loaded = catalog.load(asked.variant)
    kinds = loaded.engine.kinds
    zone = desk.person.zone if desk.person else desk.house.config.zone
    paces = [f"{settings.name_of(kind)}={PACE}" for kind in kinds]
    company = f"computers=all {asked.level}"
    return Game(
        id=0,
        name=f"{PREFIX}{number}",
        variant=asked.variant,
        options=settings.read([*OPTIONS, *paces, company], zone, kinds, loaded.usual),
        secret=secrets.token_bytes(32),
        gm=None,
        status=FORMING,
        created=desk.house.now,
    )
