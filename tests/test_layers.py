"""Layers are law: arrows point down only, and nobody asks for a variant by name."""

import ast
from pathlib import Path

import pytest

JUDGE = Path(__file__).parent.parent / "judge"

LAYERS = (
    {"__main__"},
    {"cli"},
    {"demo", "keeper"},
    {"batch"},
    {"game", "report"},
    {"catalog"},
    {"mechanics"},
    {"dip", "d100", "language", "mail"},
    {"kernel", "resources"},
)
RANK = {package: rank for rank, layer in enumerate(LAYERS) for package in layer}
PURE = ("dip", "d100", "mechanics", "kernel")
IMPURE_MODULES = {"time", "random", "os", "pathlib", "subprocess", "socket", "sqlite3", "secrets"}

FILES = sorted(JUDGE.rglob("*.py"))


def package(path: Path) -> str:
    """The layer member that a file belongs to: "dip", "cli"."""
    return path.relative_to(JUDGE).parts[0].removesuffix(".py")


def imported(path: Path) -> list[str]:
    """Every module that a file imports, wherever the import stands."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(JUDGE)))
def test_a_file_imports_only_from_layers_below_it(path: Path) -> None:
    mine = package(path)
    if mine == "__init__":
        return
    for name in imported(path):
        parts = name.split(".")
        if parts[0] != "judge" or len(parts) < 2 or parts[1] not in RANK:
            continue
        theirs = parts[1]
        assert theirs == mine or RANK[theirs] > RANK[mine], f"{path} imports {name}"


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if package(path) in PURE],
    ids=lambda path: str(path.relative_to(JUDGE)),
)
def test_engines_know_no_clock_no_files_and_no_randomness(path: Path) -> None:
    roots = {name.split(".")[0] for name in imported(path)}
    assert not roots & IMPURE_MODULES
    assert "lark" not in roots


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(JUDGE)))
def test_nobody_compares_with_the_name_of_a_variant(path: Path) -> None:
    variants = {folder.parent.name for folder in JUDGE.parent.glob("variants/*/variant.toml")}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            named = {side.value for side in sides if isinstance(side, ast.Constant)}
            assert not named & variants, f"{path}:{node.lineno} asks for a variant by name"
