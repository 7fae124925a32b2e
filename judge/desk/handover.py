"""A seat that goes on with a new player: what he has to know beside the position.

The press of a seat belongs to it, not to who wrote it: the new player goes on with its promises.
"""

from sqlalchemy import Connection

from judge.game.press import delivery
from judge.game.terms.tables import Table
from judge.kernel.engine import Event

MOST = 20
"""Messages that a mail shows, the newest; HISTORY PRESS shows all."""


def describe_handover(db: Connection, table: Table, power: str) -> tuple[Event, ...]:
    """The press that a power got or wrote, oldest first, for its new player alone."""
    all_press = delivery.press_known_to(db, table, power)
    messages = [one for one in all_press if power in (*one.readers, one.author)]
    last_messages = messages[-MOST:]
    heading = Event("handed-over", {"shown": len(last_messages), "all": len(messages)}, power)
    return (heading, *(delivery.event(table, one, power, power) for one in last_messages))
