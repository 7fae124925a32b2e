"""What a power has to decide in a recalculation: what a gain buys, what a loss is paid with."""

from collections.abc import Iterator, Sequence

from judge.d100 import notation, recalculation
from judge.d100.board import LAND, Board
from judge.d100.field import Line
from judge.d100.forces import Force
from judge.d100.orders import Buy, Reduce, Remove
from judge.d100.recalculation import Account
from judge.d100.rules import Rules
from judge.d100.state import State, values
from judge.kernel.engine import Standing, Task


def standing(
    board: Board, rules: Rules, state: State, power: str, orders: Sequence[str]
) -> Standing:
    """The orders that count, then a task for what is left: points to spend, or pieces to lose."""
    net = recalculation.nets(board, rules, state)[power]
    books = recalculation.account(board, rules, state, power, net)
    lines = [Line(power, text, notation.read(text, board)) for text in orders]
    for line in lines:
        books.take(line)
    points_left = max(books.left, 0)
    answered_tasks = [
        Task(line.text, line.text, "", "") for line in lines if line.verdict == "succeeds"
    ]
    open_tasks = _list_open_builds(books) if net > 0 else _list_forced_losses(books)
    value = values(state, board, rules)[power]
    fact = f"Value {value}, at the last recalculation {value - net}"
    if net:
        verb = "spent" if net > 0 else "paid"
        fact += f": {abs(net) - points_left} of {abs(net)} points {verb}, {points_left} left"
    void = tuple(f"{line.text}: {line.reason}" for line in lines if line.reason)
    return Standing(
        tasks=(*answered_tasks, *open_tasks),
        warnings=void,
        void=void,
        facts=(f"{fact}.", *(_cities(books) if net > 0 else ())),
    )


def _list_open_builds(books: Account) -> Iterator[Task]:
    """What is left of a gain, with the strongest land piece that it buys in the first free city."""
    strengths = range(1, len(books.rules.tables.cost) + 1)
    able = [strength for strength in strengths if books.price(strength) <= books.left]
    free = _free(books)
    if able and free:
        form = Buy(Force(LAND, able[-1], free[0]))
        yield Task(f"{books.left} points to spend", "", "they are lost", str(form), points=True)


def _list_forced_losses(books: Account) -> Iterator[Task]:
    """The pieces that pay by themselves for what is still owed (R62)."""
    for holding in books.default():
        if holding.strength:
            order = str(Reduce(holding.force, holding.strength))
            yield Task(str(holding.force), "", f"reduced to {holding.strength}", order)
        else:
            yield Task(str(holding.force), "", "removed", str(Remove(holding.force)))


def _cities(books: Account) -> Iterator[str]:
    """Where pieces can be bought, and what they cost."""
    room = ", ".join(_free(books)) or "none"
    yield f"A piece costs {books.price(1)} points a strength. Cities with room: {room}."


def _free(books: Account) -> list[str]:
    """The cities in which a land piece can be bought, the capital first."""
    capital = books.board.countries[books.power].capital
    free = [space for space in books.board.spaces if books.has_place(space)]
    return sorted(free, key=lambda space: (space != capital, space))
