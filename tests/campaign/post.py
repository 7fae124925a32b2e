"""Dovecot and an SMTP server, for scenes whose mail comes by IMAP and leaves by SMTP."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path

from tests.campaign import scenes
from tests.campaign.scenes import Seen
from tests.servers import sink
from tests.servers import stack as servers
from tests.servers.stack import PASSWORD, Stack

TOML = {
    'inbox = {kind = "maildir"}': (
        'inbox = {{kind = "imap", host = "127.0.0.1", port = {imap}, user = "judge",'
        ' password_file = "password", security = "none", folder = "{folder}",'
        ' processed = "{folder}-done"}}'
    ),
    'outbox = {kind = "maildir"}': (
        'outbox = {{kind = "smtp", host = "127.0.0.1", port = {smtp}, security = "none"}}'
    ),
}
"""What stands in a spool's judge.toml, and what takes its place."""


class Post:
    """The servers. One spool at a time has its mail there, in an IMAP folder of its own."""

    def __init__(self, stack: Stack, sent: Path, smtp: int) -> None:
        self._stack, self._sent, self._smtp = stack, sent, smtp
        self._box = stack.base / "mail" / "judge"
        self._number = 0

    def serve(self, home: Path) -> None:
        """Lay the mails of a spool's inbox into the IMAP folder; from now on it asks for them."""
        for old in (self._inbox, self._done):
            shutil.rmtree(old, ignore_errors=True)
        for mail in (self._sent / "new").iterdir():
            mail.unlink()
        self._number += 1
        inbox = self._inbox
        for folder in ("new", "cur", "tmp"):
            (inbox / folder).mkdir(parents=True)
        for mail in (home / "in" / "new").iterdir():
            shutil.move(mail, inbox / "new" / mail.name)
        for path in (self._box, inbox, *inbox.rglob("*")):
            servers.hand_over(path)
        (home / "password").write_text(PASSWORD)
        (home / "password").chmod(0o600)
        toml = (home / "judge.toml").read_text()
        for old_line, line in TOML.items():
            new_line = line.format(imap=self._stack.imap, smtp=self._smtp, folder=self._name)
            toml = toml.replace(old_line, new_line)
        (home / "judge.toml").write_text(toml)

    @property
    def _name(self) -> str:
        return f"run{self._number}"

    @property
    def _inbox(self) -> Path:
        return self._box / f".{self._name}"

    @property
    def _done(self) -> Path:
        return self._box / f".{self._name}-done"

    def seen(self, home: Path) -> Seen:
        """What can be seen of a spool and on the servers.

        A mail that was sent twice, as SMTP leaves open, is one, if it was the same.
        """
        sent: dict[str, set[str]] = {}
        to_keeper: dict[str, set[str]] = {}
        for path in (self._sent / "new").iterdir():
            raw = path.read_bytes()
            told = to_keeper if scenes.is_for_keeper(raw) else sent
            told.setdefault(str(message_from_bytes(raw)["Message-ID"]), set()).add(_digest(raw))
        found = scenes.seen(home)
        found["mails"] = {name: sorted(digests) for name, digests in sent.items()}
        found["to the keeper"] = {name: sorted(digests) for name, digests in to_keeper.items()}
        found["new"], found["processed"] = _lying(self._inbox), _lying(self._done)
        return found


def _digest(raw: bytes) -> str:
    return sha256(sink.without_trace(raw)).hexdigest()[:16]


def _lying(folder: Path) -> list[str]:
    """The mails in a Maildir, by what is in them."""
    files = (*(folder / "new").iterdir(), *(folder / "cur").iterdir())
    return sorted(scenes.digest(file) for file in files)


@contextmanager
def running(folder: Path) -> Iterator[Post | None]:
    """The servers below a folder, or None where there is no Dovecot."""
    if servers.missing("dovecot", "openssl"):
        yield None
        return
    base, sent = folder / "servers", folder / "sent"
    folder.chmod(0o755)
    base.mkdir(mode=0o755)
    with servers.running(base, relay=False) as stack, sink.running(sent) as port:
        yield Post(stack, sent, port)
