"""IF ... THEN ... ELSE ... ENDIF: which lines count, by who stands where."""

from collections.abc import Container, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from judge.kernel.text import Command, Ignored, Place, Problem, Span
from judge.language.fold import SIGN, scan
from judge.language.lexer import Lexer, MisreadError
from judge.language.lexicon import Lexicon
from judge.language.statement import LineReading
from judge.language.table import END

Units = Mapping[str, Sequence[str]]
"""The units on the board by power; "A TRI dislodged" is one that has to retreat."""

NOT_SO = "the condition above it does not hold"
NOBODY_KNOWS = "stands below a condition that is not understood"
UNCLOSED = "stands below an IF without ENDIF"
_LOGIC = {"and": "AND", "or": "OR", "not": "NOT", "(": "(", ")": ")", "&": "AND"}
_SMALL = frozenset(("then", "in", "at", "over", "is", "the", "there", "if"))
_ATOMS = ("POWER", "UNIT", "NUMBER", "PLACE")
_LATER = "only orders and WAIT can depend on a later phase."
_EXAMPLE = "write for example 'IF NOT French A BUR THEN'"
DISLODGED = "dislodged"
_VERBS = ("if", "elseif", "else", "endif")
UNREAD = ("?",)
"""The words of an IF whose condition can't be read: it may hold or not.

What is wrong with it stands behind, where no problem in front of it says so.
"""


class Branch(Struct, frozen=True):
    """A line of a condition: ``outcome`` says in words what came of it, "" if that is open."""

    span: Span
    text: str
    outcome: str = ""


class _If(Struct):
    """An IF under way: why its lines do not count, all of them or those of its last branch."""

    around: str
    dead: str = ""
    taken: bool = False
    """Whether a branch of it counted."""


class _BadConditionError(Exception):
    """A condition that makes no sense; the message says why."""


class _Section:
    """The lines for one phase, decided one by one; without ``units`` every branch stays open."""

    def __init__(self, units: Units | None) -> None:
        self._open = units is None
        self._known: list[frozenset[str]] = []
        """All words that are true of each unit: a space without its coast means any of them."""
        for power, unit in ((one, unit) for one, its in (units or {}).items() for unit in its):
            kind, place, *state = unit.split()
            there = place.removesuffix("-A")
            places = (there, there.partition("/")[0])
            self._known.append(frozenset((*power.split(), kind[0], kind[1:], *places, *state)))
        self._ifs: list[_If] = []

    def decide(self, item: LineReading) -> LineReading | Branch | None:
        """What becomes of an item; None if nothing is to be told of it."""
        dead = self._ifs[-1].dead if self._ifs else ""
        if isinstance(item, Command) and _is_branching(item):
            return self._turn(item, dead)
        if dead:
            return item if isinstance(item, Ignored) else Ignored(item.span, item.text, dead)
        waits = self._ifs and self._open  # what is done at once can't wait
        if waits and isinstance(item, Command) and item.verb not in ("wait", "nowait"):
            return Problem(item.span, item.text, _LATER)
        return item

    def _turn(self, command: Command, dead: str) -> Branch | Problem | None:
        """A branch counts if its condition holds and none above it did."""
        span, text, verb = command.span, command.text, command.verb
        if verb == "if":
            self._ifs.append(_If(dead))
        elif not self._ifs:
            name = verb.upper().replace("ELSEIF", "ELSE IF")
            return Problem(span, text, f"{name} has no IF above it.")
        if verb == "endif":
            self._ifs.pop()
            return Branch(span, text) if text else None
        one = self._ifs[-1]
        try:
            holds = verb == "else" or _Condition(command.words, self._known).holds()
        except _BadConditionError as error:
            one.dead = one.around = NOBODY_KNOWS
            return Problem(span, text, f"{error}.") if str(error) else None
        counts = self._open or (holds and not one.taken)
        one.dead = one.around or ("" if counts else NOT_SO)
        one.taken |= not one.dead
        outcome = one.around or ("so it is" if counts else "not so")
        return Branch(span, text, "" if self._open else outcome)


def decide_branches(
    items: Sequence[LineReading], units: Units | None, now: str
) -> list[LineReading | Branch]:
    """The items of a letter with its conditions decided by the ``units`` that stand on the board.

    Lines that do not count are ignored, with the reason. Conditions below PHASE stay open but for
    that of ``now``, the present phase.
    """
    if not any(map(_is_branching, items)):
        return list(items)
    decided: list[LineReading | Branch] = []
    phases = [at for at, item in enumerate(items) if at and _is_command(item, ("phase",))]
    for start, end in pairwise((0, *phases, len(items))):
        head = items[start]
        later = (
            isinstance(head, Command) and head.verb == "phase" and head.words not in ((), (now,))
        )
        section = _Section(None if later else units)
        closed, unclosed = _close(items[start:end])
        decided += filter(None, map(section.decide, closed))
        for item in unclosed[:1]:
            message = "IF has no ENDIF below it, so nothing below it is ordered."
            decided.append(Problem(item.span, item.text, message, ("ENDIF",)))
        decided += (
            item if isinstance(item, Ignored) else Ignored(item.span, item.text, UNCLOSED)
            for item in unclosed[1:]
        )
    return decided


