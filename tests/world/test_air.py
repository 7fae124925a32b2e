"""Planes by the door: how they are typed, why they fail, what a winter with halves asks for."""

import pytest

import judge
from judge.api import Position
from judge.kernel.errors import InputError
from tests.world.positions import AIR, position, read, standing, told, turn

UNITS = {
    "England": ["A LON", "A WAL", "F NTS", "F ENC", "P LON-A", "P WAL-A", "P NTS-A"],
    "France": ["A NMD", "P BEL-A"],
}
SKY = position("S1932M", units=UNITS, options=AIR)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Plane London to Yorkshire air", "P LON-A - YOR-A"),
        ("P LON - YOR", "P LON-A - YOR-A"),
        ("P London-Air to Yorkshire-Air", "P LON-A - YOR-A"),
        ("LON-A - YOR-A", "P LON-A - YOR-A"),
        ("P Lon-A S P Wal-A - Yor-A", "P LON-A S P WAL-A - YOR-A"),
        ("P LON bombs Belgium", "P LON-A BOMB BEL"),
        ("P NTS S P LON BOMB BEL", "P NTS-A S P LON-A BOMB BEL"),
        ("A LON S P WAL-A - LON-A", "A LON S P WAL-A - LON-A"),
        ("Plane London supports A Wal - Yor", "P LON-A S A WAL - YOR"),
        ("P WAL-A - LIV-A S A WAL - LIV", "P WAL-A - LIV-A S A WAL - LIV"),
        ("Plane Wales to Yorkshire air and supports A Lon - Yor",
         "P WAL-A - YOR-A S A LON - YOR"),
        ("P LON-A - NMD-A S A NMD", "P LON-A - NMD-A S A NMD"),
        ("A London Paratroop to Normandy", "A LON PARATROOP NMD"),
        ("P WAL convoys A London to Normandy", "P WAL-A C A LON - NMD"),
        ("F ENC S A LON paratroop NMD", "F ENC S A LON - NMD"),
        ("F ENC S A LON - NMD", "F ENC S A LON - NMD"),
        ("allow France at the North Sea", "ALLOW France AT NTS"),
        ("ALLOW ALL AT NTS", "ALLOW ALL AT NTS"),
    ],
)  # fmt: skip
def test_orders_of_the_air_are_read_as_people_type_them(line: str, order: str) -> None:
    assert read(SKY, "England", line) == ([order], [])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("P LON-A - NAT-A", "P LON-A can't reach NAT-A."),
        ("A WAL S P WAL-A", "A WAL can't support into WAL-A."),
        ("P NTS-A BOMB PAR", "From above water P NTS-A bombs bordering spaces only."),
        ("P LON-A C A LON - BUR", "BUR is more than 2 spaces from P LON-A."),
        ("A LON PARATROOP NTS", "An army is dropped on land."),
        ("P LON-A - EDI-A S A LON - YOR", "A flying plane supports only what happens below EDI-A."),
    ],
)
def test_an_impossible_order_of_the_air_is_refused_with_the_reason(line: str, message: str) -> None:
    assert read(SKY, "England", line) == ([], [message])


@pytest.mark.parametrize("line", ["P DVR - EAST", "Plane Dvr to East air", "SQUADRON DVR TO EAST"])
def test_which_of_several_places_a_plane_flies_to_is_said(line: str) -> None:
    (row,) = judge.load("1930s-world").parse(line)
    assert row["order"] == "P DVR-A - EPO-A"
    assert "was read as East Pacific Ocean (EPO): only that is possible here." in row["note"]


def test_two_guests_make_two_permissions() -> None:
    orders, _ = read(SKY, "England", "Allow France, Germany at the North Sea")
    assert orders == ["ALLOW France AT NTS", "ALLOW Germany AT NTS"]


def test_a_game_without_paratroops_says_so() -> None:
    plain = position("S1932M", units=UNITS, options={"air": True})
    assert read(plain, "England", "A LON PARATROOP NMD") == (
        [],
        ["There are no paratroops in this game."],
    )


@pytest.mark.parametrize(
    ("request_", "key"),
    [
        ({"units": {"England": ["P LON-A"]}}, "units"),
        ({"dislodged": {"England: P LON-A": []}}, "units"),
        ({"state": {"bombed": {"ATL": 1}}}, "state.bombed.ATL"),
        ({"state": {"blocked": ["ATL"]}}, "state.blocked"),
        ({"state": {"control": {"France": []}}}, "state.control.France"),
        ({"state": {"control": {"Poland": ["Spain"]}}}, "state.control.Poland"),
        ({"state": {"influence": {"Poland": {"Italy": {"Italy": -1}}}}},
         "state.influence.Poland.Italy.Italy"),
        ({"state": {"influence": {"Poland": {"Italy": {"Italy": True}}}}},
         "state.influence.Poland.Italy.Italy"),
        ({"state": {"influence": []}}, "state.influence"),
        ({"state": {"annexed": {"Poland": "x"}}}, "state.annexed.Poland"),
        ({"units": {"England": ["A LON-A"]}, "options": {"air": True}}, "units.England[0]"),
    ],
)  # fmt: skip
def test_a_request_that_makes_no_sense_is_refused_by_its_key(
    request_: dict[str, object], key: str
) -> None:
    with pytest.raises(InputError) as refusal:
        position("S1932R" if "dislodged" in request_ else "S1932M", **request_)
    assert str(refusal.value).startswith(f"{key}:")


