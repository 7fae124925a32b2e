"""What is wrong with what a program asks is one sentence that begins with the key."""

from collections.abc import Callable
from typing import Any

import pytest

import judge

STANDARD = judge.load("standard")
START = STANDARD.start()
Asked = Callable[[], Any]

WRONG: list[tuple[Asked, str]] = [
    (lambda: judge.load("standrad"), "There is no variant 'standrad'; there are: 1900,"),
    (lambda: STANDARD.start(air=True), "options.air: there is no such option; there are signals."),
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
        "orders.France[0]: 'A PAR BUR' is no order; write for example 'A BUD - GAL'.",
    ),
    (
        lambda: STANDARD.play({**START, "phase": "S01M"}, {}),
        "phase: 'S01M' is no phase of this game; it should look like 'S1901M'.",
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
        lambda: judge.load("1930").adjudicate(phase="1930-01M", units={"France": ["L9 PAR"]}),
        "units.France: 'L9 PAR' is no piece; L5 LON is one.",
    ),
]


@pytest.mark.parametrize(("asked", "sentence"), WRONG, ids=[said[:40] for _, said in WRONG])
def test_a_wrong_request_is_answered_by_its_key(asked: Asked, sentence: str) -> None:
    with pytest.raises(judge.InputError) as raised:
        asked()
    assert str(raised.value).startswith(sentence)
