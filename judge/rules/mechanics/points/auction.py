"""The auction for each minor unit: which order has most points, and why it won."""

from collections.abc import Iterable, Sequence

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
    return tuple(
        Lot(
            minor,
            unit,
            _list_offers([bid for bid in bids if bid.unit == unit], bonus, state, space),
        )
        for (unit, minor), space in sorted(units.items())
    )


def _list_offers(bids: Iterable[Bid], bonus: Bonus, state: State, space: str) -> tuple[Offer, ...]:
    points_on: dict[str, dict[str, int]] = {}
    orders: dict[str, Order] = {}
    for bid in bids:
        if not bid.fault:
            same = bid.order.text
            orders.setdefault(same, bid.order)
            points = points_on.setdefault(same, {})
            points[bid.power] = points.get(bid.power, 0) + bid.points
    offers = []
    for same, points in points_on.items():
        gains = {
            power: bonus.on(state, space, power) if _favours(power, same, points_on) else 0
            for power in sorted(points)
        }
        shares = tuple(Share(power, points[power], gain) for power, gain in gains.items())
        offers.append(Offer(orders[same], shares))
    return tuple(sorted(offers, key=lambda offer: (-offer.total, offer.order.text)))


def _favours(power: str, same: str, points_on: dict[str, dict[str, int]]) -> bool:
    """Whether a power put most on this order: only then it has the bonus (1936-R14)."""
    own_points = points_on[same][power]
    return all(
        points.get(power, 0) < own_points for other, points in points_on.items() if other != same
    )