def test_a_claim_may_have_come_down_to_nothing() -> None:
    claims = {"Poland": {"Italy": {"Italy": 0}}}
    assert position("S1932M", state={"influence": claims}).memory["influence"] == claims


def reasons(*orders: str, **others: list[str]) -> dict[str, str]:
    """The reasons of results by unit, England's orders first."""
    rows = told(turn(SKY, England=list(orders), **others).events, "results")
    return {row["unit"]: row["reason"] for row in rows}


@pytest.mark.parametrize(
    ("orders", "unit", "reason"),
    [
        (["P LON-A BOMB BEL"], "P LON-A", "stopped by P BEL-A, 1 against 1"),
        (["P LON-A BOMB HOL"], "P LON-A", "its bombs fell on HOL"),
        (["P WAL-A - IRS-A"], "P WAL-A", "no fleet was there to carry it above IRS"),
        (["P WAL-A - LON-A", "A LON S P WAL-A - LON-A"], "P WAL-A",
         "P LON-A of its own power stayed there"),
        (["A LON PARATROOP NMD"], "A LON", "no plane was ordered to drop it there"),
        (["A LON PARATROOP NMD", "P LON-A C A LON - NMD"], "P LON-A", "the army was dropped"),
        (["A WAL - YOR", "P LON-A - YOR-A S A WAL - YOR"], "P LON-A",
         "nobody contested YOR-A; its support counted"),
        (["P LON-A - YOR-A S A WAL - YOR"], "P LON-A",
         "nobody contested YOR-A; its support matched no order"),
        (["P LON-A - YOR-A", "P WAL-A S P LON-A BOMB YOR"], "P WAL-A",
         "P LON-A was not ordered to bomb YOR"),
        (["P LON-A BOMB HOL", "P WAL-A S P LON-A BOMB YOR"], "P WAL-A",
         "P LON-A was not ordered to bomb YOR"),
        (["F NTS - HEB", "P NTS-A - LON-A"], "P NTS-A", "F NTS - HEB takes its carrier away"),
    ],
)  # fmt: skip
def test_an_outcome_of_the_air_says_why(orders: list[str], unit: str, reason: str) -> None:
    assert reasons(*orders)[unit].startswith(reason)


def test_a_drop_fails_whoever_attacks_its_plane_first_on_the_list_or_last() -> None:
    drop = ["A LON PARATROOP NMD", "P LON-A C A LON - NMD"]
    for power in ("America", "Russia"):
        units = {power: ["P BEL-A"], "England": ["A LON", "P LON-A"]}
        war = position("S1932M", units=units, options=AIR)
        events = turn(war, England=drop, **{power: ["P BEL-A - LON-A"]}).events
        (row,) = [row for row in told(events, "results") if row["unit"] == "A LON"]
        assert row["reason"] == "P LON-A was attacked by P BEL-A - LON-A"


def test_nobody_helps_to_bomb_past_a_plane_of_his_own() -> None:
    units = {"England": ["P LON-A"], "France": ["P BEL-A", "P BUR-A"], "Germany": ["P HOL-A"]}
    raid = position("S1932M", units=units, options=AIR)
    for helper, plane, force in (("France", "P BUR-A", 1), ("Germany", "P HOL-A", 2)):
        orders = {"England": ["P LON-A BOMB BEL"], helper: [f"{plane} S P LON-A BOMB BEL"]}
        rows = told(turn(raid, **orders).events, "results")
        (bombing,) = [row for row in rows if row["unit"] == "P LON-A"]
        assert (bombing["verdict"] == "succeeds") is (force > 1)
        fell = "its bombs fell on BEL"
        assert bombing["reason"] == (fell if force > 1 else "stopped by P BEL-A, 1 against 1")


def test_a_support_cut_by_a_bomb_names_the_bomber() -> None:
    units = {"England": ["P LON-A"], "France": ["A BEL", "A BUR"]}
    raid = position("S1932M", units=units, options=AIR)
    rows = told(
        turn(raid, England=["P LON-A BOMB BEL"], France=["A BEL S A BUR"]).events, "results"
    )
    (cut,) = [row for row in rows if row["unit"] == "A BEL"]
    assert (cut["verdict"], cut["by"]) == ("cut", ["P LON-A BOMB BEL"])
    assert cut["reason"] == "attacked by P LON-A BOMB BEL"


