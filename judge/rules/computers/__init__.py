"""Computer players: who plays when a person does not, for any seat of any game.

What anybody does at once is ``reflex`` (``moves``), by what a ``view`` of the position shows.
Steady (``tactics``) tries changes of that (``ideas``) against guesses of the others' orders, and
keeps what promises more centres; whose each of nobody's centres is to take all know alike
(``prospect``). In 1930! Steady goes by ``months``. Sharp chooses among several plans of Steady's by
rollouts (``sharp``). All see what their seat may see, and are a function of what they are told: the
same position, seat, level and seed always give the same orders.
"""

import hashlib
from random import Random
from typing import Any

from judge.kernel.engine import Engine

STEADY, SHARP = "steady", "sharp"
LEVELS = (STEADY, SHARP)
"""How well a computer plays, and how long it thinks."""
BUDGET, CROWD = 400, 34
"""The rollouts that Sharp spends on a move, one to two seconds, with CROWD units at most."""
MONTH = 5
"""A trial of 1930! takes as long as so many rollouts of the other games."""


def takes_time(engine: Engine[Any], state: Any) -> bool:
    """Whether Sharp searches in the phase that waits, and does not play it like Steady.

    It does where units move, and in 1930! also before the first month and at a recalculation.
    """
    from judge.rules.d100.build import D100  # noqa: PLC0415 - as below

    return isinstance(engine, D100) or engine.phase(state).kind == engine.kinds[0]


def orders(
    engine: Engine[Any],
    state: Any,
    power: str,
    seed: str,
    *,
    level: str = STEADY,
    budget: int = BUDGET,
) -> tuple[str, ...]:
    """The orders of a seat for the phase that waits, in canonical form.

    ``seed`` is the game's own and secret; with phase, seat and what the seat may know it decides
    everything, so that a move made twice is the same. ``budget`` counts rollouts, not seconds; a
    board with more than CROWD units, on which each takes longer, gets fewer of them.
    """
    state_known = engine.known_state(state, power)
    searches = level == SHARP and takes_time(engine, state_known)
    phase = engine.phase(state_known).id
    key = hashlib.sha256(f"{seed}|computer|{phase}|{power}".encode()).hexdigest()
    dice = Random(int(key, 16))
    # Most games have none, but their options name computers: those think only where they are asked.
    from judge.rules.computers import months, sharp, tactics, view  # noqa: PLC0415
    from judge.rules.d100.build import D100  # noqa: PLC0415
    from judge.rules.dip.build import DipEngine  # noqa: PLC0415

    if isinstance(engine, D100):
        if searches:
            return tuple(sharp.month_orders(engine, state_known, power, dice, budget // MONTH))
        return tuple(months.orders(engine, state_known, power))
    if not isinstance(engine, DipEngine):
        raise TypeError(f"no computer plays a game of {type(engine).__name__}")
    seen = view.View(engine, state_known)
    if searches:
        share = budget * CROWD**2 // max(CROWD, len(seen.units)) ** 2
        return tuple(sharp.orders(seen, power, dice, share))
    return tuple(tactics.orders(seen, power, dice))
