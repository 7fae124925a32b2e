"""What the help says of itself and of a variant: topics, powers, places."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from judge import resources
from judge.catalog import aims, atlas, samples
from judge.catalog import variant as catalog
from judge.catalog.atlas import Space
from judge.catalog.variant import Variant
from judge.kernel.errors import InputError
from judge.language.commands import COMMAND_WORDS, ELSEWHERE
from judge.report.tidy import WIDTH

INDEX = "index"
_MOST_COLUMNS = 3
_ABOUT = re.compile(r"\{# about: (.*?) #\}", re.DOTALL)
"""What stands below a topic's title: the commands and other words that it is about."""
_NEAR, _ALIKE = 0.8, 0.6
"""How alike a word and the one that was meant must be; and one that is offered instead."""
_MOST_NEAR = 3


@dataclass(frozen=True, slots=True)
class About:
    """A variant as the help describes it; ``places`` are lines of "PAR Paris*" in columns.

    ``map`` is its map.toml and ``rules`` its variant.toml, for topics of its own; ``sample`` is an
    order that may be typed and ``place`` a space. ``centres``: some are marked as supply centres.
    ``coasts`` are the spaces that have several. ``special``, ``length`` and ``author`` are what
    variant.toml says about it. How its ``year`` goes, where its powers are ``building`` and what
    ``victory`` is are sentences of a game of the Diplomacy engine, "" for another.
    """

    title: str
    powers: tuple[str, ...]
    places: tuple[str, ...]
    map: Mapping[str, Any]
    rules: Mapping[str, Any]
    sample: str
    place: str
    centres: bool
    coasts: tuple[str, ...]
    players: int
    special: str
    length: str
    author: str
    spaces: Mapping[str, Space]
    year: str
    counting_season: str
    building: str
    victory: str


@cache
def about(variant: str) -> About | None:
    """The variant ``variant``; None for help that was asked outside a game."""
    try:
        loaded_variant = catalog.load(variant)
    except InputError:
        return None
    spaces = atlas.spaces(variant)
    centres = any(space.centre == atlas.CENTRE for space in spaces.values())
    about_table = loaded_variant.rules.get("about", {})
    return About(
        loaded_variant.title,
        tuple(loaded_variant.map["powers"]),
        tuple(_columns([_place(space) for space in spaces.values()])),
        loaded_variant.map,
        loaded_variant.rules,
        loaded_variant.sample,
        loaded_variant.vocabulary.samples[1],
        centres,
        tuple(_coasts(space) for space in spaces.values() if len(space.coasts) > 1),
        len(loaded_variant.engine.powers),
        about_table.get("special", loaded_variant.title),
        about_table.get("length", "it is not known how long it takes"),
        about_table.get("author", "somebody whom its folder does not name"),
        spaces,
        *_write_sentences(loaded_variant),
    )


def board(variant: str) -> samples.Page:
    """The names on a variant's board that stand in examples, and lines made of them."""
    return samples.page(catalog.load(variant))


@cache
def region(variant: str) -> str:
    """The first part of the map that has a name ("Balkans"), "" if none has."""
    from judge.picture import shapes  # noqa: PLC0415 - one page asks for it

    map_shapes = shapes.read(catalog.load(variant).shapes_folder)
    return next(iter(map_shapes.regions), "") if map_shapes else ""


def _write_sentences(variant: Variant) -> tuple[str, str, str, str]:
    """How a game of the Diplomacy engine goes: its year, its counting, its builds, its end."""
    if variant.engine_name != "dip":
        return "", "", "", ""
    return (
        aims.year(variant),
        aims.counting_season(variant),
        aims.building(variant),
        " ".join(aims.victory(variant)),
    )


def _place(space: Space) -> str:
    return f"{space.id} {space.name}{'*' if space.centre == atlas.CENTRE else ''}"


def _coasts(space: Space) -> str:
    return f"{space.name}: {', '.join(space.coasts)}"


def variants() -> dict[str, About]:
    """Every variant that may be played, described."""
    return {name: description for name in catalog.names() if (description := about(name))}


