"""``python -m tests.campaign PART [BUDGET [FOLDER]]``: run a part for a while, add to its totals.

A part goes on where it stopped: its totals and the seed that comes next stand in FOLDER/PART.json
("campaign" if it is not named). BUDGET is a time like 90s, 10m or 1h. The exit status is 1 if any
run so far found something wrong.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from tests.campaign import (
    calm,
    disk,
    games,
    hosts,
    kill,
    lines,
    mail,
    passes,
    players,
    power,
    reasons,
    servers,
    twins,
    years,
)
from tests.campaign.figures import Figures

PARTS: dict[str, tuple[Callable[..., Figures], int]] = {
    "kill": (kill.run, 200),
    "power": (power.run, 300),
    "disk": (disk.run, 200),
    "passes": (passes.run, 5),
    "servers": (servers.run, 40),
    "mail": (mail.run, 10_000),
    "lines": (lines.run, 5_000),
    "calm": (calm.run, 2),
    "twins": (twins.run, 2),
    "years": (years.run, 200),
    "games": (games.run, 44),
    "reasons": (reasons.run, 24),
    "hosts": (hosts.run, 1),
    "players": (players.run, players.ROUND),
}
"""Each part: ``run(seed, count)``, and how many a run makes between two looks at the clock."""
GUIDED = ("players",)
"""Parts whose ``run`` takes the totals so far as well: these say where more is to be done."""

UNITS = {"s": 1, "m": 60, "h": 3600}


def main(arguments: list[str]) -> int:
    """Run a part until its budget is used up; print its totals."""
    if not arguments or arguments[0] not in PARTS:
        print(f"Which part? {', '.join(PARTS)}.")
        return 2
    part, budget, folder, *_ = [*arguments, *("10m", "campaign")[len(arguments) - 1 :]]
    totals = campaign(part, seconds(budget), Path(folder))
    return int(bool(totals.failures))


def seconds(budget: str) -> float:
    """A time in seconds: "90s", "10m", "1h"."""
    return float(budget[:-1]) * UNITS[budget[-1]]


def campaign(part: str, budget: float, folder: Path) -> Figures:
    """Run a part at least once and for ``budget`` seconds; its totals, which are kept."""
    run, count = PARTS[part]
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{part}.json"
    totals, seed, spent = Figures(), 0, 0.0
    if kept.exists():
        told = json.loads(kept.read_text())
        totals, seed, spent = Figures.of(told["totals"]), told["seed"], told["seconds"]
    begun = monotonic()
    while True:
        totals += run(seed, count, totals) if part in GUIDED else run(seed, count)
        seed += 1
        took = monotonic() - begun
        state = {"seed": seed, "seconds": spent + took, "totals": totals.as_json()}
        kept.with_suffix(".part").write_text(json.dumps(state, indent=1))
        kept.with_suffix(".part").replace(kept)
        if took >= budget:
            break
    print(f"{part}: {seed} runs in {spent + took:,.0f} s, this time {took:,.0f} s")
    print("\n".join(totals.lines()))
    return totals


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
