"""What may be asked of a movement phase while it is resolved, and by whom.

Beside ``field``, which is compiled: orders of mechanics are records and contenders at once, and no
record has a compiled class above it.
"""

from collections.abc import Callable, Mapping, Set
from typing import Protocol

from msgspec import Struct

from judge.rules.dip.contest.field import Field

Key = tuple[str, int]
"""What a question of a mechanic is about: a word and a unit."""


class Duel(Struct, frozen=True):
    """Two forces that were compared, an attack's and that of another unit in its way."""

    other: int
    force: int
    other_force: int
    stops: bool
    """Whether the attack failed for that."""


class Contest(Protocol):
    """The answers so far: each may hang on a guess, so ask anew and keep none.

    Units are numbered as in ``field``; strengths are half units (2 = a unit).
    """

    @property
    def field(self) -> Field:
        """The phase laid out."""

    @property
    def disrupted_convoys(self) -> Set[int]:
        """The fleets whose convoys a paradox has broken."""

    def resolve(self, unit: int) -> bool:
        """Whether the attack of ``unit``, or its order of an own type, succeeds."""

    def ask(self, key: Key) -> bool:
        """The answer to a mechanic's own question (``Contender.questions``)."""

    def gets_through(self, unit: int, *, lands: bool = True) -> bool:
        """Whether an attack gets through; without ``lands`` nobody asks ``completes_move``."""

    def duels(self, unit: int) -> list[Duel]:
        """All that an attack was compared with, its target's unit first; when all is settled."""

    def dislodger(self, unit: int) -> int:
        """The attacker that takes the place of ``unit``, which did not leave; -1 if none does."""

    def arrives(self, unit: int) -> bool:
        """Whether an attack by convoy has a whole route of fleets that are spared."""

    def landings(self, unit: int) -> int:
        """The mask of the waters from which surviving routes land the convoyed ``unit``."""

    def attack_strength(self, unit: int) -> int:
        """The strength of an attack; 0 if it is against an own unit that stays."""

    def hold_strength(self, unit: int) -> int:
        """The strength of a unit that stays."""

    def prevent_strength(self, unit: int) -> int:
        """The strength with which an attack keeps others out of its target."""

    def meets_head_on(self, unit: int, other: int) -> bool:
        """Whether two units attack each other head to head."""

    def is_given(self, unit: int) -> bool:
        """Whether the support that ``unit`` lends is not cut."""

    def cutter(self, unit: int) -> int:
        """The attacker that cuts the support of ``unit``, -1 if none."""


Judge = Callable[[Contest, int], bool]
"""Answers a question about a unit, by the answers so far."""


class Contender:
    """An order of a mechanic's own type (KIND OTHER, phase "M") that takes part in the contest."""

    __slots__ = ()

    def lay(self, field: Field, unit: int) -> None:
        """Enter its attack (``field.target``, ``field.attackers``) or its ``field.supporters``.

        Called once while the phase is prepared, before the standard supports are matched.
        """

    def settle(self, field: Field, unit: int) -> None:
        """The last word, when all other orders are laid out and matched."""

    def questions(self, field: Field, unit: int) -> Mapping[Key, Judge]:
        """What else has to be asked while orders wait for each other; see ``Contest.ask``."""
        return {}

    def judge(self, contest: Contest, unit: int) -> bool:
        """Whether the order succeeds, by the answers so far."""
        raise NotImplementedError
