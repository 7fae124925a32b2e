"""Start and stop a private Dovecot and Postfix in one folder, on free ports of loopback.

As root: Postfix takes mail and delivers it into Maildirs, or into ``judge deliver`` for
pipe@judge.test; Dovecot serves the Maildirs by IMAP and IMAPS. As anybody else: Dovecot alone,
since Postfix needs root. The password of all mailboxes is "sekret". Where Dovecot's LMTP is
installed mail to lmtp@judge.test is delivered by it; where OpenDKIM is, Postfix asks it about
every mail, and the keys of example.org and evil.example are known to it.
"""

import grp
import os
import pwd
import re
import shutil
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import TypeVar

import dkim

from tests.ports import free_port

CONF = Path(__file__).parent / "conf"
ROOT = Path(__file__).parents[2]
PASSWORD = "sekret"
BOXES = ("judge", "au", "en", "fr", "ge", "it", "ru", "tu", "lmtp")
LMTP = Path("/usr/lib/dovecot/lmtp")
SIGNED = "example.org"
HOSTILE = "evil.example"
"""The domains whose signatures OpenDKIM can verify here; their selector is "test"."""
IS_ROOT = os.geteuid() == 0
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"

DKIM = ("opendkim", "opendkim-genkey")
_LMTP = Template("""\
hostname = mail.judge.test
postmaster_address = postmaster@judge.test
recipient_delimiter = +
auth_username_format = %n
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = $port
  }
}
""")

Found = TypeVar("Found")


def missing(*programs: str) -> str:
    """Why servers made of these programs can't be started here, or ""."""
    wanted = [program for program in programs if program != "lmtp"]
    absent = [program for program in wanted if not shutil.which(program, path=PATH)]
    if absent:
        return f"not installed: {', '.join(absent)} (tests/servers/install.sh)"
    if "lmtp" in programs and not LMTP.exists():
        return "not installed: dovecot-lmtpd (tests/servers/install.sh)"
    if "postfix" in programs and not IS_ROOT:
        return "Postfix needs root"
    return ""


@cache
def python_of_nobody() -> str:
    """A Python that the user nobody can run the judge with, as Postfix's pipe has to; or "".

    Ours may lie in a home that is closed to others; the pipe needs no more than a bare one.
    """
    for python in (sys.executable, "/usr/bin/python3"):
        # env: setpriv's own exec would still have root's rights to find the program.
        done = subprocess.run(
            (
                *("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"),
                *("env", f"PYTHONPATH={ROOT}", python, "-c"),
                "import judge.mail.deliver, sys; assert sys.version_info >= (3, 11)",
            ),
            check=False,
            capture_output=True,
        )
        if done.returncode == 0:
            return python
    return ""


@dataclass(frozen=True, slots=True)
class Stack:
    """The running servers: where they lie and listen; a port is 0 where its server is missing."""

    base: Path
    imap: int
    imaps: int
    smtp: int
    lmtp: int = 0
    milter: int = 0

    @property
    def cafile(self) -> Path:
        """The certificate that Dovecot shows for "localhost"."""
        return self.base / "cert.pem"

    @property
    def spool(self) -> Path:
        """The spool that mail to pipe@judge.test is delivered to."""
        return self.base / "spool"

    def send(self, raw: bytes, to: str, sender: str = "fr@judge.test") -> None:
        """Hand a mail to Postfix."""
        with smtplib.SMTP("127.0.0.1", self.smtp, "client.test") as link:
            link.sendmail(sender, [to], raw)

    def signed(self, raw: bytes, domain: str = SIGNED, identity: str = "") -> bytes:
        """A mail with the DKIM signature of ``domain``, its ``i=`` as it stands there."""
        key = (self.base / "dkim" / "test.private").read_bytes()
        claimed = identity.encode() or None
        field: bytes = dkim.sign(raw, b"test", domain.encode(), key, identity=claimed)
        return field + raw

    def box(self, user: str) -> list[bytes]:
        """The mails in a user's Maildir, new and seen."""
        files = [*(self.base / "mail" / user).glob("new/*")]
        files += [*(self.base / "mail" / user).glob("cur/*")]
        return [file.read_bytes() for file in sorted(files)]

    def kill_dovecot(self) -> None:
        """Kill Dovecot, and all that serves for it, with -9."""
        known = self.base / "run" / "master.pid"
        master = int(known.read_text())
        for pid in (*_children(master), master):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        known.unlink()  # where nobody fetches the dead it would be taken for alive

    def start_dovecot(self) -> None:
        """Start Dovecot again, as init does: until the ports of the killed one are free."""
        wait(self._started)
        wait(lambda: answers(self.imaps))

    def _started(self) -> bool:
        with suppress(subprocess.CalledProcessError):
            _run("dovecot", "-c", f"{self.base}/dovecot.conf")
            return True
        return False

    def forget_uids(self, user: str) -> None:
        """Let Dovecot lose its numbers of a user's mails; UIDVALIDITY is another one then."""
        for file in (self.base / "mail" / user).glob("dovecot*"):
            file.unlink()

    def log(self) -> str:
        """What Postfix has logged."""
        return (self.base / "postfix.log").read_text(errors="replace")


def wait(look: Callable[[], Found], seconds: float = 60) -> Found:
    """Return what ``look`` finds as soon as it finds something."""
    end = time.monotonic() + seconds
    while not (found := look()):
        if time.monotonic() > end:
            raise TimeoutError(f"nothing within {seconds} seconds")
        time.sleep(0.02)
    return found


