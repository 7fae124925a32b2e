"""Text for terminals as a phone shows it: nothing is lost but breaks and blanks of long lines."""

import pytest

from judge.catalog import variant
from judge.kernel.engine import PUBLIC, Event
from judge.report import render, topics, wording
from judge.report.layout import stretches


def shown(text: str) -> list[tuple[str, object]]:
    return [(one.kind, one.rows or one.lines) for one in stretches(text)]


def test_sentences_flow_under_their_heading() -> None:
    text = """PAUSES
A game is paused by its master, or by more than half of those who play,
and goes on when they say so.

The clock stands still."""
    assert shown(text) == [
        ("head", ["PAUSES"]),
        (
            "text",
            [
                (
                    "A game is paused by its master, or by more than half of those who play, "
                    "and goes on when they say so."
                )
            ],
        ),
        ("text", ["The clock stands still."]),
    ]


def test_columns_are_rows_and_a_line_below_the_last_goes_on_with_it() -> None:
    text = """  SET QUIET 22:00-07:00     no mails in these hours
  SET FORMAT njudge         results bring a file
                            for other programs
  That is all."""
    assert shown(text) == [
        (
            "table",
            [
                ["SET QUIET 22:00-07:00", "no mails in these hours"],
                ["SET FORMAT njudge", "results bring a file for other programs"],
            ],
        ),
        ("text", ["That is all."]),
    ]


def test_items_of_a_list_and_lines_of_a_form_keep_their_lines() -> None:
    first = "1. One order a line, in full or short, in any case: A Par - Bur, F Bre H."
    assert shown(f"{first}\n2. Reply.") == [("text", [first, "2. Reply."])]
    assert shown("A BUR -\nA MAR -") == [("text", ["A BUR -", "A MAR -"])]


@pytest.mark.parametrize("name", variant.names())
def test_no_word_of_a_help_page_is_lost(name: str) -> None:
    for topic in topics.topics(name):
        text = render.word(Event("help", {"topic": topic}, PUBLIC), name)
        told = [
            word
            for one in stretches(text)
            for part in (*one.lines, *(cell for row in one.rows for cell in row))
            for word in part.split()
        ]
        assert sorted(told) == sorted(text.split()), topic


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("AUDIT OF AUSTRIA-HUNGARY", "Audit of Austria-Hungary"),
        ("RECEIPT R17", "Receipt R17"),
        (
            "WHAT YOU HAD WRITTEN FOR FALL 1901 MOVEMENT",
            "What you had written for Fall 1901 movement",
        ),
        ("CONTROL OF THE MINORS", "Control of the minors"),
        ("R12: the game master rules", "R12: the game master rules"),
    ],
)
def test_a_heading_in_capitals_is_sentence_case_in_html(line: str, shown: str) -> None:
    assert wording.lower(line, variant.load("1900").proper_names) == shown


def test_a_heading_has_a_blank_line_above_it() -> None:
    text = "  DRAW      ends the game for all\nRESIGN\nends it for you alone."
    assert [kind for kind, _ in shown(text)] == ["table", "text"]
    assert [kind for kind, _ in shown(text.replace("all\n", "all\n\n"))] == [
        "table",
        "head",
        "text",
    ]
