"""What happened in a phase, told to every reader of the game, each what he may see."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.press import delivery
from judge.game.readers import notices, views
from judge.game.readers.notices import MASTER, Reader
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.notice import Notice, View
from judge.spool.house import House
from judge.store import press, turns
from judge.store.record import OVER, RUNNING, Game, Sheet


def tell_results(
    db: Connection,
    house: House,
    table: Table,
    game: Game,
    sheet_of: Mapping[str, Sheet],
    events: Sequence[Event],
    sent_ahead: Mapping[str, tuple[str, ...]] | None = None,
) -> list[Notice]:
    """The results of the phase that ``game`` was in; ``table`` is the game as it stands now.

    They go under the title of their phase, which not every phase's events name.
    """
    table_before = tables.load(game)
    rows = [row for event in events if event.kind == "results" for row in event.data["rows"]]
    holding_units = {row["unit"] for row in rows if row["order"] == f"{row['unit']} H"}
    receipts: dict[str, str] = {}
    told: list[Event] = []
    for power, sheet in sheet_of.items():
        # Those of the mails whose orders were used, oldest first: "R48213, R10967".
        entries = sorted(sheet.entries, key=lambda entry: entry.received)
        receipts[power] = ", ".join(dict.fromkeys(entry.receipt for entry in entries))
        # To each who had sent orders, his units that had none and held.
        if holding_units and sheet.entries and not sheet.complete:
            tasks = table_before.standing(power, sheet.orders).tasks
            units = [one.subject for one in tasks if not one.order and one.subject in holding_units]
            told += [Event("unordered", {"units": units}, power)] if units else []
    if table.game.status == RUNNING and not table.is_seatless:
        # To each who has lost all that he had, that he is out of a game which goes on.
        alive = table.engine.survivors(table.state)
        before = table.engine.survivors(table_before.state)
        told += [
            Event("eliminated", {"game": game.name}, one) for one in before if one not in alive
        ]
    mails = tell_readers(db, house, table, "results", (*told, *events), receipts, sent_ahead)
    titled_mails = [replace(notice, title=game.phase_title) for notice in mails]

    def show() -> list[View]:
        # The board with the orders of the phase that is over, and the board that they led to.
        return [replace(views.of_phase(table_before, events), after=views.of_board(table))]

    return views.add(db, house, titled_mails, show)


def tell_readers(
    db: Connection,
    house: House,
    table: Table,
    kind: str,
    events: Sequence[Event],
    receipts: Mapping[str, str] | None = None,
    sent_ahead: Mapping[str, tuple[str, ...]] | None = None,
) -> list[Notice]:
    """A notice to every reader: what happened, his press, and a form of what is due next.

    The master of a table without seats hands on what his has beside that: a text for all, and one
    for each power that has anything to read. The first has what all may read, the others what a
    power alone may, with its form; each is a notice to its power, and so keeps nothing that is
    another's.
    """
    waiting_press = press.take_up(db, table.game.id)
    mails = []
    for reader in notices.readers(db, table.game, house.now):
        told = (*events, *delivery.press_in_results(table, reader, waiting_press))
        standing = None
        if reader.seat is not None and table.game.deadline is not None:
            standing = table.standing(reader.seat.power, (sent_ahead or {}).get(reader.role, ()))
        receipt = (receipts or {}).get(reader.role, "")
        mail = notices.game_notice(house, table, reader, kind, told, standing, receipt)
        if table.is_seatless and reader.role == MASTER:
            public, secret = audience.public(events), audience.secret(events)
            master = Reader(reader.person, "")
            texts = [notices.game_notice(house, table, master, "handout", public)]
            for power in table.powers:
                form = table.standing(power, ()) if table.game.status != OVER else None
                master = Reader(reader.person, power)
                text = notices.game_notice(house, table, master, "handout", secret, form)
                if text.events or (form and form.tasks):
                    texts.append(text)
            mail = replace(mail, handouts=tuple(texts))
        mails.append(mail)
    return mails


Line = tuple[str, str]
"""A power and its unit."""
Came = tuple[str, str]
"""An order with its verdict, and the reason."""
_NOTHING: Came = ("", "")
_ORDERS = ("results", "minors")
"""The events that tell what became of orders."""


def describe_corrections(db: Connection, game: Game, events: Sequence[Event]) -> tuple[Event, ...]:
    """That these results of the game's phase correct others; nothing where they are the first."""
    before = turns.versions(db, game.id, game.phase_id) if game.revision > 1 else []
    if not before:
        return ()
    old, new = _lines(before[-1].events), _lines(events)
    rows = []
    for power, unit in sorted(old.keys() | new.keys()):
        was, was_for = old.get((power, unit), _NOTHING)
        now, now_for = new.get((power, unit), _NOTHING)
        if (was, was_for) != (now, now_for):
            change = {"was": was, "was_for": was_for, "now": now, "now_for": now_for}
            rows.append({"power": power, "unit": unit, **change})
    data = {
        "phase": game.phase_title,
        "version": len(before) + 1,
        "corrects": len(before),
        "closed": before[-1].closed.isoformat(),
        "rows": rows,
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
                came = f"{row['order']} {row['verdict'].replace('stands', 'holds')}"
                outcome_of_unit[row["power"], row["unit"]] = came, row["reason"]
    return outcome_of_unit


def _other_events(events: Sequence[Event]) -> list[Event]:
    """What else all were told; where the units stand follows from the orders."""
    kinds_told = (*_ORDERS, "position")
    return [event for event in audience.public(events) if event.kind not in kinds_told]
