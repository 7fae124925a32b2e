"""Nothing that somebody alone may know reaches a picture: its job, its SVG, any of its layers."""

import re
from typing import Any

import pytest

from judge.catalog import variant as catalog
from judge.game.readers import views
from judge.game.terms import tables
from judge.kernel.dice import SecretDice
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.notice import Facts, Notice, View
from judge.report import plates
from judge.report.picture import drawing, job, motif
from tests import folders
from tests.game.world import World

CANARY = "Kanarienvogel"
LAYERS = ("ground", "borders", "supports", "moves", "names", "units", "marks", "legend")


def drawn(variant: str, view: View) -> str:
    """All that is told of a view to those who draw it and those who look at it."""
    facts = Facts(game="alpha", variant=variant)
    notice = Notice("key", "a@players.example", "results", facts, views=(view,), maps="svg")
    (plate,) = plates.plates(notice)
    return plate.job.decode() + plate.alt + plate.text + job.draw(plate.job).decode()


def start(variant: str) -> dict[str, Any]:
    """The position in which a game of a variant begins, as an onlooker knows it."""
    engine = catalog.load(variant).engine
    state = engine.start({}, SecretDice(b"x" * 32, "alpha")).state
    return engine.request(engine.known_state(state, ""))


@pytest.mark.parametrize("variant", folders.ALL)
def test_what_a_position_holds_beside_the_board_is_not_drawn(variant: str) -> None:
    """A canary in every key that a picture has no business to read."""
    board = start(variant)
    known = {"units", "centers", "dislodged", "state", "phase", "variant", "id"}
    secret = {
        key: {CANARY: [CANARY]} for key in ("influence", "points", "bids", "memory", "banned")
    }
    sung = {**board, "notes": CANARY, "state": {**board.get("state", {}), **secret}}
    sung |= {key: CANARY for key in board if key not in known}
    assert CANARY not in drawn(variant, View("Spring", sung))


@pytest.mark.parametrize("variant", folders.ALL)
def test_what_is_told_to_one_reader_is_not_drawn(variant: str) -> None:
    """Not even by mistake: an event of another audience is refused, its mail goes without a map."""
    found = catalog.load(variant)
    rows = [{"power": CANARY, "unit": "A AAA", "order": "A AAA H", "verdict": "stands"}]
    for audience in (GM, found.engine.powers[0]):
        with pytest.raises(ValueError, match="public"):
            motif.make_orders_scene(
                variant, found.map, start(variant), [Event("results", {"rows": rows}, audience)], ""
            )


@pytest.mark.parametrize("variant", folders.ALL)
def test_of_public_events_only_orders_and_combats_are_drawn(variant: str) -> None:
    """Bids, points, purses and press never, whoever may read them."""
    kinds = ("influence-bids", "influence-mine", "bid-summary", "own-budget", "d100-own-orders",
             "d100-own-points", "d100-allocations", "press", "note")  # fmt: skip
    events = tuple(
        Event(kind, {"rows": [{"power": CANARY, "unit": CANARY}]}, PUBLIC) for kind in kinds
    )
    assert CANARY not in drawn(variant, View("Spring", start(variant), events))


def controlled(options: dict[str, bool], *powers: str) -> View:
    """1930s World with Turkey under the control of these."""
    engine = catalog.load("1930s-world").engine
    state = engine.position(
        {
            "phase": "S1932M",
            "units": {"Italy": ["A ROM"], "Turkey": ["F ANK"]},
            "centers": {"Italy": ["ROM"], "Turkey": ["ANK"]},
            "options": options,
            "state": {
                "control": {"Turkey": list(powers)},
                "influence": {"Turkey": {power: {power: 9} for power in powers}},
                "betrayers": list(powers),
                "banned": {"Turkey": list(powers)},
            },
        }
    )
    return View("Spring", engine.request(engine.known_state(state, "")))


def test_hidden_control_leaves_no_trace_in_any_layer() -> None:
    """Twins that differ in nothing but who controls Turkey are the same picture, byte for byte."""
    hidden = {"hidden": True}
    with_italy, with_nobody = controlled(hidden, "Italy"), controlled(hidden)
    first, second = (drawn("1930s-world", view) for view in (with_italy, with_nobody))
    assert first == second
    for layer in LAYERS:
        assert f'id="m{layer}"' in first


def test_open_control_is_hatched_in_the_controllers_colour() -> None:
    assert "url(#mq" in drawn("1930s-world", controlled({"hidden": False}, "Italy"))
    assert "url(#mq" not in drawn("1930s-world", controlled({"hidden": False}))


@pytest.mark.parametrize(
    ("variant", "power", "line"),
    [("1930", "Germany", "DEPLOY L5 BER"), ("1930s-world", "Italy", "BID 7 Turkey"),
     ("1936", "Germany", "DP 1: A AUS H"), ("standard", "Austria", "A Vie - Gal")],
)  # fmt: skip
def test_orders_that_wait_are_not_on_the_board(
    world: World, variant: str, power: str, line: str
) -> None:
    """Deployments, bids, points and moves: before they are told the board is as it was."""
    world.begun("alpha", variant=variant)

    def board() -> str:
        return drawn(variant, views.of_board(tables.load(world.game())))

    before = board()
    world.order(power, line)
    assert board() == before


def test_two_pictures_can_stand_in_one_page() -> None:
    """Their ids differ by the mark that each is given."""
    found = catalog.load("standard")
    shown = motif.make_board_scene("standard", found.map, start("standard"), "Spring")
    pages = [
        set(re.findall(r' id="([^"]*)"', drawing.svg(shown, found.folder, found.map, mark=mark)))
        for mark in ("a", "b")
    ]
    assert pages[0]
    assert not pages[0] & pages[1]
