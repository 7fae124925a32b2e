"""What variants/README.md shows makes a variant, to the letter."""

import re
from pathlib import Path

import pytest

from judge import resources
from judge.catalog import variant
from judge.keeper import variant_check

PAGE = (resources.root("variants") / "README.md").read_text("utf-8")


def block(heading: str, kind: str) -> str:
    """The first example of a kind below a heading."""
    below = PAGE[PAGE.index(f"\n## {heading}\n") :]
    found = re.search(rf"```{kind}\n(.*?)```", below, re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder made of the page's examples."""
    home = tmp_path / "yours"
    (home / "cases").mkdir(parents=True)
    (home / "variant.toml").write_text(block("variant.toml", "toml"))
    (home / "map.toml").write_text(block("map.toml", "toml"))
    (home / "cases" / "yours.jsonl").write_text(block("Cases", "json"))
    (home / "RULES.md").write_text("# Two Rivers\n")
    return home


def test_the_examples_of_the_page_are_a_sound_variant(folder: Path) -> None:
    assert variant_check.faults(folder) == []


def test_the_rule_of_the_page_is_obeyed(folder: Path) -> None:
    (folder / "rules.py").write_text(block("A rule of its own", "python"))
    toml = folder / "variant.toml"
    toml.write_text(toml.read_text().replace('["sites"]', '["rules"]'))
    assert variant_check.faults(folder) == []
    engine = variant.load(variant.try_out(folder)).engine
    request = {
        "phase": "W1901A",
        "units": {},
        "centers": {"North": ["BRU"]},
        "orders": {"North": ["A BRU B"]},
    }
    assert engine.adjudicate(request)["after"] == {"North": ["A BRU"]}


WHOLE = [name for name in variant.names() if "base" not in variant.load(name).rules]


@pytest.mark.parametrize("name", WHOLE)
def test_a_variant_that_stands_on_each_of_ours_is_sound(tmp_path: Path, name: str) -> None:
    home = tmp_path / "yours"
    home.mkdir()
    (home / "variant.toml").write_text(f'title = "Yours"\nbase = "{name}"\n')
    rules, map_data = variant.read(home)
    assert list(variant.file_faults(rules, map_data)) == []
    assert map_data["spaces"] == list(variant.load(name).map["spaces"])
