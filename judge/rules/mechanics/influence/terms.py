"""What a year's bidding starts from: purses, the cap, the boxes after decay, who is shut out.

A minor's box holds influence points, by the claim that they count for and by giver. It is plain
JSON, {claimant: {giver: points}}; a claim is worth all stacks under its name. Nothing here changes
an argument.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from judge.kernel.errors import InputError
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams.standard import count_centers

Stacks = Mapping[str, int]
"""The points of one claim by giver."""
Box = Mapping[str, Stacks]
Boxes = Mapping[str, Box]
"""The boxes by minor."""


class Tariff(Struct, frozen=True):
    """The numbers of the game, in influence points: map.toml's table "game" has them.

    ``cap`` is the most that one player may bid on one minor in the phase ``first``; ``paying``
    are the build centres that pay like a supply centre.
    """

    income: int
    belligerent: int
    annexed: int
    cap: int
    first: str
    paying: frozenset[str]

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> "Tariff":
        """The tariff of a variant: variant.toml with its map under "map"."""
        game = rules["map"]["game"]
        return cls(
            income=game["ip_per_sc"],
            belligerent=game["ip_per_sc_belligerent"],
            annexed=game["controlled_minor_sc_bonus"],
            cap=game["first_turn_bid_cap"],
            first=rules["phases"]["first"],
            paying=frozenset(
                space["id"]
                for space in rules["map"]["spaces"]
                if "ip-center" in space.get("traits", ())
            ),
        )

    def rate(self, state: State, power: str) -> int:
        """What a centre pays to a power; rules, 2: less for good after a betrayal (W11)."""
        is_betrayer = power in state.memory.get("betrayers", ())
        return self.belligerent if is_betrayer else self.income

    def centres(self, state: State, board: Board, power: str) -> int:
        """How many spaces pay a power: its supply centres and the build centres that pay (W3)."""
        return sum(
            space in self.paying or space in board.center_ids
            for space in state.centers.get(power, ())
        )

    def purse(self, state: State, board: Board, power: str) -> int:
        """What a major power collects at the start of an influence phase."""
        return self.rate(state, power) * self.centres(state, board, power)

    def limit(self, state: State) -> int | None:
        """The most that one player may bid on one minor now; None: there is no limit (W7)."""
        return self.cap if state.phase == self.first else None


def minors(board: Board) -> tuple[str, ...]:
    """All minor powers of the map, in its order."""
    return tuple(name for name, power in board.powers.items() if not power.played)


def living_minors(state: State, board: Board) -> tuple[str, ...]:
    """The minors that own a supply centre (W12)."""
    return tuple(
        minor for minor in minors(board) if count_centers(board, state.centers.get(minor, ()))
    )


def boxes(state: State) -> Boxes:
    """The boxes as they stand."""
    all_boxes: Boxes = state.memory.get("influence", {})
    return all_boxes


def control(state: State, minor: str) -> tuple[str, ...]:
    """Who controls a minor: one power, several (a Coalition), or nobody."""
    return tuple(state.memory.get("control", {}).get(minor, ()))


def banned_powers(state: State, minor: str) -> tuple[str, ...]:
    """The powers that betrayed a minor and never bid for it again."""
    return tuple(state.memory.get("banned", {}).get(minor, ()))


def open_boxes(state: State, board: Board, tariff: Tariff) -> dict[str, dict[str, dict[str, int]]]:
    """The living minors' boxes as an influence phase opens: after decay and annexation (W31)."""
    opened: dict[str, Box] = {}
    for minor in living_minors(state, board):
        box = halve(boxes(state).get(minor, {}), banned_powers(state, minor))
        # What a minor won or lost goes to the own stack of its one controller (W33).
        net, rulers = state.memory.get("annexed", {}).get(minor, 0), control(state, minor)
        if net and len(rulers) == 1:
            box = add_points(box, rulers[0], rulers[0], net * tariff.annexed)
        opened[minor] = box
    return tidy(opened)


def worth(stacks: Stacks) -> int:
    """What a claim is worth, support included."""
    return sum(stacks.values())


def totals(box: Box, banned_powers: Iterable[str] = ()) -> dict[str, int]:
    """What each claim is worth; those of the banned count for nothing and are left out."""
    banned_names = set(banned_powers)
    return {
        name: worth(box[name])
        for name in sorted(box)
        if name not in banned_names and worth(box[name])
    }


