"""What a power has to decide in a phase, which of its orders count, and how they answer it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from judge.kernel.engine import Standing, Task
from judge.rules.d100 import deployment, muster, politics, recalculation
from judge.rules.d100.board import NAVAL, Force
from judge.rules.d100.calendar import DEPLOYMENT, MINORS, MOVEMENT, RECALCULATION
from judge.rules.d100.field import Line, Troop
from judge.rules.d100.muster import DEEDS, ILLEGAL, Muster
from judge.rules.d100.orders import (
    Allocate,
    Convoy,
    Deed,
    Deploy,
    Hold,
    March,
    NoRoll,
    Order,
    Split,
    Stack,
    Support,
    Via,
    read_order,
)
from judge.rules.d100.rules import Game
from judge.rules.d100.state import State, values
from judge.rules.d100.throws import GivenDice, Throws

DROPPED = "Your list {why}: as it stands, all of it will be dropped and the standard list deployed."
UNFINISHED, UNLAWFUL = "is not complete", "is against the rules"
STANDARD_LIST = "the standard list is deployed"


def standing(game: Game, state: State, power: str, orders: Sequence[str]) -> Standing:
    """Tasks, other orders, warnings and arithmetic of ``power``; ``orders`` are canonical."""
    latest_orders = drop_replaced(game, state, power, orders)
    kind = state.phase[-1]
    if kind == DEPLOYMENT:
        return _deployment(game, power, latest_orders)
    if kind == MINORS:
        return _minors(game, state, power, latest_orders)
    if kind == RECALCULATION:
        return recalculation.halfyear_standing(game, state, power, latest_orders)
    worth = values(state, game)
    ready = muster.muster(game, state, worth, {power: latest_orders})
    court = politics.Court(game, worth, Throws(state.phase, GivenDice(())), [])
    points = {minor: dict(row) for minor, row in state.points.items()}
    spent = politics.allocate(court, state, ready.lines, points).get(power, 0)
    own = [troop for troop in ready.troops if troop.owner == power]
    line_ids = {id(troop.line) for troop in own}
    tasks = tuple(_tasks(ready, own))
    extra = tuple(
        line.text for line in ready.lines if id(line) not in line_ids and line.verdict != ILLEGAL
    )
    illegal = _list_illegal(ready.lines)
    idle, dependent = _find_idle(ready, power)
    allowance = politics.allowance(game.rules, worth.get(power, 0))
    return Standing(
        tasks=tasks,
        forms=("ALLOCATE ",) if allowance > spent else (),
        extra=extra,
        warnings=(*illegal, *idle, *dependent),
        void=(*illegal, *idle),
        facts=tuple(_list_facts(court, state, power, points, ready.lines, spent)),
    )


def _tasks(ready: Muster, own: Sequence[Troop]) -> Iterator[Task]:
    """A piece and its order; it may hold or make a step, and more after that.

    The pieces of a stack share a form and an order; what pieces of one name can do is said once.
    """
    names: set[str] = set()
    past: set[str] = set()
    for troop in own:
        good = troop.line is not None and troop.line.verdict != ILLEGAL
        text = troop.line.text if troop.line and good else ""
        stack = muster.stack(ready, troop.owner, troop.place)
        name = f"STACK {troop.place}" if stack else troop.name
        form, options = f"{name} - ", []
        if name not in names:
            arms = [piece.arm for piece in stack or [troop]]
            goals = sorted(ready.game.board.steps_together(arms, troop.place))
            # A stack that holds is its pieces.
            options = [*([] if stack else [f"{name} H"]), *(form + goal for goal in goals)]
        elif stack:
            form = ""
        names.add(name)
        yield Task(troop.name, text, "holds", form, tuple(options), shared=text in past)
        if troop.line and isinstance(troop.line.order, Stack | Split):
            past.add(text)


def _list_illegal(lines: Iterable[Line]) -> tuple[str, ...]:
    """Lines that cannot be carried out."""
    return tuple(f"{line.text}: {line.reason}" for line in lines if line.verdict == ILLEGAL)


def _find_idle(ready: Muster, power: str) -> tuple[list[str], list[str]]:
    """Lines that own other orders let come to nothing; those that others have to make good."""
    muster.match_supports(ready)
    muster.match_convoys(ready)
    idle: list[str] = []
    dependent: list[str] = []
    for line in ready.lines:
        if line.verdict != muster.INVALID or line.power != power:
            continue
        # Whose piece a support or a convoy is for.
        owners: set[str] = set()
        match line.order:
            case Support(about=piece) | Convoy(cargo=piece):
                owners = {troop.owner for troop in ready.find(piece)}
        if owners and power not in owners:
            names = " or ".join(sorted(owners))
            dependent.append(f"{line.text}: this depends on what {names} orders.")
        else:
            # Another power can still make a line good, a cargo's fleet being anybody's.
            sentences = dependent if isinstance(line.order, Via) else idle
            sentences.append(f"{line.text}: {line.reason} So far it has no effect.")
    return idle, dependent


def _list_facts(
    court: politics.Court,
    state: State,
    power: str,
    points: politics.Points,
    lines: Sequence[Line],
    spent: int,
) -> Iterator[str]:
    """The arithmetic of points, minors in which the power rolls, minors that it may order."""
    board, rules = court.game.board, court.game.rules
    most = politics.allowance(rules, court.values.get(power, 0))
    yield f"You have {most} points to allocate this month: {spent} allocated, {most - spent} left."
    for minor in board.minors if most and not spent else ():
        sample = Allocate(rules.allocation, minor)
        if not politics.refusal(sample, state, court.game):
            yield f"{sample}, for one, puts {sample.points} into {minor}."
            break
    orders = [line.order for line in lines]
    for minor in sorted(points):
        total = points[minor].get(power, 0)
        aim = "alliance" if state.is_friend(power, minor) else "friendship"
        if total >= rules.roll and NoRoll(minor) in orders:
            yield f"{minor}: {total} points, the roll for {aim} is held back."
        elif total >= rules.roll:
            chance = rules.tables.friendship(min(total, rules.tables.most_points))
            yield f"{minor}: {total} points, you roll for {aim}: {chance} %, less with rivals."
        elif total:
            yield f"{minor}: {total} points, {rules.roll} are needed to roll for {aim}."
    for minor in board.minors:
        if state.is_friend(power, minor) and state.units.get(minor):
            yield f"As a friend you may order {minor}: {', '.join(state.units[minor])}."


def _deployment(game: Game, power: str, orders: Sequence[str]) -> Standing:
    """A slot for each piece, what the list still lacks, where the pieces stand."""
    list_orders = [read_order(text, game.board) for text in orders]
    pieces = [order.piece for order in list_orders if isinstance(order, Deploy)]
    tasks = _list_slots(game, power, pieces)
    is_full = all(task.order for task in tasks)
    faults = deployment.roster_shape(game, power, pieces)
    lawful = is_full and not faults
    if is_full and faults:
        tasks.append(Task("a list within the rules", "", STANDARD_LIST, ""))
    law = () if lawful else deployment.roster_law(game.rules)
    why = UNLAWFUL if is_full else UNFINISHED
    drop_warnings = (DROPPED.format(why=why),) if pieces and not lawful else ()
    country = game.board.countries[power]
    city_facts = []
    for city in country.cities:
        # What matters for a deployment, and what is there: "LON (capital, port): L5".
        marks = ["capital"] if city == country.capital else []
        marks += ["port"] if game.board.can_stand(NAVAL, city) else ["no port"]
        kinds = sorted(f"{piece.arm}{piece.strength}" for piece in pieces if piece.space == city)
        city_facts.append(f"{city} ({', '.join(marks)}): {', '.join(kinds) or 'nothing'}")
    return Standing(
        tasks=tuple(tasks),
        warnings=(*drop_warnings, *faults) if pieces else (),
        void=drop_warnings,
        facts=(*law, *city_facts),
    )


def _list_slots(game: Game, power: str, pieces: Sequence[Force]) -> list[Task]:
    """A task for each piece that is to be deployed, the largest first."""
    offers = Counter(deployment.default_roster(game, power)) - Counter(pieces)
    tasks = []
    for strength, names in deployment.roster_slots(game.rules):
        texts = [str(Deploy(piece)) for piece in pieces if piece.strength == strength]
        forms = [str(Deploy(piece)) for piece in offers.elements() if piece.strength == strength]
        for index, name in enumerate(names):
            text = texts[index] if index < len(texts) else ""
            form = "" if text else forms[index - len(texts)]
            tasks.append(Task(name, text, STANDARD_LIST, form))
    return tasks


def _minors(game: Game, state: State, power: str, orders: Sequence[str]) -> Standing:
    """A task for each piece of a minor that fell to the power and has a choice of places."""
    board = game.board
    lines = deployment.minors(game, state, {power: orders})[1]
    line_of = {
        (board.spaces[line.order.piece.space].country, line.unit.split()[0]): line.text
        for line in lines
        if line.verdict == "succeeds" and isinstance(line.order, Deploy)
    }
    tasks, extra, facts = [], [], []
    for minor, piece in deployment.list_dealt(board, state, power):
        able = [s for s in board.countries[minor].spaces if board.can_stand(piece.arm, s)]
        text, home = line_of.get((minor, str(piece)), ""), deployment.home(board, minor, piece)
        if len(able) == 1:
            facts.append(f"{piece} of {minor} can only stand in {home}, and is there.")
            extra += [text] if text else []
            continue
        options = tuple(f"DEPLOY {piece} {space}" for space in able)
        form = f"DEPLOY {piece} {home}"
        tasks.append(Task(f"{minor} {piece}", text, f"stands in {home}", form, options))
    refusals = _list_illegal(lines)
    return Standing(tuple(tasks), tuple(extra), refusals, tuple(facts), refusals)


def drop_replaced(game: Game, state: State, power: str, texts: Sequence[str]) -> tuple[str, ...]:
    """R9: ``texts`` in the order they came, without those that later ones replace.

    A STACK or SPLIT replaces the single orders of its pieces and the other way round; of the
    pieces to be deployed the last ones of each strength stay, as many as the rules ask for.
    """
    kind, marches, places = state.phase[-1], _Marches(state, power), Counter[int]()
    # From the last to the first, what is left of each for pieces that are still free.
    rest: list[str] = []
    for text in reversed(texts):
        order = read_order(text, game.board)
        if kind == MOVEMENT:
            rest[:0] = marches.take(text, order)
            continue
        if kind == DEPLOYMENT and isinstance(order, Deploy):
            strength = order.piece.strength
            places[strength] += 1
            if places[strength] > game.rules.deployment.pieces[strength]:
                continue
        rest.insert(0, text)
    return tuple(rest)


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
