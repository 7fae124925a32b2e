"""What people mean: texts and mails, as the reader takes, offers and leaves them.

meaning.jsonl and fresh.jsonl were written for the law of docs/reading.md; more.jsonl, talk.jsonl
and letters.jsonl are older, and label many a remark as a change of mind that the law leaves as
talk.
open.txt says of each entry that is not right in full, or after one YES, what it comes to instead
(misread, lost, asked): nothing may become worse, and what has become right leaves it.
The format of the files and the classes of mistakes stand in run_meaning.py, which also runs alone:
``python tests/meaning/run_meaning.py tests/meaning/meaning.jsonl``.
"""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.catalog import parse

run_meaning: Any = import_module("tests.meaning.run_meaning")
HERE = Path(__file__).parent
FILES = ("meaning.jsonl", "fresh.jsonl", "more.jsonl", "talk.jsonl", "letters.jsonl")
WRITTEN_FOR_IT = FILES[:2]
"""Files none of whose entries may be misread."""
RIGHT, MOST_LOST = 95, 3
"""Percent of them that have to be right, at once or after one YES, and may be lost at most."""
WORSE = ("asked", "lost", "misread")
"""What an entry can come to, the worst last."""
PART = 60
"""So many entries are one test: which test a change of the reader breaks says where."""

Entry = dict[str, Any]


def read_open() -> dict[str, str]:
    """What each entry comes to that is not right."""
    lines = (HERE / "open.txt").read_text(encoding="utf-8").splitlines()
    return {name: kind for kind, *names in map(str.split, lines) for name in names}


def entries(name: str, *, mail: bool) -> list[Entry]:
    """The texts of a file, or its mails."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [entry for entry in map(json.loads, lines) if bool(entry.get("mail")) == mail]


def parts() -> Iterator[Any]:
    """The texts of all files, some at a time."""
    for name in FILES:
        texts = entries(name, mail=False)
        for at in range(0, len(texts), PART):
            yield pytest.param(texts[at : at + PART], id=f"{name}-{at // PART}")


def parse_here(_: object, *, input: str, **__: object) -> SimpleNamespace:  # noqa: A002 - subprocess's
    """``judge parse --json`` without a process of its own."""
    answers = BytesIO()
    parse.main_parse(BytesIO(input.encode()), answers)
    return SimpleNamespace(stdout=answers.getvalue().decode(), stderr="")


@pytest.mark.sweep(20)
@pytest.mark.parametrize("texts", [*parts()])
def test_texts_are_read_as_their_writers_meant_them(
    texts: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_meaning.subprocess, "run", parse_here)
    weigh(texts, run_meaning.by_parse(texts))


@pytest.mark.long
def test_mails_are_read_as_their_writers_meant_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_meaning, "EXE", str(Path(sys.executable).with_name("judge")))
    mails = [one for name in WRITTEN_FOR_IT for one in entries(name, mail=True)]
    weigh(mails, run_meaning.by_mail(mails))


def test_enough_is_right_and_nothing_misread() -> None:
    names = [
        entry["id"]
        for name in WRITTEN_FOR_IT
        for mail in (False, True)
        for entry in entries(name, mail=mail)
    ]
    kinds = [kind for name, kind in read_open().items() if name in names]
    assert "misread" not in kinds
    assert len(kinds) * 100 <= (100 - RIGHT) * len(names)
    assert kinds.count("lost") * 100 <= MOST_LOST * len(names)


def weigh(found: list[Entry], result: dict[str, Any]) -> None:
    """Assert that no entry comes to anything worse than it is known to."""
    known = read_open()
    told = [(entry["id"], *run_meaning.judged(entry, *result[entry["id"]])) for entry in found]
    worse = [
        (name, kind, wrong)
        for name, kind, wrong in told
        if wrong and rank(kind) > rank(known.get(name, ""))
    ]
    assert not worse
    better = [name for name, _, wrong in told if not wrong and name in known]
    assert not better, "is right now: take it out of open.txt"


def rank(kind: str) -> int:
    """How bad it is."""
    word = kind.split(" ", maxsplit=1)[0]
    return WORSE.index(word) if word in WORSE else -1
