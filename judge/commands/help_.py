"""HELP [topic] [variant or game]: a page of plain English."""

from collections.abc import Sequence

from judge.catalog import variant as catalog
from judge.commands import map_, reach, words
from judge.desk.desk import Desk
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command
from judge.report import topics

VERBS = ("help",)
RULES = "rules"
"""The topic that a variant's name alone asks for."""


def run(desk: Desk, command: Command) -> Desk:
    """Show a topic. HELP REACH A PAR tells of a unit, HELP BORDERS BUR of a space.

    What no topic is about is refused with the nearest ones.
    """
    text = " ".join(command.words)
    units = reach.units_asked_about(text, "reach")
    if units:
        return reach.show(desk, command, units)
    variant, topic_words = split_variant(desk, words.of(command))
    if len(topic_words) > 1 and topic_words[0].lower() in (
        "borders",
        "border",
        "map",
        "neighbours",
    ):
        return map_.show(desk, command, " ".join(topic_words[1:]), variant)
    topic = " ".join(topic_words).lower()
    if not topic_words and text:
        topic = RULES
    title = topics.find(topic, variant)
    if title is None:
        variant, title = next(topics.find_elsewhere(topic), (variant, None))
    if title is None:
        near = [f"HELP {name.upper()}" for name in topics.nearest(topic, variant)]
        return desk.refuses(command, f"there is no help on '{topic}'", *near, "HELP")
    reply = desk.shows(page(desk, title, variant))
    return reply.says(command, "see below").titles("help")


def page(desk: Desk, topic: str, variant: str) -> Event:
    """A page of the help; of the variant of the letter's game it knows the game's options."""
    data: dict[str, object] = {"topic": topic, "variant": variant}
    table = desk.table
    if table is not None and table.variant.id == variant:
        data["options"] = {**table.engine.options, **table.engine_options}
    return Event("help", data, PUBLIC)


def split_variant(desk: Desk, question: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The variant that is asked about and the words of the topic.

    The last words may name it ("ORDERS 1930!", "1930s World") or one of its games ("MAP alpha");
    else it is that of the mail's game.
    """
    for length in range(len(question), 0, -1):
        named_variant = catalog.find_named(" ".join(question[-length:]))
        if named_variant and _is_meant(question, length):
            return named_variant, question[:-length]
    game = words.game(desk, question[-1]) if len(question) > 1 else None
    if game:
        return game.variant, question[:-1]
    return desk.table.variant.id if desk.table else desk.house.config.variant, question


def _is_meant(question: Sequence[str], length: int) -> bool:
    """Whether the last words mean a variant, and are no topic that only begins like its name."""
    name = "-".join(question[-length:]).lower().rstrip("!")
    return name in catalog.names() or (len(name) > 3 and topics.find(name, "") is None)
