"""Grammars as parse tables: Lark reads grammar/*.lark and works out the LALR table.

That takes a tenth of a second, so the tables lie ready as data (judge/prepared.py).

The loop over the table is our own, because it is asked at every token which terminals the state
can take, and runs for every order line of every mail: a third of the time of Lark's interactive
parser, which steps through the same states.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from judge import prepared, resources
from judge.kernel.errors import InputError

if TYPE_CHECKING:
    from lark import Lark

END = "$END"
GRAMMARS = ("orders", "d100", "mail")
"""Those of ours that have tables."""
_RULE = re.compile(r"<.*?>")
"""A rule as Lark names it."""
_LINE = re.compile(r"line (\d+)(?: column \d+ in <string>)?")
"""Where in the whole grammar Lark stopped."""
Action = Callable[..., Any]
Reduction = tuple[Action | None, int, int, str]
"""A builder's method (None: the value stays), how many values it takes, symbols taken, name."""
Row = dict[str, Any]
"""What each terminal leads to: the row of the state after a shift, or a Reduction first; and each
rule's name: the row of the state after its reduction."""


class Source(Protocol):
    """Where tokens come from: a lexer that is told what the state can take."""

    value: Any

    def next(self, terminals: Row) -> str:
        """The next terminal, or END; its value is in ``value``."""
        ...


class Table(Struct, frozen=True):
    """An LALR table: the row of its first state, which leads to all others, and of its last."""

    start: Row
    accepting: Row

    def parse(self, source: Source) -> Any:
        """What the builder made of the tokens of ``source`` up to END.

        Raises Stuck for a token that the state cannot take.
        """
        accepting = self.accepting
        row = self.start
        stack = [row]
        values: list[Any] = []
        while True:
            terminal = source.next(row)
            action = row.get(terminal)
            while type(action) is tuple:
                build, taken, size, name = action
                if build is not None:
                    first = len(values) - taken
                    values[first:] = (build(*values[first:]),)
                del stack[-size:]
                row = stack[-1][name]
                if row is accepting:
                    return values[-1]
                stack.append(row)
                action = row.get(terminal)
            if action is None:
                raise StuckError(terminal, row)
            if terminal[0] != "_":
                values.append(source.value)
            row = action
            stack.append(row)


class StuckError(Exception):
    """A terminal that the state with ``row`` cannot take."""

    def __init__(self, terminal: str, row: Row) -> None:
        super().__init__(terminal)
        self.terminal = terminal
        self.row = row


def build(grammar: str, builder: object, more: str = "", names: Iterable[str] = ()) -> Table:
    """The table of grammar/<grammar>.lark, with the methods of ``builder`` for its rules.

    A rule's method is named by its alias or, without one, the rule itself; a rule with ``?`` and a
    single value passes it on. Raises AttributeError for a method that ``builder`` lacks.
    ``more`` are a variant's own rules with the ``names`` of their terminals; raises InputError
    where they are wrong.
    """
    text = _text(grammar)
    if more:
        new = sorted(set(names) - terminals(grammar))
        text += "".join(f"%declare {name}\n" for name in new)
    plain = _load(text, more)
    reductions: list[Reduction] = [
        (getattr(builder, rule.method) if rule.method else None, *rule[1:]) for rule in plain.rules
    ]
    rows: list[Row] = [{} for _ in plain.states]
    for row, steps in zip(rows, plain.states, strict=True):
        for name, step in steps.items():
            row[name] = reductions[~step] if step < 0 else rows[step]
    return Table(rows[0], rows[plain.accepting])


class _Rule(NamedTuple):
    """A reduction without its builder: a method's name, and what a Reduction has beside it."""

    method: str | None
    taken: int
    size: int
    name: str


class _Plain(Struct, frozen=True):
    """A table as data: a row leads to a state by its number, to a rule by one below zero."""

    states: tuple[dict[str, int], ...]
    rules: tuple[_Rule, ...]
    accepting: int


def prepare() -> None:
    """Let the tables of our grammars lie ready."""
    for grammar in GRAMMARS:
        _load(_text(grammar), "")


