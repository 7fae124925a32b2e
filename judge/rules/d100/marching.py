"""Sentences of a month: marches, supports, convoys, passages, points, as canonical orders.

Each function takes one sentence and returns what it orders, or raises Refused.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable
from itertools import product

from msgspec import Struct, field

from judge.kernel.text import Refused, Sentence
from judge.rules.d100 import finding, legality
from judge.rules.d100.board import AIR, LAND, NAVAL, Force
from judge.rules.d100.finding import Scene
from judge.rules.d100.orders import (
    ALL,
    Allocate,
    Allow,
    Convoy,
    Deed,
    Hold,
    March,
    NoRoll,
    Order,
    Retreat,
    Split,
    Stack,
    Support,
    Surrender,
    Via,
)
from judge.rules.d100.politics import refusal
from judge.rules.d100.state import State


class Taken(Struct, frozen=True):
    """An order taken: canonical text, the key under which a later one replaces it, a note."""

    text: str
    key: str
    note: str = ""


class Sheet(Struct):
    """What the sentences before this one in the same letter ordered."""

    names: Counter[str] = field(default_factory=Counter)
    stacks: set[str] = field(default_factory=set)

    def take(self, order: Order, name: str, most: int = 0) -> Taken:
        """An order about ``name``, of which a letter may hold ``most``; 0: any number.

        So many pieces have a key each, and one line more replaces the last. Lines without a number
        add up, and a later letter's take their place.
        """
        if not most:
            return Taken(str(order), f"{name}+")
        self.names[name] += 1
        number = min(self.names[name], most)
        return Taken(str(order), name if number == 1 else f"{name}#{number}")


def count_alike(scene: Scene, piece: Force, powers: Container[str]) -> int:
    """How many pieces of that name are of some powers; one at least, for the key's sake."""
    return max(1, sum(piece == other for owner, other in scene.standing() if owner in powers))


def _find_fault(scene: Scene, order: Deed) -> str:
    """What is wrong with an order for the first of its possible owners."""
    owners = [owner for owner, piece in scene.standing() if piece == order.piece]
    own_owners = [owner for owner in owners if owner in scene.orderable()]
    owner = min(own_owners, key=lambda name: (name != scene.power, name), default=scene.power)
    return legality.fault(order, owner, scene)


def _could_be_carried(scene: Scene, order: Via) -> bool:
    """R37, R43: by sea from port to port, or a land piece by an air piece in its own space."""
    ends = (order.piece.space, order.target)
    if all(scene.board.can_stand(NAVAL, end) for end in ends):
        return True
    pieces = [piece for _, piece in scene.standing()]
    planes = any(piece.arm == AIR and piece.space == ends[0] for piece in pieces)
    return order.piece.arm == LAND and (planes or not pieces)


def _take_deed(scene: Scene, sheet: Sheet, candidates: Iterable[Deed]) -> list[Taken]:
    """The one candidate that is possible; raises Refused if there are several or none."""
    every = list(dict.fromkeys(candidates))
    faults = {order: _find_fault(scene, order) for order in every}
    good = [order for order in every if not faults[order]]
    if len(good) > 1:
        raise Refused(f"That can mean {len(good)} orders: say which one.", map(str, good))
    if not good:
        # For an impossible march between ports the same by convoy is offered.
        voyages = [Via(order.piece, order.path[-1]) for order in every if isinstance(order, March)]
        able = [one for one in voyages if not _find_fault(scene, one)]
        offers = [str(one) for one in able if _could_be_carried(scene, one)]
        raise Refused(faults[every[0]], offers)
    (order,) = good
    alike = count_alike(scene, order.piece, scene.orderable())
    return [sheet.take(order, str(order.piece), alike)]


