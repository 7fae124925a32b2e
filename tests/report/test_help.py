"""The help: one screen a topic, and every line that it shows is one that the judge takes."""

import re

import pytest

from judge.catalog import variant as catalog
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command, Line, Sentence
from judge.language import reader
from judge.language.commands import COMMAND_WORDS
from judge.letters.commands.verbs import VERBS
from judge.report import render, topics
from judge.report.layout import WIDTH
from tests import folders

SCREEN = 32
"""Lines of a screen, the mail's own few left out."""
ALIASES = {"join-seat", "join-with-password", "create-with-password", "signon-power-game", "no"}
"""Verbs that are other judges' ways to write a command, and a no, which only answers a mail."""
LOOKED_UP = {"map", "borders", "tables", "check", "rules", "rulings", "variants"}
"""Topics that list all there is, and are as long as that."""
EXAMPLE = re.compile(r"^  (\S(?:.*?\S)?)(?:  +\S.*)?$", re.MULTILINE)


def told(topic: str, variant: str = "standard") -> str:
    """The text of a topic."""
    return render._event(
        Event("help", {"topic": topic, "variant": variant}, PUBLIC), variant, "UTC"
    )[0]


@pytest.mark.parametrize("variant", catalog.names())
def test_no_line_of_a_page_is_folded(variant: str) -> None:
    for topic in topics.topics(variant).keys() - {"borders", "map"}:
        long = [line for line in told(topic, variant).split("\n") if len(line) > WIDTH]
        assert not long, topic


def examples(topic: str) -> list[str]:
    """The lines that a topic shows for copying: indented, before two blanks."""
    return EXAMPLE.findall(told(topic))


def read(text: str, variant: str = "standard") -> object:
    """What the reader makes of a line."""
    found = catalog.load(variant)
    (item,) = reader.read([Line(1, text)], found.vocabulary, found.engine_name)
    return item


def spoken(topic: str) -> list[Command]:
    """What the reader makes of a topic's examples, blocks included: commands all of them."""
    found = catalog.load("standard")
    lines = [Line(number, text) for number, text in enumerate(examples(topic), start=1)]
    items = reader.read(lines, found.vocabulary, found.engine_name)
    assert all(isinstance(item, Command) for item in items), items
    return [item for item in items if isinstance(item, Command)]


@pytest.mark.parametrize(
    "topic", ["index", *(topic for topic in topics.topics("standard") if topic not in LOOKED_UP)]
)
def test_a_topic_is_one_screen(topic: str) -> None:
    lines = told(topic).splitlines()
    assert len(lines) <= SCREEN
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize(
    ("variant", "topic"),
    [
        (variant, topic)
        for variant in folders.ALL
        for topic in ("index", *topics.topics(variant))
        if topic not in LOOKED_UP
    ],
)
def test_a_topic_of_a_variant_is_one_screen(variant: str, topic: str) -> None:
    assert len(told(topic, variant).splitlines()) <= SCREEN


def test_the_index_names_every_topic() -> None:
    for topic in topics.topics("standard"):
        assert f"HELP {topic.upper()}" in told("index")


@pytest.mark.parametrize("example", examples("orders"))
def test_each_order_in_the_help_is_taken_as_an_order(example: str) -> None:
    sentence = read(example)
    assert isinstance(sentence, Sentence)
    reading = catalog.load("standard").engine.read([sentence], None, "")
    assert len(reading.orders) == 1
    assert not reading.problems


COMMANDS = (
    "commands",
    "joining",
    "deadlines",
    "index",
    "press",
    "security",
    "voting",
    "nomaster",
    "positions",
    "starting",
    "gm",
    "correcting",
    "options",
    "seats",
    "computers",
    "ending",
    "figures",
    "ahead",
    "test",
    "study",
    "privacy",
)
"""The topics that show commands."""


@pytest.mark.parametrize("topic", COMMANDS)
def test_each_command_in_the_help_is_obeyed(topic: str) -> None:
    assert {command.verb for command in spoken(topic)} <= set(VERBS)


def test_the_help_names_every_command() -> None:
    shown = {command.verb for topic in COMMANDS for command in spoken(topic)}
    assert shown == set(VERBS) - ALIASES


@pytest.mark.parametrize("variant", catalog.names())
def test_the_places_of_a_map_stand_in_straight_columns(variant: str) -> None:
    lines = told("map", variant).splitlines()[4:]
    assert max(map(len, lines)) <= 78
    spaces = {f"{one['id']:<4}{one['name']}" for one in catalog.load(variant).map["spaces"]}
    starts = {
        line.index(space)
        for line in lines
        for space in spaces
        if f" {space} " in f" {line} ".replace("*", " ")
    }
    assert len(starts) <= 3
    cells = {cell.rstrip("*") for line in lines for cell in re.split(" {2,}", line)}
    assert spaces <= cells


def test_the_help_on_places_lists_the_whole_map() -> None:
    found = catalog.load("standard")
    for space in found.map["spaces"]:
        assert f"{space['id']} {space['name']}" in told("map")


@pytest.mark.parametrize(
    ("asked", "shown"),
    [("orders", "HOW TO WRITE ORDERS"), ("Order", "HOW TO WRITE ORDERS"), ("", "HELP\n")],
)
def test_a_topic_is_found_by_its_name_or_the_start_of_it(asked: str, shown: str) -> None:
    assert told(asked).startswith(shown)


@pytest.mark.parametrize("terminal", sorted(COMMAND_WORDS))
def test_every_command_has_a_topic_in_each_of_its_spellings(terminal: str) -> None:
    word = terminal.removeprefix("_").removeprefix("NO")[:4]
    for spelling in COMMAND_WORDS[terminal]:
        text = told(spelling)
        assert "There is no help on" not in text, spelling
        assert re.search(rf"\b{word}", text), spelling


@pytest.mark.parametrize(
    ("asked", "variant", "shown"),
    [
        ("DRAW", "standard", "VOTING FOR AN END"),
        ("no draw", "standard", "VOTING FOR AN END"),
        ("rollback S1901M", "standard", "HOLDING AND CORRECTING RESULTS"),
        ("set press", "standard", "OPTIONS OF A GAME"),
        ("votting", "standard", "VOTING FOR AN END"),
        ("resing", "standard", "FREE SEATS AND SUBSTITUTES"),
        ("convoy", "standard", "HOW TO WRITE ORDERS"),
        ("hold", "standard", "HOW TO WRITE ORDERS"),
        ("BID", "1930s-world", "INFLUENCE: BIDDING FOR MINORS"),
        ("dp", "1936", "DIPLOMACY POINTS"),
        ("throw", "1930", "DICE THAT NOBODY CAN DOUBT"),
        ("bid", "standard", "There is no help"),
    ],
)
def test_a_topic_is_found_by_what_it_is_about(asked: str, variant: str, shown: str) -> None:
    assert told(asked, variant).startswith(shown)


@pytest.mark.parametrize("asked", ["../../etc/passwd", "sailing", "x\ny", "{{ 7 }}"])
def test_an_unknown_topic_gets_the_index(asked: str) -> None:
    assert told(asked).startswith(f'There is no help on "{" ".join(asked.split())}"')
    assert "HELP ORDERS" in told(asked)


def test_help_outside_a_game_needs_no_map() -> None:
    assert "from within a game" in told("map", "")


def test_rulings_read_as_sentences_and_name_each_other_as_help_does() -> None:
    flat = " ".join(told("rulings", "1936").split())
    assert "(?) marks what is most open to dispute." in flat
    assert "standard Diplomacy as in HELP RULINGS standard." in flat