def test_a_support_that_is_illegal_is_not_cut_by_a_bomb() -> None:
    units = {"England": ["P LON-A"], "France": ["A BEL", "A BUR"]}
    raid = position("S1932M", units=units, options=AIR)
    after = turn(raid, England=["P LON-A BOMB BEL"], France=["A BEL S A BUR - PAR"])
    (row,) = [row for row in told(after.events, "results") if row["unit"] == "A BEL"]
    assert (row["verdict"], row["reason"]) == ("illegal", "A BEL can't support into PAR")


def test_bomb_damage_lasts_until_the_winter_is_over() -> None:
    fall = position("F1932M", units={"Germany": ["P RUH-A"], "France": ["A PAR"]}, options=AIR)
    winter = turn(fall, Germany=["P RUH-A BOMB PAR"]).state
    assert winter.phase == "W1932A"
    assert (winter.memory["bombed"], winter.memory["blocked"]) == ({"PAR": 1}, ["PAR"])
    spring = turn(winter).state
    assert not {"bombed", "blocked"} & spring.memory.keys()


def test_bomb_damage_is_told_to_all() -> None:
    fall = position("F1932M", units={"Germany": ["P RUH-A"]}, options=AIR)
    events = turn(fall, Germany=["P RUH-A BOMB PAR"]).events
    assert told(events, "air-damage") == [
        {"space": "PAR", "owner": "France", "power": "Germany", "blocked": True}
    ]


WINTER = position(
    "W1932A",
    units={"Germany": ["A BER", "P HAN-A"]},
    centers={"Germany": ["BER", "MUN", "HAM"]},
    options=AIR,
)


def test_a_winter_counts_halves() -> None:
    now = standing(WINTER, "Germany")
    assert [task.subject for task in now.tasks] == ["build 1 of 2", "build 2 of 2"]
    assert "P BER-A B" in now.tasks[0].options
    assert "A BER B" not in now.tasks[0].options
    assert now.facts == ("Germany: 3 centres, 2 units: 1 1/2 to build.",)


@pytest.mark.parametrize(
    ("orders", "complete"),
    [
        (("A MUN B", "P HAM-A B"), True),
        (("P MUN-A B", "P HAM-A B"), False),
        (("P MUN-A B", "P HAM-A B", "P BER-A B"), True),
        (("WAIVE", "P HAM-A B"), True),
    ],
)
def test_a_winters_tasks_are_what_its_builds_cost(orders: tuple[str, ...], complete: bool) -> None:
    now = standing(WINTER, "Germany", *orders)
    assert now.complete is complete
    assert not now.extra
    rows = told(turn(WINTER, Germany=orders).events, "results")
    assert {row["verdict"] for row in rows} == {"succeeds"}


def test_centres_are_told_with_halves_and_without_build_centres() -> None:
    state = position(
        "F1932M",
        units={"Germany": ["A BER", "P HAN-A"]},
        centers={"Germany": ["BER", "MUN", "EPR"]},
        options=AIR,
    )
    (row,) = told(turn(state).events, "centers")
    assert row["centers"] == ["BER", "MUN"]
    assert row["build_centers"] == ["EPR"]
    assert row["amount"] == "1/2"


def test_planes_alone_carry_and_none_is_offered_to_help_itself() -> None:
    position: Position = {
        "phase": "S1931M",
        "units": {"England": ["A LON", "P LON-A", "F LIV", "P HOL-A"]},
        "options": {"air": True, "paratroops": True},
    }
    offered = judge.load("1930s-world").legal_orders(position, "England")
    drop = "C A LON - WAL"
    carriers = [order for orders in offered.values() for order in orders if order.endswith(drop)]
    assert carriers == [f"P LON-A {drop}"]
    assert "P LON-A - BEL-A S P HOL-A BOMB BEL" in offered["P LON-A"]
    bombings = [order for orders in offered.values() for order in orders if " BOMB " in order]
    bombers = {order.partition(" BOMB ")[0].split(" S ")[-1] for order in bombings}
    assert bombers == {"P LON-A", "P HOL-A"}
    assert len(offered["passage at LON"]) == 8
    assert not [order for order in offered["passage at LON"] if "England" in order]
    for unit, orders in offered.items():
        assert not [order for order in orders if f" S {unit}" in order]


def test_an_army_lost_in_a_drop_is_told_of_once_though_a_winter_is_skipped() -> None:
    drop = position(
        "F1931M",
        units={"England": ["A LON", "P LON-A"], "France": ["A BEL"]},
        centers={"England": ["HAW"], "France": ["LOS"]},
        options=AIR,
    )
    orders = ["A LON PARATROOP NMD", "P LON-A C A LON - NMD"]
    events = turn(drop, England=orders, France=["A BEL - NMD"]).events
    assert told(events, "skipped")
    assert [row["unit"] for row in told(events, "air-lost")] == ["A LON"]
