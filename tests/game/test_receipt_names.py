"""Names of receipts: short, different, found again, and silent about the order of the mails."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.ours import Ours, receipt_name, receipt_number
from tests.game.world import World

OURS = Ours("judge@judge.example", b"5" * 32)
OTHER = Ours("judge@judge.example", b"6" * 32)


@given(st.integers(1, 10**9))
def test_every_mail_is_found_again_by_its_name(number: int) -> None:
    name = receipt_name(OURS, number)
    assert receipt_number(OURS, name) == number
    assert receipt_number(OURS, name.lower() + ".") == number


def test_names_are_short_and_each_its_own() -> None:
    names = [receipt_name(OURS, number) for number in range(1, 20001)]
    assert len(set(names)) == len(names)
    assert {len(name) for name in names} == {6}
    assert len(receipt_name(OURS, 90_000)) == 6
    assert len(receipt_name(OURS, 90_001)) == 7


def test_names_rise_and_fall_without_order() -> None:
    """Of neighbours about half rise, and the distance of two says nothing of theirs."""
    numbers = [int(receipt_name(OURS, number)[1:]) for number in range(1, 2001)]
    rising = sum(one < two for one, two in itertools.pairwise(numbers))
    assert 900 < rising < 1100
    near = sum(abs(two - one) < 9000 for one, two in itertools.pairwise(numbers))
    assert 300 < near < 460  # 19 % of all pairs are as near as that


def test_a_name_that_was_told_means_the_same_mail_in_later_versions() -> None:
    told = {1: "R70047", 2: "R50345", 90_000: "R55347", 90_001: "R360163"}
    assert {number: receipt_name(OURS, number) for number in told} == told


def test_each_judge_has_names_of_its_own() -> None:
    same = sum(receipt_name(OURS, one) == receipt_name(OTHER, one) for one in range(1, 1001))
    assert same <= 2


@pytest.mark.parametrize(
    "typed", ["", "R", "R17", "17", "R01234", "R٣٤٥٦٧", "Rxyzab", "R" + "9" * 16]
)
def test_what_is_no_name_names_nothing(typed: str) -> None:
    assert receipt_number(OURS, typed) is None


def test_two_mails_of_ones_own_do_not_tell_how_many_others_wrote(world: World) -> None:
    """The names depend on the place in the journal alone, which nobody can work out from them."""
    world.begun()
    first = world.order("France", "STATUS").text
    for _ in range(3):
        world.order("Turkey", "STATUS")
    second = world.order("France", "STATUS").text
    ours = world.house().ours
    assert f"Receipt: {receipt_name(ours, 1)}." in first
    assert f"Receipt: {receipt_name(ours, 5)}." in second
