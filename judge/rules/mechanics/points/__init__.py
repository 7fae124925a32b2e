"""Diplomacy points: sealed bids for the orders of minor powers' units (1926, 1936).

The parts of the mechanic are ``bids`` (how a line is written, what it means on the board, what
makes a possible one void), ``auction`` (which order wins), ``accounts`` (budgets, the ledger, and
who is told what of it) and ``reckoning`` (a power's own arithmetic before the deadline). The
numbers stand in [points] of variant.toml.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from judge.kernel.choice import Choice, Example, attacking
from judge.kernel.engine import PUBLIC, Event, Purse, Standing
from judge.kernel.errors import InputError
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import SEASONS, State, standing_units
from judge.rules.dip.orders.base import Order, Written
from judge.rules.dip.orders.instead import Possible
from judge.rules.dip.orders.move import Hold
from judge.rules.dip.seams.scene import EVERYTHING, Orders, Scene
from judge.rules.dip.seams.sentences import Verb
from judge.rules.mechanics import cast
from judge.rules.mechanics.cast import WithCast, alive
from judge.rules.mechanics.clients import Bonus
from judge.rules.mechanics.points import accounts, auction, bids, reckoning
from judge.rules.mechanics.points.accounts import Income, Ledger
from judge.rules.mechanics.points.bids import NOTHING, Limits, Points

TOTALS, FORFEITS = "announce_totals", "announce_forfeits"
"""The options: publish what the winning orders cost, publish who forfeited its points."""


class Bidding(WithCast):
    """Sealed points for minors' orders; the numbers stand in [points] of variant.toml."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        super().__init__(rules)
        self.limits, self.income, self.bonus = Limits.of(rules), Income.of(rules), Bonus.of(rules)
        self.first = str(rules["phases"]["first"])
        self.seasons = {**SEASONS, **rules["phases"].get("names", {})}
        options = rules.get("options", {})
        self.options = {name: bool(options.get(name)) for name in (TOTALS, FORFEITS)}

    # --- once ---

    def orders(self) -> Iterable[type[Order]]:
        """Lines of points."""
        return (Points,)

    def examples(self) -> Iterable[Example]:
        """Points for a hold, and for a move where minors may be moved."""
        hold = Example(
            "DP 2: {minor_unit} H", "points for a minor's order", "points", topic="points"
        )
        move = Example("DP 1: {minor_unit} - {minor_goal}", "a point for its move", "points")
        return (hold, move) if self.limits.moves else (hold,)

    def switches(self) -> Mapping[str, Any]:
        """What the game master may publish."""
        return self.options

    def memory(self, map_data: Mapping[str, Any]) -> Mapping[str, Any]:
        """The movement turns are counted."""
        return {cast.PLAYED_TURNS: 0}

    # --- in every phase ---

    def muster(self, scene: Scene, board: Board, answer: Orders) -> tuple[Scene, Orders]:
        """The minors' units follow the orders with most points; the lines themselves vanish."""
        rest, point_lines = bids.split_bid(answer)
        if scene.state.phase[-1] != "M":
            return scene, rest
        book = self._reckon(scene.state, board, rest, point_lines)
        deeds = {lot.unit: lot.winner.order for lot in book.lots if lot.winner is not None}
        minors = {
            # A hold that nobody paid for has to look like one that somebody did.
            name: tuple(
                Written(name, order.text, order)
                for unit in map(board.unit, units)
                for order in [deeds.get(unit.text, Hold.of(unit))]
            )
            for name, units in scene.state.units.items()
            if self.cast.is_minor(name)
        }
        return scene.with_(None, (), ledger=book), {**rest, **minors}

    def _reckon(self, state: State, board: Board, rest: Orders, point_lines: Orders) -> Ledger:
        """The whole reckoning of a turn; a line of no points takes an earlier one back."""
        lines = bids.examine_bids(state, board, self.limits, rest, point_lines)
        paid_bids = tuple(bid for bid in lines if bid.points)
        payers = {bid.power for bid in paid_bids}
        living_powers = {power for power in self.cast.great if alive(state, power)}
        purses = {
            power: self.income.purse(state, power) for power in sorted(payers | living_powers)
        }
        book = Ledger(cast.turn_title(state.phase, self.seasons), paid_bids, (), purses, ())
        overspenders = (
            power for power, purse in purses.items() if book.sum_spent(power) > purse.points
        )
        book = replace(book, forfeits=tuple(overspenders))
        return replace(book, lots=auction.lots(book.judge_bids(), self.bonus, state))

    def end(self, scene: Scene, board: Board) -> Scene:
        """Tell everybody what he may know, and the next budgets when they are certain."""
        state, news = scene.state, list[Event]()
        season, kind = state.phase[0], state.phase[-1]
        if kind == "M":
            played = cast.count_played(state) + 1
            state = replace(state, memory={**state.memory, cast.PLAYED_TURNS: played})
        if scene.tells != EVERYTHING:
            return scene.with_(state)
        if kind == "M":
            book: Ledger = scene.facts["ledger"]
            if state.options.get(TOTALS):
                news.append(accounts.totals(book))
            if state.options.get(FORFEITS) and book.forfeits:
                news.append(Event("forfeits", {"powers": list(book.forfeits)}, PUBLIC))
            news += accounts.private(book, scene.rows("results"))
            news.append(accounts.summary(book))
        # A fall's centres have to be settled before the next budgets are told.
        is_settled = kind == "M" if season == "S" else not state.dislodged
        if season != "W" and is_settled and not state.winners:
            turn = cast.next_turn_title(state.phase, self.seasons)
            for power in (name for name in sorted(self.cast.great) if alive(state, name)):
                purse = self.income.purse(state, power)
                data = {"turn": turn, "points": purse.points, "sum": purse.sum}
                news.append(Event("own-budget", data, power))
        return scene.with_(state, news)

    # --- at the door ---

    def verbs(self) -> Mapping[str, Verb]:
        """Lines of points, and orders that should have been some."""
        unpaid = partial(reckoning.read_unpaid, limits=self.limits)
        return {
            **dict.fromkeys(("points", "bid"), partial(reckoning.read_points, limits=self.limits)),
            **dict.fromkeys(("hold", "move", "support"), unpaid),
        }

    def standing(
        self, state: State, board: Board, power: str, orders: Sequence[str], answer: Standing
    ) -> Standing:
        """A power's own arithmetic: budget, spent, left, bonus, and what breaks which rule."""
        spends = power in self.cast.great and alive(state, power)
        if state.phase[-1] != "M" or not spends:
            return answer
        lines = reckoning.reread(power, orders, board)
        book = self._reckon(state, board, *bids.split_bid({power: lines}))
        extra = tuple(text for text in answer.extra if not text.startswith(NOTHING))
        minors = (units for name, units in state.units.items() if self.cast.is_minor(name))
        sample = next((text for units in minors for text in units), "")
        return reckoning.add_sums(book, power, replace(answer, extra=extra), sample)

    def purse(self, state: State, board: Board, power: str, answer: Purse | None) -> Purse | None:
        """The budget of a movement turn."""
        if state.phase[-1] != "M" or power not in self.cast.great or not alive(state, power):
            return answer
        points = self.income.purse(state, power).points
        return Purse("DP", points, self.limits.on_one_unit)

    def extras(self, state: State, board: Board, power: str) -> Iterable[Choice]:
        """Points, in every amount, for every order of a minor's unit that counts."""
        purse = self.purse(state, board, power, None)
        if purse is None:
            return
        possible = Possible(standing_units(state, board), board)
        minors_units = [
            board.unit(text)
            for minor, texts in state.units.items()
            for text in texts
            if self.cast.is_minor(minor)
        ]
        deeds = [Points.of(1, deed) for unit in minors_units for deed in possible.orders(unit)]
        lines = [Written(power, deed.text, deed) for deed in deeds]
        amounts = range(1, min(purse.points, purse.most or purse.points) + 1)
        for bid in bids.list_sound(state, board, self.limits, power, lines):
            # None beside an own attack on the unit where that is banned.
            bars = (attacking(bid.space),) if self.limits.attack_ban else ()
            for points in amounts:
                text = Points.of(points, bid.order).text
                yield Choice(text, f"points for {bid.unit}", price=points, bars=bars)

    def request(self, request: Mapping[str, Any], board: Board, answer: State) -> State:
        """How many turns were played, as a request says or as its phase does."""
        # A year has two, spring and fall; a retreat or winter phase comes after its season's turn.
        begun, now = (
            2 * int(phase[1:-1]) + (phase[0] != "S") + (phase[-1] != "M")
            for phase in (self.first, answer.phase)
        )
        turn_count = answer.memory.get(cast.PLAYED_TURNS, max(0, now - begun))
        if type(turn_count) is not int or turn_count < 0:
            raise InputError(f"state.{cast.PLAYED_TURNS}: it has to be a number of turns.")
        return replace(answer, memory={**answer.memory, cast.PLAYED_TURNS: turn_count})

    def answer(self, scene: Scene, board: Board, answer: Mapping[str, Any]) -> Mapping[str, Any]:
        """Who forfeited its points."""
        book: Ledger | None = scene.facts.get("ledger")
        return {**answer, "forfeits": list(book.forfeits) if book is not None else []}


build = Bidding
"""The mechanic by variant.toml and the map."""
