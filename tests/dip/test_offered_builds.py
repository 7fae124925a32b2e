"""What is offered in winter is legal beside what is ordered already, and whoever builds it."""

from judge.catalog import variant as catalog


def test_a_site_and_a_half_that_are_used_are_offered_no_more() -> None:
    engine = catalog.load("standard").engine
    state = engine.position(
        {
            "phase": "W1901A",
            "units": {"France": ["A BUR"]},
            "centers": {"France": ["PAR", "MAR", "BEL"]},
        }
    )
    first, second = engine.standing(state, "France", ["A PAR B"]).tasks
    assert first.order == "A PAR B"
    assert second.options == ("A MAR B", "F MAR B", "WAIVE")


def test_a_waive_is_not_offered_for_a_factions_build() -> None:
    """It would be judged illegal: a waive is the sponsor's own."""
    engine = catalog.load("1936").engine
    state = engine.position(
        {
            "phase": "W1936A",
            "units": {"Italy": ["A ROM"], "Nationalist Spain": ["A BRG"]},
            "centers": {"Italy": ["ROM"], "Nationalist Spain": ["BRG", "MAD"]},
        }
    )
    tasks = [task for task in engine.standing(state, "Italy", ()).tasks if "Spain" in task.subject]
    assert tasks
    assert all("WAIVE" not in task.options for task in tasks)
