"""The ways out: what a server says of one mail never delays or spoils another."""

import asyncio
import socket
import ssl
import stat
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword, Session
from aiosmtpd.smtp import Envelope as Received

from judge.kernel.errors import KeeperError
from judge.mail import bounces, connection
from judge.mail.smtp import Smtp
from judge.mail.transport import SENT, Envelope, NotNowError, Outcome, PlusError, Sendmail
from tests.servers.proxy import dripping

RAW = b"Subject: x\r\n\r\n.a line that begins with a dot\r\nA M=C3=9CN\r\n"
SENDER = "judge+=abc@judge.test"


def relay(
    host: str, port: int, user: str = "", password: str = "", timeout: float = 30, **more: Any
) -> Smtp:
    """A server that relays our mail, by STARTTLS if nothing else is said."""
    settings = {"security": "starttls", **more}
    return Smtp(connection.Server(host, port, user, password, **settings), timeout=timeout)


class Server:
    """An SMTP server that answers by the local part of the recipient."""

    def __init__(self) -> None:
        self.taken: list[tuple[str | None, list[str], bytes | str | None]] = []
        self.connections = 0
        self.refusing: dict[str, str] = {}
        """Answers by a part of the recipient's address."""

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Received, address: str, _: list[str]
    ) -> str:
        """Refuse by name."""
        for part, answer in self.refusing.items():
            if part in address:
                return answer
        match address.partition("@")[0]:
            case "nobody":
                return "550 5.1.1 no such user"
            case "later":
                return "451 4.3.0 try again"
            case "busy":
                return "421 4.3.2 shutting down"
            case "drop":
                hang_up(server)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Received
    ) -> str:
        """Refuse by name, or take; "lost" is taken, but nobody is told so."""
        match envelope.rcpt_tos[0].partition("@")[0]:
            case "spam":
                return "554 5.7.1 looks like spam"
            case "full":
                return "452 4.2.2 mailbox full"
            case "lost":
                hang_up(server)
        self.taken.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return "250 2.0.0 taken"

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Received, hostname: str, lines: list[str]
    ) -> list[str]:
        """Count connections."""
        session.host_name = hostname
        self.connections += 1
        return lines


def hang_up(server: SMTP) -> None:
    assert server.transport is not None
    server.transport.close()


@contextmanager
def running(port: int, **options: Any) -> Iterator[Server]:
    handler = Server()
    control = Controller(handler, hostname="127.0.0.1", port=port, **options)
    control.start()
    try:
        yield handler
    finally:
        control.stop()


@pytest.fixture
def server(free_port: int) -> Iterator[tuple[Server, int]]:
    with running(free_port) as handler:
        yield handler, free_port


def to(*names: str) -> list[Envelope]:
    return [Envelope(RAW, f"{name}@example.org", SENDER) for name in names]


def plain(port: int) -> Smtp:
    return relay("127.0.0.1", port, security="none", timeout=5)


def verdicts(outcomes: list[Outcome]) -> list[str]:
    return [outcome.verdict for outcome in outcomes]


def test_one_connection_carries_all_and_each_mail_has_one_recipient(
    server: tuple[Server, int],
) -> None:
    handler, port = server
    assert list(plain(port).post(to("au", "en", "fr"))) == [SENT] * 3
    assert handler.connections == 1
    assert handler.taken == [(SENDER, [f"{who}@example.org"], RAW) for who in ("au", "en", "fr")]


def test_a_bad_recipient_delays_nobody(server: tuple[Server, int]) -> None:
    handler, port = server
    names = ("au", "nobody", "later", "busy", "drop", "spam", "full", "lost", "fr")
    outcomes = list(plain(port).post(to(*names)))
    assert dict(zip(names, verdicts(outcomes), strict=True)) == {
        "au": "sent",
        "nobody": "refused",
        "later": "retry",
        "busy": "retry",
        "drop": "retry",
        "spam": "trouble",
        "full": "retry",
        "lost": "retry",
        "fr": "sent",
    }
    assert outcomes[1].reason == "550 5.1.1 no such user"
    assert "fr@example.org" in handler.taken[-1][1]


