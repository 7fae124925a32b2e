"""What players are told of influence, and who may know it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import structs

from judge.kernel.engine import GM, PUBLIC, Event, Standing, Task
from judge.kernel.text import count, list_names
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.notation import Notation
from judge.rules.dip.play.movement import describe_line
from judge.rules.dip.seams.mechanic import tell_each
from judge.rules.mechanics.influence import bidding, terms
from judge.rules.mechanics.influence.bidding import Desk, Entry
from judge.rules.mechanics.influence.stakes import Bid, Switch, takes_back
from judge.rules.mechanics.influence.terms import Tariff

BIDS, CLAIMS, BETRAYAL = "influence-bids", "influence-claims", "influence-betrayal"
"""Public in an open game; with hidden control each player sees only the part that is theirs."""
TABLE, MINE, CONTROL = "influence-table", "influence-mine", "influence-control"


def row(entry: Entry) -> dict[str, Any]:
    """A line of the bidding as a row of results."""
    return {**describe_line(entry.line, entry.verdict, entry.reason), "unit": ""}


def claims(state: State, board: Board) -> Event:
    """The whole table with names: each claim, what of it is support and whose, who controls."""
    rows = []
    for minor in terms.living_minors(state, board):
        box = terms.boxes(state).get(minor, {})
        worth = terms.totals(box, terms.banned_powers(state, minor))
        entries = [
            {"power": name, "points": worth[name], "support": _support(name, box[name])}
            for name in sorted(worth, key=lambda name: (-worth[name], name))
        ]
        rows.append(
            {"minor": minor, "claims": entries, "control": list(terms.control(state, minor))}
        )
    return Event(CLAIMS, {"rows": rows}, PUBLIC)


def _support(claimant: str, stacks: Mapping[str, int]) -> dict[str, int]:
    return {giver: stacks[giver] for giver in sorted(stacks) if giver != claimant}


def before(state: State, board: Board, tariff: Tariff) -> tuple[Event, ...]:
    """What is told before a bidding: numbers without names to all, and to each player its own."""
    open_boxes = terms.open_boxes(state, board, tariff)
    table = []
    for minor in terms.living_minors(state, board):
        box = open_boxes.get(minor, {})
        worth = terms.totals(box, terms.banned_powers(state, minor))
        sums = [(worth[name], sum(_support(name, box[name]).values())) for name in worth]
        # By size, so that nothing tells whose they are.
        sums.sort(reverse=True)
        claims = [{"points": points, "support": support} for points, support in sums]
        table.append({"minor": minor, "claims": claims})
    events = [Event(TABLE, {"rows": table}, PUBLIC)]
    for power in (name for name, facts in board.powers.items() if facts.played):
        rows: list[dict[str, Any]] = [
            {"minor": minor, "points": stacks[power], "claimant": claimant}
            for minor, box in open_boxes.items()
            for claimant, stacks in box.items()
            if power in stacks
        ]
        rows.sort(key=lambda row: (row["claimant"] != power, -row["points"], row["minor"]))
        data = {
            "rows": rows,
            "power": power,
            "rate": tariff.rate(state, power),
            "centres": tariff.centres(state, board, power),
            "purse": tariff.purse(state, board, power),
            "limit": tariff.limit(state),
        }
        events.append(Event(MINE, data, power))
    return tuple(events)


def hide(event: Event, board: Board) -> Iterator[Event]:
    """An event of a game with hidden control: to each player its own part, to the GM the whole."""
    if event.kind == BIDS:
        yield from tell_each(BIDS, event.data["rows"])
        yield structs.replace(event, audience=GM)
    elif event.kind == BETRAYAL:
        # To each offender its own betrayals, without whom the minors follow now.
        yield from tell_each(BETRAYAL, ({**it, "control": []} for it in event.data["rows"]))
        yield structs.replace(event, audience=GM)
    elif event.kind in (CLAIMS, CONTROL):
        # To each what it controls; that others share it is told, but not who or how many.
        for power in (name for name, facts in board.powers.items() if facts.played):
            own_rows = [
                {
                    "minor": entry["minor"],
                    "control": [power] if entry["control"] == [power] else [power, "others"],
                }
                for entry in event.data["rows"]
                if power in entry["control"]
            ]
            yield Event(CONTROL, {"rows": own_rows, "power": power}, power)
        yield structs.replace(event, audience=GM)
    else:
        yield event


SUBJECT = "your bids"
"""The one task of a bidding: it is answered once anything is bid, be it old points moved."""


def standing_of_bids(
    state: State, board: Board, tariff: Tariff, power: str, orders: Sequence[str]
) -> Standing:
    """The bids as they stand, what they would come to, and what is left to bid."""
    lines = list(Notation(board, (Bid, Switch)).lines(power, orders))
    desk_of, entries = bidding.desks(state, board, tariff, {power: lines})
    desk = desk_of[power]
    idle = [entry.line.text for entry in entries if takes_back(entry.line.order)]
    bid_texts = [text for text in orders if text not in idle]
    void = [
        f"{entry.line.text}: {entry.reason}."
        for entry in entries
        if entry.reason != "as ordered" and entry.line.text not in idle
    ]
    facts, advice = _reckon(state, board, tariff, desk)
    idly = []
    if desk.purse and desk.income:
        idly.append(f"{count(desk.purse, 'point')} not bid yet; what is not bid is lost.")
    has_task = desk.major and (desk.income or desk.old)
    answer = next(iter(bid_texts), "")
    tasks = (Task(SUBJECT, answer, "nothing is bid", "BID ", points=True),) if has_task else ()
    return Standing(
        tasks=tasks,
        extra=tuple(bid_texts[len(tasks) :]),
        warnings=(*void, *idly),
        void=tuple(void),
        unspent=desk.purse if desk.income else 0,
        advice=(*(() if bid_texts else idly), *advice),  # who bids some may have forgotten others
        facts=tuple(facts),
    )


def _reckon(state: State, board: Board, tariff: Tariff, desk: Desk) -> tuple[list[str], list[str]]:
    """The arithmetic: the purse, then each minor in which the power has points already.

    And what of it is advice: how points are bid, and how many of them may be.
    """
    if not desk.minors:
        return ["No minor owns a supply centre any more: there is nothing to bid for."], []
    advice = []
    if desk.income and desk.income == desk.purse:
        first, *others = terms.living_minors(state, board)
        more = f"; others are {list_names(others)}" if others else ""
        advice.append(f"One bid a line, as in BID 5 {first}{more}.")
    limit = tariff.limit(state)
    if limit is not None:
        advice.append(f"In this first year nobody may bid more than {limit} on one minor.")
    number, rate = tariff.centres(state, board, desk.power), tariff.rate(state, desk.power)
    points_bid = desk.income - desk.purse
    income = f"Purse: {count(desk.income, 'point')} ({number} centres, {rate} for each)"
    facts = [f"{income}; {points_bid} bid, {desk.purse} left.", *advice]
    for minor, claimant in sorted(desk.old):
        old, new = desk.old[minor, claimant], desk.fresh.get((minor, claimant), 0)
        whose = "" if claimant == desk.power else f" for {claimant}"
        if old:
            sums = f" and {new} new, {old + new} in all" if new else ""
            facts.append(f"{minor}{whose}: {old} from earlier years{sums}.")
    return facts, advice
