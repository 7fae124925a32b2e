"""What happened in a phase, told to every reader of the game, each what he may see."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.press import delivery
from judge.game.readers import notices, views
from judge.game.readers.notices import MASTER, Reader
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.kernel.engine import PUBLIC, Event, Standing
from judge.kernel.notice import Notice, View
from judge.spool.house import House
from judge.store import press, turns
from judge.store.record import OVER, RUNNING, Game, Person, Sheet


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
    receipts = {}
    for power, sheet in sheet_of.items():
        # Those of the mails whose orders were used, oldest first: "R48213, R10967".
        entries = sorted(sheet.entries, key=lambda entry: entry.received)
        receipts[power] = ", ".join(dict.fromkeys(entry.receipt for entry in entries))
    table_before = tables.load(game)
    private_events = (
        *_tell_unordered(table_before, sheet_of, events),
        *_tell_eliminated(table_before, table),
    )
    mails = tell_readers(
        db, house, table, "results", (*private_events, *events), receipts, sent_ahead
    )
    titled_mails = [replace(notice, title=game.phase_title) for notice in mails]
    return views.add(db, house, titled_mails, lambda: [_show(table, table_before, events)])


def _tell_unordered(
    table_before: Table, sheet_of: Mapping[str, Sheet], events: Sequence[Event]
) -> Iterator[Event]:
    """To each who had sent orders, his units that had none and held."""
    rows = [row for event in events if event.kind == "results" for row in event.data["rows"]]
    holding_units = {row["unit"] for row in rows if row["order"] == f"{row['unit']} H"}
    for power, sheet in sheet_of.items():
        if holding_units and sheet.entries and not sheet.complete:
            tasks = table_before.standing(power, sheet.orders).tasks
            units = [one.subject for one in tasks if not one.order and one.subject in holding_units]
            if units:
                yield Event("unordered", {"units": units}, power)


def _tell_eliminated(table_before: Table, table_after: Table) -> Iterator[Event]:
    """To each who has lost all that he had, that he is out of a game which goes on."""
    if table_after.game.status != RUNNING or table_after.is_seatless:
        return
    alive = table_after.engine.survivors(table_after.state)
    for power in table_before.engine.survivors(table_before.state):
        if power not in alive:
            yield Event("eliminated", {"game": table_after.game.name}, power)


def _show(table_after: Table, table_before: Table, events: Sequence[Event]) -> View:
    """The board with the orders of the phase that is over, and the board that they led to."""
    return replace(views.of_phase(table_before, events), after=views.of_board(table_after))


def tell_readers(
    db: Connection,
    house: House,
    table: Table,
    kind: str,
    events: Sequence[Event],
    receipts: Mapping[str, str] | None = None,
    sent_ahead: Mapping[str, tuple[str, ...]] | None = None,
) -> list[Notice]:
    """A notice to every reader: what happened, his press, and a form of what is due next."""
    waiting_press = press.take_up(db, table.game.id)
    readers = notices.readers(db, table.game, house.now)
    mails = [
        notices.game_notice(
            house,
            table,
            reader,
            kind,
            (*events, *delivery.press_in_results(table, reader, waiting_press)),
            standing=_make_order_form(table, reader, (sent_ahead or {}).get(reader.role, ())),
            receipt=(receipts or {}).get(reader.role, ""),
        )
        for reader in readers
    ]
    if not table.is_seatless:
        return mails
    return [
        replace(mail, handouts=_make_handouts(house, table, reader.person, events))
        if reader.role == MASTER
        else mail
        for mail, reader in zip(mails, readers, strict=True)
    ]


def _make_handouts(
    house: House, table: Table, master: Person, events: Sequence[Event]
) -> tuple[Notice, ...]:
    """What the master of a table without seats hands on: a text for all, and one for each power.

    The first has what all may read, the others what a power alone may, with its form. Each is a
    notice to its power, and so keeps nothing that is another's; none goes to a power that has
    nothing to read.
    """
    public, secret = audience.public(events), audience.secret(events)
    texts = [notices.game_notice(house, table, Reader(master, ""), "handout", public)]
    for power in table.powers:
        standing = table.standing(power, ()) if table.game.status != OVER else None
        reader = Reader(master, power)
        text = notices.game_notice(house, table, reader, "handout", secret, standing)
        if text.events or (standing and standing.tasks):
            texts.append(text)
    return tuple(texts)


def _make_order_form(table: Table, reader: Reader, sent_ahead: tuple[str, ...]) -> Standing | None:
    """What a player has to decide in the phase that has opened, and what he has sent ahead."""
    if reader.seat is None or table.game.deadline is None:
        return None
    return table.standing(reader.seat.power, sent_ahead)


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
    data = {
        "phase": game.phase_title,
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
                came = f"{row['order']} {row['verdict'].replace('stands', 'holds')}"
                outcome_of_unit[row["power"], row["unit"]] = came, row["reason"]
    return outcome_of_unit


def _other_events(events: Sequence[Event]) -> list[Event]:
    """What else all were told; where the units stand follows from the orders."""
    kinds_told = (*_ORDERS, "position")
    return [event for event in audience.public(events) if event.kind not in kinds_told]


def _changed_lines(old: dict[Line, Came], new: dict[Line, Came]) -> Iterator[dict[str, str]]:
    for power, unit in sorted(old.keys() | new.keys()):
        was, now = old.get((power, unit), _NOTHING), new.get((power, unit), _NOTHING)
        if was != now:
            change = {"was": was[0], "was_for": was[1], "now": now[0], "now_for": now[1]}
            yield {"power": power, "unit": unit, **change}
