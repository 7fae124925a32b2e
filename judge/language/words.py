"""The words of grammar/words and grammar/languages: a line a meaning, a colon, and its words.

Among them are names that no map has: foreign, historic and wrong ones of places and nations
(grammar/words/names.txt). They are read without a question, since everybody knows what is meant. A
slip of the finger gets a suggestion instead.
"""

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
_VOWELS = frozenset("aeiouy")
_SOUNDS = str.maketrans("ckqz", "kkks")


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


def _index(table: Section) -> dict[str, tuple[str, ...]]:
    """Each wrong spelling with the right ones that it can stand for."""
    index: dict[str, tuple[str, ...]] = {}
    for right, wrong in table.items():
        for word in wrong:
            index[word] = (*index.get(word, ()), right)
    return index


def sound(word: str) -> str:
    """How ``word`` sounds, roughly: vowels alike, letters not doubled, no h behind a consonant.

    "Gallicea" sounds as "Galicia". A slip of the finger ("Galciia") mostly does not.
    """
    sounds = ""
    for letter in word.replace("ph", "f").translate(_SOUNDS):
        one = "a" if letter in _VOWELS else letter
        silent = one == "h" and sounds and sounds[-1] != "a"
        if not silent and one != sounds[-1:]:
            sounds += one
    return sounds


def slip(word: str, right: str) -> bool:
    """Whether ``word`` is ``right`` but for a letter: missing, too many, another, or swapped."""
    if abs(len(word) - len(right)) > 1 or word == right:
        return False
    short, long = sorted((word, right), key=len)
    index = 0
    while index < len(short) and short[index] == long[index]:
        index += 1
    if len(short) < len(long):
        return short[index:] == long[index + 1 :]
    swapped = (
        short[index : index + 2] == long[index : index + 2][::-1]
        and short[index + 2 :] == long[index + 2 :]
    )
    return swapped or short[index + 1 :] == long[index + 1 :]


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
_NAMES = read_sections("names")
ABROAD: Section = _NAMES["abroad"]
"""A name in plain words -> what it is called in other languages, in folded words."""
FOREIGN: frozenset[tuple[str, ...]] = frozenset(
    tuple(name.split()) for names in ABROAD.values() for name in names
)
"""The words of each of these names."""
NATIONS: tuple[tuple[str, ...], ...] = tuple(
    (name, *others) for name, others in _NAMES["nations"].items()
)
"""Words for one nation; whichever of them a map's power bears, the others mean it too."""
LOCAL: Section = _NAMES["local"]
"""A place's name -> what one calls a unit that stands there: "the Danish fleet"."""
COUNTRIES = frozenset(
    (*(name for name in _NAMES["nations"] if " " not in name), *_NAMES["countries"]["all"])
)
"""Countries by their names: as a target such a name is no space that only begins with it."""
MEANT: Section = _index(_NAMES["places"])
"""A wrong or foreign word of a place's name -> the words that it can stand for."""
DIRECTION = by_word(_NAMES["directions"])
"""Forms of one direction -> the form that names are compared in."""
SIDES, COASTS = by_word(_NAMES["sides"]), by_word(_NAMES["coasts"])
"""Words for the side on which a coast is, before a word for a shore; and for a coast by itself."""
SIDES_OF_COSTAS = by_word(_NAMES["sides of costas"])
"""The same behind "costa"."""


def is_country(word: str) -> bool:
    """Whether a folded word is a country's name, here or abroad: "poland", "polen"."""
    return word in COUNTRIES or not COUNTRIES.isdisjoint(MEANT.get(word, ()))


def list_countries(word: str) -> tuple[str, ...]:
    """The country of a name, or else those that a few letters begin: "spa"."""
    if is_country(word):
        return (word,)
    return tuple(sorted(one for one in COUNTRIES if len(word) > 2 and one.startswith(word)))


def list_near(word: str, words: Sequence[str], cutoff: float, most: int) -> list[tuple[str, float]]:
    """The words most like one, with how alike they are (0 to 1, ``cutoff`` at least).

    By rapidfuzz, which takes 20 ms to import that most mails need not pay.
    """
    from rapidfuzz import fuzz, process  # noqa: PLC0415

    found = process.extract(word, words, scorer=fuzz.ratio, limit=most, score_cutoff=100 * cutoff)
    return [(near, score / 100) for near, score, _ in found]


def find_capitals(spaces: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each capital that is no name on a map, with the spaces of its country.

    ``spaces``: the folded names of the map's spaces, each with those that bear it.
    """
    for country, cities in _NAMES["capitals"].items():
        if country in spaces and spaces.keys().isdisjoint(cities):
            yield from ((city, spaces[country]) for city in cities)
