"""What a major may order in a phase, and what excludes what."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, product

from judge.kernel.choice import BUILDS, PLACING, RETREATS, Choice, Example
from judge.kernel.engine import Purse
from judge.rules.d100 import deployment, legality, politics, recalculation, voyage
from judge.rules.d100.board import AIR, ARMS, LAND, NAVAL, Board, Force
from judge.rules.d100.calendar import DEPLOYMENT, MOVEMENT, RECALCULATION
from judge.rules.d100.field import Line, Troop
from judge.rules.d100.muster import troops
from judge.rules.d100.orders import (
    ALL,
    Allocate,
    Allow,
    Buy,
    Convoy,
    Deed,
    Deploy,
    Hold,
    March,
    NoRoll,
    Reduce,
    Remove,
    Retreat,
    Split,
    Stack,
    Support,
    Surrender,
    Via,
)
from judge.rules.d100.rules import Game
from judge.rules.d100.state import State, is_out, values

EXAMPLES = (
    Example("L{most} {a} - {b} - {c}", "a move of one to three steps", "move"),
    Example("L{most} {a} hold", "it stays", "hold"),
    Example("L{more} {d} S L{most} {b}", "support of one that stays", "support"),
    Example("L{more} {d} S L{most} {a} - {b}", "support of a move", "support"),
    Example("N{most} {port} C L{more} {port} - {shore}", "convoy", "convoy"),
    Example("L{more} {port} - {shore} via", "by convoy, not over land", "move"),
    Example(
        "{minor_adjective} L{less} {minor_city} - {minor_land}",
        "as a friend of {minor}, inside {minor}",
        "move",
    ),
    Example("stack {b} - {a}", "all your pieces there march as one", "stack"),
    Example("split {b}", "a month to part them; not needed in cities", "split"),
    Example("allow {rival} at {b}", "passage", "allow"),
    Example("allocate {lot} to {minor}", "points, up to half your value a month", "allocate"),
    Example("no roll {minor}", "you save your points for later", "no-roll"),
    Example("L{less} {b} R {c}", "retreats", "retreat", RETREATS),
    Example("L{less} {b} surrender", "it does not try", "surrender", RETREATS),
    Example("Deploy L{most} {a}", "a piece at the start", "deploy", PLACING),
    Example("Remove L{most} {a}", "takes a piece off", "remove", BUILDS),
    Example("Buy L{less} {a}", "{price} points a strength", "buy", BUILDS),
    Example("Reduce L{most} {a} to {least}", "makes a piece weaker", "reduce", BUILDS),
)
"""Orders of this engine as HELP ORDERS shows them, in slots for the board's names and strengths."""


def list_choices(game: Game, state: State, power: str, only: str = "") -> Iterator[Choice]:
    """Every order that ``power`` may give, or those of the pieces named ``only`` ("L5 LON").

    Of pieces of one name each has its own; they are told apart by what they use ("L5 LON#2").
    """
    board, kind = game.board, state.phase[-1]
    if kind == MOVEMENT:
        yield from _Month(game, state, power).choices(only)
    elif kind == RECALCULATION:
        trades = _list_trades(game, state, power)
        yield from (choice for choice in trades if only in ("", choice.subject))
    elif not only:
        # R68: minors' pieces that fell to the power, each anywhere in its country.
        slots: list[tuple[str, Sequence[str], int, Sequence[str]]] = [
            (f"{minor} {piece}", (piece.arm,), piece.strength, board.countries[minor].spaces)
            for minor, piece in deployment.list_dealt(board, state, power)
        ]
        if kind == DEPLOYMENT:
            # R65: for each piece of the list, any arm in any home city.
            slots = [
                (subject, ARMS, strength, board.countries[power].cities)
                for strength, subjects in deployment.roster_slots(game.rules)
                for subject in subjects
            ]
        for subject, arms, strength, spaces in slots:
            for space, arm in product(spaces, arms):
                if board.can_stand(arm, space):
                    yield Choice(str(Deploy(Force(arm, strength, space))), subject, (subject,))


