"""The boards, border by border, against the lists of borders by region in the same maps."""

import pytest

from judge.catalog import variant
from tests.mechanics.boards import engine

VARIANTS = ("1900", "1926", "1936")
PASSAGES = {"1900": {frozenset(("EGY", "MAO")), frozenset(("HEJ", "MAO"))}}


def borders(name: str) -> set[frozenset[str]]:
    """Every pair of spaces between which some unit moves."""
    board = engine(name).game.board
    return {
        frozenset((board.spaces[board.space_of[here]], board.spaces[board.space_of[there]]))
        for steps in board.steps.values()
        for here, goals in enumerate(steps)
        for there in goals
    }


@pytest.mark.parametrize("name", VARIANTS)
def test_the_board_has_the_borders_of_the_map_and_no_other(name: str) -> None:
    groups = variant.load(name).map["edge_groups"]
    listed = {frozenset(pair.split("-")) for group in groups for pair in group["pairs"]}
    assert borders(name) == listed | PASSAGES.get(name, set())


@pytest.mark.parametrize("name", VARIANTS)
def test_every_way_leads_back(name: str) -> None:
    for steps in engine(name).game.board.steps.values():
        for here, goals in enumerate(steps):
            assert all(here in steps[there] for there in goals)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_board_has_as_many_of_everything_as_the_map_counts(name: str) -> None:
    data, board = variant.load(name).map, engine(name).game.board
    assert len(board.spaces) == data["counts"]["spaces"]
    assert len(board.centers) == data["counts"]["scs"]
    for kind in ("land", "coast", "sea"):
        assert board.kinds.count(kind) == data["counts"][kind]
    units = sum(len(power.units) for power in board.powers.values())
    assert units == data["counts"]["units_at_start"]


@pytest.mark.parametrize("name", VARIANTS)
def test_what_the_documents_say_of_borders_holds(name: str) -> None:
    met = borders(name)
    holding = [it for it in variant.load(name).map["statements"] if it["status"] == "holds"]
    for statement in holding:
        for pair in (*statement.get("adjacent", ()), *statement.get("army", ())):
            assert frozenset(pair) in met
        for pair in statement.get("not_adjacent", ()):
            assert frozenset(pair) not in met
        for only in statement.get("only", ()):
            near = {frozenset((only["space"], other)) for other in only["neighbours"]}
            assert {pair for pair in met if only["space"] in pair} == near
