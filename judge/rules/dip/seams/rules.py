"""The rules of one variant: every seam as a question with its standard answer.

Whoever needs a rule asks here: ``rules.cost("A")``. What the standard game says stands beside the
question, in ``standard``, or where it is asked; the mechanics that override the seam then have
their say. ``Game`` has them with all else that stays the same in all games of a variant.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from msgspec import Struct

from judge.kernel.choice import Choice
from judge.kernel.engine import Event
from judge.rules.dip.contest.field import UNIT
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.contest.questions import Contest
from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.ground.position import STANDARD_KINDS, STANDARD_YEAR, Calendar, State
from judge.rules.dip.orders.notation import Notation
from judge.rules.dip.seams import standard
from judge.rules.dip.seams.mechanic import Mechanic, Owners
from judge.rules.dip.seams.scene import Orders, Scene

P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")
MapData = Mapping[str, Any]


class Rules:
    """The mechanics of one variant as one.

    The questions that the resolver asks for every unit are functions that take the standard answer
    as their last argument, or None where nobody answers otherwise, so that they need not be asked.
    """

    def __init__(self, mechanics: Sequence[Mechanic] = ()) -> None:
        self._mechanics = tuple(mechanics)
        self._heard: dict[str, list[Any]] = {}
        self._asked: dict[str, Callable[..., Any]] = {}
        """By the seam's name: who answers it otherwise, and the question that asks them all."""
        self.ruling = self._overridden(Mechanic.ruling)
        self.force = self._overridden(Mechanic.force)
        self.sorties = self._overridden(Mechanic.sorties)
        self.cuts = self._overridden(Mechanic.cuts)
        self.gives_support = self._overridden(Mechanic.gives_support)
        self.completes_move = self._overridden(Mechanic.completes_move)
        self.yields = self._overridden(Mechanic.yields)
        self.verdict = self._overridden(Mechanic.verdict)
        self.fate = self._overridden(Mechanic.fate)
        self.explains = self._overridden(Mechanic.explains)
        contest = (self.force, self.sorties, self.gives_support, self.completes_move, self.yields)
        self.plain = all(seam is None for seam in contest)
        """Whether strengths and successes are the standard ones."""
        self._landing_force = self._pass_on(Mechanic.landing_force)
        self._landings = self._pass_on(Mechanic.landings)
        self._retreats = self._pass_on(Mechanic.retreats)
        self._cost = self._pass_on(Mechanic.cost)
        self.verbs = self.merge(Mechanic.verbs)
        """Verbs beside the reader's own."""
        self.displaced_units = self._pass_on(Mechanic.displaced_units)
        self.destroyed_units = self._pass_on(Mechanic.destroyed_units)
        self.explain_no_retreat = self._pass_on(Mechanic.explain_no_retreat)
        self.meets = self._pass_on(Mechanic.meets)
        self.option = self._pass_on(Mechanic.option)
        self.known_state = self._pass_on(Mechanic.known_state)
        self.purse = self._pass_on(Mechanic.purse)
        self.rephrase = self._pass_on(Mechanic.rephrase)
        self.despite = self._pass_on(Mechanic.despite)
        self.survivors = self._pass_on(Mechanic.survivors)
        self.decides = self._pass_on(Mechanic.decides)
        self.standing = self._pass_on(Mechanic.standing)
        self.request = self._pass_on(Mechanic.request)
        self.answer = self._pass_on(Mechanic.answer)
        self.knows = self._pass_on(Mechanic.knows)
        """Questions whose standard answer whoever asks knows: it is the last argument."""

    # --- how mechanics are asked ---

    def _voices(self, seam: Callable[Concatenate[Mechanic, P], T]) -> list[Callable[P, T]]:
        """The mechanics' own answers to a seam, in the variant's order."""
        name = seam.__name__
        voices = self._heard.get(name)
        if voices is None:
            voices = self._heard[name] = [
                getattr(mechanic, name)
                for mechanic in self._mechanics
                if getattr(type(mechanic), name) is not seam
            ]
        return voices

    def _overridden(self, seam: Callable[Concatenate[Mechanic, P], T]) -> Callable[P, T] | None:
        """A question whose last argument is the answer so far; None if nobody overrides it."""
        voices: list[Callable[..., Any]] = [*self._voices(seam)]
        if len(voices) < 2:
            return voices[0] if voices else None

        def answer_in_turn(*arguments: Any) -> Any:
            *about, answer = arguments
            for voice in voices:
                answer = voice(*about, answer)
            return answer

        return cast("Callable[P, T]", answer_in_turn)

    def _pass_on(self, seam: Callable[Concatenate[Mechanic, P], T]) -> Callable[P, T]:
        """The same, with the last argument as its answer if nobody overrides it."""
        answer = self._asked.get(seam.__name__)
        if answer is None:
            answer = self._overridden(seam) or (lambda *arguments: arguments[-1])
            self._asked[seam.__name__] = answer
        return cast("Callable[P, T]", answer)

    def join(
        self,
        seam: Callable[Concatenate[Mechanic, P], Iterable[T]],
        *about: P.args,
        **_: P.kwargs,
    ) -> list[T]:
        """Everything that the mechanics add to a list: spaces, order types; or nothing."""
        return [thing for voice in self._voices(seam) for thing in voice(*about, **_)]

    def merge(
        self,
        seam: Callable[Concatenate[Mechanic, P], Mapping[K, V]],
        *about: P.args,
        **_: P.kwargs,
    ) -> dict[K, V]:
        """Everything that the mechanics add to a mapping: options, verbs; or nothing."""
        return {
            key: value for voice in self._voices(seam) for key, value in voice(*about, **_).items()
        }

    # --- once ---

    def year(self, answer: tuple[str, ...] = STANDARD_YEAR) -> tuple[str, ...]:
        """The phases of a year: spring and fall moves with their retreats, winter adjustments."""
        return self._pass_on(Mechanic.year)(answer)

    def kinds(self) -> Mapping[str, str]:
        """The kinds of phases by letter: movement, retreat, adjustment."""
        return self._pass_on(Mechanic.kinds)(STANDARD_KINDS)

    def can_own(self, board: Board, space: int) -> bool:
        """Whether a power can own a space: if it is a supply centre."""
        return self._pass_on(Mechanic.can_own)(board, space, space in board.centers)

    # --- in every phase ---

    def begin(self, scene: Scene, board: Board) -> Scene:
        """The scene after each mechanic has had its turn, before the orders are looked at."""
        for voice in self._voices(Mechanic.begin):
            scene = voice(scene, board)
        return scene

    def muster(self, scene: Scene, board: Board, orders: Orders) -> tuple[Scene, Orders]:
        """The orders by the power whose units follow them: by their writers."""
        for voice in self._voices(Mechanic.muster):
            scene, orders = voice(scene, board, orders)
        return scene, orders

    def play(self, scene: Scene, board: Board, orders: Orders) -> Scene | None:
        """A phase of a mechanic's own, by the first that knows it; None if none does."""
        for voice in self._voices(Mechanic.play):
            scene_after = voice(scene, board, orders)
            if scene_after is not None:
                return scene_after
        return None

    def end(self, scene: Scene, board: Board) -> Scene:
        """The scene after each mechanic has had its turn, when the phase is over."""
        for voice in self._voices(Mechanic.end):
            scene = voice(scene, board)
        return scene

    def owners(self, scene: Scene, board: Board) -> tuple[Scene, Owners]:
        """The centres by owner after a fall: those of the units that stand there."""
        answer: Owners = standard.owners(scene.state, board)
        for voice in self._voices(Mechanic.owners):
            scene, answer = voice(scene, board, answer)
        return scene, answer

    def totals(self, state: State, board: Board) -> Mapping[str, int]:
        """What counts for victory: the centres that a power owns."""
        owned = state.centers.items()
        answer = {power: standard.count_centers(board, spaces) for power, spaces in owned}
        return self._pass_on(Mechanic.totals)(state, board, answer)

    def winners(self, state: State, board: Board, need: int) -> tuple[str, ...]:
        """Who has won: whoever counts ``need`` centres, and more than everybody else."""
        totals = self.totals(state, board)
        answer = standard.winners(totals, need)
        return tuple(self._pass_on(Mechanic.winners)(state, board, totals, answer))

    def shows(self, state: State, board: Board, events: Iterable[Event]) -> tuple[Event, ...]:
        """The events as they are told: as they happened."""
        return tuple(self._pass_on(Mechanic.shows)(state, board, tuple(events)))

    # --- in a movement phase ---

    def landing_force(self, contest: Contest, unit: int) -> int:
        """The force of a convoyed army whose routes matter: one unit."""
        return self._landing_force(contest, unit, UNIT)

    def landings(self, board: Board, shore: int) -> tuple[int, ...]:
        """Masks of the waters from which armies land on ``shore``: all waters that touch it."""
        return self._landings(board, shore, (board.seas[shore],))

    def retreats(self, outcome: Outcome, unit: int) -> tuple[int, ...]:
        """Where a unit may retreat: to what is neither occupied, contested nor the attacker's."""
        return tuple(self._retreats(outcome, unit, outcome.open_locs(unit)))

    # --- in retreats and adjustments ---

    def supply(self, state: State, board: Board, power: str) -> int:
        """What a power feeds, in half units: a unit for each supply centre."""
        count = standard.count_centers(board, state.centers.get(power, ()))
        return self._pass_on(Mechanic.supply)(state, board, power, standard.WHOLE * count)

    def cost(self, arm: str) -> int:
        """What a unit of an arm costs, in half units: a whole one."""
        return self._cost(arm, standard.WHOLE)

    def sites(self, state: State, board: Board, power: str) -> tuple[str, ...]:
        """Where a power may build, free or not: in the home centres that it owns."""
        answer = standard.sites(state, board, power)
        return self._pass_on(Mechanic.sites)(state, board, power, answer)

    def removals(self, state: State, board: Board, power: str) -> tuple[str, ...]:
        """A power's units in the order in which they are removed: the farthest from home first."""
        answer = standard.removals(state, board, power)
        return self._pass_on(Mechanic.removals)(state, board, power, answer)

    # --- at the door ---

    @property
    def anybody_speaks_for_others(self) -> bool:
        """Whether a seat may order other powers than its own."""
        return bool(self._voices(Mechanic.speaks_for))

    def speaks_for(self, state: State, board: Board, seat: str) -> tuple[str, ...]:
        """The powers that a seat orders: its own."""
        return tuple(self._pass_on(Mechanic.speaks_for)(state, board, seat, (seat,)))

    def press_names(self, state: State, board: Board) -> dict[str, tuple[str, ...]]:
        """Names without a player that press may go to: none."""
        return self.merge(Mechanic.press_names, state, board)

    def deeds(
        self, state: State, board: Board, unit: Unit, others: Sequence[Unit]
    ) -> Iterator[str]:
        """Orders for a unit beside the standard ones: none."""
        for voice in self._voices(Mechanic.deeds):
            yield from voice(state, board, unit, others)

    def extras(self, state: State, board: Board, power: str) -> Iterator[Choice]:
        """What a power may order beside its units, builds and removals: nothing."""
        for voice in self._voices(Mechanic.extras):
            yield from voice(state, board, power)

    def give_up(self, scene: Scene, board: Board, power: str) -> Scene:
        """The scene after ``power`` was given up: in the standard game nothing happens."""
        for voice in self._voices(Mechanic.give_up):
            scene = voice(scene, board, power)
        return scene


class Game(Struct, frozen=True):
    """The notation with its board, the rules, the year; ``need`` are the centres of a solo.

    ``ownable`` are the spaces that a power can own.
    """

    notation: Notation
    rules: Rules
    calendar: Calendar
    need: int
    ownable: frozenset[str]

    @property
    def board(self) -> Board:
        """The board that the notation reads for."""
        return self.notation.board
