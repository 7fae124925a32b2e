"""What grammars call a rule's outcome is a method of their builder, or a verb that is obeyed."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import judge
from judge import resources
from judge.language import table, times
from judge.language.builder import Builder, MonthBuilder
from judge.language.commands import CommandBuilder
from judge.letters.commands.verbs import VERBS

JUDGE = Path(judge.__file__).parent
GRAMMARS = {"orders": Builder, "d100": MonthBuilder, "mail": CommandBuilder}
BRANCHES = {"if", "elseif", "else", "endif"}


class Asked:
    """A builder that notes what a grammar asks it for."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def __getattr__(self, name: str) -> Callable[..., None]:
        self.names.add(name)
        return lambda *_: None


def asked(grammar: str) -> set[str]:
    builder = Asked()
    table.build(grammar, builder)
    return builder.names


def obeyed(grammar: str) -> set[str]:
    """The verbs of commands, or each word that engines and reader may ask an order's verb for."""
    if grammar == "mail":
        return {*VERBS, *BRANCHES}
    files = [*(JUDGE / "rules").rglob("*.py"), JUDGE / "language" / "lines.py"]
    return {
        word for file in files for word in re.findall(r'"([a-z]+(?:-[a-z]+)*)"', file.read_text())
    }


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_an_alias_is_a_method_or_a_verb_that_somebody_obeys(grammar: str) -> None:
    verbs = {name for name in asked(grammar) if name not in dir(GRAMMARS[grammar])}
    assert {verb.replace("_", "-") for verb in verbs} <= obeyed(grammar)


def test_a_builder_has_no_method_that_no_rule_names() -> None:
    named = set[str]().union(*map(asked, GRAMMARS))
    for builder in GRAMMARS.values():
        public = {name for name in vars(builder) if not name.startswith("_")}
        assert public <= named


def test_the_rules_of_times_are_all_named() -> None:
    text = (resources.root("grammar") / "times.lark").read_text()
    named = {*re.findall(r"-> (\w+)", text), *re.findall(r"^\??!?(\w+)\s*:", text, re.MULTILINE)}
    said = {
        name.removeprefix("say_") for name in vars(type(times._RULES)) if name.startswith("say_")
    }
    assert said <= named
