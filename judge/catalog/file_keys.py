"""variant.toml, map.toml, evidence.toml and places.toml as records: every key, and what it holds.

variants/README.md describes them for authors; a key that stands here in no record is refused:
plain data are held against a record, and every key that is wrong is told in a sentence.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from unicodedata import normalize

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import fields

from judge.kernel.text import hint_at
from judge.rules.d100.rules import Deployment, Numbers, Tables

Id = Annotated[str, Meta(pattern="^[A-Z]{3}$", description="three capital letters, as in STP")]
"""A space: three capital letters ("STP")."""
Ids = tuple[Id, ...]
Place = Annotated[
    str,
    Meta(pattern="^[A-Z]{3}(/[A-Z]{2})?$", description="a space or coast, as STP or STP/NC"),
]
"""A space or one of its coasts ("STP/NC")."""
Places = tuple[Place, ...]
UnitText = Annotated[
    str,
    Meta(pattern="^[AF] [A-Z]{3}(/[A-Z]{2})?$", description="A or F and a place, as in F STP/SC"),
]
"""A unit with its place: "A PAR", "F STP/SC"."""
Units = tuple[UnitText, ...]
Abbreviation = Annotated[
    str, Meta(pattern="^[A-Z]([A-Z]{2})?$", description="one capital letter, or three")
]
PhaseId = Annotated[
    str,
    Meta(
        pattern="^[SUFW][1-9][0-9]{0,3}(BC)?[A-Z]$",
        description="season (S, U for summer, F, W), year from 1, kind (M, R, A), as in S1901M",
    ),
]
Name = Annotated[str, Meta(pattern=r"\w")]
"""What people may type: it has a letter or a digit."""
Names = tuple[Name, ...]
Title = Annotated[str, Meta(pattern=r"\S")]
"""What people read: not nothing."""
Turn = Annotated[
    str, Meta(pattern="^[SUFW][A-Z]$", description="season and kind, as in SM, UR, WA")
]
"""A phase of every year."""
Year = Annotated[
    str, Meta(pattern="^[1-9][0-9]{0,3}(BC)?$", description="a year, as in 1910 or 300BC")
]
PowerName = Annotated[
    str,
    Meta(pattern=r"^[^\W\d_][\w' -]*$", description="a letter, then letters, digits and blanks"),
]
"""A power: letters and digits, blanks, hyphens and apostrophes."""
Count = Annotated[int, Meta(ge=0)]
Many = Annotated[int, Meta(ge=1)]
Season = Literal["S", "U", "F", "W"]
SeasonName = Annotated[
    str, Meta(pattern=r"^[^\W\d_]{3,}$", description="one word of three letters or more")
]
"""What a season is called, in titles and by players: "Harvest"."""
Coast = Literal["nc", "sc", "ec", "wc"]
Arm = Literal["A", "F"]
Switches = Mapping[str, bool]
Words = Mapping[str, str]


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that refuses keys that it does not know."""


# --- variant.toml


class Phases(Strict, frozen=True):
    """The calendar: ``first`` is the phase that a game begins with.

    ``year`` are the phases of a year by season (S, U for summer, F, W) and kind (M, R, A), in
    order; ``step`` is how many years one round of them takes, ``later`` by how many years a season
    comes after the first of its round, ``names`` what seasons are called here.
    """

    first: PhaseId
    year: tuple[Turn, ...] = ()
    step: Many = 1
    later: Mapping[Season, Count] = {}
    names: Mapping[Season, SeasonName] = {}


class Forgiven(Strict, frozen=True):
    """A power's loss that is made good while it holds one of others."""

    power: str
    centre: Id
    holding: Ids


class Points(Strict, frozen=True):
    """The points of a great power in each movement turn, and what they may be spent on."""

    moves: bool
    per_centre: Count = 0
    most: Count = 0
    base: Count = 0
    base_of: Mapping[str, int] = {}
    lost: Count = 0
    trailing: Count = 0
    on_one_unit: Count = 0
    attack_ban: bool = False
    forgiven: tuple[Forgiven, ...] = ()


class Clients(Strict, frozen=True):
    """The bonus of a patron's points on a client."""

    bonus_grows_every: Many


class Sites(Strict, frozen=True):
    """Where powers build (mechanic "sites")."""

    anywhere: bool = False
    first_unit: str = ""


class Ending(Strict, frozen=True):
    """How a game ends otherwise (mechanic "ending"); ``last_year`` is written as in phases."""

    targets: Mapping[str, Many] = {}
    last_year: Year | None = None
    shared: bool = False


