"""MAP [space ...] and HELP BORDERS space: what lies around places, and in a game who is there.

The one place where the map of a game is asked for by mail.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.catalog import atlas
from judge.catalog import variant as catalog
from judge.commands import words
from judge.desk.desk import Desk
from judge.game.readers import views
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.notice import View
from judge.kernel.text import Command
from judge.picture import regions, shapes

VERBS = ("map",)
MOST = 12
"""Spaces that one answer tells of."""


def run(desk: Desk, command: Command) -> Desk:
    """Show some spaces, or the whole board: who stands where, and whose the centres are."""
    typed = " ".join(words.of(command))
    table = desk.table
    if typed:
        return show(desk, command, typed)
    if table is None or table.state is None:
        return desk.refuses(command, "of which place? or HELP MAP for the names", "MAP PARIS")
    events = (*words.visible_events(desk, table, table.position()), _advice(table))
    drawn = desk.draws(*_whole(table))
    return drawn.shows(*events, of=table).says(command, "see below").titles("the map")


def _whole(table: Table) -> Iterator[View]:
    """The board with all names; of the world its densest part as well, where they have room."""
    yield replace(views.of_board(table), names=True)
    drawn = shapes.read(table.variant.shapes_folder)
    part = regions.densest(drawn)
    if part:
        yield _view(table.variant.id, table, regions.find_named(drawn, part), part)


def _advice(table: Table) -> Event:
    place = table.variant.vocabulary.samples[1]
    text = f"MAP {place} tells what lies around a place, HELP BORDERS of all, HELP MAP the names."
    return Event("note", {"text": text})


def show(desk: Desk, command: Command, typed: str, variant: str = "") -> Desk:
    """Show the spaces that ``typed`` names, of another ``variant`` as the board is when it begins.

    Who stands there is told of the game that the letter speaks for, as its writer knows it.
    """
    table = desk.table
    asked = variant or (table.variant.id if table else desk.house.config.variant)
    board = table if table is not None and table.variant.id == asked else None
    loaded = catalog.load(asked)
    name, steps = _split_steps(typed)
    drawn = shapes.read(loaded.shapes_folder)
    region = regions.find_named(drawn, name, whole=True)
    found = region or atlas.find_named(loaded, name) or regions.find_named(drawn, name)
    if not found:
        near = [f"MAP {place}" for place in atlas.nearest(loaded, typed)]
        return desk.refuses(
            command, f"there is no place '{typed}' on this map", *(near or ["HELP MAP"])
        )
    seen = region or regions.around(loaded.map, found, steps)
    desk = desk.draws(_view(asked, board, seen, name))
    rows = [_event(desk, board, atlas.spaces(asked)[space]) for space in found[:MOST]]
    rows = [Event(one.kind, {**one.data, "variant": asked}) for one in rows]
    more = f"; ask for the other {len(found) - MOST} by name" if len(found) > MOST else ""
    return desk.shows(*rows).says(command, f"see below{more}").titles("places of the map")


def _split_steps(typed: str) -> tuple[str, int]:
    """What is asked about, and how many steps round it: "AUS 2"; one if nothing is said."""
    name, _, last = typed.strip().rpartition(" ")
    return (name, min(int(last), 9)) if name and last.isdecimal() else (typed.strip(), 1)


def _view(variant: str, table: Table | None, seen: tuple[str, ...], name: str) -> View:
    """A part of the board as everybody knows it; without a game nobody stands there."""
    played = table is not None and table.state is not None
    shown = views.of_board(table) if table is not None and played else View("", {})
    title = f"{shown.title}: {name}".removeprefix(": ") if name else shown.title
    title = title or catalog.load(variant).title
    return replace(shown, title=title, variant=variant, region=seen, names=True)


def _event(desk: Desk, table: Table | None, space: atlas.Space) -> Event:
    played = table is not None and table.state is not None
    units, owner = _there(desk, table, space.id) if table is not None and played else ([], "")
    return Event(
        "map-space", {"space": _row(space), "played": played, "units": units, "owner": owner}
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
    known = table.engine.known(table.state, desk.role if desk.role in table.powers else "")
    units = [
        {"unit": unit, "power": power}
        for power, names in table.engine.units(known).items()
        for unit in names
        if stands_in(unit, space)
    ]
    return units, next(_owners(table.engine.describe(known), space), "")


def stands_in(unit: str, space: str) -> bool:
    """Whether a unit ("F STP/NC", "P LON-A") stands in a space, or in the air above it."""
    return unit.split()[1].partition("/")[0].removesuffix("-A") == space


def _owners(events: Sequence[Event], space: str) -> Iterator[str]:
    for event in events:
        if event.kind == "centers":
            yield from (row["power"] for row in event.data["rows"] if space in row["centers"])
