"""Mistakes on a board and in what mechanics go by: each is told, with its file and key."""

import json
from pathlib import Path

import pytest

from judge.authoring import trial_game
from judge.authoring.check import faults
from judge.catalog import file_keys, variant
from tests.catalog.pages import write_example

TOML, MAP, CASE = "variant.toml", "map.toml", "cases/first.jsonl"
SITES = 'mechanics = ["sites"]'
LOST = """
[[spaces]]
id = "XAA"
name = "Xanten"
kind = "coast"
sc = true
fleet = ["XBB"]

[[spaces]]
id = "XBB"
name = "Xerxes Bay"
kind = "sea"
fleet = ["XAA"]
"""
PASSAGE = """
[[passages]]
a = "LIM"
b = "REX"
units = ["fleet"]
half_strength = true
support_across = false
cut_support_only_if_dislodging = false
retreat_yields = false
convoy_b_to_a_half_strength = false
"""
FACTION = """
[factions.East]
sponsor = "Nort"
home = []
owns = []
units = []
"""
PLACES = """
[frame]
projection = "conic"
centre = [18, 48]
size = [1040, 930]
west = [-22, 52]
east = [46, 50]
north = [20, 70.5]
south = [10, 31.5]
lenses = []
[spaces]
AAR = { lonlat = [8.0, 47.4] }
BRU = { lonlat = [8.2, 47.5] }
DOR = { lonlat = [7.6, 47.5], coasts = { nc = [7.6, 47.6], sc = [7.6, 47.4] } }
LIM = { lonlat = [8.5, 47.4] }
REU = { lonlat = [8.3, 47.2] }
"""


