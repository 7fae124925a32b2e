"""``judge log``: what was done, an event a line, by ids alone; no orders, press or addresses."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import sleep

from judge.home import spool
from judge.store import log
from judge.store.database import open_to_read
from judge.store.log import Link

TICK = 1.0
"""Seconds between two looks for what is new."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which events: from a time on (UTC), of one game; "" is all."""

    since: datetime | None = None
    game: str = ""


def events(home: Path, choice: Choice, follow: Callable[[], bool] | None = None) -> Iterator[Link]:
    """The events, oldest first; then, as long as ``follow`` says so, what is added to them."""
    engine = open_to_read(spool.open_spool(home).database)
    last_row = 0
    try:
        while True:
            with engine.begin() as db:
                links = log.find(db, last_row, since=choice.since, game=choice.game.lower())
            yield from links
            last_row = links[-1].id if links else last_row
            if follow is None or not follow():
                return
            sleep(TICK)
    finally:
        engine.dispose()


def as_json(link: Link) -> dict[str, object]:
    """An event for programs."""
    return {
        "id": link.id,
        "at": link.at,
        "who": link.who,
        "what": link.what,
        "game": link.game,
        "facts": json.loads(link.facts),
    }
