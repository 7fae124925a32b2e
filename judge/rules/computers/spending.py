"""Bids of a computer player in 1930s World: the purse split over the minors nearest to its own.

Others' bids are secret until they are opened; what is known are the stacks of earlier years.

Often most of it goes to a minor that one controls: it counts for victory with a lead of ten. To bid
no more there than that lead and a third of the purse need, and the rest on others, was tried, four
seats against four: 0.16 +- 0.04 minors more a seat after ten years, but 0.8 +- 0.5 less of the
share (91 pairs of games with the seats exchanged); caps without the lead did 1 to 5 worse.
"""

from random import Random

from judge.rules.computers.view import View
from judge.rules.mechanics.influence import terms

MINORS = 3
"""So many minors are bid for at most: points that win nothing are lost."""
PURSE_KEPT = 1.5
"""A minor that one controls is worth so much more: its units stand already where one likes."""


def bid_influence(view: View, side: str, dice: Random) -> list[str]:
    """Bids within the purse, a first year's cap, and the bans."""
    purse = view.engine.purse(view.state, side)
    if purse is None:
        return []
    minors = [
        minor for minor in terms.living_minors(view.state, view.board) if minor not in purse.closed
    ]
    wishes = sorted(
        ((_weigh_wish(view, side, minor, dice), minor) for minor in minors), reverse=True
    )
    best_wishes = wishes[:MINORS]
    total = sum(wish for wish, _ in best_wishes)
    lines, points_left = [], purse.points
    for index, (wish, minor) in enumerate(best_wishes):
        share = points_left if index + 1 == len(best_wishes) else round(purse.points * wish / total)
        amount = min(share, points_left, purse.most or points_left)
        if amount > 0:
            points_left -= amount
            lines.append(f"BID {amount} {minor}")
    return lines


def _weigh_wish(view: View, side: str, minor: str, dice: Random) -> float:
    """How much a minor is wanted: near to what one has, and not too firmly another's."""
    board, state = view.board, view.state
    homes = [board.loc_of[space] for space in state.centers.get(minor, ())]
    nearness = sum(
        view.terrain.spring["A"][home][index] + view.terrain.spring["F"][home][index]
        for home in homes
        for index, center in enumerate(view.terrain.centers)
        if view.owner.get(center) == side
    )
    box = terms.boxes(state).get(minor, {})
    claims = {claimant: sum(stacks.values()) for claimant, stacks in box.items()}
    own_claim = claims.get(side, 0)
    best = max((points for one, points in claims.items() if one != side), default=0)
    units = len(state.units.get(minor, ()))
    factor = PURSE_KEPT if terms.control(state, minor) == (side,) else 1.0
    odds = (4 + own_claim) / (8 + own_claim + best)
    return (nearness + 1) * (1 + units) * factor * odds * (0.8 + 0.4 * dice.random())
