"""A new folder of variants/ gets every test by itself: none goes by a list of variants."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import folders

HERE = Path(__file__).parent
FEW = 2
"""Names that may stand side by side: the two that one test compares."""


def names_listed(tree: ast.AST) -> Iterator[tuple[int, set[str]]]:
    """The line of every tuple, list and set that names variants, and these names.

    Rows of parametrized sentences name one each, beside what is said on its board.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            words = (item.value for item in node.elts if isinstance(item, ast.Constant))
            yield node.lineno, {word for word in words if word in folders.ALL}


@pytest.mark.parametrize(
    "path", sorted(HERE.rglob("*.py")), ids=lambda path: str(path.relative_to(HERE))
)
def test_no_test_lists_variants(path: Path) -> None:
    for line, names in names_listed(ast.parse(path.read_text("utf-8"))):
        assert len(names) <= FEW, f"line {line}: take them from tests/folders.py"


def test_a_list_of_variants_is_seen_and_rows_are_not() -> None:
    row = '[("standard", "A Par - Bur"), ("1900", "A Par - Bur"), ("1936", "A Par H")]'
    assert max(len(names) for _, names in names_listed(ast.parse(row))) == 1
    ((_, names),) = names_listed(ast.parse('X = {"standard", "1900", "1936"}'))
    assert len(names) > FEW
