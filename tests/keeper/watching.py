"""``judge watch`` beside a test."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.run.watch import Stop, watch


@contextmanager
def watched(home: Path) -> Iterator[list[str]]:
    """Watch beside the test; gives what the keeper is told."""
    told: list[str] = []
    stop = Stop()
    thread = threading.Thread(target=watch, args=(home, stop, told.append))
    thread.start()
    try:
        yield told
    finally:
        stop()
        thread.join()
