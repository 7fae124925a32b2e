"""What to say to a line that went wrong: where, what was expected, and what would work."""

from collections.abc import Iterable

from judge.language.fold import fold
from judge.language.lexer import Lexer
from judge.language.misread import MisreadError
from judge.language.near import list_near
from judge.language.orders import OrderReader
from judge.language.scan import ARROW, NUMBER, SIGN, WORD, Lexeme
from judge.language.slots import Slots
from judge.language.spellings import is_country
from judge.language.table import END
from judge.language.words import FILLERS

EXAMPLE = " Write for example "
"""What stands before the example; a suggestion of what was meant makes it needless."""
_WINTER = {"_BUILD": "Build", "_DISBAND": "Remove"}
"""Verbs that an order of the winter begins with, as the example writes them."""
_BIDDING = ("_BID", "_NOBID", "_SWITCH", "_POINTS")
"""Verbs of influence, which has an example of its own."""
_LONG = 40
"""Letters of what was understood, or of a word that was not, that are repeated at most."""
_NEAR, _SURELY_NEAR = 0.6, 0.75
_MOST = 4
_FARTHER = 0.17


def message(error: MisreadError, lexemes: list[Lexeme], text: str, reader: OrderReader) -> str:
    """One or two sentences: what is wrong, and an example that works."""
    quoted_word = _quote_error(error, lexemes, text)
    if error.why == "question":
        reason = "this reads as a question; leave the question mark out if it is an order"
    elif (paid := _find_paid_non_minor(error, lexemes, reader)) >= 0:
        reason = f"'{_word(lexemes[paid], text)}' is not a minor power, and only these get points"
    elif (
        "PLACE" in error.accepted
        and is_country(fold(quoted_word))
        and not _is_known(error, lexemes, reader)
    ):
        reason = f"'{quoted_word}' is a country, not a space of this map"
    elif error.why == "unknown" and {"PLACE", "POWER"} <= error.accepted:
        reason = f"'{quoted_word}' is not a place or power on this map"
    elif error.why == "unknown" and "PLACE" in error.accepted:
        reason = f"'{quoted_word}' is not a place on this map"
    elif error.why == "unknown":
        reason = f"'{quoted_word}' is not understood"
    elif error.why in ("end", "alone"):
        reason = "the line stops too early"
    else:
        reason = f"'{quoted_word}' makes no sense {_say_where(error, lexemes, text)}"
    return f"{reason}.{EXAMPLE}{example(error, lexemes, reader)}"


def example(error: MisreadError, lexemes: list[Lexeme], reader: OrderReader) -> str:
    """An order of the kind that the state was in the middle of, made of this map's names."""
    letter, place, neighbour = reader.vocabulary.samples
    unit = f"{letter} {place}"
    bids = any(_can_be(one, lexemes[:1], reader) for one in _BIDDING)
    if reader.vocabulary.minor and (bids or _find_paid_non_minor(error, lexemes, reader) >= 0):
        return f"'BID 5 {reader.vocabulary.minor}'."
    for terminal, verb in _WINTER.items():
        if _can_be(terminal, lexemes[:1], reader):
            return f"'{verb} {unit}'."
    if "_HOLD" in error.accepted and "_ARROW" in error.accepted:
        support = f"{unit} S {letter} {neighbour}"
        return f"'{unit} - {neighbour}', '{unit} H' or '{support}'."
    return f"'{unit} - {neighbour}'."


