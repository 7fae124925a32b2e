"""ABSENCE from to: days on which a player is away; deadlines move out of them."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from judge.commands import set_
from judge.desk import orders
from judge.desk.desk import Desk
from judge.game.clocks import absence, deadlines, late
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER
from judge.game.readers.notices import Reader
from judge.game.terms import table
from judge.game.terms.table import Table
from judge.kernel.days import NONE, Days, read_days, told
from judge.kernel.engine import Event
from judge.kernel.errors import InputError
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
    at = desk.table
    if at is None or desk.seat is None or desk.person is None:
        return desk.refuses(command, orders.STRANGER)
    if at.game.status == OVER:
        return desk.refuses(command, f"{at.game.name} is over")
    typed = " ".join(command.words).strip()
    if command.verb == "noabsence" or (typed and typed.lower() in NONE):
        return _ended(desk, command, at, desk.person.id)
    if not typed:
        return desk.says(command, _known(desk, at, desk.person.id))
    try:
        stretch = absence.stretch(read_days(typed), at.clock.today(desk.house.now))
        absence.check(desk.db, at, desk.person.id, stretch)
    except InputError as error:
        return desk.refuses(command, str(error), "ABSENCE 1 May to 7 May")
    return _away(desk, command, at, desk.person.id, stretch)


def _away(desk: Desk, command: Command, at: Table, person: int, stretch: Days) -> Desk:
    """Store an absence, move the present deadline if the game has it so, tell the game master."""
    first, last = absence.ends(stretch)
    absences.add(desk.db, at.game.id, person, first, last)
    facts = {"first": str(first), "last": str(last)}
    log.append(desk.db, desk.house.now, f"person {person}", "absence", at.game.name, **facts)
    left = absence.left(desk.db, at, person, first.year)
    said = (
        f"you are away {_shown(stretch)}; {left} of {at.policy.absence} days of {first.year} left"
    )
    said += _about_now(desk, at, stretch)
    moved = desk.says(command, said).sends(_to_master(desk, at, stretch))
    if not at.policy.shifts or not _inside(at, stretch) or not _asked(desk, at):
        return moved
    due = deadlines.after(
        desk.db, at, at.game.deadline or desk.house.now, _kind(at.game), (desk.role,)
    )
    notices_ = deadlines.move(desk.db, desk.house, at.game, due, log.JUDGE)
    now = table.of(games.get(desk.db, at.game.id))
    return replace(moved, table=now).sends(notices_)


def _about_now(desk: Desk, at: Table, stretch: Days) -> str:
    """What becomes of the present deadline if the absence lies over it."""
    if not _inside(at, stretch) or not _asked(desk, at):
        return "; deadlines that would fall into that time move behind it"
    if at.policy.shifts:
        return "; the present deadline moves behind it"
    return "; the present deadline stays, EXTEND asks the others for a later one"


def _inside(at: Table, stretch: Days) -> bool:
    due = at.game.deadline
    return due is not None and at.clock.today(due) in stretch


def _asked(desk: Desk, at: Table) -> bool:
    """Whether the phase waits for the player, as far as others may know."""
    return desk.role in late.awaited(desk.db, at)


def _kind(game: Game) -> str:
    return game.phase.kind if game.phase else ""


def _ended(desk: Desk, command: Command, at: Table, person: int) -> Desk:
    """Forget what lies ahead of the player's absences."""
    yesterday = at.clock.today(desk.house.now) - timedelta(days=1)
    absences.end(desk.db, at.game.id, person, yesterday)
    log.append(desk.db, desk.house.now, f"person {person}", "absence.over", at.game.name)
    return desk.says(command, "you are not away; a deadline that was set stays as it is")


def _known(desk: Desk, at: Table, person: int) -> str:
    today = at.clock.today(desk.house.now)
    mine = [days for who, days in absences.of_game(desk.db, at.game.id) if who == person]
    ahead = [days for days in mine if absence.ends(days)[1] >= today]
    left = absence.left(desk.db, at, person, today.year)
    said = f"{left} of {at.policy.absence} days of {today.year} left"
    return f"{_listed(ahead)}; {said}" if ahead else f"you are not away; {said}"


def _listed(stretches: Iterable[Days]) -> str:
    return "you are away " + " and ".join(map(_shown, stretches))


def _shown(stretch: Days) -> str:
    first, last = absence.ends(stretch)
    return f"on {told(first)}" if first == last else f"from {told(first)} to {told(last)}"


def _to_master(desk: Desk, at: Table, stretch: Days) -> list[Notice]:
    """Tell the game master; nobody else learns who is away."""
    if at.game.gm is None:
        return []
    reader = Reader(people.get(desk.db, at.game.gm), MASTER)
    text = f"{desk.role or 'A player'} is away {_shown(stretch)}."
    notice = notices.to(desk.house, at, reader, "gm", (Event("note", {"text": text}),))
    return [replace(notice, key=f"{notice.key}.absence.{desk.receipt}", title="an absence")]
