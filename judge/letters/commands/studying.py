"""STUDY game phase: a copy of a position on a table of one's own, and the line played from there.

Orders of all powers stand between STUDY and ENDSTUDY, and are played at once if all were read.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from judge.game.readers import views
from judge.game.readers.addresses import MASTER, OBSERVER
from judge.game.terms import tables
from judge.game.turn import study as lines
from judge.game.turn.study import Line, Step
from judge.game.turn.trial import Row
from judge.kernel import audience, limits
from judge.kernel.engine import Event
from judge.kernel.errors import DoubtError, InputError
from judge.kernel.notice import MasterPage
from judge.kernel.text import Command
from judge.letters.commands import command_words
from judge.letters.desk.desk import Desk
from judge.store import games, people, seats, turns
from judge.store.record import OVER, Game, Person, Study

BACK, NEXT, CLEAR, LINE, COMPUTERS = "back", "next", "clear", "line", "against computers"
ENDS = ("end", "over", "none")
MOVES = (BACK, NEXT, CLEAR, LINE, COMPUTERS)


def obey_study(desk: Desk, command: Command, person: Person) -> Desk:
    """Open a table, go back and forth on it, or play the orders of the block; show where it is."""
    wish = " ".join(command_words.of(command)).lower()
    if wish in ENDS:
        people.forget_study(desk.db, person.id)
        return desk.says(command, "your table for study is gone").titles("your study")
    rows: Sequence[Row] = ()
    try:
        line = _go(desk, command, people.find_study(desk.db, person.id))
        if command.block:
            line, rows = lines.lay(line, command.block)
        plays = not rows and (bool(command.block) or wish in (NEXT, COMPUTERS))
        line = lines.play(line, computers=wish == COMPUTERS) if plays else line
    except InputError as error:
        return desk.refuses(command, str(error), *error.meant)
    people.save_study(desk.db, replace(line.study, touched=desk.house.now))
    played = line.steps if wish == LINE else line.steps[-1:] if plays else ()
    reply = _show(desk, line, played, rows)
    if wish == LINE:  # as one HTML file, with maps of its last phases
        told = [event for step in line.steps for event in step.turn.events]
        last_steps, variant = line.steps[-limits.STUDY_MAPS :], line.table.variant.id
        boards = [views.of_phase(step.table, step.turn.events) for step in last_steps]
        boards.append(views.of_board(line.table))
        page = MasterPage(
            game=line.table.game.name,
            now=tuple(_hand_over(desk, line, told)),
            views=tuple(replace(one, variant=variant) for one in boards),
            about="a line of your study",
        )
        reply = replace(reply, page=page)
    if rows:
        sentence = "not all of it was read: send the rest, or STUDY NEXT plays the phase as it is"
        return reply.refuses(command, sentence)
    return reply.says(command, "see below")


def _go(desk: Desk, command: Command, kept: Study | None) -> Line:
    """The line where the words of the command have it stand. Raises InputError."""
    arguments = command_words.of(command)
    wish = " ".join(arguments).lower()
    named = games.find_named(desk.db, arguments[0]) if arguments and wish not in MOVES else None
    if named is not None:
        return lines.follow(_open(desk, command, named, arguments[1:]))
    if kept is None:
        if desk.table is not None and wish not in MOVES:
            return lines.follow(_open(desk, command, desk.table.game, arguments))
        example = f"STUDY {desk.table.game.name if desk.table else 'alpha'}"
        raise DoubtError("you have no table for study: say of which game", (example,))
    if wish == BACK:
        if not kept.place:
            raise DoubtError("your line begins here", ("STUDY NEXT",))
        return lines.follow(replace(kept, place=kept.place - 1))
    line = lines.follow(kept)
    if wish in ("", *MOVES):
        return lines.clear(line) if wish == CLEAR else line
    phase = command_words.named_phase([wish], line.table.variant)
    places = [place for place, one in enumerate(lines.list_phases(line)) if phase in one]
    if not places:
        ways = ("STUDY LINE", f"STUDY {kept.game} {phase}")
        raise DoubtError(f"'{wish}' is no phase of your line", ways)
    return lines.follow(replace(kept, place=places[0]))


def _open(desk: Desk, command: Command, game: Game, arguments: Sequence[str]) -> Study:
    """A new table with the phase of a game that words name, as the letter's writer knows it.

    Raises InputError.
    """
    person = desk.person.id if desk.person else 0
    is_own_game = command_words.speaks_for(desk, game)
    if is_own_game:
        role = desk.role
    elif game.gm == person:
        role = MASTER
    else:
        all_seats = seats.of_game(desk.db, game.id)
        role = next((seat.power for seat in all_seats if seat.person == person), "")
    is_outside = role in ("", OBSERVER)
    table = views.outsider_table(desk.db, game) if is_outside else tables.load(game)
    if table.state is None:
        raise InputError(f"{game.name} has not begun: there is nothing to study")
    blank = Study(
        person=person,
        game=game.name,
        variant=game.variant,
        role="" if is_outside else role,
        start=b"",
        seed=f"{desk.receipt}.{command.span.line}",
        touched=desk.house.now,
    )
    known, turn = table.game, None  # the game as he knows it, and the phase that waits
    phase = command_words.named_phase(arguments, table.variant)
    if known.status == OVER or phase not in known.phase_id:
        all_turns = turns.of_game(desk.db, known.id)
        known_turns = [turn for turn in all_turns if turn.number < known.number]
        fitting = [turn for turn in known_turns if phase in turn.phase]
        if not fitting:
            study = f"STUDY {known.name}"
            ways = [study, *(f"{study} {one.phase}" for one in known_turns)]
            raise DoubtError(f"no such phase of {known.name} has been played", ways[:4])
        turn = fitting[0] if phase else fitting[-1]
    own_orders = desk.sheet.orders if is_own_game and desk.sheet else ()
    return lines.begin(blank, table, turn, own_orders)


def _show(desk: Desk, line: Line, played: Sequence[Step], rows: Sequence[Row]) -> Desk:
    """Show what the steps that were ``played`` led to, or the position, and what can be done.

    ``rows`` are lines that could not be read.
    """
    table = line.table
    told = [event for step in played for event in step.turn.events]
    data = {
        "game": table.game.name,
        "dice": table.variant.dice,
        "rows": list(rows),
        "phases": lines.list_phases(line),
        "past": len(line.steps),
        "phase": table.game.phase_title,
        "winners": list(line.winners),
        "orders": list(lines.list_orders(line)),
    }
    head, foot = (Event(kind, data, desk.writer) for kind in ("study", "study-orders"))
    events = _hand_over(desk, line, told or table.engine.describe(table.state))
    board = views.of_board(table)
    if played:
        last = played[-1]
        board = replace(views.of_phase(last.table, last.turn.events), after=board)
    reply = desk.shows(head, *events, foot, of=table)
    reply = reply.draws(replace(board, variant=table.variant.id))
    return reply.titles(f"your study, {table.game.phase_title}")


def _hand_over(desk: Desk, line: Line, events: Iterable[Event]) -> list[Event]:
    """What the master of a game would be told: on a table of one's own nothing is secret."""
    seen = audience.hand_over(events, (MASTER,), desk.writer)
    facts = {"variant": line.table.variant.id, "studied": True}
    return [event.knowing(**facts) for event in seen if not event.data.get("foot")]
