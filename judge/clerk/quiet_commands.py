"""Commands that sentences begin with, too ("Comment", "Rule", "Eject"), in small letters.

Such a line is a command where it can be done as it stands, and what it was read as where it can't.
"""

from judge import commands
from judge.clerk import reply
from judge.desk.desk import Desk
from judge.game.readers.addresses import MASTER
from judge.kernel.text import Command, Ignored, Offer, Problem
from judge.language.commands import CommandWords, speak_aloud
from judge.language.orders import order_reader
from judge.language.statement import NO_ORDER, find_span

DONE = frozenset({"done", "taken", "noted"})


def obey(desk: Desk, item: object) -> Desk | None:
    """Do what the line of ``item`` commands, None where it is none that can be done.

    Players' lines must have been read as talk; what a game master writes is never an order.
    """
    if desk.closed or (desk.answered is not None and desk.answered.press):
        return None
    if not isinstance(item, Ignored | Offer | Problem):
        return None
    if desk.role != MASTER and not (isinstance(item, Ignored) and item.reason == NO_ORDER):
        return None
    variant = reply.find_variant(desk)
    text = next((one.text for one in desk.letter.lines if one.number == item.span.line), "")
    reader = order_reader(variant.vocabulary, variant.engine_name)
    found = speak_aloud(text, reader, told=desk.role == MASTER)
    return _try(desk, item.span.line, text, found) if found else None


def _try(desk: Desk, line: int, text: str, command_words: list[CommandWords]) -> Desk | None:
    """The desk after these commands, None where one of them is refused: then none was given."""
    done = desk
    with desk.db.begin_nested() as trial:
        for verb, words in command_words:
            done = commands.obey(done, Command(verb, find_span(line, text), text.strip(), words))
        verdicts = {answer.verdict for answer in done.answers[len(desk.answers) :]}
        if verdicts and verdicts <= DONE:
            return done.calls(commands.NATURES[command_words[0][0]], since=len(desk.answers))
        trial.rollback()
    return None
