"""Moments, spans, lists and line ranges in words."""

import re

import pytest

from judge.kernel.text import list_names
from judge.report import wording
from judge.report.layout import WIDTH, clean, clean_body, clean_header

DEADLINE = "2026-11-27T17:30:00+00:00"


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("UTC", "Fri 27 Nov, 17:30 UTC"),
        ("Europe/Paris", "Fri 27 Nov, 18:30 Europe/Paris (17:30 UTC)"),
        ("Australia/Sydney", "Sat 28 Nov, 04:30 Australia/Sydney (Fri 17:30 UTC)"),
        ("Nowhere/Land", "Fri 27 Nov, 17:30 UTC"),
        ("../../etc/passwd", "Fri 27 Nov, 17:30 UTC"),
    ],
)
def test_a_moment_is_told_in_the_readers_zone_and_in_utc(zone: str, said: str) -> None:
    assert wording.when(DEADLINE, zone) == said


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ("2026-11-25T14:12:00+00:00", "2 days 3 hours left"),
        ("2026-11-26T17:30:00+00:00", "1 day left"),
        ("2026-11-26T17:31:00+00:00", "1 day left"),
        ("2026-11-27T08:01:00+00:00", "9 hours left"),
        ("2026-11-27T16:29:00+00:00", "1 hour 1 minute left"),
        ("2026-11-27T17:20:30+00:00", "9 minutes left"),
        ("2026-11-27T17:29:30+00:00", "less than a minute left"),
        ("2026-11-27T17:31:00+00:00", "passed"),
    ],
)
def test_the_time_left_is_told_in_whole_hours_where_it_is_long(now: str, said: str) -> None:
    assert wording.time_left(DEADLINE, now) == said


def test_lists_read_as_people_write_them() -> None:
    assert list_names([]) == ""
    assert list_names(["A"]) == "A"
    assert list_names(["A", "B", "C"]) == "A, B and C"
    assert list_names(["GAS", "PAR"], "or") == "GAS or PAR"


def test_line_numbers_are_drawn_together() -> None:
    assert wording.lines([1, 4, 5, 6, 9]) == "lines 1, 4-6 and 9"


def test_typed_text_is_one_line_and_cut() -> None:
    assert wording.show_typed("a\nb\t c") == "a b c"
    assert wording.show_typed("x" * 100, 10) == "x" * 9 + "…"


@pytest.mark.parametrize(
    ("verdict", "sign"),
    [
        ("succeeds", "✓"),
        ("given", "✓"),
        ("stands", "✓"),
        ("available", "✓"),
        ("fails", "✗"),
        ("cut", "✗"),
        ("illegal", "✗"),
        ("stands dislodged", "⚑"),
        ("cut destroyed", "⚑"),
    ],
)
def test_each_verdict_has_a_sign_beside_its_colour(verdict: str, sign: str) -> None:
    assert wording.mark(verdict) == sign


def test_long_lines_are_folded_at_blanks_articlesir_indentation() -> None:
    folded = clean_body("      " + "word " * 30).splitlines()
    assert all(len(line) <= WIDTH and line.startswith("      word") for line in folded)


def test_a_long_word_is_left_whole() -> None:
    link = "https://judge.example/" + "a" * 80
    assert clean_body(f"see {link} there") == f"see\n{link}\nthere\n"


def test_what_nobody_can_see_is_taken_out() -> None:
    assert clean("a\x00b\x1bc\u202ed\ud800e") == "abcde"
    assert clean_header("two\nlines\r\nBcc: x") == "two lines Bcc: x"


@pytest.mark.parametrize(
    ("text", "said"),
    [("too late", "Too late."), ("Really?", "Really?"), ("A PAR holds", "A PAR holds."), ("", "")],
)
def test_a_message_is_shown_as_a_sentence(text: str, said: str) -> None:
    assert wording.sentence(text) == said


def test_what_a_program_reads_is_never_folded() -> None:
    line = "  " + "word " * 30 + "= 42"
    assert clean_body(line).count("\n") > 1
    assert clean_body(wording.whole(line)) == line + "\n"


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("nobody contested MAO", ""),
        ("nobody contested YOR-A; its support counted", "its support counted"),
        ("held", ""),
        ("kept A PAR - BUR out, 1 against 1", "kept A PAR - BUR out, 1 against 1"),
        ("support given", ""),
        ("as ordered", ""),
        ("retreated to MAO", ""),
        ("dislodged F MAO, 2 against 1", "dislodged F MAO, 2 against 1"),
    ],
)
def test_a_reason_is_told_where_it_says_more_than_the_order_and_its_verdict(
    reason: str, said: str
) -> None:
    assert wording.because(reason) == said


@pytest.mark.parametrize(
    ("order", "parts"),
    [
        ("A PAR - BUR", ["A PAR - BUR"]),
        ("A MAR S A PAR - BUR", ["A MAR S", "A PAR - BUR"]),
        ("L5 SOF - ALB - ION", ["L5 SOF - ALB", "- ION"]),
        ("STACK PIE - SWI (A1 PIE, L3 PIE)", ["STACK PIE - SWI", "(A1 PIE,", "L3 PIE)"]),
    ],
)
def test_an_order_in_html_breaks_only_where_it_reads_on_well(order: str, parts: list[str]) -> None:
    """Not even a stack of twelve pieces makes a table wider than a phone."""
    told = str(wording.unbroken(order))
    assert re.findall(r'<span style="white-space:nowrap">([^<]*)</span>', told) == parts
    assert re.sub(r"<[^>]*>", "", told) == order


def test_a_readers_own_parts_come_first_and_no_mark_stays() -> None:
    parts = "".join(
        f"{wording.mark_part(power)}{power}\n" for power in ("Austria", "Italy", "Turkey")
    )
    text = f"RESULTS\n{parts}{wording.mark_part('')}end"
    assert wording.put_first(text, ()) == "RESULTS\nAustria\nItaly\nTurkey\nend"
    own = ("Turkey", "England", "Italy")
    assert wording.put_first(text, own) == "RESULTS\nTurkey\nItaly\nAustria\nend"
