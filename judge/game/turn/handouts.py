"""What the master of a table without seats hands on: a text for all, and one for each power."""

from collections.abc import Iterator, Sequence

from judge.game.readers import notices
from judge.game.readers.notices import Reader
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.spool.house import House
from judge.store.record import OVER

FOR_ALL = "all"
"""The name of the text that anybody may read."""


def make(house: House, table: Table, master: Reader, events: Sequence[Event]) -> tuple[Notice, ...]:
    """The texts of ``events``: what all may read, and what each power alone may, with its form.

    A notice keeps no event that is not its reader's, and the reader of each is the power.
    """
    public = _make(house, table, master, "", audience.public(events), FOR_ALL)
    secret = audience.secret(events)
    return (public, *_make_for_powers(house, table, master, secret))


def _make_for_powers(
    house: House, table: Table, master: Reader, secret: Sequence[Event]
) -> Iterator[Notice]:
    """The texts of the powers that have something to read in them."""
    goes_on = table.game.status != OVER
    for power in table.powers:
        text = _make(house, table, master, power, secret, power, goes_on=goes_on)
        if text.events or (text.standing and text.standing.tasks):
            yield text


def _make(
    house: House,
    table: Table,
    master: Reader,
    power: str,
    events: Sequence[Event],
    title: str,
    *,
    goes_on: bool = False,
) -> Notice:
    zone = master.person.zone
    return Notice(
        key="",
        to="",
        kind="handout",
        facts=notices.facts(house, table, power, zone),
        title=title,
        events=tuple(events),
        standing=table.standing(power, ()) if goes_on else None,
    )
