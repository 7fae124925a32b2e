"""The public records of players: their games that may be seen, and how they played them."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from judge.catalog import variant as catalog
from judge.game.conduct import reputation, skill
from judge.game.conduct.reputation import Reputation
from judge.game.conduct.skill import Skill
from judge.site.folder import Folder, stamp
from judge.site.paper import lay_out_page
from judge.store import conduct, games, people
from judge.store.conduct import Conduct
from judge.store.record import Person

PAGE = 200
"""Players on one page."""


@dataclass(frozen=True, slots=True)
class Record:
    """What somebody has played in games that are shown."""

    person: Person
    played: tuple[tuple[str, Conduct], ...]
    """The name of a game, and how it was played."""
    sums: Reputation
    skills: tuple[tuple[str, Skill], ...] = ()
    """Titles of variants, and the ratings in them."""


def put_pages(db: Connection, folder: Folder, site: Any, shown_games: Set[int], look: str) -> None:
    """Pages of all who have played in the games ``shown_games``, by name, with a record each."""
    records = _list_records(db, shown_games)
    count = max(1, -(-len(records) // PAGE))
    for number in range(1, count + 1):
        rows = records[(number - 1) * PAGE : number * PAGE]
        part, made_of = f"players {number}", stamp(look, rows, count)
        if not folder.is_current(part, made_of):
            values: dict[str, Any] = {"records": rows, "number": number, "count": count}
            content = lay_out_page("site/players.html.j2", site, file=name_file, **values)
            folder.put(part, made_of, {name_file(number): content})


def name_file(number: int) -> str:
    """The file of a page of players."""
    return "players.html" if number == 1 else f"players-{number}.html"


def _list_records(db: Connection, shown_games: Set[int]) -> list[Record]:
    """Those who may still be written to, by name; who was forgotten has no record."""
    names = {game.id: game.name for game in games.find_all(db)}
    everybody, numbers = people.find_all(db), skill.of_everybody(db)
    by_person: dict[int, list[Conduct]] = {}
    for one in conduct.of_all(db):
        if one.game in shown_games:
            by_person.setdefault(one.person, []).append(one)
    records = []
    for number, conducts in by_person.items():
        person = everybody[number]
        if person.reachable:
            rows = tuple(sorted(((names[one.game], one) for one in conducts), key=_by_name))
            skills = tuple(
                (catalog.load(name).title, one)
                for name, one in numbers.get(person.id, {}).items()
                if name in catalog.names()
            )
            records.append(Record(person, rows, reputation.sum_up(conducts), skills))
    return sorted(records, key=lambda record: (record.person.name.lower(), record.person.id))


def _by_name(row: tuple[str, Conduct]) -> tuple[str, str]:
    return row[0], row[1].power
