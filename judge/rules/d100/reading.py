"""Sentences held against the board: canonical orders, or problems with what would work."""

from collections.abc import Callable, Sequence

from judge.kernel.engine import Order, Reading
from judge.kernel.text import Problem, Sentence
from judge.rules.d100 import calendar, marching, placing
from judge.rules.d100.board import Board
from judge.rules.d100.calendar import DEPLOYMENT, MINORS, MOVEMENT, RECALCULATION
from judge.rules.d100.finding import RefusedError, Scene
from judge.rules.d100.marching import Sheet, Taken
from judge.rules.d100.rules import Rules
from judge.rules.d100.state import State

Method = Callable[[Scene, Sentence, Sheet], list[Taken]]


def read(
    board: Board, rules: Rules, sentences: Sequence[Sentence], state: State | None, power: str
) -> Reading:
    """Take sentences as orders of ``power``, or say what is wrong; see the engine door."""
    scene, sheet = Scene(board, rules, state, power), Sheet()
    orders: list[Order] = []
    problems: list[Problem] = []
    for sentence in sorted(sentences, key=lambda sentence: sentence.verb == "hold-all"):
        try:
            orders_taken = _take(scene, sentence, sheet)
        except RefusedError as error:
            problems.append(Problem(sentence.span, sentence.text, error.message, error.suggestions))
        else:
            orders += [
                Order(one.text, one.key, sentence.span, sentence.text, one.note)
                for one in orders_taken
            ]
    return Reading(tuple(orders), tuple(problems))


def _take(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
    """One sentence by its verb, if the phase knows it and the header is the reader's own."""
    header = sentence.header
    if header and scene.power and header not in scene.orderable():
        raise RefusedError(f"You order {scene.power}, not {header}.")
    kinds, method = _VERBS.get(sentence.verb, ("", None))
    if method is None:
        raise RefusedError(f"There is no '{sentence.verb}' in this game.")
    if scene.state is not None:
        now = calendar.date(scene.state.phase, scene.rules).kind
        if now not in kinds:
            title = calendar.describe(scene.state.phase, scene.rules).title
            raise RefusedError(f"That is not an order for this phase ({title}).")
    return method(scene, sentence, sheet)


def _take_placing(method: Callable[[Scene, Sentence], placing.Placed]) -> Method:
    """Orders outside the months: their texts and names come from ``placing``."""

    def take(scene: Scene, sentence: Sentence, sheet: Sheet) -> list[Taken]:
        text, name, most = method(scene, sentence)
        return [Taken(text, marching.key(sheet, name, most))]

    return take


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
    "deploy": (_PLACING, _take_placing(placing.deploy)),
    "build": (_PLACING + RECALCULATION, _take_placing(placing.build)),
    "unit": (MOVEMENT + _PLACING + RECALCULATION, _take_placing(placing.unit)),
    "buy": (RECALCULATION, _take_placing(placing.buy)),
    "remove": (RECALCULATION, _take_placing(placing.remove)),
    "disband": (RECALCULATION, _take_placing(placing.remove)),
    "reduce": (RECALCULATION, _take_placing(placing.reduce)),
}
"""The phases that know each verb, and what takes it."""
