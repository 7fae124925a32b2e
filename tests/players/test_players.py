"""What computer players do on every board: legal orders, the same again, by public facts."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from judge.catalog import variant as catalog
from judge.kernel.dice import SecretDice
from judge.rules import computers
from judge.rules.computers import reflex
from judge.rules.computers.view import View
from judge.rules.d100.build import D100
from judge.rules.dip.build import DipEngine
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.move import Move
from tests import folders
from tests.play import games

KINDS = games.KINDS
IDS = [f"{name} {' '.join(options)}".strip() for name, options in KINDS]
PHASES = 16
REFUSED = ("illegal", "invalid")


def moved(engine: Any, state: Any, seed: str = "players") -> dict[str, tuple[str, ...]]:
    """What Steady orders for everybody."""
    return {power: computers.orders(engine, state, power, seed) for power in engine.powers}


@pytest.mark.sweep(6)
@pytest.mark.parametrize(("name", "options"), KINDS, ids=IDS)
def test_steady_gives_legal_orders_that_answer_every_task(
    name: str, options: Mapping[str, Any]
) -> None:
    """Among its own kind nothing is refused; what others may bring about can't be known before."""
    engine = catalog.load(name).engine
    dice = SecretDice(b"players", name)
    state = engine.start(options, dice).state
    for _ in range(PHASES):
        given = moved(engine, state)
        kind = engine.phase(state).kind
        for power in engine.powers:
            told = engine.standing(state, power, given[power])
            assert not told.void, (power, given[power], told.void)
            if kind in ("movement", "retreat", "deployment"):
                assert told.complete, (power, given[power], told.tasks)
        turn = engine.turn(state, given, dice)
        all_rows = [row for event in turn.events for row in event.data.get("rows", ())]
        refused = [
            row for row in all_rows if isinstance(row, dict) and row.get("verdict") in REFUSED
        ]
        unforeseen = {
            row["order"]
            for row in refused
            if "fallen" in row["reason"] or "Coalition" in row["reason"]
        }
        for row in refused:
            helped = row["order"].partition(" S ")[2]
            assert not unforeseen.isdisjoint((row["order"], helped)), row
        state = turn.state
        if turn.winners:
            break


@pytest.mark.parametrize(("name", "options"), KINDS, ids=IDS)
def test_the_quiet_turn_leads_where_the_turn_does(name: str, options: Mapping[str, Any]) -> None:
    engine = catalog.load(name).engine
    dice, wild = SecretDice(b"quiet", name), Random(name)
    state = engine.start(options, dice).state
    for _ in range(12):
        given = games.orders(engine, state, wild)
        after = engine.turn(state, given, dice)
        assert engine.advance(state, given, dice) == after.state
        state = after.state
        if after.winners:
            break


@pytest.mark.parametrize("name", folders.each_kind_of("dip"))
def test_no_unit_works_against_its_own_side(name: str) -> None:
    """No two go to one space, none where an own unit stays, and supports match what is done."""
    engine = catalog.load(name).engine
    assert isinstance(engine, DipEngine)
    board = engine.game.board
    state = engine.start({}, SecretDice(b"own", name)).state
    for _ in range(24):
        given = moved(engine, state)
        for power in engine.powers if state.phase[-1] == "M" else ():
            read = [engine.game.notation.order(text) for text in given[power]]
            own = {order.space: order for order in read if order.space >= 0}
            spaces = [order.to for order in read if isinstance(order, Move)]
            assert len(spaces) == len(set(spaces)), given[power]
            for order in own.values():
                doubt = order.doubt(
                    {at: board.unit_at(one.arm, one.loc) for at, one in own.items()}, own, board
                )
                assert not doubt, (order.text, doubt)
        state = engine.advance(state, given, SecretDice(b"own", name))


def test_the_same_move_is_made_again_and_another_game_makes_others() -> None:
    engine = catalog.load("standard").engine
    state = engine.start({}, SecretDice(b"", "")).state
    for level in computers.LEVELS:
        once = computers.orders(engine, state, "Russia", "a", level=level, budget=12)
        assert once == computers.orders(engine, state, "Russia", "a", level=level, budget=12)
    assert len({computers.orders(engine, state, "Russia", seed) for seed in "abcdefgh"}) > 1


