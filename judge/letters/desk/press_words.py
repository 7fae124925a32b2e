"""A reply to press taken apart: the words that go to others, and what is for the judge.

Whatever stands above the quote is said to others, and answers between quoted lines are said with
the lines that they answer; only what the answered message says is ever quoted. For the judge is
what stands below a line ORDERS:. Signatures and attachments go to nobody.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from judge.catalog import atlas
from judge.catalog import sheet as catalog_sheet
from judge.catalog.sheet import Answerable
from judge.game.terms.tables import Table
from judge.kernel.engine import Order
from judge.kernel.mail import Letter
from judge.kernel.text import Command, Ignored, Line, Offer, Problem
from judge.language import cues
from judge.language.branches import Branch
from judge.language.fold import scan
from judge.language.order_lines import order_reader
from judge.language.tokens import Tokens
from judge.language.words import all_languages
from judge.letters.desk.desk import Desk
from judge.mail import consent, quotes

_ALL = re.compile(r"[\s*_]*all[\s*_.:!]*", re.IGNORECASE)
_ORDERS = re.compile(r"\W*(?:ORDERS|(?i:orders?)\s*[:：])\W*")
WORD = re.compile(r"\W*(orders|send)\b\W*(R ?\d{1,15})?\W*", re.IGNORECASE | re.ASCII)
"""What tells for whom a reply that waits is, with the receipt of that or without."""
_SIGNON = re.compile(r"\W*(?:sign|log)\s?(?:on|in)\s+\S+@\S", re.IGNORECASE)
_MARKS = re.compile(r"(?:[>＞]\s?)+")
_OPENERS, _CLOSERS = ("press", "broadcast"), frozenset(("ENDPRESS", "ENDBROADCAST"))
_PRESS = re.compile(r"\W*(?:press|broadcast)\b", re.IGNORECASE)
_BESIDE = "it stands beside PRESS, in a reply to press: it went to nobody"
_REPEATED = 20
"""Letters of a line beyond which nobody repeats the answered message by chance."""
_SIGNATURE, _CARD = 3, 6
"""The most lines of a closing and the names below it; of a name and what stands below that."""
_OWN = frozenset(("added by the mail program", "disclaimer", "list footer", quotes.SIGNATURE))
"""Why lines are not read that stand for who wrote and not for what he says."""
_ATTACHED = "an attachment"


class Parts(Struct, frozen=True):
    """A reply to press: ``words`` are the lines that go to others, to all if so ``to_all``.

    ``said`` are these lines as they were typed, without quotes. ``left_out`` tells what goes to
    nobody. ``rest`` is the letter with nothing but what is for the judge, ``has_rest`` whether
    there is anything. ``is_addressed``: it says by PRESS itself to whom what goes; nothing beside
    that does, and PRESS is in the rest.
    """

    said: tuple[Line, ...]
    words: tuple[str, ...]
    to_all: bool
    left_out: tuple[str, ...]
    rest: Letter
    has_rest: bool
    is_addressed: bool = False


def take_apart(desk: Desk, message: str) -> Parts:
    """The parts of the desk's letter, a reply to press whose text is ``message``."""
    squeezed = _squeeze(message)
    lines = _mark_mail(desk.letter.lines, squeezed)
    addressed = _mark_beside(desk, lines)
    if addressed:
        rest = _write_rest(desk.letter, addressed)
        return Parts((), (), False, (), rest, True, is_addressed=True)
    head = next((at for at, line in enumerate(lines) if _heads_orders(line)), len(lines))
    below = lines[head + 1 :]
    above, goes_on = [], False
    for line in lines[:head]:  # what repeats the message is a quote without any mark
        text = _squeeze(line.text)
        if is_said(line):
            goes_on = len(text) >= (1 if goes_on else _REPEATED) and text in squeezed
        if speaks_for_seat(line):  # for the judge alone
            above.append(Line(line.number, ""))
        elif is_said(line) and goes_on:
            above.append(Line(line.number, line.text, quotes.QUOTED))
        else:
            above.append(line)
    own_lines = [line for line in above if is_said(line)]
    signature = _find_signature(own_lines, list_own_names(desk))
    to_all = bool(own_lines) and _ALL.fullmatch(own_lines[0].text) is not None
    unsaid = signature | ({own_lines[0].number} if to_all else frozenset())
    body = [line for line in above if line.number not in unsaid]
    blank_lines = [Line(line.number, "") for line in lines[: head + 1]]
    return Parts(
        said=tuple(filter(is_said, body)),
        words=tuple(_say(body, squeezed)),
        to_all=to_all,
        left_out=tuple(_tell_left_out(lines, signed=bool(signature))),
        rest=_write_rest(desk.letter, (*blank_lines, *below)),
        has_rest=any(map(is_said, below)),
    )


