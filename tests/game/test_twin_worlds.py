"""Twin worlds: what one player writes in secret changes no byte that anybody else gets."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from judge import resources
from judge.game.terms.tables import Table
from judge.kernel.notice import Answer
from judge.letters.commands import records
from judge.letters.commands.verbs import VERBS
from judge.store.record import Read
from tests.game import twins

OWN = ("orders", "cleared", "ahead", "conditions", "tests")
PRIVATE = ("votes", "motions withdrawn", "habits", "passwords", "addresses", "substitutes")
SHARED = ("motions", "emergency", "press", "unsigned press")
PAIRS = (
    ("standard", (*OWN, *PRIVATE, "observers")),
    ("1900", (*PRIVATE, "observers", "consents")),
    ("standard", ("readiness", "votes")),
    ("1926", SHARED),
    ("1936", ("orders", "points", "votes", "tests", "diary")),
    ("1936", ("studies",)),
    ("standard", ("offers",)),
    ("standard", ("repeated orders",)),
    ("standard", ("proposals",)),
    ("standard", ("hidden readers",)),
    ("standard", ("replies",)),
    ("standard", ("replies to unsigned press",)),
    ("1900", ("bounded press",)),
    ("1930s-world", ("bids", "votes", "habits")),
    ("1930s-world", ("orders", "deals", "addresses")),
    ("1930s-world", ("hidden control",)),
    ("1930s-world", ("minors' press",)),
    ("1930", ("deployments", "votes")),
    ("1930", ("months", "allocations")),
    ("1930", ("points saved",)),
    ("1930", ("pieces drawn",)),
    ("standard", ("standing in", "watching")),
    ("standard", ("maps",)),
    ("1930s-world", ("maps of control",)),
    ("standard", ("names", "absences")),
    ("standard", ("diary",)),
    ("standard", ("wishes",)),
    ("standard", ("preferences",)),
    ("standard", ("decisions",)),
)
"""A variant and the kinds of secrets kept in it at once: each kind at least once."""


@pytest.mark.parametrize(("variant", "kinds"), PAIRS, ids=lambda value: str(value)[:40])
def test_a_secret_changes_no_byte_to_anybody_else(variant: str, kinds: tuple[str, ...]) -> None:
    found = twins.tried(variant, kinds, "suite")
    assert found.differences == []
    assert found.mails >= 7


def test_random_pairs_keep_their_secrets_and_the_same_seed_tries_the_same_ones() -> None:
    found = twins.run(17, 1)
    assert found.differences == []
    assert (found.pairs, sum(found.kinds.values()) >= 1) == (1, True)


def test_the_helper_sees_a_secret_that_leaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """An audit that shows a vote is found out."""

    def everything(_at: Table, read: Read) -> tuple[Answer, ...]:
        return read.answers

    monkeypatch.setattr(records, "_visible_lines", everything)
    found = twins.tried("standard", ("votes",), "leak")
    assert any("audit of France" in one or "only one" in one for one in found.differences)


def test_the_helper_sees_an_hour_that_leaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two gave orders and one of them asked for more time: when their mails came would tell who."""
    monkeypatch.setattr(records, "HEADERS", records.HEADERS | {"received"})
    found = twins.tried("standard", ("motions",), "leak0")
    assert any("audit of" in one for one in found.differences)


def test_every_kind_of_secret_is_tried_in_the_suite() -> None:
    assert {kind for _, kinds in PAIRS for kind in kinds} == set(twins.KINDS)


def test_every_command_has_a_twin_or_a_reason_why_it_holds_no_secret() -> None:
    """A new command stands in ``verbs`` of a kind in twins.py, or in OPEN_COMMANDS there."""
    twinned = {verb for kind in twins.KINDS.values() for verb in kind.verbs}
    known = {*VERBS, "if", "elseif", "else", "endif"}
    assert known - twinned - twins.OPEN_COMMANDS.keys() == set()
    assert twins.OPEN_COMMANDS.keys() - known == set()
    assert twins.OPEN_COMMANDS.keys() & twinned == set()


def test_every_event_has_a_twin_or_a_reason_why_it_holds_no_secret() -> None:
    """A new event stands in ``events`` of a kind in twins.py, or in OPEN_EVENTS there."""
    twinned = {event for kind in twins.KINDS.values() for event in kind.events}
    known = set(_worded())
    assert known - twinned - twins.OPEN_EVENTS.keys() == set()
    assert (twins.OPEN_EVENTS.keys() | twinned) - known == set()


def _worded() -> Iterable[str]:
    """The kinds of events that there are templates for."""
    homes = [resources.root("templates")]
    homes += [folder / "templates" for folder in Path(resources.root("variants")).iterdir()]
    for home in homes:
        for path in home.glob("event/*.txt.j2"):
            yield path.name.removesuffix(".txt.j2")
