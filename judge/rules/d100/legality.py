"""What a piece can do at all: the faults of an order that show without the others' orders.

Each function returns one sentence that names the fault, or "" if there is none.
"""

from judge.rules.d100.board import AIR, LAND, NAVAL, Board, Force
from judge.rules.d100.orders import Convoy, Deed, Hold, March, Support, Via
from judge.rules.d100.rules import Game

ARM_NAMES = {LAND: "land", NAVAL: "naval", AIR: "air"}
"""The arms in words."""
A_PIECE = {LAND: "a land piece", NAVAL: "a naval piece", AIR: "an air piece"}


def fault(order: Deed, owner: str, game: Game) -> str:
    """What is impossible in ``order`` for a piece of ``owner``."""
    match order:
        case March(piece, path):
            return march(piece, path, owner, game)
        case Hold():
            return ""
        case Support(piece, _, space):
            return support(piece, space, game.board)
        case Via(piece, target):
            return cargo(piece, target, owner, game.board)
        case Convoy():
            return carrier(order, owner, game.board)


def march(piece: Force, path: tuple[str, ...], owner: str, game: Game) -> str:
    """R8: one to three steps, each possible; R47: a minor's piece stays in its country."""
    if len(path) > game.rules.steps:
        return f"A march has {game.rules.steps} steps at most, this one has {len(path)}."
    here = piece.space
    for space in path:
        if space not in game.board.steps[piece.arm][here]:
            return f"{here} to {space} is not one step for {A_PIECE[piece.arm]}."
        if owner in game.board.minors and game.board.spaces[space].country != owner:
            return f"Pieces of {owner} stay inside its borders, and {space} is outside."
        here = space
    return ""


def support(piece: Force, space: str, board: Board) -> str:
    """R23: the giver must be able to step into the space of the combat, and not stand in it."""
    if piece.space == space:
        return f"{piece} stands in {space} itself: it fights there and does not support."
    if space not in board.steps[piece.arm][piece.space]:
        return f"{piece} cannot step to {space}, so it cannot support there."
    return ""


def cargo(piece: Force, target: str, owner: str, board: Board) -> str:
    """R37: land and air pieces of majors, from port to port; R43: by air from city to city."""
    if owner in board.minors:
        return "A minor's pieces cannot be carried."
    if piece.arm == NAVAL:
        return "Ships cannot be carried."
    if piece.space == target:
        return f"{piece} is in {target} already."
    inland = piece.arm == LAND
    return ports(piece.space, target, board, inland=inland)


def carrier(order: Convoy, owner: str, board: Board) -> str:
    """R37, R39, R43: ships carry land and air pieces, air pieces carry land, none above its CS."""
    piece, load = order.piece, order.cargo
    if owner in board.minors:
        return "A minor's pieces cannot carry others."
    if piece.arm == LAND:
        return "A land piece cannot carry anything."
    if load.arm == NAVAL or (piece.arm == AIR and load.arm != LAND):
        return f"{piece} is not a carrier for a piece like {load}."
    if load.strength > piece.strength:
        return f"{piece} is too weak to carry {load}."
    if load.space == order.target:
        return f"{load} is in {order.target} already."
    return ports(load.space, order.target, board, inland=piece.arm == AIR)


def ports(origin: str, target: str, board: Board, *, inland: bool) -> str:
    """Both ends must be coastal cities, or for air convoys any cities (``inland``)."""
    for space in (origin, target):
        where = board.spaces[space]
        if not where.city:
            return f"{space} is not a city, and convoys go from city to city."
        if not inland and not where.coastal:
            return f"{space} is not a port."
    return ""
