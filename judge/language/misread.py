"""What went wrong where a line could not be read."""

from collections.abc import Iterable


class MisreadError(Exception):
    """The lexeme ``at`` cannot stand where it stands.

    ``why``: "unknown" (no such word), "unexpected" (a known word in a wrong place), "narrative",
    "question", "end" (something is missing), "alone" (help for what stands before it).
    """

    def __init__(self, index: int, why: str, terminals: Iterable[str]) -> None:
        super().__init__(why)
        self.at = index
        self.why = why
        self.accepted = frozenset(terminals)