def _load(text: str, more: str) -> _Plain:
    """The table of a grammar and a variant's own rules as it lies ready, else worked out."""
    name = prepared.name("table", Path(__file__), text, more)
    if content := prepared.find(name):
        return msgspec.json.decode(content, type=_Plain)
    plain = _work_out(text, more)
    prepared.keep(name, msgspec.json.encode(plain))
    return plain


def _work_out(text: str, more: str) -> _Plain:
    """What Lark makes of a grammar, its states numbered as they are reached, the first 0."""
    from lark import Lark  # noqa: PLC0415  (40 ms that a run with kept tables need not pay)

    parser = _load_more(text, more) if more else Lark(text, parser="lalr")
    lalr = parser.parse_interactive("").parser_state.parse_conf
    number = {lalr.start_state: 0}
    for state in (reached := [lalr.start_state]):
        for _, (kind, argument) in _sort(lalr.states[state]):
            if str(kind) == "Shift" and argument not in number:
                number[argument] = len(number)
                reached.append(argument)
    rules: dict[_Rule, int] = {}

    def step(entry: tuple[Any, Any]) -> int:
        kind, argument = entry
        if str(kind) == "Shift":
            return number[argument]
        return ~rules.setdefault(_reduction(argument), len(rules))

    states = tuple(
        {str(symbol): step(entry) for symbol, entry in _sort(lalr.states[state])}
        for state in number
    )
    return _Plain(states, tuple(rules), number[lalr.end_state])


def _sort(row: Mapping[Any, Any]) -> Sequence[tuple[Any, Any]]:
    """A row of Lark's by its symbols, so that a grammar has one table and no other."""
    return sorted(row.items(), key=lambda item: str(item[0]))


def _load_more(text: str, more: str) -> "Lark":
    """Lark's parser of a grammar and a variant's own rules; raises InputError for wrong ones."""
    from lark import Lark, LarkError, UnexpectedInput  # noqa: PLC0415

    try:
        return Lark(text + more, parser="lalr")
    except UnexpectedInput as error:
        line = error.line - text.count("\n")
        raise InputError(f"orders.lark, line {line}: this is no rule of a grammar.") from None
    except LarkError as error:
        first = " ".join(str(error).partition("\n\n")[0].split()).removesuffix(":")
        above = text.count("\n")
        message = _LINE.sub(lambda match: f"line {int(match[1]) - above}", first)
        if "collision" in str(error):
            two = " and ".join(_RULE.findall(str(error))[:2])
            message = f"a line could be read by {two}: give one of them a word of its own"
        raise InputError(f"orders.lark: {message}.") from None


def _reduction(rule: Any) -> _Rule:
    taken = sum(not symbol.name.startswith("_") for symbol in rule.expansion)
    name = str(rule.origin.name)
    repeats = name.startswith("_")
    if repeats and taken:
        raise InputError("orders.lark: only a word may have * or + behind it, as in _RAZE*.")
    passes = rule.alias is None and rule.options.expand1 and taken == 1
    method = None if passes or repeats else str(rule.alias or name)
    return _Rule(method, taken, len(rule.expansion), name)


def _text(grammar: str) -> str:
    """What stands in grammar/<grammar>.lark."""
    return (resources.root("grammar") / f"{grammar}.lark").read_text(encoding="utf-8")


def find_unused(grammar: str, names: Iterable[str]) -> list[str]:
    """Those of some terminals that grammar/<grammar>.lark does not declare, or that no rule takes.

    Tokens of such a one would leave every parser stuck.
    """
    lines = [line.partition("//")[0] for line in _text(grammar).splitlines()]
    rules = " ".join(line for line in lines if not line.startswith("%declare"))
    used_terminals = terminals(grammar) & {*re.findall(r"\w+", rules)}
    return [name for name in names if name not in used_terminals]


@cache
def terminals(grammar: str) -> frozenset[str]:
    """The terminals that grammar/<grammar>.lark declares."""
    lines = (line for line in _text(grammar).splitlines() if line.startswith("%declare"))
    return frozenset(name for line in lines for name in line.split()[1:])
