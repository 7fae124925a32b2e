"""Orders for a unit that is named by its arm alone: "the other fleet holds"."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from msgspec.structs import replace

from judge.kernel.engine import Order, Reading
from judge.kernel.text import Problem, Sentence


def is_unnamed(sentence: Sentence) -> bool:
    """Whether a sentence's unit has an arm and no place."""
    return sentence.piece is not None and not sentence.piece.place.spaces


def complete(
    sentences: Sequence[Sentence],
    readings: Iterable[Reading],
    units: Sequence[str],
    read: Callable[[Sentence], Reading],
) -> Reading:
    """What the sentences of a letter order together, those included that mean units left over.

    ``readings`` are what they are by themselves, of an unnamed unit anything; ``units`` are the
    writer's ("F STP/SC"), ``read`` holds a sentence against the board.
    """
    pairs = list(zip(sentences, readings, strict=True))
    ordered_keys = {
        order.key
        for sentence, reading in pairs
        for order in reading.orders
        if sentence.verb != "hold-all"
    }
    for index, (sentence, _) in enumerate(pairs):
        if is_unnamed(sentence):
            reading = _read_unnamed(sentence, units, read, ordered_keys)
            pairs[index] = sentence, reading
            ordered_keys |= {order.key for order in reading.orders}
    every_order = [order for _, reading in pairs for order in reading.orders]
    orders: list[Order] = []
    for sentence, reading in pairs:
        if sentence.verb != "hold-all" or sentence.piece is not None:
            orders += reading.orders
            continue
        # One whose move another supports or convoys is meant to move, though nobody has said so.
        helped_units = {
            _find_unit(order, 3)
            for order in every_order
            if (words := order.text.split())[2:3] in (["S"], ["C"]) and "-" in words
        }
        orders += (
            order
            for order in reading.orders
            if order.key not in ordered_keys and _find_unit(order, 0) not in helped_units
        )
    problems = (problem for _, reading in pairs for problem in reading.problems)
    return Reading(tuple(orders), tuple(problems))


def _read_unnamed(
    sentence: Sentence,
    units: Iterable[str],
    read: Callable[[Sentence], Reading],
    ordered_keys: Container[str],
) -> Reading:
    """The order of the only one of ``units`` that can be meant, else a question.

    ``ordered_keys`` are those of the units that have an order of their own. "All other fleets hold"
    (verb "hold-all") means every unit that is left, "both" (amount 2) if so many are.
    """
    every = sentence.verb == "hold-all" or sentence.amount > 0
    readings = [read(candidate) for candidate in _list_meanings(sentence, units)]
    readings_left = [
        one for one in readings if one.orders and one.orders[0].key not in ordered_keys
    ]
    if sentence.amount == len(readings):  # "both": whatever was said of them above
        readings_left = readings
    orders = tuple(order for one in readings_left for order in one.orders)
    if every and readings_left and sentence.amount in (0, len(readings_left)):
        return Reading(orders)
    if len(readings_left) == 1 and not every:
        stated_place = sentence.piece.place.text if sentence.piece else sentence.text
        orders_taken = []
        for order in orders:
            unit = " ".join(order.text.split()[:2])
            note = f"'{stated_place}' was read as {unit}, the only one that it can be here."
            orders_taken.append(replace(order, note=order.note or note))
        return Reading(tuple(orders_taken))
    message = "Which one? Write the order with its unit."
    offers = tuple(order.text for order in orders)
    return Reading(problems=(Problem(sentence.span, sentence.text, message, offers),))


def _list_meanings(sentence: Sentence, units: Iterable[str]) -> Iterator[Sentence]:
    """The sentence with each of the units that have its arm; of all others each one holds."""
    piece = sentence.piece
    verb = "hold" if sentence.verb == "hold-all" else sentence.verb
    for unit in units:
        arm, _, place = unit.partition(" ")
        if piece is None or piece.arm not in ("", arm[:1]):
            continue
        space, _, coast = place.partition("/")
        there = replace(piece.place, spaces=(space[:3],), coast=coast, air="-" in space)
        one = replace(piece, place=there, arm=arm[:1])
        choices = tuple(replace(choice, piece=one) for choice in sentence.choices)
        yield replace(sentence, piece=one, verb=verb, choices=choices)


def _find_unit(order: Order, index: int) -> str:
    """The unit that an order names at a word, without a coast: "F STP"."""
    return " ".join(order.text.split()[index : index + 2]).partition("/")[0]
