"""``judge adjudicate``: positions as JSON lines in, what comes of them as JSON lines out."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, BinaryIO

import msgspec

from judge.catalog import shelves, variant
from judge.catalog.variant import Variant
from judge.kernel.errors import InputError, KeeperError

STANDARD = "standard"
PART, AHEAD = 200, 4
"""Lines that a process answers at once, and parts that wait for each."""


def answers(lines: Iterable[str | bytes]) -> Iterator[dict[str, Any]]:
    """One answer for each line that isn't blank; a bad one is {"id": ..., "error": sentence}."""
    for line in lines:
        if line.strip():
            yield answer(line)


def answer(line: str | bytes, usual: str = STANDARD) -> dict[str, Any]:
    """The answer to one request; of the variant ``usual`` if it names none."""
    request: Any = None
    try:
        request = _decode(line)
        loaded_variant = _variant(request, usual)
        with variant.answering(loaded_variant):
            return loaded_variant.engine.adjudicate(request)
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


def _variant(request: dict[str, Any], usual: str) -> Variant:
    """The variant that a request names, maybe by the folder of ``usual``; raises InputError.

    A line names no folder: whose rules.py is run is up to whoever starts the program.
    """
    name = request.get("variant", usual)
    if not isinstance(name, str):
        raise InputError("variant: it has to be a text.")
    if "/" in name:
        raise InputError("variant: a folder is named to the program: judge adjudicate --variant V.")
    try:
        return variant.load(usual if name == usual.partition(shelves.TRIED)[0] else name)
    except (InputError, KeeperError) as error:
        raise InputError(f"variant: {error}") from None


def main(source: Iterable[bytes], sink: BinaryIO, jobs: int = 1, usual: str = STANDARD) -> int:
    """Answer every line of ``source`` on ``sink``; 1 if any of them was wrong, else 0.

    With several ``jobs`` so many processes answer; what they say stands in the order of the lines.
    Lines that name no variant are of ``usual``.
    """
    wrong = False
    answer_line = partial(_answer_line, usual=usual)
    for reply, good in map(answer_line, source) if jobs == 1 else _share(source, jobs, usual):
        sink.write(reply)
        wrong |= not good
    return int(wrong)


def _answer_line(line: bytes, usual: str) -> tuple[bytes, bool]:
    """The answer to one line as JSON, b"" to a blank one; whether the line was good."""
    if not line.strip():
        return b"", True
    reply = answer(line, usual)
    return msgspec.json.encode(reply) + b"\n", "error" not in reply


def _answer_lines(lines: Sequence[bytes], usual: str) -> tuple[bytes, bool]:
    """The same for several."""
    replies = [_answer_line(line, usual) for line in lines]
    return b"".join(text for text, _ in replies), all(good for _, good in replies)


def _share(source: Iterable[bytes], jobs: int, usual: str) -> Iterator[tuple[bytes, bool]]:
    """Answers of several processes, in order; few lines are read ahead of what is written."""
    import multiprocessing  # noqa: PLC0415 - heavy, and most runs have one process
    from collections import deque  # noqa: PLC0415
    from concurrent.futures import Future, ProcessPoolExecutor  # noqa: PLC0415

    lines = iter(source)
    context = multiprocessing.get_context("fork")  # it knows the keeper's variants as we do
    with ProcessPoolExecutor(jobs, context) as workers:
        futures: deque[Future[tuple[bytes, bool]]] = deque()
        while part := list(islice(lines, PART)):
            futures.append(workers.submit(_answer_lines, part, usual))
            if len(futures) > AHEAD * jobs:
                yield futures.popleft().result()
        while futures:
            yield futures.popleft().result()
