"""The help of 1900, 1926 and 1936: one screen a topic, and its orders are taken."""

import re

import pytest

from judge.kernel.engine import PUBLIC, Event
from judge.report import order_forms, render, topics
from tests import folders
from tests.mechanics.boards import read
from tests.report.test_help import LOOKED_UP

VARIANTS = tuple(sorted({*folders.playing("passages"), *folders.playing("points")}))
"""Those whose topics tell of rules that only they have; others' are tried with their own rules."""
EXAMPLE = re.compile(r"^  (\S(?:.*?\S)?)(?:  +\S.*)?$", re.MULTILINE)


def told(variant: str, topic: str) -> str:
    """The text of a topic as a player of ``variant`` gets it."""
    return render._event(
        Event("help", {"topic": topic, "variant": variant}, PUBLIC), variant, "UTC"
    )[0]


@pytest.mark.parametrize(
    ("variant", "topic"),
    [(name, topic) for name in VARIANTS for topic in topics.topics(name) if topic not in LOOKED_UP],
)
def test_a_topic_is_one_screen(variant: str, topic: str) -> None:
    lines = told(variant, topic).splitlines()
    assert 3 < len(lines) <= 32
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize(
    ("variant", "example"),
    [
        (variant, example)
        for variant, topic in (
            *((variant, "orders") for variant in VARIANTS),
            ("1900", "suez"),
            ("1926", "points"),
            ("1936", "points"),
        )
        for example in EXAMPLE.findall(told(variant, topic))
    ],
)
def test_each_order_in_the_help_is_taken(variant: str, example: str) -> None:
    orders, problems = read(variant, None, "", example)
    assert len(orders) == 1
    assert problems == []


@pytest.mark.parametrize("variant", folders.playing("points"))
def test_the_help_of_points_shows_lines_of_points(variant: str) -> None:
    lines = EXAMPLE.findall(told(variant, "points"))
    taken = [read(variant, None, "", line)[0] for line in lines]
    assert all(orders[0].startswith("DP ") for orders in taken)
    assert len(lines) >= 3


def test_the_help_lists_every_client() -> None:
    text = told("1936", "clients")
    for patron, clients in {
        "Britain": "Egypt, Iraq",
        "Germany": "Austria, Bulgaria, Finland, Hungary, Iran, Rumania",
        "Soviet Union": "Bohemia, Lithuania",
    }.items():
        assert f"{patron}: {clients}" in text


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_orders_on_the_card_for_new_players_are_taken(variant: str) -> None:
    card = order_forms.sample(variant)
    orders, problems = read(variant, None, "", card)
    assert (len(orders), problems) == (3, [])
    assert any(order.startswith("DP ") for order in orders) == (variant != "1900")
