"""Word lists of grammar/words: sections of lines, each a meaning, a colon, and its words."""

from collections.abc import Mapping

from judge import resources

Section = Mapping[str, tuple[str, ...]]
"""What words mean -> the words, one of several words with a blank between them."""


def read(name: str) -> dict[str, Section]:
    """The sections of grammar/words/<name>.txt by their titles."""
    text = (resources.root("grammar") / "words" / f"{name}.txt").read_text(encoding="utf-8")
    sections: dict[str, dict[str, tuple[str, ...]]] = {}
    for line in text.splitlines():
        if line.startswith("== "):
            section = sections.setdefault(line[3:], {})
        elif line and not line.startswith("#"):
            meaning, _, words = line.partition(": ")
            section[meaning] = tuple(words.split(", "))
    return dict(sections)
