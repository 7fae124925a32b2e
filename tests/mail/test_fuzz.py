"""No bytes at all make the judge raise, and no two parsers disagree about an accepted sender."""

import time
from email import message_from_bytes
from email.headerregistry import Address
from email.policy import default
from email.utils import getaddresses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.catalog import sheet, variant
from judge.kernel.mail import Letter
from judge.mail import body, bounces
from tests.mail.fuzz.mutate import ODD_SHAPES, SHAPES, TOKENS, VALUES
from tests.mail.fuzz.run import fuzz
from tests.mail.our import ARRIVED, FUZZ, OURS, SAMPLES

MAILS = [path.read_bytes() for path in sorted(SAMPLES.glob("*.eml"))]


def read(raw: bytes) -> Letter:
    bounces.read(raw, "judge+=x@judge.test")
    return body.read_letter(raw, ARRIVED, OURS)


@pytest.mark.parametrize("path", sorted(FUZZ.glob("*.eml")), ids=lambda path: path.stem)
def test_mails_that_broke_something_once_are_read_or_refused(path: Path) -> None:
    letter = read(path.read_bytes())
    assert letter.refusal or letter.sender == "fr@example.org"
    started = time.process_time()
    sheet.understand(letter.lines, variant.load("standard"), None, "France")
    assert time.process_time() - started < 2


@pytest.mark.long
def test_8000_mails_raise_nothing_cost_little_and_leave_nothing_behind() -> None:
    """The bounds are generous: a machine may be slow, the figures of a campaign say more."""
    figures = fuzz(seed=2031, count=8_000)
    assert (figures.mails, figures.passed) == (8_000, 400)
    assert figures.raised == []
    assert figures.lost == 0
    assert figures.slowest < 10
    assert figures.megabytes < 100
    assert figures.refused < 6_000
    assert figures.answered > 40


def test_a_seed_makes_its_mails_again() -> None:
    one, again, other = fuzz(1, 40), fuzz(1, 40), fuzz(2, 40)
    assert (one.refused, one.silent, one.lines) == (again.refused, again.silent, again.lines)
    assert (one.refused, one.silent, one.lines) != (other.refused, other.silent, other.lines)


@given(st.binary(max_size=2000))
def test_arbitrary_bytes_never_raise(raw: bytes) -> None:
    letter = read(raw)
    assert bool(letter.sender) != bool(letter.refusal)


@given(
    st.sampled_from(MAILS),
    st.lists(st.tuples(st.floats(0, 1), st.sampled_from(TOKENS)), min_size=1, max_size=8),
)
def test_mails_with_tokens_strewn_in_never_raise(
    raw: bytes, strewn: list[tuple[float, bytes]]
) -> None:
    for where, token in strewn:
        at = int(where * len(raw))
        raw = raw[:at] + token + raw[at:]
    letter = read(raw)
    assert all(line.text == line.text.translate({10: " ", 13: " "}) for line in letter.lines)


PIECES = st.one_of(
    st.sampled_from([*SHAPES, *ODD_SHAPES]).flatmap(
        lambda shape: st.tuples(
            *[st.sampled_from((b"charset", b"name", b"boundary", *VALUES))] * shape.count(b"%s")
        ).map(lambda words: shape % words)
    ),
    st.binary(max_size=20),
)


@given(
    st.sampled_from((b"Content-Type: text/plain", b"Content-Type: multipart/mixed", b"X: y")),
    st.lists(PIECES, max_size=6).map(b"; ".join),
    st.sampled_from((b"Content-Disposition: attachment", b"Content-Type: application/pdf")),
)
def test_parameters_of_any_shape_never_raise(top: bytes, said: bytes, below: bytes) -> None:
    said = said.replace(b"\n", b"\n ")
    raw = b"From: fr@example.org\n%s; %s\n\n--b\n%s; %s\n\nA Par - Bur\n--b--\n"
    read(raw % (top, said, below, said))


ATOMS = st.sampled_from(
    (
        *("fr", "aus", "evil", "@", "example.org", ".", ",", ";", ":", "<", ">", "(", ")", '"'),
        *(" ", "\t", "\r\n ", "=?utf-8?q?", "=40", "=3C", "?=", "[", "]", "é", "\u0430", "\\", "'"),
        *("[TUM]", "Müller, Hans ", "(Marie)", " (", "表", "=?utf-8?q?fr=40example.org?= "),
    )
)
NAMES = st.sampled_from(
    [
        *("", "France ", '"France" ', '"fr@example.org" ', "=?utf-8?q?Fr?= ", "Jürgen ", "表 "),
        *("Marie [TUM] ", "Müller, Hans ", "Dr. Müller, Hans [TUM] "),
    ]
)
ADDRESSES = st.sampled_from(["fr@example.org", "<fr@example.org>", "<Fr+x@mail.example.org>"])
FROMS = st.one_of(
    st.lists(ATOMS, max_size=10).map("".join),
    st.tuples(NAMES, ATOMS, ADDRESSES, ATOMS).map("".join),
    st.tuples(NAMES, ADDRESSES).map("".join),
)


@given(FROMS)
def test_parsers_agree_about_every_accepted_sender(value: str) -> None:
    """Where a reader stumbles (a bracket, a comma) it finds no address, but never another one."""
    raw = f"From: {value}\r\n\r\nA Par - Bur\r\n".encode()
    sender = read(raw).sender
    if not sender:
        return
    assert sender.isascii()
    assert sender.isprintable()
    unfolded = value.replace("\r\n", "")
    found = [address.lower() for _, address in getaddresses([unfolded]) if "@" in address]
    assert set(found) <= {sender}
    modern: tuple[Address, ...] = message_from_bytes(raw, policy=default)["from"].addresses
    assert {each.addr_spec.lower() for each in modern if each.domain} <= {sender}


@given(NAMES, ADDRESSES)
def test_ordinary_senders_are_accepted(name: str, address: str) -> None:
    if name and not address.startswith("<"):
        address = f"<{address}>"
    assert read(f"From: {name}{address}\n\nx".encode()).sender == address.strip("<>").lower()
