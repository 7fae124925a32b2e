"""Steady in 1930!: it takes what is empty, attacks with good odds, courts minors, buys."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import pytest

from judge.catalog import variant
from judge.rules.computers import months
from judge.rules.computers.months import Whim
from judge.rules.d100 import deployment
from judge.rules.d100.build import D100
from judge.rules.d100.state import State

Units = Mapping[str, Iterable[str]]


def engine() -> D100:
    """The engine of 1930!."""
    found = variant.load("1930").engine
    assert isinstance(found, D100)
    return found


def world(units: Units, foreign: Mapping[str, str], **memory: Any) -> State:
    """A month in which France owns every space on land but a few."""
    board = engine().board
    owners = {name: "France" for name, space in board.spaces.items() if not space.sea}
    request = {
        "phase": "1930-03M",
        "units": {power: list(names) for power, names in units.items()},
        "state": {"owners": {**owners, **foreign}, **memory},
    }
    return engine().position(request)


def ordered(state: State) -> list[str]:
    """What France orders, all of it legal."""
    lines = months.orders(engine(), state, "France")
    assert not engine().standing(state, "France", lines).void
    return lines


def march(units: Iterable[str], foreign: Mapping[str, str], **foes: Iterable[str]) -> list[str]:
    """The orders of the pieces of France, sorted."""
    lines = ordered(world({"France": units, **foes}, foreign))
    return sorted(line for line in lines if not line.startswith("ALLOCATE"))


# --- what nobody holds


def test_what_is_worth_most_is_walked_into_though_something_else_is_nearer() -> None:
    assert march(["L1 ALS"], {"RHE": "Germany", "BER": "Germany"}) == ["L1 ALS - RHE - BAY - BER"]


def test_each_space_is_walked_into_by_one_and_the_others_take_the_next() -> None:
    foreign = {"BER": "Germany", "MUN": "Germany", "RHE": "Germany"}
    found = march(["L1 NCY", "L1 LYO", "L1 SWI"], foreign)
    assert sorted(line.split()[-1] for line in found) == ["BER", "MUN", "RHE"]


def test_the_weakest_goes_and_of_equals_the_nearest() -> None:
    wanted = {"BER": "Germany", "BRU": "Belgium"}
    assert "L1 BAY - BER" in march(["L1 BAY", "L5 BOH"], wanted)
    assert "L1 BOH - BER" in march(["L5 BAY", "L1 BOH"], wanted)
    found = march(["L2 BAY", "L2 TYR"], {"BER": "Germany", "SWI": "Switzerland"})
    assert found == ["L2 BAY - BER", "L2 TYR - SWI"]


def test_a_minor_of_one_space_is_worth_more_than_a_part_of_one() -> None:
    foreign = {"LIS": "Portugal", "MAD": "Spain", "CAT": "Spain"}
    assert march(["L1 GLC"], foreign) == ["L1 GLC - LIS"]


def test_three_steps_are_the_most_and_none_leads_through_a_foe() -> None:
    wanted = {"BER": "Germany"}
    assert march(["L5 ALS"], wanted) == ["L5 ALS - RHE - BAY - BER"]
    assert march(["L5 ALS"], wanted, Germany=["L1 BAY"]) != ["L5 ALS - RHE - BAY - BER"]
    assert march(["L5 NMD"], wanted) == ["L5 NMD - BRY - ALS - RHE"]


def test_who_stands_beside_a_foe_in_one_space_may_leave_it() -> None:
    assert march(["L5 BAY"], {"BER": "Germany"}, Germany=["L1 BAY"]) == ["L5 BAY - BER"]


def test_where_three_stand_nobody_goes_any_more() -> None:
    foreign = {"ALS": "Germany"}
    full = ["L5 ALS", "L4 ALS", "L3 ALS"]
    found = march([*full, "L1 PAR"], foreign)
    assert not [line for line in found if line.startswith("L1 PAR -")]
    found = march([*full[:2], "L1 PAR"], foreign)
    assert "L1 PAR - ALS" in found


def test_ones_own_and_what_friends_and_allies_own_is_not_walked_into() -> None:
    for memory in ({"friends": {"Belgium": ["France"]}}, {"allies": {"Belgium": "France"}}):
        state = world({"France": ["L5 PIC"]}, {"BRU": "Belgium"}, **memory)
        assert "L5 PIC - BRU" not in ordered(state)
    for memory in ({"friends": {"Belgium": ["Italy"]}}, {"allies": {"Belgium": "Italy"}}):
        state = world({"France": ["L5 PIC"]}, {"BRU": "Belgium"}, **memory)
        assert "L5 PIC - BRU" in ordered(state)


def test_who_guards_something_stays_unless_more_is_to_be_won_elsewhere() -> None:
    """Paris is worth 50, Nancy 25: half of it is what may be lost."""
    foes = {"Germany": ["L5 PIC"]}
    assert march(["L1 PAR"], {"ALS": "Germany"}) == ["L1 PAR - ALS"]
    assert march(["L1 PAR"], {"ALS": "Germany"}, **foes) == ["L1 PAR H"]
    assert march(["L1 NCY"], {"ALS": "Germany"}, **foes) == ["L1 NCY H"]
    assert march(["L1 NCY"], {"LYO": "Germany"}, **foes) == ["L1 NCY - ALS - LYO"]


def test_a_foe_three_steps_away_threatens_and_not_past_a_piece_of_ours() -> None:
    foes = {"Germany": ["L5 BOR"]}
    assert march(["L1 PAR"], {"ALS": "Germany"}, **foes) == ["L1 PAR H"]
    assert "L1 PAR - ALS" in march(["L1 PAR", "L5 BRY"], {"ALS": "Germany"}, **foes)
    assert march(["L1 PAR"], {"ALS": "Germany"}, Germany=["L5 ROM"]) == ["L1 PAR - ALS"]


def test_where_somebody_stays_behind_the_other_may_go() -> None:
    found = march(["L1 PAR", "L2 PAR"], {"ALS": "Germany"}, Germany=["L5 PIC"])
    assert found == ["L1 PAR - ALS", "L2 PAR H"]


def test_a_fleet_beside_is_a_foe_to_guard_against_and_what_is_foreign_is_left() -> None:
    wanted = {"BRY": "Germany"}
    near = sorted(engine().board.steps["N"]["BOR"])
    sea = next(space for space in near if engine().board.spaces[space].sea)
    assert march(["L1 BOR"], wanted, Germany=[f"N5 {sea}"]) == ["L1 BOR H"]
    left = {**wanted, "BOR": "Germany"}
    assert march(["L1 BOR"], left, Germany=[f"N5 {sea}"]) == ["L1 BOR - BRY"]


def test_two_outside_a_city_march_together_and_in_a_city_singly() -> None:
    wanted = {"BER": "Germany"}
    assert march(["L1 ALS", "L2 ALS"], wanted) == ["STACK ALS - RHE - BAY - BER"]
    found = march(["L1 MUN", "L2 MUN"], wanted)
    assert found[0] == "L1 MUN - BAY - BER"
    assert found[1].startswith("L2 MUN")


def test_a_stack_that_was_split_marches_singly() -> None:
    units = {"France": ["L1 ALS", "L2 ALS"]}
    state = world(units, {"BER": "Germany"}, split={"France": ["ALS"]})
    assert "L1 ALS - RHE - BAY - BER" in ordered(state)


def test_ships_walk_into_coasts_over_the_sea() -> None:
    assert march(["N2 MRS"], {"ROM": "Italy"}) == ["N2 MRS - GOL - TYS - ROM"]


# --- what somebody holds


def test_a_held_space_is_attacked_by_the_strongest_and_all_others_support() -> None:
    found = march(["L3 LYO", "L5 MRS"], {"PIE": "Italy"}, Italy=["L3 PIE"])
    assert found[0].startswith("L3 LYO S L5 MRS")
    assert found[1] == "L5 MRS - PIE"


def test_with_bad_odds_nobody_attacks() -> None:
    """Table 1: 5 against 2 have 60 per cent, against 1 they have 64."""
    assert march(["L5 LYO"], {"PIE": "Italy"}, Italy=["L1 PIE"]) == ["L5 LYO - PIE"]
    assert march(["L5 LYO"], {"PIE": "Italy"}, Italy=["L2 PIE"]) == ["L5 LYO H"]


def test_all_that_stand_in_a_space_defend_it_friends_do_not() -> None:
    attack = ["L5 LYO - PIE"]
    assert march(["L5 LYO"], {"PIE": "Italy"}, Italy=["L1 PIE"]) == attack
    assert march(["L5 LYO"], {"PIE": "Italy"}, Italy=["L1 PIE", "L5 PIE"]) != attack
    state = world(
        {"France": ["L5 LYO"], "Spain": ["L3 PIE"]},
        {"PIE": "Italy"},
        friends={"Spain": ["France"]},
    )
    assert "L5 LYO - PIE" in ordered(state)


def test_more_than_the_strongest_side_counts_as_that() -> None:
    foes = {"Italy": ["L5 PIE", "L5 PIE", "L5 PIE"]}
    units = ["L5 LYO", "L5 MRS", "L5 GEN", "L5 ALS"]
    assert all(line.endswith(" H") for line in march(units, {"PIE": "Italy"}, **foes))


def test_a_friends_piece_is_no_foe() -> None:
    """Where it stands in a foreign space, one walks in."""
    state = world(
        {"France": ["L1 LYO"], "Spain": ["L5 PIE"]},
        {"PIE": "Italy"},
        friends={"Spain": ["France"]},
    )
    assert "L1 LYO - PIE" in ordered(state)
    state = world({"France": ["L1 LYO"], "Spain": ["L5 PIE"]}, {"PIE": "Italy"})
    assert "L1 LYO - PIE" not in ordered(state)


def test_where_a_foe_stands_on_ones_own_ground_there_is_nothing_to_win() -> None:
    assert march(["L5 LYO"], {}, Italy=["L1 PIE"]) == ["L5 LYO H"]


def test_only_those_beside_a_held_space_attack_it_or_support() -> None:
    found = march(["L5 LYO", "L5 BOR", "L5 PAR"], {"PIE": "Italy"}, Italy=["L1 PIE"])
    assert [line for line in found if "PIE" in line] == ["L5 LYO - PIE"]


def test_pieces_of_a_stack_march_and_support_together() -> None:
    found = march(["L5 SWI", "L4 SWI", "L3 LYO"], {"PIE": "Italy"}, Italy=["L5 PIE"])
    assert found[0].startswith("L3 LYO S L")
    assert found[1] == "STACK SWI - PIE"
    found = march(["L2 ALS", "L1 ALS", "L5 SWI"], {"PIE": "Italy"}, Italy=["L4 PIE"])
    assert found == ["L1 ALS S L5 SWI - PIE", "L2 ALS S L5 SWI - PIE", "L5 SWI - PIE"]


def test_who_risks_least_leads_an_attack() -> None:
    """Lyon would be lost, Switzerland's space has no value of its own."""
    found = march(["L3 SWI", "L5 LYO"], {"PIE": "Italy"}, Italy=["L4 PIE"])
    assert found == ["L3 SWI - PIE", "L5 LYO S L3 SWI - PIE"]


