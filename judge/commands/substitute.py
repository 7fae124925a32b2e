"""SUBSTITUTE address from day to day: somebody who orders for the seat while its player is away.

SUBSTITUTE COMPUTER from day to day: a computer orders on these days if nobody else does.
SUBSTITUTE NOBODY takes it back.
"""

import re
from dataclasses import replace
from datetime import timedelta

from judge.desk import speakers
from judge.desk.desk import Desk
from judge.game.clocks import absence
from judge.game.readers import addresses, notices, standins
from judge.game.readers.notices import Reader
from judge.game.terms import wording as terms
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.errors import DoubtError, InputError
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import log, people, seats, waiting
from judge.store.record import OVER, Person, Seat

VERBS = ("substitute",)
EXAMPLE = "SUBSTITUTE name@example.org from 1 May to 7 May"
LONGEST = timedelta(days=60)
COMPUTER = "computer"
_TYPED = re.compile(r"(?:an? |the )?(\S+@\S+?|computer)[,;]?\s+(?:from\s+)?(.+)", re.IGNORECASE)
_NOBODY = ("nobody", "none", "no")


@speakers.for_player
def run(desk: Desk, command: Command, table: Table, seat: Seat) -> Desk:
    """Name a substitute, or take back the ones that there are."""
    if table.game.status == OVER:
        return desk.refuses(command, f"{table.game.name} is over")
    text = " ".join(command.words).strip(" .")
    if text.lower() in _NOBODY:
        waiting.dismiss(desk.db, seat)
        if seat.relief:
            return _relieve(desk, seat, "").says(command, "nobody orders for you")
        return desk.says(command, "nobody orders for you")
    match = _TYPED.fullmatch(text)
    if match is None:
        return desk.refuses(command, f"who, and from when to when? As in {EXAMPLE}")
    machine = match[1].lower() == COMPUTER
    address = match[1].strip("<>").lower()
    person = None if machine else people.find_by_address(desk.db, address)
    problem = "" if machine else _unfit_reason(desk, table, seat, person)
    if problem:
        return desk.refuses(command, problem)
    try:
        days_away = absence.read(match[2], standins.today(table.game, desk.house.now))
    except InputError as error:
        meant = error.meant if isinstance(error, DoubtError) else ()
        lines = (f"SUBSTITUTE {match[1]} {one}" for one in meant)
        return desk.refuses(command, str(error), *lines)
    first, last = absence.ends(days_away)
    if last - first > LONGEST:
        return desk.refuses(command, f"{LONGEST.days} days at most: RESIGN leaves a seat for good")
    if person is None:
        when = absence.tell(days_away)
        sentence = (
            f"a computer orders for you {when} if you send nothing; SUBSTITUTE NOBODY ends it"
        )
        return _relieve(desk, seat, f"{first}/{last}").says(command, sentence)
    waiting.stand_in(desk.db, seat, person, first, last)
    log.append(
        desk.db,
        desk.house.now,
        seat.power,
        "seat.substitute",
        table.game.name,
        power=seat.power,
        person=person.id,
        first=str(first),
        last=str(last),
    )
    sentence = (
        f"{person.name} may order for you, {absence.tell(days_away)}; SUBSTITUTE NOBODY ends that"
    )
    return desk.sends([_notice(desk, table, seat, person, absence.tell(days_away))]).says(
        command, sentence
    )


def _relieve(desk: Desk, seat: Seat, days_: str) -> Desk:
    """Store on which days a computer orders for a seat whose player sends nothing."""
    relieved_seat = replace(seat, relief=days_)
    seats.save(desk.db, relieved_seat)
    name = desk.table.game.name if desk.table else ""
    log.append(
        desk.db, desk.house.now, log.JUDGE, "seat.relief", name, power=seat.power, days=days_
    )
    return replace(desk, seat=relieved_seat)


def _unfit_reason(desk: Desk, table: Table, seat: Seat, person: Person | None) -> str:
    """Why somebody can't stand in, or ""."""
    if person is None:
        return "nobody is registered under that address: REGISTER comes first"
    if person.id == seat.person:
        return "that is you"
    roles = [one for one in notices.readers(desk.db, table.game) if one.person.id == person.id]
    plays = any(one.seat is not None or one.role == addresses.MASTER for one in roles)
    others = [one for one in seats.of_game(desk.db, table.game.id) if one.id != seat.id]
    plays = plays or standins.is_substitute(desk.db, others, person)
    return f"{person.name} has a part in {table.game.name} already" if plays else ""


def _notice(desk: Desk, table: Table, seat: Seat, person: Person, when: str) -> Notice:
    """What the substitute has to know: for whom, when, the position and the orders so far."""
    text = (
        f"You are asked to stand in as {table.variant.the(seat.power)} in {table.game.name}, "
        f"{when}. On these days its mails come to you too: a reply with orders counts as the "
        f"player's own. He may still order himself; the last order for a unit counts. If you can't "
        f"do it, tell him."
    )
    reader = Reader(person, seat.power, seat)
    note = Event("note", {"text": text}, person.address)
    events = (note, terms.event(table.game), *table.position())
    mail = notices.game_notice(desk.house, table, reader, "notice", events)
    return replace(
        mail,
        key=f"{mail.key}.substitute.{desk.receipt}",
        title=f"will you stand in as {table.variant.the(seat.power)}?",
    )
