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
    typed = " ".join(command.words)
    if typed.lower() in HIMSELF:
        return replace(desk, acts_for="").says(command, "you speak for yourself again")
    seat = seats.of_power(desk.db, table.game.id, typed)
    if seat is None or seat.person is None:
        return desk.refuses(command, f"nobody plays {typed or 'that'}", "BECOME France")
    sentence = f"the lines below are done for {typed}, who is told; orders are given with EDIT"
    return replace(desk, acts_for=typed).says(command, sentence)


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
    sheet = orders.sheet(desk.db, table, seat)
    acting = replace(desk, person=holder, role=power, seat=seat, sheet=sheet, events=(), views=())
    done = orders.store(handler(acting, command))
    text = done.answers[-1]
    if text.verdict != "problem":
        sentence = f"acted for {power}: {command.verb.upper()}"
        facts = {"power": power, "verb": command.verb, "phase": mastery.phase_of(table)}
        mastery.record_deed(desk, table, "become", sentence, **facts)
    note = Event("note", {"text": _word_change(power, command.text.strip(), text.message)})
    here = replace(desk, answers=done.answers, notices=done.notices, closed=done.closed)
    copy = mastery.announce(here, command, "done in your name", note, only_to=power)
    return mastery.reload_game(here.sends(copy))


def _word_change(power: str, line: str, answer: str) -> str:
    return f"The game master wrote for you ({power}): {line}. The answer was: {answer}"
