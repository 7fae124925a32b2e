"""Command lines: a verb at the start of a line and the slots that grammar/mail.lark gives it."""

import re
from collections.abc import Callable, Container, Mapping
from functools import cache
from itertools import chain
from typing import Any

from judge.kernel.errors import KeeperError
from judge.language import table as tables
from judge.language.fold import list_words, plain, scan, words
from judge.language.lexicon import has
from judge.language.named_phases import find_phase
from judge.language.order_lines import OrderReader
from judge.language.table import END, Table
from judge.language.vocabulary import Vocabulary
from judge.language.words import Section, by_word, list_near, read_sections

_SECTIONS = read_sections("commands")
COMMAND_WORDS: Section = {f"_{name}": words for name, words in _SECTIONS["commands"].items()}
"""Terminal of grammar/mail.lark -> spellings."""
ELSEWHERE = by_word(_SECTIONS["elsewhere"])
"""Words that people try, and those of other judges, with the command that is meant here."""
MANY = {verb: int(number) for verb, number in by_word(_SECTIONS["long"]).items()}
"""Words that may follow a verb in lower case before the line is taken for prose (else 2)."""
LOUD = frozenset(_SECTIONS["loud"]["verbs"])
"""Verbs that must be in capitals, or end in a colon, since sentences begin with them too."""
EXAMPLES: Mapping[str, str] = {
    f"_{name}": ", ".join(parts) for name, parts in _SECTIONS["examples"].items()
}
"""A line that works, where a verb alone does not."""
ANY_GAME = "any"
"""What stands for a game's name where njudge's "?" stands alone: whichever forms next."""
CommandWords = tuple[str, tuple[str, ...]]
"""A command's verb and words."""
_SPELLINGS = {
    tuple(spelling.split()): terminal
    for terminal, spellings in COMMAND_WORDS.items()
    for spelling in spellings
}
_FIRST = {key[0] for key in _SPELLINGS}
_LEADING = _FIRST | list_words(
    "please pls plz bitte kindly white grey gray signed unsigned anonymous fake"
)
"""Words before which nothing stands on a line that gives a command."""
_LEAD = re.compile(r"[\W_]*([^\W_]+(?:'[^\W_]+)?)")
_NAMES = sorted({spelling for spelling in map(" ".join, _SPELLINGS) if " " not in spelling})
_LONGEST = max(map(len, _SPELLINGS))
_TYPED = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_BLANK = re.compile(r"[\s:,]*")
_MARKED = re.compile(r"\s*([*_~`\"']{1,3})(?=\w)(.*[^\W_])[.!]?(\1)(?![^\W_])")
"""Words that a mail program set in bold or in quotation marks: "*CLEAR*", "_GAME_ alpha"."""
_SAYS_MORE = re.compile(r"[^\W_]|\?").search
"""What is no mere sign: "-", "✔" and ":-)" behind a command say nothing."""
_GLUE = re.compile(r"[\s,;:&+]*(?:(?:and|to)\b[\s,;:&+]*)?", re.IGNORECASE)
_NEAR = 0.84
_NEAR_LOUD = 0.72
"""How alike a word and a command must be; less so if it stands alone and in capitals."""
_SENTENCES = list_words(
    "will is are was has had would can could of the me us you it i we he they my that out"
)
"""Words that go on a sentence, not a command."""
_LIKE_LETTERS = list_words("aft air art at eft fir fit girt git it")
"""Words whose letters stand in alphabetical order: no group of powers is meant by them."""
_HEADED = re.compile(
    r"(?:to|from|as|all|fake|white|gr[ea]y|signed|unsigned)\b", re.IGNORECASE
).match
_ASKED = re.compile(r"for(?: [^\W_]+){1,3}[.!?]?$", re.IGNORECASE).match
"""What follows OPTIONS where a unit is meant: "for A Par"."""
_ADDRESSED = re.compile(r"(?:to|from|as|all)\b[^?!.]*:").match
SlotValue = tuple[Any, int] | None
"""What a slot holds, and the column behind it."""
_PATTERNS = {
    "SEAT": re.compile(r"([^\W\d_][^\W\d_ .'-]*(?:[ -][^\W\d_]+){0,2}@[\w-]+)(?=[\s.,]|$)"),
    "NEW": re.compile(r"\?([^\W_][\w-]*)?(?![^\s.,;!])"),
    "GAME": re.compile(r"([^\W_][\w-]*)"),
    "RECEIPT": re.compile(r"(R ?\d{1,15})(?!\w)", re.IGNORECASE | re.ASCII),
    "LINES": re.compile(
        r"(?:lines? )?(\d{1,4}(?:(?:[\s,;&+]|and)+\d{1,4})*)[\s.!]*$", re.IGNORECASE
    ),
    "WORD": re.compile(r"(\S+)"),
    "REST": re.compile(r"\s*(.*\S)\s*$"),
}
_KINDS = (
    "SEAT", "NEW", "PHASE", "PIECES", "POINTS", "POWER", "LETTERS", "GAME", "RECEIPT", "LINES",
    "WORD", "REST",
)  # fmt: skip
"""Slots in the order in which they are tried where a state takes several."""
_WANTED = {
    "SEAT": "power@game",
    "GAME": "a game",
    "PHASE": "a phase such as F1902M",
    "PIECES": "a unit",
    "POWER": "a power",
    "RECEIPT": "a receipt such as R48213",
    "LINES": "the number of a line",
    "WORD": "a word",
    "REST": "text",
}


