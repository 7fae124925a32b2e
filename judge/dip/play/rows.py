"""The row of a written line in a phase's results."""

from typing import Any

from judge.dip.orders.base import Written


def describe_line(
    line: Written, verdict: str, reason: str = "", by: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The row of a line in itself, with its verdict, the reason and who caused it."""
    order = line.order
    names_unit = order is not None and order.loc >= 0
    return {
        "power": line.power,
        "unit": " ".join(order.text.split(" ")[:2]) if order is not None and names_unit else "",
        "order": line.text if order is None else order.text,
        "text": line.text,
        "verdict": verdict,
        "by": list(by),
        "reason": reason,
    }
