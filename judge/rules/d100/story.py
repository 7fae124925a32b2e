"""What a phase tells beside its fights: results, values and forces, private summaries."""

from collections.abc import Sequence
from typing import Any

from judge.kernel.engine import GM, PUBLIC, Event
from judge.rules.d100 import calendar, politics
from judge.rules.d100.field import Field, Line, Troop
from judge.rules.d100.month import splits
from judge.rules.d100.muster import ILLEGAL, INVALID, Muster
from judge.rules.d100.orders import (
    Allocate,
    Convoy,
    Hold,
    March,
    NoRoll,
    Retreat,
    Support,
    Surrender,
    Via,
)
from judge.rules.d100.rules import Game
from judge.rules.d100.state import State, belongs_to, is_out, values

Row = dict[str, Any]


def judge_order(field: Field, ready: Muster) -> dict[str, tuple[str, ...]]:
    """Settle every line of a month's orders; says which stacks split (``state.split``)."""
    split = splits(ready)
    for troop in ready.troops:
        own = troop.line
        if own is None:
            # The hold that a piece without an order got (R9).
            own = troop.line = Line(troop.owner, str(troop.deed), troop.deed, troop.name)
            ready.lines.append(own)
        own.verdict = own.verdict or _verdict(field, troop)
        own.verdict += " destroyed" if not troop.alive else " dislodged" if troop.beaten else ""
        own.reason = " ".join(filter(None, (own.reason, troop.reason)))
        own.by = own.by or troop.by
    for line in ready.lines:
        wish = line.order
        if line.verdict or not isinstance(wish, Retreat | Surrender):
            continue
        # A retreat or surrender ordered beforehand succeeds if it came to that.
        beaten = [troop for troop in ready.troops if troop.beaten and troop.force == wish.piece]
        if isinstance(wish, Surrender):
            came = any(troop.surrenders and not troop.alive for troop in beaten)
        else:
            came = any(troop.alive and troop.place == wish.target for troop in beaten)
        line.verdict = "succeeds" if came else INVALID
        if not beaten:
            line.reason = "It was not beaten."
    return split


def sort_lines(lines: Sequence[Line], powers: Sequence[str]) -> tuple[Line, ...]:
    """The results, power by power, lines in the order written."""
    place = {power: number for number, power in enumerate(powers)}
    rank = {line.power: (place.get(line.power, len(powers)), line.power) for line in lines}
    return tuple(sorted(lines, key=lambda line: rank[line.power]))


def _verdict(field: Field, troop: Troop) -> str:
    match troop.deed:
        case March(_, path):
            return "succeeds" if troop.made == len(path) else "fails"
        case Via():
            return "succeeds" if troop.landed else "fails"
        case Convoy():
            return "disrupted" if troop.beaten else "available"
        case Support():
            # R26: only if the giver was beaten before its support counted in any combat.
            counted = next(aid for aid in field.aids if aid.giver is troop).counted
            return "cut" if troop.beaten and not counted else "given"
        case Hold():
            return "stands"


def results(game: Game, phase: str, lines: Sequence[Line]) -> tuple[Event, ...]:
    """Orders and verdicts: what the board shows to all, points and mere plans to their power.

    Minors' pieces that just stood where they were are left out.
    """
    secret: list[Row] = []
    public: list[Row] = []
    for line in lines:
        # Points are the players' secret; so is a retreat or surrender that did not come about.
        match line.order:
            case None | Allocate() | NoRoll():
                secret.append(line.row())
            case Retreat() | Surrender() if line.verdict != "succeeds":
                secret.append(line.row())
            case _:
                if line.power not in game.board.minors or line.verdict != "stands" or line.by:
                    public.append(line.row())
    title = calendar.describe(phase, game.rules).title
    events = [Event("results", {"phase": phase, "title": title, "rows": public}, PUBLIC)]
    for power in sorted({row["power"] for row in secret}):
        own_rows = [row for row in secret if row["power"] == power]
        events.append(Event("d100-own-orders", {"phase": phase, "rows": own_rows}, power))
    return tuple(events)


