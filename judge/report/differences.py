"""In what two reports differ: lines that say by themselves what they are about."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import ndiff

_NAMES = {"-": "gone", "+": "come"}


def differences(before: Sequence[str], after: Sequence[str]) -> Mapping[str, list[str]]:
    """What two reports, as texts, do not share: the lines "gone" and those "come", in order.

    They are not paired: what takes whose place can't be known.
    """
    found = list(ndiff(list(_lines(before)), list(_lines(after))))
    return {name: [line[2:] for line in found if line[0] == sign] for sign, name in _NAMES.items()}


def _lines(texts: Iterable[str]) -> Iterator[str]:
    """Lines with what they hang on: a name above them, or the sentence that they go on with."""
    for text in texts:
        above: list[tuple[int, str]] = []
        waiting: list[str] = []
        for line in filter(str.strip, text.splitlines()):
            depth, content = len(line) - len(line.lstrip()), " ".join(line.split())
            hangs = bool(above) and above[-1][0] < depth
            while above and above[-1][0] >= depth:
                above.pop()
            head = above[-1][1] if above else ""
            if head.endswith("."):
                waiting.append(content)
                continue
            if waiting and not hangs:
                yield " ".join(waiting)
            waiting = [content] if not head or head.isupper() else [f"{head}: {content}"]
            above.append((depth, content))
        if waiting:
            yield " ".join(waiting)
