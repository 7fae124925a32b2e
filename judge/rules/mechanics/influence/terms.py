"""What a year's bidding starts from: purses, the cap, the boxes after decay, who is shut out."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams.standard import count_centers
from judge.rules.mechanics.influence.boxes import Box, Boxes, add_points, halve, tidy


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
