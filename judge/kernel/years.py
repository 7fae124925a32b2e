"""Years as phases write them: "1901", "12", "300BC"; before Christ they count down, without a 0."""

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
"""As phases name them."""


def number(text: str) -> int:
    """The year as a number, below 0 before Christ; raises ValueError for no year."""
    year = int(text.removesuffix("BC"))
    return -year if text.endswith("BC") else year


def write(year: int) -> str:
    """The year as it stands in a phase's id."""
    return f"{-year}BC" if year < 0 else f"{year}"


def say(year: int) -> str:
    """The year as people read it: "300 BC"."""
    return f"{-year} BC" if year < 0 else f"{year}"


def after(year: int, step: int) -> int:
    """The year ``step`` years later; 1 BC is followed by 1."""
    later = year + step
    return later + 1 if year < 0 <= later else later
