"""The half-year's recalculation: gains buy pieces, losses are paid with pieces (R59-R63)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event, Standing, Task, tidy
from judge.rules.d100.board import ARMS, LAND, Force
from judge.rules.d100.field import Line
from judge.rules.d100.muster import ILLEGAL
from judge.rules.d100.orders import Buy, Reduce, Remove, read_order
from judge.rules.d100.rules import Game
from judge.rules.d100.state import State, values


class Holding(Struct):
    """A piece during a recalculation: ``strength`` is what is left, 0 once it is removed."""

    force: Force
    strength: int
    ordered: bool = False

    @property
    def now(self) -> str:
        """The piece as it is now."""
        return f"{self.force.arm}{self.strength} {self.force.space}"


class Account(Struct):
    """One major's recalculation: what it may still spend or still owes, and its pieces."""

    game: Game
    state: State
    power: str
    net: int
    left: int
    pieces: list[Holding]

    def take(self, line: Line) -> None:
        """Carry out one line, in the order written, or refuse it."""
        match line.order:
            case Buy(piece):
                # R60: within what is left of the gain, in an own city with room and nobody else's.
                price = self.price(piece.strength)
                reason = f"{self.power} has gained nothing to spend."
                if self.net > 0:
                    reason = self.explain_no_place(piece)
                if not reason and price > self.left:
                    reason = f"{piece} costs {price} points, and {self.left} are left."
                if not reason:
                    self.left -= price
                    self.pieces.append(Holding(piece, piece.strength, ordered=True))
            case Remove(piece):
                reason = self._pay(piece, 0)
            case Reduce(piece, left):
                reason = self._pay(piece, left)
            case None:
                reason = "This is not an order."
            case _:
                reason = "This is not an order of a recalculation."
        if reason:
            line.refuse(ILLEGAL, reason)
        else:
            line.verdict = "succeeds"

    def explain_no_place(self, piece: Force) -> str:
        """Why a piece cannot be bought where it is to stand, in a sentence; "" if it can."""
        space = self.game.board.spaces[piece.space]
        if not space.city or self.state.owner(self.game.board, piece.space) != self.power:
            return f"{piece.space} is not a city of {self.power}."
        if not self.game.board.can_stand(piece.arm, piece.space):
            return f"{piece.space} has no coast for ships."
        if any(
            name.endswith(f" {piece.space}")
            for power, names in self.state.units.items()
            for name in names
            if power != self.power
        ):
            return f"Another power's piece stands in {piece.space}."
        pieces_here = [holding for holding in self.pieces if holding.force.space == piece.space]
        return f"{piece.space} is full." if len(pieces_here) >= self.game.rules.room else ""

    def _pay(self, piece: Force, strength_left: int) -> str:
        """R61: until the loss is covered; paying too much gives nothing back."""
        if self.net >= 0:
            return f"{self.power} has no loss to pay."
        if self.left <= 0:
            return "The loss is covered already."
        if strength_left >= piece.strength:
            return f"{piece} cannot be reduced to {strength_left}."
        for holding in self.pieces:
            if holding.force == piece and not holding.ordered:
                holding.ordered = True
                holding.strength = strength_left
                self.left -= self.price(piece.strength) - self.price(strength_left)
                return ""
        return f"{self.power} has no such piece, or it has an order already."

    def price(self, strength: int) -> int:
        """What a piece of ``strength`` is worth, 0 for none."""
        return self.game.rules.tables.price(strength) if strength else 0

    def default(self) -> list[Holding]:
        """R62: what is still owed comes off the smallest; says which pieces were touched."""
        touched_pieces = []
        pieces_left = [holding for holding in self.pieces if holding.strength]
        pieces_left.sort(key=lambda it: (it.strength, it.force.space, ARMS.index(it.force.arm)))
        for holding in pieces_left:
            if self.left <= 0:
                break
            debt = self.left
            strength_left = next(
                (
                    strength
                    for strength in range(holding.strength - 1, 0, -1)
                    if self.price(holding.strength) - self.price(strength) >= debt
                ),
                0,
            )
            self.left -= self.price(holding.strength) - self.price(strength_left)
            holding.strength = strength_left
            touched_pieces.append(holding)
        return touched_pieces


def account(game: Game, state: State, power: str, net: int) -> Account:
    """A major's account at the start of a recalculation."""
    pieces = [Holding(force, force.strength) for force in state.forces(power)]
    return Account(game, state, power, net, abs(net), pieces)


