"""Orders that only some of the games have, in the spellings that players use."""

import pytest

from judge.language.words import ARMS
from tests.language.spoken import told

POINTS_1936 = {
    "points 2 (support A AUS (move A BER > BOH))": (
        "DP 2: A AUS S A BER - BOH",
        "2 DP: A Aus S A Ber - Boh",
        "My 2 points: A Aus S A Ber - Boh",
        "2: A Aus S A Ber - Boh",
        "A Aus S A Ber-Boh, 2 DP",
        "A Aus S A Ber-Boh (2)",
    ),
    "points 2 (support AUS (move A BER > BOH))": (
        "Austria (2): S A Ber-Boh",
        "Austria 2 S A Ber-Boh",
        "Austria, 2, S A Ber-Boh",
        "DP: Austria (2): S A Ber-Boh",
    ),
    "points 2 (support AUS (move BER > BOH))": (
        "2 DP Austria: support Berlin to Bohemia",
        "Two points to Austria to support Ber to Boh",
        "Diplomacy points: Austria 2: support Berlin to Bohemia",
    ),
    "points 1 (hold BEL)": ("Belgium 1 hold", "Belgium holds: 1 point", "1 DP on Belgium: hold"),
    "points 1 (hold NWY)": ("1 point on Norway: hold", "Norway (1) H", "Norway hold 1"),
    "points 1 (move F NWY > NNS)": ("DP 1: F NWY - NNS",),
    "[Nationalist Spain] move A BRG > MAD": ("Nationalist Spain: A BRG - MAD",),
}
INFLUENCE = {
    "bid 7 Turkey": (
        "BID 7 Turkey",
        "bid 7 on Turkey",
        "7 IP Turkey",
        "7 Turkey",
        "Turkey: 7",
        "Turkey 7 IP",
    ),
    "bid 5 Hungary": ("BID 5 Hungary", "5 IP on Hungary", "Hungary 5", "bid Hungary 5"),
    "bid 3 Poland, Germany": (
        "BID 3 Poland FOR Germany",
        "3 IP Poland for Germany",
        "Poland 3 for Germany",
        "3 IP for Germany on Poland",
        "Poland for Germany: 3",
    ),
    "switch 2 Poland, Germany, Italy": (
        "SWITCH 2 Poland FROM Germany TO Italy",
        "switch 2 IP on Poland from Germany to Italy",
        "switch 2 from Germany to Italy in Poland",
        "move 2 Poland from Germany to Italy",
    ),
    "allow > IRS England": (
        "ALLOW England AT IRS",
        "allow England through the Irish Sea",
        "let England pass at IRS",
    ),
    "allow > IRS ALL": ("ALLOW ALL AT IRS", "allow everyone through IRS"),
    "allow > IRS England, France": (
        "allow England, France at IRS",
        "allow England and France at IRS",
    ),
    "move P LON-A > YOR-A": ("P LON-A - YOR-A", "P Lon air to Yor air"),
    "move P LON > YOR-A": ("Plane London to Yorkshire air",),
    "support P LON-A (move P EDI-A > YOR-A)": ("P LON-A S P EDI-A - YOR-A",),
    "support P HOL-A (bomb P LON-A > BEL)": ("P HOL-A S P LON-A BOMB BEL",),
    "support P LON-A (move A WAL > YOR)": ("P LON-A S A WAL - YOR",),
    "move P LON-A > YOR-A also (support (move A LON > YOR))": ("P LON-A - YOR-A S A LON - YOR",),
    "move P LON > YOR also (support (move A LON > YOR))": (
        "P LON - YOR S A LON - YOR",
        "P LON - YOR / S A LON - YOR",
    ),
    "bomb P LON-A > BEL": ("P LON-A BOMB BEL", "P LON-A bombs Belgium"),
    "convoy P LON-A (move A LON > NMD)": ("P LON-A C A LON - NMD",),
    "paratroop A LON > NMD": ("A LON PARATROOP NMD", "A London Paratroop to Normandy"),
    "support A LON (move P YOR-A > LON-A)": ("A LON S P YOR-A - LON-A",),
    "move A FOR > NAN": ("A FOR - NAN", "A Formosa to Nanking"),
    "move F MEX/WC > EPO": ("F MEX/WC - EPO", "F Mexico City (west coast) - East Pacific"),
    "[Poland] move A WAR > LIT": ("Poland: A WAR - LIT",),
}
MONTHS = {
    "move L5 LON > ANG > SCO": (
        "L5 LON - ANG - SCO",
        "L5 Lon -> Ang -> Sco",
        "land 5 in London to Anglia to Scotland",
        "5 army in London to Anglia, then Scotland",
        "London L5 - Anglia - Scotland",
    ),
    "move LON > ANG": ("London - Anglia",),
    "move N STH > ENG": ("fleet Southampton - Eng", "ship in Southampton to the English Channel"),
    "move A3 PAR > PIC": ("A3 PAR - PIC", "air 3 in Paris to Picardy"),
    "hold L5 LON": ("L5 LON H", "L5 London holds"),
    "support L4 SHF (move L5 LON > ANG)": ("L4 SHF S L5 LON - ANG",),
    "support L4 SHF (hold L5 ANG)": ("L4 SHF S L5 ANG",),
    "stack > ANG > LON": ("STACK ANG - LON", "stack in Anglia to London", "move stack Ang to Lon"),
    "hold-stack > ANG": ("STACK ANG H", "stack in Anglia holds"),
    "ignored": ("STACK ANG - ",),
    "split > ANG": ("SPLIT ANG", "split the stack in Anglia", "Anglia split"),
    "convoy N5 LON (move L4 LON > MRS)": ("N5 LON C L4 LON - MRS",),
    "move L4 LON > MRS VIA": ("L4 LON - MRS VIA", "L4 London to Marseilles by convoy"),
    "allow > LON France": ("ALLOW France AT LON", "allow France through London"),
    "allocate 50 Spain": (
        "ALLOCATE 50 Spain",
        "allocate 50 to Spain",
        "50 points to Spain",
        "Spain: 50",
    ),
    "no-roll Spain": ("NO ROLL Spain", "no roll for Spain", "hold the roll for Spain"),
    "surrender L2 SHF": ("L2 SHF SURRENDER", "surrender L2 Shf"),
    "retreat L3 BRY > MRS or retreat L3 BRY > PAR": ("L3 BRY R MRS, PAR",),
    "deploy L5 LON": ("DEPLOY L5 LON", "deploy L5 in London"),
    "buy L3 LON": ("BUY L3 LON",),
    "remove L3 LON": ("REMOVE L3 LON",),
    "reduce L5 LON 3": ("REDUCE L5 LON TO 3", "reduce London L5 to 3"),
}


