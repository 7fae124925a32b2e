"""The start of a month: orders given to pieces, each one legal order, and matched with others'.

What is impossible or given twice is "illegal"; what is possible but fits no other order is
"invalid". Either way the piece holds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from judge.rules.d100 import legality
from judge.rules.d100.board import Force, read_force
from judge.rules.d100.field import Aid, Line, Troop, Voyage
from judge.rules.d100.orders import (
    Buy,
    Convoy,
    Deed,
    Deploy,
    Hold,
    March,
    Reduce,
    Remove,
    Retreat,
    Split,
    Stack,
    Support,
    Surrender,
    Via,
    read_order,
)
from judge.rules.d100.rules import Game
from judge.rules.d100.state import State

ILLEGAL, INVALID = "illegal", "invalid"

DEEDS = (Hold, March, Via, Support, Convoy)


class Muster(Struct):
    """Pieces and order lines at the start of a month, and the values that rank friends (R48)."""

    game: Game
    state: State
    values: Mapping[str, int]
    troops: list[Troop]
    named: Mapping[Force, list[Troop]]
    """The pieces by their name."""
    groups: Mapping[tuple[str, str], list[Troop]]
    """The pieces by their owner and the space where they start."""
    lines: list[Line] = []
    spare: list[tuple[Troop, Line]] = []
    """Refused lines that are a piece's own row if it has no other order."""
    splits: list[tuple[str, str, list[Line]]] = []
    """Splits under way: power, space, its lines."""
    offers: dict[Troop, list[tuple[Line, Deed]]] = {}
    """What their friends would have minors' pieces do."""
    retreats: dict[Troop, list[tuple[str, tuple[int, str]]]] = {}
    """Who would have a piece retreat: to which space, by which of his lines."""

    def own(self, power: str, space: str) -> list[Troop]:
        """The pieces of ``power`` that start in ``space``."""
        return self.groups.get((power, space), [])

    def find(self, name: Force) -> list[Troop]:
        """The pieces of whatever power that have a name."""
        return self.named.get(name, [])

    def enter(self, line: Line, piece: Force) -> tuple[list[Troop], list[Troop]]:
        """Note a line about a piece: all pieces of that name, and those of the line's power."""
        line.unit = str(piece)
        namesakes = self.find(piece)
        return namesakes, [troop for troop in namesakes if troop.owner == line.power]


def muster(
    game: Game,
    state: State,
    values: Mapping[str, int],
    orders: Mapping[str, Sequence[str]],
) -> Muster:
    """Give ``orders`` to the pieces of ``state``; ``values`` are the majors' at its start."""
    every = troops(state)
    named: dict[Force, list[Troop]] = {}
    groups: dict[tuple[str, str], list[Troop]] = {}
    for troop in every:
        named.setdefault(troop.force, []).append(troop)
        groups.setdefault((troop.owner, troop.place), []).append(troop)
    ready = Muster(game, state, values, every, named, groups)
    for power in sorted(orders):
        for number, text in enumerate(orders[power]):
            _take(ready, Line(power, text, read_order(text, game.board)), number)
    _choose_friends(ready)
    # R33: the choices of the owner, or of the friend of highest value, in the order written.
    for troop, wishes in ready.retreats.items():
        leader = _find_strongest(ready, [power for power, _ in wishes])
        troop.choices = [choice for power, choice in wishes if power == leader]
    for troop, line in ready.spare:
        troop.line = troop.line or line
    for troop in ready.troops:
        # R8, R23, R37, R47: what the piece cannot carry out at all.
        reason = legality.fault(troop.deed, troop.owner, game)
        if reason:
            put_down(troop, ILLEGAL, reason)
    _check_stacks(ready)
    return ready


def troops(state: State) -> list[Troop]:
    """The pieces of a position, all holding; powers in the alphabet, pieces as listed."""
    all_troops: list[Troop] = []
    for power in sorted(state.units):
        name_counts: dict[str, int] = {}
        for number, force in enumerate(state.forces(power)):
            name = str(force)
            name_counts[name] = name_counts.get(name, 0) + 1
            tag = name if name_counts[name] == 1 else f"{name}#{name_counts[name]}"
            all_troops.append(
                Troop(force, name, power, number, tag, force.space, force.strength, Hold(force))
            )
    return all_troops


def _take(ready: Muster, line: Line, number: int) -> None:
    """Hand one line to what it is about; passages and points wait for their turn."""
    order = line.order
    if line.power not in ready.game.board.majors:
        ready.lines.append(line)
        line.refuse(ILLEGAL, f"{line.power} gives no orders: its friends do.")
        return
    # Those of a stack have a line each.
    if not isinstance(order, (Stack, Split)):
        ready.lines.append(line)
    match order:
        case Hold() | March() | Via() | Support() | Convoy():
            _assign(ready, line, order)
        case Stack() | Split():
            _take_stack(ready, line, order)
        case Retreat() | Surrender():
            _take_wish(ready, line, order, number)
        case None:
            line.refuse(ILLEGAL, "This is not an order.")
            # If it begins with the name of a piece, that piece holds by it.
            if piece := read_force(" ".join(line.text.split()[:2])):
                _, own = ready.enter(line, piece)
                ready.spare.extend((troop, line) for troop in own[:1])
        case Deploy(piece) | Buy(piece) | Remove(piece) | Reduce(piece):
            line.unit = str(piece)
            line.refuse(ILLEGAL, "This is not an order of a month.")


