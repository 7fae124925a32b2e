"""The mail commands: what one does, who may give it and when stands in its row of ``verbs``."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from judge.kernel import limits
from judge.kernel.text import Command, Problem
from judge.letters.commands import command_words, signing
from judge.letters.commands.verbs import ANYBODY, KNOWN, MASTER, MEMBER, ORDERING, TIMED, VERBS
from judge.letters.desk import mastery, seatless, speakers
from judge.letters.desk.desk import Desk
from judge.letters.desk.order_sheet import explain_closed

_EXPLAINED_BY: Mapping[str, Callable[[Desk], str]] = {
    KNOWN: speakers.explain_nameless,
    TIMED: mastery.explain_clock_refusal,
    ORDERING: explain_closed,
}
"""What says why a command is not one of who wrote it, by who may give it."""


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
    answers = list(after.answers)
    below = [*command.block, f"END{command.verb.upper()}"] if command.block else []
    for number in range(len(desk.answers), len(answers)):
        lines = answers[number].suggestions
        works = tuple(line for line in lines if _works(desk, line, *below))
        answers[number] = replace(answers[number], suggestions=works)
    return replace(after, answers=tuple(answers))


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
    refusal = _EXPLAINED_BY[verb.who](desk) if verb.who in _EXPLAINED_BY else ""
    if refusal:
        return desk.refuses(command, refusal)
    if verb.who == KNOWN:
        return verb.act(desk, command, desk.person)
    if table is None:
        return desk.refuses(command, speakers.explain_outside(desk))
    if verb.who in (MEMBER, TIMED):
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
    items = command_words.understand(desk, texts)
    trial = desk.db.begin_nested()
    try:
        commands = (item for item in items if isinstance(item, Command))
        answers = (one for item in commands for one in act(replace(desk, answers=()), item).answers)
        refused = any(one.verdict == "problem" for one in answers)
    finally:
        trial.rollback()
    return not refused and not any(isinstance(item, Problem) for item in items)


def _deed(desk: Desk, command: Command) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
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
        most = f"{limits.UNPROVEN_COMMANDS} commands are read in a mail"
        return f"{most} that nothing but From says is yours: send the others as a reply to this one"
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
