"""In what two reports differ: lines that say by themselves what they are about."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import ndiff

_NAMES = {"-": "gone", "+": "come"}


def differences(before: Sequence[str], after: Sequence[str]) -> Mapping[str, list[str]]:
    """What two reports, as texts, do not share: the lines "gone" and those "come", in order.

    They are not paired: what takes whose place can't be known.
    """
    diff = list(ndiff(list(_join_lines(before)), list(_join_lines(after))))
    return {name: [line[2:] for line in diff if line[0] == sign] for sign, name in _NAMES.items()}


def _join_lines(texts: Iterable[str]) -> Iterator[str]:
    """Lines with what they hang on: a name above them, or the sentence that they go on with."""
    for text in texts:
        above: list[tuple[int, str]] = []
        sentence_parts: list[str] = []
        for line in filter(str.strip, text.splitlines()):
            depth, content = len(line) - len(line.lstrip()), " ".join(line.split())
            hangs = bool(above) and above[-1][0] < depth
            while above and above[-1][0] >= depth:
                above.pop()
            head = above[-1][1] if above else ""
            if head.endswith("."):
                sentence_parts.append(content)
                continue
            if sentence_parts and not hangs:
                yield " ".join(sentence_parts)
            sentence_parts = [content] if not head or head.isupper() else [f"{head}: {content}"]
            above.append((depth, content))
        if sentence_parts:
            yield " ".join(sentence_parts)
