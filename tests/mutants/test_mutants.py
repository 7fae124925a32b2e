"""The faults that are put in, and whether the runner sees which of them the tests see."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from judge import resources
from tests.mutants import faults, patch, sample
from tests.mutants.__main__ import main
from tests.mutants.witnesses import Seen, Witnesses, places

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


def test_a_fault_leaves_all_other_lines_where_they_are() -> None:
    source = "x = (\n    a\n    < b\n)\ndef f():\n    pass\n"
    for fault in faults.of(source, "x.py"):
        assert fault.text.splitlines()[4:] == source.splitlines()[4:]


def test_every_package_is_a_part_and_the_rest_is_all_but_the_rules() -> None:
    parts = sample.parts(ROOT)
    packages = {path.parent.name for path in (ROOT / "judge").glob("*/__init__.py")}
    assert set(parts) == packages | {"all", "rest"}
    assert set(parts["all"]) - set(parts["rest"]) == set(sample.RULES) <= packages
    assert "tests/dip" in sample.folders(ROOT)
    assert "tests/mutants" not in sample.folders(ROOT)


def test_a_line_is_known_by_its_function_and_its_words() -> None:
    source = "A = 1\n\n\nclass B:\n    C = 2\n\n    def d(self):\n        return 3\n"
    assert places(source) == (
        "|A = 1", "|", "|", "|class B:", "|C = 2", "|", "|def d(self):", "B.d|return 3",
    )  # fmt: skip


def test_faults_that_are_known_to_change_nothing_are_there_and_say_why() -> None:
    lines = (ROOT / "tests" / "mutants" / "equal.jsonl").read_text(encoding="utf-8").splitlines()
    for known in map(json.loads, lines):
        source = (ROOT / known["module"]).read_text(encoding="utf-8")
        every = {(fault.was, fault.becomes) for fault in faults.of(source, known["module"])}
        assert (known["was"], known["becomes"]) in every, known
        assert len(known["why"].split()) > 3


def test_a_fault_is_put_into_a_loaded_function_and_into_nothing_else() -> None:
    module = "tests/mutants/sample.py"
    source = (ROOT / module).read_text(encoding="utf-8")
    fault = next(one for one in faults.of(source, module) if "not in RULES" in one.was)
    sound = patch.functions(module)
    try:
        assert patch.put(module, source, fault)
        assert set(sample.parts(ROOT)["rest"]) == set(sample.RULES)
    finally:
        for function, code in sound.items():
            function.__code__ = code
    assert set(sample.parts(ROOT)["rest"]).isdisjoint(sample.RULES)


def test_what_runs_when_a_module_is_loaded_is_not_put_in() -> None:
    module = "tests/mutants/sample.py"
    source = (ROOT / module).read_text(encoding="utf-8")
    constants = [one for one in faults.of(source, module) if one.was.startswith("PATIENCE = ")]
    assert [patch.put(module, source, one) for one in constants] == [False]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one function and one constant with three faults, one of which a test sees.

    A second module with three, all seen, is loaded by its test when that runs. Another test's
    program is a process of its own: it runs no line here.
    """
    root = tmp_path / "project"
    for name, text in {
        "judge/__init__.py": "",
        "judge/rules/dip/__init__.py": "",
        "judge/rules/dip/sums.py": "LEAST = 5\n\n\ndef big(number: int) -> bool:\n"
        "    return number > LEAST\n",
        "tests/__init__.py": "",
        "tests/test_sums.py": (
            "from judge.rules.dip.sums import big\n\n\ndef test_big() -> None:\n    assert big(9)\n"
            "    assert not big(2)\n"
        ),
        "judge/rules/dip/late.py": "def small(number: int) -> bool:\n    return number <= 5\n",
        "tests/test_late.py": (
            "def test_small() -> None:\n    from judge.rules.dip.late import small\n\n"
            "    assert small(5)\n    assert not small(6)\n"
        ),
        "tests/test_apart.py": (
            "import subprocess\nimport sys\n\n\ndef test_apart() -> None:\n"
            "    subprocess.run([sys.executable, '-c', ''], check=True)\n"
        ),
        "setup.cfg": "[tool:pytest]\nfilterwarnings = error\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    for name in ("mutants", "campaign"):
        shutil.copytree(ROOT / "tests" / name, root / "tests" / name)
    subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)
    monkeypatch.chdir(root)
    return root


