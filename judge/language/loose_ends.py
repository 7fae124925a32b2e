"""Loose ends of a line joined to the order before them: further wishes, builds, seas."""

from collections.abc import Sequence

from msgspec.structs import replace

from judge.kernel.text import Piece
from judge.language.orders import Item
from judge.language.slots import Slots

_DEEDS = ("hold", "move", "support", "convoy")
"""Verbs that speak of one unit: a unit alone before one of them makes two units of it."""
_AND = ("and", "und", "et", "e", "y", "en", "ed")
"""Words between units that do the same; a sign may part two orders."""


def combine(items: Sequence[Item]) -> list[Item]:
    """Loose ends joined to the order before: further wishes, further builds; clashes found."""
    joined_items: list[Item] = []
    for item in items:
        last = joined_items[-1] if joined_items else None
        if last is None or last.slots is None or item.slots is None:
            joined_items.append(item)
        elif last.verb == "unit":
            _join_unit(joined_items, last, item)
        else:
            _join_order(joined_items, last, item)
    return joined_items


def _join_order(joined_items: list[Item], last: Item, item: Item) -> None:
    """Put an item below an order: it may go on with that one."""
    order, slots = last.slots or {}, item.slots or {}
    if _is_wish(order, slots):
        wish_added = _add_wish(order, slots)
        joined_items[-1] = Item(last.first, item.behind, wish_added, None, item.separator)
    elif item.verb == "unit" and "leads" in order:
        joined_items.append(item._replace(slots=_continue_list(order, slots)))
    elif last.verb in _DEEDS and item.verb == "unit" and _goes_on(item):
        joined_items[-1] = _clash(last, item)
    else:
        joined_items.append(item)


def _join_unit(joined_items: list[Item], last: Item, item: Item) -> None:
    """Put an item below a unit that stands alone: the deed may be both units'."""
    if item.verb == "unit" and "leads" in (last.slots or {}):
        joined_items.append(item._replace(slots=_continue_list(last.slots or {}, item.slots or {})))
    elif item.verb == "none":
        joined_items[-1] = Item(last.first, item.behind, item.slots)
    elif item.verb == "hold":
        joined_items[:] = [*_make_units_hold(joined_items), item]
    elif item.verb == "support" and last.separator in _AND:
        joined_items[:] = [*_share_deed(joined_items, item.slots or {}), item]
    elif item.verb in _DEEDS:
        joined_items[-1] = _clash(last, item)
    else:
        joined_items.append(item)


def _make_units_hold(items: Sequence[Item]) -> list[Item]:
    """The units that stand alone at the end of a list hold: "A Par, A Mar and F Bre hold"."""
    return _share_deed(items, {"verb": "hold"})


def _share_deed(items: Sequence[Item], deed: Slots) -> list[Item]:
    """The units that stand alone at the end of a list do the same: "Vie and Bud support Tri"."""
    first = len(items)
    while first and items[first - 1].verb == "unit":
        first -= 1
    orders = [item._replace(slots={**deed, **_name_unit(item)}) for item in items[first:]]
    return [*items[:first], *orders]


def _name_unit(item: Item) -> Slots:
    """The unit that a deed is said of with others."""
    return {key: slot for key, slot in (item.slots or {}).items() if key != "verb"}


def _goes_on(unit: Item) -> bool:
    """Whether a unit behind an order may be its goal: "apoya a Armenia a Sebastopol"."""
    return not unit.separator.strip() or not (unit.slots or {})["piece"].arm


def _clash(last: Item, item: Item) -> Item:
    """A unit beside an order, where nobody knows whose deed it is."""
    return Item(last.first, item.behind, {"verb": "clash"})


def _continue_list(before: Slots, unit: Slots) -> Slots:
    """One more unit of a list that began with its verb: "build A Par, F Bre", "fleets Lon, Edi"."""
    if before["leads"] == "convoy":
        return {**before, "piece": Piece(unit["piece"].place, "F"), "more": ()}
    piece = unit["piece"]
    if before["leads"] == "build" and not piece.arm:
        unit = {**unit, "piece": replace(piece, arm=before["piece"].arm)}
    return {**unit, "verb": before["leads"], "leads": before["leads"]}


def _is_wish(order: Slots, end: Slots) -> bool:
    """Whether ``end`` is one more wish of a retreat, or one more sea of a convoy's way.

    What is typed as a move may be a retreat: "Ven - Rom, Tus"; the phase decides.
    """
    if order["verb"] not in ("retreat", "move") or "piece" not in order or "also" in order:
        return False
    alone = end["verb"] == "unit" and not end["piece"].arm and not end["piece"].power
    if _has_way(order):
        carrier = end["verb"] == "unit" and end["piece"].arm == "F"
        return alone or carrier
    return alone or (end["verb"] == "disband" and "piece" not in end)


def _has_way(order: Slots) -> bool:
    """Whether an order is a move over other spaces."""
    return order["verb"] == "move" and len(order["path"]) > 1


def _add_wish(order: Slots, end: Slots) -> Slots:
    if _has_way(order):
        path = order["path"]
        return {**order, "path": (*path[:-1], end["piece"].place, path[-1])}
    if end["verb"] == "disband":
        wish: Slots = {"verb": "disband"}
    else:
        wish = {"verb": "retreat", "path": (end["piece"].place,)}
    return {**order, "choices": (*order.get("choices", ()), wish, *end.get("choices", ()))}
