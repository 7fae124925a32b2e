"""Mails with bytes strewn in anywhere, from the named samples: none raises, none takes long."""

from random import Random
from time import process_time

from tests.campaign.figures import Figures
from tests.mail.test_fuzz import MAILS, TOKENS, read

LIMIT = 2.0
"""Seconds of processor time that one mail may cost."""


def run(seed: int, count: int) -> Figures:
    """Read ``count`` mails made by dice from ``seed``."""
    done, dice = Figures(), Random(seed)
    for number in range(count):
        raw = mutated(dice)
        begun = process_time()
        try:
            read(raw)
        except Exception as error:
            done.fail(f"mail {number} of seed {seed}: {error!r}")
        took = process_time() - begun
        done.count(mails=1, bytes=len(raw), over_the_limit=took > LIMIT)
        done.peak("seconds a mail", took)
    return done


def mutated(dice: Random) -> bytes:
    """A sample with tokens put in, pieces cut out, doubled and exchanged."""
    raw = dice.choice(MAILS)
    for _ in range(dice.randint(1, 10)):
        at, to = sorted(dice.randint(0, len(raw)) for _ in range(2))
        piece = raw[at:to][:2000]
        way = dice.randint(0, 4)
        if way <= 1:
            raw = raw[:at] + dice.choice(TOKENS) + raw[at:]
        elif way == 2:
            raw = raw[:at] + raw[at + len(piece) :]
        elif way == 3:
            raw = raw[:at] + piece + raw[at:]
        else:
            raw = raw[:at] + bytes([dice.randint(0, 255)]) + raw[at + 1 :]
    return raw
