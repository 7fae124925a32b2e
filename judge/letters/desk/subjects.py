"""The Subject of a letter: what its writer says there, and not the judge nor a mail program.

A Subject of the judge's own that is replied to names its phase, but nobody said so; a Subject that
the writer made himself heads his letter.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from judge.catalog import sheet as catalog_sheet
from judge.kernel.mail import Letter
from judge.kernel.text import Command, Line
from judge.language import phases
from judge.letters.desk.desk import Desk
from judge.store import turns
from judge.store.outbox import Head
from judge.store.record import RUNNING

NUMBER = 0
"""The number of the "line" that the Subject is."""
_REPLY = re.compile(
    r"(?:\s*(?:re|fwd?|aw|wg|sv|vs|tr|rv|res|enc|odp|pd|ynt|antw|r|i|回复|答复|转发)\s*(?:\[\d+\])?\s*[:：])+",
    re.IGNORECASE,
)
_TAG = re.compile(r"\s*\[[^\]]*\]\s*")
_HEAD = re.compile(r"\[[\w-]+\] ([^:\]]+):")
"""How a subject of ours begins: the game, and the title of the phase that was open."""
_MARKS = re.compile(r"(?:\s*[^\W\d_]{1,12}\s*(?:\[\d+\])?\s*[:：])*")
"""What the mail programs of any language put before a Subject that they answer."""
_CUT = 12
"""The least signs by which the beginning of a Subject of ours, which a program cut, is known."""


def find_answered(subject: str, heads: Iterable[Head]) -> Head | None:
    """The newest of our mails whose Subject a letter's repeats; the longest Subject counts most."""
    known = [head for head in heads if _cut_out(subject, head.subject) is not None]
    return max(known, key=lambda head: len(head.subject), default=None)


def own_words(subject: str, our_subject: str = "", titles: Iterable[str] = ()) -> str:
    """A Subject without what programs and the judge put into it; "" of one that is ours.

    ``our_subject`` is that of the mail that is answered. What stands beside that is kept: people
    write orders there. ``titles`` are those of the game's phases: people who write a Subject of
    their own write "Spring 1901".
    """
    beside = _cut_out(subject, our_subject)
    if beside is not None:
        return beside
    words = _REPLY.sub("", subject).strip()
    head = _HEAD.match(words)
    is_ours = head is not None and (_REPLY.match(subject) is not None or head[1] in titles)
    return words[head.end() :].strip() if head and is_ours else _TAG.sub(" ", words, 1).strip()


@lru_cache(maxsize=256)
def _cut_out(subject: str, our_subject: str) -> str | None:
    """A Subject without the one that it repeats and the marks before that; None if it does not.

    Programs fold a Subject, and cut a long one.
    """
    signs = [(sign.casefold(), at) for at, sign in enumerate(subject) if not sign.isspace()]
    flat, ours = "".join(sign[:1] for sign, _ in signs), _flatten(our_subject)
    start = flat.find(ours) if ours else -1
    if start >= 0:
        before, behind = subject[: signs[start][1]], subject[signs[start + len(ours) - 1][1] + 1 :]
        return f"{_MARKS.sub('', _TAG.sub(' ', before), count=1).strip()} {behind}".strip()
    rest = _flatten(_MARKS.sub("", subject, count=1)).rstrip(".…")
    return "" if len(rest) >= _CUT and ours.startswith(rest) else None


def _flatten(text: str) -> str:
    return "".join(sign.casefold()[:1] for sign in text if not sign.isspace())


def read_line(desk: Desk, letter: Letter) -> tuple[Line, ...]:
    """The Subject of a letter of this seat as a line; () of one without words of the writer's."""
    words = _own_words(desk, letter)
    return (Line(NUMBER, words),) if words else ()


def named_phase(desk: Desk) -> str:
    """The id of the phase that a player's own Subject names, "" if it names none but the present.

    It has to be a heading: "orders for Spring 1901", "[alpha] Fall 1901 France".
    """
    table, lines = desk.table, read_line(desk, desk.letter)
    if table is None or desk.seat is None or table.game.status != RUNNING or not lines:
        return ""
    title = Line(NUMBER, lines[0].text.replace(":", " "))
    items = catalog_sheet.understand((title,), table.variant, table.state, desk.seat.power)
    named = (
        item.words[0]
        for item in items
        if isinstance(item, Command) and item.verb == "phase" and item.text and item.words
    )
    phase = next(named, "")
    return "" if phase == table.engine.phase(table.state).id else phase


def heading(desk: Desk) -> tuple[Line, ...]:
    """The heading of a later phase that the Subject is, for the orders below; () if it is none."""
    phase = named_phase(desk)
    if not phase or desk.table is None or desk.overdue:
        return ()
    is_over = phases.is_over(phase, desk.table.engine.phase(desk.table.state).id)
    return () if is_over else (Line(NUMBER, f"PHASE {phase}"),)


def show_typed(
    desk: Desk, items: Iterable[catalog_sheet.Answerable]
) -> tuple[catalog_sheet.Answerable, ...]:
    """Items below the Subject's heading, which is told in the words that were typed."""
    typed = f"Subject: {_own_words(desk, desk.letter)}"
    return tuple(
        replace(item, text=typed)
        if isinstance(item, Command) and item.span.line == NUMBER
        else item
        for item in items
    )


def _own_words(desk: Desk, letter: Letter) -> str:
    said = desk.answered.subject if desk.answered else ""
    return own_words(letter.subject, said, _titles(desk))


def _titles(desk: Desk) -> Iterator[str]:
    """The titles of the phases that the game has had."""
    if desk.table is not None and desk.table.game.phase is not None:
        yield desk.table.game.phase.title
        yield from (turn.title for turn in turns.of_game(desk.db, desk.table.game.id))
