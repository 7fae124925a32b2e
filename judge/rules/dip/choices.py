"""What a power may order in a phase, and what excludes what."""

from collections.abc import Iterator
from itertools import chain, product

from judge.kernel.choice import BUILDS, RETREATS, Choice, Example, attacking
from judge.rules.dip.ground.position import State, standing_units
from judge.rules.dip.orders.base import Written
from judge.rules.dip.orders.instead import Possible
from judge.rules.dip.orders.move import Move
from judge.rules.dip.orders.support import Support
from judge.rules.dip.orders.winter import Waive
from judge.rules.dip.play import adjust
from judge.rules.dip.play.prepare import prepare
from judge.rules.dip.seams.rules import Game
from judge.rules.dip.seams.standard import WHOLE
from judge.rules.dip.standing import standing

EXAMPLES = (
    Example("A {a} - {b}", "the army in {A} moves to {B}", "move"),
    Example("A {a} hold", "it stays", "hold"),
    Example("A {b} S A {a}", "support of one that stays", "support"),
    Example("A {c} S A {a} - {b}", "support of a move", "support"),
    Example("F {ship} C A {port} - {shore}", "convoy", "convoy"),
    Example("A {port} - {shore} via", "by convoy, not over land", "move"),
    Example("F {off} - {split}/{coast}", "a coast is named where it matters", "move"),
    Example("A {b} R {a}", "retreats", "retreat", RETREATS),
    Example("A {b} disband", "gives up", "disband", RETREATS),
    Example("Build A {a}", "an army", "build", BUILDS),
    Example("Build F {berth}", "a fleet", "build", BUILDS),
    Example("Build F {dock}", "a fleet, with its coast", "build", BUILDS),
    Example("Remove A {b}", "takes a unit off", "disband", BUILDS),
    Example("Waive", "leaves a build undone", "waive", BUILDS),
)
"""Orders of every game of this engine as HELP ORDERS shows them, in slots for the board's names."""


def list_choices(game: Game, state: State, power: str, only: str = "") -> Iterator[Choice]:
    """Every order that ``power`` may give, or those of the unit ``only``; builds by the tasks."""
    kind = state.phase[-1]
    if kind == "M":
        possible = Possible(standing_units(state, game.board), game.board)
        own = (
            (owner, game.board.unit(text))
            for owner in game.rules.speaks_for(state, game.board, power)
            for text in state.units.get(owner, ())
            if only in ("", text)
        )
        for owner, unit in own:
            # What a movement phase carries out, each once.
            texts: set[str] = set()
            deeds = game.rules.deeds(state, game.board, unit, possible.units)
            for order in chain(possible.orders(unit), map(game.notation.order, deeds)):
                if order.fault or order.text in texts:
                    continue
                if game.rules.ruling is not None:
                    lines = {owner: (Written(owner, order.text, order),)}
                    if "illegal" in prepare(state, lines, game.notation, game.rules).verdicts:
                        continue
                texts.add(order.text)
                attacks = isinstance(order, Move) or (isinstance(order, Support) and order.moves)
                marks = (attacking(game.board.spaces[order.to]),) if attacks else ()
                yield Choice(order.text, unit.text, (unit.text,), marks=marks)
    elif kind in "RA":
        yield from (it for it in _list_tasks(game, state, power) if not only or only in it.uses)
    if not only:
        yield from game.rules.extras(state, game.board, power)


def _list_tasks(game: Game, state: State, power: str) -> Iterator[Choice]:
    """Retreats, builds and removals, each by the task that it answers."""
    subjects: dict[str, list[str]] = {}
    for task in standing(game, state, power, ()).tasks:
        for text in task.options:
            if text.endswith(" D") or " R " in text:
                unit = " ".join(text.split(" ")[:2])
                yield Choice(text, task.subject, (task.subject, unit))
            else:
                subjects.setdefault(text, []).append(task.subject)
    for owner in game.rules.speaks_for(state, game.board, power) if subjects else ():
        spare = adjust.balance(game, state, owner)
        sites = adjust.free_sites(game, state, owner) if spare > 0 else ()
        for site, arm in product(sites, game.board.arms):
            # A build uses its site and so many halves of what its power can raise: what goes
            # together is paid together, two planes in the place of an army too (5g).
            cost = game.rules.cost(arm)
            for loc in game.board.places(arm, game.board.loc_of[site]):
                text = f"{game.board.unit_at(arm, loc).text} B"
                for number, subject in enumerate(subjects.get(text, ())):
                    halves_left = min(WHOLE, spare - number * WHOLE)
                    for first in range(0, halves_left - cost + 1, cost):
                        yield Choice(text, subject, (site, *_halves(subject, first, cost)))
        # A waive stands for the seat's own builds, not for those of a power that it runs.
        for subject in subjects.get(Waive.VERB, ())[: spare // WHOLE] if owner == power else ():
            yield Choice(Waive.VERB, subject, _halves(subject, 0, WHOLE))


def _halves(subject: str, first: int, cost: int) -> tuple[str, ...]:
    """What a build uses of a task: the whole of it, or one half."""
    return tuple(f"{subject}, half {number + 1}" for number in range(first, first + cost))