def check_words() -> None:
    """Raise KeeperError for a command's word that the grammar has no rule for."""
    for terminal in tables.find_unused("mail", COMMAND_WORDS):
        spelling = COMMAND_WORDS[terminal][0].upper()
        raise KeeperError(
            f"The command {spelling} has words (grammar/words/commands.txt), but no rule of "
            f"grammar/mail.lark takes {terminal}: are they of one version? Install the judge anew."
        )


class BadCommandError(Exception):
    """A command's verb with slots that do not fit; the message is for the player."""

    def __init__(self, message: str, column: int, example: str) -> None:
        super().__init__(message)
        self.column = column
        self.example = example


class CommandBuilder:
    """Each alias of grammar/mail.lark is a command of that name, most with their slots as typed."""

    def __getattr__(self, alias: str) -> Callable[..., list[CommandWords]]:
        """The method of an alias that needs no other: lists of powers are slots as others are."""
        return lambda *slots: [(alias, self.powers(*slots))]

    def create_with_password(self, game: str, _password: str, *rest: str) -> list[CommandWords]:
        """Njudge's "CREATE ?game password variant": a game master here needs no password."""
        return [("create", (game, *rest))]

    def join_seat(self, seat: str, *password: str) -> list[CommandWords]:
        """DPjudge's "JOIN power@game password"."""
        power, _, game = seat.rpartition("@")
        return [("join", (game, f"as {power}")), *(("password", (word,)) for word in password)]

    def join_with_password(self, game: str, password: str, *variant: str) -> list[CommandWords]:
        """Njudge's "SIGNON ?game password variant"; with "?" alone the next game that forms."""
        name = variant[0] if variant and game == ANY_GAME else game
        return [("join", (name,)), ("password", (password,))]

    def signon_power_game(self, game: str, power: str, password: str) -> list[CommandWords]:
        """As in "SIGNON alpha France password"."""
        return [("signon", (f"{power}@{game}", password))]

    def observe_seat(self, seat: str, *_password: str) -> list[CommandWords]:
        """DPjudge's "OBSERVE name@game password"."""
        return [("observe", (seat.rpartition("@")[2],))]

    def takeover_seat(self, seat: str, *rest: str) -> list[CommandWords]:
        """As in "TAKEOVER power@game code"."""
        power, _, game = seat.rpartition("@")
        return [("takeover", (game, f"as {power}", *rest))]

    def computer_seat(self, seat: str, *level: str) -> list[CommandWords]:
        """As in "COMPUTER power@game sharp", in a reply to a mail of that game."""
        return [("computer", (seat.rpartition("@")[0], *level))]

    def test_computers(self) -> list[CommandWords]:
        """TEST AGAINST COMPUTERS: a test in which they order for whoever is not spoken for."""
        return [("test", ("computers",))]

    def clear_pieces(self, pieces: tuple[str, ...]) -> list[CommandWords]:
        """As in "CLEAR A PAR, F BRE": a command for each unit."""
        return [("clear", (piece,)) for piece in pieces]

    def powers(self, *slots: str | tuple[str, ...]) -> tuple[str, ...]:
        """A list of powers, or one before a further one."""
        return tuple(chain(*((one,) if isinstance(one, str) else one for one in slots)))


@cache
def command_table() -> Table:
    """The table of grammar/mail.lark."""
    return tables.build("mail", CommandBuilder())


def may_speak(text: str) -> bool:
    """Whether a line's first word may begin a command or lead to one, as those of few lines do."""
    lead = _LEAD.match(text)
    return lead is not None and lead[1].lower().replace("'", "") in _LEADING


