"""Sentences held against the board: canonical orders, or problems with what would work."""

from collections.abc import Callable, Sequence

from judge.kernel import engine
from judge.kernel.engine import Reading
from judge.kernel.text import Problem, Refused, Sentence
from judge.rules.d100 import calendar, deployment, finding, marching, recalculation
from judge.rules.d100.board import ARMS, Force
from judge.rules.d100.calendar import DEPLOYMENT, MINORS, MOVEMENT, RECALCULATION
from judge.rules.d100.finding import Scene
from judge.rules.d100.legality import A_PIECE
from judge.rules.d100.marching import Sheet, Taken
from judge.rules.d100.orders import Buy, Deploy, Order, Reduce, Remove
from judge.rules.d100.rules import Game
from judge.rules.d100.state import State

STRENGTHS = range(1, 6)
Method = Callable[[Scene, Sentence, Sheet], list[Taken]]


def read(game: Game, sentences: Sequence[Sentence], state: State | None, power: str) -> Reading:
    """Take sentences as orders of ``power``, or say what is wrong; see the engine door."""
    scene, sheet = Scene(game.board, game.rules, state, power), Sheet()
    orders: list[engine.Order] = []
    problems: list[Problem] = []
    for sentence in sorted(sentences, key=lambda sentence: sentence.verb == "hold-all"):
        kinds, method = _VERBS.get(sentence.verb, ("", None))
        span, text, refusal, offers = sentence.span, sentence.text, "", tuple[str, ...]()
        if sentence.header and power and sentence.header not in scene.orderable():
            refusal = f"You order {power}, not {sentence.header}."
        elif method is None:
            refusal = f"There is no '{sentence.verb}' in this game."
        elif state is not None and state.phase[-1] not in kinds:
            title = calendar.describe(state.phase, scene.rules).title
            refusal = f"That is not an order for this phase ({title})."
        else:
            try:
                taken = method(scene, sentence, sheet)
                orders += [engine.Order(one.text, one.key, span, text, one.note) for one in taken]
            except Refused as error:
                refusal, offers = str(error), error.suggestions
        if refusal:
            problems.append(Problem(span, text, refusal, offers))
    return Reading(tuple(orders), tuple(problems))


# --- pieces placed, bought and given up ---


def _read_new_piece(scene: Scene, sentence: Sentence, order_of: Callable[[Force], Order]) -> Force:
    """A piece that is not on the board yet: arm, strength and place must have been typed."""
    typed_piece = finding.require_piece(sentence)
    space = finding.space(scene, typed_piece.place)
    kinds = [finding.arm(typed_piece)] if finding.arm(typed_piece) else list(ARMS)
    strengths = [typed_piece.strength] if typed_piece.strength else list(STRENGTHS)
    if any(strength not in STRENGTHS for strength in strengths):
        raise Refused("A piece has a combat strength from 1 to 5.")
    able = [kind for kind in kinds if scene.board.can_stand(kind, space)]
    if not able:
        raise Refused(f"{space} is not a place for {A_PIECE.get(kinds[0], 'such a piece')}.")
    if len(kinds) > 1 or len(strengths) > 1:
        choices = [str(order_of(Force(kind, strengths[-1], space))) for kind in able]
        raise Refused("Give the piece's arm and strength.", choices)
    return Force(able[0], strengths[0], space)


