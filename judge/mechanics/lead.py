"""Victory by centres, a clear lead in a minor counting its centres too (1930s World, rules 4)."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from judge.dip.ground.board import Board
from judge.dip.ground.position import State
from judge.dip.seams.mechanic import Mechanic
from judge.dip.seams.standard import count_centers
from judge.kernel.engine import Event
from judge.mechanics.influence import terms
from judge.mechanics.influence.boxes import totals


class Lead(Mechanic):
    """``need`` centres win, ``contested`` while another power counts ``near`` or more.

    A minor's centres count for the power whose claim leads the next one by ``lead`` points.
    """

    def __init__(self, need: int, contested: int, near: int, lead: int) -> None:
        self.need, self.contested, self.near, self.lead = need, contested, near, lead

    def totals(self, state: State, board: Board, answer: Mapping[str, int]) -> Mapping[str, int]:
        """Own centres and those of minors in which a major power leads clearly (W14, W66)."""
        counted = {power: owned for power, owned in answer.items() if board.powers[power].played}
        for minor in terms.minors(board):
            power = self._leader(state, minor)
            if power:
                counted[power] = counted.get(power, 0) + count_centers(state, board, minor)
        return counted

    def _leader(self, state: State, minor: str) -> str:
        """The power with a clear lead in a minor's box; no second claim counts as 0."""
        claims = totals(terms.boxes(state).get(minor, {}), terms.banned_powers(state, minor))
        ranked = sorted(claims, key=lambda name: (-claims[name], name))
        if not ranked:
            return ""
        second = claims[ranked[1]] if len(ranked) > 1 else 0
        return ranked[0] if claims[ranked[0]] - second >= self.lead else ""

    def shows(self, state: State, board: Board, answer: tuple[Event, ...]) -> tuple[Event, ...]:
        """Beside a power's centres what it counts for victory, where control is no secret."""
        if state.options.get("hidden"):
            return answer
        owned = {name: count_centers(state, board, name) for name in state.centers}
        counted = self.totals(state, board, owned)
        return tuple(
            replace(event, data={**event.data, "rows": _add_counts(event.data["rows"], counted)})
            if event.kind == "centers"
            else event
            for event in answer
        )

    def winners(
        self, state: State, board: Board, counted: Mapping[str, int], answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Rules, 4: enough centres, and more of them while another is near."""
        for power in sorted(counted):
            rivals = [total for other, total in counted.items() if other != power]
            need = self.contested if max(rivals, default=0) >= self.near else self.need
            if counted[power] >= need:
                return (power,)
        return ()


def _add_counts(
    rows: Iterable[Mapping[str, Any]], counted: Mapping[str, int]
) -> list[Mapping[str, Any]]:
    """The rows, each that counts another number than its centres with that number."""
    return [
        {**row, "counts": counted[row["power"]]}
        if counted.get(row["power"], len(row["centers"])) != len(row["centers"])
        else row
        for row in rows
    ]


def build(rules: Mapping[str, Any]) -> Lead:
    """The mechanic with the numbers of the variant's map."""
    game = rules["map"]["game"]
    return Lead(
        need=rules["map"]["victory"],
        contested=game["victory_contested"],
        near=game["contested_at"],
        lead=game["minor_sc_lead"],
    )
