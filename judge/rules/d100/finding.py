"""Typed names held against the board: which pieces and spaces they can mean."""

from collections.abc import Iterable, Iterator
from itertools import product

from judge.kernel.text import Piece, Place, Refused, Sentence
from judge.rules.d100.board import AIR, NAVAL, Force
from judge.rules.d100.legality import ARM_NAMES
from judge.rules.d100.rules import Game
from judge.rules.d100.state import State

_ARMS = {"F": NAVAL, "P": AIR}
"""Letters of the other games: a fleet is a naval piece, a plane an air piece."""


class Scene(Game, frozen=True):
    """What sentences are held against: no ``state``: names and arms alone decide.

    ``power`` "": pieces of anybody may be ordered.
    """

    state: State | None
    power: str

    def names(self, spaces: Iterable[str]) -> str:
        """Spaces in words: "Galicia (GLC) or Macedonia (MAC)"."""
        return " or ".join(f"{self.board.spaces[space].name} ({space})" for space in spaces)

    def orderable(self) -> frozenset[str]:
        """The powers whose pieces ``power`` orders: its own, friends (R47), to be placed (R68)."""
        if not self.power or self.state is None:
            return frozenset(self.board.countries)
        friends = {minor for minor in self.state.friends if self.state.is_friend(self.power, minor)}
        minors_to_place = {
            minor for minor, pieces in self.state.assign.items() if self.power in pieces.values()
        }
        return frozenset({self.power, *friends, *minors_to_place})

    def standing(self) -> Iterator[tuple[str, Force]]:
        """All pieces on the board with their owners."""
        if self.state:
            for owner in self.state.units:
                for piece in self.state.forces(owner):
                    yield owner, piece


def require_piece(sentence: Sentence) -> Piece:
    """The piece that a sentence is about; raises Refused if it names none."""
    if sentence.piece is None:
        raise Refused("Say which piece.")
    return sentence.piece


def arm(piece: Piece) -> str:
    """The arm that was typed, in this game's letters; "" where none was."""
    return _ARMS.get(piece.arm, piece.arm)


def spaces(scene: Scene, place: Place) -> tuple[str, ...]:
    """The spaces of this board that a place can mean; raises Refused if there are none."""
    known_spaces = tuple(space for space in place.spaces if space in scene.board.spaces)
    if not known_spaces:
        raise Refused(f"'{place.text}' is not a space on this map.")
    return known_spaces


def space(scene: Scene, place: Place) -> str:
    """The one space that a place means; raises Refused naming several."""
    known_spaces = spaces(scene, place)
    if len(known_spaces) > 1:
        raise Refused(f"'{place.text}' can be {scene.names(known_spaces)}.")
    return known_spaces[0]


def paths(scene: Scene, places: Iterable[Place]) -> list[tuple[str, ...]]:
    """Every way to read several places."""
    return list(product(*(spaces(scene, place) for place in places)))


def pieces(scene: Scene, sentence: Sentence, owners: Iterable[str] | None = None) -> list[Force]:
    """The pieces that a sentence is about, without doubles; raises Refused if there are none.

    ``owners``: only theirs, the first of them that has such a piece; None: anybody's.
    """
    typed_piece = require_piece(sentence)
    place_ids = spaces(scene, typed_piece.place)
    if scene.state is None:
        # Without a board the arm and the strength must have been named.
        if not arm(typed_piece) or typed_piece.strength not in range(1, 6):
            raise Refused(f"Give the piece's arm and strength: 'L5 {place_ids[0]}'.")
        return [Force(arm(typed_piece), typed_piece.strength, here) for here in place_ids]
    groups = [set(scene.board.countries)] if owners is None else [{owner} for owner in owners]
    for group in groups:
        matches = {
            piece
            for owner, piece in scene.standing()
            if owner in group
            and piece.space in place_ids
            and typed_piece.power in ("", owner)
            and arm(typed_piece) in ("", piece.arm)
            and typed_piece.strength in (0, piece.strength)
        }
        if matches:
            return sorted(matches, key=str)
    # What stands there instead, or that nothing does.
    kind = f"{ARM_NAMES.get(arm(typed_piece), '')} piece".lstrip()
    strength = f" of CS {typed_piece.strength}" if typed_piece.strength else ""
    missing = f"no {kind}{strength} in {scene.names(place_ids)}"
    there = [f"{piece} ({owner})" for owner, piece in scene.standing() if piece.space in place_ids]
    if there:
        raise Refused(f"You order {missing}; there: {', '.join(there)}.")
    raise Refused(f"There is {missing}.")


def own_pieces(scene: Scene, sentence: Sentence) -> list[Force]:
    """The pieces that a sentence may order: of the own power before those of others it orders."""
    if not scene.power:
        return pieces(scene, sentence)
    owners = sorted(scene.orderable(), key=lambda power: (power != scene.power, power))
    return pieces(scene, sentence, owners)
