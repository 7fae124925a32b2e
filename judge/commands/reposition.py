"""EDIT ... ENDEDIT: another position, shown before it counts; YES and the receipt make it so.

Orders of the phase that the new board allows stand. All are told what has changed, as far as each
may know of it.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from judge.catalog import sheet as catalog_sheet
from judge.commands import words
from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.clocks import deadlines, ready
from judge.game.readers import views
from judge.game.terms import positions, tables
from judge.game.terms.tables import Table
from judge.kernel.engine import GM, PUBLIC, Event, Order
from judge.kernel.errors import InputError
from judge.kernel.text import Command, Line
from judge.store import games, marks, sheets
from judge.store.record import Game, Sheet


def propose(desk: Desk, command: Command, table: Table, *, anew: bool = False) -> Desk:
    """Show what the block's lines would change, or with ``anew`` the whole position of them.

    Nothing is changed by that.
    """
    if not command.block:
        return desk.refuses(
            command, "write an order of a power, or lines that change the position", _example(desk)
        )
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
    reply = show_board(desk.shows(Event("draft", data, desk.own)), _as_if(table, state), state)
    sentence = f"nothing is changed yet: reply YES {desk.receipt} to make it so"
    return reply.says(command, sentence).titles("a change of the position: preview")


def waits(desk: Desk, receipt: str) -> bool:
    """Whether a position that was written in the mail of this receipt waits for a YES."""
    return desk.table is not None and _read_draft(desk, desk.table).get("receipt") == receipt


def _read_draft(desk: Desk, table: Table) -> Mapping[str, Any]:
    draft: Mapping[str, Any] = json.loads(marks.read(desk.db, _mark(table.game)) or "{}")
    return draft


def confirm(desk: Desk, command: Command) -> Desk:
    """Make the position that the master wrote the game's, if the game still stands as it did."""
    return mastery.preside(desk, command, "edit", _confirm)


def _confirm(desk: Desk, command: Command, table: Table) -> Desk:
    draft = _read_draft(desk, table)
    if draft.get("receipt") != command.words[0]:
        return desk.refuses(
            command, f"no change of yours waits under {command.words[0]}", _example(desk)
        )
    marks.forget(desk.db, _mark(table.game))
    if draft["before"] != _digest(table.game.state):
        return desk.refuses(
            command, "the position has changed since: write it again", _example(desk)
        )
    return _apply(desk, command, table, table.engine.position(draft["request"]))


def _example(desk: Desk) -> str:
    """How a block begins and ends, with a line that the game takes."""
    own = words.board(desk)
    return f"EDIT, a line such as {own['power']}: +{own['unit']}, and ENDEDIT"


def _apply(desk: Desk, command: Command, table: Table, state: Any) -> Desk:
    """Store the position, keep the orders that it allows, and tell everybody."""
    next_game = _store(desk, table, state)
    next_table = tables.load(next_game)
    lost_notes = _hold_orders(desk, next_table)
    mastery.record_deed(
        desk,
        table,
        "position",
        f"changed the position in {mastery.word_title(table)}",
        phase=mastery.find_phase(table),
        number=next_game.number,
        revision=next_game.revision,
        before=_digest(table.game.state),
        after=_digest(next_game.state),
    )
    events = (*_changes(table, next_table), *lost_notes, *next_table.position())
    mails = mastery.announce(desk, command, "the position is changed", *events)
    sheet_of = sheets.of_phase(desk.db, next_game.id, next_game.number)
    mails_with_orders = [
        replace(
            one, standing=next_table.standing(one.facts.power, sheet_of[one.facts.power].orders)
        )
        if one.facts.power in sheet_of
        else one
        for one in mails
    ]
    mails_with_board = views.add(
        desk.db, desk.house, mails_with_orders, lambda: [views.of_board(next_table)]
    )
    reply = replace(desk, table=next_table).sends(mails_with_board)
    return reply.says(command, "the position is changed, and all are told").titles(
        "the position is changed"
    )


def _store(desk: Desk, table: Table, state: Any) -> Game:
    """The game with its position; another phase has a deadline of its own."""
    engine, game = table.engine, table.game
    phase = engine.phase(state)
    next_game = replace(game, state=engine.dump(state), phase=phase, ready=None, touched=True)
    if game.phase is None or phase.id != game.phase.id:
        next_table = tables.load(next_game)
        due = deadlines.first(desk.db, next_table, phase, desk.house.now, table.powers)
        fresh_game = replace(next_game, opened=desk.house.now, sequence=game.sequence + 1)
        next_game = (
            fresh_game
            if game.is_paused or game.held
            else replace(fresh_game, deadline=due.deadline)
        )
        next_game = deadlines.set_alarm(desk.db, next_game, desk.house.cutoff)
    games.save(desk.db, next_game)
    return next_game


def _hold_orders(desk: Desk, table: Table) -> list[Event]:
    """Keep the orders that the board allows; whose are lost is told so."""
    events = []
    game = table.game
    for power, sheet in sheets.of_phase(desk.db, game.id, game.number).items():
        legal = replace(_keep_legal(table, sheet), said="")
        lost_texts = [entry.text for entry in sheet.entries if entry not in legal.entries]
        judged_sheet = ready.judge_sheet(legal, table.standing(power, legal.orders))
        sheets.save(desk.db, game.id, game.number, judged_sheet)
        if lost_texts:
            text = f"Orders that can't be given any more are gone: {', '.join(lost_texts)}."
            events.append(Event("note", {"text": text}, power))
    return events


def _keep_legal(table: Table, sheet: Sheet) -> Sheet:
    lines = [Line(number, entry.text) for number, entry in enumerate(sheet.entries, 1)]
    items = catalog_sheet.understand(lines, table.variant, table.state, sheet.power)
    legal = {item.text for item in items if isinstance(item, Order)}
    return replace(sheet, entries=tuple(one for one in sheet.entries if one.text in legal))


def _changes(before: Table, now: Table) -> Iterator[Event]:
    """What has changed: for all, and for each player what he alone may know beside that."""
    public = _rows(before, now, "")
    yield Event("repositioned", {"rows": public}, PUBLIC)
    for power in now.powers:
        own = [row for row in _rows(before, now, power) if row not in public]
        if own:
            yield Event("repositioned", {"rows": own}, power)
    every = positions.differences(
        before.engine.request(before.state), now.engine.request(now.state)
    )
    rest = [row for row in every if row not in public]
    if rest:
        yield Event("repositioned", {"rows": rest}, GM)


def _rows(before: Table, now: Table, power: str) -> list[Mapping[str, str]]:
    """What somebody may know of a change."""
    old, new = (one.engine.known_state(one.state, power) for one in (before, now))
    return positions.differences(before.engine.request(old), now.engine.request(new))


def show_board(desk: Desk, table: Table, state: Any) -> Desk:
    """Show a game master a position, in words and drawn."""
    return desk.shows(*table.engine.describe(state), of=table).draws(
        views.of_board(_as_if(table, state))
    )


def _as_if(table: Table, state: Any) -> Table:
    """The table with another position on it."""
    return Table(replace(table.game, phase=table.engine.phase(state)), table.variant, state)


def _mark(game: Game) -> str:
    return f"draft {game.id}"


def _digest(state: bytes) -> str:
    return hashlib.sha256(state).hexdigest()
