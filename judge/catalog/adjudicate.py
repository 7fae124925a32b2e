"""``judge adjudicate``: positions as JSON lines in, what comes of them as JSON lines out."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, BinaryIO

import msgspec

from judge.catalog import variant
from judge.kernel.engine import Engine
from judge.kernel.errors import InputError

PART, AHEAD = 200, 4
"""Lines that a process answers at once, and parts that wait for each."""


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


def main(source: Iterable[bytes], sink: BinaryIO, jobs: int = 1) -> int:
    """Answer every line of ``source`` on ``sink``; 1 if any of them was wrong, else 0.

    With several ``jobs`` so many processes answer; what they say stands in the order of the lines.
    """
    wrong = False
    for reply, good in map(_answer_line, source) if jobs == 1 else _share(source, jobs):
        sink.write(reply)
        wrong |= not good
    return int(wrong)


def _answer_line(line: bytes) -> tuple[bytes, bool]:
    """The answer to one line as JSON, b"" to a blank one; whether the line was good."""
    if not line.strip():
        return b"", True
    reply = answer(line)
    return msgspec.json.encode(reply) + b"\n", "error" not in reply


def _answer_lines(lines: Sequence[bytes]) -> tuple[bytes, bool]:
    """The same for several."""
    replies = [_answer_line(line) for line in lines]
    return b"".join(text for text, _ in replies), all(good for _, good in replies)


def _share(source: Iterable[bytes], jobs: int) -> Iterator[tuple[bytes, bool]]:
    """Answers of several processes, in order; few lines are read ahead of what is written."""
    import multiprocessing  # noqa: PLC0415 - heavy, and most runs have one process
    from collections import deque  # noqa: PLC0415
    from concurrent.futures import Future, ProcessPoolExecutor  # noqa: PLC0415

    lines = iter(source)
    context = multiprocessing.get_context("fork")  # it knows the keeper's variants as we do
    with ProcessPoolExecutor(jobs, context) as workers:
        futures: deque[Future[tuple[bytes, bool]]] = deque()
        while part := list(islice(lines, PART)):
            futures.append(workers.submit(_answer_lines, part))
            if len(futures) > AHEAD * jobs:
                yield futures.popleft().result()
        while futures:
            yield futures.popleft().result()