def test_the_richer_space_is_attacked_first_and_each_piece_goes_once() -> None:
    foreign = {"BER": "Germany", "NIE": "Germany"}
    found = march(["L5 BAY"], foreign, Germany=["L1 BER", "L1 NIE"])
    assert found == ["L5 BAY - BER"]


def test_of_equal_spaces_the_one_is_attacked_where_more_is_driven_off_at_fair_odds() -> None:
    foreign = {"PIE": "Italy", "RHE": "Germany"}
    assert march(["L5 SWI"], foreign, Italy=["L2 PIE"], Germany=["L1 RHE"]) == ["L5 SWI - PIE"]
    assert march(["L3 SWI"], foreign, Italy=["L5 PIE"], Germany=["L1 RHE"]) == ["L3 SWI - RHE"]


def test_at_even_odds_goes_who_leaves_nothing_in_danger() -> None:
    """Switzerland's space has no value of its own, Lyon's has."""
    assert march(["L5 SWI"], {"PIE": "Italy"}, Italy=["L5 PIE"]) == ["L5 SWI - PIE"]
    assert march(["L5 LYO"], {"PIE": "Italy"}, Italy=["L5 PIE"]) == ["L5 LYO H"]


def test_land_pieces_do_not_attack_at_sea() -> None:
    found = march(["L5 MRS"], {}, Italy=["N1 GOL"])
    assert found == ["L5 MRS H"]


