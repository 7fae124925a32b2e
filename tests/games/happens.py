"""What must happen in a game: ``happens.jsonl``, one JSON object a line, looked up in its turns.

``rule`` and ``why`` say what it is about: a numbered rule, a command or a setting. With ``pass``
and ``to`` the mails that this player gets in the pass of that number say what ``says`` says, in
their subjects or texts. Else ``phase`` says when, and either ``kind`` and ``has``: an event of that
kind (for ``audience``, else public) has all that ``has`` names, a list's members in any order; or
``order``: events of these kinds begin one after the other; or ``throws``: these keys are thrown one
after the other; or ``says``: a mail says so.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from judge.kernel import dice
from judge.kernel.engine import PUBLIC, Event
from judge.store import games, turns
from tests.game.world import Sent, World


def wanted(folder: Path) -> list[dict[str, Any]]:
    """The lines of a game's ``happens.jsonl``; none where there is no such file."""
    path = folder / "happens.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def missing(folder: Path, world: World, sent: Mapping[str, Sequence[Sent]]) -> Iterator[str]:
    """The lines that did not come true; ``sent`` are the mails of each pass, by its number."""
    phases = _phases(world)
    for line in wanted(folder):
        if "says" in line:
            so = any(line["says"] in text for text in _texts(line, sent))
        else:
            so = _happened(line, phases.get(line["phase"], ()))
        if not so:
            yield f"{line['rule']}, {line['why']}: {line}"


def _texts(line: Mapping[str, Any], sent: Mapping[str, Sequence[Sent]]) -> Iterator[str]:
    """The subjects and texts of the mails that a line is about, each on one line."""
    for number, mails in sent.items():
        for mail in mails:
            reader = mail.to.partition("@")[0]
            if number == line.get("pass", number) and reader == line.get("to", reader):
                yield f"{mail.subject} {mail.flat}"


def _phases(world: World) -> dict[str, tuple[Event, ...]]:
    """The events of every phase played, by the phase's id."""
    engine = world.engine()
    with engine.begin() as db:
        found = {
            turn.phase: turn.events
            for game in games.find_all(db)
            for turn in turns.of_game(db, game.id)
        }
    engine.dispose()
    return found


def _happened(line: Mapping[str, Any], events: Sequence[Event]) -> bool:
    if "order" in line:
        return _subsequence(line["order"], dict.fromkeys(event.kind for event in events))
    if "throws" in line:
        return _subsequence(line["throws"], (key for key, _ in dice.list_throws(events)))
    audience = line.get("audience", PUBLIC)
    return any(
        event.kind == line["kind"] and event.audience == audience and holds(event.data, line["has"])
        for event in events
    )


def _subsequence(wanted_ones: Iterable[str], found: Iterable[str]) -> bool:
    """Whether the wanted ones are among the found ones, in this order."""
    rest = iter(found)
    return all(any(one == other for other in rest) for one in wanted_ones)


def holds(found: Any, expected: Any) -> bool:
    """Whether ``found`` has all that ``expected`` names."""
    if isinstance(expected, Mapping):
        return isinstance(found, Mapping) and all(
            key in found and holds(found[key], part) for key, part in expected.items()
        )
    if isinstance(expected, list):
        return all(any(holds(one, part) for one in found) for part in expected)
    return bool(found == expected)
