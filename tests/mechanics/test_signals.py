"""Signals: where a game wants them a support that can't be given is taken, and nothing else is."""

import pytest

from tests.mechanics.boards import read, start


@pytest.mark.parametrize(
    ("line", "signal"),
    [
        ("A Par S A Mos - Ukr", "A PAR S A MOS - UKR"),
        ("A Mar S F Lon", "A MAR S F LON"),
        ("A Mar S F Lon H", "A MAR S F LON"),
        ("A Par - Mos", ""),
        ("F Bre C A Par - Mos", ""),
    ],
)
def test_an_impossible_support_is_a_signal_where_the_game_wants_it(line: str, signal: str) -> None:
    for wanted in (True, False):
        orders, problems = read("1900", start("1900", signals=wanted), "France", line)
        assert orders == ([signal] if signal and wanted else [])
        assert len(problems) == 1 - len(orders)
