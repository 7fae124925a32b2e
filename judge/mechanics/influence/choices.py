"""The bids and switches that a power may write."""

from collections.abc import Iterable, Iterator

from judge.dip.ground.board import Board
from judge.dip.ground.position import State
from judge.kernel.choice import Choice
from judge.kernel.ground import Purse
from judge.mechanics.influence import terms
from judge.mechanics.influence.terms import Tariff


def list_choices(
    state: State, board: Board, tariff: Tariff, power: str, purse: Purse
) -> Iterator[Choice]:
    """For each open minor: bids in every amount for every claim, and what old points may do."""
    open_boxes = terms.open_boxes(state, board, tariff)
    majors = [name for name, facts in board.powers.items() if facts.played]
    for minor in terms.living_minors(state, board):
        if minor in purse.closed:
            continue
        banned_powers = terms.banned_powers(state, minor)
        claims = [power, *(name for name in majors if name != power and name not in banned_powers)]
        yield from _list_bids(minor, power, claims, purse)
        for source, stacks in open_boxes.get(minor, {}).items():
            yield from _list_switches(minor, source, stacks.get(power, 0), claims)


def _list_bids(minor: str, power: str, claims: Iterable[str], purse: Purse) -> Iterator[Choice]:
    """Bids in every amount that ``power`` can pay, for every claim on a minor."""
    for claimant in claims:
        whose = "" if claimant == power else f" FOR {claimant}"
        for points in range(1, min(purse.points, purse.most or purse.points) + 1):
            yield Choice(f"BID {points} {minor}{whose}", f"bids on {minor}", price=points)


def _list_switches(minor: str, source: str, points: int, claims: Iterable[str]) -> Iterator[Choice]:
    """Some or all of the ``points`` that lie open for one claim on a minor, put to another."""
    for target in claims:
        for part in range(1, points + 1) if target != source else ():
            text = f"SWITCH {part} {minor} FROM {source} TO {target}"
            yield Choice(text, f"bids on {minor}", (f"points in {minor} for {source}",))
