"""Text without its accidents: characters of one meaning made one, case and accents dropped."""

import re
import unicodedata

_ONE_FOR_ONE = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\uff0d\u00ac", "-"),
        **dict.fromkeys("→⇒➔➙➜➝➞➡⟶⟹↦⇨»›＞▶►⮕", ">"),
        **dict.fromkeys("\u00a0\u2007\u202f\u2002\u2003\u2009\u200a\u3000\t\v\f|¦│", " "),
        **dict.fromkeys("‘’‛`´′", "'"),
        **dict.fromkeys("“”„‟″", '"'),
        **dict.fromkeys("•·▪▫●○◦‣⁃∙■□❖✓✔", "*"),
        **dict.fromkeys("／⁄∕", "/"),
        **dict.fromkeys("（", "("),
        **dict.fromkeys("）", ")"),
        "：": ":",
        "，": ",",
        "；": ";",
    }
)
_INVISIBLE = re.compile(
    "[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufe0e\ufe0f\ufeff\x00-\x08\x0e-\x1f\x7f]"
)


def plain(text: str) -> str:
    """``text`` with dashes, arrows, blanks, quotes and bullets of every kind made ASCII ones.

    Columns stay what a reader sees: only invisible characters disappear.
    """
    if text.isascii() and text.isprintable():
        return text.replace("|", " ") if "|" in text else text
    return _INVISIBLE.sub("", text.translate(_ONE_FOR_ONE))


def fold(word: str) -> str:
    """``word`` in lower case and without accents: "Líbăn" and "LIBAN" are one word."""
    if word.isascii():
        return word.lower()
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def level(text: str) -> str:
    """``text`` in lower case and without accents, every character in its column."""
    if text.isascii():
        return text.lower()
    return text.translate(_BARE)


class _Bare(dict[int, str]):
    """Letters by their numbers without accent, found out when they are first met."""

    def __missing__(self, number: int) -> str:
        """A letter that folds to one; what has no such form stays, so that columns stay."""
        letter = chr(number)
        bare = "s" if letter == "ß" else fold(letter)
        self[number] = bare = bare if len(bare) == 1 else letter
        return bare


_BARE = _Bare()


_WORD = re.compile(r"[^\W_]+")


def list_words(text: str) -> frozenset[str]:
    """The words of a list that is written as one text."""
    return frozenset(text.split())


def words(text: str) -> tuple[str, ...]:
    """The folded words of a name: "St. Petersburg" is ("st", "petersburg")."""
    return tuple(_WORD.findall(fold(text.replace("'", ""))))


SIGN, WORD, NUMBER, ARROW = range(4)
"""Kinds of lexemes."""

_PLAIN = re.compile(r"([a-z]+)|(\d{1,9})|([=~]*[->][-=~>]*)|([=~]+|[^\s_])")
"""The same of small ASCII letters, where no apostrophe stands in a word: most lines are such."""
_SCAN = re.compile(
    r"([^\W\d_]+(?:'(?![sS]\b)[^\W\d_]+)?)(?:'[sS]\b)?|(\d{1,9})|([=~]*[->][-=~>]*)|([=~]+|[^\s_])"
)
"""Words (apostrophes inside, no possessive 's), numbers, runs of arrow signs, single signs."""
_KINDS = (SIGN, WORD, NUMBER, ARROW, SIGN)
"""What the groups of both are."""


Lexeme = tuple[int, str, int, int]
"""A piece of a line: its kind, its folded text, and its columns from 0 (first, behind the last)."""


def scan(text: str) -> list[Lexeme]:
    """The lexemes of a plain ``text`` (see ``fold.plain``)."""
    if "'" in text or not text.isascii():
        return [
            (kind, fold(match[kind]).replace("'", "") if kind == WORD else match[0], *match.span())
            for match in _SCAN.finditer(text)
            for kind in (_KINDS[match.lastindex or 0],)
        ]
    text = text.lower()
    lexemes: list[Lexeme] = []
    start = 0
    for part in text.split(" "):
        end = start + len(part)
        if part.isalpha():  # as most are
            lexemes.append((WORD, part, start, end))
        else:
            lexemes += [
                (_KINDS[match.lastindex or 0], match[0], *match.span())
                for match in _PLAIN.finditer(text, start, end)
            ]
        start = end + 1
    return lexemes
