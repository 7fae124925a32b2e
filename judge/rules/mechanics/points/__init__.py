"""Diplomacy points: sealed bids for the orders of minor powers' units (1926, 1936).

``bidding`` is the mechanic; its parts are ``order`` (how a line is written), ``bids`` (lines held
against the board), ``limits`` (what makes a possible one void), ``purse`` (budgets), ``auction``
(which order wins), ``ledger`` (all of it), ``telling`` (who is told what) and ``reckoning`` (a
power's own arithmetic before the deadline). The numbers stand in [points] of variant.toml.
"""

from judge.rules.mechanics.points.bidding import build

__all__ = ["build"]
