"""``judge check``: what a variant's author has to mend, found without playing a game."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from judge.catalog.variant import Variant
from judge.kernel.errors import InputError

Entry = Mapping[str, Any]
KEYS = {"variant.toml": ("title", "engine", "mechanics"), "map.toml": ("powers", "spaces")}
ARMS = {"army": "armies", "fleet": "fleets"}


def faults(folder: Path) -> list[str]:
    """What is wrong with the variant in ``folder``, a sentence each; [] if nothing is."""
    try:
        rules, map_data = (_read(folder / name) for name in KEYS)
    except InputError as error:
        return [str(error)]
    names = _names(map_data["spaces"])
    borders = _borders(map_data["spaces"]) if rules["engine"] == "dip" else ()
    found = [*_files(folder), *names, *borders, *_powers(map_data)]
    return found or list(_engine(Variant(folder, rules, map_data)))


def _read(path: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise InputError(f"There is no {path.name}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path.name} is no TOML: {error}.") from None
    for key in KEYS[path.name]:
        if key not in data:
            raise InputError(f"{path.name} says nothing of '{key}'.")
    return data


def _files(folder: Path) -> Iterator[str]:
    """What stands beside the data."""
    if not (folder / "RULES.md").exists():
        yield "There is no RULES.md: players ask for it, and it holds the rulings."
    if not list(folder.glob("cases/*.jsonl")):
        yield "There are no cases (cases/*.jsonl): nothing shows that its rules are kept."


def _names(spaces: Sequence[Entry]) -> Iterator[str]:
    """Ids and names mean one space each; an alias may be shared: the judge asks back then."""
    for name, count in Counter(space["id"] for space in spaces).items():
        if count > 1:
            yield f"map.toml has {count} spaces {name}."
    meant: dict[str, str] = {}
    for space in spaces:
        for name in (space["id"], space["name"]):
            there = meant.setdefault(name.casefold(), space["id"])
            if there != space["id"]:
                yield f"map.toml: '{name}' means {there} and {space['id']}."


def _borders(spaces: Sequence[Entry]) -> Iterator[str]:
    """Both ends of a border list each other, coast by coast."""
    ways: set[tuple[str, str, str]] = set()
    for space in spaces:
        for coast in ("", *space.get("coasts", ())):
            here = f"{space['id']}/{coast.upper()}" if coast else space["id"]
            for arm in ARMS:
                listed = space.get(f"{arm}_{coast}" if coast else arm, ())
                ways.update((arm, here, there) for there in listed)
            if coast and f"fleet_{coast}" not in space:
                yield f"map.toml: {here} lists no borders (fleet_{coast})."
    places = {space["id"] for space in spaces} | {here for _, here, _ in ways}
    for arm, here, there in sorted(ways):
        if there not in places:
            yield f"map.toml: {here} borders on {there}, which is no place."
        elif (arm, there, here) not in ways:
            yield f"map.toml: {ARMS[arm]} go from {here} to {there}, but not back."


def _powers(map_data: Entry) -> Iterator[str]:
    """Homes and what is owned are spaces; units have a space each."""
    known = {space["id"] for space in map_data["spaces"]}
    taken: dict[str, str] = {}
    for name, power in map_data["powers"].items():
        for key in ("home", "owns", "cities", "regions"):
            for space in power.get(key, ()):
                if space not in known:
                    yield f"map.toml: {key} of {name}: {space} is no space."
        for unit in power.get("units", ()):
            space = unit.split(" ")[-1].partition("/")[0]
            if space not in known:
                yield f"map.toml: units of {name}: '{unit}' stands in no space."
            elif space in taken:
                yield f"map.toml: {name}'s {unit} and {taken[space]} stand in one space."
            taken[space] = f"{name}'s {unit}"


def _engine(variant: Variant) -> Iterable[str]:
    """What keeps a game from starting."""
    try:
        engine = variant.engine
        state = engine.start({}, _Dice()).state
        for power in engine.powers:
            engine.standing(state, power, ())
    except (ImportError, InputError, LookupError, TypeError, ValueError) as error:
        return [f"No game can start: {type(error).__name__}: {error}."]
    return []


class _Dice:
    """Every throw is 1: a start is tried, not a game."""

    def throw(self, key: str) -> int:
        """The same for every key."""
        return 1
