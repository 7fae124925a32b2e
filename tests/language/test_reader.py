"""Lines around the orders: headings, talk, notes, reports; and what is said to wrong orders."""

import pytest

from judge.catalog import variant
from judge.kernel.text import Line, Offer
from judge.language import reader
from tests.language.spoken import problem, read, told


@pytest.mark.parametrize(
    "line",
    [
        "Hi Judge,",
        "Dear England, thanks for the support last turn.",
        "Thanks,",
        "Maria",
        "Sent from my iPhone",
        "Spain is beautiful this time of year.",
        "A few words on the army:",
        "> A Par - Mar",
        "# A Par - Bur",
        "// A Par - Bur",
        "(A Par - Bur is what I thought of)",
        "------",
        "The Italian Army in Trieste can retreat to Budapest or Tyrolia or Venice.",
        "Russia: Fleet Sweden, No Order Processed.",
        "J. R. Hartley",
        "Watch out, world!",
        "England: 2 builds pending",
        ":: Deadline: S1902M Tue 24 Nov 2026 23:30 +0000",
        "A PAR -",
        "F STP/SC dislodged",
        "ENGLAND:",
        "[FRANCE]",
        "x" * 5000,
    ],
)
def test_what_orders_nothing_is_ignored(line: str) -> None:
    assert told(line) == ["ignored"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("ENGLAND:\nF Lon H", ["ignored", "[England] hold F LON"]),
        ("[England]\nF Lon H", ["ignored", "[England] hold F LON"]),
        ("English orders:\n\nF Lon H", ["ignored", "[England] hold F LON"]),
        ("England\nF Lon H", ["ignored", "[England] hold F LON"]),
        ("zz England:\nF Lon H", ["ignored", "hold F LON"]),
        ("England\nregards\nF Lon H", ["ignored", "ignored", "hold F LON"]),
        ("England: F Lon H\nA Par H", ["[England] hold F LON", "hold A PAR"]),
        ("E) F Lon H", ["[England] hold F LON"]),
        ("T: A Arm-Sev", ["[Turkey] move A ARM > SEV"]),
        ("f: a Par - Bur", ["[France] move A PAR > BUR"]),
        ("A: A Vie - Gal", ["[Austria] move A VIE > GAL"]),
        ("France: Builds a fleet in Brest.", ["[France] build F BRE"]),
        ("Builds:\nA Par\nF Bre", ["ignored", "build A PAR", "build F BRE"]),
        ("Removals:\nA Par", ["ignored", "disband A PAR"]),
        ("Builds:\nA Par or F Bre", ["ignored", "build A PAR or unit F BRE"]),
        ("Retreats:\nA Ukr - Sev, Rum", ["ignored", "retreat A UKR > SEV or retreat A UKR > RUM"]),
        ("Retreats:\nA Ukr - Sev\nMoves:\nA Ukr - Sev",
         ["ignored", "retreat A UKR > SEV", "ignored", "move A UKR > SEV"]),
    ],
)  # fmt: skip
def test_headings_hold_for_the_lines_below(text: str, meant: list[str]) -> None:
    assert told(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Austria: Army Vienna -> Trieste.", "[Austria] move A VIE > TRI"),
        (
            "Italy: Army Trieste SUPPORT Turkish Army Greece -> Serbia. (*void, dislodged*)",
            "[Italy] support A TRI ([Italy] move Turkey A GRE > SER)",
        ),
        ("  A PAR - BUR                 failed    bounced with A MUN - BUR", "move A PAR > BUR"),
        ("  F NTH C A LON - NWY         disrupted", "convoy F NTH (move A LON > NWY)"),
        ("A Bur-Par, bounced", "move A BUR > PAR"),
    ],
)
def test_results_can_be_pasted_back(text: str, meant: str) -> None:
    assert told(text) == meant.split("; ")


