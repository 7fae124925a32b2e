"""Where a plane may be: over land that no enemy holds, over water only with a friendly fleet."""

from judge.dip.contest.outcome import Outcome
from judge.dip.contest.questions import Contest
from judge.mechanics.air import sky
from judge.mechanics.air.enemies import friendly


def is_carried(contest: Contest, unit: int) -> bool:
    """Whether a fleet that carries the flight ``unit`` will be below its target (W56)."""
    field = contest.field
    water = sky.below(field.board, field.target[unit])
    return any(
        field.arms[fleet] == "F"
        and friendly(field, field.powers[fleet], field.powers[unit], water)
        and _will_be(contest, fleet, water)
        for fleet in (field.occupant[water], *field.attackers.get(water, ()))
        if fleet >= 0
    )


def _will_be(contest: Contest, fleet: int, water: int) -> bool:
    """Whether a fleet is in ``water`` after the moves, by the answers so far."""
    field = contest.field
    if field.target[fleet] == water:
        return field.destination[fleet] == water and contest.resolve(fleet)
    leaves = field.destination[fleet] >= 0 and contest.resolve(fleet)
    return not leaves and contest.dislodger(fleet) < 0


def below_after(outcome: Outcome) -> dict[int, int]:
    """The surface units by space after the moves, without the dislodged and the lost."""
    field, board = outcome.field, outcome.field.board
    return {
        board.space_of[loc]: unit
        for unit, loc in enumerate(outcome.loc)
        if unit not in outcome.dislodged
        and (outcome.moves(unit) or field.occupant[field.space[unit]] == unit)
        and not sky.is_air(board, board.space_of[loc])
    }


def unwelcome(outcome: Outcome, power: str, air: int, surface: dict[int, int]) -> str:
    """Why a plane of ``power`` may not be in an air space after the moves, "" if it may.

    Rules, 5c and 5f (W58): no enemy on the land below, a friendly fleet on the water below.
    """
    field, board = outcome.field, outcome.field.board
    ground = sky.below(board, air)
    holder = surface.get(ground, -1)
    here = board.spaces[ground]
    if holder >= 0 and not friendly(field, field.powers[holder], power, ground):
        return f"{outcome.stands(holder)} of {field.powers[holder]} is below it"
    if sky.over_water(board, air) and holder < 0:
        return f"no fleet is below it in {here}"
    return ""
