"""What the help says of itself and of a variant: topics, powers, places."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from judge import resources
from judge.catalog import variant as catalog
from judge.kernel.errors import InputError

INDEX = "index"
_COLUMNS = 3


@dataclass(frozen=True, slots=True)
class About:
    """A variant as the help describes it; ``places`` are rows of "PAR Paris", for columns.

    ``map`` is its map.toml, for topics of its own.
    """

    title: str
    powers: tuple[str, ...]
    places: tuple[tuple[str, ...], ...]
    map: Mapping[str, Any]


@cache
def about(variant: str) -> About | None:
    """The variant ``variant``; None for help that was asked outside a game."""
    try:
        found = catalog.load(variant)
    except InputError:
        return None
    places = sorted(f"{space['id']:<4}{space['name']}" for space in found.map["spaces"])
    return About(found.title, tuple(found.map["powers"]), tuple(_columns(places)), found.map)


def _columns(items: list[str]) -> list[tuple[str, ...]]:
    """Rows of columns that read downwards."""
    height = -(-len(items) // _COLUMNS)
    columns = [items[at : at + height] for at in range(0, len(items), height)]
    return list(zip_longest(*columns, fillvalue=""))


@cache
def topics(variant: str) -> dict[str, str]:
    """Every help topic with its title (its file's first line), the index left out."""
    folders = [resources.root("templates") / "help"]
    if variant:
        folders.append(resources.root("variants") / variant / "templates" / "help")
    files = {_name(path): path for folder in folders for path in sorted(folder.glob("*.txt.j2"))}
    return {name: _title(path) for name, path in sorted(files.items()) if name != INDEX}


def choose(asked: str, variant: str) -> str:
    """The topic that was asked for: its name, the start of it or its singular; else the index."""
    word = asked.lower().strip()
    names = topics(variant)
    if word in names:
        return word
    near = [name for name in names if word and (name.startswith(word) or word.startswith(name))]
    return near[0] if len(near) == 1 else INDEX


def _name(path: Path) -> str:
    return path.name.removesuffix(".txt.j2")


def _title(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.readline().strip()
