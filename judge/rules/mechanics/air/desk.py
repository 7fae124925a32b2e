"""Orders of the air as players type them, and those that could be ordered."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from msgspec.structs import replace

from judge.kernel.text import Piece, Place, Refused, Sentence
from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.orders.move import Move
from judge.rules.dip.orders.support import Support
from judge.rules.dip.reading.mentions import path_of, pick_aid, place_of
from judge.rules.dip.seams.mechanic import Mechanic
from judge.rules.dip.seams.sentences import SentenceReader, Taken, Verb
from judge.rules.mechanics.air import sky
from judge.rules.mechanics.air.bomb import Bomb, BombSupport
from judge.rules.mechanics.air.sweep import Sweep


class AirDesk(Mechanic):
    """Planes, bombings and flights with a support in the reader's words."""

    def rephrase(self, sentence: Sentence, answer: Sentence) -> Sentence:
        """What is said of planes is said of air spaces."""
        return lift(answer)

    def verbs(self) -> Mapping[str, Verb]:
        """Bombings, their supports, flights with a support."""
        return {
            "bomb": read_bomb,
            BACK: read_back,
            SWEEP: read_sweep,
        }


build = AirDesk
"""The mechanic."""


BACK, SWEEP = "back-bombing", "sweep"
"""Verbs that the grammar does not know: supports of bombings, flights with a support."""


def lift(sentence: Sentence) -> Sentence:
    """The sentence with planes in the air, whether the air was typed or not.

    "P LON - YOR" means LON-A and YOR-A; a bombing's target stays on the ground.
    """
    piece = sentence.piece
    path = sentence.path
    goes_to_air = any(place.air for place in path)
    flies = piece is not None and (
        piece.arm == sky.ARM or piece.place.air or (not piece.arm and goes_to_air)
    )
    if flies and sentence.verb in ("move", "retreat"):
        path = tuple(replace(place, air=True) for place in path)
    verb = sentence.verb
    if verb == "move" and sentence.also is not None:
        verb = SWEEP
    elif verb == "support" and sentence.about and sentence.about.verb == "bomb":
        verb = BACK
    about = sentence.about and lift(sentence.about)
    also = sentence.also and lift(sentence.also)
    return replace(
        sentence,
        verb=verb,
        piece=_lift_piece(piece) if flies and piece is not None else piece,
        path=path,
        about=about,
        also=also,
    )


def _lift_piece(piece: Piece) -> Piece:
    return replace(piece, arm=sky.ARM, place=replace(piece.place, air=True))


def read_bomb(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read "P LON-A bombs Belgium"."""
    goal = _read_goal(reader, sentence)
    units = reader.subjects(_plane(sentence.piece))
    orders = [Bomb.of(unit, loc, reader.board) for unit, loc in product(units, reader.locs(goal))]
    return reader.pick(orders, [place_of(sentence.piece), goal])


def read_back(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read "P HOL-A supports P LON-A bomb BEL"."""
    about = sentence.about
    if about is None:
        raise Refused("The order does not say which bombing to support.")
    goal = _read_goal(reader, about)
    return pick_aid(reader, sentence, _plane(about.piece), goal, BombSupport.of)


def read_sweep(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read "P LON-A - YOR-A and supports A LON - YOR"."""
    goal, also = _read_goal(reader, sentence), sentence.also
    about = also and also.about
    if about is None:
        raise Refused("The order does not say whom the plane is to support.")
    board = reader.board
    orders = []
    for unit, loc in product(reader.subjects(_plane(sentence.piece)), reader.locs(goal)):
        # What a plane that comes there can support, as the words may mean it.
        plane, events = board.unit_at(sky.ARM, loc), list[Support | BombSupport]()
        if about.verb == "bomb":
            bombers, targets = reader.others(_plane(about.piece)), _read_goal(reader, about)
            pairs = product(bombers, reader.locs(targets))
            events += [BombSupport.of(plane, one, target, board) for one, target in pairs]
        else:
            aided, ends = reader.others(about.piece), list[int | None]([None])
            if about.path:
                ends = [*reader.locs(about.path[-1])]
            events += [Support.of(plane, one, end, board) for one, end in product(aided, ends)]
        flight = Move.of(unit, loc, board)
        orders += [Sweep.with_event(flight, event, board) for event in events]
    return reader.pick(orders, [place_of(sentence.piece), goal, place_of(about.piece)])


def _read_goal(reader: SentenceReader, sentence: Sentence) -> Place:
    """The last place of a sentence that belongs to a movement phase."""
    if reader.state is not None and reader.letter != "M":
        raise Refused("Planes fly and bomb in movement phases only.")
    return path_of(sentence)[-1]


def _plane(piece: Piece | None) -> Piece | None:
    return None if piece is None else _lift_piece(piece)


def list_deeds(board: Board, unit: Unit, others: Sequence[Unit]) -> Iterator[str]:
    """Bombings, supports of other planes' bombings, flights with a support; some out of reach."""
    flies = unit.arm == sky.ARM
    if flies:
        yield from (f"{unit.text} BOMB {space}" for space in _spaces_below(board, unit))
    for plane in others:
        if plane.arm == sky.ARM and plane != unit:
            bombing = f"{unit.text} S {plane.text} BOMB"
            yield from (f"{bombing} {space}" for space in _spaces_below(board, plane))
    goals = board.steps[sky.ARM][unit.loc] if flies else ()
    for goal in sorted(goals, key=board.locs.__getitem__):
        # Whoever stands below the end of a flight, goes there, or bombs there is supported.
        flight = f"{unit.text} - {board.locs[goal]} S"
        ground = sky.below(board, board.space_of[goal])
        for other in others:
            if other.space == ground:
                yield f"{flight} {other.text}"
            for loc in board.steps[other.arm][other.loc]:
                if board.space_of[loc] == ground:
                    yield f"{flight} {other.text} - {board.locs[loc]}"
            if other.arm == sky.ARM and other != unit:
                yield f"{flight} {other.text} BOMB {board.spaces[ground]}"


def _spaces_below(board: Board, plane: Unit) -> list[str]:
    """The spaces below a plane and its flights."""
    here = board.spaces[sky.below(board, plane.space)]
    return sorted({here, *sky.grounds(board, plane.space)})
