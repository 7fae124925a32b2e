"""How well people play a variant: ratings by Weng and Lin's method for games of many players.

R. C. Weng, C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011), with
the Plackett-Luce model, as the library openskill has it. Who has not played stands at 1500, give
or take 500; a player's number moves with each game that ends, the more the less he has played.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Connection

from judge.game.conduct.reputation import DREW, WON
from judge.game.terms.customs import read_computers
from judge.store import finished_games
from judge.store.finished_games import Results

MEAN, DOUBT = 1500, 500
"""A newcomer's number, and how far off it may well be."""
FIRST, SECOND = 1, 2
"""The ranks: who won or shared a draw, and all others alike, out of the game or not."""
_COUNTED = frozenset({"solo", "draw", "concession"})
"""Outcomes on which the players' play decided; what was terminated or cancelled says nothing."""

Ranks = tuple[tuple[int, int], ...]
"""A game as the method sees it: each person with his rank."""


@dataclass(frozen=True, slots=True)
class Skill:
    """Somebody's number in one variant, how far off it may be, and of how many games it is made."""

    rating: int = MEAN
    doubt: int = DOUBT
    games: int = 0


NEW = Skill()


def of_variant(db: Connection, variant: str) -> Mapping[int, Skill]:
    """Everybody who has a number in a variant, by person.

    Counted are games without computers from the start, in which two people played at least, and
    one of them did better than another. Who left a game before its end has lost it.
    """
    decided = (
        _ranks(results)
        for outcome, computers, results in finished_games.list_of_variant(db, variant)
        if outcome in _COUNTED and not read_computers(computers)[0]
    )
    return _rate(tuple(one for one in decided if {rank for _, rank in one} == {FIRST, SECOND}))


def of_everybody(db: Connection) -> Mapping[int, Mapping[str, Skill]]:
    """The numbers of all who have one, by variant: each game is read once."""
    skills_of_person: dict[int, dict[str, Skill]] = {}
    for name in finished_games.list_variants(db):
        for person, skill in of_variant(db, name).items():
            skills_of_person.setdefault(person, {})[name] = skill
    return skills_of_person


def of_person(db: Connection, person: int) -> Mapping[str, Skill]:
    """Somebody's numbers, by variant."""
    skill_of = {
        name: of_variant(db, name).get(person)
        for name in finished_games.list_variants_of(db, person)
    }
    return {name: skill for name, skill in skill_of.items() if skill is not None}


def _ranks(results: Results) -> Ranks:
    """The ranks of a game's players; a draw of all who played it ranks nobody."""
    best = (WON, DREW)
    return tuple(
        (person, FIRST if any(one in best for one in had) else SECOND)
        for person, had in results.items()
    )


@lru_cache(maxsize=8)
def _rate(games: tuple[Ranks, ...]) -> Mapping[int, Skill]:
    """The numbers after these games, one after the other; the library is imported where it is used.

    Its own scale, from 25, is stretched to one that chess players know: all its numbers times 60.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415

    model = PlackettLuce(mu=MEAN, sigma=DOUBT, beta=DOUBT / 2, tau=DOUBT / 100)
    rating_of_person: dict[int, list[float]] = {}
    count: dict[int, int] = {}
    for ranks in games:
        teams = [
            [model.create_rating(rating_of_person.get(person, [float(MEAN), float(DOUBT)]))]
            for person, _ in ranks
        ]
        new_ratings = model.rate(teams, ranks=[float(rank) for _, rank in ranks])
        for (person, _), (one,) in zip(ranks, new_ratings, strict=True):
            rating_of_person[person] = [one.mu, one.sigma]
            count[person] = count.get(person, 0) + 1
    return {
        person: Skill(round(mu), round(sigma), count[person])
        for person, (mu, sigma) in rating_of_person.items()
    }
