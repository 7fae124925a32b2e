"""The demo: the judge works through a copy of the sample spool, and shows what it does."""

import mailbox
import re
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from judge import batch
from judge.game.found import found
from judge.game.record import PlayedTurn
from judge.game.spool import open_spool
from judge.game.store import games, turns
from judge.game.store.database import open_database
from judge.kernel.errors import KeeperError
from judge.report.words import mark

SAMPLE = Path(__file__).resolve().parent.parent / "spool"
"""The sample spool; it is part of the source tree and not of an installed judge."""
GAME, READER = "alpha", "France"
"""The game that is played and the player over whose shoulder we look."""
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A mail of the sample spool and when the judge's mail server took it, in UTC."""

    name: str
    raw: bytes
    received: datetime


@dataclass(frozen=True, slots=True)
class Sent:
    """A mail that the judge sent and the file that it lies in."""

    file: Path
    mail: EmailMessage

    @property
    def text(self) -> str:
        """The text part."""
        part = self.mail.get_body(("plain",))
        return str(part.get_content()).replace("\r\n", "\n") if part else ""


def show(home: Path, console: Console) -> None:
    """Play the sample spool in ``home``, a folder that is made anew, and show it all.

    Raises KeeperError if there is no sample spool or ``home`` is a folder of something else.
    """
    _fresh(home)
    _earlier(home, console)
    sent: list[Sent] = []
    console.rule("The mails of Spring 1902")
    table = _table("mail", "from", "taken", "left out", "not taken, and what the judge says")
    for arrival in _present():
        news = _deliver(home, arrival)
        table.add_row(*_row(arrival, news))
        sent += news
    console.print(table)
    _adjudication(home, console)
    _mails(home, sent, console)


def _fresh(home: Path) -> None:
    """Make ``home`` a spool with the sample's settings; its mails arrive one by one."""
    if not (SAMPLE / "judge.toml").is_file():
        raise KeeperError("The sample spool is not installed: run the demo in a source tree.")
    if home.exists() and not _is_demo(home):
        raise KeeperError(f"{home} is not the folder of a demo: it is left alone.")
    shutil.rmtree(home, ignore_errors=True)
    found(home)
    for name in ("judge.toml", "secret"):
        shutil.copyfile(SAMPLE / name, home / name)


def _is_demo(home: Path) -> bool:
    """Whether a spool has the sample's public secret, which no real one has."""
    secret = home / "secret"
    return secret.is_file() and secret.read_bytes() == (SAMPLE / "secret").read_bytes()


def _earlier(home: Path, console: Console) -> None:
    """Play the game up to now: its creation, the joining, and 1901."""
    start = time.perf_counter()
    mails = sorted(_mbox(SAMPLE / "earlier.mbox"), key=lambda arrival: arrival.received)
    answers = [sent for arrival in mails for sent in _deliver(home, arrival)]
    console.rule("[bold]The e-mail judge, on a copy of its sample spool")
    first, last = mails[0].received, mails[-1].received
    console.print(
        f"{first:%-d} to {last:%-d %B %Y}: {len(mails)} mails came in. The game {GAME} was created,"
        f" seven players joined, and 1901 was played.\nThe judge sent {len(answers)} mails;"
        f" all of it took {time.perf_counter() - start:.1f} seconds.\n"
    )


def _mbox(path: Path) -> Iterator[Arrival]:
    """The mails of an mbox; their From_ lines say when they came."""
    box = mailbox.mbox(path, create=False)
    for number, message in enumerate(box):
        stamp = " ".join(message.get_from().split()[1:])
        received = datetime.strptime(stamp, "%a %b %d %H:%M:%S %Y").replace(tzinfo=UTC)
        yield Arrival(f"{number:02}", message.as_bytes(), received)
    box.close()


def _present() -> list[Arrival]:
    """The mails in the sample spool's in/new."""
    found = []
    for path in sorted((SAMPLE / "in" / "new").glob("*.eml")):
        raw = path.read_bytes()
        stamp = message_from_bytes(raw, policy=policy.compat32)["Received"].rpartition(";")[2]
        received = datetime.strptime(stamp.strip(), "%a, %d %b %Y %H:%M:%S %z")
        found.append(Arrival(path.stem, raw, received))
    return found


