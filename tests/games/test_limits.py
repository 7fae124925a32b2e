"""How long mails are: receipts fit a phone's screen, results leave room for what their reader asks.

The results are those of the first years of the recorded games (tests/games); a line that tells
what became of a unit's order is one that nobody would miss, all others are counted.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.game.world import World
from tests.games import script
from tests.games.test_games import GAMES, played
from tests.games.test_scripts import Play, address

WIDE, HIGH = 60, 25
"""A phone's screen."""
_OF_UNIT = re.compile(
    r"^(?:[A-Z][a-zA-Z ]+ {2,7}|  \d(?:\+\d)? {2,3}| {2,10})"
    r"(?:[AFPLN]\d? [A-Z]{3}|STACK |BID |Build |Remove |ALLOW |SPLIT ).*"
    r"(?: {2,}(?:holds|succeeds|fails|given|cut|carries|available|disrupted|void|invalid|illegal"
    r"|sorties|retreats|counts|does not count|carried out|not carried out|tied)\b|, [LNA]\d )"
)
"""A line that tells what became of a unit's order."""
_LIMITS = {"solo": 25, "draw": 25, "years-1936": 35, "years-1930s-world": 45}
_FIRST_YEAR = {"solo": 5, "draw": 4, "years-1936": 3, "years-1930s-world": 4}
"""Of how many phases a game's first year is made."""
_MONTH = 130
"""The lines of a month of 1930! beside those of its units: every fight once."""


def shown(text: str) -> int:
    """The lines that a text takes on a phone."""
    return sum(max(1, -(-len(line) // WIDE)) for line in text.rstrip("\n").split("\n"))


def spare(text: str) -> int:
    """The lines of results before the order form that tell of no unit's order."""
    before = re.split(r"\n(?:ORDER FORM|Receipts of|Send HELP)", text, maxsplit=1)[0].split("\n")
    return sum(not _OF_UNIT.match(line) for line in before)


def by_script(game: str, home: Path) -> Iterator[str]:
    """The results of a scripted game's first year, as players read them."""
    told, world = script.load(GAMES / game / "game.txt"), Play(home)
    world.begin(told)
    for scene in told.scenes[: _FIRST_YEAR[game]]:
        for mail in world.play(scene):
            if mail.subject.endswith("results") and mail.to != address("GM"):
                yield mail.text


def by_mail(game: str, home: Path, passes: int) -> Iterator[str]:
    """The same of a game that was recorded mail by mail, of so many passes that sent results."""
    world, seen = World(home), 0
    for _, sent in played(world, GAMES / game):
        results = [mail for mail in sent if mail.subject.endswith("results")]
        yield from (mail.text for mail in results if not mail.to.startswith(("gm@", "ruth@")))
        seen += bool(results)
        if seen == passes:
            return


def test_an_answer_to_a_perfect_mail_of_five_orders_fits_a_phone(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.begun("alpha", variant="1936", players=7)
    lines = "A Alg H\nA Bei - Pal\nA Mar - Bur\nA Par S A Mar - Bur\nF Bre - Bob\nNO POINTS"
    answer = world.order("France", lines)
    assert "All your orders are in." in answer.text
    assert shown(answer.text) <= HIGH


@pytest.mark.parametrize("game", ["years-1936", "years-1930s-world"])
def test_results_of_scripted_games_are_short(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", b"alpha".ljust)
    found = [spare(text) for text in by_script(game, tmp_path / "spool")]
    assert len(found) >= 10
    assert max(found) <= _LIMITS[game]


@pytest.mark.parametrize("game", ["solo", "draw"])
def test_results_of_standard_are_short(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", game.encode().ljust)
    found = [spare(text) for text in by_mail(game, tmp_path / "spool", _FIRST_YEAR[game])]
    assert len(found) >= 10
    assert max(found) <= _LIMITS[game]


def test_a_month_of_1930_tells_each_fight_once_the_own_ones_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", b"year-1930".ljust)
    told = list(by_mail("year-1930", tmp_path / "spool", 4))
    assert max(map(spare, told)) <= _MONTH
    for text in told:
        fights = re.findall(r"^  COMBAT in .+? segment \d", text, re.MULTILINE)
        assert len(fights) == len(set(fights))
        assert "THE THROWS" not in text
        if "\nFIGHTS" in text and "\nYOUR FIGHTS" in text:
            assert text.index("\nYOUR FIGHTS") < text.index("\nFIGHTS")
