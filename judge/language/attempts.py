"""Is it an order that went wrong, or only talk? Wrong orders get an answer, talk does not."""

from collections.abc import Sequence
from typing import NamedTuple

from judge.kernel.text import Command, Problem, Span
from judge.language import advice, cues
from judge.language.fold import ARROW, NUMBER, Lexeme
from judge.language.found import is_notation, read_part
from judge.language.lexicon import has, is_verbal
from judge.language.order_lines import Item, OrderReader
from judge.language.statement import ARROWS, Statement, TypedLine, begins_with, words_of
from judge.language.tokens import Token, classes_of

_DEEDS = frozenset(("hold", "move", "support", "convoy", "retreat", "disband", "build", "bid"))
_OPENERS = frozenset(("lead", "again", "and"))
_BIDDERS = frozenset(("also", "bid", "more", "self", "want"))
"""Classes of words before the number of a bid: "I want all my points on Turkey"."""
_TERSE = 8
"""Words of a line that is hardly talk."""
_SPENT = 10
"""Words of a line that spends points on a minor power, in a game that has any."""
_OWN = ("_SWITCH", "_ALLOCATE", "_STACK")
"""Words of doing that no language has, but some game."""
_TWO, _FEW, _NEAR = 2, 3, 4
_SLIPPED = 4
"""Letters of a word that may be a slip of a name."""


def find_attempt(statement: Statement, item: Item, reader: OrderReader) -> Item | None:
    """A wrong item that has an order's form, from where that begins; None where it is talk.

    It has a unit's letter, or a name and what it does. Words may lead to it: "Sorry: F Xyz - Ber",
    "and F Xyz - Ber". Without a colon a unit's capital follows: "and a good day" has none.
    """
    lexemes, first, parted = statement.line.lexemes, item.first, False
    slips = lexemes[first][1] in reader.lexicon.arms  # "A :ar - Pic", a slip of "A Par"
    for token in statement.list_tokens(item) if not slips else ():
        if not (token.sign == ":" or token.classes & _OPENERS) or "by" in token.classes:
            break
        first, parted = token.behind, token.sign == ":"
    column = lexemes[first][2] if first < item.behind else 0
    if not (parted or statement.line.text[column].isupper()):
        first = item.first
    if is_attempt_in_notation(lexemes[first : item.behind], reader):
        begun = read_part(statement, reader, first, item.behind)[0] if first > item.first else item
        return begun if begun.error else item
    return item if _attempts(statement, item, reader) else None


def _attempts(statement: Statement, item: Item, reader: OrderReader) -> bool:
    """Whether the words of a wrong item are those of an order that is spoken, or of a bid."""
    line, mine = statement.line, statement.list_tokens(item)
    if spends_points(mine, reader) or _Words(line, words_of(mine), reader).bid():
        return True
    spoken = [token for token in mine if not token.sign or token.sign in ARROWS]
    leads = (
        at for at, one in enumerate(spoken) if one.classes & _DEEDS or not one.classes & _OPENERS
    )
    is_plan = cues.has(spoken[:2], "me") and not cues.has(spoken[:1], "please")
    # "You have my word, no attack on Piedmont"
    promises = cues.has(mine, "no") and cues.has(statement.tokens, "you")
    asks = any(token.sign == "?" for token in mine)
    return _Words(line, spoken[next(leads, len(spoken)) :], reader).attempt(
        may_open=not (is_plan or asks or promises)
    )


def spends_points(tokens: Sequence[Token], reader: OrderReader) -> bool:
    """Whether few words name a number, a deed and a land, or points, where a game has any."""
    if not reader.vocabulary.pays or len(words_of(tokens)) > _SPENT:
        return False
    acted = any(_acts(one) and "points" not in one.classes for one in tokens)
    named = any(one.place or one.power for one in tokens) or cues.has(tokens, "points")
    return acted and named and any(token.number for token in tokens)


def _acts(token: Token) -> bool:
    return token.sign in ARROWS or bool(token.classes & _DEEDS)


def _is_named(token: Token) -> bool:
    return bool(token.place or token.power or token.arm)


