"""The mail commands: what one does, who may give it and when stands in its row of ``verbs``."""

from msgspec.structs import replace

from judge.catalog import sheet
from judge.kernel import limits
from judge.kernel.text import Command, Line, Problem
from judge.letters.commands import signing
from judge.letters.commands.verbs import ANYBODY, MASTER, MEMBER, VERBS
from judge.letters.desk import mastery, seatless, speakers
from judge.letters.desk.desk import Desk

Deed = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A command's verb, words and block."""


def obey(desk: Desk, command: Command) -> Desk:
    """Do what a command says, one that stands among a power's orders as its writer's own."""
    power = seatless.find_power(desk)
    if not power or command.verb in seatless.OF_SHEET:
        return _obey(desk, command)
    return seatless.write_for(_obey(seatless.leave(desk), command), power)


def _obey(desk: Desk, command: Command) -> Desk:
    """The same; the grammar knows words of other judges that have no row here."""
    surplus = _surplus(desk, command)
    if surplus:
        return desk.answers_line(command.span, command.text, "ignored", surplus)
    desk = replace(desk, obeyed=(*desk.obeyed, _deed(desk, command)))
    verb = VERBS.get(command.verb)
    if verb is None:
        return desk.refuses(command, "this judge has no such command", "HELP")
    if verb.own and speakers.is_acting(desk):
        return desk.refuses(command, "only the player himself may do that")
    if desk.acts_for and command.verb != "become":
        return signing.act_for(desk, command, act, lent=verb.lent)
    if desk.foreign and not (verb.anywhere or verb.shows):
        return desk.refuses(command, explain_foreign(desk))
    after = act(desk, command)
    # Of the lines that the answer offers those stay that would work.
    count = len(desk.answers)
    below = [*command.block, f"END{command.verb.upper()}"] if command.block else []
    answers = (
        replace(
            one,
            suggestions=tuple(line for line in one.suggestions if _works(desk, line, *below)),
        )
        for one in after.answers[count:]
    )
    return replace(after, answers=(*after.answers[:count], *answers))


def act(desk: Desk, command: Command) -> Desk:
    """Do what a command does if it is one of who wrote it, or say why not."""
    verb, table, seat = VERBS[command.verb], desk.table, desk.seat
    refusal = seatless.explain_refusal(desk, command)
    if refusal and desk.seat is not None and command.verb in seatless.OF_PLAYERS:
        return desk.answers_line(command.span, command.text, "ignored", refusal)
    if refusal:
        return desk.refuses(command, refusal)
    if verb.who == MASTER:
        return mastery.preside(desk, command, verb.when, verb.act)
    if verb.who == ANYBODY:
        return verb.act(desk, command)
    if table is None:
        return desk.refuses(command, speakers.explain_outside(desk))
    if verb.who == MEMBER:
        return verb.act(desk, command, table)
    if seat is None:
        return desk.refuses(command, speakers.explain_seatless(desk))
    return verb.act(desk, command, table, seat)


def find_nature(verb: str) -> str:
    """What a command's line is for those who may read it later: its verb where nobody may."""
    return (verb in VERBS and VERBS[verb].audit) or verb


def try_meant(desk: Desk, problem: Problem) -> Problem:
    """A line that is nearly a command, with what it may mean that would work as things stand."""
    if problem.ordered or not problem.meant:
        return problem
    lines = tuple(line for line in problem.suggestions if _works(desk, line))
    if not lines:
        return replace(problem, suggestions=(), meant=False)
    names = " or ".join(line.split()[0] for line in lines)
    message = f"no such command; did you mean {names}?"
    return replace(problem, message=message, suggestions=lines)


def _works(desk: Desk, *texts: str) -> bool:
    """Whether lines would be obeyed as things stand: they are tried, and it is taken back."""
    table = desk.table
    power = desk.seat.power if desk.seat else ""
    lines = [Line(number, text) for number, text in enumerate(texts, 1)]
    items = sheet.understand(lines, desk.variant, table.state if table else None, power)
    trial = desk.db.begin_nested()
    try:
        for item in items:
            if isinstance(item, Command):
                tried = act(replace(desk, answers=()), item)
                if any(one.verdict == "problem" for one in tried.answers):
                    return False
    finally:
        trial.rollback()
    return not any(isinstance(item, Problem) for item in items)


def _deed(desk: Desk, command: Command) -> Deed:
    """A command, with the power among whose orders it stands: "NO POINTS" is another one's then."""
    return command.verb, (seatless.find_power(desk), *command.words), command.block


def _surplus(desk: Desk, command: Command) -> str:
    """Why a command is not read, or "": no mail may draw answers without end."""
    deed, deeds = _deed(desk, command), desk.obeyed
    verb = VERBS.get(command.verb)
    shows = verb is not None and verb.shows
    earlier_deeds = deeds if shows else deeds[-1:]
    if deed in earlier_deeds and not (verb and verb.again):
        return "the same line stands above it"
    question_count = sum(name in VERBS and VERBS[name].shows for name, *_ in deeds)
    if shows and question_count >= limits.QUERIES:
        return f"one mail gets {limits.QUERIES} questions answered"
    if not desk.proven and not desk.foreign and len(deeds) >= limits.UNPROVEN_COMMANDS:
        return (
            f"{limits.UNPROVEN_COMMANDS} commands are read in a mail that nothing but From says is "
            f"yours: send the others as a reply to this one"
        )
    return f"{limits.COMMANDS} commands are read in a mail" if len(deeds) >= limits.COMMANDS else ""


def explain_foreign(desk: Desk) -> str:
    """What would work from an address that is none of whoever holds the seat."""
    table = desk.table
    seat = f"SIGNON {desk.role.replace(' ', '-')}@{table.game.name}" if table and desk.seat else ""
    by_word = f", put {seat} and its password above it" if seat else ""
    return (
        f"from {desk.foreign}, which is not your address, only orders count: write it from your "
        f"own{by_word}, or send I AM ALSO {desk.foreign} first"
    )
