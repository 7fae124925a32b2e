"""One turn on one page: orders in, the next position that waits for orders out."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event
from judge.rules.dip.ground.position import State, is_ordered
from judge.rules.dip.orders.base import Written
from judge.rules.dip.play import adjust
from judge.rules.dip.play.adjust import play_adjustments
from judge.rules.dip.play.movement import play_moves
from judge.rules.dip.play.retreats import play_retreats
from judge.rules.dip.seams.rules import Game
from judge.rules.dip.seams.scene import EVERYTHING, Orders, Scene

_PLAYS = {"M": play_moves, "R": play_retreats, "A": play_adjustments}
"""What plays a phase of each kind."""


def play_phase(game: Game, scene: Scene, orders: Orders) -> Scene:
    """Adjudicate one phase; the state that comes out names the phase that follows."""
    board, rules = game.board, game.rules
    scene = rules.begin(scene, board)
    orders_of = {power: orders[power] for power in sorted(orders)}
    scene, final_orders = rules.muster(scene, board, _address_orders(game, scene.state, orders_of))
    season, letter = scene.state.phase[0], scene.state.phase[-1]
    if letter in _PLAYS:
        scene = _PLAYS[letter](game, scene, final_orders)
    elif (scene_after := rules.play(scene, board, final_orders)) is not None:
        scene = scene_after
    else:
        raise LookupError(f"no mechanic plays the phase {scene.state.phase}")
    # Centres change hands after the fall's last phase only: its moves if nobody retreats, else its
    # retreats (choice 18 of RULES.md).
    if season == game.calendar.owning and letter in "MR" and not scene.state.dislodged:
        scene = adjust.end_fall(game, scene)
    scene = rules.end(scene, board)
    next_phase = game.calendar.after(scene.state.phase, retreats=bool(scene.state.dislodged))
    state = replace(scene.state, phase=next_phase)
    return scene.with_(state, [describe_position(state)] if scene.tells == EVERYTHING else ())


def describe_position(state: State) -> Event:
    """Who stands where, as an event."""
    rows = [{"power": power, "units": list(units)} for power, units in state.units.items()]
    return Event("position", {"rows": rows}, PUBLIC)


def read_lines(game: Game, orders: Mapping[str, Sequence[str]]) -> dict[str, tuple[Written, ...]]:
    """The lines of each power, read; what can't be read keeps its fault."""
    return {power: game.notation.lines(power, lines) for power, lines in orders.items()}


def _address_orders(game: Game, state: State, orders: Orders) -> Orders:
    """Orders for units of powers that the writer runs go to those powers."""
    if not game.rules.anybody_speaks_for_others:
        return orders
    board = game.board
    orders_of: dict[str, tuple[Written, ...]] = {}
    for writer, lines in orders.items():
        runs = game.rules.speaks_for(state, game.board, writer)
        for line in lines:
            order, owners = line.order, [writer]
            if order is not None and order.space >= 0:
                space = board.spaces[order.space]
                owners = [it for it in runs if is_ordered(state, board, it, order.arm, order.space)]
                if not owners and state.phase[-1] == "A":
                    owners = [it for it in runs if space in adjust.free_sites(game, state, it)]
            owner = owners[0] if owners else writer
            address = replace(line, power=owner, writer=writer)
            orders_of[owner] = (*orders_of.get(owner, ()), address)
    return orders_of


def decides(game: Game, state: State, power: str) -> bool:
    """Whether a power has something to decide in the phase."""
    board, rules, letter = game.board, game.rules, state.phase[-1]
    # Only dislodged units are ordered in retreats (DATC 6.H.4).
    if letter == "R":
        answer = any(unit.power == power for unit in state.dislodged)
    # Who lacks centres removes (DATC 6.J.1), who has more builds where a home is free (6.I.3).
    elif letter == "A":
        spare = adjust.balance(game, state, power)
        answer = spare < 0 or (spare > 0 and bool(adjust.free_sites(game, state, power)))
    else:
        answer = bool(state.units.get(power))
    return rules.decides(state, board, power, answer)


def explain_skip(game: Game, state: State) -> str:
    """Why a phase need not wait for anybody, "" if it has to."""
    # Moves are always waited for, other phases by whoever decides something (choice 19).
    if state.winners or state.phase[-1] not in "RA":
        return ""
    powers = {*state.units, *state.centers, *(unit.power for unit in state.dislodged)}
    if any(decides(game, state, power) for power in powers):
        return ""
    return "nobody has anything to " + ("retreat" if state.phase[-1] == "R" else "build or remove")


def play_turn(game: Game, scene: Scene, orders: Mapping[str, Sequence[str]]) -> Scene:
    """Adjudicate a phase and go on until somebody has something to decide (choice 19)."""
    scene = play_phase(game, scene, read_lines(game, orders))
    while reason := explain_skip(game, scene.state):
        if scene.tells < EVERYTHING:
            scene = play_phase(game, scene, {})
            continue
        phase = game.calendar.phase(scene.state.phase)
        row = {"phase": phase.id, "title": phase.title, "reason": reason}
        scene = scene.with_(None, [Event("skipped", {"rows": [row]}, PUBLIC)])
        after = play_phase(game, scene, {})
        # Rebuilt units and the like still happen.
        news = [
            event
            for event in after.events[len(scene.events) :]
            if event.kind != "position" and event.data.get("rows")
        ]
        scene = replace(after, events=(*scene.events, *news))
    return scene
