"""The whole reckoning of a turn's points."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from judge.mechanics.points.auction import Lot
from judge.mechanics.points.bid import Bid
from judge.mechanics.points.purse import Purse


class Ledger(Struct, frozen=True):
    """The points of one turn ("Spring 1936"): every bid, the auctions, the payers' purses.

    ``forfeits`` are the powers that paid more than they had; their bids are in no auction.
    """

    turn: str
    bids: tuple[Bid, ...]
    lots: tuple[Lot, ...]
    purses: Mapping[str, Purse]
    forfeits: tuple[str, ...]

    def sum_spent(self, power: str) -> int:
        """All points that a power wrote, void ones included."""
        return sum(bid.points for bid in self.bids if bid.power == power)

    def judge_bids(self) -> tuple[Bid, ...]:
        """The bids, with a fault where their power has forfeited them."""
        return tuple(
            replace(bid, fault="forfeited") if bid.power in self.forfeits else bid
            for bid in self.bids
        )
