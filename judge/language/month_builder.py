"""From reductions to the orders of 1930!: pieces have strengths, stacks march, points are given."""

from judge.kernel.text import Piece, Place
from judge.language.builder import Builder
from judge.language.slots import Slots

Kinds = tuple[tuple[str, int], ...]
"""Arms and strengths."""


class MonthBuilder(Builder):
    """The methods that grammar/d100.lark names beside those of the other games."""

    # --- which piece

    def strong_unit_at(self, arm: str, strength: int, place: Place) -> Piece:
        """As in "L5 Lon"."""
        return Piece(place, arm, strength)

    def strong_first(self, strength: int, arm: str, place: Place) -> Piece:
        """As in "5 land in London"."""
        return Piece(place, arm, strength)

    def at_strong_unit(self, place: Place, arm: str, strength: int) -> Piece:
        """As in "London L5"."""
        return Piece(place, arm, strength)

    def owned_strong_unit_at(self, power: str, arm: str, strength: int, place: Place) -> Piece:
        """As in "French L5 Par"."""
        return Piece(place, arm, strength, power)

    # --- several pieces of one space

    def two_kinds(self, arm: str, strength: int, other: str, its: int) -> Kinds:
        """As in "L5, A3"."""
        return ((arm, strength), (other, its))

    def next_kind(self, kinds: Kinds, arm: str, strength: int) -> Kinds:
        """One more."""
        return (*kinds, (arm, strength))

    def kinds_at(self, kinds: Kinds, place: Place) -> tuple[Piece, ...]:
        """As in "L5 and A3 in London"."""
        return tuple(Piece(place, arm, strength) for arm, strength in kinds)

    def at_kinds(self, place: Place, kinds: Kinds) -> tuple[Piece, ...]:
        """As in "London: L5, A3"."""
        return self.kinds_at(kinds, place)

    def bare_units(self, pieces: tuple[Piece, ...]) -> Slots:
        """Pieces and nothing else."""
        return self.each(pieces, {"verb": "unit"})

    def each(self, pieces: tuple[Piece, ...], deed: Slots) -> Slots:
        """As in "L5 and N5 London hold": the first order holds the others as "more"."""
        first, *others = (self.order(piece, dict(deed)) for piece in pieces)
        return {**first, "more": tuple(others)}

    # --- what it does

    def surrender(self) -> Slots:
        """No retreat if beaten."""
        return {"verb": "surrender"}

    def surrender_first(self, piece: Piece) -> Slots:
        """As in "surrender L2 Shf"."""
        return {"verb": "surrender", "piece": piece}

    # --- stacks

    def stack(self, place: Place, legs: tuple[Place, ...]) -> Slots:
        """All pieces of a space march as one."""
        return {"verb": "stack", "path": (place, *legs)}

    def blank_stack(self, _place: Place) -> Slots:
        """As in "STACK ANG - ": a line of a form that was left blank."""
        return {"verb": "blank"}

    def hold_stack(self, place: Place) -> Slots:
        """All pieces of a space stay."""
        return {"verb": "hold-stack", "path": (place,)}

    def split(self, place: Place) -> Slots:
        """A stack is parted."""
        return {"verb": "split", "path": (place,)}

    # --- politics

    def allocate(self, amount: int, minor: str) -> Slots:
        """As in "allocate 50 to Spain"."""
        return {"verb": "allocate", "amount": amount, "powers": (minor,)}

    def allocate_after(self, minor: str, amount: int) -> Slots:
        """As in "Spain: 50"."""
        return self.allocate(amount, minor)

    def no_roll(self, minor: str) -> Slots:
        """The roll is held back."""
        return {"verb": "no-roll", "powers": (minor,)}

    # --- outside the months: more pieces may follow behind commas

    def deploy(self, piece: Piece) -> Slots:
        """Set up a piece."""
        return {"verb": "deploy", "piece": piece, "leads": "deploy"}

    def deploy_there(self, arm: str, strength: int, place: Place) -> Slots:
        """As in "L5 to London"."""
        return self.deploy(Piece(place, arm, strength))

    def deploy_owned(self, power: str, arm: str, place: Place) -> Slots:
        """As in "Spanish army to Catalonia"."""
        return self.deploy(Piece(place, arm, 0, power))

    def deploy_owned_strong(self, power: str, arm: str, strength: int, place: Place) -> Slots:
        """As in "Spanish L3 to Catalonia"."""
        return self.deploy(Piece(place, arm, strength, power))

    def deploy_each(self, pieces: tuple[Piece, ...]) -> Slots:
        """Set up several pieces in one city."""
        return self.each(pieces, {"verb": "deploy", "leads": "deploy"})

    def buy(self, piece: Piece) -> Slots:
        """Buy a piece."""
        return {"verb": "buy", "piece": piece, "leads": "buy"}

    def buy_each(self, pieces: tuple[Piece, ...]) -> Slots:
        """Buy several pieces in one city."""
        return self.each(pieces, {"verb": "buy", "leads": "buy"})

    def build_listed(self, piece: Piece) -> Slots:
        """As in "build L3 Lon"."""
        return {"verb": "build", "piece": piece, "leads": "build"}

    def remove(self, piece: Piece) -> Slots:
        """Pay with a piece."""
        return {"verb": "remove", "piece": piece, "leads": "remove"}

    def reduce(self, piece: Piece, strength: int) -> Slots:
        """Pay with a part of a piece's strength."""
        return {"verb": "reduce", "piece": piece, "amount": strength}