# --- the others


def test_who_finds_nothing_to_take_closes_up_and_who_is_there_stays() -> None:
    wanted = {"BER": "Germany"}
    assert march(["L5 PAR"], wanted) == ["L5 PAR - ALS - RHE - BAY"]
    assert march(["L5 BER"], wanted) == ["L5 BER H"]
    assert march(["L5 PAR"], {}) == ["L5 PAR H"]


def test_no_more_than_three_close_up_into_one_space() -> None:
    """Four in four cities, with Alsace alone before them; the fourth finds no room."""
    found = march(["L5 NCY", "L5 PAR", "L5 MRS", "L5 LYO"], {"ALS": "Germany"})
    assert sum(line.endswith("- ALS") for line in found) == 3
    found = march(["L5 BRY", "L4 BRY", "L3 BRY"], {"ALS": "Germany"})
    assert found == ["STACK BRY - ALS"]
    found = march(["L5 BRY", "L4 BRY", "L3 PIC", "L2 PIC"], {"ALS": "Germany"})
    assert sum(line.endswith("- ALS") for line in found) == 1


def test_the_place_that_somebody_left_has_room_again() -> None:
    units = ["L1 ALS", "L1 ALS", "L1 ALS", "L5 PAR"]
    found = march(units, {"RHE": "Germany"})
    assert "STACK ALS - RHE" in found
    assert "L5 PAR - ALS" in found


