"""What a position is worth to a side: what computers play for."""

from collections.abc import Mapping, Sequence


def share(worth: Mapping[str, int], winners: Sequence[str], side: str) -> float:
    """A side's share of the squares of what all count for; of a victory the whole."""
    if winners:
        return 1 / len(winners) if side in winners else 0.0
    total = sum(value * value for value in worth.values())
    return worth.get(side, 0) ** 2 / total if total else 0.0
