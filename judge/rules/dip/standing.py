"""How a power's orders stand: what it has to decide, what is missing, what looks wrong."""

from collections.abc import Iterable, Sequence
from itertools import chain

from msgspec.structs import replace

from judge.kernel.engine import Standing, Task
from judge.kernel.text import count
from judge.rules.dip.contest.explain import strength
from judge.rules.dip.ground import routes
from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order
from judge.rules.dip.orders.convoy import Convoy
from judge.rules.dip.orders.instead import Possible
from judge.rules.dip.orders.move import Move, Retreat
from judge.rules.dip.orders.winter import Build, Waive
from judge.rules.dip.play import adjust
from judge.rules.dip.seams.rules import Game
from judge.rules.dip.seams.standard import WHOLE, count_centers


def standing(game: Game, state: State, power: str, orders: Sequence[str]) -> Standing:
    """The tasks of all powers that ``power`` orders, and how its orders answer them."""
    powers = game.rules.speaks_for(state, game.board, power)
    parsed_orders = [game.notation.order(text) for text in orders]
    checks = {"M": _check_movement, "R": _check_retreats, "A": _check_winter}
    # In a mechanic's own phase its orders answer no task that the engine knows.
    answer = Standing(extra=tuple(order.text for order in parsed_orders))
    if check := checks.get(state.phase[-1]):
        answer = check(game, state, powers, parsed_orders)
    return game.rules.standing(state, game.board, power, orders, answer)


def _check_movement(
    game: Game, state: State, powers: Sequence[str], orders: Sequence[Order]
) -> Standing:
    """A task for each unit, and what looks wrong."""
    board = game.board
    texts = chain.from_iterable(state.units.get(power, ()) for power in powers)
    units = list(map(board.unit, texts))
    orders_left = {(order.arm, order.space): order for order in orders if order.space >= 0}
    possible = Possible(units, board)
    tasks = []
    for unit in units:
        order = orders_left.pop((unit.arm, unit.space), None)
        form, text = f"{unit.text} - ", order.text if order else ""
        options = [f"{unit.text} H", *moves(unit, board)]
        if order is None:
            # What it can do for and with the other units of its power, and what is rarer.
            deeds = game.rules.deeds(state, board, unit, possible.units)
            rarer = [game.notation.order(deed) for deed in deeds if not deed.startswith(form)]
            more = (*possible.together(unit), *rarer)
            options += (other.text for other in more if not other.fault)
        tasks.append(Task(unit.text, text, "holds", form, tuple(dict.fromkeys(options))))
    loose = [order for order in orders if order in orders_left.values() or order.space < 0]
    idle = [f"{task.subject} has no order and will hold." for task in tasks if not task.order]
    void, doubts = _find_amiss(game, units, [order for order in orders if order not in loose])
    warnings = (*idle, *void, *doubts)
    return Standing(tuple(tasks), tuple(order.text for order in loose), warnings, void=void)


def moves(unit: Unit, board: Board) -> list[str]:
    """The moves that a unit can make without a convoy, in canonical form, sorted."""
    return sorted(f"{unit.text} - {board.locs[loc]}" for loc in board.steps[unit.arm][unit.loc])


def _find_amiss(
    game: Game, units: Sequence[Unit], orders: Sequence[Order]
) -> tuple[tuple[str, ...], list[str]]:
    """What the power's own other orders let come to nothing, whatever anybody else orders.

    And what is legal and yet probably not meant, judged by these only.
    """
    board = game.board
    own_units = {unit.space: unit for unit in units}
    own_orders = {order.space: order for order in orders}
    own_moves = {order.space: order for order in orders if isinstance(order, Move)}
    reasons = ((it.text, it.fault or it.void(own_units, own_orders, board)) for it in orders)
    void = tuple(f"{text}: {why}." for text, why in reasons if why)
    doubts: list[str] = []
    moves_to: dict[int, list[str]] = {}
    for order in orders:
        doubt = "" if order.fault else order.doubt(own_units, own_orders, board)
        if doubt:
            doubts.append(f"{order.text}: {doubt}.")
        if isinstance(order, Move):
            doubts += _doubt_move(order, own_units, own_moves, orders, board)
            moves_to.setdefault(order.to, []).append(order.text)
    for texts in moves_to.values():
        if len(texts) > 1:
            doubts.append(f"{' and '.join(texts)} go to the same space and may bounce.")
    return void, doubts