WRONG = [
    ("A Arm - Sevst", 9, "'Sevst' is not a place", ["move A ARM > SEV"]),
    ("A Pariss - Bur", 3, "'Pariss' is not a place", ["move A PAR > BUR"]),
    ("A Mar S", 7, "stops too early", []),
    ("A Pie U", 1, "no order", []),
    ("F Xyz to the Black Sea", 3, "'Xyz' is not a place", []),
    ("sorry: F Xyz - Bla", 10, "'Xyz' is not a place", []),
    ("and F Xyz - Bla", 7, "'Xyz' is not a place", []),
]


@pytest.mark.parametrize(("line", "column", "message", "repairs"), WRONG)
def test_a_wrong_order_says_where_and_what_would_work(
    line: str, column: int, message: str, repairs: list[str]
) -> None:
    from tests.language.spoken import shown  # noqa: PLC0415

    wrong = problem(line)
    assert wrong.span.column == column
    assert message in wrong.message
    offered = [shown(one) for one in wrong.repairs]
    assert all(repair in offered for repair in repairs)


@pytest.mark.parametrize(
    ("line", "why", "wishes"),
    [
        ("A Par - Bur?", "it reads as a question", ["move A PAR > BUR"]),
        ("A Par - Bur if Italy agrees", "it depends on something", ["move A PAR > BUR"]),
        ("If you support me, A Mun - Bur, then we win", "it depends", ["move A MUN > BUR"]),
        ("I will attack Paris from Burgundy", "", ["move BUR > PAR"]),
        ("amry Par - Bur", "", ["move A PAR > BUR"]),
        ("flet Bre - Mao", "", ["move F BRE > MAO"]),
        ("A Rom-Sav-Mar", "", ["move A ROM > SEV > MAR"]),
        ("Disband", "", ["disband "]),
        ("Bul or Sev", "", ["retreat  > BUL or retreat  > SEV"]),
    ],
)
def test_what_leaves_an_order_open_or_only_seems_one_is_offered(
    line: str, why: str, wishes: list[str]
) -> None:
    from tests.language.spoken import shown  # noqa: PLC0415

    (offer,) = read(line)
    assert isinstance(offer, Offer)
    assert offer.why.startswith(why)
    assert [shown(ways[0]) for ways in offer.wishes] == wishes


def test_a_wrong_order_takes_no_other_with_it() -> None:
    assert told("A Par - Bur\nA Arm - Sevst\nF Bre H") == [
        "move A PAR > BUR",
        "problem",
        "hold F BRE",
    ]
    assert told("A Par - Bur, A Arm - Sevst, F Bre H") == [
        "move A PAR > BUR",
        "problem",
        "hold F BRE",
    ]


def test_lines_that_the_mail_filter_ignores_are_told_with_its_reason() -> None:
    from judge.catalog import variant  # noqa: PLC0415
    from judge.language import reader  # noqa: PLC0415

    lines = [Line(1, "A Par - Bur", "a signature"), Line(2, "")]
    (item,) = reader.read(lines, variant.load("standard").vocabulary, "dip")
    assert item.span.line == 1
    assert vars_of(item) == "a signature"


def vars_of(item: object) -> str:
    """The reason of an ignored line."""
    return str(getattr(item, "reason", ""))


def test_columns_are_those_of_the_line_as_typed() -> None:
    (item,) = read("   * A Par - Bur")
    assert (item.span.column, item.span.end) == (6, 17)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A Par - Bur", "problem"),
        ("ready", "problem"),
        ("See you in Paris", "ignored"),
    ],
)
def test_what_may_be_anothers_words_is_asked_back_if_it_orders_anything(
    text: str, meant: str
) -> None:
    standard = variant.load("standard")
    lines = [Line(1, text, doubt="it begins as quoted lines do")]
    (item,) = reader.read(lines, standard.vocabulary, standard.engine_name)
    assert type(item).__name__.lower() == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("W 2", ["waive 2"]),
        ("W03 build A Par", ["build A PAR"]),
        ("A Lon - Nth - Nwy, disband", ["move A LON > NTH > NWY", "problem"]),
    ],
)
def test_a_waive_has_a_number_and_a_year_its_season_and_a_way_no_wish(
    line: str, meant: list[str]
) -> None:
    assert told(line) == meant
