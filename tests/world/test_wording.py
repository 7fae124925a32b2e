"""What 1930s World comes to in a mail: a template for every event, and help of one screen."""

import re

import pytest

from judge.kernel.engine import PUBLIC, Event
from judge.report import render, topics
from tests.report.test_help import LOOKED_UP
from tests.report.test_html import Checker
from tests.world.positions import AIR, ENGINE, NAME, position, read, turn

SECRET = {**AIR, "hidden": True}
BIDS = {
    "Germany": ["BID 7 Poland", "BID 5 Turkey FOR Italy"],
    "Italy": ["BID 7 Turkey", "BID 20 Spain"],
    "Russia": ["BID 7 Poland"],
}
FALL = {
    "units": {
        "Germany": ["A SIL", "P RUH-A", "A HAN", "P HAN-A"],
        "France": ["A HOL"],
        "Poland": ["A LIT"],
    },
    "centers": {"Germany": ["BER", "HAN", "EPR"], "France": ["PAR"], "Poland": ["WAR", "LIT"]},
    "state": {
        "control": {"Poland": ["Germany"]},
        "influence": {"Poland": {"Germany": {"Germany": 5}, "Russia": {"Russia": 3}}},
    },
}
ORDERS = {
    "Germany": ["A SIL - WAR", "P RUH-A BOMB PAR", "A HAN PARATROOP HOL", "P HAN-A C A HAN - HOL",
                "ALLOW ALL AT SIL"],
    "Italy": ["A LIT - LAT"],
}  # fmt: skip
OLD = {
    "influence": {
        "Turkey": {"Italy": {"Italy": 7}, "France": {"France": 6}},
        "Poland": {"Germany": {"Germany": 16, "Italy": 2}},
    },
    "control": {"Turkey": ["France"], "Poland": ["Germany"]},
}


def events(**options: bool) -> dict[str, Event]:
    """One event of each kind of a bidding, a fall and what is told before a bidding."""
    happened = [
        *ENGINE.describe(position("S1932I", state=OLD, options=options)),
        *turn(position("S1931I", options=options), **BIDS).events,
        *turn(position("F1931M", options=options, **FALL), **ORDERS).events,
    ]
    return {event.kind: event for event in happened if event.audience != "gm"}


OPEN, CLOSED = events(**AIR), events(**SECRET)
SAYS = [
    (OPEN["influence-table"], "Poland 9 with 1 in support"),
    (OPEN["influence-table"], "Turkey 4, 3"),
    (OPEN["influence-bids"], "only 8 of 20 counted: the purse held no more"),
    (OPEN["influence-claims"], "Turkey: Italy 12 (5 from Germany)."),
    (OPEN["influence-claims"], "Controlled by a Coalition of Germany and Russia."),
    (OPEN["influence-control"], "CONTROL OF THE MINORS"),
    (OPEN["influence-betrayal"], "Poland now follows Russia."),
    (OPEN["minor-void"], "A LIT - LAT: Italy does not control Poland"),
    (OPEN["passage-allowed"], "Germany: ALLOW ALL AT SIL"),
    (OPEN["air-damage"], "PAR of France, bombed by Germany: it feeds one half less this winter"),
    (OPEN["air-lost"], "Germany: A HAN"),
    (OPEN["centers"], "(also builds in EPR)"),
    (CLOSED["influence-control"], "You control no minor power."),
    (CLOSED["influence-betrayal"], "Germany took a home centre of Poland"),
]


@pytest.mark.parametrize(
    ("event", "words"), SAYS, ids=[f"{event.kind}-{at}" for at, (event, _) in enumerate(SAYS)]
)
def test_an_event_is_worded_as_text_and_as_sound_html(event: Event, words: str) -> None:
    text, html = render._event(event, NAME, "UTC")
    assert words in " ".join(text.split())
    assert not text.startswith(f"{event.kind}:"), "the built-in wording was used"
    checker = Checker()
    checker.feed(str(html))
    assert not checker.open
    assert "<pre>" not in html


def test_each_player_reads_its_own_influence_in_one_sentence() -> None:
    (mine,) = [
        event
        for event in ENGINE.describe(position("S1932I", state=OLD))
        if (event.kind, event.audience) == ("influence-mine", "Italy")
    ]
    text, _ = render._event(mine, NAME, "UTC")
    assert "You have 4 in Turkey and 1 in Poland (in support of Germany)." in text


EXAMPLE = re.compile(r"^  (\S(?:.*?\S)?)(?:  +\S.*)?$", re.MULTILINE)


def help_(topic: str) -> str:
    """A topic's text as a player of this game gets it."""
    return render._event(Event("help", {"topic": topic, "variant": NAME}, PUBLIC), NAME, "UTC")[0]


@pytest.mark.parametrize("topic", [name for name in topics.topics(NAME) if name not in LOOKED_UP])
def test_a_help_topic_is_one_screen(topic: str) -> None:
    lines = help_(topic).splitlines()
    assert 3 < len(lines) <= 36
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize(
    "example",
    [
        example
        for topic in ("orders", "influence", "minors", "planes")
        for example in EXAMPLE.findall(help_(topic))
    ],
)
def test_each_order_in_the_help_is_taken(example: str) -> None:
    orders, problems = read(None, "", example)
    assert len(orders) == 1
    assert problems == []
