"""Every reply of yes and no to every kind of question, one by one: all are as meant."""

from itertools import product
from pathlib import Path

import pytest

from tests.game.answers import NO, YES, reply
from tests.game.test_answers import QUESTIONS, ask

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("name", "text"), [*product(QUESTIONS, YES)])
def test_a_yes_is_one(tmp_path: Path, name: str, text: str) -> None:
    world, mail = ask(tmp_path, name)
    reply(world, mail, text)
    assert QUESTIONS[name].granted(world)


@pytest.mark.parametrize(("name", "text"), [*product(QUESTIONS, NO)])
def test_a_no_is_one(tmp_path: Path, name: str, text: str) -> None:
    world, mail = ask(tmp_path, name)
    answers = reply(world, mail, text)
    assert not QUESTIONS[name].granted(world)
    assert all("NOT TAKEN" not in answer.text for answer in answers)
