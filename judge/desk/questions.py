"""Questions in a letter: which of its sentences ask the judge something, and what they ask about."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.catalog.variant import Variant
from judge.language import questions
from judge.language.fold import plain
from judge.language.languages import all_languages
from judge.language.orders import order_reader
from judge.language.questions import LETTER, PLACE, POWER, SHORT, Found
from judge.language.scan import WORD, scan
from judge.language.tokens import Token, Tokens
from judge.report import topics


def find_asked(text: str, variant: Variant) -> Found | None:
    """What a sentence asks about, None for talk."""
    words = _read_words(plain(text), variant)
    return questions.find_topic(words, marked=text.rstrip(' ")').endswith("?"), own={})


def _read_words(text: str, variant: Variant) -> list[str]:
    lexicon = order_reader(variant.vocabulary, variant.engine_name).lexicon
    lexemes = scan(text)
    words: list[str] = []
    for token in Tokens(lexicon, all_languages()).read(text, lexemes):
        if token.place and not token.power:
            words.append(SHORT if len(token.place.text) < 4 else PLACE)
        elif token.power:
            words.append(POWER)
        else:
            words += [key if len(key) > 1 or key in "aiu" else LETTER for kind, key, *_ in lexemes[token.first : token.behind] if kind == WORD]
    return words
