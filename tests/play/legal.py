"""Players who throw dice for every order: each legal one is as likely as any other."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from judge.kernel.choice import Choice
from judge.kernel.engine import Engine, Purse

BESIDE = 0.03
"""The chance of an order that costs nothing and decides nothing: a passage for somebody."""


def orders(engine: Engine[Any], state: Any, dice: Random) -> dict[str, list[str]]:
    """The orders of all seats for the phase that waits."""
    return {power: orders_of(engine, state, power, dice) for power in engine.powers}


def orders_of(engine: Engine[Any], state: Any, power: str, dice: Random) -> list[str]:
    """Orders of one seat, drawn one after the other until no more go together."""
    offered = [
        one
        for one in engine.legal_orders(state, power)
        if one.uses or one.price or dice.random() < BESIDE
    ]
    dice.shuffle(offered)
    return [one.order for one in together(offered, engine.purse(state, power))]


def together(offered: Iterable[Choice], purse: Purse | None) -> list[Choice]:
    """The first of some choices, and each that can stand beside those and be paid."""
    taken: list[Choice] = []
    used, marks, bars = set[str](), set[str](), set[str]()
    left = purse.points if purse else 0
    most = purse.most if purse and purse.most else left
    spent: Counter[str] = Counter()
    for one in offered:
        dear = one.price > left or spent[one.subject] + one.price > most
        if dear or not used.isdisjoint(one.uses):
            continue
        if marks.isdisjoint(one.bars) and bars.isdisjoint(one.marks):
            taken.append(one)
            used.update(one.uses)
            marks.update(one.marks)
            bars.update(one.bars)
            left -= one.price
            spent[one.subject] += one.price
    return taken
