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


def test_where_units_pass_a_support_is_still_not_cut_by_whom_it_attacks() -> None:
    answer = engine("1900").adjudicate(
        {
            "phase": "S1901M",
            "units": {"France": ["A PAR", "A MAR"], "Germany": ["A BUR"]},
            "orders": {
                "France": ["A PAR S A MAR - BUR", "A MAR - BUR"],
                "Germany": ["A BUR - PAR"],
            },
        }
    )
    verdicts = {row["unit"]: row["verdict"] for row in answer["results"]}
    assert verdicts == {"A PAR": "given", "A MAR": "succeeds", "A BUR": "fails dislodged"}
