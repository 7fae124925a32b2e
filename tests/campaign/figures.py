"""What a campaign counts: sums, peaks, and the first of each kind of failure in words."""

from dataclasses import dataclass, field
from typing import Any

KEPT = 20
"""So many failures are kept in words."""


@dataclass(slots=True)
class Figures:
    """The figures of a run; ``+=`` adds another run's to them.

    ``sums`` are counted together, of ``peaks`` the highest stays. ``failures`` say what was found
    wrong, with what it takes to see it again; a campaign that went well has none.
    """

    sums: dict[str, int] = field(default_factory=dict)
    peaks: dict[str, float] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def count(self, **numbers: int) -> None:
        """Add to sums."""
        for name, number in numbers.items():
            self.sums[name] = self.sums.get(name, 0) + number

    def peak(self, name: str, value: float) -> None:
        """Remember a value if it is the highest yet."""
        self.peaks[name] = max(value, self.peaks.get(name, value))

    def fail(self, what: str) -> None:
        """Note something wrong."""
        self.count(failures=1)
        self.failures = [*self.failures, what][:KEPT]

    def __iadd__(self, other: "Figures") -> "Figures":
        self.count(**other.sums)
        for name, value in other.peaks.items():
            self.peak(name, value)
        self.failures = [*self.failures, *other.failures][:KEPT]
        return self

    def as_json(self) -> dict[str, Any]:
        """The figures as plain data."""
        return {"sums": self.sums, "peaks": self.peaks, "failures": self.failures}

    @classmethod
    def of(cls, told: dict[str, Any]) -> "Figures":
        """The figures that ``as_json`` made."""
        return cls(told["sums"], told["peaks"], told["failures"])

    def lines(self) -> list[str]:
        """The figures for people, failures last."""
        told = [f"  {number:>12,}  {name.replace('_', ' ')}" for name, number in self.sums.items()]
        told += [f"  {value:>12.3f}  {name}, at most" for name, value in self.peaks.items()]
        return [*told, *(f"  FAILED: {what}" for what in self.failures)]
