"""What of a folder goes with nothing: tables without their mechanic, files nobody reads."""

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from judge import resources
from judge.authoring.board_faults import list_people
from judge.catalog import shelves
from judge.catalog import variant as catalog
from judge.kernel import days
from judge.kernel.text import hint_at
from judge.rules.dip.ground.position import STANDARD_YEAR

Entry = Mapping[str, Any]


def _reference_faults(rules: Entry, map_data: Entry) -> Iterator[str]:
    """Powers that are named and not there, or have no seat where one is needed; then spaces.

    Those that powers and spaces say themselves are looked at with the map.
    """
    points = rules.get("points", {})
    powers = [("variant.toml: points.base_of", name) for name in points.get("base_of", ())]
    spaces: list[tuple[str, str]] = []
    for entry in points.get("forgiven", ()):
        powers.append(("variant.toml: points.forgiven.power", entry["power"]))
        spaces.append(("variant.toml: points.forgiven.centre", entry["centre"]))
        spaces += (("variant.toml: points.forgiven.holding", name) for name in entry["holding"])
    for name, faction in map_data.get("factions", {}).items():
        powers.append((f"map.toml: factions.{name}.sponsor", faction["sponsor"]))
    for space in map_data["spaces"]:
        key = f"map.toml: spaces.{space['id']}.patrons"
        powers += [(key, name) for name in space.get("patrons", ())]
    for table in ("passages", "ferries"):
        for index, entry in enumerate(map_data.get(table, ()), start=1):
            key = f"map.toml: {table}[{index}]"
            spaces += [(f"{key}.a", entry["a"]), (f"{key}.b", entry["b"])]
            spaces += ((f"{key}.water", name) for name in entry.get("water", ()))
    minors = [space["minor_power"] for space in map_data["spaces"] if space.get("minor_power")]
    everybody = [*(name for _, name, _ in list_people(map_data)), *minors]
    articles = [("map.toml: articles", name) for name in map_data.get("articles", ())]
    for named, there in ((powers, list(map_data["powers"])), (articles, everybody)):
        for key, name in named:
            if name not in there:
                yield f"{key}: there is no power '{name}'{hint_at(name, there)}"
    ids = [space["id"] for space in map_data["spaces"]]
    for key, name in spaces:
        if name.partition("/")[0] not in ids:
            yield f"{key}: there is no space {name}{hint_at(name, ids)}"


_TRAITS = {"port": "", "build-center": "build_centres", "ip-center": "influence"}
"""Traits of spaces, each with the mechanic that asks for it; "" for the engine."""
_SPACE_KEYS = {"minor": "minors", "minor_power": "minors", "patrons": "clients"}
"""Keys of spaces, each with the mechanic that reads it."""
_TYPED = re.compile(r"[a-z0-9][a-z0-9-]*")
"""A name that CREATE takes as it stands."""
_OWN_FILES = ("rules.py", "orders.lark")
"""What a folder may have beside what ours have."""
_IMPURE = frozenset((
    "asyncio", "datetime", "glob", "io", "os", "pathlib", "random", "secrets", "shutil",
    "socket", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
))  # fmt: skip
"""Modules by which chance, the clock, files or the net would have a say."""
_TEXTS = (".md", ".lark", ".j2")
"""Endings of files of text."""
_FOLDERS = ("cases", "templates")
_ALMOST_CASES = (".json", ".ndjson", ".txt", ".toml")
"""Endings of files in cases/ that were meant to be read."""
_READ = (".py", ".lark", ".toml", ".jsonl")
"""Endings of files that are there to be read by the judge."""


def file_faults(folder: Path, rules: Entry) -> Iterator[str]:
    """What is wrong with the folder's name, its files' names, its rules.py, and texts.

    These are no text, or nothing stands in them; data files tell that themselves.
    """
    if not _TYPED.fullmatch(folder.name):
        yield (
            f"The folder's name '{folder.name}' can't be typed in CREATE: "
            f"use small letters, digits and hyphens."
        )
    if folder.name in shelves.list_installed() and not shelves.is_installed(folder):
        yield f"A variant '{folder.name}' came with the judge: give the folder another name."
    file_names = {*_OWN_FILES, *(path.name for path in resources.root("variants").glob("*/*.*"))}
    for path in sorted(folder.iterdir()):
        if path.suffix in _READ and path.name not in file_names:
            yield f"{path.name}: nobody reads this file{hint_at(path.name, file_names)}"
        if path.is_dir() and path.name not in _FOLDERS and not path.name.startswith((".", "__")):
            yield f"{path.name}/: nobody looks into this folder{hint_at(path.name, _FOLDERS)}"
    for path in sorted((folder / "cases").glob("*")):
        if path.suffix in _ALMOST_CASES:
            yield f"cases/{path.name}: nobody reads this file; cases stand in files called .jsonl."
    yield from _code_faults(folder / "rules.py", rules)
    for path in sorted((folder, *folder.glob("*"), *folder.rglob("templates/**/*"))):
        if path.suffix not in _TEXTS or not path.is_file():
            continue
        name = path.relative_to(folder).as_posix()
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            yield f"{name} is no text in UTF-8: save it as such."
            continue
        if not text.strip() and path.name == "RULES.md":
            yield "RULES.md is empty: players ask for it, and it holds the rulings."
        elif not text.strip():
            yield f"{name} is empty: write it, or leave it out."


