"""What the master of a table without seats hands on: a text for all, and one for each power."""

from collections.abc import Sequence

from judge.game.readers import notices
from judge.game.readers.notices import Reader
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.spool.house import House
from judge.store.record import OVER, Person


def make(house: House, table: Table, master: Person, events: Sequence[Event]) -> tuple[Notice, ...]:
    """The texts of ``events``: what all may read, and what each power alone may, with its form.

    Each is a notice to its power, and so keeps nothing that is another's; none goes to a power that
    has nothing to read.
    """
    public, secret = audience.public(events), audience.secret(events)
    texts = [notices.game_notice(house, table, Reader(master, ""), "handout", public)]
    for power in table.powers:
        standing = table.standing(power, ()) if table.game.status != OVER else None
        reader = Reader(master, power)
        text = notices.game_notice(house, table, reader, "handout", secret, standing)
        if text.events or (standing and standing.tasks):
            texts.append(text)
    return tuple(texts)
