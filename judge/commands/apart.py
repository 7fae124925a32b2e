"""A mail of its own about a further game that a letter leads into.

The answer's Reply-To speaks for one game; this one brings the address of another.
"""

from collections.abc import Sequence
from dataclasses import replace

from judge.desk.desk import Desk
from judge.game.readers import notices
from judge.game.readers.notices import Reader
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.store.record import Seat


def tell_writer(
    desk: Desk,
    table: Table,
    role: str,
    kind: str,
    title: str,
    events: Sequence[Event],
    seat: Seat | None = None,
) -> Desk:
    """Mail the letter's writer what he has to know of the game ``at``, as who he is in it."""
    if desk.person is None:
        return desk
    notice = notices.game_notice(desk.house, table, Reader(desk.person, role, seat), kind, events)
    key = f"{notice.key}.{seat.id if seat else role}.{desk.receipt}"
    return desk.sends([replace(notice, key=key, title=title)])
