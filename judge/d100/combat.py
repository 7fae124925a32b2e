"""One combat: the throw on Table 1, losses, retreats, cargoes, the victors' entry (R22-R36)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judge.d100 import retreat, strength, voyage
from judge.d100.field import Field, Troop, largest_first
from judge.d100.tables import COMBAT
from judge.d100.throws import Record

Waiting = dict[Troop, str]
"""Pieces with a contested step that is still to be settled, and where it leads."""


def fight(
    field: Field,
    segment: int,
    space: str,
    sides: tuple[Sequence[Troop], Sequence[Troop]],
    waiting: Waiting,
) -> bool:
    """``sides`` (attackers, defenders) fight for ``space``; says whether the attack succeeded.

    The attackers stand where they came from, the defenders in ``space``.
    """
    attackers, defenders = sides
    attack = strength.sum_attack(field, attackers, defenders, space)
    defence = strength.sum_defence(field, defenders, attackers, space)
    for aid in (*attack.aids, *defence.aids):
        aid.counted = True
    for troop in (*attackers, *defenders):
        troop.fought, troop.marching = True, False
        waiting.pop(troop, None)
    before = {troop: troop.strength for troop in (*attackers, *defenders)}
    roll = _throw(field, segment, space, sides, (attack.total, defence.total))
    won = bool(roll["success"])
    loser, victor = (defence, attack) if won else (attack, defence)
    taken = strength.lose(loser.counting, field.rules.tables.loss(loser.own, victor.total))
    _blame(sides, segment, space, roll)
    field.tell(
        "d100-combat",
        segment=segment,
        **_where(field, space),
        attacker={"power": attackers[0].owner, **_pieces(attackers, before), **attack.as_data()},
        defender={"powers": _powers(defenders), **_pieces(defenders, before), **defence.as_data()},
        roll=roll,
        losses=[_loss(troop, lost) for troop, lost in taken.items()],
    )
    if won:
        for troop in defenders:
            troop.beaten = True
        beaten = retreat.Beaten(segment, space, tuple(defenders), defence.aids)
        victors = retreat.Victors(tuple(attackers), attack.total)
        retreat.retreats(field, beaten, victors, waiting)
        enter(field, attackers, space, segment)
        voyage.carriers_beaten(field, defenders, taken)
    return won


def enter(field: Field, troops: Iterable[Troop], space: str, segment: int) -> None:
    """Victors come in as far as there is room, the largest first (R29)."""
    for troop in largest_first(troop for troop in troops if troop.alive):
        if field.room(space) > 0:
            troop.place, troop.made = space, segment
        else:
            troop.blame(f"No room was left in {space}.")


def _throw(
    field: Field,
    segment: int,
    space: str,
    sides: tuple[Sequence[Troop], Sequence[Troop]],
    totals: tuple[int, int],
) -> Record:
    attackers, defenders = sides
    attack, defence = totals
    attacker = attackers[0].owner
    need = field.rules.tables.attack(attack, defence)
    event = f"C|{segment}|{space}|{attacker}|{'+'.join(_powers(defenders))}"
    about = {"space": space, "power": attacker}
    return field.throws.roll(COMBAT, (attack, defence, need), event, **about)


def _powers(troops: Iterable[Troop]) -> list[str]:
    return sorted({troop.owner for troop in troops})


def _where(field: Field, space: str) -> dict[str, str]:
    return {"space": space, "name": field.board.spaces[space].name}


def _pieces(troops: Iterable[Troop], before: Mapping[Troop, int]) -> dict[str, Any]:
    return {
        "pieces": [
            {"power": troop.owner, "unit": troop.name, "from": troop.place, "now": before[troop]}
            for troop in troops
        ]
    }


def _loss(troop: Troop, lost: int) -> dict[str, Any]:
    return {
        "power": troop.owner,
        "unit": troop.name,
        "lost": lost,
        "left": troop.strength,
        "now": troop.now,
    }


def _blame(
    sides: tuple[Sequence[Troop], Sequence[Troop]], segment: int, space: str, roll: Record
) -> None:
    """Give both sides the combat as the reason of their verdicts; its figures are told with it."""
    attackers, defenders = sides
    won = roll["success"]
    for troop in attackers:
        deed = "Won" if won else "Failed"
        end = " Combat ends a march." if won and len(troop.path) > segment else ""
        troop.blame(f"{deed} the attack on {space}.{end}", [t.name for t in defenders])
    for troop in defenders:
        deed = "Beaten in" if won else "Held"
        troop.blame(f"{deed} {space}.", [t.name for t in attackers])
