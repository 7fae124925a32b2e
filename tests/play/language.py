"""Orders written out as a player's lines are read back as the same orders."""

from collections.abc import Sequence
from typing import Any

from judge.catalog import sheet
from judge.catalog.variant import Variant
from judge.kernel.engine import Order
from judge.kernel.text import Line
from tests.play.laws import hold


def check_same(variant: Variant, state: Any, power: str, lines: Sequence[str]) -> None:
    """Each order of lines that are all legal is read as it is written."""
    unlike = _taken(variant, state, power, lines) ^ {*lines}
    hold(not unlike, "an order is read as it is written", unlike, power)


def check_fair(variant: Variant, state: Any, power: str, lines: Sequence[str]) -> None:
    """Each legal order is read as it is written, any other so or not at all."""
    taken, said = _taken(variant, state, power, lines), {*lines}
    legal = {choice.order for choice in variant.engine.legal_orders(state, power)}
    lost = (said & legal) - taken
    hold(not lost, "a legal order is read as it is written", lost, power)
    # A move beyond the borders is a voyage, which is written with VIA; an army's goal has no coast.
    meant = {_drop_coast(line) for line in lines}
    other = taken - said - meant - {f"{line} VIA" for line in meant}
    hold(not other, "no order is read as another", other, power)


def _drop_coast(line: str) -> str:
    """An army's move without the coast that its writer named (DATC 6.B.12); others as they are."""
    return line.rpartition("/")[0] if line.startswith("A ") and line[-3:-2] == "/" else line


def _taken(variant: Variant, state: Any, power: str, lines: Sequence[str]) -> set[str]:
    """The orders that the judge takes from a player's lines."""
    typed = [Line(number, text) for number, text in enumerate(lines, 1)]
    found = sheet.understand(typed, variant, state, power)
    return {item.text for item in found if isinstance(item, Order)}