def speak(text: str, orders: OrderReader) -> list[CommandWords] | None:
    """The commands of a plain line; None if it is none.

    Raises BadCommandError for a line that begins with a command and goes on as it can't.
    """
    marked = _MARKED.match(text) if text.lstrip()[:1] in tuple("*_~`\"'") else None
    for start, end in (marked.span(3), marked.span(1)) if marked else ():
        text = text[:start] + " " * (end - start) + text[end:]  # each column stays
    opening = _find_opening(text)
    if opening is None:
        return None
    terminal, start = opening
    verb = terminal[1:].lower()
    is_shouted = text[:start].strip().isupper()
    rest = text[start:].lstrip(" :").rstrip()
    if (
        (verb == "resign" and "bid" in rest.lower().split())  # "Withdraw my bid on Turkey"
        or (verb == "allow" and rest and "@" not in rest)  # "ALLOW France at Lon"
        or (verb == "set" and rest.lower().startswith(("up ", "-up ")))  # "Set up L5 London"
    ):
        return None
    if not is_shouted and _is_prosaic(verb, rest, colon=text[start : start + 1] == ":"):
        return None
    try:
        commands: list[CommandWords] = command_table().parse(_Slots(terminal, text, start, orders))
    except BadCommandError:
        if is_shouted:
            raise
        return None
    if (
        verb == "phase" and rest and not is_shouted and not _read_phase(rest, orders)
    ):  # "phase two of it"
        return None
    return commands


def is_command(text: str, orders: OrderReader, *, wrong: bool) -> bool:
    """Whether a plain line is a command; ``wrong``: or begins as one and goes on as it can't."""
    try:
        return bool(speak(text, orders))
    except BadCommandError:
        return wrong


def speak_aloud(text: str, orders: OrderReader, *, told: bool) -> list[CommandWords]:
    """The commands of a line that was read as talk, as if its first words stood in capitals.

    Whether they are meant shows when they are tried: sentences begin with such words, too. Those
    that go on as sentences do are none, unless they may be ``told`` as a command's text.
    """
    line = plain(text)
    opening = _find_opening(line)
    if opening is None or opening[0][1:].lower() not in LOUD:
        return []
    behind = opening[1]
    first_behind = "".join(line[behind:].lower().split()[:1]).strip(".,!'")
    if line.rstrip().endswith("?") or (first_behind in _SENTENCES and not told):
        return []
    try:
        return speak(line[:behind].upper() + line[behind:], orders) or []
    except BadCommandError:
        return []


def list_nearest(text: str, orders: OrderReader) -> dict[str, str]:
    """The commands that a line's first word may be meant for, each with the line that says so."""
    match = _TYPED.match(text)
    if match is None:
        return {}
    word, rest = match[0], text[match.end() :].rstrip()
    bare = not rest.strip(" .!")
    alone = word.islower() and bare
    if word.lower() in ELSEWHERE and (alone or (word.isupper() and len(text.split()) < 4)):
        name = ELSEWHERE[word.lower()]
        return {name: f"{name}{rest}"}
    if len(word) < 4 or not (word.isupper() or alone):
        return {}
    lines: dict[str, str] = {}
    for name, likeness in list_near(word.lower(), _NAMES, _NEAR if alone else _NEAR_LOUD, 3):
        line = f"{name.upper()}{rest}"
        if bare or likeness >= _NEAR or is_command(line, orders, wrong=False):
            lines[name.upper()] = line
    return lines


def _find_opening(text: str) -> tuple[str, int] | None:
    """The command word or phrase that ``text`` begins with, and the column behind it."""
    behind = len(text) - len(text.lstrip())
    words: list[str] = []
    best = None
    for match in _TYPED.finditer(text, behind):
        if len(words) == _LONGEST or text[behind : match.start()].strip(" -" if words else ""):
            break
        words.append(match[0].lower().replace("'", ""))
        behind = match.end()
        terminal = _SPELLINGS.get(tuple(words))
        if terminal:
            best = terminal, behind
    return best


def _is_prosaic(verb: str, rest: str, *, colon: bool) -> bool:
    """Whether a line that begins with a command word in lower case is rather a sentence."""
    if verb == "options" and _ASKED(rest):
        return False
    if verb in LOUD and rest and not colon:
        return True
    words = rest.lower().split()
    if verb == "press" and _ADDRESSED(rest.lower()):
        return False
    if words and (words[0].strip(".,!") in _SENTENCES or (verb == "press" and not _HEADED(rest))):
        return True
    count = len(words)
    return count > MANY.get(verb, 2) or rest.endswith("?")


