"""The keeper says that a database counts which is older than what was done: all who play are told.

Orders and results since then are gone, and the phases are played anew. So results come again, maybe
others: in mails of their own, which no mail program takes for those that it has, and not before
there was time to give orders again.
"""

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import Connection

from judge.game.clocks import deadlines
from judge.game.clocks.deadlines import Due
from judge.health.outage import Outage
from judge.home.house import House
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.notice import Notice
from judge.store import games, log
from judge.store.lineage import Loss


def tell_game(db: Connection, house: House, loss: Loss, number: int) -> Iterator[Notice]:
    """Begin another course of a running game, move its deadline if that is near, tell everybody."""
    game = games.get(db, number)
    game = replace(game, revision=game.revision + 1)
    games.save(db, game)
    since = f"{loss.since:%a %d %b %H:%M} UTC"
    text = (
        f"what the judge did after {since} is lost: forget the results that you were mailed since, "
        f"other ones may come in their place; and mail again what you have mailed it since"
    )
    earliest = Outage(loss.since, house.now).over
    if game.deadline is None or game.held or game.deadline >= earliest:
        event = Event("note", {"text": text}, PUBLIC)
        yield from deadlines.tell_news(db, house, game, "back to what was before", event)
    else:
        yield from deadlines.move(db, house, game, Due(earliest, text), log.KEEPER)