def test_hidden_points_and_control_change_no_computers_orders() -> None:
    """1930s World with hidden control: others' stacks are not read."""
    engine = catalog.load("1930s-world").engine
    state = engine.start({"hidden": True}, SecretDice(b"", "")).state
    boxes = {"Poland": {"Germany": {"Germany": 9}}, "Turkey": {"Russia": {"Russia": 4}}}
    other = replace(state, memory={**state.memory, "influence": boxes})
    for power in ("England", "France", "China"):
        assert computers.orders(engine, state, power, "x") == computers.orders(
            engine, other, power, "x"
        )


def test_points_and_pieces_of_others_change_no_computers_orders_in_1930() -> None:
    engine = catalog.load("1930").engine
    assert isinstance(engine, D100)
    dice = SecretDice(b"-" * 32, "1930")
    state = engine.start({}, dice).state
    for _ in range(2):
        dealt = replace(state, assign={**state.assign, "Spain": {"L3": "Italy", "N2": "Italy"}})
        if state.phase.endswith("N"):
            mine = {minor: dict(row) for minor, row in state.assign.items()}
            mine.pop("Spain", None)
            without = replace(state, assign=mine)
            assert _of_france(engine, dealt) == _of_france(engine, without)
        state = engine.turn(state, {}, dice).state
    bribed = replace(state, points={"Spain": {"Germany": 125}})
    assert _of_france(engine, bribed) == _of_france(engine, state)


def _of_france(engine: D100, state: Any) -> tuple[str, ...]:
    return computers.orders(engine, state, "France", "x")


def test_steady_beats_those_who_hold_in_a_few_years() -> None:
    engine = catalog.load("standard").engine
    state = engine.start({}, SecretDice(b"", "")).state
    while not engine.phase(state).id.startswith("S1906"):
        given = {"France": computers.orders(engine, state, "France", "x")}
        state = engine.advance(state, given, SecretDice(b"", ""))
    assert engine.worth(state)["France"] >= 10


def test_steady_wins_values_in_1930_against_those_who_hold() -> None:
    engine = catalog.load("1930").engine
    dice = SecretDice(b"-" * 32, "1930")
    state = engine.start({}, dice).state
    for _ in range(9):
        state = engine.turn(
            state, {"Italy": computers.orders(engine, state, "Italy", "x")}, dice
        ).state
    assert engine.worth(state)["Italy"] >= 300


@pytest.mark.parametrize("level", computers.LEVELS)
def test_the_attack_that_wins_a_centre_is_found(level: str) -> None:
    """Two armies against one, which holds: all centres have owners, Munich is near, it is taken."""
    engine = catalog.load("standard").engine
    assert isinstance(engine, DipEngine)
    state: State = engine.position(
        {
            "phase": "F1901M",
            "units": {"France": ["A BUR", "A RUH"], "Germany": ["A MUN"]},
            "centers": {
                "Austria": ["VIE", "BUD", "TRI", "SER", "GRE"],
                "England": ["LON", "LVP", "EDI", "NWY", "SWE"],
                "France": ["PAR", "BEL", "MAR", "HOL", "KIE", "BRE", "SPA", "POR"],
                "Germany": ["MUN", "BER", "DEN"],
                "Italy": ["ROM", "VEN", "NAP", "TUN"],
                "Russia": ["MOS", "WAR", "STP", "SEV", "RUM"],
                "Turkey": ["CON", "ANK", "SMY", "BUL"],
            },
        }
    )
    found = computers.orders(engine, state, "France", "x", level=level, budget=60)
    after = engine.advance(state, {"France": found, "Germany": ["A MUN H"]}, SecretDice(b"", ""))
    while after.phase.startswith("F"):
        after = engine.advance(after, {}, SecretDice(b"", ""))
    assert engine.worth(after)["France"] == 9


def test_a_view_counts_who_reaches_what() -> None:
    engine = catalog.load("standard").engine
    assert isinstance(engine, DipEngine)
    state = engine.start({}, SecretDice(b"", "")).state
    view = View(engine, state)
    black_sea = engine.game.board.loc_of["BLA"]
    assert view.pressure[black_sea] == {"Russia": 1, "Turkey": 1}
    assert view.against(black_sea, "Turkey") == 1
    assert len(reflex.orders(view, "Turkey", Random(1))) == 3