class _Slots:
    """The tokens of a command line: its verb, then slots as the state can take them."""

    def __init__(self, terminal: str, text: str, start: int, orders: OrderReader) -> None:
        self.terminal = terminal
        self.text = text
        self.at = start
        self.orders = orders
        self.value: Any = None
        self._begun = False

    def next(self, terminals: Container[str]) -> str:
        """The verb, the next slot, or END; raises BadCommandError for what fits no slot."""
        if not self._begun:
            self._begun = True
            return self.terminal
        glue = _GLUE if "POWER" in terminals else _BLANK
        self.at = glue.match(self.text, self.at).end()  # type: ignore[union-attr]
        rest = self.text[self.at :]
        takes_signs = "WORD" in terminals or "REST" in terminals
        if END in terminals and not (rest.strip(" .!") if takes_signs else _SAYS_MORE(rest)):
            return END
        for kind in _KINDS:
            found = self._recognise(kind) if kind in terminals else None
            if found:
                self.value, self.at = found
                return kind
        kinds = [kind for kind in _WANTED if kind in terminals]
        wants = [_WANTED[kind] for kind in kinds if kind != "REST" or len(kinds) == 1]
        verb = self.terminal[1:].replace("HOLDRESULTS", "HOLD")
        missing = " or ".join(wants) or "more"
        message = f"{verb} needs {missing}"
        if rest.strip():
            message = f"'{rest.strip()}' makes no sense after {verb}"
            message += f", which needs {missing}" if wants else ""
        raise BadCommandError(message, self.at + 1, EXAMPLES.get(self.terminal, verb))

    def _recognise(self, kind: str) -> SlotValue:
        """What stands next as a value for a slot, and the column behind it; None for no such."""
        if kind in _PATTERNS:
            match = _PATTERNS[kind].match(self.text, self.at)
            if match is None:
                return None
            typed = match[1] or ANY_GAME
            if kind == "RECEIPT":
                typed = typed.upper().replace(" ", "")
            if kind == "LINES":
                typed = " ".join(re.findall(r"\d+", typed))
            return typed, match.end()
        if kind == "POWER":
            return find_power(self.text, self.at, self.orders.vocabulary)
        if kind == "LETTERS":
            word = self.text[self.at :].partition(" ")[0].rstrip(".!")
            powers = tuple(self.orders.vocabulary.letters.get(letter, "") for letter in word)
            grouped = len(word) > 1 and list(word) == sorted(set(word))
            meant = grouped and word.lower() not in _LIKE_LETTERS and all(powers)
            return (powers, self.at + len(word)) if meant else None
        rest = self.text[self.at :]
        value: str | tuple[str, ...] = ""
        if kind == "PHASE":
            value = _read_phase(rest, self.orders)
        elif kind == "PIECES":
            value = _read_pieces(rest, self.orders)
        elif lexemes := scan(" ".join(words(rest))):  # all lines that spend points, or bid
            readings, _ = self.orders.lexicon.list_meanings(lexemes, 0)[0]
            value = "DP" if has(readings, "_POINTS", "_BID") else ""
        return (value, len(self.text)) if value else None


def _read_phase(text: str, orders: OrderReader) -> str:
    return find_phase(text, "", orders.vocabulary.seasons)


def _read_pieces(text: str, orders: OrderReader) -> tuple[str, ...]:
    """Units alone, one or several: "A PAR, F BRE"."""
    _, items = orders.line(text)
    pieces = [item.slots["piece"] for item in items if item.slots and item.verb == "unit"]
    if len(pieces) < len(items) or any(len(piece.place.spaces) != 1 for piece in pieces):
        return ()
    return tuple(f"{piece.arm} {piece.place.spaces[0]}".strip() for piece in pieces)


def find_power(text: str, start: int, vocabulary: Vocabulary) -> tuple[str, int] | None:
    """The power at ``start``, by name, adjective or letter, and the column behind it."""
    matches = list(_TYPED.finditer(text, start))[:3]
    for size in range(len(matches), 0, -1):
        if matches[0].start() != start:
            return None
        behind = matches[size - 1].end()
        power = vocabulary.power(words(text[start:behind]))
        if power is None and size == 1:
            power = vocabulary.letters.get(matches[0][0].upper())
        if power:
            return power, behind
    return None
