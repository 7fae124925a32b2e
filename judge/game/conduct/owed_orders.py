"""Whose orders a phase waits for as everybody may see it.

What a player orders beside the own power, 1930s World's minors under hidden control, may be a
secret; deadlines, lost seats and statistics must not tell of it.
"""

from collections.abc import Collection, Mapping

from judge.game.terms.tables import Table
from judge.store.record import Sheet


def owes_openly(table: Table, power: str, orders: tuple[str, ...] = ()) -> bool:
    """Whether a power has something left to decide that everybody knows of."""
    return not table.engine.standing(
        table.engine.known_state(table.state, ""), power, orders
    ).complete


def awaited_powers(table: Table, missing: Mapping[str, Sheet]) -> Collection[str]:
    """The powers whose players' absence moves a deadline; ``missing`` are incomplete sheets.

    Where one is missing for others' units alone, in secret, this is everybody who plays on: a
    deadline that moves then does not tell who it was.
    """
    if any(_owes_for_others(table, power, sheet.orders) for power, sheet in missing.items()):
        return tuple(table.engine.survivors(table.state))
    return tuple(missing)


def counts(table: Table, sheet: Sheet) -> bool:
    """Whether a phase counts in what is told of a player's diligence.

    It does where he sent orders or had some to send, and not where these were for others' units
    alone, in secret.
    """
    return bool(sheet.entries or not sheet.complete) and not _owes_for_others(table, sheet.power)


def _owes_for_others(table: Table, power: str, orders: tuple[str, ...] = ()) -> bool:
    return table.ordered_by(power) != (power,) and not owes_openly(table, power, orders)
