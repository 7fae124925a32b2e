"""Reflex answers each phase with its own kind of orders, for all whom its seat orders."""

from random import Random

from judge.rules.computers import reflex
from tests.players.positions import at_start, look

SPAIN = {"units": {"France": ["A PAR"], "Spain": ["F MAD"]}, "centers": {"Spain": ["MAD"]}}


def test_each_phase_has_its_own_kind_of_orders() -> None:
    units = {"France": ["A PAR", "A BUR"]}
    view = look("standard", "S1901M", units=units, centers={"France": ["PAR"]})
    assert len(reflex.orders(view, "France", Random(0))) == 2
    view = look("standard", "W1901A", units=units, centers={"France": ["PAR"]})
    assert [line[-2:] for line in reflex.orders(view, "France", Random(0))] == [" D"]
    view = look("standard", "S1901R", units=units, dislodged={"France: A MUN": ["RUH"]})
    assert reflex.orders(view, "France", Random(0)) == ["A MUN R RUH"]
    bids = reflex.orders(at_start("1930s-world"), "France", Random(0))
    assert bids
    assert all(line.startswith("BID ") for line in bids)


def test_what_one_orders_with_others_holds_and_what_one_orders_alone_moves() -> None:
    shared = look(
        "1930s-world", "S1932M", **SPAIN, state={"control": {"Spain": ["France", "Italy"]}}
    )
    for side in ("France", "Italy"):
        assert "F MAD H" in reflex.orders(shared, side, Random(0))
    assert "F MAD H" not in reflex.orders(shared, "Germany", Random(0))
    alone = look("1930s-world", "S1932M", **SPAIN, state={"control": {"Spain": ["France"]}})
    lines = reflex.orders(alone, "France", Random(0))
    assert len(lines) == 2
    assert "F MAD H" not in lines


def test_without_noise_the_dice_alone_decide_and_with_it_plans_stray() -> None:
    view = at_start("standard")
    plain = {tuple(reflex.orders(view, "France", Random(seed))) for seed in range(20)}
    stray = {tuple(reflex.orders(view, "France", Random(seed), 1.5)) for seed in range(20)}
    assert len(stray) > len(plain)
