"""Is it an order that went wrong, or only talk? A wrong order gets an answer, talk does not.

The answer says where it went wrong, what was expected there, and what would work; or which command
gives what was asked for.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from judge.kernel.text import Command, Problem, Span
from judge.language import cues
from judge.language.builder import Slots
from judge.language.fold import ARROW, NUMBER, SIGN, WORD, Lexeme, fold
from judge.language.lexer import Lexer, MisreadError
from judge.language.lexicon import has, is_verbal
from judge.language.order_lines import Item, OrderReader
from judge.language.statement import (
    ARROWS,
    Statement,
    TypedLine,
    begins_with,
    is_notation,
    read_part,
    says,
    words_of,
)
from judge.language.table import END
from judge.language.tokens import Token, classes_of
from judge.language.words import (
    FILLERS,
    all_languages,
    is_country,
    list_countries,
    list_near,
)

_DEEDS = frozenset(("hold", "move", "support", "convoy", "retreat", "disband", "build", "bid"))
_OPENERS = frozenset(("lead", "again", "and"))
_BIDDERS = frozenset(("also", "bid", "more", "self", "want"))
"""Classes of words before the number of a bid: "I want all my points on Turkey"."""
_TERSE = 8
"""Words of a line that is hardly talk."""
_SPENT = 10
"""Words of a line that spends points on a minor power, in a game that has any."""
_OWN = ("_SWITCH", "_ALLOCATE", "_STACK")
"""Words of doing that no language has, but some game."""
_TWO = 2
_SLIPPED = 4
"""Letters of a word that may be a slip of a name."""
EXAMPLE = " Write for example "
"""What stands before the example; a suggestion of what was meant makes it needless."""
_WINTER = {"_BUILD": "Build", "_DISBAND": "Remove"}
"""Verbs that an order of the winter begins with, as the example writes them."""
_BIDDING = ("_BID", "_NOBID", "_SWITCH", "_POINTS")
"""Verbs of influence, which has an example of its own."""
_LONG = 40
"""Letters of what was understood, or of a word that was not, that are repeated at most."""
_NEAR, _SURELY_NEAR = 0.6, 0.75
_MOST = 4
_UNKNOWN = {
    ("PLACE", "POWER"): "is not a place or power on this map",
    ("PLACE",): "is not a place on this map",
}
"""What is wrong with an unknown word, by what might stand there."""
_STAYING = frozenset(("support", "help", "hold", "convoy"))
"""Classes of words that go to no place."""
_SHORT = 2
_FARTHER = 0.17


def find_attempt(statement: Statement, item: Item, reader: OrderReader) -> Item | None:
    """A wrong item that has an order's form, from where that begins; None where it is talk.

    It has a unit's letter, or a name and what it does. Words may lead to it: "Sorry: F Xyz - Ber",
    "and F Xyz - Ber". Without a colon a unit's capital follows: "and a good day" has none.
    """
    lexemes, first, parted = statement.line.lexemes, item.first, False
    slips = lexemes[first][1] in reader.lexicon.arms  # "A :ar - Pic", a slip of "A Par"
    for token in statement.list_tokens(item) if not slips else ():
        if not (token.sign == ":" or token.classes & _OPENERS) or "by" in token.classes:
            break
        first, parted = token.behind, token.sign == ":"
    column = lexemes[first][2] if first < item.behind else 0
    if not (parted or statement.line.text[column].isupper()):
        first = item.first
    if is_attempt_in_notation(lexemes[first : item.behind], reader):
        begun = read_part(statement, reader, first, item.behind)[0] if first > item.first else item
        return begun if begun.error else item
    return item if _attempts(statement, item, reader) else None


def _attempts(statement: Statement, item: Item, reader: OrderReader) -> bool:
    """Whether the words of a wrong item are those of an order that is spoken, or of a bid."""
    line, mine = statement.line, statement.list_tokens(item)
    if spends_points(mine, reader) or _Words(line, words_of(mine), reader).bid():
        return True
    spoken = [token for token in mine if not token.sign or token.sign in ARROWS]
    leads = (
        at for at, one in enumerate(spoken) if one.classes & _DEEDS or not one.classes & _OPENERS
    )
    is_plan = says(spoken[:2], "me") and not says(spoken[:1], "please")
    # "You have my word, no attack on Piedmont"
    promises = says(mine, "no") and says(statement.tokens, "you")
    asks = any(token.sign == "?" for token in mine)
    return _Words(line, spoken[next(leads, len(spoken)) :], reader).attempt(
        may_open=not (is_plan or asks or promises)
    )


def spends_points(tokens: Sequence[Token], reader: OrderReader) -> bool:
    """Whether few words name a number, a deed and a land, or points, where a game has any."""
    if not reader.vocabulary.pays or len(words_of(tokens)) > _SPENT:
        return False
    acted = any(_acts(one) and "points" not in one.classes for one in tokens)
    named = any(one.place or one.power for one in tokens) or says(tokens, "points")
    return acted and named and any(token.number for token in tokens)


def _acts(token: Token) -> bool:
    return token.sign in ARROWS or bool(token.classes & _DEEDS)


def _is_named(token: Token) -> bool:
    return bool(token.place or token.power or token.arm)


class _Words(NamedTuple):
    """The words of a wrong order, and the arrows between them."""

    line: TypedLine
    words: Sequence[Token]
    reader: OrderReader

    def key(self, token: Token) -> str:
        """A word as it was folded."""
        return self.line.lexemes[token.first][1]

    def bid(self) -> bool:
        """Whether few give a number, or all, to a power or nearly one, where a game has bids.

        A name with a slip has a capital, unless their line says that it bids.
        """
        if not self.reader.vocabulary.pays or len(self.words) > _TERSE:
            return False
        first = next((one for one in self.words if not one.classes & _BIDDERS), None)
        if first is None or not (first.number or "all" in first.classes):
            return False
        text, lexemes = self.line.text, self.line.lexemes
        aloud = any(has(self.reader.lexicon[key].readings, "_BID") for _, key, _, _ in lexemes)
        names = (one for one in self.words if aloud or text[lexemes[one.first][2]].isupper())
        return any(one.power for one in self.words) or any(map(self.nearly_names, names))

    def attempt(self, *, may_open: bool) -> bool:
        """Whether few are a unit and what it does, or the other way round; one may have a slip.

        A word that may be a name, as "Mar", is one where it goes to another. A question or a plan
        may not open with a deed, a number or a slip.
        """
        if not 1 < len(self.words) <= _TERSE:
            return False
        first, second, *rest = self.words
        behind = (second, *rest[:2])
        named = any(map(_is_named, behind))
        goes = _acts(second) or "to" in second.classes
        goal = goes and (named or any(map(self.nearly_names, behind)))
        if first.place or first.arm:
            return self.follow_unit(second, rest, leads=goal)
        meant = self.reader.lexicon[self.key(first)].readings
        if (goal and has(meant, "PLACE")) or has(meant, *_OWN):
            return goal or any(map(_is_named, rest))
        return may_open and self.open_otherwise(goes=goes, named=named, goal=goal)

    def follow_unit(self, second: Token, rest: Sequence[Token], *, leads: bool) -> bool:
        """Whether they go on behind a unit with a place or a deed, or nearly one."""
        slips = bool(rest) and _acts(rest[0]) and self.nearly_names(second)
        two = "".join(map(self.key, rest)) if "to" in second.classes else ""  # "Back Sea"
        leads = leads or (len(rest) == _TWO and is_nearly_name(two, self.reader))
        return bool(second.place) or _acts(second) or slips or leads or self.nearly_acts(second)

    def open_otherwise(self, *, goes: bool, named: bool, goal: bool) -> bool:
        """Whether a deed, a number or a slip of a name opens them, and something is named."""
        first, rest = self.words[0], self.words[2:]
        if first.classes & _DEEDS or first.number:  # a number of points or units
            return named and (not first.number or self.counts())
        if goes and (goal or not rest) and self.nearly_names(first):
            return True
        marked = any(one.number or one.sign in ARROWS for one in self.words)
        return named and marked and self.nearly_acts(first)

    def counts(self) -> bool:
        """Whether they count points or units, with a deed or as in "2 armies please"."""
        if says(self.words, "bid") or says(self.words, "build"):
            return True
        return all(one.number or one.arm or "please" in one.classes for one in self.words)

    def nearly_acts(self, token: Token) -> bool:
        """Whether an unknown word is nearly one of doing: "alocate 75 to Finland"."""
        near = not token.classes and self.reader.lexicon.list_nearly_meant(self.key(token))
        return bool(near)

    def nearly_names(self, token: Token) -> bool:
        """Whether an unknown word is nearly a place's name."""
        word = self.key(token)
        if token.classes or len(word) < _SLIPPED:
            return False
        return is_nearly_name(word, self.reader)


