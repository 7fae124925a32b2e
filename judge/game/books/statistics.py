"""Statistics of all players, for the keeper: as a table, as JSON, as CSV."""

import csv
import io
from typing import Any

import msgspec
from sqlalchemy import Connection

from judge.game.books.overview import Listing
from judge.game.conduct import reputation
from judge.game.conduct.reputation import ORDER
from judge.store import conduct, games, people

HEADS = ("player", "games", "on time", "late", "missed", "on time %", *ORDER)


def of_all(db: Connection) -> list[dict[str, Any]]:
    """Everybody who has played, in the order of registration, with each power played."""
    names = {game.id: (game.name, game.variant) for game in games.find_all(db)}
    conducts = conduct.of_all(db)
    rows = []
    for number in sorted({one.person for one in conducts}):
        own_conducts = [one for one in conducts if one.person == number]
        sums = reputation.sum_up(own_conducts)
        rows.append(
            {
                "player": people.get(db, number).name,
                "games": sums.games,
                "on_time": sums.on_time,
                "late": sums.late,
                "missed": sums.missed,
                "share": sums.share,
                "results": dict(sums.results),
                "played": [
                    {
                        "game": names[one.game][0],
                        "variant": names[one.game][1],
                        "power": one.power,
                        "on_time": one.on_time,
                        "late": one.late,
                        "missed": one.missed,
                        "result": one.result or None,
                    }
                    for one in own_conducts
                ],
            }
        )
    return rows


def listing(db: Connection) -> Listing:
    """One player a row."""
    return Listing((), HEADS, tuple(_row(one) for one in of_all(db)))


def _row(one: dict[str, Any]) -> tuple[str, ...]:
    sums = (one["games"], one["on_time"], one["late"], one["missed"], one["share"])
    counts = (one["results"].get(result, 0) for result in ORDER)
    return (one["player"], *map(str, (*sums, *counts)))


def as_json(db: Connection) -> str:
    """Everybody as one JSON array, with every power that each has played."""
    return msgspec.json.format(msgspec.json.encode(of_all(db)), indent=2).decode()


def as_csv(db: Connection) -> str:
    """The listing as CSV, heads first."""
    text = io.StringIO()
    table = listing(db)
    csv.writer(text, lineterminator="\n").writerows([table.heads, *table.rows])
    return text.getvalue()
