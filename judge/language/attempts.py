"""Is it an order that went wrong, or only talk? Wrong orders get an answer, talk does not."""

from collections.abc import Sequence

from judge.kernel.text import Command, Problem
from judge.language import advice, marks
from judge.language.fold import ARROW, NUMBER, Lexeme
from judge.language.found import is_notation
from judge.language.lexer import has
from judge.language.orders import Item, OrderReader
from judge.language.spellings import is_country
from judge.language.statement import ARROWS, Statement, begins_with, words_of
from judge.language.tokens import Token, classes_of

_DEEDS = frozenset(("hold", "move", "support", "convoy", "retreat", "disband", "build", "bid"))
_OPENERS = frozenset(("lead", "again", "and"))
_OF_OTHERS = ("you", "no", "last-turn", "if", "doubt", "next")
"""Classes of words that make of a sentence no attempt at an order."""
_TERSE = 8
"""Words of a line that is hardly talk."""
_SPENT = 10
"""Words of a line that spends points on a minor power, in a game that has any."""
_OWN = ("_SWITCH", "_ALLOCATE", "_STACK")
"""Words of doing that no language has, but some game."""
_TWO, _FEW, _NEAR = 2, 3, 4
_SLIPPED = 4
"""Letters of a word that may be a slip of a name."""


def attempts(statement: Statement, item: Item, reader: OrderReader) -> bool:
    """Whether a wrong item has an order's form: a unit's letter, or a name and what it does."""
    lexemes = statement.line.lexemes[item.first : item.behind]
    if is_attempt_in_notation(lexemes, reader):
        return True
    mine = statement.list_tokens(item)
    if _is_of_others(mine):
        return False
    if spends_points(mine, reader) or _bids(statement, words_of(mine), reader):
        return True
    return _is_attempt_in_words(statement, mine, reader)


def _is_of_others(tokens: list[Token]) -> bool:
    """Whether words ask, or speak of others, of what was, or of what may be."""
    asks = any(token.sign == "?" for token in tokens)
    return asks or marks.reports(tokens) or any(marks.has(tokens, name) for name in _OF_OTHERS)


def _is_attempt_in_words(statement: Statement, mine: list[Token], reader: OrderReader) -> bool:
    """Whether words are a unit and what it does, or the other way round."""
    spoken = [token for token in mine if not token.sign or token.sign in ARROWS]
    is_plan = marks.has(spoken[:2], "me") and not marks.has(spoken[:1], "please")
    words = _drop_opening(spoken)
    if not 1 < len(words) <= _TERSE:
        return False
    if _leads_to_slip(statement, words, reader):
        return True
    if words[0].place or words[0].arm:
        return _begins_with_unit(words) or _slips_behind_unit(statement, words, reader)
    if (words[0].classes & _DEEDS or words[0].number) and not is_plan:
        return _begins_with_deed(words)
    if _slips_in_deed(statement, words, reader):
        return True
    return not is_plan and _begins_with_slip(statement, words, reader)


def _leads_to_slip(statement: Statement, words: Sequence[Token], reader: OrderReader) -> bool:
    """Whether a name that is a word, too, leads to one or nearly one: "Mar - Spian"."""
    if not _TWO < len(words) <= _NEAR:
        return False
    first, second, third = words[:3]
    leads = second.sign in ARROWS or "to" in second.classes
    named = reader.lexicon.vocabulary.word(statement.line.lexemes[first.first][1])
    if not (leads and named):
        return False
    country = third.power or is_country(statement.line.lexemes[third.first][1])
    return bool(country) or _nearly_names(statement, third, reader, small=True)


def spends_points(tokens: Sequence[Token], reader: OrderReader) -> bool:
    """Whether few words name a number, a deed and a land, or points, where a game has any."""
    if not reader.vocabulary.pays or len(words_of(tokens)) > _SPENT:
        return False
    acted = any(_acts(one) and "points" not in one.classes for one in tokens)
    named = any(one.place or one.power for one in tokens) or marks.has(tokens, "points")
    return acted and named and any(token.number for token in tokens)


