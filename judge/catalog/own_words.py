"""orders.lark held against the order language and rules.py: words taken, verbs unread."""

import re
from collections.abc import Iterator

from judge import resources
from judge.catalog.variant import ORDERS, Variant
from judge.dip.build import DipEngine
from judge.language.lexicon import FILES
from judge.language.table import terminals
from judge.language.words import ORDER_WORDS

_VERB = re.compile(r"^[^/\n]*->[ \t]*(\w+)", re.MULTILINE)


def faults(tried: Variant) -> Iterator[str]:
    """What is wrong with the words and verbs of a variant's own orders; both files are sound."""
    path = tried.file(ORDERS)
    if path is None:
        return
    yield from _taken_words(tried)
    if not isinstance(tried.engine, DipEngine):
        return
    read = {verb.replace("-", "_") for verb in tried.engine.game.rules.verbs()}
    for verb in dict.fromkeys(_VERB.findall(path.read_text("utf-8"))):
        if verb not in read and verb not in _their_verbs():
            known = ", ".join(sorted(read)) or "none"
            yield f"{ORDERS}: verbs() of rules.py does not read '{verb}' (there: {known})."


def _taken_words(tried: Variant) -> Iterator[str]:
    """Words of its own that the order language knows as something else, which comes first."""
    known = terminals(FILES[tried.engine_name])
    taken = {
        tuple(spelling.split()): f"_{terminal}"
        for terminal, spellings in ORDER_WORDS.items()
        for spelling in spellings
        if f"_{terminal}" in known
    }
    for name, keys in tried.vocabulary.dialect.words.items():
        for key in keys:
            if taken.get(key, name) != name:
                said = " ".join(key)
                yield f"{ORDERS}: {name}: '{said}' is {taken[key]} already, in all games."


def _their_verbs() -> frozenset[str]:
    """The verbs of the order language itself, which a rule of one's own may lead to."""
    text = (resources.root("grammar") / "orders.lark").read_text("utf-8")
    return frozenset(_VERB.findall(text))