def is_attempt_in_notation(lexemes: Sequence[Lexeme], reader: OrderReader) -> bool:
    """Whether words begin as "A Par" does, or as "F Ankra - Blck Sea" and "L2 Ankra H"."""
    if not is_notation(lexemes, reader):
        return False
    counts = len(lexemes) > 1 and lexemes[1][0] == NUMBER
    terse, article = len(lexemes) <= _TERSE, lexemes[0][1] == "a"
    behind = lexemes[1 + counts :]  # the arm, which may be an article
    keys = [key for _, key, _, _ in behind]
    if len(keys) < _TWO:
        return False
    names = [key for key in keys if has(reader.lexicon[key].readings, "PLACE")]
    arrow = any(kind == ARROW for kind, *_ in behind[1:4])
    if arrow or (keys[0] in names and (terse or not article)):
        return True
    acts = is_verbal(reader.lexicon[keys[1]].readings)
    meant = len(keys[1]) == 1 or is_nearly_name(keys[0], reader)  # "A Xyz H"
    return terse and acts and (meant or (bool(names) and not article))  # "F Xyz to Berlin"


WAITS = (
    "you ask for time: the phase is kept open for you till its deadline, or till you write READY."
)
_REPEATS = "I can't look up what you mean. Write the orders that you want."
_ASKS = "if you ask the judge for something, write {} on a line of its own."
_COMMANDS = {
    "draw": "DRAW",
    "time": "EXTEND or ABSENCE (the game master: DEADLINE)",
    "resign": "RESIGN",
    "map": "MAP",
    "tell": "PRESS TO and the power",
}
"""Classes of words that ask for what a command gives."""
_ASKING = frozenset(("wait", "can-do", "repeat", *_COMMANDS))
"""Classes of words one of which stands in whatever asks for something."""
_AGREED = ("draw", "map")
"""Those of them that are talk unless a word of wishing or agreeing stands beside them."""
_NAMED = frozenset(("orders", "last-turn"))


