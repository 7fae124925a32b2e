"""Orders ahead: lines for later phases, kept as typed and read when their phase opens."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection

from judge.catalog import sheet as catalog_sheet
from judge.catalog.branches import Branch
from judge.game import orders
from judge.game.desk import Desk, Section
from judge.game.record import OVER, Entry, Later, Seat
from judge.game.store import ahead
from judge.game.table import Table
from judge.kernel.engine import Event, Order
from judge.kernel.text import Command, Ignored, Line, Problem, Span

MOST = 400
"""Lines that wait for one power."""
_KEPT = ("wait", "nowait")
"""Commands that a later phase obeys; all others are obeyed at once."""

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Come:
    """What came of a power's lines when their phase opened."""

    entries: tuple[Entry, ...] = ()
    waits: bool = False
    rows: tuple[Row, ...] = ()


# --- when they are written


def belongs(desk: Desk, item: catalog_sheet.Answerable) -> bool:
    """Whether a line is for a later phase: orders, conditions, and a few commands are."""
    if desk.section is None or isinstance(item, Ignored):
        return False
    return not isinstance(item, Command) or item.verb in (*_KEPT, "clear")


def take(desk: Desk, item: catalog_sheet.Answerable) -> Desk:
    """Keep a line for the phase that its section names."""
    section = desk.section
    if section is None or isinstance(item, Ignored):
        return desk
    if isinstance(item, Problem):
        return orders.mistake(desk, item)
    text = item.typed if isinstance(item, Order) else item.text
    if section.refusal:
        verdict = "problem" if section.alone else "ignored"
        return desk.answers_line(item.span, text, verdict, section.refusal)
    if isinstance(item, Command) and item.verb == "clear":
        return _cleared(desk, section, item)
    return _kept(desk, section, item.span, text)


def _kept(desk: Desk, section: Section, span: Span, text: str) -> Desk:
    if len(section.lines) + _waiting(desk) >= MOST:
        return desk.answers_line(span, text, "problem", f"more than {MOST} lines wait already")
    lines = tuple(dict.fromkeys((*section.lines, span.line)))
    typed = (*section.orders, text) if section.alone else ()
    kept = replace(desk, section=replace(section, lines=lines, orders=typed))
    return kept.answers_line(span, text, "later", "")


def _waiting(desk: Desk) -> int:
    return sum(len(later.lines) for later in _mine(desk))


def _cleared(desk: Desk, section: Section, command: Command) -> Desk:
    """Forget what waits for a phase."""
    if command.words:
        return desk.refuses(command, f"CLEAR alone forgets all lines for {section.title}")
    stored = [later for later in _mine(desk) if later.phase == section.phase]
    ahead.drop(desk.db, [later.id for later in stored])
    count = len(section.lines) + sum(len(later.lines) for later in stored)
    emptied = replace(desk, section=replace(section, lines=()))
    said = f"{count} line{'' if count == 1 else 's'} for {section.title} forgotten"
    return emptied.says(command, said)


def closed(desk: Desk) -> Desk:
    """The desk at the end of a section, which is stored."""
    before = desk.section
    if before is not None and before.lines and desk.table and desk.seat and desk.seat.person:
        typed = {line.number: line.text for line in desk.letter.lines}
        later = Later(
            game=desk.table.game.id,
            power=desk.seat.power,
            person=desk.seat.person,
            phase=before.phase,
            title=before.title,
            receipt=desk.receipt,
            received=desk.letter.received,
            lines=before.orders or tuple(typed[number] for number in before.lines),
        )
        ahead.add(desk.db, later)
    return replace(desk, section=None)


def listed(desk: Desk) -> Desk:
    """The desk with all that waits for its seat: every answer shows it."""
    return desk.shows(*waiting(_mine(desk)))


def _mine(desk: Desk) -> list[Later]:
    if desk.table is None or desk.seat is None or desk.table.game.status == OVER:
        return []
    return _of(ahead.of_game(desk.db, desk.table.game.id), desk.seat)


def _of(found: Iterable[Later], seat: Seat) -> list[Later]:
    """What the present player of a seat has written."""
    return [one for one in found if (one.power, one.person) == (seat.power, seat.person)]


def waiting(found: Sequence[Later], audience: str = "") -> Iterator[Event]:
    """What waits, phase by phase in the order in which they were first named."""
    phases = {later.phase: later.title for later in found}
    rows = [
        {
            "title": title,
            "lines": [line for later in found if later.phase == phase for line in later.lines],
        }
        for phase, title in phases.items()
    ]
    if rows:
        yield Event("ahead", {"phases": rows}, audience)


# --- when their phase opens


def come(db: Connection, at: Table, sitting: Sequence[Seat]) -> tuple[dict[str, Come], list[Event]]:
    """Read what waits for the phase that opens; tell each player what came of it, and what waits.

    What waits for a phase that can't come any more is dropped, and so is what the former player
    of a seat has written.
    """
    stored = ahead.of_game(db, at.game.id)
    if not stored:
        return {}, []
    phase = at.engine.phase(at.state)
    found: dict[str, Come] = {}
    events: list[Event] = []
    keep: set[int] = set()
    for seat in sitting:
        mine = _of(stored, seat)
        present = [later for later in mine if later.phase == phase.id]
        ahead_of = [later for later in mine if at.engine.later(at.state, later.phase)]
        keep |= {later.id for later in ahead_of}
        if present:
            found[seat.power] = _read(at, seat.power, present)
            rows = list(found[seat.power].rows)
            events.append(Event("ahead-read", {"phase": phase.title, "rows": rows}, seat.power))
        events += waiting(ahead_of, seat.power)
    ahead.drop(db, [later.id for later in stored if later.id not in keep])
    return found, events


def _read(at: Table, power: str, present: Sequence[Later]) -> Come:
    """Read a power's lines on the board that they were written for, letter by letter."""
    result = Come()
    for later in present:
        lines = [Line(number, text) for number, text in enumerate(later.lines, 1)]
        for item in catalog_sheet.understand(lines, at.variant, at.state, power):
            result = _obeyed(result, later, item)
    return result


def _obeyed(come_: Come, later: Later, item: Any) -> Come:
    """One line read: an order is entered as if it had come now."""
    row = _row(item)
    told = replace(come_, rows=(*come_.rows, row))
    if isinstance(item, Command):
        return replace(told, waits=item.verb == "wait")
    if not isinstance(item, Order):
        return told
    entry = Entry(item.text, item.key, item.typed, later.receipt, later.received)
    kept = (old for old in come_.entries if not orders.replaces(item, old, later.receipt))
    return replace(told, entries=(*kept, entry))


def _row(item: Order | Problem | Ignored | Command | Branch) -> Row:
    """A line of the transcript."""
    if isinstance(item, Order):
        verdict = "noted" if item.note else "taken"
        return {"text": item.typed, "verdict": verdict, "order": item.text, "message": item.note}
    told = {"text": item.text, "order": ""}
    if isinstance(item, Problem):
        return {**told, "verdict": "problem", "message": item.message}
    if isinstance(item, Ignored):
        return {**told, "verdict": "ignored", "message": item.reason}
    outcome = item.outcome if isinstance(item, Branch) else ""
    return {**told, "verdict": "done", "message": outcome}
