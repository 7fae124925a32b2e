"""Bids and switches as they were typed."""

from judge.dip.seams.sentences import Refused, SentenceReader, Taken
from judge.kernel.text import Sentence
from judge.mechanics.influence.orders import NOTHING, Bid, Switch


def read_bid(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read "bid 7 on Turkey", "3 IP Poland for Germany"."""
    _only_now(reader)
    minor, claimant = (*sentence.powers, "", "")[:2]
    if _is_minor(reader, claimant) and not _is_minor(reader, minor):  # "3 IP Germany for Poland"
        minor, claimant = claimant, minor
    own = claimant == reader.power
    order = Bid.of(str(sentence.amount), minor, "" if own else claimant, reader.board)
    return _take(order, sentence.amount)


def _is_minor(reader: SentenceReader, name: str) -> bool:
    power = reader.board.powers.get(name)
    return power is not None and not power.played


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
        raise Refused(f"{order.fault[0].upper()}{order.fault[1:]}.")
    return [Taken(order)]
