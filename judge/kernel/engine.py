"""The engine door: all that mail, store, clock and reports know of a game's rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, structs

from judge.kernel.choice import Choice
from judge.kernel.errors import InputError
from judge.kernel.text import Problem, Sentence, Span

PUBLIC = "*"
"""Audience of an event that everybody may see."""
GM = "gm"
"""Audience of an event that only the game master may see."""


class Phase(Struct, frozen=True):
    """A phase: its id ("S1901M"), its title ("Spring 1901 movement") and its kind.

    ``kind`` chooses the clock: "movement", "retreat", "adjustment", or a variant's own
    ("influence", "deployment").
    """

    id: str
    title: str
    kind: str


class Event(Struct, frozen=True):
    """Something that happened or is so: ``kind`` names its template, ``data`` is plain JSON.

    ``audience`` is PUBLIC, GM, the name of the one power that may see it, or the address of the one
    reader: whoever wrote what it answers. Only ``judge.kernel.audience`` reads it.
    """

    kind: str
    data: Mapping[str, Any]
    audience: str

    def knowing(self, **facts: Any) -> "Event":
        """The same event, for the same audience, with further or other facts."""
        return structs.replace(self, data={**self.data, **facts})


class Order(Struct, frozen=True):
    """One order that an engine took, in canonical form.

    Of two orders of one power with the same ``key`` the later one counts; an empty key adds. A key
    that ends in "+" adds to those of the same letter and takes the place of an earlier letter's.
    ``note`` is a sentence for the player: the order is taken, but.
    """

    text: str
    key: str
    span: Span
    typed: str
    note: str = ""


class Reading(Struct, frozen=True):
    """What an engine made of sentences: the orders it takes and the problems it found."""

    orders: tuple[Order, ...] = ()
    problems: tuple[Problem, ...] = ()


class Task(Struct, frozen=True):
    """One thing that a power has to decide in this phase.

    ``subject`` is how it is shown ("A PAR", "build 1 of 2"), ``order`` the canonical order that
    stands for it (empty: none yet), ``otherwise`` what happens without one ("holds"),
    ``form`` a line to fill in ("A PAR - "), ``options`` legal orders worth offering.
    ``points``: it is to spend points, and NO POINTS answers it as well. ``shared``: its order is
    that of an earlier task, whose unit goes the same way by it (a stack).
    """

    subject: str
    order: str
    otherwise: str
    form: str
    options: tuple[str, ...] = ()
    points: bool = False
    shared: bool = False


class Standing(Struct, frozen=True):
    """A power's orders as they stand: its tasks, orders beside them, and warnings in words.

    ``extra`` are stored orders that answer no task (points, bids, permissions).
    ``facts`` are lines of arithmetic for the acknowledgement ("DP: 3 to spend, 2 used, 1 left").
    ``forms`` are lines to fill in for what answers no task, and may be left blank.
    ``void`` are those of the warnings that tell of lines which would be forfeited or back nothing,
    ``unspent`` the points to bid in this phase that would be lost, and ``advice`` those of the
    facts and warnings that are for who may still spend them.
    """

    tasks: tuple[Task, ...] = ()
    extra: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    void: tuple[str, ...] = ()
    unspent: int = 0
    advice: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every task has an order."""
        return all(task.order for task in self.tasks)


class Place(Struct, frozen=True):
    """A place where pieces can stand: a space ("STP"), or one of its coasts ("STP/NC").

    ``kind`` is the space's ("land", "coast", "sea", or a variant's own); ``worth`` is what it adds
    to whoever owns it: 1 for a supply centre, the value of a space of 1930!.
    """

    id: str
    space: str
    name: str
    kind: str
    worth: int = 0


class Ground(Struct, frozen=True):
    """A board as data: places by id, and for each arm where a step leads to from each place.

    With purses and choices it is what a program has to know to play by itself.
    """

    places: Mapping[str, Place]
    steps: Mapping[str, Mapping[str, tuple[str, ...]]]
    homes: Mapping[str, tuple[str, ...]]
    """Power -> the spaces that it is at home in, minors and factions included."""


class Purse(Struct, frozen=True):
    """What a power may spend in the phase that waits.

    ``kind`` is the verb of the order that spends it ("DP", "BID", "ALLOCATE", "BUY"; "REMOVE" where
    ``points`` are owed); ``most`` caps what may go to one thing (0: no cap), ``lot`` is what
    amounts are multiples of. ``closed`` are those to whom nothing may go: a minor that was
    betrayed, has fallen, or is somebody's ally.
    """

    kind: str
    points: int
    most: int = 0
    lot: int = 1
    closed: tuple[str, ...] = ()


class Dice(Protocol):
    """Throws of 1 to 100 by event key: the same key always gives the same throw."""

    def throw(self, key: str) -> int:
        """Return the throw, 1..100, of the event ``key`` ("1930-01M|C|1|ANG|...")."""


State = TypeVar("State")
"""An engine's own state; everybody else only carries it."""


class Turn(Struct, Generic[State], frozen=True):
    """What a phase led to: the state that follows and what happened, in telling order.

    ``winners`` is empty while the game goes on.
    """

    state: State
    events: tuple[Event, ...]
    winners: tuple[str, ...] = ()