def find_request(statement: Statement) -> Command | Problem | None:
    """What a sentence asks for, with the way to get it; None of any other sentence.

    What a unit can do is answered at once.
    """
    tokens, line = statement.tokens, statement.line
    if classes_of(tokens).isdisjoint(_ASKING):
        return None
    span = line.span_of_all()
    text = line.text[span.column - 1 : span.end - 1]
    if says(tokens, "wait"):
        return Problem(span, text, WAITS)
    if statement.asks and says(tokens, "can-do"):
        spaces = tuple(token.place.spaces[0] for token in tokens if token.place)
        return Command("reach", span, text, spaces if len(spaces) == 1 else ())
    told = begins_with(tokens, "tell")
    if cues.reports(tokens) and not told:
        return None
    named = any(token.place or token.classes & _NAMED for token in tokens)
    if named and begins_with(tokens, "repeat"):
        return Problem(span, text, _REPEATS)
    command = _find_command(tokens, told=told)
    return Problem(span, text, _ASKS.format(command)) if command else None


def find_repeat(line: TypedLine, before: Sequence[Token]) -> Problem | None:
    """The answer to words that add an order to older ones: "Same as last time but Par - Pic"."""
    words = words_of(before)
    named = any(token.classes & _NAMED for token in words)
    if not (named and begins_with(words, "repeat") and "and" in words[-1].classes):
        return None
    first, last = line.lexemes[words[0].first], line.lexemes[words[-1].behind - 1]
    span = Span(line.number, first[2] + 1, last[3] + 1)
    return Problem(span, line.text[first[2] : last[3]], _REPEATS)


def _find_command(tokens: Sequence[Token], *, told: bool) -> str:
    """The command that gives what words ask for, "" for none; ``told``: "tell" comes first.

    What was asks for nothing, unless it was hoped for: "My holiday was too short."
    """
    if says(tokens, "was") and not says(tokens, "doubt"):
        return ""
    for name, command in _COMMANDS.items() if says(tokens, "me") else ():
        meant = says(tokens, "agree") if name in _AGREED else name != "tell" or told
        if meant and says(tokens, name):
            return command
    return ""


