"""Questions in a letter: which of its sentences ask the judge something, and what they are told.

They are talk to the reader: no order, no warning, nothing that a phase waits for.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from judge.catalog.sheet import Answerable
from judge.catalog.variant import Variant
from judge.desk import facts
from judge.desk.desk import Desk
from judge.kernel.engine import Event
from judge.kernel.mail import Letter
from judge.kernel.notice import QUESTION
from judge.kernel.text import Ignored, Problem, Span
from judge.language import marks, questions
from judge.language.fold import plain
from judge.language.languages import all_languages
from judge.language.orders import order_reader
from judge.language.questions import LETTER, PLACE, POWER, SHORT, Found, OwnWords
from judge.language.requests import WAITS
from judge.language.scan import WORD, scan
from judge.language.tokens import Tokens
from judge.language.typed_line import NO_ORDER
from judge.report import topics

MOST, _MOST_READ = 5, 40
"""Questions that one mail gets answered, and sentences that are looked at for them."""
_WIDEST = 240
"""Letters of a sentence beyond which it is a tale."""
_TALK = (NO_ORDER, marks.HEARSAY)
"""Why lines are passed over that may ask something."""
_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_ENDS = tuple(".!?:;")
_CLAUSE = re.compile(r"[,;:]\s+|\s+-+\s+")
_LETTERS = frozenset("hscdbrf")
"""Words of one letter that may be those of notation."""
_ELIDED = re.compile(r"\b(?:l|d|j|n|s|c|m|t|qu|dell|all|nell)'(?=\w)", re.IGNORECASE)
"""Words that lose their end before another: "l'ordre"."""
_SHORTEST = 4
"""Letters of a place's name that is no abbreviation."""


class Question(NamedTuple):
    """A sentence that asks: where it stands, what it is about, and the names in it."""

    lines: tuple[int, ...]
    text: str
    words: Sequence[str]
    names: facts.Names
    found: Found


def find(letter: Letter, items: Sequence[Answerable], variant: Variant) -> list[Question]:
    """What a letter asks the judge, among its talk.

    What HELP can't answer counts where nothing else in the letter means anything to the judge.
    """
    alone = all(map(_may_ask, items))
    sentences = islice(_list_sentences(letter, items), _MOST_READ)
    asked = [_read(*one, variant, alone=alone) for one in sentences]
    told = [one for one in asked if one is not None and one.found.topic]
    if told or not alone:
        return told[:MOST]
    return [one for one in asked if one is not None][:1]


def list_asked(letter: Letter) -> list[str]:
    """The sentences of a letter that end with a question mark."""
    talk = [
        Ignored(Span(line.number, 1, 1), line.text, NO_ORDER)
        for line in letter.lines
        if not line.ignored
    ]
    return [text for _, text in _list_sentences(letter, talk) if text.endswith("?")]


def mark_asked(
    items: Iterable[Answerable], found_questions: Iterable[Question]
) -> tuple[Answerable, ...]:
    """Items with the talk that asks something called so."""
    numbers = {number for one in found_questions for number in one.lines}
    return tuple(
        Ignored(item.span, item.text, QUESTION)
        if isinstance(item, Ignored | Problem) and item.span.line in numbers
        else item
        for item in items
    )


def answer(desk: Desk, found_questions: Iterable[Question], variant: Variant) -> Desk:
    """The desk with what is told to questions."""
    for one in found_questions:
        topic, part = one.found
        told = facts.FACTS.get(topic)
        sentences = told.tell(desk, one.names) if told else ()
        data = {
            "question": one.text,
            "facts": list(sentences),
            "topic": told.topic if told else topic,
            "part": part,
            "asked": one.words,
            "master": desk.table is not None and desk.table.game.gm is not None,
            "variant": variant.id,
        }
        desk = desk.shows(Event("reply", data, desk.own)).titles("your question")
    return desk


def _list_sentences(
    letter: Letter, items: Sequence[Answerable]
) -> Iterator[tuple[tuple[int, ...], str]]:
    """The sentences of a letter's talk, with the lines that each stands on."""
    talk = {one.span.line for one in items if _may_ask(one)}
    other = {one.span.line for one in items if not _may_ask(one)}
    numbers: list[int] = []
    text = ""
    for line in letter.lines:
        if line.number not in talk - other or (text and text.rstrip().endswith(_ENDS)):
            yield from _part(numbers, text)
            numbers, text = [], ""
        if line.number in talk - other:
            numbers, text = [*numbers, line.number], f"{text}\n{line.text.strip()}".strip()
    yield from _part(numbers, text)


