"""The bidding by the door: the purse in figures, what is told, who controls."""

import pytest

from tests.world.positions import ENGINE, position, read, standing, told, turn

OLD = {
    "influence": {
        "Turkey": {"Germany": {"Germany": 14}, "France": {"France": 8}, "Italy": {"Italy": 5}},
        "Poland": {"France": {"France": 21}, "Germany": {"Germany": 16, "Italy": 1}},
    },
    "control": {"Turkey": ["Germany"], "Poland": ["France"]},
}
BIDDING = position("S1932I", state=OLD)


def test_before_the_bidding_everybody_sees_numbers_without_names() -> None:
    rows = {
        row["minor"]: row["claims"] for row in told(ENGINE.describe(BIDDING), "influence-table")
    }
    assert [claim["points"] for claim in rows["Turkey"]] == [7, 4, 3]
    assert rows["Poland"] == [{"points": 11, "support": 0}, {"points": 9, "support": 1}]
    assert rows["Spain"] == []


def test_before_the_bidding_each_player_sees_its_own_points_after_decay() -> None:
    (mine,) = [
        event.data
        for event in ENGINE.describe(BIDDING)
        if (event.kind, event.audience) == ("influence-mine", "Italy")
    ]
    assert mine["rows"] == [
        {"minor": "Turkey", "points": 3, "claimant": "Italy"},
        {"minor": "Poland", "points": 1, "claimant": "Germany"},
    ]
    assert (mine["purse"], mine["centres"], mine["rate"], mine["limit"]) == (15, 5, 3, None)


def test_an_open_game_reads_out_bids_claims_and_control() -> None:
    events = turn(BIDDING, Italy=["BID 5 Turkey", "BID 20 Spain"]).events
    assert [row["order"] for row in told(events, "influence-bids")] == [
        "BID 5 Turkey",
        "BID 20 Spain",
    ]
    claims = {row["minor"]: row for row in told(events, "influence-claims")}
    assert claims["Turkey"]["claims"][0] == {"power": "Italy", "points": 8, "support": {}}
    assert claims["Poland"]["claims"][1] == {
        "power": "Germany",
        "points": 9,
        "support": {"Italy": 1},
    }
    assert claims["Spain"]["control"] == ["Italy"]


def test_the_standing_shows_the_purse_and_warns_of_what_is_lost() -> None:
    now = standing(BIDDING, "Italy", "BID 5 Turkey", "SWITCH 1 Poland FROM Germany TO France")
    assert now.complete
    assert now.extra == ("SWITCH 1 Poland FROM Germany TO France",)
    assert now.facts[0] == "Purse: 15 points (5 centres, 3 for each); 5 bid, 10 left."
    assert not [fact for fact in now.facts if fact.startswith("One bid a line")]
    assert "Turkey: 3 from earlier years and 5 new, 8 in all." in now.facts
    assert "Poland for France: 1 from earlier years." in now.facts
    assert now.warnings == ("10 points not bid yet; what is not bid is lost.",)


def test_who_can_bid_nothing_is_not_told_how() -> None:
    beggar = position("S1932I", centers={"Turkey": ["ANK"]}, state=OLD)
    facts = standing(beggar, "Italy").facts
    assert facts[0] == "Purse: 0 points (0 centres, 3 for each); 0 bid, 0 left."
    assert not [fact for fact in facts if fact.startswith("One bid a line")]
    assert [fact for fact in standing(BIDDING, "Italy").facts if fact.startswith("One bid a line")]


def test_switches_are_offered_of_ones_own_old_points_alone() -> None:
    offered = [choice.order for choice in ENGINE.legal_orders(BIDDING, "Italy")]
    sources = {order.split(" TO ")[0] for order in offered if order.startswith("SWITCH")}
    assert sources == {
        "SWITCH 1 Poland FROM Germany",
        *(f"SWITCH {points} Turkey FROM Italy" for points in (1, 2, 3)),
    }


@pytest.mark.parametrize(
    ("line", "warning"),
    [
        ("BID 16 Spain", "BID 16 Spain: only 15 of 16 counted: the purse held no more."),
        ("SWITCH 2 Poland FROM Germany TO Italy",
         "SWITCH 2 Poland FROM Germany TO Italy: only 1 could be switched."),
        ("SWITCH 2 Turkey FROM Germany TO Italy",
         "SWITCH 2 Turkey FROM Germany TO Italy: Italy has no old points there."),
    ],
)  # fmt: skip
def test_the_standing_warns_of_a_line_that_counts_less_than_it_says(
    line: str, warning: str
) -> None:
    assert warning in standing(BIDDING, "Italy", line).warnings


