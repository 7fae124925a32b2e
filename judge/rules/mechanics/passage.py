"""Passage: written permission for other powers where one's own units stand (ALLOW England AT IRS).

It lasts for one movement phase and its retreats. Other mechanics ask ``allows`` what it opens.
State.memory: ``allowed`` [[place, owner, guest]] while the moves are judged, gone afterwards.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from judge.kernel.choice import Choice, Example
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Refused, Sentence
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order, place
from judge.rules.dip.play.movement import describe_line
from judge.rules.dip.seams.mechanic import Mechanic, tell_each
from judge.rules.dip.seams.scene import Orders, Scene
from judge.rules.dip.seams.sentences import SentenceReader, Taken, Verb

ALL = "ALL"
"""The guest that stands for everybody."""
ALLOWED = "passage-allowed"


class Allow(Order, frozen=True):
    """Permission for ``guest`` where the writer's units stand in ``place``."""

    VERB: ClassVar[str] = "ALLOW"

    guest: str = ""
    place: str = ""

    @classmethod
    def of(cls, guest: str, loc: int, board: Board) -> "Allow":
        """The permission for a power or ALL at a loc; raises ValueError for an unknown power."""
        if guest != ALL and guest not in board.powers:
            raise ValueError(f"there is no power '{guest}'")
        space = board.spaces[board.space_of[loc]]
        return cls(f"ALLOW {guest} AT {space}", guest=guest, place=space)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Allow | None":
        """Read "ALLOW England AT IRS"."""
        if len(words) < 4 or words[-2] != "AT":
            return None
        return cls.of(" ".join(words[1:-2]), place(words[-1], board), board)


def allows(state: State, owner: str, guest: str, *places: str) -> bool:
    """Whether ``guest`` counts as a friend of ``owner``'s unit in one of ``places``."""
    permissions = state.memory.get("allowed", ())
    return owner == guest or any(
        [where, owner, name] in permissions for where in places for name in (guest, ALL)
    )


class Passage(Mechanic):
    """Collects the permissions of a movement phase."""

    def orders(self) -> Iterable[type[Order]]:
        """ALLOW."""
        return (Allow,)

    def examples(self) -> Iterable[Example]:
        """A permission."""
        return (Example("allow {rival} at {ship}", "passage", "allow"),)

    def muster(self, scene: Scene, board: Board, answer: Orders) -> tuple[Scene, Orders]:
        """Take the permissions out of the orders and remember them for the phase.

        W45: the writer speaks for itself and for the minors that it alone controls.
        """
        if scene.state.phase[-1] != "M":
            return scene, answer
        every = [line for power in sorted(answer) for line in answer[power]]
        lines = [line for line in every if isinstance(line.order, Allow)]
        if not lines:
            return scene, answer
        rest = {
            power: tuple(line for line in power_lines if line not in lines)
            for power, power_lines in answer.items()
        }
        permissions = sorted(
            [line.order.place, owner, line.order.guest]
            for line in lines
            if isinstance(line.order, Allow)
            for owner in (line.power, *_wards(scene.state, line.power))
        )
        state = replace(scene.state, memory={**scene.state.memory, "allowed": permissions})
        rows = [
            describe_line(line, "succeeds", "in force until the retreats are over")
            for line in lines
        ]
        # To all, or to the writer only where control is hidden.
        hidden = state.options.get("hidden")
        news = tell_each(ALLOWED, rows) if hidden else [Event(ALLOWED, {"rows": rows}, PUBLIC)]
        return scene.with_(state, news, allowed=rows), rest

    def end(self, scene: Scene, board: Board) -> Scene:
        """Permissions end with the phase; the retreats have been worked out."""
        if "allowed" not in scene.state.memory:
            return scene
        memory = {key: value for key, value in scene.state.memory.items() if key != "allowed"}
        return scene.with_(replace(scene.state, memory=memory))

    def extras(self, state: State, board: Board, power: str) -> Iterable[Choice]:
        """Permissions where the power's units stand, and those of minors that it alone controls."""
        if state.phase[-1] != "M":
            return
        guests = [ALL, *(name for name, facts in board.powers.items() if facts.played)]
        texts = (
            text for owner in (power, *_wards(state, power)) for text in state.units.get(owner, ())
        )
        for number in sorted({board.unit(text).space for text in texts}):
            space = board.spaces[number]
            for guest in guests:
                if guest != power:
                    yield Choice(Allow.of(guest, number, board).text, f"passage at {space}")

    def verbs(self) -> Mapping[str, Verb]:
        """Permissions as they are typed."""
        return {"allow": read_permission}

    def answer(self, scene: Scene, board: Board, answer: Mapping[str, Any]) -> Mapping[str, Any]:
        """The permissions among the results."""
        return {**answer, "results": [*answer["results"], *scene.facts.get("allowed", ())]}


def _wards(state: State, power: str) -> list[str]:
    """The minors that a power alone controls."""
    return [minor for minor, rulers in state.memory.get("control", {}).items() if rulers == [power]]


def read_permission(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read "allow England at the Irish Sea", "allow all IRS"."""
    if reader.state is not None and reader.letter != "M":
        raise Refused("Permission is given together with the orders of a movement phase.")
    goal = sentence.path[0]
    if len(goal.spaces) != 1:
        raise Refused(f"'{goal.text}' can be {' or '.join(goal.spaces)}.")
    (loc,) = reader.locs(goal)
    return [Taken(Allow.of(guest, loc, reader.board)) for guest in sentence.powers]


build = Passage
"""The mechanic."""
