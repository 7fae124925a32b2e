"""DISORDER power: give a power up for good, as the variant's rules have it."""

from dataclasses import replace

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.clocks import deadlines, ready
from judge.game.terms import table
from judge.game.terms.table import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store import games, seats, sheets

VERBS = ("disorder",)


@mastery.only
def run(desk: Desk, command: Command, at: Table) -> Desk:
    """Let the engine say what becomes of a vacant power; all are told at once."""
    power = command.words[0]
    seat = seats.at(desk.db, at.game.id, power)
    if seat is None:
        return desk.refuses(command, f"nobody plays {power}; there are {', '.join(at.powers)}")
    if seat.person is not None:
        return desk.refuses(command, f"somebody plays {power}", f"EJECT {power}")
    if power not in at.engine.survivors(at.state):
        return desk.refuses(command, f"{power} is out of the game already")
    turn = at.engine.give_up(at.state, power)
    state = at.engine.dump(turn.state)
    if state == at.game.state:
        message = f"by the rules of this game {power} stays as it is: without orders its units hold"
        return desk.refuses(command, message)
    game = replace(at.game, state=state)
    games.save(desk.db, deadlines.ringing(desk.db, game, desk.house.cutoff))
    _laid_again(desk, table.of(game))
    mastery.done(
        desk,
        at,
        "disorder",
        f"gave {power} up",
        power=power,
        number=game.number,
        revision=game.revision,
    )
    public = [event for event in turn.events if event.audience == "*"]
    note = Event("given-up", {"power": power})
    told = mastery.announced(desk, command, f"{power} is given up", note, *public)
    said = mastery.afresh(desk).sends(told).says(command, f"{power} is given up")
    return said.titled(f"{power} is given up")


def _laid_again(desk: Desk, at: Table) -> None:
    """Look at every power's orders again: units that are gone have none."""
    for power, sheet in sheets.of_phase(desk.db, at.game.id, at.game.number).items():
        entries = sheet.entries if power in at.engine.survivors(at.state) else ()
        kept = replace(sheet, entries=entries)
        now = ready.judged(kept, at.standing(power, kept.orders))
        sheets.save(desk.db, at.game.id, at.game.number, now)