def nets(game: Game, state: State) -> dict[str, int]:
    """Every major's net gain or loss since its last recalculation (R59)."""
    now, base = values(state, game), {**game.board.base, **state.base}
    return {major: now[major] - base[major] for major in game.board.majors}


def recalculate(
    game: Game, state: State, orders: Mapping[str, Sequence[str]]
) -> tuple[State, list[Line], tuple[str, ...], Event]:
    """Carry out a recalculation; ``state.base`` becomes the values of today.

    The state before its phase moves on, the lines, the pieces removed, and what is told.
    """
    values_now, net = values(state, game), nets(game, state)
    lines, removed_pieces, rows = [], [], []
    units = dict(state.units)
    for power in sorted({*game.board.majors, *orders}):
        texts = orders.get(power, ())
        own_lines = [Line(power, text, read_order(text, game.board)) for text in texts]
        lines += own_lines
        for line in own_lines:
            if isinstance(line.order, Buy | Remove | Reduce):
                line.unit = str(line.order.piece)
        if power not in game.board.majors:
            for line in own_lines:
                line.refuse(ILLEGAL, f"{power} takes no part in the recalculation.")
            continue
        books = account(game, state, power, net[power])
        for line in own_lines:
            books.take(line)
        touched_pieces = books.default() if net[power] < 0 else []
        removed_pieces += [str(holding.force) for holding in touched_pieces if not holding.strength]
        units[power] = tuple(holding.now for holding in books.pieces if holding.strength)
        rows.append(_describe_books(books, values_now[power], own_lines, touched_pieces))
    after = replace(state, units=tidy(units), base=values_now)
    event = Event("d100-recalculation", {"rows": rows}, PUBLIC)
    return after, lines, tuple(removed_pieces), event


def _describe_books(
    books: Account, value: int, lines: Sequence[Line], touched_pieces: Sequence[Holding]
) -> dict[str, Any]:
    good_lines = [line for line in lines if line.verdict == "succeeds"]
    return {
        "power": books.power,
        "base": value - books.net,
        "value": value,
        "net": books.net,
        "bought": [line.unit for line in good_lines if isinstance(line.order, Buy)],
        "paid": [line.text for line in good_lines if not isinstance(line.order, Buy)],
        "taken": [
            {"unit": str(holding.force), "left": holding.strength, "now": holding.now}
            for holding in touched_pieces
        ],
        "lost": books.left if books.net > 0 else 0,
    }


def halfyear_standing(game: Game, state: State, power: str, orders: Sequence[str]) -> Standing:
    """The orders that count, then a task for what is left: points to spend, or pieces to lose."""
    net = nets(game, state)[power]
    books = account(game, state, power, net)
    lines = [Line(power, text, read_order(text, game.board)) for text in orders]
    for line in lines:
        books.take(line)
    points_left = max(books.left, 0)
    tasks = [Task(line.text, line.text, "", "") for line in lines if line.verdict == "succeeds"]
    value = values(state, game)[power]
    fact = f"Value {value}, at the last recalculation {value - net}"
    if net:
        verb = "spent" if net > 0 else "paid"
        fact += f": {abs(net) - points_left} of {abs(net)} points {verb}, {points_left} left"
    void = tuple(f"{line.text}: {line.reason}" for line in lines if line.reason)
    facts = [f"{fact}."]
    if net > 0:
        # A land piece can be bought in these, in the capital first.
        capital, spaces = game.board.countries[power].capital, game.board.spaces
        free = [space for space in spaces if not books.explain_no_place(Force(LAND, 1, space))]
        free.sort(key=lambda space: (space != capital, space))
        room = ", ".join(free) or "none"
        facts.append(f"A piece costs {books.price(1)} points a strength. Cities with room: {room}.")
        # The form is the strongest piece that what is left buys.
        strengths = range(1, len(game.rules.tables.cost) + 1)
        able = [strength for strength in strengths if books.price(strength) <= books.left]
        if able and free:
            todo, form = f"{books.left} points to spend", str(Buy(Force(LAND, able[-1], free[0])))
            tasks.append(Task(todo, "", "they are lost", form, points=True))
    # R62: these pay by themselves for what is still owed.
    for holding in books.default() if net <= 0 else ():
        fate, order = "removed", str(Remove(holding.force))
        if holding.strength:
            fate = f"reduced to {holding.strength}"
            order = str(Reduce(holding.force, holding.strength))
        tasks.append(Task(str(holding.force), "", fate, order))
    return Standing(tasks=tuple(tasks), warnings=void, void=void, facts=tuple(facts))
