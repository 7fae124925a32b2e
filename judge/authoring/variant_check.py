"""``judge check``: the variant by itself, and what the mails and the help make of it."""

import ast
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from msgspec import DecodeError

from judge import progress, resources
from judge.authoring import check
from judge.catalog import shelves, time_limit
from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.game.terms import settings
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.errors import InputError, JudgeError
from judge.report import order_forms, render, topics
from judge.report.picture import artist, shapes

_NAMED = re.compile(r'"((?:\w+/)?[\w.-]+\.j2)"')
"""A template that another one takes in."""
_ENGINES = ("dip", "d100", "mechanics")
_EVENT = re.compile(r"event/(.+)\.(?:txt|html)\.j2")
_TOPIC = re.compile(r"help/[^/]+\.txt\.j2")


def template_faults(variant: str) -> Iterator[str]:
    """What is wrong with the names of a variant's own templates, a sentence each."""
    home = catalog.folder(variant)
    folder = home / "templates"
    own = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.*"))]
    file_names = _list_common() | _list_templates_taken(folder) | _list_templates_told(home)
    for name in own:
        if name in file_names or _TOPIC.fullmatch(name) or name.endswith(".md"):
            continue
        close_names = get_close_matches(
            name, sorted(_list_common() | _list_templates_taken(folder)), n=1, cutoff=0.8
        )
        hint = f"; did you mean '{close_names[0]}'?" if close_names else "."
        what = _EVENT.fullmatch(name)
        why = f"nothing tells of an event '{what[1]}'" if what else "nobody reads this file"
        yield f"templates/{name}: {why}{hint}"
    for name in own:
        text = name.removesuffix(".html.j2") + ".txt.j2"
        if name.endswith(".html.j2") and text not in {*own, *_list_common()}:
            yield f"templates/{name}: there is no '{text}' for those who read text."
    for kind in sorted(_list_kinds(home / "rules.py")):
        if f"event/{kind}.txt.j2" not in {*own, *_list_common()}:
            yield (
                f"rules.py: no template words the event '{kind}': "
                f"write templates/event/{kind}.txt.j2."
            )


@cache
def _list_common() -> frozenset[str]:
    """The names of the common templates, which a folder may have otherwise."""
    root = resources.root("templates")
    return frozenset(path.relative_to(root).as_posix() for path in root.rglob("*.j2"))


def _list_templates_taken(folder: Path) -> frozenset[str]:
    """Templates that others take in: those of the folder, and the common ones."""
    files = [*folder.rglob("*.j2"), *resources.root("templates").rglob("*.j2")]
    return frozenset(
        name for path in files for name in _NAMED.findall(path.read_text(encoding="utf-8"))
    )


def _list_templates_told(home: Path) -> frozenset[str]:
    """The templates of events that engines, mechanics and the folder's rules have a word for."""
    words = _list_our_words() | _words(home / "rules.py")
    return frozenset(f"event/{word}.{form}.j2" for word in words for form in ("txt", "html"))


@cache
def _list_our_words() -> frozenset[str]:
    rules = Path(resources.__file__).parent / "rules"
    files = [path for engine in _ENGINES for path in (rules / engine).rglob("*.py")]
    return frozenset(word for path in files for word in _words(path))


def _words(path: Path) -> frozenset[str]:
    """The strings that stand in a module, among them the kinds of its events."""
    return frozenset(
        node.value
        for node in _nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _list_kinds(path: Path) -> frozenset[str]:
    """The kinds of the events that a module makes, where they stand there as they are."""
    calls = (node for node in _nodes(path) if isinstance(node, ast.Call))
    arguments = (call.args[0] for call in calls if ast.unparse(call.func) == "Event" and call.args)
    return frozenset(
        kind.value
        for kind in arguments
        if isinstance(kind, ast.Constant) and isinstance(kind.value, str)
    )


def _nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_bytes())) if path.exists() else iter(())


def faults(folder: Path) -> list[str]:
    """What is wrong with the variant in ``folder``, a sentence each; [] if nothing is."""
    folder = folder.resolve()
    name = shelves.try_out(folder)
    with progress.during(f"Trying {folder.name}"):
        data_faults = check.faults(folder, name, lambda event: render.word(event, name))
    try:
        variant = catalog.load(name)
    except JudgeError:
        return data_faults
    map_faults = artist.faults(folder, variant.map)
    map_faults += _shape_faults(variant)
    strange = [*_usual_faults(variant), *_form_faults(variant, name)]
    if not any(fault.startswith("templates/") for fault in data_faults):
        strange += [*template_faults(name), *_help_faults(name)]
    return [*data_faults, *map_faults, *strange]


def _shape_faults(variant: Variant) -> Iterator[str]:
    """An outline file that can't be read, or is another map's."""
    try:
        outlines = shapes.read(variant.folder)
    except DecodeError as error:
        yield f"{shapes.FILE} can't be read ({error}): let 'judge draw-map' make it anew."
        return
    spaces = {space["id"] for space in variant.map["spaces"]}
    for space in sorted(spaces.symmetric_difference(outlines.spaces)) if outlines else ():
        complaint = "it has no" if space in spaces else "the map has no"
        yield f"{shapes.FILE}: {complaint} {space}: let 'judge draw-map' make it anew."


def _usual_faults(variant: Variant) -> Iterator[str]:
    """Options of the judge that the variant sets, and that are none or can't be so."""
    kinds, options = variant.engine.kinds, variant.engine.options
    for option, value in variant.usual.items():
        try:
            options_read = settings.read([f"{option}={value}"], "UTC", kinds)
            settings.check_own(options_read, kinds, options)
        except InputError as error:
            fault = str(error).removeprefix(f"option {option}: ")
            yield f"variant.toml: usual.{option}: {fault}"


def _form_faults(variant: Variant, name: str) -> Iterator[str]:
    """Examples of its own orders that are none, or that its rules.py breaks on."""
    try:
        with time_limit.limit(catalog.START_SECONDS):
            found = list(order_forms.form_faults(name))
        yield from found
    except Exception as error:
        yield f"variant.toml: orders can't be tried: {catalog.explain(variant, error)}."


def _help_faults(name: str) -> Iterator[str]:
    """Templates that can't be read, and help pages that can't be rendered."""
    broken = render.template_faults(name)
    home = f"{catalog.folder(name)}/"
    yield from (fault.removeprefix(home) for fault in broken)
    for topic in topics.topics(name) if not broken else ():
        event = Event("help", {"topic": topic, "variant": name}, PUBLIC)
        try:
            with time_limit.limit(catalog.START_SECONDS):
                render.word(event, name)
        except Exception as error:
            yield f"templates: HELP {topic} can't be rendered: {type(error).__name__}: {error}."
