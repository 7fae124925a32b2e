"""RESIGN: give up a seat, or stop watching a game."""

from dataclasses import replace

from judge.game import ending, orders, reputation, table, votes
from judge.game.commands import waits, words
from judge.game.desk import Desk
from judge.game.notices import MASTER, Reader, to
from judge.game.record import FORMING, OVER, Game, Seat
from judge.game.store import conduct, games, log, people, seats
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command

VERBS = ("resign",)


def run(desk: Desk, command: Command) -> Desk:
    """Leave: a seat needs its proof, watching does not."""
    at = words.spoken_of(desk, command)
    if desk.seat is not None and desk.table is not None:
        if at is not None and at.game.id != desk.table.game.id:
            return desk.refuses(command, f"this mail speaks for {desk.table.game.name}")
        return _leave(orders.store(desk), command, desk.table.game, desk.seat)
    if waits.left(desk, command):
        return desk.says(command, "you wait for a seat no more")
    if at is None:
        return words.no_game(desk, command)
    watching = [one.id for one in seats.watching(desk.db, at.game.id)]
    if desk.person is None or desk.person.id not in watching:
        return desk.refuses(command, orders.STRANGER)
    seats.unwatch(desk.db, at.game.id, desk.person.id)
    return desk.says(command, f"you watch {at.game.name} no more")


def _leave(desk: Desk, command: Command, game: Game, seat: Seat) -> Desk:
    """Vacate a seat: its units hold until somebody takes it over."""
    if game.status == OVER:
        return desk.refuses(command, f"{game.name} is over")
    log.seat(desk.db, desk.house.now, "seat.left", game.name, seat)
    if game.status == FORMING:
        seats.remove(desk.db, seat)
    else:
        reputation.left(desk.db, seat, conduct.RESIGNED)
        seats.save(desk.db, seats.vacated(seat))
        games.touch(desk.db, game.id)
    gone = replace(desk, table=None, seat=None, role="", sheet=None, standing=None, changed=False)
    gone = gone.says(command, f"you have left {game.name}").titled(f"you have left {game.name}")
    gone = gone.sends(_told(desk, game, seat))
    return replace(gone, closed="below RESIGN").sends(_ended(desk, game))


def _told(desk: Desk, game: Game, seat: Seat) -> list[Notice]:
    """Tell the game master."""
    if game.gm is None:
        return []
    name = desk.person.name if desk.person else "somebody"
    text = f"{name} has resigned{' as ' + seat.power if seat.power else ''}; the seat is free."
    reader = Reader(people.get(desk.db, game.gm), MASTER)
    notice = to(desk.house, table.of(game), reader, "gm", (Event("note", {"text": text}),))
    return [replace(notice, key=f"{notice.key}.resigned{seat.id}.{seat.epoch}")]


def _ended(desk: Desk, game: Game) -> list[Notice]:
    """End a running game that nobody plays any more, or whose votes now agree."""
    if game.status == FORMING:
        return []
    now = games.get(desk.db, game.id)
    if all(seat.person is None for seat in seats.of_game(desk.db, game.id)):
        return ending.finish(desk.db, desk.house, now, "ended", ())
    return votes.count(desk.db, desk.house, table.of(now))
