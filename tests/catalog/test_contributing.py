"""What CONTRIBUTING.md works out line by line does what it says, in a copy of the program."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge import resources
from judge.kernel.errors import SETTING
from tests.catalog.pages import block, write_order

ROOT = Path(resources.__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
DATA = ("grammar", "templates", "variants")


def steps(heading: str) -> Iterator[tuple[str, str, str]]:
    """The steps of a recipe: a file, the line that is looked for in it, what it becomes."""
    below = PAGE[PAGE.index(f"\n### {heading}\n") + 1 :]
    recipe = re.split(r"\n##", below)[0]
    for diff in re.findall(r"```diff\n(.*?)```", recipe, re.DOTALL):
        name, *lines = diff.splitlines()
        found = [line[1:] for line in lines if line[0] in " -"]
        left = [line[1:] for line in lines if line[0] in " +"]
        yield name.removeprefix("--- "), "".join(found), "\n".join(left) + "\n"


class Copy:
    """A copy of the program, its data in the package as a wheel has it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "judge", root / "judge", ignore=ignored)
        for name in DATA:
            shutil.copytree(ROOT / name, root / "judge" / name, ignore=ignored)

    def follow(self, heading: str) -> None:
        """Do what a recipe says, but for the tests."""
        for name, line, added in steps(heading):
            path = self.path(name)
            if name.startswith("tests/"):
                assert f"\n{line}\n" in (ROOT / name).read_text(encoding="utf-8"), name
            elif not line:
                path.write_text(added, encoding="utf-8")
            else:
                text = path.read_text(encoding="utf-8")
                assert text.count(f"\n{line}\n") == 1, (name, line)
                path.write_text(text.replace(f"\n{line}\n", f"\n{added}"), "utf-8")

    def path(self, name: str) -> Path:
        """A file of the tree."""
        return self.root / ("judge" if name.split("/", maxsplit=1)[0] in DATA else "") / name

    def run(self, *words: str, text: str = "") -> str:
        """What a command of the copy prints."""
        done = subprocess.run(
            [sys.executable, "-m", "judge", *words],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root)},
            input=text,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A copy of the program as it is."""
    return Copy(tmp_path / "copy")


def test_a_command_is_added_as_it_says(copy: Copy, tmp_path: Path) -> None:
    copy.follow("A mail command, in full")
    spool = tmp_path / "spool"
    copy.run("init", str(spool))
    (spool / "in" / "new" / "1.eml").write_text(
        "From: ann@players.example\nTo: judge@localhost\nSubject: hello\n"
        "Message-ID: <1@players.example>\n\nSHOW TIME\nHELP TIME\n"
    )
    copy.run("run", "--spool", str(spool))
    (answer,) = (spool / "out" / "new").iterdir()
    told = answer.read_text()
    assert re.search(r"It is \d\d:\d\d UTC", told)
    assert re.search(r"TIME +what the judge's clock says", told)
    assert "There is no help" not in told


def test_a_word_that_no_rule_takes_is_told_before_a_mail_is_read(
    copy: Copy, tmp_path: Path
) -> None:
    copy.follow("A mail command, in full")
    grammar = copy.path("grammar/mail.lark")
    grammar.write_text((ROOT / "grammar" / "mail.lark").read_text(encoding="utf-8"), "utf-8")
    spool = tmp_path / "spool"
    copy.run("init", str(spool))
    mail = spool / "in" / "new" / "1.eml"
    mail.write_text("From: ann@players.example\nTo: judge@localhost\n\nTIME\n")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        copy.run("run", "--spool", str(spool))
    assert failed.value.returncode == SETTING
    assert failed.value.stderr.startswith("Error: The command TIME has words (grammar/words/com")
    assert "no rule of grammar/mail.lark takes _TIME" in failed.value.stderr
    assert mail.exists()


def test_an_order_of_several_games_is_added_as_it_says(copy: Copy) -> None:
    home = write_order(copy.path("variants") / "rivers")
    (home / "rules.py").rename(copy.path("judge/rules/mechanics/razing.py"))
    copy.follow("An order of several games, in full")
    (home / "orders.lark").unlink()
    rules = block("variant.toml", "toml").replace('["sites"]', '["razing"]')
    (home / "variant.toml").write_text(rules)
    assert copy.run("check", str(home)) == ""
    typed = copy.run(
        "parse", "--variant", "rivers", "--power", "North", "--phase", "S1901M", text="Aar razes\n"
    )
    assert "A AAR RAZE" in typed
