"""CONCEDE power: give the game to somebody; it passes when all others do the same."""

from judge.commands import vote, words
from judge.desk import orders
from judge.desk.desk import Desk
from judge.game.turn.ending import CONCEDE
from judge.kernel.text import Command

VERBS = ("concede", "noconcede")


def run(desk: Desk, command: Command) -> Desk:
    """Vote for another power's victory."""
    if command.verb == "noconcede":
        return vote.cast(desk, command, "", "you concede to nobody")
    if desk.table is None or desk.seat is None:
        return desk.refuses(command, orders.closed_reason(desk))
    found, unknown = words.powers(desk.table.variant, words.of(command))
    rivals = [power for power in desk.table.powers if power != desk.seat.power]
    if len(found) != 1 or unknown or found[0] not in rivals:
        return desk.refuses(command, f"to whom? CONCEDE and one of {', '.join(rivals)}")
    secrecy = vote.secrecy_words(desk, "others do too")
    told = f"you concede to {found[0]} {vote.duration_words(desk)}; {secrecy}"
    return vote.cast(desk, command, f"{CONCEDE} {found[0]}", told)
