"""DISORDER power: give a power up for good, as the variant's rules have it."""

from dataclasses import replace

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.clocks import deadlines, ready
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command
from judge.store import games, seats, sheets

VERBS = ("disorder",)


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Let the engine say what becomes of a vacant power; all are told at once."""
    power = command.words[0]
    seat = seats.of_power(desk.db, table.game.id, power)
    if seat is None:
        return desk.refuses(command, f"nobody plays {power}; there are {', '.join(table.powers)}")
    if seat.person is not None:
        return desk.refuses(command, f"somebody plays {table.variant.the(power)}", f"EJECT {power}")
    if power not in table.engine.survivors(table.state):
        return desk.refuses(command, f"{table.variant.the(power)} is out of the game already")
    turn = table.engine.give_up(table.state, power)
    state = table.engine.dump(turn.state)
    if state == table.game.state:
        message = f"by the rules of this game {power} stays as it is: without orders its units hold"
        return desk.refuses(command, message)
    game = replace(table.game, state=state)
    games.save(desk.db, deadlines.set_alarm(desk.db, game, desk.house.cutoff))
    _judge_sheets_again(desk, tables.load(game))
    mastery.record_deed(
        desk,
        table,
        "disorder",
        f"gave {power} up",
        power=power,
        number=game.number,
        revision=game.revision,
    )
    note = Event("given-up", {"power": power}, PUBLIC)
    public = audience.public(turn.events)
    mails = mastery.announce(desk, command, f"{power} is given up", note, *public)
    reply = mastery.reload_game(desk).sends(mails).says(command, f"{power} is given up")
    return reply.titles(f"{power} is given up")


def _judge_sheets_again(desk: Desk, table: Table) -> None:
    """Look at every power's orders again: units that are gone have none."""
    for power, sheet in sheets.of_phase(desk.db, table.game.id, table.game.number).items():
        entries = sheet.entries if power in table.engine.survivors(table.state) else ()
        present = replace(sheet, entries=entries)
        now = ready.judge_sheet(present, table.standing(power, present.orders))
        sheets.save(desk.db, table.game.id, table.game.number, now)
