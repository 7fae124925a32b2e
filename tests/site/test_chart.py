"""Centres over the years as lines: where each ends, how high the marks go, that names part."""

from itertools import pairwise

from judge.report.site import pages
from judge.report.site.pages import BOTTOM, HEIGHT, LINE_WIDTH, TOP, Chart


def drawn(**counts: list[int]) -> Chart:
    """The chart of some powers' centres, year by year from 1901."""
    years = [
        {"year": 1901 + number, "centers": list(row)}
        for number, row in enumerate(zip(*counts.values(), strict=True))
    ]
    found = pages.draw_chart({"powers": list(counts), "years": years})
    assert found is not None
    return found


def test_a_line_ends_where_its_last_count_is_marked() -> None:
    found = drawn(France=[3, 5, 6], Italy=[3, 4, 1])
    heights = {count: height for height, count in found.marks}
    assert {line.power: line.end for line in found.lines} == {
        "France": heights[6],
        "Italy": heights[1],
    }
    assert [line.points.split()[-1].split(",")[1] for line in found.lines] == [
        str(line.end) for line in found.lines
    ]


def test_marks_go_from_none_to_the_most_that_anybody_had() -> None:
    found = drawn(France=[3, 5, 6], Italy=[3, 4, 1])
    assert [count for _, count in found.marks] == [0, 1, 2, 3, 4, 5, 6]
    assert (found.marks[0][0], found.marks[-1][0]) == (HEIGHT - BOTTOM, TOP)
    assert [count for _, count in drawn(France=[3, 14]).marks] == [0, 2, 4, 6, 8, 10, 12, 14]


def test_a_name_stands_at_its_lines_end_unless_another_stands_there() -> None:
    found = drawn(France=[3, 9], Italy=[3, 4], Turkey=[3, 4])
    labels = {line.power: line.label - line.end for line in found.lines}
    assert labels == {"France": 0, "Italy": 0, "Turkey": LINE_WIDTH}


def test_names_of_those_who_lost_all_stand_above_the_drawings_foot() -> None:
    found = drawn(France=[3, 9], Italy=[3, 0], Turkey=[3, 0], Russia=[4, 0])
    lowest = sorted(line.label for line in found.lines if not line.last)
    assert lowest[-1] == HEIGHT - BOTTOM
    assert [below - above for above, below in pairwise(lowest)] == [LINE_WIDTH, LINE_WIDTH]


def test_who_never_had_a_centre_has_no_line_and_one_year_no_chart() -> None:
    assert [line.power for line in drawn(France=[3, 9], Italy=[0, 0]).lines] == ["France"]
    assert (
        pages.draw_chart({"powers": ["France"], "years": [{"year": 1901, "centers": [3]}]}) is None
    )
