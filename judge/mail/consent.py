"""Yes or no: what a reply says to a question, in its writer's own words.

Every word has to be known for a yes; what the judge can't read is never one. Quotes, signatures
and what may be another's words say nothing. The words stand in grammar/answers, which says how.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import chain, groupby, islice, product
from operator import itemgetter
from typing import NamedTuple

from judge import resources
from judge.kernel.mail import Letter
from judge.kernel.text import Line
from judge.mail import quotes

_PIECE = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|([^\s()\[\]]+)")
"""Of a phrase: one of these, perhaps this, a word."""
_HEADING = re.compile(r"\[([a-z ]+)\]")
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[👍👎✅❌👌✔]|[^\w\s]|_")
_WORD = re.compile(r"[^\W\d_]+")
SENTENCE = re.compile(r"[^.!?;]+[.!?;]*")
_APOSTROPHE = re.compile("['’‘`´ʼ]")
_HYPHEN = re.compile(r"(?<=\w)[-‐‑](?=\w)")
_REPLIED = re.compile(r"(?:\s*(?:re|aw|antw|r|ref|rif|res|sv)\s*:)*", re.IGNORECASE)
"""What mail programs put before the subject of what they answer."""
_CONTACT = re.compile(r"\S@\S+\.|https?://|www\.|\d{4}")
_FULL = 50
"""A line of so many characters may go on in the next one."""
CLOSING = "closing"
_MANNERS = frozenset(("greeting", "courtesy", CLOSING))
"""Ideas of what says nothing."""
_OPENING = ("greeting", "courtesy", "yes", "clear yes")
"""Ideas that may stand before a command in its line."""
_GAP = re.compile(r"\W+(?=\w)")
_NAMED = re.compile(r"(?:\W+[^\W\d_]+){1,3}?\s*[,.!:;–—-]\W*(?=\w)")
"""What parts a greeting from what follows: signs, or whom it names and a sign behind that."""
_NAMES, _SIGNED = 4, 10
"""Words of a name below a mail; clauses of a signature below "Best regards"."""


class Consent(Enum):
    """What a reply says: EMPTY if nothing at all, OTHER if neither yes nor no for certain."""

    YES = "yes"
    NO = "no"
    EMPTY = "empty"
    OTHER = "other"


class Said(NamedTuple):
    """A sentence that answers a question: where it stands, and what it says.

    ``consent`` is OTHER for a yes that is in doubt, and EMPTY for one that says no more than that
    its writer is ``is_ready``. ``is_weak``: it only likes something ("Great!").
    ``numbers`` are those of lines that it names.
    """

    line: int
    column: int
    end: int
    consent: Consent
    is_ready: bool
    is_weak: bool
    numbers: tuple[str, ...]


class _Clause(NamedTuple):
    """Words between two stops: as typed and folded, on which line, and whether it asks."""

    typed: tuple[str, ...]
    words: tuple[str, ...]
    line: Line
    asks: bool

    @property
    def is_name(self) -> bool:
        """Whether it may be somebody's name."""
        return len(self.typed) <= _NAMES and all(word[:1].isupper() for word in self.typed)


class _Reading(NamedTuple):
    """What a clause says: the ideas in it, and whether all of its words are known.

    A yes and a bare no count there alone.
    """

    clause: _Clause
    ideas: frozenset[str]
    is_known: bool

    @property
    def is_open(self) -> bool:
        """Whether nothing in it speaks against a yes."""
        return not self.says_no and "doubt" not in self.ideas

    @property
    def says_no(self) -> bool:
        """Whether it says no."""
        return not self.ideas.isdisjoint(("no", "bare no"))

    @property
    def may_sign(self) -> bool:
        """Whether it may stand in a signature: a name, an address, a number."""
        has_contact = _CONTACT.search(self.clause.line.text) is not None
        return self.is_open and (self.is_known or self.clause.is_name or has_contact)


def weigh(letter: Letter, orders: Collection[int] = ()) -> Consent:
    """What a letter says to the question that it answers.

    ``orders`` are the numbers of its lines that give orders: these say yes, if no other says no.
    EMPTY is a letter of which nothing was left out but quotes, signatures and small print.
    """
    own_lines = [line for line in letter.lines if quotes.is_said(line)]
    if not own_lines:
        # A Subject may say no all the same; so may words below a quote without marks, which
        # nobody can tell from it.
        subject = Line(1, _REPLIED.sub("", letter.subject, count=1))
        if _weigh_words([subject], letter.sender) is Consent.NO:
            return Consent.NO
        is_empty = all(
            line.ignored in quotes.NOT_SAID
            and (
                line.ignored == quotes.QUOTED
                or _weigh_words([line], letter.sender) is not Consent.NO
            )
            for line in letter.lines
            if line.text.strip()
        )
        return Consent.EMPTY if is_empty else Consent.OTHER
    consent = _weigh_words(own_lines, letter.sender, orders)
    other_lines = [line for line in letter.other if quotes.is_said(line)]
    if letter.other and _weigh_words(other_lines, letter.sender) is not consent:
        return Consent.OTHER
    return consent


