"""What the demo leaves behind to be looked at: the maps of its mails, its bids, and the site."""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from pathlib import Path

from rich.console import Console

from judge.home.spool import open_spool
from judge.picture import png
from judge.site import build
from judge.store.database import open_database

BIDS = "THE BIDS OF"
_LINE, _LETTER, _ZOOM = 17, 8.0, 2
"""The height of a line of text and the room of a letter in units of the drawing, and its pixels a
unit."""
_BELOW_BIDS = re.compile(r"\n(?:UNITS\n|Send HELP )")
_COLUMN = re.compile(r"\S+(?: \S+)*")
"""What stands between two gaps."""


def show(home: Path, console: Console) -> None:
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
    return png.png(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_ZOOM * wide}" height="{_ZOOM * high}"'
        f' viewBox="0 0 {wide} {high}" font-family="DejaVu Sans" font-size="12.5">\n'
        f'<rect width="100%" height="100%" fill="#fffdf8"/>\n{text_elements}</svg>\n',
        _ZOOM * wide,
    )


def _weight(line: str) -> str:
    return "" if line.startswith(" ") else ' font-weight="bold"'
