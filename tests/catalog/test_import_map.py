"""The .map format line by line: what it makes of a board, and what is told of its mistakes."""

import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from judge import cli
from judge.authoring import check, trial_game
from judge.authoring.mapfile import importing
from judge.catalog import shelves, variant
from judge.kernel import errors
from judge.language.vocabulary import from_map

ISLES = Path(__file__).parent / "maps"


@pytest.fixture
def maps(tmp_path: Path) -> Path:
    """A folder with the two files of the isles, to change."""
    return Path(shutil.copytree(ISLES, tmp_path / "maps"))


def change(maps: Path, lines: str) -> importing.Imported:
    """The isles with more lines at their end."""
    with (maps / "isles.map").open("a") as file:
        file.write(f"{lines}\n")
    return importing.import_map(maps / "isles.map", "isles")


def board(found: importing.Imported) -> dict[str, Any]:
    """map.toml, its spaces by id."""
    data = tomllib.loads(found.files["map.toml"])
    return {**data, "spaces": {space["id"]: space for space in data["spaces"]}}


def rules(found: importing.Imported) -> dict[str, Any]:
    """variant.toml."""
    return tomllib.loads(found.files["variant.toml"])


def test_a_board_is_what_its_lines_say(maps: Path) -> None:
    found = change(maps, "")
    told = board(found)
    assert not found.notes
    assert rules(found) == {
        "title": "Isles",
        "engine": "dip",
        "mechanics": ["dummies"],
        "phases": {"first": "S12M"},
        "about": {
            "special": "a board of 11 spaces and 8 centres, of which 5 win",
            "length": "it is not known how long it takes",
            "author": "whoever wrote isles.map, a map of another judge",
        },
    }
    assert told["victory"] == 5
    assert told["powers"]["South-Realm"] == {
        "abbrev": "S",
        "adjective": "Southern",
        "home": ["DUN", "ELB"],
        "units": ["A DUN", "F ELB"],
    }
    assert told["dummies"]["Free-Towns"]["units"] == ["A FAR"]
    assert told["spaces"]["COI"] == {
        "id": "COI",
        "name": "Coil",
        "aliases": ["spiral"],
        "kind": "coast",
        "sc": True,
        "army": ["ABE", "BRA", "DUN"],
        "coasts": ["nc", "sc"],
        "fleet_nc": ["ABE", "NWA"],
        "fleet_sc": ["DUN", "SWA"],
    }
    assert told["spaces"]["PRT"]["traits"] == ["port"]
    assert told["spaces"]["ELB"]["army"] == ["DUN", "FAR"]
    assert "FAR" not in told["spaces"]["ELB"]["fleet"]
    assert "MTS" not in told["spaces"]


def test_a_fleet_in_a_port_convoys(maps: Path) -> None:
    found = change(maps, "AMEND PRT ABUTS FAR\nAMEND FAR ABUTS PRT")
    told = built(found, maps).engine.adjudicate(
        {
            "phase": "S12M",
            "units": {"Northland": ["A FAR", "F PRT", "F NWA"]},
            "orders": {"Northland": ["A FAR - ABE", "F PRT C A FAR - ABE", "F NWA C A FAR - ABE"]},
        }
    )
    assert told["after"] == {"Northland": ["A ABE", "F NWA", "F PRT"]}


def test_a_power_with_dots_in_its_name_goes_without_them(maps: Path) -> None:
    found = change(maps, "B.C. (British+Columbian) GUL\nA GUL")
    powers = board(found)["powers"]
    assert powers["BC"]["adjective"] == "British Columbian"
    assert powers["BC"]["units"] == ["A GUL"]


def test_the_folder_is_sound(maps: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial_game, "ROUNDS", 2)
    report = run(maps, "--into", str(maps / "isles"))
    assert report.exit_code == 0, report.output
    assert check.faults(maps / "isles") == []


CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "amend adds and takes away": (
        "AMEND ELB ABUTS -FAR\nAMEND FAR ABUTS -ELB BRA\nAMEND BRA ABUTS FAR",
        {"spaces.ELB.army": ["DUN"], "spaces.FAR.army": ["BRA"]},
    ),
    "drop": ("DROP GUL", {"spaces.GUL": None, "spaces.SND.fleet": ["FAR", "NWA", "PRT", "SWA"]}),
    "a coast less": (
        "COAST COI ABUTS ABE BRA DUN NWA SWA",
        {"spaces.COI.coasts": None, "spaces.COI.fleet": ["ABE", "DUN", "NWA", "SWA"]},
    ),
    "shut becomes land": ("LAND MTS", {"spaces.MTS.army": ["BRA"]}),
    "another name": (
        "GUL -> Gull Rock = gro gulls",
        {"spaces.GUL": None, "spaces.GRO.name": "Gull Rock", "spaces.GRO.sc": True},
    ),
    "a power gone": (
        "UNPLAYED SOUTH-REALM\nWEST (WESTERN) DUN\nA DUN",
        {"powers.South-Realm": None, "powers.West.home": ["DUN"]},
    ),
    "a power renamed": (
        "NORTHLAND -> ICELAND (ICY:I)",
        {"powers.Northland": None, "powers.Iceland.abbrev": "I", "powers.Iceland.adjective": "Icy"},
    ),
    "homes and centres apart": (
        "NORTHLAND\nHOMES BRA\nOWNS BRA GUL",
        {"powers.Northland.home": ["BRA"], "powers.Northland.owns": ["BRA", "GUL"]},
    ),
    "a home less is nobody's": (
        "NORTHLAND -BRA",
        {"powers.Northland.home": ["ABE"], "spaces.BRA.sc": True},
    ),
    "a home of two": (
        "NORTHLAND ELB",
        {"powers.Northland.home": ["ABE", "BRA", "ELB"], "powers.South-Realm.extra_build": ["ELB"]},
    ),
    "other units": (
        "NORTHLAND\nUNITS\nA ABE\nF ELB",
        {"powers.Northland.units": ["A ABE", "F ELB"], "powers.South-Realm.units": ["A DUN"]},
    ),
    "everybody a dummy but two": (
        "EAST (EASTERN) GUL\nDUMMIES ALL EXCEPT NORTHLAND SOUTH-REALM",
        {"dummies.East.home": ["GUL"]},
    ),
    "more than half wins": ("VICTORY 99", {"victory": 5}),
}


@pytest.mark.parametrize("name", CHANGES)
def test_lines_change_what_stands_before_them(maps: Path, name: str) -> None:
    lines, expected = CHANGES[name]
    found = board(change(maps, lines))
    for path, value in expected.items():
        at: Any = found
        for key in path.split("."):
            at = at.get(key) if at is not None else None
        assert at == value, path


CALENDARS = [
    ("BEGIN FALL 1900 MOVEMENT", {"first": "F1900M"}),
    ("BEGIN WINTER 1900 ADJUSTMENTS", {"first": "W1900A"}),
    (
        (
            "BEGIN A.D. 1425 MOVEMENT\nFLOW NEWYEAR:5\nFLOW A.D.:MOVEMENT,RETREATS\n"
            "FLOW IFYEARDIV:10\nFLOW A.D.:ADJUSTMENTS"
        ),
        {"first": "S1425M", "step": 10, "later": {"F": 5, "W": 5}},
    ),
    (
        (
            "BEGIN B.C. 273 MOVEMENT\nFLOW NEWYEAR:-1 B.C.:MOVEMENT,RETREATS IFYEARDIV:2\n"
            "FLOW B.C.:ADJUSTMENTS"
        ),
        {"first": "S273BCM", "step": 2, "later": {"F": 1, "W": 1}},
    ),
    (
        (
            "BEGIN SUMMER 7 MOVEMENT\nFLOW SPRING:MOVEMENT,RETREATS SUMMER:MOVEMENT,RETREATS\n"
            "FLOW FALL:MOVEMENT,RETREATS WINTER:ADJUSTMENTS"
        ),
        {"first": "U7M", "year": ["SM", "SR", "UM", "UR", "FM", "FR", "WA"]},
    ),
    (
        (
            "BEGIN LENTE 1901 MOVEMENT\nFLOW LENTE:MOVEMENT,RETREATS HERFST:MOVEMENT,RETREATS\n"
            "FLOW WINTER:ADJUSTMENTS"
        ),
        {"first": "S1901M", "names": {"S": "Lente", "F": "Herfst"}},
    ),
]


