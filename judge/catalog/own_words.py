"""A variant's own words held against the order language: taken already, or read by nobody."""

import re
from collections.abc import Iterator

from judge import resources
from judge.catalog.variant import ORDERS, Variant
from judge.dip.build import DipEngine
from judge.dip.ground.phases import SEASONS
from judge.language import seasons
from judge.language.lexicon import FILES
from judge.language.table import terminals
from judge.language.words import ORDER_WORDS

_ARMS = {"army", "armies", "fleet", "fleets", "unit", "units"}
_VERB = re.compile(r"^[^/\n]*->[ \t]*(\w+)", re.MULTILINE)


def faults(tried: Variant) -> Iterator[str]:
    """What is wrong with the words and verbs of a variant's own orders, and with its seasons.

    All files are sound.
    """
    yield from _season_faults(tried)
    yield from _power_faults(tried)
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
                spelling = " ".join(key)
                yield f"{ORDERS}: {name}: '{spelling}' is {taken[key]} already, in all games."


def _power_faults(tried: Variant) -> Iterator[str]:
    """Names of powers that say what units do or are."""
    spoken = _list_order_words() | _ARMS
    for name, power in tried.map["powers"].items():
        for key, word in (("", name), ("adjective", power.get("adjective", ""))):
            if word.lower() in spoken:
                where = f"powers.{name}{key and '.'}{key}"
                yield f"map.toml: {where}: '{word}' is a word of orders."


def _list_order_words() -> set[str]:
    """The words of orders in all games."""
    return {spelling for spellings in ORDER_WORDS.values() for spelling in spellings}


def _season_faults(tried: Variant) -> Iterator[str]:
    """Names of seasons that say something else already."""
    spoken = _list_order_words()
    seen: dict[str, str] = {}
    for word, season in tried.vocabulary.seasons:
        meant = seasons.season_of(word)
        places = tried.vocabulary.exact.get(word)
        if meant not in ("", season):
            taken = f"is {SEASONS[meant].lower()} already, in all games"
        elif word in spoken:
            taken = "is a word of orders"
        elif places or tried.vocabulary.power((word,)):
            taken = f"is {' and '.join(places) if places else tried.vocabulary.power((word,))}"
        elif word in seen:
            taken = f"is {seen[word]} already"
        else:
            seen[word] = season
            continue
        name = tried.rules["phases"]["names"][season]
        yield f"variant.toml: phases.names.{season}: '{name}' {taken}."


def _their_verbs() -> frozenset[str]:
    """The verbs of the order language itself, which a rule of one's own may lead to."""
    text = (resources.root("grammar") / "orders.lark").read_text("utf-8")
    return frozenset(_VERB.findall(text))
