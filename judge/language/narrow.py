"""A line as it is weighed: without endless runs of signs and blanks, which say nothing more.

What weighs words takes its time over them, while a table or a drawing is full of them. What is
read of the narrow line is told in the columns of the line as it was typed.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from judge.kernel.text import Ignored, Piece, Place, Problem, Sentence, Span
from judge.language.typed_line import LineReading, Withdrawal

_KEPT = 4
"""Signs that stay at each end of a run."""
_RUN = re.compile(rf"[\W_]{{{2 * _KEPT + 1},}}")

_PROBE = re.compile(r"[\W_]{2}")
"""Of every fourth sign of a line: a run of nine holds two of them, and few lines do."""


class Narrow(NamedTuple):
    """A narrow ``text`` of what was ``typed``, and of each of its columns the one in that."""

    text: str
    columns: Sequence[int]
    typed: str

    def widen(self, read: LineReading | Withdrawal) -> LineReading | Withdrawal:
        """What was read of the narrow text, in the columns and words of the typed one."""
        if isinstance(read, Withdrawal):
            problem = self._widen_problem(read.problem) if read.problem else None
            talk = self._widen_ignored(read.talk) if read.talk else None
            return read._replace(problem=problem, span=self._widen_span(read.span), talk=talk)
        if isinstance(read, Problem):
            return self._widen_problem(read)
        if isinstance(read, Sentence):
            return self._widen_sentence(read)
        if isinstance(read, Ignored):
            return self._widen_ignored(read)
        return replace(read, span=self._widen_span(read.span), text=self._widen_words(read))

    def _widen_ignored(self, read: Ignored) -> Ignored:
        return replace(read, span=self._widen_span(read.span), text=self._widen_words(read))

    def _widen_problem(self, read: Problem) -> Problem:
        repairs = tuple(map(self._widen_sentence, read.repairs))
        span, text = self._widen_span(read.span), self._widen_words(read)
        return replace(read, span=span, text=text, repairs=repairs)

    def _widen_sentence(self, read: Sentence) -> Sentence:
        return replace(
            read,
            span=self._widen_span(read.span),
            text=self._widen_words(read),
            piece=self._widen_piece(read.piece) if read.piece else None,
            path=tuple(map(self._widen_place, read.path)),
            about=self._widen_sentence(read.about) if read.about else None,
            also=self._widen_sentence(read.also) if read.also else None,
            choices=tuple(map(self._widen_sentence, read.choices)),
        )

    def _widen_piece(self, piece: Piece) -> Piece:
        return replace(piece, place=self._widen_place(piece.place))

    def _widen_place(self, place: Place) -> Place:
        return replace(
            place, text=self._widen_text(place.text), column=self._widen_column(place.column)
        )

    def _widen_span(self, span: Span) -> Span:
        end = self._widen_column(span.end - 1) + 1 if span.end > span.column else span.end
        return replace(span, column=self._widen_column(span.column), end=end)

    def _widen_column(self, column: int) -> int:
        """A column from 1 of the narrow text, or one behind its end, in the typed one."""
        at = max(column - 1, 0)
        return (self.columns[at] if at < len(self.columns) else len(self.typed)) + 1

    def _widen_words(self, read: LineReading) -> str:
        """The words of what was read, those too that were left blank for reading it."""
        start = read.span.column - 1
        typed = self.text[start : start + len(read.text)]
        blanked = len(typed) == len(read.text) and all(
            sign in (" ", other) for sign, other in zip(read.text, typed, strict=True)
        )
        return self._widen_text(typed if blanked else read.text)

    def _widen_text(self, text: str) -> str:
        """A stretch of the narrow text as it was typed."""
        at = self.text.find(text) if text else -1
        if at < 0:
            return text
        return self.typed[self.columns[at] : self.columns[at + len(text) - 1] + 1]


def narrow_endless_runs(typed: str) -> Narrow | None:
    """``typed`` with the ends of endless runs only; None where it has none."""
    if _PROBE.search(typed[3::4]) is None or _RUN.search(typed) is None:
        return None
    columns: list[int] = []
    start = 0
    for run in _RUN.finditer(typed):
        columns += range(start, run.start() + _KEPT)
        start = run.end() - _KEPT
    columns += range(start, len(typed))
    return Narrow("".join(typed[at] for at in columns), columns, typed)
