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
    contested_steps: Waiting,
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
        contested_steps.pop(troop, None)
    before = {troop: troop.strength for troop in (*attackers, *defenders)}
    roll = _throw(field, segment, space, sides, (attack.total, defence.total))
    succeeds = bool(roll["success"])
    loser, victor = (defence, attack) if succeeds else (attack, defence)
    losses = strength.lose(loser.counting, field.rules.tables.loss(loser.own, victor.total))
    _blame(sides, segment, space, roll)
    field.tell(
        "d100-combat",
        segment=segment,
        **_name_space(field, space),
        attacker={
            "power": attackers[0].owner,
            **_describe_pieces(attackers, before),
            **attack.as_data(),
        },
        defender={
            "powers": _list_powers(defenders),
            **_describe_pieces(defenders, before),
            **defence.as_data(),
        },
        roll=roll,
        losses=[_describe_loss(troop, loss) for troop, loss in losses.items()],
    )
    if succeeds:
        for troop in defenders:
            troop.beaten = True
        beaten_side = retreat.Beaten(segment, space, tuple(defenders), defence.aids)
        victors = retreat.Victors(tuple(attackers), attack.total)
        retreat.retreats(field, beaten_side, victors, contested_steps)
        enter(field, attackers, space, segment)
        voyage.carriers_beaten(field, defenders, losses)
    return succeeds


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
    event = f"C|{segment}|{space}|{attacker}|{'+'.join(_list_powers(defenders))}"
    about = {"space": space, "power": attacker}
    return field.throws.roll(COMBAT, (attack, defence, need), event, **about)


def _list_powers(troops: Iterable[Troop]) -> list[str]:
    return sorted({troop.owner for troop in troops})


def _name_space(field: Field, space: str) -> dict[str, str]:
    return {"space": space, "name": field.board.spaces[space].name}


def _describe_pieces(troops: Iterable[Troop], before: Mapping[Troop, int]) -> dict[str, Any]:
    return {
        "pieces": [
            {"power": troop.owner, "unit": troop.name, "from": troop.place, "now": before[troop]}
            for troop in troops
        ]
    }


def _describe_loss(troop: Troop, loss: int) -> dict[str, Any]:
    return {
        "power": troop.owner,
        "unit": troop.name,
        "lost": loss,
        "left": troop.strength,
        "now": troop.now,
    }


def _blame(
    sides: tuple[Sequence[Troop], Sequence[Troop]], segment: int, space: str, roll: Record
) -> None:
    """Give both sides the combat as the reason of their verdicts; its figures are told with it."""
    attackers, defenders = sides
    attack_succeeds = roll["success"]
    for troop in attackers:
        deed = "Won" if attack_succeeds else "Failed"
        end = " Combat ends a march." if attack_succeeds and len(troop.path) > segment else ""
        troop.blame(f"{deed} the attack on {space}.{end}", [t.name for t in defenders])
    for troop in defenders:
        deed = "Beaten in" if attack_succeeds else "Held"
        troop.blame(f"{deed} {space}.", [t.name for t in attackers])
