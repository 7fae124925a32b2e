"""Orders of standard Diplomacy in the spellings that players use."""

import tomllib

import pytest

from judge.kernel.text import Line, Sentence
from judge.language import reader, vocabulary
from judge.language.words import sound
from judge.resources import root
from tests.language.spoken import read, shown, told

MOVE = "move A PAR > BUR"
SUPPORT = "support A MAR (move A PAR > BUR)"
CONVOY = "convoy F NTH (move A LON > NWY)"

SAME = {
    MOVE: (
        "A PAR - BUR",
        "a par-bur",
        "A Par->Bur",
        "A Par --> Bur",
        "A Par => Bur",
        "A Par ==> Bur",
        "A Par > Bur",
        "A Par → Bur",
        "A Par – Bur",
        "A Par — Bur",
        "A Par\u00a0-\u00a0Bur",
        "A Par - > Bur",
        "A Par to Bur",
        "A Par m Bur",
        "A Par moves to Bur",
        "A Par move Bur",
        "A Par attacks Bur",
        "A Par goes to Bur",
        "A Par will move to Bur",
        "Army Paris to Burgundy",
        "the army in Paris moves into Burgundy.",
        "Army Paris: to Burgundy!",
        "Move A Par to Bur",
        "Please move my army in Paris to Burgundy",
        "from Paris A to Burgundy",
        "A from Paris to Burgundy",
        "Army to Burgundy from Paris",
        "Paris army to Burgundy",
        "A(Par)-Bur",
        "A. Par. - Bur.",
        "A.Par-Bur",
        "APar-Bur",
        "A-Par-Bur",
        "A Pár - Bür",
        "A Par-Burg",
        "A Par - Burgandy",
        "| A PAR | - BUR |",
        "A Par-Bur (please)",
        "A Par-Bur (*bounce*)",
        "A PAR - BUR   bounced with A MUN - BUR, 1 against 1",
        "A Par-Bur (fails)",
        "A Par-Bur *",
        "A Par - Bur // to attack",
        "A Par - Bur # to attack",
        "1. A Par-Bur",
        "1) A Par-Bur",
        "(1) A Par-Bur",
        "- A Par-Bur",
        "* A Par-Bur",
        "• A Par-Bur",
        "a) A Par-Bur",
        '"A Par - Bur"',
        "Orders: A Par - Bur",
        "Spring 1901: A Par - Bur",
    ),
    "hold A PAR": (
        "A Par H",
        "A Par hold",
        "A Par holds.",
        "A Par stands",
        "A Par - hold",
        "A Par, hold",
        "A(Par) Stands",
        "hold A Par",
        "A Par to hold",
        "A Par remains",
        "the army in Paris stays",
    ),
    SUPPORT: (
        "A MAR S A PAR - BUR",
        "A Mar supports A Par-Bur",
        "A Mar supporting A Par to Bur",
        "A Mar sup A Par-Bur",
        "A Mar to support A Par into Bur",
        "A Mar - S - A Par - Bur",
        "A Mar S (A Par - Bur)",
        "A Mar supports A Par's move to Bur",
        "A Mar supports the attack on Burgundy from A Par",
        "Support A Par - Bur with A Mar",
        "A Mar S, A Par - Bur",
    ),
    "support A MAR (hold A PAR)": (
        "A Mar S A Par",
        "A Mar S A Par H",
        "A Mar supports A Par to hold",
        "A Mar S A Par (hold)",
        "A Mar support hold A Par",
    ),
    CONVOY: (
        "F NTH C A LON - NWY",
        "F Nth convoys A Lon to Nwy",
        "F Nth transports A Lon - Nwy",
        "F Nth to convoy A Lon to Nwy",
        "F Nth con A Lon - Nwy",
        "Convoy A Lon - Nwy with F Nth",
    ),
    "move A LON > NWY VIA": (
        "A LON - NWY VIA",
        "A Lon - Nwy via convoy",
        "A Lon - Nwy by convoy",
        "A Lon - Nwy (via convoy)",
        "A Lon by convoy to Nwy",
        "A Lon is convoyed to Nwy",
        "Convoy A Lon - Nwy",
    ),
    "move A LON > NTH > NWY": (
        "A Lon-Nth-Nwy",
        "A Lon - Nwy via Nth",
        "A Lon via Nth to Nwy",
        "A Lon - Nwy through the North Sea",
        "A Lon - Nwy convoyed by F Nth",
    ),
    "move A LON > NTH > NWG > NWY": ("A Lon - Nwy via NTH, NWG", "A Lon - Nth - Nwg - Nwy"),
    "move F MAO > SPA/SC": (
        "F MAO - SPA/SC",
        "F Mao-Spa(sc)",
        "F Mao-Spa (SC)",
        "F Mao-Spa sc",
        "F Mao-Spasc",
        "F Mao-Spa/s",
        "F Mao - Spa s.c.",
        "F Mao - Spain (south coast)",
        "F Mao - Spain south coast",
        "F Mao - Spain/South Coast",
        "F Mao - Spain, south coast",
        "F Mao - south coast of Spain",
        "F Mao - Spain on the south coast",
        "F Mao - Spa-sc",
    ),
    "move A UKR > SEV": ("from Ukraine A to Sevastopol", "A Ukr move to Sev"),
    "retreat A TRI > VEN": (
        "A Tri R Ven",
        "A Tri retreats to Ven",
        "Retreat A Tri - Ven",
        "RETREAT: Army Trieste -> Venice.",
        "A Tri - Ven (retreat)",
    ),
    "retreat A TRI > VEN or retreat A TRI > TYR|TYS or disband A TRI": (
        "A TRI R VEN, TYR, D",
        "A Tri retreats to Ven or Tyr or disband",
        "Retreat A Tri - Ven, Tyr, disband",
    ),
    "disband A ROM": (
        "A Rom D",
        "A Rom disbands",
        "Remove A Rom",
        "A Rom otb",
        "A Rom-Off the board",
        "removes the army in Rome.",
        "A Rom (disband)",
    ),
    "build F BRE": (
        "Build F Bre",
        "F BRE B",
        "b f bre",
        "+ F Bre",
        "Builds a fleet in Brest.",
        "F Bre build",
        "Bre build F",
        "builds one fleet in Brest",
    ),
    "build F BRE or build A PAR": ("BUILD F BRE or A PAR", "Build F Bre else A Par"),
    "waive 1": ("waive", "Waives build.", "build waived", "no build", "plays one short", "pass"),
    "waive 2": ("waive 2 builds", "waive two"),
    "hold-all": ("HOLD ALL", "all units hold", "everything holds", "all others hold"),
    "unit A PAR": ("A Par", "A Paris"),
    "support A MUN (move A BER > KIE)": ("A Mun S A Ber - Kie", "A Mun U A Ber - Kie"),
    "move F BLA > RUM": ("F Bla - Rum", "F Black S. - Rum"),
}


