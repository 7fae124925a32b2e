"""Games that are over as the rating of skill looks at them: who was in each, and how he did."""

from collections.abc import Mapping

from sqlalchemy import Connection, func, select

from judge.store.dialect import member_of
from judge.store.record import OVER
from judge.store.schema import conduct, games, turns

Results = Mapping[int, tuple[str, ...]]
"""Person -> the results of all that he played in one game."""


def list_of_variant(db: Connection, variant: str) -> list[tuple[str, str, Results]]:
    """The games of a variant that are over, in the order of their last turns.

    Each with its outcome, its option ``computers``, and the results of its players.
    """
    last = select(func.max(turns.c.closed)).where(turns.c.game == games.c.id).scalar_subquery()
    option = member_of(games.c.options, "computers")
    query = select(games.c.id, games.c.outcome, option)
    query = query.where(games.c.variant == variant, games.c.status == OVER)
    game_of_number: dict[int, tuple[str, str, dict[int, tuple[str, ...]]]] = {}
    for number, outcome, computers in db.execute(query.order_by(last, games.c.id)):
        game_of_number[number] = (outcome, computers or "none", {})
    rows = select(conduct.c.game, conduct.c.person, conduct.c.result).join(games)
    rows = rows.where(games.c.variant == variant, games.c.status == OVER)
    for number, person, result in db.execute(rows.order_by(conduct.c.person, conduct.c.power)):
        _, _, result_of_person = game_of_number[number]
        result_of_person[person] = (*result_of_person.get(person, ()), result)
    return [one for one in game_of_number.values() if one[2]]


def list_variants(db: Connection) -> list[str]:
    """The variants of the games that are over, in order."""
    query = select(games.c.variant).where(games.c.status == OVER).distinct()
    return sorted(db.execute(query).scalars())


def list_variants_of(db: Connection, person: int) -> list[str]:
    """The variants of the games that are over and in which somebody played, in order."""
    query = select(games.c.variant).join(conduct, conduct.c.game == games.c.id)
    query = query.where(conduct.c.person == person, games.c.status == OVER)
    return sorted(set(db.execute(query).scalars()))
