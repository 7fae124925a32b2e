"""MAP [space ...] and HELP BORDERS space: what lies around places, and in a game who is there.

The one place where the map of a game is asked for by mail.
"""

from collections.abc import Sequence
from itertools import chain

import msgspec
from msgspec.structs import replace

from judge.catalog import atlas
from judge.catalog import variant as catalog
from judge.game.readers import views
from judge.game.terms import reach
from judge.game.terms.tables import Table
from judge.game.turn import trial
from judge.kernel import limits
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.notice import View
from judge.kernel.text import Command
from judge.letters.commands import command_words
from judge.letters.desk import speakers
from judge.letters.desk.desk import Desk
from judge.report import topics
from judge.report.picture import shapes
from judge.store import games, sheets
from judge.store.record import RUNNING


def obey_map(desk: Desk, command: Command) -> Desk:
    """Show some spaces, or the whole board: who stands where, and whose the centres are."""
    text = " ".join(command_words.of(command))
    table = desk.table
    if text:
        return show_map(desk, command, text)
    if table is None or table.state is None:
        asked = speakers.ask_which_game(desk) or "of which place? or HELP MAP for the names"
        return desk.refuses(command, asked, f"MAP {command_words.board(desk)['A']}".upper())
    lines = "HELP BORDERS lists all borders, HELP MAP all names."
    place = table.variant.vocabulary.samples[1]
    advice = f"MAP {place} tells what lies around a place; {lines}"
    events = (*table.position(), Event("note", {"text": advice}, PUBLIC))
    view = replace(views.of_board(table), names=True)
    return desk.draws(view).displays(command, "the map", *events, of=table)


def show_map(desk: Desk, command: Command, text: str, variant: str = "") -> Desk:
    """Show the spaces that ``text`` names, of another ``variant`` as the board is when it begins.

    Who stands there is told of the game that the letter speaks for, as its writer knows it.
    """
    table = desk.table
    variant_id = variant or desk.variant.id
    is_here = table is not None and table.state is not None and table.variant.id == variant_id
    board = table if is_here else None
    loaded_variant = catalog.load(variant_id)
    name, steps = text.strip(), 1
    words_before, _, last = name.rpartition(" ")
    if words_before and last.isdecimal():  # "AUS 2": two steps round it
        name, steps = words_before, min(int(last), 9)
    plan = shapes.read(loaded_variant.shapes_folder)
    region = shapes.find_named(plan, name, whole=True)
    spaces = region or atlas.find_named(loaded_variant, name) or shapes.find_named(plan, name)
    if not spaces:
        near = [f"MAP {place}" for place in atlas.nearest(loaded_variant, text)] or ["HELP MAP"]
        return desk.refuses(command, f"there is no place '{text}' on this map", *near)
    region_shown = region or shapes.around(loaded_variant.map, spaces, steps)
    all_spaces, shown = atlas.spaces(variant_id), spaces[: limits.PLACES]
    rows = (
        _describe_space(desk, board, all_spaces[one]).knowing(variant=variant_id) for one in shown
    )
    # As everybody knows the board; without a game nobody stands there.
    view = views.of_board(board) if board is not None else View("", {})
    title = f"{view.title}: {name}".removeprefix(": ")
    view = replace(view, title=title, variant=variant_id, region=region_shown, names=True)
    reply = desk.draws(view).shows(*rows)
    more = _word_more(len(spaces), limits.PLACES)
    return reply.says(command, f"see below{more}").titles("places of the map")


def _word_more(count: int, most: int) -> str:
    """How to see what is left out where only so many are shown."""
    return f"; ask for the other {count - most} by name" if count > most else ""


def _describe_space(desk: Desk, table: Table | None, space: atlas.Space) -> Event:
    """A space, and in a game who stands there and whose it is, as the letter's writer knows."""
    told = {"id": space.id, "name": space.name, "kind": space.kind, "centre": space.centre}
    plain_data = msgspec.to_builtins({"home": space.home, "ways": space.ways})
    data = {"space": told | plain_data, "played": table is not None, "units": [], "owner": ""}
    if table is not None:
        role = desk.role if desk.role in table.powers else ""
        position = table.engine.known_state(table.state, role)
        data["units"] = [
            {"unit": unit, "power": power}
            for power, names in table.engine.units(position).items()
            for unit in names
            if stands_in(unit, space.id)
        ]
        counts = [one for one in table.engine.describe(position) if one.kind == "centers"]
        rows = (row for event in counts for row in event.data["rows"])
        data["owner"] = next((row["power"] for row in rows if space.id in row["centers"]), "")
    return Event("map-space", data, desk.own)


