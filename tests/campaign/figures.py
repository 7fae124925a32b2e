"""What a campaign counts: sums, peaks, and the first of each kind of failure in words."""

import math
from dataclasses import dataclass, field
from typing import Any

KEPT = 20
"""So many failures are kept in words."""

Layers = dict[str, list[float]]
"""Layer -> number, sum and sum of squares of what was measured in it."""


@dataclass(slots=True)
class Figures:
    """The figures of a run; ``+=`` adds another run's to them.

    ``sums`` are counted together, of ``peaks`` the highest stays, ``means`` keep number, sum and
    sum of squares of what was measured, by the layers it was taken from. ``failures`` say what was
    found wrong, with what it takes to see it again; a campaign that went well has none.
    """

    sums: dict[str, int] = field(default_factory=dict)
    peaks: dict[str, float] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    means: dict[str, Layers] = field(default_factory=dict)

    def count(self, **numbers: int) -> None:
        """Add to sums."""
        for name, number in numbers.items():
            self.sums[name] = self.sums.get(name, 0) + number

    def peak(self, name: str, value: float) -> None:
        """Remember a value if it is the highest yet."""
        self.peaks[name] = max(value, self.peaks.get(name, value))

    def measure(self, name: str, value: float, layer: str = "") -> None:
        """Add a value to those of which the mean is told, with its standard error.

        The mean of what was taken from several layers is that of their means; so is its error,
        once each layer has two values: what layers differ in is no doubt about it.
        """
        self._add(name, {layer: [1, value, value * value]})

    def number(self, name: str) -> int:
        """How often something was measured."""
        return int(_pool(self.means.get(name, {}))[0])

    def error(self, name: str) -> float:
        """The standard error of a mean; 0 if there is no spread or nothing to tell it by."""
        return _find_error(self.means.get(name, {}))

    def _add(self, name: str, more: Layers) -> None:
        layers = self.means.setdefault(name, {})
        for layer, values in more.items():
            old = layers.get(layer, [0.0, 0.0, 0.0])
            layers[layer] = [one + other for one, other in zip(old, values, strict=True)]

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
        told += [f"  {_say_mean(layers)}  {name}" for name, layers in self.means.items()]
        return [*told, *(f"  FAILED: {what}" for what in self.failures)]


def _say_mean(layers: Layers) -> str:
    """A mean with its standard error, and of how many."""
    mean = sum(total / number for number, total, _ in layers.values()) / len(layers)
    return f"{mean:8.1f} +- {_find_error(layers):4.1f} of {_pool(layers)[0]:.0f}"


def _pool(layers: Layers) -> list[float]:
    """What was measured in all layers, as if it were one."""
    return [sum(column) for column in zip(*layers.values(), strict=True)] or [0.0, 0.0, 0.0]


def _find_error(layers: Layers) -> float:
    """The standard error of the mean of the layers' means, or of all while one has no second."""
    if any(number < 2 for number, _, _ in layers.values()):
        layers = {"": _pool(layers)}
    return math.sqrt(sum(_find_variance(*layer) for layer in layers.values())) / max(1, len(layers))


def _find_variance(number: float, total: float, squares: float) -> float:
    """The variance of a layer's mean; 0 if there is nothing to tell it by."""
    if number < 2:
        return 0.0
    mean = total / number
    return max(0.0, squares / number - mean * mean) / (number - 1)
