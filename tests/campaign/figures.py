"""What a campaign counts: sums, peaks, and the first of each kind of failure in words."""

from dataclasses import dataclass, field
from typing import Any

KEPT = 20
"""So many failures are kept in words."""


@dataclass(slots=True)
class Figures:
    """The figures of a run; ``+=`` adds another run's to them.

    ``sums`` are counted together, of ``peaks`` the highest stays, ``means`` keep number, sum and
    sum of squares of what was measured. ``failures`` say what was found
    wrong, with what it takes to see it again; a campaign that went well has none.
    """

    sums: dict[str, int] = field(default_factory=dict)
    peaks: dict[str, float] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    means: dict[str, list[float]] = field(default_factory=dict)

    def count(self, **numbers: int) -> None:
        """Add to sums."""
        for name, number in numbers.items():
            self.sums[name] = self.sums.get(name, 0) + number

    def peak(self, name: str, value: float) -> None:
        """Remember a value if it is the highest yet."""
        self.peaks[name] = max(value, self.peaks.get(name, value))

    def measure(self, name: str, value: float) -> None:
        """Add a value to those of which the mean is told, with its standard error."""
        self._add(name, [1, value, value * value])

    def number(self, name: str) -> int:
        """How often something was measured."""
        return int(self.means.get(name, [0])[0])

    def error(self, name: str) -> float:
        """The standard error of a mean; 0 if there is no spread or nothing to tell it by."""
        return _find_error(*self.means.get(name, [0.0, 0.0, 0.0]))

    def _add(self, name: str, more: list[float]) -> None:
        old = self.means.get(name, [0.0, 0.0, 0.0])
        self.means[name] = [one + other for one, other in zip(old, more, strict=True)]

    def fail(self, what: str) -> None:
        """Note something wrong."""
        self.count(failures=1)
        self.failures = [*self.failures, what][:KEPT]

    def __iadd__(self, other: "Figures") -> "Figures":
        self.count(**other.sums)
        for name, value in other.peaks.items():
            self.peak(name, value)
        for name, more in other.means.items():
            self._add(name, more)
        self.failures = [*self.failures, *other.failures][:KEPT]
        return self

    def as_json(self) -> dict[str, Any]:
        """The figures as plain data."""
        return {"sums": self.sums, "peaks": self.peaks, "failures": self.failures} | (
            {"means": self.means} if self.means else {}
        )

    @classmethod
    def of(cls, told: dict[str, Any]) -> "Figures":
        """The figures that ``as_json`` made."""
        return cls(told["sums"], told["peaks"], told["failures"], told.get("means", {}))

    def lines(self) -> list[str]:
        """The figures for people, failures last."""
        told = [f"  {number:>12,}  {name.replace('_', ' ')}" for name, number in self.sums.items()]
        told += [f"  {value:>12.3f}  {name}, at most" for name, value in self.peaks.items()]
        told += [f"  {_say_mean(*of)}  {name}" for name, of in self.means.items()]
        return [*told, *(f"  FAILED: {what}" for what in self.failures)]


def _say_mean(number: float, total: float, squares: float) -> str:
    """A mean with its standard error, and of how many."""
    error = _find_error(number, total, squares)
    return f"{total / number:8.1f} +- {error:4.1f} of {number:.0f}"


def _find_error(number: float, total: float, squares: float) -> float:
    """The standard error of a mean."""
    if number < 2:
        return 0.0
    mean = total / number
    spread = max(0.0, squares / number - mean * mean)
    return float((spread / (number - 1)) ** 0.5)
