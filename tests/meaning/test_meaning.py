"""What people mean: the texts and mails of meaning.jsonl and more.jsonl, as a secretary reads them.

talk.jsonl holds longer and looser talk, in fifteen batches that were written before the code was
looked at: over a quarter of it is still asked back, none of it is misread. letters.jsonl holds
mails by strangers to the project, many of them about changed minds: three quarters are right in
full, and what was misread at first (18 of 1,041) is mended. open.txt names what is not right yet:
nothing else may go wrong, and what has become right leaves it. M137 stays: orders in a
reply to press that also talks are asked back on purpose, though its label takes them.
The format of the files and the classes of mistakes stand in run_meaning.py, which also runs alone:
``python tests/meaning/run_meaning.py tests/meaning/more.jsonl``.
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
ENOUGH = {"meaning.jsonl": 95, "more.jsonl": 95, "talk.jsonl": 72, "letters.jsonl": 80}
"""Percent of a file's entries that have to be right in full; none may be misread."""
OPEN = frozenset((HERE / "open.txt").read_text(encoding="utf-8").split())
"""The entries that are not right in full yet."""
PART = 60
"""So many entries are one test: which test a change of the reader breaks says where."""

Entry = dict[str, Any]


def entries(name: str, *, mail: bool) -> list[Entry]:
    """The texts of a file, or its mails."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [entry for entry in map(json.loads, lines) if bool(entry.get("mail")) == mail]


def parts() -> Iterator[Any]:
    """The texts of all files, some at a time."""
    for name in ENOUGH:
        texts = entries(name, mail=False)
        for at in range(0, len(texts), PART):
            yield pytest.param(texts[at : at + PART], id=f"{name}-{at // PART}")


def parse_here(_: object, *, input: str, **__: object) -> SimpleNamespace:  # noqa: A002 - subprocess's
    """``judge parse --json`` without a process of its own."""
    answers = BytesIO()
    parse.main(BytesIO(input.encode()), answers)
    return SimpleNamespace(stdout=answers.getvalue().decode(), stderr="")


@pytest.mark.parametrize("texts", [*parts()])
def test_texts_are_read_as_their_writers_meant_them(
    texts: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_meaning.subprocess, "run", parse_here)
    weigh(texts, run_meaning.by_parse(texts))


def test_mails_are_read_as_their_writers_meant_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_meaning, "EXE", str(Path(sys.executable).with_name("judge")))
    mails = entries("meaning.jsonl", mail=True)
    weigh(mails, run_meaning.by_mail(mails))


@pytest.mark.parametrize("name", ENOUGH)
def test_enough_of_each_file_is_right(name: str) -> None:
    names = [entry["id"] for mail in (False, True) for entry in entries(name, mail=mail)]
    assert len(OPEN.intersection(names)) * 100 <= (100 - ENOUGH[name]) * len(names)


def weigh(found: list[Entry], result: dict[str, Any]) -> None:
    """Assert that no entry is misread, and that all are right but those that are open."""
    told = [(entry["id"], *run_meaning.judged(entry, *result[entry["id"]])) for entry in found]
    assert not [one for one in told if one[1] == "misread"]
    assert not [one for one in told if one[2] and one[0] not in OPEN], "was right before"
    right = [name for name, _, wrong in told if not wrong and name in OPEN]
    assert not right, "is right now: take it out of open.txt"
