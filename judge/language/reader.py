"""A letter's lines read: sentences, commands, problems, and what was ignored."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from judge.kernel import limits
from judge.kernel.text import Command, Line, Offer, Problem, Sentence, Span
from judge.language import blocks, commands
from judge.language.branches import UNREAD, read_condition
from judge.language.commands import BadCommandError, CommandWords
from judge.language.cues import Withdrawal, take_back
from judge.language.fold import plain
from judge.language.lexer import MisreadError
from judge.language.lines import Lines
from judge.language.order_lines import OrderReader, order_reader
from judge.language.statement import LineReading, find_span, ignore_line, is_beside
from judge.language.vocabulary import Vocabulary

_COMMENT = re.compile(r"(?:^|\s)#|//|/\*")
_THEN = re.compile(r"\bthen\b[:,]?", re.IGNORECASE)
_PLEASE = re.compile(r"^\W*(?:please|pls|plz|bitte|kindly)\b[\s,]*", re.IGNORECASE)
_THANKS = re.compile(r"[\s,]+(?:please|pls|plz|bitte|kindly)\W*$", re.IGNORECASE)
"""What polite people put around a command; behind a colon it is what somebody says."""


def read(
    lines: Sequence[Line],
    vocabulary: Vocabulary,
    grammar: str,
    is_open: Callable[[Offer], bool] = bool,
) -> tuple[LineReading, ...]:
    """What ``lines`` say, in their order; a line of several orders gives several items.

    ``grammar`` is the engine's name ("dip" or "d100"), ``is_open`` whether what a sentence seems to
    order is an order on the board: only such can be taken back. Never raises, whatever was typed.
    """
    return tuple(_Reading(lines, order_reader(vocabulary, grammar), is_open).items())


class _Reading:
    """One letter being read: where it is, below how many IFs, and whether a SIGNOFF closed it."""

    def __init__(
        self, lines: Sequence[Line], orders: OrderReader, is_open: Callable[[Offer], bool]
    ) -> None:
        self.lines = blocks.join_fakes(lines)
        self.orders = orders
        self.is_open = is_open
        self.ends = blocks.Ends(self.lines)
        self.order_lines = Lines(orders)
        self.at = 0
        self.depth = 0
        self.closed = ""
        self.small_print = False

    def items(self) -> list[LineReading]:
        """Every line's items."""
        items: list[LineReading] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if not line.text or line.text.isspace():
                self.order_lines.end_paragraph()
                self.small_print = False
            elif line.ignored or self.closed:
                items.append(ignore_line(line.number, line.text, line.ignored or self.closed))
            elif line.doubt:
                text = line.text[: limits.LINE_LETTERS]
                if self.order_lines.holds_order(text) or commands.is_command(
                    plain(text), self.orders, wrong=True
                ):
                    message = f"{line.doubt}. If you mean it, send it again without that"
                    items.append(Problem(find_span(line.number, text), text.strip(), message))
                else:
                    items.append(ignore_line(line.number, line.text, line.doubt))
            else:
                for reading in self._read_line(line.number, line.text):
                    if isinstance(reading, Withdrawal):
                        items.append(take_back(items, reading, self.is_open))
                    else:
                        items.append(reading)
        return items

    def _read_line(self, number: int, line_text: str) -> Iterable[LineReading | Withdrawal]:
        if len(line_text) > limits.LINE_LETTERS:
            return [ignore_line(number, line_text[:60] + "...", "too long for a line of orders")]
        text = blocks.blank_smileys(plain(line_text))
        first = text.lstrip()[:1]
        if first == ">":
            return [ignore_line(number, line_text, "quoted")]
        if blocks.is_ours(text):
            return [ignore_line(number, line_text, "the judge's own words")]
        remark = ""
        if "#" in text or "/" in text:
            text, *behind = _COMMENT.split(text, maxsplit=1)
            remark = "".join(behind)
        if first == "(" and text.rstrip(" .!").endswith(")") and text.count("(") == 1:
            return self._read_note(number, line_text, text)
        if not text.strip():
            return [ignore_line(number, line_text, "a comment")]
        readings = list(self._read_body(number, text, remark))
        if readings and isinstance(readings[0], Sentence):
            return readings
        if any(isinstance(one, Sentence | Command) for one in readings):
            return readings
        self.small_print |= blocks.is_small_print(text)
        return [ignore_line(number, line_text, "small print")] if self.small_print else readings

    def _read_note(
        self, number: int, line_text: str, text: str
    ) -> Iterable[LineReading | Withdrawal]:
        """A line in brackets: an order that is asked back, one taken back, or a remark."""
        inside = text.replace("(", " ").replace(")", " ")
        items = self.orders.line(inside.strip(" .!"))[1]
        if items and not any(item.error or item.verb == "unit" for item in items):
            reason = "this stands in brackets. Write it without them if it is an order."
            return [Problem(find_span(number, text), text.strip(), reason)]
        readings = self.order_lines.read(number, inside)
        if any(isinstance(one, Withdrawal) for one in readings):
            return readings
        return [ignore_line(number, line_text, "a comment")]

    def _read_body(
        self, number: int, text: str, remark: str = ""
    ) -> Iterable[LineReading | Withdrawal]:
        """A line without its comment; below IF it may hold several clauses."""
        if not self.depth:
            return self._read_clause(number, text, remark)
        return [
            reading for clause in clauses(text) for reading in self._read_clause(number, clause)
        ]

    def _read_clause(
        self, number: int, text: str, remark: str = ""
    ) -> Iterable[LineReading | Withdrawal]:
        """A command or orders; behind ELSE and ENDIF something may follow on their line."""
        if self.depth and (turn := _BRANCH.match(text)):
            verb, behind = ("endif" if turn[1] else "else"), turn.end()
            self.depth -= verb == "endif"
            command = Command(verb, find_span(number, text[:behind]), text[:behind].strip())
            rest = " " * behind + text[behind:]
            return [command, *(self._read_clause(number, rest) if rest.strip() else ())]
        trouble = line_commands = None
        try:
            line_commands = self._speak(text)
        except BadCommandError as error:
            trouble = error
        if line_commands:
            return self._read_commands(number, text, line_commands)
        readings = list(self.order_lines.read(number, text, remark))
        orders = [one for one in readings if isinstance(one, Sentence)]
        if orders and trouble is None:
            return readings
        closes = any(_BRANCH.match(line.text) for line in self.lines[self.at :])
        in_words = self.order_lines.below and not closes  # a condition that heads what is below it
        turn_meant = "" if in_words else find_misspelt_turn(text, self.depth)
        if turn_meant and not orders:
            self.order_lines.end_paragraph()  # it holds to its ENDIF, as no condition in words does
            self.depth += turn_meant == "if"
            message = f"'{text.strip()}' is not understood; {_TURNS[turn_meant]} may be meant"
            words = (*UNREAD, message)
            return [Command(turn_meant, find_span(number, text), text.strip(), words)]
        if trouble and len(orders) + sum(map(is_beside, readings)) < len(readings):
            message = f"{trouble}. Write for example '{trouble.example}'."
            span = Span(number, trouble.column, len(text.rstrip()) + 1)
            return [Problem(span, text.strip(), message)]
        return readings

    def _speak(self, text: str) -> list[CommandWords] | None:
        """The commands of a line, with whatever manners; None if it is none."""
        if not commands.may_speak(text):
            return None
        text = blocks.put_verb_first(text if ":" in text else _THANKS.sub("", text))
        return commands.speak(_PLEASE.sub("", text), self.orders)

    # --- commands

    def _read_commands(
        self, number: int, text: str, commands: list[CommandWords]
    ) -> list[LineReading | Withdrawal]:
        span = find_span(number, text)
        readings: list[LineReading | Withdrawal] = []
        for verb, words in commands:
            if verb in ("if", "elseif"):
                readings += self._read_conditional(number, text, verb, words)
            elif verb in blocks.CLOSERS and self._opens_block(verb, words):
                readings += self._read_block(span, text, verb, words)
            else:
                readings.append(Command(verb, span, text.strip(), words))
            if verb == "phase":
                self.order_lines.phase = words
            if verb == "signoff":
                self.closed = "below SIGNOFF"
        return readings

    def _read_conditional(
        self, number: int, text: str, verb: str, words: Sequence[str]
    ) -> Iterable[LineReading | Withdrawal]:
        """IF and ELSE IF up to THEN; what stands behind THEN is a line of its own."""
        span = find_span(number, text)
        word = words[0]
        then = _THEN.search(word)
        rest = word[then.end() :] if then else ""
        wrong: list[LineReading] = []
        self.depth += verb == "if"
        try:
            parts = read_condition(word[: then.start()] if then else word, self.orders.lexicon)
        except MisreadError:
            if not text.lstrip()[:2].isupper() and (rest.strip() or not then):
                self.depth -= verb == "if"
                return self.order_lines.read(number, text)
            message = (
                "this condition is not understood. Write for example 'IF NOT French A BUR THEN'."
            )
            parts, wrong = UNREAD, [Problem(span, text.strip(), message)]
        readings = [*wrong, Command(verb, span, text.strip(), parts)]
        if not rest.strip():
            return readings
        return [*readings, *self._read_body(number, " " * (len(text.rstrip()) - len(rest)) + rest)]

    def _opens_block(self, verb: str, words: Sequence[str]) -> bool:
        """COMMENT, EDIT and REGISTER are blocks only where nothing follows on their line.

        STUDY is one where it is closed, or orders stand below it: they are not the game's.
        """
        if verb in ("press", "broadcast", "test") or (verb == "setup" and not words):
            return True
        end = self.ends.find_end(verb, self.at)
        if verb != "study":
            return not words and end is not None
        below = self.lines[self.at :]
        again = next((at for at, line in enumerate(below) if _STUDY.match(line.text)), len(below))
        closed = end is not None and end < self.at + again
        return closed or any(map(self._holds_order, below[:again]))

    def _read_block(
        self, span: Span, text: str, verb: str, words: Sequence[str]
    ) -> list[LineReading]:
        first: tuple[str, ...] = ()
        slots: tuple[str, ...] = tuple(words)
        if verb in ("press", "broadcast"):
            head, first_line = blocks.read_heading(
                words[0] if words else "", self.orders.vocabulary
            )
            slots = head if verb == "press" or any(head) else ()
            first = (first_line,) if first_line else ()
        end = self.ends.find_end(verb, self.at)
        if end is None:
            return self._refuse_unclosed_block(span, text, verb)
        inside = self.lines[self.at : end]
        self.at = end + 1
        block = (*first, *(line.text for line in inside if not line.ignored))
        if verb == "register":
            slots, block = blocks.read_form(block), ()
        ignored_lines = [line for line in inside if line.ignored and line.text.strip()]
        return [
            Command(verb, span, text.strip(), slots, block),
            *(ignore_line(line.number, line.text, line.ignored) for line in ignored_lines),
        ]

    def _holds_order(self, line: Line) -> bool:
        text = line.text[: limits.LINE_LETTERS]
        return not line.ignored and self.order_lines.holds_order(text)

    def _refuse_unclosed_block(self, span: Span, text: str, verb: str) -> list[LineReading]:
        """A block without its end: nothing of it is sent or obeyed, and every line says so."""
        closer = f"END{verb.upper()}"
        message = (
            f"{verb.upper()} has no {closer} below it: nothing of what follows is sent or ordered."
            f" Put {closer} on a line of its own where it ends."
        )
        readings: list[LineReading] = [Problem(span, text.strip(), message, (closer,))]
        reason = f"stands below {verb.upper()} without {closer}"
        for line in self.lines[self.at :]:
            if self._holds_order(line):
                span = find_span(line.number, line.text)
                readings.append(Problem(span, line.text.strip(), f"{reason}: not read."))
            elif line.text.strip():
                readings.append(ignore_line(line.number, line.text, line.ignored or reason))
        self.at = len(self.lines)
        return readings


