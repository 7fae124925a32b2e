"""Words for moments, spans of time and lists; all English, none depends on the machine's locale."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from markupsafe import Markup, escape

from judge.kernel import days
from judge.kernel.text import capitalise, count, list_names
from judge.report.layout import GLUE, WIDTH

_DAYS = tuple(day[:3].title() for day in days.WEEKDAYS)


@lru_cache(maxsize=64)
def zone(name: str) -> tzinfo:
    """The IANA zone ``name``; UTC where the name is unknown, since a mail must go out anyway."""
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return UTC


def moment(value: datetime | str) -> datetime:
    """``value``, a datetime or an ISO string, as an aware datetime; naive ones are UTC."""
    time = datetime.fromisoformat(value) if isinstance(value, str) else value
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def when(value: datetime | str, reader_zone: str) -> str:
    """A moment in the reader's zone and in UTC: "Fri 27 Nov, 18:30 Europe/Paris (17:30 UTC)".

    The day is said twice only where it differs, and UTC once to a reader who lives there.
    """
    utc = moment(value).astimezone(UTC)
    their_zone = zone(reader_zone)
    if their_zone is UTC or reader_zone == "UTC":
        return f"{days.day_text(utc)}, {utc:%H:%M} UTC"
    local = utc.astimezone(their_zone)
    other = f"{utc:%H:%M} UTC"
    if local.date() != utc.date():
        other = f"{_DAYS[utc.weekday()]} {other}"
    return f"{days.day_text(local)}, {local:%H:%M} {reader_zone} ({other})"


_LONG = 180
"""Minutes from which on nobody counts them."""


def time_left(until: datetime | str, now: datetime | str) -> str:
    """The time from ``now`` to ``until``, in whole hours if it is long: "2 days 3 hours left"."""
    span = moment(until) - moment(now)
    if span < timedelta(0):
        return "passed"
    minutes = int(span.total_seconds()) // 60
    if minutes >= _LONG:
        minutes = round(minutes / 60) * 60
    hours = minutes // 60
    parts = " ".join(
        count(number, noun)
        for number, noun in (((hours // 24, "day"), (hours % 24, "hour"), (minutes % 60, "minute")))
        if number
    )
    return f"{parts or 'less than a minute'} left"


def lines(numbers: Sequence[int]) -> str:
    """Line numbers with their noun and with runs drawn together: "line 3", "lines 4-9 and 12"."""
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    spans = [str(a) if a == b else f"{a}-{b}" for a, b in runs]
    return f"{'line' if len(numbers) == 1 else 'lines'} {list_names(spans)}"


def show_typed(text: object, width: int = 60) -> str:
    """What people typed, safe to show: on one line, blanks drawn together, cut at ``width``."""
    line = " ".join(str(text).split())
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"


def pad(text: object, width: int) -> str:
    """``text`` filled with blanks to ``width`` columns, and at least two behind it."""
    line = str(text)
    return line.ljust(width) if len(line) < width - 1 else line + "  "


def glued_list(options: Iterable[str]) -> str:
    """Options of an order, one behind the other, of which nothing is folded but lists of goals."""
    parts = (option.partition(",") for option in options)
    return ", ".join(start.replace(" ", GLUE) + comma + goals for start, comma, goals in parts)


def whole(text: object) -> str:
    """``text`` that is never folded, however long: what a program reads line by line."""
    return str(text).replace(" ", GLUE)


def first_column(rows: Iterable[Mapping[str, Any]], key: str = "power") -> int:
    """How wide a column of names is: two more than the longest, at least 16."""
    return max(14, *(len(row[key] or "") for row in rows), 0) + 2


_BREAKS = re.compile(
    r"(?<= [SC]) |(?<=- \S{3}) (?=- )|(?<=- \S{6}) (?=- )| (?=\()|(?<=,) | (?=(?:FROM|TO|FOR) )"
)
"""Where an order may be broken: before what it supports or carries, a further step,
the pieces of a stack and whom a bid is for, and between pieces."""


@lru_cache(maxsize=4096)
def unbroken(order: str) -> Markup:
    """An order in HTML, which a line breaks only where it reads on well.

    A blank that does not break would not do: browsers break behind the dash before it.
    """
    parts = map(escape, _BREAKS.split(order))
    return Markup(" ".join(f'<span style="white-space:nowrap">{part}</span>' for part in parts))


def unbroken_list(orders: Iterable[str]) -> Markup:
    """Orders in HTML, one behind the other; a line may break between two, or as above."""
    return Markup(", ".join(map(unbroken, orders)))


_TOGETHER = re.compile(
    r"\b[AF] [A-Z]{3}\b(?:/[A-Z]{2})?(?: - [A-Z]{3}\b(?:/[A-Z]{2})?)*|[\d/]+ against [\d/]+"
)
"""What a reason names: a unit with where it went, and strengths."""


@lru_cache(maxsize=4096)
def unbroken_reason(reason: str) -> Markup:
    """A reason in HTML, of which no line breaks a move or two strengths that it compares."""
    return Markup(_TOGETHER.sub(lambda match: unbroken(match[0]), escape(reason)))


def word_verdict(verdict: str) -> str:
    """A verdict as it is shown: "stands dislodged" reads "holds, dislodged"."""
    return verdict.replace(" ", ", ").replace("stands", "holds")


_REPEATS = re.compile(
    r"(held|support given|convoy available|as ordered|nobody contested [^;]+|retreated to \S+)"
    r"(; |$)"
)
"""How reasons begin that say no more than the order and the verdict beside them."""


def because(reason: str) -> str:
    """What a reason says beyond the order and its verdict, which may be nothing."""
    return _REPEATS.sub("", reason, count=1) if _REPEATS.match(reason) else reason


def find_place(row: Mapping[str, Any]) -> str:
    """The unit of a row of results as it stands after it ("A BUR"), "" if it left its place."""
    unit, order = row.get("unit") or "", row["order"]
    verdict, _, fate = row["verdict"].partition(" ")
    goer, _, goal = order.partition(" - ")
    if fate:
        return ""
    if goer != unit or verdict != "succeeds":
        return str(unit)
    return f"{unit[:2]}{goal.rpartition(' - ')[2].partition(' ')[0]}"


GOOD = frozenset({"succeeds", "given", "available", "stands", "sorties"})
"""First words of verdicts of orders that did what they were meant to."""


def has_worked(verdict: str) -> bool:
    """Whether an order with ``verdict`` did what it was meant to and its unit stayed unharmed."""
    return verdict in GOOD


def mark(verdict: str) -> str:
    """A sign for a verdict that needs no colour: it worked, it failed, or its unit was lost."""
    first, _, fate = verdict.partition(" ")
    if fate:
        return "⚑"
    return "✓" if first in GOOD else "✗"


def join_stacks(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows of results in which a stack that marched as one is one row with all its units."""
    stack_of: dict[tuple[str, ...], dict[str, Any]] = {}
    for number, row in enumerate(rows):
        marches_in_stack = row["unit"] and row["unit"] not in row["order"]
        apart = "" if marches_in_stack else str(number)
        key = (row["power"], row["order"], row["verdict"], row["reason"], apart)
        stack = stack_of.setdefault(key, {**row, "units": []})
        stack["units"].append(row["unit"])
    return list(stack_of.values())


