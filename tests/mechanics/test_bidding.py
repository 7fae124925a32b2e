"""Diplomacy points as their payers and the game master are told of them."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.authoring import agreement
from judge.catalog import shelves, variant
from judge.kernel.dice import NoDice
from judge.kernel.engine import GM, Purse
from tests.mechanics.boards import engine, of_kind, seen_by, standing, start, turn

BIDS = {
    "Britain": ["DP 1: F NWY H"],
    "France": ["DP 3: A BEL H", "DP 2: A BOH H"],
    "Germany": ["A MUN - SWI", "DP 2: A AUS S A MUN - SWI"],
    "Italy": ["A MIL - SWI", "DP 2: A AUS S A MIL - SWI", "DP 1: A HUN - SVN"],
    "Poland": ["DP 1: A AUS S A MIL - SWI", "DP 1: A AUS - SVN"],
    "Soviet Union": ["DP 1: F NWY - NNS"],
    "Turkey": ["DP 2: A RUM H", "DP 2: A BUL H"],
}
NOTHING = "so these points back nothing."


def test_a_power_is_told_of_its_own_points_whether_they_were_carried_out() -> None:
    after = turn("1936", start("1936"), BIDS)
    (mine,) = of_kind(seen_by("1936", after, "Italy"), "own-points")
    assert (mine["turn"], mine["budget"], mine["used"]) == ("Spring 1936", 3, 3)
    assert [(row["order"], row["outcome"], row["verdict"]) for row in mine["rows"]] == [
        ("A AUS S A MIL - SWI", "not carried out", ""),
        ("A HUN - SVN", "carried out", "sorties"),
    ]
    assert [row["bonus"] for row in mine["rows"]] == [0, 1]


def test_void_and_forfeited_points_are_told_to_their_payer_with_the_reason() -> None:
    after = turn("1936", start("1936"), BIDS)
    (france,) = of_kind(seen_by("1936", after, "France"), "own-points")
    assert france["rows"][0]["outcome"] == "void"
    assert "at most 2" in france["rows"][0]["reason"]
    (turkey,) = of_kind(seen_by("1936", after, "Turkey"), "own-points")
    assert turkey["forfeited"]
    assert {row["outcome"] for row in turkey["rows"]} == {"forfeited"}


def test_who_paid_nothing_is_told_of_no_points_but_of_the_next_budget() -> None:
    after = turn("1936", start("1936"), {"Germany": ["DP 1: A AUS H"]})
    events = seen_by("1936", after, "Turkey")
    assert of_kind(events, "own-points") == []
    assert of_kind(events, "own-budget") == [{"turn": "Fall 1936", "points": 3, "sum": ""}]


def test_a_hold_that_came_of_a_tie_does_not_tell_its_payer_of_the_tie() -> None:
    """That the unit held is public; that others paid as much for something else is not."""
    tied = {"Germany": ["DP 1: F DEN H"], "Britain": ["DP 1: F DEN - NNS"]}
    alone = {"Germany": ["DP 1: F DEN H"]}
    told = [seen_by("1936", turn("1936", start("1936"), it), "Germany") for it in (tied, alone)]
    assert told[0] == told[1]


def test_the_game_master_gets_the_table_of_minors_and_powers() -> None:
    after = turn("1936", start("1936"), BIDS)
    (table,) = of_kind((it for it in after.events if it.audience == GM), "bid-summary")
    austria = next(row for row in table["rows"] if row["unit"] == "A AUS")
    assert austria["minor"] == "Austria"
    assert austria["cells"]["Germany"] == "2+1"
    assert austria["cells"]["Italy"] == "2"
    assert austria["cells"]["Turkey"] == ""
    assert [(offer["order"], offer["total"]) for offer in austria["offers"]] == [
        ("A AUS S A MIL - SWI", 3),
        ("A AUS S A MUN - SWI", 3),
        ("A AUS - SVN", 1),
    ]
    assert austria["tie"]
    belgium, rumania = (
        next(row for row in table["rows"] if row["unit"] == unit) for unit in ("A BEL", "A RUM")
    )
    assert belgium["cells"]["France"] == "(3)"
    assert rumania["cells"]["Turkey"] == "(2)"
    assert rumania["decision"] == "No order counted, so it held."
    assert austria["carried"] == "A AUS H"
    assert austria["decision"] == (
        "A AUS S A MIL - SWI and A AUS S A MUN - SWI tied with 3 points each, so it held."
    )


@pytest.mark.parametrize(
    ("bids", "decision"),
    [
        ({"Italy": ["DP 1: A HUN - SVN"]}, "A HUN - SVN was the only order, with 2 points."),
        (
            {"Italy": ["DP 1: A HUN - SVN"], "Poland": ["DP 1: A HUN H"]},
            "A HUN - SVN won, 2 points against 1 for A HUN H.",
        ),
        ({"Poland": ["DP 3: A HUN H"]}, "No order counted, so it held."),
    ],
)
def test_the_deciding_comparison_is_told_in_words(
    bids: dict[str, list[str]], decision: str
) -> None:
    after = turn("1936", start("1936"), bids)
    (table,) = of_kind(after.events, "bid-summary")
    assert [row["decision"] for row in table["rows"]] == [decision]


def test_the_game_master_sees_forfeits_void_lines_and_budgets() -> None:
    after = turn("1936", start("1936"), BIDS)
    (table,) = of_kind(after.events, "bid-summary")
    lines = ["DP 2: A RUM H", "DP 2: A BUL H"]
    assert table["forfeits"] == [{"power": "Turkey", "lines": lines}]
    assert [(row["power"], row["line"]) for row in table["void"]] == [("France", "DP 3: A BEL H")]
    france = next(row for row in table["purses"] if row["power"] == "France")
    assert (france["budget"], france["used"], france["forfeited"]) == (5, 5, False)


def test_minors_stand_apart_from_the_powers_results() -> None:
    after = turn("1936", start("1936"), BIDS)
    (results,) = of_kind(after.events, "results")
    (minors,) = of_kind(after.events, "minors")
    assert {row["power"] for row in results["rows"]} >= {"Germany", "Nationalist Spain"}
    assert "Austria" not in {row["power"] for row in results["rows"]}
    assert {row["unit"]: row["order"] for row in minors["rows"]}["A HUN"] == "A HUN - SVN"
    assert not any("DP" in str(it.data) for it in after.events if it.audience == "*")


def test_all_minors_share_one_row_of_positions_and_centres() -> None:
    (units,) = of_kind(turn("1926", start("1926"), {}).events, "position")
    assert units["rows"][-1]["power"] == "Minor powers"
    assert len(units["rows"][-1]["units"]) == 22
    assert len(units["rows"]) == 8


# --- before the deadline ---


def test_the_answer_does_the_arithmetic() -> None:
    found = standing("1936", start("1936"), "Germany", ["A MUN H", "DP 2: A AUS H"])
    assert "DP: 3 to spend, 2 used, 1 left." in found.facts
    assert "Bonus: Austria is your client, so your 2 points for A AUS H count 3." in found.facts
    assert found.extra == ("DP 2: A AUS H",)


@pytest.mark.parametrize(
    ("name", "centers", "told"),
    [
        ("1926", ["BER", "MUN", "HAM"], "3 to spend, none used yet"),
        ("1926", ["BER", "MUN"],
         "2 to spend (1 for each centre, at most 3), none used yet"),
        ("1926", [], "0 to spend (1 for each centre, at most 3), 0 used, 0 left"),
        ("1936", ["BER", "MUN", "HAM"], "3 to spend, none used yet"),
        ("1936", ["BER", "MUN"],
         "2 to spend (3 a turn; -1: HAM is France's), none used yet"),
    ],
)  # fmt: skip
def test_a_budget_says_why_it_is_less_than_usual(name: str, centers: list[str], told: str) -> None:
    begun = start(name)
    lost = {"BER", "MUN", "HAM"} - set(centers)
    owned = {power: tuple(set(mine) - {*lost, *centers}) for power, mine in begun.centers.items()}
    owned |= {"Germany": tuple(centers), "France": (*owned["France"], *lost)}
    (fact,) = standing(name, replace(begun, centers=owned), "Germany", []).facts[:1]
    hint = "" if told.startswith("0") else "; for example DP 1: A AUS H (HELP POINTS)"
    assert fact == f"DP: {told}{hint}."


def test_overspending_is_stored_and_warned_of() -> None:
    found = standing("1936", start("1936"), "Germany", ["DP 2: A AUS H", "DP 2: A HUN H"])
    assert "4 DP used, you have 3: all would be forfeited." in found.warnings
    assert found.extra == ("DP 2: A AUS H", "DP 2: A HUN H")


@pytest.mark.parametrize(
    ("orders", "warning"),
    [
        (
            ["A MUN - AUS", "DP 1: A AUS H"],
            "DP 1: A AUS H: Germany attacks AUS itself with A MUN - AUS, " + NOTHING,
        ),
        (
            ["A MUN S A MIL - SWI", "DP 1: A SWI H"],
            "DP 1: A SWI H: Germany helps to attack SWI itself with A MUN S A MIL - SWI, "
            + NOTHING,
        ),
        (
            ["DP 3: A SWI H"],
            "DP 3: A SWI H: 3 points on A SWI, and at most 2 may be, " + NOTHING,
        ),
        (
            ["DP 1: A SWI H", "DP 1: A SWI S A AUS"],
            "A SWI: your orders for it have equal points, so by themselves it would hold.",
        ),
    ],
)
def test_the_answer_says_which_line_breaks_which_rule(orders: list[str], warning: str) -> None:
    assert warning in standing("1936", start("1936"), "Germany", orders).warnings


def test_the_answer_knows_nothing_of_other_powers_points() -> None:
    """Standing has no other orders to look at; the same orders always stand the same."""
    facts = standing("1926", start("1926"), "Germany", ["DP 1: A AUS H"]).facts
    assert facts == ("DP: 3 to spend, 1 used, 2 left.",)


def test_points_answer_no_task_and_leave_none_open() -> None:
    orders = ["A BER H", "A MUN H", "F HAM H", "DP 1: A AUS H"]
    assert standing("1926", start("1926"), "Germany", orders).complete


def test_a_line_of_no_points_is_no_bid() -> None:
    after = turn("1936", start("1936"), {"Germany": ["DP 0: A AUS H"]})
    assert of_kind(after.events, "own-points") == []
    (table,) = of_kind(after.events, "bid-summary")
    assert (table["powers"], table["rows"], table["void"]) == ([], [], [])


# --- what a game may publish ---


def test_a_game_may_publish_totals_and_forfeits() -> None:
    open_game = start("1936", announce_totals=True, announce_forfeits=True)
    after = turn("1936", open_game, BIDS)
    public = [it for it in after.events if it.audience == "*"]
    assert {"unit": "A HUN", "order": "A HUN - SVN", "points": 2} in of_kind(public, "totals")[0][
        "rows"
    ]
    assert of_kind(public, "forfeits") == [{"powers": ["Turkey"]}]


def test_by_default_nothing_of_it_is_published() -> None:
    public = [it for it in turn("1936", start("1936"), BIDS).events if it.audience == "*"]
    assert {it.kind for it in public} == {"results", "minors", "position"}


def test_the_table_shows_what_each_power_put_on_a_unit_and_what_counted() -> None:
    after = turn("1936", start("1936"), BIDS)
    (table,) = of_kind((it for it in after.events if it.audience == GM), "bid-summary")
    cells = {
        row["unit"]: {power: cell for power, cell in row["cells"].items() if cell}
        for row in table["rows"]
    }
    assert cells == {
        "A AUS": {"Germany": "2+1", "Italy": "2", "Poland": "1 1"},
        "A BEL": {"France": "(3)"},
        "A BOH": {"France": "2+1"},
        "A BUL": {"Turkey": "(2)"},
        "A HUN": {"Italy": "1+1"},
        "A RUM": {"Turkey": "(2)"},
        "F NWY": {"Britain": "1", "Soviet Union": "1"},
    }
    assert [(row["power"], row["line"]) for row in table["void"]] == [("France", "DP 3: A BEL H")]
    assert table["forfeits"] == [{"power": "Turkey", "lines": ["DP 2: A RUM H", "DP 2: A BUL H"]}]


def test_a_bonus_is_its_powers_alone() -> None:
    both = {"Germany": ["DP 2: A AUS H"], "Italy": ["DP 1: A AUS H"]}
    after = turn("1936", start("1936"), both)
    for power, points, bonus in (("Germany", 2, 1), ("Italy", 1, 0)):
        (mine,) = of_kind(seen_by("1936", after, power), "own-points")
        assert [(row["points"], row["bonus"]) for row in mine["rows"]] == [(points, bonus)]


def test_the_lines_of_who_forfeits_all_are_not_called_void_besides() -> None:
    orders = ["A MUN - AUS", "DP 2: A AUS H", "DP 3: A HUN H"]
    after = turn("1936", start("1936"), {"Germany": orders})
    (table,) = of_kind((it for it in after.events if it.audience == GM), "bid-summary")
    assert table["forfeits"] == [{"power": "Germany", "lines": orders[1:]}]
    assert table["void"] == []


def test_forfeited_is_said_to_who_forfeited_and_to_nobody_else() -> None:
    after = turn("1936", start("1936"), BIDS)
    told = {
        power: of_kind(seen_by("1936", after, power), "own-points")[0]["forfeited"]
        for power in BIDS
    }
    assert [power for power, forfeited in told.items() if forfeited] == ["Turkey"]


def test_each_turn_tells_of_the_budget_of_the_next() -> None:
    spring = turn("1936", start("1936"), {})
    fall = turn("1936", spring.state, {})
    assert [
        of_kind(seen_by("1936", after, "Italy"), "own-budget")[0]["turn"]
        for after in (spring, fall)
    ] == ["Fall 1936", "Spring 1937"]


@pytest.mark.parametrize(
    ("phase", "power", "purse"),
    [
        ("S1936M", "Italy", Purse("DP", 3, most=2)),
        ("S1936M", "Austria", None),
        ("S1936M", "Nationalist Spain", None),
        ("W1936A", "Italy", None),
    ],
)
def test_great_powers_have_points_when_units_move(
    phase: str, power: str, purse: Purse | None
) -> None:
    built = engine("1936")
    assert built.purse(built.position({"phase": phase}), power) == purse


def test_turns_of_points_bear_the_seasons_own_names(tmp_path: Path) -> None:
    phases = '[phases]\nfirst = "S1926M"\nnames = { S = "Rains", F = "Harvest" }\n'
    (tmp_path / "variant.toml").write_text(f'title = "Mine"\nbase = "1926"\n{phases}')
    own = variant.load(shelves.try_out(tmp_path)).engine
    after = own.turn(own.start({}, NoDice()).state, {"Italy": ["DP 1: A BEL H"]}, NoDice())
    (spent,) = of_kind(after.events, "own-points")
    assert spent["turn"] == "Rains 1926"
    assert {row["turn"] for row in of_kind(after.events, "own-budget")} == {"Harvest 1926"}
    assert list(agreement.table_faults(*variant.read(tmp_path))) == []


def test_points_are_for_two_turns_a_year(tmp_path: Path) -> None:
    year = 'year = ["SM", "SR", "UM", "UR", "FM", "FR", "WA"]'
    phases = f'[phases]\nfirst = "S1926M"\n{year}\n'
    (tmp_path / "variant.toml").write_text(f'title = "Mine"\nbase = "1926"\n{phases}')
    told = "variant.toml: phases.year: 'points' counts two turns a year, SM and FM."
    assert told in agreement.table_faults(*variant.read(tmp_path))
