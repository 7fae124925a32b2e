"""What is wrong with judge.toml, in words: the line or key, and how it would be right."""

import difflib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Any

import msgspec
from msgspec import inspect

QUOTED = 80
"""So much of a line is quoted."""
_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_BARE = re.compile(r"(\w+)\s*=\s*([^\s\"'\[{#][^\"'#]*?)\s*(?:#.*)?")
_BARE_LIST = re.compile(r"(\w+)\s*=\s*\[([^\"'\]]+)\]\s*(?:#.*)?")
_ADVICE = {
    "Cannot overwrite a value": "a key or section stands there twice",
    "Unterminated string": "look for a quote that is not closed",
    "Unclosed array": "look for a bracket that is not closed",
}
"""What to look for where tomllib names no line."""
KINDS = {
    inspect.IntType: "a whole number",
    inspect.StrType: "text in quotes",
    inspect.VarTupleType: "a list of texts in quotes",
    inspect.BoolType: "true or false",
}


def name_syntax(path: Path, text: str, error: TOMLDecodeError) -> str:
    """One sentence for a file that is no TOML: the line, and what would be right there."""
    what = str(error)
    match = _LINE.search(what)
    if match is None:
        why = what.removesuffix(" (at end of document)")
        return f"judge.toml: {why}: {_ADVICE.get(why, 'see the last line')} in {path}."
    number = int(match[1])
    line = text.split("\n")[number - 1].strip()
    place = f"judge.toml, line {number} ({_shorten(line)})"
    if bare := _BARE.fullmatch(line):
        return f'{place}: text stands in quotes: write {bare[1]} = "{bare[2]}" in {path}.'
    if bare := _BARE_LIST.fullmatch(line):
        words = ", ".join(f'"{word.strip()}"' for word in bare[2].split(","))
        return f"{place}: text stands in quotes: write {bare[1]} = [{words}] in {path}."
    return f"{place}: {what.removesuffix(match[0])}: edit that line of {path}."


def _shorten(line: str) -> str:
    return line if len(line) <= QUOTED else f"{line[:QUOTED]}..."


def name_faults(settings: Mapping[str, Any], shape: type[msgspec.Struct]) -> Iterator[str]:
    """What is wrong with each key, without a full stop: ``shape`` is how the file should be."""
    yield from _find_faults(settings, "", shape, _list_places(shape))


def _find_faults(
    table: Mapping[str, Any],
    section: str,
    shape: type[msgspec.Struct],
    places: Mapping[str, list[str]],
) -> Iterator[str]:
    fields = {field.name: field for field in msgspec.structs.fields(shape)}
    for key, value in table.items():
        where = f" in [{section}]" if section else ""
        field = fields.get(key)
        if field is None:
            yield f"unknown key {key}{where}: {_advise(key, section, list(fields), places)}"
        elif _is_section(field.type):
            if isinstance(value, Mapping):
                yield from _find_faults(value, key, field.type, places)
            else:
                setting = f"{key} = {write_value(value)}"
                yield f"{setting} has to be a section: write [{key}] on its own line"
        elif not _fits(value, field.type):
            usual = field.default
            yield (
                f"{key} = {write_value(value)}{where} has to be {_name_kind(field.type)}, as in "
                f"{key} = {write_value(usual)}"
            )


def _advise(key: str, section: str, keys: list[str], places: Mapping[str, list[str]]) -> str:
    """Where a key belongs, or which one was meant."""
    if elsewhere := [place for place in places.get(key, []) if place != section]:
        sections = " or ".join(
            f"[{place}]" if place else "the first section" for place in elsewhere
        )
        return f"it belongs into {sections}"
    close = difflib.get_close_matches(key, keys, 1)
    return f"{close[0]} may be meant" if close else f"known are {', '.join(keys)}"


def _list_places(shape: type[msgspec.Struct]) -> dict[str, list[str]]:
    """The sections in which each key is known; "" is the part above the first section."""
    sections_of_key: dict[str, list[str]] = {}
    for field in msgspec.structs.fields(shape):
        inner = msgspec.structs.fields(field.type) if _is_section(field.type) else ()
        for one in inner:
            sections_of_key.setdefault(one.name, []).append(field.name)
        sections_of_key.setdefault(field.name, []).append("")
    return sections_of_key


def _is_section(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _fits(value: object, kind: Any) -> bool:
    try:
        msgspec.convert(value, type=kind)
    except msgspec.ValidationError:
        return False
    return True


def _name_kind(kind: Any) -> str:
    """What a value has to be, in words."""
    info = inspect.type_info(kind)
    words = KINDS.get(type(info), "something else")
    low, high = getattr(info, "ge", None), getattr(info, "le", None)
    if low is not None and high is not None:
        return f"{words} from {low} to {high}"
    return f"{words}, {low} or more" if low is not None else words


def write_value(value: object) -> str:
    """A value as it stands in the file."""
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(write_value, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)
