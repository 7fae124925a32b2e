"""Paratroops: planes drop armies (1930s World Diplomacy, rules 5h; option "paratroops").

It needs the air mechanic, whose planes it gives one more order.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from judge.kernel.choice import Example
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Sentence
from judge.rules.dip.contest.explain import Reason
from judge.rules.dip.contest.field import Field
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.contest.questions import Contest
from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order
from judge.rules.dip.seams.mechanic import Mechanic, Ruling
from judge.rules.dip.seams.scene import EVERYTHING, Scene
from judge.rules.dip.seams.sentences import Verb
from judge.rules.mechanics.air import sky
from judge.rules.mechanics.paratroops import drop
from judge.rules.mechanics.paratroops.drop import Carry, Paratroop, attacker, list_drops, obstacle

LOST = "air-lost"


class Paratroops(Mechanic):
    """Drops: they attack like convoyed armies, and what bounces is lost."""

    def orders(self) -> Iterable[type[Order]]:
        """PARATROOP, and the plane's C."""
        return (Paratroop, Carry)

    def examples(self) -> Iterable[Example]:
        """A drop."""
        return (Example("A {a} paratroop {drop}", "a plane drops an army", "paratroop"),)

    def switches(self) -> Mapping[str, Any]:
        """Rules, 5h: optional."""
        return {"paratroops": False}

    def meanings(self) -> Mapping[str, str]:
        """There are drops."""
        return {"paratroops": "whether planes may drop armies"}

    def ruling(self, field: Field, unit: int, answer: Ruling | None) -> Ruling | None:
        """Without the option there are no drops."""
        order, options = field.orders[unit], field.state.options
        drops = isinstance(order, (Paratroop, Carry))
        if drops and not (options.get("paratroops") and options.get("air")):
            return Ruling("illegal", "there are no paratroops in this game")
        return answer

    def deeds(
        self, state: State, board: Board, unit: Unit, others: Sequence[Unit]
    ) -> Iterable[str]:
        """Drops, where the option allows them."""
        return list_drops(board, unit, others) if state.options.get("paratroops") else ()

    def yields(self, contest: Contest, rival: int, unit: int, answer: bool) -> bool:
        """Rules, 5h i: an equal enemy who moves in succeeds as if the drop were not there (W62)."""
        field = contest.field
        orders = field.orders[rival], field.orders[unit]
        if not isinstance(orders[0], Paratroop) or isinstance(orders[1], Paratroop):
            return answer
        equal = contest.attack_strength(unit) == contest.prevent_strength(rival)
        return equal and field.powers[rival] != field.powers[unit]

    def destroyed_units(self, outcome: Outcome, answer: Mapping[int, str]) -> Mapping[int, str]:
        """Rules, 5h ii: an army whose drop bounces is destroyed."""
        field = outcome.field
        return {
            **answer,
            **{
                unit: "the army was lost in the drop"
                for unit in field.contenders
                if isinstance(field.orders[unit], Paratroop)
                and field.target[unit] >= 0
                and not outcome.won[unit]
            },
        }

    def verdict(self, outcome: Outcome, unit: int, answer: str) -> str:
        """A carrier plane is available or disrupted, like a convoying fleet."""
        if isinstance(outcome.field.orders[unit], Carry):
            return {"succeeds": "available", "fails": "disrupted"}.get(answer, answer)
        return answer

    def explains(self, outcome: Outcome, unit: int, answer: Reason) -> Reason:
        """What became of a carrier's drop."""
        field = outcome.field
        if field.verdicts[unit] or not isinstance(field.orders[unit], Carry):
            return answer
        foe = attacker(field, unit)
        by = [field.label(foe)] if foe >= 0 else []
        return obstacle(field, unit) or "the army was dropped", by

    def end(self, scene: Scene, board: Board) -> Scene:
        """Armies that were lost are told of after the moves, not again after a skipped winter."""
        if scene.state.phase[-1] != "M" or scene.tells < EVERYTHING:
            return scene
        outcome = scene.facts["outcome"]
        if not outcome.destroyed_units:
            return scene
        field = outcome.field
        # A unit's own row stands before the rows of lines that named it in vain.
        reasons = {row["unit"]: row["reason"] for row in reversed(scene.rows("results"))}
        rows = [
            {
                "power": field.powers[unit],
                "unit": field.name(unit),
                "reason": reasons[field.name(unit)],
            }
            for unit in outcome.destroyed_units
        ]
        return scene.with_(None, [Event(LOST, {"rows": rows}, PUBLIC)])

    def rephrase(self, sentence: Sentence, answer: Sentence) -> Sentence:
        """A convoy by a plane is a drop."""
        flies = answer.piece is not None and answer.piece.arm == sky.ARM
        return replace(answer, verb=drop.CARRY) if answer.verb == "convoy" and flies else answer

    def verbs(self) -> Mapping[str, Verb]:
        """Drops, their planes, and their supports."""
        return {
            "paratroop": drop.read_paratroop,
            drop.CARRY: drop.read_carry,
            "support": drop.read_support,
        }


build = Paratroops
"""The mechanic."""