def _write_rest(letter: Letter, lines: Iterable[Line]) -> Letter:
    """A letter with these lines, of which nothing else than they is read."""
    return replace(letter, lines=tuple(lines), subject="", other=(), filled=())


def list_said(desk: Desk) -> list[Line]:
    """What a letter says, without greetings, thanks and what signs it."""
    own_lines = [line for line in desk.letter.lines if is_said(line)]
    names = list_own_names(desk)
    signature = _find_signature(own_lines, names)
    return [
        line
        for line in own_lines
        if line.number not in signature
        and (WORD.fullmatch(line.text) or not consent.list_manners(line.text, names))
    ]


def list_own_names(desk: Desk) -> frozenset[str]:
    """What the writer may sign with."""
    if desk.person is None or not desk.person.name:
        return frozenset()
    name = desk.person.name.casefold()
    return frozenset((name, name.split()[0]))


def is_said(line: Line) -> bool:
    """Whether a line is its writer's own."""
    return not line.ignored and bool(line.text.strip())


def _heads_orders(line: Line) -> bool:
    return is_said(line) and _ORDERS.fullmatch(line.text) is not None


def speaks_for_seat(line: Line) -> bool:
    """Whether a line is SIGNON, which is for the judge alone."""
    return not line.ignored and _SIGNON.match(line.text) is not None


def _mark_beside(desk: Desk, lines: Sequence[Line]) -> Sequence[Line]:
    """Lines with those marked that stand beside PRESS, down to a line ORDERS:; () without PRESS."""
    if desk.table is None or not any(_PRESS.match(one.text) for one in lines if is_said(one)):
        return ()
    # PRESS and BROADCAST, be it without the line that ends them.
    openers = {
        item.span.line
        for item in catalog_sheet.understand(lines, desk.table.variant, None, "")
        if (isinstance(item, Command) and item.verb in _OPENERS)
        or (isinstance(item, Problem) and not _CLOSERS.isdisjoint(item.suggestions))
    }
    if not openers:
        return ()
    marked, inside, heads = [], False, False
    for line in lines:
        inside = inside or line.number in openers
        heads = heads or (not inside and _heads_orders(line))
        is_beside = is_said(line) and not (inside or heads)
        marked.append(Line(line.number, line.text, _BESIDE) if is_beside else line)
        inside = inside and not quotes.ends_press(line.text)
    return marked


def _squeeze(text: str) -> str:
    """Letters and digits alone: wrapping, marks and signs make no difference."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


_BELOW = "pressfrom"
"""What stands below the words in a mail of press (templates/event/press.txt.j2), squeezed."""


def _mark_mail(lines: Sequence[Line], squeezed_message: str) -> Sequence[Line]:
    """Lines with those marked as quotes that are the mail that is answered, without any mark.

    Some programs set none, and introduce a quote in words of theirs. Whoever wrote the message
    could say ORDERS: in it.
    """
    line_at, said = {}, ""
    for at, line in enumerate(lines):
        if is_said(line):
            line_at[len(said)] = at
            said += _squeeze(line.text)
    start = said.find(squeezed_message + _BELOW)
    first, last = line_at.get(start), line_at.get(start + len(squeezed_message))
    if not squeezed_message or first is None or last is None:
        return lines
    return [
        replace(line, ignored=quotes.QUOTED) if first <= at <= last and is_said(line) else line
        for at, line in enumerate(lines)
    ]


def _find_signature(own_lines: Sequence[Line], names: Collection[str]) -> frozenset[int]:
    """The numbers of the last lines of a letter that sign it; none where it says nothing else."""
    for at, line in enumerate(own_lines[1:], 1):
        left = len(own_lines) - at
        closes = left <= _SIGNATURE and consent.CLOSING in consent.list_manners(line.text)
        if closes or (left <= _CARD and is_name(line.text, names)):
            return frozenset(one.number for one in own_lines[at:])
    return frozenset()


def is_name(text: str, names: Collection[str]) -> bool:
    """Whether a line is one of its writer's names, and nothing else."""
    return text.strip(" -–—~*_.,").casefold() in names


