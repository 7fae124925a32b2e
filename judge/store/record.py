"""What the store keeps, as frozen records, and how they become rows: a column a field."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, get_origin

import msgspec
from msgspec import Struct, structs
from sqlalchemy import Column, Table

from judge.kernel.audience import Discreet
from judge.kernel.engine import Event, Order, Phase
from judge.kernel.notice import Answer

FORMING, RUNNING, OVER = "forming", "running", "over"
"""The three states of a game."""
HELD, PAUSED = "held", "paused"
"""Two ways for a game to run: its results wait for the game master; its clock is stopped."""


class Person(Struct, frozen=True):
    """Somebody with a registered address; mails go to ``address`` and nowhere else."""

    id: int
    address: str
    name: str
    zone: str

    @property
    def reachable(self) -> bool:
        """Whether he has an address: who wanted to be forgotten has none."""
        return "@" in self.address


class Game(Discreet, frozen=True):
    """A game as it stands.

    ``options`` are what CREATE was given (clock and engine options alike), ``state`` the engine's
    dump (empty while forming). ``number`` counts the phases played, ``revision`` the courses that
    the game has taken: each ROLLBACK begins another one. ``alarm`` is when the judge has next to
    look at the game by itself, ``left`` how many seconds its phase had left when it was paused
    (None: its clock runs; a paused game has no deadline), ``ready`` since when all its players are
    ready for the phase to end (None: they are not), ``sequence`` counts the deadlines that
    it has had. ``touched`` asks the next pass whether the phase can close early. ``epoch`` counts
    the game master's secret addresses.
    ``holds``: the next results wait for the game master; ``held``: they do, and orders are closed.
    ``setup`` is the position that the game begins from, as the JSON of its request ("": the map's).
    """

    hidden = frozenset({"secret", "state", "setup"})
    id: int
    name: str
    variant: str
    options: Mapping[str, str]
    secret: bytes
    gm: int | None
    status: str
    created: datetime
    number: int = 0
    revision: int = 1
    state: bytes = b""
    phase: Phase | None = None
    opened: datetime | None = None
    deadline: datetime | None = None
    touched: bool = False
    outcome: str = ""
    winners: tuple[str, ...] = ()
    epoch: int = 1
    alarm: datetime | None = None
    ready: datetime | None = None
    left: int | None = None
    sequence: int = 0
    holds: bool = False
    held: bool = False
    setup: str = ""

    @property
    def is_paused(self) -> bool:
        """Whether the clock of a running game is stopped."""
        return self.left is not None

    @property
    def phase_id(self) -> str:
        """The id of the present phase; "" while the game forms."""
        return self.phase.id if self.phase else ""

    @property
    def phase_title(self) -> str:
        """What the present phase is called; "" while the game forms."""
        return self.phase.title if self.phase else ""

    @property
    def phase_kind(self) -> str:
        """What kind of phase the present one is; "" while the game forms."""
        return self.phase.kind if self.phase else ""

    @property
    def told_status(self) -> str:
        """The status as it is told: a running game may be paused, or its results held."""
        if self.status != RUNNING:
            return self.status
        if self.held:
            return HELD
        return PAUSED if self.is_paused else RUNNING


class Seat(Discreet, frozen=True):
    """A seat in a game: its power ("" until powers are dealt) and who sits on it (None: nobody).

    ``wishes`` are powers in order of preference. ``epoch`` counts the seat's secret addresses:
    raising it makes the old ones worthless. ``vote`` is "draw", "concede POWER" or "".
    ``consents``: the player's press may be published when the game is over. ``missed`` are the
    phases in a row for which no order came. ``remind`` are the times before a deadline at which
    its player asked to be reminded ("24h, 6h", "none"; "": when the game reminds). ``wait``: the
    present phase is to last until its deadline; ``always``: so is every later one.
    ``offered``: it is to be had, since no order of its player has come yet. ``excused``: that it
    misses the present phase does not count.
    ``computer`` is the level of the computer that plays where no person does ("": none does),
    ``relief`` are the days on which one orders for a player who is away ("2026-05-01/2026-05-07").
    """

    hidden = frozenset({"password"})
    id: int
    game: int
    power: str
    person: int | None
    wishes: tuple[str, ...] = ()
    password: str = ""
    epoch: int = 1
    wait: bool = False
    always: bool = False
    vote: str = ""
    consents: bool = False
    missed: int = 0
    remind: str = ""
    computer: str = ""
    relief: str = ""
    offered: bool = False
    excused: bool = False


class Entry(Struct, frozen=True):
    """One stored order: canonical text, its key, as typed, and the receipt of its mail."""

    text: str
    key: str
    typed: str
    receipt: str
    received: datetime

    def gives_way(self, order: Order, receipt: str) -> bool:
        """Whether an order of the mail ``receipt`` replaces it; keys with "+" add within one."""
        if not order.key or self.key != order.key:
            return False
        return not (order.key.endswith("+") and self.receipt == receipt)


class Doubt(Struct, frozen=True):
    """A line of a seat's mail that was asked back and not answered yet: of which mail, which.

    ``declined``: its player said no to what it was offered. What he means by it is open still.
    """

    receipt: str
    line: int
    received: datetime
    declined: bool = False


class Sheet(Struct, frozen=True):
    """A seat's orders for the present phase; ``complete``: nothing is left to decide.

    ``ready``: the phase may end before its deadline as far as this seat goes. ``doubts`` are the
    lines that were asked back. ``said``: how far the player has waived what is open (SPARES: the
    points that are left; DONE: everything but units without orders), "" if he has not.
    """

    power: str
    entries: tuple[Entry, ...] = ()
    complete: bool = False
    ready: bool = False
    doubts: tuple[Doubt, ...] = ()
    said: str = ""

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders in canonical form, as the engine takes them."""
        return tuple(entry.text for entry in self.entries)


class Later(Discreet, frozen=True):
    """Lines for a later phase as typed, of one letter of the player ``person``."""

    hidden = frozenset({"lines"})
    game: int
    power: str
    person: int
    phase: str
    title: str
    receipt: str
    received: datetime
    lines: tuple[str, ...]
    id: int = 0


class PlayedTurn(Discreet, frozen=True):
    """A phase that was adjudicated: the state before it, its orders, what happened."""

    hidden = frozenset({"before"})
    number: int
    revision: int
    phase: str
    title: str
    closed: datetime
    before: bytes
    orders: Mapping[str, tuple[Entry, ...]]
    events: tuple[Event, ...]


class Study(Discreet, frozen=True):
    """A table of one person's own: the line of phases that he plays from a position of a game.

    ``start`` is that position as he could know it in the ``role`` that he had in ``game``.
    ``steps`` are the orders of its phases by power, ``place`` of them are played where he stands
    and those behind are one on which he came back. Its dice are made of ``seed``.
    """

    hidden = frozenset({"start", "steps"})
    person: int
    game: str
    variant: str
    role: str
    start: bytes
    seed: str
    touched: datetime
    steps: tuple[Mapping[str, tuple[str, ...]], ...] = ()
    place: int = 0


class ReceivedMail(Struct, frozen=True):
    """A journalled mail: ``id`` is its number, ``digest`` names its file in archive/.

    ``whole`` False: it was too large, and only its beginning was kept.
    """

    id: int
    place: str
    message_id: str
    digest: str
    whole: bool
    received: datetime
    status: str = "new"
    reason: str = ""
    game: int | None = None
    """The game that its address names, None where it names none."""
    proven: bool = False
    """Whether its head claims a proof of who wrote it: a stamp of ours, or a seat's address."""
    put_off: int = 0
    """Why it waits behind seats and deadlines, 0 if it does not (``letters.put_off``)."""
    signed: str = ""
    """The mark of what its writer is vouched for, or "", or a word: another mail bears the same."""
    shared: bool = False
    """Whether another mail has its Message-ID."""


class Post(Struct, frozen=True):
    """A mail in the outbox: ``sender`` is the envelope address that its bounce comes back to.

    ``proven`` False: it answers a mail in which only From says who wrote it.
    """

    key: str
    recipient: str
    sender: str
    kind: str
    game: str
    created: datetime
    tries: int = 0
    proven: bool = True


class Press(Discreet, frozen=True):
    """A message of press.

    ``person`` wrote it. ``serial`` counts a game's press. ``author`` and ``readers`` are roles (a
    power, "GM", "observer"); ``signed`` is the name below it, "" where it is not signed;
    ``recipients`` are said to its readers. ``public``: it went to all. ``waits``: the results
    will bring it. ``answers`` is the serial of the message that it is a reply to, 0 for none.
    """

    hidden = frozenset({"text"})
    game: int
    number: int
    phase: str
    author: str
    person: int | None
    signed: str
    recipients: tuple[str, ...]
    readers: tuple[str, ...]
    text: str
    public: bool
    receipt: str
    written: datetime
    waits: bool = False
    serial: int = 0
    answers: int = 0


class Read(Discreet, frozen=True):
    """How a letter of a seat, or of the game master, was read: the lines of its transcript.

    ``letter`` is its number in the journal, ``number`` and ``phase`` tell when it was acted on.
    """

    hidden = frozenset({"answers"})
    letter: int
    game: int
    role: str
    number: int
    phase: str
    sender: str
    answers: tuple[Answer, ...]


class Note(Discreet, frozen=True):
    """Something that the game master did or said, for all to read.

    ``kind`` is "act" (a use of his powers), "rule" (a ruling) or "comment". ``told``: a report has
    brought it.
    """

    hidden = frozenset({"text"})
    kind: str
    at: datetime
    text: str
    told: bool = False


SPARES, DONE = "no points", "ready"
"""What a player may say of a sheet that is not ready by itself: NO POINTS, READY."""

JsonObject = dict[str, Any]
"""A JSON object, as ``export`` writes it."""
Record = TypeVar("Record")


def as_columns(record: object, *left_out: str) -> dict[str, Any]:
    """The fields of a record, but for those left out; of what holds several values the JSON."""
    columns = {}
    kind: Any = type(record)
    for name, decoder in _fields(kind).items():
        if name not in left_out:
            value = getattr(record, name)
            columns[name] = msgspec.json.encode(value).decode() if decoder else value
    return columns


def columns_of(table: Table, kind: Callable[..., object]) -> tuple[Column[Any], ...]:
    """The columns of a table for the fields of a record, in their order."""
    return tuple(table.c[name] for name in _fields(kind) if name in table.c)


def of_columns(kind: Callable[..., Record], columns: Mapping[Any, Any]) -> Record:
    """A record whose fields are columns; further columns are passed over."""
    values = {}
    for name, decoder in _fields(kind).items():
        value = columns[name]
        values[name] = decoder.decode(value) if decoder else value
    return kind(**values)


@cache
def _fields(kind: Any) -> dict[str, msgspec.json.Decoder[Any] | None]:
    """The fields of a kind of record, with what reads those that hold several values."""
    return {
        one.name: msgspec.json.Decoder(one.type)
        if get_origin(one.type) in (tuple, Mapping)
        else None
        for one in structs.fields(kind)
    }
