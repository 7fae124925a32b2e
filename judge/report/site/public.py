"""What of a game and of people strangers may read on the site; docs/site.md lists it.

One rule for all of it: what a stranger could learn by mail from LIST, STATUS, HISTORY and STATS,
and of a game that is over what its archive told everybody.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from judge.game.books import export, proof, summary
from judge.game.readers import views
from judge.game.terms import game_options, tables
from judge.kernel import audience
from judge.kernel.engine import Event
from judge.store.record import OVER, Game


class Chapter(Struct, frozen=True):
    """A phase that is over: the events that all may read, then those that were told to some alone.

    ``phase`` is its id ("S1901M"), ``closed`` when it ended (ISO, UTC); ``press`` what was said.
    """

    phase: str
    title: str
    closed: str
    events: tuple[Event, ...]
    secrets: tuple[Event, ...]
    press: tuple[Mapping[str, Any], ...]


class Story(Struct, frozen=True):
    """A game as its page tells it; ``data`` is the file for programs, with all that is here.

    ``last_press`` is what was said when no phase came to its end any more.
    """

    game: Game
    title: str
    terms: tuple[str, ...]
    summary: Mapping[str, Any]
    chapters: tuple[Chapter, ...]
    last_press: tuple[Mapping[str, Any], ...]
    standing: tuple[Event, ...]
    dice: tuple[Event, ...]
    data: Mapping[str, Any]

    @property
    def update_time(self) -> str:
        """When its last phase ended, or it was made (ISO, UTC)."""
        return self.chapters[-1].closed if self.chapters else str(self.data["created"])


def has_page(game: Game) -> bool:
    """Whether a game is shown: hidden players' and invited people's games once they are over.

    And those of which outsiders read late.
    """
    if game.status == OVER:
        return True
    if views.reads_late(game):
        return False
    return not game_options.is_anonymous(game.options) and game.options.get("private") != "yes"


def tell(db: Connection, game: Game) -> Story:
    """A game's story, as everybody may read it."""
    table = tables.load(game)
    data = export.export_game(db, game, secret=False)
    chapters = []
    for turn in data["turns"]:
        events = msgspec.convert(turn["events"], tuple[Event, ...])
        chapters.append(
            Chapter(
                phase=turn["phase"],
                title=turn["title"],
                closed=turn["closed"],
                events=audience.public(events),
                secrets=audience.secret(events),
                press=tuple(one for one in data["press"] if one["phase"] == turn["phase"]),
            )
        )
    phases = {chapter.phase for chapter in chapters}
    return Story(
        game=game,
        title=table.variant.title,
        terms=tuple(tables.describe_terms(game).data["lines"]),
        summary=summary.describe_summary(db, table).data,
        chapters=tuple(chapters),
        last_press=tuple(one for one in data["press"] if one["phase"] not in phases),
        standing=audience.public(msgspec.convert(data["position"], tuple[Event, ...])),
        dice=proof.describe_dice(db, table) if data["turns"] else (),
        data=data,
    )