def highest(box: Box, banned_powers: Iterable[str] = ()) -> tuple[str, ...]:
    """The powers with the highest claim, sorted; () if there is none above 0."""
    claims = totals(box, banned_powers)
    best = max(claims.values(), default=0)
    return tuple(name for name in sorted(claims) if claims[name] == best)


def tidy(boxes: Boxes) -> dict[str, dict[str, dict[str, int]]]:
    """Boxes sorted, without stacks of nothing, empty claims and empty boxes."""
    tidy_boxes = {}
    for minor in sorted(boxes):
        claims = {
            claimant: {giver: stacks[giver] for giver in sorted(stacks) if stacks[giver] > 0}
            for claimant, stacks in sorted(boxes[minor].items())
        }
        full = {claimant: stacks for claimant, stacks in claims.items() if stacks}
        if full:
            tidy_boxes[minor] = full
    return tidy_boxes


def add_points(box: Box, claimant: str, giver: str, points: int) -> dict[str, dict[str, int]]:
    """The box with ``points`` more (or fewer, never below 0) in one stack."""
    copy = {name: dict(stacks) for name, stacks in box.items()}
    stacks = copy.setdefault(claimant, {})
    stacks[giver] = max(0, stacks.get(giver, 0) + points)
    return copy


def without(box: Box, giver: str) -> dict[str, dict[str, int]]:
    """The box without anything that ``giver`` put into it."""
    return {
        claimant: {name: points for name, points in stacks.items() if name != giver}
        for claimant, stacks in box.items()
    }


def halve(box: Box, banned_powers: Iterable[str] = ()) -> dict[str, dict[str, int]]:
    """The box after decay: every stack by itself, rounded up.

    Rules, 2: rounded down where a claim would tie with one that was larger before (or pass it).
    From the largest claim down, its odd stacks give way one by one, the claimant's own first.
    Banned claims count for nothing, so nobody yields to them.
    """
    banned_names = set(banned_powers)
    after: dict[str, dict[str, int]] = {}
    worths: list[tuple[int, int]] = []
    for claimant in sorted(box, key=lambda name: (-worth(box[name]), name)):
        old_worth = worth(box[claimant])
        limit = min((new for before, new in worths if before > old_worth), default=None)
        half = {giver: (points + 1) // 2 for giver, points in box[claimant].items()}
        odd = [giver for giver in sorted(half) if box[claimant][giver] % 2]
        odd.sort(key=lambda name: name != claimant)
        while limit is not None and odd and worth(half) >= limit:
            half[odd.pop(0)] -= 1
        after[claimant] = half
        if claimant not in banned_names:
            worths.append((old_worth, worth(half)))
    return after


def check_memory(memory: Mapping[str, Any], board: Board) -> None:
    """Check the keys of the influence mechanic in ``memory``."""
    for minor, box in _minors(memory, "influence", board):
        for claimant, stacks in _object(box, f"state.influence.{minor}").items():
            path = f"state.influence.{minor}.{claimant}"
            _majors([claimant], path, board)
            for giver, points in _object(stacks, path).items():
                _majors([giver], f"{path}.{giver}", board)
                if type(points) is not int or points < 0:
                    raise InputError(f"{path}.{giver}: it has to be a whole number, 0 or more.")
    for key in ("control", "banned"):
        for minor, powers in _minors(memory, key, board):
            _majors(powers, f"state.{key}.{minor}", board)
    _majors(memory.get("betrayers", []), "state.betrayers", board)
    for minor, net in _minors(memory, "annexed", board):
        if type(net) is not int:
            raise InputError(f"state.annexed.{minor}: it has to be a whole number.")


def _minors(memory: Mapping[str, Any], key: str, board: Board) -> Iterable[tuple[str, Any]]:
    """The entries of a mapping by minor."""
    entries = _object(memory.get(key, {}), f"state.{key}")
    for minor in entries:
        if minor not in board.powers or board.powers[minor].played:
            names = ", ".join(name for name, power in board.powers.items() if not power.played)
            raise InputError(f"state.{key}.{minor}: there is no such minor; there are {names}.")
    return entries.items()


def _majors(powers: Any, path: str, board: Board) -> None:
    if not isinstance(powers, list) or not all(isinstance(power, str) for power in powers):
        raise InputError(f"{path}: it has to be a list of powers.")
    for power in powers:
        if power not in board.powers or not board.powers[power].played:
            raise InputError(f"{path}: '{power}' is not a major power.")


def _object(value: Any, path: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{path}: it has to be an object.")
    return value