def _bids(statement: Statement, words: Sequence[Token], reader: OrderReader) -> bool:
    """Whether few words give a number, or all, to a power or nearly one, where a game has bids."""
    if not reader.vocabulary.pays or len(words) > _TERSE:
        return False
    first = next((one for one in words if "bid" not in one.classes), None)
    if first is None or not (first.number or "all" in first.classes):
        return False
    return any(one.power or _nearly_names(statement, one, reader) for one in words)


def _drop_opening(words: list[Token]) -> list[Token]:
    """Words without those that lead in, and without the power whose unit follows."""
    while words and words[0].classes & _OPENERS and not words[0].classes & _DEEDS:
        words = words[1:]
    if len(words) > 1 and words[0].power and (words[1].place or words[1].arm):
        return words[1:]
    return words


def _begins_with_unit(words: Sequence[Token]) -> bool:
    """Whether a place or an arm is followed by what it does, or by another place."""
    first, second = words[0], words[1]
    return _acts(second) or bool(second.place) or (bool(first.arm) and second.number > 0)


def _slips_behind_unit(statement: Statement, words: Sequence[Token], reader: OrderReader) -> bool:
    """Whether the word behind an arm or a place is nearly a place, or nearly a word of doing."""
    word = statement.line.lexemes[words[1].first][1]
    if "to" in words[1].classes:
        goal = "".join(statement.line.lexemes[one.first][1] for one in words[2:])
        one_word = any(_nearly_names(statement, one, reader, small=True) for one in words[2:4])
        return one_word or (len(words) == _NEAR and advice.is_nearly_name(goal, reader))
    if len(words) > 2 and _acts(words[2]):
        return _nearly_names(statement, words[1], reader)
    unknown = not words[1].classes and len(word) > _FEW
    return len(words) <= _FEW and unknown and bool(reader.lexicon.list_nearly_meant(word))


def _begins_with_deed(words: Sequence[Token]) -> bool:
    """Whether a word of doing, or a number of points or units, is said of something named."""
    named = any(token.place or token.power or token.arm for token in words[1:_NEAR])
    if marks.has(words[1:], "it"):
        return False
    if words[0].number:
        return named and (marks.has(words, "bid") or marks.has(words, "build"))
    return named or (marks.has(words, "points") and any(token.power for token in words))


def _slips_in_deed(statement: Statement, words: Sequence[Token], reader: OrderReader) -> bool:
    """Whether few words begin with one that is nearly a word of doing: "alocate 75 to Finland"."""
    word = statement.line.lexemes[words[0].first][1]
    named = any(one.place or one.power for one in words[1:])
    if words[0].classes or not named or len(word) < _SLIPPED:
        return False
    if has(reader.lexicon[word].readings, *_OWN):
        return True
    marked = any(one.number or one.sign in ARROWS for one in words)
    return marked and len(words) <= _NEAR and bool(reader.lexicon.list_nearly_meant(word))


def _begins_with_slip(statement: Statement, words: Sequence[Token], reader: OrderReader) -> bool:
    """Whether a word nearly a place's name acts on another one: "Marsielle goes to Spian"."""
    second = words[1]
    named = any(one.place for one in words[2:])
    goal = named or any(_nearly_names(statement, one, reader) for one in words[2:])
    holds = "hold" in second.classes and len(words) == 2
    goes = (_acts(second) and (goal or holds)) or (named and "to" in second.classes)
    return goes and _nearly_names(
        statement, words[0], reader, small=named or holds or second.sign != ""
    )


def _acts(token: Token) -> bool:
    return token.sign in ARROWS or bool(token.classes & _DEEDS)


