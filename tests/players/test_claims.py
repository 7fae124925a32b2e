"""Nobody's centres: each has one unit that is to take it, and all players know which."""

from typing import Any

from judge.rules.computers.prospect import Claims, send_units
from tests.players.positions import look

OWNED = {
    "Austria": ["VIE", "BUD", "TRI", "SER", "GRE"],
    "England": ["LON", "EDI", "LVP"],
    "France": ["PAR", "MAR", "BRE", "SPA", "POR"],
    "Germany": ["BER", "KIE", "MUN", "DEN", "HOL"],
    "Italy": ["ROM", "VEN", "NAP"],
    "Russia": ["SEV", "RUM", "MOS", "WAR", "STP", "SWE", "NWY"],
    "Turkey": ["CON", "SMY", "ANK", "BUL"],
}
"""Nobody's are Belgium and Tunis; England and Italy have taken nothing."""


def claims(units: dict[str, Any], centers: dict[str, list[str]] = OWNED) -> Claims:
    """Whose each centre is to take in a fall."""
    return Claims(look("standard", "F1902M", units=units, centers=centers))


def whose(known: Claims) -> dict[str, str]:
    """Centre -> the unit that is to take it."""
    view = known.view
    return {
        view.board.spaces[view.terrain.centers[center]]: view.units[number].text
        for center, number in known.unit_to.items()
    }


def test_the_nearest_goes_first_and_each_to_one_centre() -> None:
    near, far = (1.0,), (2.0,)
    assert send_units([(far, 7, 0), (near, 7, 1), (near, 8, 1), (far, 8, 2)]) == {7: 1, 8: 2}
    assert send_units([]) == {}


def test_a_centre_is_for_the_nearest_then_for_most_units_then_for_the_smallest_side() -> None:
    assert whose(claims({"France": ["A BUR"], "Germany": ["A MUN"]}))["BEL"] == "A BUR"
    helped = claims({"France": ["A BUR"], "Russia": ["A RUH", "F NTH"]})
    assert whose(helped)["BEL"] in ("A RUH", "F NTH")
    assert whose(claims({"France": ["A BUR"], "Russia": ["A RUH"]}))["BEL"] == "A BUR"


def test_who_has_taken_nothing_is_content_once_others_have_and_while_something_is_left() -> None:
    near = {"England": ["F ENG"], "Germany": ["A MUN"]}
    known = claims(near)
    assert known.content == {"England", "Italy"}
    assert whose(known)["BEL"] == "A MUN"
    all_owned = {**OWNED, "France": [*OWNED["France"], "BEL", "TUN"]}
    assert claims(near, all_owned).content == set()
    first = {power: list(one.owns) for power, one in known.view.board.powers.items()}
    assert claims(near, first).content == set()


def test_who_is_to_take_a_centre_is_presumed_to_go_there_and_nobody_else() -> None:
    known = claims({"France": ["A BUR"], "Russia": ["A RUH"]})
    read, at = known.view.game.notation.order, known.view.board.loc_of
    french, russian = (known.view.at[at[space]] for space in ("BUR", "RUH"))
    for order in (None, read("A BUR - PAR")):
        taking = known.respect(french, order)
        assert taking is not None
        assert taking.text == "A BUR - BEL"
    assert known.respect(russian, read("A RUH - BEL")) is None
    assert known.respect(russian, read("A RUH - MUN")) == read("A RUH - MUN")
    center_names = [
        known.view.board.spaces[known.view.terrain.centers[one]] for one in known.of("France")
    ]
    assert center_names == ["BEL"]