def _doubt_move(
    order: Move,
    own_units: dict[int, Unit],
    own_moves: dict[int, Move],
    orders: Sequence[Order],
    board: Board,
) -> Iterable[str]:
    """A move into an own unit's place, or one into each other's; one that lacks own fleets."""
    other = own_moves.get(order.to)
    # Nobody dislodges his own unit (DATC 6.D.10).
    if other is None and order.to in own_units:
        yield f"{order.text}: your own {own_units[order.to].text} stays there."
    if order.walks and not order.via:
        # Two meet head on unless one is convoyed (DATC 6.G.1); of each pair it is told once.
        if other and other.walks and not other.via and other.to == order.space <= other.space:
            yield f"{order.text} and {other.text}: without a convoy units can't change places."
        return
    fleet_spaces = [
        other.space
        for other in orders
        if isinstance(other, Convoy) and (other.cargo.space, other.to) == (order.space, order.to)
    ]
    if not fleet_spaces:
        yield f"{order.text} needs a convoy, and none of your fleets was ordered to carry it."
    elif not routes.exists(board, order.space, order.to, sum(1 << water for water in fleet_spaces)):
        yield f"{order.text}: your fleets alone make no whole way there; others have to help."


def _check_retreats(
    game: Game, state: State, powers: Sequence[str], orders: Sequence[Order]
) -> Standing:
    """A task for each dislodged unit."""
    board = game.board
    orders_left = {(order.arm, order.space): order for order in orders if order.space >= 0}
    tasks = []
    for unit in state.dislodged:
        if unit.power not in powers:
            continue
        real = board.unit(unit.unit)
        order = orders_left.pop((real.arm, real.space), None)
        options = (*(f"{unit.unit} R {place}" for place in unit.retreats), f"{unit.unit} D")
        text = order.text if order else ""
        tasks.append(Task(unit.unit, text, "disbands", f"{unit.unit} R ", options))
    warnings = [
        f"{task.subject} has no order and will disband." for task in tasks if not task.order
    ]
    # Of units that retreat to one space nobody gets there (DATC 6.H.7).
    goals = [order.to for order in orders if isinstance(order, Retreat)]
    void: tuple[str, ...] = ()
    if len(set(goals)) < len(goals):
        void = ("Two of your units retreat to the same space: both would be disbanded.",)
    extra = tuple(order.text for order in orders_left.values())
    return Standing(tuple(tasks), extra, (*warnings, *void), void=void)


