"""Other ends of a game, and other sites of builds, as options of variant.toml."""

from pathlib import Path
from typing import Any

import pytest

import judge
from judge.catalog import shelves, variant
from judge.kernel.dice import NoDice
from judge.kernel.engine import Engine
from judge.kernel.errors import InputError

CENTRES = ("BEL", "BUL", "DEN", "GRE", "HOL", "NWY", "POR", "RUM", "SER", "SPA", "SWE", "TUN")


def made(folder: Path, options: str) -> Engine[Any]:
    """The standard game with other ends and sites."""
    folder.mkdir()
    (folder / "variant.toml").write_text(f'title = "Mine"\nbase = "standard"\n{options}\n')
    return variant.load(shelves.try_out(folder)).engine


def winners(engine: Engine[Any], year: int, counts: dict[str, int]) -> tuple[str, ...]:
    """Who has won after a fall in which powers hold so many centres."""
    spaces = iter(CENTRES)
    centers = {power: [next(spaces) for _ in range(count)] for power, count in counts.items()}
    request = {"phase": f"F{year}M", "units": {}, "centers": centers}
    return engine.turn(engine.position(request), {}, NoDice()).winners


@pytest.mark.parametrize(
    ("options", "year", "counts", "won"),
    [
        ("[ending]\ntargets = { France = 4 }", 1905, {"France": 4, "Italy": 5}, ("France",)),
        ("[ending]\ntargets = { France = 4 }", 1905, {"France": 3, "Italy": 5}, ()),
        ("[ending]\ntargets = { France = 4, Italy = 5 }", 1905, {"France": 4, "Italy": 5}, ()),
        (
            "[ending]\nshared = true\ntargets = { France = 4, Italy = 5 }",
            1905,
            {"France": 4, "Italy": 5},
            ("France", "Italy"),
        ),
        ('[ending]\nlast_year = "1907"', 1906, {"France": 4, "Italy": 5}, ()),
        ('[ending]\nlast_year = "1907"', 1907, {"France": 4, "Italy": 5}, ("Italy",)),
        ('[ending]\nlast_year = "1907"', 1907, {"France": 5, "Italy": 5}, ("France", "Italy")),
    ],
)
def test_a_game_ends_as_variant_toml_says(
    tmp_path: Path, options: str, year: int, counts: dict[str, int], won: tuple[str, ...]
) -> None:
    assert winners(made(tmp_path / "mine", options), year, counts) == won


@pytest.mark.parametrize(("options", "built"), [("", {}), ("anywhere = true", ["A BEL"])])
def test_builds_anywhere_are_an_option(tmp_path: Path, options: str, built: object) -> None:
    engine = made(tmp_path / "mine", f"[ending]\nshared = true\n[sites]\n{options}")
    request = {
        "phase": "W1901A",
        "units": {},
        "centers": {"France": ["BEL"]},
        "orders": {"France": ["A BEL B"]},
    }
    assert engine.adjudicate(request)["after"] == ({"France": built} if built else {})


@pytest.mark.parametrize(
    ("options", "year", "counts", "won"),
    [
        ({"victory": 5}, 1905, {"France": 5, "Italy": 4}, ["France"]),
        ({"victory": 5}, 1905, {"France": 5, "Italy": 5}, []),
        ({"victory": 5, "shared": True}, 1905, {"France": 6, "Italy": 5}, ["France", "Italy"]),
        ({"last-year": 1905}, 1904, {"France": 6, "Italy": 5}, []),
        ({"last-year": 1905}, 1905, {"France": 5, "Italy": 5}, ["France", "Italy"]),
        ({"last_year": "1905"}, 1905, {"France": 6, "Italy": 5}, ["France"]),
    ],
)
def test_a_request_chooses_its_end_by_the_names_of_the_mails(
    options: dict[str, Any], year: int, counts: dict[str, int], won: list[str]
) -> None:
    spaces = iter(CENTRES)
    centers = {power: [next(spaces) for _ in range(count)] for power, count in counts.items()}
    asked = judge.load("standard")
    told = asked.adjudicate(phase=f"F{year}M", units={}, centers=centers, options=options)
    assert (told.get("winners") or ([told["winner"]] if told["winner"] else [])) == won


@pytest.mark.parametrize("written", ["builds", "building", "sites"])
def test_a_request_builds_anywhere(written: str) -> None:
    told = judge.load("standard").adjudicate(
        phase="W1901A",
        units={},
        centers={"France": ["BEL"]},
        orders={"France": ["A BEL B"]},
        options={written: "anywhere"},
    )
    assert told["after"] == {"France": ["A BEL"]}


def test_a_request_is_refused_what_its_board_forbids() -> None:
    with pytest.raises(InputError, match=r"options\.victory: it can't be chosen here\. R63: "):
        judge.load("1930").start(victory=600)
