"""A variant's author is told all that is wrong with his folder, a sentence each."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from judge import cli, resources
from judge.authoring import check, trial_game
from judge.catalog import shelves, variant

STANDARD = resources.root("variants") / "standard"
CASE = {
    "id": "mine-1",
    "title": "an army moves",
    "rule": "1",
    "in": {
        "variant": "mine",
        "phase": "S1901M",
        "units": {"France": ["A PAR"]},
        "orders": {"France": ["A PAR - BUR"]},
    },
    "expect": {"after": {"France": ["A BUR"]}},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the standard game to spoil, with a case of its own; one year of it is tried."""
    monkeypatch.setattr(trial_game, "ROUNDS", 1)
    home = Path(shutil.copytree(STANDARD, tmp_path / "mine"))
    for path in (home / "cases").iterdir():
        path.unlink()
    (home / "cases" / "mine.jsonl").write_text(json.dumps(CASE) + "\n")
    return home


def spoil(folder: Path, old: str, new: str, name: str = "map.toml") -> None:
    """Change the first ``old`` of a file."""
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", variant.names())
def test_the_variants_that_we_ship_are_sound(name: str) -> None:
    assert check.faults(variant.folder(name)) == []


def test_a_folder_that_is_sound_has_nothing_to_mend(folder: Path) -> None:
    assert check.faults(folder) == []


