"""The front door for programs: ``import judge`` and what ``judge.load`` gives.

Positions, orders and answers are the plain JSON of ``judge adjudicate`` (docs/notation.md); what
is wrong with one is raised as InputError, whose sentence begins with the key that is wrong.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NotRequired, TypedDict, Unpack, cast

import msgspec
from msgspec import Struct

from judge.catalog import parse, shelves
from judge.catalog import variant as catalog
from judge.kernel.choice import Choice
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Event, Ground, Purse
from judge.kernel.errors import InputError

Units = Mapping[str, Sequence[str]]
"""Texts by power: its units ("A PAR"), its centres ("PAR"), its orders ("A PAR - BUR")."""


class Position(TypedDict, total=False):
    """A position; keys that don't apply to a variant are left out (docs/notation.md)."""

    variant: str
    phase: str
    units: Units
    centers: Units
    dislodged: Units
    options: Mapping[str, Any]
    state: Mapping[str, Any]


class Request(Position, total=False):
    """A position with its orders, to be adjudicated.

    ``dice`` are the throws of 1930! to use, ``reasons`` False leaves ``by`` and ``reason`` out.
    """

    id: Any
    orders: Units
    dice: Sequence[int]
    reasons: bool


class Result(TypedDict):
    """What became of one order."""

    power: str
    unit: str
    order: str
    text: str
    verdict: str
    by: NotRequired[list[str]]
    reason: NotRequired[str]


class Answer(TypedDict):
    """What came of a request; which keys a variant adds is in docs/notation.md."""

    id: Any
    phase: str
    next: str | None
    after: dict[str, list[str]]
    results: list[Result]
    disbanded: list[str]
    state: dict[str, Any]
    winner: str | None
    winners: NotRequired[list[str]]
    dislodged: NotRequired[dict[str, list[str]]]
    centers: NotRequired[dict[str, list[str]]]
    minors: NotRequired[dict[str, str]]
    forfeits: NotRequired[list[str]]
    rolls: NotRequired[list[dict[str, Any]]]
    values: NotRequired[dict[str, int]]


class Understood(TypedDict, total=False):
    """What a part of a text was understood as: an ``order``, a ``command``, a ``problem``...

    ``line`` counts from 1. Of the others exactly one is there: ``order`` in canonical form (with
    ``phase`` if it is for another one, ``note`` if something is to be known about it), ``command``
    with its ``words``, ``offer`` (what a YES would take), ``problem`` with its ``column`` and
    ``suggestions``, or ``ignored``, why.
    """

    line: int
    text: str
    order: str
    phase: str
    note: str
    command: str
    words: list[str]
    offer: list[str]
    problem: str
    column: int
    suggestions: list[str]
    ignored: str


class Turn(Struct, frozen=True):
    """What ``play`` led to.

    ``position`` is the next one in which somebody has something to decide, ``events`` tell what
    happened on the way (an event's ``audience`` is "*" where all may know), ``winners`` is empty
    while the game goes on.
    """

    position: Position
    events: tuple[Event, ...]
    winners: tuple[str, ...] = ()


