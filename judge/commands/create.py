"""CREATE game [variant] [name=value ...]: a new game, run by whoever makes it."""

import re
import secrets
from dataclasses import replace

from judge.catalog import variant as catalog
from judge.commands import apart, register
from judge.desk import invitations
from judge.desk.desk import Desk
from judge.game.clocks import deadlines
from judge.game.readers.notices import MASTER
from judge.game.terms import customs, settings, tables
from judge.kernel.engine import Event
from judge.kernel.errors import DoubtError, InputError
from judge.kernel.text import Command
from judge.store import games, log
from judge.store.record import FORMING, Game

VERBS = ("create",)
NAME = re.compile(r"[a-z][a-z0-9-]{1,15}")
"""Short enough for a seat's address."""


def run(desk: Desk, command: Command) -> Desk:
    """Make a game that forms; its options are tried on the engine at once."""
    name = command.words[0].lower() if command.words else ""
    if not NAME.fullmatch(name):
        return desk.refuses(
            command,
            "give the game a name of 2 to 16 letters, digits and hyphens",
            f"CREATE alpha {desk.house.config.variant}",
        )
    if games.find_named(desk.db, name):
        return desk.refuses(command, f"there is a game '{name}' already; choose another name")
    most = desk.house.config.limits.open_games
    if desk.person and games.count_open_by(desk.db, desk.person.id) >= most:
        return desk.refuses(command, f"you have {most} games open, and may have no more")
    try:
        game = _make_game(desk, name, " ".join(command.words[1:]))
    except InputError as error:
        meant = error.meant if isinstance(error, DoubtError) else ()
        variant, _ = _variant(" ".join(command.words[1:]))
        start = " ".join(filter(None, ("CREATE", name, variant)))
        return desk.refuses(command, str(error), *(f"{start} {one}" for one in meant))
    founder = register.meet(desk)
    new_game = games.add(desk.db, replace(game, gm=founder.person.id if founder.person else None))
    log.append(desk.db, desk.house.now, f"person {new_game.gm}", "game.created", name)
    table = tables.load(new_game)
    data = {"game": name, "title": table.variant.title, "seats": len(table.powers)}
    data["begins"] = " ".join(customs.start_sentences(table.customs, table.game.options["zone"]))
    data["private"] = settings.customs(new_game.options).private
    events = (
        Event("created", data, founder.writer),
        *invitations.describe_invitation(founder.house.ours, new_game, founder.writer),
    )
    title = f"{name} is created"
    if founder.table is None:
        reply = replace(founder, table=table, role=MASTER).shows(*events).titles(title)
    else:
        reply = apart.tell_writer(founder, table, MASTER, "gm", title, events)
    return reply.says(command, f"you are the game master of {name}")


def _make_game(desk: Desk, name: str, text: str) -> Game:
    """The game that the words describe. Raises InputError for a word that makes no sense."""
    variant, option_text = _variant(text)
    variant = variant or desk.house.config.variant
    catalog.require(variant)
    kinds = catalog.load(variant).engine.kinds
    zone = desk.person.zone if desk.person else desk.house.config.zone
    options = settings.fix_times(settings.words(option_text), desk.house.now, zone)
    game = Game(
        id=0,
        name=name,
        variant=variant,
        options=settings.read(options, zone, kinds, catalog.load(variant).usual),
        secret=secrets.token_bytes(32),
        gm=None,
        status=FORMING,
        created=desk.house.now,
    )
    table = tables.load(game)
    settings.check_own(game.options, kinds, table.engine.options)
    settings.check_needs(game.options, table.variant.needs)
    table.engine.start(table.engine_options, table.dice)
    return deadlines.set_alarm(desk.db, game, desk.house.cutoff)


def _variant(text: str) -> tuple[str, str]:
    """The variant that the words begin with ("1936", "1930s World"), or "", and what follows."""
    words = text.replace(",", " ", 1).split()
    variant, others = catalog.find_begun(words)
    if variant:
        return variant, " ".join(others)
    first, rest = "".join(words[:1]), " ".join(words[1:])
    option = "=" in first or rest.startswith("=")
    return ("", text) if option else (first.lower(), rest)
