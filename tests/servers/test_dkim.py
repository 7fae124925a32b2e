"""DKIM by a real milter, delivered by Postfix and by Dovecot's LMTP: who speaks, who doesn't."""

import smtplib
from datetime import UTC, datetime

import pytest

from judge.kernel.mail import Letter
from judge.mail import body
from judge.mail.ours import Ours
from tests.servers.stack import HOSTILE, SIGNED, Stack, wait

OURS = Ours(
    "judge@judge.test", b"secret", "", ("lmtp@judge.test",), ("mail.judge.test",), "mail.judge.test"
)
VICTIM = "victim.example"
AS_OUR_LINE = (
    "Received:=20from=20x=20by=20mail.judge.test=20with=20ESMTP=20id=201=3B"
    "=20Mon,=202=20Nov=202026=2010:00:00=20+0000"
)
AS_OUR_STAMP = f"Authentication-Results:=20mail.judge.test=3B=20dkim=3Dpass=20header.d=3D{VICTIM}"
IDENTITIES = {
    "E001": f"a=20header.d=3D{VICTIM}=20@{HOSTILE}",
    "E002": f"a=3B=20dmarc=3Dpass=20header.from=3D{VICTIM}=20@{HOSTILE}",
    "E003": f"a=3Bdkim=3Dpass=20header.d=3D{VICTIM}=20@{HOSTILE}",
    "lawful": f"@x.{HOSTILE}=3B=20dkim=3Dpass=20header.d=3D{VICTIM}=20header.i=3D@{VICTIM}"
    f"=3B=20dkim=3Dfail=20header.d=3D{HOSTILE}=20header.i=3D@x.{HOSTILE}",
    "stamp": f"a=0D=0A{AS_OUR_STAMP}=0D=0AX:=20@{HOSTILE}",
    "ours": f"a=0A{AS_OUR_LINE}=0A{AS_OUR_STAMP}=0AX:=20@{HOSTILE}",
    "start": f"a=0A:at_start:{AS_OUR_LINE}=0A:at_start:{AS_OUR_STAMP}=0AX:=20@{HOSTILE}",
    "quoted": f"=22a=20header.d=3D{VICTIM}=22@{HOSTILE}",
    "comment": f"=28a@{HOSTILE}",
}
"""What a signer may write into ``i=``; "start" is how Exim is told where a header goes."""
BOXES = pytest.mark.parametrize("box", ["judge", "lmtp"])
FORGED = (
    "Authentication-Results: mail.judge.test; dkim=pass header.d=example.org\r\n"
    "Received: from mail.judge.test by mail.judge.test with LMTP id x;"
    " Mon, 2 Nov 2026 10:00:00 +0000\r\n"
    "Authentication-Results: mail.judge.test; dkim=pass header.d=example.org\r\n"
    "Received: from there by mail.judge.test (Postfix) with ESMTP id y;"
    " Mon, 2 Nov 2026 10:00:00 +0000\r\n"
)


def mail(box: str, subject: str, sender: str = f"fr@{SIGNED}") -> bytes:
    lines = (
        f"From: {sender}", f"To: {box}+alpha@judge.test", f"Subject: {subject}",
        "Date: Mon, 02 Nov 2026 10:00:00 +0000", f"Message-ID: <{subject}.{box}@{SIGNED}>", "",
        "A Par - Bur", "",
    )  # fmt: skip
    return "\r\n".join(lines).encode()


def delivered(stack: Stack, raw: bytes, box: str, subject: str) -> tuple[bytes, Letter]:
    """A mail as it comes out of the box, and as the judge reads it."""
    stack.send(raw, f"{box}+alpha@judge.test", f"fr@{SIGNED}")
    words = f"Subject: {subject}\r\n".encode()
    found = wait(lambda: _with(stack, box, words))
    return found[0], body.read_letter(found[0], datetime.now(UTC), OURS)


