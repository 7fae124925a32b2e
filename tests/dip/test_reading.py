"""Sentences become canonical orders where only one thing can be meant, and are asked back else."""

from typing import Any

import pytest

from judge.catalog import variant
from judge.kernel.engine import Reading
from judge.kernel.text import Line, Sentence
from judge.language import reader
from tests.dip.sentences import piece, place, sentence

STANDARD = variant.load("standard")
ENGINE = STANDARD.engine
UNITS = {
    "France": ["A PAR", "F BRE", "F MAO", "A GAS"],
    "Germany": ["A MUN", "A KIE"],
    "England": ["F NTH", "A LVP", "F LON", "A LON"][:3],
    "Russia": ["A MOS", "F SEV", "F STP/SC", "A LVN"],
    "Turkey": ["A ARM"],
}


def board(phase: str = "S1901M", **keys: Any) -> Any:
    return ENGINE.position({"phase": phase, "units": UNITS, **keys})


def read(one: Sentence, power: str, **keys: Any) -> Reading:
    return ENGINE.read([one], board(**keys), power)


TAKEN = [
    ("France", sentence("move", piece("PAR"), place("BUR")), "A PAR - BUR"),
    ("France", sentence("hold", piece("MAO")), "F MAO H"),
    ("France", sentence("move", piece("MAO", "F"), place("SPA", coast="NC")), "F MAO - SPA/NC"),
    ("France", sentence("move", piece("GAS", "A"), place("SPA", coast="NC")), "A GAS - SPA"),
    ("Russia", sentence("move", piece("STP", "F", coast="NC"), place("BOT")), "F STP/SC - BOT"),
    ("England", sentence("move", piece("liv", "", "LVN", "LVP"), place("WAL")), "A LVP - WAL"),
    ("England", sentence("move", piece("LVP"), place("IRI"), place("GAS")), "A LVP - GAS VIA"),
    ("Turkey", sentence("move", piece("ARM"), place("SMY")), "A ARM - SMY"),  # no sea joins them
    ("England", sentence("move", piece("NTH"), place("nor", "NWY", "NWG", "NAO")), None),
    ("England", sentence("move", piece("LVP"), place("liv", "LVN", "YOR")), "A LVP - YOR"),
    ("England", sentence("move", piece("LVP"), place("y", "WAL", "YOR")), None),
    (
        "Turkey",
        sentence(
            "support",
            piece("ARM", "A"),
            about=sentence("hold", piece("SEV", "F", power="Russia")),
        ),
        "A ARM S F SEV",
    ),
    (
        "France",
        sentence("support", piece("BRE"), about=sentence("move", piece("PAR"), place("PIC"))),
        "F BRE S A PAR - PIC",
    ),
    (
        "England",
        sentence("convoy", piece("NTH"), about=sentence("move", piece("KIE"), place("NWY"))),
        "F NTH C A KIE - NWY",
    ),
]


@pytest.mark.parametrize(("power", "one", "order"), [case for case in TAKEN if case[2]])
def test_an_order_that_can_mean_one_thing_is_taken(power: str, one: Sentence, order: str) -> None:
    reading = read(one, power)
    assert [taken.text for taken in reading.orders] == [order], reading.problems


@pytest.mark.parametrize(("power", "one", "order"), [case for case in TAKEN if not case[2]])
def test_a_name_that_can_mean_two_things_is_asked_back(
    power: str, one: Sentence, order: None
) -> None:
    reading = read(one, power)
    assert reading.orders == ()
    assert "can be" in reading.problems[0].message
    assert len(reading.problems[0].suggestions) > 1


def test_a_name_settled_by_the_board_is_said_so() -> None:
    one = sentence("move", piece("liv", "", "LVN", "LVP"), place("WAL"))
    assert "Liverpool (LVP)" in read(one, "England").orders[0].note


REFUSED = [
    ("France", sentence("move", piece("MUN"), place("BUR")), "Germany's"),
    ("France", sentence("move", piece("ROM"), place("VEN")), "no unit in Rome"),
    ("France", sentence("move", piece("PAR", "F"), place("BUR")), "A PAR (France)"),
    ("France", sentence("move", piece("PAR"), place("LON")), "can't reach LON"),
    ("France", sentence("move", piece("MAO"), place("SPA")), "coast"),
    (
        "England",  # what the supporter can't do is said before what the supported unit can't
        sentence("support", piece("LON"), about=sentence("move", piece("PAR"), place("MOS"))),
        "F LON can't support into MOS",
    ),
    ("France", sentence("build", piece("PAR", "A")), "adjustments"),
    ("France", sentence("retreat", piece("PAR", "A"), place("BUR")), "retreats"),
    ("France", sentence("unit", piece("PAR", "A")), "what PAR should do"),
    ("France", sentence("hold", piece("PAR", "A"), header="Germany"), "Germany"),
    (
        "Turkey",
        sentence("support", piece("ARM"), about=sentence("hold", piece("SEV", power="Turkey"))),
        "F SEV (Russia)",
    ),
]