def stands_in(unit: str, space: str) -> bool:
    """Whether a unit ("F STP/NC", "P LON-A") stands in a space, or in the air above it."""
    return unit.split()[1].partition("/")[0].removesuffix("-A") == space


def obey_reach(desk: Desk, command: Command) -> Desk:
    """Show what is asked about; without a name what is due, and where one's own units can go."""
    text = " ".join(command.words).strip(" .")
    if text:
        return show_reach(desk, command, text)
    table = desk.table
    board = _board(desk)
    if board is None or table is None or desk.seat is None:
        return desk.refuses(command, _explain_unfit(desk))
    present = _as_known(table, desk.seat.power)
    now = _tell_now(desk, present, reach.due(present, desk.seat.power))
    rows = list(reach.goals(board, table.ordered_by(desk.seat.power)))
    if not rows and not now:
        return desk.refuses(command, "none of your units stands on the board")
    event = Event("reach-all", {"rows": rows, "ahead": _is_ahead(table)}, desk.own)
    return desk.displays(command, "what your units can do", *now, *([event] if rows else []))


def _as_known(table: Table, power: str) -> Table:
    """The game as a power knows it."""
    return replace(table, state=table.engine.known_state(table.state, power))


def _is_ahead(table: Table) -> bool:
    """Whether units move next, and not in this phase."""
    return table.game.phase_kind not in ("", "movement")


def _tell_now(desk: Desk, table: Table, orders: Sequence[str]) -> list[Event]:
    """What the writer may retreat, build or remove in the phase that waits, if anything."""
    title = table.engine.phase(table.state).title
    return [Event("reach-now", {"phase": title, "orders": orders}, desk.own)] if orders else []


def _explain_unfit(desk: Desk) -> str:
    """Why there is no board, or no unit of the writer's own on it."""
    unfit = "ask in a reply to a mail of a game that is being played"
    return speakers.ask_which_game(desk) or unfit


def units_asked_about(text: str, *openings: str) -> str:
    """The units that a command asks about: what stands behind one of its opening words."""
    first, _, rest = text.strip().partition(" ")
    return rest.strip() if first.lower() in openings else ""


def show_reach(desk: Desk, command: Command, text: str) -> Desk:
    """Show what the units that are named can do, and who can come to spaces."""
    board, table = _board(desk), desk.table
    if board is None or table is None:
        return desk.refuses(command, _explain_unfit(desk))
    units = reach.named_units(board, text)
    first = text.split(maxsplit=1)[0]
    names_an_arm = len(first) == 1 or first.lower() in ("army", "fleet", "plane")
    standing = [*chain.from_iterable(board.engine.units(board.state).values())]
    spaces: list[str] = []
    if not names_an_arm:  # of several that an abbreviation means, where somebody stands comes first
        spaces = sorted(
            atlas.find_named(board.variant, text),
            key=lambda space: not any(stands_in(unit, space) for unit in standing),
        )
    now: list[Event] = []
    if desk.seat is not None:  # what he may retreat, build or remove there
        present = _as_known(table, desk.seat.power)
        place = text.partition(" ")[2] if names_an_arm else text
        places = () if units else atlas.find_named(board.variant, place)
        now = _tell_now(desk, present, reach.now(present, desk.seat.power, units, places))
    if not units and not spaces and not now:
        sentence = f"there is no unit or place '{text}' on the board"
        # The place of a unit that is none ("A LON"), the likeliest mistyped one, or any unit.
        place = text.partition(" ")[2]
        near = [*atlas.find_named(board.variant, place), *atlas.nearest(board.variant, text)]
        near += [*atlas.nearest(board.variant, place), *standing, ""]
        return desk.refuses(command, sentence, f"REACH {near[0]}")
    goals = [reach.of(board, unit) for unit in units[: limits.UNITS]]
    comers = [reach.into(board, space) for space in spaces[: limits.UNITS]]
    is_ahead = _is_ahead(table)
    events = [Event("reach", {**one, "ahead": is_ahead}, desk.own) for one in goals]
    events += [Event("reach-space", one, desk.own) for one in comers]
    if events:
        desk = desk.draws(_view_reach(table, events[0]))
    more = _word_more(len(units), limits.UNITS)
    reply = desk.shows(*now, *events).says(command, f"see below{more}")
    return reply.titles("what units can do")


