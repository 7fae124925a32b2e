"""How fast mails are read and composed, and how fast they are left durably in a Maildir."""

import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from judge.kernel.mail import Mail
from judge.mail import body
from judge.mail.compose import bounce_address, compose
from judge.mail.ours import Ours
from judge.mail.outbox import Envelope, MaildirOutbox

MAILS = 1000
GROUP = 200
OURS = Ours("judge@judge.test", b"a secret", hosts=("judge.test",), authserv_id="judge.test")
NOW = datetime(2026, 11, 25, tzinfo=UTC)
ORDERS = (
    b"Delivered-To: judge+alpha.france.abcdefghijklmnop@judge.test\r\n"
    b"Received: from mx.example (mx.example [192.0.2.1]) by judge.test (Postfix)\r\n"
    b"\twith ESMTP id 1; Wed, 25 Nov 2026 10:00:00 +0100\r\n"
    b"From: Marie <fr@example.org>\r\nTo: judge@judge.test\r\nSubject: Re: alpha\r\n"
    b"Message-ID: <1@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    b"A Par - Bur\r\nA Mar - Spa\r\nF Bre - MAO\r\n\r\n"
    b"On Wed, 25 Nov 2026 at 09:00, The Judge <judge@judge.test> wrote:\r\n"
) + b"> A line of the judge's last mail\r\n" * 40
HTML = ORDERS.replace(b"text/plain", b"text/html").replace(b"\r\n> ", b"<br>")
RESULTS = Mail(
    key="alpha.S1901M.1.France.results",
    to="fr@example.org",
    subject="alpha: Spring 1901 movement",
    text="A PAR - BUR succeeds.\n" * 60,
    html="<tr><td>A PAR - BUR</td><td>succeeds</td></tr>\n" * 60,
    thread="alpha.France",
    answers="<1@example.org>",
)


def _median(work: Callable[[], object]) -> str:
    """Microseconds a mail: the median and the middle half of ``MAILS`` runs."""
    times = []
    for _ in range(MAILS):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e6)
    low, middle, high = statistics.quantiles(times, n=4)
    return f"{middle:5.0f} us  ({low:.0f}..{high:.0f})"


def _left(box: Path) -> float:
    """Seconds to leave ``MAILS`` different mails in groups."""
    for folder in ("tmp", "new"):
        (box / folder).mkdir()
    raw = compose(RESULTS, OURS, NOW)
    mails = [Envelope(raw, f"p{at}@example.org", OURS.address) for at in range(MAILS)]
    start = time.perf_counter()
    for at in range(0, MAILS, GROUP):
        list(MaildirOutbox(box).post(mails[at : at + GROUP]))
    return time.perf_counter() - start


def main() -> None:
    """Print the times."""
    body.read_letter(HTML, NOW, OURS)
    print("a reply with orders, read     ", _median(lambda: body.read_letter(ORDERS, NOW, OURS)))
    print("the same in HTML alone, read  ", _median(lambda: body.read_letter(HTML, NOW, OURS)))
    print("a results mail, composed      ", _median(lambda: compose(RESULTS, OURS, NOW)))
    print("its envelope sender           ", _median(lambda: bounce_address(OURS, "key")))
    with tempfile.TemporaryDirectory() as box:
        print(f"left in a Maildir, durably      {_left(Path(box)) / MAILS * 1e6:.0f} us a mail")