@pytest.mark.parametrize(("power", "one", "words"), REFUSED)
def test_an_order_that_makes_no_sense_is_refused_with_the_reason(
    power: str, one: Sentence, words: str
) -> None:
    reading = read(one, power)
    assert reading.orders == ()
    assert words in reading.problems[0].message


def test_a_missing_coast_is_asked_with_both_coasts_offered() -> None:
    reading = read(sentence("move", piece("MAO"), place("SPA")), "France")
    assert reading.problems[0].suggestions == ("F MAO - SPA/NC", "F MAO - SPA/SC")


def test_hold_all_orders_every_unit() -> None:
    reading = read(sentence("hold-all"), "France")
    assert [order.text for order in reading.orders] == ["A GAS H", "A PAR H", "F BRE H", "F MAO H"]


def test_all_others_are_those_that_no_other_line_of_the_letter_orders() -> None:
    lines = [sentence("move", piece("PAR"), place("BUR")), sentence("hold-all")]
    for typed in (lines, lines[::-1]):
        reading = ENGINE.read(typed, board(), "France")
        texts = sorted(order.text for order in reading.orders)
        assert texts == ["A GAS H", "A PAR - BUR", "F BRE H", "F MAO H"]


def test_a_unit_whose_move_is_helped_is_none_of_all_others() -> None:
    """It is meant to move, though nobody has ordered it to: a hold would spoil the help."""
    helped = sentence("move", piece("PAR"), place("BUR"))
    lines = [sentence("support", piece("GAS"), about=helped), sentence("hold-all")]
    reading = ENGINE.read(lines, board(), "France")
    texts = [order.text for order in reading.orders]
    assert texts == ["A GAS S A PAR - BUR", "F BRE H", "F MAO H"]


@pytest.mark.parametrize(
    ("centers", "units", "order"),
    [
        (["PAR", "BRE", "MAR"], ["A BUR"], "A PAR B"),
        (["BRE"], ["A PAR", "A BUR"], "A PAR D"),
    ],
)
def test_a_unit_alone_is_a_build_or_a_removal_as_the_winter_has_it(
    centers: list[str], units: list[str], order: str
) -> None:
    state = ENGINE.position(
        {"phase": "W1901A", "units": {"France": units}, "centers": {"France": centers}}
    )
    reading = ENGINE.read([sentence("unit", piece("PAR", "A"))], state, "France")
    assert [taken.text for taken in reading.orders] == [order], reading.problems


def test_a_move_of_a_dislodged_unit_is_its_retreat() -> None:
    state = board(phase="S1901R", dislodged={"Germany: A BUR": ["RUH", "BEL"]})
    reading = ENGINE.read([sentence("move", piece("BUR"), place("RUH"))], state, "Germany")
    assert [taken.text for taken in reading.orders] == ["A BUR R RUH"]


@pytest.mark.parametrize(
    ("one", "order"),
    [
        (sentence("move", piece("PAR"), place("BUR")), "A PAR - BUR"),
        (sentence("move", piece("BOT"), place("STP")), "F BOT - STP/SC"),
        (sentence("build", piece("PAR")), "A PAR B"),
    ],
)
def test_without_a_board_names_and_arms_decide(one: Sentence, order: str) -> None:
    assert [taken.text for taken in ENGINE.read([one], None, "").orders] == [order]


def test_without_a_board_a_coast_to_coast_step_without_a_letter_is_asked() -> None:
    reading = ENGINE.read([sentence("move", piece("KIE"), place("DEN"))], None, "")
    assert reading.problems[0].suggestions == ("A KIE - DEN", "F KIE - DEN")


@pytest.mark.parametrize(
    ("power", "line", "order"),
    [
        ("Austria", "The army at Budapest support hold to Vienna", "A BUD S A VIE"),
        ("Austria", "The army at Budapest support move to Galicia from Vienna",
         "A BUD S A VIE - GAL"),
        ("England", "The fleet at the North Sea convoy to Belgium from London",
         "F NTH C A LON - BEL"),
        ("England", "F Norweg - Nth", "F NWG - NTH"),
        ("France", "f: a burgundy holds", "A BUR H"),
    ],
)  # fmt: skip
def test_lines_are_read_as_other_sites_write_them(power: str, line: str, order: str) -> None:
    units = {
        "Austria": ["A BUD", "A VIE"], "England": ["F NTH", "A LON", "F NWG"], "France": ["A BUR"],
    }  # fmt: skip
    (taken,) = typed(line, power, units).orders
    assert taken.text == order


def test_a_route_that_is_named_is_told_to_bind_nobody() -> None:
    (taken,) = typed("A Lon - Nth - Bel", "England", {"England": ["A LON", "F NTH"]}).orders
    assert taken.text == "A LON - BEL VIA"
    assert taken.note == "no route is chosen: whatever fleets convoy it may carry it."


def typed(line: str, power: str, units: dict[str, list[str]]) -> Reading:
    """What a line comes to at a position of these units."""
    items = reader.read([Line(1, line)], STANDARD.vocabulary, "dip")
    sentences = [item for item in items if isinstance(item, Sentence)]
    return ENGINE.read(sentences, board(units=units), power)
