"""A month of marches: orders given out, segments, landings, splits; who stands where, owns what."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event, tidy
from judge.rules.d100 import calendar, combat, muster, voyage
from judge.rules.d100.combat import Waiting, settle
from judge.rules.d100.field import Field, Peace, Troop
from judge.rules.d100.muster import INVALID, Muster
from judge.rules.d100.orders import Allow, March
from judge.rules.d100.rules import Game
from judge.rules.d100.state import State, belongs_to, is_out, tidy_owners
from judge.rules.d100.throws import Throws

Steps = dict[Troop, str]
"""The steps of a segment: who goes where."""


def play_segment(field: Field, segment: int) -> None:
    """Play segment 1, 2 or 3 on ``field``."""
    steps = {
        troop: troop.path[segment - 1]
        for troop in field.troops
        if troop.marching and troop.alive and len(troop.path) >= segment
    }
    if not steps:
        return
    swapping = _stop_swaps(field, steps)
    steps_left = {troop: space for troop, space in steps.items() if troop not in swapping}
    free_steps, contested_steps, stopped_troops = _sort_out(field, steps_left)
    waylaid_troops = sorted(swapping, key=[*steps].index)
    field.tell(
        "d100-segment",
        title=calendar.describe(field.throws.phase, field.rules).title,
        segment=segment,
        moves=[_row(troop, space) for troop, space in free_steps.items()],
        contested=sorted(set(contested_steps.values())),
        stopped=[
            {**_row(troop, steps[troop]), "reason": troop.reason}
            for troop in (*waylaid_troops, *stopped_troops)
        ],
    )
    for troop, space in free_steps.items():
        troop.place, troop.made = space, segment
    while contested_steps:
        settle(field, segment, _find_next_contest(contested_steps), contested_steps)
    for troop in steps:
        if troop.made < segment:
            troop.marching = False


def _stop_swaps(field: Field, steps: Mapping[Troop, str]) -> set[Troop]:
    """R15: of two hostile sides that change places the weaker one's step is off."""
    off: set[Troop] = set()
    powers_on: dict[tuple[str, str], set[str]] = {}
    for troop, space in steps.items():
        powers_on.setdefault((troop.place, space), set()).add(troop.owner)
    for here, there in sorted(way for way in powers_on if way[0] < way[1]):
        pairs = [
            (one, other)
            for one in sorted(powers_on[here, there])
            for other in sorted(powers_on.get((there, here), ()))
            if not field.peace.holds(one, other, here) and not field.peace.holds(one, other, there)
        ]
        for one, other in sorted(pairs, key=sorted):
            ours = _changers(steps, off, one, here, there)
            theirs = _changers(steps, off, other, there, here)
            if not ours or not theirs:
                continue
            # It has less strength, or at equal strength the later name.
            ranks = []
            for side, foes in ((ours, theirs), (theirs, ours)):
                power, space = side[0].owner, steps[side[0]]
                # With it attack all pieces of its power that make a step to the same space.
                attackers = [
                    t for t, to in steps.items() if t not in off and (t.owner, to) == (power, space)
                ]
                ranks.append((-combat.sum_attack(field, attackers, foes, space).total, power))
            weaker, others = (theirs, ours) if ranks[0] < ranks[1] else (ours, theirs)
            off |= set(weaker)
            for troop in weaker:
                troop.marching = False
                troop.blame("It met an enemy coming the other way.", [t.name for t in others])
    return off


def _changers(
    steps: Mapping[Troop, str], off: set[Troop], power: str, origin: str, target: str
) -> list[Troop]:
    return [
        troop
        for troop, space in steps.items()
        if troop not in off and (troop.owner, troop.place, space) == (power, origin, target)
    ]


def _sort_out(field: Field, steps: Steps) -> tuple[Steps, Waiting, list[Troop]]:
    """Steps that are free, those that are contested (R14), and pieces for whom is no room (R12).

    A contested or stopped piece still stands where it was, which may stop or contest others.
    """
    places = field.places()
    contested_troops: set[Troop] = set()
    stopped_troops: set[Troop] = set()
    while True:
        held_troops = contested_troops | stopped_troops
        free_steps = {troop: to for troop, to in steps.items() if troop not in held_troops}
        staying = {
            space: [troop for troop in places.get(space, ()) if troop not in free_steps]
            for space in set(steps.values())
        }
        entering = {troop: to for troop, to in steps.items() if troop not in stopped_troops}
        new = _find_contested(field, entering, staying) - contested_troops
        contested_troops |= new
        if new:
            continue
        entrants: dict[str, list[Troop]] = {}
        for troop, space in free_steps.items():
            entrants.setdefault(space, []).append(troop)
        crowd: set[Troop] = set()
        for space in sorted(entrants):
            room = field.rules.room - len(staying[space])
            if len(entrants[space]) > room:
                crowd |= field.crowded_out(entrants[space], room, space)
        stopped_troops |= crowd
        if not crowd:
            contested_steps = {troop: steps[troop] for troop in steps if troop in contested_troops}
            stopped = [troop for troop in steps if troop in stopped_troops]
            return free_steps, contested_steps, stopped