class About(Strict, frozen=True):
    """What a variant is, for who chooses a game: a few words each, none of them nothing.

    ``special`` says what it has that others have not, ``length`` how long a game takes, ``author``
    who made it.
    """

    special: Title
    length: Title
    author: Title


class DipVariant(Strict, frozen=True):
    """variant.toml of a game of the Diplomacy engine.

    ``orders`` are examples of its own orders, as HELP ORDERS shows them ("A {a} digs"), with what
    they do.
    """

    title: Title
    engine: Literal["dip"]
    phases: Phases
    about: About | None = None
    base: str = ""
    mechanics: tuple[str, ...] = ()
    options: Switches = {}
    meanings: Words = {}
    usual: Words = {}
    needs: Words = {}
    fixed: Words = {}
    orders: Words = {}
    points: Points | None = None
    clients: Clients | None = None
    sites: Sites | None = None
    ending: Ending | None = None


class D100Variant(Strict, frozen=True):
    """variant.toml of a game of the 1930! engine."""

    title: Title
    engine: Literal["d100"]
    rules: Numbers
    deployment: Deployment
    tables: Tables
    about: About | None = None
    base: str = ""
    mechanics: tuple[str, ...] = ()
    dice: bool = False
    meanings: Words = {}
    usual: Words = {}
    needs: Words = {}
    fixed: Words = {}


# --- map.toml


class Minor(Strict, frozen=True):
    """A power without a seat, which whoever controls it orders."""

    home: Ids
    units: Units
    owns: Ids | None = None
    abbrev: Abbreviation = ""
    adjective: str = ""


class Power(Minor, frozen=True):
    """A power with a seat: what a minor has, other names, and where else it builds."""

    aliases: Names = ()
    extra_build: Ids = ()


class Faction(Strict, frozen=True):
    """A power without a seat, which its sponsor orders."""

    sponsor: str
    home: Ids
    owns: Ids
    units: Units
    abbrev: Abbreviation = ""
    adjective: str = ""


class Dummy(Strict, frozen=True):
    """A power that nobody plays (mechanic "dummies")."""

    units: Units
    home: Ids = ()
    owns: Ids | None = None
    abbrev: Abbreviation = ""
    adjective: str = ""
    aliases: Names = ()


class Space(Strict, frozen=True):
    """A space with its borders: ``army`` and ``fleet`` say where each arm goes from there."""

    id: Id
    name: Name
    kind: Literal["land", "coast", "sea"]
    sc: bool = False
    aliases: Names = ()
    army: Ids = ()
    fleet: Places = ()
    coasts: tuple[Coast, ...] = ()
    fleet_nc: Places = ()
    fleet_sc: Places = ()
    fleet_ec: Places = ()
    fleet_wc: Places = ()
    traits: tuple[str, ...] = ()
    minor: Arm | None = None
    minor_power: str = ""
    patrons: tuple[str, ...] = ()


class Passage(Strict, frozen=True):
    """A border that is not like the others (mechanic "passages")."""

    a: Place
    b: Place
    units: tuple[Literal["army", "fleet"], ...]
    half_strength: bool
    support_across: bool
    cut_support_only_if_dislodging: bool
    retreat_yields: bool
    convoy_b_to_a_half_strength: bool


class Ferry(Strict, frozen=True):
    """A border over water that fleets close (mechanic "ferries")."""

    a: Id
    b: Id
    water: Ids
    a_coast: str = ""
    b_coast: str = ""


class Game(Strict, frozen=True):
    """The numbers of influence, its victory and its planes."""

    victory_contested: int
    contested_at: int
    minor_sc_lead: int
    ip_per_sc: int
    ip_per_sc_belligerent: int
    first_turn_bid_cap: int
    controlled_minor_sc_bonus: int
    plane_range: int


class Without(Strict, frozen=True):
    """What of the base's map is not there: powers by name, spaces by id."""

    powers: tuple[str, ...] = ()
    spaces: Ids = ()


class DipMap(Strict, frozen=True):
    """map.toml of a game of the Diplomacy engine.

    ``victory`` are the centres of a solo, ``articles`` the countries that sentences give the
    article, ``shared_names`` the aliases that several spaces bear, so that players are asked which
    they mean.
    """

    victory: Many
    powers: Mapping[PowerName, Power]
    spaces: tuple[Space, ...]
    factions: Mapping[str, Faction] = {}
    minors: Mapping[str, Minor] = {}
    dummies: Mapping[str, Dummy] = {}
    passages: tuple[Passage, ...] = ()
    ferries: tuple[Ferry, ...] = ()
    articles: Names = ()
    shared_names: Names = ()
    without: Without | None = None
    game: Game | None = None


