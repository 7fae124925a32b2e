"""The faults that are put in, and whether the runner sees which of them the tests see."""

import json
import subprocess
from pathlib import Path

import pytest

from judge import resources
from tests.mutants import chosen, faults
from tests.mutants.__main__ import Sample

ROOT = Path(resources.__file__).parent.parent


@pytest.mark.parametrize(
    ("line", "others"),
    [
        ("a < b", ["(a <= b)", "(a >= b)"]),
        ("a is not b", ["(a is b)"]),
        ("x = a + 1", ["x = (a - 1)", "x = a + (2)"]),
        ("a and b", ["(a or b)", "(b)", "(a)"]),
        ("not a", ["(a)"]),
        ("any(a)", ["pass", "(all(a))"]),
        ("b if a else c", ["b if (not (a)) else c"]),
        ("[a for a in b if a]", ["[a for a in b if (not (a))]"]),
        ("call(True)", ["pass", "call((False))"]),
        ("x: int | None", []),
        ("Name | None", []),
        ('"""Words < words."""', []),
        ('f"{a < b}"', []),
        ("x = 'Ü' in a < b", []),
        ("x['Ü'] = a or b", ["x['Ü'] = (a and b)", "x['Ü'] = (b)", "x['Ü'] = (a)"]),
    ],
)
def test_a_line_has_these_faults(line: str, others: list[str]) -> None:
    found = [fault.becomes for fault in faults.of(line, "x.py")]
    assert found == others


def test_a_fault_has_one_key_wherever_it_stands_and_one_of_its_own() -> None:
    once = list(faults.of("a < b\n", "x.py"))
    twice = list(faults.of("import c\n\na < b\na < b\n", "x.py"))
    assert [fault.key for fault in twice[:2]] == [fault.key for fault in once]
    assert len({fault.key for fault in twice}) == 4
    assert [fault.line for fault in twice] == [3, 3, 4, 4]
    assert twice[2].text == "import c\n\na < b\n(a <= b)\n"


def test_every_package_has_tests_that_are_there() -> None:
    packages = {path.parent.name for path in (ROOT / "judge").glob("*/__init__.py")}
    assert set(chosen.PARTS) == packages - {"demo"}
    named = {test.partition("::")[0] for tests in chosen.PARTS.values() for test in tests}
    assert [test for test in sorted(named) if not (ROOT / test).exists()] == []


def test_faults_that_are_known_to_change_nothing_are_there_and_say_why() -> None:
    lines = (ROOT / "tests" / "mutants" / "equal.jsonl").read_text(encoding="utf-8").splitlines()
    for known in map(json.loads, lines):
        source = (ROOT / known["module"]).read_text(encoding="utf-8")
        every = {(fault.was, fault.becomes) for fault in faults.of(source, known["module"])}
        assert (known["was"], known["becomes"]) in every, known
        assert len(known["why"].split()) > 3


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one function with two faults, one of which its test sees."""
    root = tmp_path / "project"
    for name, text in {
        "judge/__init__.py": "",
        "judge/dip/__init__.py": "",
        "judge/dip/sums.py": "def big(number: int) -> bool:\n    return number > 5\n",
        "tests/test_sums.py": (
            "from judge.dip.sums import big\n\n\ndef test_big() -> None:\n    assert big(9)\n"
            "    assert not big(2)\n"
        ),
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)
    monkeypatch.setattr(chosen, "PARTS", {"dip": ("tests",)})
    return root


def test_a_sample_tells_which_faults_were_seen_and_is_resumed(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Sample(project, "dip", tmp_path / "kept").go_on(3600)
    told = capsys.readouterr().out
    assert "dip: 3 tried, 0 change nothing, 1 seen" in told
    assert "- return number > 5\n    + return (number >= 5)" in told
    kept = tmp_path / "kept" / "dip.json"
    before = kept.read_bytes()
    Sample(project, "dip", tmp_path / "kept").go_on(3600)
    assert kept.read_bytes() == before
    test = project / "tests" / "test_sums.py"
    test.write_text(test.read_text() + "    assert not big(5)\n    assert big(6)\n")
    Sample(project, "dip", tmp_path / "kept").go_on(3600)
    assert "dip: 3 tried, 0 change nothing, 3 seen" in capsys.readouterr().out
    assert (project / "judge" / "dip" / "sums.py").read_text().endswith("number > 5\n")
