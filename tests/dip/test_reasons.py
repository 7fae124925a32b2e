"""Reasons agree with their verdicts, in every case and on crowded boards of every game."""

import pytest
from hypothesis import given, settings

from judge.authoring import cases
from judge.catalog import variant
from tests.dip import reasons, test_laws
from tests.dip.test_laws import SEEDS


@pytest.mark.parametrize("name", variant.names())
def test_no_reason_of_a_case_contradicts_its_verdict(name: str) -> None:
    engine = variant.load(name).engine
    for path in cases.files(variant.folder(name)):
        for case in cases.load(path):
            for _, answer in cases.play(case, engine):
                for row in answer["results"]:
                    if name == "1930":
                        reasons.check_odds(row, answer["rolls"])
                    else:
                        list(reasons.claims(row))


@given(SEEDS)
@settings(max_examples=100)
def test_no_reason_on_a_random_board_contradicts_its_verdict(seed: int) -> None:
    for row in test_laws.ENGINE.adjudicate(test_laws.phase(seed))["results"]:
        list(reasons.claims(row))