def _code_faults(path: Path, rules: Entry) -> Iterator[str]:
    """A rules.py that nobody loads, or by which the same orders may end otherwise again."""
    if path.exists() and catalog.OWN not in rules.get("mechanics", ()):
        yield 'rules.py: variant.toml does not list it (mechanics = ["rules"]).'
    try:
        nodes = _nodes(path)
    except SyntaxError:
        return  # told where it is loaded
    for node in nodes:
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        own = node.module if isinstance(node, ast.ImportFrom) else None
        for name in [own] if own else [one.name for one in node.names]:
            if name.partition(".")[0] in _IMPURE:
                yield (
                    f"rules.py, line {node.lineno}: it imports {name}, but the same orders have to "
                    "end alike always: throws are scene.throw(key), time is the state's phase."
                )


def table_faults(rules: Entry, map_data: Entry) -> Iterator[str]:
    """Tables that no mechanic of the variant reads, and what they say of powers and years.

    Both files' keys have been found sound before.
    """
    mechanics = catalog.list_mechanics(rules)
    listed: tuple[str, ...] = tuple(rules.get("mechanics", ()))
    for name, times in Counter(listed).items():
        if times > 1:
            yield f"variant.toml: mechanics: '{name}' is listed {times} times."
    if map_data.get("without") and not rules.get("base"):
        yield "map.toml: without: variant.toml names no base, so there is nothing to leave out."
    if catalog.OWN not in mechanics and rules["engine"] == "dip":
        tables = shelves.tables_of("variant.toml")
        yield from _unread("variant.toml: ", rules, tables, mechanics)
        yield from _map_faults(rules, map_data, mechanics)
    phases = rules.get("phases", {})
    yield from _year_faults(tuple(phases.get("year", ())))
    yield from _season_faults(phases, is_counted="points" in mechanics)
    ending = rules.get("ending", {})
    centres = sum(bool(space.get("sc")) for space in map_data["spaces"])
    for power, number in ending.get("targets", {}).items():
        if power not in map_data["powers"]:
            yield f"variant.toml: ending.targets.{power}: there is no power '{power}'."
        elif number > centres:
            sums = f"{number} centres win, but there are {centres}"
            yield f"variant.toml: ending.targets.{power}: {sums}."
    last, first = ending.get("last_year"), phases["first"][1:-1] if ending else ""
    if last and days.year_number(last) < days.year_number(first):
        yield f"variant.toml: ending.last_year: {last} is over when the game begins ({first})."
    yield from _reference_faults(rules, map_data)


def _map_faults(rules: Entry, map_data: Entry, mechanics: tuple[str, ...]) -> Iterator[str]:
    """What the map says that no mechanic reads, and powers that have nowhere to build.

    Traits that rules.py asks for are not among them.
    """
    yield from _unread("map.toml: ", map_data, shelves.tables_of("map.toml"), mechanics)
    for space in map_data["spaces"]:
        key = f"map.toml: spaces.{space['id']}."
        yield from _unread(key, space, _SPACE_KEYS, mechanics)
        for trait in space.get("traits", ()):
            if trait not in _TRAITS:
                hint = hint_at(trait, _TRAITS, f"; there are {', '.join(_TRAITS)}.")
                yield f"{key}traits: nobody reads '{trait}'{hint}"
            elif (mechanic := _TRAITS[trait]) and mechanic not in mechanics:
                why = f"'{mechanic}' is none of the mechanics, so '{trait}' says nothing."
                yield f"{key}traits: {why}"
    anywhere = rules.get("sites", {}).get("anywhere")
    for name, power in map_data["powers"].items():
        if not (anywhere or power["home"] or power.get("extra_build")):
            yield f"map.toml: powers.{name}.home: none is named, so it can never build."


def _unread(
    where: str, data: Entry, tables: Mapping[str, str], mechanics: Collection[str]
) -> Iterator[str]:
    for table, mechanic in tables.items():
        if data.get(table) and mechanic not in mechanics:
            yield f"{where}{table}: '{mechanic}' is none of the mechanics, so nobody reads this."


