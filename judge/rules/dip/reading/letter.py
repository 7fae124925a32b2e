"""The sentences of one letter, read together: further wishes, and "all others hold"."""

from collections.abc import Container, Sequence
from functools import partial
from itertools import product

from msgspec.structs import replace

from judge.kernel import engine, unnamed
from judge.kernel.engine import Reading
from judge.kernel.text import Problem, Refused, Sentence
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.move import Move
from judge.rules.dip.reading.meaning import Reader
from judge.rules.dip.reading.mentions import path_of
from judge.rules.dip.seams.rules import Game
from judge.rules.dip.seams.sentences import Taken

_OFFERS = 3
"""Moves of other units that are offered at most."""


def nearly(reader: Reader, sentence: Sentence) -> tuple[str, ...]:
    """Orders that a refused sentence may mean.

    With the arms of the units that stand there, or, where none stands, the same move by each
    unit of one's own that can make it.
    """
    if reader.state is None or sentence.piece is None:
        return ()
    # A retreat of a unit that is not dislodged is its move.
    verb = "move" if sentence.verb == "retreat" and reader.letter == "M" else sentence.verb
    piece, about = sentence.piece, sentence.about
    # Without the arms and, of its second unit, the nationality that were typed.
    if about is not None and about.piece is not None:
        about = replace(about, piece=replace(about.piece, arm="", power=""))
    restated = replace(sentence, piece=replace(piece, arm=""), about=about, verb=verb)
    try:
        return tuple(one.order.text for one in reader.standard(restated))
    except Refused as refusal:
        if refusal.suggestions:
            return refusal.suggestions
    # Other units can make the move of one that isn't there.
    is_move = sentence.verb == "move" and reader.letter == "M"
    if not is_move or reader.standing(replace(piece, arm="", power="")):
        return ()
    goals = reader.locs(path_of(sentence)[-1])
    own = [unit for unit, owner in reader.owners.items() if owner in reader.mine]
    moves = [Move.of(unit, goal, reader.board) for unit, goal in product(own, goals)]
    return tuple(sorted(move.text for move in moves if move.walks and not move.fault))[:_OFFERS]


def read(game: Game, sentences: Sequence[Sentence], state: State | None, power: str) -> Reading:
    """The orders and problems of sentences; see ``Engine.read``."""
    reader = Reader(game, state, power)
    readings: list[Reading] = []
    goals: set[str] = set()
    for sentence in sentences:
        names_unit = not unnamed.is_unnamed(sentence)
        readings.append(_read_wishes(reader, sentence, goals) if names_unit else Reading())
        goals |= {_find_goal(order) for order in readings[-1].orders}
    # The units that the writer can order in the present phase.
    own_units: list[str] = []
    if state is not None and reader.letter == "R":
        powers = reader.mine or {one.power for one in state.dislodged}
        own_units = [one.unit for one in state.dislodged if one.power in powers]
    elif state is not None:
        powers = reader.mine or {*state.units}
        own_units = [unit for one in state.units if one in powers for unit in state.units[one]]
    read_one = partial(_read_wishes, reader, goals=goals)
    return unnamed.complete(sentences, readings, own_units, read_one)


def _read_wishes(reader: Reader, sentence: Sentence, goals: Container[str]) -> Reading:
    """One sentence; if it can't be carried out, the first of its further wishes that can.

    A wish for a space that another line of the letter goes to or builds in can't.
    """
    first = _read_one(reader, sentence)
    if not sentence.choices or reader.moves(sentence):
        return first
    reason = _explain_refusal(first, goals)
    if not reason:
        return first
    for choice in sentence.choices:
        reading = _read_one(reader, choice)
        if reading.orders and not _explain_refusal(reading, goals):
            note = f"{reason} Your next wish is taken"
            return Reading(tuple(replace(order, note=note) for order in reading.orders))
    return first


def _explain_refusal(reading: Reading, goals: Container[str]) -> str:
    """Why a wish can't be carried out, as a sentence, or ""."""
    if reading.problems:
        return reading.problems[0].message
    for order in reading.orders:
        if _find_goal(order) and _find_goal(order) in goals:
            return f"{_find_goal(order)} is for another unit of yours."
    return ""


def _find_goal(order: engine.Order) -> str:
    """The space that an order retreats to or builds in, "" for other orders."""
    words = order.text.split()
    if "R" in words[1:]:
        return words[-1].partition("/")[0]
    return words[1].partition("/")[0] if words[-1] == "B" else ""


def _read_one(reader: Reader, sentence: Sentence) -> Reading:
    """One sentence by its first wish."""
    rules = reader.game.rules
    own_words = rules.rephrase(sentence, sentence)
    try:
        noted_orders: Sequence[Taken] = reader.take(own_words)
    except Refused as refusal:
        noted_orders = rules.despite(reader, own_words, ())
        if not noted_orders:
            offers = refusal.suggestions or nearly(reader, sentence)
            return Reading(problems=(Problem(sentence.span, sentence.text, str(refusal), offers),))
    return Reading(
        tuple(
            engine.Order(one.order.text, one.order.key, sentence.span, sentence.text, one.note)
            for one in noted_orders
        )
    )
