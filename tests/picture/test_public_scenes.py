"""Rows of results as deeds: what each order is in a picture, and what became of it."""

from typing import Any

import pytest

from judge.catalog import variant as catalog
from judge.kernel.engine import PUBLIC, Event
from judge.report.picture.motif import (
    BOMB,
    BUILD,
    CONVOY,
    DROP,
    HOLD,
    MOVE,
    REMOVE,
    RETREAT,
    SUPPORT,
    Deed,
    Scene,
    join,
    make_orders_scene,
)


def scene(name: str, *rows: dict[str, Any], board: dict[str, Any] | None = None) -> Scene:
    """The picture of a phase with these results."""
    event = Event("results", {"rows": rows}, PUBLIC)
    return make_orders_scene(name, catalog.load(name).map, board or {}, [event], "Spring")


def row(order: str, verdict: str = "succeeds", power: str = "France") -> dict[str, Any]:
    """A row of results."""
    return {"power": power, "unit": " ".join(order.split()[:2]), "order": order, "verdict": verdict}


def deed(name: str, order: str, verdict: str = "succeeds") -> Deed:
    """What an order is in a picture."""
    (found,) = scene(name, row(order, verdict)).deeds
    return found


@pytest.mark.parametrize(
    ("name", "order", "kind", "arm", "place", "path"),
    [
        ("standard", "A PAR H", HOLD, "army", "PAR", ()),
        ("standard", "A PAR - BUR", MOVE, "army", "PAR", ("BUR",)),
        ("standard", "A LON - BEL VIA", MOVE, "army", "LON", ("BEL",)),
        ("standard", "F MAO - SPA/SC", MOVE, "fleet", "MAO", ("SPA/SC",)),
        ("standard", "A PAR S A MAR", SUPPORT, "army", "PAR", ("MAR",)),
        ("standard", "A PAR S A MAR - BUR", SUPPORT, "army", "PAR", ("MAR", "BUR")),
        ("standard", "F NTH C A LON - BEL", CONVOY, "fleet", "NTH", ("LON", "BEL")),
        ("standard", "A BUR R PAR", RETREAT, "army", "BUR", ("PAR",)),
        ("standard", "F STP/SC B", BUILD, "fleet", "STP/SC", ()),
        ("standard", "A BUR D", REMOVE, "army", "BUR", ()),
        ("1930s-world", "P PAR-A BOMB MUN", BOMB, "plane", "PAR", ("MUN",)),
        ("1930s-world", "P PAR-A - BRE-A S A BRE", MOVE, "plane", "PAR", ("BRE",)),
        ("1930s-world", "P PAR-A S A BRE", SUPPORT, "plane", "PAR", ("BRE",)),
        ("1930s-world", "A PAR PARATROOP MUN", DROP, "army", "PAR", ("MUN",)),
        ("1930", "L4 PAR - PIC - BRU", MOVE, "army", "PAR", ("PIC", "BRU")),
        ("1930", "N3 PAR H", HOLD, "fleet", "PAR", ()),
    ],
)
def test_each_order_is_the_deed_that_it_says(
    name: str, order: str, kind: str, arm: str, place: str, path: tuple[str, ...]
) -> None:
    found = deed(name, order)
    assert (found.kind, found.arm, found.place, found.path) == (kind, arm, place, path)
    assert found.ok
    assert found.done == len(path)
    assert found.strength == (int(order[1]) if name == "1930" else 0)
    assert (found.beaten, found.void, found.half) == (False, False, False)


@pytest.mark.parametrize(
    ("verdict", "ok", "beaten", "void"),
    [
        ("succeeds", True, False, False),
        ("fails", False, False, False),
        ("fails dislodged", False, True, False),
        ("succeeds dislodged", True, True, False),
        ("fails destroyed", False, True, False),
        ("given", True, False, False),
        ("stands", True, False, False),
        ("cut", False, False, False),
        ("invalid", False, False, True),
    ],
)
def test_what_became_of_it_is_told_by_its_verdict(
    verdict: str, *, ok: bool, beaten: bool, void: bool
) -> None:
    found = deed("standard", "A PAR - BUR", verdict)
    assert (found.ok, found.beaten, found.void) == (ok, beaten, void)
    assert found.done == ok


