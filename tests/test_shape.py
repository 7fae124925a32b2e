"""The shape of the code: how many ways may lead through one function."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST = 20
"""Ways through a function; one with more of them holds a second idea, which has a name.

With fewer, what one function alone does is told in two that nobody else calls.
"""
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
