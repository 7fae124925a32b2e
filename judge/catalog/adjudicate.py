"""``judge adjudicate``: positions as JSON lines in, what comes of them as JSON lines out."""

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import msgspec

from judge.catalog import variant
from judge.kernel.engine import Engine
from judge.kernel.errors import InputError


def answers(lines: Iterable[str | bytes]) -> Iterator[dict[str, Any]]:
    """One answer for each line that isn't blank; a bad one is {"id": ..., "error": sentence}."""
    for line in lines:
        if line.strip():
            yield answer(line)


def answer(line: str | bytes) -> dict[str, Any]:
    """The answer to one request."""
    request: Any = None
    try:
        request = _decode(line)
        return _engine(request).adjudicate(request)
    except InputError as error:
        name = request.get("id") if isinstance(request, dict) else None
        return {"id": name, "error": str(error)}


def _decode(line: str | bytes) -> dict[str, Any]:
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InputError(f"The line is no JSON: {error}.") from None
    if isinstance(request, dict):
        return request
    raise InputError("The line has to be a JSON object.")


def _engine(request: dict[str, Any]) -> Engine[Any]:
    name = request.get("variant", "standard")
    if not isinstance(name, str):
        raise InputError("variant: it has to be a text.")
    try:
        return variant.load(name).engine
    except InputError as error:
        raise InputError(f"variant: {error}") from None


def main(source: Iterable[bytes], sink: BinaryIO) -> int:
    """Answer every line of ``source`` on ``sink``; 1 if any of them was wrong, else 0."""
    wrong = 0
    for told in answers(source):
        sink.write(msgspec.json.encode(told) + b"\n")
        wrong |= "error" in told
    return wrong