def _assign(ready: Muster, line: Line, order: Deed) -> None:
    """R9: the first free piece of that name gets it; R47: a friend's minors come after its own."""
    namesakes, own = ready.enter(line, order.piece)
    for troop in own:
        if troop.line is None:
            troop.line, troop.deed = line, order
            return
    friendly = [t for t in namesakes if ready.state.is_friend(line.power, t.owner)]
    for troop in friendly:
        offers = ready.offers.setdefault(troop, [])
        if all(offer.power != line.power for offer, _ in offers):
            offers.append((line, order))
            return
    line.refuse(ILLEGAL, _explain_not_yours(order.piece, namesakes, [*own, *friendly]))


def _explain_not_yours(piece: Force, namesakes: Sequence[Troop], yours: Sequence[Troop]) -> str:
    if yours:
        return f"{piece} has an order already."
    if namesakes:
        return f"{piece} is a piece of {namesakes[0].owner}."
    return f"There is no piece {piece}."


def _take_stack(ready: Muster, line: Line, order: Stack | Split) -> None:
    """R10: one march for all own pieces in a space; each has a result line.

    R11: where they split all of them hold, in a region or sea zone; invalid where nothing has to.
    """
    start, own = order.start, ready.own(line.power, order.start)
    if not own:
        ready.lines.append(line)
        line.refuse(ILLEGAL, f"No piece of {line.power} stands in {start}.")
        return
    troop_lines = [Line(line.power, line.text, order, troop.name) for troop in own]
    ready.lines.extend(troop_lines)
    refusal = None
    if isinstance(order, Split):
        if ready.game.board.spaces[start].city:
            refusal = INVALID, "Pieces in a city are not a stack: each marches on its own."
        elif len(own) == 1:
            refusal = INVALID, "A single piece has nothing to split from."
        elif any(troop.line for troop in own):
            refusal = ILLEGAL, f"A piece in {start} has an order already."
        else:
            ready.splits.append((line.power, start, troop_lines))
    for troop, its in zip(own, troop_lines, strict=True):
        if refusal:
            its.refuse(*refusal)
            ready.spare.append((troop, its))
        elif troop.line:
            its.refuse(ILLEGAL, f"{troop.name} has an order already.")
        elif isinstance(order, Stack):
            troop.line, troop.deed = its, March(troop.force, order.path)
        else:
            troop.line, troop.deed = its, Hold(troop.force)


def _take_wish(ready: Muster, line: Line, order: Retreat | Surrender, number: int) -> None:
    """What a piece does if it is beaten.

    R33: where own or friendly minors' pieces would go; identical pieces share the line. R35: one
    of a major's own pieces of that name surrenders.
    """
    namesakes, own = ready.enter(line, order.piece)
    if isinstance(order, Retreat):
        yours = own or [t for t in namesakes if ready.state.is_friend(line.power, t.owner)]
        for troop in yours:
            ready.retreats.setdefault(troop, []).append((line.power, (number, order.target)))
    else:
        yours = [troop for troop in own if not troop.surrenders][:1]
        for troop in yours:
            troop.surrenders = True
    if not yours:
        line.refuse(ILLEGAL, _explain_not_yours(order.piece, namesakes, own))


def _find_strongest(ready: Muster, powers: Iterable[str]) -> str:
    """The one power of highest value among ``powers``; "" if several share it (R48)."""
    names = sorted(set(powers))
    best = max(ready.values.get(power, 0) for power in names)
    leaders = [power for power in names if ready.values.get(power, 0) == best]
    return leaders[0] if len(leaders) == 1 else ""


def _choose_friends(ready: Muster) -> None:
    """R48: of several friends' possible orders for a minor's piece, that of the highest value."""
    for troop, offers in ready.offers.items():
        good = []
        for line, order in offers:
            if reason := legality.fault(order, troop.owner, ready.game):
                line.refuse(ILLEGAL, reason)
                ready.spare.append((troop, line))
            else:
                good.append((line, order))
        leader = _find_strongest(ready, [line.power for line, _ in good]) if good else ""
        deed, who = ("follows", leader) if leader else ("holds between", "friends of equal value")
        for line, order in good:
            if line.power != leader:
                line.refuse(INVALID, f"{troop.name} {deed} {who}.")
            else:
                troop.line, troop.deed = line, order


