"""A name server of our own, for tests: it publishes keys, and can be told to say nothing."""

import base64
import hashlib
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from socket import AF_INET, SOCK_DGRAM, socket
from tempfile import mkdtemp
from types import SimpleNamespace
from typing import Any
from unittest import mock

import dkim
import dns.flags
import dns.message
import dns.rcode
import dns.resolver
import dns.rrset
from dkim.canonicalization import CanonicalizationPolicy
from dkim.crypto import RSASSA_PKCS1_v1_5_sign, parse_pem_private_key
from dkim.util import parse_tag_value


@dataclass
class Names:
    """What is published, by name; ``asked`` are the names that were asked for."""

    published: dict[str, str] = field(default_factory=dict)
    seconds: int = 300
    silent: bool = False
    asked: list[str] = field(default_factory=list)

    def answer(self, question: bytes) -> bytes | None:
        """What is answered to a question on the wire."""
        query = dns.message.from_wire(question)
        name = query.question[0].name.to_text().rstrip(".")
        self.asked.append(name)
        if self.silent:
            return None
        said = dns.message.make_response(query)
        said.flags |= dns.flags.RA
        if (text := self.published.get(name)) is None:
            said.set_rcode(dns.rcode.NXDOMAIN)
        else:
            parts = " ".join(f'"{text[at : at + 250]}"' for at in range(0, len(text) or 1, 250))
            row = dns.rrset.from_text(f"{name}.", self.seconds, "IN", "TXT", parts)
            said.answer.append(row)
        return said.to_wire()


@contextmanager
def serving() -> Iterator[Names]:
    """The name server, which everything in this process asks meanwhile."""
    names = Names()
    resolver = dns.resolver.Resolver(configure=False)
    with socket(AF_INET, SOCK_DGRAM) as port:
        port.bind(("127.0.0.1", 0))
        resolver.nameservers, resolver.port = ["127.0.0.1"], port.getsockname()[1]
        thread = threading.Thread(target=_serve, args=(port, names))
        thread.start()
        with mock.patch.object(dns.resolver, "default_resolver", resolver):
            yield names
        with socket(AF_INET, SOCK_DGRAM) as end:
            end.sendto(b"", port.getsockname())
        thread.join()


def _serve(port: socket, names: Names) -> None:
    while True:
        question, asker = port.recvfrom(4096)
        if not question:
            return
        if (said := names.answer(question)) is not None:
            port.sendto(said, asker)


def key_pair(bits: int = 2048) -> tuple[bytes, str]:
    """A private key, and what is published of it; each is made once."""
    return _make_keys(bits)


@cache
def _make_keys(bits: int) -> tuple[bytes, str]:
    folder = Path(mkdtemp(prefix="judge-key-"))
    file = folder / "key"
    make = ("openssl", "genrsa", "-traditional", "-out", str(file), str(bits))
    subprocess.run(make, check=True, capture_output=True)
    show = ("openssl", "rsa", "-in", str(file), "-pubout", "-outform", "PEM")
    text = subprocess.run(show, check=True, capture_output=True, text=True).stdout
    public = "".join(line for line in text.splitlines() if not line.startswith("-"))
    private = file.read_bytes()
    shutil.rmtree(folder)
    return private, f"v=DKIM1; k=rsa; p={public}"


@contextmanager
def clock_at(moment: datetime) -> Iterator[None]:
    """Let the library that signs and verifies think that it is ``moment``."""
    with mock.patch.object(dkim, "time", SimpleNamespace(time=moment.timestamp)):
        yield


def sign(
    raw: bytes,
    domain: str,
    at: datetime,
    *headers: str,
    selector: str = "s",
    bits: int = 2048,
    **more: Any,
) -> bytes:
    """A mail under the signature of ``domain``, made ``at`` some time, that covers ``headers``."""
    covered = [name.encode() for name in headers] or None
    with clock_at(at):
        field = dkim.sign(
            raw, selector.encode(), domain.encode(), key_pair(bits)[0],
            include_headers=covered, canonicalize=(b"relaxed", b"relaxed"), **more,
        )  # fmt: skip
    return bytes(field) + raw


def fill_signature(raw: bytes) -> bytes:
    """A mail whose DKIM-Signature has neither bh= nor b= yet, with both: by our own key."""
    raw = raw.replace(b"\n", b"\r\n")
    relaxed = CanonicalizationPolicy.from_c_value(b"relaxed/relaxed")
    digest = hashlib.sha256(relaxed.canonicalize_body(dkim.DKIM(raw).body)).digest()
    raw = raw.replace(b"bh=;", b"bh=%b;" % base64.b64encode(digest), 1)
    mail = dkim.DKIM(raw)
    field = next(one for one in mail.headers if one[0] == b"DKIM-Signature")
    covered = re.split(rb"\s*:\s*", parse_tag_value(field[1])[b"h"].lower())
    covered += [b"from"]
    digest_of_head = hashlib.sha256()
    dkim.hash_headers(
        digest_of_head, relaxed, relaxed.canonicalize_headers(mail.headers), covered, field, {}
    )
    key = parse_pem_private_key(key_pair()[0])
    sealed = base64.b64encode(RSASSA_PKCS1_v1_5_sign(digest_of_head, key))
    return re.sub(rb"(?<=[ \t;]b=)(?=;|\r)", sealed, raw, count=1)