@pytest.mark.sweep(8)
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('army = ["ARM", "CON"', 'army = ["CON"', "map.toml: armies go from ARM to ANK, but not"),
        ('fleet = ["ARM", "BLA"', 'fleet = ["BLA"', "map.toml: fleets go from ARM to ANK, but not"),
        ('army = ["ARM"', 'army = ["ARX"', "map.toml: ANK borders on ARX, which is not a place."),
        ('army = ["ARM"', 'army = ["ANK", "ARM"', "map.toml: ANK borders on itself."),
        ('name = "Ankara"', 'name = "Armenia"', "map.toml: 'Armenia' means ANK and ARM."),
        ('id = "ANK"', 'id = "ARM"', "map.toml: there are 2 spaces ARM."),
        ('id = "ANK"', 'id = "Ank"', "map.toml: spaces.Ank.id: 'Ank' is not written as"),
        ('kind = "coast"', 'kind = "costal"', "'costal' is none of land, coast, sea; did you mean"),
        ('home = ["BUD"', 'home = ["BUX"', "map.toml: powers.Austria.home: BUX is not a space."),
        ('home = ["BUD"', 'home = ["BOH"', "map.toml: powers.Austria.home: BOH is not a centre"),
        ('home = ["BUD"', 'home = ["LON"', "map.toml: powers.England.home: LON is Austria's."),
        ('home = ["BUD"', 'home = ["TRI"', "powers.Austria.home: TRI is listed 2 times."),
        ('owns = ["BUD"', 'owns = ["LON"', "map.toml: powers.England.owns: LON is Austria's."),
        ('abbrev = "E"', 'abbrev = "A"', "map.toml: powers.England.abbrev: A is Austria's."),
        ('"A BUD"', '"A VIE"', "powers.Austria.units: 'A VIE' stands where Austria's 'A VIE'"),
        ('"A BUD"', '"A XYZ"', "powers.Austria.units: 'A XYZ' stands in no space."),
        ('"A BUD"', '"A ADR"', "powers.Austria.units: 'A ADR': armies can't be in a sea."),
        ('"A BUD"', '"F BUD"', "'F BUD': fleets can't be in a space without a coast."),
        (
            '"A BUD"',
            '"X BUD"',
            "powers.Austria.units[1]: 'X BUD' is not written as it has to be: A or F",
        ),
        ('"F STP/SC"', '"F STP"', "'F STP' needs its coast: 'F STP/NC' or 'F STP/SC'."),
        ('"F SEV"', '"F SEV/NC"', "'F SEV/NC': SEV has no coast NC."),
        ("[[spaces]]", "[[spaces", "map.toml is no TOML"),
        ("victory = 18", "", "map.toml: victory: it is missing."),
        ("victory = 18", "victory = 99", "map.toml: victory: 99 centres win, but there are 34."),
        ("victory = 18", "victory = 4", "victory: Russia owns 4 centres at the start and has won."),
        (
            "victory = 18",
            "victory = 18\nspeed = 3",
            "map.toml: speed: there is no such key; did you",
        ),
        (
            "victory = 18",
            "victory = 18\n[weather]",
            "map.toml: weather: there is no such key",
        ),
        ("fleet_sc", "fleet_nc", "lists no borders (fleet_sc)."),
        (
            'name = "Ankara"',
            'name = "..."',
            "spaces.ANK.name: '...' is not written as it has to be.",
        ),
        ('aliases = ["adriatic"]', 'aliases = ["12"]', "spaces.ADR: '12' in an order does not"),
    ],
)
def test_what_is_wrong_with_a_map_is_told(folder: Path, old: str, new: str, told: str) -> None:
    spoil(folder, old, new)
    assert any(told in fault for fault in check.faults(folder))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('engine = "dip"', 'engine = "chess"', "variant.toml: engine: 'chess' is none of dip, d1"),
        (
            "mechanics = []",
            'mechanics = ["ghosts"]',
            "mechanics: there is no mechanic 'ghosts'; va",
        ),
        ('title = "', 'titel = "', "variant.toml: titel: there is no such key; did you mean 'titl"),
        (
            "[phases]",
            "[weather]\nrain = 1\n[phases]",
            "variant.toml: weather: there is no such key",
        ),
        ("S1901M", "S1901B", "variant.toml: phases.first: 'S1901B' is not a phase of this game"),
        ("S1901M", "spring", "variant.toml: phases.first: 'spring' is not written as it has to be"),
        ("[phases]", "[options]\nfog = true\n[phases]", "options.fog: the mechanics have no opt"),
        ("[phases]", '[meanings]\nfog = "x"\n[phases]', "meanings.fog: the mechanics have no opt"),
    ],
)
def test_what_is_wrong_with_the_rules_is_told(folder: Path, old: str, new: str, told: str) -> None:
    spoil(folder, old, new, "variant.toml")
    assert any(told in fault for fault in check.faults(folder))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"id"', '"id', "cases/mine.jsonl, line 1 is no case: DecodeError"),
        ('"expect"', '"wants"', "cases/mine.jsonl, line 1 is no case: the key 'expect' is mis"),
        (
            '"variant": "mine"',
            '"variant": "1900"',
            "mine-1: it is a case of '1900', not of 'mine'.",
        ),
        ('["A BUR"]', '["A PIC"]', "mine-1: after is {'France': ['A BUR']}, not {'France': ['A P"),
        (
            '{"after": {"France": ["A BUR"]}}',
            '{"results": {"A PAR": "suceeds"}}',
            "PAR succeeds, not suceeds: there is no verdict 'suceeds'; did you mean 'succeeds'?",
        ),
        ('{"after"', '{"afterwards"', "mine-1: it expects afterwards, which nobody compares."),
        (
            '["A PAR"]',
            '["A ADR"]',
            "mine-1: units.France[0]: 'A ADR': no such unit can stand there",
        ),
    ],
)
def test_what_is_wrong_with_a_case_is_told(folder: Path, old: str, new: str, told: str) -> None:
    spoil(folder, old, new, "cases/mine.jsonl")
    assert any(told in fault for fault in check.faults(folder))


@pytest.mark.parametrize(
    ("base", "told"),
    [
        ("nowhere", "variant.toml: base: There is no variant 'nowhere'; there are: "),
        ("chaos", "variant.toml: base: 'chaos' stands on another variant itself."),
    ],
)
def test_a_base_that_can_not_be_one_is_told(folder: Path, base: str, told: str) -> None:
    spoil(folder, 'title = "', f'base = "{base}"\ntitle = "', "variant.toml")
    assert any(fault.startswith(told) for fault in check.faults(folder))


