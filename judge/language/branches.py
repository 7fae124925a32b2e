"""IF ... THEN ... ELSE ... ENDIF: which lines count, by who stands where."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise

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
_DISLODGED = f" {DISLODGED}"
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


class _Frame(Struct):
    """An IF under way: whether what stands around it counts, and whether a branch was taken."""

    around: bool
    taken: bool = False
    live: bool = False
    known: bool = True


class _BadConditionError(Exception):
    """A condition that makes no sense; the message says why."""


class _Section(Struct):
    """The lines for one phase, decided one by one; without ``units`` every branch stays open."""

    units: Units | None
    frames: list[_Frame] = []

    @property
    def is_live(self) -> bool:
        """Whether the next line counts."""
        return not self.frames or self.frames[-1].live

    def decide(self, item: LineReading) -> Iterable[LineReading | Branch]:
        """What becomes of an item."""
        if isinstance(item, Command) and _is_branching(item):
            return self._turn(item)
        if isinstance(item, Ignored):
            return [item]
        if self.is_live:
            waits = self.frames and self.units is None  # what is done at once can't wait
            if waits and isinstance(item, Command) and item.verb not in ("wait", "nowait"):
                return [Problem(item.span, item.text, _LATER)]
            return [item]
        is_known = all(frame.known for frame in self.frames)
        return [Ignored(item.span, item.text, NOT_SO if is_known else NOBODY_KNOWS)]

    def _turn(self, command: Command) -> Iterable[Branch | Problem]:
        """A branch counts if its condition holds and none above it did."""
        if command.verb == "if":
            self.frames.append(_Frame(self.is_live))
        elif not self.frames:
            verb = command.verb.upper().replace("ELSEIF", "ELSE IF")
            return [Problem(command.span, command.text, f"{verb} has no IF above it.")]
        frame = self.frames[-1]
        if command.verb == "endif":
            self.frames.pop()
            return [Branch(command.span, command.text)] if command.text else []
        try:
            reader = _Reader(command.words, self.units or {})
            holds = command.verb == "else" or reader.read_whole()
        except _BadConditionError as error:
            frame.known = frame.live = False
            frame.taken = True
            problem = Problem(command.span, command.text, f"{error}.")
            return [problem] if str(error) else []
        if self.units is None:
            frame.live = frame.around and frame.known
            return [Branch(command.span, command.text)]
        frame.live = frame.around and not frame.taken and holds
        frame.taken |= frame.live
        outcome = "so it is" if frame.live else "not so"
        return [Branch(command.span, command.text, outcome if frame.around else NOT_SO)]


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
    phases = [
        at
        for at, item in enumerate(items)
        if at and isinstance(item, Command) and item.verb == "phase"
    ]
    for start, end in pairwise((0, *phases, len(items))):
        section = list(items[start:end])
        head = section[0]
        later = (
            isinstance(head, Command) and head.verb == "phase" and head.words not in ((), (now,))
        )
        closed, rest = _close(section)
        decider = _Section(None if later else units)
        decided += [reading for item in closed for reading in decider.decide(item)]
        decided += rest
    return decided


def _close(section: list[LineReading]) -> tuple[list[LineReading], list[LineReading]]:
    """A section up to an IF that nothing closes, and that IF as a problem with all below it.

    An IF with orders behind THEN on its line needs no ENDIF: it ends with its line.
    """
    open_ifs = _find_open(section)
    for index in reversed(open_ifs):
        end = _line_end(section, index)
        if end > index + 1:
            section = [*section[:end], Command("endif", section[index].span, ""), *section[end:]]
    open_ifs = _find_open(section)
    if not open_ifs:
        return section, []
    head, below = section[open_ifs[0]], section[open_ifs[0] + 1 :]
    message = "IF has no ENDIF below it, so nothing below it is ordered."
    problem = Problem(head.span, head.text, message, ("ENDIF",))
    return section[: open_ifs[0]], [
        problem,
        *(
            item if isinstance(item, Ignored) else Ignored(item.span, item.text, UNCLOSED)
            for item in below
        ),
    ]


def _find_open(section: Sequence[LineReading]) -> list[int]:
    """Where the IFs stand that no ENDIF closes."""
    open_ifs: list[int] = []
    for index, item in enumerate(section):
        if isinstance(item, Command) and item.verb == "if":
            open_ifs.append(index)
        elif isinstance(item, Command) and item.verb == "endif" and open_ifs:
            open_ifs.pop()
    return open_ifs


def _line_end(section: Sequence[LineReading], start: int) -> int:
    """The item behind an IF's line, and behind the lines of orders with ELSE right below it.

    Only the IF itself counts where nothing is ordered on its line or on that of an ELSE.
    """
    end = start
    while end < len(section) and (end == start or _is_branching(section[end], "else", "elseif")):
        line = section[end].span.line
        behind = end + 1
        while behind < len(section) and section[behind].span.line == line:
            behind += 1
        if all(isinstance(item, Ignored) or _is_branching(item) for item in section[end:behind]):
            return start + 1
        end = behind
    return end


def _is_branching(item: LineReading, *verbs: str) -> bool:
    return isinstance(item, Command) and item.verb in (verbs or _VERBS)


class _Reader:
    """A condition read from its words: NOT binds first; AND and OR meet only in brackets."""

    def __init__(self, words: Sequence[str], units: Units) -> None:
        self.words = list(words)
        self.units = units

    def read_whole(self) -> bool:
        """Whether the whole condition holds."""
        if tuple(self.words[:1]) == UNREAD:
            raise _BadConditionError(*self.words[1:])
        holds = self._read_joined()
        if self.words:
            raise _BadConditionError(f"'{self.words[0]}' stands where it can't: {_EXAMPLE}")
        return holds

    def _read_joined(self) -> bool:
        """Parts joined by one kind of word."""
        hold = [self._read_part()]
        joint = self.words[0] if self.words else ""
        while self.words and self.words[0] in ("AND", "OR"):
            if self.words.pop(0) != joint:
                raise _BadConditionError("write brackets where AND and OR meet")
            hold.append(self._read_part())
        return any(hold) if joint == "OR" else all(hold)

    def _read_part(self) -> bool:
        if not self.words:
            raise _BadConditionError(f"a unit is missing: {_EXAMPLE}")
        word = self.words.pop(0)
        if word == "NOT":
            return not self._read_part()
        if word == "(":
            holds = self._read_joined()
            if not self.words or self.words.pop(0) != ")":
                raise _BadConditionError("a bracket is not closed")
            return holds
        if word in ("AND", "OR", ")"):
            raise _BadConditionError(f"'{word}' stands where it can't: {_EXAMPLE}")
        return self._read_unit(word)

    def _read_unit(self, word: str) -> bool:
        """A unit that stands somewhere: "France A BUR", "NTH", "L 5 LON", "A TRI dislodged"."""
        unit = word.removesuffix(_DISLODGED)
        *before, place = unit.split()
        if place in before:  # "Austria A AUS": the minor power and its one space have one name
            before.remove(place)
        arms = [part for part in before if len(part) == 1 and part.isalpha()]
        strength = "".join(part for part in before if part.isdigit())
        power = " ".join(part for part in before if len(part) > 1 and not part.isdigit())
        if not _is_place(place) or any(_is_place(part) for part in before):
            raise _BadConditionError(f"'{word}' is not one unit in one place: {_EXAMPLE}")
        arm = (arms[-1] if arms else "") + strength
        return self._stands(power, arm, place, word[len(unit) :])

    def _stands(self, power: str, arm: str, place: str, state: str) -> bool:
        """Whether such a unit stands there; a space without its coast means any of its coasts.

        ``state`` is "" or _DISLODGED: a unit that has to retreat stands there no more.
        """
        for unit in chain(*([self.units.get(power, ())] if power else self.units.values())):
            kind, _, where = unit.removesuffix(_DISLODGED).partition(" ")
            there = where.removesuffix("-A")
            here = place in (there, there.partition("/")[0]) and kind.startswith(arm)
            if here and unit.endswith(_DISLODGED) == bool(state):
                return True
        return False


def _is_place(word: str) -> bool:
    """Whether a word of a condition is a space: they alone are in capitals and long."""
    return len(word) > 1 and word.isupper()


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