def _say(lines: Sequence[Line], squeezed_message: str) -> Iterator[str]:
    """What a letter says, each answer between quoted lines below those that it answers."""
    quote: list[str] = []
    ended = False
    for line in lines:
        if line.ignored == quotes.QUOTED:
            bare = _MARKS.sub("", line.text.strip(), count=1).strip()
            quote, ended = ([] if ended else quote), not bare
            quote += [bare] if bare else []
        elif line.ignored:
            quote = []
        elif line.text.strip():
            found = [one for one in quote if _squeeze(one) and _squeeze(one) in squeezed_message]
            yield from ("", *(f"> {one}" for one in found)) if found else ()
            yield line.text
            quote = []
        else:
            yield ""


def _tell_left_out(lines: Sequence[Line], *, signed: bool) -> Iterator[str]:
    """What of a letter goes to nobody, in words, its quotes aside."""
    reasons = {line.ignored for line in lines if line.ignored}
    if signed or reasons & _OWN:
        yield "your signature"
    count = sum(line.ignored.startswith(_ATTACHED) for line in lines)
    if count:
        yield f"{count} attachments" if count > 1 else "an attachment"
    told = (*quotes.NOT_SAID, *_OWN)
    for reason in sorted(reasons.difference(told)):
        if not reason.startswith(_ATTACHED):
            yield f"some lines ({reason})"


_HEADED = "a heading"
_SHOWS = frozenset(
    ("help", "history", "list", "map", "options", "rules", "stats", "status", "summary", "scoring")
)
"""Commands that show a page and do nothing."""
_LETTER = re.compile(r"[^\W\d_]")
_REMARK = re.compile(r"\([^()?]*\)|(?:(?:^|\s)(?:#|;|--|<-)|//)[^?]*$")
"""What is noted in brackets, or at a line's end; a question there is put to others."""
_SIGNED = re.compile(r"(?!.*[?!]\s*$)\W*[^\W\d_a-z]\w*(?:\W+[^\W\d_a-z]\w*){0,2}\W*")
"""A last line that may be the name of who wrote, whatever he is called here: it asks nothing."""
_NOTATION = re.compile(r"\W*(?:\d+\W+)?[A-Z]\d?\s")
"""How a line begins that orders a unit by its letter."""


def count_orders(desk: Desk, table: Table, own_lines: Sequence[Line]) -> int:
    """How many orders lines are that say nothing else; 0 if they do, courtesies and remarks aside.

    Orders for another power's units are no sheet, but a plan that two discuss.
    """
    if desk.seat is None:
        return 0
    names, power = list_own_names(desk), desk.seat.power
    lines = [line for line in own_lines if not is_name(line.text, names)]
    bare_lines = [replace(line, text=_REMARK.sub("", line.text)) for line in lines]
    bare_lines = [line for line in bare_lines if line.text.strip()]
    return _count_orders(table, lines, power) or _count_orders(table, bare_lines, power)


def _count_orders(table: Table, lines: Sequence[Line], power: str) -> int:
    """The same of lines none of which is a name or a remark."""
    items = _list_items(table, lines, power)
    order_lines = [line for line in lines if _orders(table, line, items[line.number])]
    others = [line for line in lines if line not in order_lines]
    for line in others:
        is_signature = line is lines[-1] and _SIGNED.fullmatch(line.text)
        # Greetings, thanks, headings and commands say nothing more.
        if is_signature or consent.list_manners(line.text):
            continue
        if not items[line.number] or not all(
            _is_heading_item(item) or (isinstance(item, Command) and item.verb != "yes")
            for item in items[line.number]
        ):
            return 0
    if _is_plan(table, {line: items[line.number] for line in order_lines}, power):
        return 0
    return sum(_is_order(item) for line in order_lines for item in items[line.number])


