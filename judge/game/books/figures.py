"""Figures of many games: what each power comes to on each board, who plays best, who has won."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import Connection

from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.game.conduct import reputation
from judge.game.conduct.reputation import DREW, FINISHED, WON
from judge.kernel.engine import PUBLIC, Event
from judge.store import games, people
from judge.store.games import PlayedGame

MOST = 10
"""So many people are named where the best are."""


def describe_variant(db: Connection, variant: Variant) -> Event:
    """What each power has come to on a board, best first, and who plays it best."""
    return Event("figures", _gather(db, variant, reputation.list_counted(db, variant.id)), PUBLIC)


def describe_power(db: Connection, variant: Variant, power: str) -> Event:
    """What one power has come to on a board, and who won or drew with it, the latest first."""
    games_played = reputation.list_counted(db, variant.id)
    data = _gather(db, variant, games_played)
    (row,) = (row for row in data["rows"] if row["power"] == power)
    laurels = [row for row in _list_laurels(db, variant, games_played) if row["power"] == power]
    return Event("figures", {**data, "rows": [row], "power": power, "laurels": laurels}, PUBLIC)


def _gather(db: Connection, variant: Variant, games_played: Sequence[PlayedGame]) -> dict[str, Any]:
    """A row of each power, and of the best players.

    A power's tells how often each result was its, and what it had in the end on average.
    """
    engine = variant.engine
    results: dict[str, Counter[str]] = {power: Counter() for power in engine.powers}
    totals: Counter[str] = Counter()
    for game in [games.get(db, one.game) for one in games_played]:
        state = engine.load(game.state)
        alive, worth = engine.survivors(state), engine.worth(engine.known_state(state, ""))
        for power in engine.powers:
            results[power][reputation.find_result(game, power, alive)] += 1
            totals[power] += worth[power]
    order = {power: (-one[WON], -one[DREW], -totals[power]) for power, one in results.items()}
    rows = [
        {
            "power": power,
            **{result: results[power][result] for result in FINISHED},
            "games": len(games_played),
            "count": f"{totals[power] / len(games_played):.1f}" if games_played else "",
        }
        for power in sorted(order, key=order.__getitem__)
    ]
    ratings = list(_list_ratings(db, variant))
    return {
        "variant": variant.id,
        "title": variant.title,
        "games": len(games_played),
        "noun": "centres" if variant.engine_name == "dip" else "points",
        "rows": rows,
        "ratings": ratings[:MOST],
        "rated": len(ratings),
    }


def describe_top(db: Connection) -> Event:
    """How many games of each board were won and drawn, who plays it best; the hall of fame."""
    variants = [catalog.load(name) for name in games.list_variants(db) if name in catalog.names()]
    boards: list[dict[str, Any]] = []
    laurels: list[dict[str, Any]] = []
    for variant in variants:
        games_played = reputation.list_counted(db, variant.id)
        outcomes = Counter(one.outcome for one in games_played)
        ratings = list(_list_ratings(db, variant))
        board = {"variant": variant.id, "title": variant.title, "games": len(games_played)}
        boards.append({**board, "drawn": outcomes["draw"], "ratings": ratings[:MOST]})
        laurels += _list_laurels(db, variant, games_played)
    wins_of_person: dict[int, list[dict[str, Any]]] = {}
    for row in laurels:
        if row["result"] == WON:
            wins_of_person.setdefault(row["person"], []).append(row)
    most_wins = sorted(wins_of_person.values(), key=len, reverse=True)[:MOST]
    fame = [{"player": wins[0]["player"], "wins": wins} for wins in most_wins]
    played_boards = [board for board in boards if board["games"]]
    return Event("top", {"boards": played_boards, "fame": fame}, PUBLIC)


def _list_ratings(db: Connection, variant: Variant) -> Iterator[dict[str, Any]]:
    """Who has a number on a board, the highest first; not who was forgotten."""
    everybody = people.find_all(db)
    skills = reputation.skills_in_variant(db, variant.id).items()
    rated = [(everybody[number], skill) for number, skill in skills if everybody[number].reachable]
    rated.sort(key=lambda one: (-one[1].rating, one[1].doubt, one[0].name.lower()))
    for person, skill in rated:
        yield {"player": person.name, **asdict(skill)}


def _list_laurels(
    db: Connection, variant: Variant, games_played: Sequence[PlayedGame]
) -> Iterator[dict[str, Any]]:
    """Who won or drew which game as what, the latest first; not who was forgotten."""
    everybody = people.find_all(db)
    for played in reversed(games_played):
        for person, power, result in played.parts:
            if result in (WON, DREW) and everybody[person].reachable:
                yield {
                    "player": everybody[person].name,
                    "person": person,
                    "game": played.name,
                    "title": variant.title,
                    "power": power,
                    "result": result,
                }