class Engine(Protocol[State]):
    """One variant's rules. Pure: no clock, no files, no randomness; arguments stay unchanged.

    Powers are named in full. Orders go in and out as canonical strings (notation of RULES.md).
    """

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers that people play, in the variant's order."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of phases that there can be, "movement" first: each may have its own clock."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The options that ``start`` knows, with their standard values."""

    def choose(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """All options as a game has them that chooses some. Raises InputError for a wrong one."""

    def start(self, options: Mapping[str, Any], dice: Dice) -> Turn[State]:
        """Set up the first phase. Raises InputError for an option that does not exist."""

    def phase(self, state: State) -> Phase:
        """The phase that waits for orders."""

    def units(self, state: State) -> Mapping[str, Sequence[str]]:
        """The units on the board by power ("A PAR", "L5 LON"), as everybody sees them.

        One that has to retreat ends with the word: "A TRI dislodged".
        """

    def later(self, state: State, phase: str) -> Phase | None:
        """The phase of this id if it can come within five years of the present one, else None."""

    def known_state(self, state: State, power: str) -> State:
        """The state as the player of ``power`` ("": an onlooker) knows it, without others' secrets.

        What becomes of it is only an example: for trying orders out, never for the game.
        """

    def speaks_for(self, state: State, seat: str) -> tuple[str, ...]:
        """The powers that the player of ``seat`` orders: itself first, then any it runs."""

    def press_names(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """Names beside ``powers`` that press may go to, each with who reads and answers for it.

        These are powers that people play, maybe none at present. Who they are is a secret.
        """

    def read(self, sentences: Sequence[Sentence], state: State | None, power: str) -> Reading:
        """Hold sentences against the board: take them as orders or say what is wrong.

        ``state`` None: there is no board, names and arms alone decide. ``power`` "": anybody's
        units may be ordered. A seat that runs several powers may order all of them.
        """

    def works(self, state: State, order: str) -> bool:
        """Whether a canonical order that ``read`` takes can come about as the pieces stand.

        A convoy cannot where no fleet could carry it. For what is offered, not for what is taken.
        """

    def standing(self, state: State, power: str, orders: Sequence[str]) -> Standing:
        """What ``power`` has to decide and how ``orders`` (canonical) answer it."""

    def legal_orders(
        self, state: State, power: str, unit: str = "", goal: str = ""
    ) -> Iterator[Choice]:
        """Every order that ``power`` may give, one by one: what it has to decide, then the rest.

        A unit's are its hold, moves, supports, and the convoys and voyages for which carriers
        stand there, then what its variant adds; beside tasks there are points, bids, permissions.
        Only those of ``unit`` ("A PAR"), and those that name ``goal`` ("BUR", "Turkey"), if given.
        """

    def turn(self, state: State, orders: Mapping[str, Sequence[str]], dice: Dice) -> Turn[State]:
        """Adjudicate the phase. Powers without orders may be missing."""

    def advance(self, state: State, orders: Mapping[str, Sequence[str]], dice: Dice) -> State:
        """The state that ``turn`` leads to, with nothing told: for whoever tries many turns."""

    def worth(self, state: State) -> Mapping[str, int]:
        """What each played power counts for by the variant's own measure of victory."""

    def purse(self, state: State, power: str) -> Purse | None:
        """What ``power`` may spend in this phase, None if nothing is spent in it."""

    @property
    def ground(self) -> Ground:
        """The board as data."""

    def describe(self, state: State) -> tuple[Event, ...]:
        """The position as events, for STATUS, joins and reports."""

    def give_up(self, state: State, seat: str) -> Turn[State]:
        """What becomes of the powers of a seat whose player is gone for good; often nothing."""

    def survivors(self, state: State) -> tuple[str, ...]:
        """The played powers still in the game: who shares a draw, whose vote counts."""

    def adjudicate(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Adjudicate one position given as JSON (notation of ``judge adjudicate``).

        Raises InputError, naming the key that is wrong.
        """

    def position(self, request: Mapping[str, Any]) -> State:
        """The state of a request of ``judge adjudicate``; keys that are missing are defaults."""

    def orders(self, request: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
        """The orders of such a request. Raises InputError, naming the key that is wrong."""

    def request(self, state: State) -> dict[str, Any]:
        """The request that asks for this position: ``position`` of it is the same state."""

    def dump(self, state: State) -> bytes:
        """The state as JSON; ``load`` of it is the same state."""

    def load(self, raw: bytes) -> State:
        """The state that ``dump`` wrote."""


REASONS = "reasons"
_LEFT_OUT = ("by", "reason")


def wants_reasons(request: Mapping[str, Any]) -> bool:
    """Whether a request asks for reasons, as it does unless it says no; raises InputError."""
    answer = request.get(REASONS, True)
    if not isinstance(answer, bool):
        raise InputError(f"{REASONS}: it has to be true or false.")
    return answer


def read_throws(request: Mapping[str, Any]) -> Sequence[int]:
    """The throws that a request gives, checked in games without dice too; raises InputError."""
    throws = [] if request.get("dice") is None else request["dice"]
    if not isinstance(throws, list | tuple) or not all(
        type(throw) is int and 1 <= throw <= 100 for throw in throws
    ):
        raise InputError("dice: a list of whole numbers from 1 to 100 is needed.")
    return throws


def strip_reasons(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Results without who caused them and why."""
    return [{key: row[key] for key in row if key not in _LEFT_OUT} for row in rows]


def tidy(groups: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Groups by power, powers and members sorted, empty groups left out."""
    return {power: tuple(sorted(groups[power])) for power in sorted(groups) if groups[power]}
