"""What a game is worth to its powers by ways of scoring: in the end, or if it ended now."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection

from judge import resources
from judge.game.books import summary
from judge.game.terms import scoring
from judge.game.terms.scoring import WAYS, Finish
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.store import turns
from judge.store.record import OVER

DRAW = "draw"
VOID = frozenset({"cancelled", "ended"})
"""Outcomes that count for nobody: cancelled by all, and left by all."""


def describe_scores(db: Connection, table: Table | None, ways: Sequence[str]) -> Event:
    """How ``ways`` score, and what they make of a game as all may know it; None: of no game."""
    told = resources.read_words("templates", "sentences")["scoring"]
    finish = _find_finish(db, table) if table else None
    data: dict[str, Any] = {
        "game": table.game.name if table else "",
        "own": WAYS[table.customs.scoring].title if table and table.customs.scoring else "",
        "over": table is not None and table.game.status == OVER,
        "noun": "centres" if table is None or table.variant.engine_name == "dip" else "points",
        "ways": [
            {
                "name": way,
                "title": WAYS[way].title,
                "rule": told[way].format(prize=WAYS[way].won(finish or scoring.STANDARD)),
            }
            for way in ways
        ],
        "rows": list(_list_rows(finish, ways)) if finish else [],
    }
    return Event("scores", data, PUBLIC)


def tell_end(db: Connection, table: Table) -> tuple[Event, ...]:
    """The scores of a game that is over, by the way that it was made with; nothing without one."""
    way = table.customs.scoring
    if not way or _find_finish(db, table) is None:
        return ()
    return (describe_scores(db, table, (way,)),)


def _list_rows(finish: Finish, ways: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Who has most first: what is counted, and the points of each way."""
    points_of_way = [scoring.score(way, finish) for way in ways]
    for power in sorted(finish.counts, key=lambda power: -finish.counts[power]):
        decimals = (f"{float(points[power]):.2f}" for points in points_of_way)
        points = [text.rstrip("0").rstrip(".") for text in decimals]
        yield {"power": power, "count": finish.counts[power], "points": points}


def _find_finish(db: Connection, table: Table) -> Finish | None:
    """How a game has ended, or stands, as an onlooker knows it; None where nothing is to score.

    What its master has ended without a result is drawn by those who are left.
    """
    game, engine = table.game, table.engine
    if game.outcome in VOID or (game.outcome and table.state is None):
        return None
    state = engine.known_state(table.start().state if table.state is None else table.state, "")
    alive, worth = engine.survivors(state), engine.worth(state)
    counts = {power: worth[power] if power in alive else 0 for power in table.powers}
    if not any(counts.values()):
        return None
    worth_of_space = {place.space: place.worth for place in engine.ground.places.values()}
    is_draw = game.outcome == DRAW
    return Finish(
        counts,
        max(sum(worth_of_space.values()), sum(counts.values())),
        alive,
        () if is_draw else game.winners,
        game.winners if is_draw else alive,
        _count_years(db, table),
    )


def _count_years(db: Connection, table: Table) -> dict[str, int]:
    """To the end of how many years each power lived; that in which the game is won has none."""
    game, load = table.game, table.engine.load
    played = [turn for turn in turns.of_game(db, game.id) if turn.number < game.number]
    begun = [(turn.phase, turn.before) for turn in played]
    if not game.winners or game.outcome == DRAW:
        begun.append((game.phase_id, game.state))
    years = [summary.name_year(phase) for phase, _ in begun]
    ends = [begun[at][1] for at in range(1, len(begun)) if years[at] != years[at - 1]]
    survivors = [table.engine.survivors(load(state)) for state in ends]
    return {power: sum(power in alive for alive in survivors) for power in table.powers}