def find_purse(game: Game, state: State, power: str) -> Purse | None:
    """R53: half a value a month, in lots, to minors that stand alone; R60: a half-year's gain."""
    board, rules = game.board, game.rules
    kind = state.phase[-1]
    if kind == MOVEMENT:
        points = politics.allowance(rules, values(state, game).get(power, 0))
        closed_minors = [
            name for name in board.minors if name in state.allies or is_out(state, board, name)
        ]
        return Purse("ALLOCATE", points, lot=rules.allocation, closed=tuple(closed_minors))
    if kind == RECALCULATION:
        net = recalculation.nets(game, state).get(power, 0)
        return Purse("BUY", net) if net >= 0 else Purse("REMOVE", -net)
    return None


def _list_trades(game: Game, state: State, power: str) -> Iterator[Choice]:
    """R60: what a gain buys, once for each free place; R61: what may be given for a loss.

    The last piece that is given may be worth more than is owed.
    """
    board, rules = game.board, game.rules
    net = recalculation.nets(game, state)[power]
    strengths = sorted(rules.deployment.pieces)
    pieces = (Force(arm, cs, place) for place in board.spaces for arm in ARMS for cs in strengths)
    for piece in pieces if net > 0 else ():
        books = recalculation.account(game, state, power, net)
        room = rules.room - sum(holding.force.space == piece.space for holding in books.pieces)
        line = Line(power, str(Buy(piece)), Buy(piece))
        books.take(line)
        for place in range(room if line.verdict == "succeeds" else 0):
            place_name = f"place {place + 1} in {piece.space}"
            yield Choice(line.text, f"new piece in {piece.space}", (place_name,), net - books.left)
    for troop in troops(state) if net < 0 else ():
        if troop.owner == power:
            whole = rules.tables.price(troop.force.strength)
            yield Choice(str(Remove(troop.force)), troop.name, (troop.tag,), whole)
            for strength_left in range(1, troop.force.strength):
                text = str(Reduce(troop.force, strength_left))
                points = whole - rules.tables.price(strength_left)
                yield Choice(text, troop.name, (troop.tag,), points)


