"""Positions as computer players look at them, given as requests of ``judge adjudicate`` are."""

from typing import Any

from judge.rules.computers.view import View
from tests.mechanics import boards


def look(name: str, phase: str, **position: Any) -> View:
    """The view of a position of a variant."""
    engine = boards.engine(name)
    return View(engine, engine.position({"phase": phase, **position}))


def at_start(name: str, **options: Any) -> View:
    """The view of the position that a game starts with."""
    return View(boards.engine(name), boards.start(name, **options))