def _view_reach(table: Table, event: Event) -> View:
    """The board round a unit with rings where it can go, or a space with rings who can come."""
    if event.kind == "reach":
        title, place = event.data["unit"], event.data["unit"].split()[1][:3]
        goals = [row["items"] for row in event.data["rows"] if row["label"] == reach.STEPS]
        spaces = {space["id"] for space in table.variant.map["spaces"]}
        marks = tuple(goal[:3] for goal in (*goals, ())[0] if goal[:3] in spaces)
    else:
        title, place = f"who can come to {event.data['name']}", event.data["space"]
        comers = [unit for row in event.data["comers"] for unit in row["units"]]
        marks = tuple(sorted({unit.split()[1][:3] for unit in comers}))
    around = shapes.around(table.variant.map, [place], 1)
    region = tuple(sorted({*around, *marks}))
    return replace(views.of_board(table), title=title, region=region, marks=marks)


def _board(desk: Desk) -> Table | None:
    """The board as the letter's writer knows it, as if units were to move; None: there is none."""
    table = desk.table
    if table is None or table.game.status != RUNNING:
        return None
    position = table.engine.known_state(table.state, desk.role)
    return Table(table.game, table.variant, reach.as_if_moving(table, position))


def obey_trial(desk: Desk, command: Command, table: Table) -> Desk:
    """Try the orders of the block; nothing is kept but that a test was asked for."""
    person = desk.person
    if person is None:
        return desk.refuses(command, speakers.STRANGER)
    if table.game.status != RUNNING:
        return desk.refuses(command, f"{table.game.name} is not being played")
    day = f"{desk.house.now:%Y-%m-%d}"
    most = desk.house.config.limits.tests_a_day
    tests_left = most - sheets.count_trials(desk.db, person.id, day)
    if tests_left <= 0:
        return desk.refuses(command, f"you have had {most} tests today; there are more tomorrow")
    name = f"{desk.receipt}.{command.span.line}"
    computers = "computers" in command.words
    result = trial.try_orders(table, desk.role, command.block, name, computers=computers)
    # The heading has the lines that could not be tried.
    data = {"phase": table.game.phase_title, "rows": list(result.rows), "left": tests_left}
    heading = Event("test", {**data, "dice": table.variant.dice}, desk.own)
    if not result.given:
        refusal = desk.refuses(command, "there is no order in it that could be tried")
        return refusal.shows(heading) if result.rows else refusal
    sheets.add_trial(desk.db, person.id, day)
    told = [event for event in result.events if not event.data.get("foot")]  # not to be checked
    end_event = Event("test-over", {"left": tests_left - 1}, desk.own)
    view = views.of_phase(table, result.events)
    reply = desk.shows(heading, *told, end_event)
    reply = reply.draws(replace(view, title=f"a test of {view.title}"))
    return reply.says(command, "see below; nothing of it is kept").titles("a test")


RULES = "rules"
"""The topic that a variant's name alone asks for."""
_BORDERS = ("borders", "border", "map", "neighbours")


def obey_help(desk: Desk, command: Command) -> Desk:
    """Show a topic. HELP REACH A PAR tells of a unit, HELP BORDERS BUR of a space.

    What no topic is about is refused with the nearest ones.
    """
    text = " ".join(command.words)
    units = units_asked_about(text, "reach")
    if units:
        return show_reach(desk, command, units)
    variant, topic_words = split_variant(desk, command_words.of(command))
    if len(topic_words) > 1 and topic_words[0].lower() in _BORDERS:
        return show_map(desk, command, " ".join(topic_words[1:]), variant)
    topic = " ".join(topic_words).lower()
    if not topic_words and text:
        topic = RULES
    found = topics.find_anywhere(topic, variant)
    if found is None:
        near = [f"HELP {name.upper()}" for name in topics.nearest(topic, variant)]
        return desk.refuses(command, f"there is no help on '{topic}'", *near, "HELP")
    variant, title = found
    return desk.displays(command, "help", help_page(desk.table, title, variant))


def help_page(table: Table | None, topic: str, variant: str) -> Event:
    """A page of the help; of a variant of which a game is meant it knows the game's options."""
    data: dict[str, object] = {"topic": topic, "variant": variant}
    if table is not None and table.variant.id == variant:
        data["options"] = table.rule_options
    return Event("help", data, PUBLIC)


def split_variant(desk: Desk, question: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The variant that is asked about and the words of the topic.

    The last words may name it ("ORDERS 1930!", "1930s World") or one of its games ("MAP alpha");
    else it is that of the mail's game.
    """
    for length in range(len(question), 0, -1):
        named_variant = catalog.find_named(" ".join(question[-length:]))
        name = "-".join(question[-length:]).lower().rstrip("!")
        # It may be a topic that only begins like a variant's name.
        is_meant = name in catalog.names() or (len(name) > 3 and topics.find(name, "") is None)
        if named_variant and is_meant:
            return named_variant, question[:-length]
    game = games.find_named(desk.db, question[-1]) if len(question) > 1 else None
    if game:
        return game.variant, question[:-1]
    return desk.variant.id, question
