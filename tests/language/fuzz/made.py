"""Lines made by dice from the grammars themselves: every shape, in every spelling and language.

A shape is one derivation of a rule; its words are any spelling of their terminals, its slots names
of the board, here and abroad, or something odd. So what a grammar comes to know is tried as well.
"""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from lark import Lark

from judge import resources
from judge.catalog import variant as catalog
from judge.language.commands import COMMAND_WORDS
from judge.language.words import ABROAD, ARMS, ORDER_WORDS

GRAMMARS = ("mail", "orders", "d100")
DEEP = 7
"""Rules within rules; below that the shortest way is taken."""
_SIGNS = """
- -- — = -> ✔ ✅ 🙂 👍🏽 🇫🇷 * ** _ () ( ) [ ] {} < > <<>> " '' ` ? !!! . ... … , ; : :-) # // /* |
\\ @ a@b france@ @demo %s {0} $x &amp; ½ ² ſ İ 日本 Париж Ελλάς باريس ירושלים पेरिस e\u0301
0 -1 00 1e9 None nan R0 S1901M F00 W9999A 31.2. 25:61 Europe/Nowhere F all and to IF THEN NOT
"""
_BLANKS = ("", " ", "\t", "\x00", "\x0b", "\u200b", "\u202e", "\ufeff", "\ud7ff")
_LONG = ("9" * 30, "x" * 200, "a " * 100, "- " * 100, "( " * 50, "A A", "S S S", f"R{'9' * 20}")
ODD = (*_SIGNS.split(), *_BLANKS, *_LONG)
"""What stands where a slot is, behind a line, or doubled."""
WRAPS = tuple(
    """
*{}*|**{}**|_{}_|"{}"|'{}'|`{}`|({})|[{}]|<{}>|- {}|1. {}|• {}|> {}|{} 🙂|{}.|{}!|{}?|{}:|{} -
{} --|{},|{};|{} {}|{}, {}|please {}|{} please|{} (really)|{} # why|Hi, {}|  {}|{} ✔|~{}~|{}={}
no {}|not {}|{}. {}|{}, thanks. {}
""".strip()
    .replace("\n", "|")
    .split("|")
)
"""How a line may be written; a second slot is the same line once more."""
_FREE: Mapping[str, Sequence[str]] = {
    "GAME": ("demo", "alpha"),
    "NEW": ("?demo", "?"),
    "SEAT": ("France@demo", "F@demo", "Great Britain@x"),
    "WORD": ("secret", "3", "a@b.example"),
    "LETTERS": ("AEF", "AF"),
    "POINTS": ("DP", "bids", "points"),
    "RECEIPT": ("R48213",),
    "PHASE": ("F1902M", "Fall 1902", "herbst 1902", "printemps 1903"),
    "REST": ("alpha", "2 days", "France, Germany", "A Par - Bur", "from 1 May to 7 May"),
    "NUMBER": ("1", "2", "12"),
}
"""What slots hold that no board has."""


class Maker:
    """Makes lines for one board by dice."""

    def __init__(self, dice: random.Random, variant: str) -> None:
        self.dice = dice
        self.variant = variant

    def line(self) -> str:
        """A line: a shape, often with something odd about it, sometimes with talk beside it."""
        dice = self.dice
        shape = self._derive(*dice.choice(_shapes(self._grammar())))
        words = [self._word(symbol) for symbol in shape]
        if words and dice.random() < 0.5:
            words[dice.randrange(len(words))] = dice.choice(ODD)
        if words and dice.random() < 0.15:
            words.insert(dice.randrange(len(words) + 1), dice.choice((*words, *ODD)))
        if dice.random() < 0.2:
            talk = dice.choice(_talk())
            words = [talk, *words] if dice.random() < 0.5 else [*words, talk]
        line = (
            dice.choice(("", " ", "  ", "-")).join(words)
            if dice.random() < 0.1
            else " ".join(words)
        )
        if dice.random() < 0.4:
            line = dice.choice(WRAPS).replace("{}", line)
        return dice.choice((str, str, str.upper, str.lower, str.title))(line)[:4100]

    def _grammar(self) -> str:
        own = "d100" if self.variant == "1930" else "orders"
        return self.dice.choice(("mail", own))

    def _derive(self, rules: Mapping[str, Any], start: str) -> list[str]:
        """The terminals of one derivation."""
        made: list[str] = []
        pending = [(start, 0)]
        while pending:
            symbol, depth = pending.pop()
            if symbol not in rules:
                made.append(symbol)
                continue
            ways = rules[symbol]
            if depth > DEEP:
                ways = [min(ways, key=lambda way: (symbol in way, len(way)))]
            pending += [(one, depth + 1) for one in reversed(self.dice.choice(ways))]
            if len(made) > 40:
                break
        return made

    def _word(self, terminal: str) -> str:
        choose = self.dice.choice
        if terminal in COMMAND_WORDS:
            return choose(COMMAND_WORDS[terminal])
        if spellings := ORDER_WORDS.get(terminal.removeprefix("_")):
            return choose(spellings)
        return choose(_slots(self.variant).get(terminal) or ODD)


@cache
def _shapes(grammar: str) -> list[tuple[Mapping[str, Any], str]]:
    """Every rule's every way, each as rules whose start has that way alone."""
    text = (resources.root("grammar") / f"{grammar}.lark").read_text("utf-8")
    rules: dict[str, list[list[str]]] = {}
    for rule in Lark(text, parser="lalr").rules:
        way = [symbol.name for symbol in rule.expansion]
        rules.setdefault(rule.origin.name, []).append(way)
    ways = [way for name in ("start", "command", "order") for way in rules.get(name, [])]
    return [({**rules, " ": [way]}, " ") for way in ways]


@cache
def _slots(variant: str) -> Mapping[str, Sequence[str]]:
    """What slots may hold on a board, names abroad among them."""
    board = catalog.load(variant)
    names = [name for space in board.map["spaces"] for name in (space["id"], space["name"])]
    arms = ARMS["d100" if variant == "1930" else "dip"]
    joints = (". ", "-", " (")
    cut = [name.replace(" ", sign) for name in names if " " in name for sign in joints]
    places = [*names, *cut, *ABROAD, *(f"{name} nc" for name in names[:9])]
    powers = [*board.map["powers"], *(power[:1] for power in board.map["powers"])]
    units = [word for words in arms.values() for word in words]
    return {
        **_FREE,
        "PLACE": [" ".join(one) if isinstance(one, tuple) else one for one in places],
        "POWER": powers,
        "UNIT": units,
        "PIECES": [f"A {name}" for name in names],
    }


@cache
def _talk() -> Sequence[str]:
    """What people say, in all languages: the words of grammar/languages."""
    folder = resources.root("grammar") / "languages"
    words = [
        phrase.strip()
        for path in sorted(folder.glob("*.txt"))
        if path.name != "README.txt"
        for line in path.read_text("utf-8").splitlines()
        if ":" in line and not line.startswith("#")
        for phrase in line.partition(":")[2].split(",")
    ]
    return [word for word in words if word]
