"""A variant's author is told what is wrong with his folder, a sentence each."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge import cli, mechanics, resources
from judge.catalog import check, variant

STANDARD = resources.root("variants") / "standard"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the standard game to spoil."""
    return Path(shutil.copytree(STANDARD, tmp_path / "mine"))


def spoil(folder: Path, old: str, new: str, name: str = "map.toml") -> None:
    """Change the first ``old`` of a file."""
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))


@pytest.mark.parametrize("name", variant.names())
def test_the_variants_that_we_ship_are_sound(name: str) -> None:
    assert check.faults(variant.load(name).folder) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('army = ["ARM", "CON"', 'army = ["CON"', "armies go from ARM to ANK, but not back."),
        ('fleet = ["ARM", "BLA"', 'fleet = ["BLA"', "fleets go from ARM to ANK, but not back."),
        ('army = ["ARM"', 'army = ["ARX"', "ANK borders on ARX, which is no place."),
        ('name = "Ankara"', 'name = "Armenia"', "'Armenia' means ANK and ARM."),
        ('id = "ANK"', 'id = "ARM"', "map.toml has 2 spaces ARM."),
        ('home = ["BUD"', 'home = ["BUX"', "home of Austria: BUX is no space."),
        ('"A BUD"', '"A VIE"', "Austria's A VIE"),
        ('"A BUD"', '"A XYZ"', "units of Austria: 'A XYZ' stands in no space."),
        ("[[spaces]]", "[[spaces", "map.toml is no TOML"),
        ("victory = 18", "", "No game can start: KeyError: 'victory'."),
        ("fleet_sc", "fleet_xx", "lists no borders (fleet_sc)."),
    ],
)
def test_what_is_wrong_with_a_map_is_told(folder: Path, old: str, new: str, told: str) -> None:
    spoil(folder, old, new)
    assert any(told in fault for fault in check.faults(folder))


def test_what_is_missing_is_told(folder: Path) -> None:
    (folder / "RULES.md").unlink()
    (folder / "cases" / "datc.jsonl").unlink()
    assert [fault.partition(":")[0] for fault in check.faults(folder)] == [
        "There is no RULES.md",
        "There are no cases (cases/*.jsonl)",
    ]
    (folder / "map.toml").unlink()
    assert check.faults(folder) == ["There is no map.toml."]


def test_an_engine_that_nobody_has_is_told(folder: Path) -> None:
    spoil(folder, 'engine = "dip"', 'engine = "chess"', "variant.toml")
    assert check.faults(folder) == [
        "No game can start: ModuleNotFoundError: No module named 'judge.chess'."
    ]


def test_the_command_prints_the_faults_and_fails(folder: Path) -> None:
    done = CliRunner().invoke(cli.main, ["check", str(folder)])
    assert (done.exit_code, done.output) == (0, "")
    (folder / "RULES.md").unlink()
    done = CliRunner().invoke(cli.main, ["check", str(folder)])
    assert done.exit_code == 1
    assert done.output.startswith("There is no RULES.md")


def test_a_mechanic_with_a_misspelt_seam_is_named(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mechanics, "__path__", [*mechanics.__path__, str(tmp_path)])
    (tmp_path / "anywhere.py").write_text(
        "from judge.dip.seams.mechanic import Mechanic\n"
        "class Anywhere(Mechanic):\n"
        "    def site(self, state, board, power, answer):\n"
        "        return tuple(state.centers[power])\n"
    )
    spoil(folder, "mechanics = []", 'mechanics = ["anywhere"]', "variant.toml")
    (told,) = check.faults(folder)
    assert "Anywhere.site is no seam (did you mean 'sites'?)" in told
