"""Influence: minors are won for a year by secret bids (1930s World Diplomacy, rules 2).

State.memory: ``influence`` {minor: {claimant: {giver: points}}}, ``control`` {minor: [powers]},
``banned`` {minor: [powers]}, ``betrayers`` [powers], ``annexed`` {minor: net centres of the fall}.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from judge.kernel.choice import Choice, Example
from judge.kernel.engine import PUBLIC, Event, Purse, Standing
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order
from judge.rules.dip.seams.mechanic import Mechanic, Owners
from judge.rules.dip.seams.scene import Orders, Scene
from judge.rules.dip.seams.sentences import Verb
from judge.rules.mechanics.influence import betrayal, bidding, disclosure, stakes, terms
from judge.rules.mechanics.influence.betrayal import betrayals, settle_betrayals
from judge.rules.mechanics.influence.stakes import read_bid, read_switch
from judge.rules.mechanics.influence.terms import Tariff


class Influence(Mechanic):
    """An influence phase before every spring, and what follows from it through the year."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self.tariff = Tariff.of(rules)

    def orders(self) -> tuple[type[Order], ...]:
        """BID and SWITCH."""
        return (stakes.Bid, stakes.Switch)

    def examples(self) -> Iterable[Example]:
        """A bid, and one moved from one claim to another."""
        return (
            Example("Bid 7 {minor}", "bids, in influence phases", "bid", topic="influence"),
            Example("Switch 2 {minor} from {power} to {rival}", "turns old support", "switch"),
        )

    def year(self, answer: tuple[str, ...]) -> tuple[str, ...]:
        """W2: the year opens with the bidding."""
        return ("SI", *answer)

    def kinds(self, answer: Mapping[str, str]) -> Mapping[str, str]:
        """The letter of the new phase."""
        return {**answer, "I": "influence"}

    def switches(self) -> Mapping[str, Any]:
        """Rules, 2, optional: control is secret."""
        return {"hidden": False}

    def meanings(self) -> Mapping[str, str]:
        """It is hidden who won it."""
        return {"hidden": "whether it is secret which power controls a minor"}

    def memory(self, map_data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Empty boxes."""
        return {"influence": {}, "control": {}, "banned": {}, "betrayers": [], "annexed": {}}

    def play(self, scene: Scene, board: Board, lines_of: Orders) -> Scene | None:
        """The bidding (W31): income and decay are in the terms; then all lines; then control."""
        state = scene.state
        if state.phase[-1] != "I":
            return None
        desks, entries = bidding.desks(state, board, self.tariff, lines_of)
        table = bidding.gather(desks)
        memory_after = {
            **state.memory,
            "influence": table,
            "control": bidding.controllers(state, board, table),
            "annexed": {},
        }
        state_after = replace(state, memory=memory_after)
        bids = [disclosure.row(it) for it in entries if not stakes.takes_back(it.line.order)]
        news = Event(disclosure.BIDS, {"rows": bids}, PUBLIC)
        events = [news, disclosure.claims(state_after, board)]
        return scene.with_(state_after, events, bids=list(map(disclosure.row, entries)))

    def owners(self, scene: Scene, board: Board, answer: Owners) -> tuple[Scene, Owners]:
        """W11: betrayal takes effect when a fall's ownership is set."""
        state = scene.state
        after = settle_betrayals(state, board, answer)
        rows = [
            {"power": power, "minor": minor, "control": after["control"].get(minor, [])}
            for power, minor in betrayals(state, board, answer)
        ]
        news = [Event(disclosure.BETRAYAL, {"rows": rows}, PUBLIC)] if rows else []
        return scene.with_(replace(state, memory=after), news), answer

    def shows(self, state: State, board: Board, answer: tuple[Event, ...]) -> tuple[Event, ...]:
        """What belongs to the phase that waits: numbers before a bidding, else who rules whom."""
        if state.phase[-1] == "I":
            answer = (*answer, *disclosure.before(state, board, self.tariff))
        elif not any(event.kind == disclosure.CLAIMS for event in answer):
            rows = [
                {"minor": minor, "control": list(terms.control(state, minor))}
                for minor in terms.living_minors(state, board)
            ]
            answer = (*answer, Event(disclosure.CONTROL, {"rows": rows}, PUBLIC))
        if not state.options.get("hidden"):
            return answer
        return tuple(part for event in answer for part in disclosure.hide(event, board))

    def known_state(self, state: State, board: Board, power: str, answer: State) -> State:
        """With hidden control: a power's own points, and the minors that it controls.

        Who else is in a Coalition and who else betrayed a minor is no part of it.
        """
        if not state.options.get("hidden"):
            return answer
        memory = answer.memory
        influence: dict[str, dict[str, dict[str, int]]] = {}
        for minor, box in memory["influence"].items():
            own = {name: {power: stacks[power]} for name, stacks in box.items() if power in stacks}
            if own:
                influence[minor] = own
        rulers_of, banned_of = memory["control"], memory.get("banned", {})
        own_secrets = {
            "influence": influence,
            "control": {minor: [power] for minor, them in rulers_of.items() if power in them},
            "banned": {minor: [power] for minor, them in banned_of.items() if power in them},
            "betrayers": [power] if power in memory.get("betrayers", ()) else [],
        }
        return replace(answer, memory={**memory, **own_secrets})

    def purse(self, state: State, board: Board, power: str, answer: Purse | None) -> Purse | None:
        """The income of the year, what one bid may take of it, and the minors that are closed."""
        if state.phase[-1] != "I":
            return answer
        living_minors = terms.living_minors(state, board)
        return Purse(
            "BID",
            self.tariff.purse(state, board, power),
            self.tariff.limit(state) or 0,
            closed=tuple(
                minor
                for minor in terms.minors(board)
                if minor not in living_minors or power in terms.banned_powers(state, minor)
            ),
        )

    def extras(self, state: State, board: Board, power: str) -> Iterable[Choice]:
        """Bids and switches, where there is a bidding."""
        purse = self.purse(state, board, power, None)
        if purse is None:
            return ()
        return bidding.list_choices(state, board, self.tariff, power, purse)

    def decides(self, state: State, board: Board, power: str, answer: bool) -> bool:
        """In a bidding whoever has points to bid or to switch."""
        if state.phase[-1] != "I":
            return answer
        open_boxes = terms.open_boxes(state, board, self.tariff)
        desk = bidding.Desk(state, board, power, self.tariff, open_boxes)
        return bool(desk.major and (desk.purse or desk.old))

    def verbs(self) -> Mapping[str, Verb]:
        """Bids and switches as they are typed."""
        return {"bid": read_bid, "switch": read_switch}

    def standing(
        self, state: State, board: Board, power: str, texts: Sequence[str], answer: Standing
    ) -> Standing:
        """The purse in figures while bids are made; warnings of a betrayal when units go."""
        if state.phase[-1] in "MR":
            warnings = betrayal.warnings(state, board, power, answer.tasks)
            bombs = betrayal.warn_of_bombs(state, board, power, answer.tasks)
            return replace(answer, warnings=(*answer.warnings, *warnings, *bombs))
        if state.phase[-1] != "I":
            return answer
        return disclosure.standing_of_bids(state, board, self.tariff, power, texts)

    def request(self, request: Mapping[str, Any], board: Board, answer: State) -> State:
        """Refuse a state that makes no sense."""
        terms.check_memory(answer.memory, board)
        return answer

    def answer(self, scene: Scene, board: Board, answer: Mapping[str, Any]) -> Mapping[str, Any]:
        """The bids among the results."""
        return {**answer, "results": [*answer["results"], *scene.facts.get("bids", ())]}


build = Influence
"""The mechanic with the numbers of the variant's map."""
