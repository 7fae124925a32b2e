"""What variants/README.md shows makes a variant, to the letter."""

import json
import re
from inspect import signature
from pathlib import Path

import pytest
from click.testing import CliRunner

import judge
from judge import cli
from judge.catalog import shelves, variant
from judge.dip.seams.mechanic import seams
from judge.game.terms.settings import SETTINGS
from judge.keeper import variant_check
from tests.catalog.pages import PAGE, block, write_example, write_order


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder made of the page's examples."""
    return write_example(tmp_path / "yours")


def test_the_examples_of_the_page_are_a_sound_variant(folder: Path) -> None:
    assert variant_check.faults(folder) == []


def test_the_rule_of_the_page_is_obeyed(folder: Path) -> None:
    (folder / "rules.py").write_text(block("A rule of its own", "python"))
    toml = folder / "variant.toml"
    toml.write_text(toml.read_text().replace('["sites"]', '["rules"]'))
    assert variant_check.faults(folder) == []
    engine = variant.load(shelves.try_out(folder)).engine
    request = {
        "phase": "W1901A",
        "units": {},
        "centers": {"North": ["BRU"]},
        "orders": {"North": ["A BRU B"]},
    }
    assert engine.adjudicate(request)["after"] == {"North": ["A BRU"]}


def test_the_order_of_the_page_is_taken(tmp_path: Path) -> None:
    assert variant_check.faults(write_order(tmp_path / "yours")) == []


def test_the_page_lists_every_seam_with_what_goes_in() -> None:
    listed = re.findall(r"^\| `(\w+)\((.*?)\)` \|", PAGE, re.MULTILINE)
    known = {name: list(signature(method).parameters)[1:] for name, method in seams()}
    assert {name: ", ".join(taken) for name, taken in known.items()} == dict(listed)


def test_the_page_lists_every_option_that_a_variant_may_set() -> None:
    paragraph = PAGE[PAGE.index("`[usual]` are options") : PAGE.index("`[meanings]` says")]
    listed = re.findall(r"`([a-z-]+)`", paragraph)
    assert [setting.name for setting in SETTINGS] == listed


WHOLE = [name for name in variant.names() if "base" not in variant.load(name).rules]


@pytest.mark.parametrize("name", WHOLE)
def test_a_variant_that_stands_on_each_of_ours_is_sound(tmp_path: Path, name: str) -> None:
    home = tmp_path / "yours"
    home.mkdir()
    (home / "variant.toml").write_text(f'title = "Yours"\nbase = "{name}"\n')
    rules, map_data = variant.read(home)
    assert list(variant.file_faults(rules, map_data)) == []
    assert map_data["spaces"] == list(variant.load(name).map["spaces"])


def test_a_folder_is_loaded_and_read_by_its_path(folder: Path) -> None:
    rivers = judge.load(str(folder))
    turn = rivers.play(rivers.start(), {"North": ["A AAR - BRU"]})
    assert turn.position["units"]["North"] == ["A BRU"]
    typed = ["parse", "--variant", str(folder), "--power", "North", "--phase", "S1901M"]
    shown = CliRunner().invoke(cli.main, typed, input="A Aar - Brugg\n").stdout
    assert [json.loads(line)["order"] for line in shown.splitlines()] == ["A AAR - BRU"]


def test_a_path_without_a_variant_is_a_name_that_there_is_not(tmp_path: Path) -> None:
    with pytest.raises(judge.InputError, match=f"There is no variant '{tmp_path}'; there are: "):
        judge.load(str(tmp_path))
