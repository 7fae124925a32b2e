"""How reliable people are: counted phase by phase, shown by STATS, asked for by some games."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from sqlalchemy import Connection

from judge.game.conduct import awaited
from judge.game.terms.customs import read_computers
from judge.game.terms.tables import Table
from judge.store import conduct, seats
from judge.store.conduct import Conduct
from judge.store.games import PlayedGame, list_of_variant, list_variants, list_variants_of
from judge.store.record import Game, Seat, Sheet

WON, DREW, SURVIVED, ELIMINATED = "won", "drew", "survived", "eliminated"
"""How a game can end for who plays to its end; "conceded" games are won by one."""


class Reputation(Struct, frozen=True):
    """Sums over somebody's games; ``results`` counts each result, most honourable first.

    ``finished`` are the games that he played to their end.
    """

    games: int
    finished: int
    on_time: int
    late: int
    missed: int
    excused: int
    results: Mapping[str, int]

    @property
    def share(self) -> int:
        """Phases on time in per cent, rounded down; 100 for who has not played yet."""
        phases = self.on_time + self.late + self.missed
        return 100 * self.on_time // phases if phases else 100

    @property
    def counts(self) -> dict[str, int]:
        """All but the results, by name."""
        return {name: getattr(self, name) for name in COUNTS}


COUNTS = ("games", "finished", "on_time", "late", "missed", "excused", "share")
FINISHED = (WON, DREW, SURVIVED, ELIMINATED)
ORDER = (*FINISHED, conduct.RESIGNED, conduct.EJECTED, conduct.LOST)


def mark_phase(db: Connection, table: Table, sheet_of: Mapping[str, Sheet]) -> None:
    """Mark the phase that closes for everybody who had something to decide in it.

    What somebody plays alone against computers says nothing of how reliable he is to others.
    """
    all_seats = seats.of_game(db, table.game.id)
    if awaited.is_alone(table.game, all_seats):
        return
    marks = {}
    for seat in all_seats:
        sheet = sheet_of.get(seat.power)
        if seat.person is None or sheet is None or not awaited.owed_counts(table, sheet):
            continue
        mark = conduct.ON_TIME if sheet.entries else conduct.MISSED
        if awaited.has_late_orders(table.game, sheet):
            mark = conduct.LATE
        marks[seat.person, seat.power] = mark
    conduct.mark(db, table.game.id, table.game.number, marks)


def store_result(db: Connection, seat: Seat, result: str) -> None:
    """Store how the player of a seat has lost it or given it up; "": he has it, perhaps again."""
    if seat.person is not None:
        conduct.end(db, seat.person, seat.game, seat.power, result)


def store_results(db: Connection, table: Table) -> None:
    """Store how a game that is over ended for each of its players."""
    alive = table.engine.survivors(table.state) if table.state is not None else ()
    all_seats = seats.of_game(db, table.game.id)
    if awaited.is_alone(table.game, all_seats):
        return
    for seat in all_seats:
        if seat.power:
            store_result(db, seat, find_result(table.game, seat.power, alive))


def find_result(game: Game, power: str, alive: Sequence[str]) -> str:
    """How a game that is over has ended for one of its powers."""
    if power in game.winners:
        return DREW if game.outcome == "draw" else WON
    return SURVIVED if power in alive else ELIMINATED


def sum_up(conducts: Sequence[Conduct]) -> Reputation:
    """The sums over somebody's play."""
    results = [one.result for one in conducts]
    return Reputation(
        games=len({one.game for one in conducts}),
        finished=len({one.game for one in conducts if one.result in FINISHED}),
        on_time=sum(one.on_time for one in conducts),
        late=sum(one.late for one in conducts),
        missed=sum(one.missed for one in conducts),
        excused=sum(one.excused for one in conducts),
        results={result: results.count(result) for result in ORDER if result in results},
    )


MEAN, DOUBT = 1500, 500
"""A newcomer's number, and how far off it may well be."""
FIRST, SECOND = 1, 2
"""The ranks: who won or shared a draw, and all others alike, out of the game or not."""
_COUNTED = frozenset({"solo", "draw", "concession", "allied"})
"""Outcomes on which the players' play decided; what was terminated or cancelled says nothing."""

Ranks = tuple[tuple[int, int], ...]
"""A game as the method sees it: each person with his rank."""


class Skill(Struct, frozen=True):
    """Somebody's number in one variant, how far off it may be, and of how many games it is made."""

    rating: int = MEAN
    doubt: int = DOUBT
    games: int = 0


NEWCOMER = Skill()


def list_counted(db: Connection, variant: str) -> list[PlayedGame]:
    """The games of a variant of which figures are made, in the order in which they ended.

    Two people at least have played it, without computers from the start: so no game of one person
    counts, and no table at which nobody has a seat.
    """
    return [
        one
        for one in list_of_variant(db, variant)
        if one.outcome in _COUNTED and len(one.results) > 1 and not read_computers(one.computers)[0]
    ]


def skills_in_variant(db: Connection, variant: str) -> Mapping[int, Skill]:
    """Everybody who has a number in a variant, by person.

    Of the games that count those in which somebody did better than another. Who left a game before
    its end has lost it.
    """
    decided = []
    for game in list_counted(db, variant):
        ranks = tuple(
            (person, SECOND if {WON, DREW}.isdisjoint(had) else FIRST)
            for person, had in game.results.items()
        )
        if {rank for _, rank in ranks} == {FIRST, SECOND}:  # a draw of all ranks nobody
            decided.append(ranks)
    return _rate(tuple(decided))


def skills_of_everybody(db: Connection) -> Mapping[int, Mapping[str, Skill]]:
    """The numbers of all who have one, by variant: each game is read once."""
    skills_of_person: dict[int, dict[str, Skill]] = {}
    for name in list_variants(db):
        for person, skill in skills_in_variant(db, name).items():
            skills_of_person.setdefault(person, {})[name] = skill
    return skills_of_person


def skills_of_person(db: Connection, person: int) -> Mapping[str, Skill]:
    """Somebody's numbers, by variant."""
    skills_of = {name: skills_in_variant(db, name) for name in list_variants_of(db, person)}
    return {name: skills[person] for name, skills in skills_of.items() if person in skills}


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
