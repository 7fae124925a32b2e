"""Orders of all variants' cases, each read on its position: itself or refused, never another."""

import json
import re

import pytest

from judge.catalog import sheet, variant
from judge.kernel.engine import Order
from judge.kernel.errors import InputError
from judge.kernel.text import Line
from tests import cases

COAST = re.compile(r"/[NSEW]C")


def _read(name: str) -> tuple[int, list[tuple[str, str]]]:
    """How many orders a variant's cases have, and those taken, as written and as read."""
    loaded = variant.load(name)
    count, taken = 0, []
    texts_of = [path.read_text().splitlines() for path in cases.files(name)]
    for case in (json.loads(line) for lines in texts_of for line in lines if line.strip()):
        request = dict(case["in"])
        orders = request.pop("orders", {})
        request.pop("dice", None)
        try:
            state = loaded.engine.position(request)
        except InputError:
            continue
        for power, texts in orders.items():
            lines = [Line(at, text) for at, text in enumerate(texts)]
            items = sheet.understand(lines, loaded, state, power)
            count += len(texts)
            taken += [
                (texts[item.span.line], item.text) for item in items if isinstance(item, Order)
            ]
    return count, taken


def _plain(text: str) -> str:
    """An order without coasts, which the engine may fill in, and with one name for each power."""
    return COAST.sub("", text).replace("Great Britain", "England")


@pytest.mark.parametrize("name", variant.names())
def test_an_order_of_a_case_is_itself_or_refused(name: str) -> None:
    count, taken = _read(name)
    assert len(taken) >= 0.85 * count - 1  # A folder of few cases may have one that is illegal.
    assert [pair for pair in taken if _plain(pair[0]) != _plain(pair[1])] == []