_STUDY = re.compile(r"\s*STUDY\b")
_LATER = re.compile(r"(?<=\S)\s+(?=(?:ELSE|ELSIF|ENDIF|END IF)\b)")
"""Between clauses; in small letters only where a line begins with them: people write "else"."""
_OPENED = re.compile(r"^\s*(?:[A-Z]{2,4}\s.*\bTHEN|(?i:if\b.*\bthen))\W*$")
"""What only a condition looks like, whatever its first word became."""
_LONG, _NEAR = 6, 0.75
_TURNS = {"if": "IF", "elseif": "ELSE"}
"""Turns that a line without a meaning may be meant for, and how they are typed."""
_BRANCH = re.compile(r"\s*(?:(end\s?if)|(else)(?!\s*if\b))\b[\s:,.]*", re.IGNORECASE)


def clauses(text: str) -> Iterator[str]:
    """The clauses of a line, each at its own columns: what stands before it is blank."""
    starts = [0, *(match.end() for match in _LATER.finditer(text)), len(text)]
    for start, end in pairwise(starts):
        if text[start:end].strip():
            yield " " * start + text[start:end]


def find_misspelt_turn(text: str, depth: int) -> str:
    """The turn that a line without a meaning was meant for: "if" ("IFF A PAR THEN"), "elseif", "".

    ELSE can be meant below an IF only; ``depth`` counts the open ones.
    """
    if _OPENED.search(text):
        return "if"
    word = text.strip(" .:,").lower()
    near = depth and word != "else" and len(word) <= _LONG
    return "elseif" if near and SequenceMatcher(None, word, "else").ratio() >= _NEAR else ""