class Variant(Struct, frozen=True):
    """A game's rules and its language.

    >>> import judge
    >>> standard = judge.load("standard")
    >>> standard.title
    'Standard Diplomacy'
    >>> standard.powers
    ('Austria', 'England', 'France', 'Germany', 'Italy', 'Russia', 'Turkey')
    """

    loaded: catalog.Variant

    @property
    def name(self) -> str:
        """The name that ``load`` takes."""
        return self.loaded.id

    @property
    def title(self) -> str:
        """The name in full."""
        return self.loaded.title

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers that people play."""
        return self.loaded.engine.powers

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of a game, with their standard values.

        >>> judge.load("standard").options
        {'building': 'home', 'victory': 18, 'last_year': 'none', 'shared': False, 'signals': False}
        """
        return dict(self.loaded.engine.options)

    def start(self, **options: Any) -> Position:
        """The position that a game starts with; raises InputError for a wrong option.

        >>> start = judge.load("standard").start()
        >>> start["phase"], start["units"]["Turkey"]
        ('S1901M', ['A CON', 'A SMY', 'F ANK'])
        """
        state = self.loaded.engine.start(options, _dice("", self.name)).state
        return self._describe(state)

    def adjudicate(self, **request: Unpack[Request]) -> Answer:
        """Adjudicate one phase; the keys are those of ``judge adjudicate``.

        Raises InputError. The state that a game remembers and the throws of 1930! go in and out
        as keys, so that the same request always has the same answer.

        >>> told = judge.load("standard").adjudicate(
        ...     phase="S1901M",
        ...     units={"France": ["A PAR", "A MAR"], "Germany": ["A MUN"]},
        ...     orders={"France": ["A PAR - BUR", "A MAR S A PAR - BUR"],
        ...             "Germany": ["A MUN - BUR"]},
        ... )
        >>> told["after"]
        {'France': ['A BUR', 'A MAR'], 'Germany': ['A MUN']}
        >>> [(row["order"], row["verdict"]) for row in told["results"]]
        [('A MAR S A PAR - BUR', 'given'), ('A PAR - BUR', 'succeeds'), ('A MUN - BUR', 'fails')]
        >>> told["results"][2]["reason"]
        'lost against A PAR - BUR, 1 against 2'

        >>> judge.load("standard").adjudicate(phase="S1901M", units={"France": ["F PAR"]})
        Traceback (most recent call last):
        judge.kernel.errors.InputError: units.France[0]: 'F PAR': no such unit can stand there.
        """
        return cast("Answer", self.loaded.engine.adjudicate(self._read(request)))

    def parse(
        self, text: str, *, power: str = "", phase: str = "", units: Sequence[str] | None = None
    ) -> list[Understood]:
        """What the lines of ``text`` are understood as, in their order; nothing is left out.

        ``power`` writes it ("": anybody), in ``phase``; ``units`` are those on the board that
        matter (None: names and arms alone decide). Raises InputError for a name that is wrong.

        >>> said = judge.load("standard").parse("Paris to burgandy please", power="France")
        >>> said[0]["order"]
        'A PAR - BUR'
        >>> judge.load("standard").parse("F Par - Pic", power="France")[0]["problem"]
        'No fleet can stand in Paris (PAR).'
        """
        request = {"variant": self.name, "text": text, "power": power, "phase": phase}
        if units is not None:
            request["units"] = _plain(units)
        return cast("list[Understood]", parse.lines(request, self.loaded))

    def choices(
        self, position: Position, power: str, *, unit: str = "", goal: str = ""
    ) -> Iterator[Choice]:
        """Every order that ``power`` may give, one by one, with what excludes what.

        What it has to decide comes first: a unit's holds, moves, supports, convoys and voyages for
        which fleets stand there, bombings and drops; retreats, builds, removals. Then come points
        and bids in every amount, permissions, stacks. Only those of ``unit`` ("A PAR"), and those
        that name ``goal`` (a space or a power), if given. Raises InputError.

        >>> standard = judge.load("standard")
        >>> start = standard.start()
        >>> first = next(standard.choices(start, "France", unit="A PAR", goal="BUR"))
        >>> first.order, first.subject
        ('A PAR - BUR', 'A PAR')
        >>> other = next(standard.choices(start, "France", unit="A PAR", goal="PIC"))
        >>> first.excludes(other)
        True
        >>> game = judge.load("1936")
        >>> paid = game.choices(game.start(), "Germany", goal="CRA")
        >>> [(choice.order, choice.price) for choice in paid if choice.price == 2][:1]
        [('DP 2: A AUS S A CRA - BOH', 2)]
        """
        self._check_power(power)
        state = self.loaded.engine.position(self._read(position))
        return self.loaded.engine.legal_orders(state, power, unit, goal)

    def legal_orders(
        self, position: Position, power: str, *, unit: str = "", goal: str = ""
    ) -> dict[str, tuple[str, ...]]:
        """The orders of ``choices`` by what they decide ("A PAR", "build 1 of 2", "bids on Spain").

        Of a unit's, a build's or a retreat's one can be given; others may stand side by side.
        Raises InputError.

        >>> standard = judge.load("standard")
        >>> found = standard.legal_orders(standard.start(), "France")
        >>> list(found)
        ['A MAR', 'A PAR', 'F BRE']
        >>> found["F BRE"]
        ('F BRE H', 'F BRE - ENG', 'F BRE - GAS', 'F BRE - MAO', 'F BRE - PIC',
         'F BRE S F LON - ENG', 'F BRE S A MAR - GAS', 'F BRE S A PAR - GAS', 'F BRE S A PAR - PIC')
        """
        orders_by_subject: dict[str, dict[str, None]] = {}
        for choice in self.choices(position, power, unit=unit, goal=goal):
            orders_by_subject.setdefault(choice.subject, {})[choice.order] = None
        return {subject: tuple(orders) for subject, orders in orders_by_subject.items()}

    def play(self, position: Position, orders: Units, *, seed: str = "") -> Turn:
        """Play a phase of a game, and go on to the next one in which somebody has to decide.

        What each order came to is what ``adjudicate`` tells; this is for whole games. 1930! throws
        dice: those of one ``seed`` are always the same. Raises InputError.

        >>> standard = judge.load("standard")
        >>> turn = standard.play(standard.start(), {"Italy": ["A VEN - TYR"]})
        >>> turn.position["phase"], turn.position["units"]["Italy"]
        ('F1901M', ['A ROM', 'A TYR', 'F NAP'])
        >>> later = standard.play(turn.position, {"Italy": ["A TYR - VIE"]})
        >>> later.position["phase"]  # nobody retreats, nobody builds
        'S1902M'
        """
        engine = self.loaded.engine
        request = self._read({**position, "orders": orders})
        readable_orders = engine.orders(request)
        turn = engine.turn(engine.position(request), readable_orders, _dice(seed, self.name))
        return Turn(self._describe(turn.state), turn.events, turn.winners)

    def advance(self, position: Position, orders: Units, *, seed: str = "") -> Position:
        """The position that ``play`` leads to, and nothing else: for trying many turns.

        Raises InputError.

        >>> standard = judge.load("standard")
        >>> standard.advance(standard.start(), {"Italy": ["A VEN - TYR"]})["units"]["Italy"]
        ['A ROM', 'A TYR', 'F NAP']
        """
        engine = self.loaded.engine
        request = self._read({**position, "orders": orders})
        readable_orders = engine.orders(request)
        return self._describe(
            engine.advance(engine.position(request), readable_orders, _dice(seed, self.name))
        )

    def worth(self, position: Position) -> dict[str, int]:
        """What each power counts for by the variant's own measure of victory; raises InputError.

        Supply centres, with those of factions and clients where these count; in 1930! values.

        >>> standard = judge.load("standard")
        >>> standard.worth(standard.start())["Russia"]
        4
        """
        engine = self.loaded.engine
        return dict(engine.worth(engine.position(self._read(position))))

    def purse(self, position: Position, power: str) -> Purse | None:
        """What ``power`` may spend in this phase, None if nothing is; raises InputError.

        >>> game = judge.load("1936")
        >>> game.purse(game.start(), "France")
        Purse(kind='DP', points=5, most=2, lot=1, closed=())
        """
        engine = self.loaded.engine
        return engine.purse(engine.position(self._read(position)), self._check_power(power))

    @property
    def ground(self) -> Ground:
        """The board as data: places with what they are worth, steps of each arm, homes.

        >>> ground = judge.load("standard").ground
        >>> ground.places["STP/NC"]
        Place(id='STP/NC', space='STP', name='St Petersburg', kind='coast', worth=1)
        >>> ground.steps["F"]["STP/NC"]
        ('BAR', 'NWY')
        """
        return self.loaded.engine.ground

    def _check_power(self, power: str) -> str:
        """The power, if there is one of that name; raises InputError."""
        if power not in self.powers:
            names = ", ".join(self.powers)
            raise InputError(f"power: there is no power '{power}'; there are {names}.")
        return power

    def _read(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """A request as plain JSON; raises InputError if it is none, or another variant's."""
        plain = _plain(request)
        if not isinstance(plain, dict):
            raise InputError("The position has to be an object.")
        if plain.get("variant", self.name) != self.name:
            raise InputError(f"variant: this is {self.name}, not {plain['variant']}.")
        return plain

    def _describe(self, state: Any) -> Position:
        """The position of an engine's state."""
        request = {"variant": self.name, **self.loaded.engine.request(state)}
        return cast("Position", _plain(request))


def load(variant: str) -> Variant:
    """The variant of this name, or in this folder ("variants/yours").

    Raises InputError with the names that there are, KeeperError for a folder that is broken.

    >>> judge.load("standrad")
    Traceback (most recent call last):
    judge.kernel.errors.InputError: There is no variant 'standrad'; there are: 1900, ...
    """
    return Variant(catalog.load(shelves.name_of(variant)))


def variant_names() -> tuple[str, ...]:
    """The names that ``load`` takes, sorted."""
    return catalog.names()


def _plain(value: Any) -> Any:
    """Lists and objects only, whatever they were made of."""
    try:
        return msgspec.to_builtins(value)
    except TypeError as error:
        raise InputError(f"This is no JSON: {error}.") from None


def _dice(seed: str, name: str) -> SecretDice:
    return SecretDice(hashlib.sha256(seed.encode()).digest(), name)
