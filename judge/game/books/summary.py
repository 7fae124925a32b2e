"""A game in a table: centres by year, who played what, how it ended."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection

from judge.game.readers import notices
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.store import conduct, people, seats, turns
from judge.store.record import OVER, Game, Person, PlayedTurn, Seat


class Year(Struct, frozen=True):
    """Who owned which centres at the end of a year ("1901"), by power."""

    name: str
    centers: Mapping[str, tuple[str, ...]]


def list_years(db: Connection, game: Game) -> list[Year]:
    """The centres at the end of each year played, oldest first."""
    all_turns = [turn for turn in turns.of_game(db, game.id) if turn.number < game.number]
    year_of_name = {year.name: year for turn in all_turns for year in _count_centres(turn)}
    return list(year_of_name.values())


def _count_centres(turn: PlayedTurn) -> list[Year]:
    """The count of centres that a turn told of, if it told of one."""
    return [
        Year(
            name_year(turn.phase),
            {row["power"]: tuple(row["centers"]) for row in event.data["rows"]},
        )
        for event in turn.events
        if event.kind == "centers"
    ]


def name_year(phase: str) -> str:
    """The year of a phase by its id: "1901" of "S1901M"."""
    number = re.search(r"\d+(?:BC)?", phase)
    return number[0] if number else phase


def describe_summary(db: Connection, table: Table) -> Event:
    """The summary of a game, as all may read it."""
    all_years = list_years(db, table.game)
    data = {
        "game": table.game.name,
        "title": table.variant.title,
        "outcome": table.game.outcome,
        "winners": list(table.game.winners),
        "powers": list(table.powers),
        "years": [
            {"year": year.name, "centers": [len(year.centers.get(p, ())) for p in table.powers]}
            for year in all_years
        ],
        "rows": [*_list_players(db, table)],
    }
    return Event("summary", data, PUBLIC)


def _list_players(db: Connection, table: Table) -> list[dict[str, Any]]:
    """Who played what, and with what result: those who have left, then who has the seat now.

    Where a game is over and nobody had it any more, nobody is named.
    """
    conducts = conduct.of_game(db, table.game.id)
    rows = []
    for seat, holder in seats.with_people(db, table.game.id):
        result_of_person = {one.person: one.result for one in conducts if one.power == seat.power}
        former_players = [
            people.get(db, person) for person in result_of_person if person != seat.person
        ]
        rows += [
            _make_row(table.game, seat, person, result_of_person[person.id])
            for person in former_players
        ]
        is_over = table.game.status == OVER
        now = _make_row(
            table.game,
            seat,
            holder,
            result_of_person.get(holder.id, "") if holder and is_over else "",
        )
        if now["player"] or not (former_players and is_over):
            rows.append(now)
    return rows


def _make_row(game: Game, seat: Seat, person: Person | None, result: str) -> dict[str, Any]:
    holder = person is None or person.id == seat.person
    name = notices.holder_name(game, seat, person) if holder else notices.public_name(game, person)
    return {"power": seat.power, "player": name, "result": result}


def list_owners(db: Connection, game: Game) -> dict[str, list[str]]:
    """Who owned each centre at the end of each year, "" for nobody."""
    all_years = list_years(db, game)
    spaces = sorted({space for year in all_years for own in year.centers.values() for space in own})
    return {space: [_find_owner(year, space) for year in all_years] for space in spaces}


def _find_owner(year: Year, space: str) -> str:
    return next((power for power, own in year.centers.items() if space in own), "")
