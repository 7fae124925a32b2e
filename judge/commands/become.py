"""BECOME power: what stands below is done for that power's player; he is told, and the log says it.

It is for what EDIT can't do: absences, substitutes, votes, READY. Orders are EDIT's, and what only
the player may read or say stays his: nothing of his is shown.
"""

from collections.abc import Callable
from dataclasses import replace

from judge.desk import mastery, orders
from judge.desk.desk import Desk
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store import people, seats

VERBS = ("become",)
ALLOWED = frozenset(
    {
        "absence",
        "cancelgame",
        "concede",
        "draw",
        "noabsence",
        "nocancelgame",
        "noconcede",
        "nodraw",
        "nopoints",
        "nowait",
        "ready",
        "remind",
        "resign",
        "substitute",
        "wait",
        "waitalways",
    }
)
"""The commands that a game master may give for a player."""
HIMSELF = ("gm", "master", "myself", "me", "nobody")


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Let the lines below speak for a power; BECOME GM ends that."""
    power = " ".join(command.words)
    if power.lower() in HIMSELF:
        return replace(desk, acts_for="").says(command, "you speak for yourself again")
    seat = seats.of_power(desk.db, table.game.id, power)
    if seat is None or seat.person is None:
        return desk.refuses(
            command, f"nobody plays {power or 'that'}", f"BECOME {_find_player(desk, table)}"
        )
    sentence = f"the lines below are done for {power}, who is told; orders are given with EDIT"
    return replace(desk, acts_for=power).says(command, sentence)


def _find_player(desk: Desk, table: Table) -> str:
    """The first power that somebody plays; the first of all where nobody does."""
    played = (one.power for one in seats.of_game(desk.db, table.game.id) if one.person)
    return next(played, table.powers[0])


def act(desk: Desk, command: Command, handler: Callable[[Desk, Command], Desk]) -> Desk:
    """Do a command for the power that the master has become; the master's own desk goes on."""
    table, power = desk.table, desk.acts_for
    seat = seats.of_power(desk.db, table.game.id, power) if table else None
    if table is None or seat is None or seat.person is None:
        return desk.refuses(command, f"nobody plays {power} any more")
    if command.verb not in ALLOWED:
        reason = f"a game master can't do that for {power}"
        return desk.refuses(command, reason, "BECOME GM", f"EDIT {power} {table.variant.sample}")
    holder = people.get(desk.db, seat.person)
    sheet = orders.find_sheet(desk.db, table, seat)
    desk_of_power = replace(
        desk, person=holder, role=power, seat=seat, sheet=sheet, events=(), views=()
    )
    acting_desk = orders.store(handler(desk_of_power, command))
    text = acting_desk.answers[-1]
    if text.verdict != "problem":
        sentence = f"acted for {power}: {command.verb.upper()}"
        facts = {"power": power, "verb": command.verb, "phase": mastery.find_phase(table)}
        mastery.record_deed(desk, table, "become", sentence, **facts)
    note = Event("note", {"text": _word_change(power, command.text.strip(), text.message)}, power)
    master_desk = replace(
        desk, answers=acting_desk.answers, notices=acting_desk.notices, closed=acting_desk.closed
    )
    copy = mastery.announce(master_desk, command, "done in your name", note, only_to=power)
    return mastery.reload_game(master_desk.sends(copy))


def _word_change(power: str, line: str, answer: str) -> str:
    return f"The game master wrote for you ({power}): {line}. The answer was: {answer}"
