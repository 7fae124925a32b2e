"""What was typed: lines, spans, problems, and sentences that the engines understand.

A letter makes thousands of these. None can hold itself (they are frozen and hold only what is
older), so that the garbage collector need not look at them.
"""

from collections.abc import Iterable

from msgspec import Struct


class Line(Struct, frozen=True, gc=False):
    """One line of a mail's text: its number in the text (from 1) and why it is not read, if so.

    ``doubt`` says why the line may be another's words: an order on it is asked back, not taken.
    """

    number: int
    text: str
    ignored: str = ""
    doubt: str = ""


class Span(Struct, frozen=True, gc=False):
    """Where something stands: line and first column from 1, ``end`` is the column behind it."""

    line: int
    column: int
    end: int


class Ignored(Struct, frozen=True, gc=False):
    """A line that is no order and no command: prose, a quote, a signature.

    ``beside``: it is a sentence of a line of which others are something.
    """

    span: Span
    text: str
    reason: str
    beside: bool = False


class Place(Struct, frozen=True, gc=False):
    """A place as typed and the spaces that it can mean, sorted; several: the name is ambiguous."""

    text: str
    column: int
    spaces: tuple[str, ...]
    coast: str = ""
    """The coast typed: "NC", "SC", "EC", "WC"; empty where none was."""
    air: bool = False
    """The air space over it is meant."""


class Piece(Struct, frozen=True, gc=False):
    """A unit as typed: its arm ("A", "F", "P", "L", "N"), strength and owner where they were."""

    place: Place
    arm: str = ""
    strength: int = 0
    power: str = ""


class Sentence(Struct, frozen=True, gc=False):
    """One order as typed, its words recognised but not yet held against a board.

    ``verb`` says which slots are filled:

    ============  ==================================================================
    hold          ``piece``
    move          ``piece``, ``path`` (destination last), ``via`` ("VIA" was typed)
    support       ``piece``, ``about`` (the supported order: verb hold or move or bomb ...)
    convoy        ``piece``, ``about`` (verb move)
    retreat       ``piece``, ``path`` (one place)
    disband       ``piece`` (a dislodged or removed unit)
    build         ``piece``
    waive         ``amount`` (builds waived, usually 1)
    unit          ``piece`` alone: a build or removal, as the phase decides
    hold-all      nothing
    points        ``amount``, ``about`` (a minor's order paid for; 1926, 1936)
    bid           ``amount``, ``powers`` (minor[, claimant])
    switch        ``amount``, ``powers`` (minor, from, to)
    allow         ``powers`` ("ALL" or names), ``path`` (one place)
    bomb          ``piece``, ``path`` (one place)
    paratroop     ``piece``, ``path`` (one place)
    stack         ``path`` (start and steps)
    split         ``path`` (one place)
    allocate      ``amount``, ``powers`` (minor)
    no-roll       ``powers`` (minor)
    surrender     ``piece``
    deploy        ``piece``
    buy           ``piece``
    remove        ``piece``
    reduce        ``piece``, ``amount`` (the strength left)
    ============  ==================================================================

    ``also`` is a second deed of the same unit (a plane that moves and supports).
    ``choices`` are further wishes, tried in order when this sentence can't be carried out.
    """

    verb: str
    span: Span
    text: str
    piece: Piece | None = None
    path: tuple[Place, ...] = ()
    via: bool = False
    about: "Sentence | None" = None
    also: "Sentence | None" = None
    amount: int = 0
    powers: tuple[str, ...] = ()
    header: str = ""
    """The power header ("ENGLAND:") that the line stands under; empty without one."""
    choices: tuple["Sentence", ...] = ()
    implied: bool = False
    """Said with another unit's order ("Yorkshire is convoyed by the North Sea fleet"): it counts
    for a unit of the writer's that has no order of its own."""


class Command(Struct, frozen=True, gc=False):
    """A line that speaks to the judge and not to a board: ``verb`` as in grammar/mail.lark."""

    verb: str
    span: Span
    text: str
    words: tuple[str, ...] = ()
    """What follows the verb, one string a grammar slot."""
    block: tuple[str, ...] = ()
    """The lines of a block command (press), without its first and last line."""


class Problem(Struct, frozen=True, gc=False):
    """A line that can't be taken: where, why, and what would work instead."""

    span: Span
    text: str
    message: str
    suggestions: tuple[str, ...] = ()
    """Lines that would work, in canonical form."""
    repairs: tuple[Sentence, ...] = ()
    """Readings that would make sense; an engine decides which of them are legal suggestions."""
    meant: bool = False
    """Whether the suggestions are what the line may mean, so that a yes takes the only one."""
    ordered: bool = False
    """Whether the line was meant as an order: else it is talk, or a command that went wrong."""
    fault: str = ""
    """Where the judge broke over the line (``faults.trace``), "" where it did not."""


class Offer(Struct, frozen=True, gc=False):
    """What a line seems to order and is not plain: it counts once its writer says YES.

    ``wishes`` holds for each order the ways to read it, the likeliest first; an engine keeps the
    first that is legal, in ``orders``. Where none is, ``otherwise`` is what the line is (empty:
    talk).
    """

    span: Span
    text: str
    wishes: tuple[tuple[Sentence, ...], ...] = ()
    why: str = ""
    """Why it is not taken: "it depends on something"."""
    otherwise: tuple["Sentence | Problem", ...] = ()
    anew: bool = False
    """Said to put an order above right: that one does not stand beside it."""
    orders: tuple[str, ...] = ()
    """The orders that a YES takes, in canonical form."""
    named: tuple[str, ...] = ()
    """The spaces that it names; of a unit's the orders may say nothing."""


class Refused(Exception):  # noqa: N818 - it carries an answer for the player
    """A sentence that can't be taken: the message, and canonical lines that would work."""

    def __init__(self, message: str, suggestions: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


def capitalise(sentence: str) -> str:
    """A sentence with a capital at its start, the rest as it is."""
    return sentence[:1].upper() + sentence[1:]


def count(number: int, noun: str) -> str:
    """A number with its noun: "1 line", "3 lines"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def list_names(names: Iterable[str], link: str = "and") -> str:
    """Names as people list them: "France", "France, Italy and Russia"; "" where there are none."""
    *before, last = [*names] or [""]
    return f"{', '.join(before)} {link} {last}" if before else last


def hint_at(name: str, names: Iterable[str], otherwise: str = ".", cutoff: float = 0.6) -> str:
    """How a sentence about a wrong name ends: with the one that may have been meant, if any."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    close_names = get_close_matches(name, [*names], 1, cutoff)
    return f"; did you mean '{close_names[0]}'?" if close_names else otherwise
