"""One combat: the throw on Table 1, losses, retreats, cargoes, the victors' entry (R22-R36)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from judge.rules.d100 import retreat, voyage
from judge.rules.d100.board import LAND
from judge.rules.d100.field import Aid, Field, Troop, all_ships, largest_first
from judge.rules.d100.rules import COMBAT
from judge.rules.d100.throws import Record


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


def rank_strength(field: Field, side: Sequence[Troop], space: str) -> int:
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


def lose_strength(troops: Sequence[Troop], loss: int) -> dict[Troop, int]:
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
    attack = sum_attack(field, attackers, defenders, space)
    defence = sum_defence(field, defenders, attackers, space)
    for aid in (*attack.aids, *defence.aids):
        aid.counted = True
    for troop in (*attackers, *defenders):
        troop.fought, troop.marching = True, False
        contested_steps.pop(troop, None)
    before = {troop: troop.strength for troop in (*attackers, *defenders)}
    roll = _throw(field, segment, space, sides, (attack.total, defence.total))
    succeeds = bool(roll["success"])
    loser, victor = (defence, attack) if succeeds else (attack, defence)
    losses = lose_strength(loser.counting, field.rules.tables.loss(loser.own, victor.total))
    _blame(sides, segment, space, roll)
    field.tell(
        "d100-combat",
        segment=segment,
        space=space,
        name=field.board.spaces[space].name,
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
