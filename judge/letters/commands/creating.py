"""CREATE game [variant] [name=value ...]: a new game, run by whoever makes it."""

import secrets
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from judge.catalog import variant as catalog
from judge.game.clocks import deadlines
from judge.game.readers.notices import MASTER
from judge.game.terms import customs, game_options, tables
from judge.game.turn import due
from judge.kernel.engine import Event
from judge.kernel.errors import InputError
from judge.kernel.text import Command
from judge.language import asking, fold
from judge.letters.commands import command_words, registering
from judge.letters.desk import codes, mastery
from judge.letters.desk.desk import Desk
from judge.rules import computers
from judge.store import games, log, seats
from judge.store.record import FORMING, OVER, Game, Seat


def obey_create(desk: Desk, command: Command) -> Desk:
    """Make a game that forms; its options are tried on the engine at once."""
    name = command.words[0].lower() if command.words else ""
    usual_variant = desk.house.config.variant
    if not tables.GAME_NAME.fullmatch(name):
        message = "give the game a name of 2 to 16 letters, digits and hyphens"
        return desk.refuses(command, message, f"CREATE alpha {usual_variant}")
    if games.find_named(desk.db, name):
        return desk.refuses(command, f"there is a game '{name}' already; choose another name")
    most = desk.house.config.limits.open_games
    if desk.person and games.count_open_by(desk.db, desk.person.id) >= most:
        return desk.refuses(command, f"you have {most} games open, and may have no more")
    typed = " ".join(command.words[1:])
    words = typed.replace(",", " ", 1).split()
    variant, others = catalog.find_begun(words)  # "1936", "1930s World"
    options = " ".join(others)
    if not variant:
        first, rest = "".join(words[:1]), " ".join(words[1:])
        is_option = "=" in first or rest.startswith("=")
        variant, options = ("", typed) if is_option else (first.lower(), rest)
    try:
        game = _make_game(desk, name, variant or usual_variant, game_options.words(options))
        tables.load(game).check_options()
    except InputError as error:
        start = " ".join(filter(None, ("CREATE", name, variant)))
        return desk.refuses(command, str(error), *(f"{start} {one}" for one in error.meant))
    game = deadlines.set_alarm(desk.db, game, desk.house.cutoff)
    founder = registering.meet(desk)
    new_game = games.add(desk.db, replace(game, gm=founder.person.id if founder.person else None))
    log.append(desk.db, desk.house.now, f"person {new_game.gm}", "game.created", name)
    table = tables.load(new_game)
    if table.is_seatless:
        if not mastery.is_clock_believed(founder):
            message = "the judge's clock is in doubt, so nothing begins now"
            return founder.refuses(command, message)
        reply = founder.sends(due.begin(desk.db, desk.house, table))
        sentence = f"{name} begins: a mail of its own, sent now, shows the board; reply to that"
        return reply.says(command, sentence).titles(f"{name} begins")
    data = {"game": name, "title": table.variant.title, "seats": len(table.powers)}
    data["begins"] = " ".join(customs.start_sentences(table.customs, table.game.options["zone"]))
    data["private"] = table.customs.private
    invitation = codes.describe_invitation(founder.house.ours, new_game, founder.writer)
    events = (Event("created", data, founder.writer), *invitation)
    reply = command_words.welcome(founder, table, MASTER, "gm", f"{name} is created", events)
    return reply.says(command, f"you are the game master of {name}")


def _make_game(desk: Desk, name: str, variant: str, options: Sequence[str]) -> Game:
    """A game that forms, with these "name=value" words. Raises InputError for what can't be."""
    catalog.require(variant)
    rules, now = catalog.load(variant), desk.house.now
    fixed = game_options.fix_times(options, now, desk.zone)
    return Game(
        id=0,
        name=name,
        variant=variant,
        options=game_options.read(fixed, desk.zone, rules.engine.kinds, rules.usual),
        secret=secrets.token_bytes(32),
        gm=None,
        status=FORMING,
        created=now,
    )


PLAY_PACE = "30d"
PLAY_OPTIONS = ("delay=0m", "remind=7d", "nmr=disorder 2")
"""As fast as its player mails, and given up after two months of silence."""
PLAY_EXAMPLES = ("PLAY standard", "PLAY 1936 as Turkey")
PLAY_PREFIX = "play"
_TALK = "PLAY needs the name of a variant: it begins a game against computers"
_AS = "as"
_OTHERS = ("with", "against")
"""Words that lead to those who play the rest."""
_ALONE = fold.list_words("of alone computer computers bot bots first")
_FILLERS = (*catalog.SAYING_NOTHING, *_OTHERS, *_ALONE)
"""Words that say nothing here: "play a game of standard with ...", "against computers"."""


class PlayRequest(Struct, frozen=True):
    """What a line asks for: a variant, a power of it ("": any), how well the others play.

    ``unread`` are words that say nothing of it.
    """

    variant: str
    power: str
    level: str
    unread: str


