"""Bids and switches as they were typed."""

from judge.dip.reading import Reader, Refused, Taken
from judge.kernel.text import Sentence
from judge.mechanics.influence.orders import Bid, Switch


def bid(reader: Reader, sentence: Sentence) -> list[Taken]:
    """ "bid 7 on Turkey", "3 IP Poland for Germany"."""
    _only_now(reader)
    minor, *rest = (*sentence.powers, "")
    claimant = rest[0] if rest and rest[0] != reader.power else ""
    return _taken(Bid.of(str(sentence.amount), minor, claimant, reader.board))


def switch(reader: Reader, sentence: Sentence) -> list[Taken]:
    """ "switch 2 Poland from Germany to Italy"."""
    _only_now(reader)
    minor, source, target = (*sentence.powers, "", "", "")[:3]
    return _taken(Switch.of(str(sentence.amount), minor, source, target, reader.board))


def _only_now(reader: Reader) -> None:
    if reader.state is not None and reader.letter != "I":
        now = reader.game.calendar.phase(reader.state.phase).title
        raise Refused(f"Bids are made in influence phases only; this is {now}.")


def _taken(order: Bid | Switch) -> list[Taken]:
    if order.fault:
        raise Refused(f"{order.fault[0].upper()}{order.fault[1:]}.")
    return [Taken(order)]
