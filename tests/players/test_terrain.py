"""What places are worth near which centres: the nearer the more, and by whose season it is."""

import pytest

from judge.rules.computers.view import Terrain, survey_terrain
from tests.mechanics import boards


def standard() -> Terrain:
    """The terrain of the standard board."""
    return survey_terrain(boards.engine("standard").game.board)


def near(place: str, center: str, arm: str = "A", *, last: bool = True) -> float:
    """How much a centre counts in a place."""
    terrain = standard()
    board = terrain.board
    table = terrain.fall if last else terrain.spring
    return table[arm][board.loc_of[place]][terrain.centers.index(board.loc_of[center])]


WAYS = [
    ("A", "MUN", ["MUN", "BUR", "PAR", "BRE"]),
    ("A", "SEV", ["SEV", "UKR", "WAR", "PRU", "BER", "KIE", "RUH", "BUR", "GAS", "SPA", "POR"]),
    ("F", "LON", ["LON", "NTH", "NWG", "BAR", "STP/NC"]),
    ("F", "BRE", ["BRE", "MAO", "WES", "TYS", "ION", "AEG", "CON", "BLA"]),
]


@pytest.mark.parametrize(("arm", "center", "way"), WAYS)
@pytest.mark.parametrize("last", [True, False])
def test_the_nearer_a_centre_is_the_more_it_counts(
    arm: str, center: str, way: list[str], last: bool
) -> None:
    counts = [near(place, center, arm, last=last) for place in way]
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts[:10])) == len(counts[:10])


def test_a_centre_counts_up_to_nine_steps_away_and_only_where_a_way_leads() -> None:
    assert near("SMY", "POR") > 0
    assert near("SYR", "POR") == 0
    assert near("LON", "MUN") == 0


def test_before_the_owners_change_it_counts_more_to_be_there_else_to_be_beside_it() -> None:
    assert near("MUN", "MUN") > 10 * near("BUR", "MUN")
    assert near("MUN", "MUN", last=False) < 2 * near("BUR", "MUN", last=False)


@pytest.mark.parametrize(
    ("arm", "place", "center", "moves"),
    [
        ("A", "POR", "POR", 0),
        ("A", "SPA", "POR", 1),
        ("A", "MUN", "POR", 4),
        ("A", "LON", "POR", 5),
        ("A", "MOS", "POR", 5),
        ("F", "LON", "POR", 3),
        ("F", "STP/SC", "NWY", 3),
    ],
)
def test_moves_to_a_centre_are_counted_up_to_five(
    arm: str, place: str, center: str, moves: int
) -> None:
    terrain = standard()
    board = terrain.board
    row = terrain.far[arm][board.loc_of[place]]
    assert row[terrain.centers.index(board.loc_of[center])] == moves


def test_a_fleet_counts_on_its_own_coast() -> None:
    assert near("STP/NC", "NWY", "F") > 5 * near("STP/SC", "NWY", "F")
    assert near("STP/SC", "SWE", "F") > 1.5 * near("STP/NC", "SWE", "F")
    assert near("SPA/SC", "SPA", "F") > 900


def test_from_a_water_an_army_lands_on_every_coast_that_it_touches() -> None:
    terrain = standard()
    board = terrain.board
    landings = {
        board.spaces[water]: {board.spaces[port] for port in ports}
        for water, ports in terrain.landings.items()
    }
    assert len(landings) == 19
    assert landings["ENG"] == {"LON", "WAL", "BRE", "PIC", "BEL"}
    assert landings["BAR"] == {"STP", "NWY"}
    assert landings["ADR"] == {"VEN", "TRI", "ALB", "APU"}


def test_each_board_is_surveyed_once() -> None:
    other = boards.engine("1900").game.board
    assert standard() is standard()
    assert survey_terrain(other).board is other
    assert survey_terrain(other) is not standard()
    assert set(survey_terrain(other).fall) == {"A", "F"}


@pytest.mark.parametrize("name", ["standard", "1900"])
def test_two_steps_from_a_centre_all_seasons_are_alike(name: str) -> None:
    """The season only says whether it is better to be there or beside it."""
    terrain = survey_terrain(boards.engine(name).game.board)
    board = terrain.board
    for arm, places in terrain.fall.items():
        for loc, rows in enumerate(zip(places, terrain.spring[arm], strict=True)):
            near = {board.space_of[step] for step in (loc, *board.steps[arm][loc])}
            for center, fall, spring in zip(terrain.centers, *rows, strict=True):
                assert (fall == spring) == (fall == 0 or center not in near)
