"""Cases by mail: a game is put into a case's position, its orders are mailed, all are told."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from judge import resources
from judge.game.terms import tables
from judge.game.turn import phase
from judge.kernel.engine import Turn
from judge.store import games, turns
from judge.store.record import OVER
from tests.game.world import MINUTE, Sent
from tests.mechanics.test_by_mail import Table, mail_of

Case = Mapping[str, Any]


class Position(Table):
    """A judge with one game that stands as a case says."""

    def __init__(self, home: Path, case: Case) -> None:
        super().__init__(home, case["in"]["variant"], "early=no")
        engine = self.engine()
        with engine.begin() as db:
            game = games.find_named(db, "alpha")
            assert game is not None
            state = tables.load(game).engine.position(case["in"])
            phase.open_phase(db, self.house(), game, Turn(state, ()))
        engine.dispose()

    def play(self, case: Case) -> dict[str, Sent]:
        """Mail each seat's orders, let the deadline come; the last mail to each reader."""
        given = case["in"]["orders"]
        at = tables.load(self.game())
        for seat in at.powers:
            mine = at.engine.speaks_for(at.state, seat)
            lines = [line for power in mine for line in given.get(power, ())]
            if lines:
                self.mail(mail_of(seat), "\n".join(lines), to=self.address(seat))
        self.run()
        due = self.game().deadline
        sent = self.run(due + MINUTE) if due else []
        return {one.to: one for one in sent}

    def verdicts(self) -> dict[str, str]:
        """What became of each unit's order in the phase that was played."""
        number, engine = self.game().id, self.engine()
        with engine.begin() as db:
            (turn,) = turns.of_game(db, number)
        engine.dispose()
        told = [event.data for event in turn.events if event.kind in ("results", "minors")]
        return {row["unit"]: row["verdict"] for data in told for row in data["rows"]}


def case_of(name: str) -> Case:
    """The case with this id."""
    folder = resources.root("variants") / name.partition("-")[0] / "cases"
    for path in folder.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            case: Case = json.loads(line)
            if case["id"] == name:
                return case
    raise LookupError(name)


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    "name",
    [
        "1900-C44",
        "1900-C45",
        "1900-C46",
        "1926-C36",
        "1926-C37",
        "1936-C062",
        "1936-C063",
        "1936-C064",
        "1936-C065",
        "1936-C066",
    ],
)
def test_who_has_won_is_told_to_all_and_who_has_not_plays_on(name: str, tmp_path: Path) -> None:
    case = case_of(name)
    world = Position(tmp_path / "spool", case)
    told = world.play(case)
    winner, game = case["expect"]["winner"], world.game()
    assert (game.winners, game.status == OVER) == ((winner,) if winner else (), bool(winner))
    said = f"{winner} wins the game" if winner else "Next: Winter"
    assert all(said in one.flat for one in told.values())
    assert len(told) == len(tables.load(game).powers) + 1


@pytest.mark.parametrize("name", ["1900-C30", "1936-C002", "1926-C04"])
def test_what_a_case_says_comes_of_its_orders_by_mail(name: str, tmp_path: Path) -> None:
    case = case_of(name)
    world = Position(tmp_path / "spool", case)
    told = world.play(case)
    for unit, verdict in case["expect"]["results"].items():
        assert world.verdicts()[unit] == verdict
    for deed in case["expect"].get("minors", {}).values():
        assert all(deed in one.text for one in told.values())
