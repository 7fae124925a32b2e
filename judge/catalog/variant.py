"""A variant is a folder of variants/: its data loaded, its engine and vocabulary built."""

import tomllib
from collections.abc import Mapping
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from judge import resources
from judge.kernel.engine import Engine
from judge.kernel.errors import InputError

if TYPE_CHECKING:
    from judge.language.vocabulary import Vocabulary


class Variant(Struct, frozen=True, dict=True):
    """One variant: ``rules`` is its variant.toml, ``map`` its map.toml, as plain data."""

    folder: Path
    rules: Mapping[str, Any]
    map: Mapping[str, Any]

    @property
    def id(self) -> str:
        """The folder's name, as players write it."""
        return self.folder.name

    @property
    def title(self) -> str:
        """The name in full."""
        return str(self.rules["title"])

    @property
    def engine_name(self) -> str:
        """The package that plays it: "dip" or "d100"; names the order grammar too."""
        return str(self.rules["engine"])

    @property
    def dice(self) -> bool:
        """Whether its rules throw dice, so that a game's secret has to be published."""
        return bool(self.rules.get("dice", False))

    @property
    def meanings(self) -> Mapping[str, str]:
        """What each option of its engine does, in words."""
        return dict(self.rules.get("meanings", {}))

    @property
    def needs(self) -> Mapping[str, str]:
        """The option that has to be on, too, where another one is: paratroops need air."""
        return dict(self.rules.get("needs", {}))

    @cached_property
    def engine(self) -> Engine[Any]:
        """The variant's rules behind the engine door."""
        built: Engine[Any] = import_module(f"judge.{self.engine_name}.build").build(
            self.rules, self.map, _extensions(self.rules, self.map)
        )
        return built

    @cached_property
    def vocabulary(self) -> "Vocabulary":
        """The names that players may type; imported late, since most runs read no orders."""
        from judge.language.vocabulary import from_map  # noqa: PLC0415

        return from_map(self.map)

    @property
    def sample(self) -> str:
        """An order as it may be typed on this board: "A VIE - BOH"."""
        arm, space, neighbour = self.vocabulary.samples
        return f"{arm} {space} - {neighbour}"


def _extensions(rules: Mapping[str, Any], map_data: Mapping[str, Any]) -> tuple[Any, ...]:
    """The mechanics that variant.toml lists, in its order; they find map.toml under "map"."""
    known = {**rules, "map": map_data}
    return tuple(
        import_module(f"judge.mechanics.{name}").build(known) for name in rules["mechanics"]
    )


@cache
def load(variant: str) -> Variant:
    """Load ``variant`` ("standard") or raise InputError with the names there are."""
    folder = resources.root("variants") / variant
    if variant not in names():
        known = ", ".join(names())
        raise InputError(f"There is no variant '{variant}'; there are: {known}.")
    return Variant(folder, _toml(folder / "variant.toml"), _toml(folder / "map.toml"))


@cache
def names() -> tuple[str, ...]:
    """The variants that exist, sorted."""
    home = resources.root("variants")
    return tuple(sorted(path.parent.name for path in home.glob("*/variant.toml")))


def named(typed: str) -> str | None:
    """The variant that people mean by its name or how it begins: "1930!", "Standard", "1930s"."""
    word = "".join(letter for letter in typed.lower() if letter.isalnum() or letter == "-")
    if word in names():
        return word
    near = [name for name in names() if word and name.startswith(word)]
    return near[0] if len(near) == 1 else None


def _toml(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)
