"""Laws that hold on any crowded sky: units are conserved, the sequence makes no difference."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.world.positions import AIR, BOARD, ENGINE, NAME

REGION = (
    "LON", "WAL", "YOR", "LIV", "EDI", "IRE", "ENC", "IRS", "NTS", "NMD", "BEL", "HOL", "BRE",
    "PAR", "BUR", "RUH", "MAO", "NAT",
)  # fmt: skip
MAJORS = ("England", "France", "Germany")
CONTROL = {"Poland": ["England"], "Spain": ["France", "Germany"]}
POWERS = (*MAJORS, *CONTROL)


@st.composite
def units(draw: st.DrawFn) -> dict[str, list[str]]:
    """Armies, fleets and planes of five powers in one corner of the map."""
    placed: dict[str, list[str]] = {}
    for space in REGION:
        kind = BOARD.kinds[BOARD.loc_of[space]]
        arms = {"sea": "F", "land": "A"}.get(kind, "AF")
        for place, arm in ((space, draw(st.sampled_from(arms))), (f"{space}-A", "P")):
            power = draw(st.sampled_from((*POWERS, "", "", "")))
            if power:
                placed.setdefault(power, []).append(f"{arm} {place}")
    return placed


@st.composite
def order(draw: st.DrawFn, unit: str, others: list[str]) -> str:
    """Some order for a unit: of its own, about another's, or for the air."""
    real = BOARD.unit(unit)
    goal = draw(st.sampled_from(sorted(BOARD.locs[loc] for loc in BOARD.steps[real.arm][real.loc])))
    there = draw(st.sampled_from(REGION))
    other, next_to = draw(st.sampled_from(others)), draw(st.sampled_from(REGION))
    deeds = [f"- {goal}", f"- {goal}", f"S {other}", f"S {other} - {next_to}"]
    deeds.append(f"S {other} - {next_to}-A" if other[0] == "P" else f"S {other} - {there}")
    if real.arm == "A":
        deeds += [f"PARATROOP {there}", f"- {there} VIA"]
    if real.arm == "F" and other[0] == "A":
        deeds.append(f"C {other} - {there}")
    if real.arm == "P":
        deeds += [f"BOMB {there}", f"- {goal} S {other}", f"S {other} BOMB {there}"]
        deeds += [f"C {other} - {there}"] if other[0] == "A" else []
    text = f"{unit} {draw(st.sampled_from(deeds))}"
    try:
        return ENGINE.game.notation.order(text).text
    except ValueError:
        return f"{unit} H"


@st.composite
def requests(draw: st.DrawFn) -> dict[str, Any]:
    """A movement phase with orders for all units, permissions and options."""
    placed = draw(units())
    everybody = [unit for texts in placed.values() for unit in texts]
    orders: dict[str, list[str]] = {power: [] for power in MAJORS}
    for power, texts in placed.items():
        for unit in texts:
            for writer in CONTROL.get(power, [power]):
                orders[writer].append(draw(order(unit, everybody)))
    orders["France"].append(f"ALLOW ALL AT {draw(st.sampled_from(REGION))}")
    return {
        "variant": NAME,
        "phase": draw(st.sampled_from(("S1932M", "F1932M"))),
        "units": placed,
        "orders": orders,
        "options": {**AIR, "hidden": draw(st.booleans())},
        "state": {"control": CONTROL, "influence": {}},
    }


def bare(answer: dict[str, Any]) -> str:
    """What an answer says, without the sequence of its lines."""
    rows = sorted(json.dumps(row, sort_keys=True) for row in answer["results"])
    return json.dumps([answer["after"], answer["dislodged"], answer["state"], rows], sort_keys=True)


@settings(max_examples=30)
@given(requests())
def test_units_are_conserved_and_no_space_holds_two(request: dict[str, Any]) -> None:
    answer = ENGINE.adjudicate(request)
    before = sum(map(len, request["units"].values()))
    after = [unit for texts in answer["after"].values() for unit in texts]
    lost = {
        row["unit"]
        for row in answer["results"]
        if row["verdict"] == "fails destroyed" and row["unit"] not in answer["dislodged"]
    }
    assert before == len(after) + len(answer["dislodged"]) + len(lost)
    spaces = [BOARD.unit(unit).space for unit in after]
    assert len(spaces) == len(set(spaces))


@settings(max_examples=30)
@given(requests())
def test_the_sequence_of_powers_and_units_makes_no_difference(request: dict[str, Any]) -> None:
    turned = {
        **request,
        "units": {power: texts[::-1] for power, texts in reversed(request["units"].items())},
        "orders": {power: lines[::-1] for power, lines in reversed(request["orders"].items())},
    }
    assert bare(ENGINE.adjudicate(request)) == bare(ENGINE.adjudicate(turned))


@settings(max_examples=30)
@given(requests())
def test_no_plane_ends_up_where_it_may_not_be(request: dict[str, Any]) -> None:
    answer = ENGINE.adjudicate({**request, "orders": {
        power: [line for line in lines if not line.startswith("ALLOW")]
        for power, lines in request["orders"].items()
    }})  # fmt: skip
    owner = {unit: power for power, texts in answer["after"].items() for unit in texts}
    ground = {unit.split(" ")[1].partition("/")[0]: unit for unit in owner if unit[0] != "P"}
    for plane in (unit for unit in owner if unit[0] == "P"):
        space = plane.split(" ")[1].removesuffix("-A")
        below = ground.get(space)
        assert below is None or owner[below] == owner[plane]
        assert below is not None or BOARD.kinds[BOARD.loc_of[space]] != "sea"
