"""Help pages speak of the board that they are asked for: its powers, places, orders and phases."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.catalog import samples, shelves
from judge.catalog import variant as catalog
from judge.game.terms import positions
from judge.kernel.dice import SecretDice
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command, Ignored, Line, Problem, Sentence
from judge.language import reader
from judge.language.commands import EXAMPLES
from judge.letters.commands.verbs import VERBS
from judge.report import order_forms, render, topics
from tests import folders
from tests.catalog.pages import write_example

LISTS = {"borders", "check", "clients", "dice", "map", "rules", "rulings", "tables", "variants"}
"""Topics whose indented lines are tables, keys or a picture of the board, not what one types."""
INDENTED = re.compile(r"^ {2,4}(\S(?:.*?\S)?)(?: {2,}\S.*)?$", re.MULTILINE)
HEADING = re.compile(r"^    (PRESS .*?\S)(?: {2,}\S.*)?$", re.MULTILINE)
"""Other first lines of press than the one whose last line stands below it."""
REPLY = re.compile(r"^    (?:ALL|ORDERS:) .*$", re.MULTILINE)
"""What one writes in a reply to press, and nowhere else."""
QUOTED = re.compile(r'"([^"\n]+)"')
UNIT = re.compile(r"\b[AFLNP]\d? ([A-Z][A-Za-z]{2})(?:/[a-z]{2}|-A)?\b")
"""A unit as one writes it: "A PAR", "F Stp/nc", "L5 LON", "P Lon-A"."""
REGIONS = {"North Africa", "Middle East"}
"""Minors of 1930! whose names are plain geography on any map."""
PHASE = re.compile(r"\b[SUFW]\d{1,4}[A-Z]\b|\b\d{4}-\d\d[A-Z]\b")
ZONE = re.compile(r"\bEurope/\w+")
CONDITIONS = {"if", "elseif", "else", "endif"}

PAGES = [
    (variant, topic)
    for variant in folders.ALL
    for topic in ("index", *topics.topics(variant))
    if topic != "variants"
]


def told(variant: str, topic: str) -> str:
    """The text of a topic, time zones left out."""
    event = Event("help", {"topic": topic, "variant": variant}, PUBLIC)
    return ZONE.sub("", render._event(event, variant, "UTC")[0])


def every_country() -> frozenset[str]:
    """The powers and minors of all boards."""
    maps = [catalog.load(name).map for name in folders.ALL]
    tables = [table.get(key, {}) for table in maps for key in ("powers", "minors", "factions")]
    names = (name for table in tables for name in table)
    return frozenset(name for name in names if name not in REGIONS)


def own_names(variant: str) -> frozenset[str]:
    """Every name that a board has for a power, a minor or a space, and for their people."""
    data = catalog.load(variant).map
    tables = [data.get(key, {}) for key in ("powers", "minors", "factions")]
    countries = [(name, *facts.get("aliases", ())) for one in tables for name, facts in one.items()]
    spaces = [(space["name"], space.get("minor_power", "")) for space in data["spaces"]]
    return frozenset(name for names in (*countries, *spaces) for name in names)


@pytest.mark.parametrize(("variant", "topic"), PAGES)
def test_a_page_names_no_country_that_its_board_does_not_have(variant: str, topic: str) -> None:
    text, own = told(variant, topic), " | ".join(own_names(variant))
    strange = [
        name
        for name in every_country()
        if re.search(rf"\b{re.escape(name)}\b", text) and not re.search(rf"\b{name}\b", own)
    ]
    assert strange == []


@pytest.mark.parametrize(("variant", "topic"), PAGES)
def test_a_unit_on_a_page_stands_where_its_board_has_a_space(variant: str, topic: str) -> None:
    names = catalog.load(variant).vocabulary
    places = UNIT.findall(told(variant, topic))
    assert [place for place in places if names.word(place.lower()) is None] == []


@pytest.mark.parametrize(("variant", "topic"), PAGES)
def test_a_phase_on_a_page_is_one_of_its_game(variant: str, topic: str) -> None:
    engine = catalog.load(variant).engine
    state = engine.start({}, SecretDice(b"trial", variant)).state
    first = engine.phase(state).id
    for phase in PHASE.findall(told(variant, topic)):
        assert phase == first or engine.later(state, phase), phase


@pytest.mark.parametrize(
    ("variant", "topic"), [(variant, topic) for variant, topic in PAGES if topic not in LISTS]
)
def test_what_a_page_shows_to_type_is_read_by_its_board(variant: str, topic: str) -> None:
    text = told(variant, topic)
    letters = [INDENTED.findall(HEADING.sub("", REPLY.sub("", text)))]
    letters += [[heading, "Shall we?", "ENDPRESS"] for heading in HEADING.findall(text)]
    for item in (item for letter in letters for item in read(variant, letter)):
        assert not isinstance(item, Problem | Ignored), item
        if isinstance(item, Sentence):
            assert is_order(variant, item), item.text
        if isinstance(item, Command):
            assert item.verb in VERBS or item.verb in CONDITIONS
            assert_is_block(variant, item)


def read(variant: str, texts: list[str]) -> list[object]:
    """What the reader of a board makes of the lines of a letter."""
    found = catalog.load(variant)
    lines = [Line(number, text) for number, text in enumerate(texts, start=1)]
    return list(reader.read(lines, found.vocabulary, found.engine_name))


def assert_is_block(variant: str, command: Command) -> None:
    """What stands between a command and its end is for that command, on this board."""
    found = catalog.load(variant)
    if command.verb == "test":
        items = read(variant, list(command.block))
        orders = [item for item in items if isinstance(item, Sentence)]
        others = [item.reason for item in items if isinstance(item, Ignored)]
        assert len(orders) + len(others) == len(items)
        assert {*others} <= {"a heading"}
        assert all(is_order(variant, order) for order in orders)
    if command.verb == "edit" and command.block:
        dice = SecretDice(b"trial", variant)
        base = found.engine.request(found.engine.start({}, dice).state)
        assert positions.read(found, base, command.block, anew=False) != base


def is_order(variant: str, sentence: Sentence) -> bool:
    """Whether a sentence is one order of the board, or one with several wishes."""
    reading = catalog.load(variant).engine.read([sentence], None, "")
    return bool(reading.orders) and not reading.problems


@pytest.mark.parametrize(("variant", "topic"), PAGES)
def test_an_order_in_quotes_is_one_of_its_board(variant: str, topic: str) -> None:
    for text in quoted_orders(told(variant, topic)):
        assert order_forms.takes(variant, text), text


def quoted_orders(text: str) -> Iterator[str]:
    """What stands in quotes and names a unit."""
    return (quote for quote in QUOTED.findall(text) if UNIT.search(quote))


@pytest.mark.parametrize("variant", folders.ALL)
def test_an_example_of_a_command_is_one_on_each_board(variant: str) -> None:
    found = catalog.load(variant)
    for terminal, example in EXAMPLES.items():
        text = samples.suit(found, example)
        below = {"_PRESS": ["Shall we?", "ENDPRESS"], "_IF": ["ENDIF"]}.get(terminal, [])
        above = ["IF A THEN"] if terminal == "_ELSEIF" else []
        items = read(variant, [*above, text, *below])[len(above) :]
        assert all(isinstance(item, Command) for item in items[:1]), text
        assert f"'{text}'" in samples.suit(found, f"Write for example '{example}'.")


def test_a_strangers_board_shows_the_orders_of_shared_mechanics(tmp_path: Path) -> None:
    home = write_example(tmp_path / "yours")
    toml = home / "variant.toml"
    toml.write_text(toml.read_text().replace('["sites"]', '["air", "passage", "paratroops"]'))
    name = shelves.try_out(home)
    lines = [line for _, rows in order_forms.forms(name) for line, _ in rows]
    assert {"P Aar-A - Bru-A", "allow South at Lim"} <= {*lines}
    assert [line for line in lines if " bomb " in line or " paratroop " in line]
    assert "HELP PLANES" not in told(name, "orders")


def test_no_pattern_of_an_order_names_a_place_or_a_power() -> None:
    known = catalog.load("standard").vocabulary
    for variant in folders.ALL:
        found = catalog.load(variant)
        for example in (*found.basics, *found.examples):
            for word in re.sub(r"\{\w+\}", "", example.line).split():
                assert word.lower() not in known.exact, example.line
