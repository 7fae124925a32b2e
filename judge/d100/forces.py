"""Pieces by name: arm, combat strength and space, as orders and positions write them."""

from collections.abc import Iterable

from msgspec import Struct

from judge.d100.board import ARMS


class Force(Struct, frozen=True):
    """A piece by its name: "L5 LON" is a land piece of strength 5 in London (R1)."""

    arm: str
    strength: int
    space: str

    def __str__(self) -> str:
        return f"{self.arm}{self.strength} {self.space}"


def read(words: Iterable[str]) -> Force | None:
    """The piece that two words ("L5", "LON") name; None if they name none."""
    kind, space, *more = [*words, "", ""]
    if len(kind) != 2 or kind[0] not in ARMS or kind[1] not in "12345" or any(more):
        return None
    return Force(kind[0], int(kind[1]), space)
