"""What a picture shows, as records, and how what a game tells everybody becomes these.

Nothing is in a picture that is not here, and this is the only way facts come into one. A ``board``
is the request of a position as an onlooker knows it (``Engine.request`` of
``Engine.known_state(state, "")``), ``events`` are those whose audience is everybody. Of both only
the keys named here are read.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, takewhile
from typing import Any

from msgspec import Struct, structs

from judge.kernel import audience
from judge.kernel.engine import Event
from judge.report.wording import GOOD

Pair = tuple[str, str]
"""Two spaces in the order of their ids."""

_WAYS = ("army", "fleet", "fleet_nc", "fleet_sc", "fleet_ec", "fleet_wc", "land", "sea")
"""The keys of a space in map.toml that list its neighbours, of both engines."""


def as_pair(a: str, b: str) -> Pair:
    """Two spaces as a pair."""
    return (a, b) if a < b else (b, a)


def ordinary_neighbours(map_data: Mapping[str, Any]) -> frozenset[Pair]:
    """The pairs that some unit crosses by an ordinary move."""
    return frozenset(crossed_by(map_data))


def crossed_by(map_data: Mapping[str, Any]) -> Mapping[Pair, frozenset[str]]:
    """Who crosses each border by an ordinary move: "army", "fleet" or both."""
    arms_across: dict[Pair, set[str]] = {}
    for space in map_data["spaces"]:
        for way in _WAYS:
            arm = "army" if way in ("army", "land") else "fleet"
            for place in space.get(way, ()):
                both = as_pair(space["id"], place.partition("/")[0])
                arms_across.setdefault(both, set()).add(arm)
    return {both: frozenset(arms) for both, arms in arms_across.items() if both[0] != both[1]}


def special_neighbours(map_data: Mapping[str, Any]) -> Mapping[Pair, str]:
    """The pairs that only a ferry or a passage joins, each with which of them."""
    kind_of = {}
    for kind, table in (("ferry", "ferries"), ("passage", "passages")):
        for row in map_data.get(table, ()):
            kind_of[as_pair(row["a"].partition("/")[0], row["b"].partition("/")[0])] = kind
    ordinary_pairs = ordinary_neighbours(map_data)
    return {both: kind for both, kind in kind_of.items() if both not in ordinary_pairs}


def neighbour_kinds(map_data: Mapping[str, Any]) -> Mapping[str, str]:
    """Of each space whether it is "land" or "sea"; coasts, cities and regions are land."""
    return {
        space["id"]: "sea" if space["kind"] == "sea" else "land" for space in map_data["spaces"]
    }


MOVE, SUPPORT, CONVOY, HOLD, BUILD, REMOVE, RETREAT, BOMB, DROP = (
    "move", "support", "convoy", "hold", "build", "remove", "retreat", "bomb", "drop",
)  # fmt: skip
"""The kinds of deeds."""


class Piece(Struct, frozen=True):
    """A unit: ``arm`` is "army", "fleet" or "plane"; ``strength`` 0 where there is only one.

    ``dislodged``: it has been beaten and must retreat. ``pale``: it stood there before the phase.
    """

    power: str
    arm: str
    place: str
    strength: int = 0
    dislodged: bool = False
    pale: bool = False


class Deed(Struct, frozen=True):
    """An order and what became of it.

    ``path`` are the places that it names after its own: of a move where it goes, step by step; of
    a support whom it helps and, for a move, where that goes. ``done`` are so many steps as were
    made; ``ok`` says whether it worked. ``half``: over a border of half strength.
    """

    kind: str
    power: str
    arm: str
    place: str
    path: tuple[str, ...] = ()
    ok: bool = True
    done: int = 0
    half: bool = False
    beaten: bool = False
    """Its unit was dislodged or destroyed."""
    void: bool = False
    """It matched nothing, and so did nothing at all."""
    helped: str = ""
    """Of a support the unit that it helps: its letter, and its strength where it has one."""
    strength: int = 0
    """Of its unit; 0 where there is only one."""


class Fight(Struct, frozen=True):
    """A combat in a space: its odds and throw in words, and whether the attacker won."""

    place: str
    text: str
    won: bool


class Scene(Struct, frozen=True):
    """A picture before it is drawn: ``owners`` of spaces, ``patrons`` in whose hatching it is.

    ``spheres`` are spaces without a centre that lie among the centres of one power.
    """

    variant: str
    title: str
    pieces: tuple[Piece, ...] = ()
    owners: Mapping[str, str] = {}
    patrons: Mapping[str, str] = {}
    spheres: Mapping[str, str] = {}
    deeds: tuple[Deed, ...] = ()
    fights: tuple[Fight, ...] = ()
    marks: Mapping[str, str] = {}
    """Words at spaces, for small maps: "PAR": "here"."""
    names: bool = False
    """Whether spaces are named in full."""
    region: tuple[str, ...] = ()
    """The spaces that have to be seen; all, if there are none."""
    about: str = ""
    """The picture in words, for who can't see it."""


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

_KINDS = {"-": MOVE, "B": BUILD, "D": REMOVE, "R": RETREAT, "BOMB": BOMB, "PARATROOP": DROP}

Facts = Mapping[str, Any]