def _check_winter(
    game: Game, state: State, powers: Sequence[str], orders: Sequence[Order]
) -> Standing:
    """A task for each build or removal of each power."""
    tasks: list[Task] = []
    facts: list[str] = []
    orders_left = list(orders)
    for power in powers:
        spare = adjust.balance(game, state, power)
        centre_count = count_centers(game.board, state.centers.get(power, ()))
        unit_count = len(state.units.get(power, ()))
        have = f"{count(centre_count, 'centre')}, {count(unit_count, 'unit')}"
        todo = "nothing to build or remove"
        # Who orders several powers has to know whose builds these are.
        whose = f" for {power}" if len(powers) > 1 else ""
        if spare > 0:
            todo, own = f"{strength(spare)} to build", power == powers[0]
            tasks += _list_build_tasks(game, state, power, orders_left, whose, own=own)
        elif spare < 0:
            todo = f"{strength(-spare)} to remove"
            options = tuple(f"{text} D" for text in state.units.get(power, ()))
            candidates = [order for order in orders_left if order.text in options]
            counted_orders = _take_out(game, orders_left, candidates, -spare, over=True)
            rest = -spare - sum(_price(game, order) for order in counted_orders)
            task_count = len(counted_orders) + max(0, -(-rest // WHOLE))
            removal = Task("removal", "", "the judge chooses", "Remove ", options)
            tasks += _repeat(removal, whose, counted_orders, task_count)
        facts.append(f"{power}: {have}: {todo}.")
    void = tuple(f"{order.text} is one too many and will not count." for order in orders_left)
    bare = tuple(f"{task.subject}: {task.otherwise}." for task in tasks if not task.order)
    extra = tuple(order.text for order in orders_left)
    return Standing(tuple(tasks), extra, (*void, *bare), tuple(facts), void)


def _list_build_tasks(
    game: Game, state: State, power: str, orders_left: list[Order], whose: str, *, own: bool
) -> list[Task]:
    """A task for each build; it takes the orders that answer it out of ``orders_left``.

    The options are what is legal beside these (DATC 6.I.3 to 7); ``own``: the power is the
    writer's, who may waive.
    """
    board = game.board
    sites = adjust.free_sites(game, state, power)
    candidates = [
        order
        for order in orders_left
        if isinstance(order, Waive)
        or (isinstance(order, Build) and board.spaces[order.space] in sites)
    ]
    # A build that is ordered goes before a waive (choice 20 of RULES.md).
    candidates.sort(key=lambda order: isinstance(order, Waive))
    spare = adjust.balance(game, state, power)
    counted_orders = _take_out(game, orders_left, candidates[: len(sites)], spare)
    spare -= sum(_price(game, order) for order in counted_orders)
    # What is left over and less than a unit is a build where a cheaper arm can use it.
    whole, half = divmod(spare, WHOLE)
    cheap = min(map(game.rules.cost, board.arms)) <= half
    task_count = len(counted_orders) + min(whole + cheap, len(sites) - len(counted_orders))
    used_sites = {board.spaces[order.space] for order in counted_orders if isinstance(order, Build)}
    options = [
        f"{board.unit_at(arm, loc).text} B"
        for site in sites
        if site not in used_sites
        for arm in board.arms
        if game.rules.cost(arm) <= spare
        for loc in board.places(arm, board.loc_of[site])
    ]
    # A waive stands for the writer's own builds, not for those of a power that he runs.
    waive = ("WAIVE",) if spare >= WHOLE and own else ()
    build = Task("build", "", "is waived", "Build ", (*options, *waive))
    return _repeat(build, whose, counted_orders, task_count)


def _price(game: Game, order: Order) -> int:
    """What an order of the winter takes or gives back, in half units; a waive is a whole unit."""
    return WHOLE if isinstance(order, Waive) else game.rules.cost(order.arm)


def _take_out(
    game: Game,
    orders_left: list[Order],
    candidates: Sequence[Order],
    spare: int,
    *,
    over: bool = False,
) -> list[Order]:
    """The fitting orders that count while ``spare`` half units last; they leave ``orders_left``.

    ``over``: the last of them may take more than there is (a removal).
    """
    counted_orders: list[Order] = []
    for order in candidates:
        if spare > 0 and (over or _price(game, order) <= spare):
            spare -= _price(game, order)
            counted_orders.append(order)
            orders_left.remove(order)
    return counted_orders


def _repeat(task: Task, whose: str, orders: Sequence[Order], number: int) -> list[Task]:
    """A task so many times ("build 2 of 3 for Spain"), the first of them with these orders."""
    texts = [order.text for order in orders] + [""] * (number - len(orders))
    return [
        replace(task, subject=f"{task.subject}{place}{whose}", order=text)
        for index, text in enumerate(texts)
        for place in [f" {index + 1} of {number}" if number > 1 else ""]
    ]
