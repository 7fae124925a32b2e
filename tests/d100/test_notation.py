"""The strict reader: canonical forms come back as they are, anything else is no order."""

import pytest

from judge.rules.d100.orders import read_order
from tests.d100.cases import ENGINE

CANONICAL = """
L5 LON H
L5 LON - ANG - SCO
L4 LON - MRS VIA
L4 SHF S L5 LON - ANG
L4 SHF S L5 ANG
STACK ANG - LON
SPLIT ANG
N5 LON C L4 LON - MRS
ALLOW France AT LON
ALLOW ALL AT LON
ALLOW Great Britain AT MRS
ALLOCATE 50 Spain
ALLOCATE 30 Middle East
NO ROLL North Africa
L2 SHF SURRENDER
L3 BRY R MRS
DEPLOY L5 LON
BUY L3 LON
REMOVE L3 LON
REDUCE L5 LON TO 3
""".strip().splitlines()

NONE = """
L5
L5 LON
L5 LON HOLD
L6 LON H
L55 LON H
X5 LON H
F LON H
L5 XYZ H
L5 LON - XYZ
L5 LON -
L5 LON - ANG SCO
L5 LON - ANG - SCO VIA
L5 LON R
L5 LON R XYZ
L5 LON S
L5 LON S L5 ANG - SCO - EDI
L5 LON C L5 ANG
STACK ANG
STACK XYZ - ANG
SPLIT
SPLIT XYZ
SPLIT ANG LON
ALLOW Atlantis AT LON
ALLOW France LON
ALLOCATE Spain
ALLOCATE -25 Spain
ALLOCATE 99999999999 Spain
ALLOCATE 25 Atlantis
NO ROLL
NO Spain
DEPLOY LON
BUY L3 LON NOW
REDUCE L5 LON TO 5
REDUCE L5 LON
""".strip().splitlines()


@pytest.mark.parametrize("text", CANONICAL)
def test_a_canonical_order_is_read_and_written_the_same(text: str) -> None:
    assert str(read_order(text, ENGINE.board)) == text


@pytest.mark.parametrize("text", ["", *NONE])
def test_anything_else_is_no_order(text: str) -> None:
    assert read_order(text, ENGINE.board) is None


def test_england_is_great_britain() -> None:
    assert str(read_order("ALLOW England AT BRT", ENGINE.board)) == "ALLOW Great Britain AT BRT"
