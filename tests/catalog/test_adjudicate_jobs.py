"""``judge adjudicate --jobs``: several processes, the same bytes in the same order."""

import io
from collections.abc import Iterator

import msgspec

from judge.catalog import parse

ORDERS = ("A PAR - BUR", "A PAR H", "A PAR S A MUN - BUR", "A PAR - XYZ")


def lines(count: int) -> list[bytes]:
    """Requests of which some are wrong, and some lines blank."""
    made = [
        msgspec.json.encode(
            {
                "id": str(at),
                "phase": "S1901M",
                "units": {"France": ["A PAR"], "Germany": ["A MUN"]},
                "orders": {"France": [ORDERS[at % 4]], "Germany": ["A MUN - BUR"]},
                "reasons": at % 5 > 0,
            }
        )
        + b"\n"
        for at in range(count)
    ]
    return [*made, b"\n", b"nonsense\n"]


def test_two_processes_say_what_one_says() -> None:
    source = lines(4 * parse.PART + 7)
    one, two = io.BytesIO(), io.BytesIO()
    assert parse.main_adjudicate(source, one) == parse.main_adjudicate(source, two, jobs=2) == 1
    assert one.getvalue() == two.getvalue()
    names = [msgspec.json.decode(line)["id"] for line in two.getvalue().splitlines()]
    assert names == [*map(str, range(4 * parse.PART + 7)), None]


def test_all_good_lines_end_well_in_two_processes() -> None:
    good = [line for line in lines(8) if b"XYZ" not in line and b"units" in line]
    assert parse.main_adjudicate(good, io.BytesIO(), jobs=2) == 0


def test_a_line_is_answered_before_the_next_one_is_read() -> None:
    """Whoever asks line by line and waits for each answer is not kept waiting."""
    sink = io.BytesIO()
    seen = []

    def asked() -> Iterator[bytes]:
        for line in lines(3):
            seen.append(sink.getvalue().count(b"\n"))
            yield line

    parse.main_adjudicate(asked(), sink)
    assert seen == [0, 1, 2, 3, 3]
