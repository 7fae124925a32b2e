"""ASK [words]: a question that HELP can't answer goes to the game's master, or to the keeper.

ASK alone: what the mail asked whose answer is replied to.
"""

from msgspec.structs import replace

from judge.commands import press
from judge.desk import questions, speakers
from judge.desk.desk import Desk
from judge.game.press import text
from judge.game.readers.addresses import MASTER
from judge.kernel.text import Command
from judge.post import intake, posting
from judge.store import letters

VERBS = ("ask",)
EXAMPLE = "ASK How do I get my seat back?"


def run(desk: Desk, command: Command) -> Desk:
    """Send the question on; whoever gets it answers by press or by mail."""
    reason = speakers.explain_outside(desk)
    if reason and not (desk.proven and desk.person):
        return desk.refuses(command, reason)
    asked = command.words or _find_asked(desk)
    if not asked:
        return desk.refuses(command, "which question?", EXAMPLE)
    if desk.role == MASTER or desk.table is None or desk.table.game.gm is None:
        return _ask_keeper(desk, command, asked)
    return press.run(desk, replace(command, verb="press", words=("GM",), block=asked))


def _find_asked(desk: Desk) -> tuple[str, ...]:
    """The questions of the letter whose answer this one replies to."""
    letter = letters.get(desk.db, desk.answered.letter) if desk.answered else None
    if letter is None or desk.table is None:
        return ()
    old = intake.read(desk.db, desk.house, letter)
    return tuple(questions.list_asked(old))


def _ask_keeper(desk: Desk, command: Command, lines: tuple[str, ...]) -> Desk:
    """Mail a question to the keeper of the judge."""
    table = desk.table
    place = f" of {table.game.name}" if table else ""
    name = desk.person.name if desk.person else desk.writer
    words = text.clean_text(lines, table.game.name if table else "", desk.house.ours)
    note = f"{name} ({desk.writer}){place} asks: {words[: text.LONGEST]}"
    key = f"ask.{desk.receipt}.{command.span.line}"
    mail = posting.make_keeper_notice(desk.house, key, "a question", "note", {"text": note})
    return desk.sends([mail]).says(command, "the keeper of the judge gets your question")
