"""Keyed throws: the published vectors, the range, and no drift."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.kernel.dice import NoDice, SecretDice, list_throws
from judge.kernel.engine import PUBLIC, Event

VECTORS = {
    "1930-01M|C|1|ANG|Great Britain|France": 85,
    "1930-01M|R|1|ANG|France|L3 ANG": 2,
    "1930-01M|P|Spain|France": 30,
    "1930-01M|T|Spain|Germany": 90,
    "1930-00D|D|Spain": 19,
}


@pytest.mark.parametrize(("key", "throw"), VECTORS.items())
def test_published_vectors(key: str, throw: int) -> None:
    assert SecretDice(b"secret", "g").throw(key) == throw


@given(st.binary(min_size=1), st.text(), st.text())
def test_a_throw_is_between_1_and_100_and_repeats(secret: bytes, game: str, key: str) -> None:
    dice = SecretDice(secret, game)
    assert 1 <= dice.throw(key) <= 100
    assert dice.throw(key) == SecretDice(secret, game).throw(key)


def test_the_commitment_is_the_secrets_sha256_and_the_secret_is_not_shown() -> None:
    dice = SecretDice(b"not to be printed", "g")
    assert dice.commitment == hashlib.sha256(b"not to be printed").hexdigest()
    assert "printed" not in repr(dice)


def test_a_game_without_dice_refuses_to_throw() -> None:
    with pytest.raises(LookupError, match="no dice"):
        NoDice().throw("S1901M|x")


def test_a_throw_that_is_told_is_found_wherever_it_stands_and_nothing_else_is_one() -> None:
    rows = [{"key": "a|b", "throw": 85}, {"key": "no throw"}, {"throw": 7}]
    events = (
        Event("combat", {"rows": rows}, PUBLIC),
        Event("note", {"text": "key and throw"}, PUBLIC),
    )
    assert list_throws(events) == [("a|b", 85)]
