"""A variant is a folder of variants/: its data loaded, its engine and vocabulary built."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from judge import resources
from judge.catalog import based
from judge.kernel.engine import Engine
from judge.kernel.errors import InputError

if TYPE_CHECKING:
    from judge.language.vocabulary import Vocabulary


OWN = "rules"
"""The mechanic that a variant's own rules.py is."""


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
            self.rules, self.map, self._extensions()
        )
        return built

    @cached_property
    def vocabulary(self) -> "Vocabulary":
        """The names that players may type; imported late, since most runs read no orders."""
        from judge.language.vocabulary import from_map  # noqa: PLC0415

        return from_map(self.map)

    def _extensions(self) -> tuple[Any, ...]:
        """The mechanics that variant.toml lists, in its order; they find map.toml under "map"."""
        known = {**self.rules, "map": self.map}
        return tuple(self._mechanic(name).build(known) for name in self.rules.get("mechanics", ()))

    def _mechanic(self, name: str) -> ModuleType:
        """The module of a mechanic: of judge.mechanics, or the folder's own rules.py."""
        if name != OWN:
            return import_module(f"judge.mechanics.{name}")
        spec = spec_from_file_location(f"variant {self.folder}", self.folder / f"{OWN}.py")
        if spec is None or spec.loader is None:
            raise ImportError(f"{self.folder / OWN}.py can't be loaded")
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def has_mechanic(self, name: str) -> bool:
        """Whether there is a mechanic of this name."""
        if name == OWN:
            return (self.folder / f"{OWN}.py").exists()
        try:
            return find_spec(f"judge.mechanics.{name}") is not None
        except ModuleNotFoundError:
            return False

    @property
    def shapes_folder(self) -> Path:
        """Where its outlines lie: its own folder, or that of a base whose spaces it has all."""
        base = str(self.rules.get("base", ""))
        if (self.folder / "shapes.json").exists() or not base:
            return self.folder
        mine = {space["id"] for space in self.map["spaces"]}
        theirs = {space["id"] for space in load(base).map["spaces"]}
        return folder(base) if mine == theirs else self.folder

    @property
    def sample(self) -> str:
        """An order as it may be typed on this board: "A VIE - BOH"."""
        arm, space, neighbour = self.vocabulary.samples
        return f"{arm} {space} - {neighbour}"


@cache
def load(variant: str) -> Variant:
    """Load ``variant`` ("standard").

    Raises InputError with the names there are, or with all that its files hold and should not.
    """
    home = folder(variant)
    rules, map_data = read(home)
    faults = [] if _is_installed(home) else list(file_faults(rules, map_data))
    if faults:
        raise InputError("\n".join(faults))
    return Variant(home, rules, map_data)


def read(home: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """variant.toml and map.toml of a folder, over those of its base; raises InputError."""
    rules = read_toml(home / "variant.toml")
    if "base" not in rules:
        return rules, read_toml(home / "map.toml")
    base = folder(str(rules["base"]))
    if "base" in read_toml(base / "variant.toml"):
        raise InputError(f"variant.toml: base: '{base.name}' stands on another variant itself.")
    based_on = read(base)
    own = read_toml(home / "map.toml") if (home / "map.toml").exists() else {}
    return based.change_rules(based_on[0], rules), based.change_map(based_on[1], own)


def file_faults(rules: Mapping[str, Any], map_data: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the keys of variant.toml and map.toml, a sentence each."""
    from judge.catalog import records, typed  # noqa: PLC0415 - installed folders are sound

    engine = rules.get("engine")
    if engine not in records.VARIANTS:
        yield f"variant.toml: engine: '{engine}' is none of {', '.join(records.VARIANTS)}."
        return
    for name, data, kinds in (
        ("variant.toml", rules, records.VARIANTS),
        ("map.toml", map_data, records.MAPS),
    ):
        yield from (f"{name}: {fault}" for fault in typed.check(data, kinds[engine]))


def templates(variant: str) -> tuple[Path, ...]:
    """The folders of templates that come before the common ones: its own, and its bases'."""
    try:
        home = folder(variant)
    except InputError:
        return ()
    base = str(read_toml(home / "variant.toml").get("base", ""))
    own = home / "templates"
    return ((own,) if own.is_dir() else ()) + (templates(base) if base else ())


def _is_installed(home: Path) -> bool:
    """Whether a folder came with the judge, whose tests check all of them."""
    return home.parent == resources.root("variants")


def folder(variant: str) -> Path:
    """The folder of ``variant``; raises InputError with the names there are."""
    if variant in _TRIED:
        return _TRIED[variant]
    if variant not in names():
        known = ", ".join(names())
        raise InputError(f"There is no variant '{variant}'; there are: {known}.")
    return resources.root("variants") / variant


def try_out(home: Path) -> str:
    """A name under which the folder ``home`` can be loaded by this process alone, to check it."""
    name = f"{home.name}#{len(_TRIED)}"
    _TRIED[name] = home
    return name


_TRIED: dict[str, Path] = {}
"""Folders that are being checked, by the names given to them."""


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


def read_toml(path: Path) -> dict[str, Any]:
    """The data of a file; raises InputError where it is missing or no TOML."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise InputError(f"There is no {path.name}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path.name} is no TOML: {error}.") from None
