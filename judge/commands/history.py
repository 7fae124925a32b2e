"""HISTORY [game] [PRESS] [phase | FROM phase TO phase]: what happened or was said.

Everybody reads what he may know. Days stand for phases, too, as njudge's players write them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from judge.commands import words
from judge.desk.desk import Desk
from judge.game.books import proof
from judge.game.press import delivery
from judge.game.terms.dates import read_days
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.errors import InputError
from judge.kernel.text import Command
from judge.language.phases import find_phase
from judge.store import turns

VERBS = ("history",)
PRESS = "PRESS"
_PRESS_WORDS = frozenset({PRESS, "BROAD", "BROADCAST", "BROADCASTS"})
_LINES = re.compile(r"\bLINES\s+\d+")
"""Njudge's limit to the length of its answer: ours is told in full."""
_RANGE = re.compile(r"(?:\b(?:FROM|SINCE)\b(.*?))?(?:\b(?:TO|TILL|UNTIL)\b(.*))?$")
_YEAR = re.compile(r"\d{3}")


@dataclass(frozen=True, slots=True)
class End:
    """An end of what is asked for: parts of phases' ids, or a day; neither where it is open."""

    parts: tuple[str, ...] = ()
    day: date | None = None

    def has_begun(self, phase: str, day: date) -> bool:
        """Whether what happened in a phase and on a day is at this first end, or beyond it."""
        if self.day is not None:
            return day >= self.day
        return not self.parts or any(part in phase for part in self.parts)

    def goes_on(self, phase: str, day: date) -> bool:
        """Whether it is at this last end, or before it."""
        if self.day is not None:
            return day <= self.day
        return not self.parts or any(part in phase for part in self.parts)


def run(desk: Desk, command: Command) -> Desk:
    """Show the turns of a game, all or from one phase to another ("F1901M", "1901"); or press."""
    request = _LINES.sub("", " ".join(words.of(command)).upper()).split()
    table = words.table_meant(desk, command)
    if table is not None:
        request = request[1:]
    elif not request or _is_no_game(request, desk):  # what the mail's own game is asked for
        table = desk.table
    if table is None:
        return words.refuse_unknown_game(desk, command)
    ends = _read_ends(" ".join(word for word in request if word not in _PRESS_WORDS), desk, table)
    if not _PRESS_WORDS.isdisjoint(request):
        return _show_press(desk, command, table, ends)
    all_turns = turns.of_game(desk.db, table.game.id)
    turns_before = [turn for turn in all_turns if turn.number < table.game.number]
    chosen = _find_span(table, [(turn.phase, turn.closed) for turn in turns_before], ends)
    phases = [
        {"phase": turn.phase, "title": turn.title, "closed": turn.closed.isoformat()}
        for turn in turns_before[chosen]
    ]
    events = (event for turn in turns_before[chosen] for event in turn.events)
    heading = Event("history", {"game": table.game.name, "phases": phases}, PUBLIC)
    reply = desk.shows(
        heading, *events, *proof.describe_dice(desk.db, table, desk.house.now), of=table
    )
    return reply.says(command, "see below").titles(f"history of {table.game.name}")


def _is_no_game(request: Sequence[str], desk: Desk) -> bool:
    """Whether words are rather a phase, or PRESS, than the name of a game."""
    first, own = request[0], desk.table.variant.vocabulary.seasons if desk.table else ()
    phases = (find_phase(text, own=own) for text in (first, " ".join(request)))
    range_words = {*_PRESS_WORDS, "FROM", "SINCE", "TO", "TILL", "UNTIL"}
    return first in range_words or first.isdigit() or any(phases)


def _read_ends(text: str, desk: Desk, table: Table) -> tuple[End, End]:
    """The first and the last end that words name; where no word parts them, both are the same."""
    match = _RANGE.search(text)
    first, last = (match[1], match[2]) if match else (None, None)
    if first is None and last is None:
        return (_read_end(text, desk, table),) * 2
    return _read_end(first or "", desk, table), _read_end(last or "", desk, table)


def _read_end(text: str, desk: Desk, table: Table) -> End:
    """A phase ("S1901M", "spring 1901"), parts of some ("1901"), or a day ("1 Nov")."""
    phase = find_phase(text, own=table.variant.vocabulary.seasons)
    if phase or not text.strip() or all(map(_YEAR.search, text.split())):
        return End((phase,) if phase else tuple(text.split()))
    try:
        day = read_days(text.lower(), today := desk.house.now.date()).first
        return End(day=date(day.year or today.year, day.month, day.day))
    except (InputError, ValueError):
        return End(tuple(text.split()))


def _find_span(
    table: Table, moments: Sequence[tuple[str, datetime]], ends: tuple[End, End]
) -> slice:
    """Where what happened in phases and moments begins and ends that lies between two ends."""
    zone = ZoneInfo(table.options["zone"])
    days = [(phase, moment.astimezone(zone).date()) for phase, moment in moments]
    begun = [index for index, one in enumerate(days) if ends[0].has_begun(*one)]
    before = [index for index, one in enumerate(days) if ends[1].goes_on(*one)]
    return slice(begun[0], before[-1] + 1) if begun and before else slice(0)


def _show_press(desk: Desk, command: Command, table: Table, ends: tuple[End, End]) -> Desk:
    """Show the press that the letter's writer wrote or got, and all broadcasts."""
    is_own_game = desk.table is not None and desk.table.game.id == table.game.id
    known = delivery.press_known_to(desk.db, table, desk.role if is_own_game else "")
    told = [message for message in known if message.number <= table.game.number]
    chosen = _find_span(table, [(message.phase, message.written) for message in told], ends)
    reply = desk.shows(
        *(delivery.event(table, message, desk.role, desk.own) for message in told[chosen]), of=table
    )
    sentence = "see below" if told[chosen] else "there is none"
    return reply.says(command, sentence).titles(f"press of {table.game.name}")
