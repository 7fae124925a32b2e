"""Half-built orders: what a grammar's reductions put together before it becomes a Sentence."""

from typing import Any

from judge.kernel.text import Piece, Place, Sentence, Span

Slots = dict[str, Any]
"""Slots of a Sentence; nested orders are Slots too."""
_ARMS = {"A": "army", "F": "fleet", "P": "plane"}


def join_deed(piece: Piece, deed: Slots) -> Slots:
    """The deed of a piece; "Con build A" names the arm behind the verb."""
    if "arm" in deed:
        piece = Piece(piece.place, deed.pop("arm"), piece.strength, piece.power)
    deed["piece"] = piece
    if "carried" in deed:
        deed["more"] = (order_carrier(deed.pop("carried"), piece, deed["path"][-1]),)
    return deed


def order_carrier(sea: Place, piece: Piece, goal: Place) -> Slots:
    """The convoy that is said with an army's move: "carried by the fleet in the North Sea"."""
    about = {"verb": "move", "piece": piece, "path": (goal,)}
    return {"verb": "convoy", "piece": Piece(sea, "F"), "about": about, "implied": True}


def sentence(slots: Slots, span: Span, text: str, header: str) -> Sentence:
    """The order that ``slots`` hold, nested orders and wishes included."""
    get = slots.get
    piece, about, also, choices = get("piece"), get("about"), get("also"), get("choices")
    return Sentence(
        slots["verb"],
        span,
        text,
        piece,
        get("path", ()),
        get("via", False),
        sentence(about, span, text, header) if about else None,
        sentence(also, span, text, header) if also else None,
        get("amount", 0),
        get("powers", ()),
        header,
        tuple(sentence({"piece": piece, **choice}, span, text, header) for choice in choices)
        if choices
        else (),
        get("implied", False),
    )


def any_piece(arm: str, column: int) -> Piece:
    """A unit that is named by its arm alone: the board tells which it can be."""
    return Piece(Place(f"the {_ARMS.get(arm, 'unit')}", column, ()), arm)
