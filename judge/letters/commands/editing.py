"""EDIT power order: the game master corrects an order of the open phase.

EDIT alone opens a block of lines that change the position.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from msgspec.structs import replace

from judge.catalog import sheet as catalog_sheet
from judge.game.clocks import deadlines, ready
from judge.game.readers import notices, views
from judge.game.terms import positions, tables
from judge.game.terms.tables import Table
from judge.kernel.engine import GM, PUBLIC, Event, Order
from judge.kernel.errors import InputError
from judge.kernel.text import Command, Line, Problem
from judge.language.advice import EXAMPLE
from judge.letters.commands import command_words
from judge.letters.desk import mastery, order_sheet
from judge.letters.desk.desk import Desk
from judge.store import games, marks, sheets
from judge.store.record import FORMING, Entry, Game


def obey_edit(desk: Desk, command: Command, table: Table) -> Desk:
    """Take orders for a power; its player is told which, all are told that it was done."""
    if not command.words:
        return propose(desk, command, table)
    power, text = command.words
    if power not in table.powers:
        return desk.refuses(command, f"nobody plays {power}; there are {', '.join(table.powers)}")
    items = catalog_sheet.understand([Line(1, text)], table.variant, table.state, power)
    new_orders = [item for item in items if isinstance(item, Order)]
    if len(new_orders) < max(1, len(items)):
        for item in items:
            if isinstance(item, Problem):
                message, _, examples = item.message.partition(EXAMPLE)
                offered = item.suggestions or re.findall("'([^']+)'", examples)
                return desk.refuses(command, message, *(f"EDIT {power} {one}" for one in offered))
        choices = islice(table.engine.legal_orders(table.state, power), 1)
        ways = (f"EDIT {power} {one.order}" for one in choices)
        other = "lines between EDIT and ENDEDIT change a position: HELP POSITIONS"
        return desk.refuses(command, f"that is not an order; {other}", *ways)
    sheet = sheets.get(desk.db, table.game.id, table.game.number, power)
    entries = make_entries(desk, table, new_orders)
    for order, entry in zip(new_orders, entries, strict=True):
        others = tuple(old for old in sheet.entries if not old.gives_way(order, desk.receipt))
        sheet = replace(sheet, entries=(*others, entry))
    order_texts = [entry.text for entry in entries]
    said = order_sheet.waiver_after_change(sheet, order_texts)
    ready.store_sheet(desk.db, table, replace(sheet, said=said))
    sentence = f"changed an order of {power} for {table.game.phase_title}"
    mastery.log_deed(desk, table, "edit", sentence, power=power, phase=table.game.phase_id)
    event = Event("edited", {"power": power, "orders": order_texts}, power)
    title = "your orders were changed"
    mails = mastery.announce(desk, command, title, event, only_to=power)
    reply = desk.sends(notices.add_standings(desk.db, table, mails)).titles("an order is changed")
    return reply.says(command, f"{power} now orders {', '.join(order_texts)}")


def make_entries(desk: Desk, table: Table, given: Iterable[Order]) -> tuple[Entry, ...]:
    """Orders that a game master gives: never late, and the player's next mail replaces them."""
    opening = table.game.opened or desk.letter.received
    return tuple(Entry(one.text, one.key, one.typed, desk.receipt, opening) for one in given)


def propose(desk: Desk, command: Command, table: Table, *, anew: bool = False) -> Desk:
    """Show what the block's lines would change, or with ``anew`` the whole position of them.

    Nothing is changed by that.
    """
    if not command.block:
        message = "write an order of a power, or lines that change the position"
        return desk.refuses(command, message, _example(desk))
    before = table.engine.request(table.state)
    try:
        after = positions.read(table.variant, before, command.block, anew=anew)
        state = table.engine.position(after)
    except InputError as error:
        return desk.refuses(command, str(error))
    rows = positions.differences(before, table.engine.request(state))
    if not rows:
        return desk.refuses(command, "that is the position as it is")
    draft = {"receipt": desk.receipt, "before": _digest(table.game.state), "request": after}
    marks.write(desk.db, _mark(table.game), json.dumps(draft))
    data = {"rows": rows, "asks": f"YES {desk.receipt}"}
    reply = _show_board(desk.shows(Event("draft", data, desk.own)), table, state)
    sentence = f"nothing is changed yet: reply YES {desk.receipt} to make it so"
    return reply.says(command, sentence).titles("a change of the position: preview")


def waits(desk: Desk, receipt: str) -> bool:
    """Whether a position that was written in the mail of this receipt waits for a YES."""
    return desk.table is not None and _read_draft(desk, desk.table).get("receipt") == receipt


def _read_draft(desk: Desk, table: Table) -> Mapping[str, Any]:
    draft: Mapping[str, Any] = json.loads(marks.read(desk.db, _mark(table.game)) or "{}")
    return draft


