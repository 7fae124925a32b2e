"""Taking back what was only offered: the board is asked once of each offer, not by each line."""

from typing import Any

import pytest

from judge.catalog import sheet, variant
from judge.kernel.engine import Reading
from judge.kernel.text import Line
from judge.rules.dip.build import DipEngine
from tests.mechanics import boards

PAIR = "Perhaps Munich to Ruhr, I guess", "strike line 999"
"""An offer that is none for France, and words that take nothing back."""


def count_reads(monkeypatch: pytest.MonkeyPatch, pairs: int) -> int:
    """How often the board is asked over a letter of so many pairs of lines."""
    asked: list[object] = []
    plain = DipEngine.read

    def read(engine: DipEngine, *words: Any) -> Reading:
        asked.append(words)
        return plain(engine, *words)

    with monkeypatch.context() as patch:
        patch.setattr(DipEngine, "read", read)
        lines = [Line(number, text) for number, text in enumerate(PAIR * pairs, 1)]
        sheet.understand(lines, variant.load("standard"), boards.start("standard"), "France")
    return len(asked)


def test_twice_the_lines_ask_the_board_twice_as_often(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 0 < count_reads(monkeypatch, 40) < 3 * count_reads(monkeypatch, 20)
