"""Recordings of what the judge says: written anew only for a reason, with the change in words.

``JUDGE_REWRITE="receipts name games" python -m pytest tests/games`` writes those that differ. The
reason goes into ``why.txt`` beside each, once; what changed is shown at the end of the run.
"""

import os
import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path

REASON = "JUDGE_REWRITE"
LOG = "why.txt"
_AROUND = 4
"""Words that are shown on each side of a change."""
_WORD = re.compile(r"\S+")

changed: list[str] = []
"""What this run wrote anew, for the end of its report."""


def keep(path: Path, shown: str) -> None:
    """Write a recording anew if the environment gives a reason; ValueError if that says nothing."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    if shown != before:
        _keep(path, shown.encode(), difference(before, shown))


def keep_picture(path: Path, png: bytes) -> None:
    """Write a picture that looks different anew, as ``keep`` does a text."""
    _keep(path, png, ["  ... look at it ..."])


def _keep(path: Path, raw: bytes, told: Iterable[str]) -> None:
    reason = os.environ.get(REASON)
    if reason is None:
        return
    if len(reason.split()) < 2:
        raise ValueError(f'say in words why recordings change: {REASON}="..."')
    path.write_bytes(raw)
    _note(path.parent / LOG, reason)
    changed.extend([f"{path.parent.name}/{path.name}", *told])


def _note(log: Path, reason: str) -> None:
    """Add a reason to a folder's log, if it is not there as the last one."""
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    if lines[-1:] != [reason]:
        log.write_text("\n".join([*lines, reason, ""]), encoding="utf-8")


def difference(before: str, after: str) -> Iterator[str]:
    """What changed, a line a place: ``... words [-gone-] {+new+} words ...``."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, first, last, begin, end in matcher.get_opcodes():
        if tag != "equal":
            gone, come = " ".join(old[first:last]), " ".join(new[begin:end])
            parts = [
                *old[max(0, first - _AROUND) : first],
                *[f"[-{gone}-]"] * bool(gone),
                *[f"{{+{come}+}}"] * bool(come),
                *old[last : last + _AROUND],
            ]
            yield f"  ... {' '.join(parts)} ..."
