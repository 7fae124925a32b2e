"""STATS [name]: how reliable somebody is, and the games that he has played."""

from typing import Any

from judge.catalog import variant as catalog
from judge.commands import words
from judge.desk.desk import Desk
from judge.game.conduct import reputation, skill
from judge.game.terms import settings
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store import conduct, games, people
from judge.store.record import OVER, Game, Person

VERBS = ("stats",)
MOST = 5
"""People of one name that are shown."""


def run(desk: Desk, command: Command) -> Desk:
    """Show the sender's own play, or that of everybody with a name.

    Of others nothing is told of games whose players are not known yet.
    """
    typed = " ".join(words.of(command))
    if not typed and desk.person is None:
        return desk.refuses(command, "whose? you are not registered under this address")
    found = people.find_named(desk.db, typed) if typed else [desk.person]
    shown = [one for one in found if one is not None][:MOST]
    if not shown:
        return desk.refuses(command, f"nobody is called '{typed}' here")
    events = [_stats(desk, one) for one in shown]
    return desk.shows(*events).says(command, "see below").titled("statistics")


def _stats(desk: Desk, person: Person) -> Event:
    known = {game.id: game for game in games.find_all(desk.db)}
    own = desk.person is not None and desk.person.id == person.id
    played = [
        one for one in conduct.of_person(desk.db, person.id) if own or _is_open(known[one.game])
    ]
    sums = reputation.sum_up(played)
    data: dict[str, Any] = {
        "name": person.name,
        "games": sums.games,
        "on_time": sums.on_time,
        "late": sums.late,
        "missed": sums.missed,
        "share": sums.share,
        "skills": [
            {
                "title": catalog.load(name).title,
                "rating": one.rating,
                "doubt": one.doubt,
                "games": one.games,
            }
            for name, one in skill.of_person(desk.db, person.id).items()
            if name in catalog.names()
        ],
        "results": [{"result": name, "times": times} for name, times in sums.results.items()],
        "rows": [
            {
                "game": known[one.game].name,
                "variant": known[one.game].variant,
                "power": one.power,
                "on_time": one.on_time,
                "phases": one.phases,
                "result": one.result or "plays",
            }
            for one in played
        ],
    }
    return Event("stats", data)


def _is_open(game: Game) -> bool:
    """Whether it is known who plays in a game."""
    return game.status == OVER or not settings.is_anonymous(game.options)
