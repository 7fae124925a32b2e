"""Sentences for tests, as the order reader makes them."""

from collections.abc import Mapping

from judge.kernel.engine import Reading
from judge.kernel.text import Piece, Place, Sentence, Span
from tests.d100.cases import ENGINE

SPAN = Span(3, 1, 9)


def place(text: str) -> Place:
    """A place as typed, by its id; several ids with "/" between them: the name is ambiguous."""
    return Place(text, 1, tuple(text.split("/")))


def piece(text: str, power: str = "") -> Piece:
    """A piece as typed: "L5 LON", "L LON", "5 LON" or "LON"."""
    *kind, space = text.split()
    letters = kind[0] if kind else ""
    digits = "".join(letter for letter in letters if letter.isdigit())
    return Piece(place(space), letters.strip(digits), int(digits or 0), power)


def sentence(verb: str, subject: str = "", *path: str, **more: object) -> Sentence:
    """A sentence with its slots filled; ``path`` are places."""
    about = piece(subject) if subject else None
    spaces = tuple(place(text) for text in path)
    return Sentence(verb, SPAN, "as typed", about, spaces, **more)  # type: ignore[arg-type]


def read(request: Mapping[str, object] | None, power: str, *sentences: Sentence) -> Reading:
    """What the engine makes of sentences on the board of a request; None: no board."""
    state = ENGINE.position(request) if request is not None else None
    return ENGINE.read(sentences, state, power)


def taken(request: Mapping[str, object] | None, power: str, *sentences: Sentence) -> list[str]:
    """The canonical orders taken; asserts that there were no problems."""
    reading = read(request, power, *sentences)
    assert not reading.problems, reading.problems
    return [order.text for order in reading.orders]


def refused(request: Mapping[str, object] | None, power: str, *sentences: Sentence) -> str:
    """The one problem's message; asserts that nothing was taken."""
    reading = read(request, power, *sentences)
    assert not reading.orders
    (problem,) = reading.problems
    assert problem.span == SPAN
    return problem.message