def deployment(game: Game, before: str, state: State, lines: Sequence[Line]) -> tuple[Event, ...]:
    """After the majors' deployment: why a list was refused, and what each places next."""
    events = [*describe_placed(game, before, lines)]
    for power in game.board.majors:
        pieces = [
            {"minor": minor, "piece": piece}
            for minor, major_of in state.assign.items()
            for piece, major in major_of.items()
            if major == power
        ]
        events.append(Event("d100-to-place", {"rows": pieces}, power))
    return tuple(events)


def describe_placed(game: Game, before: str, lines: Sequence[Line]) -> tuple[Event, ...]:
    """After a deployment the board shows what was done; what was refused its power only sees."""
    title = calendar.describe(before, game.rules).title
    events = [Event("results", {"phase": before, "title": title, "rows": []}, PUBLIC)]
    for power in game.board.majors:
        own_lines = [line for line in lines if line.power == power and line.verdict == ILLEGAL]
        if own_rows := [line.row() for line in own_lines]:
            events.append(Event("d100-own-orders", {"phase": before, "rows": own_rows}, power))
    return tuple(events)


def status(game: Game, state: State) -> tuple[Event, ...]:
    """Values and forces for all, points for each major, the table of points for the GM.

    Who has won, or lost, has nothing more to allocate.
    """
    board = game.board
    worth = values(state, game)
    # Before the deployment: pieces with a place, and those that wait for one.
    deploying = state.phase[-1] in (calendar.DEPLOYMENT, calendar.MINORS)
    majors = [
        {
            "power": major,
            "value": worth[major],
            "pieces": len(state.units.get(major, ())),
            "strength": sum(int(unit[1]) for unit in state.units.get(major, ())),
            "units": list(state.units.get(major, ())),
        }
        for major in board.majors
    ]
    minors = [
        {
            "power": minor,
            "units": [f"{piece} {piece.at}" for piece in board.garrisons[minor] if piece.at]
            if deploying
            else list(state.units.get(minor, ())),
            "waiting": [
                str(piece) for piece in board.garrisons[minor] if deploying and not piece.at
            ],
            "friends": list(state.friends.get(minor, ())),
            "ally": state.allies.get(minor, ""),
            "fallen": is_out(state, board, minor),
            "belongs": belongs_to(state, board, minor),
        }
        for minor in board.minors
    ]
    public_event = Event("d100-status", {"majors": majors, "minors": minors}, PUBLIC)
    majors_left = () if state.winners else board.majors
    private_events = [_sum_up_major(game, state, major, worth[major]) for major in majors_left]
    table = [{"minor": minor, "points": dict(row)} for minor, row in state.points.items()]
    return (public_event, *private_events, Event("d100-points", {"rows": table}, GM))


def _sum_up_major(game: Game, state: State, major: str, value: int) -> Event:
    """A major's own summary: its value, what it may allocate, where its points and friends are."""
    data = {
        "power": major,
        "value": value,
        "most": politics.allowance(game.rules, value),
        "base": state.base.get(major, game.board.base[major]),
        "points": [
            {"minor": minor, "points": row[major]}
            for minor, row in state.points.items()
            if row.get(major)
        ],
        "friends": [minor for minor in state.friends if state.is_friend(major, minor)],
        "allies": [minor for minor, ally in state.allies.items() if ally == major],
        "units": list(state.units.get(major, ())),
        "split": list(state.split.get(major, ())),
    }
    return Event("d100-own-points", data, major)


def throws(records: Sequence[Row]) -> tuple[Event, ...]:
    """The phase's throws with their keys, for whoever checks them (R70); nothing if there are none.

    Fights tell their throws in words; the keys stand together at the foot of a mail.
    """
    lines = [f"{record['key']} = {record['throw']}" for record in records]
    return (Event("d100-throws", {"throws": lines, "foot": True}, PUBLIC),) if lines else ()
