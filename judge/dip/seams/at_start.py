"""Seams asked once, when the engine is built (``map_data`` is map.toml)."""

from collections.abc import Iterable, Mapping
from typing import Any

from judge.dip.ground.board import Border, Power, Reach, Space
from judge.dip.orders.base import Order
from judge.kernel.example import Example


class AtStart:
    """What a mechanic adds to the board, the calendar, the orders and the options."""

    def spaces(self, map_data: Mapping[str, Any]) -> Iterable[Space]:
        """More spaces.

        Otherwise: air.
        """
        return ()

    def borders(self, map_data: Mapping[str, Any]) -> Iterable[Border]:
        """More ways between spaces.

        A Border's ``traits`` come back as ``Move.traits``; ``support=False`` bars supports over it.
        Otherwise: air, ferries, passages.
        """
        return ()

    def reaches(self, map_data: Mapping[str, Any]) -> Iterable[Reach]:
        """Supports over more than a border.

        Otherwise: air.
        """
        return ()

    def powers(self, map_data: Mapping[str, Any]) -> Iterable[Power]:
        """More powers with their homes and units (``played=False``: without a seat).

        Otherwise: control, dummies, factions, minors.
        """
        return ()

    def orders(self) -> Iterable[type[Order]]:
        """More order types; they are tried before the standard ones (orders/base.py).

        Otherwise: air, influence, paratroops, passage, points.
        """
        return ()

    def year(self, answer: tuple[str, ...]) -> tuple[str, ...]:
        """The phases of a year, in order: season and kind letters ("SI").

        Otherwise: influence.
        """
        return answer

    def kinds(self, answer: Mapping[str, str]) -> Mapping[str, str]:
        """The kinds of phases behind their letters.

        Otherwise: influence.
        """
        return answer

    def switches(self) -> Mapping[str, Any]:
        """Options of a game with their defaults.

        Otherwise: air, influence, paratroops, points, signals.
        """
        return {}

    def meanings(self) -> Mapping[str, str]:
        """What switches do, in words: "whether there are planes".

        Otherwise: air, influence, paratroops, signals.
        """
        return {}

    def examples(self) -> Iterable[Example]:
        """Its orders as HELP ORDERS shows them, in slots for the board's names.

        Otherwise: air, ferries, influence, paratroops, passage, passages, points.
        """
        return ()

    def memory(self, map_data: Mapping[str, Any]) -> Mapping[str, Any]:
        """What ``State.memory`` holds when a game starts.

        Otherwise: disorder, influence, points.
        """
        return {}

    def memory_keys(self) -> Iterable[str]:
        """Keys that ``State.memory`` may have beside those that a game starts with.

        A request whose ``state`` has any other is refused. Otherwise: air.supply.
        """
        return ()