def _deliver(home: Path, arrival: Arrival) -> list[Sent]:
    """Drop a mail into the inbox and do a pass a minute later, as cron would; what it sent."""
    before = set(_outbox(home))
    (home / "in" / "new" / f"{arrival.received:%s}.{arrival.name}.demo").write_bytes(arrival.raw)
    report = batch.run(home, arrival.received + _MINUTE)
    if report.lines:
        raise KeeperError(" ".join(report.lines))
    new = sorted(set(_outbox(home)) - before, key=lambda path: (path.stat().st_mtime_ns, path))
    return [
        Sent(path, message_from_bytes(path.read_bytes(), policy=policy.default)) for path in new
    ]


def _outbox(home: Path) -> Iterator[Path]:
    return (home / "out" / "new").glob("*")


def _table(*columns: str, **more: Any) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), **more)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _row(arrival: Arrival, news: Sequence[Sent]) -> tuple[str, ...]:
    """What became of a mail, read off the answer that its sender got."""
    incoming = message_from_bytes(arrival.raw, policy=policy.default)
    sender = str(incoming["From"].addresses[0].display_name)
    answer = next((one for one in news if one.mail["In-Reply-To"] == incoming["Message-ID"]), None)
    if answer is None:
        return arrival.name, sender, "-", "-", "[dim]not answered: it is an automatic mail"
    text = answer.text
    taken = len(re.findall(r"^  (?:taken|done) ", text, re.MULTILINE))
    return arrival.name, sender, str(taken), _left_out(text), _not_taken(text)


def _left_out(text: str) -> str:
    """How many lines were not read as orders."""
    lines = 0
    for numbers in re.findall(r"^  lines? ([\d, -]+):", text, re.MULTILINE):
        for run in numbers.split(","):
            first, _, last = run.strip().partition("-")
            lines += int(last or first) - int(first) + 1
    return str(lines or "")


_NOT_TAKEN = re.compile(r"^  NOT TAKEN +line \d+: (.*)\n(?: +\^\n)?((?:      .*\n)*)", re.MULTILINE)


def _not_taken(text: str) -> str:
    """The lines that were not taken, with what the judge says to them."""
    told = [(escape(line), escape(" ".join(why.split()))) for line, why in _NOT_TAKEN.findall(text)]
    return "\n".join(f"[bold]{line}[/]  {why}".rstrip() for line, why in told)


def _adjudication(home: Path, console: Console) -> None:
    """Show what became of each order of the phase just played, power by power."""
    turn = _last_turn(home)
    console.rule(f"The adjudication of {turn.title}")
    table = _table("power", "orders")
    for event in turn.events:
        if event.kind == "results":
            for power, rows in groupby(event.data["rows"], key=itemgetter("power")):
                table.add_row(power, "   ".join(_marked(row) for row in rows))
    console.print(table)
    console.print("[green]✓[/] worked   [yellow]✗[/] failed   [red]⚑[/] its unit was dislodged\n")


def _marked(row: Mapping[str, Any]) -> str:
    """An order with the sign of its verdict; it is never broken between two lines."""
    sign = mark(row["verdict"])
    colour = {"✓": "green", "✗": "yellow"}.get(sign, "red")
    order = escape(row["order"]).replace(" ", "\N{NO-BREAK SPACE}")
    return f"{order}\N{NO-BREAK SPACE}[{colour}]{sign}[/]"


def _last_turn(home: Path) -> PlayedTurn:
    """The turn that the game played last."""
    engine = open_database(open_spool(home).database)
    try:
        with engine.connect() as db:
            game = games.named(db, GAME)
            return turns.of_game(db, game.id if game else 0)[-1]
    finally:
        engine.dispose()


def _mails(home: Path, sent: Sequence[Sent], console: Console) -> None:
    """List the mails sent, and print one of them in full."""
    console.rule(f"{len(sent)} mails sent, in {home / 'out' / 'new'}")
    table = _table("to", "subject", "file", show_header=False)
    for one in sent:
        table.add_row(str(one.mail["To"]), escape(str(one.mail["Subject"])), one.file.name)
    console.print(table)
    results = next(one for one in sent if f"You play {READER}." in one.text and _is_results(one))
    console.rule(f"One of them in full: the results mail to {READER}")
    console.print(f"[bold]{escape(str(results.mail['Subject']))}[/]\n")
    console.print(escape(results.text), highlight=False, soft_wrap=True)


def _is_results(sent: Sent) -> bool:
    return str(sent.mail["Subject"]).endswith(": results")
