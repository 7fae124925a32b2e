"""DKIM verified by the judge itself: whom a signature proves, and the many that prove nobody.

``providers/`` holds headers as four large providers write them, on a mail from one of their people
to another; bh= and b= are filled in with a key of ours.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.mail import mime, signatures, stamps
from judge.mail.ours import Ours
from tests import names
from tests.names import Names, key_pair, sign

PROVIDERS = sorted((Path(__file__).parent / "providers").glob("*.eml"))
NOW = datetime(2026, 11, 2, 10, 0, 30, tzinfo=UTC)
OURS = Ours("judge@judge.test", b"secret", aliases=("games@old.test",))
SENDER = "fr@example.org"
COVERED = ("From", "To", "Subject", "Date", "Message-ID")
MAIL = (
    b"From: Marie <fr@example.org>\r\nTo: judge@judge.test\r\nSubject: orders\r\n"
    b"Date: Mon, 02 Nov 2026 10:00:00 +0000\r\nMessage-ID: <1@example.org>\r\n\r\nA Par - Bur\r\n"
)


@pytest.fixture
def published() -> Iterator[Names]:
    """Name servers that know example.org's key."""
    with names.serving() as serving, names.clock_at(NOW):
        serving.published["s._domainkey.example.org"] = key_pair()[1]
        yield serving


def signer(raw: bytes, sender: str = SENDER, ours: Ours = OURS, at: datetime = NOW) -> str:
    found = signatures.find_signature(
        raw, sender, at, ours, lambda name: signatures.ask_key(name, 5)[0]
    )
    return found.domain if found else ""


def signed(raw: bytes = MAIL, domain: str = "example.org", *headers: str, **more: object) -> bytes:
    return sign(raw, domain, NOW, *(headers or COVERED), **more)  # type: ignore[arg-type]


def test_a_signature_proves_its_domain_and_those_below_it(published: Names) -> None:
    assert signer(signed()) == "example.org"
    below = MAIL.replace(b"fr@example.org", b"fr@mail.example.org")
    assert signer(signed(below), "fr@mail.example.org") == "example.org"
    assert signer(signed().replace(b"\r\n", b"\n")) == "example.org"


@pytest.mark.parametrize("path", PROVIDERS, ids=lambda path: path.stem)
def test_mail_as_large_providers_write_it(published: Names, path: Path) -> None:
    """It is proved by its signature, if that covers To; no name in it is a server's of ours.

    Microsoft's covers no To: such a mail may have been written to anybody.
    """
    raw = names.fill_signature(path.read_bytes())
    fields = mime.headers_of(mime.parse_headers(raw))
    tags = signatures._read_tags(fields.first("dkim-signature"))
    published.published[f"{tags['s']}._domainkey.{tags['d']}"] = key_pair()[1]
    ours = Ours(f"judge.club@{tags['d']}", b"secret")
    sender = f"france@{tags['d']}"
    assert signer(raw, sender, ours) == ("" if path.stem == "microsoft" else tags["d"])
    assert signer(raw.replace(b"A Par - Bur", b"A Par - Gas"), sender, ours) == ""
    assert signer(raw, sender, ours, NOW + timedelta(days=8)) == ""
    assert not any(name.replace(".", "").isdigit() for name in stamps.own_servers(fields))


