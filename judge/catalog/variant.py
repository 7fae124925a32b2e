"""A variant is a folder of variants/: its data loaded, its engine and vocabulary built."""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from importlib import import_module
from itertools import chain
from pathlib import Path
from pkgutil import walk_packages
from time import process_time
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from judge import resources
from judge.catalog import shelves, time_limit
from judge.kernel import limits
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Engine
from judge.kernel.errors import EndlessError, InputError, KeeperError
from judge.kernel.text import hint_at

if TYPE_CHECKING:
    from judge.kernel.choice import Example
    from judge.language.vocabulary import Vocabulary


OWN = "rules"
"""The mechanic that a variant's own rules.py is."""
_CURLED = re.compile(r"=\s*\[?\s*[\u201c\u201d\u201e\u2018\u2019\u00ab]")
"""A value in the quotation marks of word processors."""
_BORDERS = {"dip": ("army", "fleet"), "d100": ("land", "sea")}
"""The keys of a space that say where its units go, by engine."""
_NAME_WORD = re.compile(r"[^\W_]+")
_LONGEST_NAME = 4
"""Words of a variant's title, at most."""
SAYING_NOTHING = frozenset(("diplomacy", "game", "the", "a"))
"""Words of names and titles that say nothing of which variant is meant."""
_OF_EVERY_BOARD = {"dip": ("sites", "ending", "signals")}
"""Mechanics whose rules are options of all games of an engine: they are asked last."""
_MECHANICS = "judge.rules.mechanics"
"""The package of those that came with the judge."""
ORDERS = "orders.lark"
"""The file of a variant's own orders."""


