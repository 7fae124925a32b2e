"""Dealing powers: wishes first, what they leave open by keyed chance that anyone can check."""

import hmac
from collections.abc import Mapping, Sequence

from judge.game.terms.customs import MIXED, RANDOM

_WISH = 1 << 20
"""How much a wish outweighs chance: the chances of eight seats add up to less."""


def deal_powers(
    manner: str, powers: Sequence[str], wishes: Mapping[int, Sequence[str]], secret: bytes
) -> dict[int, str]:
    """Give each seat one of ``powers`` in one of the manners of judge/game/terms/customs.py."""
    if manner == RANDOM:
        return deal(powers, dict.fromkeys(wishes, ()), secret)
    return deal_in_turn(powers, wishes, secret) if manner == MIXED else deal(powers, wishes, secret)


def deal_in_turn(
    powers: Sequence[str], wishes: Mapping[int, Sequence[str]], secret: bytes
) -> dict[int, str]:
    """Chance decides who chooses first; each gets the dearest of the wishes that are left.

    Who has no wish that is left gets one of the powers that nobody chose.
    """
    free = list(powers)
    given: dict[int, str] = {}
    for seat in sorted(wishes, key=lambda seat: _chance(f"turn|{seat}", secret)):
        wanted = next((power for power in wishes[seat] if power in free), None)
        if wanted is not None:
            given[seat] = wanted
            free.remove(wanted)
    rest = {seat: () for seat in wishes if seat not in given}
    return given | (deal(free, rest, secret) if rest else {})


def _chance(key: str, secret: bytes) -> bytes:
    return hmac.digest(secret, f"deal|{key}".encode(), "sha256")


def deal(
    powers: Sequence[str], wishes: Mapping[int, Sequence[str]], secret: bytes
) -> dict[int, str]:
    """Give each seat (key of ``wishes``) one of ``powers``; there are as many powers as seats.

    The sum of the squares of the wishes' ranks is made as small as it can be, so that nobody
    gets his last wish to spare another a second one. A power not wished for ranks behind all
    wishes; a seat without wishes takes any. Among equals the game's secret decides.
    """
    seats = sorted(wishes)
    costs = [[_cost(seat, power, wishes[seat], secret) for power in powers] for seat in seats]
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for row in costs:
        step: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (cost, chosen) in best.items():
            for power, price in enumerate(row):
                if taken >> power & 1:
                    continue
                now = (cost + price, (*chosen, power))
                key = taken | 1 << power
                if key not in step or now < step[key]:
                    step[key] = now
        best = step
    _, chosen = min(best.values())
    return {seat: powers[power] for seat, power in zip(seats, chosen, strict=True)}


def _cost(seat: int, power: str, wishes: Sequence[str], secret: bytes) -> int:
    """The square of the wish's rank, and a chance below 2**16."""
    rank = 0
    if wishes:
        rank = wishes.index(power) if power in wishes else len(wishes)
    digest = hmac.digest(secret, f"deal|{seat}|{power}".encode(), "sha256")
    return rank * rank * _WISH + int.from_bytes(digest[:2], "big")
