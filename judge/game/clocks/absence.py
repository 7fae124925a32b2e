"""Absences: which days are meant, and how many a player has left."""

from contextlib import suppress
from datetime import date, timedelta

from sqlalchemy import Connection

from judge.game.terms.dates import read_days
from judge.game.terms.tables import Table
from judge.kernel import limits
from judge.kernel.days import Day, Days, day_text, years
from judge.kernel.errors import DoubtError, InputError
from judge.store import games


def ends(stretch: Days) -> tuple[date, date]:
    """The first and the last day of a stretch that has its years."""
    first, last = stretch.first, stretch.last
    return date(first.year, first.month, first.day), date(last.year, last.month, last.day)


def read(text: str, today: date) -> Days:
    """The days that are typed, with their years. Raises InputError; DoubtError with what works."""
    try:
        return stretch(read_days(text, today), today)
    except DoubtError as doubt:
        works = []
        for one in doubt.meant:
            with suppress(InputError):
                stretch(read_days(one, today), today)
                works.append(one)
        raise DoubtError(str(doubt), works) from None


def tell(days_away: Days) -> str:
    """A stretch in words with its weekdays: "from Thu 3 Dec to Mon 7 Dec"."""
    first, last = ends(days_away)
    if first == last:
        return f"on {day_text(first)}"
    return f"from {day_text(first)} to {day_text(last)}"


def stretch(dates: Days, today: date) -> Days:
    """The days that are meant: without a year the next ones, and none before today.

    Raises InputError for days that are over, or too far ahead to be meant.
    """
    dates_meant = dates
    if not dates.first.year:
        year = today.year
        if _stretch_in_year(dates, year).last < Day(today.year, today.month, today.day):
            year += 1
        dates_meant = _stretch_in_year(dates, year)
    try:
        first, last = ends(dates_meant)
    except ValueError:
        raise InputError("29 Feb is not a day of that year.") from None
    if last < today:
        raise InputError("These days are over.")
    if last > today + limits.ABSENCE_AHEAD:
        raise InputError("This is more than a year ahead.")
    return Days.of(max(first, today), last)


def _stretch_in_year(dates: Days, year: int) -> Days:
    """A stretch of every year, in one that begins in ``year``."""
    turn = int(dates.last < dates.first)
    first = Day(year, dates.first.month, dates.first.day)
    return Days(first, Day(year + turn, dates.last.month, dates.last.day))


def check(db: Connection, table: Table, person: int, days_asked: Days) -> None:
    """Refuse an absence that is longer than what is left. Raises InputError with the numbers."""
    more = _list_days(days_asked) - _days(db, table, person)
    for year, _ in years(days_asked):
        new, has = sum(day.year == year for day in more), days_left(db, table, person, year)
        if new > has:
            raise InputError(
                f"These are {new} days of {year}, and of the {table.policy.absence} that each "
                f"player of {table.game.name} has in a year you have {has} left."
            )


def days_left(db: Connection, table: Table, person: int, year: int) -> int:
    """How many days of a year a player may still be away."""
    return max(0, table.policy.absence - sum(day.year == year for day in _days(db, table, person)))


def _days(db: Connection, table: Table, person: int) -> set[date]:
    """Every day of a player's absences, those that are over too."""
    own = [days for who, days in games.absences_of(db, table.game.id) if who == person]
    return {day for days in own for day in _list_days(days)}


def _list_days(stretch: Days) -> set[date]:
    """Every day of a stretch that has its years."""
    first, last = ends(stretch)
    return {first + timedelta(days=number) for number in range((last - first).days + 1)}