class _Words(NamedTuple):
    """The words of a wrong order, and the arrows between them."""

    line: TypedLine
    words: Sequence[Token]
    reader: OrderReader

    def key(self, token: Token) -> str:
        """A word as it was folded."""
        return self.line.lexemes[token.first][1]

    def bid(self) -> bool:
        """Whether few give a number, or all, to a power or nearly one, where a game has bids.

        A name with a slip has a capital, unless their line says that it bids.
        """
        if not self.reader.vocabulary.pays or len(self.words) > _TERSE:
            return False
        first = next((one for one in self.words if not one.classes & _BIDDERS), None)
        if first is None or not (first.number or "all" in first.classes):
            return False
        text, lexemes = self.line.text, self.line.lexemes
        aloud = any(has(self.reader.lexicon[key].readings, "_BID") for _, key, _, _ in lexemes)
        names = (one for one in self.words if aloud or text[lexemes[one.first][2]].isupper())
        return any(one.power for one in self.words) or any(map(self.nearly_names, names))

    def attempt(self, *, may_open: bool) -> bool:
        """Whether few are a unit and what it does, or the other way round; one may have a slip.

        A word that may be a name, as "Mar", is one where it goes to another. A question or a plan
        may not open with a deed, a number or a slip.
        """
        if not 1 < len(self.words) <= _TERSE:
            return False
        first, second, *rest = self.words
        behind = (second, *rest[:2])
        named = any(map(_is_named, behind))
        goes = _acts(second) or "to" in second.classes
        goal = goes and (named or any(map(self.nearly_names, behind)))
        if first.place or first.arm:
            return self.follow_unit(second, rest, leads=goal)
        meant = self.reader.lexicon[self.key(first)].readings
        if (goal and has(meant, "PLACE")) or has(meant, *_OWN):
            return goal or any(map(_is_named, rest))
        return may_open and self.open_otherwise(goes=goes, named=named, goal=goal)

    def follow_unit(self, second: Token, rest: Sequence[Token], *, leads: bool) -> bool:
        """Whether they go on behind a unit with a place or a deed, or nearly one."""
        slips = bool(rest) and _acts(rest[0]) and self.nearly_names(second)
        two = "".join(map(self.key, rest)) if "to" in second.classes else ""  # "Back Sea"
        leads = leads or (len(rest) == _TWO and advice.is_nearly_name(two, self.reader))
        return bool(second.place) or _acts(second) or slips or leads or self.nearly_acts(second)

    def open_otherwise(self, *, goes: bool, named: bool, goal: bool) -> bool:
        """Whether a deed, a number or a slip of a name opens them, and something is named."""
        first, rest = self.words[0], self.words[2:]
        if first.classes & _DEEDS or first.number:  # a number of points or units
            return named and (not first.number or self.counts())
        if goes and (goal or not rest) and self.nearly_names(first):
            return True
        marked = any(one.number or one.sign in ARROWS for one in self.words)
        return named and marked and self.nearly_acts(first)

    def counts(self) -> bool:
        """Whether they count points or units, with a deed or as in "2 armies please"."""
        if cues.has(self.words, "bid") or cues.has(self.words, "build"):
            return True
        return all(one.number or one.arm or "please" in one.classes for one in self.words)

    def nearly_acts(self, token: Token) -> bool:
        """Whether an unknown word is nearly one of doing: "alocate 75 to Finland"."""
        near = not token.classes and self.reader.lexicon.list_nearly_meant(self.key(token))
        return bool(near)

    def nearly_names(self, token: Token) -> bool:
        """Whether an unknown word is nearly a place's name."""
        word = self.key(token)
        if token.classes or len(word) < _SLIPPED:
            return False
        return advice.is_nearly_name(word, self.reader)


def is_attempt_in_notation(lexemes: Sequence[Lexeme], reader: OrderReader) -> bool:
    """Whether words begin as "A Par" does, or as "F Ankra - Blck Sea" and "L2 Ankra H"."""
    if not is_notation(lexemes, reader):
        return False
    counts = len(lexemes) > 1 and lexemes[1][0] == NUMBER
    terse, article = len(lexemes) <= _TERSE, lexemes[0][1] == "a"
    return _orders(lexemes[1 + counts :], reader, terse=terse, article=article)


def _orders(lexemes: Sequence[Lexeme], reader: OrderReader, *, terse: bool, article: bool) -> bool:
    """Whether words go on an order behind its arm, which may be an ``article``."""
    keys = [key for _, key, _, _ in lexemes]
    if len(keys) < _TWO:
        return False
    names = [key for key in keys if has(reader.lexicon[key].readings, "PLACE")]
    arrow = any(kind == ARROW for kind, *_ in lexemes[1:4])
    if arrow or (keys[0] in names and (terse or not article)):
        return True
    acts = is_verbal(reader.lexicon[keys[1]].readings)
    meant = len(keys[1]) == 1 or advice.is_nearly_name(keys[0], reader)  # "A Xyz H"
    return terse and acts and (meant or (bool(names) and not article))  # "F Xyz to Berlin"


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


def find_request(statement: Statement) -> Command | Problem | None:
    """What a sentence asks for, with the way to get it; None of any other sentence.

    What a unit can do is answered at once.
    """
    tokens, line = statement.tokens, statement.line
    if classes_of(tokens).isdisjoint(_ASKING):
        return None
    span = line.span_of_all()
    text = line.text[span.column - 1 : span.end - 1]
    if cues.has(tokens, "wait"):
        return Problem(span, text, WAITS)
    if statement.asks and cues.has(tokens, "can-do"):
        spaces = tuple(token.place.spaces[0] for token in tokens if token.place)
        return Command("reach", span, text, spaces if len(spaces) == 1 else ())
    told = begins_with(tokens, "tell")
    if cues.reports(tokens) and not told:
        return None
    named = any(token.place or token.classes & _NAMED for token in tokens)
    if named and begins_with(tokens, "repeat"):
        return Problem(span, text, _REPEATS)
    command = _find_command(tokens, told=told)
    return Problem(span, text, _ASKS.format(command)) if command else None


def find_repeat(line: TypedLine, before: Sequence[Token]) -> Problem | None:
    """The answer to words that add an order to older ones: "Same as last time but Par - Pic"."""
    words = words_of(before)
    named = any(token.classes & _NAMED for token in words)
    if not (named and begins_with(words, "repeat") and "and" in words[-1].classes):
        return None
    first, last = line.lexemes[words[0].first], line.lexemes[words[-1].behind - 1]
    span = Span(line.number, first[2] + 1, last[3] + 1)
    return Problem(span, line.text[first[2] : last[3]], _REPEATS)


def _find_command(tokens: Sequence[Token], *, told: bool) -> str:
    """The command that gives what words ask for, "" for none; ``told``: "tell" comes first.

    What was asks for nothing, unless it was hoped for: "My holiday was too short."
    """
    if cues.has(tokens, "was") and not cues.has(tokens, "doubt"):
        return ""
    for name, command in _COMMANDS.items() if cues.has(tokens, "me") else ():
        meant = cues.has(tokens, "agree") if name in _AGREED else name != "tell" or told
        if meant and cues.has(tokens, name):
            return command
    return ""
