"""Bids and switches as they were typed."""

from judge.dip.reading import Reader, Refused, Taken
from judge.kernel.text import Sentence
from judge.mechanics.influence.orders import NOTHING, Bid, Switch


def bid(reader: Reader, sentence: Sentence) -> list[Taken]:
    """Read "bid 7 on Turkey", "3 IP Poland for Germany"."""
    _only_now(reader)
    minor, claimant = (*sentence.powers, "", "")[:2]
    own = claimant == reader.power
    order = Bid.of(str(sentence.amount), minor, "" if own else claimant, reader.board)
    return _taken(order, sentence.amount)


def switch(reader: Reader, sentence: Sentence) -> list[Taken]:
    """Read "switch 2 Poland from Germany to Italy"."""
    _only_now(reader)
    minor, source, target = (*sentence.powers, "", "", "")[:3]
    return _taken(
        Switch.of(str(sentence.amount), minor, source, target, reader.board), sentence.amount
    )


def _only_now(reader: Reader) -> None:
    if reader.state is not None and reader.letter != "I":
        now = reader.game.calendar.phase(reader.state.phase).title
        raise Refused(f"Bids are made in influence phases only; this is {now}.")


def _taken(order: Bid | Switch, amount: int) -> list[Taken]:
    if amount == 0 and order.fault == NOTHING:
        return [Taken(order, "takes back what an earlier mail said of this claim.")]
    if order.fault:
        raise Refused(f"{order.fault[0].upper()}{order.fault[1:]}.")
    return [Taken(order)]
