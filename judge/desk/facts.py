"""What the state of a game answers: a sentence or two for each thing that players ask about it.

Nobody learns here what his own mails, STATUS or HISTORY would not tell him.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from judge.catalog import aims, atlas
from judge.desk import speakers
from judge.desk.desk import Desk
from judge.game.conduct import progress
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER
from judge.game.terms import reach
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.report.words import has_worked
from judge.store import people, seats, turns
from judge.store.record import FORMING, OVER, RUNNING

_MOST = 4
"""Places, and orders that failed, that one answer tells of."""


class Names(NamedTuple):
    """The names in a question: spaces and powers."""

    spaces: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()


class Fact(NamedTuple):
    """How something is told, and the topic of HELP that says more."""

    topic: str
    tell: Callable[[Desk, Names], tuple[str, ...]]


Tell = Callable[[Desk, Table, Names], Iterable[str]]


def _of_game(tell: Tell) -> Callable[[Desk, Names], tuple[str, ...]]:
    """What can be told of the game that a letter speaks for; else why it speaks for none."""

    def tell_or_ask(desk: Desk, names: Names) -> tuple[str, ...]:
        if desk.table is None:
            return (speakers.explain_outside(desk),)
        return tuple(tell(desk, desk.table, names))

    return tell_or_ask


def _of_board(tell: Tell) -> Callable[[Desk, Names], tuple[str, ...]]:
    """The same of a game with a board: one that has begun."""

    def tell_or_wait(desk: Desk, table: Table, names: Names) -> Iterable[str]:
        if table.state is None:
            return (f"{table.game.name} has not begun; a mail with your units comes when it does",)
        return tell(desk, table, names)

    return _of_game(tell_or_wait)


def _tell_deadline(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    game = table.game
    if game.deadline is None or game.phase is None:
        state = {FORMING: "has not begun", OVER: "is over"}.get(game.told_status, "is paused")
        yield f"{game.name} {state}: there is no deadline"
        return
    yield f"the deadline of {game.phase.title} is {desk.tell_time(game.deadline)}"
    zone = desk.person.zone if desk.person else desk.house.config.zone
    early = notices.facts(desk.house, table, desk.role, zone, desk.seat).early
    if early:
        yield f"the phase may end before, {early}"


def _tell_phase(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    game = table.game
    if game.phase is None:
        yield f"{game.name} is {game.told_status}"
        return
    yield f"it is {game.phase.title}: all powers order at the same time"
    if desk.seat is not None and desk.sheet is not None:
        tasks = table.standing(desk.seat.power, desk.sheet.orders).tasks
        missing = [task.subject for task in tasks if not task.order]
        yield f"no order of yours yet for {', '.join(missing)}" if missing else "nothing is missing"


def _tell_todo(desk: Desk, names: Names) -> tuple[str, ...]:
    """What is to be done next: in a game what a phase waits for, else how to get into one."""
    if desk.table is not None or desk.person is not None:
        return _of_game(_tell_phase)(desk, names)
    return ("PLAY standard begins a game at once, LIST shows those that wait for players",)


def _tell_missing(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    state_of_power = progress.find_public(desk.db, desk.house, table)
    waited = [power for power, state in state_of_power.items() if state != progress.IN]
    if waited:
        yield f"orders are still to come from {', '.join(waited)}"
    elif state_of_power:
        yield "the orders of all powers are in"
    else:
        yield "whose orders are in is not told now in this game"


def _tell_received(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    if desk.seat is None or desk.sheet is None:
        yield speakers.explain_seatless(desk) or f"{table.game.name} takes no orders now"
        return
    tasks = table.standing(desk.seat.power, desk.sheet.orders).tasks
    count = sum(bool(task.order) for task in tasks)
    yield f"{count} of the {len(tasks)} orders that you have to give are in; they stand below"


def _tell_standings(_: Desk, table: Table, names: Names) -> Iterable[str]:
    known = table.engine.known_state(table.state, "")
    counts = sorted(table.engine.worth(known).items(), key=lambda one: -one[1])
    named = [one for one in counts if one[0] in names.powers] or counts
    noun = "centres" if table.variant.engine_name == "dip" else "points"
    yield f"{noun}: " + ", ".join(f"{power} {count}" for power, count in named)
    yield "SUMMARY shows how it was in each year"


def _tell_need(_: Desk, table: Table, __: Names) -> Iterable[str]:
    return aims.victory(table.variant) if table.variant.engine_name == "dip" else ()


def _tell_units(desk: Desk, table: Table, names: Names) -> Iterable[str]:
    board = table.engine.units(table.engine.known_state(table.state, desk.role))
    powers = names.powers or table.ordered_by(desk.role) or tuple(board)
    for power in powers:
        yield f"{power}: {', '.join(board.get(power, ())) or 'no units'}"


def _tell_reach(desk: Desk, table: Table, names: Names) -> Iterable[str]:
    if table.game.status != RUNNING:
        return
    known = table.engine.known_state(table.state, desk.role)
    board = Table(table.game, table.variant, reach.as_if_moving(table, known))
    rows = list(reach.goals(board, table.ordered_by(desk.role)))
    named = [row for row in rows if row["unit"].split()[1][:3] in names.spaces]
    for row in named or rows:
        yield f"{row['unit']} can go to {', '.join(row['goals']) or 'nowhere by itself'}"


def _tell_game(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    part = f"you play {desk.role}" if desk.seat and desk.role else "you have no power in it yet"
    yield f"this is {table.game.name}, a game of {table.variant.title}; {part}"


def _tell_players(desk: Desk, table: Table, names: Names) -> Iterable[str]:
    rows = [
        (seat.power or "a seat", notices.holder_name(table.game, seat, person) or "nobody")
        for seat, person in seats.with_people(desk.db, table.game.id)
    ]
    named = [row for row in rows if row[0] in names.powers] or rows
    yield ", ".join(f"{power}: {player}" for power, player in named)


def _tell_master(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    if table.game.gm is None:
        yield f"nobody runs {table.game.name}: HELP NOMASTER says what its players decide"
    elif desk.role == MASTER:
        yield f"you run {table.game.name}"
    else:
        yield f"{people.get(desk.db, table.game.gm).name} runs {table.game.name}"
        yield "ASK and your question reaches the game master"


def _tell_place(desk: Desk, names: Names) -> tuple[str, ...]:
    variant = desk.table.variant.id if desk.table else desk.house.config.variant
    all_spaces = atlas.spaces(variant)
    return tuple(
        f"{space.id} is {space.name}; {ways.who} go to {' '.join(ways.to)}"
        for space in (all_spaces[one] for one in dict.fromkeys(names.spaces) if one in all_spaces)
        for ways in space.ways
    )[:_MOST]


def _tell_failed(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    rows = [row for row in _list_own_rows(desk, table) if not has_worked(row["verdict"])]
    for row in rows[:_MOST]:
        yield f"{row['order']}: {row.get('reason') or row['verdict']}"
    if not rows:
        yield "no order of yours failed in the last phase; HISTORY shows all results"


def _list_own_rows(desk: Desk, table: Table) -> list[Mapping[str, Any]]:
    """What became of the reader's orders in the last phase of moves or retreats."""
    for turn in reversed(turns.of_game(desk.db, table.game.id)):
        events = audience.select(turn.events, (desk.role,))
        rows = [row for event in events if event.kind == "results" for row in event.data["rows"]]
        if rows:
            return [row for row in rows if row["power"] in table.ordered_by(desk.role)]
    return []


