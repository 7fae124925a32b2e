"""RESIGN: give up a seat, or stop watching a game."""

from dataclasses import replace

from judge.commands import unlisted, waits, words
from judge.desk import orders, speakers
from judge.desk.desk import Desk
from judge.game.clocks import deadlines
from judge.game.conduct import reputation
from judge.game.readers.notices import MASTER, Reader, game_notice
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.game.turn import ending, votes
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import conduct, games, log, people, seats
from judge.store.record import FORMING, OVER, Game, Seat

VERBS = ("resign",)
_SMALL = frozenset(("as", "from", "game", "in", "my", "seat", "the"))
"""Words that may stand beside the game and the power that are given up."""


def run(desk: Desk, command: Command) -> Desk:
    """Leave a seat, a waiting list or the watchers: each needs its proof."""
    if waits.is_on_list(desk, command):
        return waits.leave(desk, command)
    if desk.seat is not None and desk.table is not None:
        if _names_another(desk.table, desk.seat, command):
            seat = f"{desk.seat.power or 'your seat'} in {desk.table.game.name}"
            return desk.refuses(command, f"this mail speaks for {seat}", "RESIGN")
        return _leave(orders.store(desk), command, desk.table.game, desk.seat)
    table = words.table_meant(desk, command)
    if table is not None and desk.role == MASTER:
        ways = "PROMOTE and an address gives it to somebody, TERMINATE ends it"
        return desk.refuses(command, f"you run {table.game.name}: {ways}")
    if table is None:
        return words.refuse_unknown_game(desk, command)
    watching = [one.id for one in seats.people_watching(desk.db, table.game.id)]
    if desk.person is None or desk.person.id not in watching:
        outside = speakers.explain_outside(desk)
        return desk.refuses(command, outside or f"you do not watch {table.game.name}")
    if not unlisted.is_proven(desk, command, desk.person, table.game.name):
        return unlisted.ask_for_code(desk, command, desk.person, table.game.name)
    seats.unwatch(desk.db, table.game.id, desk.person.id)
    return desk.says(command, f"you no longer watch {table.game.name}")


def _names_another(table: Table, seat: Seat, command: Command) -> bool:
    """Whether anything stands behind RESIGN but the seat that the mail speaks for.

    A seat is not given up by a line that may mean something else.
    """
    arguments = [word for name in words.of(command) for word in name.split("@") if word]
    known_words = {*_SMALL, table.game.name.lower()}
    other_words = [word for word in arguments if word.lower().strip(".!") not in known_words]
    named_powers, unknown = words.powers(table.variant, other_words)
    return bool(unknown) or any(power != seat.power for power in named_powers)


def _leave(desk: Desk, command: Command, game: Game, seat: Seat) -> Desk:
    """Vacate a seat: its units hold until somebody takes it over."""
    if game.status == OVER:
        return desk.refuses(command, f"{game.name} is over")
    log.seat(desk.db, desk.house.now, "seat.left", game.name, seat)
    if game.status == FORMING:
        seats.remove(desk.db, seat)
    else:
        reputation.store_loss(desk.db, seat, conduct.RESIGNED)
        seats.save(desk.db, seats.vacate(seat))
        games.touch(desk.db, game.id)
    reply = desk.leaves()
    reply = reply.says(command, f"you have left {game.name}").titles(f"you have left {game.name}")
    reply = reply.sends(_tell_resignation(desk, game, seat))
    return replace(reply, closed="below RESIGN").sends(_end_game(desk, game))


def _tell_resignation(desk: Desk, game: Game, seat: Seat) -> list[Notice]:
    """Tell everybody, and the game master who it was; before the game begins him alone."""
    name = desk.person.name if desk.person else "somebody"
    as_power = f" as {seat.power}" if seat.power else ""
    mark = f"resigned{seat.id}.{seat.epoch}"
    if game.status != FORMING:
        note = Event("note", {"text": f"It was {name}."}, GM)
        free = Event("resigned", {"game": game.name, "power": seat.power}, PUBLIC)
        mails = deadlines.tell_news(desk.db, desk.house, game, "a player has resigned", free, note)
        return [replace(one, key=f"{one.key}.{mark}") for one in mails]
    if game.gm is None:
        return []
    note = Event("note", {"text": f"{name} has resigned{as_power}; the seat is free."}, GM)
    reader = Reader(people.get(desk.db, game.gm), MASTER)
    notice = game_notice(desk.house, tables.load(game), reader, "gm", (note,))
    return [replace(notice, key=f"{notice.key}.{mark}")]


def _end_game(desk: Desk, game: Game) -> list[Notice]:
    """End a running game that nobody plays any more, or whose votes now agree."""
    if game.status == FORMING:
        return []
    now = games.get(desk.db, game.id)
    if all(seat.person is None for seat in seats.of_game(desk.db, game.id)):
        return ending.finish(desk.db, desk.house, now, ending.DESERTED, (), forced=True)
    return votes.end_if_agreed(desk.db, desk.house, tables.load(now))
