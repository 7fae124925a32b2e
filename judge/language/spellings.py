"""Names that no map has: foreign, historic and wrong ones of places and nations.

They stand in grammar/words/names.txt and are read without a question, since everybody knows what
is meant. A slip of the finger gets a suggestion instead.
"""

from collections.abc import Iterator, Mapping, Sequence

from judge.language.words import Section, by_word, read_sections

_SECTIONS = read_sections("names")
_VOWELS = frozenset("aeiouy")
_SOUNDS = str.maketrans("ckqz", "kkks")


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


ABROAD: Section = _SECTIONS["abroad"]
"""A name in plain words -> what it is called in other languages, in folded words."""
FOREIGN: frozenset[tuple[str, ...]] = frozenset(
    tuple(name.split()) for names in ABROAD.values() for name in names
)
"""The words of each of these names."""
NATIONS: tuple[tuple[str, ...], ...] = tuple(
    (name, *others) for name, others in _SECTIONS["nations"].items()
)
"""Words for one nation; whichever of them a map's power bears, the others mean it too."""
LOCAL: Section = _SECTIONS["local"]
"""A place's name -> what one calls a unit that stands there: "the Danish fleet"."""
COUNTRIES = frozenset(
    (*(name for name in _SECTIONS["nations"] if " " not in name), *_SECTIONS["countries"]["all"])
)
"""Countries by their names: as a target such a name is no space that only begins with it."""
MEANT: Section = _index(_SECTIONS["places"])
"""A wrong or foreign word of a place's name -> the words that it can stand for."""
DIRECTION = by_word(_SECTIONS["directions"])
"""Forms of one direction -> the form that names are compared in."""
SIDES, COASTS = by_word(_SECTIONS["sides"]), by_word(_SECTIONS["coasts"])
"""Words for the side on which a coast is, before a word for a shore; and for a coast by itself."""
SIDES_OF_COSTAS = by_word(_SECTIONS["sides of costas"])
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
    for country, cities in _SECTIONS["capitals"].items():
        if country in spaces and spaces.keys().isdisjoint(cities):
            yield from ((city, spaces[country]) for city in cities)
