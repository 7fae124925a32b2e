"""Bounces: which mail came back, and whether for good."""

import pytest

from judge.mail.bounces import Bounce, bounce_address, is_bounce, read
from judge.mail.identity import claim, is_address
from tests.mail.our import OURS, SAMPLES

ADDRESS = "judge+=abc@judge.test"


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        ("0601-bounce-for-good", Bounce(ADDRESS, hard=True, status="5.1.1")),
        ("0602-bounce-delayed", None),
        ("0603-bounce-for-now", Bounce(ADDRESS, hard=False, status="4.2.2")),
        ("0604-bounce-in-prose", Bounce(ADDRESS, hard=True, status="550")),
        ("0605-bounce-without-a-code", Bounce(ADDRESS, hard=False)),
    ],
)
def test_what_a_bounce_reports(sample: str, expected: Bounce | None) -> None:
    assert read((SAMPLES / f"{sample}.eml").read_bytes(), ADDRESS) == expected


def test_a_bounce_that_is_too_large_to_be_parsed_is_soft() -> None:
    assert read(b"x" * 2_000_000, ADDRESS) == Bounce(ADDRESS, hard=False)


def test_a_bounce_address_names_one_mail_and_no_game() -> None:
    address = bounce_address(OURS, "alpha.S1901M.1.France.results")
    assert is_address(address)
    assert is_bounce(address)
    assert claim(address) is None
    assert address != bounce_address(OURS, "alpha.S1901M.1.Germany.results")
    assert "alpha" not in address


@pytest.mark.parametrize("recipient", ["judge@judge.test", "judge+alpha@judge.test", ""])
def test_other_addresses_are_no_bounces(recipient: str) -> None:
    assert not is_bounce(recipient)
