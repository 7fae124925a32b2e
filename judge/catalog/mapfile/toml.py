"""Plain data as TOML, as people write it: a list on its line, a table under its heading."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def write(data: Mapping[str, Any]) -> str:
    """The text of a TOML file: texts, numbers, switches, lists and tables of them."""
    return "\n".join(_lines(data, "")).strip() + "\n"


def _lines(table: Mapping[str, Any], path: str) -> Iterator[str]:
    """The keys of a table, and behind them the tables in it."""
    for key, value in table.items():
        if not _is_table(value) and not _are_tables(value):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in table.items():
        inner = f"{path}.{_key(key)}" if path else _key(key)
        if _is_table(value):
            plain = any(not _is_table(one) for one in value.values())
            yield from ("", f"[{inner}]") if plain else ()
            yield from _lines(value, inner)
        elif _are_tables(value):
            for one in value:
                yield from ("", f"[[{inner}]]", *_lines(one, inner))


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_table, value))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    """JSON writes all of these as TOML does, but for one control character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
