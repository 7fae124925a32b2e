"""Whether a game's dice were honest: throws made again from the secret, turns from their orders."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection

from judge.game.clocks import silence
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel import dice, limits
from judge.kernel.engine import PUBLIC, Event
from judge.store import log, turns
from judge.store.log import Deed
from judge.store.record import OVER, Game, PlayedTurn


class Proof(Struct, frozen=True):
    """What was looked at and what did not fit: ``faults`` are sentences, none if all is well."""

    commitment: str
    throws: int
    phases: int
    faults: tuple[str, ...]


def find_opening(db: Connection, game: Game) -> datetime | None:
    """Until when the secret of a game that is over stays one; None: it may be told at once.

    A game that its master ended, or that its players left, may go on with its dice for a week.
    """
    endings = [(at, deed) for at, deed in log.of_game(db, game.name) if deed.what == log.OVER]
    return (
        endings[-1][0] + limits.RECALL if endings and endings[-1][1].facts.get("forced") else None
    )


def describe_dice(db: Connection, table: Table, now: datetime | None = None) -> tuple[Event, ...]:
    """The commitment to the dice for all to see, and once the game is over for good their secret.

    Nothing in a game without dice. ``now`` None: what may open with time is still a secret.
    """
    if not table.variant.dice:
        return ()
    game = table.game
    until = find_opening(db, game) if game.status == OVER else None
    shut = until is not None and (now is None or now < until)
    secret = game.secret.hex() if game.status == OVER and not shut else ""
    data = {"game": game.name, "commitment": table.dice.commitment, "secret": secret}
    if until is not None and shut:
        data["until"] = until.isoformat()
    return (Event("dice", data, PUBLIC),)


def prove(db: Connection, game: Game) -> Proof:
    """Throw every throw of the stored reports again, and play every stored turn again."""
    table = tables.load(game)
    commitment = _find_commitment(db, table)
    all_turns = turns.of_game(db, game.id)
    throws = dice.list_throws(event for turn in all_turns for event in turn.events)
    faults = dice.disagreements(game.secret, commitment, game.name, throws)
    replayed = tuple(_find_replay_faults(db, table, all_turns))
    return Proof(commitment, len(dict.fromkeys(throws)), len(all_turns), faults + replayed)


def _find_commitment(db: Connection, table: Table) -> str:
    """The commitment as the log has it from when the game began."""
    for _, deed in log.of_game(db, table.game.name):
        if deed.what == log.STARTED:
            return str(deed.facts["commitment"])
    return table.dice.commitment


def _find_replay_faults(
    db: Connection, table: Table, all_turns: Sequence[PlayedTurn]
) -> Iterator[str]:
    """The turns whose orders lead to other throws or to another position than was told."""
    positions_after = [*(turn.before for turn in all_turns), table.game.state][1:]
    all_deeds = [deed for _, deed in log.of_game(db, table.game.name)]
    disorders = [deed for deed in all_deeds if deed.what == log.DISORDER]
    for turn, position in zip(all_turns, positions_after, strict=True):
        orders = {power: [one.text for one in sheet] for power, sheet in turn.orders.items()}
        replayed_turn = table.engine.turn(table.engine.load(turn.before), orders, table.dice)
        if dice.list_throws(replayed_turn.events) != dice.list_throws(turn.events):
            yield f"{turn.title}: played again, its orders ask for other throws than were told."
        state = _give_up_powers(
            table, disorders, turn, silence.give_up_powers(table, replayed_turn, turn.events)
        )
        repositions = [deed for deed in all_deeds if deed.what == log.POSITION]
        if not _is_reached(turn, repositions, table.engine.dump(state), position):
            yield f"{turn.title}: played again, its orders lead to another position."


def _is_reached(
    turn: PlayedTurn, repositions: Sequence[Deed], state_reached: bytes, position: bytes
) -> bool:
    """Whether the phase behind a turn began as the turn left the board, or as its master set it."""
    later_facts = [
        deed.facts
        for deed in repositions
        if deed.facts["number"] == turn.number + 1
        and int(deed.facts["revision"] or 0) >= turn.revision
    ]
    digest = hashlib.sha256(state_reached).hexdigest()
    for facts in later_facts:
        digest = str(facts["after"]) if facts["before"] == digest else digest
    return state_reached == position or digest == hashlib.sha256(position).hexdigest()


def _give_up_powers(table: Table, disorders: Sequence[Deed], turn: PlayedTurn, state: Any) -> Any:
    """The state after a turn, and after the game master gave powers up in the phase that follows.

    What he did before the turn was played for the last time was taken back with it.
    """
    for deed in disorders:
        is_next_phase = deed.facts["number"] == turn.number + 1
        if is_next_phase and int(deed.facts["revision"] or 0) >= turn.revision:
            state = table.engine.give_up(state, str(deed.facts["power"])).state
    return state
