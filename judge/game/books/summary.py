"""A game in a table: centres by year, who played what, how it ended and what that scores."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection

from judge import resources
from judge.game.readers import notices
from judge.game.terms import scoring
from judge.game.terms.scoring import WAYS, Finish
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.store import conduct, people, seats, turns
from judge.store.record import OVER, Game, Person, Seat


def list_years(db: Connection, game: Game) -> dict[str, dict[str, list[str]]]:
    """Who owned which centres at the end of each year played ("1901"), by power, oldest first."""
    centers_of_year = {}
    for turn in turns.of_game(db, game.id):
        counts = [event for event in turn.events if event.kind == "centers"]
        for count in counts if turn.number < game.number else ():
            rows = count.data["rows"]
            centers_of_year[name_year(turn.phase)] = {row["power"]: row["centers"] for row in rows}
    return centers_of_year


def name_year(phase: str) -> str:
    """The year of a phase by its id: "1901" of "S1901M"."""
    number = re.search(r"\d+(?:BC)?", phase)
    return number[0] if number else phase


def describe_summary(db: Connection, table: Table) -> Event:
    """The summary of a game, as all may read it.

    Its rows are who played what, and with what result: those who have left, then who has the seat
    now. Where a game is over and nobody had it any more, nobody is named.
    """
    game, powers = table.game, table.powers
    conducts = conduct.of_game(db, game.id)
    is_over = game.status == OVER
    rows: list[dict[str, Any]] = []
    for seat, holder in seats.with_people(db, game.id):
        result_of_person = {one.person: one.result for one in conducts if one.power == seat.power}
        former_rows = [
            _make_row(game, seat, people.get(db, person), result)
            for person, result in result_of_person.items()
            if person != seat.person
        ]
        result = result_of_person.get(holder.id, "") if holder and is_over else ""
        now = _make_row(game, seat, holder, result)
        rows += former_rows
        if now["player"] or not (former_rows and is_over):
            rows.append(now)
    data = {
        "game": game.name,
        "title": table.variant.title,
        "outcome": game.outcome,
        "winners": list(game.winners),
        "powers": list(powers),
        "years": [
            {"year": year, "centers": [len(own.get(one, ())) for one in powers]}
            for year, own in list_years(db, game).items()
        ],
        "rows": rows,
    }
    return Event("summary", data, PUBLIC)


def _make_row(game: Game, seat: Seat, person: Person | None, result: str) -> dict[str, Any]:
    holder = person is None or person.id == seat.person
    name = notices.holder_name(game, seat, person) if holder else notices.public_name(game, person)
    return {"power": seat.power, "player": name, "result": result}


def list_owners(db: Connection, game: Game) -> dict[str, list[str]]:
    """Who owned each centre at the end of each year, "" for nobody."""
    owners_of = [
        {space: power for power, own in centers.items() for space in own}
        for centers in list_years(db, game).values()
    ]
    spaces = sorted({space for owners in owners_of for space in owners})
    return {space: [owners.get(space, "") for owners in owners_of] for space in spaces}


DRAW = "draw"
VOID = frozenset({"cancelled", "ended"})
"""Outcomes that count for nobody: cancelled by all, and left by all."""


def describe_scores(db: Connection, table: Table | None, ways: Sequence[str]) -> Event:
    """How ``ways`` score, and what they make of a game as all may know it; None: of no game."""
    told = resources.read_words("templates", "sentences")["scoring"]
    finish = _find_finish(db, table) if table else None
    rows: list[dict[str, Any]] = []
    if finish:
        counts, points_of_way = finish.counts, [scoring.score(way, finish) for way in ways]
        for power in sorted(counts, key=counts.__getitem__, reverse=True):
            decimals = (f"{float(points[power]):.2f}" for points in points_of_way)
            points = [text.rstrip("0").rstrip(".") for text in decimals]
            rows.append({"power": power, "count": counts[power], "points": points})
    data = {
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
        "rows": rows,
    }
    return Event("scores", data, PUBLIC)


def tell_end(db: Connection, table: Table) -> tuple[Event, ...]:
    """The scores of a game that is over, by the way that it was made with; nothing without one."""
    way = table.customs.scoring
    if not way or _find_finish(db, table) is None:
        return ()
    return (describe_scores(db, table, (way,)),)


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
    whole = max(sum(worth_of_space.values()), sum(counts.values()))
    winners, sharers = ((), game.winners) if game.outcome == DRAW else (game.winners, alive)
    played = [turn for turn in turns.of_game(db, game.id) if turn.number < game.number]
    begun = [(name_year(turn.phase), turn.before) for turn in played]
    if not game.winners or game.outcome == DRAW:  # the year in which a game is won has no end
        begun.append((name_year(game.phase_id), game.state))
    ends = [state for (before, _), (year, state) in pairwise(begun) if year != before]
    survivors = [engine.survivors(engine.load(one)) for one in ends]
    lived = {power: sum(power in living for living in survivors) for power in table.powers}
    return Finish(counts, whole, alive, winners, sharers, lived)