def _nearly_names(
    statement: Statement, token: Token, reader: OrderReader, *, small: bool = False
) -> bool:
    """Whether an unknown word with a capital, or a ``small`` one, is nearly a place's name."""
    _, word, start, end = statement.line.lexemes[token.first]
    typed = statement.line.text[start:end]
    if token.classes or token.sign or len(word) < _SLIPPED or (typed.islower() and not small):
        return False
    return advice.is_nearly_name(word, reader)


def is_attempt_in_notation(lexemes: Sequence[Lexeme], reader: OrderReader) -> bool:
    """Whether words begin as "A Par" does, or as "F Ankra - Blck Sea" and "L2 Ankra H"."""
    if not is_notation(lexemes, reader):
        return False
    behind = lexemes[2:] if len(lexemes) > 1 and lexemes[1][0] == NUMBER else lexemes[1:]
    if len(behind) < _TWO:
        return False
    word, deed = behind[0][1], behind[1][1]
    place = bool(reader.lexicon.vocabulary.word(word))
    arrow = any(kind == ARROW for kind, *_ in behind[1:4])
    if arrow or (place and (lexemes[0][1] != "a" or len(lexemes) <= _TERSE)):
        return True
    acts = any(kind.startswith("_") for kind, _ in reader.lexicon[deed].readings)
    letter = len(deed) == 1  # "A Xyz H"
    return len(lexemes) <= _TERSE and acts and (letter or advice.is_nearly_name(word, reader))


WAITS = (
    "you ask for time: the phase is kept open for you till its deadline, or till you write READY."
)
_REPEATS = "I can't look up what you mean. Write the orders that you want."
_ASKS = "if you ask the judge for something, write {} on a line of its own."
_COMMANDS = {
    "draw": "DRAW",
    "time": "EXTEND or ABSENCE (the game master: DEADLINE)",
    "resign": "RESIGN",
    "map": "MAP",
    "tell": "PRESS TO and the power",
}
"""Classes of words that ask for what a command gives."""
_ASKING = frozenset(("wait", "can-do", "repeat", *_COMMANDS))
"""Classes of words one of which stands in whatever asks for something."""
_AGREED = ("draw", "map")
"""Those of them that are talk unless a word of wishing or agreeing stands beside them."""
_NAMED = frozenset(("orders", "last-turn"))
_SHORT = 16
"""Words of a sentence that asks for something."""


def find_request(statement: Statement) -> Command | Problem | None:
    """What a sentence asks for, with the way to get it; None of any other sentence.

    What a unit can do is answered at once.
    """
    tokens, line = statement.tokens, statement.line
    if classes_of(tokens).isdisjoint(_ASKING):
        return None
    span = line.span_of_all()
    text = line.text[span.column - 1 : span.end - 1]
    if marks.has(tokens, "wait"):
        return Problem(span, text, WAITS)
    if statement.asks and marks.has(tokens, "can-do"):
        return Command("reach", span, text, _list_only_space(tokens))
    told = begins_with(tokens, "tell")
    if len(words_of(tokens)) > _SHORT or (marks.reports(tokens) and not told):
        return None
    named = any(token.place or token.classes & _NAMED for token in tokens)
    if named and begins_with(tokens, "repeat"):
        return Problem(span, text, _REPEATS)
    command = _find_command(tokens, told=told) if marks.has(tokens, "me") else ""
    return Problem(span, text, _ASKS.format(command)) if command else None


def _find_command(tokens: Sequence[Token], *, told: bool) -> str:
    """The command that gives what words ask for, "" for none; ``told``: "tell" comes first."""
    for name, command in _COMMANDS.items():
        meant = marks.has(tokens, "agree") if name in _AGREED else name != "tell" or told
        if meant and marks.has(tokens, name):
            return command
    return ""


def _list_only_space(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The space of the one place that is named; () where there are none, or several."""
    spaces = [token.place.spaces[0] for token in tokens if token.place]
    return tuple(spaces) if len(spaces) == 1 else ()
