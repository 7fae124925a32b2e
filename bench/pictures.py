"""What maps cost: one map of each game, closing games with and without, and the last mail's wait.

Closing is the processor time of adjudicating, composing and committing, in turns with and without
maps; the wait is the wall clock from the last commit to the last of the results in the post.
"""

import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from unittest import mock

from bench import deadline
from judge.catalog import variant as catalog
from judge.kernel.dice import SecretDice
from judge.kernel.notice import View
from judge.report import plates
from judge.report.picture import job, shapes
from judge.report.picture.job import Job
from judge.run import batch, pictures

VARIANTS = tuple(name for name in catalog.names() if (catalog.folder(name) / shapes.FILE).exists())
"""Those with outlines of their own."""
GAMES = 200
PAIRS = 3


def main() -> None:
    """Print a line for each."""
    for name in VARIANTS:
        times = sorted(_map(name) for _ in range(5))
        print(
            f"a map of {name:12} {times[2]:.2f} s of processor time"
            f" ({times[0]:.2f} to {times[-1]:.2f})"
        )
    closed: dict[str, list[float]] = {"yes": [], "no": []}
    waits = []
    for _ in range(PAIRS):
        for mails, times in closed.items():
            closing, wait, mailed = _deadline(mails)
            times.append(closing)
            waits += [(wait, mailed)] if mails == "yes" else []
    ratios = [with_maps / without for with_maps, without in zip(*closed.values(), strict=True)]
    print(
        f"closing {GAMES} games: {statistics.median(closed['yes']):.2f} s with maps,"
        f" {statistics.median(closed['no']):.2f} s without: ratio"
        f" {statistics.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})"
    )
    for wait, mailed in sorted(waits):
        print(
            f"the last of {GAMES} games' results left {wait:.1f} s later; {mailed} had their maps"
        )


def _map(name: str) -> float:
    """Seconds of processor time for one PNG of a game's first board."""
    variant = catalog.load(name)
    engine = variant.engine
    state = engine.start({}, SecretDice(b"bench", "alpha")).state
    view = View("Spring", engine.request(engine.known_state(state, "")))
    work = job.write_job(Job(plates.scene_of(view, name)))
    begun = time.process_time()
    job.draw(work)
    return time.process_time() - begun


def _deadline(mails: str) -> tuple[float, float, int]:
    """Close all games: processor time to the last commit, wall clock after it, mails with maps."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "spool"
        deadline.prepare(home, GAMES, 1, mails=False)
        toml = home / "judge.toml"
        toml.write_text(toml.read_text().replace('mails = "yes"', f'mails = "{mails}"'))
        batch.run(home, deadline.START + timedelta(minutes=5))
        before = set(_out(home))
        committed: list[tuple[float, float]] = []
        drawing = pictures.draw

        def draw(*args: object) -> None:
            committed.append((time.process_time(), time.perf_counter()))
            drawing(*args)  # type: ignore[arg-type]

        begun = time.process_time()
        with mock.patch("judge.run.draw", draw):
            batch.run(home, deadline.DEADLINE + timedelta(minutes=5))
        closing, at = committed[0]
        new = set(_out(home)) - before
        mapped = sum(b"image/png" in path.read_bytes() for path in new)
        return closing - begun, time.perf_counter() - at, mapped


def _out(home: Path) -> Iterator[Path]:
    return (home / "out" / "new").iterdir()