@pytest.fixture(autouse=True)
def no_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked for stands in the files."""
    monkeypatch.setattr(trial_game, "ROUNDS", 0)


def spoil(home: Path, *changes: tuple[str, str, str]) -> list[str]:
    """What is told of the folder with the first of each text changed in its file."""
    for name, old, new in changes:
        text = (home / name).read_text()
        assert old in text
        (home / name).write_text(text.replace(old, new, 1))
    return faults(home)


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (MAP, '["North"]', '["Nrth"]', "articles: there is no power 'Nrth'; did you mean 'North'?"),
        (MAP, '"castle"', '"bru"', "spaces.AAR.aliases: 'bru' is BRU's; if players shall be aske"),
        (MAP, '"castle"', '"Brugg!"', "spaces.AAR.aliases: 'brugg' is BRU."),
        (MAP, "sc = true", "sc = true\ntraits = ['port', 'port']", "AAR.traits: port is listed 2"),
        (MAP, 'army = ["BRU"]', 'army = ["BRU", "BRU"]', "spaces.AAR.army: BRU is listed 2 times"),
        (MAP, 'fleet = ["LIM"]', 'fleet = ["LIM", "LIM"]', "spaces.AAR.fleet: LIM is listed 2 ti"),
        (MAP, '"Aarau"', '"Army"', "spaces.AAR: 'Army' in an order does not mean it as what i"),
        (MAP, "[[spaces]]", f"{LOST}[[spaces]]", "spaces: nobody can come to XAA and XBB from whe"),
        (MAP, "shared_names = []", 'shared_names = ["castel"]', "shared_names: 'castel' is"),
        (MAP, 'name = "Aarau"', 'name = { de = "Aarau" }', "AAR.name: it has to be text in quotes"),
        (
            TOML,
            "[phases]",
            "[phases]\nlater = { F = 5 }",
            "phases.later.F: 5 years are over when ",
        ),
        (
            TOML,
            "[phases]",
            "[phases]\nstep = 10\nlater = { F = 5 }",
            "phases.later.W: W comes behind F, which is 5 years later than the first season",
        ),
        (TOML, 'title = "Two Rivers"', "title = { en = 'Two' }", "title: it has to be text in quo"),
        (
            TOML,
            "[phases]",
            '[about]\nspecial = ""\nlength = "x"\nauthor = "y"\n[phases]',
            "special:",
        ),
        (
            TOML,
            "[phases]",
            '[needs]\nair = "planes"\n[phases]',
            "needs.air: the mechanics have no",
        ),
        (
            TOML,
            'engine = "dip"',
            'engine = "d100"',
            "engine: it is 'd100', but map.toml is a board of 'dip', whose spaces list army and fl",
        ),
        (TOML, '"sites"', '"cast"', "variant.toml: mechanics: there is no mechanic 'cast'"),
        (TOML, '"sites"', '"air.suply"', "no mechanic 'air.suply'; did you mean 'air.supply'?"),
        (CASE, '"title": "an army moves", ', "", "yours-C1: title: it is missing, in quotes: w"),
        (CASE, '"rule": "R1"', '"rule": " "', "yours-C1: rule: it is missing, in quotes: th"),
        (
            "RULES.md",
            "board",
            "board *yours-C9*",
            "RULES.md: it names the case yours-C9, but there is",
        ),
    ],
)
def test_a_mistake_is_told(tmp_path: Path, name: str, old: str, new: str, told: str) -> None:
    found = spoil(write_example(tmp_path / "yours"), (name, old, new))
    assert any(told in fault for fault in found), found
    assert all(fault.startswith(name) for fault in found), found


def test_a_board_of_the_other_engine_is_told_in_one_sentence(tmp_path: Path) -> None:
    assert len(spoil(write_example(tmp_path / "yours"), (TOML, '"dip"', '"d100"'))) == 1


def test_a_mistake_beside_keys_that_are_numbers_is_told_alone() -> None:
    rules = {**variant.load("1930").rules, "dice": "yes"}
    found = file_keys.check(rules, file_keys.VARIANTS["d100"])
    assert found == ["dice: it has to be true or false, without quotes."]


def test_an_alias_of_two_spaces_is_told_unless_the_map_says_so(tmp_path: Path) -> None:
    home = write_example(tmp_path / "yours")
    (told,) = spoil(home, (MAP, 'name = "Brugg"', 'name = "Brugg"\naliases = ["Castle"]'))
    assert told.startswith("map.toml: spaces.BRU.aliases: 'castle' is AAR's; if players shall be")
    assert spoil(home, (MAP, "shared_names = []", 'shared_names = ["castle"]')) == []


@pytest.mark.parametrize("name", variant._mechanic_names())
def test_every_mechanic_says_what_it_misses(tmp_path: Path, name: str) -> None:
    """None is built without it, and then speaks of keys in Python's words."""
    for fault in spoil(write_example(tmp_path / "yours"), (TOML, '"sites"', f'"{name}"')):
        assert fault.startswith(("variant.toml: ", "map.toml: ")), fault
        assert f"'{name}'" in fault


def test_a_mechanic_has_what_it_needs_by_the_heading_that_is_told(tmp_path: Path) -> None:
    home = write_example(tmp_path / "yours")
    (told,) = spoil(home, (TOML, SITES, 'mechanics = ["factions"]'))
    assert (
        told
        == "map.toml: factions: 'factions' is one of the mechanics and goes by [factions.Name]."
    )
    assert not any(
        "goes by" in fault for fault in spoil(home, (MAP, "[[spaces]]", f"{FACTION}[[spaces]]"))
    )


