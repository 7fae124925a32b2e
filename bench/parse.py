"""How fast order lines are read, and how many phrases that people typed are read as meant."""

import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from judge.catalog import parse, variant
from judge.kernel.text import Line
from judge.language import order_lines, reader

GOAL = 40_000
LINES = 6_000
RUNS = 5
TYPED = Path(__file__).parent.parent / "tests" / "language" / "typed-orders.jsonl"
FIRST = "import time; t = time.perf_counter(); from bench.parse import first; first(t)"


def lines(count: int, seed: int = 1) -> list[Line]:
    """So many different order lines in the styles of seven players, made from a seed."""
    pick = random.Random(seed)
    spaces = variant.load("standard").map["spaces"]
    found: dict[str, None] = {}
    while len(found) < count:
        one, two, three = (pick.choice(spaces) for _ in range(3))
        names = [pick.choice((space["id"].title(), space["name"])) for space in (one, two, three)]
        arm = pick.choice(("A", "F", "Army", "Fleet", "a", "f"))
        arrow = pick.choice((" - ", "-", " -> ", " to ", " moves to "))
        support = pick.choice((" S ", " s ", " supports "))
        moved = f"{names[1]}{arrow}{names[2]}"
        found[
            pick.choice(
                (
                    f"{arm} {names[0]} H",
                    f"{arm} {names[0]}{arrow}{names[1]}",
                    f"{arm} {names[0]}{support}{arm} {moved}",
                    f"{arm} {names[0]}{support}{arm} {names[1]}",
                    f"F {names[0]} C A {moved}",
                )
            )
        ] = None
    return [Line(at, line) for at, line in enumerate(found, 1)]


def _rates(typed: list[Line]) -> list[float]:
    """Lines a second, each run with a reader that has seen none of them."""
    vocabulary = variant.load("standard").vocabulary
    rates = []
    for _ in range(RUNS):
        order_lines.order_reader.cache_clear()
        reader.read(typed[:1], vocabulary, "dip")
        start = time.perf_counter()
        reader.read(typed, vocabulary, "dip")
        rates.append(len(typed) / (time.perf_counter() - start))
    return rates


def _spread(rates: list[float]) -> str:
    return f"{statistics.median(rates):9,.0f}  ({min(rates):,.0f}..{max(rates):,.0f})"


def _as_meant(case: dict[str, Any]) -> bool:
    """Whether a typed phrase is read as its canonical order, or asked back where it has none."""
    request = {key: case[key] for key in ("text", "units")}
    read = [line.get("order") for line in parse.answer_lines(json.dumps(request))["lines"]]
    meant = case["canonical"]
    if "convoy" in case.get("note", ""):
        return [order and order.removesuffix(" VIA") for order in read] == [
            meant.removesuffix(" VIA")
        ]
    return read == [meant]


def first(start: float) -> None:
    """Print the milliseconds since ``start`` that a process needs to have read one line."""
    reader.read([Line(1, "A Par - Bur")], variant.load("standard").vocabulary, "dip")
    print(f"{(time.perf_counter() - start) * 1000:.0f}")


def _first_line() -> float:
    done = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Print lines a second, the first line's cost, and the rate."""
    typed = lines(LINES)
    print(f"order lines a second, never seen   {_spread(_rates(typed))}  goal {GOAL:,}")
    starts = [_first_line() for _ in range(RUNS)]
    print(f"imports, grammar and first line    {statistics.median(starts):9.0f}  ms")
    cases = [json.loads(line) for line in TYPED.read_text().splitlines()]
    good = sum(map(_as_meant, cases))
    print(f"typed phrases read as meant        {good} of {len(cases)}")
