"""Help for a unit that moves on the same line: "Warsaw to Galicia, Ukraine supports Warsaw"."""

from collections.abc import Sequence

from msgspec.structs import replace

from judge.kernel.text import Piece, Sentence
from judge.language.lexicon import Lexicon
from judge.language.scan import scan
from judge.language.typed_line import LineReading, Withdrawal


def support_moves(
    reads: Sequence[LineReading | Withdrawal], lexicon: Lexicon
) -> Sequence[LineReading | Withdrawal]:
    """What a line came to, help for a unit to stay made help for its move, where it has one there.

    Who says in so many words that it holds ("S A War H") is taken at his word.
    """
    moves = {
        space: reading
        for reading in reads
        if isinstance(reading, Sentence) and reading.verb == "move" and not reading.choices
        for space in _spaces(reading.piece)
    }
    if not moves:
        return reads
    return [_support_move(reading, moves, lexicon) for reading in reads]


def _support_move(
    reading: LineReading | Withdrawal, moves: dict[str, Sentence], lexicon: Lexicon
) -> LineReading | Withdrawal:
    if not isinstance(reading, Sentence) or reading.verb != "support" or reading.about is None:
        return reading
    spaces = _spaces(reading.about.piece)
    move = moves.get(spaces[0]) if len(spaces) == 1 and reading.about.verb == "hold" else None
    if move is None or move.piece == reading.piece or _says_hold(reading.text, lexicon):
        return reading
    return replace(reading, about=replace(reading.about, verb="move", path=move.path[-1:]))


def _says_hold(text: str, lexicon: Lexicon) -> bool:
    """Whether a word for holding stands in an order."""
    return any(("_HOLD", None) in lexicon[lexeme[1]].readings for lexeme in scan(text))


def _spaces(piece: Piece | None) -> tuple[str, ...]:
    return piece.place.spaces if piece else ()
