"""Supports and convoys matched with the orders that they are about."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence

from judge.rules.d100.field import Aid, Line, Troop, Voyage
from judge.rules.d100.muster import ILLEGAL, INVALID, Muster, put_down
from judge.rules.d100.orders import Convoy, Deed, March, Support, Via


def aids(ready: Muster) -> list[Aid]:
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


def voyages(ready: Muster) -> list[Voyage]:
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
    found: list[Voyage] = []
    for order, cargoes in loads.items():
        found += _match(order, cargoes, crews.get(order, ()))
    under_way = {troop for one in found for troop in (one.cargo, *one.carriers)}
    for order, troops in (*loads.items(), *crews.items()):
        for troop in troops:
            if troop not in under_way:
                put_down(troop, INVALID, _explain_missing(troop.deed, order, loads, crews))
    return sorted(found, key=lambda voyage: (voyage.cargo.owner, voyage.cargo.number))


def _match(order: Via, cargoes: Sequence[Troop], carriers: Iterable[Troop]) -> Iterator[Voyage]:
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


def _explain_missing(deed: Deed, order: Via, loads: Container[Via], crews: Container[Via]) -> str:
    """What a convoy lacks (R37): its cargo's order, a carrier's, or one in the port of origin."""
    load, target = order.piece, order.target
    if order not in crews:
        return f"There is no convoy: no piece was ordered to convoy {load} to {target}."
    if order not in loads:
        return f"There is no convoy: {load} was not ordered to {target} VIA."
    if isinstance(deed, Via):
        return f"There is no convoy: no carrier of {load} stands in {load.space} for it."
    return f"There is no convoy for it: its carrier in {load.space} is missing, or of another kind."