def test_a_server_that_wants_a_login_says_nothing_of_the_recipient(
    server: tuple[Server, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> str:
        return "530 5.7.0 log in first"

    handler, port = server
    monkeypatch.setattr(handler, "handle_MAIL", refuse, raising=False)
    outcomes = list(plain(port).post(to("au", "en")))
    assert verdicts(outcomes) == ["trouble", "trouble"]
    assert "log in first" in outcomes[0].reason


@pytest.mark.parametrize(
    ("code", "words", "verdict"),
    [
        (550, "5.1.1 no such user", "refused"),
        (550, "5.1.10 null MX", "refused"),
        (550, "5.2.1 disabled", "refused"),
        (550, "5.4.1 recipient address rejected", "refused"),
        (550, "no such user", "refused"),
        (552, "5.2.2 mailbox full", "retry"),
        (550, "5.7.1 User unknown", "refused"),
        (550, "5.1.1 Mailbox full", "retry"),
        (550, "5.1.1 blocked using a blocklist", "trouble"),
        (550, "5.1.8 bad sender domain", "trouble"),
        (550, "5.7.1 relaying denied", "trouble"),
        (554, "relay access denied", "trouble"),
        (554, "5.7.1 listed by a blacklist", "trouble"),
        (535, "5.7.8 bad credentials", "trouble"),
        (452, "4.2.2 mailbox full", "retry"),
        (450, "5.1.1 contradicts itself", "retry"),
        (550, "5.1.1 User unknown in relay recipient table", "refused"),
        (550, "Sender address rejected: Domain not found", "trouble"),
        (554, "unable to deliver: nobody knows why", "trouble"),
    ],
)
def test_only_what_speaks_of_the_mailbox_condemns_a_recipient(
    code: int, words: str, verdict: str
) -> None:
    """RFC 3463: X.1.x is about the address, X.7.x policy, X.3.x the server; words come first."""
    assert bounces.answer_outcome(code, words, bare=True).verdict == verdict


@pytest.mark.parametrize(
    ("words", "verdict"),
    [("5.7.1 spam", "trouble"), ("no", "trouble"), ("5.1.1 no such user", "refused")],
)
def test_what_is_refused_after_the_text_is_mostly_about_the_text(words: str, verdict: str) -> None:
    assert bounces.answer_outcome(550, words, bare=False).verdict == verdict


def test_a_server_that_answers_drop_by_drop_is_left(
    server: tuple[Server, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each byte begins a socket's timeout anew."""

    async def trickle(server: SMTP, session: Session, envelope: Received) -> str:
        if "tar@example.org" in envelope.rcpt_tos:
            for _ in range(200):
                await server.push("250-")
                await asyncio.sleep(0.1)
        return "250 2.0.0 taken"

    handler, port = server
    monkeypatch.setattr(handler, "handle_DATA", trickle)
    outcomes = list(relay("127.0.0.1", port, security="none", timeout=1).post(to("tar", "fr")))
    assert verdicts(outcomes) == ["retry", "sent"]
    assert outcomes[0].reason == "the server took longer than 1 seconds"


def test_a_lost_answer_repeats_the_same_bytes(server: tuple[Server, int]) -> None:
    handler, port = server
    (mail,) = to("lost")
    for _ in range(2):
        assert verdicts(list(plain(port).post([mail]))) == ["retry"]
    first, second = handler.taken
    assert first == second


def test_where_a_server_is_gone_the_rest_waits(free_port: int) -> None:
    with running(free_port):
        sending = plain(free_port).post(to("au", "drop", "fr", "it"))
        assert verdicts([next(sending), next(sending)]) == ["sent", "retry"]
    for outcome in sending:
        assert outcome.verdict == "retry"
        assert "can't be reached" in outcome.reason


def test_nothing_to_send_needs_no_server() -> None:
    assert list(plain(9).post([])) == []


def test_an_unreachable_server_is_the_keepers_problem(free_port: int) -> None:
    with pytest.raises(KeeperError, match=r"can't be reached: Connection refused: see host"):
        list(plain(free_port).post(to("fr")))


def test_a_server_without_starttls_is_refused(server: tuple[Server, int]) -> None:
    transport = relay("127.0.0.1", server[1], security="starttls", timeout=5)
    with pytest.raises(KeeperError, match=r"offers no STARTTLS at this port: in \[outbox\]"):
        list(transport.post(to("fr")))
    assert server[0].taken == []


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        (
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")),
        ),
        check=True,
        capture_output=True,
    )
    return folder


def check_password(*login: object) -> AuthResult:
    data = login[-1]
    good = isinstance(data, LoginPassword) and data == LoginPassword(b"judge", b"sekret")
    return AuthResult(success=good, handled=False)


@pytest.fixture
def tls_server(certificate: Path, free_port: int) -> Iterator[tuple[Server, int]]:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    with running(
        free_port,
        tls_context=context,
        require_starttls=True,
        authenticator=check_password,
        auth_required=True,
    ) as handler:
        yield handler, free_port


def test_mail_goes_out_over_starttls_with_a_login(
    tls_server: tuple[Server, int], certificate: Path
) -> None:
    handler, port = tls_server
    transport = relay(
        "localhost", port, "judge", "sekret", cafile=certificate / "cert.pem", timeout=5
    )
    assert list(transport.post(to("fr"))) == [SENT]
    assert len(handler.taken) == 1


@pytest.mark.parametrize("count", [0, 200, 1500])
def test_a_server_that_drips_in_its_greeting_or_in_tls_is_left(
    tls_server: tuple[Server, int], certificate: Path, count: int
) -> None:
    """All that it says takes longer than we listen; no single byte does."""
    handler, port = tls_server
    with dripping(count, 0.1, port) as tarpit:
        cafile = certificate / "cert.pem"
        slow = relay("localhost", tarpit, "judge", "sekret", cafile=cafile, timeout=1)
        with pytest.raises(KeeperError, match="does not answer within 1 seconds"):
            list(slow.post(to("fr")))
    assert handler.taken == []


def test_a_wrong_password_is_the_keepers_problem_and_is_not_shown(
    tls_server: tuple[Server, int], certificate: Path
) -> None:
    transport = relay(
        "localhost", tls_server[1], "judge", "wr0ng", cafile=certificate / "cert.pem", timeout=5
    )
    with pytest.raises(KeeperError, match="refuses user judge: 535") as caught:
        list(transport.post(to("fr")))
    assert "wr0ng" not in str(caught.value)


def test_a_certificate_that_nobody_vouches_for_is_refused(
    tls_server: tuple[Server, int],
) -> None:
    transport = relay("localhost", tls_server[1], "judge", "sekret", timeout=5)
    with pytest.raises(KeeperError, match="certificate that is not trusted"):
        list(transport.post(to("fr")))


def test_a_server_that_wants_another_kind_of_tls_is_told_apart(
    server: tuple[Server, int], certificate: Path
) -> None:
    """It took half a minute, and then "timed out" was all that was said."""
    with pytest.raises(KeeperError, match=r'speaks no TLS .* write security = "starttls"'):
        list(relay("127.0.0.1", server[1], security="tls", timeout=5).post(to("fr")))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    with _silent_tls_server(context) as port:
        transport = relay("127.0.0.1", port, security="starttls", timeout=0.5)
        with pytest.raises(KeeperError, match=r'waits for TLS .* write security = "tls"'):
            list(transport.post(to("fr")))


@contextmanager
def _silent_tls_server(context: ssl.SSLContext) -> Iterator[int]:
    """A server that says nothing before it has heard a TLS hello, as at port 465 or 993."""

    def serve() -> None:
        while True:
            try:
                link, _ = listener.accept()
            except OSError:
                return
            with suppress(OSError), context.wrap_socket(link, server_side=True) as secured:
                secured.recv(1)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    ("refused", "answer", "kind", "said"),
    [
        ("+probe", "550 5.1.1 User unknown", PlusError, r"refuses mail to judge\+probe\.x@"),
        ("keeper", "554 5.7.1 Relay access denied", KeeperError, "set user and password_file in"),
        ("keeper", "530 5.7.0 Authentication required", KeeperError, "it may want a login, so"),
        ("keeper", "450 4.2.0 Greylisted", NotNowError, "takes no mail to keeper@x.example now"),
    ],
)
def test_a_check_goes_as_far_as_rcpt_and_sends_nothing(
    server: tuple[Server, int], refused: str, answer: str, kind: type[KeeperError], said: str
) -> None:
    handler, port = server
    probe = Envelope(b"\r\n", "judge+probe.x@judge.example", "judge+=b@judge.example")
    plain(port).check(probe, "keeper@x.example")
    handler.refusing[refused] = answer
    with pytest.raises(kind, match=said):
        plain(port).check(probe, "keeper@x.example")
    assert handler.taken == []


def test_a_check_does_not_wait_for_a_slow_server_as_long_as_mails_do(
    server: tuple[Server, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.mail.smtp.CHECK", 0.2)
    probe = Envelope(b"\r\n", "judge+probe.x@judge.example", "judge+=b@judge.example")
    with dripping(0, 0.1, server[1]) as port, pytest.raises(KeeperError, match=r"0\.2 seconds"):
        relay("127.0.0.1", port, security="none", timeout=5).check(probe, "keeper@x.example")


def test_a_certificate_file_that_is_missing_is_named(tmp_path: Path) -> None:
    transport = relay("localhost", 9, cafile=tmp_path / "none.pem")
    with pytest.raises(KeeperError, match=r"none\.pem can't be read"):
        list(transport.post(to("fr")))


def sendmail(folder: Path, script: str) -> Sendmail:
    command = folder / "sendmail"
    command.write_text(f"#!/bin/sh\n{script}\n")
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return Sendmail(command, timeout=5)


def test_sendmail_is_given_the_envelope_and_the_mail(tmp_path: Path) -> None:
    transport = sendmail(tmp_path, f'echo "$@" > {tmp_path}/args; cat > {tmp_path}/mail')
    assert list(transport.post(to("fr"))) == [SENT]
    assert (tmp_path / "args").read_text() == f"-i -f {SENDER} -- fr@example.org\n"
    assert (tmp_path / "mail").read_bytes() == RAW.replace(b"\r\n", b"\n")


@pytest.mark.parametrize(
    ("status", "verdict"),
    [
        (67, "refused"),
        (68, "refused"),
        (75, "retry"),
        (65, "trouble"),
        (78, "trouble"),
        (1, "trouble"),
    ],
)
def test_what_sendmail_says_by_its_status(tmp_path: Path, status: int, verdict: str) -> None:
    transport = sendmail(tmp_path, f"cat > /dev/null; echo because >&2; exit {status}")
    assert list(transport.post(to("fr"))) == [Outcome(verdict, "because")]  # type: ignore[arg-type]


def test_sendmail_that_hangs_is_tried_again(tmp_path: Path) -> None:
    sendmail(tmp_path, "exec sleep 60")
    (outcome,) = Sendmail(tmp_path / "sendmail", timeout=0.2).post(to("fr"))
    assert outcome.verdict == "retry"


def test_a_missing_sendmail_is_the_keepers_problem(tmp_path: Path) -> None:
    with pytest.raises(KeeperError, match="can't be run: No such file"):
        list(Sendmail(tmp_path / "nothing").post(to("fr")))
