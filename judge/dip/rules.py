"""The seams: the questions that the engine asks of a variant's mechanics.

How a mechanic plugs in
-----------------------
variant.toml lists mechanics: ``mechanics = ["minors", "points"]``. For each, in this order,
``judge.mechanics.<name>.build(rules)`` is called with variant.toml as plain data, and map.toml
under its key "map"; what it returns is a subclass of ``Mechanic`` (one level of subclassing) that
overrides the seams it answers differently. Every other seam keeps the standard answer, and a seam
that nobody overrides is not asked at all: the standard game pays nothing for it.

A question with one answer gets the answer so far as its last argument and returns its own: the
standard one comes first, then each mechanic's in the variant's order. Seams that return several
things (``spaces``, ``orders``) are joined. A mechanic keeps nothing in itself: what it remembers of
a game is plain JSON under its own keys in ``State.memory``.

The seams, by the time at which they are asked
----------------------------------------------
once, when the engine is built (``map_data`` is map.toml):
    spaces, borders, reaches   more board: air spaces, passages, ferries. A Border's ``traits`` come
                               back as ``Move.traits``; ``support=False`` bars supports over it
    powers                     minors and factions with their homes and units (``played=False``)
    orders                     more order types, one class each (see orders/base.py)
    year, kinds                the phases of a year ("SI") and what their letters mean
    switches                   the game's options with their defaults
    memory                     what ``State.memory`` holds at the start

in every phase (a ``Scene`` is the state with the events and facts so far; ``with_`` copies it):
    begin                      as a phase is adjudicated, before its orders: rebuilt minors
    muster                     whose order a unit follows: written orders by power in, out by the
                               power *that owns the units*. Orders for units of powers that the
                               writer ``speaks_for`` have gone to these already
    play                       a phase of the mechanic's own (influence); None: not mine
    end                        when a phase is over, before the next: eliminations
    owners                     who owns which centre, after a fall
    totals, winners            what counts for victory, who has won
    shows                      what is told to whom: events in, events out

in a movement phase, by numbered units (see prepare.Field, resolve.Resolver):
    ruling                     an order that is not carried out though nothing standard is wrong
                               with it: Ruling(verdict, reason). "illegal": the unit holds;
                               "invalid", "fails": it does nothing, but was ordered to move
    force                      what a move or a support weighs, in half units (2 = a unit); 0 for a
                               convoyed army: ``landing_force`` is asked when the routes are known
    landing_force              the same, with ``resolver.landings(unit)`` at hand
    landings                   the sets of waters from which armies land on a shore: each set has
                               routes of its own, and a fleet that one of them needs convoys
    sorties                    whether a won move stays at home: it cuts, bounces and closes its
                               target, but neither relocates nor dislodges
    cuts                       whether an attack that does not dislodge cuts a support
    gives                      whether a support counts (bombs, supports of a moving plane)
    lands                      a last condition on a won move (a plane needs its carrier)
    yields                     whether an attack that would keep another out yields to it
    uprooted, lost             units that have to leave, or are gone, though nobody dislodged them
    retreats                   where a dislodged unit may go
    stranded                   why one that may go nowhere is lost
    verdict, fate              the word for an order's outcome, and how it ends: " dislodged"
    explains                   the reason for it and its causes
Orders of own types (KIND OTHER, phase "M") are in ``field.fresh``; their class has three methods:
``lay(field, unit)`` enters its attack (``field.aim``, ``field.into``) or support (``field.backs``),
``settle(field, unit)`` comes when all orders are laid out, and ``judge(resolver, unit)`` says
whether it succeeds; everybody asks ``resolver.resolve(unit)``. What else has to be asked while
orders wait for each other is put into ``field.questions`` and asked by ``resolver.ask``.

in retreats and adjustments:
    meets                      which of several units that retreat to one space gets there
    supply, cost               what a power may feed, what a unit of an arm costs (half units)
    sites                      the spaces where a power may build
    removals                   which units go first when a power does not say

at the door:
    speaks_for                 the powers that a seat orders
    voices                     names (minors) that press may go to, each with the powers whose
                               players read and answer for it
    known                      the state without what is secret from one power, for trying orders
    survivors                  the played powers still in the game
    given_up                   a power that nobody will play again leaves the game
    decides                    whether a power has something to decide in this phase
    knows                      whether a name in a request is a power
    understand                 a sentence that no standard verb covers -> Reading
    rephrase, verbs            a sentence in the words of the reader; more verbs for it, each a
                               function of (reader, sentence) like its own (see reading.Reader)
    standing                   a power's tasks, facts and warnings
    request, answer            keys of ``judge adjudicate``, in and out
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from judge.dip.board import Board, Border, Power, Reach, Space
from judge.dip.orders.base import Order, Written
from judge.dip.position import Dislodged, State
from judge.kernel.engine import Event, Reading, Standing
from judge.kernel.text import Sentence

if TYPE_CHECKING:
    from judge.dip.field import Field
    from judge.dip.outcome import Outcome
    from judge.dip.reading import Reader, Taken
    from judge.dip.resolve import Resolver

Orders = Mapping[str, tuple[Written, ...]]
"""Written orders by power."""

Verb = Callable[["Reader", Sentence], "list[Taken]"]
"""Reads the sentences of one verb; raises reading.Refused with a sentence for the player."""


class Ruling(Struct, frozen=True):
    """An order that is not carried out: its verdict and the reason."""

    verdict: str
    reason: str


class Scene(Struct, frozen=True):
    """A phase under way: the state so far, what has happened, and facts for ``answer``.

    ``throw`` is the game's dice. ``facts`` are plain JSON that a mechanic hands from one seam to a
    later one of the same phase ("minors": the orders carried out).
    """

    state: State
    events: tuple[Event, ...] = ()
    facts: Mapping[str, Any] = {}
    throw: Callable[[str], int] | None = None

    def with_(
        self, state: State | None = None, events: Iterable[Event] = (), **facts: Any
    ) -> "Scene":
        """The scene with another state, more events and more facts."""
        return replace(
            self,
            state=state or self.state,
            events=(*self.events, *events),
            facts={**self.facts, **facts},
        )


class Mechanic:
    """A mechanic that changes nothing: override the seams that you answer differently."""

    # --- once ---

    def spaces(self, map_data: Mapping[str, Any]) -> Iterable[Space]:
        """More spaces."""
        return ()

    def borders(self, map_data: Mapping[str, Any]) -> Iterable[Border]:
        """More ways between spaces."""
        return ()

    def reaches(self, map_data: Mapping[str, Any]) -> Iterable[Reach]:
        """Supports over more than a border."""
        return ()

    def powers(self, map_data: Mapping[str, Any]) -> Iterable[Power]:
        """More powers."""
        return ()

    def orders(self) -> Iterable[type[Order]]:
        """More order types; they are tried before the standard ones."""
        return ()

    def year(self, answer: tuple[str, ...]) -> tuple[str, ...]:
        """The phases of a year, in order: season and kind letters."""
        return answer

    def kinds(self, answer: Mapping[str, str]) -> Mapping[str, str]:
        """The kinds of phases behind their letters."""
        return answer

    def switches(self) -> Mapping[str, Any]:
        """Options of a game with their defaults."""
        return {}

    def memory(self, map_data: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is remembered when a game starts."""
        return {}

    # --- in every phase ---

    def begin(self, scene: Scene, board: Board) -> Scene:
        """The phase's orders are about to be looked at."""
        return scene

    def muster(self, scene: Scene, board: Board, answer: Orders) -> tuple[Scene, Orders]:
        """The orders by the power whose units follow them."""
        return scene, answer

    def play(self, scene: Scene, board: Board, orders: Orders) -> Scene | None:
        """A whole phase of another kind; the engine moves on to the next phase afterwards."""
        return None

    def end(self, scene: Scene, board: Board) -> Scene:
        """The phase is over; ``scene.state.phase`` still names it."""
        return scene

    def owners(
        self, scene: Scene, board: Board, answer: Mapping[str, tuple[str, ...]]
    ) -> tuple[Scene, Mapping[str, tuple[str, ...]]]:
        """The centres by owner, when a fall is over."""
        return scene, answer

    def totals(self, state: State, board: Board, answer: Mapping[str, int]) -> Mapping[str, int]:
        """The centres that count for victory."""
        return answer

    def winners(
        self, state: State, board: Board, totals: Mapping[str, int], answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Who has won when a fall is over; () while the game goes on."""
        return answer

    def shows(self, state: State, board: Board, answer: tuple[Event, ...]) -> tuple[Event, ...]:
        """The events of a turn as they are told."""
        return answer

    # --- in a movement phase ---

    def ruling(self, field: "Field", unit: int, answer: Ruling | None) -> Ruling | None:
        """Whether an order that is legal on the standard board is carried out."""
        return answer

    def force(self, field: "Field", unit: int, answer: int) -> int:
        """What a move or support weighs, in half units; 0: ask ``landing_force``."""
        return answer

    def landing_force(self, resolver: "Resolver", unit: int, answer: int) -> int:
        """What a convoyed army's attack weighs, its surviving routes being known."""
        return answer

    def landings(self, board: Board, shore: int, answer: tuple[int, ...]) -> tuple[int, ...]:
        """Masks of the waters from which armies land on ``shore``; for each its own routes count.

        A fleet that a route to one of them needs convoys, though a route to another passes it by.
        """
        return answer

    def sorties(self, field: "Field", unit: int, answer: bool) -> bool:
        """Whether a won move stays at home."""
        return answer

    def cuts(self, field: "Field", attacker: int, unit: int, answer: bool) -> bool:
        """Whether an attack cuts the support of ``unit`` without dislodging it."""
        return answer

    def gives(self, resolver: "Resolver", unit: int, answer: bool) -> bool:
        """Whether the support of ``unit`` counts."""
        return answer

    def lands(self, resolver: "Resolver", unit: int, answer: bool) -> bool:
        """Whether a move that beat everybody succeeds."""
        return answer

    def yields(self, resolver: "Resolver", rival: int, unit: int, answer: bool) -> bool:
        """Whether the attack of ``rival``, at least as strong, lets ``unit`` in nevertheless."""
        return answer

    def uprooted(self, outcome: "Outcome", answer: Mapping[int, str]) -> Mapping[int, str]:
        """Units that have to leave after the moves, with the reason."""
        return answer

    def lost(self, outcome: "Outcome", answer: Mapping[int, str]) -> Mapping[int, str]:
        """Units that are gone after the moves, with the reason; their spaces are empty."""
        return answer

    def retreats(self, outcome: "Outcome", unit: int, answer: tuple[int, ...]) -> tuple[int, ...]:
        """The locs to which a unit may retreat."""
        return answer

    def stranded(self, outcome: "Outcome", unit: int, answer: str) -> str:
        """Why a unit without a retreat is lost: the end of a sentence."""
        return answer

    def verdict(self, outcome: "Outcome", unit: int, answer: str) -> str:
        """The word for an order's outcome, without " dislodged"."""
        return answer

    def fate(self, outcome: "Outcome", unit: int, answer: str) -> str:
        """How a verdict ends: "", " dislodged" or " destroyed"."""
        return answer

    def explains(
        self, outcome: "Outcome", unit: int, answer: tuple[str, list[str]]
    ) -> tuple[str, list[str]]:
        """Why an order ended as it did: a sentence, and the orders that caused it."""
        return answer

    # --- in retreats and adjustments ---

    def meets(
        self,
        state: State,
        board: Board,
        units: tuple[Dislodged, ...],
        space: str,
        answer: tuple[Dislodged, ...],
    ) -> tuple[Dislodged, ...]:
        """Which of the units that retreat to one space get there."""
        return answer

    def supply(self, state: State, board: Board, power: str, answer: int) -> int:
        """What a power can feed, in half units."""
        return answer

    def cost(self, arm: str, answer: int) -> int:
        """What a unit costs, in half units."""
        return answer

    def sites(
        self, state: State, board: Board, power: str, answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The spaces where a power may build if they are free."""
        return answer

    def removals(
        self, state: State, board: Board, power: str, answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """A power's units in the order in which they are removed."""
        return answer

    # --- at the door ---

    def speaks_for(
        self, state: State, board: Board, seat: str, answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The powers that the player of a seat orders, itself first."""
        return answer

    def voices(self, state: State, board: Board) -> Mapping[str, tuple[str, ...]]:
        """Names that press may go to, each with the powers that read and answer for it."""
        return {}

    def known(self, state: State, board: Board, power: str, answer: State) -> State:
        """The state as ``power`` knows it ("": an onlooker), others' secrets left out."""
        return answer

    def survivors(self, state: State, board: Board, answer: tuple[str, ...]) -> tuple[str, ...]:
        """The played powers still in the game."""
        return answer

    def given_up(self, scene: Scene, board: Board, power: str) -> Scene:
        """Nobody will play ``power`` again, says the game master."""
        return scene

    def decides(self, state: State, board: Board, power: str, answer: bool) -> bool:
        """Whether a power has something to decide in this phase."""
        return answer

    def knows(self, name: str, answer: bool) -> bool:
        """Whether ``name`` can be a power in a request."""
        return answer

    def understand(
        self,
        sentence: Sentence,
        state: State | None,
        board: Board,
        power: str,
        answer: Reading | None,
    ) -> Reading | None:
        """The reading of a sentence with a verb of this mechanic; None: not mine."""
        return answer

    def rephrase(self, sentence: Sentence, answer: Sentence) -> Sentence:
        """The sentence as a verb of the reader understands it; ``sentence`` is as typed."""
        return answer

    def verbs(self) -> Mapping[str, "Verb"]:
        """More verbs for the reader, or other meanings of its own."""
        return {}

    def standing(
        self, state: State, board: Board, power: str, orders: Sequence[str], answer: Standing
    ) -> Standing:
        """What a power has to decide."""
        return answer

    def request(self, request: Mapping[str, Any], board: Board, answer: State) -> State:
        """The state of a request of ``judge adjudicate``."""
        return answer

    def answer(self, scene: Scene, board: Board, answer: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer of ``judge adjudicate``."""
        return answer


Ask = Callable[..., Any]


class Rules:
    """The mechanics of one variant as one: each seam a function, or None where nobody answers."""

    def __init__(self, mechanics: Sequence[Mechanic] = ()) -> None:
        self.mechanics = tuple(mechanics)
        self.ruling = self._question("ruling")
        self.force = self._question("force")
        self.sorties = self._question("sorties")
        self.cuts = self._question("cuts")
        self.gives = self._question("gives")
        self.lands = self._question("lands")
        self.yields = self._question("yields")
        self.verdict = self._question("verdict")
        self.fate = self._question("fate")
        contest = (self.force, self.sorties, self.gives, self.lands, self.yields)
        self.plain = all(question is None for question in contest)
        """Whether strengths and successes are the standard ones."""
        self._asked = {
            name: self._question(name) for name in vars(Mechanic) if not name.startswith("_")
        }

    def overriding(self, seam: str) -> list[Ask]:
        """The mechanics' own answers to a seam, in the variant's order."""
        return [
            getattr(mechanic, seam)
            for mechanic in self.mechanics
            if getattr(type(mechanic), seam) is not getattr(Mechanic, seam)
        ]

    def _question(self, seam: str) -> Ask | None:
        """A question whose last argument is the answer so far, as one function."""
        voices = self.overriding(seam)
        if len(voices) < 2:
            return voices[0] if voices else None

        def asked(*arguments: Any) -> Any:
            *about, answer = arguments
            for voice in voices:
                answer = voice(*about, answer)
            return answer

        return asked

    def ask(self, seam: str, *arguments: Any) -> Any:
        """The answer to a question outside the hot path; the last argument is the standard one."""
        question = self._asked[seam]
        return arguments[-1] if question is None else question(*arguments)

    def join(self, seam: str, *arguments: Any) -> tuple[Any, ...]:
        """Everything that the mechanics add to a list."""
        return tuple(thing for voice in self.overriding(seam) for thing in voice(*arguments))

    def merge(self, seam: str, *arguments: Any) -> dict[str, Any]:
        """Everything that the mechanics add to a mapping."""
        return {
            key: value
            for voice in self.overriding(seam)
            for key, value in voice(*arguments).items()
        }

    def pass_on(self, seam: str, scene: Scene, board: Board) -> Scene:
        """The scene after each mechanic has had its turn."""
        for voice in self.overriding(seam):
            scene = voice(scene, board)
        return scene

    def given_up(self, scene: Scene, board: Board, power: str) -> Scene:
        """The scene after each mechanic has let ``power`` go."""
        for voice in self.overriding("given_up"):
            scene = voice(scene, board, power)
        return scene

    def landing_force(self, resolver: "Resolver", unit: int) -> int:
        """The force of a convoyed army whose routes matter."""
        return int(self.ask("landing_force", resolver, unit, 2))

    def muster(self, scene: Scene, board: Board, orders: Orders) -> tuple[Scene, Orders]:
        """The orders by the power whose units follow them."""
        for voice in self.overriding("muster"):
            scene, orders = voice(scene, board, orders)
        return scene, orders

    def owners(
        self, scene: Scene, board: Board, centers: Mapping[str, tuple[str, ...]]
    ) -> tuple[Scene, Mapping[str, tuple[str, ...]]]:
        """The centres by owner, when a fall is over."""
        for voice in self.overriding("owners"):
            scene, centers = voice(scene, board, centers)
        return scene, centers

    def play(self, scene: Scene, board: Board, orders: Orders) -> Scene | None:
        """A phase of a mechanic's own, by the first that knows it."""
        for voice in self.overriding("play"):
            played: Scene | None = voice(scene, board, orders)
            if played is not None:
                return played
        return None
