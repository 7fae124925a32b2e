"""What people mean: the texts and mails of meaning.jsonl and more.jsonl, as a secretary reads them.

talk.jsonl holds longer and looser talk, in fourteen batches that were written before the code was
looked at: a third of it is still asked back, none of it is misread.
The format of the files and the classes of mistakes stand in run_meaning.py, which also runs alone:
``python tests/meaning/run_meaning.py tests/meaning/more.jsonl``.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

run_meaning: Any = import_module("tests.meaning.run_meaning")
HERE = Path(__file__).parent
ENOUGH = {"meaning.jsonl": 95, "more.jsonl": 95, "talk.jsonl": 72}
"""Percent of a file's entries that have to be right in full; none may be misread."""

Entry = dict[str, Any]


def entries(name: str, *, mail: bool) -> list[Entry]:
    """The texts of a file, or its mails."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [entry for entry in map(json.loads, lines) if bool(entry.get("mail")) == mail]


@pytest.fixture(autouse=True)
def _this_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the judge that stands beside the interpreter of the tests."""
    monkeypatch.setattr(run_meaning, "EXE", str(Path(sys.executable).with_name("judge")))


@pytest.mark.parametrize("name", ENOUGH)
def test_texts_are_read_as_their_writers_meant_them(name: str) -> None:
    found = entries(name, mail=False)
    weigh(found, run_meaning.by_parse(found), ENOUGH[name])


def test_mails_are_read_as_their_writers_meant_them() -> None:
    found = entries("meaning.jsonl", mail=True)
    weigh(found, run_meaning.by_mail(found), ENOUGH["meaning.jsonl"])


def weigh(found: list[Entry], result: dict[str, Any], enough: int) -> None:
    """Assert that none of the entries is misread and that enough are right in full."""
    told = [(entry, *run_meaning.judged(entry, *result[entry["id"]])) for entry in found]
    assert not [(entry["id"], wrong) for entry, kind, wrong in told if kind == "misread"]
    wrong = [(entry["id"], kind, faults) for entry, kind, faults in told if faults]
    assert len(wrong) * 100 <= (100 - enough) * len(found), wrong