def test_what_is_wrong_with_changes_of_a_base_is_told(folder: Path) -> None:
    (folder / "variant.toml").write_text('title = "Mine"\nbase = "standard"\n')
    (folder / "map.toml").write_text(
        'without = { powers = ["Atlantis"], spaces = ["XXX", "TYR"] }\n'
        '[[spaces]]\nid = "BUR"\nsc = true\n[[spaces]]\nid = "BUR"\nsc = false\n'
    )
    found = check.faults(folder)
    for told in (
        "map.toml: without.powers: the base has no Atlantis.",
        "map.toml: without.spaces: the base has no XXX.",
        "map.toml: spaces.BUR: it is changed 2 times.",
        "map.toml: BOH, MUN, PIE, TRI, VEN and VIE border on TYR, which is not a place.",
    ):
        assert told in found


def test_a_copied_folder_is_told_once_of_its_cases(tmp_path: Path) -> None:
    home = Path(shutil.copytree(STANDARD, tmp_path / "mine"))
    said = f"and {len((home / 'cases' / 'datc.jsonl').read_text().splitlines()) - 1} more: they are"
    files = sorted((home / "cases").iterdir())
    found = check.faults(home)
    assert len(found) == len(files)
    assert any(said in fault for fault in found)


def test_two_cases_of_one_id_are_told(folder: Path) -> None:
    (folder / "cases" / "more.jsonl").write_text(json.dumps(CASE) + "\n")
    told = "cases/more.jsonl: mine-1: there are several cases of this id."
    assert check.faults(folder) == [told]


def test_all_mistakes_are_told_at_once(folder: Path) -> None:
    spoil(folder, 'kind = "coast"', 'kind = "costal"')
    spoil(folder, '"A BUD"', '"A ADR"')
    spoil(folder, "victory = 18", "victory = 99")
    spoil(folder, 'title = "', 'titel = "', "variant.toml")
    (folder / "RULES.md").unlink()
    found = "\n".join(check.faults(folder))
    for told in ("costal", "A ADR", "99 centres", "titel", "There is no RULES.md"):
        assert told in found


def test_what_is_missing_is_told(folder: Path) -> None:
    (folder / "RULES.md").unlink()
    (folder / "cases" / "mine.jsonl").unlink()
    assert [fault.partition(":")[0] for fault in check.faults(folder)] == [
        "There is no RULES.md",
        "There are no cases (cases/*.jsonl)",
    ]
    (folder / "map.toml").unlink()
    assert check.faults(folder)[-1] == "There is no map.toml."


def test_evidence_that_says_otherwise_is_told(folder: Path) -> None:
    (folder / "evidence.toml").write_text(
        "[counts]\nspaces = 74\nscs = 34\nland = 14\ncoast = 42\nsea = 19\nunits_at_start = 22\n"
        '[confidence]\nsure = ["PAR-MUN", "PAR-BUR"]\n'
    )
    found = check.faults(folder)
    assert "evidence.toml: counts.spaces: the map has 75, not 74." in found
    assert "evidence.toml: confidence.sure: PAR-MUN: the map has no such border." in found


def test_a_help_page_that_can_not_be_rendered_is_told(folder: Path) -> None:
    page = folder / "templates" / "help" / "wind.txt.j2"
    page.parent.mkdir(parents=True)
    page.write_text("WIND\n{{ about(variant).nothing }}\n")
    (told,) = check.faults(folder)
    assert told.startswith("templates: HELP wind can't be rendered: UndefinedError")


def test_the_command_prints_the_faults_and_fails(folder: Path) -> None:
    done = CliRunner().invoke(cli.main, ["check", str(folder)])
    assert (done.exit_code, done.output) == (0, "")
    (folder / "RULES.md").unlink()
    done = CliRunner().invoke(cli.main, ["check", str(folder)])
    assert done.exit_code == 1
    assert done.output.startswith("There is no RULES.md")


MECHANIC = """from judge.rules.dip.seams.mechanic import Mechanic
class Anywhere(Mechanic):
    def {seam}(self, state, board, power, answer):
        {body}
def build(rules):
    return Anywhere()
"""


