"""Odd lines through the public door, beside a good order, and some by mail; counted and timed."""

import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import judge
from judge.kernel.errors import UNREAD_LINE
from tests import folders
from tests.game.world import POWERS, World, mailbox
from tests.language.fuzz.made import Maker

LIMIT = 2.0
"""Seconds of processor time that a line may cost."""
BY_MAIL = 100
"""One in so many lines is mailed to a judge as well, in a mail of its own."""
VARIANTS = folders.of_each_kind()
GOOD = "A Par - Bur"
"""Taken wherever France has an army there."""
TURNS_ASIDE = frozenset(("clear", "press", "broadcast", "signoff", "if", "elseif", "else", "phase"))
"""Commands that may speak of what stands above them, or of all below."""


@dataclass(slots=True)
class Found:
    """What came of it: all is well if ``failures`` is empty."""

    lines: int = 0
    orders: int = 0
    commands: int = 0
    asked: int = 0
    mailed: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list)


def fuzz(seed: int, count: int) -> Found:
    """Make ``count`` lines from ``seed``; the same seed and count are the same lines."""
    found = Found()
    mailed: list[str] = []
    for number in range(count):
        variant = VARIANTS[number % len(VARIANTS)]
        line = Maker(random.Random(f"{seed}.{number}"), variant).line()
        _read(line, variant, found)
        if not number % BY_MAIL:
            mailed.append(line)
    _mail(mailed, found)
    return found


def _read(line: str, variant: str, found: Found) -> None:
    """Read a line below a good order, which is to be taken unless the line speaks of it."""
    start = time.process_time()
    try:
        rows = judge.load(variant).parse(f"{GOOD}\n\n{line}", power="")
    except Exception as error:
        found.failures.append(f"{type(error).__name__} over {variant}: {line!r}")
        return
    took = time.process_time() - start
    found.lines += 1
    found.slowest = max(found.slowest, took)
    if took > LIMIT:
        found.failures.append(f"{took:.1f} s over {variant}: {line!r}")
    if any(row.get("problem", "").startswith(UNREAD_LINE) for row in rows):
        found.failures.append(f"a fault over {variant}: {line!r}")
    if not any(row["line"] == 1 for row in rows):
        found.failures.append(f"the order above is not answered, {variant}: {line!r}")
    odd = [row for row in rows if row["line"] > 1]
    found.orders += any("order" in row for row in odd)
    found.commands += any("command" in row for row in odd)
    found.asked += any("problem" in row for row in odd)
    obeyed = {row["command"] for row in odd if "command" in row}
    if obeyed and not obeyed & TURNS_ASIDE and len(odd) == len(obeyed):
        taken = any("order" in row for row in rows if row["line"] == 1)
        if not taken and variant == "standard":
            found.failures.append(f"the order above is not taken: {line!r}")


def _mail(lines: list[str], found: Found) -> None:
    """Mail each line below a good order: nothing is put aside, and every mail has an end."""
    with tempfile.TemporaryDirectory(prefix="judge-lines-") as folder:
        world = World(Path(folder) / "spool")
        world.begun()
        for number, line in enumerate(lines):
            power = POWERS[number % len(POWERS)]
            text = f"{GOOD}\n\n{line}"
            world.raw(_raw(world, mailbox(power), world.address(power), text, number))
        report, sent = world.passed()
        found.mailed += len(lines)
        found.failures += [f"the pass: {told}" for told in report.lines]
        found.failures += [
            f"a fault by mail: {mail.flat[:200]}" for mail in sent if UNREAD_LINE[1:] in mail.flat
        ]
        if world.rows("SELECT id FROM letters WHERE status IN ('new', 'shunted')"):
            found.failures.append("mails came to no end")


def _raw(world: World, sender: str, to: str, text: str, number: int) -> bytes:
    """A mail of UTF-8, whatever stands in it."""
    head = (
        f"Received: from there by mx.judge.example; {world.now:%a, %d %b %Y %H:%M:%S +0000}",
        f"From: {sender}",
        f"To: {to}",
        f"Message-ID: <line{number}@players.example>",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    )
    return "\n".join((*head, "", text, "")).encode("utf-8", "replace")
