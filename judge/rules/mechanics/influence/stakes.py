"""BID 7 Turkey, BID 3 Poland FOR Germany, SWITCH 2 Poland FROM Germany TO Italy."""

import re
from collections.abc import Sequence
from typing import ClassVar

from judge.kernel.text import Refused, Sentence, capitalise
from judge.rules.dip.ground.board import Board
from judge.rules.dip.orders.base import Order
from judge.rules.dip.seams.sentences import SentenceReader, Taken

NOTHING = "it needs a whole number above 0"
"""The fault of a line that moves no points."""
_BID = re.compile(r"BID (\S+) (.+?)(?: FOR (.+))?")
_DIGITS = 6
_SWITCH = re.compile(r"SWITCH (\S+) (.+) FROM (.+) TO (.+)")


class Bid(Order, frozen=True):
    """New points for a claim on ``minor``; ``claimant`` is "" for the writer's own claim."""

    VERB: ClassVar[str] = "BID"
    PHASES: ClassVar[str] = "I"

    points: int = 0
    minor: str = ""
    claimant: str = ""

    @property
    def key(self) -> str:
        """Bids of one mail add up; those of a later mail for the same claim replace them."""
        return f"bid {self.minor} {self.claimant}+"

    @classmethod
    def of(cls, points: str, minor: str, claimant: str, board: Board) -> "Bid":
        """The bid of ``points`` as written ("7")."""
        text = f"BID {points} {minor}" + (f" FOR {claimant}" if claimant else "")
        fault = _minor(minor, board) or (claimant and _major(claimant, board)) or _amount(points)
        return cls(text, fault=fault, points=_whole(points), minor=minor, claimant=claimant)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Bid | None":
        """Read "BID 3 Poland FOR Germany"."""
        match = _BID.fullmatch(" ".join(words))
        return cls.of(match[1], match[2], match[3] or "", board) if match else None


class Switch(Order, frozen=True):
    """Old points of the writer in the box of ``minor`` go from one claim to another."""

    VERB: ClassVar[str] = "SWITCH"
    PHASES: ClassVar[str] = "I"

    points: int = 0
    minor: str = ""
    source: str = ""
    target: str = ""

    @property
    def key(self) -> str:
        """Switches of one mail add up; those of a later mail between the same claims replace."""
        return f"switch {self.minor} {self.source} {self.target}+"

    @classmethod
    def of(cls, points: str, minor: str, source: str, target: str, board: Board) -> "Switch":
        """The switch of ``points`` as written from the claim ``source`` to ``target``."""
        fault = _minor(minor, board) or _major(source, board) or _major(target, board)
        if not fault and source == target:
            fault = "the points are to stay where they are"
        fault = fault or _amount(points)
        return cls(
            f"SWITCH {points} {minor} FROM {source} TO {target}",
            fault=fault,
            points=_whole(points),
            minor=minor,
            source=source,
            target=target,
        )

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Switch | None":
        """Read "SWITCH 2 Poland FROM Germany TO Italy"."""
        match = _SWITCH.fullmatch(" ".join(words))
        return cls.of(match[1], match[2], match[3], match[4], board) if match else None


def takes_back(order: Order | None) -> bool:
    """Whether a line only takes back what an earlier mail said: "BID 0 Turkey"."""
    return isinstance(order, (Bid, Switch)) and order.text.split(" ")[1] == "0"


def _whole(points: str) -> int:
    """The number that is written; 0 if it is none, and no more than anybody could ever have."""
    if not (points.isascii() and points.isdigit()):
        return 0
    return int(points) if len(points) <= _DIGITS else 10**_DIGITS


def _amount(points: str) -> str:
    return "" if _whole(points) > 0 else NOTHING


def _minor(name: str, board: Board) -> str:
    facts = board.powers.get(name)
    return "" if facts is not None and not facts.played else f"{name} is not a minor power"


def _major(name: str, board: Board) -> str:
    facts = board.powers.get(name)
    return "" if facts is not None and facts.played else f"{name} is not a major power"


def read_bid(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read "bid 7 on Turkey", "3 IP Poland for Germany"."""
    _only_now(reader)
    minor, claimant = (*sentence.powers, "", "")[:2]
    board = reader.board
    if _minor(minor, board) and not _minor(claimant, board):  # "3 IP Germany for Poland"
        minor, claimant = claimant, minor
    own = claimant == reader.power
    order = Bid.of(str(sentence.amount), minor, "" if own else claimant, board)
    return _take(order, sentence.amount)


def read_switch(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read "switch 2 Poland from Germany to Italy"."""
    _only_now(reader)
    minor, source, target = (power or reader.power for power in sentence.powers)
    return _take(
        Switch.of(str(sentence.amount), minor, source, target, reader.board), sentence.amount
    )


def _only_now(reader: SentenceReader) -> None:
    if reader.state is not None and reader.letter != "I":
        raise Refused(f"Bids are made in influence phases only; this is {reader.now}.")


def _take(order: Bid | Switch, amount: int) -> list[Taken]:
    if amount == 0 and order.fault == NOTHING:
        return [Taken(order, "takes back what an earlier mail said of this claim.")]
    if order.fault:
        raise Refused(f"{capitalise(order.fault)}.")
    return [Taken(order)]
