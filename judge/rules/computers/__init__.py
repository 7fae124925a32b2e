"""Computer players: who plays when a person does not, for any seat of any game.

``steady`` is a heuristic that answers at once, ``sharp`` searches one step ahead over it; both see
what their seat may see, and are a function of what they are told: the same position, seat, level
and seed always give the same orders.
"""

from judge.rules.computers.player import BUDGET, LEVELS, SHARP, STEADY, orders, takes_time

__all__ = ["BUDGET", "LEVELS", "SHARP", "STEADY", "orders", "takes_time"]
