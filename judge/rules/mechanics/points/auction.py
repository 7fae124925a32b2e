"""The auction for each minor unit: which order has most points, and why it won."""

from collections.abc import Sequence

from msgspec import Struct

from judge.kernel.text import count
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order
from judge.rules.mechanics.clients import Bonus
from judge.rules.mechanics.points.bids import Bid


class Share(Struct, frozen=True):
    """What one power put on one order: its points and the bonus that they gain."""

    power: str
    points: int
    bonus: int = 0


class Offer(Struct, frozen=True):
    """One order of a minor's unit with all that backs it."""

    order: Order
    shares: tuple[Share, ...]

    @property
    def total(self) -> int:
        """Points and bonuses."""
        return sum(share.points + share.bonus for share in self.shares)


class Lot(Struct, frozen=True):
    """A minor's unit that somebody paid for; ``offers`` are sorted, the best first."""

    minor: str
    unit: str
    offers: tuple[Offer, ...]

    @property
    def winner(self) -> Offer | None:
        """The offer with most points; None without one or in a tie (1926-R6)."""
        best = self.offers[:2]
        return best[0] if len(best) == 1 or (best and best[0].total > best[1].total) else None

    @property
    def decision(self) -> str:
        """The comparison that decided, in one sentence."""
        if not self.offers:
            return "No order counted, so it held."
        first, *others = self.offers
        if not others:
            return f"{first.order.text} was the only order, with {count(first.total, 'point')}."
        if self.winner is not None:
            second = others[0]
            sentence = (
                f"{first.order.text} won, {count(first.total, 'point')} against {second.total}"
            )
            return f"{sentence} for {second.order.text}."
        level = [offer.order.text for offer in self.offers if offer.total == first.total]
        return f"{' and '.join(level)} tied with {count(first.total, 'point')} each, so it held."


def lots(bids: Sequence[Bid], bonus: Bonus, state: State) -> tuple[Lot, ...]:
    """The auction of every unit that a bid meant; faulty bids make no offer. Sorted by unit."""
    units = {(bid.unit, bid.minor): bid.space for bid in bids if bid.unit}
    all_lots = []
    for (unit, minor), space in sorted(units.items()):
        points_on: dict[str, dict[str, int]] = {}
        order_of: dict[str, Order] = {}
        for bid in bids:
            if bid.unit == unit and not bid.fault:
                points = points_on.setdefault(bid.order.text, {})
                points[bid.power] = points.get(bid.power, 0) + bid.points
                order_of.setdefault(bid.order.text, bid.order)
        offers = []
        for text, points in points_on.items():
            shares = []
            for power in sorted(points):
                # Only on the order on which it put most a power has the bonus (1936-R14).
                on_others = (on.get(power, 0) for name, on in points_on.items() if name != text)
                is_most = points[power] > max(on_others, default=-1)
                gain = bonus.on(state, space, power) if is_most else 0
                shares.append(Share(power, points[power], gain))
            offers.append(Offer(order_of[text], tuple(shares)))
        offers.sort(key=lambda offer: (-offer.total, offer.order.text))
        all_lots.append(Lot(minor, unit, tuple(offers)))
    return tuple(all_lots)
