"""Planes above water that have no order: they go along with the fleet that they are on (W56)."""

from collections.abc import Iterable

from judge.rules.dip.contest.field import Field
from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order, Written
from judge.rules.dip.orders.move import Move
from judge.rules.dip.seams.scene import Orders
from judge.rules.mechanics.air import sky
from judge.rules.mechanics.passage import allows


class Along(Move, frozen=True):
    """The flight of a plane without an order to where its fleet is ordered; nobody types it."""


def follow_fleets(state: State, board: Board, orders: Orders) -> Orders:
    """The orders with a flight for each plane above water whose fleet is ordered to move.

    Another power's fleet takes the plane along that it allows where it is or where it goes.
    """
    order_at = {
        (power, order.space): order
        for power, lines in orders.items()
        for line in lines
        if (order := line.order) is not None and order.moved
    }
    all_orders = dict(orders)
    for power, texts in state.units.items():
        for plane in map(board.unit, texts):
            is_above_water = plane.arm == sky.ARM and sky.over_water(board, plane.space)
            if not is_above_water or (power, plane.space) in order_at:
                continue
            water = sky.below(board, plane.space)
            for owner in state.units:
                sails = order_at.get((owner, water))
                if not isinstance(sails, Move) or sails.fault:
                    continue
                if allows(state, owner, power, board.spaces[water], board.spaces[sails.to]):
                    flight = Along.of(plane, sky.above(board, sails.to), board)
                    line = Written(power, flight.text, flight)
                    all_orders[power] = (*all_orders.get(power, ()), line)
                    break
    return all_orders


def carrier(field: Field, unit: int) -> int:
    """The fleet that takes the flight ``unit`` along."""
    return field.occupant[sky.below(field.board, field.space[unit])]


def own_voyage(board: Board, plane: Unit, orders: Iterable[Order]) -> Move | None:
    """The move of the player's own fleet below ``plane`` among his orders, if there is one."""
    water = sky.below(board, plane.space)
    for order in orders:
        if isinstance(order, Move) and not order.fault and (order.arm, order.space) == ("F", water):
            return order
    return None


def fate(board: Board, plane: Unit, fleets: Iterable[str], orders: Iterable[Order]) -> str:
    """What a plane above water does without an order, as its player is told; "" if it holds.

    ``fleets`` are the player's own, ``orders`` those that he gave.
    """
    sails = own_voyage(board, plane, orders)
    if sails is not None:
        return f"goes along with {sails.text}"
    water = sky.below(board, plane.space)
    is_above_own_fleet = any(board.unit(text).space == water for text in fleets)
    return (
        "" if is_above_own_fleet else "goes along if the fleet below moves and allows it, or holds"
    )
