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

    def widen(self, reading: LineReading | Withdrawal) -> LineReading | Withdrawal:
        """What was read of the narrow text, in the columns and words of the typed one."""
        if isinstance(reading, Withdrawal):
            problem = self._widen_problem(reading.problem) if reading.problem else None
            talk = self._widen_ignored(reading.talk) if reading.talk else None
            return reading._replace(problem=problem, span=self._widen_span(reading.span), talk=talk)
        if isinstance(reading, Problem):
            return self._widen_problem(reading)
        if isinstance(reading, Sentence):
            return self._widen_sentence(reading)
        if isinstance(reading, Ignored):
            return self._widen_ignored(reading)
        return replace(
            reading, span=self._widen_span(reading.span), text=self._widen_words(reading)
        )

    def _widen_ignored(self, remark: Ignored) -> Ignored:
        return replace(remark, span=self._widen_span(remark.span), text=self._widen_words(remark))

    def _widen_problem(self, problem: Problem) -> Problem:
        repairs = tuple(map(self._widen_sentence, problem.repairs))
        span, text = self._widen_span(problem.span), self._widen_words(problem)
        return replace(problem, span=span, text=text, repairs=repairs)

    def _widen_sentence(self, order: Sentence) -> Sentence:
        return replace(
            order,
            span=self._widen_span(order.span),
            text=self._widen_words(order),
            piece=self._widen_piece(order.piece) if order.piece else None,
            path=tuple(map(self._widen_place, order.path)),
            about=self._widen_sentence(order.about) if order.about else None,
            also=self._widen_sentence(order.also) if order.also else None,
            choices=tuple(map(self._widen_sentence, order.choices)),
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
        index = max(column - 1, 0)
        return (self.columns[index] if index < len(self.columns) else len(self.typed)) + 1

    def _widen_words(self, reading: LineReading) -> str:
        """The words of what was read, those too that were left blank for reading it."""
        start = reading.span.column - 1
        words = self.text[start : start + len(reading.text)]
        blanked = len(words) == len(reading.text) and all(
            sign in (" ", other) for sign, other in zip(reading.text, words, strict=True)
        )
        return self._widen_text(words if blanked else reading.text)

    def _widen_text(self, text: str) -> str:
        """A stretch of the narrow text as it was typed."""
        index = self.text.find(text) if text else -1
        if index < 0:
            return text
        return self.typed[self.columns[index] : self.columns[index + len(text) - 1] + 1]


def narrow_endless_runs(text: str) -> Narrow | None:
    """``text`` with the ends of endless runs only; None where it has none."""
    if _PROBE.search(text[3::4]) is None or _RUN.search(text) is None:
        return None
    columns: list[int] = []
    start = 0
    for run in _RUN.finditer(text):
        columns += range(start, run.start() + _KEPT)
        start = run.end() - _KEPT
    columns += range(start, len(text))
    return Narrow("".join(text[index] for index in columns), columns, text)
