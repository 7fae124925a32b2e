"""Moments as people write them, in six languages: what each sets, asks or refuses.

The table's now is Friday 27 Nov 2026, 12:00 UTC, in a game in UTC with its deadline on Monday.
"""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.game.terms import dates
from judge.kernel.errors import DoubtError, InputError

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
DEADLINE = datetime(2026, 11, 30, 18, tzinfo=UTC)
TABLE = Path(__file__).with_name("moments.jsonl").read_text("utf-8")
ROWS = [json.loads(line) for line in TABLE.splitlines()]


def shown(moment: datetime) -> str:
    """A moment as the table writes it."""
    return f"{moment:%a} {moment.day} {moment:%b %Y %H:%M}"


@pytest.mark.parametrize("row", ROWS, ids=[row["typed"] for row in ROWS])
def test_what_people_write_is_set_or_asked_or_refused(row: dict[str, object]) -> None:
    typed = str(row["typed"])
    if "sets" in row:
        assert shown(dates.read_moment(typed, NOW, "UTC", DEADLINE)) == row["sets"]
        return
    with pytest.raises(InputError) as raised:
        dates.read_moment(typed, NOW, "UTC", DEADLINE)
    if "refuses" in row:
        assert str(row["refuses"]) in str(raised.value)
        return
    assert isinstance(raised.value, DoubtError)
    assert list(raised.value.meant) == row["asks"]


@pytest.mark.parametrize(
    "row", [row for row in ROWS if "asks" in row], ids=lambda row: row["typed"]
)
def test_what_is_offered_is_taken_when_it_is_sent(row: dict[str, list[str]]) -> None:
    read = [dates.read_moment(line, NOW, "UTC", DEADLINE) for line in row["asks"]]
    assert len({*read}) == len(read)