def count_commands(desk: Desk, table: Table, own_lines: Sequence[Line]) -> int:
    """How many commands to the judge lines are that say nothing else; 0 if they do.

    In small letters "draw", "wait" and "status of our talks" are words between players; the name
    of a page by itself never is.
    """
    names = list_own_names(desk)
    lines = [line for line in own_lines if not is_name(line.text, names)]
    lines = [line for line in lines if not consent.list_manners(line.text)]
    items_of_line = _list_items(table, lines, "")
    for line in lines:
        text, items = line.text.strip(), items_of_line[line.number]
        if text.endswith(("?", "!")) or not items:
            return 0
        if not all(
            isinstance(item, Command)
            and item.verb not in ("yes", "no")
            and (text.isupper() or (item.verb in _SHOWS and " " not in text))
            for item in items
        ):
            return 0
    return len(lines)


def _list_items(
    table: Table, lines: Sequence[Line], power: str
) -> Mapping[int, Sequence[Answerable]]:
    """What the reader makes of each line, by its number."""
    items_of_line = defaultdict(list)
    for item in _understand(table, lines, power):
        items_of_line[item.span.line].append(item)
    return items_of_line


def _understand(table: Table, lines: Sequence[Line], power: str) -> Sequence[Answerable]:
    return catalog_sheet.understand(lines, table.variant, table.state, power)


def _orders(table: Table, line: Line, items: Sequence[Answerable]) -> bool:
    """Whether a line orders something and says nothing beside it; a question never does."""
    spans = set()
    for item in filter(_is_order, items):
        text = item.typed if isinstance(item, Order) else item.text
        start = line.text.find(text)
        # Of a mistake the reader tells where it is made.
        own_span = (item.span.column - 1, item.span.end - 1)
        spans.add((start, start + len(text)) if start >= 0 else own_span)
    if not spans or line.text.rstrip().endswith("?"):
        return False
    reader = order_reader(table.variant.vocabulary, table.variant.engine_name)
    for item in items:  # what is no order may leave a choice, or depend on something
        if isinstance(item, Problem):
            tokens = Tokens(reader.lexicon, all_languages()).read(item.text, scan(item.text))
            if cues.why_open(list(tokens)):
                return False
    beside = line.text
    for start, end in spans:
        beside = beside[:start] + " " * (end - start) + beside[end:]
    first = min(spans)[0]
    head, words = beside[:first], re.findall(r"[^\W\d_]+", beside[first:])
    if len(words) >= len(spans) or not _LETTER.search(head):
        return len(words) < len(spans)
    # Words before an order head it: "Orders:", "France:", "In fall:".
    heading = _understand(table, (Line(1, head.strip()),), "")
    return bool(heading) and all(map(_is_heading_item, heading))


def _is_order(item: Answerable) -> bool:
    """Whether an item orders something, rightly or not, as notation does and sentences do not."""
    if isinstance(item, Offer):
        return any(not isinstance(one, Problem) or one.ordered for one in item.otherwise)
    return isinstance(item, Order | Branch) or (isinstance(item, Problem) and item.ordered)


def _is_heading_item(item: Answerable) -> bool:
    if isinstance(item, Ignored):
        return item.reason == _HEADED
    return isinstance(item, Command) and item.verb == "phase"


def _is_plan(table: Table, items_of: Mapping[Line, Sequence[Answerable]], power: str) -> bool:
    """Whether order lines are one that two discuss: none is for an own unit, or one for others.

    One is for an own unit that is read so, or is a mistake that looks so. "Take Denmark" is said
    to others; "Paris - Burgandi", "A Pris - Bur" and what the reader would mend, "Marsielle goes
    to Spian", are not: a plan would go to who must not know it.
    """
    for line, items in items_of.items():
        if _NOTATION.match(line.text) or any(
            not isinstance(item, Problem) or item.suggestions for item in items
        ):
            break
        subjects = [task.subject.split()[-1][:3] for task in table.standing(power, ()).tasks]
        spaces = atlas.spaces(table.variant.id)
        names = {
            name.lower() for one in subjects if one in spaces for name in (one, spaces[one].name)
        }
        text = line.text.lower()
        if not names or any(re.search(rf"\b{re.escape(name)}\b", text) for name in names):
            break
    else:
        return True
    misread = [
        line for line, items in items_of.items() if any(isinstance(one, Problem) for one in items)
    ]
    return any(  # another power could give it, and its writer can't
        isinstance(item, Order)
        for line in misread
        for other in table.powers
        if other != power
        for item in _understand(table, (line,), other)
    )