@pytest.mark.parametrize(("lines", "phases"), CALENDARS, ids=[one[0][:20] for one in CALENDARS])
def test_the_flow_of_phases_is_a_calendar(maps: Path, lines: str, phases: dict[str, Any]) -> None:
    found = change(maps, lines)
    assert rules(found)["phases"] == phases
    assert not found.notes


TOLD = [
    ("SPRUNG", "SPRUNG has neither centres nor units: is it a power at all?"),
    (
        "COST GUL ABUTS NWA",
        "'COST' is not a kind of space (LAND, COAST, PORT, WATER, SHUT): left out.",
    ),
    ("COAST GUL NEXT NWA", "'NEXT' stands where ABUTS should: left out."),
    ("COAST GUL ABUTS NWA XYZ", "GUL borders on XYZ, which is not a place: left out."),
    ("COAST GUL ABUTS NWA GUL", "GUL borders on itself: left out."),
    ("COAST GUL ABUTS NWA", "fleets go from SND to GUL, but not back: left out."),
    ("COAST NEW ABUTS", "NEW borders on nothing: left out."),
    ("COAST", "COAST needs a place, as in COAST BRE."),
    ("AMEND XYZ ABUTS GUL", "there is no XYZ to amend: left out."),
    ("AMEND GUL ABUTS -DUN", "GUL does not border on DUN."),
    ("AMEND GUL ABUTS *PRT\nAMEND PRT ABUTS GUL", "GUL borders on PRT under a condition ('*PRT')"),
    ("DROP XYZ", "there is no XYZ that could be dropped."),
    ("XYZ -> Nowhere = now", "there is no XYZ that could be renamed: left out."),
    ("GUL -> Farther = far", "GUL can't become FAR, which is another: left out."),
    ("Nowhere =", "a name needs its abbreviation, as in 'Brest = bre': not understood."),
    ("Gull Rock = gul", "GUL is Gulholm already: 'Gull Rock' is one more alias."),
    ("COAST OUT ABUTS SND\nAMEND SND ABUTS OUT", "OUT has no name, as in 'Brest = bre'."),
    ("UNOWNED XYZ", "XYZ can't be a centre: there is no such space."),
    ("NORTHLAND\nOWNS DUN", "DUN is Northland's already."),
    ("A BRA", "no power stands above this A."),
    ("NORTHLAND\nA BRA DUN", "'A BRA DUN' is not a unit, as 'A BUD' is one."),
    ("NORTHLAND\nA XYZ", "A XYZ of Northland: there is no such space: left out."),
    ("NORTHLAND\nA SND", "A SND of Northland: armies can't be at sea: left out."),
    ("NORTHLAND\nF BRA", "F BRA of Northland: fleets can't be there: left out."),
    (
        "NORTHLAND\nF COI",
        "F COI of Northland: it needs one of the coasts COI/NC, COI/SC: left out.",
    ),
    ("UNPLAYED XYZ", "there is no power XYZ."),
    ("DUMMIES ALL BUT NORTHLAND", "behind ALL stands EXCEPT or nothing, not 'BUT'."),
    ("XYZ -> ZYX", "there is no power XYZ to rename: left out."),
    ("EAST (EASTERN:1) GUL", "only a letter can stand for a power: it goes without."),
    ("EAST (EASTERN:N) GUL", "N does not stand for East: it would be another power's, too."),
    ("EAST (EASTERN GUL", "this line is not understood."),
    ("VICTORY many", "VICTORY needs a number of centres, as in VICTORY 18."),
    ("VICTORY 1", "1 of 8 centres win at once, or never: 5 do here."),
    ("VICTORY 5 4", "the same number wins in every year here: 5, the first."),
    ("BEGIN SPRING", "'SPRING' is not a phase of the map's year, as 'SPRING 1901 MOVEMENT' is one"),
    ("FLOW SPRING", "SPRING needs its phases, as in SPRING:MOVEMENT,RETREATS."),
    ("FLOW IFYEARDIV:0", "IFYEARDIV:0 needs a number, as in IFYEARDIV:10."),
    ("FLOW SPRING:MOVEMENT,INCOME", "there are no phases for INCOME here: left out."),
    ("USE isles.geography", "isles.geography was read already: not read again."),
    ("RULE HIBERNATE", "the rule HIBERNATE is of another judge: left out."),
    ("PAYOLA DIRECTIVES\nTAX 1\nEND DIRECTIVES", "'TAX 1' holds for PAYOLA games alone: left out."),
    ("IN W1939A\nDROP GUL", "'DROP GUL': a board does not change during a game here: left out."),
    (
        "NORTHLAND\nLEAGUE  CATHOLIC STRICT",
        "'LEAGUE CATHOLIC STRICT': leagues of powers have no counterpart here: left out.",
    ),
    ("NORTHLAND *GUL", "GUL would be a site for partisans, which has no counterpart: left out."),
    ("NORTHLAND &SC", "NORTHLAND would choose a home when a game begins: left out."),
]


