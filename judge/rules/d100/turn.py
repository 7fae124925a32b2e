"""One phase from position and orders to the next position: the page on which a turn is read."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Dice, Event, tidy
from judge.rules.d100 import calendar, deployment, month, politics, recalculation, story
from judge.rules.d100.calendar import DEPLOYMENT, MINORS, RECALCULATION
from judge.rules.d100.field import Line
from judge.rules.d100.rules import Game
from judge.rules.d100.state import State, survivors, values
from judge.rules.d100.throws import Record, Throws

Orders = Mapping[str, Sequence[str]]
"""Canonical orders by power."""


class Outcome(Struct, frozen=True):
    """What a phase led to: the state after it, lines settled, events, throws, removed pieces."""

    state: State
    lines: tuple[Line, ...]
    events: tuple[Event, ...]
    throws: tuple[Record, ...]
    removed: tuple[str, ...] = ()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The results."""
        return [line.row() for line in self.lines]


def play(game: Game, state: State, orders: Orders, dice: Dice) -> Outcome:
    """Play the phase that ``state`` waits in."""
    throws, majors, kind = Throws(state.phase, dice), game.board.majors, state.phase[-1]
    events: tuple[Event, ...]
    if kind == DEPLOYMENT:
        after, settled, events = deployment.majors(game, state, orders, throws)
        lines = story.sort_lines(settled, majors)
        events += story.deployment(game, state.phase, after, lines)
        events += story.throws(throws.records)
        return Outcome(_next(game, after), lines, events, tuple(throws.records))
    if kind == MINORS:
        after, settled, events = deployment.minors(game, state, orders)
        lines = story.sort_lines(settled, majors)
        after = _next(game, after)
        events += story.describe_placed(game, state.phase, lines)
        return Outcome(after, lines, (*events, *story.status(game, after)), ())
    if kind != RECALCULATION:
        return _march(game, state, orders, throws)
    worth = values(state, game)
    supreme = tuple(major for major in majors if worth[major] >= game.rules.supremacy)
    if not supreme:
        after, settled, removed, event = recalculation.recalculate(game, state, orders)
        lines = story.sort_lines(settled, majors)
        after = _next(game, after)
        events = (event, *story.results(game, state.phase, lines), *story.status(game, after))
        return Outcome(after, lines, events, (), removed)
    # R63: who has supremacy wins before anything is bought.
    after = replace(state, units=tidy(state.units), winners=supreme)
    rows = [{"power": major, "value": worth[major]} for major in supreme]
    events = (
        *story.results(game, state.phase, ()),
        *story.status(game, after),
        Event("d100-supremacy", {"rows": rows, "needed": game.rules.supremacy}, PUBLIC),
        Event("victory", {"winners": list(supreme)}, PUBLIC),
    )
    return Outcome(after, (), events, ())


def _next(game: Game, state: State) -> State:
    """The state in its next phase; a game that is won stays where it is."""
    if state.winners:
        return state
    return replace(state, phase=calendar.following(state.phase, game.rules))


def _march(game: Game, state: State, orders: Orders, throws: Throws) -> Outcome:
    """R6: marches, ownership, politics, and whether one major stands alone (R64)."""
    worth = values(state, game)
    field, ready = month.march(game, state, worth, orders, throws)
    moved_state = replace(state, units=month.units(field))
    owned_state, captures = month.settle_owners(moved_state, field)
    for troop in field.troops:
        if troop.alive and troop.owner not in owned_state.units:
            # R51: pieces of minors that fell are gone from the field too.
            troop.alive = False
            troop.blame(f"{troop.owner} has fallen.")
    split = story.judge_order(field, ready)
    court = politics.Court(game, worth, throws, [])
    settled_state = politics.settle(court, owned_state, ready.lines)
    after = replace(settled_state, split=split)
    majors_left = survivors(after, game.board)
    after = _next(game, replace(after, winners=majors_left if len(majors_left) == 1 else ()))
    lines = story.sort_lines(ready.lines, game.board.majors)
    victory = Event("victory", {"winners": list(after.winners)}, PUBLIC)
    events = (
        *field.events,
        *captures,
        *court.events,
        *story.results(game, state.phase, lines),
        *story.status(game, after),
        *story.throws(throws.records),
        *((victory,) if after.winners else ()),
    )
    return Outcome(after, lines, events, tuple(throws.records))
