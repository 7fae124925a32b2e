"""Which tests could see a fault: for each part of the program its own, then those that use it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

_ENGINES = (
    "tests/mechanics/test_cases.py",
    "tests/mechanics/test_disorder.py",
    "tests/mechanics/test_bidding.py",
    "tests/mechanics/test_data_only.py",
    "tests/mechanics/test_warnings.py",
    "tests/world",
    "tests/report/test_words.py",
    "tests/catalog",
)
_MAILS = ("tests/game", "tests/games", "tests/report")

PARTS: Mapping[str, Sequence[str]] = {
    "dip": ("tests/dip", *_ENGINES),
    "d100": (
        "tests/d100/test_cases.py",
        "tests/d100/test_tables.py",
        "tests/d100/test_notation.py",
        "tests/d100/test_reading.py",
        "tests/d100/test_standing.py",
        "tests/d100/test_typed.py",
        "tests/d100/test_telling.py",
        "tests/d100/test_engine.py",
        "tests/games/test_games.py::test_a_game_by_mail_goes_as_written[year-1930]",
        "tests/d100",
    ),
    "mechanics": (*_ENGINES, "tests/mechanics", "tests/games/test_scripts.py"),
    "language": (
        "tests/language",
        "tests/meaning",
        "tests/dip/test_reading.py",
        "tests/mechanics/test_reading_points.py",
        "tests/d100/test_typed.py",
        "tests/game/test_contradictions.py",
        "tests/game/test_receipts.py",
    ),
    "kernel": ("tests/kernel", "tests/dip", "tests/d100/test_cases.py", "tests/game", "tests/mail"),
    "mail": ("tests/mail", "tests/game"),
    "catalog": ("tests/catalog", "tests/language", "tests/mechanics/test_by_mail.py", "tests/game"),
    "report": ("tests/report", "tests/mechanics/test_wording.py", "tests/game", "tests/games"),
    "store": _MAILS,
    "home": ("tests/keeper", "tests/game"),
    "post": (*_MAILS, "tests/keeper"),
    "game": _MAILS,
    "desk": _MAILS,
    "commands": _MAILS,
    "clerk": (*_MAILS, "tests/keeper"),
    "batch": (*_MAILS, "tests/keeper"),
    "health": ("tests/keeper", "tests/game"),
    "keeper": ("tests/keeper", "tests/game/test_cli.py"),
    "line": ("tests/keeper", "tests/game/test_cli.py"),
    "site": ("tests/site", "tests/screens"),
    "picture": ("tests/picture",),
    "cartography": ("tests/picture",),
    "players": ("tests/players", "tests/game/test_computers.py"),
}
"""The parts that have a sample, and the tests of each, quick ones first."""


def tests(root: Path, part: str, module: str) -> list[str]:
    """The tests of a part for one module: of each folder those first that speak most of it.

    That is by how often its name stands in their text, as a word or as part of one.
    """
    path = Path(module)
    stem = (path.parent.name if path.stem == "__init__" else path.stem).rstrip("s").lower()

    def silence(file: Path) -> float:
        text = file.read_text(encoding="utf-8").lower()
        return -(text.count(stem) + 50 * (stem in file.stem)) / (len(text) + 4000)

    ranked: list[str] = []
    for named in PARTS[part]:
        files = sorted((root / named).rglob("test_*.py"), key=lambda file: (silence(file), file))
        ranked += [str(file.relative_to(root)) for file in files] or [named]
    return list(dict.fromkeys(ranked))
