"""From reductions to permissions: whose units may pass through a place."""

from judge.kernel.text import Piece, Place
from judge.language.slots import Slots


class Permissions:
    """The methods for passage, and for lists of powers."""

    def allow(self, guests: tuple[str, ...], place: Place) -> Slots:
        """Passage for others."""
        return {"verb": "allow", "powers": guests, "path": (place,)}

    def allow_units(self, guests: tuple[str, ...], _arm: str, place: Place) -> Slots:
        """As in "allow French planes above IRS"."""
        return self.allow(guests, place)

    def allow_at(self, place: Place, guest: str) -> Slots:
        """As in "allow passage through IRS to France"."""
        return self.allow((guest,), place)

    def allow_all_at(self, place: Place) -> Slots:
        """As in "allow passage through IRS to all"."""
        return self.allow(self.everybody(), place)

    def allow_by(self, piece: Piece, guest: str) -> Slots:
        """As in "F IRS allows France"."""
        return self.allow((guest,), piece.place)

    def allow_all_by(self, piece: Piece) -> Slots:
        """As in "F IRS allows everybody"."""
        return self.allow(self.everybody(), piece.place)

    def everybody(self) -> tuple[str, ...]:
        """Passage for all."""
        return ("ALL",)

    def first_power(self, power: str) -> tuple[str, ...]:
        """One power."""
        return (power,)

    def next_power(self, powers: tuple[str, ...], power: str) -> tuple[str, ...]:
        """One more power."""
        return (*powers, power)
