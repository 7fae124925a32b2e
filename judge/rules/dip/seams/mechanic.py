"""A mechanic: what a variant plugs into the engine.

variant.toml lists mechanics: ``mechanics = ["minors", "points"]``. For each, in this order,
``judge.rules.mechanics.<name>.build(rules)`` is called with variant.toml as plain data, and
map.toml under its key "map"; what it returns is a subclass of ``Mechanic`` that overrides the
seams it answers differently. Every other seam keeps the standard answer (``Rules``), and a seam
that nobody overrides is not asked at all: the standard game pays nothing for it.

A question with one answer gets the answer so far as its last argument and returns its own: the
standard one comes first, then each mechanic's in the variant's order. Seams that return several
things (``spaces``, ``orders``) are joined. A mechanic keeps nothing in itself: what it remembers of
a game is plain JSON under its own keys in ``State.memory``.

The seams stand in the order in which they are asked; "Otherwise" names the mechanics that answer
differently.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any

from msgspec import Struct

from judge.kernel.choice import Choice, Example
from judge.kernel.engine import Event, Purse, Standing
from judge.kernel.text import Sentence
from judge.rules.dip.contest.explain import Reason
from judge.rules.dip.contest.field import Field
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.contest.questions import Contest
from judge.rules.dip.ground.board import Board, Border, Power, Reach, Space, Unit
from judge.rules.dip.ground.position import Dislodged, State
from judge.rules.dip.orders.base import Order
from judge.rules.dip.seams.scene import Orders, Scene
from judge.rules.dip.seams.sentences import SentenceReader, Taken, Verb

Names = tuple[str, ...]
"""Powers, spaces or units, by their names, ids or texts."""
Owners = Mapping[str, Names]
"""Centres by owner."""


class Ruling(Struct, frozen=True):
    """An order that is not carried out: its verdict and the reason.

    "illegal": the unit holds; "invalid", "fails": it does nothing, but was ordered to move.
    """

    verdict: str
    reason: str


class Mechanic:
    """A mechanic that changes nothing: override the seams that you answer differently.

    A subclass with a public method that is no seam, or takes another number of arguments than its
    seam, is refused with a TypeError as soon as it is defined: a misspelt seam is never asked.
    """

    def __init__(self, rules: Mapping[str, Any] = {}) -> None:
        """Most need nothing of ``rules``: variant.toml, with map.toml under "map"."""

    def __init_subclass__(cls) -> None:
        """Raise TypeError for a public method that nobody will ever ask."""
        super().__init_subclass__()
        seam_of = dict(seams())
        own_methods = [
            (owner, name, method)
            for owner in cls.__mro__
            if not issubclass(Mechanic, owner)
            for name, method in vars(owner).items()
            if isinstance(method, FunctionType | classmethod | staticmethod | property)
            and not name.startswith("_")
        ]
        for owner, name, method in own_methods:
            if name not in seam_of:
                from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

                near = get_close_matches(name, list(seam_of), 1, 0.5)
                hint = f" (did you mean '{near[0]}'?)" if near else ""
                helpers = "helpers begin with an underscore"
                raise TypeError(f"{owner.__name__}.{name} is not a seam{hint}; {helpers}")
            seam = seam_of[name].__code__
            parameters = seam.co_varnames[: seam.co_argcount]
            code = method.__code__ if isinstance(method, FunctionType) else None
            own = code.co_varnames[: code.co_argcount] if code is not None else ()
            # It takes what its seam gives, and under the seam's own names in its order.
            is_mixed_up = own != parameters and {*own} == {*parameters}
            if len(own) != len(parameters) or is_mixed_up:
                arguments = ", ".join(parameters)
                raise TypeError(f"{owner.__name__}.{name} has to be a method of ({arguments})")

    # --- once: board, calendar, orders, options ---

    def spaces(self, map_data: Mapping[str, Any]) -> Iterable[Space]:
        """More spaces. Otherwise: air."""
        return ()

    def borders(self, map_data: Mapping[str, Any]) -> Iterable[Border]:
        """More ways between spaces.

        A Border's ``traits`` come back as ``Move.traits``; ``support=False`` bars supports over it.
        Otherwise: air, ferries, passages.
        """
        return ()

    def reaches(self, map_data: Mapping[str, Any]) -> Iterable[Reach]:
        """Supports over more than a border. Otherwise: air."""
        return ()

    def powers(self, map_data: Mapping[str, Any]) -> Iterable[Power]:
        """More powers with their homes and units (``played=False``: without a seat).

        Otherwise: control, dummies, factions, minors.
        """
        return ()

    def orders(self) -> Iterable[type[Order]]:
        """More order types; they are tried before the standard ones (orders/base.py).

        Otherwise: air, influence, paratroops, passage, points.
        """
        return ()

    def year(self, answer: tuple[str, ...]) -> tuple[str, ...]:
        """The phases of a year, in order: season and kind letters ("SI"). Otherwise: influence."""
        return answer

    def kinds(self, answer: Mapping[str, str]) -> Mapping[str, str]:
        """The kinds of phases behind their letters. Otherwise: influence."""
        return answer

    def switches(self) -> Mapping[str, Any]:
        """Options of a game with their defaults.

        Otherwise: air, ending, influence, paratroops, points, signals, sites.
        """
        return {}

    def meanings(self) -> Mapping[str, str]:
        """What switches do, in words: "whether there are planes".

        Otherwise: air, ending, influence, paratroops, signals, sites.
        """
        return {}

    def option(self, name: str, value: object, answer: object) -> object:
        """A switch's value as the game keeps it; raises InputError for one that can't be.

        Otherwise: ending, sites.
        """
        return answer

    def examples(self) -> Iterable[Example]:
        """Its orders as HELP ORDERS shows them, in slots for the board's names.

        Otherwise: air, ferries, influence, paratroops, passage, passages, points.
        """
        return ()

    def memory(self, map_data: Mapping[str, Any]) -> Mapping[str, Any]:
        """What ``State.memory`` holds when a game starts.

        Otherwise: disorder, influence, points.
        """
        return {}

    def memory_keys(self) -> Iterable[str]:
        """Keys that ``State.memory`` may have beside those that a game starts with.

        A request whose ``state`` has any other is refused. Otherwise: air.supply.
        """
        return ()

    def can_own(self, board: Board, space: int, answer: bool) -> bool:
        """Whether a power can own a space; ``answer``: whether it is a supply centre.

        Otherwise: build_centres.
        """
        return answer

    # --- in every phase; a ``Scene`` is the state with the events and facts so far ---

    def begin(self, scene: Scene, board: Board) -> Scene:
        """The phase's orders are about to be looked at: minors are rebuilt.

        Otherwise: disorder, minors.
        """
        return scene

    def muster(self, scene: Scene, board: Board, answer: Orders) -> tuple[Scene, Orders]:
        """Whose order a unit follows: orders by writer in, by the power *that owns the units* out.

        Orders for units of powers that the writer ``speaks_for`` have gone to these already.
        Otherwise: air, control, passage, points, sites.
        """
        return scene, answer

    def play(self, scene: Scene, board: Board, orders: Orders) -> Scene | None:
        """A whole phase of another kind (None: not mine); the engine then moves on to the next.

        Otherwise: influence.
        """
        return None

    def end(self, scene: Scene, board: Board) -> Scene:
        """The phase is over; ``scene.state.phase`` still names it.

        Otherwise: air.supply, factions, paratroops, passage, points.
        """
        return scene

    def owners(self, scene: Scene, board: Board, answer: Owners) -> tuple[Scene, Owners]:
        """The centres by owner, when a fall is over.

        Otherwise: build_centres, disorder, influence.
        """
        return scene, answer

    def totals(self, state: State, board: Board, answer: Mapping[str, int]) -> Mapping[str, int]:
        """The centres that count for victory, by power.

        Otherwise: clients, dummies, factions, lead, minors.
        """
        return answer

    def winners(
        self, state: State, board: Board, totals: Mapping[str, int], answer: Names
    ) -> Names:
        """Who has won when a fall is over; () while the game goes on. Otherwise: ending, lead."""
        return answer

    def shows(self, state: State, board: Board, answer: tuple[Event, ...]) -> tuple[Event, ...]:
        """The events of a turn as they are told, and to whom.

        Otherwise: air.supply, build_centres, clients, dummies, influence, lead, minors.
        """
        return answer

    # --- in the contest of a movement phase, and in what is said of it ---

    def ruling(self, field: Field, unit: int, answer: Ruling | None) -> Ruling | None:
        """Why an order that is legal on the standard board is not carried out; None: it is.

        Otherwise: air, ferries, paratroops.
        """
        return answer

    def force(self, field: Field, unit: int, answer: int) -> int:
        """What a move or support weighs, in half units (2 = a unit); 0: ask ``landing_force``.

        Otherwise: air, passages.
        """
        return answer

    def landing_force(self, contest: Contest, unit: int, answer: int) -> int:
        """What a convoyed army's attack weighs, with ``contest.landings(unit)`` at hand.

        Otherwise: passages.
        """
        return answer

    def landings(self, board: Board, shore: int, answer: tuple[int, ...]) -> tuple[int, ...]:
        """Masks of the waters from which armies land on ``shore``; for each its own routes count.

        A fleet that a route to one of them needs convoys, though a route to another passes it by.
        Otherwise: passages.
        """
        return answer

    def sorties(self, field: Field, unit: int, answer: bool) -> bool:
        """Whether a won move stays at home: it cuts, bounces and closes its target, no more.

        Otherwise: sorties.
        """
        return answer

    def cuts(self, field: Field, attacker: int, unit: int, answer: bool) -> bool:
        """Whether an attack cuts the support of ``unit`` without dislodging it.

        Otherwise: passages.
        """
        return answer

    def gives_support(self, contest: Contest, unit: int, answer: bool) -> bool:
        """Whether the support of ``unit`` counts. Otherwise: air."""
        return answer

    def completes_move(self, contest: Contest, unit: int, answer: bool) -> bool:
        """Whether a move that beat everybody succeeds (a plane needs its carrier).

        Otherwise: air.
        """
        return answer

    def yields(self, contest: Contest, rival: int, unit: int, answer: bool) -> bool:
        """Whether the attack of ``rival``, at least as strong, lets ``unit`` in nevertheless.

        Otherwise: paratroops.
        """
        return answer

    def displaced_units(self, outcome: Outcome, answer: Mapping[int, str]) -> Mapping[int, str]:
        """Units that have to leave after the moves though nobody dislodged them, with the reason.

        Otherwise: air.
        """
        return answer

    def destroyed_units(self, outcome: Outcome, answer: Mapping[int, str]) -> Mapping[int, str]:
        """Units that are gone after the moves, with the reason; their spaces are empty.

        Otherwise: paratroops.
        """
        return answer

    def retreats(self, outcome: Outcome, unit: int, answer: tuple[int, ...]) -> tuple[int, ...]:
        """The locs to which a unit may retreat.

        Otherwise: air, control, dummies, ferries, minors.
        """
        return answer

    def explain_no_retreat(self, outcome: Outcome, unit: int, answer: str) -> str:
        """Why a unit without a retreat is lost: the end of a sentence.

        Otherwise: dummies, minors.
        """
        return answer

    def verdict(self, outcome: Outcome, unit: int, answer: str) -> str:
        """The word for an order's outcome, without " dislodged".

        Otherwise: air, cuts, paratroops.
        """
        return answer

    def fate(self, outcome: Outcome, unit: int, answer: str) -> str:
        """How a verdict ends: "", " dislodged" or " destroyed". Otherwise: control."""
        return answer

    def explains(self, outcome: Outcome, unit: int, answer: Reason) -> Reason:
        """Why an order ended as it did: a sentence, and the orders that caused it.

        Otherwise: air, cuts, paratroops.
        """
        return answer

    # --- in retreats, builds and removals ---

    def meets(
        self,
        state: State,
        board: Board,
        units: tuple[Dislodged, ...],
        space: str,
        answer: tuple[Dislodged, ...],
    ) -> tuple[Dislodged, ...]:
        """Which of several units that retreat to one space get there. Otherwise: passages."""
        return answer

    def supply(self, state: State, board: Board, power: str, answer: int) -> int:
        """What a power can feed, in half units. Otherwise: air.supply."""
        return answer

    def cost(self, arm: str, answer: int) -> int:
        """What a unit of an arm costs, in half units. Otherwise: air.supply."""
        return answer

    def sites(self, state: State, board: Board, power: str, answer: Names) -> Names:
        """The spaces where a power may build if they are free.

        Otherwise: air.supply, disorder, dummies, sites.
        """
        return answer

    def removals(self, state: State, board: Board, power: str, answer: Names) -> Names:
        """A power's units in the order in which they are removed if it does not say.

        Otherwise: air.supply, minors.
        """
        return answer

    # --- at the door: for players, and for ``judge adjudicate`` ---

    def speaks_for(self, state: State, board: Board, seat: str, answer: Names) -> Names:
        """The powers that the player of a seat orders, itself first.

        Otherwise: control, factions.
        """
        return answer

    def press_names(self, state: State, board: Board) -> Mapping[str, tuple[str, ...]]:
        """Names that press may go to, each with the powers that read and answer for it.

        Otherwise: control.
        """
        return {}

    def known_state(self, state: State, board: Board, power: str, answer: State) -> State:
        """The state as ``power`` knows it ("": an onlooker), others' secrets left out.

        Otherwise: influence.
        """
        return answer

    def purse(self, state: State, board: Board, power: str, answer: Purse | None) -> Purse | None:
        """What ``power`` may spend in this phase, None if nothing is spent in it.

        Otherwise: influence, points.
        """
        return answer

    def deeds(
        self, state: State, board: Board, unit: Unit, others: Sequence[Unit]
    ) -> Iterable[str]:
        """Orders for ``unit`` beside holds, moves, supports and convoys; impossible ones fall out.

        ``others`` are all units on the board. Otherwise: air, paratroops.
        """
        return ()

    def extras(self, state: State, board: Board, power: str) -> Iterable[Choice]:
        """What ``power`` may order beside its units' orders, builds and removals.

        Otherwise: influence, passage, points.
        """
        return ()

    def survivors(self, state: State, board: Board, answer: tuple[str, ...]) -> tuple[str, ...]:
        """The played powers still in the game. Otherwise: disorder."""
        return answer

    def give_up(self, scene: Scene, board: Board, power: str) -> Scene:
        """Nobody will play ``power`` again, says the game master. Otherwise: disorder."""
        return scene

    def decides(self, state: State, board: Board, power: str, answer: bool) -> bool:
        """Whether a power has something to decide in this phase.

        Otherwise: control, dummies, influence, minors.
        """
        return answer

    def knows(self, name: str, answer: bool) -> bool:
        """Whether ``name`` can be a power in a request. Otherwise: minors."""
        return answer

    def rephrase(self, sentence: Sentence, answer: Sentence) -> Sentence:
        """The sentence as a verb of the reader understands it; ``sentence`` is as typed.

        Otherwise: air.desk, paratroops.
        """
        return answer

    def verbs(self) -> Mapping[str, Verb]:
        """More verbs for the reader, or other meanings of its own.

        Otherwise: air.desk, influence, paratroops, passage, points.
        """
        return {}

    def despite(
        self, reader: SentenceReader, sentence: Sentence, answer: Sequence[Taken]
    ) -> Sequence[Taken]:
        """What is taken of a sentence that its verb refused, nothing otherwise.

        Otherwise: signals.
        """
        return answer

    def standing(
        self, state: State, board: Board, power: str, orders: Sequence[str], answer: Standing
    ) -> Standing:
        """A power's tasks, facts and warnings.

        Otherwise: air, control, factions, influence, points, sites.
        """
        return answer

    def request(self, request: Mapping[str, Any], board: Board, answer: State) -> State:
        """The state of a request of ``judge adjudicate``; raises InputError naming a wrong key.

        Otherwise: air.supply, disorder, dummies, influence, minors, points.
        """
        return answer

    def answer(self, scene: Scene, board: Board, answer: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer of ``judge adjudicate``.

        Otherwise: control, influence, minors, passage, points.
        """
        return answer


