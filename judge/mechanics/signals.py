"""Signals of players who may not write: a support that is impossible is an order all the same.

In a game without press an order is the only word a player has. Where the option ``signals`` is on,
an impossible support is taken, does nothing, and is shown to all as it was ordered; its unit holds
(DATC 4.E.1 leaves that to the game).
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from judge.dip.orders.support import Support
from judge.dip.reading.parts import path_of
from judge.dip.seams.mechanic import Mechanic
from judge.dip.seams.sentences import Refused, SentenceReader, Taken, Verb
from judge.kernel.text import Sentence

SWITCH = "signals"
NOTE = "this is impossible: it does nothing, the unit holds, and all see it in the results"


class Signals(Mechanic):
    """Takes supports that can't be given, where a game wants them as signals."""

    def switches(self) -> Mapping[str, Any]:
        """An option of the game."""
        return {SWITCH: False}

    def verbs(self) -> Mapping[str, Verb]:
        """A support has another meaning where the option is on."""
        return {"support": _read}


def _read(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """The support if it can be given; else, where the game has signals, as it was ordered."""
    try:
        return reader.standard(sentence)
    except Refused:
        if reader.state is None or not reader.state.options.get(SWITCH) or reader.letter != "M":
            raise
        found = {order.text: order for order in _supports(reader, sentence)}
        if len(found) != 1:
            raise
        return [Taken(order, NOTE) for order in found.values()]


def _supports(reader: SentenceReader, sentence: Sentence) -> Iterator[Support]:
    """Every support that the words can mean."""
    about = sentence.about
    if about is None:
        return
    goals: list[int | None] = [None]
    if about.verb in ("move", "retreat"):
        goals = list(reader.locs(path_of(about)[-1]))
    for unit, other, goal in product(
        reader.subjects(sentence.piece), reader.others(about.piece), goals
    ):
        yield Support.of(unit, other, goal, reader.board)


def build(rules: Mapping[str, Any]) -> Signals:
    """The mechanic; it has nothing to set."""
    return Signals()
