"""The one legal order of all that the words can mean."""

from collections.abc import Iterable, Sequence

from judge.dip.orders.base import Order
from judge.dip.orders.build import Build
from judge.dip.orders.instead import suggest_builds, suggest_orders
from judge.dip.orders.retreat import Retreat
from judge.dip.reading.parts import capitalise
from judge.dip.reading.season import Season
from judge.dip.seams.sentences import Refused, Taken
from judge.kernel.text import Place

_OFFERS = 3
"""Retreats that are offered at most."""


class Choice(Season):
    """Takes the legal order, or asks back which is meant, or says what would work instead."""

    def pick(self, orders: Sequence[Order], places: Sequence[Place]) -> list[Taken]:
        """The one legal order of all that the words can mean; raises Refused if it isn't one."""
        vague = [place for place in places if len(place.spaces) > 1]
        doubts = [place for place in vague if place.text.upper() not in place.spaces]
        legal = {order.text: order for order in orders if not order.fault}
        if len(legal) == 1:
            (order,) = legal.values()
            note = "; ".join(
                f"'{place.text}' was read as {self._name_meant(place, order)}" for place in doubts
            )
            return [Taken(order, note and f"{note}: only that is possible here.")]
        if legal:
            raise Refused(self._ask_back(vague, legal), legal)
        if vague:
            names = "; ".join(f"'{place.text}' can be {self._names(place)}" for place in vague)
            raise Refused(f"{names}; with none of them the order is possible.")
        raise Refused(f"{capitalise(orders[0].fault)}.", self._offer_instead(orders[0]))

    def _ask_back(self, vague: Sequence[Place], legal: Iterable[str]) -> str:
        """The question which of several legal orders is meant."""
        if vague:
            return "; ".join(f"'{place.text}' can be {self._names(place)}" for place in vague) + "."
        return f"This can mean {' or '.join(legal)}: name the unit or the coast."

    def _offer_instead(self, order: Order) -> list[str]:
        """What would work: the retreats, sites or moves that are open, nearest first."""
        if isinstance(order, Retreat):
            return self._offer_retreats(order)
        if isinstance(order, Build):
            return suggest_builds(order, self._free(), self.board) if self.state else []
        return suggest_orders(order, self.board)

    def _offer_retreats(self, order: Retreat) -> list[str]:
        """The retreats that are open to the unit of ``order``, on a board."""
        dislodged = self.state.dislodged if self.state is not None else ()
        name = order.text.partition(" R ")[0]
        return [
            f"{name} R {goal}" for one in dislodged if one.unit == name for goal in one.retreats
        ][:_OFFERS]

    def _name_meant(self, place: Place, order: Order) -> str:
        """The space that a vague place turned out to mean."""
        words = {word.partition("/")[0] for word in order.text.split(" ")}
        return next(self._name(space) for space in place.spaces if space in words)
