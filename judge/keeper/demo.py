"""The demo: the judge works through a copy of the sample spool, and shows what it does."""

import html
import mailbox
import re
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count, groupby, takewhile
from operator import itemgetter
from pathlib import Path
from typing import Any

from msgspec import Struct
from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from judge import resources
from judge.kernel.errors import KeeperError
from judge.kernel.notice import Answer
from judge.report.picture import pixels
from judge.report.site import refresh
from judge.report.wording import mark
from judge.run import batch
from judge.run.start import changing
from judge.spool.spool import make_spool
from judge.store import games, letters, turns
from judge.store.record import PlayedTurn

SAMPLE = resources.root("sample")
"""The sample spool."""


class Arrival(Struct, frozen=True):
    """A mail of the sample spool and when the judge's mail server took it, in UTC."""

    name: str
    raw: bytes
    received: datetime


class Sent(Struct, frozen=True):
    """A mail that the judge sent and the file that it lies in."""

    file: Path
    mail: EmailMessage

    @property
    def text(self) -> str:
        """The text part."""
        part = self.mail.get_body(("plain",))
        return str(part.get_content()).replace("\r\n", "\n") if part else ""


def fresh(home: Path) -> None:
    """Make ``home`` a spool with the sample's settings; its mails arrive one by one."""
    secret = home / "secret"  # the sample's is public: no real judge has it
    is_demo = secret.is_file() and secret.read_bytes() == (SAMPLE / "secret").read_bytes()
    if home.exists() and not is_demo:
        raise KeeperError(f"{home} is not the folder of a demo: it is left alone.")
    shutil.rmtree(home, ignore_errors=True)
    make_spool(home)
    for name in ("judge.toml", "secret"):
        shutil.copyfile(SAMPLE / name, home / name)


def mbox(path: Path) -> Iterator[Arrival]:
    """The mails of an mbox; their From_ lines say when they came."""
    box = mailbox.mbox(path, create=False)
    for number, message in enumerate(box):
        stamp = " ".join(message.get_from().split()[1:])
        arrival_time = datetime.strptime(stamp, "%a %b %d %H:%M:%S %Y").replace(tzinfo=UTC)
        yield Arrival(f"{number:02}", message.as_bytes(), arrival_time)
    box.close()


def present() -> list[Arrival]:
    """The mails in the sample spool's in/new."""
    arrivals = []
    for path in sorted((SAMPLE / "in" / "new").glob("*.eml")):
        raw = path.read_bytes()
        stamp = message_from_bytes(raw, policy=policy.compat32)["Received"].rpartition(";")[2]
        arrival_time = datetime.strptime(stamp.strip(), "%a, %d %b %Y %H:%M:%S %z")
        arrivals.append(Arrival(path.stem, raw, arrival_time))
    return arrivals


def deliver(home: Path, arrival: Arrival) -> list[Sent]:
    """Drop a mail into the inbox and do a pass a minute later, as cron would; what it sent."""
    before = set(_outbox(home))
    (home / "in" / "new" / f"{arrival.received:%s}.{arrival.name}.demo").write_bytes(arrival.raw)
    report = batch.run(home, arrival.received + timedelta(minutes=1))
    if report.lines:
        raise KeeperError(" ".join(report.lines))
    new = sorted(set(_outbox(home)) - before, key=lambda path: (path.stat().st_mtime_ns, path))
    return [
        Sent(path, message_from_bytes(path.read_bytes(), policy=policy.default)) for path in new
    ]


def _outbox(home: Path) -> Iterator[Path]:
    return (home / "out" / "new").glob("*")


def read_lines(home: Path, message_id: str) -> tuple[Answer, ...]:
    """How the lines of a mail were read; none where nothing proves which seat wrote it."""
    with changing(home) as (db, _):
        mails = takewhile(bool, (letters.get(db, number) for number in count(1)))
        numbers = [one.id for one in mails if one and one.message_id == message_id]
        found = [letters.get_reading(db, number) for number in numbers]
        return next((one.answers for one in found if one), ())


def last_turn(home: Path, name: str) -> PlayedTurn:
    """The turn that the game ``name`` played last."""
    with changing(home) as (db, _):
        game = games.find_named(db, name)
        return turns.of_game(db, game.id if game else 0)[-1]


BIDS = "THE BIDS OF"
_LINE, _LETTER, _ZOOM = 17, 8.0, 2
"""The height of a line of text and the room of a letter in units of the drawing, and its pixels a
unit."""
_BELOW_BIDS = re.compile(r"\n(?:UNITS\n|Send HELP )")
_COLUMN = re.compile(r"\S+(?: \S+)*")
"""What stands between two gaps."""


