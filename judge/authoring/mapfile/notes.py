"""What is told of a .map file: its mistakes, and what has no counterpart here."""

from msgspec import Struct


class Spot(Struct, frozen=True, order=True):
    """A line of a file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"


class Line(Struct, frozen=True):
    """A line that says something, and its words."""

    spot: Spot
    text: str

    @property
    def words(self) -> list[str]:
        """The words, the first of which mostly says what the line is about."""
        return self.text.split()


class Notes:
    """The sentences about a map, each with the file and line that it is about."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], list[int]] = {}

    def add(self, spot: Spot, sentence: str) -> None:
        """Tell of a line."""
        lines = self._told.setdefault((spot.file, sentence), [])
        if spot.line not in lines:
            lines.append(spot.line)

    def all(self) -> list[str]:
        """Everything told, as it was found; the same of several lines once."""
        return [
            f"{file}, {_say_lines(lines)}: {sentence}"
            for (file, sentence), lines in self._told.items()
        ]


def _say_lines(lines: list[int]) -> str:
    first, *others = sorted(lines)
    return f"lines {first}, {', '.join(map(str, others))}" if others else f"line {first}"
