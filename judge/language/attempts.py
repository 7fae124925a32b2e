"""Is it an order that went wrong, or only talk? Wrong orders get an answer, talk does not."""

from collections.abc import Sequence

from judge.kernel.text import Command, Problem
from judge.language import advice, marks
from judge.language.fold import ARROW, NUMBER, Lexeme
from judge.language.found import is_notation
from judge.language.orders import Item, OrderReader
from judge.language.statement import ARROWS, Statement, begins_with, words_of
from judge.language.tokens import Token, classes_of

_DEEDS = frozenset(("hold", "move", "support", "convoy", "retreat", "disband", "build", "bid"))
_OPENERS = frozenset(("lead", "again", "and"))
_OF_OTHERS = ("you", "no", "last-turn", "if", "doubt", "next")
"""Classes of words that make of a sentence no attempt at an order."""
_TERSE, _FEW = 8, 4
"""Words of a line that is hardly talk, and those at its beginning that show what it is."""
_SPENT = 10
"""Words of a line that spends points on a minor power, in a game that has any."""
_SLIPPED = 4
"""Letters of a word that may be a slip of a name."""


def attempts(statement: Statement, item: Item, reader: OrderReader) -> bool:
    """Whether a wrong item has an order's form: a unit's letter, or a name and what it does."""
    if is_attempt_in_notation(statement.line.lexemes[item.first : item.behind], reader):
        return True
    mine = statement.list_tokens(item)
    asks = any(token.sign == "?" for token in mine)
    if asks or marks.reports(mine) or any(marks.has(mine, name) for name in _OF_OTHERS):
        return False
    return _spends_points(mine, reader) or _Words(statement, mine, reader).act()


def _spends_points(tokens: Sequence[Token], reader: OrderReader) -> bool:
    """Whether few words name a number, a deed and a land, or points, where a game has any."""
    if not reader.vocabulary.pays or len(words_of(tokens)) > _SPENT:
        return False
    acted = any(_acts(one) and "points" not in one.classes for one in tokens)
    named = any(one.place or one.power for one in tokens) or marks.has(tokens, "points")
    return acted and named and any(token.number for token in tokens)


class _Words:
    """A few words that may be an order: names, one of them nearly one, beside what is done."""

    def __init__(self, statement: Statement, tokens: Sequence[Token], reader: OrderReader) -> None:
        self.line, self.reader = statement.line, reader
        spoken = [token for token in tokens if not token.sign or token.sign in ARROWS]
        self.is_plan = marks.has(spoken[:2], "me")
        while spoken and spoken[0].classes & _OPENERS and not spoken[0].classes & _DEEDS:
            spoken = spoken[1:]
        self.tokens = spoken

    def act(self) -> bool:
        """Whether the first of them name something that does something, or the other way round."""
        if not 1 < len(self.tokens) <= _TERSE:
            return False
        first, second, *rest = self.tokens
        if first.place or first.arm:
            named = second.place is not None or (first.arm != "" and second.number > 0)
            return _acts(second) or named or self.slips_behind_unit(second, rest)
        if self.pays(first):
            return True
        return not self.is_plan and (
            self.begins_with_slip(first, second, rest) or self.begins_with_deed(first)
        )

    def pays(self, first: Token) -> bool:
        """Whether a power, or nearly one, gets what is counted, where a game has points."""
        counts = self.reader.vocabulary.pays and (first.number or "all" in first.classes)
        return bool(counts) and any(one.power or self.is_slip(one) for one in self.tokens[1:])

    def begins_with_deed(self, first: Token) -> bool:
        """Whether a word of doing, or nearly one, or a number of units is said of what is named."""
        counts = first.number > 0 and marks.has(self.tokens, "build")
        named = any(one.place or one.power for one in self.tokens[1:])
        if counts or first.classes & _DEEDS:
            near = any(one.place or one.power or one.arm for one in self.tokens[1:_FEW])
            return near or (named and marks.has(self.tokens, "points"))
        marked = any(one.number or one.sign in ARROWS for one in self.tokens)
        return named and marked and self.is_slip_of_deed(first)

    def begins_with_slip(self, first: Token, second: Token, rest: Sequence[Token]) -> bool:
        """Whether what is nearly a name acts on another: "Marsielle goes to Spian"."""
        if not (_acts(second) or "to" in second.classes):
            return False
        placed = any(one.place for one in rest) or (not rest and "hold" in second.classes)
        goal = _acts(second) and any(self.is_slip(one) for one in rest)
        if (placed or goal) and self.is_slip(first, small=placed or second.sign != ""):
            return True
        word = self.line.lexemes[first.first][1]  # "Mar - Spian": a name that is a word, too
        named = 0 < len(rest) <= 2 and self.reader.vocabulary.word(word) is not None
        return named and self.is_slip(rest[0], small=True)

    def slips_behind_unit(self, second: Token, rest: Sequence[Token]) -> bool:
        """Whether what follows a unit is nearly a place, or nearly a word of doing."""
        if "to" in second.classes:
            joined = "".join(self.line.lexemes[one.first][1] for one in rest)
            slips = any(self.is_slip(one, small=True) for one in rest[:2])
            return slips or (len(rest) == 2 and advice.is_nearly_name(joined, self.reader))
        if rest and _acts(rest[0]):
            return self.is_slip(second)
        return len(rest) <= 1 and self.is_slip_of_deed(second)

    def is_slip(self, token: Token, *, small: bool = False) -> bool:
        """Whether a word with a capital, or a ``small`` one, is nearly a name or out of place."""
        _, word, start, end = self.line.lexemes[token.first]
        known = token.classes or token.sign or len(word) < _SLIPPED
        if known or (self.line.text[start:end].islower() and not small):
            return False
        return advice.is_nearly_name(word, self.reader)

    def is_slip_of_deed(self, token: Token) -> bool:
        """Whether an unknown word is nearly a word of doing: "alocate 75 to Finland"."""
        word = self.line.lexemes[token.first][1]
        known = token.classes or len(word) < _SLIPPED or len(self.tokens) > _FEW
        return not known and bool(self.reader.lexicon.list_nearly_meant(word))


def _acts(token: Token) -> bool:
    return token.sign in ARROWS or bool(token.classes & _DEEDS)


def is_attempt_in_notation(lexemes: Sequence[Lexeme], reader: OrderReader) -> bool:
    """Whether words begin as "A Par" does, or as "F Ankra - Blck Sea" and "L2 Ankra H"."""
    if not is_notation(lexemes, reader):
        return False
    behind = lexemes[2:] if len(lexemes) > 1 and lexemes[1][0] == NUMBER else lexemes[1:]
    if len(behind) < 2:
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
