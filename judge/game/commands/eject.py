"""EJECT power: take the seat from its player; its units hold until somebody takes it over."""

from dataclasses import replace

from judge.game import mastery, reputation, votes
from judge.game.desk import Desk
from judge.game.store import conduct, games, log, seats
from judge.game.table import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command

VERBS = ("eject",)


@mastery.only
def run(desk: Desk, command: Command, at: Table) -> Desk:
    """Vacate a seat and tell all, the player who had it as the last mail that he gets."""
    power = command.words[0]
    seat = seats.at(desk.db, at.game.id, power)
    if seat is None or seat.person is None:
        return desk.refuses(command, f"nobody plays {power}")
    mastery.done(
        desk, at, "eject", f"took {power} from its player", power=power, person=seat.person
    )
    told = mastery.announced(desk, command, "a seat is free", Event("ejected", {"power": power}))
    reputation.left(desk.db, seat, conduct.LOST)
    seats.save(desk.db, seats.vacated(seat))
    log.seat(desk.db, desk.house.now, "seat.lost", at.game.name, seats.vacated(seat))
    games.touch(desk.db, at.game.id)
    sent = [replace(one, reply_to="") if one.facts.power == power else one for one in told]
    said = f"{power} is free; SEAT gives it to somebody"
    done = mastery.afresh(desk).sends(sent).says(command, said).titled("a seat is free")
    # The votes of those who are left may agree now.
    ended = votes.count(desk.db, desk.house, done.table or at)
    return replace(mastery.afresh(done), closed="the game is over").sends(ended) if ended else done
