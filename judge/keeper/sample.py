"""The sample spool: its mails, and a judge that they are put into one by one."""

import mailbox
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from itertools import count, takewhile
from pathlib import Path

from rich.console import Console

from judge.kernel.errors import KeeperError
from judge.kernel.notice import Answer
from judge.report.picture import job
from judge.report.site import build
from judge.run import batch
from judge.spool.spool import make_spool, open_spool
from judge.store import games, letters, turns
from judge.store.database import open_database
from judge.store.record import PlayedTurn

SAMPLE = Path(__file__).resolve().parent.parent.parent / "spool"
"""The sample spool; it is part of the source tree and not of an installed judge."""
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


def fresh(home: Path) -> None:
    """Make ``home`` a spool with the sample's settings; its mails arrive one by one."""
    if not (SAMPLE / "judge.toml").is_file():
        raise KeeperError("The sample spool is not installed: run the demo in a source tree.")
    if home.exists() and not _is_demo(home):
        raise KeeperError(f"{home} is not the folder of a demo: it is left alone.")
    shutil.rmtree(home, ignore_errors=True)
    make_spool(home)
    for name in ("judge.toml", "secret"):
        shutil.copyfile(SAMPLE / name, home / name)


def _is_demo(home: Path) -> bool:
    """Whether a spool has the sample's public secret, which no real one has."""
    secret = home / "secret"
    return secret.is_file() and secret.read_bytes() == (SAMPLE / "secret").read_bytes()


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
    report = batch.run(home, arrival.received + _MINUTE)
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
    engine = open_database(open_spool(home).database)
    try:
        with engine.connect() as db:
            mails = takewhile(bool, (letters.get(db, number) for number in count(1)))
            numbers = [one.id for one in mails if one and one.message_id == message_id]
            found = [letters.get_reading(db, number) for number in numbers]
            return next((one.answers for one in found if one), ())
    finally:
        engine.dispose()


def last_turn(home: Path, name: str) -> PlayedTurn:
    """The turn that the game ``name`` played last."""
    engine = open_database(open_spool(home).database)
    try:
        with engine.connect() as db:
            game = games.find_named(db, name)
            return turns.of_game(db, game.id if game else 0)[-1]
    finally:
        engine.dispose()


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
    spool = open_spool(home)
    engine = open_database(spool.database)
    try:
        with engine.begin() as db:
            build.build(db, spool.config, home / "site")
    finally:
        engine.dispose()
    console.rule("To be looked at")
    console.print(f"the maps of these mails   {folder}", soft_wrap=True)
    console.print(f"the site of these games   {home / 'site' / 'index.html'}", soft_wrap=True)


def pictures(home: Path) -> dict[str, bytes]:
    """The maps in the demo's mails, each once, and the master's bids as a drawing, by file."""
    picture_of: dict[str, bytes] = {}
    for mail in _mails(home):
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


def _mails(home: Path) -> Iterator[EmailMessage]:
    for path in sorted((home / "out" / "new").glob("*")):
        yield message_from_bytes(path.read_bytes(), policy=policy.default)


def draw_text(lines: list[str]) -> bytes:
    """Lines as a PNG: what stands below each other in them, does so there, headings in bold."""
    wide = round(max(map(len, lines)) * _LETTER + 24)
    high = len(lines) * _LINE + 20
    text_elements = "".join(
        f'<text x="{12 + _LETTER * match.start():g}" y="{_LINE * number + 8}"'
        f"{_weight(line)}>{escape(match[0])}</text>\n"
        for number, line in enumerate(lines, 1)
        for match in _COLUMN.finditer(line)
    )
    return job.png(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_ZOOM * wide}" height="{_ZOOM * high}"'
        f' viewBox="0 0 {wide} {high}" font-family="DejaVu Sans" font-size="12.5">\n'
        f'<rect width="100%" height="100%" fill="#fffdf8"/>\n{text_elements}</svg>\n',
        _ZOOM * wide,
    )


def _weight(line: str) -> str:
    return "" if line.startswith(" ") else ' font-weight="bold"'
