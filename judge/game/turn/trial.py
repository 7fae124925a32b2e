"""Orders tried out: typed orders of any powers adjudicated on the present position, kept nowhere.

What is secret from whoever asks is left out of the position, and the dice are not the game's.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from judge.game.readers.addresses import MASTER
from judge.game.terms.tables import Table
from judge.game.turn import phase
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Event, Order
from judge.kernel.text import Command, Line, Offer, Problem, Sentence
from judge.language import reader
from judge.language.advice import EXAMPLE
from judge.language.branches import decide_branches
from judge.rules.computers import orders

Row = Mapping[str, object]


class Trial(Struct, frozen=True):
    """What came of a test: the events of the turn, and the lines that could not be tried.

    ``given`` counts the orders.
    """

    events: tuple[Event, ...]
    rows: tuple[Row, ...]
    given: int


class ReadLines(Struct, frozen=True):
    """Lines as they were read: orders by power, and a row for each line that is none."""

    orders: Mapping[str, tuple[Order, ...]]
    rows: tuple[Row, ...]


def try_orders(
    table: Table, role: str, texts: Sequence[str], name: str, *, computers: bool = False
) -> Trial:
    """Adjudicate the lines ``texts`` as orders of whoever can give them, ``role`` before others.

    ``name`` tells tests apart: their dice are made of it. ``computers``: for powers without any
    lines these order, by what everybody may know.
    """
    position = known_position(table, role)
    table = Table(table.game, table.variant, position)  # what is secret from him is not on it
    read = read_lines(table, role, texts)
    orders_of_power = {
        power: tuple(order.text for order in own_orders)
        for power, own_orders in read.orders.items()
    }
    order_count = sum(map(len, orders_of_power.values()))
    if computers:
        orders_of_power = add_computers(table, orders_of_power, name, but=role)
    turn = table.engine.turn(position, orders_of_power, throw(table, name))
    return Trial(phase.add_title(turn, table.game.phase_title).events, read.rows, order_count)


def known_position(table: Table, role: str) -> Any:
    """The position as who has a role in the game knows it; its master knows all of it."""
    return table.state if role == MASTER else table.engine.known_state(table.state, role)


def throw(table: Table, name: str) -> SecretDice:
    """Dice that are not the game's, but made of a name."""
    return SecretDice(hashlib.sha256(name.encode()).digest(), table.game.name)


def add_computers(
    table: Table, orders_of_power: Mapping[str, tuple[str, ...]], name: str, *, but: str = ""
) -> dict[str, tuple[str, ...]]:
    """The orders with those of computers for powers without any, by what each of these may know.

    They order for none that is called ``but``; ``name`` is the seed of their thoughts.
    """
    all_orders = dict(orders_of_power)
    for power in table.engine.survivors(table.state):
        if power != but and not all_orders.get(power):
            all_orders[power] = orders(table.engine, table.state, power, name)
    return all_orders


def read_lines(table: Table, role: str, texts: Sequence[str]) -> ReadLines:
    """Read lines as orders of whoever can give them, ``role`` before others.

    Of a line that is no order it is told, if that has to be said, what may have been meant by it.
    """
    lines = [Line(number, text) for number, text in enumerate(texts, 1)]
    items = reader.read(lines, table.variant.vocabulary, table.variant.engine_name)
    phase_id = table.engine.phase(table.state).id
    sentences: dict[str, list[Sentence]] = {}
    rows: list[Row] = []
    for item in decide_branches(items, table.engine.units(table.state), phase_id):
        if isinstance(item, Problem):
            legal: list[str] = []
            for repair in item.repairs:
                giver = _find_giver(table, role, repair)
                orders_read = table.engine.read((repair,), table.state, giver).orders
                legal += [order.text for order in orders_read]
            message = item.message
            if legal:
                meant = " or ".join(dict.fromkeys(legal))
                message = f"{message.partition(EXAMPLE)[0]} Did you mean {meant}?"
            rows.append(_make_row(item.text, message))
        elif isinstance(item, Offer):
            rows.append(_make_row(item.text, "this is not clear enough to be taken"))
        elif isinstance(item, Command):
            rows.append(_make_row(item.text, "commands are not obeyed in a test"))
        elif not isinstance(item, Sentence):
            continue
        elif giver := _find_giver(table, role, item):
            sentences.setdefault(giver, []).append(item)
        else:
            header = item.header if item.header in table.powers else ""
            problems = table.engine.read((item,), table.state, header).problems
            rows += [_make_row(problem.text, problem.message) for problem in problems]
    orders_of_power = {}
    for power, own_sentences in sentences.items():
        kept: list[Order] = []
        for order in table.engine.read(own_sentences, table.state, power).orders:
            # The last one for a unit; keys with "+" add, as they do in one letter.
            if order.key and not order.key.endswith("+"):
                kept = [old for old in kept if old.key != order.key]
            kept.append(order)
        orders_of_power[power] = tuple(kept)
    return ReadLines(orders_of_power, tuple(rows))


def _find_giver(table: Table, role: str, sentence: Sentence) -> str:
    """Who can give an order: the power that it stands under, else the writer, else anybody."""
    own = (role,) if role in table.powers else ()
    anybody = (*own, *(power for power in table.powers if power not in own))
    givers: Sequence[str] = (sentence.header,) if sentence.header in table.powers else anybody
    for power in givers:
        if table.engine.read((sentence,), table.state, power).orders:
            return power
    return ""


def _make_row(text: str, message: str) -> Row:
    return {"text": text, "message": message}
