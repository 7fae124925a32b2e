"""ABSENCE from to: days on which a player is away; deadlines move out of them."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta

from judge.commands import set_
from judge.desk import speakers
from judge.desk.desk import Desk
from judge.game.clocks import absence, deadlines, late
from judge.game.clocks.deadlines import Due
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER
from judge.game.readers.notices import Reader
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel.days import NONE, Days
from judge.kernel.engine import GM, Event
from judge.kernel.errors import DoubtError, InputError
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import absences, games, log, people
from judge.store.record import OVER, Game

VERBS = ("absence", "noabsence")


def run(desk: Desk, command: Command) -> Desk:
    """Store an absence, end those that are stored, or tell them."""
    if desk.role == MASTER and command.words:  # "SET ABSENCE 20" is an option of his
        return set_.run(
            desk, Command("set", command.span, command.text, ("absence", *command.words))
        )
    return _note_absence(desk, command)


@speakers.for_game
def _note_absence(desk: Desk, command: Command, table: Table) -> Desk:
    """Store a player's absence, end those that are stored, or tell them."""
    if desk.seat is None or desk.person is None:
        return desk.refuses(command, speakers.explain_seatless(desk))
    if table.game.status == OVER:
        return desk.refuses(command, f"{table.game.name} is over")
    text = " ".join(command.words).strip()
    if command.verb == "noabsence" or (text and text.lower() in NONE):
        return _end_absences(desk, command, table, desk.person.id)
    if not text:
        return desk.says(command, _known_absences(desk, table, desk.person.id))
    today = table.clock.today(desk.house.now)
    try:
        stretch = absence.read(text, today)
        absence.check(desk.db, table, desk.person.id, stretch)
    except InputError as error:
        meant = error.meant if isinstance(error, DoubtError) else ()
        return desk.refuses(command, str(error), *_list_fit(desk, table, meant, today))
    return _store_absence(desk, command, table, desk.person.id, stretch)


def _list_fit(desk: Desk, table: Table, wishes: Sequence[str], today: date) -> list[str]:
    """Lines that would be taken: with what may have been meant, else with some coming days."""
    days = Days.of(today + timedelta(days=1), today + timedelta(days=3))
    lines = []
    for text in wishes or (str(days),):
        with suppress(InputError):
            stretch = absence.read(text, today)
            absence.check(desk.db, table, desk.person.id if desk.person else 0, stretch)
            lines.append(f"ABSENCE {text}")
    return lines


def _store_absence(desk: Desk, command: Command, table: Table, person: int, stretch: Days) -> Desk:
    """Store an absence, move the present deadline if the game has it so, tell the game master."""
    first, last = absence.ends(stretch)
    absences.add(desk.db, table.game.id, person, first, last)
    facts = {"first": str(first), "last": str(last)}
    log.append(desk.db, desk.house.now, f"person {person}", "absence", table.game.name, **facts)
    days_left = absence.days_left(desk.db, table, person, first.year)
    share = f"{days_left} of {table.policy.absence} days of {first.year} left"
    sentence = f"you are away {absence.tell(stretch)}; {share}"
    sentence += _deadline_words(desk, table, stretch)
    next_desk = desk.says(command, sentence).sends(_tell_master(desk, table, stretch))
    if (
        not table.policy.shifts
        or not _holds_deadline(table, stretch)
        or not _is_awaited(desk, table)
    ):
        return next_desk
    due = _moved_due(desk, table)
    notices_ = deadlines.move(desk.db, desk.house, table.game, due, log.JUDGE)
    present_table = tables.load(games.get(desk.db, table.game.id))
    return replace(next_desk, table=present_table).sends(notices_)


def _deadline_words(desk: Desk, table: Table, stretch: Days) -> str:
    """What becomes of the present deadline if the absence lies over it."""
    if not _holds_deadline(table, stretch) or not _is_awaited(desk, table):
        return "; deadlines that would fall into that time move behind it"
    if table.policy.shifts:
        due = _moved_due(desk, table)
        return f"; the present deadline moves behind it, to {desk.tell_time(due.deadline)}"
    return "; the present deadline stays, EXTEND asks the others for a later one"


def _moved_due(desk: Desk, table: Table) -> Due:
    """The first deadline out of the player's absences."""
    moment, kind = table.game.deadline or desk.house.now, _kind(table.game)
    return deadlines.after(desk.db, table, moment, kind, (desk.role,))


def _holds_deadline(table: Table, stretch: Days) -> bool:
    deadline = table.game.deadline
    return deadline is not None and table.clock.today(deadline) in stretch


def _is_awaited(desk: Desk, table: Table) -> bool:
    """Whether the phase waits for the player, as far as others may know."""
    return desk.role in late.awaited_powers(desk.db, table)


def _kind(game: Game) -> str:
    return game.phase.kind if game.phase else ""


def _end_absences(desk: Desk, command: Command, table: Table, person: int) -> Desk:
    """Forget what lies ahead of the player's absences."""
    yesterday = table.clock.today(desk.house.now) - timedelta(days=1)
    absences.end(desk.db, table.game.id, person, yesterday)
    log.append(desk.db, desk.house.now, f"person {person}", "absence.over", table.game.name)
    return desk.says(command, "you are not away; a deadline that was set stays as it is")


def _known_absences(desk: Desk, table: Table, person: int) -> str:
    today = table.clock.today(desk.house.now)
    own_absences = [days for who, days in absences.of_game(desk.db, table.game.id) if who == person]
    absences_ahead = [days for days in own_absences if absence.ends(days)[1] >= today]
    days_left = absence.days_left(desk.db, table, person, today.year)
    share = f"{days_left} of {table.policy.absence} days of {today.year} left"
    return (
        f"{_list_stretches(absences_ahead)}; {share}"
        if absences_ahead
        else f"you are not away; {share}"
    )


def _list_stretches(stretches: Iterable[Days]) -> str:
    return "you are away " + " and ".join(map(absence.tell, stretches))


def _tell_master(desk: Desk, table: Table, stretch: Days) -> list[Notice]:
    """Tell the game master; nobody else learns who is away."""
    if table.game.gm is None:
        return []
    reader = Reader(people.get(desk.db, table.game.gm), MASTER)
    text = f"{desk.role or 'A player'} is away {absence.tell(stretch)}."
    notice = notices.game_notice(
        desk.house, table, reader, "gm", (Event("note", {"text": text}, GM),)
    )
    return [replace(notice, key=f"{notice.key}.absence.{desk.receipt}", title="an absence")]
