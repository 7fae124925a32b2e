"""A table on which one person plays a line of phases from a position of a game, all by himself.

He orders for all powers and goes back and forth. Kept are the position that the line begins from
and the orders of its phases; what these led to is worked out anew whenever it is looked at. What
was secret from him in the game is not in the position, and its dice are none of the game's.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.catalog import variant as catalog
from judge.game.books import export
from judge.game.readers.addresses import MASTER
from judge.game.terms.tables import Table
from judge.game.turn import phase, trial
from judge.game.turn.trial import Row
from judge.kernel import limits
from judge.kernel.engine import Order, Turn
from judge.kernel.errors import DoubtError, InputError
from judge.store.record import OVER, RUNNING, Game, PlayedTurn, Study

OrdersOfPower = Mapping[str, tuple[str, ...]]


class Step(Struct, frozen=True):
    """A phase of the line that is played: the table before it, and what it led to."""

    table: Table
    turn: Turn[Any]


class Line(Struct, frozen=True):
    """A line played up to where its owner stands: ``table`` is the phase that waits there."""

    study: Study
    steps: tuple[Step, ...]
    table: Table

    @property
    def orders(self) -> OrdersOfPower:
        """What is laid for the phase that waits."""
        steps = self.study.steps
        return steps[self.study.place] if self.study.place < len(steps) else {}

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won by the last step, none while the line can go on."""
        return self.steps[-1].turn.winners if self.steps else ()


def begin(blank: Study, table: Table, turn: PlayedTurn | None, own: Sequence[str]) -> Study:
    """A study of a position of a game as who has the study's role in it may know it.

    That is the position before ``turn``, with the orders that he knows of it; None: the present
    one, with the orders that are his ``own``. What its archive shows he knows of a game that is
    over.
    """
    is_open = table.game.status == OVER and table.customs.reveal
    state = table.engine.load(turn.before) if turn else table.state
    knows_as = MASTER if is_open else blank.role
    position = trial.known_position(Table(table.game, table.variant, state), knows_as)
    orders = {blank.role: tuple(own)} if own else {}
    if turn is not None:
        public = export.list_public_orders(table, turn)
        own_orders = {blank.role: turn.orders[blank.role]} if blank.role in turn.orders else {}
        known = turn.orders if is_open else {**public, **own_orders}
        orders = {power: tuple(one.text for one in entries) for power, entries in known.items()}
    legal = _word(_read_own(_lay_out(blank, position), orders))
    return replace(blank, start=table.engine.dump(position), steps=(legal,) if legal else ())


def _lay_out(study: Study, state: Any) -> Table:
    """A position as the table of a game that nobody else plays."""
    variant = catalog.load(study.variant)
    game = Game(
        id=0,
        name=study.game,
        variant=study.variant,
        options={},
        secret=b"",
        gm=None,
        status=RUNNING,
        created=study.touched,
        phase=variant.engine.phase(state),
    )
    return Table(game, variant, state)


def _word(orders: Mapping[str, Sequence[Order]]) -> dict[str, tuple[str, ...]]:
    return {power: tuple(one.text for one in own) for power, own in orders.items()}


def _read_own(table: Table, orders: OrdersOfPower) -> Mapping[str, tuple[Order, ...]]:
    """Those of some orders that can be given on a table."""
    lines = (line for power, texts in orders.items() for line in (f"{power}:", *texts))
    return trial.read_lines(table, "", list(lines)).orders


def follow(study: Study) -> Line:
    """Play a line from its beginning to where its owner stands."""
    start = catalog.load(study.variant).engine.load(study.start)
    line = Line(replace(study, place=0), (), _lay_out(study, start))
    for _ in range(study.place):
        line = _go_on(line)
    return line


def _go_on(line: Line) -> Line:
    """The line a phase further, by the orders that are laid."""
    table, study, orders = line.table, line.study, line.orders
    turn = table.engine.turn(table.state, orders, trial.throw(table, study.seed))
    step = Step(table, phase.add_title(turn, table.game.phase_title))
    steps = study.steps if study.place < len(study.steps) else (*study.steps, orders)
    further = replace(study, steps=steps, place=study.place + 1)
    return Line(further, (*line.steps, step), _lay_out(study, turn.state))


def lay(line: Line, texts: Sequence[str]) -> tuple[Line, Sequence[Row]]:
    """Lay orders for the phase that waits, the last for a unit; and what could not be read.

    The phases that were played behind it are forgotten. Raises InputError where there is no order.
    """
    _refuse_end(line)
    read = trial.read_lines(line.table, line.study.role, texts)
    if not read.orders and not read.rows:
        raise InputError("there is no order in it that could be played")
    if not read.orders:
        return line, read.rows
    before = _read_own(line.table, line.orders)
    laid = {}
    for power, own in read.orders.items():
        keys = {order.key for order in own}
        kept = (old for old in before.get(power, ()) if not old.key or old.key not in keys)
        laid[power] = (*kept, *own)
    return _lay_anew(line, _word({**before, **laid})), read.rows


def clear(line: Line) -> Line:
    """Take back the orders for the phase that waits."""
    return _lay_anew(line, {})


def _lay_anew(line: Line, orders: OrdersOfPower) -> Line:
    """The line with these orders for the phase that waits, and without those behind it."""
    steps = line.study.steps[: line.study.place]
    return replace(line, study=replace(line.study, steps=(*steps, orders) if orders else steps))


def play(line: Line, *, computers: bool) -> Line:
    """Go on by the phase that waits, with what is laid for it; ``computers`` order for the others.

    Raises InputError where no phase waits.
    """
    _refuse_end(line)
    if len(line.steps) >= limits.STUDY_PHASES:
        raise DoubtError(f"a line has {limits.STUDY_PHASES} phases at most", ("STUDY BACK",))
    if computers:
        line = _lay_anew(line, trial.add_computers(line.table, line.orders, line.study.seed))
    return _go_on(line)


def _refuse_end(line: Line) -> None:
    """Raise InputError where somebody has won."""
    if line.winners:
        raise DoubtError(
            f"{' and '.join(line.winners)} won here: STUDY BACK goes back", ("STUDY BACK",)
        )


def list_phases(line: Line) -> list[str]:
    """The ids of its phases: played, waiting, and ahead where its owner went back."""
    whole = line
    while whole.study.place < len(whole.study.steps):
        whole = _go_on(whole)
    return [*(step.table.game.phase_id for step in whole.steps), whole.table.game.phase_id]


def list_orders(line: Line) -> Iterator[Mapping[str, object]]:
    """What is laid by each power for the phase that waits, and what has no order.

    Where units move those without any order are left out: they hold.
    """
    table = line.table
    holds = table.game.phase is not None and table.game.phase.kind == table.engine.kinds[0]
    for power in () if line.winners else table.powers:
        texts = line.orders.get(power, ())
        standing = table.standing(power, texts)
        missing = [task.subject for task in standing.tasks if not task.order]
        if texts or (missing and not holds):
            facts = list(standing.facts)
            yield {"power": power, "orders": list(texts), "open": missing, "facts": facts}
