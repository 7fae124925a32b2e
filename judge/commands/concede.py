"""CONCEDE power: give the game to somebody, or to an alliance; it passes when all others do so."""

from judge.commands import vote, words
from judge.desk import speakers
from judge.desk.desk import Desk
from judge.game.terms.tables import Table
from judge.game.turn import votes
from judge.kernel.text import Command
from judge.store.record import Seat

VERBS = ("concede", "noconcede")


def run(desk: Desk, command: Command) -> Desk:
    """Vote for another power's victory."""
    if command.verb == "noconcede":
        return vote.cast(desk, command, "", "you concede to nobody")
    return _concede(desk, command)


@speakers.for_player
def _concede(desk: Desk, command: Command, table: Table, seat: Seat) -> Desk:
    """Vote for whom the line names."""
    winners, reason = _read_winners(table, seat.power, words.of(command))
    if reason:
        return desk.refuses(command, reason)
    secrecy = vote.secrecy_words(desk, "others do too")
    sentence = f"you concede to {' and '.join(winners)} {vote.duration_words(desk)}; {secrecy}"
    return vote.cast(desk, command, votes.word_concession(winners), sentence)


def _read_winners(table: Table, own: str, names: list[str]) -> tuple[list[str], str]:
    """The powers that a player of ``own`` gives the game to, in its order; why it can't be, or "".

    He names himself only where winners have to agree, and several where a draw may leave
    survivors out.
    """
    named_powers, unknown = words.powers(
        table.variant, [word for word in names if word.lower() != "and"]
    )
    possible_winners = [power for power in table.powers if power != own or table.customs.unanimous]
    if not named_powers or unknown or not set(named_powers) <= set(possible_winners):
        return [], f"to whom? CONCEDE and one of {', '.join(possible_winners)}"
    winners = [power for power in table.powers if power in named_powers]
    reason = _why_not(table, winners)
    return ([], reason) if reason else (winners, "")


def _why_not(table: Table, winners: list[str]) -> str:
    """Why powers can't be given the game together, "" if they can."""
    if len(winners) > 1 and table.customs.dias:
        return "a concession here is to one power"
    alive = table.engine.survivors(table.state)
    eliminated = [power for power in winners if power not in alive]
    return f"{eliminated[0]} is out of the game" if eliminated else ""
