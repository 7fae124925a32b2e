"""Budgets of diplomacy points, and a turn's points as events: to each power what it may know."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from judge.kernel.engine import GM, PUBLIC, Event
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
        items = [income, *self._list_losses(state, power)]
        first, *others = items
        less = (f"{points:+d}: {why}" for points, why in others)
        reason = "; ".join((first[1], *less)) if others or first[0] < usual else ""
        return Purse(max(0, sum(points for points, _ in items)), reason)

    def _list_losses(self, state: State, power: str) -> Iterable[Item]:
        """Centres owned at the start that others hold now, and factions that are behind."""
        # 1936-R16: centres.
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
        # 1936-R17: a faction with fewer of the factions' homes than another, or none.
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


Rows = Sequence[Mapping[str, Any]]


def private(ledger: Ledger, rows: Rows) -> Iterable[Event]:
    """To each power that paid its own lines, and whether they were carried out.

    ``rows`` are the public results: of the other bids nobody learns more than what they say. No
    line tells anything that depends on another's points alone.
    """
    deeds = {row["unit"]: row for row in rows}
    offers = [offer for lot in ledger.lots for offer in lot.offers]
    own_rows: dict[str, list[dict[str, Any]]] = {}
    for bid in ledger.bids:
        text = bid.order.text
        row = {"points": bid.points, "bonus": 0, "order": text, "verdict": "", "reason": ""}
        own_rows.setdefault(bid.power, []).append(row)
        if bid.power in ledger.forfeits:
            row["outcome"] = "forfeited"
        elif bid.fault:
            row |= {"outcome": "void", "reason": bid.fault}
        else:
            shares = [it for offer in offers if offer.order.text == text for it in offer.shares]
            row["bonus"] = sum(share.bonus for share in shares if share.power == bid.power)
            deed = deeds[bid.unit]
            if deed["order"] == text:
                row |= {"verdict": deed["verdict"], "reason": deed["reason"]}
            row["outcome"] = "carried out" if deed["order"] == text else "not carried out"
    for power in sorted(own_rows):
        data = {"turn": ledger.turn, **_purse(power, ledger), "rows": own_rows[power]}
        yield Event("own-points", data, power)


def totals(ledger: Ledger) -> Event:
    """For everybody, where a game's option says so: what the orders carried out had."""
    rows = [
        {"unit": lot.unit, "order": lot.winner.order.text, "points": lot.winner.total}
        for lot in ledger.lots
        if lot.winner is not None
    ]
    return Event("totals", {"rows": rows}, PUBLIC)


def summary(ledger: Ledger) -> Event:
    """To the game master: the table of minor x power, the auctions, what was void or forfeited."""
    payers = sorted({bid.power for bid in ledger.bids})
    return Event(
        "bid-summary",
        {
            "turn": ledger.turn,
            "powers": payers,
            "rows": [_describe_lot(lot, ledger, payers) for lot in ledger.lots],
            "void": [
                {"power": bid.power, "line": bid.line, "points": bid.points, "reason": bid.fault}
                for bid in ledger.bids
                if bid.fault and bid.power not in ledger.forfeits
            ],
            "purses": [{"power": it, **_purse(it, ledger)} for it in sorted(ledger.purses)],
            "forfeits": [
                {"power": power, "lines": [bid.line for bid in ledger.bids if bid.power == power]}
                for power in ledger.forfeits
            ],
        },
        GM,
    )


def _describe_lot(lot: Lot, ledger: Ledger, payers: Iterable[str]) -> Mapping[str, Any]:
    """A row of the table, with the offers that make it.

    What a power put on the unit is "2+1" with a bonus, "1 1" on two orders, "(2)" for nothing.
    """
    order_text = lot.winner.order.text if lot.winner is not None else f"{lot.unit} H"
    cells: dict[str, list[str]] = {power: [] for power in payers}
    for share in (share for offer in lot.offers for share in offer.shares):
        bonus = f"+{share.bonus}" if share.bonus else ""
        cells[share.power].append(f"{share.points}{bonus}")
    for bid in ledger.judge_bids():
        if bid.fault and bid.unit == lot.unit:
            cells[bid.power].append(f"({bid.points})")
    return {
        "minor": lot.minor,
        "unit": lot.unit,
        "cells": {power: " ".join(texts) for power, texts in cells.items()},
        "offers": [
            {
                "order": offer.order.text,
                "total": offer.total,
                "shares": [asdict(share) for share in offer.shares],
            }
            for offer in lot.offers
        ],
        "tie": bool(lot.offers) and lot.winner is None,
        "carried": order_text,
        "decision": lot.decision,
    }


def _purse(power: str, ledger: Ledger) -> Mapping[str, Any]:
    purse = ledger.purses[power]
    return {
        "budget": purse.points,
        "sum": purse.sum,
        "used": ledger.sum_spent(power),
        "forfeited": power in ledger.forfeits,
    }
