"""SET MAPS, FORMAT, DIGEST, QUIET for oneself; SET option value, for the game master."""

import re
from collections.abc import Iterator
from contextlib import suppress
from difflib import get_close_matches
from functools import partial

from msgspec.structs import replace

from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.game.clocks import deadlines
from judge.game.readers.notices import MASTER
from judge.game.seats import computers
from judge.game.terms import customs, game_options, tables
from judge.game.terms.tables import Table
from judge.game.turn import due
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.errors import InputError
from judge.kernel.text import Command
from judge.letters.commands import command_words, looking, registering
from judge.letters.desk import mastery, speakers
from judge.letters.desk.desk import Desk
from judge.letters.desk.mastery import Motion
from judge.spool import zones
from judge.store import games, outbox, people, seats
from judge.store.record import FORMING, Game


def _store(desk: Desk, command: Command, table: Table, *, name: str, changed_game: Game) -> Desk:
    """Store the game with another option, and tell everybody."""
    before = table.options.get(name, "")
    games.save(desk.db, deadlines.set_alarm(desk.db, changed_game, desk.house.cutoff))
    if name == "computers":
        computers.change_level(desk.db, tables.load(changed_game))
    value = changed_game.options[name]
    deed = f"set {name} to {value}"
    mastery.log_joint_deed(desk, table, "set", deed, option=name, value=value)
    was_text = f" (it was {before})" if before else ""
    text = f"{mastery.who_has(desk)} {deed}{was_text}."
    news = (Event("note", {"text": text}, PUBLIC), tables.describe_terms(changed_game))
    mails = mastery.announce(desk, command, f"{name}={value}", *news)
    changed_table = tables.load(changed_game)
    moves = changed_game.deadline is not None and changed_table.clock != table.clock
    proviso = "; the present deadline stays" if moves else ""
    sentence = f"{name}={value} from now on{was_text}{proviso}"
    reply = replace(desk, table=changed_table).says(command, sentence).sends(mails)
    seat_count = len(seats.of_game(desk.db, changed_game.id))
    is_waiting = changed_game.status == FORMING and seat_count > 0
    if not is_waiting or not mastery.is_clock_believed(reply):
        return reply
    if not due.may_begin(desk.house, changed_table, seat_count):
        return reply.sends(due.tell_ready(desk.db, desk.house, changed_table, seat_count))
    # With another option it waits for nothing any more.
    return mastery.reload_game(reply.sends(due.begin(desk.db, desk.house, changed_table)))


_RULES = {name: game_options.standards()[name] for name in ("allied", "nopress")}
"""The judge's own options that are rules of play."""
_OWN_ZONE = ("zone", "timezone")
_WISHES = ("preference", "preferences", "prefs", "wishes", "powers")
_MAPS = ("map", "maps")
_MAP_WISHES = {
    "png": "results, starts and reminders show a map",
    "two": "results show two maps, the orders and the board after them",
    "dark": "results, starts and reminders show a map in dark colours",
    "svg": "results bring a map as an SVG file",
    "link": "mails bring a link that asks for the map",
    "none": "mails bring no maps",
}
_MAP_WORDS = {"light": "png", "no": "none", "off": "none", "yes": "png", "on": "png"}


def obey_set(desk: Desk, command: Command) -> Desk:
    """Set an option; of a player his own zone, or which powers he would like to play.

    SET MAPS is everybody's own.
    """
    arguments = " ".join(command.words).replace("=", " ").split()
    name, value = arguments[0].lower().rstrip(":,."), " ".join(arguments[1:])
    if name in registering.HABITS:
        return registering.choose_habit(desk, command, name, value)
    if name in _MAPS or (desk.role != MASTER and name in _OWN_ZONE):
        return _set_own(desk, command, name, value)
    if desk.role == MASTER or name not in _WISHES:
        return _set_option(desk, command)
    table, seat = desk.table, desk.seat
    if table is None or seat is None or table.game.status != FORMING:
        return desk.refuses(command, "wishes count while a game forms, in a reply to a mail of it")
    named_powers, unknown = command_words.powers(table.variant, value.replace(",", " ").split())
    if unknown or not named_powers:
        names = ", ".join(table.powers)
        return desk.refuses(command, f"'{unknown or value}' is not a power; there are {names}")
    seats.save(desk.db, replace(seat, wishes=tuple(named_powers)))
    return desk.says(command, f"you would like {', '.join(named_powers)}, in that order")


