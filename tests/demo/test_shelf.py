"""What the demo's mails are made into: their maps, each once, and the bids as a drawing."""

import os
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console

from judge.keeper import demo
from judge.spool.spool import make_spool

BIDS = [
    "THE BIDS OF SPRING (for the game master alone)",
    "          Britain  France",
    "  A AUS   2+1      -",
    "  A <&>   -        (2)",
]
ZOOM = 2
MARGIN, TOP, BOTTOM, LINE, LETTER = (ZOOM * units for units in (12, 12, 8, 17, 8))


def drawn(lines: list[str]) -> Image.Image:
    """A drawing, in grey."""
    return Image.open(BytesIO(demo.draw_text(lines))).convert("L")


def ink(picture: Image.Image, number: int) -> list[tuple[int, int]]:
    """Where a line, from 0, has something: from, to."""
    top = TOP + LINE * number
    row = picture.crop((0, top, picture.width, top + LINE))
    dark = {at % row.width for at, value in enumerate(row.tobytes()) if value < 160}
    spans: list[tuple[int, int]] = []
    for at in sorted(dark):
        near = bool(spans) and at - spans[-1][1] < LETTER
        spans = [*spans[:-1], (spans[-1][0], at)] if near else [*spans, (at, at)]
    return spans


def test_a_drawing_has_room_for_its_lines_and_a_margin() -> None:
    longest = max(map(len, BIDS))
    assert drawn(BIDS).size == (LETTER * longest + 2 * MARGIN, TOP + LINE * len(BIDS) + BOTTOM)


def test_nothing_is_drawn_on_the_margin() -> None:
    picture = drawn(["W" * 10, *BIDS, "g" * 20])
    left, top, right, bottom = picture.point([255] * 160 + [0] * 96).getbbox() or (0,) * 4
    assert left >= MARGIN
    assert top >= TOP
    assert right <= picture.width - MARGIN
    assert bottom <= picture.height - BOTTOM


def test_what_stands_below_each_other_does_so_in_the_drawing() -> None:
    picture = drawn(BIDS)
    starts = [[first for first, _ in ink(picture, number)] for number in range(len(BIDS))]
    columns = [[BIDS[1].index(name) for name in ("Britain", "France")]]
    columns += [[2, 10, 19]] * 2
    for found, wanted in zip(starts[1:], columns, strict=True):
        assert found == pytest.approx([MARGIN + LETTER * at for at in wanted], abs=4)


def test_a_line_that_begins_at_the_edge_is_a_heading_in_bold() -> None:
    picture = drawn(["Britain bids", " Britain bids"])
    (heading,), (line,) = ink(picture, 0), ink(picture, 1)
    assert heading[1] - heading[0] > line[1] - line[0]


def mail(home: Path, name: str, text: str, *files: tuple[str, str, bytes]) -> None:
    """Put a mail into the outbox; its files have a name, a kind and bytes."""
    message = EmailMessage()
    message["Subject"] = "results"
    message.set_content(text)
    for file, kind, raw in files:
        message.add_attachment(raw, *kind.split("/"), filename=file)
    folder = home / "out" / "new"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(bytes(message).replace(b"\n", b"\r\n"))


def test_of_all_mails_each_map_is_kept_once(tmp_path: Path) -> None:
    first, second = ("a.png", "image/png", b"a"), ("b.png", "image/png", b"b")
    mail(tmp_path, "1.eml", "one", first, ("rules.txt", "application/text", b"c"))
    mail(tmp_path, "2.eml", "two", ("a.png", "image/png", b"later"), second)
    mail(tmp_path, "3.eml", "three", ("map.svg", "image/svg+xml", b"d"))
    assert demo.pictures(tmp_path) == {"a.png": b"a", "b.png": b"b"}


def test_the_bids_are_drawn_as_the_master_reads_them(tmp_path: Path) -> None:
    """Without what stands above and below; of several phases the last one's."""
    bids = "\n".join(BIDS)
    mail(tmp_path, "1.eml", bids.replace("SPRING", "NEVER"))
    mail(tmp_path, "2.eml", f"Dear master,\n\n{bids}\n\nUNITS\nA PAR\n")
    mail(tmp_path, "3.eml", "You play France.\n\nUNITS\nA PAR\n")
    assert demo.pictures(tmp_path) == {"bids.png": demo.draw_text(BIDS)}


def held_open(home: Path) -> Iterator[str]:
    """The files of a folder that this process holds open, where the machine tells."""
    for path in Path("/proc/self/fd").glob("*"):
        with suppress(OSError):
            name = os.readlink(path)
            if name.startswith(str(home)):
                yield name


def test_a_spool_is_let_go_of_when_its_pictures_and_its_site_are_made(tmp_path: Path) -> None:
    home = tmp_path / "spool"
    make_spool(home)
    mail(home, "1.eml", "one", ("a.png", "image/png", b"a"))
    for _ in range(2):
        demo.show_what_is_left(home, Console(file=StringIO()))
        assert (home / "pictures" / "a.png").read_bytes() == b"a"
        assert (home / "site" / "index.html").is_file()
        assert list(held_open(home)) == []
