"""From what a game tells everybody to a scene: the only way facts come into a picture.

A ``board`` is the request of a position as an onlooker knows it (``Engine.request`` of
``Engine.known_state(state, "")``), ``events`` are those whose audience is everybody. Of both only
the keys named here are read.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from judge.kernel import audience
from judge.kernel.engine import Event
from judge.report.picture import scene
from judge.report.picture.scene import Deed, Fight, Piece, Scene

_ARMS = {"A": "army", "F": "fleet", "P": "plane"}
_D100_ARMS = {"L": "army", "N": "fleet", "A": "plane"}
_UNIT = re.compile(r"([A-Z])(\d?) ([A-Z]{3}(?:/[A-Z]{2})?)(?:-A)?$")
_ORDER = re.compile(r"([A-Z]\d?) ([A-Z]{3}(?:/[A-Z]{2})?)(?:-A)?(?: (.*))?$")
_HELP = re.compile(
    r"([SC]) ([A-Z]\d?) ([A-Z]{3}(?:/[A-Z]{2})?)(?:-A)?"
    r"(?: (?:-|BOMB|PARATROOP) ([A-Z]{3}(?:/[A-Z]{2})?))?"
)
_STACK = re.compile(r"^STACK [A-Z]{3}")
"""Of 1930!: all pieces of a space; results have a row for each."""
_PLACE = re.compile(r"[A-Z]{3}(?:/[A-Z]{2})?")

_TOLD = ("results", "minors")
"""The kinds of events whose rows are orders."""

Facts = Mapping[str, Any]


def make_board_scene(variant: str, map_data: Facts, board: Facts, title: str) -> Scene:
    """A position as everybody sees it."""
    owners = dict(_find_owners(map_data, board))
    return Scene(
        variant=variant,
        title=title,
        pieces=tuple(_list_pieces(board)),
        owners=owners,
        patrons=dict(_find_patrons(board)),
        spheres=dict(_find_spheres(map_data, owners, board)),
    )


def make_orders_scene(
    variant: str, map_data: Facts, board: Facts, events: Iterable[Event], title: str
) -> Scene:
    """The position before a phase, with its orders and what became of them.

    Raises ValueError for an event that not everybody may see.
    """
    public = list(events)
    if audience.secret(public):
        raise ValueError("a picture is drawn from public events alone")
    position = make_board_scene(variant, map_data, board, title)
    rows = [row for event in public if event.kind in _TOLD for row in event.data["rows"]]
    halves = {
        scene.as_pair(row["a"][:3], row["b"][:3])
        for row in map_data.get("passages", ())
        if row["half_strength"]
    }
    steps = _list_steps_made(public)
    return Scene(
        variant=variant,
        title=title,
        pieces=position.pieces,
        owners=position.owners,
        patrons=position.patrons,
        spheres=position.spheres,
        deeds=tuple(deed for row in rows for deed in _read_deeds(row, halves, steps)),
        fights=tuple(_find_fights(public)),
    )


def _list_pieces(board: Facts) -> Iterator[Piece]:
    for power, units in board.get("units", {}).items():
        for unit in units:
            yield from _read_piece(power, unit)
    for unit in board.get("dislodged", {}):
        power, _, text = unit.rpartition(": ")
        yield from _read_piece(power, text, dislodged=True)


def _read_piece(power: str, unit: str, *, dislodged: bool = False) -> Iterator[Piece]:
    match = _UNIT.match(unit)
    if match:
        arm, strength, place = match.groups()
        arms = _D100_ARMS if strength else _ARMS
        yield Piece(power, arms.get(arm, "army"), place, int(strength or 0), dislodged)


def _find_owners(map_data: Facts, board: Facts) -> Iterator[tuple[str, str]]:
    """Of each space its owner: of its centre, or of the land itself in 1930!."""
    for power, row in {**map_data["powers"], **map_data.get("minors", {})}.items():
        for space in (*row.get("cities", ()), *row.get("regions", ())):
            yield space, power
    yield from board.get("state", {}).get("owners", {}).items()
    for power, centres in board.get("centers", {}).items():
        for space in centres:
            yield space, power


def _find_patrons(board: Facts) -> Iterator[tuple[str, str]]:
    """Of each minor power the one that is known to control it or to be its ally."""
    state = board.get("state", {})
    for minor, powers in state.get("control", {}).items():
        if len(powers) == 1:
            yield minor, powers[0]
    yield from state.get("allies", {}).items()


def _find_spheres(
    map_data: Facts, owners: Mapping[str, str], board: Facts
) -> Iterator[tuple[str, str]]:
    """Land without a centre whose neighbouring centres belong to one power, two at least."""
    centres = {*owners} & {space["id"] for space in map_data["spaces"] if space.get("sc")}
    for space in map_data["spaces"]:
        if space["id"] in owners or space["kind"] == "sea" or not space.get("army"):
            continue
        owner_counts = Counter(owners[near] for near in space["army"] if near in centres)
        if len(owner_counts) == 1 and (near := owner_counts.most_common(1)[0])[1] > 1:
            yield space["id"], near[0]


Steps = Mapping[tuple[str, str], Sequence[tuple[str, str]]]
"""Of a power's unit, the steps that it made."""


