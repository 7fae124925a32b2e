"""Powers are dealt by wishes, and what these leave open by chance that can be checked."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.seats.deal import deal, deal_powers

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def test_wishes_that_do_not_clash_are_granted() -> None:
    wishes = {seat: (power,) for seat, power in enumerate(reversed(POWERS))}
    assert deal(POWERS, wishes, b"s") == dict(enumerate(reversed(POWERS)))


def test_nobody_gets_a_last_wish_to_spare_another_a_second_one() -> None:
    """One clash for France: who loses it gets his second wish, all others their first."""
    wishes = {
        1: ("France", "England"),
        2: ("France", "Germany", "Italy"),
        3: ("Austria",),
        4: ("Russia",),
        5: ("Turkey",),
        6: (),
        7: (),
    }
    dealt = deal(POWERS, wishes, b"s")
    assert {dealt[1], dealt[2]} in ({"France", "Germany"}, {"France", "England"})
    assert (dealt[3], dealt[4], dealt[5]) == ("Austria", "Russia", "Turkey")


def test_the_same_secret_deals_the_same_and_another_deals_differently() -> None:
    wishes: dict[int, tuple[str, ...]] = dict.fromkeys(range(7), ())
    dealt = [deal(POWERS, wishes, bytes([key])) for key in range(20)]
    assert dealt[3] == deal(POWERS, wishes, b"\x03")
    assert len({tuple(one.items()) for one in dealt}) > 15


def test_without_wishes_every_power_is_as_likely() -> None:
    wishes: dict[int, tuple[str, ...]] = dict.fromkeys(range(7), ())
    got = Counter(deal(POWERS, wishes, key.to_bytes(2, "big"))[0] for key in range(350))
    assert set(got) == set(POWERS)
    assert max(got.values()) < 100


@given(
    st.lists(st.lists(st.sampled_from(POWERS), unique=True, max_size=7), min_size=7, max_size=7),
    st.binary(max_size=4),
)
def test_every_seat_gets_one_power(wishes: list[list[str]], secret: bytes) -> None:
    dealt = deal(POWERS, dict(enumerate(wishes)), secret)
    assert sorted(dealt.values()) == sorted(POWERS)


@pytest.mark.parametrize("seats", [5, 8])
def test_other_numbers_of_seats_are_dealt_too(seats: int) -> None:
    powers = [f"P{number}" for number in range(seats)]
    dealt = deal(powers, dict.fromkeys(range(seats), (powers[-1],)), b"")
    assert sorted(dealt.values()) == powers


@given(
    st.lists(st.lists(st.sampled_from(POWERS[:4]), unique=True), min_size=4, max_size=4),
    st.binary(max_size=4),
)
def test_no_other_deal_meets_the_wishes_better(wishes: list[list[str]], secret: bytes) -> None:
    def regret(given: tuple[str, ...]) -> int:
        ranks = (
            (wanted.index(power) if power in wanted else len(wanted))
            for wanted, power in zip(wishes, given, strict=True)
        )
        return sum(rank * rank for rank in ranks)

    dealt = deal(POWERS[:4], dict(enumerate(wishes)), secret)
    least = min(regret(given) for given in permutations(POWERS[:4]))
    assert regret(tuple(dealt[seat] for seat in range(4))) == least


def test_nobody_is_dealt_nothing() -> None:
    assert deal(POWERS, {}, b"s") == {}


def test_as_many_seats_as_any_game_has_are_dealt_at_once() -> None:
    powers = [f"P{number}" for number in range(60)]
    wishes = {seat: tuple(powers[seat % 7 : seat % 7 + 5]) for seat in range(60)}
    assert sorted(deal(powers, wishes, b"s").values()) == sorted(powers)


def test_a_game_deals_in_its_own_manner() -> None:
    wishes = {
        0: ("France", "England"),
        1: ("France", "Turkey"),
        2: ("Turkey", "France"),
        **dict.fromkeys(range(3, 7), ()),
    }
    dealt = {
        manner: {deal_powers(manner, POWERS, wishes, bytes([key]))[0] for key in range(40)}
        for manner in ("wishes", "mixed", "random")
    }
    assert dealt["wishes"] == {"England"}, "then only one of all has no first wish"
    assert dealt["mixed"] == {"France", "England"}, "as chance lets one or the other choose first"
    assert len(dealt["random"]) > 2
