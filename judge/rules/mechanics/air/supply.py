"""What planes cost and bombs destroy: half units, bases in the air, damaged centres.

State.memory: ``bombed`` {space: times}, ``blocked`` [spaces]; both are dropped after the winter.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event
from judge.kernel.errors import InputError
from judge.rules.dip.contest.explain import strength
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams.mechanic import Mechanic, Names, retell_centers
from judge.rules.dip.seams.scene import Scene
from judge.rules.dip.seams.standard import WHOLE, farthest_first
from judge.rules.mechanics.air import sky
from judge.rules.mechanics.air.bomb import Bomb

PLANE = 1
"""What a plane costs, in half units."""


class AirSupply(Mechanic):
    """Rules, 5e and 5g."""

    def memory_keys(self) -> Iterable[str]:
        """What bombs did since the winter."""
        return ("bombed", "blocked")

    def end(self, scene: Scene, board: Board) -> Scene:
        """Bombs are noted after the moves, and forgotten after the winter."""
        state = scene.state
        hit_counts = dict(state.memory.get("bombed", {}))
        blocked_sites = set(state.memory.get("blocked", ()))
        if state.phase[-1] == "A":
            damage = ("bombed", "blocked")
            memory = {key: value for key, value in state.memory.items() if key not in damage}
            return scene.with_(replace(state, memory=memory))
        if state.phase[-1] != "M":
            return scene
        outcome: Outcome = scene.facts["outcome"]
        field, rows = outcome.field, []
        for unit in field.contenders:
            order, power = field.orders[unit], field.powers[unit]
            if not isinstance(order, Bomb) or not outcome.won[unit] or field.verdicts[unit]:
                continue
            space = board.spaces[order.target]
            owner = field.state.owner(space)
            # What is another power's loses half a unit a year (W55), a home its site after a fall.
            if order.target in board.centers and owner not in ("", power):
                hit_counts[space] = hit_counts.get(space, 0) + 1
                is_blocked = state.phase[0] == "F" and space in board.powers[owner].home
                blocked_sites |= {space} if is_blocked else set()
                rows.append({"space": space, "owner": owner, "power": power, "blocked": is_blocked})
        if not rows:
            return scene
        memory = {**state.memory, "bombed": hit_counts, "blocked": sorted(blocked_sites)}
        return scene.with_(replace(state, memory=memory), [Event(DAMAGE, {"rows": rows}, PUBLIC)])

    def supply(self, state: State, board: Board, power: str, answer: int) -> int:
        """W55: a bombed centre yields one half less, whoever owned it and however often."""
        hit_counts: Mapping[str, int] = state.memory.get("bombed", {})
        return answer - sum(
            HALF
            for space in state.centers.get(power, ())
            if hit_counts.get(space, 0) and space in board.center_ids
        )

    def cost(self, arm: str, answer: int) -> int:
        """Rules, 5g: a plane costs half."""
        return PLANE if arm == sky.ARM else answer

    def sites(self, state: State, board: Board, power: str, answer: Names) -> Names:
        """W23: planes are built above the sites of other units; W55: a blocked site is closed."""
        blocked_sites = state.memory.get("blocked", ())
        open_sites = tuple(space for space in answer if space not in blocked_sites)
        if not state.options.get("air"):
            return open_sites
        return (*open_sites, *(f"{space}{sky.SUFFIX}" for space in open_sites))

    def removals(self, state: State, board: Board, power: str, answer: Names) -> Names:
        """W65: the farthest from the own supply centres first, planes by what lies below them.

        Of equals planes go before fleets and fleets before armies, then by name.
        """
        own_spaces = {board.loc_of[space] for space in state.centers.get(power, ())}

        def ground(unit: Unit) -> int:
            return sky.below(board, unit.space) if unit.arm == sky.ARM else unit.space

        return farthest_first(board, answer, own_spaces & board.centers, ground)

    def shows(self, state: State, board: Board, answer: tuple[Event, ...]) -> tuple[Event, ...]:
        """What a power builds or removes may end in a half: in words ("1 1/2") as ``amount``."""

        def tell(row: Mapping[str, Any]) -> Mapping[str, Any]:
            """Of builds no more than there are sites for; "" for nothing."""
            spare, builds = row["spare"], WHOLE * max(row["builds"], 0)
            halves = builds if spare - builds > 1 else abs(spare)
            return {**row, "amount": strength(halves) if halves else ""}

        return retell_centers(answer, tell)

    def request(self, request: Mapping[str, Any], board: Board, answer: State) -> State:
        """Without the option there are no planes; what bombs hit are spaces."""
        texts = [text for texts in answer.units.values() for text in texts]
        texts += [entry.unit for entry in answer.dislodged]
        planes = [text for text in texts if text.startswith(f"{sky.ARM} ")]
        if planes and not answer.options.get("air"):
            raise InputError(f"units: {planes[0]} needs the option 'air'.")
        hit_counts = answer.memory.get("bombed", {})
        blocked_sites = answer.memory.get("blocked", [])
        if not isinstance(hit_counts, dict):
            raise InputError("state.bombed: it has to be an object.")
        for space, times in hit_counts.items():
            if space not in board.spaces or type(times) is not int:
                raise InputError(f"state.bombed.{space}: it has to be a space with a whole number.")
        is_list = isinstance(blocked_sites, list)
        if not is_list or any(space not in board.spaces for space in blocked_sites):
            raise InputError("state.blocked: it has to be a list of spaces.")
        return answer


DAMAGE = "air-damage"
HALF = 1
"""What a damaged centre yields less, in half units."""


build = AirSupply
"""The mechanic."""
