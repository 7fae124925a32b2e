"""docs/json.md says what programs get, by an example each: here they are held against it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from judge.cli import main
from tests.game.world import World

PAGE = (Path(__file__).parents[2] / "docs" / "json.md").read_text()
SECTION = r"^## judge (.*?) --json\n.*?^```json\n(.*?)^```$"
EXAMPLES = dict(re.findall(SECTION, PAGE, re.MULTILINE | re.DOTALL))
FREE = frozenset({"facts", "results"})
"""Objects whose keys differ from one to the next."""


def shape(value: Any, name: str = "") -> Any:
    """What a value is made of: keys, and of lists what their first item is made of."""
    if isinstance(value, dict):
        return {key: shape(one, key) for key, one in value.items()} if name not in FREE else {}
    if isinstance(value, list):
        return [shape(one) for one in value[:1]]
    return None


def test_the_page_has_every_command_that_answers_programs() -> None:
    assert {re.sub(" (alpha|list|show)$", "", line) for line in EXAMPLES} == {
        name
        for name, command in main.commands.items()
        if any("--json" in option.opts for option in command.params)
    } - {"parse"}  # docs/notation.md has it


@pytest.mark.parametrize("line", EXAMPLES)
def test_what_is_printed_is_made_as_the_page_says(
    played: World, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    def raising(*_: object) -> None:
        raise KeyError("x")

    with monkeypatch.context() as patch:
        patch.setattr("judge.letters.clerk.clerk.handle", raising)
        played.mail("new@players.example", "LIST")
        played.passed()
    (played.home / "judge.toml").write_text(
        (played.home / "judge.toml")
        .read_text()
        .replace('outbox = {kind = "maildir"}', 'outbox = {kind = "sendmail", command = "/none"}')
    )
    played.mail("other@players.example", "LIST")
    played.passed()
    call = [*line.split(), "--json", "--spool", str(played.home)]
    told = CliRunner().invoke(main, call).stdout
    found = json.loads(told.splitlines()[0] if line == "log" else told)
    said = shape(json.loads(EXAMPLES[line]))
    if line == "audit":
        assert found.pop("faults") == []
        said.pop("faults")
    assert shape(found) == said


@pytest.mark.parametrize("group", ["shunt", "outbox"])
def test_it_may_stand_behind_the_group_or_its_command(played: World, group: str) -> None:
    calls = [(group, "--json"), (group, "--json", "list"), (group, "list", "--json")]
    told = {CliRunner().invoke(main, [*call, "--spool", str(played.home)]).output for call in calls}
    assert len(told) == 1
    assert json.loads(told.pop())["rows"] == []
