"""Seat addresses: whoever holds one holds the seat, and nobody can guess one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.kernel.errors import InputError
from judge.mail.identity import Claim, claim, is_address, proves, seat_address
from tests.mail.our import OURS

GAMES = st.from_regex(r"[A-Za-z0-9-]{1,24}", fullmatch=True)
POWERS = st.sampled_from(["France", "Soviet Union", "GM", "Great Britain", "Österreich", "X" * 80])


@given(GAMES, POWERS, st.integers(0, 99))
def test_a_seat_address_proves_its_seat_in_any_case(game: str, power: str, epoch: int) -> None:
    address = seat_address(OURS, game, power, epoch)
    assert is_address(address)
    for written in (address, address.upper()):
        claimed = claim(written)
        assert claimed is not None
        assert claimed.game == game.lower()
        assert proves(claimed, OURS, power, epoch)


def test_a_seat_address_is_readable() -> None:
    address = seat_address(OURS, "alpha", "Soviet Union", 1)
    assert address.startswith("judge+alpha.soviet-union.")
    assert address.endswith("@judge.test")
    assert len(address.partition("@")[0].rpartition(".")[2]) * 5 == 80


@pytest.mark.parametrize(
    ("power", "spelt"),
    [
        ("Grand Léon", "grand-leon"),
        ("Trégor", "tregor"),
        ("Österreich", "osterreich"),
        ("Łódź", "lodz"),
        ("Færøerne", "faeroerne"),
        ("Россия", "x"),
    ],
)
def test_a_seat_address_has_letters_without_accents(power: str, spelt: str) -> None:
    address = seat_address(OURS, "alpha", power, 1)
    assert address.startswith(f"judge+alpha.{spelt}.")
    before = address.replace(f".{spelt}.", ".gr-nd-l-on.")
    claimed = claim(before)
    assert claimed is not None
    assert proves(claimed, OURS, power, 1), "an address that was written otherwise counts"


@pytest.mark.parametrize(
    ("game", "power", "epoch"),
    [("alpha", "France", 2), ("alpha", "Germany", 1), ("beta", "France", 1)],
)
def test_a_token_is_worth_nothing_for_another_seat(game: str, power: str, epoch: int) -> None:
    claimed = claim(seat_address(OURS, "alpha", "France", 1))
    assert claimed is not None
    assert not proves(Claim(game, claimed.token), OURS, power, epoch)


def test_a_token_of_another_judge_is_worth_nothing() -> None:
    claimed = claim(seat_address(replace(OURS, secret=b"another"), "alpha", "France", 1))
    assert claimed is not None
    assert not proves(claimed, OURS, "France", 1)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("judge+alpha@judge.test", Claim("alpha")),
        ("judge@judge.test", None),
        ("judge+=abc@judge.test", None),
        ("judge+alpha.france@judge.test", None),
        ("judge+alpha.france.short@judge.test", None),
        ("judge+alpha.france.0123456789abcdef@judge.test", None),
        ("", None),
    ],
)
def test_what_an_address_claims(address: str, expected: Claim | None) -> None:
    assert claim(address) == expected


@pytest.mark.parametrize("game", ["a" * 40, "two words", "a.b", "", "ä"])
def test_a_game_whose_name_fits_no_address_is_refused(game: str) -> None:
    with pytest.raises(InputError, match="does not fit"):
        seat_address(OURS, game, "France", 1)


def test_an_empty_token_proves_nothing() -> None:
    assert not proves(Claim("alpha"), OURS, "France", 1)