def test_a_sample_tells_which_faults_were_seen_and_is_resumed(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["map", "1h"]) == 0
    assert "3 files of tests recorded, none is left" in capfd.readouterr().out
    assert main(["dip", "1h"]) == 0
    told = capfd.readouterr().out
    assert "dip: 6 tried, 0 change nothing, 4 seen" in told
    assert "- return number > LEAST\n    + return (number >= LEAST)" in told
    assert "- LEAST = 5\n    + LEAST = (6)" in told
    kept = project / "mutants" / "dip.json"
    before = kept.read_bytes()
    assert main(["dip", "1h"]) == 0
    assert kept.read_bytes() == before
    capfd.readouterr()
    test = project / "tests" / "test_sums.py"
    test.write_text(test.read_text() + "    assert not big(5)\n    assert big(6)\n")
    assert main(["dip", "1h"]) == 0
    told = capfd.readouterr().out
    assert "1 files of tests are new or changed: make mutants PART=map" in told
    assert "dip: 6 tried, 0 change nothing, 6 seen" in told
    assert (project / "judge" / "dip" / "sums.py").read_text().endswith("number > LEAST\n")
    assert sorted(path.name for path in (project / "mutants").iterdir()) == ["dip.json", "map"]


def test_a_part_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dipp"]) == 2
    assert capsys.readouterr().out.startswith("Which part? map; all, rest, batch, ")


def test_the_files_of_tests_take_turns_behind_those_of_the_modules_name(tmp_path: Path) -> None:
    source = "def big(number: int) -> bool:\n    return number > 5\n"
    (tmp_path / "judge/dip").mkdir(parents=True)
    (tmp_path / "judge/rules/dip/sums.py").write_text(source)
    found = Witnesses(tmp_path, tmp_path / "map")
    for file, seconds in (("tests/a.py", (1.0, 2.0, 1.5)), ("tests/b.py", (3.0, 4.0))):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("")
        tests = [f"{file}::test_{number}" for number in range(len(seconds))]
        ran = {"judge/rules/dip/sums.py": {2: tests}}
        found.keep(file, tests, Seen(dict(zip(tests, seconds, strict=True)), (), ran))
    fault = next(iter(faults.of(source, "judge/rules/dip/sums.py")))
    turns = [f"tests/{test}" for test in ("a.py::test_0", "b.py::test_0", "a.py::test_2")]
    assert found.of("judge/rules/dip/sums.py", fault, 4.5) == turns[:2]
    assert found.of("judge/rules/dip/sums.py", fault, 5.5) == turns
    for tests in (["tests/test_sums.py::test_slow"], ["tests/game/sums.py::test_slower"]):
        file = tests[0].partition("::")[0]
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("")
        found.keep(file, tests, Seen({tests[0]: 9.0}, (), {"judge/rules/dip/sums.py": {2: tests}}))
    assert found.of("judge/rules/dip/sums.py", fault, 11.0) == [
        "tests/test_sums.py::test_slow",
        turns[0],
    ]


def test_what_runs_when_a_module_is_loaded_is_asked_of_who_names_it(tmp_path: Path) -> None:
    """As a table's columns are, which a test compares but no test runs."""
    source = "LEAST = 5\n"
    (tmp_path / "judge/dip").mkdir(parents=True)
    (tmp_path / "judge/rules/dip/sums.py").write_text(source)
    found = Witnesses(tmp_path, tmp_path / "map")
    (tmp_path / "tests").mkdir()
    for file, text in (
        ("tests/a.py", "from judge.rules.dip.sums import LEAST\n"),
        ("tests/b.py", ""),
    ):
        (tmp_path / file).write_text(text)
        found.keep(file, [f"{file}::test_it"], Seen({f"{file}::test_it": 1.0}, (), {}))
    (fault,) = faults.of(source, "judge/rules/dip/sums.py")
    assert found.of("judge/rules/dip/sums.py", fault, 5.0) == ["tests/a.py::test_it"]
