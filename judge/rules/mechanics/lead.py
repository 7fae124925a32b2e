"""Victory by centres, a clear lead in a minor counting its centres too (1930s World, rules 4)."""

from collections.abc import Mapping
from typing import Any

from judge.kernel.engine import Event
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams.mechanic import Mechanic, Names, tell_counts
from judge.rules.dip.seams.standard import count_centers
from judge.rules.mechanics.influence import terms
from judge.rules.mechanics.influence.terms import totals


class Lead(Mechanic):
    """``need`` centres win, ``contested`` while another power counts ``near`` or more.

    A minor's centres count for the power whose claim leads the next one by ``lead`` points.
    """

    def __init__(self, rules: Mapping[str, Any]) -> None:
        game = rules["map"]["game"]
        self.need, self.contested = rules["map"]["victory"], game["victory_contested"]
        self.near, self.lead = game["contested_at"], game["minor_sc_lead"]

    def totals(self, state: State, board: Board, answer: Mapping[str, int]) -> Mapping[str, int]:
        """Own centres and those of minors in which a major power leads clearly (W14, W66)."""
        victory_counts = {
            power: center_count
            for power, center_count in answer.items()
            if board.powers[power].played
        }
        for minor in terms.minors(board):
            claims = totals(terms.boxes(state).get(minor, {}), terms.banned_powers(state, minor))
            power, second, *_ = (*sorted(claims, key=lambda name: (-claims[name], name)), "", "")
            # No second claim counts as 0.
            if power and claims[power] - claims.get(second, 0) >= self.lead:
                led = count_centers(board, state.centers.get(minor, ()))
                victory_counts[power] = victory_counts.get(power, 0) + led
        return victory_counts

    def shows(self, state: State, board: Board, answer: tuple[Event, ...]) -> tuple[Event, ...]:
        """Beside a power's centres what it counts for victory, where control is no secret."""
        if state.options.get("hidden"):
            return answer
        center_counts = {name: count_centers(board, ids) for name, ids in state.centers.items()}
        return tell_counts(answer, self.totals(state, board, center_counts))

    def winners(
        self, state: State, board: Board, victory_counts: Mapping[str, int], answer: Names
    ) -> Names:
        """Rules, 4: enough centres, and more of them while another is near."""
        for power in sorted(victory_counts):
            rivals = [total for other, total in victory_counts.items() if other != power]
            need = self.contested if max(rivals, default=0) >= self.near else self.need
            if victory_counts[power] >= need:
                return (power,)
        return ()


build = Lead
"""The mechanic with the numbers of the variant's map."""