def _tell_last(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    played = turns.of_game(desk.db, table.game.id)
    if not played:
        yield "no phase is over yet"
        return
    yield f"{played[-1].title} was the last phase; HISTORY {played[-1].phase} shows all of it"


FACTS: Mapping[str, Fact] = {
    "deadline": Fact("deadlines", _of_game(_tell_deadline)),
    "phase": Fact("deadlines", _of_game(_tell_phase)),
    "todo": Fact("orders", _tell_todo),
    "missing": Fact("deadlines", _of_game(_tell_missing)),
    "received": Fact("orders", _of_game(_tell_received)),
    "standings": Fact("ending", _of_board(_tell_standings)),
    "need": Fact("rules", _of_game(_tell_need)),
    "units": Fact("map", _of_board(_tell_units)),
    "reach": Fact("map", _of_board(_tell_reach)),
    "game": Fact("joining", _of_game(_tell_game)),
    "players": Fact("press", _of_game(_tell_players)),
    "me": Fact("joining", _of_game(_tell_game)),
    "master": Fact("gm", _of_game(_tell_master)),
    "place": Fact("map", _tell_place),
    "failed": Fact("rules", _of_game(_tell_failed)),
    "last": Fact("commands", _of_game(_tell_last)),
}
"""What the game's state answers, by the names of grammar/questions/topics.txt."""
