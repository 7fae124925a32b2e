"""What a letter came to so far, and which of its orders still stand, found by their places.

Each question costs what its answer holds, never the whole letter: one may have ten thousand lines.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeGuard

from msgspec.structs import replace

from judge.kernel.text import Command, Ignored, Problem, Sentence
from judge.language import answers
from judge.language.typed_line import (
    ALL,
    BEHIND,
    LAST,
    NO_ORDER,
    ONLY,
    LineReading,
    Withdrawal,
    ignore_line,
)

_ARMS = ("A", "F")
"""Words that name an arm and no place mean all orders of that arm: "not the fleet"."""
_TAKEN_BACK = "line {} takes this back. Write it again if you want it."


class LetterItems:
    """A letter's items in their order; orders that later words take back become problems."""

    def __init__(self) -> None:
        self.items: list[LineReading] = []
        self._noted = 0
        """How many items the lists below know: most letters never ask them."""
        self._orders: list[int] = []
        self._units: dict[str, list[int]] = {}
        self._goals: dict[str, list[int]] = {}

    def add(self, reading: LineReading | Withdrawal) -> None:
        """Put an item below the others, or do what words of taking back say."""
        if isinstance(reading, Withdrawal):
            self.items += self._take_back(reading)
            return
        self.items.append(reading)

    def settle(self) -> list[LineReading]:
        """The items; what a remark orders is no question where a line orders that unit."""
        if not any(map(_is_bracketed, self.items)):
            return self.items
        self._note_orders()
        return [
            one for one in self.items if not (_is_bracketed(one) and self._orders_all(one.spaces))
        ]

    def _orders_all(self, spaces: Iterable[str]) -> bool:
        """Whether the units in ``spaces`` all have orders."""
        return all(next(self.list_orders_of_units((space,)), None) is not None for space in spaces)

    def join_talk(self, first: int, number: int, text: str) -> None:
        """Make the items from ``first`` on one, if they are nothing but the talk of a line."""
        if len(self.items) == first or not _is_talk(self.items[-1]):
            return
        talk = self.items[first:]
        if all(map(_is_talk, talk)):
            self.items[first:] = [ignore_line(number, text, NO_ORDER)]

    def _take_back(self, back: Withdrawal) -> list[LineReading]:
        """The answer to words that take orders back.

        One unit's order is cleared, that of an earlier mail as well; all else is asked back.
        """
        self._note_orders()
        if back.which.startswith(ONLY):
            return self._leave_only(back)
        orders_named = _NamedOrders(self, back.spaces)
        is_aimed = not (back.corrected and back.spaces and not back.talk)
        if clear := self._clear_unit(back, orders_named):
            return [clear]
        spoken_of = orders_named.units() or (orders_named.goals() if is_aimed else [])
        indexes = self._add_earlier(spoken_of or self._find_orders_by_number(back))
        if back.talk and not indexes:
            return [back.talk]
        alone = bool(back.unless) and not spoken_of and len(indexes) == 1
        for index in indexes:
            self._ask_back(index, back, alone=alone)
        return [back.problem] if back.problem else []

    def _ask_back(self, index: int, back: Withdrawal, *, alone: bool) -> None:
        """Make an order a question; ``alone``: it stands if other units are meant that exist."""
        order: Sentence = self.items[index]  # type: ignore[assignment]
        # "Forget all that; all my units hold" leaves no unit in doubt.
        spaces = () if back.which == ALL else _unit(order)
        doubt = Problem(order.span, order.text, _TAKEN_BACK.format(back.span.line), spaces=spaces)
        self.items[index] = replace(doubt, repairs=(order,), unless=back.unless) if alone else doubt

    def _leave_only(self, back: Withdrawal) -> list[LineReading]:
        """The answer to "Only the second counts": all the others are asked back.

        One for the same unit is not: it has its order.
        """
        number = back.which.removeprefix(ONLY)
        newest = islice(self.list_standing(self._orders), 1)
        exempt = self._find_orders_of_line(int(number)) if number.isdigit() else [*newest]
        if not exempt:
            return [back.problem] if back.problem else []
        spaces = {space for index in exempt for space in _unit(self.items[index])}  # type: ignore[arg-type]
        for index in list(self.list_standing(self._orders)):
            order: Sentence = self.items[index]  # type: ignore[assignment]
            if index in exempt:
                continue
            if spaces.isdisjoint(_unit(order)):
                self._ask_back(index, back, alone=False)
            else:
                reason = f"line {back.span.line} takes it back"
                self.items[index] = ignore_line(order.span.line, order.text, reason)
        return []

    def _add_earlier(self, indexes: Sequence[int]) -> list[int]:
        """Orders and those above them for the same units: none comes back to life unasked."""
        spaces = {one for index in indexes for one in _unit(self.items[index])}  # type: ignore[arg-type]
        return (
            sorted({*indexes, *self.list_orders_of_units(tuple(spaces))})
            if spaces
            else list(indexes)
        )

    def _clear_unit(self, back: Withdrawal, orders_named: "_NamedOrders") -> Command | None:
        """CLEAR for the one unit that is named, or that the only order of "line 2" is for."""
        if back.talk or back.corrected:
            return None
        if back.which.isdigit():
            indexes = self._find_orders_of_line(int(back.which))
            spaces = _unit(self.items[indexes[0]]) if len(indexes) == 1 else ()  # type: ignore[arg-type]
            clear = back.problem is not None and len(spaces) == 1
        else:
            spaces = back.spaces
            one = not back.which and len(spaces) == 1
            clear = one and orders_named.means_unit_alone() and spaces[0].isupper()
        text = back.problem.text if back.problem else ""
        return Command("clear", back.span, text, spaces) if clear else None

    def _note_orders(self) -> None:
        """Enter the orders that came since this was last asked."""
        for index in range(self._noted, len(self.items)):
            item = self.items[index]
            if isinstance(item, Sentence):
                self._orders.append(index)
                for space in _unit(item):
                    self._units.setdefault(space, []).append(index)
                for space in _goals(item):
                    self._goals.setdefault(space, []).append(index)
        self._noted = len(self.items)

    def _find_orders_by_number(self, back: Withdrawal) -> list[int]:
        """Those of the orders above that are meant without a name."""
        if back.which == ALL:
            return list(self.list_standing(self._orders))
        if back.which in _ARMS:
            arm = ("", back.which)
            standing = list(self.list_standing(self._orders))
            return [index for index in standing if _arm(self.items[index]) in arm] or standing
        if back.which.isdigit():
            return self._find_orders_of_line(int(back.which))
        if back.which[:1] in ("+", "-"):
            standing, many = sorted(self.list_standing(self._orders)), int(back.which)
            return standing[:many] if many > 0 else standing[many:]
        return self._find_last(back)

    def _find_last(self, back: Withdrawal) -> list[int]:
        """The last order, if words mean that one and answer no question: "F Ion - Tun? No"."""
        last = (
            next(self.list_standing(self._orders), None) if back.which in (LAST, BEHIND) else None
        )
        if last is None:
            return []
        newest = self.items[-1]
        if isinstance(newest, Problem) and newest.span.line == back.span.line:
            return []
        near = back.span.line - self.items[last].span.line <= 1
        right_before = last == len(self.items) - 1 and near
        return [last] if back.which == LAST or right_before else []

    def _find_orders_of_line(self, number: int) -> list[int]:
        """The orders that "line 2" means: of that line if it holds several, else the second one."""
        there = [index for index in self._orders if self.items[index].span.line == number]
        by_count = self._orders[number - 1 : number]
        indexes = there if len(there) > 1 else by_count
        return [index for index in indexes if isinstance(self.items[index], Sentence)]

    def list_standing(self, orders: list[int]) -> Iterator[int]:
        """Those of some orders that were not taken back, the last first; the others are dropped."""
        while orders and not isinstance(self.items[orders[-1]], Sentence):
            orders.pop()
        return (index for index in reversed(orders) if isinstance(self.items[index], Sentence))

    def list_orders_of_units(self, spaces: Sequence[str]) -> Iterator[int]:
        """The orders of units in ``spaces``."""
        return (
            index for space in spaces for index in self.list_standing(self._units.get(space, []))
        )

    def list_orders_to_goals(self, spaces: Sequence[str]) -> Iterator[int]:
        """The orders to one of ``spaces``, and those that help one."""
        return (
            index for space in spaces for index in self.list_standing(self._goals.get(space, []))
        )