def find_sentences(letter: Letter) -> list[Said]:
    """The sentences of a letter that say yes, no or ready, each by its own words alone.

    Behind a clear yes or no at its beginning the other words of a sentence may be strange.
    """
    names, found = _find_names(letter.sender), []
    for line in filter(quotes.is_said, letter.lines):
        if _answering().isdisjoint(_words(line.text)):
            continue
        for match in SENTENCE.finditer(line.text):
            readings = [
                _read(clause, {*names, *filter(str.isdigit, clause.words)}, ())
                for clause in _split([Line(line.number, match.group())])
            ]
            consent = _judge_sentence(_drop_signature(readings))
            if consent is not None:
                ideas = frozenset[str]().union(*(one.ideas for one in readings))
                spoken = chain.from_iterable(one.clause.words for one in readings)
                said = Said(
                    line.number,
                    match.start() + 1,
                    match.end() + 1,
                    consent,
                    is_ready=consent is not Consent.NO and "ready" in ideas,
                    is_weak=consent is Consent.YES and "clear yes" not in ideas,
                    numbers=tuple(filter(str.isdigit, spoken)),
                )
                found.append(said)
    return found


def list_choices(text: str) -> Iterator[tuple[str, str]]:
    """The ideas of a text that may take a part of an offer, in their order (grammar/choices).

    With each come the words that say it; strange words that stand together have no idea ("").
    """
    for clause in _split([Line(1, text)]):
        found = _list_phrases(clause.words, "choices", "answers")
        for idea, group in groupby(found, key=itemgetter(0)):
            words = [said for _, _, said in group]
            yield from ((idea, said) for said in (words if idea else [" ".join(words)]))


def list_manners(text: str, names: Collection[str] = ()) -> frozenset[str]:
    """Of a line that is a greeting, thanks or a letter's end, with or without a name, which.

    Nothing of one that says more; ``names`` are its writer's.
    """
    own_words = frozenset(chain.from_iterable(map(_words, names)))
    readings = [_read(clause, own_words, ()) for clause in _split([Line(1, text)])]
    said = _drop_signature(readings)
    says_more = not all(one.is_known and one.ideas <= _MANNERS for one in said)
    return frozenset() if says_more else frozenset().union(*(one.ideas for one in said))


def list_greeted(text: str) -> Iterator[str]:
    """What a line may say behind its greeting, which stands there as blanks.

    First all that follows; then what follows whoever is greeted: "Dear judge, PLAY standard".
    Behind thanks or a yes it is in capitals: "ok PLAY standard", but not "good draw".
    """
    behind, words, greets = 0, tuple[str, ...](), True
    for match in islice(_WORD.finditer(text), _longest("answers")):
        words += _words(match.group())
        idea = _phrases("answers").get(words)
        if idea in _OPENING:
            behind, greets = match.end(), idea == "greeting"
    for gap in (_GAP, _NAMED):
        parted = gap.match(text, behind) if behind else None
        if parted and (greets or text[parted.end() :].split(maxsplit=1)[0].isupper()):
            yield " " * parted.end() + text[parted.end() :]


def _judge_sentence(readings: Sequence[_Reading]) -> Consent | None:
    """What a sentence says; None if it answers no question."""
    ideas = frozenset[str]().union(*(one.ideas for one in readings))
    is_known = all(one.is_known for one in readings)
    if ideas & {"no", "bare no"} and not ideas & {"yes", "ready"}:
        says_no = is_known or "no" in ideas or "bare no" in _find_opening(readings)
        return Consent.NO if says_no else None
    is_open = all(one.is_open for one in readings)
    if is_open and is_known:
        return Consent.YES if "yes" in ideas else Consent.EMPTY if "ready" in ideas else None
    if "clear yes" not in _find_opening(readings):
        return None
    return Consent.YES if is_open else Consent.OTHER


def _find_opening(readings: Iterable[_Reading]) -> frozenset[str]:
    """The ideas of the first clause that says more than a courtesy."""
    openings = (one.ideas for one in readings if not one.ideas <= _MANNERS)
    return next(openings, frozenset())


def _find_names(sender: str) -> frozenset[str]:
    """The words of an address that may be its owner's name."""
    return frozenset(_words(sender.partition("@")[0]))


def _weigh_words(lines: Sequence[Line], sender: str, orders: Collection[int] = ()) -> Consent:
    names = _find_names(sender)
    readings = [_read(clause, names, orders) for clause in _split(lines)]
    may_sign = not "".join(line.text for line in lines).isupper()
    said = _drop_signature(readings) if may_sign else readings
    is_yes = any("yes" in one.ideas for one in readings)
    is_no = any(one.says_no for one in readings)
    if is_no:
        return Consent.OTHER if is_yes else Consent.NO
    if (is_yes or orders) and all(one.is_known and one.is_open for one in said):
        return Consent.YES
    return Consent.OTHER


