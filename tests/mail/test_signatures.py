"""DKIM verified by the judge itself: whom a signature proves, and the many that prove nobody.

``providers/`` holds headers as four large providers write them, on a mail from one of their people
to another; bh= and b= are filled in with a key of ours.
"""

import base64
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from dkim.crypto import parse_public_key
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.kernel.mail import Letter
from judge.mail import body, mime, signatures, stamps
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


def proves(raw: bytes, sender: str = SENDER, ours: Ours = OURS, at: datetime = NOW) -> bool:
    return signatures.is_genuine(raw, sender, at, ours, lambda name: signatures.ask_key(name, 5)[0])


def stamped(raw: bytes) -> Letter:
    """The mail as a server of ours hands it on that has found a genuine signature of the sender."""
    stamp = b"Authentication-Results: mx.judge.test; dkim=pass header.d=example.org\r\n"
    line = b"Received: from x by mx.judge.test; Mon, 02 Nov 2026 10:00:30 +0000\r\n"
    ours = Ours(OURS.address, b"secret", "", OURS.aliases, ("mx.judge.test",), "mx.judge.test")
    return body.read_letter(stamp + line + raw, NOW, ours)


def signed(raw: bytes = MAIL, domain: str = "example.org", *headers: str, **more: object) -> bytes:
    return sign(raw, domain, NOW, *(headers or COVERED), **more)  # type: ignore[arg-type]


def test_a_signature_proves_its_domain_and_those_below_it(published: Names) -> None:
    assert proves(signed())
    below = MAIL.replace(b"fr@example.org", b"fr@mail.example.org")
    assert proves(signed(below), "fr@mail.example.org")
    assert proves(signed().replace(b"\r\n", b"\n"))


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
    assert proves(raw, sender, ours) == (path.stem != "microsoft")
    assert not proves(raw.replace(b"A Par - Bur", b"A Par - Gas"), sender, ours)
    assert not proves(raw, sender, ours, NOW + timedelta(days=8))
    assert not any(name.replace(".", "").isdigit() for name in stamps.own_servers(fields))


def hostile() -> dict[str, bytes]:
    """Mails whose signature is genuine, and proves nothing."""
    plain = signed()
    lists = MAIL.replace(b"To: judge@judge.test", b"To: others@list.example")
    bare = MAIL.replace(b"Date: Mon, 02 Nov 2026 10:00:00 +0000\r\n", b"")
    encoded = MAIL.replace(b"\r\n\r\n", b"\r\nContent-Transfer-Encoding: 8bit\r\n\r\n")
    encoding = (*COVERED, "Content-Transfer-Encoding")
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
        "its text encoded otherwise": b"Content-Transfer-Encoding: base64\r\n"
        + signed(encoded, "example.org", *encoding),
        "delivered to an address that it does not name": b"Delivered-To: judge+x@judge.test\r\n"
        + plain,
        "no Date at all": signed(bare),
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
            assert not proves(raw)


FOUND_BY_VERIFYING = (
    "another's domain", "a domain that ends so", "a domain above all",
    "text put below", "nobody's key", "a short key", "no signature",
)  # fmt: skip
"""What a server does not stamp so."""


@pytest.mark.parametrize("name", [name for name in hostile() if name not in FOUND_BY_VERIFYING])
def test_what_proves_nobody_does_not_under_a_servers_stamp(name: str) -> None:
    """A server asks whether a signature is genuine, not whether its mail was written to us."""
    assert stamped(hostile()[name]).authenticated == ""


ALLY = b"ally@example.net"
NAMES = (
    b'"judge@judge.test" <%b>', b"judge@judge.test <%b>", b"%b (judge@judge.test)",
    b"judge@judge.test: %b;", b'"x, \\" <judge@judge.test>, " <%b>', b"<@judge@judge.test:%b>",
    b"=?utf-8?q?x,judge@judge.test,?= <%b>", b'"x, judge@judge.test, y <%b>',
    b"(x (judge@judge.test), judge@judge.test, y) %b", b"judge@judge.test.example, %b",
)  # fmt: skip
"""How a mail program writes to an ally who called himself so in From."""


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_looks_like_the_judge_is_not_the_judge(published: Names, name: bytes) -> None:
    assert not proves(signed(MAIL.replace(b"judge@judge.test", name % ALLY)))


LISTS = (
    b"A judge <judge@judge.test>", b'"judge@judge.test" <judge@judge.test>', b"<Judge@JUDGE.TEST>",
    b"judge@judge.test (alpha)", b"%b, judge+alpha@judge.test", b'"x, y" <%b>; <games@old.test>',
    b"=?utf-8?q?J=C3=BCdge?= <judge+alpha@judge.test>,\r\n %b",
)  # fmt: skip


@pytest.mark.parametrize("to", LISTS)
def test_the_judge_among_those_that_a_mail_goes_to_is_found(published: Names, to: bytes) -> None:
    assert proves(signed(MAIL.replace(b"judge@judge.test", to.replace(b"%b", ALLY))))


def test_a_stamp_proves_who_signed_a_mail_to_us_or_needs_no_signature() -> None:
    also = b"DKIM-Signature: v=1; a=rsa-sha256; d=x.example; s=s; h=from; bh=x; b=x\r\n"
    assert stamped(signed()).authenticated == stamped(MAIL).authenticated == "example.org"
    assert stamped(also + signed()).authenticated == ""


