"""A variant's own orders.lark: rules over those of grammar/orders.lark, and words of its own.

A terminal is written with its words, ``_RAZE: "raze" | "razes" | "burn down"``, and a rule extends
one of ours, ``%extend deed: _RAZE -> raze``. The name behind the arrow is the verb of the sentence,
whose slots are filled by what the rule holds (see ``fill``).
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from judge.kernel.errors import InputError
from judge.kernel.text import Piece, Place
from judge.language.fold import words
from judge.language.slots import Slots

_TERMINAL = re.compile(r"^(\w*[A-Z]\w*)[ \t]*:(.*(?:\n[ \t]*\|.*)*)$", re.MULTILINE)
_WORDS = re.compile(r'(?:\s*\|?\s*"[^"\n]*")+\s*(?://.*)?')
_WORD = re.compile(r'"([^"\n]*)"')


class Dialect(Struct, frozen=True):
    """Lark rules to be read behind ours, and the words of each terminal, folded."""

    rules: str = ""
    words: Mapping[str, tuple[tuple[str, ...], ...]] = {}


def read(text: str) -> Dialect:
    """The dialect of an orders.lark; raises InputError for a terminal that is not words alone."""
    spellings: dict[str, tuple[tuple[str, ...], ...]] = {}
    for name, value in _TERMINAL.findall(text):
        if not name.startswith("_") or not _WORDS.fullmatch(value):
            raise InputError(
                f'orders.lark: {name}: write a terminal as _NAME: "word" | "two words".'
            )
        spellings[name] = tuple(words(word) for word in _WORD.findall(value))
    return Dialect(_TERMINAL.sub(_blank_words, text), spellings)


def _blank_words(match: re.Match[str]) -> str:
    """As many blank lines as a terminal takes: an error names the line that was written."""
    return "\n" * match[0].count("\n")


class Verbs:
    """A builder for which an alias that it does not know is the verb of an own order."""

    def __init__(self, builder: object) -> None:
        self._builder = builder

    def __getattr__(self, alias: str) -> Callable[..., Any]:
        method: Callable[..., Any] | None = getattr(self._builder, alias, None)
        return method or partial(fill, alias.replace("_", "-"))


def fill(verb: str, *values: Any) -> Slots:
    """The slots of an own order: each value goes where its kind belongs.

    ``piece`` is the unit that is ordered, ``target`` (another unit, or its move) what the order is
    about, ``route`` and PLACE the path, NUMBER the amount, POWER the powers.
    """
    slots: Slots = {"verb": verb}
    for value in values:
        match value:
            case Piece():
                slots["piece"] = value
            case Place():
                slots["path"] = (*slots.get("path", ()), value)
            case int():
                slots["amount"] = value
            case str():
                slots["powers"] = (*slots.get("powers", ()), value)
            case {"verb": _}:
                slots["about"] = value
            case dict():
                slots |= value
    return slots