class _Month:
    """What a major may order in a month: its own pieces and those of minors whose friend it is."""

    def __init__(self, game: Game, state: State, power: str) -> None:
        self.game, self.board, self.state, self.power = game, game.board, state, power
        self.every = troops(state)
        self.own = [troop for troop in self.every if troop.owner == power]
        piece_counts = Counter((one.owner, one.place) for one in self.every)
        self.crowded = [whose for whose, pieces in piece_counts.items() if pieces > 1]
        """Whose pieces are several in a space, and where."""
        self.bound = {
            (owner, space)
            for owner, space in self.crowded
            if not game.board.spaces[space].city and space not in state.split.get(owner, ())
        }
        """Whose pieces march together or not at all, and where: no city, no split (R10, R11)."""

    def choices(self, only: str) -> Iterator[Choice]:
        """Pieces first, then stacks, then what is written beside them."""
        friends = (one for one in self.every if self.state.is_friend(self.power, one.owner))
        for troop in chain(self.own, friends):
            if only in ("", troop.name):
                yield from self._deeds(troop)
                # R33: places to retreat to, as many as one likes; R35: none.
                retreat = f"retreat of {troop.name}"
                for space in sorted(self.board.steps[troop.arm][troop.place]):
                    yield Choice(str(Retreat(troop.force, space)), retreat)
                if troop.owner == self.power:
                    text = str(Surrender(troop.force))
                    yield Choice(text, retreat, (f"surrender of {troop.tag}",))
        if only:
            return
        for owner, space in self.crowded:
            if owner == self.power:
                # R10: one march for all own pieces of a space; R11: a stack falls apart.
                pieces = [one for one in self.own if one.place == space]
                tags = tuple(one.tag for one in pieces)
                for path in self._paths(pieces):
                    yield Choice(str(Stack(space, path)), f"stack in {space}", tags)
                if not self.board.spaces[space].city:
                    yield Choice(str(Split(space)), f"stack in {space}", tags)
        yield from self._favours()

    def _deeds(self, troop: Troop) -> Iterator[Choice]:
        """What the piece does for a month."""
        marches_as_stack = (troop.owner, troop.place) in self.bound
        beside = [one for one in self.every if one.place == troop.place and one.tag != troop.tag]
        carriers = [one for one in beside if one.force.arm != LAND]
        steps = self.board.steps
        reach = steps[troop.arm][troop.place]
        ideas: Iterator[Deed] = chain(
            [Hold(troop.force)],
            () if marches_as_stack else (March(troop.force, path) for path in self._paths([troop])),
            # R23: of pieces that stay, or step, where the giver could step itself.
            (
                Support(troop.force, other.force, space, holding=space == other.place)
                for other in self.every
                if other.tag != troop.tag
                for space in (other.place, *sorted(steps[other.arm][other.place]))
                if space in reach
            ),
            # R37: to every port where a carrier beside it may go; what it carries itself.
            (Via(troop.force, port) for one in carriers for port in _ends(self.board, one, troop)),
            (
                Convoy(troop.force, one.force, port)
                for one in beside
                for port in _ends(self.board, troop, one)
            ),
        )
        for deed in ideas:
            if not legality.fault(deed, troop.owner, self.game):
                yield Choice(str(deed), troop.name, (troop.tag,))

    def _paths(self, pieces: Sequence[Troop]) -> Iterator[tuple[str, ...]]:
        """R8: ways of so many steps at most that all the pieces can make."""
        arms, start = [one.arm for one in pieces], pieces[0].place
        paths: list[tuple[str, ...]] = [()]
        for _ in range(self.game.rules.steps):
            paths = [
                (*path, space)
                for path in paths
                for space in sorted(self.board.steps_together(arms, path[-1] if path else start))
            ]
            yield from paths

    def _favours(self) -> Iterator[Choice]:
        """R44: passage at sea, where own pieces stand, and through own spaces.

        R53: points in lots; R55: rolls that may be held back.
        """
        pieces = {one.place for one in self.own}
        for space in sorted(self.board.spaces):
            if space in pieces or self.state.owner(self.board, space) in ("", self.power):
                for guest in (ALL, *self.board.majors):
                    if guest != self.power:
                        yield Choice(str(Allow(guest, space)), f"passage at {space}")
        purse = find_purse(self.game, self.state, self.power)
        for minor in self.board.minors:
            if purse and minor not in purse.closed:
                for points in range(purse.lot, purse.points + 1, purse.lot):
                    yield Choice(str(Allocate(points, minor)), f"points for {minor}", price=points)
            if self.state.points.get(minor, {}).get(self.power):
                yield Choice(str(NoRoll(minor)), f"roll in {minor}", (f"roll in {minor}",))


def _ends(board: Board, carrier: Troop, cargo: Troop) -> Iterator[str]:
    """Where a carrier might bring a cargo: to ports by sea, to cities by air."""
    for space in sorted(board.spaces):
        deed = Convoy(carrier.force, cargo.force, space)
        if not legality.carrier(deed, carrier.owner, board):
            yield space


def is_convoy_workable(order: Via, state: State, board: Board) -> bool:
    """Whether a cargo could land if every piece helped and nobody hindered it (R37-R43).

    It needs a carrier beside it, others on the way, and ports that are friendly or whose major
    may give passage.
    """
    every, ends = troops(state), (order.piece.space, order.target)
    # R38, R43: pieces of one arm that may carry the cargo make a whole way.
    able = [
        troop
        for troop in every
        if not legality.carrier(Convoy(troop.force, order.piece, ends[1]), troop.owner, board)
    ]
    crews = [(arm, {troop.place for troop in able if troop.arm == arm}) for arm in (NAVAL, AIR)]
    if not any(ends[0] in crew and voyage.leads(board, arm, ends, crew) for arm, crew in crews):
        return False
    # R42: each port is the cargo's, a friendly minor's, or a major's, who may give passage.
    owners = [owner for port in ends if (owner := state.owner(board, port)) not in board.majors]
    return any(
        all(owner == troop.owner or state.is_friend(troop.owner, owner) for owner in owners)
        for troop in every
        if troop.force == order.piece
    )