def by_power(rows: Iterable[Mapping[str, Any]]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """Rows in groups, by the alphabet; ``came`` is what became of a row's order, as it is shown.

    A convoy "carries" where it was there for one who was ordered to use it.
    """
    all_rows = list(rows)
    orders = [row["order"] for row in all_rows]
    group_of: dict[str, list[Mapping[str, Any]]] = {}
    for row in all_rows:
        _, _, carried = row["order"].partition(" C ")
        is_used = carried and any(order.startswith(carried) for order in orders)
        carries = is_used and row["verdict"] == "available"
        came = "carries" if carries else word_verdict(row["verdict"])
        group_of.setdefault(row["power"], []).append({**row, "came": came})
    return sorted(group_of.items())


_PART, _OF = "\ue001", "\ue002"
"""What stands on both sides of a power's name before its part of an event, until that is done."""


def mark_part(power: str) -> Markup:
    """A mark before a power's part of an event; that of "" stands behind the last one."""
    return Markup(f"{_PART}{power}{_OF}")


def put_first(text: str, own: Sequence[str]) -> str:
    """A text without the marks of its parts, those of a reader's ``own`` powers first."""
    rank = {power: index for index, power in enumerate(own, -len(own))}
    head, *parts = str(text).split(_PART)  # of HTML each part would be made HTML again
    pairs = [(power, words) for power, _, words in (part.partition(_OF) for part in parts)]
    pairs.sort(key=lambda pair: rank.get(pair[0], 0))
    return "".join((head, *(words for _, words in pairs)))


def small(rows: Iterable[Mapping[str, Any]], key: str) -> list[Mapping[str, Any]]:
    """Those rows that need no line of their own: one unit or centre, and nothing is due."""
    found = [
        row for row in rows if len(row[key]) < _FEW - 1 and not any(row.get(due) for due in _DUE)
    ]
    return found if len(found) >= _FEW else []


_DUE = ("builds", "amount", "build_centers", "counts")
"""What a row of centres may say beside them."""


def alike(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows of results in which orders that came to the same for one reason stand in one row."""
    row_of: dict[tuple[str, ...], dict[str, Any]] = {}
    for row in rows:
        key = (row["verdict"], row["reason"] or row["order"])
        orders = [*row_of[key]["orders"], row["order"]] if key in row_of else [row["order"]]
        different = list(dict.fromkeys(orders))
        row_of[key] = {
            **row,
            "orders": orders,
            "order": (
                ", ".join(different)
                if len(different) <= _FEW
                else f"{orders[0]} and {len(orders) - 1} more"
            ),
        }
    return list(row_of.values())


_FEW = 3
"""So many orders are named that came to the same for one reason."""


def beside(line: str, reason: str, indent: int = 6) -> str:
    """``line`` with its reason behind it where both fit, else on a line below, ``indent`` in."""
    if not reason:
        return line
    if len(line) + len(reason) + 2 <= WIDTH:
        return f"{line}: {reason}"
    return f"{line}\n{' ' * indent}{reason}"


def aside(line: str, reason: str) -> str:
    """``line`` with its reason in brackets, so that it can be pasted back as an order."""
    if not reason or len(line) + len(reason) + 3 > WIDTH:
        return f"{line}\n      ({reason})" if reason else line
    return f"{line} ({reason})"


_MONTHS = tuple(month[:3] for month in days.MONTHS)
_NAMED = ("GM", "UTC", *_DAYS, *_MONTHS, "Spring", "Summer", "Fall", "Autumn", "Winter")
"""What keeps its capitals in any game."""


def lower(line: str, names: Iterable[str] = ()) -> str:
    """A line in capitals in sentence case, but for ``names`` and words with digits ("R17")."""
    if not line.isupper():
        return line
    spelling_of = {name.upper(): name for name in (*names, *_NAMED)}
    choices = "|".join(map(re.escape, sorted(spelling_of, key=len, reverse=True)))
    lowered = re.sub(
        rf"\b(?:({choices})|([A-Z]*\d\w*)|([^\W\d_]+))\b",
        lambda match: spelling_of[match[1]] if match[1] else match[2] or match[3].lower(),
        line,
    )
    return capitalise(lowered)


def sentence(text: str) -> str:
    """``text`` as a sentence of its own: "too late" becomes "Too late."; an option stays so."""
    begun = text if "=" in text.partition(" ")[0] else capitalise(text)
    return begun + ("" if text[-1:] in {"", ".", "!", "?", ":"} else ".")
