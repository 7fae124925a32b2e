"""The throws of a phase: each keyed by its event, each recorded in the order made (R69, R70)."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from judge.kernel.engine import Dice
from judge.kernel.errors import InputError
from judge.rules.d100.rules import DRAW

Record = dict[str, Any]
"""A throw as results, events and ``judge adjudicate`` give it."""


class Throws(Struct):
    """Dice for one phase, and what was thrown with them."""

    phase: str
    dice: Dice
    records: list[Record] = []

    def roll(self, table: int, cell: tuple[int, int, int], event: str, **about: Any) -> Record:
        """Throw on ``table``: ``cell`` is row, column and need; equal or under succeeds (R22)."""
        row, column, need = cell
        key = f"{self.phase}|{event}"
        number = self.dice.throw(key)
        record = {
            "table": table,
            "row": row,
            "column": column,
            "need": need,
            "throw": number,
            "success": number <= need,
            "key": key,
            **about,
        }
        self.records.append(record)
        return record

    def draw(self, event: str, **about: Any) -> Record:
        """Throw without a table: a tie or a lot (R57, R67)."""
        key = f"{self.phase}|{event}"
        record = {"table": DRAW, "throw": self.dice.throw(key), "key": key, **about}
        self.records.append(record)
        return record


class GivenDice(Struct):
    """Throws given as a list, used up in the order of R69 whatever their keys."""

    throws: Sequence[int]
    used: int = 0

    def throw(self, key: str) -> int:
        """The next throw; raises InputError if there are none left."""
        if self.used == len(self.throws):
            raise InputError(f"dice: {self.used} given, one more is needed for {key}.")
        self.used += 1
        return self.throws[self.used - 1]
