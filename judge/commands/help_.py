"""HELP [topic] [variant or game]: a page of plain English."""

from collections.abc import Sequence

from judge.catalog import variant as catalog
from judge.commands import map_, reach, words
from judge.desk.desk import Desk
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.report import topics

VERBS = ("help",)
RULES = "rules"
"""The topic that a variant's name alone asks for."""


def run(desk: Desk, command: Command) -> Desk:
    """Show a topic. HELP REACH A PAR tells of a unit, HELP BORDERS BUR of a space.

    What no topic is about is refused with the nearest ones.
    """
    typed = " ".join(command.words)
    units = reach.units_asked_about(typed, "reach")
    if units:
        return reach.show(desk, command, units)
    variant, asked = split_variant(desk, words.of(command))
    if len(asked) > 1 and asked[0].lower() in ("borders", "border", "map", "neighbours"):
        return map_.show(desk, command, " ".join(asked[1:]), variant)
    topic = " ".join(asked).lower()
    if not asked and typed:
        topic = RULES
    found = topics.find(topic, variant)
    if found is None:
        near = [f"HELP {name.upper()}" for name in topics.nearest(topic, variant)]
        return desk.refuses(command, f"there is no help on '{topic}'", *near, "HELP")
    shown = desk.shows(page(desk, found, variant))
    return shown.says(command, "see below").titles("help")


def page(desk: Desk, topic: str, variant: str) -> Event:
    """A page of the help; of the variant of the letter's game it knows the game's options."""
    data: dict[str, object] = {"topic": topic, "variant": variant}
    table = desk.table
    if table is not None and table.variant.id == variant:
        data["options"] = {**table.engine.options, **table.engine_options}
    return Event("help", data)


def split_variant(desk: Desk, typed: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The variant that is asked about and the words of the topic.

    The last words may name it ("ORDERS 1930!", "1930s World") or one of its games ("MAP alpha");
    else it is that of the mail's game.
    """
    for length in (2, 1):
        found = catalog.find_named("-".join(typed[-length:])) if len(typed) >= length else None
        if found and _is_meant(typed, length):
            return found, typed[:-length]
    game = words.game(desk, typed[-1]) if len(typed) > 1 else None
    if game:
        return game.variant, typed[:-1]
    return desk.table.variant.id if desk.table else desk.house.config.variant, typed


def _is_meant(typed: Sequence[str], length: int) -> bool:
    """Whether the last words mean a variant, and are no topic that only begins like its name."""
    name = "-".join(typed[-length:]).lower().rstrip("!")
    return name in catalog.names() or (len(name) > 3 and topics.find(name, "") is None)
