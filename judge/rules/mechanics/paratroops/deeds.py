"""Drops that could be ordered, by their distances alone."""

from collections.abc import Iterator, Sequence

from judge.rules.dip.ground.board import Board, Unit
from judge.rules.mechanics.air import sky


def list_drops(board: Board, unit: Unit, others: Sequence[Unit]) -> Iterator[str]:
    """An army's drops; a plane's, of the armies below and beside it (rules, 5h v)."""
    if unit.arm == "A":
        yield from (f"{unit.text} PARATROOP {space}" for space in _list_goals(board, unit))
    elif unit.arm == sky.ARM:
        air_spaces = {unit.space, *sky.near(board, unit.space)}
        for army in others:
            if army.arm == "A" and sky.above(board, army.space) in air_spaces:
                drop = f"{unit.text} C {army.text}"
                yield from (f"{drop} - {space}" for space in _list_goals(board, army))


def _list_goals(board: Board, army: Unit) -> list[str]:
    """The spaces within range of an army."""
    return sorted(sky.grounds(board, sky.above(board, army.space)))
