"""A variant's own orders: its words and rules beside those of all games."""

import pytest

from judge.catalog import variant
from judge.kernel.errors import InputError
from judge.kernel.text import Line, Offer, Problem, Sentence
from judge.language import builder, reader, vocabulary

OWN = """// orders of this game
_RAZE: "raze" | "razes"
     | "burn down"  // as soldiers say
_GIVE: "hands over"
_MEET: "awaits"
_HOLD: "digs in"

%extend deed: _RAZE            -> raze
            | _RAZE route      -> raze
            | _MEET target     -> meet
            | _GIVE+ NUMBER PLACE POWER -> hand_over
%extend order: _RAZE piece     -> raze
"""


def read(text: str) -> Sentence:
    """The one sentence of a line on the standard board, with the orders above."""
    known = vocabulary.from_map(variant.load("standard").map, builder.read_dialect(OWN))
    (item,) = reader.read([Line(1, text)], known, "dip")
    assert isinstance(item, Sentence), item
    return item


@pytest.mark.parametrize("text", ["A Par raze", "Paris RAZES", "Burn down Paris", "raze A Par"])
def test_every_word_and_rule_makes_the_same_order(text: str) -> None:
    order = read(text)
    assert order.verb == "raze"
    assert order.piece is not None
    assert order.piece.place.spaces == ("PAR",)


def test_what_a_rule_holds_fills_the_slots() -> None:
    assert [place.spaces for place in read("A Par raze - Bur").path] == [("BUR",)]
    about = read("A Par awaits A Mar - Gas").about
    assert about is not None
    assert (about.verb, about.path[0].spaces) == ("move", ("GAS",))
    given = read("A Par hands over 3 Bur Germany")
    assert (given.verb, given.amount, given.powers) == ("hand-over", 3, ("Germany",))


def test_a_terminal_of_all_games_gets_more_words() -> None:
    assert read("A Par digs in").verb == "hold"


def test_other_games_do_not_know_them() -> None:
    (item,) = reader.read([Line(1, "A Par raze")], variant.load("standard").vocabulary, "dip")
    assert isinstance(item, Offer)
    assert [type(one) for one in item.otherwise] == [Problem]  # if it is no army to build


def test_an_error_names_its_line_behind_words_on_several_lines() -> None:
    wrong = f"{OWN}%extend order _RAZE -> raze\n"
    known = vocabulary.from_map(variant.load("standard").map, builder.read_dialect(wrong))
    with pytest.raises(InputError, match=f"line {len(wrong.splitlines())}: this is no rule"):
        reader.read([Line(1, "A Par raze")], known, "dip")