def test_nobody_closes_up_into_a_foe() -> None:
    found = march(["L1 PAR", "L2 PAR"], {"BER": "Germany"}, Germany=["L5 BAY", "L5 RHE"])
    assert found[0].startswith("L1 PAR - ")
    assert not {"BAY", "RHE"} & set(found[0].split())


# --- points


def courted(friendly: Mapping[str, list[str]], march_to: str = "", **memory: Any) -> list[str]:
    """What France allocates at the start of the game, Portugal and Belgium being open too."""
    request = {
        "phase": "1930-03M",
        "units": {"France": [march_to]} if march_to else {},
        "state": {"friends": friendly, **memory},
    }
    return [line for line in ordered(engine().position(request)) if line.startswith("ALLOCATE")]


def allocated(lines: Iterable[str]) -> dict[str, int]:
    """Minor -> points."""
    rows = [line.split(" ", 2) for line in lines]
    return {minor: int(points) for _, points, minor in rows}


def test_a_friend_is_courted_first_with_all_that_there_is() -> None:
    assert allocated(courted({"Poland": ["France"]})) == {"Poland": 100}
    assert allocated(courted({"Poland": ["Italy"]})) == {"Spain": 100}


def test_what_lacks_for_a_roll_is_given_and_the_rest_goes_to_the_next() -> None:
    points = {"Poland": {"France": 100}, "Spain": {"France": 50}}
    found = allocated(courted({"Poland": ["France"]}, points=points))
    assert found == {"Poland": 50, "Spain": 50}
    full = {"Poland": {"France": 150}}
    assert allocated(courted({"Poland": ["France"]}, points=full)) == {"Spain": 100}
    beyond = {"Poland": {"France": 175}}
    assert allocated(courted({"Poland": ["France"]}, points=beyond)) == {"Spain": 100}


