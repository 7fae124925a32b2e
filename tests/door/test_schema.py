"""docs/*.schema.json say what goes in and comes out: every case fits, and nothing else is taken."""

import copy
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import judge
from judge import resources
from judge.catalog import parse, variant

DOCS = Path(__file__).parent.parent.parent / "docs"
MUTATIONS = 400
"""Spoilt requests of each variant."""
ODD: tuple[Any, ...] = (None, True, 7, -1, 1.5, "", "x", [], [1], [None], {}, {"x": 1}, {"": []})
"""What is put where it does not belong."""


@cache
def schema(name: str) -> Draft202012Validator:
    """A schema of the documentation, itself valid."""
    text = json.loads((DOCS / f"{name}.schema.json").read_text())
    Draft202012Validator.check_schema(text)
    return Draft202012Validator(text)


@cache
def requests(name: str) -> tuple[Mapping[str, Any], ...]:
    """The requests of all cases of a variant."""
    files = sorted((resources.root("variants") / name / "cases").glob("*.jsonl"))
    lines = (line for path in files for line in path.read_text().splitlines())
    return tuple(json.loads(line)["in"] for line in lines)


def ask(request: Mapping[str, Any]) -> dict[str, Any]:
    """What ``judge adjudicate`` prints for a request."""
    told: dict[str, Any] = json.loads(json.dumps(parse.answer_position(json.dumps(request))))
    return told


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", variant.names())
def test_every_case_and_its_answer_fit(name: str) -> None:
    for request in requests(name):
        schema("request").validate(request)
        told = ask(request)
        assert "error" not in told
        schema("answer").validate(told)


def test_the_examples_of_the_page_fit() -> None:
    blocks = re.findall(r"```json\n(.*?)```", (DOCS / "notation.md").read_text(), re.DOTALL)
    request, answer = map(json.loads, blocks)
    schema("request").validate(request)
    schema("answer").validate(answer)


@pytest.mark.parametrize("name", variant.names())
def test_without_reasons_an_answer_fits_and_says_the_same_else(name: str) -> None:
    for request in requests(name)[::5]:
        told, bare = ask(request), ask({**request, "reasons": False})
        schema("answer").validate(bare)
        for row in told["results"]:
            del row["by"], row["reason"]
        assert bare == told


@pytest.mark.parametrize("name", variant.names())
def test_a_position_of_the_front_door_fits(name: str) -> None:
    schema("request").validate(judge.load(name).start())


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", variant.names())
def test_what_the_schema_refuses_the_program_refuses(name: str) -> None:
    dice = Random(name)
    refused = 0
    for _ in range(MUTATIONS):
        spoilt = spoil(dice.choice(requests(name)), dice)
        if schema("request").is_valid(spoilt):
            continue
        refused += 1
        told = ask(spoilt)
        schema("answer").validate(told)
        assert "error" in told, spoilt
    assert refused > MUTATIONS / 3


def spoil(request: Mapping[str, Any], dice: Random) -> Any:
    """A request with something odd in one place, whatever lies there."""
    spoilt = copy.deepcopy(dict(request))
    holder, key = dice.choice([*places(spoilt)])
    odd = copy.deepcopy(dice.choice(ODD))
    if isinstance(holder, dict) and dice.random() < 0.2:
        holder["odd"] = odd
    else:
        holder[key] = odd
    return spoilt


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a value, as what holds it and its key."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in [*entries]:
        yield value, key
        if isinstance(part, dict | list):
            yield from places(part)
