"""``judge parse``: texts and JSON requests in, JSON lines out."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from judge.catalog import parse
from judge.cli import main


def _run(typed: str, *options: str) -> tuple[int, list[dict[str, Any]]]:
    done = CliRunner().invoke(main, ["parse", *options], input=typed)
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()]


def test_a_text_is_answered_line_by_line() -> None:
    code, told = _run("Hi,\n\nA Par-Bur, F Bre H\nA Arm - Sevst\nSTATUS\n")
    assert code == 0
    assert [(line["line"], [key for key in line if key != "line"]) for line in told] == [
        (1, ["text", "ignored"]),
        (3, ["text", "order"]),
        (3, ["text", "order"]),
        (4, ["text", "problem", "column", "suggestions"]),
        (5, ["text", "command", "words"]),
    ]
    assert told[3]["suggestions"] == ["A ARM - SEV"]
    assert told[3]["column"] == 9


def test_the_power_and_the_phase_decide_what_is_meant() -> None:
    _, told = _run("F Lon - Eng\n", "--phase", "F1901R")
    assert told[0]["order"] == "F LON R ENG"
    _, told = _run("Turkish A Con - Bul\n", "--power", "france")
    assert "Turkey" in told[0]["problem"]


@pytest.mark.parametrize(
    ("request_", "order"),
    [
        ({"units": ["A KIE", "F HOL"], "text": "Kie-Den"}, "A KIE - DEN"),
        ({"units": ["F KIE"], "text": "Kie-Den"}, "F KIE - DEN"),
        ({"units": ["A YOR"], "text": "Yor - Liv"}, "A YOR - LVP"),
        ({"units": ["A RUH"], "text": "A Ruh", "phase": "W1901A"}, "A RUH D"),
        ({"units": [], "text": "A Par", "phase": "W1901A"}, "A PAR B"),
        ({"units": ["F STP/SC"], "text": "StP R Fin"}, "F STP/SC R FIN"),
        ({"units": ["A AUS"], "text": "2 DP Austria: hold", "variant": "1936"}, "DP 2: A AUS H"),
        ({"text": "bid 7 on Turkey", "variant": "1930s-world"}, "BID 7 Turkey"),
        ({"units": ["L5 LON"], "text": "London - Anglia", "variant": "1930"}, "L5 LON - ANG"),
    ],
)
def test_a_request_is_read_on_a_board_of_its_units(request_: dict[str, Any], order: str) -> None:
    answer = parse.answer_lines(json.dumps({"id": "x", **request_}))
    assert answer["id"] == "x"
    assert [line.get("order") for line in answer["lines"]] == [order]


@pytest.mark.parametrize("text", ["BID 5 Austria", "Bid 5 on Austria", "I bid 5 on Austria"])
def test_of_a_bid_for_no_minor_it_is_said_who_gets_none(text: str) -> None:
    """Not that a word before it makes no sense, and no other minor is meant."""
    request = {"text": text, "variant": "1930s-world", "phase": "S1932I"}
    (told,) = parse.answer_lines(json.dumps(request))["lines"]
    assert told["problem"].startswith("'Austria' is not a minor power, and only these get points.")
    assert told["suggestions"] == []


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        ("nonsense", "no JSON"),
        ("[]", "object"),
        ('{"id": 7, "variant": "chess"}', "chess"),
        ('{"id": 7, "power": "Atlantis"}', "Atlantis"),
        ('{"id": 7, "units": "A PAR"}', "units"),
        ('{"id": 7, "units": ["A XYZ"]}', "XYZ"),
        ('{"id": 7, "units": [], "phase": "Tuesday"}', "phase"),
        ('{"id": 7, "text": 5}', "text"),
        ('{"id": 7, "lines": "A PAR"}', "lines"),
    ],
)
def test_a_wrong_request_is_answered_with_the_reason(raw: str, named: str) -> None:
    answer = parse.answer_lines(raw)
    assert named in answer["error"]
    code, (told,) = _run(raw + "\n", "--json")
    assert code == 1
    assert told == answer


def test_a_wrong_option_is_one_sentence() -> None:
    done = CliRunner().invoke(main, ["parse", "--variant", "chess"], input="A Par H")
    assert done.exit_code == os.EX_DATAERR
    assert "chess" in done.output


def test_a_raw_mail_is_told_line_by_line(tmp_path: Path) -> None:
    mail = tmp_path / "mail.eml"
    mail.write_bytes(
        b"From: fr@example.org\nContent-Type: text/html\n\n"
        b"<p><s>A Par - Gas</s></p><p>A Mar - Spa</p><blockquote>F Bre H</blockquote>"
    )
    found = CliRunner().invoke(main, ["parse", "--mail", "--power", "France", str(mail)])
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert [line.get("order", line.get("ignored")) for line in told] == [
        "A MAR - SPA",
        "quoted text",
        "struck out",
    ]


def test_a_mail_that_is_refused_says_why(tmp_path: Path) -> None:
    mail = tmp_path / "mail.eml"
    mail.write_bytes(b"From: a@b.test, c@d.test\n\nA Par - Bur\n")
    found = CliRunner().invoke(main, ["parse", "--mail", str(mail)])
    assert found.exit_code
    assert "one plain address" in f"{found.output}{found.exception}"


def test_a_phase_that_never_comes_takes_no_orders() -> None:
    _, told = _run("PHASE Z1902M\nF Bre - Mao\nPHASE F1902M\nA Par - Bur\n", "--phase", "S1902M")
    assert told[0]["problem"] == "There is no phase 'Z1902M' ahead."
    assert told[1]["ignored"] == "stands below a phase that is not ahead"
    assert told[3]["phase"] == "F1902M"