class BrokenVariantError(KeeperError):
    """A variant of the keeper's own that can't be played; the message says why."""


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

    @cached_property
    def meanings(self) -> Mapping[str, str]:
        """What each option of its engine does: as its mechanics say, or as it says itself."""
        meanings_brought = (one.meanings() for one in self._extensions)
        own = self.rules.get("meanings", {})
        return {
            name: meaning for words in (*meanings_brought, own) for name, meaning in words.items()
        }

    @property
    def basics(self) -> "tuple[Example, ...]":
        """The orders of every game of its engine, as the help shows them."""
        examples: tuple[Example, ...] = import_module(
            f"judge.rules.{self.engine_name}.choices"
        ).EXAMPLES
        return examples

    @property
    def examples(self) -> "tuple[Example, ...]":
        """Those that its mechanics bring, in their order."""
        return tuple(example for one in self._extensions for example in one.examples())

    @property
    def usual(self) -> Mapping[str, str]:
        """The judge's own options that are others in its games unless somebody chooses them."""
        return dict(self.rules.get("usual", {}))

    @property
    def fixed(self) -> Mapping[str, str]:
        """The rule switches that its rules forbid to change, each with the ruling."""
        return dict(self.rules.get("fixed", {}))

    @property
    def needs(self) -> Mapping[str, str]:
        """The option that has to be on, too, where another one is: paratroops need air."""
        return dict(self.rules.get("needs", {}))

    @cached_property
    def engine(self) -> Engine[Any]:
        """The variant's rules behind the engine door."""
        engine: Engine[Any] = import_module(f"judge.rules.{self.engine_name}.build").build(
            self.rules, self.map, self._extensions
        )
        return engine

    @cached_property
    def vocabulary(self) -> "Vocabulary":
        """The names that players may type; imported late, since most runs read no orders."""
        from judge.language import builder, vocabulary  # noqa: PLC0415

        own = self.file(ORDERS)
        words = builder.read_dialect(own.read_text("utf-8-sig")) if own else builder.Dialect()
        names = vocabulary.from_map(self.map, words, self.rules.get("phases", {}).get("names", {}))
        return replace(names, air=True) if "air" in self.mechanics else names

    @cached_property
    def _extensions(self) -> tuple[Any, ...]:
        """Its mechanics in their order; they find map.toml under "map"."""
        rules = {**self.rules, "map": self.map}
        extensions: list[Any] = []
        for name in self.mechanics:
            path = self.file(f"{OWN}.py") if name == OWN else None
            if path is not None:
                from judge.catalog import own_rules  # noqa: PLC0415 - few have rules of their own

                extensions.append(own_rules.bring(path, rules))
            else:
                build = getattr(import_module(f"{_MECHANICS}.{name}"), "build", None)
                extensions.append(None if build is None else build(rules))
        return tuple(extensions)

    def has_mechanic(self, name: str) -> bool:
        """Whether there is a mechanic of this name."""
        if name == OWN:
            return self.file(f"{OWN}.py") is not None
        try:
            return hasattr(import_module(f"{_MECHANICS}.{name}"), "build")
        except ModuleNotFoundError:
            return False

    def file(self, name: str) -> Path | None:
        """The file of this name in its folder, or else in its base's; None if there is none."""
        homes = (self.folder, *_find_bases(self.folder, self.rules))
        return next((home / name for home in homes if (home / name).exists()), None)

    @cached_property
    def mechanics(self) -> tuple[str, ...]:
        """The mechanics that variant.toml lists, in its order, and those of every board."""
        return list_mechanics(self.rules)

    @property
    def own_orders(self) -> Mapping[str, str]:
        """Examples of its own orders, with the board's names in slots, and what they do."""
        return dict(self.rules.get("orders", {}))

    @property
    def shapes_folder(self) -> Path:
        """Where its outlines lie: its own folder, or that of a base whose spaces it has all."""
        base = str(self.rules.get("base", ""))
        if not base or any((self.folder / f"shapes.{kind}").exists() for kind in ("json", "svg")):
            return self.folder
        own_ids = {space["id"] for space in self.map["spaces"]}
        base_ids = {space["id"] for space in load(base).map["spaces"]}
        return folder(base) if own_ids == base_ids else self.folder

    def the(self, power: str) -> str:
        """A power as a sentence names it: "France", "the Soviet Union"."""
        return f"the {power}" if power in self.map.get("articles", ()) else power

    @cached_property
    def proper_names(self) -> tuple[str, ...]:
        """The names of its countries and places, the longest first."""
        countries = chain.from_iterable(self.map.get(key, ()) for key in ("powers", "minors"))
        places = (str(space["name"]) for space in self.map["spaces"])
        return tuple(sorted({*countries, *places}, key=len, reverse=True))

    @property
    def sample(self) -> str:
        """An order as it may be typed on this board: "A VIE - BOH"."""
        arm, space, neighbour = self.vocabulary.samples
        return f"{arm} {space} - {neighbour}"


