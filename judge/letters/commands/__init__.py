"""The mail commands: one file each, found by the grammar's verbs that stand in its ``VERBS``.

Nobody but who wrote it may ever read a command's line, the game master with AUDIT as little as
others, unless the command's file says in ``NATURE`` that it is of the nature of an order.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from judge.catalog import sheet
from judge.catalog import variant as catalog
from judge.kernel.text import Command, Line, Problem
from judge.letters.commands import signing
from judge.letters.desk import speakers
from judge.letters.desk.desk import Desk

Deed = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A command's verb, words and block."""
_REPEATABLE = ("clear", "phase")
"""Commands that mean something else the second time."""
Handler = Callable[[Desk, Command], Desk]
"""Does what a command says and answers its line."""


def _modules() -> Iterator[tuple[str, ModuleType]]:
    """Each verb with its file; files without verbs are what others share."""
    for file in iter_modules(__path__):
        module = import_module(f"{__name__}.{file.name}")
        for verb in getattr(module, "VERBS", ()):
            yield verb, module


HANDLERS: dict[str, Handler] = {verb: module.run for verb, module in _modules()}
NATURES: dict[str, str] = {verb: getattr(module, "NATURE", verb) for verb, module in _modules()}
"""What a command's line is, for those who may read it later: its verb where nobody may."""


QUERIES = frozenset(
    {
        "audit",
        "help",
        "history",
        "list",
        "map",
        "options",
        "predict",
        "reach",
        "receipts",
        "rules",
        "stats",
        "status",
        "summary",
        "verify",
    }
)
"""Commands that only show something; a screen each or more."""
ANYWHERE = QUERIES | {"also", "phase", "reset", "signoff", "signon", "test"}
"""Commands that a secret address gives even to who writes from an address that is not its own."""
MOST, MOST_QUERIES, MOST_UNPROVEN = 100, 10, 5
"""Commands that are read in one mail."""


def obey(desk: Desk, command: Command) -> Desk:
    """Do what a command says; the grammar knows words of other judges that have no file here."""
    surplus = _surplus(desk, command)
    if surplus:
        return desk.answers_line(command.span, command.text, "ignored", surplus)
    desk = replace(desk, obeyed=(*desk.obeyed, _deed(command)))
    handler = HANDLERS.get(command.verb)
    if speakers.is_acting(desk) and command.verb in speakers.PLAYERS_OWN:
        return desk.refuses(command, "only the player himself may do that")
    if handler is None:
        return desk.refuses(command, "this judge has no such command", "HELP")
    if desk.acts_for and command.verb != "become":
        return signing.act_for(desk, command, handler)
    if desk.foreign and command.verb not in ANYWHERE:
        return desk.refuses(command, explain_foreign(desk))
    return _keep_working_offers(desk, command, handler(desk, command))


def _keep_working_offers(before: Desk, command: Command, after: Desk) -> Desk:
    """The desk after a command, of the lines that its answer offers those that would work."""
    count = len(before.answers)
    below = [*command.block, f"END{command.verb.upper()}"] if command.block else []
    answers = (
        replace(
            one,
            suggestions=tuple(line for line in one.suggestions if _works(before, line, *below)),
        )
        for one in after.answers[count:]
    )
    return replace(after, answers=(*after.answers[:count], *answers))


def _works(desk: Desk, *texts: str) -> bool:
    """Whether lines would be obeyed as things stand: they are tried, and it is taken back."""
    table = desk.table
    variant = table.variant if table else catalog.load(desk.house.config.variant)
    power = desk.seat.power if desk.seat else ""
    lines = [Line(number, text) for number, text in enumerate(texts, 1)]
    items = sheet.understand(lines, variant, table.state if table else None, power)
    trial = desk.db.begin_nested()
    try:
        for item in items:
            if isinstance(item, Command):
                tried = HANDLERS[item.verb](replace(desk, answers=()), item)
                if any(one.verdict == "problem" for one in tried.answers):
                    return False
    finally:
        trial.rollback()
    return not any(isinstance(item, Problem) for item in items)


def _deed(command: Command) -> Deed:
    return command.verb, command.words, command.block


def _surplus(desk: Desk, command: Command) -> str:
    """Why a command is not read, or "": no mail may draw answers without end."""
    deed, deeds = _deed(command), desk.obeyed
    earlier_deeds = deeds if command.verb in QUERIES else deeds[-1:]
    if deed in earlier_deeds and command.verb not in _REPEATABLE:
        return "the same line stands above it"
    question_count = sum(verb in QUERIES for verb, *_ in deeds)
    if command.verb in QUERIES and question_count >= MOST_QUERIES:
        return f"one mail gets {MOST_QUERIES} questions answered"
    if not desk.proven and not desk.foreign and len(deeds) >= MOST_UNPROVEN:
        return (
            f"{MOST_UNPROVEN} commands are read in a mail that nothing but From says is yours: "
            f"send the others as a reply to this one"
        )
    return f"{MOST} commands are read in a mail" if len(deeds) >= MOST else ""


def explain_foreign(desk: Desk) -> str:
    """What would work from an address that is none of whoever holds the seat."""
    table = desk.table
    seat = f"SIGNON {desk.role.replace(' ', '-')}@{table.game.name}" if table and desk.seat else ""
    by_word = f", put {seat} and its password above it" if seat else ""
    return (
        f"from {desk.foreign}, which is not your address, only orders count: write it from your "
        f"own{by_word}, or send I AM ALSO {desk.foreign} first"
    )
