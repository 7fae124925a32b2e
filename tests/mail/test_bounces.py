"""Bounces: which mail came back, and whether for good."""

import pytest

from judge.mail.bounces import Bounce, read
from judge.mail.compose import bounce_address
from judge.mail.identity import claim, is_address, is_bounce
from tests.mail.our import OURS, SAMPLES

ADDRESS = "judge+=abc@judge.test"


def ours(status: str, trouble: str) -> Bounce:
    """A bounce that is no fault of its recipient, in the server's words."""
    return Bounce(ADDRESS, hard=False, status=status, trouble=trouble)


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        ("0601-bounce-for-good", Bounce(ADDRESS, hard=True, status="5.1.1")),
        ("0602-bounce-delayed", None),
        ("0603-bounce-for-now", Bounce(ADDRESS, hard=False, status="4.2.2")),
        ("0604-bounce-in-prose", Bounce(ADDRESS, hard=True, status="550")),
        ("0605-bounce-without-a-code", Bounce(ADDRESS, hard=False)),
        ("0606-bounce-for-our-policy", ours("5.7.26", "550 5.7.26 DMARC of judge.test is not met")),
        ("0607-bounce-of-a-full-mailbox", Bounce(ADDRESS, hard=False, status="5.2.2")),
        (
            "0608-bounce-that-counts-a-full-mailbox-as-unknown",
            Bounce(ADDRESS, hard=False, status="5.1.1"),
        ),
        (
            "0609-bounce-that-counts-an-unknown-user-as-policy",
            Bounce(ADDRESS, hard=True, status="5.7.1"),
        ),
        ("0610-bounce-by-a-bare-code-after-the-text", ours("5.0.0", "550 Rejected")),
        (
            "0611-bounce-with-the-reason-in-its-text-alone",
            Bounce(ADDRESS, hard=True, status="5.0.0"),
        ),
        ("0612-bounce-without-a-code-of-a-dead-address", Bounce(ADDRESS, hard=True)),
        ("0613-bounce-without-a-code-of-a-dead-host", Bounce(ADDRESS, hard=True)),
        ("0614-bounce-of-our-sender", ours("5.1.7", "550 5.1.7 No such domain judge.test")),
        ("0615-bounce-for-want-of-reverse-dns", ours("571", "571 No PTR record found")),
        ("0616-warning-that-goes-on-trying", None),
        ("0617-bounce-as-a-page", Bounce(ADDRESS, hard=True, status="5.1.1")),
        ("0618-bounce-that-quotes-our-mail", Bounce(ADDRESS, hard=False)),
        ("0619-bounce-without-a-known-reason", ours("554", "554 Transaction failed")),
        ("0620-complaint", None),
        ("0621-report-of-a-relayed-mail", None),
        ("0622-bounce-that-was-delivered", None),
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