@pytest.mark.parametrize(
    "key", ["", "v=DKIM1; p=", "p=AAAA", "v=DKIM1; k=rsa; t=y; {key}", "t=s:y; {key}", "x", "=;="]
)
def test_a_key_that_is_none(published: Names, key: str) -> None:
    public = key_pair()[1].removeprefix("v=DKIM1; k=rsa; ")
    published.published["s._domainkey.example.org"] = key.replace("{key}", public)
    assert not proves(signed())


def test_a_key_of_its_own_domain_alone(published: Names) -> None:
    name = "s._domainkey.example.org"
    published.published[name] = f"{key_pair()[1]}; t=s"
    assert proves(signed())
    assert not proves(signed(MAIL, identity=b"fr@mail.example.org"))


def test_the_second_signature_may_prove_what_the_first_does_not(published: Names) -> None:
    relayed = sign(signed(), "relay.example", NOW, *COVERED)
    assert proves(relayed)
    assert published.asked == ["s._domainkey.example.org"]  # the other could prove nobody


def test_a_signature_without_a_time_counts_from_its_date(published: Names) -> None:
    sample = next(path for path in PROVIDERS if path.stem == "microsoft").read_bytes()
    assert b" t=" not in sample
    new = sample.replace(b"h=From:Date", b"h=From:To:Date")
    old = new.replace(b"Date: Mon, 2 Nov 2026", b"Date: Fri, 2 Oct 2026")
    published.published["selector1._domainkey.outlook.com"] = key_pair()[1]
    ours = Ours("judge.club@outlook.com", b"secret")
    for raw, is_new in ((new, True), (old, False)):
        assert proves(names.fill_signature(raw), "france@outlook.com", ours) == is_new


OF_OTHERS = {
    "below a carriage return": b"X-Note: \r\rA Par - Gas\r\r",
    "below a name and a blank": b"X-Note :\r\n A Par - Gas\r\n",
    "below From": b"From Paris to Gascony\r\n",
}
"""What somebody who hands a mail on may put under the headers that are signed."""


@pytest.mark.parametrize("scrap", OF_OTHERS.values(), ids=OF_OTHERS)
def test_text_that_another_put_into_the_headers_is_nobodys(published: Names, scrap: bytes) -> None:
    """The parser begins the text there; who verifies the signature takes it for headers."""
    head, end, text = signed().partition(b"\r\n\r\n")
    letter = body.read_letter(head + b"\r\n" + scrap + end + text, NOW, OURS)
    assert letter.void_stamp
    assert letter.refusal or "A Par - Bur" not in letter.lines[0].text


def test_a_signature_written_in_another_way_is_the_same(published: Names) -> None:
    """Who has a mail that was obeyed can't make another one of it, to be obeyed again."""
    raw = signed()
    value = base64.b64decode(b"".join(raw.partition(b"b=")[2].partition(b"From:")[0].split()))
    head, text = raw.split(b" b=")[0], b"From:" + raw.partition(b"From:")[2]
    modulus = parse_public_key(base64.b64decode(key_pair()[1].partition("p=")[2]))["modulus"]
    larger = (int.from_bytes(value) + modulus).to_bytes(len(value) + 1)
    for number in (value, b"\0" + value, larger):
        digits = base64.b64encode(number)
        spares = (digits, re.sub(rb"(.)(==?)$", _next_digit, digits), digits + b" ====")
        for spare in spares:
            written = head + b" b=" + spare + b"\r\n" + text
            assert body.digest_signed(written) == body.digest_signed(raw)


def test_what_is_signed_is_the_same_whatever_a_signature_lets_be_changed(published: Names) -> None:
    raw = signed()
    for changed in (
        raw.replace(b"; s=s", b";  s=s"),
        raw.replace(b"A Par - Bur", b"A  Par -\tBur "),
        raw.replace(b"Subject: orders", b"SUBJECT:\r\n  orders"),
        raw + b"\r\n\r\n",
        b"X-Note: A Par - Gas\r\nContent-Type: text/html\r\n" + raw,
    ):
        assert proves(changed)
        assert body.digest_signed(changed) == body.digest_signed(raw)
    for other in (b"A Par - Pic", b"A Par - Bur\r\nA Mar - Spa"):
        assert body.digest_signed(raw.replace(b"A Par - Bur", other)) != body.digest_signed(raw)
    for name in (b"From: ", b"To: ", b"Subject: ", b"Date: "):
        assert body.digest_signed(raw.replace(name, name + b"x")) != body.digest_signed(raw)
    assert body.digest_signed(raw.replace(b"Date: ", b"X-Date: ")) == ""


def _next_digit(match: re.Match[bytes]) -> bytes:
    return bytes([match[1][0] + 1]) + match[2]


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60
)
@given(
    st.one_of(st.binary(max_size=60), st.text("\r\n\t :=;bAPx", max_size=8).map(str.encode)),
    st.integers(min_value=0, max_value=900),
)
def test_nothing_put_into_a_mail_raises_or_proves(
    published: Names, scrap: bytes, place: int
) -> None:
    """What is proved of it is what its writer wrote, and tells it from no copy of itself."""
    raw = signed()
    place %= len(raw)
    changed = raw[:place] + scrap + raw[place:]
    letter = body.read_letter(changed, NOW, OURS)
    if proves(changed) and not letter.void_stamp:
        assert body.digest_signed(changed) == body.digest_signed(raw)
        assert _said(letter) == _said(body.read_letter(raw, NOW, OURS))


def _said(letter: Letter) -> tuple[object, ...]:
    lines = [" ".join(line.text.split()) for line in letter.lines]
    return letter.sender, letter.subject, letter.message_id, [line for line in lines if line]
