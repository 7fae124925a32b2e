"""From reductions to points for minors' orders, bids of influence, and influence aimed anew."""

from judge.kernel.text import Piece, Place
from judge.language.slots import Slots, join_deed


class Payments:
    """The methods for points and influence."""

    def amount(self, number: int) -> int:
        """A number of points."""
        return number

    def paid_order(self, amount: int, piece: Piece, deed: Slots) -> Slots:
        """As in "DP 2: A Aus H"."""
        return {"verb": "points", "amount": amount, "about": join_deed(piece, deed)}

    def order_paid(self, piece: Piece, amount: int, deed: Slots) -> Slots:
        """As in "Austria (2): hold"."""
        return self.paid_order(amount, piece, deed)

    def order_paid_last(self, piece: Piece, deed: Slots, amount: int) -> Slots:
        """As in "A Aus H, 2 DP"."""
        return self.paid_order(amount, piece, deed)

    def paid_named(self, amount: int, minor: Place, arm: str, place: Place, deed: Slots) -> Slots:
        """As in "2 DP on Austria: A Aus H": the minor, then its unit, which must be the same."""
        if not set(minor.spaces) & set(place.spaces):
            return {"verb": "clash"}
        return self.paid_order(amount, Piece(place, arm), deed)

    def named_paid(self, minor: Place, arm: str, place: Place, amount: int, deed: Slots) -> Slots:
        """As in "Austria, A Aus, 2 DP: hold"."""
        return self.paid_named(amount, minor, arm, place, deed)

    def named_paid_twice(
        self, minor: Piece, amount: int, arm: str, place: Place, deed: Slots
    ) -> Slots:
        """As in "Austria (2): A Aus H"."""
        return self.paid_named(amount, minor.place, arm, place, deed)

    def paid_twice(self, amount: int, minor: Place, place: Place, deed: Slots) -> Slots:
        """As in "2 DP on Austria: Aus H"."""
        return self.paid_named(amount, minor, "", place, deed)

    def place_paid_twice(self, minor: Piece, amount: int, place: Place, deed: Slots) -> Slots:
        """As in "Austria (2): Aus H"."""
        return self.paid_named(amount, minor.place, minor.arm, place, deed)

    def named_paid_last(
        self, minor: Place, arm: str, place: Place, deed: Slots, amount: int
    ) -> Slots:
        """As in "Austria: A Aus H, 2 DP"."""
        return self.paid_named(amount, minor, arm, place, deed)

    def bid(self, amount: int, powers: tuple[str, ...]) -> Slots:
        """As in "BID 7 Turkey"."""
        return {"verb": "bid", "amount": amount, "powers": powers}

    def bid_after(self, minor: str, amount: int, *claimant: str) -> Slots:
        """As in "Turkey: 7 IP for Germany"."""
        return {"verb": "bid", "amount": amount, "powers": (minor, *claimant)}

    def bid_last(self, minor: str, claimant: str, amount: int) -> Slots:
        """As in "Poland for Germany: 3"."""
        return {"verb": "bid", "amount": amount, "powers": (minor, claimant)}

    def bid_for(self, amount: int, minor: str) -> Slots:
        """As in "4 IP for Turkey": the minor that is bid for."""
        return self.bid(amount, (minor,))

    def no_bid(self, powers: tuple[str, ...]) -> Slots:
        """As in "withdraw my bid on Turkey"."""
        return self.bid(0, powers)

    def bid_aid(self, amount: int, claimant: str, minor: str) -> Slots:
        """As in "3 IP supporting Germany in Poland"."""
        return self.bid(amount, (minor, claimant))

    def aid_bid(self, claimant: str, minor: str, amount: int) -> Slots:
        """As in "support Germany in Poland with 3"."""
        return self.bid(amount, (minor, claimant))

    def myself(self) -> str:
        """The writer, whom only the engine knows."""
        return ""

    def claim_for(self, minor: str, claimant: str) -> tuple[str, ...]:
        """As in "Poland for Germany"."""
        return (minor, claimant)

    def claim_of(self, claimant: str, minor: str) -> tuple[str, ...]:
        """As in "for Germany on Poland"."""
        return (minor, claimant)

    def switch(self, amount: int, minor: str, old: str, new: str) -> Slots:
        """Old influence aimed anew."""
        return {"verb": "switch", "amount": amount, "powers": (minor, old, new)}

    def switch_after(self, minor: str, amount: int, old: str, new: str) -> Slots:
        """The same, the minor first."""
        return self.switch(amount, minor, old, new)

    def switch_last(self, amount: int, old: str, new: str, minor: str) -> Slots:
        """The same, the minor last."""
        return self.switch(amount, minor, old, new)
