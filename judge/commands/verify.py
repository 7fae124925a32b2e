"""VERIFY [game]: the commitment to the dice, the check of all throws, at the end the secret."""

from judge.commands import words
from judge.desk.desk import Desk
from judge.game.books import proof
from judge.kernel.text import Command
from judge.store.record import FORMING

VERBS = ("verify",)


def run(desk: Desk, command: Command) -> Desk:
    """Throw all of a game's dice again and say whether they agree with what was told."""
    table = words.table_meant(desk, command)
    if table is None:
        return words.refuse_unknown_game(desk, command)
    name = table.game.name
    if not table.variant.dice:
        return desk.says(command, f"{name} is {table.variant.title}: no dice are thrown in it")
    if table.game.status == FORMING:
        return desk.says(command, f"{name} has not begun: nothing has been thrown yet")
    verification = proof.prove(desk.db, table.game)
    result = (
        f"{len(verification.faults)} do not agree" if verification.faults else "all of them agree"
    )
    sentence = f"throws made again: {verification.throws}, {result} with what was told"
    return (
        desk.shows(*proof.describe_dice(desk.db, table, desk.house.now), of=table)
        .says(command, sentence)
        .titles(f"the dice of {name}")
    )