def repairs(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """Readings that would make sense: those of the first guess that leads to any."""
    by_name = (
        _replace_word_by_powers,
        _replace_word_by_names,
        _insert_arrows,
        _replace_word_by_verbs,
        _replace_word_by_arrow,
        _mend_every_word,
    )
    guesses = *by_name, _cut_at_mistake, _leave_out_word, _cut_shorter
    readings = (guess(error, text, lexemes, reader) for guess in guesses)
    return next(filter(None, readings), [])


# Each of the following is a guess at what was meant; [] where it is no guess for the mistake.


def _insert_arrows(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """The order with an arrow where it went wrong; else with one before each place from there."""
    if error.why != "unexpected" or "_ARROW" not in error.accepted or error.at >= len(lexemes):
        return []
    if "PLACE" in error.accepted and _is_country(error, lexemes):
        return []
    before, rest = lexemes[: error.at], lexemes[error.at :]
    every = [lexeme for one in rest for lexeme in (*_list_arrow_before(one, reader), one)]
    first: Lexeme = (ARROW, "-", rest[0][2], rest[0][2])
    once = _try_lexemes(text, [*before, first, *rest], reader)
    return once or _try_lexemes(text, [*before, *every], reader)


def _make_arrow(lexeme: Lexeme) -> Lexeme:
    """An arrow in the place of a lexeme."""
    return (ARROW, "-", lexeme[2], lexeme[3])


def _list_arrow_before(lexeme: Lexeme, reader: OrderReader) -> list[Lexeme]:
    """An arrow to stand before a place; nothing before anything else."""
    start = lexeme[2]
    return [(ARROW, "-", start, start)] if _can_be("PLACE", [lexeme], reader) else []


def _can_be(terminal: str, lexemes: list[Lexeme], reader: OrderReader) -> bool:
    """Whether the first lexeme, if there is one, is a word or sign for ``terminal``."""
    for kind, word, _, _ in lexemes:
        if kind == ARROW:
            return terminal == "_ARROW"
        return kind == WORD and any(name == terminal for name, _ in reader.lexicon[word].readings)
    return False


def _replace_word_by_names(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """The order with the unknown word, or a country's, taken for the names nearest to it."""
    if "PLACE" not in error.accepted:
        return []
    if error.why != "unknown" and not _is_country(error, lexemes):
        return []
    if _find_paid_non_minor(error, lexemes, reader) >= 0:
        return []
    _, word, start, end = lexemes[error.at]
    names: dict[str, list[str]] = {}
    for name, space in reader.vocabulary.names():
        names.setdefault(name, []).append(space)
    close = tuple(space for name in _list_nearest(word, names) for space in names[name])
    home = reader.vocabulary.home(word)
    near = (*home, *close[:_MOST]) if not is_country(word) else home
    spaces = list(dict.fromkeys(near))
    before, behind = lexemes[: error.at], lexemes[error.at + 1 :]
    return [
        slots
        for space in spaces
        for slots in _try_lexemes(
            text, [*before, (WORD, space.lower(), start, end), *behind], reader
        )
    ]


def is_nearly_name(word: str, reader: OrderReader) -> bool:
    """Whether a word is nearly the name of a space or a power."""
    vocabulary = reader.vocabulary
    names = (*(name for name, _ in vocabulary.names()), *map(" ".join, vocabulary.powers))
    return bool(list_near(word, names, _SURELY_NEAR, 1))


def _pays(lexeme: Lexeme, reader: OrderReader) -> bool:
    """Whether a number or a word of bids stands there: a power's name follows it."""
    return lexeme[0] == NUMBER or any(_can_be(one, [lexeme], reader) for one in (*_BIDDING, "_FOR"))


def _find_paid_non_minor(error: MisreadError, lexemes: list[Lexeme], reader: OrderReader) -> int:
    """The lexeme that names a place or country which gets points, and is no minor; -1: none.

    As in "BID 2 Austria" and "Belgium 2", where only powers get any.
    """
    if not reader.vocabulary.minor or not error.at:
        return -1
    index = error.at if _pays(lexemes[error.at - 1], reader) else 0
    pays = index > 0 or (len(lexemes) == 2 and lexemes[1][0] == NUMBER)
    here = lexemes[index : index + 1]
    if not pays or not here or (error.why == "unknown" and not is_country(here[0][1])):
        return -1
    names_something = is_country(here[0][1]) or _can_be("PLACE", here, reader)
    minor = (here[0][1],) in reader.vocabulary.powers
    return index if names_something and not minor else -1


def _replace_word_by_powers(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """The order with the unknown word taken for the names of powers nearest to it."""
    if error.why != "unknown" or not error.at or not _pays(lexemes[error.at - 1], reader):
        return []
    _, word, start, end = lexemes[error.at]
    names = [key[0] for key in reader.vocabulary.powers if len(key) == 1]
    before, behind = lexemes[: error.at], lexemes[error.at + 1 :]
    return [
        slots
        for near in _list_nearest(word, names)[:_MOST]
        for slots in _try_lexemes(text, [*before, (WORD, near, start, end), *behind], reader)
    ]


def _replace_word_by_verbs(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """The order with the unknown word taken for an arm or a verb that it is nearly."""
    if error.why != "unknown":
        return []
    _, word, start, end = lexemes[error.at]
    before, behind = lexemes[: error.at], lexemes[error.at + 1 :]
    return [
        slots
        for likely_word in reader.lexicon.list_nearly_meant(word)
        for slots in _try_lexemes(text, [*before, (WORD, likely_word, start, end), *behind], reader)
    ]


def _replace_word_by_arrow(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """The order with an arrow for the unknown word or sign."""
    here = lexemes[error.at : error.at + 1]
    strange = error.why == "unknown" or any(kind == SIGN for kind, *_ in here)
    if not strange or "_ARROW" not in error.accepted:
        return []
    before, behind = lexemes[: error.at], lexemes[error.at + 1 :]
    return _try_lexemes(text, [*before, *map(_make_arrow, here), *behind], reader)


def _mend_every_word(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """The order with each unknown word taken for the verb or the place that it is most like."""
    if error.why != "unknown":
        return []
    names = [name for name, _ in reader.vocabulary.names()]
    readings = [_find_most_like(lexeme, names, reader) for lexeme in lexemes]
    return _try_lexemes(text, readings, reader)


def _find_most_like(lexeme: Lexeme, names: Iterable[str], reader: OrderReader) -> Lexeme:
    kind, word, start, end = lexeme
    if kind != WORD or word in FILLERS or reader.lexicon[word].readings:
        return lexeme
    near = [*reader.lexicon.list_nearly_meant(word), *_list_nearest(word, names)]
    return (WORD, near[0], start, end) if near else lexeme


def _cut_at_mistake(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """The order that ends where it went wrong."""
    return _try_lexemes(text, lexemes[: error.at], reader) if END in error.accepted else []


def _leave_out_word(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """The order without the unknown word."""
    if error.why != "unknown":
        return []
    return _try_lexemes(text, [*lexemes[: error.at], *lexemes[error.at + 1 :]], reader)


def _cut_shorter(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """The order that ends a word before it went wrong."""
    return _try_lexemes(text, lexemes[: error.at][:-1], reader)


def _is_country(error: MisreadError, lexemes: list[Lexeme]) -> bool:
    """Whether a country's name stands where it went wrong."""
    return any(is_country(word) for _, word, *_ in lexemes[error.at : error.at + 1])


def _is_known(error: MisreadError, lexemes: list[Lexeme], reader: OrderReader) -> bool:
    """Whether a space's name stands where it went wrong."""
    return _can_be("PLACE", lexemes[error.at : error.at + 1], reader)


def _list_nearest(word: str, names: Iterable[str]) -> list[str]:
    """The names nearest to a word, those left out that are clearly farther than the nearest."""
    near = list_near(word, tuple(names), _NEAR, 2 * _MOST)
    return [name for name, likeness in near if likeness > near[0][1] - _FARTHER]


def _try_lexemes(text: str, lexemes: list[Lexeme], reader: OrderReader) -> list[Slots]:
    slots = reader.reread(Lexer(text, lexemes, reader.lexicon))
    return [slots] if slots else []


def _say_where(error: MisreadError, lexemes: list[Lexeme], text: str) -> str:
    """Where the trouble is, by the words before it that were understood."""
    words_before = text[lexemes[0][2] : lexemes[error.at - 1][3]].strip() if error.at else ""
    return f"after '{words_before}'" if 0 < len(words_before) <= _LONG else "there"


def _quote_error(error: MisreadError, lexemes: list[Lexeme], text: str) -> str:
    """The word or sign that the trouble is about, as typed."""
    return _word(lexemes[error.at], text) if error.at < len(lexemes) else ""


def _word(lexeme: Lexeme, text: str) -> str:
    """A word or sign as typed, the beginning of a long one."""
    kind, _, start, end = lexeme
    if kind != WORD or end - start <= _LONG:
        return text[start:end]
    return text[start : start + _LONG] + "..."