def _set_own(desk: Desk, command: Command, name: str, value: str) -> Desk:
    """How a person wants his maps, or the zone in which he is shown times, in all games."""
    reason = speakers.explain_nameless(desk)
    if reason or desk.person is None:
        return desk.refuses(command, reason)
    if name in _MAPS:
        wish = value.lower().strip(" .,;").removeprefix("png ") or "png"
        wish = _MAP_WORDS.get(wish, wish)
        if wish not in _MAP_WISHES:
            ways = (f"SET MAPS {one.upper()}" for one in _MAP_WISHES)
            return desk.refuses(command, "how?", *ways)
        outbox.set_map_wish(desk.db, desk.person.id, wish)
        return desk.says(command, f"from now on {_MAP_WISHES[wish]}")
    try:
        zone = zones.choose(value, desk.house.now)
    except InputError as error:
        return desk.refuses(command, str(error), *(f"SET ZONE {one}" for one in error.meant))
    person = replace(desk.person, zone=zone)
    people.change(desk.db, person)
    changed_desk = replace(desk, person=person)
    now = changed_desk.tell_time(desk.house.now)
    return changed_desk.says(command, f"your times are shown in {zone} now: it is {now}")


def _set_option(desk: Desk, command: Command) -> Desk:
    """Change an option, or put that to the vote; the present deadline stays where it is."""
    table = desk.table
    if table is None:
        return desk.refuses(command, speakers.explain_outside(desk))
    word, value = _read(table, " ".join(command.words))
    ours = (one.name for one in game_options.table(table.engine.kinds))
    names = [*ours, *table.engine.options, *table.variant.fixed]
    # Whether there is such an option comes before who may set it, what is wrong with it later.
    with suppress(InputError):
        if game_options.read_setting(word, "", table.engine.kinds)[0] not in names:
            near = get_close_matches(word.lower(), names, n=2)
            lines = (f"SET {name} {value}" for name in near)
            return desk.refuses(command, f"there is no option '{word}'", *lines, "OPTIONS")
    reason = mastery.explain_joint_refusal(desk, "set", by_master=desk.role == MASTER)
    if reason:
        return desk.refuses(command, reason)
    try:
        setting = f"{word}={value}"
        (fixed_setting,) = game_options.fix_times([setting], desk.house.now, table.options["zone"])
        value = value if fixed_setting == setting else fixed_setting.partition("=")[2]
        name, changed_game = _change_option(table, word, value)
    except InputError as error:
        return desk.refuses(command, str(error), *(f"SET {one}" for one in error.meant))
    if name == "seats" and seats.of_game(desk.db, table.game.id):
        return desk.refuses(command, f"people have seats in {table.game.name} already")
    choice, matter = changed_game.options[name], f"set {name}"
    if choice == table.options.get(name, ""):
        if desk.role != MASTER:
            return mastery.withdraw_voice(desk, command, matter)
        return desk.says(command, f"{name}={choice} already")
    if desk.role == MASTER:
        return _store(desk, command, table, name=name, changed_game=changed_game)
    motion = Motion(matter, f"{matter} to {choice}", f"SET {name} {choice}")
    act = partial(_store, name=name, changed_game=changed_game)
    return mastery.decide_without_master(desk, command, table, motion, choice, act)


def _read(table: Table, text: str) -> tuple[str, str]:
    """The option and the value that are typed; "press grey", "press=grey", "hold", "NO hold".

    A name of several parts may be typed in words: "announce totals yes", "absence now no".
    """
    own_names = (setting.name for setting in game_options.table(table.engine.kinds))
    for name in (*table.engine.options, *own_names):
        parts = re.split("[-_]", name)
        if len(parts) > 1:
            pattern = r"[\s_-]+".join(parts)
            text = re.sub(rf"^(no\s*)?{pattern}\b", rf"\g<1>{name}", text, flags=re.IGNORECASE)
    word, _, value = text.replace("=", " ", 1).strip(" ,;.").partition(" ")
    word, value = word.rstrip(":"), value.strip()
    if word.lower() == "no":
        return value, game_options.NO[0]
    if not value and word.lower().startswith("no") and _is_switch(table, word[2:]):
        return word[2:], game_options.NO[0]
    return word, value or (game_options.YES[0] if _is_switch(table, word) else "")


