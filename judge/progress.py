"""A bar on a terminal for what takes long; nothing where standard error is none."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

Item = TypeVar("Item")
FEW = 200
"""So few are done before anybody would read a bar."""


def over(items: Iterable[Item], what: str, total: int | None = None) -> Iterator[Item]:
    """The items, with a bar on standard error that says ``what`` is done with them."""
    count = total if total is not None or not isinstance(items, Sequence) else len(items)
    if not sys.stderr.isatty() or (count is not None and count < FEW):
        yield from items
        return
    from rich.console import Console  # noqa: PLC0415 - it costs what most commands take
    from rich.progress import track  # noqa: PLC0415

    console = Console(stderr=True)
    yield from track(items, what, count, console=console, transient=True)


@contextmanager
def during(what: str) -> Iterator[None]:
    """A bar that moves while something is done of which nobody knows how far it has come."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        bar.add_task(what, total=None)
        yield
