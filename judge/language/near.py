"""Words that are nearly alike, by rapidfuzz (20 ms to import, which most mails need not pay)."""

from collections.abc import Sequence


def list_near(word: str, words: Sequence[str], cutoff: float, most: int) -> list[tuple[str, float]]:
    """The words most like one, with how alike they are (0 to 1, ``cutoff`` at least)."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415

    found = process.extract(word, words, scorer=fuzz.ratio, limit=most, score_cutoff=100 * cutoff)
    return [(near, score / 100) for near, score, _ in found]