def _year_faults(year: tuple[str, ...]) -> Iterator[str]:
    """A phase comes once a year; who is dislodged retreats before anything else happens."""
    key = "variant.toml: phases.year"
    for phase, times in Counter(year).items():
        if times > 1:
            yield f"{key}: {phase} is listed {times} times."
    kinds = {phase[1] for phase in year}
    if year and "M" not in kinds:
        yield f"{key}: there are no moves (M) in it."
    if year and "A" not in kinds:
        yield f"{key}: there are no adjustments (A) in it, in which powers build and remove."
    for index, phase in enumerate(year):
        moves, retreats = f"{phase[0]}M", f"{phase[0]}R"
        if phase == retreats and moves not in year[:index]:
            yield f"{key}: {phase} has to come after {moves}, whose retreats it holds."
        if phase == moves and retreats not in year:
            yield f"{key}: write {retreats} behind {phase}: who is dislodged has to retreat."


def _season_faults(phases: Entry, *, is_counted: bool) -> Iterator[str]:
    """Seasons come in their order, and before the next round; a game begins with one of orders.

    If turns count for points, units move in spring and fall, whatever these are called.
    """
    key = "variant.toml: phases"
    step, later = phases.get("step", 1), phases.get("later", {})
    year: tuple[str, ...] = tuple(phases.get("year", STANDARD_YEAR))
    seasons = list(dict.fromkeys(phase[0] for phase in year or STANDARD_YEAR))
    first = str(phases.get("first", ""))
    if first.endswith("R"):
        why = "nobody was dislodged before"
        yield f"{key}.first: a game can't begin with retreats ({first}): {why}."
    for table in ("later", "names"):
        for season in phases.get(table, {}):
            if season not in seasons:
                yield f"{key}.{table}.{season}: the year has no such season."
    for before, season in pairwise([seasons[0], *seasons]):
        years, least = later.get(season, 0), later.get(before, 0)
        if years >= step:
            yield (
                f"{key}.later.{season}: {years} years are over when the next round begins: a "
                f"step of {step} leaves 0 to {step - 1}."
            )
        if years < least:
            yield (
                f"{key}.later.{season}: {season} comes behind {before}, which is {least} years "
                f"later than the first season: write {least} or more."
            )
    moves = [phase for phase in year if phase[1] == "M"]
    if is_counted and (moves != ["SM", "FM"] or step != 1):
        yield f"{key}.year: 'points' counts two turns a year, SM and FM."


_NAMED = re.compile(r'"((?:\w+/)?[\w.-]+\.j2)"')
"""A template that another one takes in."""
_EVENT = re.compile(r"event/(.+)\.(?:txt|html)\.j2")
_FREE = re.compile(r"help/[^/]+\.txt\.j2|.*\.md")
"""A topic of the help, or notes: they may be called as one likes."""


def template_faults(variant: str) -> Iterator[str]:
    """What is wrong with the names of a variant's own templates, a sentence each."""
    home = catalog.folder(variant)
    folder = home / "templates"
    nodes = list(_nodes(home / "rules.py"))
    words = _list_our_words() | _strings(nodes)
    files = [*folder.rglob("*.j2"), *resources.root("templates").rglob("*.j2")]
    taken = {name for path in files for name in _NAMED.findall(path.read_text("utf-8"))}
    own = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.*"))]
    there = {*own, *_list_common()}
    for name in own:
        what = _EVENT.fullmatch(name)
        is_read = name in {*_list_common(), *taken} or (what and what[1] in words)
        if not (is_read or _FREE.fullmatch(name)):
            hint = hint_at(name, sorted({*_list_common(), *taken}), cutoff=0.8)
            why = f"nothing tells of an event '{what[1]}'" if what else "nobody reads this file"
            yield f"templates/{name}: {why}{hint}"
    for name in own:
        text = name.removesuffix(".html.j2") + ".txt.j2"
        if name.endswith(".html.j2") and text not in there:
            yield f"templates/{name}: there is no '{text}' for those who read text."
    calls = (node for node in nodes if isinstance(node, ast.Call) and node.args)
    for kind in sorted(_strings(one.args[0] for one in calls if ast.unparse(one.func) == "Event")):
        if f"event/{kind}.txt.j2" not in there:
            yield (
                f"rules.py: no template words the event '{kind}': "
                f"write templates/event/{kind}.txt.j2."
            )


@cache
def _list_common() -> frozenset[str]:
    """The names of the common templates, which a folder may have otherwise."""
    root = resources.root("templates")
    return frozenset(path.relative_to(root).as_posix() for path in root.rglob("*.j2"))


@cache
def _list_our_words() -> frozenset[str]:
    files = (Path(resources.__file__).parent / "rules").rglob("*.py")
    return frozenset().union(*(_strings(_nodes(path)) for path in files))


def _strings(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Those of the nodes that are strings, as they stand there."""
    return frozenset(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_bytes())) if path.exists() else iter(())
