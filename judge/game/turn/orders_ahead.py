"""Orders ahead when their phase opens: read on its board, told with what waits for later ones."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection

from judge.catalog.sheet import understand
from judge.game.terms.tables import Table
from judge.kernel.engine import Event, Order
from judge.kernel.text import Command, Ignored, Line, Offer, Problem
from judge.language.branches import Branch
from judge.store import sheets
from judge.store.record import Entry, Later, Seat

Row = dict[str, str]
_LISTED = re.compile(
    r"^(?:[-*\u2022\u00b7]\s+|\d{1,2}[.)]\s+|[,;]\s*)+(?:(?:and|then)\b[\s,:]*)*", re.IGNORECASE
)
"""What people put in front of a line of a list: bullets, numbers, commas."""


class OrdersAhead(Struct, frozen=True):
    """What came of a power's lines when their phase opened."""

    entries: tuple[Entry, ...] = ()
    waits: bool = False
    rows: tuple[Row, ...] = ()


def list_of_player(letters: Iterable[Later], seat: Seat) -> list[Later]:
    """What the present player of a seat has written."""
    return [
        letter for letter in letters if (letter.power, letter.person) == (seat.power, seat.person)
    ]


def show_waiting(table: Table, letters: Sequence[Later], audience: str) -> Iterator[Event]:
    """What waits, phase by phase in the order in which they were first named.

    These are the lines that count, read without a board: of orders for one unit the last, as typed.
    Where something else than orders stands among them, all are shown: conditions may hold any.
    """
    rows = []
    for phase, title in {letter.phase: letter.title for letter in letters}.items():
        own = [letter for letter in letters if letter.phase == phase]
        items = (
            (letter, item)
            for letter in own
            for item in understand(_number(letter), table.variant, None, letter.power)
        )
        counting: list[Entry] = []
        for letter, item in items:
            if not isinstance(item, Order):
                lines = [line.strip() for letter in own for line in letter.lines]
                break
            counting = [one for one in counting if not one.gives_way(item, letter.receipt)]
            entry = Entry(item.text, item.key, item.typed, letter.receipt, letter.received)
            counting.append(entry)
        else:
            lines = [entry.typed for entry in counting]
        rows.append({"title": title, "lines": [_LISTED.sub("", line) for line in lines]})
    if rows:
        yield Event("ahead", {"phases": rows}, audience)


def _number(letter: Later) -> list[Line]:
    return [Line(number, text) for number, text in enumerate(letter.lines, 1)]


def take_up_lines(
    db: Connection, table: Table, all_seats: Sequence[Seat]
) -> tuple[dict[str, OrdersAhead], list[Event]]:
    """Read what waits for the phase that opens; tell each player what came of it, and what waits.

    What waits for a phase that can't come any more is dropped, and so is what the former player
    of a seat has written.
    """
    letters = sheets.ahead_of(db, table.game.id)
    if not letters:
        return {}, []
    phase = table.engine.phase(table.state)
    orders_of_power: dict[str, OrdersAhead] = {}
    events: list[Event] = []
    kept_ids: set[int] = set()
    for seat in all_seats:
        own_letters = list_of_player(letters, seat)
        present_letters = [letter for letter in own_letters if letter.phase == phase.id]
        letters_ahead = [
            letter for letter in own_letters if table.engine.later(table.state, letter.phase)
        ]
        kept_ids |= {letter.id for letter in letters_ahead}
        if present_letters:
            # On the board that they were written for, letter by letter.
            result = OrdersAhead()
            for letter in present_letters:
                for item in understand(_number(letter), table.variant, table.state, seat.power):
                    result = _obey_line(result, letter, item)
            orders_of_power[seat.power] = result
            data = {"phase": phase.title, "rows": list(result.rows)}
            events.append(Event("ahead-read", data, seat.power))
        events += show_waiting(table, letters_ahead, seat.power)
    sheets.drop_ahead(db, [letter.id for letter in letters if letter.id not in kept_ids])
    return orders_of_power, events


def _obey_line(result: OrdersAhead, letter: Later, item: Any) -> OrdersAhead:
    """One line read, with its row of the transcript: an order is entered as if it had come now."""
    entries, waits = result.entries, result.waits
    text, order, verdict, message = item.text, "", "done", ""
    match item:
        case Order():
            text, order, message = item.typed, item.text, item.note
            verdict = "noted" if item.note else "taken"
            entry = Entry(item.text, item.key, item.typed, letter.receipt, letter.received)
            entries = (*(old for old in entries if not old.gives_way(item, letter.receipt)), entry)
        case Problem():
            verdict, message = "problem", item.message
        case Offer():
            verdict, message = "problem", "not clear enough to be taken"
        case Ignored():
            verdict, message = "ignored", item.reason
        case Branch():
            message = item.outcome
        case Command():
            waits = item.verb == "wait"
    row = {"text": text, "order": order, "verdict": verdict, "message": message}
    return OrdersAhead(entries, waits, (*result.rows, row))