@pytest.mark.parametrize(
    ("seam", "body", "told"),
    [
        ("site", "return answer", "Anywhere.site is not a seam (did you mean 'sites'?)"),
        (
            "decides",
            "raise ValueError('snow')",
            "ValueError: snow (rules.py, line ",
        ),
    ],
)
def test_a_mechanic_with_a_mistake_is_told(folder: Path, seam: str, body: str, told: str) -> None:
    (folder / "rules.py").write_text(MECHANIC.format(seam=seam, body=body))
    spoil(folder, "mechanics = []", 'mechanics = ["rules"]', "variant.toml")
    assert any(told in fault for fault in check.faults(folder))


def test_a_mechanic_in_the_folder_is_asked(folder: Path) -> None:
    body = "return tuple(state.centers.get(power, ()))"
    (folder / "rules.py").write_text(MECHANIC.format(seam="sites", body=body))
    spoil(folder, "mechanics = []", 'mechanics = ["rules"]', "variant.toml")
    assert check.faults(folder) == []
    engine = variant.load(shelves.try_out(folder)).engine
    request = {
        "phase": "W1901A",
        "units": {},
        "centers": {"France": ["BEL"]},
        "orders": {"France": ["A BEL B"]},
    }
    assert engine.adjudicate(request)["after"] == {"France": ["A BEL"]}


@pytest.mark.parametrize(
    ("lark", "told"),
    [
        ("_RAZE: /raze/", 'orders.lark: _RAZE: write a terminal as _NAME: "word" | "two words".'),
        ('RAZE: "raze"', "orders.lark: RAZE: write a terminal as"),
        (
            '_RAZE: "raze"\n\n%extend deed _RAZE -> raze',
            "orders.lark, line 3: this is no rule of a grammar.",
        ),
        ("%extend deed: _BURN -> raze", "Rule '_BURN' used but not defined (in rule deed)."),
        ("%extend deeds: _HOLD -> raze", "Can't extend rule deeds as it wasn't defined before."),
        ("%extend deed: _HOLD -> dig", "orders.lark: Rules defined twice"),
        ("%extend deed: _BUILD PLACE+ -> dig", "orders.lark: only a word may have * or + behind"),
        (
            '_RAZE: "raze"\n%extend deed: _RAZE route -> raze | _RAZE target -> raze',
            "give one of them a word of its own.",
        ),
        (
            '_RAZE: "raze"\n%extend deed: _RAZE -> raze',
            "variant.toml: orders: 'A Par raze' is not taken as an order.",
        ),
    ],
)
def test_what_is_wrong_with_an_order_is_told(folder: Path, lark: str, told: str) -> None:
    """Of the last one no mechanic knows anything."""
    (folder / "orders.lark").write_text(f"{lark}\n")
    spoil(folder, "[phases]", '[orders]\n"A {a} raze" = "burns"\n[phases]', "variant.toml")
    assert any(told in fault for fault in check.faults(folder)), check.faults(folder)


def test_an_example_for_places_that_no_board_has_is_told(folder: Path) -> None:
    spoil(folder, "[phases]", '[orders]\n"A {x} raze" = "burns"\n[phases]', "variant.toml")
    told = "variant.toml: orders: 'A {x} raze': the slots are {a}, {b}, {c}"
    assert any(fault.startswith(told) for fault in check.faults(folder))


@pytest.mark.parametrize(("first", "last"), [("S1901M", "F1910"), ("S100BCM", "F91BC")])
def test_ten_years_are_tried_in_any_era(
    folder: Path, monkeypatch: pytest.MonkeyPatch, first: str, last: str
) -> None:
    monkeypatch.setattr(trial_game, "ROUNDS", 10)
    spoil(folder, "S1901M", first, "variant.toml")
    tried: list[str] = []
    name = shelves.try_out(folder)
    played = variant.load(name)
    turn = type(played.engine).turn

    def stand(engine: Any, state: Any, _: object, throws: Any) -> Any:
        """A turn in which nobody orders anything, so that nobody wins before."""
        tried.append(played.engine.phase(state).id)
        return turn(engine, state, {}, throws)

    monkeypatch.setattr(type(played.engine), "turn", stand)
    assert trial_game.game_faults(played, name) == []
    assert tried[-1] == f"{last}M"
