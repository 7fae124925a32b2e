"""All six games are played by random players, told and worded: nothing raises, all adds up."""

from pathlib import Path
from random import Random

import pytest

from judge.catalog import variant
from judge.rules.computers import reflex
from judge.rules.computers.view import View
from judge.rules.dip.build import DipEngine
from tests.play import by_mail, games, language
from tests.play.games import KINDS, FailedError, Moment
from tests.play.laws import BrokenError, hold
from tests.play.shrink import shortest

GAMES, PHASES = 300, 4
PARTS = 10
CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


@pytest.mark.parametrize("part", range(PARTS))
def test_games_of_random_players_are_played_and_told(part: int) -> None:
    """Each kind of game in its turn; the longest see a winter and what follows."""
    for number in range(part, GAMES, PARTS):
        try:
            games.play(number, number, PHASES + number % 3)
        except FailedError as failed:
            pytest.fail(f"{failed.__cause__!r} in\n{shortest(failed).dump()}")


@pytest.mark.parametrize("number", [0, 9, 15])
def test_a_game_of_mixed_company_goes_by_mail(number: int) -> None:
    """Orders come in as mails of many lines; sheets, answers, deadlines and the audit are right."""
    done = by_mail.play(number, number, 3)
    assert done["games_by_mail"] == 1
    assert done["mails"] > done["phases"] == 3


def test_all_variants_and_their_options_are_played() -> None:
    assert {name for name, _ in KINDS} == set(variant.names())
    for name in variant.names():
        played = {option for kind, options in KINDS if kind == name for option in options}
        loaded = variant.load(name)
        assert played == set(loaded.engine.options) - set(loaded.fixed)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_phase_that_once_failed_is_played(path: Path) -> None:
    games.played(Moment.load(path.read_text()))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_computers_orders_for_it_are_read_as_they_are_written(path: Path) -> None:
    """The wildest plans are what Steady begins with."""
    moment = Moment.load(path.read_text())
    loaded = variant.load(moment.variant)
    assert isinstance(loaded.engine, DipEngine)
    view = View(loaded.engine, loaded.engine.load(moment.state))
    for number, power in enumerate(6 * loaded.engine.powers):
        lines = reflex.orders(view, power, Random(number), 0.8)
        language.check_same(loaded, view.state, power, lines)


def test_the_shortest_form_of_a_failure_has_only_what_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A law that forbids one unit to move leaves that unit and its order."""

    def forbidden(moment: Moment) -> None:
        try:
            hold("A PAR - BUR" not in moment.orders.get("France", ()), "Paris stays", "A PAR")
            hold(b"A PAR" in moment.state, "Paris is there")
        except BrokenError as error:
            raise FailedError(moment, error) from error

    monkeypatch.setattr("tests.play.shrink.played", forbidden)
    engine = variant.load("standard").engine
    state = engine.dump(
        engine.position({"phase": "S1901M", "units": {"France": ["A PAR", "A MAR"]}})
    )
    orders = {"France": ["A MAR H", "A PAR - BUR"], "Germany": ["A MUN H"]}
    with pytest.raises(FailedError) as failure:
        forbidden(Moment("standard", state, orders))
    found = shortest(failure.value)
    assert found.orders == {"France": ["A PAR - BUR"]}
    assert b"A MAR" not in found.state
