"""Plain words without templates: what goes out when a template fails."""

from collections.abc import Iterator, Mapping
from typing import Any

from judge.kernel.engine import Event, Standing
from judge.kernel.mail import REPLY_MARKER
from judge.kernel.notice import Answer, Notice
from judge.report.words import when


def subject(notice: Notice) -> str:
    """Game, phase and kind: "[alpha] Spring 1901 movement: results"."""
    facts = notice.facts
    phase = f" {facts.phase.title}" if facts.phase else ""
    return f"[{facts.game or 'judge'}]{phase}: {notice.title or notice.kind}"


def text(notice: Notice) -> str:
    """All that a notice says, one thing a line, so that nothing is lost with a template."""
    return "\n".join([REPLY_MARKER, "", subject(notice), *_lines(notice)])


def _lines(notice: Notice) -> Iterator[str]:
    for answer in notice.answers:
        yield _answer(answer)
    for happened in notice.events:
        yield ""
        yield event(happened)
    if notice.standing:
        yield ""
        yield from _standing(notice.standing)
    if notice.facts.deadline:
        yield ""
        yield f"Deadline: {when(notice.facts.deadline, notice.facts.reader_zone)}"


def _answer(answer: Answer) -> str:
    parts = [f"Line {answer.line}: {answer.verdict}", answer.order or answer.text, answer.message]
    if answer.suggestions:
        parts.append(f"this would work: {', '.join(answer.suggestions)}")
    return " - ".join(part for part in parts if part)


def _standing(standing: Standing) -> Iterator[str]:
    yield "Your orders now:"
    for task in standing.tasks:
        yield f"  {task.order or f'{task.subject}: no order, {task.otherwise}'}"
    yield from (f"  {line}" for line in (*standing.extra, *standing.facts, *standing.warnings))


def event(happened: Event) -> str:
    """An event as indented names and values: readable for any kind whatever it holds."""
    return "\n".join([f"{happened.kind}:", *_pairs(happened.data)])


def _pairs(data: Mapping[str, Any]) -> Iterator[str]:
    """One line a value, and one line an entry where the value is a list."""
    for key, value in data.items():
        if isinstance(value, list | tuple) and value:
            yield f"  {key}:"
            yield from (f"    {_flat(entry)}" for entry in value)
        else:
            yield f"  {key}: {_flat(value)}"


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_flat(item)}" for key, item in value.items() if item)
    if isinstance(value, list | tuple):
        return "; ".join(_flat(item) for item in value)
    return str(value)
