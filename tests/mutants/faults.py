"""Every small fault that a module could have: one expression or statement that says another thing.

Left out is what no test should hold: annotations, docstrings, wordings and what f-strings hold.
"""

import ast
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)

_OTHERWISE: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
}
"""What an operator could be by mistake."""
_NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}


@dataclass(frozen=True)
class Fault:
    """A fault: the line it begins in, the module's text with it, and its difference in two lines.

    ``key`` names it by what the line says, not by where it stands: it outlives edits elsewhere.
    """

    line: int
    text: str
    was: str
    becomes: str
    key: str


def of(source: str, path: str) -> Iterator[Fault]:
    """All faults of a module, each once, as they stand in it; ``path`` goes into their keys."""
    lines = source.encode().splitlines(keepends=True)
    seen: dict[str, int] = {}
    for node, other in _others(ast.parse(source)):
        first, last = node.lineno - 1, node.end_lineno or node.lineno
        changed = _replace(lines[first:last], node, other)
        was, becomes = _joined(lines[first:last]), _joined([changed])
        said = f"{path}|{was}|{becomes}"
        seen[said] = seen.get(said, 0) + 1
        key = sha256(f"{said}|{seen[said]}".encode()).hexdigest()[:16]
        text = b"".join([*lines[:first], changed, *lines[last:]]).decode()
        yield Fault(node.lineno, text, was, becomes, key)


def _joined(lines: Iterable[bytes]) -> str:
    return " ".join(b" ".join(lines).decode().split())


def _replace(lines: list[bytes], node: ast.stmt | ast.expr, other: str) -> bytes:
    """As many lines with other words for their node; columns count bytes, as ast does."""
    changed = lines[0][: node.col_offset] + other.encode() + lines[-1][node.end_col_offset :]
    return changed + b"\n" * (len(lines) - 1)


def _others(tree: ast.AST) -> Iterator[tuple[ast.stmt | ast.expr, str]]:
    """Each node that could be wrong, with the words of each way in which it could."""
    for node in _nodes(tree):
        if isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Call):
                yield node, "pass"
        elif isinstance(node, ast.expr):
            for other in _expressions(node):
                yield node, f"({ast.unparse(other)})"
        for test in _tests(node):
            yield test, f"(not ({ast.unparse(test)}))"


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """A node and those in it, as they stand in the text, without what is left out."""
    yield node
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "bases", "decorator_list"):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield from _nodes(child)


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    """The conditions that a node asks, where they are not themselves denied or compared."""
    found = [node.test] if isinstance(node, ast.If | ast.IfExp | ast.While) else []
    found += node.ifs if isinstance(node, ast.comprehension) else []
    told = ast.Compare, ast.UnaryOp
    return (test for test in found if not isinstance(test, told))


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    """What an expression could be by mistake."""
    match node:
        case ast.Compare(ops=[op]):
            yield from (_with(node, ops=[other()]) for other in _OTHERWISE[type(op)])
        case ast.BoolOp(op=op, values=values):
            yield from (_with(node, op=other()) for other in _OTHERWISE[type(op)])
            for value in values if len(values) > 1 else ():
                yield _with(node, values=[other for other in values if other is not value])
        case ast.BinOp(op=op) if not _is_type(node):
            yield from (_with(node, op=other()) for other in _OTHERWISE.get(type(op), ()))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in _NAMES:
            yield _with(node, func=ast.Name(_NAMES[name]))


def _is_type(node: ast.BinOp) -> bool:
    """Whether it is a union of types: ``A | B`` of names with capitals, or with None."""
    sides = [ast.unparse(side).rpartition(".")[2] for side in (node.left, node.right)]
    return isinstance(node.op, ast.BitOr) and any(
        side == "None" or (side[0].isupper() and not side.isupper()) for side in sides
    )


def _with(node: Node, **fields: object) -> Node:
    changed = copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed
