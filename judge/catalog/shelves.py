"""Where variants lie: the folder that came with the judge, and those that its keeper keeps."""

from functools import cache
from pathlib import Path

from judge import resources

TRIED = "#"
"""What stands behind a folder's name in the names that are given to those that are tried out."""
_TRIED: dict[str, Path] = {}
"""Folders that are being checked, by the names given to them."""


def find(variant: str) -> Path | None:
    """The folder of ``variant``, None if there is none; of one name ours counts."""
    if variant in _TRIED:
        return _TRIED[variant]
    return _homes().get(variant) or find_kept().get(variant)


def try_out(home: Path) -> str:
    """A name under which the folder ``home`` can be loaded by this process alone, to check it."""
    name = f"{home.name}{TRIED}{len(_TRIED)}"
    _TRIED[name] = home
    return name


def name_of(text: str) -> str:
    """The name of a variant that is typed as such, or as the path of its folder: variants/yours."""
    home = Path(text).resolve()
    is_path = (home / "variant.toml").exists() and ("/" in text or find(text) is None)
    return try_out(home) if is_path else text


def is_installed(home: Path) -> bool:
    """Whether a folder came with the judge, whose tests check all of them."""
    return home.parent == resources.root("variants")


def list_installed() -> tuple[str, ...]:
    """The variants that came with the judge, sorted."""
    return tuple(_homes())


@cache
def _homes() -> dict[str, Path]:
    """The folders that came with the judge, by the names of their variants."""
    return dict(sorted(_folders(resources.root("variants")).items()))


def find_kept() -> dict[str, Path]:
    """The keeper's own variants by name; of two folders of one name the first shelf's counts."""
    shelves = reversed(resources.shelves())
    return {name: home for shelf in shelves for name, home in _folders(shelf).items()}


def _folders(shelf: Path) -> dict[str, Path]:
    """The variants of a shelf by name: folders with a variant.toml."""
    return {path.parent.name: path.parent for path in sorted(shelf.glob("*/variant.toml"))}
