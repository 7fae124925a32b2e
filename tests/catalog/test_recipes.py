"""What variants/README.md shows makes a variant, to the letter."""

import json
import re
import subprocess
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parseaddr
from inspect import signature
from pathlib import Path

import pytest
from click.testing import CliRunner

import judge
from judge import cli
from judge.authoring import check
from judge.catalog import shelves, variant
from judge.game.terms.game_options import SETTINGS
from judge.rules.dip.seams.mechanic import seams
from tests.catalog.pages import PAGE, block, write_example, write_order


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder made of the page's examples."""
    return write_example(tmp_path / "yours")


def test_the_examples_of_the_page_are_a_sound_variant(folder: Path) -> None:
    assert check.faults(folder) == []


def test_the_rule_of_the_page_is_obeyed(folder: Path) -> None:
    (folder / "rules.py").write_text(block("A rule of its own", "python"))
    toml = folder / "variant.toml"
    toml.write_text(toml.read_text().replace('["sites"]', '["rules"]'))
    assert check.faults(folder) == []
    engine = variant.load(shelves.try_out(folder)).engine
    request = {
        "phase": "W1901A",
        "units": {},
        "centers": {"North": ["BRU"]},
        "orders": {"North": ["A BRU B"]},
    }
    assert engine.adjudicate(request)["after"] == {"North": ["A BRU"]}


def test_the_order_of_the_page_is_taken(tmp_path: Path) -> None:
    assert check.faults(write_order(tmp_path / "yours")) == []


def test_the_page_lists_every_seam_with_what_goes_in() -> None:
    listed = re.findall(r"^\| `(\w+)\((.*?)\)` \|", PAGE, re.MULTILINE)
    known = {name: list(signature(method).parameters)[1:] for name, method in seams()}
    assert {name: ", ".join(taken) for name, taken in known.items()} == dict(listed)


def test_the_page_lists_every_option_that_a_variant_may_set() -> None:
    paragraph = PAGE[PAGE.index("`[usual]` are options") : PAGE.index("`[meanings]` says")]
    listed = re.findall(r"`([a-z-]+)`", paragraph)
    assert [setting.name for setting in SETTINGS] == listed


WHOLE = [name for name in variant.names() if "base" not in variant.load(name).rules]


@pytest.mark.parametrize("name", WHOLE)
def test_a_variant_that_stands_on_each_of_ours_is_sound(tmp_path: Path, name: str) -> None:
    home = tmp_path / "yours"
    home.mkdir()
    (home / "variant.toml").write_text(f'title = "Yours"\nbase = "{name}"\n')
    rules, map_data = variant.read(home)
    assert list(variant.file_faults(rules, map_data)) == []
    assert map_data["spaces"] == list(variant.load(name).map["spaces"])


def test_a_folder_is_loaded_and_read_by_its_path(folder: Path) -> None:
    rivers = judge.load(str(folder))
    turn = rivers.play(rivers.start(), {"North": ["A AAR - BRU"]})
    assert turn.position["units"]["North"] == ["A BRU"]
    typed = ["parse", "--variant", str(folder), "--power", "North", "--phase", "S1901M"]
    shown = CliRunner().invoke(cli.main, typed, input="A Aar - Brugg\n").stdout
    assert [json.loads(line)["order"] for line in shown.splitlines()] == ["A AAR - BRU"]


class Trial:
    """The game by mail that the page plays, in other folders than those of the page."""

    def __init__(self, root: Path) -> None:
        self.root, self.spool = root, root / "trial"
        self.form = block(HEADING, "eml")
        write_example(root / "variants" / "yours")

    def run(self, line: str) -> None:
        """Type a line of the page."""
        line = line.partition("#")[0].replace("/tmp/trial", str(self.spool))
        for command in map(str.split, line.split("&&")):
            if command[0] == "judge":
                done = CliRunner().invoke(cli.main, command[1:])
                assert done.exit_code == 0, done.output
            else:
                subprocess.run(command, cwd=self.root, check=True)

    def mail(self, number: int, sender: str, lines: str, to: str = "judge@localhost") -> None:
        """Drop a mail of the page's form: another sender, Message-ID and text."""
        text = self.form.replace("<1@", f"<{number}@").replace("ann@", f"{sender}@")
        text = text.replace("judge@localhost", to).replace("CREATE trial yours", lines)
        (self.spool / "in" / "new" / str(number)).write_text(text)

    def play(self, now: str) -> None:
        """Run the judge as the page says, at another time."""
        found = re.search(r"`(judge run .*?)`", PAGE[PAGE.index(f"## {HEADING}") :])
        assert found
        self.run(found[1].replace("2026-11-02T10:05", now))

    def letters(self, reader: str) -> list[EmailMessage]:
        """What somebody was sent."""
        read = BytesParser(policy=policy.default).parsebytes
        paths = sorted(
            (self.spool / "out" / "new").iterdir(), key=lambda one: one.stat().st_mtime_ns
        )
        found = [read(path.read_bytes()) for path in paths]
        return [one for one in found if str(one["To"]).startswith(f"{reader}@")]


HEADING = "A game of it by mail, for trial"


def test_the_game_by_mail_of_the_page_is_played(tmp_path: Path) -> None:
    trial = Trial(tmp_path)
    trial.run(block(HEADING, "sh").strip())
    toml = trial.spool / "judge.toml"
    assert "\nconfirm = " in toml.read_text()
    toml.write_text(re.sub(r"(?m)^confirm = .*", 'confirm = "no"', toml.read_text()))
    trial.mail(1, "ann", "CREATE trial yours")
    trial.play("2026-11-02T10:05")
    trial.mail(2, "bob", "JOIN trial North")
    trial.mail(3, "cleo", "JOIN trial South")
    trial.play("2026-11-02T10:10")
    begun = next(one for one in trial.letters("bob") if "Spring 1901" in str(one["Subject"]))
    _, seat = parseaddr(str(begun["Reply-To"]))
    trial.mail(4, "bob", "A Aar - Brugg", to=seat)
    trial.play("2026-11-02T10:15")
    trial.play("2026-11-09T10:00")
    body = trial.letters("cleo")[-1].get_body(("plain",))
    assert body is not None
    assert "A AAR - BRU" in body.get_content()
    assert "Fall 1901" in body.get_content()


def test_a_path_without_a_variant_is_a_name_that_there_is_not(tmp_path: Path) -> None:
    with pytest.raises(judge.InputError, match=f"There is no variant '{tmp_path}'; there are: "):
        judge.load(str(tmp_path))
