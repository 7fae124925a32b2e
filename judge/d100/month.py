"""A month of marches: orders given out, three segments, landings, splits; then who stands where."""

from collections.abc import Iterable, Mapping, Sequence

from judge.d100 import muster, pledges, segments, voyage
from judge.d100.board import Board
from judge.d100.field import Field, Line, Peace
from judge.d100.muster import INVALID, Muster
from judge.d100.orders import Allow, March
from judge.d100.rules import Rules
from judge.d100.state import State, tidy
from judge.d100.throws import Throws


def march(
    board: Board,
    rules: Rules,
    state: State,
    values: Mapping[str, int],
    orders: Mapping[str, Sequence[str]],
    throws: Throws,
) -> tuple[Field, Muster]:
    """Carry out a month's marches and combats; ``state`` stays as it is (R6).

    The field comes back with the pieces where they ended, its events and all throws made.
    """
    ready = muster.muster(board, rules, state, values, orders)
    aids, voyages = pledges.aids(ready), pledges.voyages(ready)
    field = Field(
        board,
        rules,
        throws,
        Peace(state.friends, _open_passages(ready)),
        {space: state.owner(board, space) for space in board.spaces},
        ready.troops,
        aids,
        voyages,
    )
    for one in voyages:
        one.cargo.aboard = True
    for troop in ready.troops:
        if isinstance(troop.deed, March):
            troop.path, troop.marching = troop.deed.path, True
    for segment in range(1, rules.steps + 1):
        segments.play(field, segment)
    voyage.landings(field)
    return field, ready


def _open_passages(ready: Muster) -> frozenset[tuple[str, str, str]]:
    """R44: passages with an effect: by the owner, by who has a piece there, or at sea."""
    passages = set()
    for line in ready.lines:
        if not isinstance(line.order, Allow) or line.verdict:
            continue
        space = line.order.space
        owner = ready.state.owner(ready.board, space)
        if owner in ("", line.power) or ready.own(line.power, space):
            passages.add((line.power, line.order.guest, space))
            line.verdict = "succeeds"
        else:
            line.refuse(INVALID, f"{line.power} neither owns {space} nor has a piece there.")
    return frozenset(passages)


def units(field: Field) -> dict[str, tuple[str, ...]]:
    """The pieces by power as they stand now."""
    groups: dict[str, list[str]] = {}
    for troop in field.troops:
        if troop.alive:
            groups.setdefault(troop.owner, []).append(troop.now)
    return tidy(groups)


def splits(field: Field, ready: Muster) -> dict[str, tuple[str, ...]]:
    """R11: the stacks that fell apart, by power; their lines get their verdicts."""
    groups: dict[str, list[str]] = {}
    for power, space, lines in ready.splits:
        has_fought = any(troop.fought for troop in ready.own(power, space))
        for line in lines:
            line.verdict = "fails" if has_fought else "succeeds"
        if not has_fought:
            groups.setdefault(power, []).append(space)
    return tidy(groups)


def list_unordered(ready: Muster) -> Iterable[Line]:
    """A line for each piece without an order: the hold that it got (R9)."""
    for troop in ready.troops:
        if troop.line is None:
            troop.line = Line(troop.owner, str(troop.deed), troop.deed, troop.name)
            yield troop.line
