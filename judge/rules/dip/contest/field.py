"""A movement phase laid out: every unit's one order, and what helps or hinders it beside it."""

from itertools import chain

from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order, Written

UNIT = 2
"""The force of one unit, in half units."""


class Field:
    """A movement phase laid out for the resolver. Units are numbered; lists are indexed by unit.

    Built by ``prepare`` and not changed afterwards.
    """

    __slots__ = (
        "_arms", "_fleets", "attackers", "board", "by_convoy", "carriers", "contenders",
        "convoys", "destination", "faults", "force", "occupant", "orders", "powers", "refused",
        "space", "state", "supporters", "supports", "target", "texts", "units", "verdicts",
        "written",
    )  # fmt: skip

    def __init__(self, state: State, board: Board) -> None:
        self.state, self.board = state, board
        self.powers: list[str] = []
        for power, texts in state.units.items():
            self.powers += [power] * len(texts)
        self.texts: list[str] = list(chain.from_iterable(state.units.values()))
        """The units in canonical form."""
        self.units: list[Unit] = list(map(board.units.__getitem__, self.texts))
        self.space: list[int] = [unit.space for unit in self.units]
        self.occupant: list[int] = [-1] * len(board.spaces)
        """Space -> the unit that stands there, -1 for none."""
        for unit, space in enumerate(self.space):
            self.occupant[space] = unit
        self._arms: list[str] = []
        self._fleets = -1
        self.attackers: dict[int, list[int]] = {}
        """Space -> the units that attack it."""
        count = len(self.units)
        self.orders: list[Order | None] = [None] * count
        """The order that each unit tries to carry out as far as it is legal; None: it holds."""
        self.written: list[Written | None] = [None] * count
        """The line that it came from."""
        self.refused: list[tuple[Written, str]] = []
        """Lines that reached no unit, with the reason."""
        self.verdicts: list[str] = [""] * count
        """The verdict of an order that was not even tried: "illegal", "invalid", "fails"."""
        self.faults: list[str] = [""] * count
        """The reason for that verdict."""
        self.target: list[int] = [-1] * count
        """The space that a unit attacks, -1 if none."""
        self.destination: list[int] = self.target
        """The space that it goes to if it wins: ``target``, but -1 for sorties."""
        self.by_convoy: list[bool] = [False] * count
        """Whether it attacks by convoy."""
        self.supporters: list[list[int] | None] = [None] * count
        """The units whose support it has, for its move or its hold, as the order is."""
        self.carriers: dict[int, list[int]] = {}
        """Army -> the fleets that convoy it."""
        self.force: list[int] = [UNIT] * count
        """What a unit's move or support weighs, in half units; 0: the rules are asked again."""
        self.supports: list[int] = []
        self.convoys: list[int] = []
        """The units with orders of these kinds that are legal in themselves."""
        self.contenders: list[int] = []
        """Units with orders of mechanics' own types that take part in the contest (Contender)."""

    @property
    def arms(self) -> list[str]:
        """The units' arms."""
        if not self._arms:
            self._arms = [unit.arm for unit in self.units]
        return self._arms

    def name(self, unit: int) -> str:
        """The canonical text of a unit."""
        return self.texts[unit]

    def label(self, unit: int) -> str:
        """A unit with what it does: "A MUN - BUR", "F NTH" if it stays."""
        order = self.orders[unit]
        return order.text if order is not None and self.target[unit] >= 0 else self.name(unit)

    def fleets(self) -> int:
        """The mask of the waters that hold a fleet."""
        if self._fleets < 0:
            fleets = [1 << unit.space for unit in self.units if unit.arm == "F"]
            self._fleets = sum(fleets) & self.board.waters
        return self._fleets

    def rule_out(self, unit: int, verdict: str, reason: str) -> None:
        """The order of ``unit`` is not tried; an illegal one counts as a hold (choice 10)."""
        self.verdicts[unit] = verdict
        self.faults[unit] = reason