@pytest.mark.parametrize(
    ("variant", "typed", "meant"),
    [
        (variant, line, meant)
        for variant, orders in (("1936", POINTS_1936), ("1930s-world", INFLUENCE), ("1930", MONTHS))
        for meant, lines in orders.items()
        for line in lines
    ],
)
def test_spellings_of_one_order_are_read_alike(variant: str, typed: str, meant: str) -> None:
    assert told(typed, variant) == [meant]


@pytest.mark.parametrize(
    ("variant", "text", "meant"),
    [
        (
            "1936",
            "Diplomacy points:\nAustria: S A Ber - Boh 2\nNorway hold 1",
            ["ignored", "points 2 (support AUS (move A BER > BOH))", "points 1 (hold NWY)"],
        ),
        ("1930", "Deploy:\nL5 Lon\nA1 Lon", ["ignored", "deploy L5 LON", "deploy A1 LON"]),
        ("1930s-world", "build planes in London and Edinburgh", ["build P LON", "build P EDI"]),
        ("1936", "build armies London, Edinburgh", ["build A LON", "build A EDI"]),
        ("1936", "Build F London, A Edinburgh", ["build F LON", "build A EDI"]),
        ("1930", "buy L3 Lon, N2 Sth", ["buy L3 LON", "buy N2 STH"]),
    ],
)
def test_a_heading_or_a_verb_holds_for_what_follows(
    variant: str, text: str, meant: list[str]
) -> None:
    assert told(text, variant) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("2x Austria hold", "points 2 (hold AUS)"),
        ("2 x Austria: hold", "points 2 (hold AUS)"),
        ("Austria hold x2", "points 2 (hold AUS)"),
        ("Austria - Mun (x2)", "points 2 (move AUS > MUN)"),
        ("Austria (2x) - Mun", "points 2 (move AUS > MUN)"),
        ("Austria x2: hold", "points 2 (hold AUS)"),
        ("DP: Austria hold x 2", "points 2 (hold AUS)"),
        ("build 2x Paris", "problem"),
        ("Belgium (1) bounces Paris", "problem"),
        ("Belgium holds (1) bounced", "points 1 (hold BEL)"),
    ],
)
def test_points_may_be_counted_with_an_x_and_pay_for_known_deeds(line: str, meant: str) -> None:
    assert told(line, "1936") == [meant]
    assert told(line, "1926") == [meant]


@pytest.mark.parametrize(
    ("variant", "line", "meant"),
    [
        ("1930s-world", "Germany: BID 4 Poland", "[Germany] bid 4 Poland"),
        ("1930s-world", "Poland: BID 7", "bid 7 Poland"),
        (
            "1930s-world",
            "GERMANY: SWITCH 1 Poland FROM Germany TO Italy",
            "[Germany] switch 1 Poland, Germany, Italy",
        ),
        ("1926", "Germany: DP 1: A BEL H", "[Germany] points 1 ([Germany] hold A BEL)"),
        ("1930", "France: ALLOCATE 25 Belgium", "[France] allocate 25 Belgium"),
        ("1930", "France: NO ROLL Spain", "[France] no-roll Spain"),
        ("1930", "France: no roll for Spain", "[France] no-roll Spain"),
        ("1930", "France: do not roll for Spain", "[France] no-roll Spain"),
        ("standard", "France: hold all", "[France] hold-all"),
    ],
)
def test_whose_order_it_is_may_stand_before_any_order(variant: str, line: str, meant: str) -> None:
    assert told(line, variant) == [meant]


def test_a_place_with_its_coast_is_no_power_of_the_same_name() -> None:
    assert told("F St Petersburg (north coast) H", "chaos") == ["hold F STP/NC"]


BOARDS = {
    "standard": ("dip", "AF", "Par - Bur", "PAR > BUR"),
    "1930s-world": ("dip", "AFP", "Lon - Yor", "LON > YOR"),
    "1930": ("d100", "LNA", "Par - Pic", "PAR > PIC"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_unit_is_known_by_each_of_its_arms_names(name: str) -> None:
    grammar, arms, typed, meant = BOARDS[name]
    assert set(arms) <= set(ARMS[grammar])
    for arm in arms:
        for word in ARMS[grammar][arm]:
            assert told(f"{word} {typed}", name) == [f"move {arm} {meant}"], word
