"""The lines of habits.txt: what people type on a board, and what has to come of it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from judge.catalog import sheet, variant
from judge.catalog.sheet import Answerable
from judge.kernel.engine import Order
from judge.kernel.text import Command, Line, Offer, Problem

FILE = Path(__file__).parent / "habits.txt"
STANDARD = variant.load("standard")


class Habit(NamedTuple):
    """A line typed by a power on a board, and the answers to it."""

    board: str
    typed: str
    answers: tuple[str, ...]


def habits() -> Iterator[Habit]:
    """Every line of the file, with the board above it."""
    board, typed = "", ""
    answers: list[str] = []
    for line in [*FILE.read_text(encoding="utf-8").splitlines(), "=="]:
        if line.startswith("    "):
            answers.append(line.strip())
            continue
        if typed:
            yield Habit(board, typed, tuple(answers))
        answers = []
        typed = "" if line.startswith(("==", "#")) else line
        board = line[2:].strip() if line.startswith("==") else board


def answers(habit: Habit) -> tuple[str, ...]:
    """What the judge makes of the line, as the file writes it."""
    power, state = _board(habit.board)
    items = sheet.understand([Line(1, habit.typed)], STANDARD, state, power)
    return tuple(_told(item) for item in items)


@cache
def _board(text: str) -> tuple[str, Any]:
    """The power and the position of "France S1901M: France A PAR, F BRE; c France PAR; ..."."""
    head, _, rest = text.partition(":")
    power, phase = head.split()
    request: dict[str, Any] = {"phase": phase, "units": {}, "dislodged": {}, "centers": {}}
    for part in rest.split(";"):
        what, name, listed = part.strip().split(" ", 2)
        words = [word.strip() for word in listed.split(",")]
        if what == "dislodged":
            unit, *retreats = (word.strip() for word in listed.split(">"))
            request["dislodged"][f"{name}: {unit}"] = retreats[0].split()
        else:
            request[what][name] = words
    return power, STANDARD.engine.position(
        {key: value for key, value in request.items() if value or key == "units"}
    )


def _told(item: Answerable) -> str:
    if isinstance(item, Order):
        return item.text + (f"  ({item.note})" if item.note else "")
    if isinstance(item, Offer):
        return " ".join(("yes?", ", ".join(item.orders)))
    if isinstance(item, Problem):
        return " ".join(("?", ", ".join(item.suggestions))).strip()
    if isinstance(item, Command):
        return " ".join(("$", item.verb, *item.words))
    return "."