def _find_contested(
    field: Field, steps: Mapping[Troop, str], staying: Mapping[str, Sequence[Troop]]
) -> set[Troop]:
    """R14: those who meet an enemy, on the way to the same space or standing there."""
    powers_in = {space: {troop.owner for troop in there} for space, there in staying.items()}
    for troop, space in steps.items():
        powers_in[space].add(troop.owner)
    hostile: set[tuple[str, str]] = set()
    for space, powers in powers_in.items():
        for one, other in combinations(powers, 2):
            if not field.peace.holds(one, other, space):
                hostile |= {(one, space), (other, space)}
    return {troop for troop, space in steps.items() if (troop.owner, space) in hostile}


def _find_next_contest(contested_steps: Waiting) -> str:
    """R18: the first target in whose space nobody waits to attack elsewhere.

    If everybody waits for somebody else, the first target in a ring of attacks.
    """
    leads: dict[str, set[str]] = {target: set() for target in sorted(set(contested_steps.values()))}
    for troop, target in contested_steps.items():
        if troop.place in leads:
            leads[troop.place].add(target)
    free = [target for target in leads if not leads[target]]
    if free:
        return free[0]
    # Attacks lead on, one after the other: those of a ring back to where they began.
    for space, further in leads.items():
        for reached in leads.values():
            if space in reached:
                reached.update(further)
    return next(target for target in leads if target in leads[target])


def _row(troop: Troop, target: str) -> dict[str, str]:
    return {"power": troop.owner, "unit": troop.name, "from": troop.place, "to": target}


def march(
    game: Game,
    state: State,
    values: Mapping[str, int],
    orders: Mapping[str, Sequence[str]],
    throws: Throws,
) -> tuple[Field, Muster]:
    """Carry out a month's marches and combats; ``state`` stays as it is (R6).

    The field comes back with the pieces where they ended, its events and all throws made.
    """
    board, rules = game.board, game.rules
    ready = muster.muster(game, state, values, orders)
    aids, voyages = muster.match_supports(ready), muster.match_convoys(ready)
    passages = set()
    for line in ready.lines:
        if not isinstance(line.order, Allow) or line.verdict:
            continue
        # R44: passages with an effect: by the owner, by who has a piece there, or at sea.
        space = line.order.space
        if state.owner(board, space) in ("", line.power) or ready.own(line.power, space):
            passages.add((line.power, line.order.guest, space))
            line.verdict = "succeeds"
        else:
            line.refuse(INVALID, f"{line.power} neither owns {space} nor has a piece there.")
    peace, owners = Peace(state.friends, frozenset(passages)), state.map_owners(board)
    field = Field(board, rules, throws, peace, owners, ready.troops, aids, voyages)
    for one in voyages:
        one.cargo.aboard = True
    for troop in ready.troops:
        if isinstance(troop.deed, March):
            troop.path, troop.marching = troop.deed.path, True
    for segment in range(1, rules.steps + 1):
        play_segment(field, segment)
    voyage.landings(field)
    return field, ready


def units(field: Field) -> dict[str, tuple[str, ...]]:
    """The pieces by power as they stand now."""
    groups: dict[str, list[str]] = {}
    for troop in field.troops:
        if troop.alive:
            groups.setdefault(troop.owner, []).append(troop.now)
    return tidy(groups)


def splits(ready: Muster) -> dict[str, tuple[str, ...]]:
    """R11: the stacks that fell apart, by power; their lines get their verdicts."""
    groups: dict[str, list[str]] = {}
    for power, space, lines in ready.splits:
        has_fought = any(troop.fought for troop in ready.own(power, space))
        for line in lines:
            line.verdict = "fails" if has_fought else "succeeds"
        if not has_fought:
            groups.setdefault(power, []).append(space)
    return tidy(groups)


def settle_owners(state: State, field: Field) -> tuple[State, tuple[Event, ...]]:
    """Set owners after the marches of ``field``, whose pieces ``state`` has already."""
    board = field.board
    # R50: land spaces with pieces of one power only, and who takes them.
    captures: dict[str, str] = {}
    for space, troops in sorted(field.places().items()):
        powers = {troop.owner for troop in troops}
        if board.spaces[space].sea or len(powers) != 1:
            continue
        (power,), owner, friends = powers, field.owners[space], field.peace.friends
        if power in board.minors:
            # A minor wins back its own country only, and not from a friend.
            is_own_country = board.spaces[space].country == power
            takes = is_own_country and owner not in friends.get(power, ())
        else:
            is_guest = field.peace.gives(owner, power, space)
            takes = not is_guest and power not in friends.get(owner, ())
        if takes:
            captures[space] = power
    state_after = replace(state, owners=tidy_owners({**state.owners, **captures}, board))
    minors_out = [minor for minor in board.minors if is_out(state_after, board, minor)]
    fallen_minors = [minor for minor in minors_out if not is_out(state, board, minor)]
    after = state_after.without(minors_out)
    # R52: an alliance ends when one other major owns all of the minor's spaces.
    allies = {m: a for m, a in state.allies.items() if belongs_to(after, board, m) == a}
    ended_allies = sorted(set(state.allies) - set(allies))
    after = replace(after, allies=allies)
    rows = [
        {
            "space": space,
            "name": board.spaces[space].name,
            "from": field.owners[space],
            "to": captor,
        }
        for space, captor in captures.items()
        if captor != field.owners[space]
    ]
    if not rows and not fallen_minors and not ended_allies:
        return after, ()
    data = {"rows": rows, "fallen": fallen_minors, "ended": ended_allies}
    return after, (Event("d100-ownership", data, PUBLIC),)
