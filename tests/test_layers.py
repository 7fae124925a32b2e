"""Layers are law: arrows point down only, and nobody asks for a variant by name."""

import ast
import re
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

JUDGE = Path(__file__).parent.parent / "judge"

README = (JUDGE.parent / "README.md").read_text("utf-8")
_LAW = README[README.index("Who may import whom is law") :].partition("\n\n")[0]
"""What README's Architecture says of layers, which nothing else says."""
_MEMBERS = re.compile(r"\w+")


def layers(chain: str) -> tuple[frozenset[str], ...]:
    """Layers from above to below, as words have them: "cli > { demo, keeper } > kernel"."""
    return tuple(frozenset(_MEMBERS.findall(layer)) for layer in chain.split(">"))


LAYERS = layers(re.findall("`([^`]*)`", _LAW)[0])
"""The packages from above to below."""
INSIDE = {name: layers(chain) for name, chain in re.findall(r"inside (\w+) `([^`]*)`", _LAW)}
"""The same inside a package of packages."""
RANK = {package: rank for rank, layer in enumerate(LAYERS) for package in layer}
PURE = ("dip", "d100", "mechanics", "kernel")
IMPURE_MODULES = {"time", "random", "os", "pathlib", "subprocess", "socket", "sqlite3", "secrets"}

FILES = sorted(JUDGE.rglob("*.py"))


MODULES = {
    ".".join(path.relative_to(JUDGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in FILES
}
PACKAGES = sorted(name for name, path in MODULES.items() if path.name == "__init__.py")


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


def siblings(outer: str) -> dict[str, set[str]]:
    """Of each module and package in the package ``outer`` those that it imports."""
    arrows: dict[str, set[str]] = defaultdict(set)
    for name, path in MODULES.items():
        if not name.startswith(f"{outer}."):
            continue
        mine = name.removeprefix(f"{outer}.").split(".")[0]
        inside = (one for one in imported(path) if one.startswith(f"{outer}."))
        found = {one.removeprefix(f"{outer}.").split(".")[0] for one in inside}
        arrows[mine] |= {one for one in found if f"{outer}.{one}" in MODULES} - {mine}
    return arrows


def test_readme_names_every_package_once() -> None:
    named = [name for layer in LAYERS for name in layer]
    there = {path.stem for path in JUDGE.iterdir() if path.suffix == ".py" or path in _homes()}
    assert sorted(named) == sorted(there - {"__init__"})
    for outer, inside in INSIDE.items():
        named = [name for layer in inside for name in layer]
        assert len(named) == len({*named})
        for name in named:
            assert f"judge.{outer}.{name}" in MODULES, f"README: {outer} has no {name}"


def _homes() -> set[Path]:
    """The folders of packages."""
    return {path.parent for path in MODULES.values() if path.name == "__init__.py"}


def test_layers_are_read_as_readme_writes_them() -> None:
    read = layers("cli >\n{ demo, keeper } > kernel")
    assert [*map(sorted, read)] == [["cli"], ["demo", "keeper"], ["kernel"]]


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


@pytest.mark.parametrize("outer", sorted(INSIDE))
def test_packages_of_a_package_point_down(outer: str) -> None:
    rank = {name: number for number, layer in enumerate(INSIDE[outer]) for name in layer}
    arrows = {one: found for one, found in siblings(f"judge.{outer}").items() if found}
    assert {*arrows} | set().union(*arrows.values()) == {*rank}
    for one, found in arrows.items():
        assert all(rank[other] > rank[one] for other in found), f"{outer}: {one} imports {found}"


@pytest.mark.parametrize("outer", PACKAGES)
def test_no_two_of_a_package_import_each_other_round_any_corner(outer: str) -> None:
    """Modules and packages alike, at every level; imports for types alone count."""
    try:
        TopologicalSorter(siblings(outer)).prepare()
    except CycleError as error:
        pytest.fail(f"{outer}: {' -> '.join(error.args[1])}")


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
