"""MAP [space ...] and HELP BORDERS space: what lies around places, and in a game who is there.

The one place where the map of a game is asked for by mail.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.catalog import atlas
from judge.catalog import variant as catalog
from judge.commands import words
from judge.desk import speakers
from judge.desk.desk import Desk
from judge.game.readers import views
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.notice import View
from judge.kernel.text import Command
from judge.picture import regions, shapes

VERBS = ("map",)
MOST = 12
"""Spaces that one answer tells of."""


def run(desk: Desk, command: Command) -> Desk:
    """Show some spaces, or the whole board: who stands where, and whose the centres are."""
    text = " ".join(words.of(command))
    table = desk.table
    if text:
        return show(desk, command, text)
    if table is None or table.state is None:
        return desk.refuses(
            command,
            speakers.ask_which_game(desk) or "of which place? or HELP MAP for the names",
            f"MAP {words.board(desk)['A']}".upper(),
        )
    events = (*table.position(), _advice(table))
    drawn_desk = desk.draws(*_whole(table))
    return drawn_desk.shows(*events, of=table).says(command, "see below").titles("the map")


def _whole(table: Table) -> Iterator[View]:
    """The board with all names; of the world its densest part as well, where they have room."""
    yield replace(views.of_board(table), names=True)
    plan = shapes.read(table.variant.shapes_folder)
    part = regions.densest(plan)
    if part:
        yield _view(table.variant.id, table, regions.find_named(plan, part), part)


def _advice(table: Table) -> Event:
    place = table.variant.vocabulary.samples[1]
    text = f"MAP {place} tells what lies around a place, HELP BORDERS of all, HELP MAP the names."
    return Event("note", {"text": text}, PUBLIC)


def show(desk: Desk, command: Command, text: str, variant: str = "") -> Desk:
    """Show the spaces that ``text`` names, of another ``variant`` as the board is when it begins.

    Who stands there is told of the game that the letter speaks for, as its writer knows it.
    """
    table = desk.table
    variant_id = variant or (table.variant.id if table else desk.house.config.variant)
    board = table if table is not None and table.variant.id == variant_id else None
    loaded_variant = catalog.load(variant_id)
    name, steps = _split_steps(text)
    plan = shapes.read(loaded_variant.shapes_folder)
    region = regions.find_named(plan, name, whole=True)
    spaces = region or atlas.find_named(loaded_variant, name) or regions.find_named(plan, name)
    if not spaces:
        near = [f"MAP {place}" for place in atlas.nearest(loaded_variant, text)]
        return desk.refuses(
            command, f"there is no place '{text}' on this map", *(near or ["HELP MAP"])
        )
    region_shown = region or regions.around(loaded_variant.map, spaces, steps)
    desk = desk.draws(_view(variant_id, board, region_shown, name))
    rows = [_event(desk, board, atlas.spaces(variant_id)[space]) for space in spaces[:MOST]]
    rows = [one.knowing(variant=variant_id) for one in rows]
    more = f"; ask for the other {len(spaces) - MOST} by name" if len(spaces) > MOST else ""
    return desk.shows(*rows).says(command, f"see below{more}").titles("places of the map")


def _split_steps(text: str) -> tuple[str, int]:
    """What is asked about, and how many steps round it: "AUS 2"; one if nothing is said."""
    name, _, last = text.strip().rpartition(" ")
    return (name, min(int(last), 9)) if name and last.isdecimal() else (text.strip(), 1)


def _view(variant: str, table: Table | None, spaces: tuple[str, ...], name: str) -> View:
    """A part of the board as everybody knows it; without a game nobody stands there."""
    is_played = table is not None and table.state is not None
    view = views.of_board(table) if table is not None and is_played else View("", {})
    title = f"{view.title}: {name}".removeprefix(": ") if name else view.title
    title = title or catalog.load(variant).title
    return replace(view, title=title, variant=variant, region=spaces, names=True)


def _event(desk: Desk, table: Table | None, space: atlas.Space) -> Event:
    is_played = table is not None and table.state is not None
    units, owner = _there(desk, table, space.id) if table is not None and is_played else ([], "")
    return Event(
        "map-space",
        {"space": _row(space), "played": is_played, "units": units, "owner": owner},
        desk.own,
    )


def _row(space: atlas.Space) -> dict[str, object]:
    """A space as plain data."""
    ways = [{"who": ways.who, "to": list(ways.to)} for ways in space.ways]
    return {
        "id": space.id,
        "name": space.name,
        "kind": space.kind,
        "centre": space.centre,
        "home": list(space.home),
        "ways": ways,
    }


def _there(desk: Desk, table: Table, space: str) -> tuple[list[dict[str, str]], str]:
    """Who stands in a space, and whose it is, as the letter's writer knows."""
    position = table.engine.known_state(table.state, desk.role if desk.role in table.powers else "")
    units = [
        {"unit": unit, "power": power}
        for power, names in table.engine.units(position).items()
        for unit in names
        if stands_in(unit, space)
    ]
    return units, next(_owners(table.engine.describe(position), space), "")


def stands_in(unit: str, space: str) -> bool:
    """Whether a unit ("F STP/NC", "P LON-A") stands in a space, or in the air above it."""
    return unit.split()[1].partition("/")[0].removesuffix("-A") == space


def _owners(events: Sequence[Event], space: str) -> Iterator[str]:
    for event in events:
        if event.kind == "centers":
            yield from (row["power"] for row in event.data["rows"] if space in row["centers"])
