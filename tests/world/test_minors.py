"""Controlled minors by the door: who writes, who is told, what stands."""

import pytest

from judge.rules.mechanics.lead import Lead
from tests.world.positions import BOARD, ENGINE, position, read, standing, told, turn

CONTROL = {"control": {"Poland": ["Germany"], "Turkey": ["France", "Italy"]}, "influence": {}}
MOVES = position(
    "S1932M",
    units={"Germany": ["A BER"], "Poland": ["A WAR"], "Turkey": ["F ANK"], "Italy": ["A ROM"]},
    state=CONTROL,
)


def test_a_player_orders_the_minors_that_its_power_controls_alone_or_with_others() -> None:
    assert ENGINE.speaks_for(MOVES, "Germany") == ("Germany", "Poland")
    assert ENGINE.speaks_for(MOVES, "Italy") == ("Italy", "Turkey")
    assert ENGINE.speaks_for(MOVES, "Russia") == ("Russia",)


def test_a_minors_unit_is_a_task_of_its_controller() -> None:
    tasks = {task.subject: task.order for task in standing(MOVES, "Germany", "A WAR - LIT").tasks}
    assert tasks == {"A BER": "", "A WAR": "A WAR - LIT"}


def test_a_line_for_another_powers_minor_is_refused_when_it_comes() -> None:
    orders, (problem,) = read(MOVES, "Italy", "A WAR - LIT")
    assert orders == []
    assert "A WAR is Poland's" in problem


def test_whoever_wrote_for_a_minor_that_is_not_its_own_is_told_alone() -> None:
    events = turn(MOVES, Russia=["A WAR - LIT"], Germany=["A WAR H"]).events
    (row,) = told(events, "minor-void", "Russia")
    assert row["reason"] == "Russia does not control Poland"
    assert not any("A WAR - LIT" in row["text"] for row in told(events, "results"))


def test_a_build_in_the_home_of_a_minor_that_is_not_its_own_is_told_its_writer_alone() -> None:
    winter = position(
        "W1932A",
        units={"Poland": ["A LIT"], "Russia": ["A MOS"]},
        centers={"Poland": ["LIT"], "Russia": ["MOS", "WAR"]},
        state=CONTROL,
    )
    turned = turn(winter, Russia=["A WAR B"])
    (row,) = told(turned.events, "minor-void", "Russia")
    assert (row["text"], row["reason"]) == ("A WAR B", "Russia does not control Poland")
    assert not any("A WAR B" in row["text"] for row in told(turned.events, "results"))
    assert turned.state.units["Russia"] == ("A MOS",)


def test_results_stand_under_the_minors_name() -> None:
    events = turn(MOVES, Germany=["A WAR - LIT"]).events
    (row,) = [row for row in told(events, "results") if row["unit"] == "A WAR"]
    assert (row["power"], row["verdict"]) == ("Poland", "succeeds")


def test_judge_adjudicate_names_the_writer() -> None:
    answer = ENGINE.adjudicate(
        {
            "phase": "S1932M",
            "units": {"Poland": ["A WAR"]},
            "orders": {"Germany": ["A WAR - LIT"]},
            "state": CONTROL,
        }
    )
    assert [row["power"] for row in answer["results"]] == ["Germany"]


def test_a_coalition_member_that_lost_the_vote_is_told() -> None:
    events = turn(MOVES, France=["F ANK - BKS"], Italy=["F ANK - AGS"]).events
    (row,) = told(events, "minor-void", "Italy")
    assert row["verdict"] == "invalid"
    assert told(events, "minor-void", "France")[0]["text"] == "F ANK - BKS"


@pytest.mark.parametrize(
    ("line", "verdict", "reason"),
    [
        ("F ANK - MOS", "illegal", "a fleet can't go inland"),
        ("F ANK R BKS", "illegal", "it can't be carried out, so it counts as no vote"),
        ("F ANK S A BUL", "illegal", "it can't be carried out, so it counts as no vote"),
        ("F ANK - BKS", "invalid", "Turkey's Coalition was tied, so it holds"),
    ],
)
def test_a_member_is_told_why_its_line_was_not_carried_out(
    line: str, verdict: str, reason: str
) -> None:
    events = turn(MOVES, France=[line], Italy=["F ANK H"]).events
    (row,) = told(events, "minor-void", "France")
    assert (row["verdict"], row["reason"]) == (verdict, reason)


def test_a_member_is_told_whether_its_line_was_outvoted_or_tied() -> None:
    state = {"control": {"Turkey": ["France", "Germany", "Italy"]}, "influence": {}}
    moves = position("S1932M", units={"Turkey": ["F ANK", "A SMY"]}, state=state)
    events = turn(
        moves,
        France=["F ANK - BKS", "A SMY - SYR"],
        Germany=["F ANK H", "A SMY H"],
        Italy=["F ANK H"],
    ).events
    told_why = {row["text"]: row["reason"] for row in told(events, "minor-void", "France")}
    assert told_why == {
        "F ANK - BKS": "Turkey's Coalition voted otherwise",
        "A SMY - SYR": "Turkey's Coalition was tied, so it holds",
    }
    assert told(events, "minor-void", "Italy") == []


def test_a_member_whose_retreat_was_tied_is_told_that_no_vote_carried_it() -> None:
    retreats = position("S1932R", dislodged={"Turkey: F ANK": ["AGS", "BKS"]}, state=CONTROL)
    events = turn(retreats, France=["F ANK R AGS"], Italy=["F ANK R BKS"]).events
    (row,) = told(events, "minor-void", "France")
    assert row["reason"] == "Turkey's Coalition voted otherwise"


