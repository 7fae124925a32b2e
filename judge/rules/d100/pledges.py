"""Supports and convoys matched with the orders that they are about."""

from collections.abc import Iterable

from judge.rules.d100.board import Force
from judge.rules.d100.field import Aid, Troop, Voyage
from judge.rules.d100.muster import ILLEGAL, INVALID, Muster, put_down
from judge.rules.d100.orders import Convoy, March, Support, Via


def aids(ready: Muster) -> list[Aid]:
    """The supports that match an order; the others are put down as invalid (R24)."""
    all_aids = []
    for troop in ready.troops:
        order = troop.deed
        if not isinstance(order, Support):
            continue
        candidates = [other for other in ready.find(order.about) if _fits(other, order)]
        if not candidates:
            put_down(troop, INVALID, f"{order.about} has no such order.")
            continue
        # It may mean the pieces of one power, the giver's own before the others'.
        owner = min((other.owner != troop.owner, other.owner) for other in candidates)[1]
        named = tuple(other for other in candidates if other.owner == owner)
        all_aids.append(Aid(troop, named, order.space))
    return all_aids


def _fits(other: Troop, order: Support) -> bool:
    if order.holding:
        return not isinstance(other.deed, March | Via)
    return isinstance(other.deed, March) and order.space in other.deed.path


def voyages(ready: Muster) -> list[Voyage]:
    """The convoys of the month; cargoes without carriers and the reverse are invalid (R37)."""
    _refuse_minors_cargo(ready)
    place = {id(line): number for number, line in enumerate(ready.lines)}
    carriers = [one for one in ready.troops if one.line and isinstance(one.deed, Convoy)]
    carriers.sort(key=lambda troop: place[id(troop.line)])
    cargoes = [troop for troop in ready.troops if isinstance(troop.deed, Via)]
    all_voyages = _match_cargoes(cargoes, carriers)
    under_way = {troop for voyage in all_voyages for troop in (voyage.cargo, *voyage.carriers)}
    troops_left = [troop for troop in [*cargoes, *carriers] if troop not in under_way]
    reasons = [_explain_missing(troop, cargoes, carriers) for troop in troops_left]
    for troop, reason in zip(troops_left, reasons, strict=True):
        put_down(troop, INVALID, reason)
    return sorted(all_voyages, key=lambda voyage: (voyage.cargo.owner, voyage.cargo.number))


def _match_cargoes(cargoes: Iterable[Troop], carriers: Iterable[Troop]) -> list[Voyage]:
    """Each cargo with the carriers that it gets; of pieces alike each has a crew of its own."""
    alike: dict[Via, list[Troop]] = {}
    for troop in cargoes:
        if isinstance(troop.deed, Via):
            alike.setdefault(troop.deed, []).append(troop)
    voyages_found = []
    for order in sorted(alike, key=str):
        loads = alike[order]
        for cargo, crew in zip(loads, _deal_crews(order, carriers, len(loads)), strict=True):
            voyage = _voyage(order, cargo, crew)
            if voyage:
                voyages_found.append(voyage)
    return voyages_found


def _explain_missing(troop: Troop, cargoes: Iterable[Troop], carriers: Iterable[Troop]) -> str:
    """What a convoy lacks (R37): its cargo's order, a carrier's, or one in the port of origin."""
    deed = troop.deed
    if isinstance(deed, Via):
        load, target = deed.piece, deed.target
        if not any(_carries(other, load, target) for other in carriers):
            return f"There is no convoy: no piece was ordered to convoy {load} to {target}."
        return f"There is no convoy: no carrier of {load} stands in {load.space} for it."
    if not isinstance(deed, Convoy):
        return "There is no convoy."
    load, target = deed.cargo, deed.target
    if not any(other.deed == Via(load, target) for other in cargoes):
        return f"There is no convoy: {load} was not ordered to {target} VIA."
    return f"There is no convoy for it: its carrier in {load.space} is missing, or of another kind."


def _carries(carrier: Troop, load: Force, target: str) -> bool:
    """Whether a piece was ordered to convoy ``load`` to ``target``."""
    deed = carrier.deed
    return isinstance(deed, Convoy) and (deed.cargo, deed.target) == (load, target)


def _refuse_minors_cargo(ready: Muster) -> None:
    """R37: pieces of minors are not carried, so an order to carry one is illegal."""
    for troop in ready.troops:
        if isinstance(troop.deed, Convoy):
            namesakes = ready.find(troop.deed.cargo)
            if namesakes and all(other.owner in ready.game.board.minors for other in namesakes):
                put_down(troop, ILLEGAL, "A minor's pieces cannot be carried.")


def _deal_crews(order: Via, carriers: Iterable[Troop], number: int) -> list[list[Troop]]:
    """Carriers dealt to identical cargoes: those in one space to one cargo after the other."""
    crews: list[list[Troop]] = [[] for _ in range(number)]
    turn_in: dict[str, int] = {}
    for troop in carriers:
        if _carries(troop, order.piece, order.target):
            turn = turn_in.get(troop.place, 0)
            crews[turn % number].append(troop)
            turn_in[troop.place] = turn + 1
    return crews


def _voyage(order: Via, cargo: Troop, crew: list[Troop]) -> Voyage | None:
    """R43: the first carrier in the port of origin says whether it goes by sea or by air."""
    origin = order.piece.space
    arm = next((troop.arm for troop in crew if troop.place == origin), "")
    if not arm:
        return None
    carriers = tuple(troop for troop in crew if troop.arm == arm)
    return Voyage(cargo, carriers, origin, order.target, arm)
