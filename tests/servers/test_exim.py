"""Exim's own stamps, with a hostile signer: it decodes what he claims and prints it as it is.

Its DNS is a thread of this test, which it asks since it runs in a mount namespace of its own.
"""

import os
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Template

import dkim
import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset
import pytest

from judge.mail import body
from tests.ports import free_port
from tests.servers.stack import CONF, HOSTILE, SIGNED, answers, wait
from tests.servers.test_dkim import IDENTITIES, OURS, VICTIM, mail

EXIM = Path("/var/tmp/judge-exim/usr/sbin/exim4")
RESOLVER = f"127.53.{os.getpid() >> 8 & 255}.{os.getpid() & 255}"
"""An address of loopback that no other run takes: a resolver is always asked at port 53."""


class Names(threading.Thread):
    """A resolver that knows one key, which is that of both domains, and no other name."""

    def __init__(self, key: str) -> None:
        super().__init__(daemon=True)
        self.record = " ".join(f'"{key[at : at + 200]}"' for at in range(0, len(key), 200))
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.link.bind((RESOLVER, 53))

    def stop(self) -> None:
        """End the thread, and then close its socket: another one may get that one's number."""
        self.link.sendto(b"", self.link.getsockname())
        self.join()
        self.link.close()

    def run(self) -> None:
        """Answer until an empty question comes."""
        while True:
            data, peer = self.link.recvfrom(4096)
            if not data:
                return
            answer = dns.message.make_response(dns.message.from_wire(data))
            answer.flags |= dns.flags.RA
            (asked,) = answer.question
            name = asked.name.to_text(omit_final_dot=True)
            if asked.rdtype == dns.rdatatype.TXT and name.endswith((SIGNED, HOSTILE)):
                answer.answer.append(dns.rrset.from_text(name + ".", 60, "IN", "TXT", self.record))
            else:
                answer.set_rcode(dns.rcode.NXDOMAIN)
            self.link.sendto(answer.to_wire(), peer)


class Exim:
    """A running Exim: its folder, and the key that mails to it are signed with."""

    def __init__(self, base: Path, port: int, key: bytes) -> None:
        self.base, self.port, self.key = base, port, key

    def deliver(self, raw: bytes, domain: str = "", identity: str = "", sender: str = "") -> bytes:
        """A mail, signed by ``domain`` if that is said, as it lies in the box."""
        before = {*self.base.glob("box/new/*")}
        if domain:
            claimed = identity.encode() or None
            raw = dkim.sign(raw, b"test", domain.encode(), self.key, identity=claimed) + raw
        with smtplib.SMTP("127.0.0.1", self.port, "client.test") as link:
            link.sendmail(sender or f"x@{HOSTILE}", ["judge@judge.test"], raw)
        (path,) = wait(lambda: {*self.base.glob("box/new/*")} - before)
        return path.read_bytes()


@pytest.fixture(scope="module")
def exim() -> Iterator[Exim]:
    """Skipped where it can't run: without root, Exim, or the right to mount."""
    if os.geteuid() != 0 or not EXIM.exists():
        pytest.skip("not root, or not unpacked: exim4 (tests/servers/install.sh)")
    if subprocess.run(["unshare", "-m", "true"], check=False, capture_output=True).returncode:
        pytest.skip("no mount namespaces here")
    base = Path(tempfile.mkdtemp(prefix="judge-exim-"))
    base.chmod(0o755)
    (base / "box").mkdir()
    shutil.chown(base / "box", "nobody")
    key = subprocess.check_output(
        ["openssl", "genrsa", "-traditional", "1024"], stderr=subprocess.DEVNULL
    )
    command = ("openssl", "rsa", "-pubout", "-outform", "PEM")
    public = subprocess.check_output(command, input=key, stderr=subprocess.DEVNULL).decode()
    names = Names("v=DKIM1; k=rsa; p=" + "".join(public.splitlines()[1:-1]))
    names.start()
    (base / "resolv").write_text(f"nameserver {RESOLVER}\n")
    port = free_port()
    conf = Template((CONF / "exim.conf").read_text()).substitute(exim=EXIM, base=base, port=port)
    (base / "conf").write_text(conf)
    script = f"mount --bind {base}/resolv /etc/resolv.conf && exec {EXIM} -C {base}/conf -bd"
    with Path(os.devnull).open("r+b") as nothing:
        subprocess.run(
            ["unshare", "-m", "sh", "-c", script],
            check=True, stdin=nothing, stdout=nothing, stderr=nothing,
        )  # fmt: skip
    try:
        wait(lambda: answers(port))
        yield Exim(base, port, key)
    finally:
        os.kill(int((base / "pid").read_text()), signal.SIGTERM)
        names.stop()
        shutil.rmtree(base)


def test_a_signed_mail_is_its_writers(exim: Exim) -> None:
    raw = exim.deliver(mail("judge", "signed"), SIGNED, f"fr=2Bx@{SIGNED}", f"fr@{SIGNED}")
    read = body.read_letter(raw, datetime.now(UTC), OURS)
    assert b"dkim=pass header.d=example.org header.i=fr+x@example.org" in raw
    assert (read.authenticated, read.void_stamp) == (SIGNED, False)


def test_a_mail_without_a_signature_is_nobodys(exim: Exim) -> None:
    read = body.read_letter(exim.deliver(mail("judge", "plain")), datetime.now(UTC), OURS)
    assert (read.authenticated, read.void_stamp) == ("", False)


@pytest.mark.parametrize("name", IDENTITIES)
def test_no_identity_that_a_signer_claims_proves_another(exim: Exim, name: str) -> None:
    """Nor does it say when the mail arrived, though it may write headers on top."""
    raw = exim.deliver(mail("judge", name, f"fr@{VICTIM}"), HOSTILE, IDENTITIES[name])
    assert f"dkim=pass header.d={HOSTILE}".encode() in raw
    read = body.read_letter(raw, datetime.now(UTC), OURS)
    assert (read.authenticated, read.void_stamp) == ("", True)
    assert read.received > datetime(2026, 11, 3, tzinfo=UTC)


def test_no_envelope_proves_another(exim: Exim) -> None:
    sender = f'"a; dkim=pass header.d={VICTIM}; spf=pass smtp.mailfrom=b"@{HOSTILE}'
    raw = exim.deliver(mail("judge", "envelope", f"fr@{VICTIM}"), HOSTILE, sender=sender)
    assert body.read_letter(raw, datetime.now(UTC), OURS).authenticated == ""
