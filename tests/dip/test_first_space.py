"""The first space of a board is a space like any other, though its number is nought."""

from judge.catalog import variant


def test_a_unit_that_is_driven_out_of_it_is_said_to_be_dislodged() -> None:
    engine = variant.load("standard").engine
    answer = engine.adjudicate(
        {
            "phase": "S1901M",
            "units": {"Italy": ["F VEN", "F ION"], "Austria": ["F ADR"]},
            "orders": {"Italy": ["F VEN - ADR", "F ION S F VEN - ADR"], "Austria": ["F ADR H"]},
        }
    )
    reasons = {row["unit"]: row["reason"] for row in answer["results"]}
    assert reasons["F VEN"] == "dislodged F ADR, 2 against 1"
    assert reasons["F ADR"] == "dislodged by F VEN - ADR, 2 against 1"
