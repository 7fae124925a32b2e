"""Budgets: how many diplomacy points a power has in a movement turn, and why."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.rules.dip.ground.position import State
from judge.rules.mechanics.cast import Cast
from judge.rules.mechanics.disorder import GIVEN_UP
from judge.rules.mechanics.points.auction import Lot
from judge.rules.mechanics.points.bids import Bid


class Purse(Struct, frozen=True):
    """A budget in points, and the sum in words that makes it; "" for the usual number."""

    points: int
    sum: str


Item = tuple[int, str]
"""A part of the sum: points gained or lost, and what for."""


class Income(Struct, frozen=True):
    """How budgets are reckoned; the keys of [points] in variant.toml, those missing cost nothing.

    ``base`` points (``base_of`` for some powers), or ``per_centre`` for each centre and at most
    ``most``; less ``lost`` for each centre owned at the start that somebody else controls, unless
    ``forgiven``; less ``trailing`` for a sponsor whose faction is behind in the factions' homes.
    """

    cast: Cast
    rules: Mapping[str, Any]
    owns: Mapping[str, tuple[str, ...]]
    homes: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> "Income":
        """The income by variant.toml and the map."""
        data = rules["map"]
        return cls(
            cast=Cast.of(data),
            rules=rules["points"],
            owns={name: tuple(facts["owns"]) for name, facts in data["powers"].items()},
            homes={name: tuple(it["home"]) for name, it in data.get("factions", {}).items()},
        )

    def purse(self, state: State, power: str) -> Purse:
        """The budget of ``power`` in this turn; factions and powers given up have none."""
        if power not in self.cast.great or power in state.memory.get(GIVEN_UP, ()):
            return Purse(0, "")
        each = self.rules.get("per_centre", 0)
        usual = int(self.rules.get("base_of", {}).get(power, self.rules.get("base", 0)))
        income = usual, f"{usual} a turn"
        if each:
            usual = int(self.rules["most"])
            points = min(usual, each * len(state.centers.get(power, ())))
            income = points, f"{each} for each centre, at most {usual}"
        items = [
            income,
            *self._list_losses(state, power),
            *self._list_trailing(state, power),
        ]
        first, *others = items
        less = (f"{points:+d}: {why}" for points, why in others)
        reason = "; ".join((first[1], *less)) if others or first[0] < usual else ""
        return Purse(max(0, sum(points for points, _ in items)), reason)

    def _list_losses(self, state: State, power: str) -> Iterable[Item]:
        """Centres owned at the start and now somebody else's (1936-R16)."""
        price, own_centers = self.rules.get("lost", 0), state.centers.get(power, ())
        for space in self.owns[power] if price else ():
            owner = state.owner(space)
            # The loss is made good by another centre that the power holds.
            is_forgiven = any(
                (entry["power"], entry["centre"]) == (power, space)
                and any(other in own_centers for other in entry["holding"])
                for entry in self.rules.get("forgiven", ())
            )
            if owner not in ("", power) and not is_forgiven:
                yield -price, f"{space} is {owner}'s"

    def _list_trailing(self, state: State, power: str) -> Iterable[Item]:
        """A faction with fewer of the factions' homes than another, or none (1936-R17)."""
        faction_homes = sorted({space for homes in self.homes.values() for space in homes})
        for faction in self.cast.factions_of(power) if self.rules.get("trailing") else ():
            own_count = _count_held(state, faction, faction_homes)
            best_count = max(_count_held(state, other, faction_homes) for other in self.homes)
            if own_count < best_count or not own_count:
                homes_text = f"{', '.join(faction_homes[:-1])} and {faction_homes[-1]}"
                few = (
                    f"fewer of {homes_text} than its rival"
                    if own_count
                    else f"none of {homes_text}"
                )
                yield -self.rules["trailing"], f"{faction} holds {few}"


def _count_held(state: State, power: str, spaces: Sequence[str]) -> int:
    return sum(space in spaces for space in state.centers.get(power, ()))


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