def _is_switch(table: Table, word: str) -> bool:
    """Whether an option is either on or off; nmr was, on the judges of old."""
    kinds = table.engine.kinds
    name = game_options.full_name(word, kinds)  # "days" is none
    ours = {setting.name: setting.standard for setting in game_options.table(kinds)}
    switches = (game_options.YES[0], game_options.NO[0])
    own = isinstance(table.engine.options.get(name), bool)
    standard = ours.get(name) or ours.get(name.rpartition("-")[2])  # "retreats-early": as early
    return name == "nmr" or own or standard in switches


def _change_option(table: Table, word: str, value: str) -> tuple[str, Game]:
    """The option's name in full and the game with its new value.

    Raises InputError for a value that can't be, and for what is fixed when a game begins.
    """
    kinds = table.engine.kinds
    name, value = game_options.read_setting(word, value, kinds)
    own_names = {setting.name for setting in game_options.table(kinds)}
    if not value:
        raise InputError(f"To what? It is {table.options.get(name) or 'not set'} now.")
    changed_game = replace(table.game, options={**table.game.options, name: value})
    game_options.check(changed_game.options)
    has_begun = table.game.status != FORMING
    if has_begun and name not in own_names:
        raise InputError(f"{name} is fixed when the game begins.")
    tables.load(changed_game).check_options()
    if not has_begun:
        return name, changed_game
    if name == "computers" and table.game.gm is None:  # somebody may have played it alone
        before, after = (
            customs.read_computers(one.options[name])[0] for one in (table.game, changed_game)
        )
        if before and not after:
            raise InputError("It began with computers and counts in no rating: so it stays.")
    if name == "scoring" or game_options.betrays(table.options, changed_game.options):
        raise InputError(f"{name} can't be {value} any more: the players have relied on it.")
    if name == "seats":
        raise InputError("whether people have seats is fixed when the game begins.")
    return name, changed_game


def obey_options(desk: Desk, command: Command) -> Desk:
    """Show the options of a game or a variant, else those that CREATE takes; FOR: of a unit."""
    units = looking.units_asked_about(" ".join(command.words), "for")
    if units:
        return looking.show_reach(desk, command, units)
    table = command_words.table_meant(desk, command)
    variant, rest = looking.split_variant(desk, command_words.of(command))
    if table is None and rest:
        return command_words.refuse_unknown_game(desk, command)
    title, data = "", {"game": ""}
    if table is not None:
        title, data = table.game.name, {"game": table.game.name}
        # The judge's options and then the variant's; clocks of kinds of phases only where set.
        rows = [
            {"name": one.name, "value": table.options[one.name], "meaning": one.meaning}
            for one in game_options.table(table.engine.kinds)
            if table.options[one.name]
        ]
        rows += [
            {**row, "value": table.game.options.get(row["name"], row["value"])}
            for row in _switch_rows(table.variant)
            if row["name"] in table.engine.options
        ]
    elif command_words.of(command):
        board = catalog.load(variant)
        title, data = board.title, {"game": board.title, "board": board.id}
        meaning_of = {one.name: one.meaning for one in game_options.table(board.engine.kinds)}
        rows = [*_switch_rows(board)]
        rows += [  # what the judge's own options are here unless somebody chooses
            {"name": name, "value": value, "meaning": meaning_of[name]}
            for name, value in {**_RULES, **board.usual}.items()
            if name not in board.fixed
        ]
    else:
        rows = [
            {"name": one.name, "value": one.standard, "meaning": one.meaning}
            for one in game_options.SETTINGS
        ]
    event = Event("options", {**data, "rows": rows}, PUBLIC)
    return desk.displays(command, f"options of {title}" if title else "options", event, of=table)


def _switch_rows(variant: Variant) -> Iterator[dict[str, str]]:
    """The rule switches, those that the board's rules forbid to change with the ruling."""
    standards = {**game_options.standards(variant.engine.kinds), **variant.engine.options}
    for name in dict.fromkeys((*variant.engine.options, *variant.fixed)):
        value = game_options.write(standards.get(name, "fixed"))
        ruling = f"fixed here. {variant.fixed[name]}" if name in variant.fixed else ""
        yield {"name": name, "value": value, "meaning": ruling or variant.meanings[name]}