def _columns(items: list[str]) -> list[str]:
    """Rows of as many columns as have room, two blanks apart, which read downwards."""
    for count in range(_MOST_COLUMNS, 0, -1):
        height = -(-len(items) // count)
        columns = [items[start : start + height] for start in range(0, len(items), height)]
        widths = [max(map(len, column)) + 2 for column in columns]
        if sum(widths) <= WIDTH + 2:
            break
    rows = zip_longest(*columns, fillvalue="")
    return ["".join(map(str.ljust, row, widths)).rstrip() for row in rows]


@cache
def topics(variant: str) -> dict[str, str]:
    """Every help topic with its title (its file's first line), the index left out."""
    return {name: _title(path) for name, path in _find_files(variant).items() if name != INDEX}


@cache
def own(variant: str) -> tuple[str, ...]:
    """The topics that a variant has beside the common ones."""
    return tuple(name for name in topics(variant) if name not in topics(""))


def _find_files(variant: str) -> dict[str, Path]:
    """The file of every topic by name; a variant's own stand for the common ones."""
    *own_folders, common = resources.templates()
    folders_by_rank = (*own_folders, *catalog.templates(variant), common)
    folders = [one / "help" for one in reversed(folders_by_rank)]
    path_of = {_name(path): path for folder in folders for path in sorted(folder.glob("*.txt.j2"))}
    return dict(sorted(path_of.items()))


@cache
def words(variant: str) -> dict[str, str]:
    """The topic about each word that has one: commands in all their spellings, orders, others."""
    common = resources.root("templates")
    files = sorted(_find_files(variant).items(), key=lambda one: common not in one[1].parents)
    topic_of = {word: name for name, path in files for word in _words_in(path)}
    topic_of_spelling = {
        spelling: topic_of[terminal[1:].lower()]
        for terminal, spellings in COMMAND_WORDS.items()
        for spelling in spellings
        if terminal[1:].lower() in topic_of
    }
    return {**topic_of_spelling, **topic_of}


def _words_in(path: Path) -> Iterator[str]:
    for words_text in _ABOUT.findall(path.read_text(encoding="utf-8")):
        yield from words_text.split()


def choose(question: str, variant: str) -> str:
    """The topic that was asked for; the index if there is none."""
    return find(question, variant) or INDEX


def find(question: str, variant: str) -> str | None:
    """The topic that was asked for, None if there is none.

    It may be named in full or in part or misspelt, or by a command, of other judges too, or by
    another word it is about.
    """
    names = topics(variant)
    topic_of = {**_map_foreign_words(variant), **words(variant), **{name: name for name in names}}
    question_words = question.lower().split()
    if question_words in ([], [INDEX]):
        return INDEX
    parts = [" ".join(question_words[:length]) for length in range(len(question_words), 0, -1)]
    for part in parts:
        if part in topic_of:
            return topic_of[part]
    for part in parts:
        matches = [name for name in names if name.startswith(part) or part.startswith(name)]
        if len(matches) == 1:
            return matches[0]
        for close in get_close_matches(part, topic_of, n=1, cutoff=_NEAR):
            return topic_of[close]
    return None


def find_elsewhere(question: str) -> Iterator[tuple[str, str]]:
    """The variants that have a topic of their own about what was asked for, each with it."""
    for variant in catalog.names():
        topic = find(question, variant)
        if topic in own(variant):
            yield variant, topic


def nearest(question: str, variant: str) -> list[str]:
    """A few topics, or words that have one, that are most like what was asked for."""
    subjects = {*words(variant), *topics(variant), *_map_foreign_words(variant)}
    single = [word for word in subjects if " " not in word]
    matches = [
        close_word
        for word in question.lower().split()
        for close_word in get_close_matches(word, single, n=2, cutoff=_ALIKE)
    ]
    return list(dict.fromkeys(matches))[:_MOST_NEAR]


def _map_foreign_words(variant: str) -> dict[str, str]:
    """The topic of each word of other judges, by the command that is meant here."""
    topic_of = words(variant)
    topics_meant = ((word, topic_of.get(command.lower())) for word, command in ELSEWHERE.items())
    return {word: topic for word, topic in topics_meant if topic is not None}


def _name(path: Path) -> str:
    return path.name.removesuffix(".txt.j2")


def _title(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.readline().strip()