@pytest.mark.parametrize(("lines", "told"), TOLD, ids=[one[0] for one in TOLD])
def test_every_mistake_is_told_with_its_line(maps: Path, lines: str, told: str) -> None:
    found = change(maps, lines)
    assert any(told in note for note in found.notes), found.notes
    assert all(note.startswith("isles.") and ", line" in note for note in found.notes)


NAMES = [
    ("Gulholm Bay = gul me", "'me' is no alias of GUL: it is a word of orders."),
    ("Gulholm Bay = gul northland", "'northland' is no alias of GUL: it is Northland, a power."),
    ("Gulholm Bay = gul far", "'far' is no alias of GUL: it is FAR's."),
    ("Gulholm Bay = gul spiral", "'spiral' is no alias of GUL: it is COI's."),
    ("Gulholm Bay = gul but?", "'but' is no alias of GUL: "),
    ("Gulholm Bay = gul wont", "'wont' is no alias of GUL: people use it in sentences."),
    ("Gulholm's 3 = gul", "'Gulholm's 3' can't be typed as a place of its own: it is 'Gulholms"),
    ("Brack = gul", "'Brack' can't be typed as a place of its own: it is 'Brack GUL' here."),
]


@pytest.mark.parametrize(("line", "told"), NAMES, ids=[one[0] for one in NAMES])
def test_names_that_collide_with_orders_give_way(maps: Path, line: str, told: str) -> None:
    path = maps / "isles.geography"
    path.write_text(path.read_text().replace("Gulholm             = gul", line))
    found = change(maps, "")
    assert any(told in note for note in found.notes), found.notes
    assert trial_faults(found, maps) == []


@pytest.mark.parametrize("alias", ["mars", "ok", "north", "kiel", "vie"])
def test_a_name_that_undoes_nothing_in_a_sentence_stays_the_boards_own(
    maps: Path, alias: str
) -> None:
    path = maps / "isles.geography"
    text = path.read_text().replace("Gulholm             = gul", f"Gulholm = gul {alias}")
    path.write_text(text)
    found = change(maps, "")
    assert alias in board(found)["spaces"]["GUL"]["aliases"]
    assert trial_faults(found, maps) == []


ALSO = [
    ("coi/nc coi(nc)", "coi/nc whorl+rock(nc)", "COI", "whorl rock"),
    ("bra", "bra farhouse", "FAR", "farh"),
    ("bra", "bra northland", "BRA", "northland"),
]


@pytest.mark.parametrize(("names", "more", "space", "alias"), ALSO, ids=[one[3] for one in ALSO])
def test_a_name_of_a_coast_of_a_power_or_begun_by_another_space_means_its_own(
    maps: Path, names: str, more: str, space: str, alias: str
) -> None:
    path = maps / "isles.geography"
    text = path.read_text().replace("= far\n", "= far farh\n")
    path.write_text(text.replace(f"= {names}\n", f"= {more}\n"))
    found = change(maps, "")
    vocabulary = from_map(tomllib.loads(found.files["map.toml"]))
    assert trial_game.read_place(vocabulary, alias) == (space,)
    assert not found.notes


