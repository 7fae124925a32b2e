"""HELP [topic] [variant or game]: one screen of plain English."""

from collections.abc import Sequence

from judge.catalog import variant as catalog
from judge.commands import reach, words
from judge.desk.desk import Desk
from judge.kernel.engine import Event
from judge.kernel.text import Command

VERBS = ("help",)


def run(desk: Desk, command: Command) -> Desk:
    """Show a topic; the report finds the nearest one. HELP REACH A PAR tells of a unit."""
    units = reach.units_asked_about(" ".join(command.words), "reach")
    if units:
        return reach.show(desk, command, units)
    variant, asked = _split_variant(desk, words.of(command))
    topic = " ".join(asked).lower()
    shown = desk.shows(Event("help", {"topic": topic, "variant": variant}))
    return shown.says(command, "see below").titled("help")


def _split_variant(desk: Desk, typed: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The variant that is asked about and the words of the topic.

    The last words may name it ("ORDERS 1930!", "1930s World") or one of its games ("MAP alpha");
    else it is that of the mail's game.
    """
    for length in (2, 1):
        named = "-".join(typed[-length:]).lower().rstrip("!")
        if named in catalog.names():
            return named, typed[:-length]
    game = words.game(desk, typed[-1]) if len(typed) > 1 else None
    if game:
        return game.variant, typed[:-1]
    return desk.table.variant.id if desk.table else desk.house.config.variant, typed
