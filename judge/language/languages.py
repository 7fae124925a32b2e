"""What the words of several languages mean beside orders: closed classes, a file a language.

``grammar/languages/README.txt`` says what the classes are; a further language is one more file.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from judge import resources
from judge.language.fold import fold

Phrase = tuple[str, ...]
Classes = frozenset[str]
Meanings = Mapping[str, Classes]
"""The classes of a phrase in each language that has it."""


class Languages:
    """The phrases of all languages by their first word, the longest first."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        meanings: dict[Phrase, dict[str, set[str]]] = {}
        for language, text in texts.items():
            for line in text.splitlines():
                name, _, entries = line.partition("#")[0].partition(":")
                for entry in filter(None, map(str.strip, entries.split(","))):
                    phrase = tuple(fold(entry).replace("'", "").split())
                    meanings.setdefault(phrase, {}).setdefault(language, set()).add(name.strip())
        self._phrases: dict[str, list[tuple[Phrase, Meanings]]] = {}
        for phrase in sorted(meanings, key=len, reverse=True):
            frozen = {language: frozenset(names) for language, names in meanings[phrase].items()}
            self._phrases.setdefault(phrase[0], []).append((phrase, frozen))

    def begins(self, word: str) -> bool:
        """Whether any phrase begins with a word."""
        return word in self._phrases

    def match(self, words: Sequence[str], index: int) -> tuple[int, Meanings] | None:
        """The longest phrase that begins at a word: the word behind it and what it means."""
        for phrase, meanings in self._phrases.get(words[index], ()):
            behind = index + len(phrase)
            if len(phrase) == 1 or tuple(words[index:behind]) == phrase:
                return behind, meanings
        return None


@cache
def all_languages() -> Languages:
    """Those of grammar/languages, read once."""
    root = resources.root("grammar") / "languages"
    names = sorted(file.name for file in root.iterdir() if file.name.endswith(".txt"))
    return Languages(
        {
            name.removesuffix(".txt"): (root / name).read_text(encoding="utf-8")
            for name in names
            if name != "README.txt"
        }
    )