def test_a_wrong_coast_does_not_divide_a_coalitions_votes() -> None:
    state = {"control": {"Mexico": ["America", "England", "France"]}, "influence": {}}
    fleet = position("S1932M", units={"Mexico": ["F MEX/WC"]}, state=state)
    for typed in ("F MEX/WC - EPO", "F MEX - EPO", "F MEX/EC - EPO"):
        sails, stays = ["F MEX/WC - EPO"], ["F MEX/WC H"]
        after = turn(fleet, America=sails, England=[typed], France=stays).state
        assert after.units["Mexico"] == ("F EPO",)


def test_a_vote_for_a_fleet_moves_no_army() -> None:
    state = {"control": {"Turkey": ["France"], "Mexico": ["England"]}, "influence": {}}
    units = {"Turkey": ["A ANK"], "Mexico": ["A MEX"]}
    armies = position("S1932M", units=units, state=state)
    after = turn(armies, France=["F ANK - SMY"], England=["F MEX/WC - CEN"]).state
    assert (after.units["Turkey"], after.units["Mexico"]) == (("A ANK",), ("A MEX",))


def test_open_control_is_told_to_all() -> None:
    rows = told(ENGINE.describe(MOVES), "influence-control")
    assert {"minor": "Turkey", "control": ["France", "Italy"]} in rows
    assert {"minor": "Spain", "control": []} in rows


def test_nobody_waits_for_a_minor_that_nobody_controls() -> None:
    winter = position(
        "W1932A",
        units={"Finland": ["A HEL"]},
        centers={"Finland": ["HEL", "SWE"]},
        state={"control": {}},
    )
    assert not ENGINE.game.rules.decides(winter, ENGINE.game.board, "Finland", True)


def test_the_year_goes_round_through_the_bidding() -> None:
    state = position("S1932I", units={"Germany": ["A BER"]}, centers={"Germany": ["BER"]})
    phases = []
    for _ in range(4):
        state = turn(state).state
        phases.append(state.phase)
    assert phases == ["S1932M", "F1932M", "S1933I", "S1933M"]


def test_builds_say_whether_they_are_the_powers_or_its_minors() -> None:
    winter = position(
        "W1932A",
        units={"Germany": ["A BER", "A MUN", "A HAN"], "Poland": []},
        centers={"Germany": ["BER", "MUN", "HAN", "HAM"], "Poland": ["WAR"]},
        state=CONTROL,
    )
    subjects = [task.subject for task in standing(winter, "Germany").tasks]
    assert subjects == ["build for Germany", "build for Poland"]


@pytest.mark.parametrize(
    ("unit", "orders", "warned"),
    [
        ("A LIT", ["A LIT - WAR"], "A LIT - WAR: WAR is a home centre of Poland"),
        ("A LIT", ["A LIT H"], ""),
        ("A LIT", [], ""),
        ("A WAR", [], "A WAR: WAR is a home centre of Poland"),
        ("A WAR", ["A WAR H"], "A WAR H: WAR is a home centre of Poland"),
        ("A WAR", ["A WAR - LIT"], ""),
    ],
)
def test_who_would_betray_a_minor_is_warned(unit: str, orders: list[str], warned: str) -> None:
    units = {"Germany": [unit], "Poland": []}
    fall = position("F1932M", units=units, centers={"Poland": ["WAR"]}, state=CONTROL)
    found = [one for one in standing(fall, "Germany", *orders).warnings if "betrayal" in one]
    assert [one[: len(warned)] for one in found] == [warned] * bool(warned)


def test_a_coalition_orders_its_retreat_whoever_else_retreats() -> None:
    retreats = position(
        "S1932R",
        units={"Russia": ["F BKS"]},
        dislodged={"Turkey: F ANK": ["AGS"], "Italy: A ROM": ["NAP"]},
        state=CONTROL,
    )
    after = turn(retreats, France=["F ANK R AGS"], Italy=["F ANK R AGS", "A ROM R NAP"]).state
    assert (after.units["Turkey"], after.units["Italy"]) == (("F AGS",), ("A NAP",))


def test_a_power_without_a_centre_counts_those_of_the_minors_that_it_leads() -> None:
    led = {"influence": {"Poland": {"Germany": {"Germany": 20}}}, "control": {}}
    centers = {"Poland": ["WAR", "LIT"], "France": ["PAR"]}
    winter = position("W1932A", centers=centers, state=led)
    assert ENGINE.game.rules.totals(winter, BOARD) == {"France": 1, "Germany": 2}


@pytest.mark.parametrize(
    ("counted", "winners"),
    [
        ({"France": 18}, ("France",)),
        ({"France": 17}, ()),
        ({"France": 18, "Germany": 14, "Italy": 1}, ("France",)),
        ({"France": 18, "Germany": 15, "Italy": 1}, ()),
        ({"France": 20, "Germany": 15, "Italy": 1}, ("France",)),
    ],
)
def test_who_has_a_near_rival_needs_more_to_win(
    counted: dict[str, int], winners: tuple[str, ...]
) -> None:
    game = {"victory_contested": 20, "contested_at": 15, "minor_sc_lead": 5}
    lead = Lead({"map": {"victory": 18, "game": game}})
    assert lead.winners(MOVES, BOARD, counted, ()) == winners
