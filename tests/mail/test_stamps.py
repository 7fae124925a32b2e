"""Stamps of our mail server: whom they prove, and that nobody can write one by being verified.

``stamps.jsonl`` holds those that real programs wrote, and some that break one rule each: the
stamps of a mail ``from`` somebody, the ``i=`` of its signature as ``signed``, its ``envelope``
sender, and what it has ``proven``, or whether it is ``void``.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.kernel.mail import Letter
from judge.mail import body
from judge.mail.mime import Headers
from judge.mail.stamps import read_vouching
from tests.mail.our import ARRIVED, OURS

LINE = (
    "Received: from mx.evil.example (mx.evil.example [192.0.2.1])\n"
    "\tby mail.judge.test (Postfix) with ESMTPS id 4X;\n"
    "\tMon, 3 Mar 2025 11:12:13 +0100 (CET)\n"
)


@dataclass(frozen=True)
class Case:
    """A mail with stamps, and what they are worth."""

    name: str
    sender: str
    stamps: tuple[str, ...]
    signed: str = ""
    envelope: str = ""
    proven: str = ""
    void: bool = False


def cases() -> list[Case]:
    lines = Path(__file__).with_name("stamps.jsonl").read_text("utf-8").splitlines()
    return [Case(sender=one.pop("from"), **one) for one in map(json.loads, lines)]


def letter(case: Case) -> Letter:
    stamps = "".join(f"Authentication-Results: {stamp}\n" for stamp in case.stamps)
    envelope = f"Return-Path: {case.envelope}\n" if case.envelope else ""
    signature = (
        f"DKIM-Signature: v=1; a=rsa-sha256; d=evil.example;\n i={case.signed}; s=s;"
        " h=from:to:subject:date; b=x\n"
        if case.signed
        else ""
    )
    head = f"{envelope}{stamps}{LINE}{signature}From: {case.sender}\nTo: judge@judge.test\n"
    text = f"{head}Date: Mon, 3 Mar 2025 10:12:10 +0000\n\nA Par - Bur\n"
    return body.read_letter(text.encode(), ARRIVED, OURS)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_a_stamp_proves_whom_it_names_by_the_grammar(case: Case) -> None:
    read = letter(case)
    assert (read.authenticated, read.void_stamp) == (case.proven, case.void)


def test_a_line_of_ours_that_a_signer_wrote_says_no_time_and_no_host() -> None:
    hostile, plain = (
        letter(Case("", "fr@victim.example", (), signed=signed))
        for signed in ("a=0AReceived:=20by=20mail.judge.test@evil.example", "@evil.example")
    )
    assert (hostile.received, hostile.host) == (ARRIVED, "")
    assert (plain.received != ARRIVED, plain.host) == (True, "192.0.2.1")


# --- whatever a stranger writes

SCRAPS = st.lists(
    st.sampled_from(
        [
            *(" ", "\t", ";", "; ", '"', "\\", "(", ")", "@", "=", ".", "a", "none", "ü", "\n\t"),
            *("header.d=victim.example", "header.i=@victim.example", "header.from=victim.example"),
            *("dkim=pass ", "dmarc=pass ", "spf=pass ", "x=y", "header.s=", "header.b=", "reason="),
            *("smtp.mailfrom=a", "smtp.helo=a", "mail.judge.test", "@evil.example"),
        ]
    ),
    max_size=8,
).map("".join)
BEGIN = st.sampled_from(["", "a", "@evil.example", '"a"', "a@evil.example header.a=rsa-sha256"])
RESULTS = st.lists(
    st.sampled_from(
        [
            "; dkim=pass header.d=victim.example",
            "; dkim=pass header.d=victim.example header.i=@victim.example",
            "; dmarc=pass header.from=victim.example",
            "; dkim=pass header.d=evil.example header.i=@evil.example",
        ]
    ),
    min_size=1,
    max_size=3,
).map("".join)
END = st.sampled_from(
    [
        *(
            "",
            " ",
            "; ",
            " header.i=",
            " header.b=",
            "; spf=none smtp.mailfrom=b",
            "; x=y policy.z=",
        ),
        *("; dkim=fail header.d=evil.example header.i=", "; spf=none smtp.helo=b", " ("),
    ]
)
TEXT = st.just("a") | st.tuples(BEGIN, RESULTS, END).map("".join) | SCRAPS
PROGRAMS = (
    "dkim=pass (1024-bit key) header.d=evil.example header.i={i}@evil.example header.s={s}",
    "spf=pass smtp.mailfrom={mailfrom}@evil.example; dkim=pass header.d=evil.example header.i=@{i}",
    "dkim=pass header.d=evil.example header.s={s}; spf=pass (domain of {mailfrom}@evil.example)",
    "spf=none (domain of {helo} has no SPF policy) smtp.helo={helo}; dkim=none",
    "spf=none smtp.helo={helo}; dkim=pass header.d=evil.example header.i={i}@evil.example",
    "dkim=pass header.i={i}@evil.example; spf=pass smtp.mailfrom={mailfrom}; dmarc=pass",
    "auth=pass smtp.auth={mailfrom}@evil.example; dkim=pass header.d=evil.example",
)


@settings(max_examples=300)
@given(st.sampled_from(PROGRAMS), TEXT, TEXT, TEXT, st.sampled_from(["s", "a(b", 'a"b', "header."]))
def test_no_text_of_a_stranger_proves_anybody_but_himself(
    program: str, identity: str, mailfrom: str, helo: str, selector: str
) -> None:
    """By the stamp's own grammar, whether or not the signature itself can still be seen."""
    stamp = program.format(i=identity, mailfrom=mailfrom, helo=helo, s=selector)
    fields = Headers(
        (
            ("return-path", f"<{mailfrom}@evil.example>"),
            ("authentication-results", f"mail.judge.test; {stamp}".replace("\n", "")),
            ("received", LINE.removeprefix("Received:").replace("\n", "")),
        )
    )
    assert read_vouching(fields, "fr@victim.example", OURS).domain == ""