@pytest.mark.parametrize(
    ("mechanic", "name", "old", "new", "told"),
    [
        (
            "factions",
            MAP,
            "[[spaces]]",
            f"{FACTION}[[spaces]]",
            "factions.East.sponsor: there is n",
        ),
        (
            "passages",
            MAP,
            "[[spaces]]",
            f"{PASSAGE}[[spaces]]",
            "passages[1].b: there is no space",
        ),
        (
            "minors",
            MAP,
            "sc = true",
            'sc = true\nminor = "A"',
            "spaces.AAR.minor_power: name the m",
        ),
        (
            "points",
            TOML,
            "[phases]",
            "[points]\nmoves = true\nbase_of = { Nort = 3 }\n[phases]",
            "points.base_of: there is no power 'Nort'; did you mean 'North'?",
        ),
    ],
)
def test_what_a_table_names_is_there(
    tmp_path: Path, mechanic: str, name: str, old: str, new: str, told: str
) -> None:
    lists = '"minors", "points"' if mechanic == "points" else f'"{mechanic}"'
    minor = (MAP, 'name = "Brugg"', 'name = "Brugg"\nminor = "A"\nminor_power = "Brugg"')
    changes = [(TOML, '"sites"', lists), (name, old, new)]
    found = spoil(write_example(tmp_path / "yours"), *changes, minor)
    if mechanic not in ("minors", "points"):
        found = spoil(write_example(tmp_path / "other"), *changes)
    assert any(told in fault for fault in found), found


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '"conic"',
            '"conik"',
            "frame.projection: 'conik' is none of conic, cylinder; did you mea",
        ),
        ("AAR =", "XXX =", "spaces.XXX: the map has no such space."),
        ("AAR =", "XXX =", "spaces.AAR: it is missing: say where it lies."),
        (
            "[7.6, 47.4] }",
            "[7.6, 47.4], ec = [1, 2] }",
            "DOR.coasts.ec: the space has no such co",
        ),
        (", sc = [7.6, 47.4]", "", "spaces.DOR.coasts.sc: it is missing."),
        (
            "lonlat = [8.0, 47.4]",
            "lonlat = [8.0]",
            "AAR.lonlat: it has to be a longitude and a la",
        ),
        (
            "lonlat = [8.0",
            "lonlot = [8.0",
            "AAR.lonlot: there is no such key; did you mean 'lonla",
        ),
        ("[spaces]", "[spases]", "spases: there is no such key; did you mean 'spaces'?"),
        (
            "lenses = []",
            'lenses = []\n[[signs]]\nbetween = ["AAR", "BRX"]\nkind = "strait"\nreason = "x"',
            "signs[1].between: the map has no space BRX.",
        ),
        ("[frame]", "[frame", "places.toml is no TOML"),
    ],
)
def test_a_mistake_in_places_toml_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    home = write_example(tmp_path / "yours")
    (home / "places.toml").write_text(PLACES)
    assert faults(home) == []
    found = spoil(home, ("places.toml", old, new))
    assert any(told in fault for fault in found), found
    assert all(fault.startswith("places.toml") for fault in found), found


def test_a_template_that_can_not_be_read_is_told_by_its_place_in_the_folder(tmp_path: Path) -> None:
    page = write_example(tmp_path / "yours") / "templates" / "help" / "special.j2"
    page.parent.mkdir(parents=True)
    page.write_text("{{ {{ }}")
    (told,) = faults(tmp_path / "yours")
    assert told.startswith("templates/help/special.j2, line 1: ")


def test_what_changes_nothing_of_a_base_is_told(tmp_path: Path) -> None:
    home = write_example(tmp_path / "mine")
    (home / TOML).write_text('title = "Mine"\nbase = "standard"\n')
    (home / MAP).write_text('[[spaces]]\nid = "BUR"\n[[spaces]]\nid = "PAR"\nsc = true\n')
    case = {"id": "mine-1", "title": "x", "rule": "1", "expect": {"after": {"France": ["A PAR"]}}}
    case["in"] = {"variant": "mine", "phase": "S1901M", "units": {"France": ["A PAR"]}}
    (home / CASE).write_text(json.dumps(case))
    assert faults(home) == [
        "map.toml: spaces.BUR: this changes nothing of the base: leave it out.",
        "map.toml: spaces.PAR: this changes nothing of the base: leave it out.",
    ]


def test_three_places_are_enough_for_a_map_out_of_borders(tmp_path: Path) -> None:
    home = write_example(tmp_path / "yours")
    places = "[spaces]\nAAR = { lonlat = [8.0, 47.4] }\nBRU = { lonlat = [8.2, 47.5] }\n"
    (home / "places.toml").write_text(places)
    assert faults(home) == ["places.toml: spaces: say of 3 or more where they lie."]
    (home / "places.toml").write_text(f"{places}DOR = {{ lonlat = [7.6, 47.4] }}\n")
    assert faults(home) == []