def make_board_scene(variant: str, map_data: Facts, board: Facts, title: str) -> Scene:
    """A position as everybody sees it."""
    state = board.get("state", {})
    # Of each space its owner: of its centre, or of the land itself in 1930!.
    rows = {**map_data["powers"], **map_data.get("minors", {})}
    land = (
        (power, (*row.get("cities", ()), *row.get("regions", ()))) for power, row in rows.items()
    )
    owners = {space: power for power, spaces in land for space in spaces} | state.get("owners", {})
    for power, centres in board.get("centers", {}).items():
        owners |= dict.fromkeys(centres, power)
    # Of each minor power the one that is known to control it or to be its ally.
    patrons = {
        minor: powers[0] for minor, powers in state.get("control", {}).items() if len(powers) == 1
    } | state.get("allies", {})
    # Land without a centre whose neighbouring centres belong to one power, two at least.
    centre_spaces = {space["id"] for space in map_data["spaces"] if space.get("sc")}
    owned_centres, taken_spaces = owners.keys() & centre_spaces, owners.keys() | centre_spaces
    spheres = {}
    for space in map_data["spaces"]:
        if space["kind"] != "sea" and space["id"] not in taken_spaces:
            near = [owners[one] for one in space.get("army", ()) if one in owned_centres]
            if len(near) > 1 and len({*near}) == 1:
                spheres[space["id"]] = near[0]
    units = [(power, unit) for power, own in board.get("units", {}).items() for unit in own]
    pieces = [_read_piece(power, unit) for power, unit in units]
    for unit in board.get("dislodged", {}):
        power, _, text = unit.rpartition(": ")
        pieces.append(_read_piece(power, text, dislodged=True))
    return Scene(
        variant=variant,
        title=title,
        pieces=tuple(filter(None, pieces)),
        owners=owners,
        patrons=patrons,
        spheres=spheres,
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
        as_pair(row["a"][:3], row["b"][:3])
        for row in map_data.get("passages", ())
        if row["half_strength"]
    }
    steps: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for move in chain.from_iterable(
        event.data["moves"] for event in public if event.kind == "d100-segment"
    ):
        steps[move["power"], move["unit"]].append((move["from"], move["to"]))
    return structs.replace(
        position,
        deeds=tuple(deed for row in rows for deed in _read_deeds(row, halves, steps)),
        fights=tuple(
            Fight(event.data["space"], f"{roll['need']}% · {roll['throw']}", bool(roll["success"]))
            for event in public
            if event.kind == "d100-combat"
            for roll in (event.data["roll"],)
        ),
    )


def join(before: Scene, after: Scene) -> Scene:
    """What was tried on a board, upon the board that it led to.

    Units that are gone from where they stood are pale, but where another one has come in.
    """
    beaten = {(deed.power, deed.place[:3]) for deed in before.deeds if deed.beaten}
    places = {piece.place[:3] for piece in after.pieces if not piece.dislodged}
    gone = []
    for piece in before.pieces:
        is_lost = piece.dislodged or (piece.power, piece.place[:3]) in beaten
        lost = structs.replace(piece, dislodged=is_lost)
        hidden = not (is_lost or piece.strength) and piece.place[:3] in places
        if not ({piece, lost} & {*after.pieces} or hidden):
            gone.append(structs.replace(lost, pale=True))
    return structs.replace(
        before,
        pieces=(*after.pieces, *gone),
        owners=after.owners,
        patrons=after.patrons,
        spheres=after.spheres,
    )


def _read_piece(power: str, unit: str, *, dislodged: bool = False) -> Piece | None:
    match = _UNIT.match(unit)
    if match is None:
        return None
    arm, strength, place = match.groups()
    arms = _D100_ARMS if strength else _ARMS
    return Piece(power, arms.get(arm, "army"), place, int(strength or 0), dislodged)


def _read_deeds(
    row: Facts, halves: set[Pair], steps: Mapping[tuple[str, str], Sequence[tuple[str, str]]]
) -> Iterator[Deed]:
    """The deed of a row of results; a line that is no unit's order is none.

    ``steps`` are those that a power's unit marched in 1930!.
    """
    match = _ORDER.match(_STACK.sub(row["unit"], row.get("order") or row["unit"]))
    if not match or row["verdict"].startswith("illegal"):
        return
    unit, place, rest = match[1], match[2], match[3] or "H"
    arms = _D100_ARMS if len(unit) == 2 else _ARMS
    verdict = row["verdict"].split()[0]
    ok = verdict in GOOD
    if helping := _HELP.match(rest):
        kind = SUPPORT if helping[1] == "S" else CONVOY
        path = tuple(filter(None, helping.group(3, 4)))
    else:
        verb, _, goal = rest.partition(" ")
        kind = HOLD if rest == "H" else _KINDS.get(verb, "")
        path = tuple(_PLACE.findall(goal.split(" S ")[0].removesuffix(" VIA")))
    if not kind:
        return
    steps_made = steps.get((row["power"], f"{unit} {place}"), ())
    march = takewhile(lambda step: step in steps_made, pairwise((place, *path)))
    yield Deed(
        kind=kind,
        power=row["power"],
        arm=arms.get(unit[0], "army"),
        place=place,
        path=path,
        ok=ok,
        done=sum(1 for _ in march) if steps_made else len(path) * ok,
        half=bool(path) and as_pair(place[:3], path[-1][:3]) in halves,
        beaten=row["verdict"].endswith((" dislodged", " destroyed")),
        void=verdict == "invalid",
        helped=helping[2] if helping else "",
        strength=int(unit[1:] or 0),
    )