def obey_play(desk: Desk, command: Command) -> Desk:
    """Create the game, seat its player, and begin."""
    try:
        request = _read(desk, command)
    except InputError as error:
        return desk.refuses(command, str(error), *PLAY_EXAMPLES)
    if request is None:
        return desk.answers_line(command.span, command.text, "ignored", _TALK)
    if not desk.house.believed:
        return desk.refuses(command, "the judge's clock is in doubt, so nothing begins now")
    most = desk.house.config.limits.open_games
    if desk.person:
        own_games = [
            games.get(desk.db, one.game) for one in seats.of_person(desk.db, desk.person.id)
        ]
        running = (one.status != OVER and one.name.startswith(PLAY_PREFIX) for one in own_games)
        if sum(running) >= most:
            return desk.refuses(command, f"you have {most} games open, and may have no more")
    enrolled = desk if desk.person else registering.enroll(desk)
    desk = registering.mark_registration(enrolled, seated=True)
    if desk.person is None:
        return desk
    number = 1
    while games.find_named(desk.db, f"{PLAY_PREFIX}{number}"):
        number += 1
    kinds = catalog.load(request.variant).engine.kinds
    paces = (f"{game_options.name_of(kind)}={PLAY_PACE}" for kind in kinds)
    options = [*PLAY_OPTIONS, *paces, f"computers=all {request.level}"]
    new_game = _make_game(desk, f"{PLAY_PREFIX}{number}", request.variant, options)
    game, person = games.add(desk.db, new_game), desk.person.id
    log.append(desk.db, desk.house.now, f"person {person}", "game.created", game.name)
    seats.add(desk.db, Seat(0, game.id, request.power, person))
    table = tables.load(game)
    for _ in range(len(table.powers) - 1):
        seats.add(desk.db, Seat(0, game.id, "", None, computer=request.level))
    all_seats = seats.of_game(desk.db, game.id)
    own_seat, title = all_seats[0], f"you play {table.variant.title}"
    log.seat(desk.db, desk.house.now, "seat.taken", game.name, own_seat)
    reply = command_words.welcome(desk, table, own_seat.power, "joined", title, (), own_seat)
    reply = reply.sends(due.start(desk.db, desk.house, game, all_seats))
    sentence = f"your game {game.name} has begun: reply with orders to its first mail, sent now"
    unread = f"; '{request.unread}' was not read" if request.unread else ""
    return reply.says(command, f"{sentence}{unread}")


def _read(desk: Desk, command: Command) -> PlayRequest | None:
    """The variant that the words begin with, and the power and the level among the others.

    None where they name no variant in a sentence of a mail about another game: that is talk.
    Raises InputError.
    """
    typed = command_words.of(command)
    arguments, of_others = _drop_fillers(typed), _drop_fillers(_list_behind(typed, _OTHERS))
    named_variant, behind = catalog.find_begun(arguments)
    is_named = bool(named_variant) or not arguments or arguments[0].lower() == _AS
    if not is_named and desk.table is not None and not command.text.startswith("PLAY"):
        return None
    if not is_named:
        names = ", ".join(catalog.names())
        raise InputError(f"There is no variant '{' '.join(arguments)}'; there are {names}.")
    name = named_variant or desk.house.config.variant
    catalog.require(name)
    variant = catalog.load(name)
    # A power is what the words behind the variant begin with, or those behind AS; the words of
    # others, the last of them, name no wish.
    wishes = _list_behind(behind, (_AS,))
    own = wishes or behind[: max(0, len(behind) - len(of_others))]
    others = () if wishes else of_others
    power, left = "", (*own, *others)
    for count in range(len(own), 0, -1):
        named_powers, unknown = command_words.powers(variant, own[:count])
        if len(named_powers) == 1 and not unknown:
            power, left = named_powers[0], (*own[count:], *others)
            break
    if wishes and not power:
        wish, names = " ".join(wishes), ", ".join(variant.engine.powers)
        raise InputError(f"'{wish}' is not a power of {variant.title}; there are {names}.")
    unread = " ".join(word for word in left if not any(map(asking.knows, fold.words(word))))
    levels = [level for level in map(_make_plain, typed) if level in computers.LEVELS]
    return PlayRequest(name, power, (*levels, computers.STEADY)[0], unread)


def _drop_fillers(typed: Sequence[str]) -> list[str]:
    return [word for word in typed if _make_plain(word) not in (*_FILLERS, *computers.LEVELS)]


def _make_plain(word: str) -> str:
    return word.lower().rstrip(".!")


def _list_behind(typed: Sequence[str], leads: Sequence[str]) -> Sequence[str]:
    """What stands behind the first word that leads to it."""
    places = (place for place, word in enumerate(typed, 1) if word.lower() in leads)
    return typed[next(places, len(typed)) :]
