"""The words of grammar/words and grammar/languages: a line a meaning, a colon, and its words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from judge import resources
from judge.language.fold import fold

Section = Mapping[str, tuple[str, ...]]
"""What words mean -> the words, one of several words with a blank between them."""
Phrase = tuple[str, ...]
Classes = frozenset[str]
Meanings = Mapping[str, Classes]
"""The classes of a phrase in each language that has it."""


def read_rows(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each line of a file of words: what its words mean, and the words; "# ..." is a remark.

    The title of a section ("== counts") is a meaning without words.
    """
    for line in text.splitlines():
        meaning, _, entries = line.partition("#")[0].partition(":")
        if meaning.strip():
            yield meaning.strip(), tuple(filter(None, map(str.strip, entries.split(","))))


def read_texts(folder: str) -> dict[str, str]:
    """The files of a folder of grammar/ that hold words, by their names."""
    files = sorted((resources.root("grammar") / folder).iterdir(), key=lambda file: file.name)
    return {
        file.name.removesuffix(".txt"): file.read_text(encoding="utf-8")
        for file in files
        if file.name.endswith(".txt") and file.name != "README.txt"
    }


def read_sections(name: str) -> dict[str, Section]:
    """The sections of grammar/words/<name>.txt by their titles."""
    text = (resources.root("grammar") / "words" / f"{name}.txt").read_text(encoding="utf-8")
    sections: dict[str, dict[str, tuple[str, ...]]] = {}
    section: dict[str, tuple[str, ...]] = {}
    for meaning, entries in read_rows(text):
        if meaning.startswith("== "):
            section = sections.setdefault(meaning[3:], {})
        else:
            section[meaning] = entries
    return dict(sections)


def by_word(section: Section) -> dict[str, str]:
    """Each word of a section with what it means."""
    return {word: meaning for meaning, words in section.items() for word in words}


class Languages:
    """The phrases of all languages by their first word, the longest first."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._entries: dict[str, list[tuple[Phrase, str, str]]] = {}
        self._phrases: dict[str, Sequence[tuple[Phrase, Meanings]]] = {}
        """The same as they are asked for, of each word that was."""
        for language, text in texts.items():
            for name, entries in read_rows(fold(text).replace("'", "")):
                for entry in entries:
                    phrase = tuple(entry.split())
                    self._entries.setdefault(phrase[0], []).append((phrase, language, name))

    def match(self, words: Sequence[str], index: int) -> tuple[int, Meanings] | None:
        """The longest phrase that begins at a word: the word behind it and what it means."""
        word = words[index]
        if word not in self._entries:
            return None
        following = words[index + 1] if index + 1 < len(words) else ""
        if word not in self._phrases:
            found: dict[Phrase, dict[str, Classes]] = {}
            for phrase, language, name in self._entries[word]:
                known = found.setdefault(phrase, {})
                known[language] = known.get(language, frozenset()) | {name}
            self._phrases[word] = sorted(found.items(), key=lambda one: len(one[0]), reverse=True)
        for phrase, meanings in self._phrases[word]:
            size = len(phrase)
            if size == 1:
                return index + 1, meanings
            if phrase[1] == following and tuple(words[index : index + size]) == phrase:
                return index + size, meanings
        return None


@cache
def all_languages() -> Languages:
    """Those of grammar/languages, read once."""
    return Languages(read_texts("languages"))


_SECTIONS = read_sections("orders")
OTHERS = _SECTIONS["others"]
"""Words by what they are beside orders."""
ORDER_WORDS: Section = _SECTIONS["orders"]
"""Terminal -> spellings. A grammar takes those that it declares."""
ARMS: Mapping[str, Section] = {grammar: _SECTIONS[grammar] for grammar in ("dip", "d100")}
"""Grammar -> letter of an arm -> its words."""
CLOSING = frozenset(OTHERS["closing"])
"""Such as "Thanks", behind which a name is a writer's."""
FILLERS = CLOSING.union(OTHERS["fillers"])
"""Words that carry no meaning where the grammar has no use for them."""
REPORT_WORDS = frozenset(OTHERS["report"])
"""What a results line says behind an order; whatever follows is its reason."""
NARRATIVE_WORDS = frozenset(OTHERS["narrative"])
"""Behind a unit these tell of it and order nothing ("The army in Trieste can retreat to ...")."""
COUNTS = {word: int(number) for word, number in by_word(_SECTIONS["counts"]).items()}
"""Numbers in words."""
HEADINGS = by_word(_SECTIONS["headings"])
"""Words of headings, and what the units below such a one do."""
