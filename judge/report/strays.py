"""Templates of a variant's folder that nobody asks for, and events of its rules without one."""

import ast
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from judge import resources
from judge.catalog import variant as catalog

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
    here = Path(resources.__file__).parent
    files = [path for engine in _ENGINES for path in (here / engine).rglob("*.py")]
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