@pytest.mark.parametrize(
    ("typed", "meant"), [(line, meant) for meant, lines in SAME.items() for line in lines]
)
def test_spellings_of_one_order_are_read_alike(typed: str, meant: str) -> None:
    assert told(typed) == [meant]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("A Par-Bur, A Mar S A Par-Bur; F Bre H", [MOVE, SUPPORT, "hold F BRE"]),
        ("A Par-Bur and F Bre H", [MOVE, "hold F BRE"]),
        ("A Par-Bur F Bre H", [MOVE, "hold F BRE"]),
        ("build A Par, F Bre", ["build A PAR", "build F BRE"]),
        ("Remove A Par and F Bre", ["disband A PAR", "disband F BRE"]),
        ("Convoy A Lon - Nwy via Nth", [CONVOY, "move A LON > NTH > NWY VIA"]),
        (
            "Convoy A Lon - Nwy via Nth and Nwg",
            [CONVOY, "move A LON > NTH > NWY VIA", "convoy F NWG (move A LON > NWY)"],
        ),
        ("Hi, A Par - Bur, thanks", [MOVE]),
        ("A Par - Bur, A Mar and F Bre hold", [MOVE, "hold A MAR", "hold F BRE"]),
        (
            "A Bur H, A Par, A Mar and F Bre support A Gas",
            [
                "hold A BUR",
                *(f"support {unit} (hold A GAS)" for unit in ("A PAR", "A MAR", "F BRE")),
            ],
        ),
    ],
)
def test_a_line_can_hold_several_orders(typed: str, meant: list[str]) -> None:
    assert told(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("A Arm S Russian F Sev", "support A ARM (hold Russia F SEV)"),
        ("Turkish A Arm-Sev", "move Turkey A ARM > SEV"),
        ("A Kie S France A Bur-Mun", "support A KIE (move France A BUR > MUN)"),
        ("A Pic S Ger. A Bel", "support A PIC (hold Germany A BEL)"),
        ("A Pic S Eng A Bel", "support A PIC (hold England A BEL)"),
        ("F English S German A Brest", "support F ENG (hold Germany A BRE)"),
        ("Fleet Mid-Atlantic -> English", "move F MAO > ENG"),
    ],
)
def test_nationalities_are_told_from_places(typed: str, meant: str) -> None:
    assert told(typed) == [meant]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("A Con - Bul", "move A CON > BUL"),
        ("F Aeg con A Con - Gre", "convoy F AEG (move A CON > GRE)"),
        ("F Nor S F Ska - Nth", "support F NWY (move F SKA > NTH)"),
        ("F Nth S F Lon - Eng", "support F NTH (move F LON > ENG)"),
        ("f mid-gas", "move F MAO > GAS"),
        ("F Lon-EC", "move F LON > ENG"),
        ("F Bul-ec - Con", "move F BUL/EC > CON"),
        ("F Mar - Spa s.c.", "move F MAR > SPA/SC"),
        ("F Mar - Spa s coast", "move F MAR > SPA/SC"),
        ("F Mar - Spa south c", "move F MAR > SPA/SC"),
        ("a fleet Bre - Mao", "move F BRE > MAO"),
        ("A fleet in Brest moves to Mao", "move F BRE > MAO"),
        ("a fl Bre H", "hold F BRE"),
        ("r Par - Bur", "retreat PAR > BUR"),
        ("r A Par", "disband A PAR"),
        ("A Ber Holds", "hold A BER"),
        ("Ech c wal m naf", "convoy ENG (move WAL > NAF)"),
        ("A: Picardy SUPPORT Wales -> Belgium", "support A PIC (move WAL > BEL)"),
    ],
)
def test_a_word_means_what_its_place_in_the_order_allows(typed: str, meant: str) -> None:
    assert told(typed) == [meant]


