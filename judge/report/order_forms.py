"""The orders that a variant takes, an example each: tried on its own grammar and its own rules."""

from collections.abc import Iterator, Mapping
from functools import cache

from judge.catalog import samples
from judge.catalog import variant as catalog
from judge.kernel.choice import BUILDS, MOVES, PLACING, RETREATS, Example
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Order
from judge.kernel.errors import InputError
from judge.kernel.text import Line, Sentence
from judge.language import reader
from judge.report import topics

_HEADINGS = {
    MOVES: "",
    RETREATS: "After battles:",
    PLACING: "Before the first month:",
    BUILDS: "When units are built or removed:",
}
"""What stands above the examples of each kind of phase, in this order."""

_SAMPLES = (
    ("{order}", "{fleet} H", "DP 1: {minor_unit} H"),
    ("{order}", "{fleet} H", "{support}"),
    ("{order}", "{support}"),
)
"""What a newcomer's mail shows of how orders are written: the first that the board takes."""


@cache
def sample(variant: str) -> str:
    """A few orders as they may be typed on the variant's board, beside each other."""
    for row in _SAMPLES:
        lines = [_fill(pattern, samples.page(catalog.load(variant))) for pattern in row]
        if all(line and takes(variant, line) for line in lines):
            return ", ".join(lines)
    return catalog.load(variant).sample


@cache
def forms(variant: str) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """By heading, the examples that the variant takes and what they mean."""
    board_variant = catalog.load(variant)
    examples = (*board_variant.basics, *board_variant.examples, *_own_examples(variant))
    rows_of_part = {
        part: tuple(_rows(variant, [one for one in examples if one.part == part]))
        for part in _HEADINGS
    }
    return tuple((_HEADINGS[part], rows) for part, rows in rows_of_part.items() if rows)


@cache
def basics(variant: str) -> tuple[tuple[str, str], ...]:
    """What a unit may do in a turn of any Diplomacy, and what that means: for a first reading."""
    examples = catalog.load(variant).basics
    return tuple(_rows(variant, [one for one in examples if one.part == MOVES]))


def _rows(variant: str, examples: list[Example]) -> Iterator[tuple[str, str]]:
    """Those of the examples that the variant takes, and what they mean."""
    names = samples.page(catalog.load(variant))
    for example in examples:
        line = _fill(example.line, names)
        if line and takes(variant, line, example.verb):
            meaning = _fill(example.meaning, names)
            has_topic = example.topic in topics.topics(variant)
            yield line, f"{meaning}: HELP {example.topic.upper()}" if has_topic else meaning


def _own_examples(variant: str) -> Iterator[Example]:
    """The orders that only this variant has: variant.toml holds an example of each."""
    for line, meaning in catalog.load(variant).own_orders.items():
        yield Example(line, meaning)


def form_faults(variant: str) -> Iterator[str]:
    """Examples of a variant's own orders that are no orders of it."""
    found = catalog.load(variant)
    engine, names = found.engine, samples.names(found)
    for example in _own_examples(variant):
        line = _fill(example.line, names)
        if not line:
            slots = ", ".join(f"{{{name}}}" for name in names)
            yield f"variant.toml: orders: '{example.line}': the slots are {slots}."
            continue
        order = _read(variant, line)
        if order is None:
            yield f"variant.toml: orders: '{line}' is not taken as an order."
            continue
        try:
            engine.works(engine.start({}, SecretDice(b"trial", variant)).state, order.text)
        except (ValueError, LookupError):
            yield f"variant.toml: orders: '{line}' is taken, but can't be read as it is stored."
            continue
        # Its unit carries it out alone on the board; one for no unit can't be tried so.
        unit = " ".join(order.text.split()[:2])
        power, phase = engine.powers[0], found.rules["phases"]["first"]
        request = {"phase": phase, "units": {power: [unit]}, "orders": {power: [order.text]}}
        try:
            engine.adjudicate(request)
        except InputError:
            continue
        except Exception as error:
            why = catalog.explain(found, error)
            yield f"variant.toml: orders: '{line}' can't be played: {why}."


def _fill(pattern: str, names: Mapping[str, object]) -> str:
    """A pattern with the board's names in its slots; "" if the board has none for one."""
    try:
        return pattern.format_map(names)
    except (KeyError, ValueError):
        return ""


def takes(variant: str, line: str, verb: str = "") -> bool:
    """Whether a line is one order of a variant, of this verb if one is given."""
    return _read(variant, line, verb) is not None


def _read(variant: str, line: str, verb: str = "") -> Order | None:
    """The order that a line is, of this verb if one is given; None for anything else."""
    board_variant = catalog.load(variant)
    items = reader.read([Line(1, line)], board_variant.vocabulary, board_variant.engine_name)
    if len(items) != 1 or not isinstance(items[0], Sentence):
        return None
    if verb not in ("", items[0].verb):
        return None
    reading = board_variant.engine.read([items[0]], None, "")
    return reading.orders[0] if len(reading.orders) == 1 and not reading.problems else None