def tell_each(kind: str, rows: Iterable[Mapping[str, Any]]) -> list[Event]:
    """To each power its own of some rows."""
    rows_of: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        rows_of.setdefault(row["power"], []).append(row)
    return [Event(kind, {"rows": rows_of[power]}, power) for power in sorted(rows_of)]


def retell_centers(
    events: Iterable[Event], tell: Callable[[Mapping[str, Any]], Mapping[str, Any]]
) -> tuple[Event, ...]:
    """The events of a turn, who owns what in other rows: ``tell`` makes a row of a power's row."""
    return tuple(
        event.knowing(rows=list(map(tell, event.data["rows"])))
        if event.kind == "centers"
        else event
        for event in events
    )


def tell_counts(events: Iterable[Event], totals: Mapping[str, int]) -> tuple[Event, ...]:
    """The same with what some powers count for victory, where that is not their centres' number."""

    def tell(row: Mapping[str, Any]) -> Mapping[str, Any]:
        count = len(row["centers"])
        total = totals.get(row["power"], count)
        return row if total == count else {**row, "counts": total}

    return retell_centers(events, tell)


def seams() -> Iterator[tuple[str, FunctionType]]:
    """Every seam: its name and the method of a mechanic that changes nothing."""
    for name, method in vars(Mechanic).items():
        if isinstance(method, FunctionType) and not name.startswith("_"):
            yield name, method
