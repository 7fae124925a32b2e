"""Layers are law: arrows point down only, and nobody asks for a variant by name."""

import ast
from collections.abc import Mapping
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
INSIDE = {"dip": ("", "reading", "play", "seams", "contest", "orders", "ground")}
"""The folders of a package from the roof down; "" are its own modules."""
CIRCLE_FREE = ("dip", "d100", "mechanics", "catalog", "kernel")
"""The packages in which no import leads back to where it began."""
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


def module(path: Path) -> str:
    """The name under which a file is imported: "judge.dip.play.turn"."""
    return ".".join(path.relative_to(JUDGE.parent).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module(path): path for path in FILES}


def arrows(name: str) -> set[str]:
    """The modules of ours that a module imports, for types only or late as well."""
    parents = {thing: thing.rpartition(".")[0] for thing in imported(MODULES[name])}
    meant = {thing if thing in MODULES else parent for thing, parent in parents.items()}
    return (meant & MODULES.keys()) - {name}


def graph(package: str, parts: int) -> dict[str, set[str]]:
    """The arrows inside a package, between what has the first ``parts`` of its names in common."""
    found: dict[str, set[str]] = {}
    for name in sorted(MODULES):
        if name.split(".")[1:2] == [package]:
            mine = ".".join(name.split(".")[:parts])
            theirs = {".".join(target.split(".")[:parts]) for target in arrows(name)}
            inside = {target for target in theirs if target.split(".")[1:2] == [package]}
            found.setdefault(mine, set()).update(inside - {mine})
    return found


def circle(arrows_of: Mapping[str, set[str]]) -> list[str]:
    """What leads back to where it began, as one walks it; [] if nothing does."""
    done: set[str] = set()

    def walk(name: str, trail: list[str]) -> list[str]:
        if name in trail:
            return [*trail[trail.index(name) :], name]
        if name in done:
            return []
        found = [walk(other, [*trail, name]) for other in sorted(arrows_of[name])]
        done.add(name)
        return next(filter(None, found), [])

    return next(filter(None, (walk(name, []) for name in arrows_of)), [])


@pytest.mark.parametrize("package", CIRCLE_FREE)
def test_no_modules_import_each_other_in_a_circle(package: str) -> None:
    assert not circle(graph(package, 9))


@pytest.mark.parametrize("package", CIRCLE_FREE)
def test_no_folders_import_each_other_in_a_circle(package: str) -> None:
    assert not circle(graph(package, 3))


def test_a_circle_of_imports_is_found() -> None:
    found = circle({"a": {"b"}, "b": {"c"}, "c": {"d", "b"}, "d": set()})
    assert found == ["b", "c", "b"]


@pytest.mark.parametrize("package", sorted(INSIDE))
def test_the_folders_of_a_package_import_downwards_only(package: str) -> None:
    floors = INSIDE[package]
    for name in MODULES:
        if not name.startswith(f"judge.{package}."):
            continue
        for target in arrows(name):
            if target.startswith(f"judge.{package}."):
                mine, theirs = folder(name), folder(target)
                assert floors.index(mine) <= floors.index(theirs), f"{name} imports {target}"


def folder(name: str) -> str:
    """The folder inside its package that a module lies in, "" if in none."""
    path = MODULES[name].relative_to(JUDGE)
    return path.parts[1] if len(path.parts) > 2 else ""


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