def put_down(troop: Troop, verdict: str, reason: str) -> None:
    """Settle the piece's line as ``verdict``; the piece holds."""
    if troop.line:
        troop.line.refuse(verdict, reason)
    troop.deed = Hold(troop.force)


def stack(ready: Muster, owner: str, space: str) -> list[Troop]:
    """R10: the pieces of a power in a space if they can march together only; else none."""
    single = ready.game.board.spaces[space].city or space in ready.state.split.get(owner, ())
    own = ready.own(owner, space)
    return own if len(own) > 1 and not single else []


def _check_stacks(ready: Muster) -> None:
    """R10: out of a region or sea zone the pieces of one power march together or not at all.

    Where they may march singly (in a city, after a split), only those that STACK named must.
    """
    for (owner, space), own in ready.groups.items():
        if len(own) == 1:
            continue
        bound = stack(ready, owner, space) or [
            troop for troop in own if troop.line and isinstance(troop.line.order, Stack)
        ]
        marches = [troop.deed.path for troop in bound if isinstance(troop.deed, March)]
        together = len(marches) == len(bound) and len(set(marches)) == 1
        for troop in bound if len(bound) > 1 else ():
            if together:
                troop.stack = f"{owner} {space}"
            elif isinstance(troop.deed, March):
                reason = f"The pieces in {space} are a stack and march only together."
                put_down(troop, ILLEGAL, reason)


def match_supports(ready: Muster) -> list[Aid]:
    """The supports that match an order; the others are put down as invalid (R24)."""
    all_aids = []
    for troop in ready.troops:
        order = troop.deed
        if not isinstance(order, Support):
            continue
        others = ready.find(order.about)
        if order.holding:
            candidates = [other for other in others if not isinstance(other.deed, March | Via)]
        else:
            candidates = [
                other
                for other in others
                if isinstance(other.deed, March) and order.space in other.deed.path
            ]
        if not candidates:
            put_down(troop, INVALID, f"{order.about} has no such order.")
            continue
        # It may mean the pieces of one power, the giver's own before the others'.
        owner = min((other.owner != troop.owner, other.owner) for other in candidates)[1]
        named = tuple(other for other in candidates if other.owner == owner)
        all_aids.append(Aid(troop, named, order.space))
    return all_aids


def match_convoys(ready: Muster) -> list[Voyage]:
    """The convoys of the month; cargoes without carriers and the reverse are invalid (R37)."""
    carriers = [(one, one.deed) for one in ready.troops if isinstance(one.deed, Convoy)]
    written: list[Line | None] = [*ready.lines]
    carriers.sort(key=lambda carrier: written.index(carrier[0].line))
    crews: dict[Via, list[Troop]] = {}
    for troop, deed in carriers:
        namesakes = ready.find(deed.cargo)
        if namesakes and all(other.owner in ready.game.board.minors for other in namesakes):
            put_down(troop, ILLEGAL, "A minor's pieces cannot be carried.")
        else:
            crews.setdefault(Via(deed.cargo, deed.target), []).append(troop)
    loads: dict[Via, list[Troop]] = {}
    for troop in ready.troops:
        if isinstance(troop.deed, Via):
            loads.setdefault(troop.deed, []).append(troop)
    found = [
        one
        for order, cargoes in loads.items()
        for one in _deal_carriers(order, cargoes, crews.get(order, ()))
    ]
    under_way = {troop for one in found for troop in (one.cargo, *one.carriers)}
    for order, troops in (*loads.items(), *crews.items()):
        load = order.piece
        for troop in troops:
            if troop in under_way:
                continue
            # It lacks its cargo's order, a carrier's, or one in the port of origin (R37).
            lack = f" for it: its carrier in {load.space} is missing, or of another kind"
            if order not in crews:
                lack = f": no piece was ordered to convoy {load} to {order.target}"
            elif order not in loads:
                lack = f": {load} was not ordered to {order.target} VIA"
            elif isinstance(troop.deed, Via):
                lack = f": no carrier of {load} stands in {load.space} for it"
            put_down(troop, INVALID, f"There is no convoy{lack}.")
    return sorted(found, key=lambda voyage: (voyage.cargo.owner, voyage.cargo.number))


def _deal_carriers(
    order: Via, cargoes: Sequence[Troop], carriers: Iterable[Troop]
) -> Iterator[Voyage]:
    """Carriers dealt to identical cargoes: those in one space to one cargo after the other.

    R43: the first in the port of origin says whether it goes by sea or by air.
    """
    crews: list[list[Troop]] = [[] for _ in cargoes]
    turn_in = Counter[str]()
    for troop in carriers:
        crews[turn_in[troop.place] % len(crews)].append(troop)
        turn_in[troop.place] += 1
    origin = order.piece.space
    for cargo, crew in zip(cargoes, crews, strict=True):
        arm = next((troop.arm for troop in crew if troop.place == origin), "")
        if arm:
            able = tuple(troop for troop in crew if troop.arm == arm)
            yield Voyage(cargo, able, origin, order.target, arm)