class Major(Strict, frozen=True):
    """A major of 1930!."""

    capital: Id
    cities: Ids
    regions: Ids
    value: int
    abbrev: Abbreviation = ""
    adjective: str = ""
    aliases: Names = ()


class Garrison(Strict, frozen=True):
    """A piece that a minor of 1930! starts with."""

    type: Literal["land", "naval", "air"]
    cs: Many
    at: str = ""


class Country(Strict, frozen=True):
    """A minor of 1930!."""

    capital: str
    cities: Ids
    regions: Ids
    value: int
    forces: tuple[Garrison, ...]


class Region(Strict, frozen=True):
    """A space of 1930!; ``land`` and ``sea`` say where its pieces step to."""

    id: Id
    name: Name
    kind: Literal["city", "region", "sea"]
    country: str
    coastal: bool
    pv: int
    land: Ids
    sea: Ids
    aliases: Names = ()


class D100Map(Strict, frozen=True):
    """map.toml of a game of the 1930! engine."""

    powers: Mapping[PowerName, Major]
    minors: Mapping[str, Country]
    spaces: tuple[Region, ...]
    shared_names: Names = ()
    without: Without | None = None


# --- evidence.toml


class Counts(Strict, frozen=True):
    """How many of everything there are."""

    spaces: int
    scs: int
    land: int
    coast: int
    sea: int
    units_at_start: int


Pair = tuple[Id, Id]


class Only(Strict, frozen=True):
    """All the neighbours of a space."""

    space: Id
    neighbours: Ids


class Statement(Strict, frozen=True):
    """What a document says of borders; ``status`` is "holds" where the map follows it."""

    source: str
    status: str
    adjacent: tuple[Pair, ...] = ()
    not_adjacent: tuple[Pair, ...] = ()
    army: tuple[Pair, ...] = ()
    only: tuple[Only, ...] = ()
    ruling: str = ""


class Edges(Strict, frozen=True):
    """Borders ("BEL-BUR") with what they rest on."""

    region: str
    confidence: str
    basis: str
    pairs: tuple[str, ...]


class Evidence(Strict, frozen=True):
    """evidence.toml: a second statement of the board, with its sources."""

    sources: Words = {}
    counts: Counts | None = None
    statements: tuple[Statement, ...] = ()
    edge_groups: tuple[Edges, ...] = ()
    confidence: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


# --- places.toml


LonLat = Annotated[
    tuple[
        Annotated[float, Meta(ge=-360, le=360)],
        Annotated[float, Meta(ge=-90, le=90)],
    ],
    Meta(description="a longitude and a latitude in degrees, as in [8.2, 46.8]"),
]
"""Longitude and latitude in degrees, east and north positive."""
Corners = Annotated[
    tuple[LonLat, LonLat],
    Meta(description="two places, the north-west and the south-east corner"),
]


class Lens(Strict, frozen=True):
    """A part of the map that is shown larger than the rest.

    Distances from ``at`` are stretched by 1 + ``strength`` there, and less farther off; ``width``
    is how far that goes, as a part of the map's width.
    """

    at: LonLat
    strength: float
    width: float


class Frame(Strict, frozen=True):
    """The projection and the edges of the map; ``size`` is in units, one a cell of the grid.

    A "conic" is true at ``centre`` and reaches to the four places; a "cylinder" goes once round the
    earth from the meridian of ``centre``, and reaches to the latitudes of ``north`` and ``south``.
    """

    projection: Literal["conic", "cylinder"]
    centre: LonLat
    size: tuple[int, int]
    north: LonLat
    south: LonLat
    lenses: tuple[Lens, ...] = ()
    west: LonLat = (0, 0)
    east: LonLat = (0, 0)


class Location(Strict, frozen=True):
    """A space: a place inside, its further parts, and a place behind each of several coasts.

    ``atoll`` is the radius in units of the disc that stands for islands too small to see.
    """

    lonlat: LonLat
    atoll: int = 0
    also: tuple[LonLat, ...] = ()
    coasts: Mapping[str, LonLat] = {}


class Mark(Strict, frozen=True):
    """A border of the rules that the outlines do not show, and why.

    ``at`` is where its sign stands; without one it is a line from the one space to the other.
    """

    between: tuple[str, str]
    kind: Literal["strait", "canal", "wrap", "point", "passage", "ferry"]
    reason: str
    at: LonLat | None = None


class Locations(Strict, frozen=True):
    """A variant's places.toml; ``regions`` are the north-west and south-east corners of parts.

    Without a ``frame`` some ``spaces`` are enough, which tell how a map out of borders stands.
    """

    spaces: Mapping[str, Location]
    frame: Frame | None = None
    off: Mapping[str, LonLat] = {}
    regions: Mapping[str, Corners] = {}
    signs: tuple[Mark, ...] = ()


