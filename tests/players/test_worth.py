"""What a position is worth to a side: all of a victory, else by the squares of what all have."""

from judge.rules.computers.sharp import share_of_worth

CENTRES = {"France": 3, "Turkey": 1, "Italy": 0}


def test_a_victory_is_worth_the_whole_and_a_draw_an_equal_part() -> None:
    assert share_of_worth(CENTRES, ["Turkey"], "Turkey") == 1
    assert share_of_worth(CENTRES, ["France", "Turkey"], "Turkey") == 0.5
    assert share_of_worth(CENTRES, ["France", "Turkey", "Italy"], "Italy") == 1 / 3


def test_who_did_not_win_has_nothing_whatever_it_owns() -> None:
    assert share_of_worth(CENTRES, ["Turkey"], "France") == 0


def test_while_nobody_has_won_who_is_larger_has_more_than_in_proportion() -> None:
    assert share_of_worth(CENTRES, [], "France") == 0.9
    assert share_of_worth(CENTRES, [], "Turkey") == 0.1
    assert share_of_worth(CENTRES, [], "Italy") == 0


def test_who_owns_nothing_has_no_share_and_neither_has_anybody_of_nothing() -> None:
    assert share_of_worth({"France": 3}, [], "Germany") == 0
    assert share_of_worth({"France": 0, "Turkey": 0}, [], "France") == 0