def test_where_points_are_already_more_go_and_others_points_do_not_count() -> None:
    points = {"Turkey": {"France": 25}, "Sweden": {"Italy": 100}}
    assert allocated(courted({}, points=points)) == {"Turkey": 100}


def test_of_two_neighbours_the_one_without_a_rival_is_courted() -> None:
    assert allocated(courted({"Spain": ["Italy"]})).keys().isdisjoint({"Spain"})


def test_neither_who_has_an_ally_nor_who_has_fallen_is_courted() -> None:
    assert "Spain" not in allocated(courted({}, allies={"Spain": "Italy"}))
    spaces = engine().board.countries["Spain"].spaces
    fallen: dict[str, Any] = {"owners": dict.fromkeys(spaces, "Italy")}
    assert "Spain" not in allocated(courted({}, **fallen))
    shared: dict[str, Any] = {
        "owners": dict(zip(spaces, ["Italy", "Italy", "France", "France"], strict=True))
    }
    assert "Spain" not in allocated(courted({}, **shared))


def test_a_minor_that_one_walks_into_is_not_courted() -> None:
    assert allocated(courted({"Belgium": ["France"]})) == {"Belgium": 100}
    assert "Portugal" not in allocated(courted({}, "L5 GLC", points={"Portugal": {"France": 50}}))


def test_a_minor_that_one_attacks_is_not_courted() -> None:
    state = world(
        {"France": ["L5 PIC", "L5 ALS"], "Belgium": ["L3 BRU"]},
        {"BRU": "Belgium", "REY": "Iceland"},
        points={"Belgium": {"France": 50}},
    )
    lines = ordered(state)
    assert "L5 PIC - BRU" in lines or "L5 ALS - BRU" in lines
    assert set(allocated(line for line in lines if line.startswith("ALLOCATE"))) == {"Iceland"}


# --- a recalculation, the deployment


def all_of_it() -> dict[str, str]:
    """Every space on land as one that France owns."""
    return {name: "France" for name, space in engine().board.spaces.items() if not space.sea}


def bought(
    owners: Mapping[str, str], units: Mapping[str, list[str]] | None = None, gain: int = 0
) -> list[str]:
    """What France buys for spaces that it won since the last time, or for so many points."""
    state: dict[str, Any] = {"owners": owners}
    request = {"phase": "1930-06A", "units": units or {}, "state": state}
    position = engine().position(request)
    if gain:
        state["base"] = {"France": engine().worth(position)["France"] - gain}
        position = engine().position(request)
    lines = months.orders(engine(), position, "France")
    assert not engine().standing(position, "France", lines).void
    return lines


def test_as_many_planes_as_can_be_paid_are_bought_for_all_points() -> None:
    assert bought({}) == []
    names = [line.split()[1] for line in bought({"HAM": "France"})]
    assert names == ["A1"] * 5
    assert len(bought({"BER": "France"})) == 10


def test_where_there_is_little_room_pieces_are_stronger_so_that_no_point_is_lost() -> None:
    home = engine().board.countries["France"].cities
    owners = {**dict.fromkeys(home, "Italy"), "PAR": "France"}
    assert [line.split()[1] for line in bought(owners, gain=45)] == ["A3"] * 3


