"""A turn's points as events: to each power its own, to the game master everything."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from judge.kernel.engine import GM, PUBLIC, Event
from judge.rules.mechanics.points.auction import Lot
from judge.rules.mechanics.points.bids import Bid
from judge.rules.mechanics.points.purse import Ledger

Rows = Sequence[Mapping[str, Any]]


def private(ledger: Ledger, rows: Rows) -> Iterable[Event]:
    """To each power that paid its own lines, and whether they were carried out.

    ``rows`` are the public results: of the other bids nobody learns more than what they say.
    """
    deeds = {row["unit"]: row for row in rows}
    for power in sorted({bid.power for bid in ledger.bids}):
        own_rows = [
            _describe_own_line(bid, ledger, deeds) for bid in ledger.bids if bid.power == power
        ]
        data = {"turn": ledger.turn, **_purse(power, ledger), "rows": own_rows}
        yield Event("own-points", data, power)


def _describe_own_line(
    bid: Bid, ledger: Ledger, deeds: Mapping[str, Mapping[str, Any]]
) -> Mapping[str, Any]:
    """One line of a power's own points; it says nothing that depends on another's points alone."""
    row = {"points": bid.points, "bonus": 0, "order": bid.order.text, "verdict": "", "reason": ""}
    if bid.power in ledger.forfeits:
        return {**row, "outcome": "forfeited"}
    if bid.fault:
        return {**row, "outcome": "void", "reason": bid.fault}
    row["bonus"] = sum(
        share.bonus
        for lot in ledger.lots
        for offer in lot.offers
        for share in offer.shares
        if share.power == bid.power and offer.order.text == bid.order.text
    )
    deed = deeds[bid.unit]
    if deed["order"] != bid.order.text:
        return {**row, "outcome": "not carried out"}
    return {**row, "outcome": "carried out", "verdict": deed["verdict"], "reason": deed["reason"]}


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
    """A row of the table, with the offers that make it."""
    order_text = lot.winner.order.text if lot.winner is not None else f"{lot.unit} H"
    return {
        "minor": lot.minor,
        "unit": lot.unit,
        "cells": {power: _describe_cell(lot, ledger, power) for power in payers},
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


def _describe_cell(lot: Lot, ledger: Ledger, power: str) -> str:
    """What a power put on a unit: "2+1" with a bonus, "1 1" on two orders, "(2)" for nothing."""
    shares = [it for offer in lot.offers for it in offer.shares if it.power == power]
    share_texts = [f"{it.points}+{it.bonus}" if it.bonus else str(it.points) for it in shares]
    fault_texts = [
        f"({bid.points})"
        for bid in ledger.judge_bids()
        if bid.fault and (bid.power, bid.unit) == (power, lot.unit)
    ]
    return " ".join(share_texts + fault_texts)


def _purse(power: str, ledger: Ledger) -> Mapping[str, Any]:
    purse = ledger.purses[power]
    return {
        "budget": purse.points,
        "sum": purse.sum,
        "used": ledger.sum_spent(power),
        "forfeited": power in ledger.forfeits,
    }