VARIANTS: Mapping[Any, type[Strict]] = {"dip": DipVariant, "d100": D100Variant}
MAPS: Mapping[Any, type[Strict]] = {"dip": DipMap, "d100": D100Map}
"""The records of the two files, by engine."""


# --- held against data


_WRONG = re.compile(r"Expected `(\w+)`(?:, got `\w+`| (>=|<=) (-?\d+))")
"""How msgspec says that something is of another kind, or too small or too big a number."""
_WORDS = {
    "array": "a list in square brackets",
    "bool": "true or false, without quotes",
    "float": "a number",
    "int": "a whole number, without quotes",
    "object": "a table",
    "str": "text in quotes",
}
"""What msgspec calls a kind, as people write it in a file."""
_SINGULAR = {"armies": "army"}
"""Keys that people write for several, as "fleets" is."""
_BOUNDS = {">=": "not less than", "<=": "not more than"}


def check(data: Any, kind: Any) -> list[str]:
    """What is wrong with ``data`` as a ``kind``; sound data cost one pass."""
    try:
        msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError:
        return list(faults(data, kind))
    return []


def faults(data: Any, kind: Any, key: str = "") -> Iterator[str]:
    """What is wrong with ``data`` as a ``kind``, each with the key it stands under."""
    if get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind):  # TOML knows no None
        kind = next(one for one in get_args(kind) if one is not NoneType)
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield from _table_faults(data, kind, key)
    elif (get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis) and isinstance(data, list):
        for index, item in enumerate(data):
            # Entries with an id go by it ("spaces.ANK"), others by their number from 1.
            name = item.get("id") if isinstance(item, Mapping) else None
            place = f"{key}.{name}" if isinstance(name, str) else f"{key}[{index + 1}]"
            yield from faults(item, get_args(kind)[0], place)
    elif get_origin(kind) is Mapping and isinstance(data, dict):
        names, values = get_args(kind)
        for name, value in data.items():
            if not (names is int and name.isdecimal()):  # TOML writes all keys as text
                yield from faults(name, names, _join(key, name))
            yield from faults(value, values, _join(key, name))
    else:
        try:
            msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            yield f"{key}: {_explain(data, kind, error)}"


def _table_faults(data: Any, kind: type[Struct], key: str) -> Iterator[str]:
    if not isinstance(data, dict):
        yield f"{key}: it has to be a table."
        return
    field_of = {one.encode_name: one for one in fields(kind)}
    for name, value in data.items():
        if name not in field_of:
            yield f"{_join(key, name)}: there is no such key{_nearest(name, field_of, whole=True)}"
        else:
            yield from faults(value, field_of[name].type, _join(key, name))
    for name, one in field_of.items():
        if one.required and name not in data:
            yield f"{_join(key, name)}: it is missing."


def _explain(data: Any, kind: Any, error: msgspec.ValidationError) -> str:
    if get_origin(kind) is Literal:
        choices = [str(one) for one in get_args(kind)]
        return f"'{data}' is none of {', '.join(choices)}{_nearest(str(data), choices)}"
    described = [one.description for one in getattr(kind, "__metadata__", ()) if one.description]
    if isinstance(data, str) and "regex" in str(error):
        description = "".join(described[:1])
        if not data.strip():
            return "it is empty."
        if data != normalize("NFC", data):
            told = "its accents are signs of their own (NFD), as some machines save them"
            return f"{told}: type it anew."
        return f"'{data}' is not written as it has to be{': ' if description else ''}{description}."
    if described and not isinstance(data, str):
        return f"it has to be {described[0]}."
    text = str(error).partition(" - at")[0]
    match = _WRONG.fullmatch(text)
    if match is None or match[1] not in _WORDS:
        return f"{text}."
    if match[2]:
        return f"it has to be {_BOUNDS[match[2]]} {match[3]}."
    return f"it has to be {_WORDS[match[1]]}."


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _nearest(name: str, names: Iterable[str], *, whole: bool = False) -> str:
    """What may have been meant, behind a sentence; else, if ``whole``, all that there is."""
    choices = [*names]
    other_case = [one for one in choices if one.casefold() == name.casefold()]
    begun = [one for one in choices if one == _SINGULAR.get(name, name.removesuffix("s"))]
    for close_name in (*other_case, *begun):
        return f"; did you mean '{close_name}'?"
    otherwise = f"; there are {', '.join(choices)}." if whole and choices else "."
    return hint_at(name, choices, otherwise, 0.5)
