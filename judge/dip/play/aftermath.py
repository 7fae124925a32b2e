"""A movement phase judged: who succeeds, who has to leave, and where to."""

from collections.abc import Mapping

from judge.dip.contest.field import Field
from judge.dip.contest.outcome import Outcome
from judge.dip.ground.position import State
from judge.dip.orders.base import Written
from judge.dip.orders.notation import Notation
from judge.dip.play.prepare import prepare
from judge.dip.play.resolve import Resolver
from judge.dip.seams.rules import Rules


def adjudicate(
    state: State, orders: Mapping[str, tuple[Written, ...]], notation: Notation, rules: Rules
) -> Outcome:
    """Judge a movement phase; ``orders`` by the power whose units they move."""
    return conclude(prepare(state, orders, notation, rules), rules)


def conclude(field: Field, rules: Rules) -> Outcome:
    """The outcome of a phase that is laid out."""
    resolver = Resolver(field, rules)
    outcome = Outcome(resolver, resolver.settle_all())
    outcome.displaced_units = rules.displaced_units(outcome)
    outcome.destroyed_units = rules.destroyed_units(outcome)
    # Retreats are worked out when all moves are over (DATC 6.H.5, 6.H.6).
    if outcome.dislodged or outcome.displaced_units:
        places = field.board.locs
        outcome.leaving = {
            unit: tuple([places[loc] for loc in rules.retreats(outcome, unit)])
            for unit in sorted({*outcome.dislodged, *outcome.displaced_units})
        }
    return outcome
