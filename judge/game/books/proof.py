"""Whether a game's dice were honest: throws made again from the secret, turns from their orders."""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime

from msgspec import Struct
from sqlalchemy import Connection

from judge.game.clocks import silence
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel import dice, limits
from judge.kernel.engine import PUBLIC, Event
from judge.store import log, turns
from judge.store.log import Deed, Fact
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
    if not endings or not endings[-1][1].facts.get("forced"):
        return None
    return endings[-1][0] + limits.RECALL


def is_opened(db: Connection, game: Game, now: datetime | None) -> bool:
    """Whether the secret of a game may be told; ``now`` None: not what may open with time."""
    if game.status != OVER:
        return False
    opens = find_opening(db, game)
    return opens is None or (now is not None and opens <= now)


def describe_dice(db: Connection, table: Table, now: datetime | None = None) -> tuple[Event, ...]:
    """The commitment to the dice for all to see, and once the game is over for good their secret.

    Nothing in a game without dice. ``now`` None: what may open with time is still a secret.
    """
    if not table.variant.dice:
        return ()
    game = table.game
    secret = game.secret.hex() if is_opened(db, game, now) else ""
    data = {"game": game.name, "commitment": table.dice.commitment, "secret": secret}
    if game.status == OVER and not secret and (until := find_opening(db, game)):
        data["until"] = until.isoformat()
    return (Event("dice", data, PUBLIC),)


def prove(db: Connection, game: Game) -> Proof:
    """Throw every throw of the stored reports again, and play every stored turn again."""
    table = tables.load(game)
    all_deeds = [deed for _, deed in log.of_game(db, game.name)]
    started = (str(deed.facts["commitment"]) for deed in all_deeds if deed.what == log.STARTED)
    commitment = next(started, table.dice.commitment)  # the log has it from the beginning on
    all_turns = turns.of_game(db, game.id)
    positions_after = [*(turn.before for turn in all_turns), game.state][1:]
    all_throws: list[dice.Throw] = []
    faults = []
    for turn, position in zip(all_turns, positions_after, strict=True):
        throws = dice.list_throws(turn.events)
        all_throws += throws
        orders = {power: [one.text for one in sheet] for power, sheet in turn.orders.items()}
        replayed_turn = table.engine.turn(table.engine.load(turn.before), orders, table.dice)
        again = f"{turn.title}: played again, its orders"
        if dice.list_throws(replayed_turn.events) != throws:
            faults.append(f"{again} ask for other throws than were told.")
        # The game master may have given powers up in the phase that follows, or set the board.
        state = silence.give_up_powers(table, replayed_turn, turn.events)
        for facts in _list_later(all_deeds, log.DISORDER, turn):
            state = table.engine.give_up(state, str(facts["power"])).state
        state_reached = table.engine.dump(state)
        digest = hashlib.sha256(state_reached).hexdigest()
        for facts in _list_later(all_deeds, log.POSITION, turn):
            digest = str(facts["after"]) if facts["before"] == digest else digest
        if position != state_reached and digest != hashlib.sha256(position).hexdigest():
            faults.append(f"{again} lead to another position.")
    unfair = dice.disagreements(game.secret, commitment, game.name, all_throws)
    return Proof(commitment, len(dict.fromkeys(all_throws)), len(all_turns), (*unfair, *faults))


def _list_later(all_deeds: Iterable[Deed], what: str, turn: PlayedTurn) -> list[Mapping[str, Fact]]:
    """The facts of a kind of deeds in the phase behind a turn.

    What was done before the turn was played for the last time was taken back with it.
    """
    return [
        deed.facts
        for deed in all_deeds
        if deed.what == what
        and deed.facts["number"] == turn.number + 1
        and int(deed.facts["revision"] or 0) >= turn.revision
    ]
