"""Each write of a pass fails once: the keeper reads one right sentence, and nothing is lost."""

import pytest

from tests.faults.writes import sweep


@pytest.mark.parametrize(("kind", "first"), [("ENOSPC", 2), ("EIO", 5)])
@pytest.mark.parametrize("lasts", [False, True], ids=["once", "from-then-on"])
def test_a_write_that_fails_is_one_sentence_and_made_good(
    kind: str, first: int, *, lasts: bool
) -> None:
    """A sample; the campaign does all of them."""
    found = sweep(kind, first, 43, lasts=lasts)
    assert found.points > 2
    assert found.refused > 0
    assert found.faults == []
