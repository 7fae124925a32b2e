"""REACH [unit or space], OPTIONS FOR A PAR, HELP REACH A PAR: what a unit can do, who can come.

Minors' units too, since points are bid for what they could do; in any phase, as if it were to move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.catalog import atlas
from judge.commands import map_
from judge.desk import speakers
from judge.desk.desk import Desk
from judge.game.readers import views
from judge.game.terms import reach
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.notice import View
from judge.kernel.text import Command
from judge.picture import regions
from judge.store.record import RUNNING

VERBS = ("reach",)
MOST = 3
"""Units, or spaces, that one answer tells of in full."""


def run(desk: Desk, command: Command) -> Desk:
    """Show what is asked about; without a name where one's own units can go."""
    text = " ".join(command.words).strip(" .")
    if text:
        return show(desk, command, text)
    table = desk.table
    board = _board(desk)
    if board is None or table is None or desk.seat is None:
        return desk.refuses(command, _explain_unfit(desk))
    rows = list(reach.goals(board, table.ordered_by(desk.seat.power)))
    if not rows:
        return desk.refuses(command, "none of your units stands on the board")
    reply = desk.shows(Event("reach-all", {"rows": rows}, desk.own))
    return reply.says(command, "see below").titles("what your units can do")


def _explain_unfit(desk: Desk) -> str:
    """Why there is no board, or no unit of the writer's own on it."""
    unfit = "ask in a reply to a mail of a game that is being played"
    return speakers.ask_which_game(desk) or unfit


def units_asked_about(text: str, *openings: str) -> str:
    """The units that a command asks about: what stands behind one of its opening words."""
    first, _, rest = text.strip().partition(" ")
    return rest.strip() if first.lower() in openings else ""


def _nearby(board: Table, text: str) -> str:
    """The place of a unit that is none ("A LON"), the likeliest that was mistyped, or any unit."""
    place = text.partition(" ")[2]
    spaces = atlas.find_named(board.variant, place)
    near = [*spaces, *atlas.nearest(board.variant, text), *atlas.nearest(board.variant, place)]
    any_unit = next(iter(board.engine.units(board.state).values()), ("",))
    return near[0] if near else any_unit[0]


def show(desk: Desk, command: Command, text: str) -> Desk:
    """Show what the units that are named can do, and who can come to spaces."""
    board = _board(desk)
    if board is None:
        return desk.refuses(command, _explain_unfit(desk))
    units = reach.named_units(board, text)
    spaces = _spaces(board, text)
    now = _now(desk, board, text, units)
    if not units and not spaces and not now:
        sentence = f"there is no unit or place '{text}' on the board"
        return desk.refuses(command, sentence, f"REACH {_nearby(board, text)}")
    events = [*now, *(_tell(desk, board, unit) for unit in units[:MOST])]
    events += [Event("reach-space", reach.into(board, space), desk.own) for space in spaces[:MOST]]
    more = f"; ask for the other {len(units) - MOST} by name" if len(units) > MOST else ""
    if units and desk.table is not None:
        desk = desk.draws(_view(desk.table, units[0], events[len(now)]))
    elif spaces and desk.table is not None:
        desk = desk.draws(_view_of_comers(desk.table, events[len(now)]))
    return desk.shows(*events).says(command, f"see below{more}").titles("what units can do")


def _tell(desk: Desk, board: Table, unit: str) -> Event:
    """What a unit can do; ``is_ahead``: when units move next, which is not in this phase."""
    phase = desk.table.game.phase if desk.table else None
    is_ahead = phase is not None and phase.kind != "movement"
    return Event("reach", {**reach.of(board, unit), "ahead": is_ahead}, desk.own)


def _now(desk: Desk, board: Table, text: str, units: Sequence[str]) -> list[Event]:
    """What the writer may retreat, build or remove there in the phase that waits."""
    if desk.table is None or desk.seat is None:
        return []
    power = desk.seat.power
    present = replace(desk.table, state=desk.table.engine.known_state(desk.table.state, power))
    place = text.partition(" ")[2] if _names_an_arm(text) else text
    spaces = () if units else atlas.find_named(board.variant, place)
    orders = reach.now(present, power, units, spaces)
    title = desk.table.engine.phase(present.state).title
    return [Event("reach-now", {"phase": title, "orders": orders}, desk.own)] if orders else []


def _view(table: Table, unit: str, event: Event) -> View:
    """The board round a unit, with rings where it can go."""
    goals = [row["items"] for row in event.data["rows"] if row["label"] == reach.STEPS]
    spaces = {space["id"] for space in table.variant.map["spaces"]}
    marks = tuple(goal[:3] for goal in (*goals, ())[0] if goal[:3] in spaces)
    spaces_around = regions.around(table.variant.map, [unit.split()[1][:3]], 1)
    region = tuple(sorted({*spaces_around, *marks}))
    return replace(views.of_board(table), title=unit, region=region, marks=marks)


def _view_of_comers(table: Table, event: Event) -> View:
    """The board round a space, with rings round the units that can come there."""
    comers = [unit for row in event.data["comers"] for unit in row["units"]]
    marks = tuple(sorted({unit.split()[1][:3] for unit in comers}))
    near = regions.around(table.variant.map, [event.data["space"]], 1)
    whole = tuple(sorted({*near, *marks}))
    title = f"who can come to {event.data['name']}"
    return replace(views.of_board(table), title=title, region=whole, marks=marks)


def _board(desk: Desk) -> Table | None:
    """The board as the letter's writer knows it, as if units were to move; None: there is none."""
    table = desk.table
    if table is None or table.game.status != RUNNING:
        return None
    position = table.engine.known_state(table.state, desk.role)
    return Table(table.game, table.variant, reach.as_if_moving(table, position))


def _spaces(board: Table, text: str) -> tuple[str, ...]:
    """The spaces that are asked about by name: not those of a unit that is named with its arm."""
    if _names_an_arm(text):
        return ()
    return tuple(_ids(board, atlas.find_named(board.variant, text)))


def _names_an_arm(text: str) -> bool:
    """Whether a unit is meant and no space."""
    first = text.split(maxsplit=1)[0]
    return len(first) == 1 or first.lower() in ("army", "fleet", "plane")


def _ids(board: Table, spaces: tuple[str, ...]) -> Iterator[str]:
    """Of several spaces that an abbreviation means, those where somebody stands come first."""
    units = [unit for names in board.engine.units(board.state).values() for unit in names]
    occupied = [space for space in spaces if any(map_.stands_in(unit, space) for unit in units)]
    yield from dict.fromkeys((*occupied, *spaces))