@pytest.mark.parametrize(
    ("typed", "space"),
    [
        ("silisia", "SIL"),
        ("Gallicea", "GAL"),
        ("st pete", "STP"),
        ("St. Petersburg", "STP"),
        ("Petersburg", "STP"),
        ("mid-atlantic", "MAO"),
        ("Mid Atl", "MAO"),
        ("skaggerak", "SKA"),
        ("Skagerak", "SKA"),
        ("E. Med", "EAS"),
        ("western mediterranean sea", "WES"),
        ("Gulf of Lyons", "LYO"),
        ("G of Bothnia", "BOT"),
        ("N. Atl.", "NAO"),
        ("Tyrhennian Sea", "TYS"),
        ("Heligoland", "HEL"),
        ("Norwegian", "NWG"),
        ("liv", "LVN|LVP"),
        ("nor", "NWY"),
        ("north", "NAF|NAO|NTH"),
        ("med", "EAS|WES"),
    ],
)
def test_places_have_many_names(typed: str, space: str) -> None:
    assert told(f"F {typed} H") == [f"hold F {space}"]


def test_a_sentence_says_where_it_stands_and_how_it_was_typed() -> None:
    _, second = read("  1. A Par-Bur, F Bre  H.")
    assert isinstance(second, Sentence)
    assert (second.span.line, second.span.column, second.span.end) == (1, 17, 25)
    assert second.text == "F Bre  H"


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        (
            "A Vie - Gal, A Bud, - Ser",
            {"A Vie - Gal": "move A VIE > GAL", "A Bud, - Ser": "move A BUD > SER"},
        ),
        (
            "A Vie - Gal; A Bud H, A Par, S A Mar - Bur",
            {
                "A Vie - Gal": "move A VIE > GAL",
                "A Bud H": "hold A BUD",
                "A Par, S A Mar - Bur": "support A PAR (move A MAR > BUR)",
            },
        ),
        (
            "A Par, - Bur, A Mar H, F Bre H, A Gas H",
            {
                "A Par, - Bur": "move A PAR > BUR",
                "A Mar H": "hold A MAR",
                "F Bre H": "hold F BRE",
                "A Gas H": "hold A GAS",
            },
        ),
        (
            "A Vie H, A Bud, hold, F Tri H, A Rom, hold, A Ven H",
            {
                "A Vie H": "hold A VIE",
                "A Bud, hold": "hold A BUD",
                "F Tri H": "hold F TRI",
                "A Rom, hold": "hold A ROM",
                "A Ven H": "hold A VEN",
            },
        ),
    ],
)
def test_an_order_that_a_comma_parted_is_one_among_others(
    line: str, orders: dict[str, str]
) -> None:
    assert dict(zip([item.text for item in read(line)], told(line), strict=True)) == orders


@pytest.mark.parametrize("verdict", ["", "  failed", " (bounce)"])
def test_an_order_that_a_comma_parted_may_have_its_verdict_behind_it(verdict: str) -> None:
    assert told(f"A Mun, hold{verdict}") == ["hold A MUN"]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("North Africa - Tun", "move NAF > TUN"),
        ("North Africa H", "hold NAF"),
        ("North Africa A Tun - NAf", "move France A TUN > NAF"),
        ("A Tun - North Africa", "move A TUN > NAF"),
        ("F Mid S North Africa A Tun H", "support F MAO (hold France A TUN)"),
        ("F Mid S North Africa", "support F MAO (hold NAF)"),
    ],
)
def test_a_name_of_two_words_may_be_a_powers_and_a_places(line: str, meant: str) -> None:
    """It is the power's where a unit or a place follows that it owns."""
    board = tomllib.loads((root("variants") / "standard" / "map.toml").read_text())
    board["powers"]["France"]["aliases"] = ["North Africa"]
    (order,) = reader.read([Line(1, line)], vocabulary.from_map(board), "dip")
    assert isinstance(order, Sentence)
    assert shown(order) == meant


@pytest.mark.parametrize(
    ("word", "other", "alike"),
    [
        ("gallicea", "galicia", True),
        ("rhur", "rur", True),
        ("thames", "tames", True),
        ("bohemia", "boemia", False),
        ("holland", "olland", False),
        ("munich", "munik", True),
        ("galicia", "galciia", False),
    ],
)
def test_words_sound_alike_whatever_their_vowels_and_doubled_letters(
    word: str, other: str, *, alike: bool
) -> None:
    assert (sound(word) == sound(other)) is alike


def test_a_year_of_an_age_ends_with_its_age() -> None:
    for line in ("Spring 30 AD Rom - Nea", "Spring 30 AD: Rom - Nea"):
        assert told(line, "ancient-mediterranean") == ["move ROM > NEA"]
