"""A contested space: who comes in, who fights whom, in which order (R16, R17, R20).

And one combat: the throw on Table 1, losses, retreats, cargoes, the victors' entry (R22-R36).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
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
    # R20: in defence every piece counts with its full CS.
    defence = _sum(field, defenders, _list_counted(field, defenders, attackers, space))
    for aid in (*attack.aids, *defence.aids):
        aid.counted = True
    for troop in (*attackers, *defenders):
        troop.fought, troop.marching = True, False
        contested_steps.pop(troop, None)
    before = {troop: troop.strength for troop in (*attackers, *defenders)}
    odds = (attack.total, defence.total, field.rules.tables.attack(attack.total, defence.total))
    attacker, foes = attackers[0].owner, sorted({troop.owner for troop in defenders})
    event = f"C|{segment}|{space}|{attacker}|{'+'.join(foes)}"
    roll = field.throws.roll(COMBAT, odds, event, space=space, power=attacker)
    succeeds = bool(roll["success"])
    loser, victor = (defence, attack) if succeeds else (attack, defence)
    losses = lose_strength(loser.counting, field.rules.tables.loss(loser.own, victor.total))
    _blame(sides, segment, space, roll)
    field.tell_of(
        "d100-combat",
        segment,
        space,
        attacker={"power": attacker, **_describe_pieces(attackers, before), **attack.as_data()},
        defender={"powers": foes, **_describe_pieces(defenders, before), **defence.as_data()},
        roll=roll,
        losses=[
            {
                "power": one.owner,
                "unit": one.name,
                "lost": loss,
                "left": one.strength,
                "now": one.now,
            }
            for one, loss in losses.items()
        ],
    )
    if succeeds:
        for troop in defenders:
            troop.beaten = True
        origins = {troop.place for troop in attackers}
        rout = retreat.Rout(
            segment, space, defenders, defence.aids, attack.total, origins, contested_steps
        )
        retreat.retreats(field, rout)
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


def _describe_pieces(troops: Iterable[Troop], before: Mapping[Troop, int]) -> dict[str, Any]:
    return {
        "pieces": [
            {"power": troop.owner, "unit": troop.name, "from": troop.place, "now": before[troop]}
            for troop in troops
        ]
    }


def _blame(
    sides: tuple[Sequence[Troop], Sequence[Troop]], segment: int, space: str, roll: Record
) -> None:
    """Give both sides the combat, with its odds and throw, as the reason of their verdicts."""
    attackers, defenders = sides
    attack_succeeds, attack, defence = roll["success"], roll["row"], roll["column"]
    thrown = f"{roll['throw']} thrown"
    for troop in attackers:
        deed = "Won the attack on" if attack_succeeds else "Driven back from"
        end = " Combat ends a march." if attack_succeeds and len(troop.path) > segment else ""
        odds = f"{attack} against {defence}, {thrown}, {roll['need']} or less needed"
        troop.blame(f"{deed} {space}: {odds}.{end}", [t.name for t in defenders])
    for troop in defenders:
        deed = "Beaten in" if attack_succeeds else "Held"
        odds = f"{defence} against {attack}, {thrown}, the attack needed {roll['need']} or less"
        troop.blame(f"{deed} {space}: {odds}.", [t.name for t in attackers])


Side = list[Troop]
"""All pieces of one power that enter one space in one segment."""


def settle(field: Field, segment: int, space: str, contested_steps: Waiting) -> None:
    """Settle ``space``: its contenders leave ``contested_steps``, come in, fight or stay."""
    entrants = [troop for troop, target in contested_steps.items() if target == space]
    side_of: dict[str, Side] = {}
    for troop in entrants:
        del contested_steps[troop]
        side_of.setdefault(troop.owner, []).append(troop)
    sides = [side_of[power] for power in sorted(side_of)]
    # R17: the strongest first, with all its supports, whoever it will fight; equal ones by name.
    sides.sort(key=lambda side: -_sum(field, side, _list_supports(field, side, space)).total)
    if not field.standing(space):
        sides = _meet(field, segment, space, sides, contested_steps)
    # R17: who is at peace with everyone there comes in, strongest first, before the others attack.
    hostile_sides = []
    for side in sides:
        if field.foes(side[0], space):
            hostile_sides.append(side)
        else:
            _come_in(field, segment, space, side)
    # Each of those attacks all pieces there that are hostile to it, as one body.
    for side in hostile_sides:
        body = field.foes(side[0], space)
        if not body:
            _come_in(field, segment, space, side)
        elif _is_barred(side, body):
            names = [troop.name for troop in body]
            for troop in side:
                troop.blame(f"Land pieces do not attack the ships in {space}.", names)
            units = [troop.name for troop in side]
            field.tell_of("d100-barred", segment, space, power=side[0].owner, units=units)
        else:
            fight(field, segment, space, (side, body), contested_steps)


def _meet(
    field: Field, segment: int, space: str, sides: list[Side], contested_steps: Waiting
) -> list[Side]:
    """R16: into an empty space; the two strongest enemies fight. The sides left over come back."""
    enemies = (
        pair for pair in combinations(sides, 2) if field.hostile(pair[0][0], pair[1][0], space)
    )
    pair = next(enemies, None)
    if not pair:
        return sides

    def rank(sides: tuple[Side, Side]) -> tuple[bool, int, str]:
        """R20: ships attack a land side; else the stronger does, by name where they are equal."""
        strength = sum_attack(field, *sides, space).total
        return _is_barred(*sides), -strength, sides[0][0].owner

    attacker, defender = min(pair, pair[::-1], key=rank)
    crowd = _crowd(field, space, defender)
    first_in = [troop for troop in defender if troop not in crowd]
    for troop in first_in:
        troop.place = space
    if not fight(field, segment, space, (attacker, first_in), contested_steps):
        for troop in first_in:
            troop.made = segment
    return [side for side in sides if side not in pair]


def _is_barred(side: Sequence[Troop], body: Sequence[Troop]) -> bool:
    """R20: land pieces never attack ships alone."""
    return all(troop.arm == LAND for troop in side) and all_ships(body)


def _come_in(field: Field, segment: int, space: str, side: Side) -> None:
    """R19: who finds nobody to fight marches on; R12: as far as there is room."""
    crowd = _crowd(field, space, side)
    inside = [troop for troop in side if troop not in crowd]
    for troop in inside:
        troop.place, troop.made = space, segment
    field.tell_of(
        "d100-entry",
        segment,
        space,
        power=side[0].owner,
        units=[troop.name for troop in inside],
        stopped=[troop.name for troop in side if troop in crowd],
    )


def _crowd(field: Field, space: str, side: Side) -> set[Troop]:
    return field.crowded_out(side, field.room(space), space)
