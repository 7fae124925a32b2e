"""STUDY game phase: a copy of a position on a table of one's own, and the line played from there.

Orders of all powers stand between STUDY and ENDSTUDY, and are played at once if all were read.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from judge.game.readers import views
from judge.game.readers.addresses import MASTER
from judge.game.terms.tables import Table
from judge.game.turn import study as lines
from judge.game.turn.study import Line, Step
from judge.game.turn.trial import Row
from judge.kernel import audience, limits
from judge.kernel.engine import Event
from judge.kernel.errors import DoubtError, InputError
from judge.kernel.notice import MasterPage
from judge.kernel.text import Command
from judge.letters.commands import words
from judge.letters.desk import speakers
from judge.letters.desk.desk import Desk
from judge.store import games, studies, turns
from judge.store.record import OVER, PlayedTurn, Study

BACK, NEXT, CLEAR, LINE, COMPUTERS = "back", "next", "clear", "line", "against computers"
ENDS = ("end", "over", "none")


def obey_study(desk: Desk, command: Command) -> Desk:
    """Open a table, go back and forth on it, or play the orders of the block; show where it is."""
    reason = speakers.explain_nameless(desk)
    if reason or desk.person is None:
        return desk.refuses(command, reason)
    wish = " ".join(words.of(command)).lower()
    kept = studies.find(desk.db, desk.person.id)
    if wish in ENDS and kept is not None:
        studies.forget(desk.db, kept.person)
        return desk.says(command, "your table for study is gone").titles("your study")
    rows: Sequence[Row] = ()
    try:
        study = _go(desk, command, kept)
        if command.block:
            study, rows = lines.lay(study, command.block)
        plays = not rows and (bool(command.block) or wish in (NEXT, COMPUTERS))
        study = lines.play(study, computers=wish == COMPUTERS) if plays else study
    except InputError as error:
        return desk.refuses(command, str(error), *error.meant)
    studies.save(desk.db, replace(study, touched=desk.house.now))
    line = lines.follow(study)
    played = line.steps if wish == LINE else line.steps[-1:] if plays else ()
    reply = _show(desk, study, line, played, rows)
    reply = _add_page(reply, line) if wish == LINE else reply
    if rows:
        sentence = "not all of it was read: send the rest, or STUDY NEXT plays the phase as it is"
        return reply.refuses(command, sentence)
    return reply.says(command, "see below")


def _go(desk: Desk, command: Command, kept: Study | None) -> Study:
    """The table where the words of the line have it stand. Raises InputError."""
    arguments = words.of(command)
    wish = " ".join(arguments).lower()
    if kept is None or (arguments and games.find_named(desk.db, arguments[0])):
        return _open(desk, command)
    if wish == BACK and not kept.place:
        raise DoubtError("the line begins here", ("STUDY NEXT",))
    if wish == BACK:
        return replace(kept, place=kept.place - 1)
    if wish == CLEAR:
        return lines.clear(kept)
    if wish in ("", NEXT, LINE, COMPUTERS):
        return kept
    place = lines.find_place(kept, words.named_phase(arguments, desk.variant))
    if place is None:
        ways = ["STUDY LINE", f"STUDY {kept.game} {arguments[0]}"]
        raise DoubtError(f"'{' '.join(arguments)}' is no phase of your line and no game", ways)
    return replace(kept, place=place)


def _open(desk: Desk, command: Command) -> Study:
    """A new table with a phase of the game that is named, else of the letter's. Raises InputError.

    It is as the letter's writer knows that game in his role, and as everybody does any other one.
    """
    arguments = words.of(command)
    named = games.find_named(desk.db, arguments[0]) if arguments else None
    table = words.table_meant(desk, command) if named else desk.table
    if table is None or desk.person is None:
        example = f"STUDY alpha {words.board(desk)['phase']}"
        raise DoubtError("you have no table for study: say which game and phase", (example,))
    if table.state is None:
        raise InputError(f"{table.game.name} has not begun: there is nothing to study")
    is_own_game = desk.table is not None and desk.table.game.id == table.game.id
    blank = Study(
        person=desk.person.id,
        game=table.game.name,
        variant=table.variant.id,
        role=desk.role if is_own_game else "",
        start=b"",
        seed=f"{desk.receipt}.{command.span.line}",
        touched=desk.house.now,
    )
    own = desk.sheet.orders if is_own_game and desk.sheet else ()
    turn = _find_turn(desk, table, arguments[1:] if named else arguments)
    return lines.begin(blank, table, turn, own)


def _find_turn(desk: Desk, table: Table, arguments: Sequence[str]) -> PlayedTurn | None:
    """The phase that words name, None for the one that waits. Raises InputError."""
    played_turns = turns.of_game(desk.db, table.game.id)
    known_turns = [turn for turn in played_turns if turn.number < table.game.number]
    phase = words.named_phase(arguments, table.variant)
    is_present = bool(table.game.phase_id) and phase in table.game.phase_id
    if table.game.status != OVER and (not arguments or is_present):
        return None
    fitting = [turn for turn in known_turns if phase in turn.phase]
    if not fitting:
        ways = [f"STUDY {table.game.name} {one.phase}" for one in known_turns[:-4:-1]]
        raise DoubtError(f"no such phase of {table.game.name} has been played", ways)
    return fitting[0] if arguments else fitting[-1]


def _show(
    desk: Desk, study: Study, line: Line, played: Sequence[Step], rows: Sequence[Row]
) -> Desk:
    """Show what the steps that were ``played`` led to, or the position, and what can be done.

    ``rows`` are lines that could not be read.
    """
    table = line.table
    told = [event for step in played for event in step.turn.events]
    data = {
        "game": study.game,
        "role": study.role if study.role in table.powers else "",
        "dice": table.variant.dice,
        "rows": list(rows),
        "past": [step.table.game.phase_title for step in line.steps],
        "phase": table.game.phase_title,
        "ahead": len(study.steps) > study.place,
        "winners": list(line.winners),
        "orders": list(lines.list_orders(line)),
    }
    head, foot = (Event(kind, data, desk.writer) for kind in ("study", "study-orders"))
    events = _hand_over(desk, line, told or table.engine.describe(table.state))
    board = views.of_board(table)
    if played:
        last = played[-1]
        board = replace(views.of_phase(last.table, last.turn.events), after=board)
    reply = desk.shows(head, *events, foot, of=table).draws(replace(board, variant=study.variant))
    return reply.titles(f"your study, {table.game.phase_title}")


def _hand_over(desk: Desk, line: Line, events: Iterable[Event]) -> list[Event]:
    """What the master of a game would be told: on a table of one's own nothing is secret."""
    seen = audience.hand_over(events, (MASTER,), desk.writer)
    facts = {"variant": line.table.variant.id, "studied": True}
    return [event.knowing(**facts) for event in seen if not event.data.get("foot")]


def _add_page(desk: Desk, line: Line) -> Desk:
    """The answer with the line as one HTML file, with maps of its last phases."""
    told = [event for step in line.steps for event in step.turn.events]
    maps = [
        replace(views.of_phase(step.table, step.turn.events), variant=step.table.variant.id)
        for step in line.steps[-limits.STUDY_MAPS :]
    ]
    page = MasterPage(
        game=line.table.game.name,
        now=tuple(_hand_over(desk, line, told)),
        views=(*maps, replace(views.of_board(line.table), variant=line.table.variant.id)),
        about="a line of your study",
    )
    return replace(desk, page=page)