def _may_ask(item: Answerable) -> bool:
    """Whether what a line came to is talk, or a request that HELP can tell how to put."""
    if isinstance(item, Problem):
        asks = "?" in item.text and not (item.ordered or item.suggestions or item.fault)
        return asks and item.message != WAITS
    return isinstance(item, Ignored) and item.reason in _TALK


def _part(numbers: Sequence[int], text: str) -> Iterator[tuple[tuple[int, ...], str]]:
    for match in _SENTENCE.finditer(text):
        if match[0].strip() and len(match[0]) <= _WIDEST:
            yield tuple(numbers), match[0].strip()


def _read(numbers: tuple[int, ...], text: str, variant: Variant, *, alone: bool) -> Question | None:
    """A sentence that asks something, by the whole of it, by a clause or by one of its lines."""
    marked = text.endswith("?")
    if text.endswith("!"):
        return None
    lines = text.splitlines()
    text = " ".join(lines)
    clause = _CLAUSE.split(text)[-1]
    for part in dict.fromkeys((text, clause, *([] if marked else lines))):
        if not (marked or _may_open(part)):
            continue
        words, names = _read_words(plain(part), variant)
        own_words = _list_own_words(variant, part)
        found = questions.find_topic(words, marked=marked, alone=alone, own=own_words)
        if found is not None and (part in (text, *lines) or questions.is_put_to_judge(words)):
            return Question(numbers, part if part in lines else text, words, names, found)
    if not marked:
        return None
    words, names = _read_words(plain(text), variant)
    unknown = Question(numbers, text, words, names, Found(""))
    return unknown if questions.is_put_to_judge(words) else None


def _may_open(text: str) -> bool:
    """Whether words may ask without a question mark, by the first of them."""
    first = next((key for kind, key, *_ in scan(_ELIDED.sub("", plain(text))) if kind == WORD), "")
    return questions.may_open(first)


def find_asked(text: str, variant: Variant, *, alone: bool = False) -> Found | None:
    """What a sentence asks about, None for talk."""
    question = _read((), text, variant, alone=alone)
    return question.found if question and question.found.topic else None


def _list_own_words(variant: Variant, text: str) -> OwnWords:
    """The words by which topics are known: of the variant's own, commands in capitals, others."""
    typed = set(text.replace("?", " ").split())
    own = topics.own(variant.id)
    topic_of = {word: one for word, one in topics.words(variant.id).items() if len(word) > 1}
    sure = {
        word: topic
        for word, topic in topic_of.items()
        if topic in own or (len(word) > 2 and word.upper() in typed)
    }
    return OwnWords(sure, {word: one for word, one in topic_of.items() if len(word) > 2})


def _read_words(text: str, variant: Variant) -> tuple[list[str], facts.Names]:
    """The words of a sentence, its names replaced by what they are, and these names."""
    lexicon = order_reader(variant.vocabulary, variant.engine_name).lexicon
    text = _ELIDED.sub("", text)
    lexemes = scan(text)
    words: list[str] = []
    names = facts.Names()
    for token in Tokens(lexicon, all_languages()).read(text, lexemes):
        keys = [key for kind, key, *_ in lexemes[token.first : token.behind] if kind == WORD]
        if token.place and not token.power and not _is_plain_word(token.place.text, keys):
            words.append(SHORT if len(token.place.text) < _SHORTEST else PLACE)
            names = names._replace(spaces=(*names.spaces, *token.place.spaces))
        elif token.power:
            words.append(POWER)
            names = names._replace(powers=(*names.powers, token.power))
        else:
            words += [LETTER if key in _LETTERS else key for key in keys]
    return words, names


def _is_plain_word(text: str, keys: Sequence[str]) -> bool:
    """Whether what may be a short name of a place is a word of some language: "bot", "por"."""
    return len(text) < _SHORTEST and not text.isupper() and any(map(questions.knows, keys))
