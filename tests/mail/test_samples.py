"""Each sample is a rule: the mail lies in samples/, what the judge reads in it beside it.

A reading begins with the fields that are not empty; below the line "--" stand the mail's lines,
those that are read behind "|", the others behind their reason, a doubt with a "?".
``REWRITE=1 pytest tests/mail`` writes the readings anew; look at the difference before you
commit it.
"""

import os
from pathlib import Path

import pytest

from judge.kernel.mail import Letter
from judge.kernel.text import Line
from judge.mail import body
from tests.mail.our import ARRIVED, OURS, SAMPLES

FIELDS = (
    "sender",
    "recipient",
    "subject",
    "message_id",
    "references",
    "received",
    "silence",
    "unanswered",
    "bulk",
    "refusal",
    "authenticated",
)


def shown(letter: Letter) -> str:
    fields = [
        f"{name}: {getattr(letter, name)}"
        for name in FIELDS
        if getattr(letter, name) and (name, letter.received) != ("received", ARRIVED)
    ]
    lines = [_line(line) for line in letter.lines]
    filled = [f"{line.number}: {line.text}" for line in letter.filled]
    below = ["-- filled in, perhaps", *filled] if filled else []
    return "\n".join([*fields, "--", *lines, *below]) + "\n"


def _line(line: Line) -> str:
    doubt = f"? {line.doubt}" if line.doubt else ""
    return f"{line.ignored or doubt}| {line.text}".rstrip()


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.eml")), ids=lambda path: path.stem)
def test_a_sample_is_read_as_written_beside_it(sample: Path) -> None:
    read = shown(body.read_letter(sample.read_bytes(), ARRIVED, OURS))
    beside = sample.with_suffix(".txt")
    if os.environ.get("REWRITE"):
        beside.write_text(read, "utf-8")
    assert read == beside.read_text("utf-8")


def test_lines_are_numbered_from_1_without_gaps() -> None:
    for sample in SAMPLES.glob("*.eml"):
        lines = body.read_letter(sample.read_bytes(), ARRIVED, OURS).lines
        assert [line.number for line in lines] == list(range(1, len(lines) + 1)), sample.name
