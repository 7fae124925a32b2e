"""Movement turns counted, and the turn for which the next points are."""

from collections.abc import Mapping

from judge.dip.ground.position import State

PLAYED = "move_turns"
"""The key of ``State.memory``: how many movement turns have been played."""


def count_played(state: State) -> int:
    """How many movement turns were played before this phase."""
    return int(state.memory[PLAYED])


def since(first: str, phase: str) -> int:
    """How many movement turns lie between the first phase of the game and ``phase``.

    A year has two, spring and fall; a retreat or winter phase comes after its season's turn.
    """
    return _ordinal(phase) - _ordinal(first)


def _ordinal(phase: str) -> int:
    season, year, kind = phase[0], int(phase[1:-1]), phase[-1]
    return 2 * year + (season != "S") + (kind != "M")


def title(phase: str, seasons: Mapping[str, str]) -> str:
    """The turn of a phase: "Spring 1936"; ``seasons`` says what they are called."""
    return f"{seasons[phase[0]]} {phase[1:-1]}"


def next_title(phase: str, seasons: Mapping[str, str]) -> str:
    """The turn after a spring's or fall's: "Fall 1936"."""
    season, year = phase[0], int(phase[1:-1])
    return title(f"F{year}M" if season == "S" else f"S{year + 1}M", seasons)