def _list_steps_made(events: Iterable[Event]) -> Steps:
    """The steps of marches in 1930!, by power and unit."""
    steps_of: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for event in events:
        if event.kind == "d100-segment":
            for move in event.data["moves"]:
                steps_of[move["power"], move["unit"]].append((move["from"], move["to"]))
    return steps_of


def _read_deeds(row: Facts, halves: set[scene.Pair], steps: Steps) -> Iterator[Deed]:
    """The deed of a row of results; a line that is no unit's order is none."""
    match = _ORDER.match(_STACK.sub(row["unit"], row.get("order") or row["unit"]))
    if not match or row["verdict"].startswith("illegal"):
        return
    unit, place, rest = match[1], match[2], match[3] or "H"
    arms = _D100_ARMS if len(unit) == 2 else _ARMS
    verdict = row["verdict"].split()[0]
    ok = verdict in ("succeeds", "given", "available", "stands", "sorties")
    kind, path, helped_piece = _read(rest)
    if not kind:
        return
    steps_made = steps.get((row["power"], f"{unit} {place}"), ())
    yield Deed(
        kind=kind,
        power=row["power"],
        arm=arms.get(unit[0], "army"),
        place=place,
        path=path,
        ok=ok,
        done=_count_done(place, path, steps_made) if steps_made else len(path) * ok,
        half=bool(path) and scene.as_pair(place[:3], path[-1][:3]) in halves,
        beaten=row["verdict"].endswith((" dislodged", " destroyed")),
        void=verdict == "invalid",
        helped=helped_piece,
        strength=int(unit[1:] or 0),
    )


def _read(rest: str) -> tuple[str, tuple[str, ...], str]:
    """The kind of an order, the places that it names, and the arm that it helps."""
    if rest == "H":
        return scene.HOLD, (), ""
    helping = _HELP.match(rest)
    if helping:
        kind = scene.SUPPORT if helping[1] == "S" else scene.CONVOY
        path = (helping[3], helping[4]) if helping[4] else (helping[3],)
        return kind, path, helping[2]
    words = {
        "-": scene.MOVE, "B": scene.BUILD, "D": scene.REMOVE, "R": scene.RETREAT,
        "BOMB": scene.BOMB, "PARATROOP": scene.DROP,
    }  # fmt: skip
    kind = words.get(rest.split(maxsplit=1)[0], "")
    goal = rest.partition(" ")[2].split(" S ")[0].removesuffix(" VIA")
    return kind, tuple(_PLACE.findall(goal)), ""


def _count_done(place: str, path: Sequence[str], steps_made: Sequence[tuple[str, str]]) -> int:
    """How many steps of a march were made."""
    here, count = place, 0
    for there in path:
        if (here, there) not in steps_made:
            break
        here, count = there, count + 1
    return count


def _find_fights(events: Iterable[Event]) -> Iterator[Fight]:
    for event in events:
        if event.kind == "d100-combat":
            roll = event.data["roll"]
            text = f"{roll['need']}% · {roll['throw']}"
            yield Fight(event.data["space"], text, bool(roll["success"]))
