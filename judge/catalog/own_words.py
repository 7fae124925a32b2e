"""A variant's own words held against the order language: taken already, or read by nobody."""

import re
from collections.abc import Iterator

from judge import resources
from judge.catalog.variant import ORDERS, Variant
from judge.dip.build import DipEngine
from judge.dip.ground.phases import SEASONS
from judge.language.commands import COMMAND_WORDS
from judge.language.dates import find_season
from judge.language.lexicon import FILES
from judge.language.table import terminals
from judge.language.words import ORDER_WORDS

_ARMS = {"army", "armies", "fleet", "fleets", "unit", "units"}
_VERB = re.compile(r"^[^/\n]*->[ \t]*(\w+)", re.MULTILINE)


def faults(candidate: Variant) -> Iterator[str]:
    """What is wrong with the words and verbs of a variant's own orders, and with its seasons.

    All files are sound.
    """
    yield from _season_faults(candidate)
    yield from _power_faults(candidate)
    yield from _place_faults(candidate)
    path = candidate.file(ORDERS)
    if path is None:
        return
    yield from _clash_faults(candidate)
    if not isinstance(candidate.engine, DipEngine):
        return
    own_verbs = {verb.replace("-", "_") for verb in candidate.engine.game.rules.verbs()}
    for verb in dict.fromkeys(_VERB.findall(path.read_text("utf-8"))):
        if verb not in own_verbs and verb not in _list_their_verbs():
            verbs_text = ", ".join(sorted(own_verbs)) or "none"
            yield f"{ORDERS}: verbs() of rules.py does not read '{verb}' (there: {verbs_text})."


def _clash_faults(candidate: Variant) -> Iterator[str]:
    """Words of its own that the order language knows as something else, which comes first."""
    grammar_terminals = terminals(FILES[candidate.engine_name])
    terminal_of = {
        tuple(spelling.split()): f"_{terminal}"
        for terminal, spellings in ORDER_WORDS.items()
        for spelling in spellings
        if {f"_{terminal}", terminal} & {*grammar_terminals}
    }
    command_of = {
        tuple(spelling.split()): spellings[0]
        for spellings in COMMAND_WORDS.values()
        for spelling in spellings
    }
    for name, keys in candidate.vocabulary.dialect.words.items():
        for key in keys:
            if terminal_of.get(key, name) != name:
                spelling = " ".join(key)
                yield f"{ORDERS}: {name}: '{spelling}' is {terminal_of[key]} already, in all games."
            elif key in command_of:
                command = command_of[key].upper()
                yield f"{ORDERS}: {name}: '{' '.join(key)}' is a command: {command}."
            elif spaces := candidate.vocabulary.exact.get("".join(key)):
                yield f"{ORDERS}: {name}: '{' '.join(key)}' is a space: {spaces[0]}."


def _power_faults(candidate: Variant) -> Iterator[str]:
    """Names of powers that say what units do or are."""
    order_words = _list_order_words() | _ARMS
    for name, power in candidate.map["powers"].items():
        for key, word in (("", name), ("adjective", power.get("adjective", ""))):
            if word.lower() in order_words:
                key_path = f"powers.{name}{key and '.'}{key}"
                yield f"map.toml: {key_path}: '{word}' is a word of orders."


def _place_faults(candidate: Variant) -> Iterator[str]:
    """Names and aliases of spaces that say what units do or are, or that are a power's.

    A space may bear a power's whole name, as a city that is a country.
    """
    order_words = _list_order_words() | _ARMS
    power_words = {
        word.casefold(): name
        for name, power in candidate.map["powers"].items()
        for word in (*power.get("aliases", ()), name)
    }
    for space in candidate.map["spaces"]:
        for key, word in (
            ("name", space["name"]),
            *(("aliases", alias) for alias in space.get("aliases", ())),
        ):
            heading = f"map.toml: spaces.{space['id']}.{key}: '{word}'"
            if word.casefold() in order_words:
                yield f"{heading} is a word of orders."
            elif key == "aliases" and word.casefold() in power_words:
                yield f"{heading} is {power_words[word.casefold()]}, a power."


def _list_order_words() -> set[str]:
    """The words of orders in all games."""
    return {spelling for spellings in ORDER_WORDS.values() for spelling in spellings}


def _season_faults(candidate: Variant) -> Iterator[str]:
    """Names of seasons that say something else already."""
    order_words = _list_order_words()
    season_of_word: dict[str, str] = {}
    for word, season in candidate.vocabulary.seasons:
        usual_season = find_season(word)
        places = candidate.vocabulary.exact.get(word)
        if usual_season not in ("", season):
            clash = f"is {SEASONS[usual_season].lower()} already, in all games"
        elif word in order_words:
            clash = "is a word of orders"
        elif places or candidate.vocabulary.power((word,)):
            clash = f"is {' and '.join(places) if places else candidate.vocabulary.power((word,))}"
        elif word in season_of_word:
            clash = f"is {season_of_word[word]} already"
        else:
            season_of_word[word] = season
            continue
        name = candidate.rules["phases"]["names"][season]
        yield f"variant.toml: phases.names.{season}: '{name}' {clash}."


def _list_their_verbs() -> frozenset[str]:
    """The verbs of the order language itself, which a rule of one's own may lead to."""
    text = (resources.root("grammar") / "orders.lark").read_text("utf-8")
    return frozenset(_VERB.findall(text))
