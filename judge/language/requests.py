"""Sentences that ask the judge for something: for time, or for what a command gives."""

from collections.abc import Sequence

from judge.kernel.text import Command, Problem
from judge.language import marks
from judge.language.statement import Statement, begins_with, words_of
from judge.language.tokens import Token

WAITS = (
    "you ask for time: the phase is kept open for you till its deadline, or till you write READY."
)
_REPEATS = "I can't look up what you mean. Write the orders that you want."
_ASKS = "if you ask the judge for something, write {} on a line of its own."
_COMMANDS = {
    "draw": "DRAW",
    "time": "EXTEND or ABSENCE",
    "resign": "RESIGN",
    "map": "MAP",
    "tell": "PRESS TO and the power",
}
"""Classes of words that ask for what a command gives."""
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