def _with(stack: Stack, box: str, words: bytes) -> list[bytes]:
    mails = [raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n") for raw in stack.box(box)]
    return [raw for raw in mails if words in raw]


@BOXES
def test_a_signed_mail_is_its_writers(dkim: Stack, box: str) -> None:
    raw, letter = delivered(dkim, dkim.signed(mail(box, "signed")), box, "signed")
    assert b"dkim=pass" in raw
    assert (b" with LMTP" in raw) == (box == "lmtp")
    assert letter.authenticated == SIGNED
    assert letter.recipient == f"{box}+alpha@judge.test"


@BOXES
def test_a_signed_mail_to_an_ally_is_nobodys_when_he_hands_it_on(dkim: Stack, box: str) -> None:
    to_us = f"To: {box}+alpha@judge.test".encode()
    to_ally = mail(box, "ally").replace(to_us, b"To: en@example.net")
    assert to_us not in to_ally
    raw, letter = delivered(dkim, dkim.signed(to_ally), box, "ally")
    assert b"dkim=pass" in raw
    assert letter.authenticated == ""


@BOXES
def test_a_mail_without_a_signature_is_nobodys(dkim: Stack, box: str) -> None:
    _, letter = delivered(dkim, mail(box, "plain"), box, "plain")
    assert letter.authenticated == ""


@BOXES
def test_a_signed_mail_that_was_changed_is_nobodys(dkim: Stack, box: str) -> None:
    changed = dkim.signed(mail(box, "changed")).replace(b"A Par - Bur", b"A Par - Gas")
    raw, letter = delivered(dkim, changed, box, "changed")
    assert b"dkim=fail" in raw
    assert letter.authenticated == ""


@BOXES
def test_stamps_that_came_with_a_mail_prove_nothing(dkim: Stack, box: str) -> None:
    """Nor do lines that look as if our own servers had passed it on."""
    _, letter = delivered(dkim, FORGED.encode() + mail(box, "forged"), box, "forged")
    assert letter.authenticated == ""


@BOXES
def test_who_calls_himself_by_our_name_proves_nothing(dkim: Stack, box: str) -> None:
    """The name behind "from" in our border's line is what the sender says that he is."""
    with smtplib.SMTP("127.0.0.1", dkim.smtp, "mail.judge.test") as link:
        raw = FORGED.encode() + mail(box, "named")
        link.sendmail(f"fr@{SIGNED}", [f"{box}@judge.test"], raw)
    found = wait(lambda: _with(dkim, box, b"Subject: named\r\n"))[0]
    assert body.read_letter(found, datetime.now(UTC), OURS).authenticated == ""


@BOXES
@pytest.mark.parametrize("name", IDENTITIES)
def test_no_identity_that_a_signer_claims_proves_another(dkim: Stack, box: str, name: str) -> None:
    """OpenDKIM decodes it and prints it as it is."""
    forged = mail(box, f"{name}-identity", f"fr@{VICTIM}")
    signed = dkim.signed(forged, HOSTILE, IDENTITIES[name])
    raw, letter = delivered(dkim, signed, box, f"{name}-identity")
    assert f"header.d={HOSTILE}".encode() in raw
    assert (letter.authenticated, letter.void_stamp) == ("", True)
    assert letter.received > datetime(2026, 11, 3, tzinfo=UTC)


@BOXES
def test_an_identity_of_the_signers_own_domain_proves_it(dkim: Stack, box: str) -> None:
    signed = dkim.signed(mail(box, "own"), SIGNED, f"fr=2Bgame=3D1@mail.{SIGNED}")
    raw, letter = delivered(dkim, signed, box, "own")
    assert b"header.i=fr+game=1@mail.example.org" in raw
    assert (letter.authenticated, letter.void_stamp) == (SIGNED, False)


@BOXES
def test_no_envelope_and_no_helo_proves_another(dkim: Stack, box: str) -> None:
    words = f"a; dkim=pass header.d={VICTIM}"
    raw = dkim.signed(mail(box, "envelope", f"fr@{VICTIM}"), HOSTILE)
    with smtplib.SMTP("127.0.0.1", dkim.smtp, f'"{words}"') as link:
        link.sendmail(f'"{words}"@{HOSTILE}', [f"{box}@judge.test"], raw)
    found = wait(lambda: _with(dkim, box, b"Subject: envelope\r\n"))[0]
    assert body.read_letter(found, datetime.now(UTC), OURS).authenticated == ""
