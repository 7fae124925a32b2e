"""Other ends of a game, and other sites of builds, as options of variant.toml."""

from pathlib import Path
from typing import Any

import pytest

from judge.catalog import shelves, variant
from judge.kernel.dice import NoDice
from judge.kernel.engine import Engine


def made(folder: Path, options: str) -> Engine[Any]:
    """The standard game with other ends and sites."""
    folder.mkdir()
    (folder / "variant.toml").write_text(f'title = "Mine"\nbase = "standard"\n{options}\n')
    return variant.load(shelves.try_out(folder)).engine


def winners(engine: Engine[Any], year: int, counts: dict[str, int]) -> tuple[str, ...]:
    """Who has won after a fall in which powers hold so many centres."""
    spaces = iter(sorted({"BEL", "HOL", "DEN", "NWY", "SWE", "SPA", "POR", "TUN", "SER", "GRE"}))
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
