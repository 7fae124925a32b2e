"""Days as people write them."""

from datetime import date

import pytest

from judge.game.terms.dates import read_dates, read_days, read_weekdays
from judge.kernel.days import Day, Days, weekday_names, years
from judge.kernel.errors import InputError


@pytest.mark.parametrize(
    "text",
    [
        *("24 Dec", "24. Dec", "24 december", "24th of December", "Dec 24", "December 24th"),
        *(
            "24.12.",
            "12/24",
            "24/12",
            "24 Dez",
            "24 décembre",
            "24 de diciembre",
            "24 dic",
            "24 dec",
        ),
    ],
)
def test_a_day_of_every_year_has_many_forms(text: str) -> None:
    assert read_days(text).first == Day(0, 12, 24)


@pytest.mark.parametrize(
    "text", ["2026-05-01", "1 May 2026", "May 1, 2026", "1.5.2026", "01.05.2026"]
)
def test_a_day_of_one_year_has_many_forms(text: str) -> None:
    assert read_days(text).first == Day(2026, 5, 1)


@pytest.mark.parametrize(
    "text",
    ["13/24", "24", "31 Feb", "2026-02-29", "30.2.", "24 Dec!?x", "ma 5", "13.13.", "", "٣ May"],
)
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is not a d(ate|ay)"):
        read_days(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("24 Dec - 2 Jan", "24 Dec to 2 Jan"),
        ("from 24 Dec to 2 Jan", "24 Dec to 2 Jan"),
        ("24.12. - 2.1.", "24 Dec to 2 Jan"),
        ("24 Dec until 2 Jan 2027", "24 Dec 2026 to 2 Jan 2027"),
        ("24 Dec 2026 to 2 Jan", "24 Dec 2026 to 2 Jan 2027"),
        ("2026-05-01..2026-05-07", "1 May to 7 May 2026"),
        ("2026-05-01 to 2026-05-07", "1 May to 7 May 2026"),
        ("3-7 May", "3 May to 7 May"),
        ("3 to 7 May 2026", "3 May to 7 May 2026"),
        ("1 May", "1 May"),
        ("2026-05-01", "1 May 2026"),
    ],
)
def test_a_stretch_of_days_is_shown_as_it_is_meant(text: str, shown: str) -> None:
    assert str(read_days(text)) == shown


@pytest.mark.parametrize("text", ["2026-05-07 to 2026-05-01", "1 May - 2 May - 3 May", "May", "-"])
def test_what_is_no_stretch_of_days_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_days(text)


@pytest.mark.parametrize(
    ("text", "day", "inside"),
    [
        ("24 Dec - 2 Jan", date(2026, 12, 23), False),
        ("24 Dec - 2 Jan", date(2026, 12, 24), True),
        ("24 Dec - 2 Jan", date(2031, 1, 2), True),
        ("24 Dec - 2 Jan", date(2031, 1, 3), False),
        ("1 May", date(2026, 5, 1), True),
        ("1 May", date(2026, 5, 2), False),
        ("1 May 2026 - 3 May 2026", date(2026, 5, 3), True),
        ("1 May 2026 - 3 May 2026", date(2027, 5, 3), False),
        ("29 Feb", date(2028, 2, 29), True),
    ],
)
def test_a_stretch_without_a_year_comes_every_year(text: str, day: date, *, inside: bool) -> None:
    assert (day in read_days(text)) == inside


def test_stretches_are_told_apart_by_commas() -> None:
    assert [str(one) for one in read_dates("24 Dec - 2 Jan, 1 May; 3-7 June")] == [
        "24 Dec to 2 Jan",
        "1 May",
        "3 Jun to 7 Jun",
    ]
    assert read_dates("none") == ()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Sat, Sun", "Sat, Sun"),
        ("sunday and saturday", "Sat, Sun"),
        ("weekends", "Sat, Sun"),
        ("Fri-Mon", "Mon, Fri, Sat, Sun"),
        ("sat sun", "Sat, Sun"),
        ("none", ""),
        ("Tu, Th", "Tue, Thu"),
    ],
)
def test_days_of_the_week_have_many_forms(text: str, shown: str) -> None:
    assert weekday_names(read_weekdays(text)) == shown


@pytest.mark.parametrize("text", ["someday", "s", "Sat, Sunny", "1", "Mon-fry"])
def test_what_is_no_day_of_the_week_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a day of the week"):
        read_weekdays(text)


def test_the_days_of_a_stretch_are_counted_year_by_year() -> None:
    stretch = Days.of(date(2026, 12, 30), date(2027, 1, 2))
    assert list(years(stretch)) == [(2026, 2), (2027, 2)]


def test_a_stretch_names_its_year_once_and_both_years_over_a_new_year() -> None:
    within, over = (
        Days.of(date(2026, 12, 30), last) for last in (date(2026, 12, 31), date(2027, 1, 2))
    )
    assert str(within) == "30 Dec to 31 Dec 2026"
    assert str(over) == "30 Dec 2026 to 2 Jan 2027"
