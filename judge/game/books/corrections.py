"""Corrected results: which version they take the place of, and which lines have changed."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection

from judge.kernel import audience
from judge.kernel.engine import PUBLIC, Event
from judge.store import turns
from judge.store.record import Game

Line = tuple[str, str]
"""A power and its unit."""
Came = tuple[str, str]
"""An order with its verdict, and the reason."""
_NOTHING: Came = ("", "")
_ORDERS = ("results", "minors")
"""The events that tell what became of orders."""


def events(db: Connection, game: Game, events: Sequence[Event]) -> tuple[Event, ...]:
    """That these results of the game's phase correct others; nothing where they are the first."""
    phase = game.phase.id if game.phase else ""
    before = turns.versions(db, game.id, phase)
    if not before:
        return ()
    data = {
        "phase": game.phase.title if game.phase else "",
        "version": len(before) + 1,
        "corrects": len(before),
        "closed": before[-1].closed.isoformat(),
        "rows": list(_changed_lines(_lines(before[-1].events), _lines(events))),
        "variant": game.variant,
        "before": _other_events(before[-1].events),
        "after": _other_events(events),
    }
    return (Event("corrected", data, PUBLIC),)


def _lines(events: Sequence[Event]) -> dict[Line, Came]:
    """What became of each unit's order, for all to see."""
    outcome_of_unit: dict[Line, Came] = {}
    for event in audience.public(events):
        if event.kind in _ORDERS:
            for row in event.data["rows"]:
                outcome_of_unit[row["power"], row["unit"]] = _line(row)
    return outcome_of_unit


def _other_events(events: Sequence[Event]) -> list[Event]:
    """What else all were told; where the units stand follows from the orders."""
    kinds_told = (*_ORDERS, "position")
    return [event for event in audience.public(events) if event.kind not in kinds_told]


def _line(row: dict[str, Any]) -> Came:
    return f"{row['order']} {row['verdict'].replace('stands', 'holds')}", row["reason"]


def _changed_lines(old: dict[Line, Came], new: dict[Line, Came]) -> Iterator[dict[str, str]]:
    for power, unit in sorted(old.keys() | new.keys()):
        was, now = old.get((power, unit), _NOTHING), new.get((power, unit), _NOTHING)
        if was != now:
            change = {"was": was[0], "was_for": was[1], "now": now[0], "now_for": now[1]}
            yield {"power": power, "unit": unit, **change}