def _read(clause: _Clause, names: Collection[str], orders: Collection[int]) -> _Reading:
    """The ideas of a clause, the longest phrase first; of an order's line all is known."""
    ideas, strange = {"doubt"} if clause.asks else set(), []
    for idea, start, words in _list_phrases(clause.words, "answers"):
        if idea:
            ideas.add(idea)
        elif words not in names:
            strange.append(clause.typed[start])
    greets = set() < ideas <= {"greeting", "courtesy"} and len(strange) <= _NAMES
    is_known = not strange or (greets and all(word[:1].isupper() for word in strange))
    if not is_known:
        ideas -= {"yes", "clear yes", "bare no", "ready"}
    elif "clear yes" in ideas:
        ideas.add("yes")
    if clause.line.number in orders:
        return _Reading(clause, frozenset(ideas - {"doubt"}), is_known=True)
    return _Reading(clause, frozenset(ideas), is_known)


def _list_phrases(words: tuple[str, ...], *folders: str) -> Iterator[tuple[str, int, str]]:
    """The ideas of words, the longest phrase first, where each begins and its words.

    ``folders`` of grammar have the phrases. A strange word has no idea ("").
    """
    phrases, longest = _phrases(*folders), _longest(*folders)
    index = 0
    while index < len(words):
        lengths = range(min(len(words) - index, longest), 0, -1)
        length = next((n for n in lengths if words[index : index + n] in phrases), 0)
        said = words[index : index + (length or 1)]
        yield phrases[said] if length else "", index, " ".join(said)
        index += length or 1


def _drop_signature(readings: Sequence[_Reading]) -> Sequence[_Reading]:
    """The readings without the name below them, or what stands below "Best regards"."""
    closings = [n for n, one in enumerate(readings) if one.is_known and CLOSING in one.ideas]
    below = readings[closings[0] + 1 :] if closings else ()
    if below and len(below) <= _SIGNED and all(one.may_sign for one in below):
        return readings[: closings[0] + 1]
    names = [not one.is_known and one.clause.is_name and one.is_open for one in readings[-2:]]
    while names and names.pop():
        readings = readings[:-1]
    return readings


def _split(lines: Iterable[Line]) -> Iterator[_Clause]:
    """The clauses of lines: any sign ends one, and so does a line that is not full."""
    typed: list[str] = []
    for line in lines:
        for token in (*_TOKEN.findall(_plain(line.text)), "" if len(line.text) >= _FULL else "."):
            if token and not token.isalnum() and token not in "👍👎✅❌👌✔":
                if typed:
                    yield _clause(typed, line, asks=token == "?")
                typed = []
            elif token:
                typed.append(token)
    if typed:
        yield _clause(typed, line, asks=False)


def _clause(tokens: Sequence[str], line: Line, *, asks: bool) -> _Clause:
    return _Clause(tuple(tokens), tuple(word.casefold() for word in tokens), line, asks)


def _plain(text: str) -> str:
    """A text without accents, apostrophes and hyphens: "c'etait", "peut-etre"."""
    joined = _HYPHEN.sub(" ", _APOSTROPHE.sub("", text))
    if joined.isascii():
        return joined
    letters = unicodedata.normalize("NFKD", joined)
    return "".join(one for one in letters if not unicodedata.category(one).startswith("M"))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in _TOKEN.findall(_plain(text)) if word.strip())


@cache
def _phrases(folder: str, *others: str) -> dict[tuple[str, ...], str]:
    """The idea of every phrase in the files of folders of grammar; the first folder's counts."""
    phrases = dict(_phrases(*others)) if others else {}
    for file in sorted((resources.root("grammar") / folder).glob("*.txt")):
        phrases |= read_phrases(file.read_text("utf-8"))
    return phrases


def read_phrases(text: str) -> dict[tuple[str, ...], str]:
    """The phrases of a file of grammar, by their words, and the idea of each."""
    phrases: dict[tuple[str, ...], str] = {}
    idea = ""
    for line in _plain(text).casefold().splitlines():
        if heading := _HEADING.fullmatch(line):
            idea = heading[1]
            continue
        for phrase in line.split(","):
            ways = [
                one.split("/") if one else [*perhaps.split("/"), ""] if perhaps else [word]
                for one, perhaps, word in _PIECE.findall(phrase)
            ]
            for chosen in product(*ways):  # all that it stands for
                phrases[tuple(_TOKEN.findall(" ".join(chosen)))] = idea
    phrases.pop((), None)
    return phrases


@cache
def _answering() -> frozenset[str]:
    """The last words of all phrases that answer: no line of orders has one, but for its "to"."""
    answers = {"clear yes", "yes", "no", "bare no", "ready"}
    return frozenset(words[-1] for words, idea in _phrases("answers").items() if idea in answers)


@cache
def _longest(*folders: str) -> int:
    """How many words the longest phrase has."""
    return max(map(len, _phrases(*folders)))
