"""Legal orders: which of them name a goal, and which leave no room for each other."""

import pytest

from judge.kernel.choice import Choice, attacking


@pytest.mark.parametrize(
    ("order", "subject", "goal", "named"),
    [
        ("A PAR - BUR", "A PAR", "BUR", True),
        ("A PAR - BUR", "A PAR", "PAR", False),
        ("F MAO - SPA/SC", "F MAO", "SPA", True),
        ("A PAR S A MAR - BUR", "A PAR", "MAR", True),
        ("BID 3 South Africa", "", "South Africa", True),
        ("BID 3 South Africa", "", "South Arabia", False),
    ],
)
def test_an_order_names_its_goals_on_any_coast_and_not_where_its_unit_stands(
    order: str, subject: str, goal: str, *, named: bool
) -> None:
    assert Choice(order, subject).names(goal) == named


def test_orders_that_use_the_same_or_bar_each_other_exclude_each_other() -> None:
    march = Choice("A MUN - BER", "A MUN", uses=("A MUN",), marks=(attacking("BER"),))
    hold = Choice("A MUN H", "A MUN", uses=("A MUN",))
    peace = Choice("PEACE Germany", bars=(attacking("BER"),))
    assert march.excludes(hold)
    assert march.excludes(peace)
    assert peace.excludes(march)
    assert not hold.excludes(peace)