def list_mechanics(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """The mechanics that a variant.toml lists, in its order, and those of every board."""
    of_every_board = _OF_EVERY_BOARD.get(str(rules["engine"]), ())
    return tuple(dict.fromkeys((*rules.get("mechanics", ()), *of_every_board)))


def load(variant: str) -> Variant:
    """Load ``variant`` ("standard").

    Raises InputError with the names there are; BrokenVariantError, which says why, for one of the
    keeper's own that can't be played.
    """
    return _load(folder(variant))


_FAULTS: dict[tuple[tuple[Path, int, int], ...], str] = {}
"""Why folders can't be played, of which that took long to see, by their files as they are."""
_LONG = 1
"""Seconds of the processor's time: whatever took longer is not tried again in vain."""


@cache
def _load(home: Path) -> Variant:
    """The variant of a folder; one that did not come with the judge is tried first."""
    if shelves.is_installed(home):
        return Variant(home, *read(home))
    try:
        rules, map_data = read(home)
    except InputError as error:
        raise BrokenVariantError(f"{home}: {error}") from error
    candidate = Variant(home, rules, map_data)
    paths = chain.from_iterable(
        sorted(where.glob("*.*")) for where in (home, *_find_bases(home, rules))
    )
    stats = ((path, path.stat()) for path in paths)
    files = tuple((path, stat.st_size, stat.st_mtime_ns) for path, stat in stats)
    if fault := _FAULTS.get(files):
        raise BrokenVariantError(fault)
    start = process_time()
    own = candidate.file(f"{OWN}.py")
    untrusted: list[str] = []
    if own is not None and not resources.is_trusted(own):
        from judge.catalog import own_rules  # noqa: PLC0415 - few have rules of their own

        untrusted.append(f"{own_rules.UNTRUSTED}.")
    faults: tuple[Iterable[str], ...] = (
        base_faults(home),
        untrusted,
        file_faults(rules, map_data),
        start_faults(candidate),
    )
    for fault in chain.from_iterable(faults):
        if process_time() - start > _LONG:
            _FAULTS[files] = f"{home}: {fault}"
        raise BrokenVariantError(f"{home}: {fault}")
    return candidate


def read(home: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """variant.toml and map.toml of a folder, over those of its base; raises InputError."""
    rules = read_toml(home / "variant.toml")
    if "base" not in rules:
        return rules, read_toml(home / "map.toml")
    (base,) = _find_bases(home, rules)
    if base.resolve() == home.resolve():
        raise InputError(f"variant.toml: base: '{base.name}' is this variant itself.")
    if "base" in read_toml(base / "variant.toml"):
        raise InputError(f"variant.toml: base: '{base.name}' stands on another variant itself.")
    based_on = read(base)
    own = read_toml(home / "map.toml") if (home / "map.toml").exists() else {}
    return shelves.change_rules(based_on[0], rules), shelves.change_map(based_on[1], own)


def _find_bases(home: Path, rules: Mapping[str, Any]) -> tuple[Path, ...]:
    """The folder of the base that variant.toml names, if it does: a known one, or one beside it.

    Raises InputError with the names there are.
    """
    if "base" not in rules:
        return ()
    name = str(rules["base"])
    base = shelves.find(name) or home.parent / name
    if not (base / "variant.toml").exists():
        from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

        close_names = get_close_matches(name.casefold(), names(), 1)
        hint = f" Did you mean '{close_names[0]}'?" if close_names else ""
        raise InputError(f"variant.toml: base: {_unknown(name)}{hint}")
    return (base,)


def base_faults(home: Path) -> Iterator[str]:
    """What the map.toml of a folder changes that its base does not have."""
    own = home / "map.toml"
    for base in _find_bases(home, read_toml(home / "variant.toml")):
        if own.exists():
            base_map, changes = read_toml(base / "map.toml"), read_toml(own)
            yield from (f"map.toml: {fault}" for fault in shelves.overlay_faults(base_map, changes))


def file_faults(rules: Mapping[str, Any], map_data: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the keys of variant.toml and map.toml, a sentence each."""
    from judge.catalog import file_keys  # noqa: PLC0415 - installed folders are sound

    engine = str(rules.get("engine"))
    if "engine" not in rules:
        yield 'variant.toml: engine: it is missing: write engine = "dip", or name a base.'
        return
    if engine not in file_keys.VARIANTS:
        yield f"variant.toml: engine: '{engine}' is none of {', '.join(file_keys.VARIANTS)}."
        return
    spaces = map_data.get("spaces")
    tables = spaces if isinstance(spaces, list) else ()
    keys = {*chain.from_iterable(one for one in tables if isinstance(one, Mapping))}
    for other, borders in _BORDERS.items():
        if keys.isdisjoint(_BORDERS[engine]) and not keys.isdisjoint(borders):
            yield (
                f"variant.toml: engine: it is '{engine}', but map.toml is a board of '{other}', "
                f"whose spaces list {borders[0]} and {borders[1]}."
            )
            return
    for name, data, kinds in (
        ("variant.toml", rules, file_keys.VARIANTS),
        ("map.toml", map_data, file_keys.MAPS),
    ):
        yield from (f"{name}: {fault}" for fault in file_keys.check(data, kinds[engine]))


def start_faults(candidate: Variant) -> Iterator[str]:
    """What keeps a game from starting: the first thing that goes wrong."""
    fault = next(mechanic_faults(candidate), "")
    if fault:
        yield fault
        return
    try:
        with time_limit.limit(limits.START_SECONDS):
            if candidate.file(ORDERS) is not None:
                from judge.language.order_lines import order_reader  # noqa: PLC0415

                order_reader(candidate.vocabulary, candidate.engine_name)
            engine = candidate.engine
            state = engine.start({}, SecretDice(b"trial", "start")).state
            try:
                engine.phase(state)
            except ValueError as error:
                year = " ".join(candidate.rules.get("phases", {}).get("year", ()))
                hint = f": a year has {year}" if year else ""
                fault = f"variant.toml: phases.first: {error}{hint}."
            for power in () if fault else engine.powers:
                engine.standing(state, power, ())
    except InputError as error:
        fault = str(error)
    except Exception as error:
        fault = f"No game can start: {explain(candidate, error)}."
    if fault:
        yield fault


def mechanic_faults(candidate: Variant) -> Iterator[str]:
    """Mechanics that variant.toml lists and that there are not, or that miss what they go by."""
    yield from shelves.needs_faults(candidate.rules, candidate.map, OWN)
    for name in candidate.mechanics:
        if candidate.has_mechanic(name):
            continue
        if name == OWN:
            yield "variant.toml: mechanics: 'rules' is a rules.py in this folder; there is none."
            continue
        hint = hint_at(name, _mechanic_names(), "; variants/README.md lists them.")
        yield f"variant.toml: mechanics: there is no mechanic '{name}'{hint}"


def _mechanic_names() -> list[str]:
    """The mechanics that came with the judge."""
    name_of: dict[Any, str] = {}
    for module in walk_packages(import_module(_MECHANICS).__path__, f"{_MECHANICS}."):
        build = getattr(import_module(module.name), "build", None)
        if build is not None:
            name_of.setdefault(build, module.name.removeprefix(f"{_MECHANICS}."))
    return sorted(name_of.values())


@contextmanager
def answering(candidate: Variant) -> Iterator[None]:
    """Answer a program: what a folder's own rules.py raises is an InputError, which says where.

    So it is where that takes too long.
    """
    if OWN not in candidate.mechanics:
        yield
        return
    try:
        with time_limit.limit(limits.ANSWER_SECONDS):
            yield
    except InputError:
        raise
    except Exception as error:
        if not isinstance(error, EndlessError | KeeperError) and not find_own_place(
            candidate, error
        ):
            raise
        raise InputError(f"variant: {candidate.id}: {explain(candidate, error)}.") from error


def explain(candidate: Variant, error: Exception) -> str:
    """What went wrong, and where in the folder's rules.py, if it did there."""
    if isinstance(error, KeeperError):
        return str(error)  # it says so itself
    return f"{type(error).__name__}: {error}{find_own_place(candidate, error)}"


def find_own_place(candidate: Variant, error: Exception) -> str:
    """Where in the folder's rules.py an error came up, if it did: " (rules.py, line 7)"."""
    own = str(candidate.file(f"{OWN}.py"))
    if isinstance(error, SyntaxError) and error.filename == own:
        return ""  # it says so itself
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == own]
    return f" ({OWN}.py, line {lines[-1]})" if lines else ""


def templates(variant: str) -> tuple[Path, ...]:
    """The folders of templates that come before the common ones: its own, and its bases'."""
    try:
        homes = _line(folder(variant))
    except InputError:
        return ()
    return tuple(one / "templates" for one in homes if os.path.isdir(f"{one}/templates"))


@cache
def _line(home: Path) -> tuple[Path, ...]:
    """A folder and its bases, the nearest first; raises InputError."""
    return (home, *_find_bases(home, read_toml(home / "variant.toml")))


def folder(variant: str) -> Path:
    """The folder of ``variant``; raises InputError with the names there are."""
    home = shelves.find(variant)
    if home is None:
        raise _unknown(variant)
    return home


def require(variant: str) -> None:
    """Raise InputError with the names there are, if ``variant`` is none that can be played."""
    if variant not in names():
        raise _unknown(variant)


def _unknown(variant: str) -> InputError:
    return InputError(f"There is no variant '{variant}'; there are: {', '.join(names())}.")


def names() -> tuple[str, ...]:
    """The variants that can be played, sorted."""
    fault_of = dict(faults_of_kept())
    own = (name for name in shelves.find_kept() if name not in fault_of)
    return tuple(sorted({*shelves.list_installed(), *own}))


def faults_of_kept() -> Iterator[tuple[str, str]]:
    """The variants of the keeper's own that can't be played, each with the sentence why."""
    for name, home in shelves.find_kept().items():
        if name in shelves.list_installed():
            yield name, f"{home}: a variant of this name came with the judge: rename the folder."
            continue
        try:
            _load(home)
        except BrokenVariantError as error:
            yield name, str(error)


def find_named(text: str) -> str | None:
    """The variant that people mean by its name, its title or how these begin.

    "1930!", "Standard Diplomacy", "1930s". Words that say nothing of which it is don't count.
    """
    key = _make_key(text)
    if key in names():
        return key
    by_key = _names_by_key(names())
    matches = {name for one, name in by_key.items() if key and one.startswith(key)}
    return by_key.get(key) or (matches.pop() if len(matches) == 1 else None)


def find_begun(words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """The variant that words begin with, by the longest name that they make, and what follows."""
    for length in range(len(words), 0, -1):
        variant = find_named(" ".join(words[:length]))
        if variant:
            return variant, words[length:]
    return None, words


class Called(NamedTuple):
    """A variant that a text calls by its whole name or title, and where that stands in it."""

    variant: str
    start: int
    end: int


def find_called(text: str) -> Called | None:
    """The first variant that a text calls by its name, the longest that its words make."""
    found = list(_NAME_WORD.finditer(text))
    by_key = _names_by_key(names())
    for first, word in enumerate(found):
        for last in reversed(found[first : first + _LONGEST_NAME]):
            variant = by_key.get(_make_key(text[word.start() : last.end()]))
            if variant:
                return Called(variant, word.start(), last.end())
    return None


def _make_key(name: str) -> str:
    """A variant's name or title as it is compared: letters and digits of the words that count."""
    all_words = _NAME_WORD.findall(name.lower())
    return "".join([word for word in all_words if word not in SAYING_NOTHING] or all_words)


@cache
def _names_by_key(variants: Sequence[str]) -> Mapping[str, str]:
    """The names of variants by all that they are called."""
    calls = [(one, load(one).title) for one in variants]
    titles = {_make_key(title): one for one, title in calls}
    return {**titles, **{_make_key(one): one for one in variants}}


def read_toml(path: Path) -> dict[str, Any]:
    """The data of a file; raises InputError where it is missing or no TOML."""
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError:
        raise InputError(f"There is no {path.name}.") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name} is no text in UTF-8: {error}.") from None
    except IsADirectoryError:
        raise InputError(f"{path.name} is a folder: it has to be a file.") from None
    except tomllib.TOMLDecodeError as error:
        text, hint = path.read_text("utf-8-sig"), ""  # what would mend it, if that can be guessed
        if "overwrite a value" in str(error):
            hint = " A key may stand there twice, or [spaces] instead of [[spaces]]."
        if _CURLED.search(text):
            hint = ' Text stands in straight quotes: "text".'
        if at := re.search(r"at line (\d+)", str(error)):
            line = text.splitlines()[int(at[1]) - 1]
            names_there = re.findall(r"(?:^|[{,.\[])\s*([^\W\d_][\w '-]*?)\s*(?:=|\])", line)
            odd = [name for name in names_there if not re.fullmatch(r"[A-Za-z0-9_-]+", name)]
            hint = f" The name '{odd[0]}' needs quotes." if odd else hint
        raise InputError(f"{path.name} is no TOML: {error}.{hint}") from None
