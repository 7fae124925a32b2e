"""Which of the orders that came by mail count: the last one given to a piece (R9)."""

from collections import Counter
from collections.abc import Callable, Sequence

from judge.rules.d100.board import Force
from judge.rules.d100.calendar import DEPLOYMENT, MOVEMENT
from judge.rules.d100.muster import DEEDS
from judge.rules.d100.orders import Deed, Deploy, Hold, March, Order, Split, Stack, read_order
from judge.rules.d100.rules import Game, Rules
from judge.rules.d100.state import State


def drop_replaced(game: Game, state: State, power: str, texts: Sequence[str]) -> tuple[str, ...]:
    """``texts`` in the order they came, without those that later ones replace.

    A STACK or SPLIT replaces the single orders of its pieces and the other way round; of the
    pieces to be deployed the last ones of each strength stay, as many as the rules ask for.
    """
    kind = state.phase[-1]
    if kind not in (MOVEMENT, DEPLOYMENT):
        return tuple(texts)
    free = _Marches(state, power) if kind == MOVEMENT else _Roster(game.rules)
    # From the last to the first, what is left of each for pieces that are still free.
    rest: list[str] = []
    for text in reversed(texts):
        rest[:0] = free.take(text, read_order(text, game.board))
    return tuple(rest)


class _Roster:
    """Places on a major's list, by strength."""

    def __init__(self, rules: Rules) -> None:
        self.free = dict(rules.deployment.pieces)

    def take(self, text: str, order: Order | None) -> list[str]:
        """The order, if there is still a place for the piece that it deploys."""
        if isinstance(order, Deploy):
            self.free[order.piece.strength] -= 1
            return [text] if self.free[order.piece.strength] >= 0 else []
        return [text]


class _Marches:
    """Pieces that later orders have claimed, of a power and of the minors whose friend it is."""

    def __init__(self, state: State, power: str) -> None:
        self.state, self.power = state, power
        self.claimed: dict[Force, int] = {}

    def take(self, text: str, order: Order | None) -> list[str]:
        """The order, if its pieces are unclaimed; then they are no longer."""
        if isinstance(order, DEEDS):
            piece = order.piece
            self.claimed[piece] = claims = self.claimed.get(piece, 0) + 1
            # The last order of a piece stays even if there is no such piece: it is told so.
            return [text] if claims == 1 or not 0 < self._count(piece) < claims else []
        if isinstance(order, Stack):
            return self._whole(text, order.start, lambda piece: March(piece, order.path))
        if isinstance(order, Split):
            return self._whole(text, order.start, Hold)
        return [text]

    def _whole(self, text: str, space: str, alone: Callable[[Force], Deed]) -> list[str]:
        """The order of a whole stack; of one that later orders broke up, what it is for the rest.

        So none of the rest goes back to an order that is older still.
        """
        pieces = Counter(one for one in self.state.forces(self.power) if one.space == space)
        free = {piece: self._count(piece) - self.claimed.get(piece, 0) for piece in pieces}
        rest = [piece for piece in pieces for _ in range(min(pieces[piece], free[piece]))]
        for piece in rest:
            self.claimed[piece] = self.claimed.get(piece, 0) + 1
        if len(rest) == pieces.total():
            return [text]
        return [str(alone(piece)) for piece in rest]

    def _count(self, piece: Force) -> int:
        """How many pieces there are of that name."""
        return sum(
            names.count(str(piece))
            for owner, names in self.state.units.items()
            if owner == self.power or self.state.is_friend(self.power, owner)
        )