def test_what_is_no_order_of_a_unit_or_was_never_legal_is_no_deed() -> None:
    assert scene("standard", row("A PAR - BUR", "illegal: no")).deeds == ()
    assert scene("1936", {**row("A PAR H"), "order": "DP 3: A AUS H"}).deeds == ()
    (held,) = scene("standard", {"power": "France", "unit": "A PAR", "verdict": "stands"}).deeds
    assert held.kind == HOLD


@pytest.mark.parametrize(
    ("order", "half"),
    [
        ("F EGY - MAO", True),
        ("F MAO - EGY", True),
        ("F MAO S F EGY - MAO", False),
        ("F MAO - POR", False),
        ("A PAR - BUR", False),
        ("A PAR H", False),
    ],
)
def test_what_goes_by_a_passage_of_half_strength_is_marked_so(order: str, *, half: bool) -> None:
    assert deed("1900", order).half == half


def test_the_unit_that_is_helped_is_named_with_its_strength() -> None:
    assert deed("standard", "A PAR S F BRE").helped == "F"
    assert deed("1930", "L4 PAR S L2 PIC").helped == "L2"
    assert deed("standard", "A PAR - BUR").helped == ""


BOARD = {
    "units": {"France": ["A PAR", "F STP/SC"], "Germany": ["A BUR"]},
    "dislodged": {"France: A BUR": ["GAS"]},
    "centers": {"Germany": ["BER", "MUN", "KIE"], "France": ["PAR"]},
}


def test_units_and_those_that_must_retreat_are_pieces() -> None:
    found = scene("standard", board=BOARD)
    assert {(one.power, one.arm, one.place, one.dislodged) for one in found.pieces} == {
        ("France", "army", "PAR", False),
        ("France", "fleet", "STP/SC", False),
        ("Germany", "army", "BUR", False),
        ("France", "army", "BUR", True),
    }


def test_land_amid_one_powers_centres_is_its_sphere() -> None:
    """Two of them at least, and nobody else's beside it."""
    found = scene("standard", board=BOARD)
    assert found.owners == {"BER": "Germany", "MUN": "Germany", "KIE": "Germany", "PAR": "France"}
    assert found.spheres["RUH"] == "Germany"
    assert found.spheres["SIL"] == "Germany"
    assert "BUR" not in found.spheres, "Paris and Munich lie beside it"
    assert "TYR" not in found.spheres, "Munich alone does"
    assert not set(found.spheres) & set(found.owners)


def test_a_centre_that_nobody_owns_is_in_nobodys_sphere() -> None:
    """Serbia lies amid Austria's and Turkey's centres, and is for anybody to take."""
    board = {"centers": {"Austria": ["BUD", "TRI", "BUL", "GRE", "VIE"]}}
    found = scene("standard", board=board)
    assert "SER" not in found.spheres
    assert found.spheres["ALB"] == "Austria"


def joined(before: dict[str, Any], after: dict[str, Any], *rows: dict[str, Any]) -> Scene:
    """The one picture of a phase that led from a board to another."""
    return join(scene("standard", *rows, board=before), scene("standard", board=after))


def test_the_one_picture_shows_units_where_they_are_and_pale_where_they_were() -> None:
    before = {"units": {"France": ["A PAR", "A MAR"], "Germany": ["A BUR", "F KIE"]}}
    after = {"units": {"France": ["A BUR", "A MAR"], "Germany": ["F HOL"]}}
    rows = (row("A PAR - BUR"), row("A BUR H", "fails destroyed", "Germany"))
    found = joined(before, after, *rows, row("F KIE - HOL", power="Germany"))
    assert {piece.place for piece in found.pieces if not piece.pale} == {"BUR", "MAR", "HOL"}
    assert {(piece.place, piece.dislodged) for piece in found.pieces if piece.pale} == {
        ("PAR", False),
        ("KIE", False),
        ("BUR", True),
    }
    assert len(found.deeds) == 3


def test_who_must_retreat_is_no_pale_unit_and_who_left_for_another_is_not_seen() -> None:
    before = {"units": {"France": ["A PAR", "A GAS"], "Germany": ["A BUR"]}}
    after = {
        "units": {"France": ["A BUR", "A PAR"]},
        "dislodged": {"Germany: A BUR": ["BEL"]},
    }
    rows = (row("A PAR - BUR"), row("A GAS - PAR"), row("A BUR H", "fails dislodged", "Germany"))
    found = joined(before, after, *rows)
    assert [piece.place for piece in found.pieces if piece.pale] == ["GAS"]
    assert [piece.power for piece in found.pieces if piece.dislodged] == ["Germany"]