def show_what_is_left(home: Path, console: Console) -> None:
    """Write the maps and the bids of the demo's mails and its site, and say where they lie.

    Raises KeeperError where they can't be written.
    """
    folder = home / "pictures"
    folder.mkdir(exist_ok=True)
    for name, raw in pictures(home).items():
        (folder / name).write_bytes(raw)
    with changing(home) as (db, spool):
        refresh.build(db, spool.config, home / "site")
    console.rule("To be looked at")
    console.print(f"the maps of these mails   {folder}", soft_wrap=True)
    console.print(f"the site of these games   {home / 'site' / 'index.html'}", soft_wrap=True)


def pictures(home: Path) -> dict[str, bytes]:
    """The maps in the demo's mails, each once, and the master's bids as a drawing, by file."""
    picture_of: dict[str, bytes] = {}
    for path in sorted(_outbox(home)):
        mail = message_from_bytes(path.read_bytes(), policy=policy.default)
        for part in mail.walk():
            raw = part.get_payload(decode=True)
            if part.get_content_type() == "image/png" and isinstance(raw, bytes):
                picture_of.setdefault(str(part.get_filename()), raw)
        text = mail.get_body(("plain",))
        content = str(text.get_content()).replace("\r", "") if text is not None else ""
        if BIDS in content:
            picture_of["bids.png"] = draw_text(cut_bids(content).split("\n"))
    return picture_of


def cut_bids(content: str) -> str:
    """The game master's table of the bids, as it stands in his mail."""
    return _BELOW_BIDS.split(content[content.index(BIDS) :], maxsplit=1)[0].strip()


def draw_text(lines: list[str]) -> bytes:
    """Lines as a PNG: what stands below each other in them, does so there, headings in bold."""
    wide = round(max(map(len, lines)) * _LETTER + 24)
    high = len(lines) * _LINE + 20
    bold = ' font-weight="bold"'
    text_elements = "".join(
        f'<text x="{12 + _LETTER * match.start():g}" y="{_LINE * number + 8}"'
        f"{'' if line.startswith(' ') else bold}>{html.escape(match[0])}</text>\n"
        for number, line in enumerate(lines, 1)
        for match in _COLUMN.finditer(line)
    )
    return pixels.png(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_ZOOM * wide}" height="{_ZOOM * high}"'
        f' viewBox="0 0 {wide} {high}" font-family="DejaVu Sans" font-size="12.5">\n'
        f'<rect width="100%" height="100%" fill="#fffdf8"/>\n{text_elements}</svg>\n',
        _ZOOM * wide,
    )


def as_table(*columns: str, whole: int = 1, **more: Any) -> Table:
    """A table without lines; long cells are folded, but for those of the first columns."""
    new_table = Table(box=None, padding=(0, 2, 0, 0), **more)
    for number, column in enumerate(columns):
        new_table.add_column(column, overflow="fold", no_wrap=number < whole)
    return new_table


def adjudication(turn: PlayedTurn, console: Console) -> None:
    """Show what became of each order of a phase, power by power."""
    console.rule(f"The adjudication of {turn.title}")
    order_table = as_table("power", "orders")
    for event in turn.events:
        if event.kind == "results":
            for power, rows in groupby(event.data["rows"], key=itemgetter("power")):
                order_table.add_row(power, mark_orders(rows))
    console.print(order_table)
    console.print("[green]✓[/] worked   [yellow]✗[/] failed   [red]⚑[/] its unit was dislodged\n")


def mark_orders(rows: Iterable[Mapping[str, Any]]) -> Columns:
    """Orders with the signs of their verdicts side by side; none is broken between two lines."""
    colours = {"✓": "green", "✗": "yellow"}
    signs = [(escape(row["order"]), mark(row["verdict"])) for row in rows]
    marked = [f"{order} [{colours.get(sign, 'red')}]{sign}[/]" for order, sign in signs]
    return Columns(marked, padding=(0, 3, 0, 0))


ALPHA, READER = "alpha", "France"
"""The game that is played and the player over whose shoulder we look."""


