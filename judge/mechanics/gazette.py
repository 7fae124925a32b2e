"""How public events speak of minor powers: in their own section, and briefly elsewhere."""

from collections.abc import Iterable, Mapping
from typing import Any

from judge.kernel.engine import PUBLIC, Event
from judge.mechanics.cast import Cast

TOGETHER = "Minor powers"
"""The name of the row that stands for all minors."""

_TOLD = ("results", "destroyed", "position", "centers")
"""The kinds of events that speak of minors; the minors' own results say who of them is lost."""

Row = Mapping[str, Any]


def apart(event: Event, cast: Cast) -> Iterable[Event]:
    """The event without its minors, followed by what it says about them."""
    rows = event.data.get("rows", ())
    minor_rows = [row for row in rows if cast.is_minor(row.get("power", ""))]
    if event.kind not in _TOLD or not minor_rows:
        return [event]
    others = [row for row in rows if row not in minor_rows]
    if event.kind == "destroyed":
        return [event.knowing(rows=others)] if others else []
    if event.kind == "results":
        aside = Event("minors", {"phase": event.data["phase"], "rows": minor_rows}, PUBLIC)
        return [event.knowing(rows=others), aside]
    together = _positions(minor_rows) if event.kind == "position" else _centers(minor_rows)
    return [event.knowing(rows=[*others, together])]


def _positions(rows: Iterable[Row]) -> Row:
    return {"power": TOGETHER, "units": [unit for row in rows for unit in row["units"]]}


def _centers(rows: Iterable[Row]) -> Row:
    return {
        "power": TOGETHER,
        "centers": sorted(space for row in rows for space in row["centers"]),
        "units": sum(row["units"] for row in rows),
        "builds": 0,
    }
