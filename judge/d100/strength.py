"""How strong a side is, and how losses are shared out (R20, R22-R28)."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from judge.d100.board import LAND
from judge.d100.field import Aid, Field, Troop, all_ships, largest_first


class Strength(Struct, frozen=True):
    """A side's strength in one combat: its pieces that count, their own CS, counted supports."""

    counting: tuple[Troop, ...]
    own: int
    aids: tuple[Aid, ...]
    total: int

    def as_data(self) -> dict[str, Any]:
        """For reports: pieces, own strength, supports, total."""
        return {
            "own": self.own,
            "total": self.total,
            "supports": [
                {"power": aid.giver.owner, "unit": aid.giver.name, "strength": aid.giver.strength}
                for aid in self.aids
            ],
        }


def sum_attack(field: Field, side: Sequence[Troop], foes: Sequence[Troop], space: str) -> Strength:
    """The strength of an attack by ``side`` on ``foes``.

    R20: against ships alone land pieces do not count; R25: nor do the supports of land pieces.
    """
    against_ships = all_ships(foes)
    counting_troops = [troop for troop in side if not (against_ships and troop.arm == LAND)]
    aids = [
        aid
        for aid in _list_counted(field, side, foes, space)
        if not (against_ships and aid.giver.arm == LAND)
    ]
    return _sum(field, counting_troops, aids)


def sum_defence(field: Field, body: Sequence[Troop], foes: Sequence[Troop], space: str) -> Strength:
    """The strength of ``body`` defending against ``foes``: every piece with its full CS (R20)."""
    return _sum(field, body, _list_counted(field, body, foes, space))


def rank(field: Field, side: Sequence[Troop], space: str) -> int:
    """A side's strength with all its supports, whoever it will fight: who comes first (R17)."""
    return _sum(field, side, _list_supports(field, side, space)).total


def _sum(field: Field, side: Sequence[Troop], aids: Sequence[Aid]) -> Strength:
    own = sum(troop.strength for troop in side)
    total = own + sum(aid.giver.strength for aid in aids)
    return Strength(tuple(side), own, tuple(aids), min(total, field.rules.strongest))


def _list_supports(field: Field, side: Sequence[Troop], space: str) -> list[Aid]:
    """The supports that name a piece of ``side`` and ``space``.

    R26: a supporter that was beaten itself does not count any more.
    """
    return [
        aid
        for aid in field.aids
        if aid.space == space
        and aid.giver.alive
        and not aid.giver.beaten
        and any(troop in side for troop in aid.named)
    ]


def _list_counted(
    field: Field, side: Sequence[Troop], foes: Sequence[Troop], space: str
) -> list[Aid]:
    """R25: no support against one's own power, nor by a minor's piece against its friend."""
    against = {troop.owner for troop in foes}
    return [
        aid
        for aid in _list_supports(field, side, space)
        if aid.giver.owner not in against
        and not against & set(field.peace.friends.get(aid.giver.owner, ()))
    ]


def lose(troops: Sequence[Troop], loss: int) -> dict[Troop, int]:
    """Take ``loss`` off the largest piece, what exceeds it off the next (R28); says who lost what.

    A piece at nought is destroyed.
    """
    losses: dict[Troop, int] = {}
    for troop in largest_first(troops):
        share = min(troop.strength, loss)
        if not share:
            break
        losses[troop] = share
        loss -= share
        troop.strength -= share
        troop.alive = troop.strength > 0
    return losses