def _is_bracketed(reading: LineReading) -> TypeGuard[Ignored]:
    return isinstance(reading, Ignored) and reading.question == answers.BRACKETS


def _is_talk(reading: LineReading) -> bool:
    return isinstance(reading, Ignored) and not reading.spaces and reading.reason == NO_ORDER


class _NamedOrders:
    """The orders that words mean by the spaces that they name."""

    def __init__(self, items: LetterItems, spaces: Sequence[str]) -> None:
        self._given, self._spaces = items, spaces

    def units(self) -> list[int]:
        """Orders of units that stand there."""
        return sorted(set(self._given.list_orders_of_units(self._spaces)))

    def goals(self) -> list[int]:
        """Orders that lead there."""
        return sorted(set(self._given.list_orders_to_goals(self._spaces)))

    def means_unit_alone(self) -> bool:
        """Whether the unit that stands there is meant, and no order that leads there."""
        if next(self._given.list_orders_of_units(self._spaces), None) is not None:
            return True
        return next(self._given.list_orders_to_goals(self._spaces), None) is None


def _arm(reading: LineReading) -> str:
    return reading.piece.arm if isinstance(reading, Sentence) and reading.piece else ""


def _unit(order: Sentence) -> tuple[str, ...]:
    """Where the unit stands that an order is for, a minor power's that points are paid for too.

    A bid is for a minor power.
    """
    if order.piece is None and order.about is not None:
        return _unit(order.about)
    if order.verb == "bid":
        return order.powers[:1]
    return order.piece.place.spaces if order.piece else ()


def _goals(order: Sentence) -> Iterable[str]:
    """Where an order leads, or the one that it helps."""
    spaces = {space for place in order.path for space in place.spaces}
    return spaces | set(_goals(order.about) if order.about else ())
