"""Seams asked at the engine's door: who orders what, what is typed, shown and told."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judge.kernel.choice import Choice, Example
from judge.kernel.engine import Standing
from judge.kernel.ground import Purse
from judge.kernel.text import Sentence
from judge.rules.dip.ground.board import Board, Border, Power, Reach, Space, Unit
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order
from judge.rules.dip.seams.scene import Scene
from judge.rules.dip.seams.sentences import SentenceReader, Taken, Verb


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


class AtTheDoor:
    """What a mechanic changes for players, and for ``judge adjudicate``."""

    def speaks_for(
        self, state: State, board: Board, seat: str, answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The powers that the player of a seat orders, itself first.

        Otherwise: control, factions.
        """
        return answer

    def press_names(self, state: State, board: Board) -> Mapping[str, tuple[str, ...]]:
        """Names that press may go to, each with the powers that read and answer for it.

        Otherwise: control.
        """
        return {}

    def known_state(self, state: State, board: Board, power: str, answer: State) -> State:
        """The state as ``power`` knows it ("": an onlooker), others' secrets left out.

        Otherwise: influence.
        """
        return answer

    def purse(self, state: State, board: Board, power: str, answer: Purse | None) -> Purse | None:
        """What ``power`` may spend in this phase, None if nothing is spent in it.

        Otherwise: influence, points.
        """
        return answer

    def deeds(
        self, state: State, board: Board, unit: Unit, others: Sequence[Unit]
    ) -> Iterable[str]:
        """Orders for ``unit`` beside holds, moves, supports and convoys; impossible ones fall out.

        ``others`` are all units on the board. Otherwise: air, paratroops.
        """
        return ()

    def extras(self, state: State, board: Board, power: str) -> Iterable[Choice]:
        """What ``power`` may order beside its units' orders, builds and removals.

        Otherwise: influence, passage, points.
        """
        return ()

    def survivors(self, state: State, board: Board, answer: tuple[str, ...]) -> tuple[str, ...]:
        """The played powers still in the game.

        Otherwise: disorder.
        """
        return answer

    def give_up(self, scene: Scene, board: Board, power: str) -> Scene:
        """Nobody will play ``power`` again, says the game master.

        Otherwise: disorder.
        """
        return scene

    def decides(self, state: State, board: Board, power: str, answer: bool) -> bool:
        """Whether a power has something to decide in this phase.

        Otherwise: control, dummies, influence, minors.
        """
        return answer

    def knows(self, name: str, answer: bool) -> bool:
        """Whether ``name`` can be a power in a request.

        Otherwise: minors.
        """
        return answer

    def can_own(self, board: Board, space: int, answer: bool) -> bool:
        """Whether a power can own a space; ``answer``: whether it is a supply centre.

        Otherwise: build_centres.
        """
        return answer

    def rephrase(self, sentence: Sentence, answer: Sentence) -> Sentence:
        """The sentence as a verb of the reader understands it; ``sentence`` is as typed.

        Otherwise: air.desk, paratroops.
        """
        return answer

    def verbs(self) -> Mapping[str, Verb]:
        """More verbs for the reader, or other meanings of its own.

        Otherwise: air.desk, influence, paratroops, passage, points.
        """
        return {}

    def despite(
        self, reader: SentenceReader, sentence: Sentence, answer: Sequence[Taken]
    ) -> Sequence[Taken]:
        """What is taken of a sentence that its verb refused, nothing otherwise.

        Otherwise: signals.
        """
        return answer

    def standing(
        self, state: State, board: Board, power: str, orders: Sequence[str], answer: Standing
    ) -> Standing:
        """A power's tasks, facts and warnings.

        Otherwise: air, control, factions, influence, points, sites.
        """
        return answer

    def request(self, request: Mapping[str, Any], board: Board, answer: State) -> State:
        """The state of a request of ``judge adjudicate``; raises InputError naming a wrong key.

        Otherwise: air.supply, disorder, dummies, influence, minors, points.
        """
        return answer

    def answer(self, scene: Scene, board: Board, answer: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer of ``judge adjudicate``.

        Otherwise: control, influence, minors, passage, points.
        """
        return answer
