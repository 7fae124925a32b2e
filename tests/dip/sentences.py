"""Sentences for tests, as the order reader makes them."""

from judge.kernel.text import Piece, Place, Sentence, Span

SPAN = Span(1, 1, 2)


def place(text: str, *spaces: str, coast: str = "") -> Place:
    """A place as typed; without ``spaces`` it is an id."""
    return Place(text, 1, spaces or (text,), coast)


def piece(text: str, arm: str = "", *spaces: str, power: str = "", coast: str = "") -> Piece:
    """A unit as typed."""
    return Piece(place(text, *spaces, coast=coast), arm, 0, power)


def sentence(verb: str, subject: Piece | None = None, *path: Place, **more: object) -> Sentence:
    """A sentence with its slots filled."""
    return Sentence(verb, SPAN, f"{verb} as typed", subject, tuple(path), **more)  # type: ignore[arg-type]
