"""Plain words without templates: what goes out when a template fails.

The answers to the reader's own lines and his own orders need none. What an event holds is never
shown without its words: they choose what of it is for readers.
"""

from collections.abc import Iterator, Sequence

from judge.kernel.engine import Event, Standing
from judge.kernel.mail import REPLY_MARKER
from judge.kernel.notice import Answer, Notice
from judge.report.words import when


def subject(notice: Notice) -> str:
    """Game, phase and kind: "[alpha] Spring 1901 movement: results"."""
    facts = notice.facts
    phase = f" {facts.phase.title}" if facts.phase else ""
    return f"[{facts.game or 'judge'}]{phase}: {notice.title or notice.kind}"


def text(notice: Notice, events: Sequence[str]) -> str:
    """All that a notice says, one thing a line, with its ``events`` as they were worded."""
    return "\n".join([REPLY_MARKER, "", subject(notice), *_write_lines(notice, events)])


def _write_lines(notice: Notice, events: Sequence[str]) -> Iterator[str]:
    for answer in notice.answers:
        yield _write_answer(answer)
    for event_text in events:
        yield ""
        yield event_text
    if notice.standing:
        yield ""
        yield from _write_standing(notice.standing)
    if notice.facts.deadline:
        yield ""
        yield f"Deadline: {when(notice.facts.deadline, notice.facts.reader_zone)}"


def _write_answer(answer: Answer) -> str:
    parts = [f"Line {answer.line}: {answer.verdict}", answer.order or answer.text, answer.message]
    if answer.suggestions:
        parts.append(f"this would work: {', '.join(answer.suggestions)}")
    return " - ".join(part for part in parts if part)


def _write_standing(standing: Standing) -> Iterator[str]:
    yield "Your orders now:"
    for task in standing.tasks:
        yield f"  {task.order or f'{task.subject}: no order, {task.otherwise}'}"
    yield from (f"  {line}" for line in (*standing.extra, *standing.facts, *standing.warnings))


def event(the_event: Event) -> str:
    """What stands where an event's own words should."""
    return (
        f"(A part of this mail, '{the_event.kind}', can't be shown: its template is faulty. The "
        f"keeper is told; STATUS or HISTORY shows what it is about when that is mended.)"
    )