def deploy(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """A major's piece in its home city, or a minor's that fell to the power (R65, R68)."""
    if scene.state is None or scene.state.phase[-1] != MINORS:
        piece = _read_new_piece(scene, sentence, Deploy)
        if scene.power:
            fault = deployment.find_roster_misplacement(scene.board, scene.power, piece)
            if fault:
                raise Refused(fault)
        return [sheet.take(Deploy(piece), str(Deploy(piece)))]
    # A minor's arm and strength may be missing where one piece only can be meant.
    typed_piece = finding.require_piece(sentence)
    space = finding.space(scene, typed_piece.place)
    minor = scene.board.spaces[space].country
    possible = [
        Force(piece.arm, piece.strength, space)
        for piece in scene.board.garrisons.get(minor, ())
        if finding.arm(typed_piece) in ("", piece.arm)
        and typed_piece.strength in (0, piece.strength)
    ]
    if not possible:
        raise Refused(f"You have no such piece left to place in {scene.names([space])}.")
    faults = dict.fromkeys(possible, "")
    for piece in possible if scene.power else ():
        faults[piece] = deployment.find_misplacement(scene.board, scene.state, scene.power, piece)
    good = [piece for piece in possible if not faults[piece]]
    if not good:
        raise Refused(faults[possible[0]])
    if len(good) > 1:
        raise Refused("Say which piece.", [str(Deploy(piece)) for piece in good])
    name = f"DEPLOY {minor} {good[0].arm}{good[0].strength}"
    return [sheet.take(Deploy(good[0]), name, most=1)]


def unit(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """A piece named alone: deployed, bought with a gain, removed for a loss."""
    if scene.state is None:
        return deploy(scene, sentence, sheet)
    kind = scene.state.phase[-1]
    if kind == MOVEMENT:
        raise Refused("Say what the piece does: H to hold, - and a space to march.")
    if kind == RECALCULATION and scene.power:
        net = recalculation.nets(scene, scene.state)[scene.power]
        return (remove if net < 0 else buy)(scene, sentence, sheet)
    return build(scene, sentence, sheet)


def build(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """Deployed, or bought at a recalculation."""
    kind = scene.state.phase[-1] if scene.state else ""
    return (buy if kind == RECALCULATION else deploy)(scene, sentence, sheet)


def buy(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """R60: a new piece in an own city."""
    piece = _read_new_piece(scene, sentence, Buy)
    space = scene.board.spaces[piece.space]
    owner = scene.state.owner(scene.board, piece.space) if scene.state else scene.power
    if not space.city or (scene.power and owner != scene.power):
        raise Refused(f"{space.name} ({space.id}) is not a city of yours.")
    return [sheet.take(Buy(piece), str(Buy(piece)))]


def remove(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """R61: an own piece given up."""
    piece = marching.find_own_piece(scene, sentence, Remove)
    alike = marching.count_alike(scene, piece, {scene.power})
    return [sheet.take(Remove(piece), f"PAY {piece}", alike)]


def reduce(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """R61: an own piece lowered to the strength typed."""
    strength_left = sentence.amount
    piece = marching.find_own_piece(scene, sentence, lambda force: Reduce(force, strength_left))
    if not 1 <= strength_left < piece.strength:
        raise Refused(f"{piece} can be reduced to 1 to {piece.strength - 1}.")
    alike = marching.count_alike(scene, piece, {scene.power})
    return [sheet.take(Reduce(piece, strength_left), f"PAY {piece}", alike)]


# --- by verbs ---


_PLACING = DEPLOYMENT + MINORS
_VERBS: dict[str, tuple[str, Method]] = {
    "hold": (MOVEMENT, marching.hold),
    "hold-all": (MOVEMENT, marching.hold_all),
    "hold-stack": (MOVEMENT, marching.hold_stack),
    "move": (MOVEMENT, marching.move),
    "support": (MOVEMENT, marching.support),
    "convoy": (MOVEMENT, marching.convoy),
    "retreat": (MOVEMENT, marching.retreat),
    "surrender": (MOVEMENT, marching.surrender),
    "stack": (MOVEMENT, marching.stack),
    "split": (MOVEMENT, marching.split),
    "allow": (MOVEMENT, marching.allow),
    "allocate": (MOVEMENT, marching.allocate),
    "no-roll": (MOVEMENT, marching.no_roll),
    "deploy": (_PLACING, deploy),
    "build": (_PLACING + RECALCULATION, build),
    "unit": (MOVEMENT + _PLACING + RECALCULATION, unit),
    "buy": (RECALCULATION, buy),
    "remove": (RECALCULATION, remove),
    "disband": (RECALCULATION, remove),
    "reduce": (RECALCULATION, reduce),
}
"""The phases that know each verb, and what takes it."""
