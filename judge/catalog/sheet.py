"""A letter's lines understood: the language's reader, then the variant's engine."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from judge.catalog.branches import Branch, decided
from judge.catalog.variant import Variant
from judge.kernel.engine import Order, Reading
from judge.kernel.text import Command, Ignored, Line, Problem, Sentence
from judge.language import reader
from judge.language.advice import EXAMPLE
from judge.language.typed_line import Read

Answerable = Order | Problem | Ignored | Command | Branch
"""What a line comes to: each gets its answer in the transcript."""
Reads = Callable[[Sequence[Sentence], bool], Reading]
"""Sentences held against a board; the flag says whether they are for the present phase."""

_BOARDLESS = ("hold-all", "unit")
"""Verbs that mean nothing without a board; lines for a later phase keep them as they are."""
_OFFERS = 4
"""Suggestions that are offered at most."""


def understand(
    lines: Sequence[Line], variant: Variant, state: Any, power: str
) -> tuple[Answerable, ...]:
    """What ``lines`` order, command, get wrong or merely say, in their order.

    ``state`` is the engine's, None where there is no board; ``power`` is who writes, "" anybody.
    Orders below a PHASE command are for another position than ``state``: there names and arms
    alone decide, until a PHASE without a phase. Suggestions are lines that the engine would take.
    Lines below a condition that does not hold are ignored.
    """
    engine = variant.engine
    items = reader.read(lines, variant.vocabulary, variant.engine_name)
    writer = power if power in engine.powers else ""
    now = "" if state is None else engine.phase(state).id
    units = None if state is None else engine.units(state)

    def read(sentences: Sequence[Sentence], present: bool) -> Reading:
        return engine.read(sentences, state if present else None, writer)

    return settle(decided(items, units, now), read, now)


def settle(items: Iterable[Read | Branch], read: Reads, now: str = "") -> tuple[Answerable, ...]:
    """Items with their sentences read as orders and their repairs as suggestions.

    ``now`` is the present phase: what stands below its PHASE is for the present.
    """
    found: list[Answerable] = []
    waiting: list[Sentence] = []
    present = True
    for item in items:
        if isinstance(item, Sentence) and (present or item.verb not in _BOARDLESS):
            waiting.append(item)
            continue
        if isinstance(item, Command) and item.verb == "phase":
            found += _orders(waiting, read, present)
            waiting, present = [], item.words in ((), (now,))
        found.append(_told(item, read, present))
    found += _orders(waiting, read, present)
    return tuple(sorted(found, key=lambda item: (item.span.line, item.span.column)))


def _told(item: Read | Branch, read: Reads, present: bool) -> Answerable:
    """An item that is no order of the present: a problem with what would work instead."""
    if isinstance(item, Sentence):
        return Branch(item.span, item.text)
    return _advised(item, read, present) if isinstance(item, Problem) else item


def _orders(sentences: Sequence[Sentence], read: Reads, present: bool) -> Iterable[Answerable]:
    """Sentences that belong together as orders and problems."""
    reading = read(sentences, present) if sentences else Reading()
    return (*reading.orders, *(replace(one, ordered=True) for one in reading.problems))


def _advised(problem: Problem, read: Reads, present: bool) -> Problem:
    """A problem with those of its repairs that the engine would take."""
    if not problem.repairs:
        return problem
    readings = [read((repair,), present) for repair in problem.repairs]
    legal = list(dict.fromkeys(order.text for reading in readings for order in reading.orders))
    if not legal:
        return replace(problem, repairs=())
    offers = tuple(legal[:_OFFERS])
    said = problem.message.partition(EXAMPLE)[0]
    message = f"{said} Did you mean {' or '.join(offers)}?"
    return replace(problem, message=message, suggestions=offers, repairs=())
