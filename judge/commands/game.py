"""GAME alpha: which of one's games the lines below it are for."""

from collections.abc import Iterable
from dataclasses import replace

from judge.commands import words
from judge.desk import speakers
from judge.desk.desk import Desk
from judge.kernel.text import Command

VERBS = ("game",)


def first_named(desk: Desk, commands: Iterable[Command]) -> str:
    """The game that the first GAME line of a letter names, or ""; it is obeyed before the rest."""
    naming = (one for one in commands if one.verb in VERBS and one.words)
    return next((one.words[0] for one in naming if _is_meant(desk, one)), "")


def _is_meant(desk: Desk, command: Command) -> bool:
    """Whether a line names a game, and is not a remark: "Game on!", "Game over"."""
    return command.text.startswith("GAME") or words.game(desk, command.words[0]) is not None


def run(desk: Desk, command: Command) -> Desk:
    """Say whether the letter speaks for that game; a second one needs a second mail."""
    if command.words and not _is_meant(desk, command):
        return desk.answers_line(command.span, command.text, "ignored", "no order")
    named_game = words.game(desk, command.words[0]) if command.words else None
    if named_game is None:
        return words.refuse_unknown_game(desk, command)
    if desk.table is None:
        return desk.refuses(command, speakers.explain_outside(desk))
    own_name = desk.table.game.name
    if desk.table.game.id == named_game.id:
        return desk.says(command, f"this mail is for {own_name}")
    refusal = desk.refuses(
        command,
        f"this mail speaks for {own_name}: send what is for {named_game.name} in a mail of its own",
    )
    return replace(refusal, closed=f"it is for {named_game.name}: send it in a mail of its own")
