"""Countries, capitals, provinces and waters by their names abroad, on every board."""

from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from judge.catalog import variant as catalog
from judge.kernel.text import Problem
from judge.language.fold import words
from judge.language.vocabulary import Vocabulary
from judge.language.words import is_country
from tests import folders
from tests.language.spoken import read, told

LIST = Path(__file__).with_name("abroad.txt")
GROUPS = ("powers", "factions", "minors", "dummies")


class Row(NamedTuple):
    """What one country or capital is called here, and abroad."""

    here: tuple[str, ...]
    abroad: tuple[str, ...]


@cache
def rows() -> tuple[Row, ...]:
    """The list."""
    lines = [line for line in LIST.read_text().splitlines() if not line.startswith("#")]
    cells = [
        [tuple(name.strip() for name in cell.split("/")) for cell in line.split("|")]
        for line in lines
    ]
    return tuple(Row(here, tuple(chain(*abroad))) for here, *abroad in cells)


def space(vocabulary: Vocabulary, name: str) -> tuple[str, ...]:
    """The spaces that a name is read as."""
    key = words(name)
    found = vocabulary.word(key[0]) if len(key) == 1 else vocabulary.phrase(key)
    return found.spaces if found else ()


@pytest.mark.parametrize("board", folders.ALL)
def test_every_space_and_power_of_the_list_is_known_by_its_names_abroad(board: str) -> None:
    loaded = catalog.load(board)
    ids = {one["name"]: one["id"] for one in loaded.map["spaces"]}
    powers = set(chain(*(loaded.map.get(group, {}) for group in GROUPS)))
    wrong = [
        (here, name)
        for row in rows()
        for here in row.here
        for name in row.abroad
        if (here in ids and space(loaded.vocabulary, name) != (ids[here],))
        or (here in powers - ids.keys() and loaded.vocabulary.power(words(name)) != here)
    ]
    assert wrong == []


@pytest.mark.parametrize("board", folders.ALL)
def test_every_power_of_the_boards_that_is_a_country_is_in_the_list(board: str) -> None:
    listed = set(chain(*(row.here for row in rows())))
    known = catalog.load(board).map
    powers = set(chain(*(known.get(group, {}) for group in GROUPS)))
    assert {power for power in powers if is_country("".join(words(power)))} <= listed


@pytest.mark.parametrize(
    ("board", "line", "meant"),
    [
        ("1936", "A Marseille - Spanien", "problem"),
        ("1926", "A Marseille - Spanien", "move A MAR > SPA"),
        ("standard", "F Nordsee - Norwegen", "move F NTH > NWY"),
        ("standard", "A Kiel - Pays-Bas", "move A KIE > HOL"),
        ("standard", "A Moskau - San Pietroburgo", "move A MOS > STP"),
        ("standard", "A Bohemia - Monaco di Baviera", "move A BOH > MUN"),
        ("1930", "L3 Wien - Budapest", "move L3 VIE > BUD"),
        ("1930s-world", "A Londres - Pays de Galles", "move A LON > WAL"),
        ("1936", "A Irland - Nordirland", "move A IRE > NIR"),
        ("1926", "A Irak - Arabie saoudite", "move A IRA > SAR"),
        ("1930", "2 PP Nordafrika", "allocate 2 North Africa"),
        ("1930", "Points Island 2", "allocate 2 Iceland"),
        ("1930s-world", "BID 3 Tailandia", "bid 3 Thailand"),
        ("1936", "DP 2: Países Bajos H", "points 2 (hold NET)"),
    ],
)
def test_lines_with_names_from_abroad(board: str, line: str, meant: str) -> None:
    assert told(line, board) == [meant]


@pytest.mark.parametrize(
    ("board", "line", "near"),
    [
        ("1930", "L5 Ber - Polen", "LPO"),
        ("1936", "A War - Pologne", "GPO"),
        ("1930", "L4 STP - Finnland", "SFI"),
        ("1930", "L2 Sofia - Grecia", "SGR"),
        ("1930s-world", "F Nyk - Angleterre", "NEN"),
        ("1930s-world", "A DVR - Amérique", "CEN"),
    ],
)
def test_a_country_is_no_space_that_only_holds_its_name(board: str, line: str, near: str) -> None:
    """It is asked back, and the space that has the name in its own is what may be meant first."""
    (problem,) = read(line, board)
    assert isinstance(problem, Problem)
    assert "is a country, not a space of this map" in problem.message
    assert next(place.spaces for one in problem.repairs for place in one.path) == (near,)
