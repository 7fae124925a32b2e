"""Conditions of IF: "NOT French A BUR AND (F NTH OR A BEL)"."""

from judge.kernel.text import Place
from judge.language.lexer import Lexer
from judge.language.lexicon import Lexicon
from judge.language.misread import MisreadError
from judge.language.scan import SIGN, scan
from judge.language.table import END

_LOGIC = {"and": "AND", "or": "OR", "not": "NOT", "(": "(", ")": ")", "&": "AND"}
_SMALL = frozenset(("then", "in", "at", "over", "is", "the", "there", "if"))
DISLODGED = "dislodged"
_ATOMS = ("POWER", "UNIT", "NUMBER", "PLACE")


def read_condition(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The parts of a condition: NOT, AND, OR, brackets, and units ("France A BUR", "NTH").

    A unit that has to retreat ends with its word, wherever that was typed: "A TRI dislodged".

    Raises MisreadError where a word is none of these or a place is ambiguous.
    """
    lexer = Lexer(text, scan(text), lexicon)
    parts: list[str] = []
    unit: list[str] = []
    while lexer.at < len(lexer.lexemes):
        kind, key, _, _ = lexer.lexemes[lexer.at]
        if key in _LOGIC:
            parts += [*_join_unit(unit), _LOGIC[key]]
            unit = []
            lexer.at += 1
            continue
        if kind == SIGN or key in _SMALL:
            lexer.at += 1
            continue
        if key == DISLODGED:
            unit.append(key)
            lexer.at += 1
            continue
        if lexer.next(_ATOMS) == END:
            break
        unit.append(_read_atom(lexer))
    return (*parts, *_join_unit(unit))


def _join_unit(words: list[str]) -> list[str]:
    """The words of a unit as one part; none if there are no words."""
    words_in_order = sorted(words, key=lambda word: word == DISLODGED)
    return [" ".join(words_in_order)] if words_in_order else []


def _read_atom(lexer: Lexer) -> str:
    value = lexer.value
    if not isinstance(value, Place):
        return str(value)
    if len(value.spaces) != 1:
        raise MisreadError(lexer.at - 1, "ambiguous", _ATOMS)
    flies = "P " if value.air else ""
    return flies + value.spaces[0] + (f"/{value.coast}" if value.coast else "")
