"""What is wrong with what a program asks is one sentence that begins with the key."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import judge
from judge.catalog import parse

STANDARD = judge.load("standard")
START = STANDARD.start()
Asked = Callable[[], Any]

WRONG: list[tuple[Asked, str]] = [
    (lambda: judge.load("standrad"), "There is no variant 'standrad'; there are: 1900,"),
    (lambda: STANDARD.start(air=True), "options.air: there is no such option; there are building"),
    (lambda: judge.load("1930s-world").start(air=1), "options.air: it has to be true or false."),
    (STANDARD.adjudicate, "phase: the request has to name one, like 'S1901M'."),
    (
        lambda: STANDARD.adjudicate(phase="S1901M", unit={"France": ["A PAR"]}),  # type: ignore[call-arg]
        "unit: there is no such key; there are centers,",
    ),
    (
        lambda: STANDARD.adjudicate(phase="S1901M", units={"Frnace": ["A PAR"]}),
        "units.Frnace: there is no power 'Frnace'; there are Austria,",
    ),
    (
        lambda: STANDARD.adjudicate(phase="S1901M", variant="1936"),
        "variant: this is standard, not 1936.",
    ),
    (
        lambda: STANDARD.adjudicate(phase="S1901M", units={"France": [object()]}),  # type: ignore[list-item]
        "This is no JSON: ",
    ),
    (
        lambda: STANDARD.play(START, {"France": ["A PAR BUR"]}),
        "orders.France[0]: 'A PAR BUR' is not an order; write for example 'A BUD - GAL'.",
    ),
    (
        lambda: STANDARD.play({**START, "phase": "S01M"}, {}),
        "phase: 'S01M' is not a phase of this game; it should look like 'S1901M'.",
    ),
    (
        lambda: STANDARD.legal_orders(START, "france"),
        "power: there is no power 'france'; there are Austria,",
    ),
    (lambda: STANDARD.parse("A Par H", power="Gaul"), "power: there is no 'Gaul' in Standard"),
    (
        lambda: STANDARD.adjudicate(phase="S1901M", reasons="no"),  # type: ignore[arg-type]
        "reasons: it has to be true or false.",
    ),
    (
        lambda: judge.load("1926").adjudicate(phase="S1926M", state={"civil_disordr": ["France"]}),
        "state.civil_disordr: unknown; known are civil_disorder, minors, move_turns.",
    ),
    (
        lambda: judge.load("1926").adjudicate(phase="S1926M", state={"minors": ["Gaul"]}),
        "state.minors: there is no minor 'Gaul'.",
    ),
    (
        lambda: judge.load("1926").adjudicate(phase="S1926M", state={"minors": ["France"]}),
        "state.minors: there is no minor 'France'.",
    ),
    (
        lambda: judge.load("1936").adjudicate(phase="S1936M", units={"Gaul": ["A PAR"]}),
        "units.Gaul: there is no power 'Gaul'; there are ",
    ),
    (
        lambda: judge.load("1936").adjudicate(phase="S1936M", centers={"": ["PAR"]}),
        "centers.: there is no power ''; there are ",
    ),
    (
        lambda: judge.load("1930s-world").adjudicate(phase="S1931M", state={"allowed": []}),
        "state.allowed: unknown; known are annexed, banned, betrayers, blocked, bombed, control,",
    ),
    (
        lambda: STANDARD.play({**START, "state": {"x": 1}}, {}),
        "state.x: unknown; this variant remembers nothing.",
    ),
    (
        lambda: STANDARD.adjudicate(phase="W1901A", centers={"France": ["PAR", "BUR"]}),
        "centers.France[1]: BUR is not a centre.",
    ),
    (
        lambda: STANDARD.adjudicate(phase="S1901M", dislodged={"France: A PAR": ["BUR"]}),
        "dislodged: units retreat in a phase of retreats only.",
    ),
    (
        lambda: STANDARD.adjudicate(phase="S1901R", dislodged={"A PAR": ["BUR", "ENG"]}),
        "dislodged.A PAR[1]: A PAR can't retreat to 'ENG'.",
    ),
    (
        lambda: STANDARD.adjudicate(phase="S1901R", dislodged={": A PAR": ["BUR"]}),
        "dislodged.: A PAR: there is no power ''; there are Austria,",
    ),
    (
        lambda: STANDARD.adjudicate(phase="S1901R", dislodged={"A PAR": [], "France: A PAR": []}),
        "dislodged.France: A PAR: of two units that are alike both need an owner.",
    ),
    (
        lambda: STANDARD.parse("A Par H", phase="XX"),
        "phase: 'XX' is not a phase of this game; it should look like 'S1901M'.",
    ),
    (
        lambda: judge.load("1930").parse("L5 Lon H", phase="S1901M"),
        "phase: 'S1901M' is not a phase of this game; the first is 1930-00D.",
    ),
    (
        lambda: STANDARD.parse("A Par H", units=["A PAR", "A XXX"]),
        "units: 'A XXX': there is no space 'XXX'.",
    ),
    (
        lambda: STANDARD.legal_orders([], "France"),  # type: ignore[arg-type]
        "The position has to be an object.",
    ),
    (
        lambda: judge.load("1930").adjudicate(phase="1930-01M", state={"friends": {"Spain": ""}}),
        "state.friends.Spain: a list is needed.",
    ),
    (
        lambda: judge.load("1930").adjudicate(phase="1930-01M", state={"allies": {"Spain": ""}}),
        "state.allies.Spain: '' is not a major.",
    ),
    (
        lambda: judge.load("1930").adjudicate(phase="1930-01M", units={"France": ["L9 PAR"]}),
        "units.France: 'L9 PAR' is not a piece; L5 LON is one.",
    ),
]


@pytest.mark.parametrize(("asked", "sentence"), WRONG, ids=[said[:40] for _, said in WRONG])
def test_a_wrong_request_is_answered_by_its_key(asked: Asked, sentence: str) -> None:
    with pytest.raises(judge.InputError) as raised:
        asked()
    assert str(raised.value).startswith(sentence)


PARSED: list[tuple[dict[str, Any], str]] = [
    ({"phase": "XX"}, "phase: 'XX' is not a phase of this game; it should look like 'S1901M'."),
    ({"options": {"air": True}}, "options.air: there is no such option; there are building"),
    ({"options": 3}, "options: it has to be an object."),
    ({"unit": ["A PAR"]}, "unit: there is no such key; there are id, options,"),
]


@pytest.mark.parametrize(("keys", "sentence"), PARSED, ids=[said[:40] for _, said in PARSED])
def test_a_wrong_request_to_parse_is_answered_by_its_key(
    keys: dict[str, Any], sentence: str
) -> None:
    told = parse.answer_lines(json.dumps({"id": 1, "text": "A Par H", **keys}))
    assert told["id"] == 1
    assert told["error"].startswith(sentence)


RETREATS: list[tuple[dict[str, list[str]], dict[str, list[str]], list[str]]] = [
    ({}, {}, ["A PAR"]),
    ({"France": ["A PAR R BUR"]}, {"France": ["A BUR"]}, []),
    ({"Italy": ["A PAR R BUR"]}, {"Italy": ["A BUR"]}, []),
    ({"Italy": ["A PAR D"]}, {}, ["A PAR"]),
]


@pytest.mark.parametrize(("orders", "after", "disbanded"), RETREATS)
def test_a_dislodged_unit_without_an_owner_is_its_who_orders_it(
    orders: dict[str, list[str]], after: dict[str, list[str]], disbanded: list[str]
) -> None:
    """docs/notation.md: or nobody's, and it disbands."""
    told = STANDARD.adjudicate(
        phase="S1901R", units={}, dislodged={"A PAR": ["BUR"]}, orders=orders
    )
    assert (told["after"], told["disbanded"]) == (after, disbanded)
    assert [row["unit"] for row in told["results"]] == ["A PAR"]
    assert told["results"][0]["power"] == next(iter(orders), "")
