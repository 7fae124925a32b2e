"""What the reader made of lines, as short texts that tests can compare."""

from functools import cache
from typing import Any

from judge.catalog import variant
from judge.kernel.text import Command, Ignored, Line, Piece, Place, Problem, Sentence
from judge.language import reader
from judge.language.statement import LineReading


def read(text: str, name: str = "standard") -> list[LineReading]:
    """The items of a text, read with a variant's names."""
    lines = [Line(at, line) for at, line in enumerate(text.split("\n"), 1)]
    loaded = variant.load(name)
    return list(reader.read(lines, loaded.vocabulary, loaded.engine_name))


@cache
def told(text: str, name: str = "standard") -> list[str]:
    """The items of a text in short: an order, "problem: ...", "ignored", "command: ..."."""
    return [_told(item) for item in read(text, name) if not _is_silent(item)]


def _is_silent(item: LineReading) -> bool:
    """Whether an item is a phase that an order names for itself."""
    return isinstance(item, Command) and not item.text


def _told(item: LineReading) -> str:
    if isinstance(item, Sentence):
        return shown(item)
    if isinstance(item, Command):
        return " ".join(("command:", item.verb, *(f"[{word}]" for word in item.words)))
    return "ignored" if isinstance(item, Ignored) else "problem"


def shown(one: Sentence) -> str:
    """A sentence: "[header] verb piece > path VIA amount powers (about) also (...) or ..."."""
    parts = [f"[{one.header}]"] if one.header else []
    parts.append(one.verb)
    if one.piece:
        parts.append(_piece(one.piece))
    parts += [f"> {_place(place)}" for place in one.path]
    parts += ["VIA"] * one.via
    parts += [str(one.amount)] * bool(one.amount)
    parts += [", ".join(one.powers)] * bool(one.powers)
    parts += [f"({shown(one.about)})"] if one.about else []
    parts += [f"also ({shown(one.also)})"] if one.also else []
    parts += [f"or {shown(choice)}" for choice in one.choices]
    return " ".join(parts)


def _piece(piece: Piece) -> str:
    named = [piece.power, f"{piece.arm}{piece.strength or ''}", _place(piece.place)]
    return " ".join(part for part in named if part)


def _place(place: Place) -> str:
    coast = f"/{place.coast}" if place.coast else ""
    return "|".join(place.spaces) + coast + ("-A" if place.air else "")


def problem(text: str, name: str = "standard") -> Problem:
    """The one problem that a text has."""
    found: Any = [item for item in read(text, name) if isinstance(item, Problem)]
    (only,) = found
    return only  # type: ignore[no-any-return]
