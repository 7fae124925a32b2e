"""Orders of the air as players type them."""

from collections.abc import Mapping

from judge.kernel.text import Sentence
from judge.rules.dip.seams.mechanic import Mechanic
from judge.rules.dip.seams.sentences import Verb
from judge.rules.mechanics.air import typed_flights


class AirDesk(Mechanic):
    """Planes, bombings and flights with a support in the reader's words."""

    def rephrase(self, sentence: Sentence, answer: Sentence) -> Sentence:
        """What is said of planes is said of air spaces."""
        return typed_flights.lift(answer)

    def verbs(self) -> Mapping[str, Verb]:
        """Bombings, their supports, flights with a support."""
        return {
            "bomb": typed_flights.read_bomb,
            typed_flights.BACK: typed_flights.read_back,
            typed_flights.SWEEP: typed_flights.read_sweep,
        }


build = AirDesk
"""The mechanic."""
