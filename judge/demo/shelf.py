"""What the demo leaves behind to be looked at: the maps of its mails, its bids, and the site."""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from pathlib import Path

from rich.console import Console

from judge.home.spool import open_spool
from judge.site import build
from judge.store.database import open_database

BIDS = "THE BIDS OF"
_LINE, _LETTER = 17, 8.0
"""The height of a line of text and the width of a letter, in units of the drawing."""


def show(home: Path, console: Console) -> None:
    """Write the maps and the bids of the demo's mails and its site, and say where they lie.

    Raises KeeperError where they can't be written.
    """
    drawn = home / "pictures"
    drawn.mkdir(exist_ok=True)
    for name, raw in pictures(home).items():
        (drawn / name).write_bytes(raw)
    opened = open_spool(home)
    engine = open_database(opened.database)
    try:
        with engine.begin() as db:
            build.build(db, opened.config, home / "site")
    finally:
        engine.dispose()
    console.rule("To be looked at")
    console.print(f"the maps of these mails   {drawn}", soft_wrap=True)
    console.print(f"the site of these games   {home / 'site' / 'index.html'}", soft_wrap=True)


def pictures(home: Path) -> dict[str, bytes]:
    """The maps in the demo's mails, each once, and the master's bids as a drawing, by file."""
    found: dict[str, bytes] = {}
    for mail in _mails(home):
        for part in mail.walk():
            raw = part.get_payload(decode=True)
            if part.get_content_type() == "image/png" and isinstance(raw, bytes):
                found.setdefault(str(part.get_filename()), raw)
        text = mail.get_body(("plain",))
        told = str(text.get_content()).replace("\r", "") if text is not None else ""
        if BIDS in told:
            bids = told[told.index(BIDS) :].partition("\nUNITS\n")[0].strip()
            found["bids.svg"] = draw_text(bids.split("\n")).encode()
    return found


def _mails(home: Path) -> Iterator[EmailMessage]:
    for path in sorted((home / "out" / "new").glob("*")):
        yield message_from_bytes(path.read_bytes(), policy=policy.default)


def draw_text(lines: list[str]) -> str:
    """Lines as an SVG, in letters of one width; it turns dark where its reader likes that."""
    wide = round(max(map(len, lines)) * _LETTER + 24)
    high = len(lines) * _LINE + 20
    shown = "".join(
        f'<text x="12" y="{_LINE * number + 8}" xml:space="preserve">{escape(line)}</text>\n'
        for number, line in enumerate(lines, 1)
        if not re.fullmatch(r"\s*", line)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
        f' viewBox="0 0 {wide} {high}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace"'
        f' font-size="13">\n<title>{escape(lines[0])}</title>\n'
        "<style>rect{fill:#fffdf8}text{fill:#1a1a1a}@media (prefers-color-scheme:dark)"
        "{rect{fill:#17181a}text{fill:#ececec}}</style>\n"
        f'<rect width="100%" height="100%"/>\n{shown}</svg>\n'
    )