@pytest.mark.parametrize("abbreviation", ["gulh", "g1", "gül"])
def test_abbreviations_become_three_capital_letters(maps: Path, abbreviation: str) -> None:
    path = maps / "isles.geography"
    text = path.read_text().replace("GUL", abbreviation.upper())
    path.write_text(text.replace("= gul", f"= {abbreviation}"))
    isles = maps / "isles.map"
    isles.write_text(isles.read_text().replace("GUL", abbreviation.upper()))
    found = change(maps, "")
    (space,) = [one for one in board(found)["spaces"].values() if one["name"] == "Gulholm"]
    assert space["id"] == "GUL"
    assert space["sc"]
    assert trial_faults(found, maps) == []


def built(found: importing.Imported, maps: Path) -> variant.Variant:
    """The board as a variant."""
    home = maps / "isles"
    for name, text in found.files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    return variant.load(shelves.try_out(home))


def trial_faults(found: importing.Imported, maps: Path) -> list[str]:
    """What an order does not read as what it names."""
    return list(trial_game.name_faults(built(found, maps)))


def run(maps: Path, *more: str, file: str = "isles.map") -> Result:
    """The command."""
    return CliRunner().invoke(cli.main, ["import-map", str(maps / file), *more])


def test_without_a_folder_nothing_is_written(maps: Path) -> None:
    before = sorted(maps.rglob("*"))
    told = run(maps)
    assert told.exit_code == 0
    assert "11 spaces, 8 centres, 2 powers: Northland, South-Realm." in told.output
    assert (
        f"Nothing was written: 'judge import-map {maps / 'isles.map'} --into isles'" in told.output
    )
    assert sorted(maps.rglob("*")) == before


@pytest.mark.parametrize(
    ("into", "told"),
    [
        ("Isles", "Players could not write 'Isles': a variant's name has small letters, digits"),
        ("two_isles", "Players could not write 'two_isles'"),
        ("standard", "A variant standard came with the judge: name the folder otherwise."),
        ("there", "there is there already: name a folder that is not."),
        ("isles.map/new", "isles.map/new can't be written: Not a directory."),
    ],
)
def test_a_folder_that_can_not_be_made_is_refused(maps: Path, into: str, told: str) -> None:
    (maps / "there").mkdir()
    found = run(maps, "--into", str(maps / into))
    assert found.exit_code == errors.BAD_DATA
    assert told in found.output
    assert not (maps / into / "map.toml").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("USE other\n", "isles.map, line 1: there is no other.map beside it: put it there."),
        ("USE isles\n", "isles.map is no map: it needs spaces and two powers."),
        ("", "isles.map is no map: it needs spaces and two powers."),
        ("\x89PNG\r\n\x00\x01", "isles.map is no map: it needs spaces and two powers."),
        ("NORTH\nSOUTH\n", "isles.map, line 1: NORTH has neither centres nor units"),
    ],
)
def test_a_file_that_is_no_map_is_refused(maps: Path, text: str, told: str) -> None:
    (maps / "isles.map").write_text(text)
    found = run(maps, "--into", str(maps / "isles"))
    assert found.exit_code == errors.BAD_DATA
    assert told in found.output
    assert not (maps / "isles").exists()


def test_a_file_that_is_not_there_is_told(maps: Path) -> None:
    found = run(maps, file="nothing.map")
    assert found.exit_code == errors.BAD_DATA
    assert "nothing.map can't be read: No such file or directory." in found.output


def test_letters_of_other_lands_are_read_in_either_coding(maps: Path) -> None:
    path = maps / "isles.geography"
    for coding in ("utf-8", "latin-1"):
        path.write_bytes(
            path.read_text("latin-1").replace("Gulholm ", "G\u00fclholm ").encode(coding)
        )
        assert board(change(maps, ""))["spaces"]["GUL"]["name"] == "G\u00fclholm"
        shutil.copy(ISLES / "isles.geography", path)
