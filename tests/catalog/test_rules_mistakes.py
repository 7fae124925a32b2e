"""Mistakes in rules.py, orders.lark and the files of text beside them: each is told."""

from pathlib import Path

import pytest

from judge.authoring import trial_game
from judge.authoring.check import faults
from tests.catalog.pages import write_example, write_order

RULES, LARK = "rules.py", "orders.lark"
SEAM = "state, board, power, answer"
UNITS = """begin(self, scene, board):
        return scene.with_(replace(scene.state, units={{{}}}))"""


@pytest.fixture(autouse=True)
def one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked for comes up at once."""
    monkeypatch.setattr(trial_game, "ROUNDS", 1)


def spoil(home: Path, name: str, old: str, new: str) -> list[str]:
    """What is told of the folder with the first ``old`` of a file changed."""
    text = (home / name).read_text()
    assert old in text
    (home / name).write_text(text.replace(old, new, 1))
    return faults(home)


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    ("method", "told"),
    [
        (
            f'sites(self, {SEAM}):\n        return ("XXX",)',
            "sites returned 'XXX', which is not a space:",
        ),
        (
            f"supply(self, {SEAM}):\n        return -4",
            "supply returned -4, which is less than noth",
        ),
        (f"removals(self, {SEAM}):\n        pass", "removals returned NoneType, not a tuple"),
        (f'removals(self, {SEAM}):\n        return ("AAR",)', "'AAR', which is not a unit of "),
        (
            'retreats(self, outcome, unit, answer):\n        return ("BRU",)',
            "retreats returned 'BRU', which is not a number of a place: board.loc_of",
        ),
        (
            "cuts(self, field, attacker, unit, answer):\n        pass",
            "cuts returned NoneType, not ",
        ),
        (
            'ruling(self, field, unit, answer):\n        return Ruling("flies", "why")',
            "ruling returned the verdict 'flies': there are illegal, invalid, fails",
        ),
        (
            'winners(self, state, board, totals, answer):\n        return ("France",)',
            "winners returned 'France', which is not a power",
        ),
        (
            'memory(self, map_data):\n        return {"razed": {1, 2}}',
            "memory returned 'razed': a set, which can't be kept: use lists and tables",
        ),
        (
            'memory(self, map_data):\n        return {"razed": {1: "a"}}',
            "memory returned 'razed' with the key 1: keys have to be text",
        ),
        (
            'begin(self, scene, board):\n        return scene.with_(None, [{"kind": "flood"}])',
            "begin returned a dict among its events: they are Event(kind, data, PUBLIC)",
        ),
        (
            UNITS.format('"North": ("A AAR",), "South": ("F AAR",)'),
            "begin returned several units in AAR: a space holds one",
        ),
        (
            UNITS.format('"Nort": ("A AAR",)'),
            "begin returned units of 'Nort', which is not a power; did you mean 'North'?",
        ),
        (
            UNITS.format('"North": ["A AAR"]'),
            "begin returned the units of North as a list: they are a tuple",
        ),
        (
            UNITS.format('"North": ("A XXX",)'),
            "begin returned the unit 'A XXX' of North, which stands at no place of the map",
        ),
        (
            f"sites(self, {SEAM}):\n        raise SystemExit(3)",
            "sites ends the program (SystemExit)",
        ),
    ],
)
def test_a_wrong_answer_is_told_with_its_line(tmp_path: Path, method: str, told: str) -> None:
    home = write_order(tmp_path / "yours")
    text = (home / RULES).read_text()
    (home / RULES).write_text(f"from judge.rules.dip.seams.mechanic import Ruling\n{text}")
    found = spoil(home, RULES, "def verbs(", f"def {method}\n\n    def verbs(")
    assert any(told in fault and "rules.py, line " in fault for fault in found), found


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (
            RULES,
            "def build",
            "exit()\ndef build",
            ": it ends the program (SystemExit)",
        ),
        (
            RULES,
            "build(rules)",
            "build()",
            "rules.py: write build(rules): it gets variant.toml and",
        ),
        (RULES, "return Razing()", "return Razing", "it returns the class itself, not Razing()."),
        (RULES, "Razing(Mechanic)", "Razing", "returns a Razing: write class Razing(Mechanic)."),
        (LARK, '"raze"', '"status"', "orders.lark: _RAZE: 'status' is a command: STATUS."),
        (LARK, '"raze"', '"brugg"', "orders.lark: _RAZE: 'brugg' is a space: BRU."),
        ("RULES.md", " *yours-C1.*", "", "RULES.md: R1: name its cases behind it (*yours-C1.*), o"),
        ("RULES.md", "**R2**", "**R1**", "RULES.md: there are 2 rulings R1."),
        (
            "cases/first.jsonl",
            '"rule": "R1"',
            '"rule": "R7"',
            "cases/first.jsonl: yours-C1: rule: RULES.md has no ruling R7.",
        ),
    ],
)
def test_a_mistake_is_told(tmp_path: Path, name: str, old: str, new: str, told: str) -> None:
    found = spoil(write_order(tmp_path / "yours"), name, old, new)
    assert any(told in fault for fault in found), found


def test_what_rules_keep_in_themselves_is_told(tmp_path: Path) -> None:
    counter = """def begin(self, scene, board):
        self.turns = getattr(self, "turns", 0) + 1
        memory = {**scene.state.memory, "turns": self.turns}
        return scene.with_(replace(scene.state, memory=memory))

    def verbs("""
    found = spoil(write_order(tmp_path / "yours"), RULES, "def verbs(", counter)
    assert any("ends otherwise when rules.py is loaded anew" in fault for fault in found), found


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "templates/help/tides.txt.j2",
            b"TIDES\n\nMar\xe9e\n",
            " is no text in UTF-8: save it as s",
        ),
        ("templates/help/tides.txt.j2", b"", " is empty: write it, or leave it out."),
        ("RULES.md", b"Mar\xe9e\n", " is no text in UTF-8: save it as such."),
        ("orders.lark", b"\n", " is empty: write it, or leave it out."),
    ],
)
def test_files_without_text_are_told(tmp_path: Path, name: str, text: bytes, told: str) -> None:
    path = write_example(tmp_path / "yours") / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)
    assert any(fault.startswith(name + told) for fault in faults(tmp_path / "yours"))


def test_empty_files_of_cases_are_none(tmp_path: Path) -> None:
    home = write_example(tmp_path / "yours")
    (home / "cases" / "first.jsonl").write_text("\n")
    assert any(fault.startswith("There are no cases") for fault in faults(home))


@pytest.mark.parametrize(
    ("sign", "told"),
    [
        ('<path id="XYZ" d="M0 0h5v5z"/>', 'the map has no space "XYZ".'),
        (
            '<circle id="AAR-army" cx="3" cy="3"/>',
            'the circle "AAR-army" stands for nothing: the',
        ),
        (
            '<circle id="AAR-NC" cx="3" cy="3"/>',
            'the circle "AAR-NC" stands for nothing: there are',
        ),
        (
            '<circle id="AAR-unit" cx="900" cy="3"/>',
            'the circle "AAR-unit" lies outside of the vie',
        ),
    ],
)
def test_a_sign_of_an_artists_map_that_stands_for_nothing_is_told(
    tmp_path: Path, sign: str, told: str
) -> None:
    home = write_example(tmp_path / "yours")
    spaces = ("AAR", "BRU", "DOR", "LIM", "REU")
    paths = (f'<path id="{one}" d="M{9 * i} 0h8v8h-8z"/>' for i, one in enumerate(spaces))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{"".join(paths)}%s</svg>'
    (home / "shapes.svg").write_text(svg % "")
    assert faults(home) == []
    (home / "shapes.svg").write_text(svg % sign)
    (fault,) = faults(home)
    assert fault.startswith(f"shapes.svg: {told}")
    (home / "shapes.svg").write_text((svg % "").replace("M0 0h8v8h-8z", "M0 0 banana"))
    (fault,) = faults(home)
    assert fault.startswith('shapes.svg: the outline of "AAR" can\'t be read at "b')
