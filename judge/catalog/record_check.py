"""Plain data held against a record: every key that is wrong, a sentence each."""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin
from unicodedata import normalize

import msgspec
from msgspec import Struct
from msgspec.structs import fields

_WRONG = re.compile(r"Expected `(\w+)`(?:, got `\w+`| (>=|<=) (-?\d+))")
"""How msgspec says that something is of another kind, or too small or too big a number."""
_WORDS = {
    "array": "a list in square brackets",
    "bool": "true or false, without quotes",
    "float": "a number",
    "int": "a whole number, without quotes",
    "object": "a table",
    "str": "text in quotes",
}
"""What msgspec calls a kind, as people write it in a file."""
_SINGULAR = {"armies": "army"}
"""Keys that people write for several, as "fleets" is."""
_BOUNDS = {">=": "not less than", "<=": "not more than"}


def check(data: Any, kind: Any) -> list[str]:
    """What is wrong with ``data`` as a ``kind``; sound data cost one pass."""
    try:
        msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError:
        return list(faults(data, kind))
    return []


def faults(data: Any, kind: Any, key: str = "") -> Iterator[str]:
    """What is wrong with ``data`` as a ``kind``, each with the key it stands under."""
    kind = _drop_none(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield from _table_faults(data, kind, key)
    elif (get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis) and isinstance(data, list):
        for index, item in enumerate(data):
            yield from faults(item, get_args(kind)[0], _item_key(key, item, index))
    elif _is_table(kind) and isinstance(data, dict):
        for name, value in data.items():
            yield from faults(name, get_args(kind)[0], _join(key, name))
            yield from faults(value, get_args(kind)[1], _join(key, name))
    else:
        try:
            msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            yield f"{key}: {_explain(data, kind, error)}"


def _table_faults(data: Any, kind: type[Struct], key: str) -> Iterator[str]:
    if not isinstance(data, dict):
        yield f"{key}: it has to be a table."
        return
    field_of = {one.encode_name: one for one in fields(kind)}
    for name, value in data.items():
        if name not in field_of:
            yield f"{_join(key, name)}: there is no such key{_nearest(name, field_of, whole=True)}"
        else:
            yield from faults(value, field_of[name].type, _join(key, name))
    for name, one in field_of.items():
        if one.required and name not in data:
            yield f"{_join(key, name)}: it is missing."


def _drop_none(kind: Any) -> Any:
    """A kind without its None: TOML knows none."""
    if get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind):
        return next(one for one in get_args(kind) if one is not NoneType)
    return kind


def _is_table(kind: Any) -> bool:
    """Whether a kind is a table of whatever names."""
    origin = get_origin(kind)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _item_key(key: str, item: Any, index: int) -> str:
    """Entries with an id go by it ("spaces.ANK"), others by their number from 1."""
    name = item.get("id") if isinstance(item, Mapping) else None
    return f"{key}.{name}" if isinstance(name, str) else f"{key}[{index + 1}]"


def _explain(data: Any, kind: Any, error: msgspec.ValidationError) -> str:
    if get_origin(kind) is Literal:
        choices = [str(one) for one in get_args(kind)]
        return f"'{data}' is none of {', '.join(choices)}{_nearest(str(data), choices)}"
    described = [one.description for one in getattr(kind, "__metadata__", ()) if one.description]
    if isinstance(data, str) and "regex" in str(error):
        return _explain_text(data, "".join(described[:1]))
    if described and not isinstance(data, str):
        return f"it has to be {described[0]}."
    text = str(error).partition(" - at")[0]
    match = _WRONG.fullmatch(text)
    if match is None or match[1] not in _WORDS:
        return f"{text}."
    if match[2]:
        return f"it has to be {_BOUNDS[match[2]]} {match[3]}."
    return f"it has to be {_WORDS[match[1]]}."


def _explain_text(text: str, description: str) -> str:
    """Why a text is not written as it has to be."""
    if not text.strip():
        return "it is empty."
    if text != normalize("NFC", text):
        return "its accents are signs of their own (NFD), as some machines save them: type it anew."
    return f"'{text}' is not written as it has to be{': ' if description else ''}{description}."


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _nearest(name: str, names: Iterable[str], *, whole: bool = False) -> str:
    """What may have been meant, behind a sentence; else, if ``whole``, all that there is."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    choices = [*names]
    other_case = [one for one in choices if one.casefold() == name.casefold()]
    begun = [one for one in choices if one == _SINGULAR.get(name, name.removesuffix("s"))]
    close_names = other_case or begun or get_close_matches(name, choices, 1, 0.5)
    if close_names:
        return f"; did you mean '{close_names[0]}'?"
    return f"; there are {', '.join(choices)}." if whole and choices else "."
