"""Permissions to pass: what a power may allow, and whom."""

from tests.mechanics.boards import engine


def test_a_power_may_let_all_others_pass_where_it_stands_and_not_itself() -> None:
    world = engine("1930s-world")
    state = world.position({"phase": "S1931M", "units": {"France": ["A PAR"]}})
    offered = [
        choice.order
        for choice in world.legal_orders(state, "France")
        if choice.order.startswith("ALLOW")
    ]
    others = [power for power in world.powers if power != "France"]
    assert sorted(offered) == sorted(f"ALLOW {guest} AT PAR" for guest in ("ALL", *others))