def _close(section: Sequence[LineReading]) -> tuple[Sequence[LineReading], Sequence[LineReading]]:
    """A section up to an IF that nothing closes, and that IF with all below it.

    An IF with orders behind THEN on its line needs no ENDIF: it ends with its line.
    """
    open_ifs: list[int] = []
    for index, item in enumerate(section):
        if _is_command(item, ("if",)):
            open_ifs.append(index)
        elif _is_command(item, ("endif",)) and open_ifs:
            open_ifs.pop()
    unclosed = len(section)
    for index in reversed(open_ifs):
        end = _line_end(section, index)
        if end > index + 1:
            section = [*section[:end], Command("endif", section[index].span, ""), *section[end:]]
            unclosed += 1
        else:
            unclosed = index
    return section[:unclosed], section[unclosed:]


def _line_end(section: Sequence[LineReading], start: int) -> int:
    """The item behind an IF's line, and behind the lines of orders with ELSE right below it.

    Only the IF itself counts where nothing is ordered on its line or on that of an ELSE.
    """
    end = start
    while end < len(section) and (end == start or _is_command(section[end], ("else", "elseif"))):
        line = section[end].span.line
        behind = end + 1
        while behind < len(section) and section[behind].span.line == line:
            behind += 1
        if all(isinstance(item, Ignored) or _is_branching(item) for item in section[end:behind]):
            return start + 1
        end = behind
    return end


def _is_branching(item: LineReading) -> bool:
    return _is_command(item, _VERBS)


def _is_command(item: LineReading, verbs: Container[str]) -> bool:
    return isinstance(item, Command) and item.verb in verbs


class _Condition:
    """A condition read from its words: NOT binds first; AND and OR meet only in brackets.

    ``known`` are the words that are true of each unit on the board.
    """

    def __init__(self, words: Sequence[str], known: Sequence[frozenset[str]]) -> None:
        self._words = list(words)
        self._known = known

    def holds(self) -> bool:
        """Whether it does. Raises _BadConditionError if it makes no sense."""
        if tuple(self._words[:1]) == UNREAD:
            raise _BadConditionError(*self._words[1:])
        holds = self._join()
        if self._words:
            raise _BadConditionError(f"'{self._words[0]}' stands where it can't: {_EXAMPLE}")
        return holds

    def _join(self) -> bool:
        """Parts joined by one kind of word."""
        hold = [self._read_part()]
        joint = self._words[0] if self._words else ""
        while self._words and self._words[0] in ("AND", "OR"):
            if self._words.pop(0) != joint:
                raise _BadConditionError("write brackets where AND and OR meet")
            hold.append(self._read_part())
        return any(hold) if joint == "OR" else all(hold)

    def _read_part(self) -> bool:
        """A part in brackets, one behind NOT, or whether a unit stands somewhere."""
        if not self._words:
            raise _BadConditionError(f"a unit is missing: {_EXAMPLE}")
        word = self._words.pop(0)
        if word == "NOT":
            return not self._read_part()
        if word == "(":
            holds = self._join()
            if not self._words or self._words.pop(0) != ")":
                raise _BadConditionError("a bracket is not closed")
            return holds
        if word in ("AND", "OR", ")"):
            raise _BadConditionError(f"'{word}' stands where it can't: {_EXAMPLE}")
        said = frozenset(word.split())  # "France A BUR", "NTH", "L 5 LON", "A TRI dislodged"
        if sum(len(one) > 1 and one.isupper() for one in said) != 1:  # only spaces are so
            raise _BadConditionError(f"'{word}' is not one unit in one place: {_EXAMPLE}")
        retreats = DISLODGED in said  # such a unit stands there no more
        return any(said <= one and (DISLODGED in one) == retreats for one in self._known)


def read_condition(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The parts of a condition: NOT, AND, OR, brackets, and units ("France A BUR", "NTH").

    A unit that has to retreat ends with its word, wherever that was typed: "A TRI dislodged".

    Raises MisreadError where a word is none of these or a place is ambiguous.
    """
    lexer = Lexer(text, scan(text), lexicon)
    parts: list[str] = []
    unit: list[str] = []
    while lexer.at < len(lexer.lexemes):
        kind, key, _, _ = lexer.lexemes[lexer.at]
        if key in _LOGIC:
            parts += [*_join_unit(unit), _LOGIC[key]]
            unit = []
        elif key == DISLODGED:
            unit.append(key)
        elif kind != SIGN and key not in _SMALL:
            if lexer.next(_ATOMS) == END:
                break
            value = lexer.value
            if isinstance(value, Place):
                if len(value.spaces) != 1:
                    raise MisreadError(lexer.at - 1, "ambiguous", _ATOMS)
                coast = f"/{value.coast}" if value.coast else ""
                value = ("P " if value.air else "") + value.spaces[0] + coast
            unit.append(str(value))
            continue
        lexer.at += 1
    return (*parts, *_join_unit(unit))


def _join_unit(words: list[str]) -> list[str]:
    """The words of a unit as one part; none if there are no words."""
    return [" ".join(sorted(words, key=lambda word: word == DISLODGED))] if words else []
