"""Retreats of beaten defenders, at once and by Table 2 (R31-R36)."""

from collections.abc import Mapping, Sequence, Set

from msgspec import Struct

from judge.rules.d100.field import Aid, Field, Troop, largest_first
from judge.rules.d100.rules import RETREAT
from judge.rules.d100.throws import Record


class Rout(Struct, frozen=True):
    """The defenders of ``space`` after a lost combat, with the supports that they had.

    The victors have ``strength`` and come from ``barred`` spaces. ``contested_steps`` are still to
    be settled: nobody retreats into an enemy's (R32).
    """

    segment: int
    space: str
    troops: Sequence[Troop]
    aids: Sequence[Aid]
    strength: int
    barred: Set[str]
    contested_steps: Mapping[Troop, str]


def retreats(field: Field, rout: Rout) -> None:
    """R36: power by power, together with one throw, or each by itself if no space takes all."""
    for power in sorted({troop.owner for troop in rout.troops}):
        ready = []
        for troop in largest_first(rout.troops):
            if troop.owner != power or not troop.alive:
                continue
            if troop.surrenders:
                # R35: removed without a throw.
                troop.alive = False
                troop.reason += " It surrendered."
                _tell(field, rout, [troop], "", "surrenders")
            else:
                ready.append(troop)
        if not ready:
            continue
        target = _choose_target(field, ready, rout)
        for group in [ready] if target else [[troop] for troop in ready]:
            _try_retreat(field, group, target or _choose_target(field, group, rout), rout)


def _choose_target(field: Field, group: Sequence[Troop], rout: Rout) -> str:
    """R33: the first choice that is possible, else by the judge's order; "" if there is none."""
    possible = set[str]()
    for space in field.board.steps_together((it.arm for it in group), rout.space) - rout.barred:
        # R32: no hostile piece there nor still to come, and room for all.
        standing = field.standing(space)
        coming = [other for other, target in rout.contested_steps.items() if target == space]
        if len(standing) + len(group) <= field.rules.room and not any(
            field.hostile(group[0], other, space) for other in (*standing, *coming)
        ):
            possible.add(space)
    choices = sorted(choice for troop in group for choice in troop.choices)
    wishes = [space for _, space in choices if space in possible]
    power = group[0].owner

    def rank(space: str) -> tuple[int, str]:
        """Own capital, own cities, own regions, then any other."""
        if field.owners[space] != power:
            return 3, space
        if space == field.board.countries[power].capital:
            return 0, space
        return 1 if field.board.spaces[space].city else 2, space

    return next(iter(wishes), "") or min(possible, key=rank, default="")


def _try_retreat(field: Field, group: Sequence[Troop], target: str, rout: Rout) -> None:
    """R34: the throw on Table 2; without a way out there is none and the pieces are destroyed."""
    if not target:
        for troop in group:
            troop.alive = False
            troop.reason += " There was no way out."
        _tell(field, rout, group, "", "trapped")
        return
    own = sum(troop.strength for troop in group)
    aid = sum(aid.giver.strength for aid in rout.aids if not aid.giver.beaten)
    row = min(own + aid, field.rules.strongest)
    power = group[0].owner
    pieces = "+".join(sorted(troop.tag for troop in group))
    roll = field.throws.roll(
        RETREAT,
        (row, rout.strength, field.rules.tables.escape(row, rout.strength)),
        f"R|{rout.segment}|{rout.space}|{power}|{pieces}",
        space=rout.space,
        power=power,
    )
    for troop in group:
        if roll["success"]:
            troop.place = target
            troop.reason += f" It retreated to {target}."
        else:
            troop.alive = False
            troop.reason += " It failed to retreat."
    outcome = "retreats" if roll["success"] else "lost"
    _tell(field, rout, group, target, outcome, roll)


def _tell(
    field: Field,
    rout: Rout,
    group: Sequence[Troop],
    target: str,
    outcome: str,
    roll: Record | None = None,
) -> None:
    """The event: ``outcome`` is "retreats", "lost", "trapped" or "surrenders"."""
    field.tell_of(
        "d100-retreat",
        rout.segment,
        rout.space,
        power=group[0].owner,
        units=[troop.name for troop in group],
        to=target,
        to_name=field.board.spaces[target].name if target else "",
        outcome=outcome,
        roll=roll,
    )
