"""How many passes there were and how long they took: for those who watch, lost without harm."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from judge.home.spool import Spool


@dataclass(frozen=True, slots=True)
class Tally:
    """Passes that had something to do, their seconds together, and those of the last one."""

    passes: int = 0
    seconds: float = 0.0
    last: float = 0.0


def read(spool: Spool) -> Tally:
    """What was counted since the file "passes" of the spool was made."""
    try:
        return Tally(**json.loads(spool.passes.read_text()))
    except (OSError, ValueError, TypeError):
        return Tally()


def count(spool: Spool, seconds: float) -> None:
    """Add a pass that took so long."""
    before = read(spool)
    now = Tally(before.passes + 1, round(before.seconds + seconds, 3), round(seconds, 3))
    part = Path(f"{spool.passes}.part")
    with suppress(OSError):  # it is a figure, no more
        part.touch(mode=0o600)
        part.write_text(json.dumps(asdict(now)))
        part.replace(spool.passes)