def hostile() -> dict[str, bytes]:
    """Mails whose signature is genuine, and proves nothing."""
    plain = signed()
    lists = MAIL.replace(b"To: judge@judge.test", b"To: others@list.example")
    bare = MAIL.replace(b"Date: Mon, 02 Nov 2026 10:00:00 +0000\r\n", b"")
    return {
        "another's domain": signed(MAIL, "evil.example"),
        "a domain that ends so": signed(MAIL, "ample.org"),
        "a domain above all": signed(MAIL, "org"),
        "a length": signed(MAIL, length=True),
        "sha1": signed(MAIL, signature_algorithm=b"rsa-sha1"),
        "no Subject": signed(MAIL, "example.org", "From", "To", "Date"),
        "no To": signed(MAIL, "example.org", "From", "Date", "Subject"),
        "no To, and a Cc that came later": b"Cc: judge@judge.test\r\n"
        + signed(MAIL, "example.org", "From", "Date", "Subject"),
        "no Date": signed(MAIL, "example.org", "From", "To", "Subject"),
        "a second Subject": b"Subject: alpha\r\n" + plain,
        "a second To": b"To: judge@judge.test\r\n" + signed(lists),
        "a Cc that came later": b"Cc: judge@judge.test\r\n" + signed(lists),
        "written to others": signed(lists),
        "a second From": b"From: x@evil.example\r\n" + plain,
        "text put below": plain + b"A Mar - Bur\r\n",
        "last week": sign(MAIL, "example.org", NOW - timedelta(days=8), *COVERED),
        "next week": sign(MAIL, "example.org", NOW + timedelta(days=2), *COVERED),
        "no time at all": signed(bare).replace(b"t=", b"u="),
        "nobody's key": signed(MAIL, selector="none"),
        "a short key": signed(MAIL, bits=768, selector="short"),
        "no signature": MAIL,
        "words": b"DKIM-Signature: a signature\r\n" + MAIL,
        "half of one": b"DKIM-Signature: v=1; d=example.org; s=s; h=from\r\n" + MAIL,
        "a name that covers nothing": plain.replace(b"h=from", b"h=fr om", 1),
    }


def test_what_proves_nobody(published: Names, subtests: pytest.Subtests) -> None:
    for domain in ("evil.example", "ample.org", "org"):
        published.published[f"s._domainkey.{domain}"] = key_pair()[1]
    published.published["short._domainkey.example.org"] = key_pair(768)[1]
    for name, raw in hostile().items():
        with subtests.test(name):
            assert signer(raw) == ""


@pytest.mark.parametrize(
    "key", ["", "v=DKIM1; p=", "p=AAAA", "v=DKIM1; k=rsa; t=y; {key}", "t=s:y; {key}", "x", "=;="]
)
def test_a_key_that_is_none(published: Names, key: str) -> None:
    public = key_pair()[1].removeprefix("v=DKIM1; k=rsa; ")
    published.published["s._domainkey.example.org"] = key.replace("{key}", public)
    assert signer(signed()) == ""


def test_a_key_of_its_own_domain_alone(published: Names) -> None:
    name = "s._domainkey.example.org"
    published.published[name] = f"{key_pair()[1]}; t=s"
    assert signer(signed()) == "example.org"
    assert signer(signed(MAIL, identity=b"fr@mail.example.org")) == ""


def test_the_second_signature_may_prove_what_the_first_does_not(published: Names) -> None:
    relayed = sign(signed(), "relay.example", NOW, *COVERED)
    assert signer(relayed) == "example.org"
    assert published.asked == ["s._domainkey.example.org"]  # the other could prove nobody


def test_a_signature_without_a_time_counts_from_its_date(published: Names) -> None:
    sample = next(path for path in PROVIDERS if path.stem == "microsoft").read_bytes()
    assert b" t=" not in sample
    new = sample.replace(b"h=From:Date", b"h=From:To:Date")
    old = new.replace(b"Date: Mon, 2 Nov 2026", b"Date: Fri, 2 Oct 2026")
    published.published["selector1._domainkey.outlook.com"] = key_pair()[1]
    ours = Ours("judge.club@outlook.com", b"secret")
    for raw, domain in ((new, "outlook.com"), (old, "")):
        assert signer(names.fill_signature(raw), "france@outlook.com", ours) == domain


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60
)
@given(st.binary(max_size=60), st.integers(min_value=0, max_value=900))
def test_nothing_put_into_a_mail_raises_or_proves(
    published: Names, scrap: bytes, place: int
) -> None:
    raw = signed()
    place %= len(raw)
    changed = raw[:place] + scrap + raw[place:]
    if signer(changed):  # what relaxed canonicalization lets pass
        assert changed.split() == raw.split() or b"\r\n\r\n" in raw[:place]
