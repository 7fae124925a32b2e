"""What became of each order: the rows of the results (R72)."""

from collections.abc import Sequence
from typing import Any

from judge.d100.field import Aid, Field, Line, Troop
from judge.d100.month import list_unordered, splits
from judge.d100.muster import INVALID, Muster
from judge.d100.orders import Convoy, Hold, March, Retreat, Support, Surrender, Via

Row = dict[str, Any]


def judge(field: Field, ready: Muster) -> dict[str, tuple[str, ...]]:
    """Settle every line of a month's orders; says which stacks split (``state.split``)."""
    ready.lines.extend(list_unordered(ready))
    split = splits(field, ready)
    for troop in field.troops:
        _settle(field, troop)
    for line in ready.lines:
        if isinstance(line.order, Retreat | Surrender) and not line.verdict:
            _settle_wish(field, line)
    return split


def rows(lines: Sequence[Line], powers: Sequence[str]) -> list[Row]:
    """The results, power by power, lines in the order written."""
    sorted_lines = sorted(lines, key=lambda line: _place(line.power, powers))
    return [
        {
            "power": line.power,
            "unit": line.unit,
            "order": str(line.order) if line.order else line.text,
            "text": line.text,
            "verdict": line.verdict,
            "by": line.by,
            "reason": line.reason,
        }
        for line in sorted_lines
    ]


def _place(power: str, powers: Sequence[str]) -> tuple[int, str]:
    return (powers.index(power) if power in powers else len(powers), power)


def _settle(field: Field, troop: Troop) -> None:
    """Give the piece's own line its verdict, and what happened to the piece."""
    line = troop.line
    if line is None:
        return
    if not line.verdict:
        line.verdict = _verdict(field, troop)
    line.verdict += _fate(troop)
    line.reason = " ".join(part for part in (line.reason, troop.reason) if part)
    line.by = line.by or troop.by


def _fate(troop: Troop) -> str:
    if not troop.alive:
        return " destroyed"
    return " dislodged" if troop.beaten else ""


def _verdict(field: Field, troop: Troop) -> str:
    match troop.deed:
        case March(_, path):
            return "succeeds" if troop.made == len(path) else "fails"
        case Via():
            return "succeeds" if troop.landed else "fails"
        case Convoy():
            return "disrupted" if troop.beaten else "available"
        case Support():
            return _support(troop, next(aid for aid in field.aids if aid.giver is troop))
        case Hold():
            return "stands"


def _support(giver: Troop, aid: Aid) -> str:
    """Cut only if the giver was beaten before its support counted in any combat (R26)."""
    return "cut" if giver.beaten and not aid.counted else "given"


def _settle_wish(field: Field, line: Line) -> None:
    """A retreat or surrender ordered beforehand succeeds if it came to that."""
    order = line.order
    beaten_troops = [
        troop
        for troop in field.troops
        if isinstance(order, Retreat | Surrender) and troop.force == order.piece and troop.beaten
    ]
    good_troops = [
        troop
        for troop in beaten_troops
        if (isinstance(order, Surrender) and troop.surrenders and not troop.alive)
        or (isinstance(order, Retreat) and troop.alive and troop.place == order.target)
    ]
    line.verdict = "succeeds" if good_troops else INVALID
    if not beaten_troops:
        line.reason = "It was not beaten."
