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
from judge.store.record import OVER, Game, Person, Seat


class Year(Struct, frozen=True):
    """Who owned which centres at the end of a year ("1901"), by power."""

    name: str
    centers: Mapping[str, tuple[str, ...]]


def list_years(db: Connection, game: Game) -> list[Year]:
    """The centres at the end of each year played, oldest first."""
    year_of_name = {}
    for turn in turns.of_game(db, game.id):
        counts = [event for event in turn.events if event.kind == "centers"]
        for count in counts if turn.number < game.number else ():
            name = name_year(turn.phase)
            centers = {row["power"]: tuple(row["centers"]) for row in count.data["rows"]}
            year_of_name[name] = Year(name, centers)
    return list(year_of_name.values())


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
        former_rows = [
            _make_row(table.game, seat, people.get(db, person), result)
            for person, result in result_of_person.items()
            if person != seat.person
        ]
        is_over = table.game.status == OVER
        result = result_of_person.get(holder.id, "") if holder and is_over else ""
        now = _make_row(table.game, seat, holder, result)
        rows += former_rows
        if now["player"] or not (former_rows and is_over):
            rows.append(now)
    return rows


def _make_row(game: Game, seat: Seat, person: Person | None, result: str) -> dict[str, Any]:
    holder = person is None or person.id == seat.person
    name = notices.holder_name(game, seat, person) if holder else notices.public_name(game, person)
    return {"power": seat.power, "player": name, "result": result}


def list_owners(db: Connection, game: Game) -> dict[str, list[str]]:
    """Who owned each centre at the end of each year, "" for nobody."""
    all_years = list_years(db, game)
    owners_of = [
        {space: power for power, own in year.centers.items() for space in own} for year in all_years
    ]
    spaces = sorted({space for owners in owners_of for space in owners})
    return {space: [owners.get(space, "") for owners in owners_of] for space in spaces}