class Mistake(NamedTuple):
    """Where lexemes of a text stopped making sense, and by which reader."""

    error: MisreadError
    text: str
    lexemes: list[Lexeme]
    reader: OrderReader

    @property
    def here(self) -> list[Lexeme]:
        """The lexeme that the trouble is about; none at the line's end."""
        return self.lexemes[self.error.at : self.error.at + 1]

    @property
    def quote(self) -> str:
        """It as typed."""
        return "".join(self.say(one) for one in self.here)

    def say(self, lexeme: Lexeme) -> str:
        """A word or sign as typed, the beginning of a long one."""
        _, _, start, end = lexeme
        rest = "..." if end - start > _LONG else ""
        return self.text[start : min(end, start + _LONG)] + rest

    def can_be(self, terminal: str, lexemes: list[Lexeme]) -> bool:
        """Whether the first lexeme, if there is one, is a word or sign for ``terminal``."""
        for kind, word, _, _ in lexemes:
            if kind == ARROW:
                return terminal == "_ARROW"
            return kind == WORD and has(self.reader.lexicon[word].readings, terminal)
        return False

    def find_paid_non_minor(self) -> int:
        """The lexeme that names a place or country which gets points, and is no minor; -1: none.

        As in "BID 2 Austria" and "Belgium 2", where only powers get any.
        """
        vocabulary, error, lexemes = self.reader.vocabulary, self.error, self.lexemes
        if not vocabulary.minors or not error.at:
            return -1
        index = error.at if self._is_paid(error.at) else 0
        pays = index > 0 or (len(lexemes) == 2 and lexemes[1][0] == NUMBER)
        here = lexemes[index : index + 1]
        if not pays or not here or (error.why == "unknown" and not is_country(here[0][1])):
            return -1
        names_something = is_country(here[0][1]) or self.can_be("PLACE", here)
        minor = (here[0][1],) in vocabulary.powers
        return index if names_something and not minor else -1

    def _is_paid(self, at: int) -> bool:
        """Whether a number or a word of bids leads to a lexeme, as it does to a power's name."""
        before = self.lexemes[:at]
        behind_fillers = [one for one in before if one[1] not in FILLERS][-1:]
        paying = any(self.can_be(one, behind_fillers) for one in _BIDDING)
        is_for_it = self.can_be("_FOR", before[-1:])
        return paying or is_for_it or any(kind == NUMBER for kind, *_ in behind_fillers)

    def list_guesses(self) -> Iterator[Sequence[list[Lexeme]]]:
        """What may have been meant, the likeliest kind of guess first; most make no sense either.

        Another word or an arrow for the wrong one, arrows before places, for each unknown word what
        it is most like, or fewer words.
        """
        at, slips = self.error.at, self._slips()
        before, here, behind = self.lexemes[:at], self.here, self.lexemes[at + 1 :]
        for words in self._list_meant():
            yield [[*before, (WORD, word, *here[0][2:]), *behind] for word in words]
        if "_ARROW" in self.error.accepted:
            arrow = [(ARROW, "-", start, start) for _, _, start, _ in here]
            yield [[*before, *arrow, *here, *behind]]
            led = [*before]  # an arrow before each place
            for one in (*here, *behind):
                if self.can_be("PLACE", [one]):
                    led.append((ARROW, "-", one[2], one[2]))
                led.append(one)
            yield [led]
            if slips or any(kind == SIGN for kind, *_ in here):
                yield [[*before, *arrow, *behind]]
        if slips:
            mended = [self._mend(one) for one in self.lexemes]
            yield [[names[0] for names in mended], [names[-1] for names in mended]]
        if END in self.error.accepted:
            yield [before]
        if slips:
            yield [[*before, *behind]]
        yield [before[:-1]]

    def _slips(self) -> bool:
        """Whether a word is unknown, and may be meant for another.

        What says what a unit does that goes nowhere is no slip, nor a last word such as "that".
        """
        if self.error.why != "unknown":
            return False
        words, at = [word for _, word, *_ in self.lexemes], self.error.at
        match = all_languages().match(words, at)
        classes = frozenset(chain(*match[1].values())) if match else frozenset()
        points = at + 1 == len(words) and len(words[at]) > _SHORT
        return classes.isdisjoint(_STAYING) and not (points and "it" in classes)

    def _list_meant(self) -> Iterator[Iterable[str]]:
        """The words for which the wrong one may stand: powers, places, arms and verbs.

        Places are those whose names it is like, or that belong to the country that it names.
        """
        vocabulary, at = self.reader.vocabulary, self.error.at
        strange = self.error.why == "unknown"
        for _, word, *_ in self.here:
            if strange and self._is_paid(at):
                names = [key[0] for key in vocabulary.powers if len(key) == 1]
                yield _list_nearest(word, names)[:_MOST]
            strange_name = self._slips() or is_country(word)
            if "PLACE" in self.error.accepted and strange_name and self.find_paid_non_minor() < 0:
                near = vocabulary.home(word)
                if not (is_country(word) or (near and list_countries(word))):
                    spaces: dict[str, list[str]] = {}
                    for name, space in vocabulary.names():
                        spaces.setdefault(name, []).append(space)
                    close = [one for name in _list_nearest(word, spaces) for one in spaces[name]]
                    near = (*near, *dict.fromkeys(close[:_MOST]))
                yield map(str.lower, dict.fromkeys(near))
            if strange:
                yield self.reader.lexicon.list_nearly_meant(word)

    def _mend(self, lexeme: Lexeme) -> Sequence[Lexeme]:
        """A lexeme, or for an unknown word the verb and the place that it is most like."""
        kind, word, start, end = lexeme
        lexicon = self.reader.lexicon
        if kind != WORD or word in FILLERS or lexicon[word].readings:
            return [lexeme]
        names = [name for name, _ in self.reader.vocabulary.names()]
        near = [*lexicon.list_nearly_meant(word)[:1], *_list_nearest(word, names)[:1]]
        return [(WORD, one, start, end) for one in near] or [lexeme]