def test_pieces_are_bought_in_the_cities_nearest_to_what_is_to_be_won_evenly() -> None:
    """The Rhineland alone is foreign: four cities are beside it, with room for three each."""
    owners = {**all_of_it(), "RHE": "Germany"}
    near = ["AMS", "BRU", "COL", "LUX"]
    assert sorted(line.split()[-1] for line in bought(owners, gain=20)) == near
    assert sorted(line.split()[-1] for line in bought(owners, gain=40)) == sorted(near * 2)
    places = [line.split()[-1] for line in bought(owners, gain=70)]
    assert sorted(places[:12]) == sorted(near * 3)
    assert set(near).isdisjoint(places[12:])
    assert len(places) == 14


def test_pieces_that_stand_there_take_room() -> None:
    """Three stand in the nearest city, so that the next one gets what is bought."""
    first = bought({"HAM": "France"})[0].split()[-1]
    full = {"France": [f"L{strength} {first}" for strength in (1, 2, 3)]}
    assert bought({"HAM": "France"}, units=full)[0].split()[-1] != first
    two = {"France": [f"L{strength} {first}" for strength in (1, 2)]}
    lines = bought({"HAM": "France"}, units=two)
    assert [line.split()[-1] for line in lines].count(first) <= 1


def test_no_city_gets_more_pieces_than_it_has_room_for() -> None:
    places = [line.split()[-1] for line in bought({"HAM": "France", "BRM": "France"})]
    assert len(places) == 10
    assert max(map(places.count, places)) <= engine().rules.room
    assert places.count(places[0]) < len(places)


def test_the_list_is_the_standard_one_with_planes_for_all_ships_and_armies_but_the_weakest() -> (
    None
):
    start = engine().position({"phase": "1930-00D"})
    lines = months.orders(engine(), start, "France")
    standard = deployment.default_roster(engine(), "France")
    wanted = sorted((piece.space, piece.strength) for piece in standard)
    names = [line.split()[1:] for line in lines]
    assert sorted((space, int(name[1])) for name, space in names) == wanted
    assert sorted(name for name, _ in names if name[0] != "A") == ["L2", "L4", "N3", "N4"]
    told = engine().standing(start, "France", lines)
    assert told.complete
    assert not told.void


def test_a_minors_piece_stands_in_its_country() -> None:
    placing = engine().position(
        {
            "phase": "1930-00N",
            "units": {"France": ["L5 PAR"]},
            "state": {
                "assign": {
                    "Spain": {"L3": "France", "N2": "Italy"},
                    "Poland": {"N1": "France", "L4": "Italy"},
                    "Baltics": {"L2": "France"},
                }
            },
        }
    )
    assert sorted(months.orders(engine(), placing, "France")) == [
        "DEPLOY L2 EST",
        "DEPLOY L3 MAD",
        "DEPLOY N1 DAN",
    ]


def test_lists_that_are_tried_differ_and_are_legal() -> None:
    start = engine().position({"phase": "1930-00D"})
    lists = set()
    for seed in range(12):
        lines = months.orders(engine(), start, "France", Whim(Random(seed), 0.8))
        told = engine().standing(start, "France", lines)
        assert told.complete
        assert not told.void
        lists.add(tuple(lines))
    assert len(lists) > 6


# --- whims


def test_without_noise_a_value_is_what_it_is_and_nothing_else_is_done() -> None:
    calm = Whim(Random(0), 0.0)
    assert [calm.bend(8.0) for _ in range(5)] == [8.0] * 5
    assert not any(calm.errs() for _ in range(50))


@pytest.mark.parametrize("noise", [0.2, 1.0])
def test_noise_spreads_values_about_the_true_one_and_errs_a_third_as_often(noise: float) -> None:
    whim = Whim(Random(0), noise)
    values = [whim.bend(10.0) for _ in range(400)]
    assert min(values) >= 10 * (1 - noise / 2) - 1e-9
    assert max(values) <= 10 * (1 + noise / 2) + 1e-9
    assert max(values) - min(values) > 8 * noise
    errors = sum(whim.errs() for _ in range(3000))
    assert abs(errors - 1000 * noise) < 120
