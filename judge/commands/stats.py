"""STATS [name or power], WHOIS: how reliable somebody is, and the games that he has played."""

from typing import Any

from judge.catalog import variant as catalog
from judge.commands import words
from judge.desk.desk import Desk
from judge.game.conduct import reputation, skill
from judge.game.readers import notices
from judge.game.terms import settings
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store import conduct, games, people, seats
from judge.store.conduct import Conduct
from judge.store.record import FORMING, OVER, Game, Person

VERBS = ("stats",)
MOST = 5
"""People of one name that are shown."""


def run(desk: Desk, command: Command) -> Desk:
    """Show the sender's own play, that of everybody with a name, or of who plays a power.

    Of others nothing is told of games whose players are not known yet.
    """
    name = " ".join(words.of(command))
    if not name and desk.person is None:
        return desk.refuses(
            command, "whose? write a name after it: you are not registered yourself"
        )
    power = words.powers(desk.table.variant, words.of(command))[0] if desk.table else []
    if power[:1] == [name.title()]:
        return _show_player(desk, command, power[0])
    namesakes = people.find_named(desk.db, name) if name else [desk.person]
    persons = [one for one in namesakes if one is not None][:MOST]
    if not persons:
        return desk.refuses(command, f"nobody is called '{name}' here")
    events = [_stats(desk, one) for one in persons]
    return desk.shows(*events).says(command, "see below").titles("statistics")


def _show_player(desk: Desk, command: Command, power: str) -> Desk:
    """Who plays a power of the letter's game, as far as all may know it."""
    if desk.table is None:
        return desk
    game = desk.table.game
    seat = seats.of_power(desk.db, game.id, power)
    person = people.get(desk.db, seat.person) if seat and seat.person else None
    name = notices.holder_name(game, seat, person) if seat else ""
    if person is None or not _is_open(game):
        return desk.says(command, f"{power}: {name or 'nobody plays it'}").titles(f"who is {power}")
    reply = desk.shows(_stats(desk, person))
    return reply.says(command, f"{name} plays {power}: see below").titles(f"who is {power}")


def _stats(desk: Desk, person: Person) -> Event:
    game_of_id = {game.id: game for game in games.find_all(desk.db)}
    own = desk.person is not None and desk.person.id == person.id
    conducts = [one for one in _list_played(desk, person) if own or _is_open(game_of_id[one.game])]
    sums = reputation.sum_up(conducts)
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
                "game": game_of_id[one.game].name,
                "variant": game_of_id[one.game].variant,
                "power": one.power,
                "on_time": one.on_time,
                "phases": one.phases,
                "result": one.result or "plays",
            }
            for one in conducts
        ],
    }
    return Event("stats", data, desk.writer)


def _list_played(desk: Desk, person: Person) -> list[Conduct]:
    """All that somebody has played, and the powers that no phase has asked for orders yet."""
    marked_conducts = conduct.of_person(desk.db, person.id)
    marked_seats = {(one.game, one.power) for one in marked_conducts}
    held_seats = (one for one in seats.of_person(desk.db, person.id) if one.power)
    begun_seats = (one for one in held_seats if games.get(desk.db, one.game).status != FORMING)
    fresh_conducts = [Conduct(person.id, one.game, one.power) for one in begun_seats]
    return [
        *marked_conducts,
        *(one for one in fresh_conducts if (one.game, one.power) not in marked_seats),
    ]


def _is_open(game: Game) -> bool:
    """Whether it is known who plays in a game."""
    return game.status == OVER or not settings.is_anonymous(game.options)