@contextmanager
def running(base: Path, *, relay: bool = True) -> Iterator[Stack]:
    """The servers in ``base``, which other users must be able to read; stopped afterwards.

    Without ``relay`` it is Dovecot alone, which takes mail by LMTP where that is installed.
    """
    has_postfix = relay and not missing("postfix")
    stack = Stack(
        base,
        free_port(),
        free_port(),
        free_port() if has_postfix else 0,
        lmtp=free_port() if LMTP.exists() else 0,
        milter=free_port() if has_postfix and not missing(*DKIM) else 0,
    )
    try:
        _start_dovecot(stack)
        if stack.milter:
            _start_opendkim(stack)
        if has_postfix:
            _start_postfix(stack)
        ports = (stack.imap, stack.imaps, stack.smtp, stack.lmtp, stack.milter)
        for port in filter(None, ports):
            wait(lambda port=port: answers(port))  # type: ignore[misc]
        yield stack
    finally:
        if has_postfix:
            _run("postfix", "-c", f"{base}/postfix", "stop", check=False)
        _run("doveadm", "-c", f"{base}/dovecot.conf", "stop", check=False)
        if (pid := base / "dkim" / "pid").exists():
            os.kill(int(pid.read_text()), signal.SIGTERM)
        wait(lambda: not (base / "run" / "master.pid").exists())


def _start_dovecot(stack: Stack) -> None:
    for folder in ("run", "state", "mail"):
        (stack.base / folder).mkdir()
    (stack.base / "users").write_text("".join(f"{box}:{{PLAIN}}{PASSWORD}\n" for box in BOXES))
    _certify(stack.base)
    hand_over(stack.base / "mail")
    _write(stack, "dovecot.conf", stack.base)
    _run("dovecot", "-c", f"{stack.base}/dovecot.conf")


def _start_opendkim(stack: Stack) -> None:
    """OpenDKIM as a milter that verifies; a file stands for the DNS (TestPublicKeys)."""
    folder = stack.base / "dkim"
    folder.mkdir()
    _run("opendkim-genkey", "-D", str(folder), "-d", SIGNED, "-s", "test", "-b", "1024")
    published = "".join(re.findall(r'"([^"]*)"', (folder / "test.txt").read_text()))
    lines = (f"test._domainkey.{domain} {published}\n" for domain in (SIGNED, HOSTILE))
    (folder / "keys").write_text("".join(lines))
    _write(stack, "opendkim.conf", folder)
    _run("opendkim", "-x", str(folder / "opendkim.conf"))


def _start_postfix(stack: Stack) -> None:
    for folder in ("postfix", "queue", "data", "spool/in/tmp", "spool/in/new", "spool/in/cur"):
        (stack.base / folder).mkdir(parents=True)
    shutil.chown(stack.base / "data", "postfix", "postfix")
    for folder in ("spool", "spool/in", "spool/in/tmp", "spool/in/new", "spool/in/cur"):
        hand_over(stack.base / folder)
    boxes = (*BOXES, "pipe")
    lines = "".join(f"{box}@judge.test {box}/\n" for box in boxes)
    (stack.base / "postfix" / "boxes").write_text(lines)
    _write(stack, "main.cf", stack.base / "postfix")
    _write(stack, "master.cf", stack.base / "postfix")
    _write(stack, "pipe", stack.base)
    (stack.base / "pipe").chmod(0o755)
    _run("postfix", "-c", f"{stack.base}/postfix", "start")


def _write(stack: Stack, name: str, folder: Path) -> None:
    """Fill in a file of conf/: mail belongs to nobody if we are root, else to ourselves."""
    owner = pwd.getpwnam("nobody") if IS_ROOT else pwd.getpwuid(os.geteuid())
    ours = owner.pw_name
    values = {
        "base": stack.base,
        "imap": stack.imap,
        "imaps": stack.imaps,
        "smtp": stack.smtp,
        "uid": owner.pw_uid,
        "gid": owner.pw_gid,
        "internal_user": "dovecot" if IS_ROOT else ours,
        "internal_group": "dovecot" if IS_ROOT else grp.getgrgid(owner.pw_gid).gr_name,
        "login_user": "dovenull" if IS_ROOT else ours,
        "protocols": "imap lmtp" if stack.lmtp else "imap",
        "lmtp_service": _LMTP.substitute(port=stack.lmtp) if stack.lmtp else "",
        "lmtp_transport": (
            f"{{lmtp@judge.test = lmtp:inet:127.0.0.1:{stack.lmtp}}}" if stack.lmtp else ""
        ),
        "milters": f"smtpd_milters = inet:127.0.0.1:{stack.milter}" if stack.milter else "",
        "milter": stack.milter,
        "chroot": "" if IS_ROOT else "chroot =",
        "python": f"env PYTHONPATH={ROOT} {python_of_nobody()}",
    }
    text = Template((CONF / name).read_text()).substitute(values)
    (folder / name).write_text(text)


def hand_over(folder: Path) -> None:
    """Give a file or folder to the user whom the servers read mail as."""
    if IS_ROOT:
        shutil.chown(folder, "nobody", "nogroup")


def _certify(base: Path) -> None:
    _run(
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
        *("-nodes", "-days", "2", "-subj", "/CN=localhost"),
        *("-addext", "subjectAltName=DNS:localhost"),
        *("-keyout", f"{base}/key.pem", "-out", f"{base}/cert.pem"),
    )


def _run(*command: str, check: bool = True) -> None:
    """Run a command; what it starts must not inherit our output, or readers of it hang."""
    with open(os.devnull, "r+b") as nothing:
        subprocess.run(
            command,
            check=check,
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            env=os.environ | {"PATH": PATH},
        )


def _children(parent: int) -> Iterator[int]:
    """The processes that a process has started and that still run."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                yield int(stat.parent.name)


def answers(port: int) -> bool:
    """Whether somebody listens on a port of loopback."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