def confirm(desk: Desk, command: Command, table: Table) -> Desk:
    """Make the position that the master wrote the game's, if the game still stands as it did.

    The orders that it allows are kept, and everybody is told.
    """
    draft, receipt = _read_draft(desk, table), command.words[0]
    if draft.get("receipt") != receipt:
        return desk.refuses(command, f"no change of yours waits under {receipt}", _example(desk))
    marks.forget(desk.db, _mark(table.game))
    if draft["before"] != _digest(table.game.state):
        message = "the position has changed since: write it again"
        return desk.refuses(command, message, _example(desk))
    game, state = table.game, table.engine.position(draft["request"])
    phase, stored = table.engine.phase(state), table.engine.dump(state)
    next_game = replace(game, state=stored, phase=phase, ready=None, touched=True)
    if game.phase is None or phase.id != game.phase.id:  # another one has its own deadline
        due = deadlines.first(desk.db, tables.load(next_game), phase, desk.house.now, table.powers)
        deadline = game.deadline if game.is_paused or game.held else due.deadline
        sequence, opened = game.sequence + 1, desk.house.now
        next_game = replace(next_game, opened=opened, sequence=sequence, deadline=deadline)
        next_game = deadlines.set_alarm(desk.db, next_game, desk.house.cutoff)
    games.save(desk.db, next_game)
    next_table = tables.load(next_game)
    lost_notes = []
    for power, sheet in sheets.of_phase(desk.db, next_game.id, next_game.number).items():
        legal = order_sheet.list_legal(next_table, power, sheet.entries)
        legal_texts = {order.text for order in legal}
        entries = tuple(one for one in sheet.entries if one.text in legal_texts)
        lost_texts = [entry.text for entry in sheet.entries if entry not in entries]
        ready.store_sheet(desk.db, next_table, replace(sheet, entries=entries, said=""))
        if lost_texts:
            text = f"Orders that can't be given any more are gone: {', '.join(lost_texts)}."
            lost_notes.append(Event("note", {"text": text}, power))
    facts = {"number": next_game.number, "revision": next_game.revision}
    states = {"before": _digest(game.state), "after": _digest(next_game.state)}
    deed = f"changed the position in {game.phase_title}"
    mastery.log_deed(desk, table, "position", deed, phase=game.phase_id, **facts, **states)
    events = (*_changes(table, next_table), *lost_notes, *next_table.position())
    mails = mastery.announce(desk, command, "the position is changed", *events)
    mails = notices.add_standings(desk.db, next_table, mails)
    mails = views.add(desk.db, desk.house, mails, lambda: [views.of_board(next_table)])
    reply = replace(desk, table=next_table).sends(mails).titles("the position is changed")
    return reply.says(command, "the position is changed, and all are told")


def _example(desk: Desk) -> str:
    """How a block begins and ends, with a line that the game takes."""
    own = command_words.board(desk)
    return f"EDIT, a line such as {own['power']}: +{own['unit']}, and ENDEDIT"


def _changes(before: Table, now: Table) -> Iterator[Event]:
    """What has changed: for all, and for each player what he alone may know beside that."""
    public = _rows(before, now, "")
    yield Event("repositioned", {"rows": public}, PUBLIC)
    for power in now.powers:
        own = [row for row in _rows(before, now, power) if row not in public]
        if own:
            yield Event("repositioned", {"rows": own}, power)
    old, new = (one.engine.request(one.state) for one in (before, now))
    rest = [row for row in positions.differences(old, new) if row not in public]
    if rest:
        yield Event("repositioned", {"rows": rest}, GM)


def _rows(before: Table, now: Table, power: str) -> list[Mapping[str, str]]:
    """What somebody may know of a change."""
    old, new = (one.engine.known_state(one.state, power) for one in (before, now))
    return positions.differences(before.engine.request(old), now.engine.request(new))


def _show_board(desk: Desk, table: Table, state: Any) -> Desk:
    """Show a game master a position, in words and drawn."""
    game = replace(table.game, phase=table.engine.phase(state))
    board = views.of_board(Table(game, table.variant, state))
    return desk.shows(*table.engine.describe(state), of=table).draws(board)


def _mark(game: Game) -> str:
    return f"draft {game.id}"


def _digest(state: bytes) -> str:
    return hashlib.sha256(state).hexdigest()


def obey_setup(desk: Desk, command: Command, table: Table) -> Desk:
    """Have the game begin from the position of the block; it may be set again until it does."""
    if table.game.status != FORMING:
        return propose(desk, command, table, anew=True)
    if " ".join(command.words).lower() in ("none", "nothing", "standard"):
        return _store_setup(desk, command, table, "")
    if command.words:
        own = command_words.board(desk)
        example = f"SETUP, a line such as {own['power']}: {own['unit']}, and ENDSETUP"
        return desk.refuses(command, "write the position below it", example, "SETUP NONE")
    start = table.engine.start(table.engine_options, table.dice).state
    base = table.engine.request(start)
    try:
        request = positions.read(table.variant, base, command.block, anew=True)
    except InputError as error:
        return desk.refuses(command, str(error))
    return _store_setup(desk, command, table, json.dumps(request))


def _store_setup(desk: Desk, command: Command, table: Table, setup: str) -> Desk:
    """Keep the position, show it to the master, and tell all who have a seat."""
    changed_game = replace(table.game, setup=setup)
    games.save(desk.db, changed_game)
    new_table = tables.load(changed_game)
    mastery.log_deed(desk, table, "setup", "chose the position that the game begins from")
    origin = "a position that the game master has set up" if setup else "the position of its map"
    note = Event("note", {"text": f"{changed_game.name} begins from {origin}."}, PUBLIC)
    mails = mastery.announce(desk, command, "the position at the start", note, *new_table.opening())
    told_desk = replace(desk, table=new_table).sends(mails)
    state = new_table.opening_state()
    reply = _show_board(told_desk, new_table, state) if state is not None else told_desk
    sentence = "the game begins from this position" if setup else "the game begins as its map does"
    return reply.says(command, sentence).titles("the position at the start")
