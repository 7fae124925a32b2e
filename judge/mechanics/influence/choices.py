"""The bids and switches that a power may write."""

from collections.abc import Iterator

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
    opened = terms.open_boxes(state, board, tariff)
    majors = [name for name, facts in board.powers.items() if facts.played]
    for minor in terms.living_minors(state, board):
        if minor in purse.closed:
            continue
        subject, banned = f"bids on {minor}", terms.banned_powers(state, minor)
        claims = [power, *(name for name in majors if name != power and name not in banned)]
        for claimant in claims:
            whose = "" if claimant == power else f" FOR {claimant}"
            for points in range(1, min(purse.points, purse.most or purse.points) + 1):
                yield Choice(f"BID {points} {minor}{whose}", subject, price=points)
        for source, stacks in opened.get(minor, {}).items():
            for target in claims if power in stacks else ():
                if target != source:
                    for points in range(1, stacks[power] + 1):
                        text = f"SWITCH {points} {minor} FROM {source} TO {target}"
                        yield Choice(text, subject, (f"points in {minor} for {source}",))
