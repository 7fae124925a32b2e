"""The words that orders are made of, out of grammar/words/orders.txt."""

from collections.abc import Mapping

from judge.language import word_lists
from judge.language.word_lists import Section

_SECTIONS = word_lists.read("orders")
_OTHERS = _SECTIONS["others"]
ORDER_WORDS: Section = _SECTIONS["orders"]
"""Terminal -> spellings. A grammar takes those that it declares."""
ARMS: Mapping[str, Section] = {grammar: _SECTIONS[grammar] for grammar in ("dip", "d100")}
"""Grammar -> letter of an arm -> its words."""
FILLERS = frozenset(_OTHERS["fillers"])
"""Words that carry no meaning where the grammar has no use for them."""
REPORT_WORDS = frozenset(_OTHERS["report"])
"""What a results line says behind an order; whatever follows is its reason."""
NARRATIVE_WORDS = frozenset(_OTHERS["narrative"])
"""Behind a unit these tell of it and order nothing ("The army in Trieste can retreat to ...")."""
COUNTS: Mapping[str, int] = {
    word: int(number) for number, words in _SECTIONS["counts"].items() for word in words
}
"""Numbers in words."""