def test_the_first_year_has_a_cap() -> None:
    now = standing(position("S1931I"), "Germany", "BID 15 Poland")
    assert "In this first year nobody may bid more than 12 on one minor." in now.facts
    assert now.facts[0].endswith("12 bid, 3 left.")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("bid 7 on Turkey", "BID 7 Turkey"),
        ("3 IP Poland for Germany", "BID 3 Poland FOR Germany"),
        ("BID 4 Turkey FOR Italy", "BID 4 Turkey"),
        ("Turkey: 4", "BID 4 Turkey"),
        ("switch 2 Poland from Germany to Italy", "SWITCH 2 Poland FROM Germany TO Italy"),
        ("bid 0 Turkey", "BID 0 Turkey"),
    ],
)
def test_bids_are_read_as_people_type_them(line: str, order: str) -> None:
    assert read(BIDDING, "Italy", line) == ([order], [])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("BID 2 France", "France is not a minor power."),
        ("BID 2 Poland FOR Hungary", "Hungary is not a major power."),
        ("SWITCH 1 France FROM Italy TO Germany", "France is not a minor power."),
        ("SWITCH 1 Poland FROM Hungary TO Italy", "Hungary is not a major power."),
        ("SWITCH 1 Poland FROM Italy TO Hungary", "Hungary is not a major power."),
        ("SWITCH 1 Poland FROM Italy TO Italy", "The points are to stay where they are."),
    ],
)
def test_a_bid_that_can_only_be_void_is_refused(line: str, message: str) -> None:
    assert read(BIDDING, "Italy", line) == ([], [message])


def test_bids_belong_to_influence_phases() -> None:
    orders, problems = read(position("S1932M"), "Italy", "BID 2 Turkey")
    assert orders == []
    assert problems == ["Bids are made in influence phases only; this is Spring 1932 movement."]


def test_bids_of_one_mail_add_up_and_a_later_mail_replaces_them() -> None:
    keys = {ENGINE.game.notation.order(text).key for text in ("BID 3 Turkey", "BID 4 Turkey")}
    assert keys == {"bid Turkey +"}


def test_a_bidding_waits_for_everybody_who_has_points() -> None:
    (task,) = standing(BIDDING, "Italy").tasks
    assert (task.order, task.otherwise) == ("", "nothing is bid")
    broke = position("S1932I", centers={"Turkey": ["ANK"]})
    assert standing(broke, "Italy").tasks == ()


def test_bids_are_offered_up_to_the_purse_and_for_nobody_that_is_banned() -> None:
    shut = position("S1932I", state={"banned": {"Turkey": ["France"]}})
    offered = {choice.order for choice in ENGINE.legal_orders(shut, "Italy")}
    assert {"BID 15 Turkey", "BID 1 Turkey FOR Germany"} <= offered
    assert not {"BID 16 Turkey", "BID 1 Turkey FOR France"} & offered


def test_who_has_nothing_to_bid_or_switch_is_not_waited_for() -> None:
    beggar = position("S1932I", centers={"Italy": ["ROM"], "Turkey": ["ANK"]}, state=OLD)
    assert ENGINE.game.rules.decides(beggar, ENGINE.game.board, "Italy", False)
    assert ENGINE.game.rules.decides(beggar, ENGINE.game.board, "France", False)
    assert not ENGINE.game.rules.decides(beggar, ENGINE.game.board, "Japan", True)
    newcomer = position("S1932I", centers={"Italy": ["ROM"], "Turkey": ["ANK"]})
    assert ENGINE.game.rules.decides(newcomer, ENGINE.game.board, "Italy", False)


def test_there_is_a_purse_where_there_is_a_bidding() -> None:
    purse = ENGINE.purse(BIDDING, "Italy")
    assert purse
    assert purse.points > 0
    assert not ENGINE.purse(position("S1932M"), "Italy")


def test_an_answer_pasted_back_is_read_as_its_bids_alone() -> None:
    """Bids of one mail add up, so the lines that only tell of them must not count."""
    text = """
    YOUR MAIL
      taken           BID 9 Spain                 (9 on Spain)
    YOUR ORDERS FOR SPRING 1931 INFLUENCE
      BID 9 Spain
      Purse: 15 points (5 centres, 3 for each); 9 bid, 6 left.
      Spain: 4 from earlier years and 9 new, 13 in all.
      Hungary for Germany: 6 from earlier years.
      You have 6 in Spain and 2 in Canada.
    """
    assert read(position("S1931I"), "Italy", text) == (["BID 9 Spain"], [])


def test_a_bid_taken_back_is_shown_nowhere() -> None:
    told_ = standing(position("S1932I"), "Italy", "BID 0 Turkey", "BID 4 Spain", "BID 0 Spain")
    assert [task.order for task in told_.tasks] == ["BID 4 Spain"]
    assert told_.extra == ()
    assert not any("Turkey" in warning for warning in told_.warnings)
    happened = turn(position("S1932I"), Italy=["BID 0 Turkey", "BID 4 Spain"])
    assert [row["order"] for row in told(happened.events, "influence-bids")] == ["BID 4 Spain"]


def test_where_no_minor_is_left_there_is_nothing_to_bid_for() -> None:
    """Everything that they owned is somebody's: the phase comes all the same."""
    state = position("S1932I", centers={"Italy": ["ROM", "WAR"], "France": ["PAR"]})
    told_now = standing(state, "Italy")
    assert told_now.complete
    assert (told_now.tasks, told_now.warnings, told_now.unspent) == ((), (), 0)
    assert told_now.facts == (
        "No minor owns a supply centre any more: there is nothing to bid for.",
    )
    after = turn(state, Italy=["BID 5 Poland"])
    assert after.state.phase == "S1932M"
    assert [row["verdict"] for row in told(after.events, "influence-bids")] == ["illegal"]
