"""The door for secrets: one module says who may see an event, and nothing leaves but through it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.notice import Facts, MasterPage, Notice
from tests.game import twins

JUDGE = Path(__file__).parent.parent.parent / "judge"
DOOR = JUDGE / "kernel" / "audience.py"
MARIE = "marie@example.org"
EVENTS = tuple(Event("note", {}, to) for to in (PUBLIC, GM, "France", "Poland", MARIE, ""))
READERS = {
    "a stranger": (Notice("k", "x@example.org", "answer"), {PUBLIC}),
    "a stranger who wrote": (Notice("k", MARIE, "answer"), {PUBLIC, MARIE}),
    "an observer": (Notice("k", MARIE, "news", Facts(power="observer")), {PUBLIC, MARIE}),
    "a game master": (Notice("k", MARIE, "news", Facts(power="GM")), {PUBLIC, GM, MARIE}),
    "a player": (Notice("k", "x@example.org", "news", Facts(power="France")), {PUBLIC, "France"}),
    "who orders another power": (
        Notice("k", "x@example.org", "news", Facts(power="France", powers=("France", "Poland"))),
        {PUBLIC, "France", "Poland"},
    ),
    "a substitute": (
        Notice("k", MARIE, "answer", Facts(power="France", powers=("France",))),
        {PUBLIC, "France", MARIE},
    ),
    "at another address of his": (
        Notice("k", "x@example.org", "answer", reader=MARIE),
        {PUBLIC, MARIE},
    ),
}


@pytest.mark.parametrize("who", READERS)
def test_a_mail_keeps_what_its_reader_may_see_whatever_it_is_given(who: str) -> None:
    notice, seen = READERS[who]
    page = MasterPage("alpha", now=EVENTS, views=(), events=EVENTS)
    kept = replace(notice, events=EVENTS, page=page)
    assert kept.page is not None
    for events in (kept.events, kept.page.now, kept.page.events):
        assert {one.audience for one in events} == seen


def trees() -> Iterator[tuple[Path, ast.Module]]:
    """All of the judge."""
    for path in sorted(JUDGE.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


@pytest.mark.long
def test_one_module_reads_who_may_see_an_event() -> None:
    """By its name as an attribute, as a key, or asked for as a string."""
    readers = {
        path
        for path, tree in trees()
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and node.attr == "audience")
        or (isinstance(node, ast.Constant) and node.value == "audience")
    }
    assert readers == {DOOR}


def test_every_event_says_who_may_see_it() -> None:
    with pytest.raises(TypeError):
        Event("note", {})  # type: ignore[call-arg]


def test_what_is_one_readers_is_never_built_for_all() -> None:
    """What has a twin, or answers one reader, is built with his name wherever it is built."""
    own = {event for kind in twins.KINDS.values() for event in kind.events}
    own |= {name for name, why in twins.OPEN_EVENTS.items() if why in twins.OWN_REASONS}
    public = {
        name.value
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Event" and node.args
        for name, *_, to in [node.args]
        if isinstance(name, ast.Constant) and isinstance(to, ast.Name) and to.id == "PUBLIC"
    }
    assert public & own == set()
