"""Trouble between the judge and real servers: Dovecot (IMAP) and Postfix (SMTP).

The connection to one of them breaks after so many bytes of answers; the relay refuses, for now or
for good, when it is called or a mail begins, or is a tarpit; Dovecot is killed in the middle of a
pass, or numbers all mails anew before one that was taken is moved away. The passes that follow
find all well, and the keeper has what was given up sent again. Every mail is taken once and whole,
every answer arrives, and one that arrives twice, as SMTP leaves open, is the same mail.
"""

import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path
from random import Random
from unittest.mock import patch

from judge.keeper import queue
from judge.kernel.errors import KeeperError
from judge.mail.imap import ImapInbox
from judge.mail.smtp import Smtp
from judge.run import batch
from tests.campaign import scenes
from tests.campaign.figures import Figures
from tests.game.world import World
from tests.servers import stack as servers
from tests.servers.proxy import cut_after, dripping, refusing
from tests.servers.stack import PASSWORD, Stack, wait
from tests.servers.test_whole import TOML, letter

_TRACE = re.compile(
    rb"\A(?:(?:Return-Path|X-Original-To|Delivered-To|Received):.*\n(?:[ \t].*\n)*)+"
)
KINDS = ("imap", "smtp", "refusal", "tarpit", "renumbered", "killed")
IMAP = ("imap", "renumbered", "killed")
STAGES, CODES = ("", "MAIL", "RCPT", "DATA"), (421, 451, 550, 554)
BYTES = {"imap": 3500, "smtp": 350}
"""About how much the servers say in a session, greeting to goodbye."""
PATIENCE, DRIP = 1.0, 0.2
"""Seconds that a mail may take here, and that a tarpit takes for a byte."""


def run(seed: int, count: int) -> Figures:
    """Disturb ``count`` sessions, in ways drawn by dice from ``seed``."""
    done = Figures()
    if servers.missing("dovecot", "postfix", "openssl"):
        done.count(skipped=1)
        return done
    base = Path(tempfile.mkdtemp(prefix="judge-servers-"))
    base.chmod(0o755)
    try:
        with servers.running(base) as stack:
            line = _Line(stack, base / "judge", done)
            for number in range(count):
                line.disturb(Random(f"{seed} {number}"), number)
            line.counted()
    finally:
        shutil.rmtree(base)
    return done


class _Line:
    """A judge between the servers, whose connections are disturbed."""

    def __init__(self, stack: Stack, home: Path, done: Figures) -> None:
        self.stack, self.done = stack, done
        self.world = World(home)
        (home / "password").write_text(PASSWORD)
        self._connect(stack.imaps, stack.smtp)
        self.now = datetime.now(UTC)
        self.written = 0

    def _connect(self, imaps: int, smtp: int) -> None:
        text = TOML.format(imaps=imaps, smtp=smtp, cafile=self.stack.cafile)
        (self.world.home / "judge.toml").write_text(text)

    def disturb(self, dice: Random, number: int) -> None:
        """A mail comes; its pass meets trouble with one server; the next ones don't."""
        kind = KINDS[number % len(KINDS)]
        sender = ("ge", "it", "tu", "fr")[number % 4]
        self.stack.send(letter(sender, f"HELP\nnumber {number}"), "judge@judge.test")
        self.written += 1
        wait(lambda: self.stack.box("judge"))
        with self._trouble(kind, dice) as bad:
            self._connect(*((bad, self.stack.smtp) if kind in IMAP else (self.stack.imaps, bad)))
            began = time.monotonic()
            told = self._pass()
            self.done.peak(f"seconds of a pass, {kind}", time.monotonic() - began)
        if kind == "killed":
            self.stack.start_dovecot()
        if kind == "renumbered":
            self.stack.forget_uids("judge")
        self._connect(self.stack.imaps, self.stack.smtp)
        self._pass()
        self._pass()
        self.done.count(disturbed=1, told=told, **{kind: 1})

    def _trouble(self, kind: str, dice: Random) -> AbstractContextManager[int]:
        """A port that leads to a server, with trouble on the way."""
        stack = self.stack
        if kind == "refusal":
            return refusing(dice.choice(STAGES), dice.choice(CODES), stack.smtp)
        if kind == "tarpit":
            return dripping(dice.randint(0, BYTES["smtp"]), DRIP, stack.smtp)
        if kind == "killed":
            return cut_after(dice.randint(0, BYTES["imap"]), stack.imaps, stack.kill_dovecot)
        if kind == "renumbered":
            return _unmoved(stack.imaps)
        return cut_after(
            dice.randint(0, BYTES[kind]), stack.imaps if kind == "imap" else stack.smtp
        )

    def _pass(self) -> bool:
        """A pass some hours later; whether it said that something was wrong."""
        self.now += timedelta(hours=6)
        try:
            with patch.dict(Smtp.__init__.__kwdefaults__, timeout=PATIENCE):
                return bool(batch.run(self.world.home, self.now).lines)
        except KeeperError:
            return True

    def _sent_again(self) -> None:
        """The keeper lets what was given up go out, and the judge sends all that waits."""
        for _ in range(5):
            left = self.world.rows("SELECT status FROM outbox WHERE status <> 'sent'")
            if ("failed",) in left:
                self.done.count(given_up=left.count(("failed",)))
                queue.retry(self.world.home, queue.ALL)
            if left:
                self._pass()

    def counted(self) -> None:
        """Every mail taken once, every answer there, doubles the same to the byte."""
        self._sent_again()
        taken = self.world.rows("SELECT count(*) FROM letters WHERE status <> 'repeated'")[0][0]
        again = self.world.rows("SELECT count(*) FROM letters WHERE status = 'repeated'")[0][0]
        sent = [row[0] for row in self.world.rows("SELECT key FROM outbox")]
        answers = sum(key.endswith(".answer") for key in sent)
        names = {self.world.message_id(key) for key in sent}
        if taken != self.written:
            self.done.fail(f"{self.written} mails were written and {taken} taken")
        with suppress(TimeoutError):
            wait(lambda: names <= {*self._arrived()})
        found = self._arrived()
        if lost := names - {*found}:
            self.done.fail(f"{len(lost)} answers never arrived")
        if changed := [name for name, contents in found.items() if len({*contents}) > 1]:
            self.done.fail(f"{len(changed)} answers came twice and not the same")
        doubles = sum(len(contents) - 1 for contents in found.values())
        self.done.count(
            mails=taken,
            answers=answers,
            to_keeper=len(sent) - answers,
            came_twice=doubles,
            taken_again=again,
        )
        for fault in scenes.faults(self.world.home):
            self.done.fail(f"the audit: {fault}")

    def _arrived(self) -> dict[str, list[bytes]]:
        """The mails in the players' boxes by Message-ID, without their trace headers."""
        found: dict[str, list[bytes]] = {}
        for box in servers.BOXES:
            for raw in self.stack.box(box) if box != "judge" else ():
                name = str(message_from_bytes(raw)["Message-ID"])
                found.setdefault(name, []).append(_untraced(raw))
        return found


@contextmanager
def _unmoved(port: int) -> Iterator[int]:
    """The IMAP server's own port; it hangs up before a mail that was taken is moved away."""
    gone = KeeperError("The IMAP server hung up.")
    with patch.object(ImapInbox, "move_away", side_effect=gone):
        yield port


def _untraced(raw: bytes) -> bytes:
    """A mail without what servers on its way put on top of it."""
    return _TRACE.sub(b"", raw)
