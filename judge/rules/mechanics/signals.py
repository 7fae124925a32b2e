"""Signals of players who may not write: a support that is impossible is an order all the same.

In a game without press an order is the only word a player has. Where the option ``signals`` is on,
an impossible support is taken, does nothing, and is shown to all as it was ordered; its unit holds
(DATC 4.E.1 leaves that to the game).
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from judge.kernel.text import Refused, Sentence
from judge.rules.dip.orders.support import Support
from judge.rules.dip.reading.mentions import path_of
from judge.rules.dip.seams.mechanic import Mechanic
from judge.rules.dip.seams.sentences import SentenceReader, Taken

SWITCH = "signals"
NOTE = "this is impossible: it does nothing, the unit holds, and all see it in the results"


class Signals(Mechanic):
    """Takes supports that can't be given, where a game wants them as signals."""

    def switches(self) -> Mapping[str, Any]:
        """An option of the game."""
        return {SWITCH: False}

    def meanings(self) -> Mapping[str, str]:
        """Supports are words."""
        return {SWITCH: "whether supports that are impossible are taken, and shown as ordered"}

    def despite(
        self, reader: SentenceReader, sentence: Sentence, answer: Sequence[Taken]
    ) -> Sequence[Taken]:
        """A support that can't be given, as it was ordered, where the words leave no choice."""
        is_on = reader.state is not None and reader.state.options.get(SWITCH)
        about = sentence.about
        if not is_on or reader.letter != "M" or sentence.verb != "support" or about is None:
            return answer
        try:
            goals: list[int | None] = [None]
            if about.verb in ("move", "retreat"):
                goals = list(reader.locs(path_of(about)[-1]))
            units, others = reader.subjects(sentence.piece), reader.others(about.piece)
        except Refused:
            return answer  # there is no such unit or space
        supports = (Support.of(*them, reader.board) for them in product(units, others, goals))
        support_of = {order.text: order for order in supports}
        if len(support_of) != 1:
            return answer
        return [Taken(order, NOTE) for order in support_of.values()]


build = Signals
"""The mechanic; it has nothing to set."""
