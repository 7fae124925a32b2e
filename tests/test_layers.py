"""Layers are law: setup.cfg draws them, and nobody asks for a variant by name."""

import ast
import re
from configparser import ConfigParser
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

TREE = Path(__file__).parent.parent


def test_arrows_point_down_and_nobody_imports_himself_round_a_corner(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Contracts of import-linter: rooms, what stands in them, no circles, pure engines."""
    failed = lint_imports(config_filename=str(TREE / "setup.cfg"), no_cache=True, no_logo=True)
    assert not failed, capsys.readouterr().out


def drawn_in_readme() -> list[str]:
    """The layers that README draws, a line each before what is said of it."""
    text = (TREE / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"(?ms)^```\n(cli .*?)^```$", text)
    lines = [re.fullmatch(r"(\S.*?) {2,}\S.*", line) for line in block.splitlines()]
    assert all(lines), "a line has no two blanks, or nothing behind them"
    return [line[1] for line in lines if line]


def test_readme_draws_the_rooms_as_the_law_does() -> None:
    law = ConfigParser()
    law.read(TREE / "setup.cfg")
    layers = law["importlinter:contract:rooms"]["layers"].split("\n")
    assert drawn_in_readme() == [line for line in layers if line not in {"", "__main__"}]


def test_readme_is_short() -> None:
    lines = (TREE / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150
    assert max(map(len, lines)) <= 110


def links(page: Path) -> list[str]:
    """The files of this project that a page links to."""
    found: list[str] = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(
    "page",
    [*TREE.glob("*.md"), *TREE.glob("docs/*.md"), TREE / "variants" / "README.md"],
    ids=lambda page: str(page.relative_to(TREE)),
)
def test_links_lead_somewhere(page: Path) -> None:
    assert [link for link in links(page) if not (page.parent / link).exists()] == []


def test_nobody_compares_with_the_name_of_a_variant() -> None:
    variants = {folder.parent.name for folder in TREE.glob("variants/*/variant.toml")}
    for path in TREE.glob("judge/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                named = {side.value for side in sides if isinstance(side, ast.Constant)}
                assert not named & variants, f"{path}:{node.lineno} asks for a variant by name"
