"""The shape of the code: how many ways may lead through one function."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST = 15
"""Ways through a function; one with more of them holds a second idea, which has a name."""
_FORKS = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler, ast.Assert, ast.match_case)


def count_ways(function: ast.AST) -> int:
    """The ways through a function, those inside of it included: McCabe's, and "and" and "or"."""
    ways = 1
    for node in ast.walk(function):
        if isinstance(node, ast.BoolOp):
            ways += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            ways += 1 + len(node.ifs)
        else:
            ways += isinstance(node, _FORKS)
    return ways


def functions() -> Iterator[tuple[str, ast.AST]]:
    """Every function with its file and name."""
    for path in sorted((ROOT / "judge").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(ROOT).as_posix()}: {node.name}", node


def test_few_ways_lead_through_a_function() -> None:
    above = {name for name, function in functions() if count_ways(function) > MOST}
    assert above == set()


def test_ways_are_counted_as_they_branch() -> None:
    text = "def f(a, b):\n if a and b or a:\n  return [c for c in a if c]\n return b if a else a"
    assert count_ways(ast.parse(text)) == 1 + 1 + 2 + 2 + 1


PARTICIPLE = re.compile(
    r"beaten|become|been|begun|bent|bitten|born|bought|bound|broken|brought|burnt|built|caught"
    r"|chosen|dealt|done|drawn|driven|dug|eaten|fallen|felt|fled|flown|forbidden|forgotten|fought"
    r"|found|frozen|given|gone|gotten|grown|had|heard|held|hidden|hung|kept|known|laid|led|left"
    r"|lent|lit|lost|made|meant|met|mistaken|overheard|paid|proven|ridden|risen|rung|said|seen|sent"
    r"|shaken|shown|sold|sought|sown|spent|spoken|stolen|stood|struck|sung|sunk|sworn|taken|taught"
    r"|thought|thrown|told|torn|understood|undone|unsaid|withdrawn|woken|won|worn|written"
    r"|\w{2,}ed"
)
OTHERS = re.compile("bleed|breed|deed|embed|exceed|feed|heed|need|proceed|seed|speed|succeed|weed")
"""Verbs and nouns in -ed; what looks like its verb (run, put, read, set, cut, split) is one."""
BESIDE = re.compile(
    "after|alone|anywhere|apart|at|before|behind|beside|between|elsewhere|inside|instead|left|oddly"
    "|over|rather|which"
)
"""Words that stand beside a verb, or ask: by one of them no function of the order language goes."""
ALIASES = frozenset(
    alias
    for path in (ROOT / "grammar").glob("*.lark")
    for alias in re.findall(r"-> (\w+)", path.read_text())
)
"""Methods of builders are named as the rules of a grammar are: "unordered", "chosen"."""


def is_bare_participle(name: str) -> bool:
    """Whether a name is one word that says what was done, and not what does it or what it is."""
    word = name.strip("_")
    return "_" not in word and bool(PARTICIPLE.fullmatch(word) and not OTHERS.fullmatch(word))


def names() -> Iterator[tuple[str, str]]:
    """Every function, and its parameters that are no yes or no, each with where it stands."""
    for where, function in functions():
        if "/migrations/" in where:
            continue
        assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        if function.name not in ALIASES:
            yield where, function.name
        arguments = function.args
        for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if one.annotation is None or ast.unparse(one.annotation) != "bool":
                yield where, one.arg


def test_no_function_or_parameter_is_a_bare_participle_or_a_preposition() -> None:
    """A function is a verb of the field, a value says what it is: ``find_owner``, ``spaces``."""
    odd = {f"{where}({name})" for where, name in names() if is_bare_participle(name)}
    assert odd | {where for where, name in names() if name == "at"} == set()


def test_no_function_of_the_order_language_is_an_adverb_or_a_preposition() -> None:
    here = [where for where, _ in functions() if where.startswith("judge/language/")]
    assert [where for where in here if BESIDE.fullmatch(where.split(": ")[1].strip("_"))] == []


def test_participles_are_told_from_verbs() -> None:
    assert all(map(is_bare_participle, ("told", "_held", "weighed", "lost")))
    assert not any(map(is_bare_participle, ("read", "feed", "put", "_set", "lost_seats", "red")))
