"""The shortest form of a phase that fails: what is not needed for that goes."""

import json
from collections.abc import Iterator
from typing import Any

from tests.play.games import FailedError, Moment, played


def shortest(failed: FailedError) -> Moment:
    """The moment of a failure without what it does not need."""
    moment, reason = failed.moment, _reason(failed)
    tried = True
    while tried:
        tried = False
        for smaller in _smaller(moment):
            if _fails_alike(smaller, reason):
                moment, tried = smaller, True
                break
    return moment


def _reason(failed: FailedError) -> tuple[type, str]:
    """What kind of failure it is: the error's type, and the law if it names one."""
    cause = failed.__cause__
    return type(cause), str(cause).partition(":")[0]


def _fails_alike(moment: Moment, reason: tuple[type, str]) -> bool:
    try:
        played(moment)
    except FailedError as failed:
        return _reason(failed) == reason
    return False


def _smaller(moment: Moment) -> Iterator[Moment]:
    """The moment without one player's orders, one order, one power's units or centres, or one."""
    orders = {power: list(lines) for power, lines in moment.orders.items()}
    for fewer in _without_one(orders):
        yield Moment(moment.variant, moment.state, fewer, moment.seed)
    state = json.loads(moment.state)
    for key in ("units", "centers"):
        for fewer in _without_one(state.get(key, {})):
            less = json.dumps({**state, key: fewer}).encode()
            yield Moment(moment.variant, less, moment.orders, moment.seed)


def _without_one(groups: dict[str, list[Any]]) -> Iterator[dict[str, list[Any]]]:
    for name in groups:
        yield {other: lines for other, lines in groups.items() if other != name}
    for name, lines in groups.items():
        for at in range(len(lines)):
            yield {**groups, name: [*lines[:at], *lines[at + 1 :]]}
