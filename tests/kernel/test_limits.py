"""Limits: docs/limits.md lists each with its reason, and HELP says them as they are."""

import ast
import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from judge.kernel import limits
from tests import recordings
from tests.report.test_help import told

PROJECT = Path(__file__).parents[2]
PAGE = PROJECT / "docs" / "limits.md"
HEAD = """\
# Limits

What people, programs and their mails may do at most, and why: as `judge/kernel/limits.py` has it,
the one place where a limit stands. HELP LIMITS tells players theirs.
"""


def _show(value: object) -> str:
    return limits.say(value) if isinstance(value, timedelta) else f"{value:,}"


def _rows() -> Iterator[str]:
    """The module as tables: a heading for each of its comments, a row for each limit."""
    source = Path(limits.__file__).read_text(encoding="utf-8")
    headings = {
        number: line[6:]
        for number, line in enumerate(source.splitlines(), 1)
        if line.startswith("# --- ")
    }
    body = ast.parse(source).body
    for limit, reason in pairwise(body):
        if not isinstance(limit, ast.Assign):
            continue
        for number in [one for one in headings if one < limit.lineno]:
            yield f"\n## {headings.pop(number)}\n\n| limit | value | why |\n|---|---|---|"
        assert isinstance(reason, ast.Expr), f"{ast.unparse(limit)} has no reason"
        assert isinstance(reason.value, ast.Constant)
        names = re.findall(r"[A-Z_]+", ast.unparse(limit.targets[0]))
        values = "; ".join(_show(getattr(limits, name)) for name in names)
        why = " ".join(str(reason.value.value).split())
        yield f"| {', '.join(f'`{name}`' for name in names)} | {values} | {why} |"


def test_the_page_lists_every_limit() -> None:
    shown = "\n".join([HEAD.rstrip("\n"), *_rows(), ""])
    recordings.keep(PAGE, shown)
    assert PAGE.read_text(encoding="utf-8") == shown


@pytest.mark.parametrize(
    ("time", "said"),
    [
        (timedelta(days=7), "7 days"),
        (timedelta(days=1), "1 day"),
        (timedelta(hours=36), "36 hours"),
        (timedelta(minutes=1), "1 minute"),
    ],
)
def test_a_time_is_said_in_its_largest_whole_unit(time: timedelta, said: str) -> None:
    assert limits.say(time) == said


@pytest.mark.parametrize(
    ("name", "value", "topic", "said"),
    [
        ("SEAT_OFFER", timedelta(hours=24), "seats", "For 1 day it goes"),
        ("RECALL", timedelta(days=3), "correcting", "by ROLLBACK within 3 days"),
        ("PASSWORD_TRIES", 4, "security", "4 wrong passwords lock SIGNON"),
        ("PRESS_LETTERS", 500, "limits", "Press has at most 500 characters"),
    ],
)
def test_help_says_a_limit_as_it_is(
    monkeypatch: pytest.MonkeyPatch, name: str, value: object, topic: str, said: str
) -> None:
    monkeypatch.setattr(limits, name, value)
    assert said in " ".join(told(topic).split())
