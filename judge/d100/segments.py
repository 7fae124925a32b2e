"""One segment: all steps at once, enemies who meet, room, the order of combats (R12-R19)."""

from collections.abc import Iterable, Mapping, Sequence

from judge.d100 import calendar, strength
from judge.d100.combat import Waiting
from judge.d100.contest import settle
from judge.d100.field import Field, Troop

Steps = dict[Troop, str]
"""The steps of a segment: who goes where."""


def play(field: Field, segment: int) -> None:
    """Play segment 1, 2 or 3 on ``field``."""
    steps = {
        troop: troop.path[segment - 1]
        for troop in field.troops
        if troop.marching and troop.alive and len(troop.path) >= segment
    }
    if not steps:
        return
    met = _stop_swaps(field, steps)
    going = {troop: space for troop, space in steps.items() if troop not in met}
    free, waiting, stopped = _sort_out(field, going)
    waylaid = [troop for troop in steps if troop in met]
    _tell(field, segment, steps, (free, waiting), [*waylaid, *stopped])
    for troop, space in free.items():
        troop.place, troop.made = space, segment
    while waiting:
        settle(field, segment, _next_contest(field, waiting), waiting)
    for troop in steps:
        if troop.made < segment:
            troop.marching = False


def _stop_swaps(field: Field, steps: Mapping[Troop, str]) -> set[Troop]:
    """R15: of two hostile sides that change places the weaker one's step is off."""
    off: set[Troop] = set()
    lanes = sorted({tuple(sorted((troop.place, space))) for troop, space in steps.items()})
    for here, there in lanes:
        pairs = [
            (one, other)
            for one in _powers(steps, here, there)
            for other in _powers(steps, there, here)
            if not field.peace.holds(one, other, here) and not field.peace.holds(one, other, there)
        ]
        for one, other in sorted(pairs, key=sorted):
            ours = _changers(steps, off, one, here, there)
            theirs = _changers(steps, off, other, there, here)
            if ours and theirs:
                weaker = _weaker(field, steps, off, (ours, theirs))
                off |= set(weaker)
                for troop in weaker:
                    others = theirs if weaker is ours else ours
                    troop.marching = False
                    troop.blame("Met an enemy coming the other way.", [t.name for t in others])
    return off


def _powers(steps: Mapping[Troop, str], origin: str, target: str) -> list[str]:
    return sorted({t.owner for t, space in steps.items() if (t.place, space) == (origin, target)})


def _changers(
    steps: Mapping[Troop, str], off: set[Troop], power: str, origin: str, target: str
) -> list[Troop]:
    return [
        troop
        for troop, space in steps.items()
        if troop not in off and (troop.owner, troop.place, space) == (power, origin, target)
    ]


def _weaker(
    field: Field,
    steps: Mapping[Troop, str],
    off: set[Troop],
    pair: tuple[list[Troop], list[Troop]],
) -> list[Troop]:
    """The one that does not attack: less strength, or at equal strength the later name."""
    ours, theirs = pair
    force = [
        strength.sum_attack(field, _side(steps, off, mine), foes, steps[mine[0]]).total
        for mine, foes in ((ours, theirs), (theirs, ours))
    ]
    attacker = min((-force[0], ours[0].owner), (-force[1], theirs[0].owner))
    return theirs if attacker == (-force[0], ours[0].owner) else ours


def _side(steps: Mapping[Troop, str], off: set[Troop], some: Sequence[Troop]) -> list[Troop]:
    """All pieces of the power of ``some`` that make a step to the same space."""
    power, space = some[0].owner, steps[some[0]]
    return [t for t, to in steps.items() if t not in off and t.owner == power and to == space]


def _sort_out(field: Field, steps: Steps) -> tuple[Steps, Waiting, list[Troop]]:
    """Steps that are free, those that are contested (R14), and pieces for whom is no room (R12).

    A contested or stopped piece still stands where it was, which may stop or contest others.
    """
    contested: set[Troop] = set()
    stopped: set[Troop] = set()
    while True:
        free = {t: space for t, space in steps.items() if t not in contested | stopped}
        standing = _list_standing(field, free)
        entering = _list_entering(steps, stopped)
        new = {
            troop
            for troop, space in free.items()
            if _enemy(field, troop, space, [*standing.get(space, ()), *entering[space]])
        }
        contested |= new
        if new:
            continue
        crowd = _too_many(field, free, standing)
        stopped |= crowd
        if not crowd:
            waiting = {troop: steps[troop] for troop in steps if troop in contested}
            return free, waiting, [troop for troop in steps if troop in stopped]


def _list_standing(field: Field, leaving: Mapping[Troop, str]) -> dict[str, list[Troop]]:
    """The pieces in each space that do not leave it freely."""
    places: dict[str, list[Troop]] = {}
    for troop in field.troops:
        if troop.alive and not troop.aboard and troop not in leaving:
            places.setdefault(troop.place, []).append(troop)
    return places


def _list_entering(steps: Mapping[Troop, str], stopped: set[Troop]) -> dict[str, list[Troop]]:
    targets: dict[str, list[Troop]] = {space: [] for space in steps.values()}
    for troop, space in steps.items():
        if troop not in stopped:
            targets[space].append(troop)
    return targets


def _enemy(field: Field, troop: Troop, space: str, others: Iterable[Troop]) -> bool:
    return any(field.hostile(troop, other, space) for other in others)


def _too_many(
    field: Field, free: Mapping[Troop, str], standing: Mapping[str, Sequence[Troop]]
) -> set[Troop]:
    """Those who find no room beside the standing pieces."""
    stopped: set[Troop] = set()
    entering: dict[str, list[Troop]] = {}
    for troop, space in free.items():
        entering.setdefault(space, []).append(troop)
    for space in sorted(entering):
        room = field.rules.room - len(standing.get(space, ()))
        if len(entering[space]) > room:
            stopped |= field.crowded_out(entering[space], room, space)
    return stopped


def _next_contest(field: Field, waiting: Waiting) -> str:
    """R18: the first target in whose space nobody waits to attack elsewhere.

    If everybody waits for somebody else, the first target in a ring of attacks.
    """
    targets = sorted(set(waiting.values()))
    leads = {
        target: {waiting[troop] for troop in field.standing(target) if troop in waiting}
        for target in targets
    }
    free = [target for target in targets if not leads[target]]
    ring = [target for target in targets if target in _follow_leads(leads, target)]
    return (free or ring)[0]


def _follow_leads(leads: Mapping[str, set[str]], start: str) -> set[str]:
    """All targets that attacks from ``start`` lead to, one after the other."""
    found: set[str] = set()
    edge = set(leads[start])
    while edge:
        found |= edge
        edge = {further for space in edge for further in leads[space]} - found
    return found


def _tell(
    field: Field,
    segment: int,
    steps: Mapping[Troop, str],
    going: tuple[Steps, Waiting],
    stopped: Sequence[Troop],
) -> None:
    """The segment's opening: who marches freely, who meets an enemy, for whom there is no room."""
    free, waiting = going
    field.tell(
        "d100-segment",
        title=calendar.describe(field.throws.phase, field.rules).title,
        segment=segment,
        moves=[_row(troop, steps[troop]) for troop in free],
        contested=sorted(set(waiting.values())),
        stopped=[{**_row(troop, steps[troop]), "reason": troop.reason} for troop in stopped],
    )


def _row(troop: Troop, target: str) -> dict[str, str]:
    return {"power": troop.owner, "unit": troop.name, "from": troop.place, "to": target}
