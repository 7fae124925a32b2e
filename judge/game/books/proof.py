"""Whether a game's dice were honest: throws made again from the secret, turns from their orders."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from judge.game.clocks import nmr
from judge.game.terms import table
from judge.game.terms.table import Table
from judge.kernel import verify
from judge.kernel.engine import Event
from judge.store import log, turns
from judge.store.log import Deed
from judge.store.record import OVER, Game, PlayedTurn


@dataclass(frozen=True, slots=True)
class Proof:
    """What was looked at and what did not fit: ``faults`` are sentences, none if all is well."""

    commitment: str
    throws: int
    phases: int
    faults: tuple[str, ...]


def events(at: Table) -> tuple[Event, ...]:
    """The commitment to the dice for all to see, and once the game is over their secret.

    Nothing in a game without dice.
    """
    if not at.variant.dice:
        return ()
    secret = at.game.secret.hex() if at.game.status == OVER else ""
    data = {"game": at.game.name, "commitment": at.dice.commitment, "secret": secret}
    return (Event("dice", data),)


def prove(db: Connection, game: Game) -> Proof:
    """Throw every throw of the stored reports again, and play every stored turn again."""
    at = table.of(game)
    commitment = _commitment(db, at)
    played = turns.of_game(db, game.id)
    told = verify.throws(event for turn in played for event in turn.events)
    faults = verify.disagreements(game.secret, commitment, game.name, told)
    replayed = tuple(_replayed(db, at, played))
    return Proof(commitment, len(dict.fromkeys(told)), len(played), faults + replayed)


def _commitment(db: Connection, at: Table) -> str:
    """The commitment as the log has it from when the game began."""
    for _, deed in log.of_game(db, at.game.name):
        if deed.what == log.STARTED:
            return str(deed.facts["commitment"])
    return at.dice.commitment


def _replayed(db: Connection, at: Table, played: Sequence[PlayedTurn]) -> Iterator[str]:
    """The turns whose orders lead to other throws or to another position than was told."""
    after = [*(turn.before for turn in played), at.game.state][1:]
    done = [deed for _, deed in log.of_game(db, at.game.name) if deed.what == log.DISORDER]
    for turn, position in zip(played, after, strict=True):
        orders = {power: [one.text for one in sheet] for power, sheet in turn.orders.items()}
        again = at.engine.turn(at.engine.load(turn.before), orders, at.dice)
        if verify.throws(again.events) != verify.throws(turn.events):
            yield f"{turn.title}: played again, its orders ask for other throws than were told."
        state = _disordered(at, done, turn, nmr.given_up(at, again, turn.events))
        if at.engine.dump(state) != position:
            yield f"{turn.title}: played again, its orders lead to another position."


def _disordered(at: Table, done: Sequence[Deed], turn: PlayedTurn, state: Any) -> Any:
    """The state after a turn, and after the game master gave powers up in the phase that follows.

    What he did before the turn was played for the last time was taken back with it.
    """
    for deed in done:
        behind = deed.facts["number"] == turn.number + 1
        if behind and int(deed.facts["revision"] or 0) >= turn.revision:
            state = at.engine.give_up(state, str(deed.facts["power"])).state
    return state