def hold(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """A piece stays."""
    pieces = finding.own_pieces(scene, sentence)
    return _take_deed(scene, sheet, [Hold(piece) for piece in pieces])


def hold_all(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """Every own piece without an order in this letter holds."""
    order_counts, own_powers = Counter(sheet.names), scene.orderable()
    holds = []
    for owner, piece in scene.standing():
        if owner != scene.power or piece.space in sheet.stacks:
            continue
        order_counts[str(piece)] -= 1
        if order_counts[str(piece)] < 0:
            alike = count_alike(scene, piece, own_powers)
            holds.append(sheet.take(Hold(piece), str(piece), alike))
    return holds


def hold_stack(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """Every own piece in a space stays."""
    space = finding.space(scene, sentence.path[0])
    pieces = _find_own_in(scene, space)
    if not pieces:
        raise Refused(f"You have no piece in {scene.names([space])}.")
    return [taken for piece in pieces for taken in _take_deed(scene, sheet, [Hold(piece)])]


def move(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """A march, or a voyage if VIA was typed: of a typed route only the port counts."""
    pieces = finding.own_pieces(scene, sentence)
    if not sentence.path:
        raise Refused("Say where the piece marches.")
    if sentence.via and not sentence.choices:
        ports = finding.spaces(scene, sentence.path[-1])
        ways = [Via(piece, space) for piece in pieces for space in ports]
        if not any(_could_be_carried(scene, way) for way in ways):
            raise Refused(
                f"Nothing could carry {ways[0].piece} to {ways[0].target}: ships sail between "
                f"ports only, and no air piece stands in {ways[0].piece.space}."
            )
        return _take_deed(scene, sheet, ways)
    longer = [place for wish in sentence.choices for place in wish.path]
    paths = finding.paths(scene, [*sentence.path, *longer])
    marches = [March(piece, path) for piece in pieces for path in paths]
    if sentence.choices:
        # A march has no second choice: the march through all places is offered.
        message = "A march has one way, an arrow before each step: only retreats have choices."
        raise Refused(message, [str(one) for one in marches if not _find_fault(scene, one)])
    return _take_deed(scene, sheet, marches)


def support(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """A piece supports one that stays or marches (R23)."""
    pieces = finding.own_pieces(scene, sentence)
    about = sentence.about
    if about is None or about.verb not in ("hold", "unit", "move"):
        raise Refused("A support names a piece that holds or marches.")
    others = finding.pieces(scene, about)
    if about.verb != "move":
        holds = [Support(p, o, o.space, holding=True) for p in pieces for o in others]
        return _take_deed(scene, sheet, holds)
    targets = finding.spaces(scene, about.path[-1])
    ends: dict[Force, set[str]] = {}
    for other in others:
        # Where it can be after at most as many steps as a march has.
        edge, reached = {other.space}, set[str]()
        for _ in range(scene.rules.steps):
            edge = {to for here in edge for to in scene.board.steps[other.arm][here]}
            reached |= edge
        ends[other] = reached
    orders = [
        Support(piece, other, target, holding=False)
        for piece, other, target in product(pieces, others, targets)
        if target in ends[other]
    ]
    if not orders:
        raise Refused(f"{others[0]} cannot come to {scene.names(targets)} in a month.")
    return _take_deed(scene, sheet, orders)


def convoy(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """A piece helps to carry another (R37)."""
    pieces = finding.own_pieces(scene, sentence)
    about = sentence.about
    if about is None or not about.path:
        raise Refused("A convoy names its cargo and the port where it goes.")
    loads = finding.pieces(scene, about)
    ports = finding.spaces(scene, about.path[-1])
    orders = [Convoy(p, load, port) for p in pieces for load in loads for port in ports]
    return _take_deed(scene, sheet, orders)


def retreat(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """Where a piece goes if it is beaten: further wishes are further lines."""
    pieces = finding.own_pieces(scene, sentence)
    places = [
        place
        for wish in (sentence, *sentence.choices)
        if wish.verb == "retreat"
        for place in wish.path
    ]
    if not places:
        raise Refused("Say where the piece retreats to, or SURRENDER.")
    retreats = []
    for place in places:
        target = finding.space(scene, place)
        able = [piece for piece in pieces if scene.board.can_stand(piece.arm, target)]
        if len(able) != 1:
            choices = [str(Retreat(piece, target)) for piece in able]
            message = "Say which piece." if able else f"{pieces[0]} cannot be in {target}."
            raise Refused(message, choices)
        retreats.append(sheet.take(Retreat(able[0], target), f"{able[0]} R"))
    return retreats


def surrender(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """A piece does not retreat if it is beaten (R35)."""
    piece = find_own_piece(scene, sentence, Surrender)
    order, alike = Surrender(piece), count_alike(scene, piece, scene.orderable())
    return [sheet.take(order, str(order), alike)]


def find_own_piece(scene: Scene, sentence: Sentence, order_of: Callable[[Force], Order]) -> Force:
    """The one own piece that a sentence means; raises Refused with an order for each."""
    owners = [scene.power] if scene.power else None
    pieces = finding.pieces(scene, sentence, owners)
    if len(pieces) > 1:
        raise Refused("Say which piece.", [str(order_of(piece)) for piece in pieces])
    return pieces[0]


def _find_own_in(scene: Scene, space: str) -> list[Force]:
    if scene.state is None:
        return []
    return [
        piece
        for owner, piece in scene.standing()
        if piece.space == space and scene.power in ("", owner)
    ]


def stack(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """A march of all pieces in a space: each step must be possible for every one (R10)."""
    if len(sentence.path) < 2:
        raise Refused("Say from where the stack marches and where to.")
    good, faults = [], []
    for start, *path in finding.paths(scene, sentence.path):
        pieces = _find_own_in(scene, start)
        if scene.state is not None and not pieces:
            faults.append(f"You have no piece in {scene.names([start])}.")
            continue
        reasons = [_find_fault(scene, March(piece, tuple(path))) for piece in pieces]
        if any(reasons):
            faults += filter(None, reasons)
        else:
            good.append(Stack(start, tuple(path)))
    if len(good) > 1:
        raise Refused(f"That can mean {len(good)} orders: say which one.", map(str, good))
    if not good:
        raise Refused(faults[0])
    sheet.stacks.add(good[0].start)
    return [Taken(str(good[0]), f"STACK {good[0].start}")]


def split(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """R11: two pieces or more, outside cities."""
    if not sentence.path:
        raise Refused("Say where the stack stands.")
    space = finding.space(scene, sentence.path[0])
    if scene.board.spaces[space].city:
        raise Refused("Pieces in a city are not a stack: each marches on its own.")
    if scene.state is not None and len(_find_own_in(scene, space)) < 2:
        raise Refused(f"You have no stack in {scene.names([space])}.")
    sheet.stacks.add(space)
    return [Taken(str(Split(space)), f"STACK {space}")]


def allow(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """R44: passage; one order for each guest."""
    if not sentence.path or not sentence.powers:
        guest = next(one for one in scene.board.majors if one != scene.power)
        place = next(iter(scene.board.spaces))
        raise Refused(f"Say who may pass and where: 'ALLOW {guest} AT {place}'.")
    space = finding.space(scene, sentence.path[0])
    note, state = "", scene.state
    if state and scene.power and not scene.board.spaces[space].sea:
        owns = state.owner(scene.board, space) == scene.power
        if not owns and not _find_own_in(scene, space):
            note = f"It has no effect: you neither own {space} nor have a piece there."
    permissions = []
    for name in sentence.powers:
        guest = name if name == ALL else scene.board.power(name)
        if not guest or guest == scene.power:
            raise Refused(f"'{name}' is not another power of this game.")
        text = str(Allow(guest, space))
        permissions.append(Taken(text, text, note))
    return permissions


def _minor(scene: Scene, sentence: Sentence) -> str:
    minor = scene.board.power(sentence.powers[0]) if sentence.powers else ""
    if minor not in scene.board.minors:
        raise Refused("Say which minor country.")
    return minor


def allocate(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """R53: points for a minor; lines for one minor add up."""
    minor = _minor(scene, sentence)
    order = Allocate(sentence.amount, minor)
    reason = refusal(order, scene.state or State(phase=""), scene)
    if reason:
        raise Refused(reason)
    return [sheet.take(order, f"ALLOCATE {minor}")]


def no_roll(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """A roll is held back (R55)."""
    text = str(NoRoll(_minor(scene, sentence)))
    return [Taken(text, text)]
