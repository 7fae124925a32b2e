"""Games of one person against computers: nobody else is there whom it could wrong or instruct."""

from collections.abc import Sequence

from judge.game.terms.customs import read_computers
from judge.store.record import Game, Seat


def is_alone(game: Game, all_seats: Sequence[Seat]) -> bool:
    """Whether one person plays a game without a master that began with computers.

    Such a person does what a game master does, and none of it counts in STATS.
    """
    if game.gm is not None or not read_computers(game.options["computers"])[0]:
        return False
    return len({seat.person for seat in all_seats if seat.person is not None}) == 1
