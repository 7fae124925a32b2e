"""Layers are law: setup.cfg draws them, and nobody asks for a variant by name."""

import ast
import re
from configparser import ConfigParser
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

TREE = Path(__file__).parent.parent
_NAME = re.compile(r"\w+")


def test_arrows_point_down_and_nobody_imports_himself_round_a_corner(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Contracts of import-linter: rooms, what stands in them, no circles, pure engines."""
    failed = lint_imports(config_filename=str(TREE / "setup.cfg"), no_cache=True, no_logo=True)
    assert not failed, capsys.readouterr().out


def test_readme_draws_the_rooms_as_the_law_does() -> None:
    law = ConfigParser()
    law.read(TREE / "setup.cfg")
    layers = [
        [room for room in _NAME.findall(line) if room != "__main__"]
        for line in law["importlinter:contract:rooms"]["layers"].strip().splitlines()
    ]
    drawn = re.findall(r"(?m)^ {4}judge/(.*?) {2,}", (TREE / "README.md").read_text())
    assert [_NAME.findall(line.replace(".py", "")) for line in drawn] == [
        one for one in layers if one
    ]


def test_nobody_compares_with_the_name_of_a_variant() -> None:
    variants = {folder.parent.name for folder in TREE.glob("variants/*/variant.toml")}
    for path in TREE.glob("judge/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                named = {side.value for side in sides if isinstance(side, ast.Constant)}
                assert not named & variants, f"{path}:{node.lineno} asks for a variant by name"
