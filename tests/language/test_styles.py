"""Any legal order, written in any mixture of names, cases, arrows and verbs, is read as itself."""

import json
import re
from collections.abc import Mapping
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from judge.catalog import parse, variant
from judge.language.fold import words
from tests.language.test_round_trip import legal

STANDARD = variant.load("standard")


def _names(space: Mapping[str, Any]) -> list[str]:
    """A space's names, and those of its aliases that mean no other space as well."""
    aliases = [
        alias
        for alias in space["aliases"]
        if len(STANDARD.vocabulary.exact["".join(words(alias))]) == 1
    ]
    return [space["id"], space["id"].title(), space["name"], space["name"].upper(), *aliases]


NAMES = {space["id"]: _names(space) for space in STANDARD.map["spaces"]}
COASTS = {
    "NC": ("/nc", "(nc)", " (north coast)", " NC", "/NC", " n.c.", " north coast"),
    "SC": ("/sc", "(sc)", " (south coast)", " SC", "/SC", " s.c.", " south coast"),
    "EC": ("/ec", "(ec)", " (east coast)", " EC", "/EC", " e.c.", " east coast"),
}
WORDS = {
    "A": ("A ", "a ", "Army ", "army ", "the army in ", "A(", "A. "),
    "F": ("F ", "f ", "Fleet ", "fleet ", "the fleet in ", "F(", "F. "),
    "-": (" - ", "-", " -> ", "->", " → ", " – ", " to ", " moves to ", " into "),
    "S": (" S ", " s ", " supports ", " SUPPORT ", " sup ", ": supports "),
    "C": (" C ", " c ", " convoys ", " CONVOY ", " transports "),
    "H": (" H", " h", " hold", " HOLDS", " stands.", ", hold", " to hold"),
    "R": (" R ", " retreats to ", " retreat - "),
    "D": (" D", " disbands", " - off the board", " otb"),
    "VIA": (" VIA", " via convoy", " by convoy", " (via convoy)"),
}
PLACE = re.compile(r"[A-Z]{3}(/[NSE]C)?")
ORDERS = [text for kind in ("simple", "convoyed", "supports") for text in legal(kind)]


@st.composite
def styled(draw: st.DrawFn) -> tuple[str, str]:
    """A legal order, canonical and as somebody might write it."""
    order = draw(st.sampled_from([text for text in ORDERS if not text.endswith(" B")]))
    typed = ""
    bracket = False
    for word in order.split(" "):
        if PLACE.fullmatch(word) and word != "VIA":
            name, _, coast = word.partition("/")
            typed += draw(st.sampled_from(NAMES[name]))
            typed += draw(st.sampled_from(COASTS[coast])) if coast else ""
            typed += ")" * bracket
            bracket = False
        else:
            written = draw(st.sampled_from(WORDS[word]))
            bracket = written.endswith("(")
            typed += written
    return order, typed + draw(st.sampled_from(("", ".", " ", " *", " (bounce)", "  failed")))


@given(styled())
def test_an_order_in_any_style_is_read_as_itself(pair: tuple[str, str]) -> None:
    order, typed = pair
    units = re.findall(r"\b[AF] [A-Z]{3}(?:/[NSE]C)?\b", order)
    request = {"text": typed, "units": sorted(set(units))}
    (line,) = parse.answer_lines(json.dumps(request))["lines"]
    assume("No sea joins" not in line.get("problem", ""))  # no fleet could ever carry it
    assert line.get("order") == order