def show_alpha(home: Path, console: Console) -> None:
    """Play the game up to now (its creation, the joining, and 1901) and one phase more."""
    start = time.perf_counter()
    mails = sorted(mbox(SAMPLE / "earlier.mbox"), key=lambda arrival: arrival.received)
    answers = [mail for arrival in mails for mail in deliver(home, arrival)]
    console.rule("[bold]The e-mail judge, on a copy of its sample spool")
    first, last = mails[0].received, mails[-1].received
    console.print(
        f"{first:%-d} to {last:%-d %B %Y}: {len(mails)} mails came in. The game {ALPHA} was"
        f" created, seven players joined, and 1901 was played.\nThe judge sent"
        f" {len(answers)} mails; all of it took {time.perf_counter() - start:.1f} seconds.\n"
    )
    all_sent: list[Sent] = []
    console.rule("The mails of Spring 1902")
    table = as_table("mail", "from", "taken", "left out", "not taken, and what the judge says")
    for arrival in present():
        news = deliver(home, arrival)
        all_sent += news
        message = message_from_bytes(arrival.raw, policy=policy.default)
        sender, own_id = str(message["From"].addresses[0].display_name), message["Message-ID"]
        answer = next((one for one in news if one.mail["In-Reply-To"] == own_id), None)
        if answer is None:
            what = "[dim]not answered: it is an automatic mail"
            table.add_row(arrival.name, sender, "-", "-", what)
            continue
        verdicts = Counter(one.verdict for one in read_lines(home, str(own_id)))
        not_taken = "\n".join(
            f"[bold]{escape(line)}[/]  {escape(' '.join(why.split()))}".rstrip()
            for line, why in _NOT_TAKEN.findall(answer.text)
        )
        lines_taken, left_out = verdicts["taken"] + verdicts["done"], verdicts["ignored"]
        table.add_row(arrival.name, sender, str(lines_taken), str(left_out or ""), not_taken)
    console.print(table)
    adjudication(last_turn(home, ALPHA), console)
    _show_mails(home, all_sent, console)


_NOT_TAKEN = re.compile(r"^  NOT TAKEN +line \d+: (.*)\n(?: +\^\n)?((?:      .*\n)*)", re.MULTILINE)


def _show_mails(home: Path, all_sent: Sequence[Sent], console: Console) -> None:
    """List the mails sent, and print one of them in full."""
    console.rule(f"{len(all_sent)} mails sent, in {home / 'out' / 'new'}")
    table = as_table("to", "subject", "file", show_header=False)
    for one in all_sent:
        table.add_row(str(one.mail["To"]), escape(str(one.mail["Subject"])), one.file.name)
    console.print(table)
    results = next(
        one
        for one in all_sent
        if str(one.mail["Subject"]).endswith(": results")
        and f"You play {READER}." in " ".join(one.text.split())
    )
    console.rule(f"One of them in full: the results mail to {READER}")
    console.print(f"[bold]{escape(str(results.mail['Subject']))}[/]\n")
    console.print(escape(results.text), highlight=False, soft_wrap=True)


BETA = "beta"
_POINTS = re.compile(r"^  (DP \d+: .*?)(?: +\(.*)?$", re.MULTILINE)
_SUM = re.compile(r"^  DP: \d+ to spend.*?, (\d+ used), (.*)\.$", re.MULTILINE)
_VOID = re.compile(r"\b\d+ DP used,[^.]*\.")
"""What would come to nothing stands in an answer's first lines."""
_LOOK = re.compile(r"^  ! (.*(?:\n      .*)*)", re.MULTILINE)


def show_beta(home: Path, console: Console) -> None:
    """Play a game of 1936 from its creation to the results of its first phase."""
    mails = list(mbox(SAMPLE / "1936.mbox"))
    all_sent = [one for arrival in mails for one in deliver(home, arrival)]
    turn = last_turn(home, BETA)
    console.rule("[bold]Another game: 1936, where minor powers follow who pays most")
    console.print(
        f"{len(mails)} mails: the game {BETA} was created, seven players joined and sent their"
        f" orders and sealed points for {turn.title}.\n"
    )
    table = as_table("power", "its sealed points", "", "the judge warns", whole=3)
    seen: set[str] = set()
    for one in all_sent:  # the answers that acknowledge each power's orders first
        match = re.search(r"^YOUR ORDERS FOR .+ \((.+)\)$", one.text, re.MULTILINE)
        if match and match[1] not in seen:
            seen.add(match[1])
            order_list = one.text[one.text.index("YOUR ORDERS FOR") :]
            points, total = _POINTS.findall(order_list), _SUM.search(order_list)
            looks = (*_VOID.findall(one.text), *_LOOK.findall(order_list))
            table.add_row(
                match[1],
                "\n".join(map(escape, points)),
                ", ".join(total.groups()) if total else "",
                "\n".join(escape(" ".join(line.split())) for line in looks),
            )
    console.print(table)
    adjudication(turn, console)
    console.print("What all are told of the minor powers, and nobody of who paid:\n")
    rows = [row for event in turn.events if event.kind == "minors" for row in event.data["rows"]]
    deeds = mark_orders(row for row in rows if row["reason"] != "held")
    console.print(Padding(deeds, (0, 0, 1, 3)))
    console.rule("The private bid summary: only the game master gets it")
    console.print(
        escape(cut_bids(next(one.text for one in reversed(all_sent) if BIDS in one.text))),
        highlight=False,
        soft_wrap=True,
    )


def show(home: Path, console: Console) -> None:
    """Play the sample spool in ``home``, a folder that is made anew, and show it all.

    Raises KeeperError if ``home`` is a folder of something else.
    """
    fresh(home)
    show_alpha(home, console)
    show_beta(home, console)
    show_what_is_left(home, console)
