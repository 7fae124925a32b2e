"""Whose lines are whose in a mail that gathers the orders of all powers, under their names.

Who runs a game by hand pastes what its players wrote: "France:", "FRANCE", "== France ==",
"Orders for France:", "Anna (France)", or the name before an order on each line. A heading holds
down to the next one, and what stands under a name that is no power's is nobody's.
"""

import re
from collections.abc import Collection, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from judge.kernel.text import Command, Line
from judge.language import reader
from judge.language.fold import WORD, fold, plain, scan
from judge.language.headers import Headings
from judge.language.order_lines import OrderReader, order_reader
from judge.language.vocabulary import Vocabulary
from judge.language.words import HEADINGS, OTHERS

_TAG = re.compile(r"\[/?(?i:b|i|u|s|size|color|font|center|list|quote|url|\*)(?:=[^\]]*)?\]")
"""What forums put around words."""
_FRAME = re.compile(r"^(?:[\s=*_#~|+-]+|\s*\d{1,2}[.)]\s+)(?=\S)|[\s=*_#~|+-]+$")
"""Signs around a heading, or its number in a list."""
_LEAD = re.compile(r"([^:(]{1,40}?)\s*(?:\([^)]*\)\s*)?:\s*(?=\S)")
_SPLIT = re.compile(r"\s*(?:[()\[\]/,]|\s-+\s)\s*")
"""Between a power and the name of who plays it."""
_TITLE = frozenset((*OTHERS["title"], *HEADINGS))
_LONGEST = 3
"""Words of a name."""


class Part(Struct, frozen=True):
    """Lines of a letter that belong together: of ``power``, "" for what stands above all headings.

    ``stray`` is the line of a heading whose name is no power's, as typed. All lines of the letter
    are there, those of other parts without their text, so that numbers stay.
    """

    power: str
    stray: Line | None
    lines: tuple[Line, ...]


class _Title(Struct, frozen=True):
    """What a line says, up to column ``behind``, of whose orders follow: a power's, or nobody's."""

    power: str
    behind: int


def part_by_power(
    lines: Sequence[Line], vocabulary: Vocabulary, grammar: str, powers: Collection[str]
) -> tuple[Part, ...]:
    """The parts of a letter in their order; ``grammar`` is the engine's name.

    What stands inside of a block (press, a comment) is no heading: its lines come to nothing alone.
    Nor is a command one that names nobody: STUDY; "Bob:" below a phase, which it ends, is.
    """
    readings = reader.read(lines, vocabulary, grammar)
    read_alone = {one.span.line for one in readings}
    read_commands = (one for one in readings if isinstance(one, Command))
    commands = {one.span.line for one in read_commands if one.verb != "phase"}
    titles = _Titles(order_reader(vocabulary, grammar), powers)
    owned_lines: list[tuple[str, Line | None, Line]] = []
    power, stray = "", None
    for index, line in enumerate(lines):
        if line.number not in read_alone or line.ignored:
            owned_lines.append((power, stray, line))
            continue
        text = plain(_TAG.sub(_blank, line.text))
        title = titles.find(text, lines[index + 1 :])
        if title is not None and (title.power or line.number not in commands):
            power, stray = title.power, None if title.power else line
            text = " " * title.behind + text[title.behind :]
        owned_lines.append((power, stray, replace(line, text=text)))
    parts = []
    for (power, stray), group in groupby(owned_lines, key=lambda one: (one[0], one[1])):
        text_of_number = {line.number: line for *_, line in group}
        part_lines = tuple(
            text_of_number.get(line.number) or replace(line, text="") for line in lines
        )
        parts.append(Part(power, stray, part_lines))
    return tuple(parts)


class _Titles:
    """What headings look like on one board."""

    def __init__(self, orders: OrderReader, powers: Collection[str]) -> None:
        self.orders = orders
        self.powers = powers

    def find(self, text: str, below: Sequence[Line]) -> _Title | None:
        """The heading that a plain line is or begins with, None where it is none."""
        lead = _LEAD.match(text)
        if lead and (power := self._name(lead[1])):
            return _Title(power, lead.end())
        bare = _FRAME.sub(_blank, text)
        lexemes, items = self.orders.line(bare)
        headings = Headings(self.orders.lexicon)
        heading = headings.take(bare, lexemes, items)
        power = heading.power or headings.named
        keys = [key for kind, key, *_ in lexemes if kind == WORD][:2]
        arm = keys[0] if len(set(keys)) == 1 and len(keys[0]) == 1 else ""  # "F: F Bre - Mao"
        if power in self.powers and arm not in self.orders.lexicon.arms:
            return _Title(power, lexemes[heading.behind][2] if heading.behind else len(text))
        if all(item.error for item in items):
            return self._find_beside(bare) or self._find_stray(text, bare, lead, below)
        return None

    def _name(self, text: str) -> str:
        """The power of this name, "" if it is none that people play."""
        words = tuple(key for kind, key, *_ in scan(_FRAME.sub("", text)) if kind == WORD)
        power = self.orders.vocabulary.powers.get(words, "")
        return power if power in self.powers else ""

    def _find_beside(self, bare: str) -> _Title | None:
        """A power beside the name of its player: "Anna (France)", "France - Anna"."""
        parts = [part for part in _SPLIT.split(bare.strip(" :")) if part]
        powers = {power for part in parts if (power := self._name(part))}
        names = [part for part in parts if not self._name(part)]
        if len(powers) == 1 and names and all(map(self._is_unknown, names)):
            return _Title(powers.pop(), len(bare))
        return None

    def _find_stray(
        self, text: str, bare: str, lead: re.Match[str] | None, below: Sequence[Line]
    ) -> _Title | None:
        """A heading whose name is no power's: it leads an order, or stands marked above one."""
        if lead and self._is_unknown(lead[1]) and self._orders(text[lead.end() :]):
            return _Title("", lead.end())
        is_marked = bare.rstrip().endswith(":") or bare.strip() != text.strip() or bare.isupper()
        following = next((plain(line.text) for line in below if line.text.strip()), "")
        if is_marked and self._is_unknown(bare) and self._orders(following):
            return _Title("", len(bare))
        return None

    def _is_unknown(self, text: str) -> bool:
        """Whether words beside those of titles are a name that the board has not."""
        words = [key for kind, key, *_ in scan(text) if kind == WORD and key not in _TITLE]
        lexicon, names = self.orders.lexicon, self.orders.vocabulary.powers
        is_known = any(lexicon[word].readings or (word,) in names for word in words)
        return 0 < len(words) <= _LONGEST and not is_known

    def _orders(self, text: str) -> bool:
        """Whether a line holds an order."""
        return any(not item.error for item in self.orders.line(_FRAME.sub(_blank, text))[1])


def _blank(match: re.Match[str]) -> str:
    """Blanks for what was found, so that columns stay."""
    return " " * len(match[0])


def bare_name(text: str) -> str:
    """The name in a heading, without the signs and the words of titles around it."""
    words = re.findall(r"[^\W\d_]+", _TAG.sub(" ", plain(text).partition(":")[0]))
    return " ".join(word for word in words if fold(word) not in _TITLE)