def repairs(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """Readings that would make sense: those of the first kind of guess that leads to any."""
    for guesses in Mistake(error, text, lexemes, reader).list_guesses():
        read = (reader.reread(Lexer(text, guess, reader.lexicon)) for guess in guesses)
        if likely := [slots for slots in read if slots]:
            return likely
    return []


def message(error: MisreadError, lexemes: list[Lexeme], text: str, reader: OrderReader) -> str:
    """One or two sentences: what is wrong, and an example that works."""
    mistake = Mistake(error, text, lexemes, reader)
    quote, paid = mistake.quote, mistake.find_paid_non_minor()
    is_place = mistake.can_be("PLACE", mistake.here)
    if error.why == "question":
        reason = "this reads as a question; leave the question mark out if it is an order"
    elif paid >= 0:
        paid_word = mistake.say(lexemes[paid])
        reason = f"'{paid_word}' is not a minor power, and only these get points"
    elif "PLACE" in error.accepted and is_country(fold(quote)) and not is_place:
        reason = f"'{quote}' is a country, not a space of this map"
    elif error.why == "unknown":
        kinds = [name for name in ("PLACE", "POWER") if name in error.accepted]
        reason = f"'{quote}' {_UNKNOWN.get(tuple(kinds), 'is not understood')}"
    elif error.why in ("end", "alone"):
        reason = "the line stops too early"
    elif "NUMBER" in error.accepted and mistake.can_be("_ALL", mistake.here):
        reason = f"'{quote}' is no number of points"
    else:
        before = text[lexemes[0][2] : lexemes[error.at - 1][3]].strip() if error.at else ""
        where = f"after '{before}'" if 0 < len(before) <= _LONG else "there"
        reason = f"'{quote}' makes no sense {where}"
    return f"{reason}.{EXAMPLE}{example(mistake)}"


def example(mistake: Mistake) -> str:
    """An order of the kind that the state was in the middle of, made of this map's names."""
    vocabulary, accepted = mistake.reader.vocabulary, mistake.error.accepted
    letter, place, neighbour = vocabulary.samples
    unit, first = f"{letter} {place}", mistake.lexemes[:1]
    bids = any(mistake.can_be(one, first) for one in _BIDDING)
    if vocabulary.minors and (bids or mistake.find_paid_non_minor() >= 0):
        named = (vocabulary.power((key,)) for _, key, _, _ in mistake.lexemes)
        minor = next((one for one in named if one in vocabulary.minors), vocabulary.minors[0])
        return f"'BID 5 {minor}'."
    for terminal, verb in _WINTER.items():
        if mistake.can_be(terminal, first):
            return f"'{verb} {unit}'."
    if "_HOLD" in accepted and "_ARROW" in accepted:
        support = f"{unit} S {letter} {neighbour}"
        return f"'{unit} - {neighbour}', '{unit} H' or '{support}'."
    return f"'{unit} - {neighbour}'."


def is_nearly_name(word: str, reader: OrderReader) -> bool:
    """Whether a word is nearly the name of a space or a power."""
    vocabulary = reader.vocabulary
    names = (*(name for name, _ in vocabulary.names()), *map(" ".join, vocabulary.powers))
    return bool(list_near(word, names, _SURELY_NEAR, 1))


def _list_nearest(word: str, names: Iterable[str]) -> list[str]:
    """The names nearest to a word, those left out that are clearly farther than the nearest."""
    near = list_near(word, tuple(names), _NEAR, 2 * _MOST)
    return [name for name, likeness in near if likeness > near[0][1] - _FARTHER]
