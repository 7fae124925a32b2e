"""A contested space: who comes in, who fights whom, in which order (R16, R17, R20)."""

from collections.abc import Sequence

from judge.rules.d100 import combat
from judge.rules.d100.board import LAND
from judge.rules.d100.combat import Waiting, fight
from judge.rules.d100.field import Field, Troop, all_ships

Side = list[Troop]
"""All pieces of one power that enter one space in one segment."""


def settle(field: Field, segment: int, space: str, contested_steps: Waiting) -> None:
    """Settle ``space``: its contenders leave ``contested_steps``, come in, fight or stay."""
    sides = _sort_sides(field, space, contested_steps)
    if not field.standing(space):
        sides = _meet(field, segment, space, sides, contested_steps)
    sides = _join(field, segment, space, sides)
    for side in sides:
        _attack(field, segment, space, side, contested_steps)


def _sort_sides(field: Field, space: str, contested_steps: Waiting) -> list[Side]:
    """The contenders by power, the strongest first, equal ones by name (R17)."""
    entrants = [troop for troop, target in contested_steps.items() if target == space]
    for troop in entrants:
        del contested_steps[troop]
    powers = sorted({troop.owner for troop in entrants})
    sides = [[troop for troop in entrants if troop.owner == power] for power in powers]
    return sorted(sides, key=lambda side: -combat.rank_strength(field, side, space))


def _meet(
    field: Field, segment: int, space: str, sides: list[Side], contested_steps: Waiting
) -> list[Side]:
    """R16: into an empty space; the two strongest enemies fight. The sides left over come back."""
    pair = _strongest_enemies(field, space, sides)
    if not pair:
        return sides
    attacker, defender = _find_attacker(field, space, pair)
    crowd = _crowd(field, space, defender)
    first_in = [troop for troop in defender if troop not in crowd]
    for troop in first_in:
        troop.place = space
    if not fight(field, segment, space, (attacker, first_in), contested_steps):
        for troop in first_in:
            troop.made = segment
    return [side for side in sides if side not in pair]


def _strongest_enemies(field: Field, space: str, sides: Sequence[Side]) -> tuple[Side, Side] | None:
    for number, side in enumerate(sides):
        for other in sides[number + 1 :]:
            if field.hostile(side[0], other[0], space):
                return side, other
    return None


def _find_attacker(field: Field, space: str, pair: tuple[Side, Side]) -> tuple[Side, Side]:
    """The stronger, by name where they are equal; ships always attack a land side (R20)."""
    one, other = pair
    if _is_barred(one, other):
        return other, one
    if _is_barred(other, one):
        return one, other
    pairs = sorted(
        ((one, other), (other, one)),
        key=lambda sides: (
            -combat.sum_attack(field, sides[0], sides[1], space).total,
            sides[0][0].owner,
        ),
    )
    return pairs[0]


def _is_barred(side: Sequence[Troop], body: Sequence[Troop]) -> bool:
    """R20: land pieces never attack ships alone."""
    return all(troop.arm == LAND for troop in side) and all_ships(body)


def _join(field: Field, segment: int, space: str, sides: Sequence[Side]) -> list[Side]:
    """R17: sides at peace with everyone there come in, strongest first; the others come back."""
    others = []
    for side in sides:
        if field.foes(side[0], space):
            others.append(side)
        else:
            _come_in(field, segment, space, side)
    return others


def _attack(field: Field, segment: int, space: str, side: Side, contested_steps: Waiting) -> None:
    """R17: one side against all pieces there that are hostile to it, as one body."""
    body = field.foes(side[0], space)
    if not body:
        _come_in(field, segment, space, side)
    elif _is_barred(side, body):
        for troop in side:
            troop.blame(f"Land pieces do not attack the ships in {space}.", [t.name for t in body])
        field.tell(
            "d100-barred",
            segment=segment,
            space=space,
            name=field.board.spaces[space].name,
            power=side[0].owner,
            units=[troop.name for troop in side],
        )
    else:
        fight(field, segment, space, (side, body), contested_steps)


def _come_in(field: Field, segment: int, space: str, side: Side) -> None:
    """R19: who finds nobody to fight marches on; R12: as far as there is room."""
    crowd = _crowd(field, space, side)
    inside = [troop for troop in side if troop not in crowd]
    for troop in inside:
        troop.place, troop.made = space, segment
    field.tell(
        "d100-entry",
        segment=segment,
        space=space,
        name=field.board.spaces[space].name,
        power=side[0].owner,
        units=[troop.name for troop in inside],
        stopped=[troop.name for troop in side if troop in crowd],
    )


def _crowd(field: Field, space: str, side: Side) -> set[Troop]:
    return field.crowded_out(side, field.room(space), space)
