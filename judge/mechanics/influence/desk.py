"""How a player's bids stand before the bidding is held: the purse in figures, and warnings."""

from collections.abc import Sequence

from judge.dip.ground.board import Board
from judge.dip.ground.position import State
from judge.dip.orders.base import Order, Written
from judge.kernel.engine import Standing, Task
from judge.mechanics.influence import bidding, terms
from judge.mechanics.influence.bidding import Desk, Entry
from judge.mechanics.influence.orders import Bid, Switch, takes_back
from judge.mechanics.influence.terms import Tariff

SUBJECT = "your bids"
"""The one task of a bidding: it is answered once anything is bid, be it old points moved."""


def has_points(state: State, board: Board, tariff: Tariff, power: str) -> bool:
    """Whether a power has new points to bid or old ones to switch."""
    fresh = Desk(state, board, power, tariff, terms.open_boxes(state, board, tariff))
    return bool(fresh.major and (fresh.purse or fresh.old))


def standing(
    state: State, board: Board, tariff: Tariff, power: str, orders: Sequence[str]
) -> Standing:
    """The bids as they stand, what they would come to, and what is left to bid."""
    lines = [Written(power, text, _read(text, board)) for text in orders]
    desk_of, entries = bidding.desks(state, board, tariff, {power: lines})
    desk = desk_of[power]
    idle = [entry.line.text for entry in entries if takes_back(entry.line.order)]
    bid_texts = [text for text in orders if text not in idle]
    void = [
        _doubt(entry)
        for entry in entries
        if entry.reason != "as ordered" and entry.line.text not in idle
    ]
    idly = []
    if desk.purse and desk.income:
        idly.append(f"{_points(desk.purse)} not bid yet; what is not bid is lost.")
    has_task = desk.major and (desk.income or desk.old)
    answer = next(iter(bid_texts), "")
    tasks = (Task(SUBJECT, answer, "nothing is bid", "BID ", points=True),) if has_task else ()
    return Standing(
        tasks=tasks,
        extra=tuple(bid_texts[len(tasks) :]),
        warnings=(*void, *idly),
        void=tuple(void),
        unspent=desk.purse if desk.income else 0,
        facts=tuple(_list_facts(state, board, tariff, desk)),
    )


def _read(text: str, board: Board) -> Order | None:
    words = text.split(" ")
    return Bid.read(words, board) or Switch.read(words, board)


def _doubt(entry: Entry) -> str:
    return f"{entry.line.text}: {entry.reason}."


def _list_facts(state: State, board: Board, tariff: Tariff, desk: Desk) -> list[str]:
    """The arithmetic: the purse, then each minor in which the power has points already."""
    if not desk.minors:
        return ["No minor owns a supply centre any more: there is nothing to bid for."]
    number, rate = tariff.centres(state, board, desk.power), tariff.rate(state, desk.power)
    points_bid = desk.income - desk.purse
    income = f"Purse: {number} paying centres at {rate} make {_points(desk.income)}"
    facts = [f"{income}; {points_bid} bid, {desk.purse} left."]
    if desk.income and not points_bid:
        facts.append(f"One bid a line, as in BID 5 {terms.living_minors(state, board)[0]}.")
    if tariff.limit(state) is not None:
        facts.append(f"This year nobody bids more than {tariff.limit(state)} on one minor.")
    for minor, claimant in sorted(desk.old):
        old, new = desk.old[minor, claimant], desk.fresh.get((minor, claimant), 0)
        whose = "" if claimant == desk.power else f" for {claimant}"
        if old:
            sums = f" and {new} new, {old + new} in all" if new else ""
            facts.append(f"{minor}{whose}: {old} from earlier years{sums}.")
    return facts


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"
