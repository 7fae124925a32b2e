"""Points before the deadline: lines read, and a power's own arithmetic in its acknowledgement."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from judge.kernel.engine import Standing
from judge.kernel.text import Refused, Sentence, capitalise, count
from judge.rules.dip.ground.board import Board
from judge.rules.dip.orders.base import Written
from judge.rules.dip.orders.notation import Notation
from judge.rules.dip.seams.sentences import SentenceReader, Taken
from judge.rules.mechanics.cast import alive
from judge.rules.mechanics.disorder import GIVEN_UP
from judge.rules.mechanics.points import bids
from judge.rules.mechanics.points.accounts import Ledger
from judge.rules.mechanics.points.bids import Limits, Points


def read_points(reader: SentenceReader, sentence: Sentence, limits: Limits) -> list[Taken]:
    """A line of points held against the board: impossible orders are refused at once."""
    if sentence.about is None:
        space, arm = next(iter(limits.cast.arm_of.items()), ("", ""))
        unit = f"{arm} {space}"
        raise Refused(f"Points are spent on what a minor power's unit is to do: DP 2: {unit} H.")
    if reader.letter not in ("", "M"):
        raise Refused("Points are spent in spring and fall movement only.")
    state, board = reader.state, reader.board
    if state is not None and reader.power:
        is_given_up = reader.power in state.memory.get(GIVEN_UP, ())
        if is_given_up or not alive(state, reader.power):
            raise Refused("You have no diplomacy points any more.")
    about = sentence.about
    if state is None and about.piece is not None and not about.piece.arm:
        # Without a board a minor's unit has the arm that the map gives it.
        arms = {limits.cast.arm_of.get(space, "") for space in about.piece.place.spaces}
        if len(arms) == 1:
            about = replace(about, piece=replace(about.piece, arm=arms.pop()))
    anybody = reader.anybody()
    try:
        (noted_order,) = anybody.standard(about)
    except Refused as refusal:
        offers = refusal.suggestions or _offer_other_arm(anybody, about)
        raise Refused(
            str(refusal), (f"DP {sentence.amount}: {offer}" for offer in offers)
        ) from None
    points = Points.of(sentence.amount, noted_order.order)
    if state is None:
        return [Taken(points, noted_order.note)]
    line = Written("", points.text, points)
    alone = replace(limits, on_one_unit=0)
    (bid,) = bids.examine_bids(state, board, alone, {}, {"": (line,)})
    if bid.fault:
        raise Refused(f"{capitalise(bid.fault)}.")
    back = "" if sentence.amount else "what you paid for this unit in earlier mails is taken back"
    return [Taken(Points.of(sentence.amount, bid.order), noted_order.note or back)]


def _offer_other_arm(anybody: SentenceReader, about: Sentence) -> Sequence[str]:
    """The order of whatever unit stands where one of another arm was named."""
    if about.piece is None or not about.piece.arm:
        return ()
    try:
        noted_orders = anybody.standard(replace(about, piece=replace(about.piece, arm="")))
    except Refused as refusal:
        return refusal.suggestions
    return [one.order.text for one in noted_orders]


def read_unpaid(reader: SentenceReader, sentence: Sentence, limits: Limits) -> list[Taken]:
    """An order for a unit of one's own; one for a minor's unit is offered with a point."""
    try:
        return reader.standard(sentence)
    except Refused as refusal:
        points_sentence = replace(sentence, verb="points", amount=1, about=sentence)
        try:
            (offer,) = read_points(reader, points_sentence, limits)
        except Refused:
            raise refusal from None
        raise Refused(str(refusal), (*refusal.suggestions, offer.order.text)) from None


def reread(power: str, orders: Iterable[str], board: Board) -> tuple[Written, ...]:
    """Stored orders read again."""
    notation = Notation(board, (Points,))
    return tuple(Written(power, text, notation.order(text)) for text in orders)


def add_sums(book: Ledger, power: str, answer: Standing, minor_unit: str) -> Standing:
    """``answer`` with a power's own points reckoned, as if nobody else paid anything.

    Who has spent none is shown how, for ``minor_unit`` ("A BEL").
    """
    purse, points_used = book.purses[power], book.sum_spent(power)
    points_left = purse.points - points_used
    why = f" ({purse.sum})" if purse.sum else ""
    rest = f"{points_left} left" if points_left >= 0 else f"{-points_left} too many"
    facts = [f"DP: {purse.points} to spend{why}, {points_used} used, {rest}."]
    void = []
    if not points_used and purse.points:
        facts[0] = (
            f"DP: {purse.points} to spend{why}, none used yet; for example"
            f" DP 1: {minor_unit} H (HELP POINTS)."
        )
    if points_left < 0:
        have = f"{points_used} DP used, you have {purse.points}"
        void.append(f"{have}: all would be forfeited.")
    else:
        facts += [
            f"Bonus: {lot.minor} is your client, so your {count(share.points, 'point')} for "
            f"{offer.order.text} {'count' if share.points > 1 else 'counts'} "
            f"{share.points + share.bonus}."
            for lot in book.lots
            for offer in lot.offers
            for share in offer.shares
            if share.bonus
        ]
    void += [
        f"{bid.line}: {bid.fault}, so these points back nothing." for bid in book.bids if bid.fault
    ]
    ties = [
        f"{lot.unit}: your orders for it have equal points, so by themselves it would hold."
        for lot in book.lots
        if lot.offers and lot.winner is None
    ]
    return replace(
        answer,
        facts=(*answer.facts, *facts),
        forms=("DP 1: ",) if points_left > 0 else (),
        warnings=(*answer.warnings, *void, *ties),
        void=(*answer.void, *void),
        unspent=max(points_left, 0),
    )
